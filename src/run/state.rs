//! The state of a run's folder: a journal with its plan, or all files with their manifest.

use super::error::RunError;
use crate::data::whole;
use crate::report::manifest::{Output, differing_engine};
use crate::report::{GamesFile, Manifest};
use crate::tournament::Journal;
use std::io;
use std::path::Path;

/// The state of a run's folder.
#[derive(Clone, Debug, PartialEq)]
pub enum State {
    /// All its files, and its manifest.
    Finished(Manifest),
    /// A journal, and the plan.
    Begun(Manifest),
}

/// The state of a folder.
///
/// # Errors
/// If it is not the folder of a run.
pub fn plan_of(folder: &Path) -> Result<State, RunError> {
    let plan = folder.join(Journal::FOLDER).join(Manifest::PLAN);
    if plan.exists() {
        return Ok(State::Begun(Manifest::read(&plan)?));
    }
    let manifest = Manifest::read(&folder.join(Manifest::NAME))?;
    // A single file may be damaged; where most differ from the manifest, it is that of another run. Rows are skipped,
    // since the file may be large.
    let beside =
        manifest.outputs.iter().filter(|output| output.path != GamesFile::NAME && folder.join(&output.path).exists());
    let beside: Vec<Output> = beside.cloned().collect();
    if Output::damaged(&beside, folder).len() * 2 > beside.len() {
        let why = format!("its {} is not that of the files beside it", Manifest::NAME);
        return Err(RunError::Foreign { folder: folder.to_path_buf(), why });
    }
    Ok(State::Finished(manifest))
}

/// Checks that the program which wrote a manifest plays like this one.
///
/// # Errors
/// What differs.
pub(super) fn check_engine(folder: &Path, written: &Manifest, now: &Manifest) -> Result<(), RunError> {
    match differing_engine([&written.version, &written.signature], [&now.version, &now.signature]) {
        Some(why) => Err(RunError::Foreign { folder: folder.to_path_buf(), why }),
        None => Ok(()),
    }
}

/// Removes what a kill during the removal of the journal has left.
///
/// # Errors
/// If it cannot be removed.
pub fn sweep(folder: &Path) -> io::Result<()> {
    whole::sweep(&folder.join(Journal::FOLDER))
}
