//! How questions about armies are played and kept: the options that they share, what is said when one is interrupted, and what every folder of answers holds.

use super::CliError;
use super::note::note;
use super::whole_number::whole_number;
use crate::balance::costs::ArenaError;
use crate::data::whole::{hash_of_bytes, write_whole};
use crate::report::{Folder, Manifest, RunInfo, Target};
use crate::run::{KeepError, KeptGames};
use crate::tournament::TournamentError;
use crate::tournament::load::DEFAULT_SEED;
use clap::Args;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

/// How it is played, and where its results go.
#[derive(Clone, Debug, Args)]
pub struct Asking {
    /// Keep the games in this file while they are played: the same command goes on with it after a break
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// The master seed of all draws, dice and bots
    #[arg(long, default_value_t = DEFAULT_SEED, value_name = "S", value_parser = whole_number::<u64>(0..=i64::MAX as u64))]
    pub seed: u64,
    /// The folder for the results [default: a new one in results, numbered and called like the command]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Replace the files of an older run in --out, and the file of --write
    #[arg(long)]
    pub force: bool,
    /// Threads; results do not depend on them [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = whole_number::<u16>(1..=1024))]
    pub threads: Option<u16>,
    /// No progress and no notes on the error stream
    #[arg(long)]
    pub quiet: bool,
}

impl From<KeepError> for CliError {
    fn from(error: KeepError) -> Self {
        CliError::Input(error.to_string())
    }
}

impl Asking {
    /// Where the results of a command go.
    pub(super) fn target(&self, command: &str) -> Target {
        match &self.out {
            Some(path) => Target::Given { path: path.clone(), force: self.force },
            None => Target::Numbered(command.to_owned()),
        }
    }

    /// Whether a further file may be written.
    pub(super) fn check_write(&self, path: Option<&Path>) -> Result<(), CliError> {
        match path {
            Some(path) if path.exists() && !self.force => {
                Err(CliError::Input(format!("{} exists; give another --write, or --force to replace it", path.display())))
            }
            _ => Ok(()),
        }
    }

    /// The games that are kept of this question, which is named by its manifest.
    pub(super) fn kept(&self, manifest: &str) -> Result<Option<KeptGames>, CliError> {
        let open = |path: &PathBuf| KeptGames::open(path, &hash_of_bytes(manifest.as_bytes()));
        Ok(self.journal.as_ref().map(open).transpose()?)
    }

    /// Says how to go on.
    pub(super) fn tell_interrupted(&self) {
        match &self.journal {
            Some(path) => note!("interrupted: the same command goes on with the games in {}", path.display()),
            None => note!("interrupted: nothing is written; with --journal FILE the games would be kept"),
        }
    }
}

/// What is told of games that could not be played.
pub(super) fn told_arena_error(error: ArenaError) -> CliError {
    match error {
        ArenaError::Unkept(fault) => CliError::Write(std::io::Error::other(fault)),
        broken @ ArenaError::Broken { .. } => CliError::Tournament(TournamentError::Broken { game: 0, message: broken.to_string() }),
        other => CliError::Input(other.to_string()),
    }
}

/// Ends a folder: its manifest, what is known of the run, and the link to the newest.
pub(super) fn seal(folder: &Folder, manifest: &str, threads: usize, began: (SystemTime, Instant), games: u64) -> Result<(), CliError> {
    let command = std::env::args().collect();
    folder.write(Manifest::NAME, manifest)?;
    folder.write(RunInfo::NAME, &RunInfo::new(command, threads, began.0, began.1.elapsed(), games).to_toml())?;
    folder.mark_latest()?;
    Ok(())
}

/// Writes a file whole, with the folders that lead to it.
pub(super) fn write_file(path: &Path, text: &str) -> Result<(), CliError> {
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        std::fs::create_dir_all(parent)?;
    }
    Ok(write_whole(path, text.as_bytes())?)
}

/// Where a file comes from: the manifest of a folder.
pub(super) fn source_line(folder: &Folder, manifest: &str) -> String {
    format!("Source: {} of {}, BLAKE3 {}", Manifest::NAME, folder.path().display(), hash_of_bytes(manifest.as_bytes()))
}
