//! `--json` and `--markdown`: the results of a command as a document in place of the text for the screen.

use super::CliError;
use crate::report::document::{DataTable, Document};
use clap::Args;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How results are printed: none of it changes the results.
#[derive(Clone, Debug, Default, Args)]
pub struct Printing {
    /// Print the results as JSON (docs/output.md)
    #[arg(long, conflicts_with = "markdown")]
    pub json: bool,
    /// Print the results as tables in Markdown
    #[arg(long)]
    pub markdown: bool,
    /// What the command has for the document; clones share it.
    #[arg(skip)]
    found: Arc<Mutex<Findings>>,
}

/// What a command has for its document.
#[derive(Debug, Default)]
struct Findings {
    folder: Option<PathBuf>,
    tables: Vec<DataTable>,
}

impl Printing {
    /// Whether a document takes the place of the text.
    pub fn is_document(&self) -> bool {
        self.json || self.markdown
    }

    /// The results are in this folder.
    pub(super) fn wrote(&self, folder: &Path) {
        self.found().folder = Some(folder.to_path_buf());
    }

    /// The folder of the results, once they are written.
    pub(super) fn folder(&self) -> Option<PathBuf> {
        self.found().folder.clone()
    }

    /// A table that is in no folder.
    pub(super) fn add(&self, table: DataTable) {
        self.found().tables.push(table);
    }

    fn found(&self) -> MutexGuard<'_, Findings> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The document of a command that ended with this exit code or error.
    pub(super) fn document(&self, command: &str, result: Result<u8, &CliError>) -> io::Result<String> {
        let found = self.found();
        let mut tables = found.tables.clone();
        if let Some(folder) = &found.folder {
            tables.extend(DataTable::all_of(folder)?);
        }
        let document = Document {
            command: command.to_owned(),
            exit: result.unwrap_or_else(|error| error.exit().code()),
            error: result.err().map(ToString::to_string),
            folder: found.folder.clone(),
            tables,
        };
        Ok(if self.json { document.to_json() } else { document.to_markdown() })
    }
}
