//! The lock of a journal, and why a journal cannot be used.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The system denies access.
    #[error("{}: {reason}", .path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// Another process holds its lock.
    #[error("{} is being played by another process", .0.display())]
    InUse(PathBuf),
    /// It belongs to another plan. It is left untouched.
    #[error("{}: the journal is not one of this plan", .0.display())]
    Foreign(PathBuf),
    /// It is not what this program wrote.
    #[error("{}: {fault}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        fault: String,
    },
}

pub(super) fn refused(path: &Path) -> impl FnOnce(io::Error) -> JournalError {
    move |reason| JournalError::Refused { path: path.to_path_buf(), reason }
}

/// An exclusive lock on the run of a folder: held by one process at a time, and released when it ends.
pub struct Lock {
    pub(super) folder: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes the lock of a journal's folder, before anything in it is touched.
    ///
    /// # Errors
    /// If another process holds it.
    pub fn take(folder: &Path) -> Result<Lock, JournalError> {
        let path = folder.join("lock");
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(refused(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { folder: folder.to_path_buf(), _file: file }),
            Err(TryLockError::WouldBlock) => Err(JournalError::InUse(folder.to_path_buf())),
            Err(TryLockError::Error(reason)) => Err(refused(&path)(reason)),
        }
    }
}
