//! The terminal: `--color`, its width, and lines that fit it.

use crate::report::screen;
use anstream::AutoStream;
use anstream::ColorChoice;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

/// When text has colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR is set or CLICOLOR is 0; anywhere if CLICOLOR_FORCE is set and not 0
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How text is shown on a terminal.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Terminal {
    /// When text has colours
    #[arg(long = "color", value_enum, default_value_t, value_name = "WHEN", global = true, help_heading = "Terminal")]
    pub colour: Colour,
}

impl Colour {
    /// The name of the option.
    const OPTION: &str = "--color";

    /// What a command line asks for, which need not be valid: errors of usage have colours, too, or none.
    fn asked(words: &[OsString]) -> Colour {
        let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).take_while(|word| word != "--").collect();
        let value = words.iter().enumerate().rev().find_map(|(at, word)| match word.strip_prefix(Colour::OPTION)? {
            "" => words.get(at + 1).map(|next| next.as_ref()),
            with_value => with_value.strip_prefix('='),
        });
        value.and_then(|value| Colour::from_str(value, false).ok()).unwrap_or_default()
    }

    fn choice(self) -> ColorChoice {
        let is = |variable: &str, value: &str| std::env::var_os(variable).is_some_and(|found| found == value);
        match self {
            Colour::Always => ColorChoice::Always,
            Colour::Never => ColorChoice::Never,
            // The streams take 0 for a wish for colours.
            Colour::Auto if is("CLICOLOR_FORCE", "0") => {
                let are_terminals = io::stdout().is_terminal() && io::stderr().is_terminal();
                let has_no_colour = std::env::var_os("NO_COLOR").is_some_and(|found| !found.is_empty());
                let is_wanted = are_terminals && !has_no_colour && !is("CLICOLOR", "0") && !is("TERM", "dumb");
                if is_wanted { ColorChoice::Always } else { ColorChoice::Never }
            }
            Colour::Auto => ColorChoice::Auto,
        }
    }

    /// Sets the colours of this process by its command line, before that is read.
    pub fn begin(words: &[OsString]) {
        Colour::asked(words).choice().write_global();
    }

    /// The colours of help and errors of usage.
    pub(super) fn of_usage() -> clap::ColorChoice {
        match ColorChoice::global() {
            ColorChoice::Always | ColorChoice::AlwaysAnsi => clap::ColorChoice::Always,
            ColorChoice::Never => clap::ColorChoice::Never,
            ColorChoice::Auto => clap::ColorChoice::Auto,
        }
    }
}

impl Terminal {
    /// Sets width and colours of this process. Whether standard output is a terminal, to which lines are fitted.
    pub fn set_up(self) -> bool {
        self.colour.choice().write_global();
        screen::set_coloured(AutoStream::choice(&io::stdout()) != ColorChoice::Never);
        if let Some((columns, _)) = terminal_size::terminal_size_of(io::stderr()) {
            screen::set_error_width(columns.0.into());
        }
        let size = terminal_size::terminal_size_of(io::stdout());
        if let Some((columns, _)) = size {
            screen::set_width(columns.0.into());
        }
        size.is_some() && io::stdout().is_terminal()
    }
}

/// Writes text to a terminal of known width: a longer line goes on in the next one, indented.
pub struct Fitted<W: Write> {
    out: W,
    /// The bytes of the line that has not ended yet.
    line: Vec<u8>,
}

impl<W: Write> Fitted<W> {
    /// A writer to `out`.
    pub fn new(out: W) -> Fitted<W> {
        Fitted { out, line: Vec::new() }
    }

    fn write_line(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        match std::str::from_utf8(&line) {
            Ok(text) => self.out.write_all(screen::wrapped(text, screen::width()).join("\n").as_bytes()),
            Err(_) => self.out.write_all(&line),
        }
    }
}

impl<W: Write> Write for Fitted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut lines = bytes.split(|byte| *byte == b'\n');
        self.line.extend_from_slice(lines.next().unwrap_or_default());
        for next in lines {
            self.write_line()?;
            self.out.write_all(b"\n")?;
            self.line.extend_from_slice(next);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        // A line that has not ended is a question: its answer follows on the same line.
        self.write_line()?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_need_not_be_valid_to_ask_for_colours() {
        let asked = |words: &str| Colour::asked(&words.split(' ').map(Into::into).collect::<Vec<_>>());
        assert_eq!(asked("reglette lisst --color never"), Colour::Never);
        assert_eq!(asked("reglette --color=always --color=never help"), Colour::Never);
        assert_eq!(asked("reglette --color=always list"), Colour::Always);
        assert_eq!(asked("reglette list --color sometimes"), Colour::Auto);
        assert_eq!(asked("reglette list -- --color never"), Colour::Auto);
    }

    #[test]
    fn lines_are_written_whole_where_there_is_no_terminal() {
        let mut written = Vec::new();
        let mut fitted = Fitted::new(&mut written);
        fitted.write_all("an é".as_bytes()).unwrap();
        fitted.write_all(b"nd\nmore").unwrap();
        fitted.flush().unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), "an énd\nmore");
    }
}
