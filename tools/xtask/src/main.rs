//! Steps of the build that cargo has no word for. `cargo run -p xtask -- site` builds what browsers load.

mod css;
mod editor;
mod npm;
mod pack;
mod site;
mod wasm;

use std::{
    error::Error,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use clap::{Parser, ValueEnum};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

#[derive(Parser)]
#[command(about = "Steps of the build that cargo has no word for")]
enum Task {
    /// Builds the site: two bundles of wasm, the editor, styles and the files of `public/`.
    Site {
        /// How the wasm is built.
        #[arg(long, value_enum, default_value_t = Profile::WasmRelease)]
        profile: Profile,
        /// The folder to write; what is in it is replaced.
        #[arg(long, default_value = "target/site")]
        out: PathBuf,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Profile {
    /// As small as it gets, and precompressed; takes minutes.
    WasmRelease,
    /// Quick to build, for tests.
    WasmDev,
}

impl Profile {
    /// The name in `Cargo.toml`.
    const fn cargo(self) -> &'static str {
        match self {
            Self::WasmRelease => "wasm-release",
            Self::WasmDev => "dev",
        }
    }
}

fn main() -> ExitCode {
    let Task::Site { profile, out } = Task::parse();
    match site::build(profile, &root().join(out)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs a program and says which one failed.
fn run(command: &mut Command) -> Outcome {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| format!("{name} cannot be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed ({status})").into()) }
}
