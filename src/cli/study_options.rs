//! Options shared by studies of armies, and the error message where games cannot be played.

use super::CliError;
use super::study::{Studying, source_of};
use super::whole_number::seed;
use crate::balance::costs::ArenaError;
use crate::report::Target;
use crate::tournament::TournamentError;
use crate::tournament::load::DEFAULT_SEED;
use clap::Args;
use std::path::{Component, Path, PathBuf, absolute};
use std::{fs, io};

/// How it is played, and the folder of its results.
#[derive(Clone, Debug, Args)]
pub struct StudyOptions {
    /// The master seed of all draws, dice and bots
    #[arg(long, default_value_t = DEFAULT_SEED, value_name = "S", value_parser = seed())]
    pub seed: u64,
    /// The folder for the results [default: a new results/NUMBER-COMMAND]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Replace the files of an older run in --out, and the file of --write
    #[arg(long)]
    pub force: bool,
    /// Play and resume options
    #[command(flatten)]
    pub study: Studying,
}

impl StudyOptions {
    /// The target folder of a command.
    pub(super) fn target(&self, command: &str) -> Target {
        match &self.out {
            Some(path) => Target::Given { path: path.clone(), force: self.force },
            None => Target::Numbered(command.to_owned()),
        }
    }

    /// Checks whether a further file may be written: outside the results, and not over the file of another study.
    pub(super) fn check_write(&self, path: Option<&Path>) -> Result<(), CliError> {
        let Some(path) = path else { return Ok(()) };
        check_file(path)?;
        let refused = |why: &str| Err(CliError::Input(format!("--write {}: {why}", path.display())));
        // When resumed, the folder is where it was found, whatever --out was relative to.
        let results = self.study.results();
        if [self.out.as_deref(), results.as_deref()].into_iter().flatten().any(|folder| is_within(path, folder)) {
            return refused("it is in the folder of the results; expected a path outside of it");
        }
        match results {
            _ if self.force || !is_taken(path) => Ok(()),
            None => refused("it exists; give another --write, or --force to replace it"),
            // Written before the study was interrupted; its content is compared when it is written again.
            Some(results) if names_source(path, &results)? => Ok(()),
            Some(_) => refused("it was written by something else since the study began; move it and resume again"),
        }
    }
}

/// Whether something is at a path, be it a link to nothing.
pub(super) fn is_taken(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Whether a file has the line of provenance of a folder of results.
fn names_source(file: &Path, results: &Path) -> Result<bool, CliError> {
    let text = fs::read(file).unwrap_or_default();
    Ok(String::from_utf8_lossy(&text).contains(&format!("{},", source_of(results))))
}

/// Whether a path lies in a folder, neither of which needs to exist.
fn is_within(path: &Path, folder: &Path) -> bool {
    match (resolved(path), resolved(folder)) {
        (Ok(path), Ok(folder)) => path.starts_with(folder),
        _ => false,
    }
}

/// The absolute path without links, as far as it exists, and without `..`.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    let mut whole = PathBuf::new();
    for part in absolute(path)?.components() {
        if part == Component::ParentDir {
            whole.pop();
            continue;
        }
        whole.push(part);
        whole = whole.canonicalize().unwrap_or(whole);
    }
    Ok(whole)
}

/// Checks that a file can be written at a path, as far as that can be known beforehand.
pub(super) fn check_file(path: &Path) -> Result<(), CliError> {
    let wrong = |what: &str| Err(CliError::Input(format!("{}: {what}", path.display())));
    let parent = path.ancestors().skip(1).find(|above| above.exists());
    if path.is_dir() || path.to_string_lossy().ends_with('/') {
        return wrong("it is a folder; expected the path of a file");
    }
    if path.file_name().is_none() {
        return wrong("expected the path of a file");
    }
    match parent {
        Some(above) if !above.is_dir() => wrong("its parent is not a folder"),
        _ => Ok(()),
    }
}

/// The error message for games that could not be played.
pub(super) fn arena_error(error: ArenaError) -> CliError {
    match error {
        ArenaError::Halted => CliError::Tournament(TournamentError::Halted),
        ArenaError::PartDone => CliError::Tournament(TournamentError::PartDone),
        ArenaError::NotLogged(fault) => CliError::Write(std::io::Error::other(fault)),
        broken @ ArenaError::Broken { .. } => {
            CliError::Tournament(TournamentError::Broken { game: 0, message: broken.to_string() })
        }
        ArenaError::Setup(fault) => CliError::Input(fault),
    }
}
