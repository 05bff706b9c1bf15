//! Programs that npm installs.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::SystemTime,
};

use crate::{Outcome, root, run};

/// A program of the packages that a folder of the workspace asks for. They are installed when they are missing or older
/// than the lock; then those that only tests need are left out.
pub fn program(folder: &str, name: &str) -> Outcome<PathBuf> {
    let folder = root().join(folder);
    let program = folder.join("node_modules/.bin").join(name);
    if !program.exists() || installed(&folder)? < changed(&folder.join("package-lock.json"))? {
        run(Command::new("npm").current_dir(&folder).args(["ci", "--omit=dev"]))?;
    }
    Ok(program)
}

/// When npm last finished its work in a folder, which it notes in a file of its own.
fn installed(folder: &Path) -> Outcome<SystemTime> {
    let note = folder.join("node_modules/.package-lock.json");
    if note.exists() { changed(&note) } else { Ok(SystemTime::UNIX_EPOCH) }
}

fn changed(file: &Path) -> Outcome<SystemTime> {
    Ok(fs::metadata(file)?.modified()?)
}
