//! Whether the tables of a folder of results are what was written.

use crate::cli::CliError;
use crate::data::message::quoted_list;
use crate::report::Manifest;
use crate::report::format::count;
use crate::report::page::folder::{FolderKind, ResultFolder};
use std::path::{Path, PathBuf};

/// The folder of results that a path names, itself or by its manifest.
pub(super) fn folder_of(path: &Path) -> Option<PathBuf> {
    if path.is_dir() {
        return Some(path.to_path_buf());
    }
    let is_manifest = path.is_file() && path.file_name().is_some_and(|name| name == Manifest::NAME);
    is_manifest.then(|| path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new(".")).into())
}

/// What the folder holds.
///
/// # Errors
/// If it holds no results, its manifest has changed, or tables are damaged or missing.
pub(super) fn check(path: &Path) -> Result<Vec<String>, CliError> {
    let folder = ResultFolder::open(path)?;
    let damaged = folder.all_damaged();
    if !damaged.is_empty() {
        let names = quoted_list(&damaged, "and");
        return Err(CliError::Input(format!("{}: damaged or missing: {names}", path.display())));
    }
    Ok(vec![match folder.kind {
        FolderKind::Unfinished => "not finished; `reglette run` says how to resume it".to_owned(),
        FolderKind::Ladder => "a ladder; its tournaments are in folders of their own".to_owned(),
        _ => format!("results, {} as they were written", count(folder.files().len() as u64 - 1, "file")),
    }])
}
