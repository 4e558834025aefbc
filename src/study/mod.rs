//! Studies: long computations other than tournaments, such as the estimation of troop costs, each of which can be
//! killed at any moment and resumed.
//!
//! A study begins with its [`Plan`]: the command, word for word, and all files that it read. During play its [`Log`]
//! records the result of each unit of work. To resume it, the same command is run again with the files as they were:
//! logged units are not repeated, and all others give the same results. When all results are written the journal, which
//! contains plan and log, is removed ([`Study`]).

pub mod folder;
pub mod journal;
pub mod parts;
pub mod plan;

pub use folder::{ResultsPlace, Study, StudyState, command_of, file_of, find};
pub use journal::Log;
pub use plan::Plan;

use crate::data::quoted_path;
use crate::report::{FolderError, ManifestError};
use crate::tournament::{JournalError, Shard};
use std::io;
use std::path::PathBuf;

/// Why a study cannot be begun, resumed or finished.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// There is no usable plan or manifest.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// The data belong to another study or another program.
    #[error("{}: {why}", .at.display())]
    Foreign {
        /// The folder.
        at: PathBuf,
        /// What differs.
        why: String,
    },
    /// A study of the same file was interrupted.
    #[error(
        "{}: an interrupted study exists; --resume {} resumes it, --force starts over",
        .0.display(), quoted_path(.0)
    )]
    BrokenOff(PathBuf),
    /// A part has not been played to its end.
    #[error(
        "{}: this part is not finished; resume it: reglette {command} --resume {}",
        .at.display(), quoted_path(.at)
    )]
    Unfinished {
        /// Its folder.
        at: PathBuf,
        /// Its command.
        command: String,
    },
    /// Some parts are missing.
    #[error("parts are missing: {}", Shard::list(.0))]
    Missing(Vec<Shard>),
    /// A further file of the study was written by something else while it was played. What is logged stays.
    #[error("{}: it was written by something else and is not replaced; move it, then resume: {resume}", .at.display())]
    Occupied {
        /// The file.
        at: PathBuf,
        /// The command that resumes the study.
        resume: String,
    },
    /// Something could not be written. What is logged stays.
    #[error("{}: {reason}", .at.display())]
    Write {
        /// The file or folder.
        at: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
}
