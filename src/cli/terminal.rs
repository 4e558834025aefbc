//! The terminal: `--color`, its width, and lines that fit it.

use crate::report::screen;
use anstream::AutoStream;
use anstream::ColorChoice;
use clap::{Args, ValueEnum};
use std::io::{self, IsTerminal, Write};

/// When text has colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR is set or CLICOLOR is 0; anywhere if CLICOLOR_FORCE is set
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

impl Terminal {
    /// Sets width and colours of this process. Whether standard output is a terminal, to which lines are fitted.
    pub fn set_up(self) -> bool {
        let asked = match self.colour {
            Colour::Auto => ColorChoice::Auto,
            Colour::Always => ColorChoice::Always,
            Colour::Never => ColorChoice::Never,
        };
        asked.write_global();
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
    fn lines_are_written_whole_where_there_is_no_terminal() {
        let mut written = Vec::new();
        let mut fitted = Fitted::new(&mut written);
        fitted.write_all("an é".as_bytes()).unwrap();
        fitted.write_all(b"nd\nmore").unwrap();
        fitted.flush().unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), "an énd\nmore");
    }
}
