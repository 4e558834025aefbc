//! `report.html`: the page of a folder of results, made from its CSV files and manifest alone.
//!
//! [`folder`] finds what wrote a folder; a module for each kind ([`tournament`], [`comparison`], [`costs`],
//! [`strongest_list`], [`probe`], [`ladder`], [`unfinished`]; [`changes`] for two folders, [`tables`] for results in no
//! folder) makes a [`model::Page`] of its tables; [`plot`] draws; [`html`] writes. The same tables give the same bytes.

pub mod cards;
pub mod changes;
pub mod comparison;
pub mod costs;
pub mod endings;
pub mod factors;
pub mod facts;
pub mod folder;
pub mod forest;
pub mod html;
pub mod ladder;
pub mod model;
pub mod new_list;
pub mod number;
pub mod parts;
pub mod plot;
pub mod probe;
mod question;
pub mod sheet;
pub mod strength;
pub mod strongest_list;
pub mod tables;
pub mod tournament;
pub mod unfinished;

pub use folder::PageError;

use self::folder::{FolderKind, ResultFolder};
use self::model::Page;
use super::Folder;
use crate::data::relative::way;
use crate::data::whole::write_named;
use std::io;
use std::path::{Path, PathBuf};

/// The name of the file.
pub const NAME: &str = "report.html";

/// The page of a folder as HTML, to be written to a file in it or elsewhere.
///
/// # Errors
/// If the folder holds no results, or they cannot be read.
pub fn render(path: &Path, file: &Path) -> Result<String, PageError> {
    let page = page(&ResultFolder::open(path)?)?;
    Ok(html::html(&page.seen_from(&way_from(file, path))))
}

/// The way from the folder of a file to a path; the path itself where there is no current folder.
fn way_from(file: &Path, path: &Path) -> PathBuf {
    way(path, file.parent().unwrap_or(Path::new(""))).unwrap_or_else(|| path.to_path_buf())
}

/// The answer of a folder in one sentence, with its interval.
///
/// # Errors
/// As [`render`].
pub fn answer(path: &Path) -> Result<String, PageError> {
    let folder = ResultFolder::open(path)?;
    match folder.kind {
        // The answer alone: the page reads the file of all games as well.
        FolderKind::Tournament => tournament::answer(&folder),
        _ => Ok(page(&folder)?.answer),
    }
}

/// The games of a folder that are worth seeing: their numbers, each with the file of its page from the folder. None
/// where it is not of a finished tournament.
///
/// # Errors
/// As [`render`].
pub fn games_worth_seeing(path: &Path) -> Result<Vec<(u64, String)>, PageError> {
    let folder = ResultFolder::open(path)?;
    match folder.kind {
        FolderKind::Tournament => tournament::games_worth_seeing(&folder),
        _ => Ok(Vec::new()),
    }
}

/// The page of what changed from one folder to another as HTML, to be written to a file.
///
/// # Errors
/// As [`render`], or if both hold results of different kinds.
pub fn render_changes(before: &Path, after: &Path, file: &Path) -> Result<String, PageError> {
    let page = changes::page(&ResultFolder::open(before)?, &ResultFolder::open(after)?)?;
    let ways = [before, after].map(|folder| Some(way_from(file, folder)).filter(|way| !way.as_os_str().is_empty()));
    let [before, after] = ways.map(|way| way.map_or_else(|| ".".to_owned(), |way| way.display().to_string()));
    let command = shlex::try_join(["reglette", "report", &before, &after]).ok();
    Ok(html::html(&Page { command, ..page }))
}

/// Writes the page of a folder into it, and returns its path.
///
/// # Errors
/// As [`render`], or if it cannot be written.
pub fn write(path: &Path) -> Result<PathBuf, PageError> {
    let file = path.join(NAME);
    write_to(&file, &render(path, &file)?)
}

/// Writes a page to a file, and returns its path.
///
/// # Errors
/// If it cannot be written.
pub fn write_to(file: &Path, html: &str) -> Result<PathBuf, PageError> {
    let failed = |reason| PageError::File { path: file.to_path_buf(), reason };
    write_named(file, html.as_bytes()).map_err(failed)?;
    Ok(file.to_path_buf())
}

/// Writes the page of a folder whose results are all in place.
///
/// # Errors
/// If the tables cannot be read, or the page cannot be written.
pub fn complete(folder: &Folder) -> io::Result<()> {
    match write(folder.path()) {
        Ok(_) => Ok(()),
        Err(PageError::File { reason, .. }) => Err(reason),
        Err(other) => Err(io::Error::other(other)),
    }
}

fn page(folder: &ResultFolder) -> Result<Page, PageError> {
    let mut page = match folder.kind {
        FolderKind::Tournament => tournament::page(folder)?,
        FolderKind::Comparison => comparison::page(folder)?,
        FolderKind::Balance => costs::page(folder)?,
        FolderKind::StrongestList => strongest_list::page(folder)?,
        FolderKind::Probe => probe::page(folder)?,
        FolderKind::Ladder => ladder::page(folder)?,
        FolderKind::Unfinished => unfinished::page(folder)?,
    };
    let damaged = folder.damaged();
    if !damaged.is_empty() {
        let files = damaged.join(", ");
        page.notes.insert(0, format!("Not as they were written, or missing: {files}. Numbers from them may be wrong."));
    }
    Ok(page)
}
