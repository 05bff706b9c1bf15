//! Commands that do one thing and end.

use std::io::{BufRead, IsTerminal, Write};

use seckill::{Error, Login, Password, Shop};
use serde::Serialize;

use crate::{
    cli::{Failure, NewMerchant},
    config::Config,
    telemetry,
};

/// Connects to both stores.
pub(crate) async fn open(config: &Config) -> Result<Shop, Failure> {
    let settings = config.shop().map_err(|error| format!("SLUICE_SECRET: {error}"))?;
    Shop::open(settings).await.map_err(|error| explain(&error))
}

/// The error and everything that led to it, in one line.
pub(crate) fn explain(error: &(dyn std::error::Error + 'static)) -> Failure {
    chain(error).into()
}

/// An error and its causes; one that only passes on its cause is said once.
pub(crate) fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    let mut said: Vec<String> = causes.map(ToString::to_string).collect();
    said.dedup();
    said.join(": ")
}

/// Writes to standard output; a reader that has gone away is an error, not a panic.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    Ok(writeln!(std::io::stdout().lock(), "{text}")?)
}

pub(crate) async fn migrate(database_url: &str) -> Result<(), Failure> {
    seckill::migrate(database_url).await.map_err(|error| explain(&error))?;
    print("the database is up to date")
}

pub(crate) async fn seed_demo(config: &Config) -> Result<(), Failure> {
    only_in_a_demo(config)?;
    telemetry::log(&config.log)?;
    let shop = open(config).await?;
    let sale = shop.seed_demo().await.map_err(|error| explain(&error))?;
    print(&format!("activity {sale} opens in a minute"))
}

fn only_in_a_demo(config: &Config) -> Result<(), Failure> {
    match config.demo {
        true => Ok(()),
        false => Err("this makes accounts that anybody can use; it needs SLUICE_DEMO=true".into()),
    }
}

#[derive(Serialize)]
struct DemoShopper {
    id: String,
    login: String,
    access_token: String,
}

pub(crate) async fn demo_shoppers(config: &Config, count: u32) -> Result<(), Failure> {
    only_in_a_demo(config)?;
    telemetry::log(&config.log)?;
    let shop = open(config).await?;
    for (person, access_token) in shop.demo_shoppers(count).await.map_err(|error| explain(&error))? {
        let line = DemoShopper { id: person.id.to_string(), login: person.login, access_token };
        print(&serde_json::to_string(&line)?)?;
    }
    Ok(())
}

pub(crate) async fn create_merchant(new: &NewMerchant) -> Result<(), Failure> {
    telemetry::log(&new.config.log)?;
    let login = Login::parse(&new.login).map_err(|_| "the login must have 3 to 64 characters and no spaces")?;
    let password = Password::parse(&password()?).map_err(|_| "the password must have 8 to 128 characters")?;
    let shop = open(&new.config).await?;
    let made = shop.create_merchant(&new.name, &login, &password).await;
    let (merchant, staff) = made.map_err(|error| match error {
        Error::Refused(seckill::Refusal::LoginTaken) => format!("the login {} is in use", login.as_str()).into(),
        error => explain(&error),
    })?;
    print(&format!("merchant {merchant} \"{}\" made; its owner is {} (staff {staff})", new.name, login.as_str()))?;
    print("sign in: POST /api/v1/merchant/auth/login {\"login\": …, \"password\": …}")
}

/// Never from the arguments, which other users of the machine can see.
fn password() -> Result<String, Failure> {
    if let Ok(password) = std::env::var("SLUICE_PASSWORD") {
        return Ok(password);
    }
    let input = std::io::stdin();
    if input.is_terminal() {
        eprintln!("Password of the owner (it will be visible; SLUICE_PASSWORD avoids that):");
    }
    let mut line = String::new();
    input.lock().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
