//! The page of a study whose result is a single file: beside it, with the ending `.html`.

use super::CliError;
use super::study::{Running, Studying};
use crate::report::page::html;
use crate::report::page::tables::{TablesPage, render};
use std::fs;
use std::path::{Path, PathBuf};

/// The page of the result at this path.
fn page_of(target: &Path) -> PathBuf {
    target.with_extension("html")
}

/// Whether a file is a page of this program.
fn is_page(path: &Path) -> bool {
    fs::read_to_string(path).is_ok_and(|text| html::is_page(&text))
}

/// Refuses a new study whose page would replace a file. The page of an earlier one without a result may be replaced.
pub(super) fn check_page(target: &Path, force: bool, study: &Studying) -> Result<(), CliError> {
    let page = page_of(target);
    let is_left_over = !target.exists() && is_page(&page);
    study.check_new_file(&page, force || is_left_over)
}

/// Writes the page, and returns the line that names it. `place` is where the result is, wherever the study is resumed,
/// and `target` the path as it was given.
pub(super) fn write_page(
    running: &Running,
    [place, target]: [&Path; 2],
    page: TablesPage,
    force: bool,
) -> Result<String, CliError> {
    let stem = target.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let again = target.with_file_name(format!("{stem}-again.toml"));
    let text = render(TablesPage { command: Some(running.command_again(&again)), ..page });
    let page = page_of(place);
    running.write_file(&page, &text, force || is_page(&page))?;
    Ok(format!("Wrote {}\n", page_of(target).display()))
}
