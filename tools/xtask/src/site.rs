//! The site, step by step.

use std::{fs, path::Path};

use serde_json::json;

use crate::{Outcome, Profile, css, editor, pack, root, wasm};

/// The most that a shopper's browser may load of the bundle `shop`, in compressed bytes: it comes over a phone's network
/// in the minute before a sale opens.
const SHOP_BYTES: u64 = 90_000;

/// Builds everything into a fresh folder and puts it in the place of `out`, so that a server never sees half a site.
pub fn build(profile: Profile, out: &Path) -> Outcome {
    let fresh = out.with_extension("new");
    clear(&fresh)?;
    let pkg = fresh.join("pkg");
    fs::create_dir_all(&pkg)?;

    wasm::build("shop", profile, &pkg)?;
    wasm::build("office", profile, &pkg)?;
    editor::build(profile, &pkg)?;
    fs::write(pkg.join("style.css"), css::bundle(&root().join("style/main.css"))?)?;
    copy(&root().join("public"), &fresh)?;

    // A bundle is named without ending, because its parts share the stem.
    let shop = pack::name_by_content(&pkg, "shop", &[".js", "_bg.wasm"])?;
    let office = pack::name_by_content(&pkg, "office", &[".js", "_bg.wasm"])?;
    let style = pack::name_by_content(&pkg, "style", &[".css"])? + ".css";
    let editor = pack::name_by_content(&pkg, "editor", &[".js"])? + ".js";
    let names = json!({ "shop": shop, "office": office, "style": style, "editor": editor });
    fs::write(pkg.join("names.json"), names.to_string())?;

    if profile == Profile::WasmRelease {
        pack::precompress(&fresh)?;
    }
    pack::print_sizes(&fresh)?;
    if profile == Profile::WasmRelease {
        pack::refuse_above(SHOP_BYTES, &pkg, &shop, &[".js.br", "_bg.wasm.br"])?;
    }

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
