//! The folder of a run: checked before play, created when play starts, and filled with files that are renamed into
//! place when complete.

use super::manifest::Manifest;
use crate::data::whole::{PartialFile, remove_whole, write_whole};
use crate::tournament::{Journal, JournalError, Lock};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of all runs without a folder of their own.
pub const RESULTS: &str = "results";
/// The link in it to the newest run.
pub const LATEST: &str = "latest";

/// Why the result of a merge is not written to this folder.
pub const IS_A_PART: &str = "it is one of the parts that are merged; give another --out";

/// The output folder of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A new folder `results/<number>-<name>`.
    Numbered(String),
    /// This folder.
    Given {
        /// Its path.
        path: PathBuf,
        /// Whether files of an older run may be replaced.
        force: bool,
    },
}

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It is not empty.
    #[error(
        "{} exists and is not empty; give another --out, or --force to replace the files of an older run",
        .0.display()
    )]
    NotEmpty(PathBuf),
    /// It is not a folder.
    #[error("{} exists and is not a folder", .0.display())]
    NoFolder(PathBuf),
    /// A folder with the name of a journal is not one.
    #[error("{} is not a journal of a run, and is not removed; give another --out", .0.display())]
    NoJournal(PathBuf),
    /// What is played in it cannot be replaced: another process plays it.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The system denies access.
    #[error("{}: {reason}", .path.display())]
    Refused {
        /// The path.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
}

impl FolderError {
    fn refused(path: &Path) -> impl FnOnce(io::Error) -> FolderError {
        move |reason| FolderError::Refused { path: path.to_path_buf(), reason }
    }
}

impl Target {
    /// Checks whether a run may write there; creates nothing.
    ///
    /// # Errors
    /// If something prevents it.
    pub fn check(&self) -> Result<(), FolderError> {
        let Target::Given { path, force } = self else { return Ok(()) };
        match fs::read_dir(path) {
            // Hidden entries are remains of a run that was killed before it began.
            Ok(entries) => {
                match entries.flatten().filter(|entry| !entry.file_name().to_string_lossy().starts_with('.')).count() {
                    0 => Ok(()),
                    _ if *force => check_free(&path.join(Journal::FOLDER)),
                    _ => Err(FolderError::NotEmpty(path.clone())),
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(_) if path.exists() && !path.is_dir() => Err(FolderError::NoFolder(path.clone())),
            Err(error) => Err(FolderError::refused(path)(error)),
        }
    }

    /// The one of some folders that is this one, under whatever path.
    pub fn among<'a>(&self, mut folders: impl Iterator<Item = &'a Path>) -> Option<&'a Path> {
        let Target::Given { path, .. } = self else { return None };
        let out = path.canonicalize().ok()?;
        folders.find(|folder| folder.canonicalize().is_ok_and(|at| at == out))
    }

    /// Creates the folder. Of an older run in it only the files named `known` are removed, and its journal if it was
    /// interrupted; one that another process is playing is left untouched.
    ///
    /// # Errors
    /// As [`Target::check`], if another process holds the lock of the journal, or if the folder cannot be created.
    pub fn make(&self, known: &[&str]) -> Result<Folder, FolderError> {
        self.check()?;
        match self {
            Target::Numbered(name) => Folder::numbered(name),
            Target::Given { path, .. } => {
                fs::create_dir_all(path).map_err(FolderError::refused(path))?;
                let journal = path.join(Journal::FOLDER);
                let lock = Some(&journal).filter(|it| it.exists()).map(|it| Lock::take(it)).transpose()?;
                for name in known {
                    let old = path.join(name);
                    if old.is_file() {
                        fs::remove_file(&old).map_err(FolderError::refused(&old))?;
                    }
                }
                if let Some(lock) = lock {
                    drop(lock);
                    remove_whole(&journal).map_err(FolderError::refused(&journal))?;
                }
                Ok(Folder { path: path.clone(), is_numbered: false })
            }
        }
    }
}

