//! `reglette report`: writes the page of a folder of results, or of what changed between two.

use super::narrator::Maps;
use super::printing::Printing;
use super::{CliError, Exit, replay};
use crate::report::page;
use clap::Args;
use std::fs;
use std::io::{self, Write};
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
  reglette report results/latest --replays
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
    /// Also write a page of each game worth seeing, into the folder `replays` of a tournament, and link to it
    #[arg(long, conflicts_with = "after")]
    pub replays: bool,
}

impl Options {
    /// Writes the page.
    ///
    /// # Errors
    /// If a folder holds no results, or something cannot be read or written.
    pub fn run(&self, out: &mut dyn Write) -> Result<Exit, CliError> {
        if self.replays {
            self.write_replays(out)?;
        }
        let usual = match &self.after {
            None => self.folder.join(page::NAME),
            Some(after) => after.join(CHANGES),
        };
        let file = self.out.as_deref().unwrap_or(&usual);
        let html = match &self.after {
            None => page::render(&self.folder, file)?,
            Some(after) => page::render_changes(&self.folder, after, file)?,
        };
        let written = page::write_to(file, &html)?;
        writeln!(out, "Wrote {}", written.display())?;
        Ok(Exit::Done)
    }

    /// Plays the games worth seeing again, and writes their pages.
    fn write_replays(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let games = page::games_worth_seeing(&self.folder)?;
        if games.is_empty() {
            writeln!(out, "No game to be watched: --replays needs the games.csv of a finished tournament")?;
        }
        for (game, file) in games {
            let html = self.folder.join(file);
            if let Some(folder) = html.parent() {
                fs::create_dir_all(folder)
                    .map_err(|error| CliError::Input(format!("{}: {error}", folder.display())))?;
            }
            let shown = format!("Wrote {}", html.display());
            let replay = replay::Options {
                folder: self.folder.clone(),
                game: Some(game),
                map: Maps::None,
                html: Some(html),
                explain: false,
                svg: None,
                step: None,
                verify: None,
                printing: Printing::default(),
            };
            replay.run(&mut io::sink())?;
            writeln!(out, "{shown}")?;
        }
        Ok(())
    }
}
