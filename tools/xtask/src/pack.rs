//! How files are named, compressed and counted.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use crate::Outcome;

/// Files that are smaller when compressed; the others are compressed already.
const COMPRESSIBLE: [&str; 6] = ["css", "html", "js", "svg", "txt", "wasm"];

/// Renames the files `<stem><end>` to `<stem>-<hash><end>` and answers the new stem.
///
/// One hash stands for all of them, because they only fit each other.
pub fn name_by_content(pkg: &Path, stem: &str, ends: &[&str]) -> Outcome<String> {
    let mut hasher = blake3::Hasher::new();
    for end in ends {
        hasher.update(&fs::read(pkg.join(format!("{stem}{end}")))?);
    }
    let name = format!("{stem}-{}", &hasher.finalize().to_hex()[..10]);
    for end in ends {
        fs::rename(pkg.join(format!("{stem}{end}")), pkg.join(format!("{name}{end}")))?;
    }
    Ok(name)
}

/// Puts `x.br` beside every `x` that is worth it.
pub fn precompress(folder: &Path) -> Outcome {
    for file in files(folder)? {
        if file.extension().is_some_and(|extension| COMPRESSIBLE.iter().any(|one| extension == *one)) {
            let mut name = file.clone().into_os_string();
            name.push(".br");
            // Buffer, quality and window: the best that brotli has.
            let mut writer = brotli::CompressorWriter::new(fs::File::create(name)?, 1 << 16, 11, 24);
            writer.write_all(&fs::read(&file)?)?;
        }
    }
    Ok(())
}

/// Prints every file with its size in bytes.
pub fn print_sizes(folder: &Path) -> Outcome {
    for file in files(folder)? {
        println!("{:>9}  {}", fs::metadata(&file)?.len(), file.strip_prefix(folder)?.display());
    }
    Ok(())
}

/// Fails when the parts `<stem><end>` have more bytes together than so many.
pub fn refuse_above(most: u64, pkg: &Path, stem: &str, ends: &[&str]) -> Outcome {
    let mut bytes = 0;
    for end in ends {
        bytes += fs::metadata(pkg.join(format!("{stem}{end}")))?.len();
    }
    if bytes > most {
        return Err(format!("{stem} has {bytes} bytes in {ends:?}, and {most} are allowed").into());
    }
    Ok(())
}

/// All files in a folder and in the folders below it, in the order of their names.
fn files(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_has_one_hash_and_a_limit() -> Outcome {
        let pkg = std::env::temp_dir().join(format!("xtask-pack-{}", std::process::id()));
        fs::create_dir_all(&pkg)?;
        fs::write(pkg.join("shop.js"), "js")?;
        fs::write(pkg.join("shop_bg.wasm"), "wasm")?;
        let ends = [".js", "_bg.wasm"];
        let name = name_by_content(&pkg, "shop", &ends)?;
        assert!(name.starts_with("shop-") && name.len() == "shop-".len() + 10);
        assert!(pkg.join(format!("{name}.js")).exists() && pkg.join(format!("{name}_bg.wasm")).exists());
        assert!(refuse_above(6, &pkg, &name, &ends).is_ok());
        assert!(refuse_above(5, &pkg, &name, &ends).is_err());
        fs::remove_dir_all(&pkg)?;
        Ok(())
    }
}
