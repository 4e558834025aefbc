//! Why a command failed: the message, and the exit code.

use super::Exit;
use crate::data::DataError;
use crate::game::{LoadError, SetupError};
use crate::report::page::PageError;
use crate::report::{FolderError, ManifestError};
use crate::run::{MergeError, RunError};
use crate::study::StudyError;
use crate::tournament::{JournalError, TournamentError};
use std::io;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// Files do not give a game.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The folder for results cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The request is invalid.
    #[error("{0}")]
    Input(String),
    /// Some of the files that were checked have faults, which are already reported.
    #[error("{0} of the files checked cannot be used")]
    Check(usize),
    /// Nothing is wrong as far as the first game: the command is only checked, and ends before it.
    #[error("only checked")]
    OnlyChecked,
    /// A tournament could not be played.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// A run cannot be begun, resumed or finished.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Parts cannot be merged.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// A study cannot be begun, resumed or finished.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// A page cannot be made.
    #[error(transparent)]
    Page(#[from] PageError),
    /// Something could not be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

impl From<DataError> for CliError {
    fn from(error: DataError) -> Self {
        CliError::Load(error.into())
    }
}

impl From<SetupError> for CliError {
    fn from(error: SetupError) -> Self {
        CliError::Load(error.into())
    }
}

impl From<ManifestError> for CliError {
    fn from(error: ManifestError) -> Self {
        CliError::Run(error.into())
    }
}

impl CliError {
    /// The exit code.
    pub fn exit(&self) -> Exit {
        match self {
            CliError::Load(_) | CliError::Folder(_) | CliError::Input(_) | CliError::Check(_) | CliError::Merge(_) => {
                Exit::BadInput
            }
            CliError::Run(error) => match error {
                RunError::Journal(JournalError::Refused { .. }) => Exit::Interrupted,
                RunError::Folder(_) | RunError::Journal(_) | RunError::Manifest(_) => Exit::BadInput,
                RunError::Foreign { .. } | RunError::Damaged { .. } => Exit::BadInput,
                RunError::Write { .. } | RunError::Tournament(TournamentError::Write(_)) => Exit::Interrupted,
                RunError::Tournament(_) | RunError::Miscounted { .. } => Exit::Internal,
            },
            CliError::Study(StudyError::Write { .. } | StudyError::Journal(JournalError::Refused { .. })) => {
                Exit::Interrupted
            }
            CliError::Study(_) => Exit::BadInput,
            CliError::OnlyChecked => Exit::Done,
            CliError::Page(PageError::File { reason, .. }) if reason.kind() != io::ErrorKind::InvalidData => {
                Exit::Internal
            }
            CliError::Page(_) => Exit::BadInput,
            // The reader of our output has closed it.
            CliError::Write(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
            CliError::Tournament(_) | CliError::Write(_) => Exit::Internal,
        }
    }

    /// The whole message, causes included; `None` where nothing needs to be reported.
    pub fn message(&self) -> Option<String> {
        if self.exit() == Exit::Done {
            return None;
        }
        let mut text = self.to_string();
        let mut cause = std::error::Error::source(self);
        while let Some(error) = cause {
            let reason = error.to_string();
            // Many messages end with their cause already.
            if !text.ends_with(&reason) {
                text.push_str(&format!(": {reason}"));
            }
            cause = error.source();
        }
        Some(text)
    }
}
