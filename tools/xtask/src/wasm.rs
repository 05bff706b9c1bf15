//! The bundles: wasm and the JavaScript that loads it.

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use wasm_bindgen_cli_support::Bindgen;

use crate::{Outcome, Profile, editor, npm, root, run};

/// What a bundle may use of WebAssembly: every browser since 2022 has it.
const WASM_FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// Writes `<bundle>.js` and `<bundle>_bg.wasm` to `pkg`. A bundle is a feature of the crate `frontend`.
///
/// The JavaScript names no file: who calls it says where the wasm is.
pub fn build(bundle: &str, profile: Profile, pkg: &Path) -> Outcome {
    let raw = compile(bundle, profile)?;
    Bindgen::new()
        .input_path(raw)
        .out_name(bundle)
        .web(true)?
        .typescript(false)
        .omit_default_module_path(true)
        .generate(pkg)?;
    if profile == Profile::WasmRelease {
        shrink(&pkg.join(format!("{bundle}_bg.wasm")))?;
        editor::minify(&pkg.join(format!("{bundle}.js")))?;
    }
    Ok(())
}

/// Compiles the only cdylib and answers where cargo put it. The next bundle overwrites that file.
fn compile(bundle: &str, profile: Profile) -> Outcome<PathBuf> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .current_dir(root())
        .args(["build", "--package", "frontend", "--features", bundle, "--target", "wasm32-unknown-unknown"])
        .args(["--profile", profile.cargo(), "--message-format", "json-render-diagnostics"])
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Err(format!("the bundle {bundle} does not compile").into());
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
    let wasm_opt = npm::program("end2end", "wasm-opt")?;
    // The passes around the first `-Oz` leave 1 % less to load than `-Oz` alone.
    let passes = ["--flatten", "--rereloop", "-Oz", "--gufa", "-Oz", "--converge"];
    run(Command::new(wasm_opt).args(passes).args(WASM_FEATURES).arg(file).arg("-o").arg(file))
}
