//! Everything that can be set from outside. `sluice serve --help` is its manual.

use std::{convert::Infallible, net::SocketAddr, path::PathBuf, time::Duration};

use clap::{Args, ValueEnum, builder::BoolishValueParser};
use seckill::{Secret, ShopConfig, WeakSecret};

/// Configuration of a process. Prefer the environment for what is secret: other users can see arguments.
#[derive(Debug, Clone, Args)]
pub struct Config {
    /// Postgres: postgres://user@host/db
    #[arg(long, env, hide_env_values = true)]
    pub database_url: String,

    /// Most connections to Postgres of this process
    #[arg(long, env, default_value_t = 10)]
    pub database_connections: u32,

    /// Redis for accounts, streams and jobs (AOF, noeviction); comma-separated URLs name the nodes of a Cluster
    #[arg(long, env, hide_env_values = true)]
    pub redis_url: String,

    /// Redis for what may be lost: the sessions of browsers; the one of REDIS_URL when absent
    #[arg(long, env, hide_env_values = true)]
    pub redis_cache_url: Option<String>,

    /// First part of every Redis key, so that several installations can share one Redis
    #[arg(long, env, default_value = "sluice:v1")]
    pub redis_prefix: String,

    /// Signs tokens and tickets: 32 bytes or more, the same for every process
    #[arg(long = "secret", env = "SLUICE_SECRET", hide_env_values = true, value_parser = keep_secret)]
    pub secret: Result<Secret, WeakSecret>,

    /// Address and port of the web server
    #[arg(long, env, default_value = "127.0.0.1:3000")]
    pub listen: SocketAddr,

    /// Browsers send cookies over https only: set it wherever people use https
    #[arg(long, env, value_parser = BoolishValueParser::new())]
    pub secure_cookies: bool,

    /// Folder with the built site: wasm, styles, images
    #[arg(long, env, default_value = "target/site")]
    pub site_root: PathBuf,

    /// Folder for uploaded pictures; every web server of an installation needs the same one
    #[arg(long, env, default_value = "media")]
    pub media_root: PathBuf,

    /// This is a demonstration: allows what makes demo data
    #[arg(long = "demo", env = "SLUICE_DEMO", value_parser = BoolishValueParser::new())]
    pub demo: bool,

    /// Seconds before its start at which a sale's accounts are laid out in Redis
    #[arg(long, env, default_value_t = 600)]
    pub warm_lead_s: u64,

    /// Name of this process among the workers, as logs and Redis show it; host and process id when absent
    #[arg(long, env)]
    pub worker_name: Option<String>,

    /// How the log is written.
    #[command(flatten)]
    pub log: Log,
}

/// How a process writes its log, to standard error.
#[derive(Debug, Clone, Args)]
pub struct Log {
    /// What to log: error, warn, info, debug, or a filter for each module
    #[arg(long = "log", env = "LOG", default_value = "info")]
    pub filter: String,

    /// How a line of the log looks
    #[arg(long = "log-format", env = "LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub format: LogFormat,
}

/// How a line of the log looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For machines: one JSON object a line.
    Json,
}

impl Config {
    /// The part that [`seckill::Shop::open`] needs; `Err` when the secret is too short.
    pub fn shop(&self) -> Result<ShopConfig, WeakSecret> {
        Ok(ShopConfig {
            database_url: self.database_url.clone(),
            database_connections: self.database_connections,
            redis_url: self.redis_url.clone(),
            redis_prefix: self.redis_prefix.clone(),
            secret: self.secret.clone()?,
            warm_lead: Duration::from_secs(self.warm_lead_s),
            media_root: self.media_root.clone(),
        })
    }
}

/// Never an error for clap, because clap prints the value that it could not use.
fn keep_secret(text: &str) -> Result<Result<Secret, WeakSecret>, Infallible> {
    Ok(Secret::parse(text))
}
