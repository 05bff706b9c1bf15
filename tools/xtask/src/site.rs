//! The site, step by step.

use std::{fs, path::Path};

use crate::{Outcome, Profile, css, pack, root, wasm};

/// Builds everything into a fresh folder and puts it in the place of `out`, so that a server never sees half a site.
pub fn build(profile: Profile, out: &Path) -> Outcome {
    let fresh = out.with_extension("new");
    clear(&fresh)?;
    let pkg = fresh.join("pkg");
    fs::create_dir_all(&pkg)?;

    wasm::build(profile, &pkg)?;
    fs::write(pkg.join("sluice.css"), css::bundle(&root().join("style/main.css"))?)?;
    copy(&root().join("public"), &fresh)?;
    pack::name_by_content(&pkg)?;
    if profile == Profile::WasmRelease {
        pack::precompress(&fresh)?;
    }
    pack::print_sizes(&fresh)?;

    clear(out)?;
    fs::rename(&fresh, out)?;
    Ok(())
}

fn clear(folder: &Path) -> Outcome {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Outcome {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        fs::copy(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}
