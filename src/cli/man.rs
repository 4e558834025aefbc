//! `reglette man`: the manual pages of all commands, made from their help.

use super::{Cli, CliError, Exit};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Writes manual pages to a folder: reglette.1, and one for each command.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette man ~/.local/share/man/man1
  reglette man . && man ./reglette-compare.1")]
pub struct Options {
    /// The folder
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

impl Options {
    /// Writes the pages; those of the same names are replaced.
    ///
    /// # Errors
    /// If the folder cannot be written to.
    pub fn run(&self, out: &mut dyn Write) -> Result<Exit, CliError> {
        let folder = self.folder.display();
        let written = std::fs::create_dir_all(&self.folder)
            .and_then(|()| clap_mangen::generate_to(Cli::whole_command(), &self.folder));
        written.map_err(|error| CliError::Input(format!("{folder}: manual pages cannot be written: {error}")))?;
        writeln!(out, "Wrote the manual pages to {folder}: reglette.1 and one for each command")?;
        Ok(Exit::Done)
    }
}
