//! Scripts: the rich-text editor of the office, one module out of `editor/`, and what loads a bundle.

use std::{path::Path, process::Command};

use crate::{Outcome, Profile, npm, root, run};

/// Writes `editor.js` to `pkg`.
pub fn build(profile: Profile, pkg: &Path) -> Outcome {
    let mut esbuild = esbuild(Path::new("src/main.js"), &pkg.join("editor.js"))?;
    esbuild.arg("--bundle");
    if profile == Profile::WasmRelease {
        esbuild.arg("--minify");
    }
    run(&mut esbuild)
}

/// Shortens a script in its place.
pub fn minify(script: &Path) -> Outcome {
    run(esbuild(script, script)?.args(["--minify", "--allow-overwrite"]))
}

fn esbuild(from: &Path, to: &Path) -> Outcome<Command> {
    let mut esbuild = Command::new(npm::program("editor", "esbuild")?);
    esbuild.current_dir(root().join("editor")).arg(from).arg(format!("--outfile={}", to.display()));
    esbuild.args(["--format=esm", "--target=es2022", "--charset=utf8", "--log-level=warning"]);
    Ok(esbuild)
}
