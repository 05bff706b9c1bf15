//! Signing in.

use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use super::{Error, Person, Shop, SignedIn, Staff, StaffSignedIn, Viewer};
use crate::{Login, MerchantId, Password, Refusal, StaffId};

/// How long a refresh token is good.
const REFRESH: Duration = Duration::from_secs(30 * 86_400);

impl Shop {
    /// How long an access token is good.
    pub const ACCESS: Duration = Duration::from_secs(600);

    /// Makes a shopper's account and signs in.
    pub async fn register(&self, login: &Login, password: &Password) -> Result<SignedIn, Error> {
        self.signed_in(self.add_shopper(login, password).await?).await
    }

    /// Signs a shopper in.
    pub async fn sign_in(&self, login: &Login, password: &Password) -> Result<SignedIn, Error> {
        self.signed_in(self.prove_shopper(login, password).await?).await
    }

    /// Makes a shopper's account.
    pub async fn add_shopper(&self, login: &Login, password: &Password) -> Result<Person, Error> {
        let hash = self.inner.passwords.hash(password).await?;
        let id = self.inner.store.add_shopper(login, &hash).await?;
        Ok(Person { id, login: login.as_str().to_owned() })
    }

    /// The shopper whose login and password these are.
    pub async fn prove_shopper(&self, login: &Login, password: &Password) -> Result<Person, Error> {
        let (person, hash) = self.inner.store.shopper_by_login(login).await?.unzip();
        let right = self.inner.passwords.check(password, hash).await?;
        person.filter(|_| right).ok_or(Error::Refused(Refusal::BadCredentials))
    }

    /// Trades a refresh token for new ones; it is used up.
    pub async fn refresh(&self, refresh_token: &str) -> Result<SignedIn, Error> {
        let taken = self.inner.store.take_refresh(&digest(refresh_token), self.now()).await?;
        let id = taken.ok_or(Error::Refused(Refusal::Unauthenticated))?;
        let person = self.inner.store.shopper(id).await?.ok_or(Error::Refused(Refusal::Unauthenticated))?;
        self.signed_in(person).await
    }

    /// Forgets a refresh token.
    pub async fn sign_out(&self, refresh_token: &str) -> Result<(), Error> {
        self.inner.store.take_refresh(&digest(refresh_token), self.now()).await.map(drop)
    }

    /// The shopper that an access token is for.
    pub fn viewer(&self, bearer: &str) -> Option<Viewer> {
        Some(Viewer { shopper: self.inner.signer.shopper(bearer, self.now())? })
    }

    /// The person of a merchant that an access token is for.
    pub fn staff(&self, bearer: &str) -> Option<Staff> {
        self.inner.signer.staff(bearer, self.now())
    }

    /// The shopper's own account.
    pub async fn me(&self, viewer: Viewer) -> Result<Person, Error> {
        let person = self.inner.store.shopper(viewer.shopper).await?;
        person.ok_or(Error::Refused(Refusal::Unauthenticated))
    }

    /// Signs a person of a merchant in.
    pub async fn staff_sign_in(&self, login: &Login, password: &Password) -> Result<StaffSignedIn, Error> {
        let (staff, hash) = self.inner.store.staff_by_login(login).await?.unzip();
        let right = self.inner.passwords.check(password, hash).await?;
        let staff = staff.filter(|_| right).ok_or(Error::Refused(Refusal::BadCredentials))?;
        Ok(self.staff_signed_in(staff))
    }

    /// Renews the proof of a person of a merchant whom a session remembers, with what they may do now.
    pub async fn staff_again(&self, id: StaffId) -> Result<Option<StaffSignedIn>, Error> {
        Ok(self.inner.store.staff(id).await?.map(|staff| self.staff_signed_in(staff)))
    }

    fn staff_signed_in(&self, staff: Staff) -> StaffSignedIn {
        let expires_at = self.now().plus(Self::ACCESS);
        StaffSignedIn { access_token: self.inner.signer.staff_token(staff, expires_at), expires_at, staff }
    }

    /// An access token for a shopper who is signed in.
    pub fn viewer_token(&self, viewer: Viewer) -> String {
        self.access_token(viewer.shopper, Self::ACCESS)
    }

    /// Makes a merchant and its owner's account.
    pub async fn create_merchant(
        &self,
        name: &str,
        login: &Login,
        password: &Password,
    ) -> Result<(MerchantId, StaffId), Error> {
        let hash = self.inner.passwords.hash(password).await?;
        self.inner.store.add_merchant(name, login, &hash).await
    }

    /// An access token for a shopper, good for `life`.
    pub(super) fn access_token(&self, shopper: crate::ShopperId, life: Duration) -> String {
        self.inner.signer.shopper_token(shopper, self.now().plus(life))
    }

    async fn signed_in(&self, shopper: Person) -> Result<SignedIn, Error> {
        let now = self.now();
        let refresh_token = URL_SAFE_NO_PAD.encode(Self::random::<32>());
        self.inner.store.add_refresh(&digest(&refresh_token), shopper.id, now, now.plus(REFRESH)).await?;
        let access_token = self.access_token(shopper.id, Self::ACCESS);
        Ok(SignedIn { access_token, expires_at: now.plus(Self::ACCESS), refresh_token, shopper })
    }
}

/// A refresh token is 32 random bytes, so a plain digest cannot be turned back.
fn digest(refresh_token: &str) -> [u8; 32] {
    *blake3::hash(refresh_token.as_bytes()).as_bytes()
}
