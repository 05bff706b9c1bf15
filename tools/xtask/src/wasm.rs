//! The bundle: wasm and the JavaScript that loads it.

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use wasm_bindgen_cli_support::Bindgen;

use crate::{Outcome, Profile, root, run};

/// What the bundle may use of WebAssembly: every browser since 2022 has it.
const WASM_FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// Writes `sluice.js` and `sluice_bg.wasm` to `pkg`.
pub fn build(profile: Profile, pkg: &Path) -> Outcome {
    let raw = compile(profile)?;
    Bindgen::new()
        .input_path(raw)
        .out_name("sluice")
        .web(true)?
        .typescript(false)
        .omit_default_module_path(true)
        .generate(pkg)?;
    match profile {
        Profile::WasmRelease => shrink(&pkg.join("sluice_bg.wasm")),
        Profile::WasmDev => Ok(()),
    }
}

/// Compiles the only cdylib and answers where cargo put it.
fn compile(profile: Profile) -> Outcome<PathBuf> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .current_dir(root())
        .args(["build", "--package", "frontend", "--features", "shop", "--target", "wasm32-unknown-unknown"])
        .args(["--profile", profile.cargo(), "--message-format", "json-render-diagnostics"])
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Err("the bundle does not compile".into());
    }
    let messages = String::from_utf8(output.stdout)?;
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter(|message| message["target"]["name"] == "frontend")
        .find_map(|message| message["filenames"].as_array()?.iter().find_map(|name| wasm(name.as_str()?)))
        .ok_or_else(|| "cargo named no wasm file".into())
}

fn wasm(name: &str) -> Option<PathBuf> {
    name.ends_with(".wasm").then(|| PathBuf::from(name))
}

/// Runs `wasm-opt`, which npm installs beside the browser tests.
fn shrink(file: &Path) -> Outcome {
    let npm_folder = root().join("end2end");
    let wasm_opt = npm_folder.join("node_modules/.bin/wasm-opt");
    if !wasm_opt.exists() {
        run(Command::new("npm").current_dir(&npm_folder).args(["ci", "--omit=dev"]))?;
    }
    run(Command::new(wasm_opt).arg("-Oz").args(WASM_FEATURES).arg(file).arg("-o").arg(file))
}
