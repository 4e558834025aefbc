//! `reglette completions`: the script by which a shell completes commands and options.

use super::{Cli, CliError, Exit};
use clap::{Args, Command};
use clap_complete::Shell;
use std::io::Write;

/// Prints a script for a shell, which then completes the commands and options of reglette.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette completions bash > ~/.local/share/bash-completion/completions/reglette
  reglette completions zsh > ~/.zfunc/_reglette
  reglette completions fish > ~/.config/fish/completions/reglette.fish")]
pub struct Options {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

impl Options {
    /// Writes the script.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> Result<Exit, CliError> {
        let whole = Cli::whole_command();
        // Commands for internal use are left out.
        let commands = whole.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
        let mut visible = Command::new("reglette").version(env!("CARGO_PKG_VERSION")).subcommands(commands);
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut visible, "reglette", &mut script);
        out.write_all(&script)?;
        Ok(Exit::Done)
    }
}
