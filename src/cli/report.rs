//! `reglette report`: writes the page of a folder of results, or of what changed between two.

use super::{CliError, Exit};
use crate::report::page;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// The name of the page of two folders.
const CHANGES: &str = "changes.html";

/// Writes the page of a folder of results, report.html, from its tables; or of what changed between two folders.
///
/// Every command that writes a folder writes its page as well. This one makes it again, also of a folder that an older
/// version wrote or whose games are not all played: then it says what is still open.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette report results/latest
  reglette report results/003-plain results/007-plain --out changes.html")]
pub struct Options {
    /// The folder of results; with a second one the baseline
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The new results, compared with the baseline
    #[arg(value_name = "DIR")]
    pub after: Option<PathBuf>,
    /// The file to be written [default: report.html in the folder; of two folders changes.html in the second]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

impl Options {
    /// Writes the page.
    ///
    /// # Errors
    /// If a folder holds no results, or something cannot be read or written.
    pub fn run(&self, out: &mut dyn Write) -> Result<Exit, CliError> {
        let (html, place) = match &self.after {
            None => (page::render(&self.folder)?, self.folder.join(page::NAME)),
            Some(after) => (page::render_changes(&self.folder, after)?, after.join(CHANGES)),
        };
        let written = page::write_to(self.out.as_deref().unwrap_or(&place), &html)?;
        writeln!(out, "Wrote {}", written.display())?;
        Ok(Exit::Done)
    }
}
