//! Forms that sign people in and out.

use axum::http::request::Parts;
use leptos::prelude::*;
use seckill::{Error, Login, Password, Refusal};
use tower_cookies::cookie::time::Duration;

use super::{LocalPath, context};
use crate::{
    lead::lead_to,
    ui::{Lang, say},
    who,
};

/// Brings back what was typed as a login, once; not in the address, which stays in histories and logs.
const TYPED: &str = "sluice_typed";

/// Why somebody was not signed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountProblem {
    /// Login or password is wrong.
    BadCredentials,
    /// Somebody has this login.
    LoginTaken,
    /// This cannot be a login.
    BadLogin,
    /// This cannot be a password.
    BadPassword,
    /// Too many sign in at once.
    Busy,
    /// A store does not answer.
    Unavailable,
}

impl AccountProblem {
    const ALL: [(Self, &'static str); 6] = [
        (Self::BadCredentials, "bad_credentials"),
        (Self::LoginTaken, "login_taken"),
        (Self::BadLogin, "bad_login"),
        (Self::BadPassword, "bad_password"),
        (Self::Busy, "busy"),
        (Self::Unavailable, "unavailable"),
    ];

    /// Reads the word in the address.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, known)| *known == word).map(|(problem, _)| problem)
    }

    fn word(self) -> &'static str {
        Self::ALL.into_iter().find(|(problem, _)| *problem == self).map_or("", |(_, word)| word)
    }

    /// The sentence.
    pub fn words(self, lang: Lang) -> &'static str {
        match self {
            Self::BadCredentials => say!(lang, shop.account.bad_credentials),
            Self::LoginTaken => say!(lang, shop.account.login_taken),
            Self::BadLogin => say!(lang, shop.account.bad_login),
            Self::BadPassword => say!(lang, shop.account.bad_password),
            Self::Busy => say!(lang, shop.account.busy),
            Self::Unavailable => say!(lang, shop.account.unavailable),
        }
    }
}

impl From<Error> for AccountProblem {
    fn from(error: Error) -> Self {
        match error {
            Error::Refused(Refusal::BadCredentials) => Self::BadCredentials,
            Error::Refused(Refusal::LoginTaken) => Self::LoginTaken,
            Error::Refused(Refusal::Overloaded) => Self::Busy,
            error => {
                tracing::error!(error = &error as &dyn std::error::Error, "somebody could not be signed in");
                Self::Unavailable
            }
        }
    }
}

/// Signs a shopper in.
#[server(prefix = "/form", endpoint = "sign-in")]
pub async fn sign_in(lang: Lang, next: LocalPath, login: String, password: String) -> Result<(), ServerFnError> {
    let (shop, parts) = context();
    let entered = async {
        let (login, password) = known(&login, &password)?;
        let person = shop.prove_shopper(&login, &password).await?;
        Ok(who::enter(&shop, &parts, &person).await?)
    };
    end(entered.await, &parts, &format!("{}/sign-in", lang.home()), &next, &login);
    Ok(())
}

/// Makes a shopper's account and signs in. Whose login and password these are already is signed in too.
#[server(prefix = "/form", endpoint = "register")]
pub async fn register(lang: Lang, next: LocalPath, login: String, password: String) -> Result<(), ServerFnError> {
    let (shop, parts) = context();
    let entered = async {
        let chosen = Login::parse(&login).map_err(|_| AccountProblem::BadLogin)?;
        let password = Password::parse(&password).map_err(|_| AccountProblem::BadPassword)?;
        let person = match shop.add_shopper(&chosen, &password).await {
            // Perhaps by this very person, in a press before that was cut off or was one of two.
            Err(Error::Refused(Refusal::LoginTaken)) => match shop.prove_shopper(&chosen, &password).await {
                Err(Error::Refused(Refusal::BadCredentials)) => return Err(AccountProblem::LoginTaken),
                known => known?,
            },
            new => new?,
        };
        Ok(who::enter(&shop, &parts, &person).await?)
    };
    end(entered.await, &parts, &format!("{}/register", lang.home()), &next, &login);
    Ok(())
}

/// Signs a person of a merchant in.
#[server(prefix = "/form", endpoint = "office-sign-in")]
pub async fn office_sign_in(lang: Lang, next: LocalPath, login: String, password: String) -> Result<(), ServerFnError> {
    let (shop, parts) = context();
    let entered = async {
        let (login, password) = known(&login, &password)?;
        Ok(who::enter_office(&shop, &parts, shop.staff_sign_in(&login, &password).await?).await?)
    };
    end(entered.await, &parts, &format!("{}/office/sign-in", lang.home()), &next, &login);
    Ok(())
}

/// Signs whoever uses this browser out.
#[server(prefix = "/form", endpoint = "sign-out")]
pub async fn sign_out(next: LocalPath) -> Result<(), ServerFnError> {
    let (_, parts) = context();
    if let Err(error) = who::leave(&parts).await {
        // The cookies are gone all the same; the session ends by itself.
        tracing::warn!(error = &error as &dyn std::error::Error, "a session could not be deleted");
    }
    lead_to(next.as_str());
    Ok(())
}

/// What was typed as a login in the form that came back, if it did.
pub fn typed_login(parts: &Parts) -> String {
    let typed = who::kept(parts, TYPED).unwrap_or_default();
    form_urlencoded::parse(typed.as_bytes()).next().map(|(login, _)| login.into_owned()).unwrap_or_default()
}

/// What cannot be a login or password is a wrong one.
fn known(login: &str, password: &str) -> Result<(Login, Password), AccountProblem> {
    match (Login::parse(login), Password::parse(password)) {
        (Ok(login), Ok(password)) => Ok((login, password)),
        _ => Err(AccountProblem::BadCredentials),
    }
}

/// On to where they wanted to go, or back to the form with what was typed and what is wrong.
fn end(entered: Result<(), AccountProblem>, parts: &Parts, form: &str, next: &LocalPath, login: &str) {
    match entered {
        Ok(()) => {
            who::forget(parts, TYPED);
            lead_to(next.as_str());
        }
        Err(problem) => {
            // A cookie takes few characters, and a login any.
            let login: String = login.chars().take(64).collect();
            let typed: String = form_urlencoded::byte_serialize(login.as_bytes()).collect();
            who::keep(parts, TYPED, typed, Duration::minutes(1));
            lead_to(&format!("{form}?problem={}&next={}", problem.word(), next.escaped()));
        }
    }
}
