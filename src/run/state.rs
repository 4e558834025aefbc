//! What stands in the folder of a run: a journal with its plan, or all files with their manifest.

use super::conduct::RunError;
use crate::report::manifest::Output;
use crate::report::{GamesFile, Manifest};
use crate::tournament::Journal;
use std::fs;
use std::io;
use std::path::Path;

/// Where the journal goes before it is removed, so that it goes whole or not at all.
const LEFT: &str = ".journal.left";

/// What stands in the folder of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum State {
    /// All its files, and its manifest.
    Finished(Manifest),
    /// A journal, and the plan.
    Begun(Manifest),
}

/// What stands in a folder.
///
/// # Errors
/// Where it is not the folder of a run.
pub fn plan_of(folder: &Path) -> Result<State, RunError> {
    let plan = folder.join(Journal::FOLDER).join(Manifest::PLAN);
    if plan.exists() {
        return Ok(State::Begun(Manifest::read(&plan)?));
    }
    let manifest = Manifest::read(&folder.join(Manifest::NAME))?;
    // One file may be damaged; where most are not as the manifest has them, it is that of another run. Rows are left out, which may be many.
    let beside = manifest.outputs.iter().filter(|output| output.path != GamesFile::NAME && folder.join(&output.path).exists());
    let beside: Vec<Output> = beside.cloned().collect();
    if Output::damaged(&beside, folder).len() * 2 > beside.len() {
        let why = format!("its {} is not that of the files beside it", Manifest::NAME);
        return Err(RunError::Foreign { folder: folder.to_path_buf(), why });
    }
    Ok(State::Finished(manifest))
}

/// That the program which wrote a manifest plays as this one does.
///
/// # Errors
/// Says what differs.
pub(super) fn check_engine(folder: &Path, written: &Manifest, now: &Manifest) -> Result<(), RunError> {
    let differs = |what: &str, then: &str, now: &str| {
        let why = format!("it was begun by a program with another {what} ({then}); this one has {now}, and their games must not be mixed");
        Err(RunError::Foreign { folder: folder.to_path_buf(), why })
    };
    if written.signature != now.signature {
        return differs("engine signature", &written.signature, &now.signature);
    }
    if written.version != now.version {
        return differs("version", &written.version, &now.version);
    }
    Ok(())
}

/// Removes a journal at once: it is renamed first, so that a kill leaves all of it or nothing that looks like one.
pub(super) fn remove(journal: Journal, folder: &Path) -> io::Result<()> {
    drop(journal);
    let left = folder.join(LEFT);
    fs::rename(folder.join(Journal::FOLDER), &left)?;
    fs::remove_dir_all(left)
}

/// Removes what a kill during the removal of the journal has left.
///
/// # Errors
/// Where it cannot be removed.
pub fn sweep(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder.join(LEFT)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