/// Checks that a journal may be removed, if there is one: it is one, and no other process plays it.
fn check_free(path: &Path) -> Result<(), FolderError> {
    check_journal(path)?;
    if path.exists() {
        drop(Lock::take(path)?);
    }
    Ok(())
}

/// Checks that a folder with the name of a journal may be removed: it holds a plan, or does not exist.
///
/// # Errors
/// If it is not a journal.
pub fn check_journal(path: &Path) -> Result<(), FolderError> {
    let is_one = path.join(Manifest::PLAN).exists();
    if is_one || !path.exists() { Ok(()) } else { Err(FolderError::NoJournal(path.to_path_buf())) }
}

/// The folder of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    path: PathBuf,
    is_numbered: bool,
}

impl Folder {
    fn numbered(name: &str) -> Result<Folder, FolderError> {
        let results = Path::new(RESULTS);
        fs::create_dir_all(results).map_err(FolderError::refused(results))?;
        let used = fs::read_dir(results).map_err(FolderError::refused(results))?;
        let number_of =
            |entry: fs::DirEntry| entry.file_name().to_string_lossy().split('-').next()?.parse::<u32>().ok();
        let mut number = used.flatten().filter_map(number_of).max().unwrap_or(0);
        loop {
            number += 1;
            let path = results.join(format!("{number:03}-{name}"));
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Folder { path, is_numbered: true }),
                // Another run took the number in between.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(FolderError::refused(&path)(error)),
            }
        }
    }

    /// An existing folder.
    pub fn at(path: impl Into<PathBuf>) -> Folder {
        let path: PathBuf = path.into();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_numbered = path.parent() == Some(Path::new(RESULTS))
            && name.split('-').next().is_some_and(|first| first.parse::<u32>().is_ok());
        Folder { is_numbered, path }
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Begins a file, which gets its name when it is complete.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn part(&self, name: &str) -> io::Result<PartialFile> {
        PartialFile::begin(self.path.join(name))
    }

    /// Writes a file atomically.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, name: &str, text: &str) -> io::Result<()> {
        write_whole(&self.path.join(name), text.as_bytes())
    }

    /// Points `results/latest` to this folder if it is one of the numbered ones: a link, or where links cannot be
    /// created a file with the name. A folder of that name, which is no link, is left as it is.
    ///
    /// # Errors
    /// If neither can be created.
    pub fn mark_latest(&self) -> io::Result<()> {
        let Some(name) = self.path.file_name().filter(|_| self.is_numbered) else { return Ok(()) };
        let (new, latest) = (Path::new(RESULTS).join(".latest.part"), Path::new(RESULTS).join(LATEST));
        if latest.is_dir() && !latest.is_symlink() {
            return Ok(());
        }
        match fs::remove_file(&new) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        if link(Path::new(name), &new).is_err() {
            fs::write(&new, name.as_encoded_bytes())?;
        }
        fs::rename(&new, &latest)
    }
}

#[cfg(unix)]
fn link(to: &Path, path: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(to, path)
}

#[cfg(windows)]
fn link(to: &Path, path: &Path) -> io::Result<()> {
    std::os::windows::fs::symlink_dir(to, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(path: &Path, force: bool) -> Target {
        Target::Given { path: path.to_path_buf(), force }
    }

    #[test]
    fn a_folder_with_files_is_refused_unless_forced() {
        let folder = tempfile::tempdir().unwrap();
        assert!(given(folder.path(), false).check().is_ok());
        fs::write(folder.path().join("games.csv"), "old").unwrap();
        fs::write(folder.path().join("notes.txt"), "mine").unwrap();
        assert!(matches!(given(folder.path(), false).check(), Err(FolderError::NotEmpty(_))));
        given(folder.path(), true).make(&["games.csv"]).unwrap();
        assert!(!folder.path().join("games.csv").exists() && folder.path().join("notes.txt").exists());
        assert!(matches!(given(&folder.path().join("notes.txt"), true).check(), Err(FolderError::NoFolder(_))));
    }
}
