//! How files are named, compressed and counted.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use crate::Outcome;

/// Files that are smaller when compressed; the others are compressed already.
const COMPRESSIBLE: [&str; 6] = ["css", "html", "js", "svg", "txt", "wasm"];

/// Renames `sluice*` to `sluice-<hash>*` and writes the new name to the file `name`.
///
/// One hash stands for the whole bundle, because its parts only fit each other.
pub fn name_by_content(pkg: &Path) -> Outcome {
    let parts = files(pkg)?;
    let mut hasher = blake3::Hasher::new();
    for part in &parts {
        hasher.update(&fs::read(part)?);
    }
    let name = format!("sluice-{}", &hasher.finalize().to_hex()[..10]);
    for part in &parts {
        let old = part.file_name().unwrap_or_default().to_string_lossy();
        fs::rename(part, pkg.join(old.replacen("sluice", &name, 1)))?;
    }
    fs::write(pkg.join("name"), &name)?;
    Ok(())
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
