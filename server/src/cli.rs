//! The command line: which role this process plays.

use clap::{Args, Parser, Subcommand};

use crate::{config::Config, http, operator, roles, roles::Role};

/// Why a command ended without doing what it was asked; the text is for the person at the terminal.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Sells scarce stock to a crowd: every answer is true, every unit is sold once.
///
/// A small installation runs `sluice migrate` once and then `sluice serve`, which is web server, worker and scheduler
/// in one process. Larger ones run several of each role against the same Postgres and Redis.
#[derive(Debug, Parser)]
#[command(name = "sluice", version, propagate_version = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the web server, the workers and the scheduler, or some of them
    Serve {
        /// Which of them
        #[arg(long, value_enum, value_delimiter = ',', default_values_t = Role::ALL)]
        roles: Vec<Role>,
        #[command(flatten)]
        config: Config,
    },
    /// Run only the workers: they write the orders
    Worker(Config),
    /// Run only the scheduler: it prepares sales and tidies up
    Scheduler(Config),
    /// Bring the database to the newest shape; safe to repeat
    Migrate {
        /// Postgres: postgres://user@host/db
        #[arg(long, env, hide_env_values = true)]
        database_url: String,
    },
    /// Make the demo's accounts if they are missing, and a new sale that opens in a minute
    SeedDemo(Config),
    /// Print fresh demo shoppers, one JSON object {id, login, access_token} a line; only with SLUICE_DEMO=true
    DemoShoppers {
        /// How many
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        count: u32,
        #[command(flatten)]
        config: Config,
    },
    /// Make a merchant and its first person, the owner
    ///
    /// The owner's password is taken from SLUICE_PASSWORD, or else from the first line of standard input.
    CreateMerchant(NewMerchant),
    /// Print the OpenAPI document
    Openapi,
}

/// A merchant to be made.
#[derive(Debug, Args)]
pub(crate) struct NewMerchant {
    /// Name of the merchant, as shoppers see it
    #[arg(long)]
    pub(crate) name: String,
    /// What the owner signs in with: an e-mail address, a phone number or a name of 3 to 64 characters
    #[arg(long)]
    pub(crate) login: String,
    #[command(flatten)]
    pub(crate) config: Config,
}

impl Cli {
    /// Does what was asked; returns when it is done or, for the roles, when a signal ended them.
    pub async fn run(self) -> Result<(), Failure> {
        match self.command {
            Command::Serve { roles, config } => roles::run(&roles, &config).await,
            Command::Worker(config) => roles::run(&[Role::Worker], &config).await,
            Command::Scheduler(config) => roles::run(&[Role::Scheduler], &config).await,
            Command::Migrate { database_url } => operator::migrate(&database_url).await,
            Command::SeedDemo(config) => operator::seed_demo(&config).await,
            Command::DemoShoppers { count, config } => operator::demo_shoppers(&config, count).await,
            Command::CreateMerchant(merchant) => operator::create_merchant(&merchant).await,
            Command::Openapi => operator::print(&http::openapi_json()?),
        }
    }
}
