//! The page of a study whose result is a single file: beside it, with the ending `.html`.

use super::CliError;
use super::study::{Running, Studying};
use crate::report::page::tables::{TablesPage, render};
use std::path::{Path, PathBuf};

/// The page of the result at this path.
fn page_of(target: &Path) -> PathBuf {
    target.with_extension("html")
}

/// Refuses a new study whose page would replace a file.
pub(super) fn check_page(target: &Path, force: bool, study: &Studying) -> Result<(), CliError> {
    let page = page_of(target);
    if page.exists() && !force && !study.is_resumed() {
        return Err(CliError::Input(format!("{} exists; --force replaces it", page.display())));
    }
    Ok(())
}

/// Writes the page, and returns the line that names it. `place` is where the result is, wherever the study is resumed,
/// and `target` the path as it was given.
pub(super) fn write_page(
    running: &Running,
    [place, target]: [&Path; 2],
    page: TablesPage,
    force: bool,
) -> Result<String, CliError> {
    let text = render(TablesPage { command: Some(running.command_line()), ..page });
    running.write_file(&page_of(place), &text, force)?;
    Ok(format!("Wrote {}\n", page_of(target).display()))
}
