//! Picks a role; everything else is in the library.

use std::process::ExitCode;

use clap::Parser;
use server::cli::Cli;

#[tokio::main]
async fn main() -> ExitCode {
    match Cli::parse().run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("sluice: {failure}");
            ExitCode::FAILURE
        }
    }
}
