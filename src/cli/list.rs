//! `reglette list`: the available files.

use super::printing::Printing;
use super::{CliError, Exit};
use crate::catalog;
use crate::data::{Kind, Library};
use crate::report::document::DataTable;
use crate::report::table::aligned;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::Write;
use strum::VariantArray;

/// Lists the available rules, armies, scenarios, bots and problems: files in the local folders, and those built into
/// the program.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette list
  reglette list armies")]
pub struct Options {
    /// Only files of this kind
    #[arg(value_enum)]
    pub what: Option<What>,
    /// How results are printed
    #[command(flatten)]
    pub printing: Printing,
}

/// The kinds of file that can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum What {
    /// Rules files
    Rules,
    /// Army lists
    Armies,
    /// Scenarios
    Scenarios,
    /// Positions
    Positions,
    /// Bots
    Bots,
    /// Value functions
    Values,
    /// Problems for bots
    Problems,
}

impl What {
    fn kind(self) -> Kind {
        match self {
            What::Rules => Kind::Rules,
            What::Armies => Kind::Army,
            What::Scenarios => Kind::Scenario,
            What::Positions => Kind::Position,
            What::Bots => Kind::Bot,
            What::Values => Kind::Value,
            What::Problems => Kind::Problem,
        }
    }
}

/// An available file in a document.
#[derive(Serialize)]
struct FileRow<'a> {
    kind: &'static str,
    name: &'a str,
    rulebook: Option<&'a str>,
    path: &'a str,
    built_in: bool,
}

impl Options {
    /// Writes the list.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        let mut rows = DataTable { name: "files".to_owned(), ..DataTable::default() };
        if self.what.is_none() {
            writeln!(out, "rulebooks: {}\n", catalog::NAMES.join(", "))?;
        }
        for kind in Kind::VARIANTS.iter().copied().filter(|kind| self.what.is_none_or(|what| what.kind() == *kind)) {
            let files = library.list(kind);
            if files.is_empty() {
                continue;
            }
            let documented = files.iter().map(|entry| FileRow {
                kind: kind.folder(),
                name: &entry.name,
                rulebook: entry.rulebook.as_deref(),
                path: &entry.path,
                built_in: entry.built_in,
            });
            if !rows.rows.is_empty() {
                writeln!(out)?;
            }
            writeln!(out, "{}:", kind.folder())?;
            let row = |entry: &crate::data::Entry| {
                let origin = if entry.built_in { "built in" } else { "" };
                vec![
                    format!("  {}", entry.name),
                    entry.rulebook.clone().unwrap_or_default(),
                    entry.path.clone(),
                    origin.to_string(),
                ]
            };
            rows.rows.extend(DataTable::of("files", documented)?.rows);
            write!(out, "{}", aligned(&files.iter().map(row).collect::<Vec<_>>(), &[]))?;
        }
        self.printing.add(rows);
        Ok(Exit::Done)
    }
}
