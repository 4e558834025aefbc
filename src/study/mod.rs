//! Studies: the long questions that are no tournament, such as what troops should cost, each of which can be killed at
//! any moment and gone on with.
//!
//! A study is begun with its [`Plan`]: the command, word for word, and all files that it read. While it is played its
//! [`Log`] takes what each unit of work came to. Who goes on with it gives the same command once more, with the files
//! as they were: what is on record is not played again, and all else comes to the same. When all results are written
//! the journal, which holds plan and log, goes ([`Study`]).

pub mod folder;
pub mod journal;
pub mod parts;
pub mod plan;

pub use folder::{Found, Place, Study, command_of, file_of, find};
pub use journal::Log;
pub use plan::Plan;

use crate::report::{FolderError, ManifestError};
use crate::tournament::{JournalError, Shard};
use std::io;
use std::path::PathBuf;

/// Why a study cannot be begun, gone on with or finished.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// There is no plan or manifest that can be used.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// What lies there is not of this study or of this program.
    #[error("{}: {why}", .at.display())]
    Foreign {
        /// The folder.
        at: PathBuf,
        /// What differs.
        why: String,
    },
    /// A study of the same file was broken off.
    #[error("{}: here lies what was broken off; --resume {} goes on with it, --force begins \
        anew", .0.display(), .0.display())]
    BrokenOff(PathBuf),
    /// A part is joined that has not been played to its end.
    #[error("{}: this part is not finished; go on with it: reglette {command} --resume \
        {}", .at.display(), .at.display())]
    Unfinished {
        /// Its folder.
        at: PathBuf,
        /// Its command.
        command: String,
    },
    /// Not all parts are there.
    #[error("parts are missing: {}", Shard::list(.0))]
    Missing(Vec<Shard>),
    /// Something could not be written. What is on record stays.
    #[error("{}: {reason}", .at.display())]
    Write {
        /// The file or folder.
        at: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
}
