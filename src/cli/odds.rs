//! `reglette odds`: the exact odds of one combat, as a table, as CSV or as JSON, and of a sweep over one option. The
//! rulebook computes them and lists the options; here they are only requested and formatted.

mod arguments;
mod layout;
mod sweep;

pub use arguments::{Options, for_rulebook, rulebook_asked_about};
pub use layout::{answer, csv, json, table};
pub use sweep::{Sweep, Swept, sweep_csv, sweep_json, sweep_table};

use super::printing::Printing;
use super::{CliError, Exit};
use crate::catalog::{self, Task};
use crate::data::Library;
use crate::game::{CombatOdds, OddsFault, OddsQuery, Positioned, Rulebook};
use crate::report::document::DataTable;
use crate::report::screen::{self, Tone};
use clap::ValueEnum;
use std::io::Write;
use std::path::Path;

/// The output format of odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Aligned text
    Table,
    /// One line for each result, choices repeated
    Csv,
    /// One object
    Json,
}

impl Options {
    /// Whether it writes CSV or JSON.
    pub(super) fn is_data(&self) -> bool {
        matches!(self.format, Some(Format::Csv | Format::Json))
    }

    /// Writes the odds.
    ///
    /// # Errors
    /// Bad input, or a combat whose odds cannot be computed.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        let rulebook = self.position.rulebook(library)?;
        catalog::with(rulebook, Odds { options: self, library, out }).expect("the rulebook is in the catalog")
    }
}

struct Odds<'a> {
    options: &'a Options,
    library: &'a Library,
    out: &'a mut dyn Write,
}

impl Task for Odds<'_> {
    type Output = Result<Exit, CliError>;

    fn run<R: Rulebook + 'static>(self) -> Result<Exit, CliError> {
        let options = self.options;
        options.check_names(R::NAME, R::Game::OPTIONS)?;
        let positioned = options.position.read::<R>(self.library)?;
        let path = &options.position.position;
        let fault = |error: OddsFault| CliError::Input(format!("{path}: {error}"));
        let query = OddsQuery {
            attacker: options.attacker.clone(),
            target: options.target.clone(),
            choices: options.choices.clone(),
        };
        if let Some(asked) = &options.sweep {
            let sweep = Sweep::of::<R::Game>(asked).map_err(fault)?;
            let swept = sweep.weigh(&positioned, &query).map_err(fault)?;
            if options.printing.is_document() {
                let shown = layout::shown(swept.iter().flatten(), true);
                return document(&options.printing, shown, |rows| sweep_csv(&sweep, &swept, rows));
            }
            match options.format {
                None | Some(Format::Table) => write!(self.out, "{}", sweep_table(&sweep, &swept))?,
                Some(Format::Csv) => sweep_csv(&sweep, &swept, self.out)?,
                Some(Format::Json) => writeln!(self.out, "{:#}", sweep_json(&sweep, &swept))?,
            }
            return Ok(Exit::Done);
        }
        let Positioned { game, state } = positioned;
        let report = game.combat_odds(&state, &query).map_err(fault)?;
        if options.printing.is_document() {
            let shown = layout::shown(std::iter::once(&report), false);
            return document(&options.printing, shown, |rows| csv(&report, rows));
        }
        match options.format {
            None | Some(Format::Table) => {
                write!(self.out, "{}", table(&report))?;
                if let Some(answer) = answer(&report) {
                    writeln!(self.out, "\n{}", screen::paint(Tone::Answer, answer))?;
                }
            }
            Some(Format::Csv) => csv(&report, self.out)?,
            Some(Format::Json) => writeln!(self.out, "{:#}", json(&report))?,
        }
        Ok(Exit::Done)
    }
}

/// Adds the table that `write` writes as CSV to the document; in Markdown the columns that are shown on the screen.
fn document(
    printing: &Printing,
    shown: Vec<String>,
    write: impl FnOnce(&mut dyn Write) -> Result<(), CliError>,
) -> Result<Exit, CliError> {
    let mut rows = Vec::new();
    write(&mut rows)?;
    printing.add(DataTable { shown, ..DataTable::parse(Path::new("odds.csv"), rows.as_slice())? });
    Ok(Exit::Done)
}
