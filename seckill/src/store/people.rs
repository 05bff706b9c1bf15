//! Accounts of people.

use super::{Store, is_violation, timestamp};
use crate::{Colleague, Error, Login, MerchantId, Millis, Person, Refusal, Role, ShopperId, Staff, StaffId};

impl Store {
    /// Adds a shopper; refused when the login is taken.
    pub async fn add_shopper(&self, login: &Login, password_hash: &str) -> Result<ShopperId, Error> {
        let added = sqlx::query_scalar!(
            "INSERT INTO shoppers (login, password_hash) VALUES ($1, $2) RETURNING id",
            login.as_str(),
            password_hash
        );
        match added.fetch_one(&self.pool).await {
            Err(error) if is_violation(&error, "shoppers_login_key") => Err(Error::Refused(Refusal::LoginTaken)),
            added => Ok(ShopperId::new(added?)),
        }
    }

    /// Adds many shoppers who share one password, and skips logins that exist.
    pub async fn add_shoppers(&self, logins: &[String], password_hash: &str) -> Result<Vec<Person>, Error> {
        let rows = sqlx::query!(
            "INSERT INTO shoppers (login, password_hash) SELECT login, $2 FROM unnest($1::text[]) login
             ON CONFLICT DO NOTHING RETURNING id, login",
            logins,
            password_hash
        );
        let rows = rows.fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|row| Person { id: ShopperId::new(row.id), login: row.login }).collect())
    }

    /// A shopper by login, with the password's hash.
    pub async fn shopper_by_login(&self, login: &Login) -> Result<Option<(Person, String)>, Error> {
        let row = sqlx::query!("SELECT id, login, password_hash FROM shoppers WHERE login = $1", login.as_str())
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|row| (Person { id: ShopperId::new(row.id), login: row.login }, row.password_hash)))
    }

    /// A shopper by id.
    pub async fn shopper(&self, id: ShopperId) -> Result<Option<Person>, Error> {
        let login = sqlx::query_scalar!("SELECT login FROM shoppers WHERE id = $1", id.get());
        Ok(login.fetch_optional(&self.pool).await?.map(|login| Person { id, login }))
    }

    /// Remembers a refresh token by its digest, and forgets those of the shopper that ended before `now`.
    pub async fn add_refresh(
        &self,
        digest: &[u8],
        shopper: ShopperId,
        now: Millis,
        expires_at: Millis,
    ) -> Result<(), Error> {
        sqlx::query!(
            "WITH ended AS (DELETE FROM refresh_tokens WHERE shopper_id = $2 AND expires_at <= $3)
             INSERT INTO refresh_tokens (digest, shopper_id, expires_at) VALUES ($1, $2, $4)",
            digest,
            shopper.get(),
            timestamp(now)?,
            timestamp(expires_at)?
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Uses a refresh token up; `None` when it is unknown, used or expired.
    pub async fn take_refresh(&self, digest: &[u8], now: Millis) -> Result<Option<ShopperId>, Error> {
        let taken = sqlx::query!(
            "DELETE FROM refresh_tokens WHERE digest = $1 RETURNING shopper_id, expires_at > $2 AS \"good!\"",
            digest,
            timestamp(now)?
        );
        let taken = taken.fetch_optional(&self.pool).await?;
        Ok(taken.filter(|row| row.good).map(|row| ShopperId::new(row.shopper_id)))
    }

    /// Adds a merchant with its owner; refused when the login is taken.
    pub async fn add_merchant(
        &self,
        name: &str,
        login: &Login,
        password_hash: &str,
    ) -> Result<(MerchantId, StaffId), Error> {
        let added = sqlx::query!(
            "WITH merchant AS (INSERT INTO merchants (name) VALUES ($1) RETURNING id)
             INSERT INTO staff (merchant_id, login, password_hash, role)
             SELECT id, $2, $3, 'owner' FROM merchant RETURNING id, merchant_id",
            name,
            login.as_str(),
            password_hash
        );
        match added.fetch_one(&self.pool).await {
            Err(error) if is_violation(&error, "staff_login_key") => Err(Error::Refused(Refusal::LoginTaken)),
            added => added.map(|row| (MerchantId::new(row.merchant_id), StaffId::new(row.id))).map_err(Error::from),
        }
    }

    /// A person of a merchant by login, with the password's hash.
    pub async fn staff_by_login(&self, login: &Login) -> Result<Option<(Staff, String)>, Error> {
        let row =
            sqlx::query!("SELECT id, merchant_id, role, password_hash FROM staff WHERE login = $1", login.as_str());
        let Some(row) = row.fetch_optional(&self.pool).await? else { return Ok(None) };
        let role = Role::parse(&row.role).ok_or_else(|| super::unknown("staff.role", &row.role))?;
        let staff = Staff { id: StaffId::new(row.id), merchant: MerchantId::new(row.merchant_id), role };
        Ok(Some((staff, row.password_hash)))
    }
    /// A person of a merchant by id.
    pub async fn staff(&self, id: StaffId) -> Result<Option<Staff>, Error> {
        let row = sqlx::query!("SELECT merchant_id, role FROM staff WHERE id = $1", id.get());
        let Some(row) = row.fetch_optional(&self.pool).await? else { return Ok(None) };
        let role = Role::parse(&row.role).ok_or_else(|| super::unknown("staff.role", &row.role))?;
        Ok(Some(Staff { id, merchant: MerchantId::new(row.merchant_id), role }))
    }

    /// Who a person of a merchant is, in words.
    pub async fn colleague(&self, id: StaffId) -> Result<Option<Colleague>, Error> {
        let row = sqlx::query_as!(
            Colleague,
            "SELECT s.login, m.name AS merchant FROM staff s JOIN merchants m ON m.id = s.merchant_id WHERE s.id = $1",
            id.get()
        );
        Ok(row.fetch_optional(&self.pool).await?)
    }
}
