//! Why a run cannot be begun, resumed or finished.

use crate::data::quoted_path;
use crate::report::FolderError;
use crate::report::manifest::ManifestError;
use crate::tournament::{JournalError, TournamentError};
use std::io;
use std::path::{Path, PathBuf};

/// Why a run cannot be begun, resumed or finished.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// There is no usable manifest.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// The run belongs to another plan or another program.
    #[error("{}: {why}", .folder.display())]
    Foreign {
        /// The folder.
        folder: PathBuf,
        /// What differs.
        why: String,
    },
    /// Files of a finished run are damaged, and cannot be restored from the others.
    #[error(
        "{}: damaged or missing: {}; the run can be played again: reglette rerun {}",
        .folder.display(), .files.join(", "), quoted_path(.folder)
    )]
    Damaged {
        /// The folder.
        folder: PathBuf,
        /// The files.
        files: Vec<String>,
    },
    /// Games could not be played, or their results could not be written.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// The counts do not match the games played: a fault of the program.
    #[error("{}: {why}; nothing is written, and the journal is kept", .folder.display())]
    Miscounted {
        /// The folder.
        folder: PathBuf,
        /// What differs.
        why: String,
    },
    /// Something could not be written.
    #[error("{}: {reason}", .folder.display())]
    Write {
        /// The folder.
        folder: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
}

/// The error of a folder that cannot be written.
pub(super) fn write_error(folder: &Path) -> impl Fn(io::Error) -> RunError + use<> {
    let folder = folder.to_path_buf();
    move |reason| RunError::Write { folder: folder.clone(), reason }
}
