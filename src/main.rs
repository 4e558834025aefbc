//! The command line: parse, run, report the error, choose the exit code.

use clap::error::ErrorKind;
use include_dir::{Dir, include_dir};
use reglette::bots::external::warden;
use reglette::cli::terminal::Colour;
use reglette::cli::{Cli, CliError, Exit, pages, version};
use reglette::data::Library;
use reglette::report::screen::{self, Tone};
use reglette::tournament::referee;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

static PAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/docs");

/// The texts that packages of the program are expected to have.
static BESIDE: [pages::Text; 4] = [
    ("README.md", include_str!("../README.md")),
    ("CHANGELOG.md", include_str!("../CHANGELOG.md")),
    ("LICENSE-MIT", include_str!("../LICENSE-MIT")),
    ("LICENSE-APACHE", include_str!("../LICENSE-APACHE")),
];

fn main() -> ExitCode {
    pages::provide(&PAGES, &BESIDE);
    referee::keep_bot_panics_quiet();
    if let Ok(program) = std::env::current_exe() {
        warden::appoint(program);
    }
    let library = Library::here();
    let words: Vec<OsString> = std::env::args_os().collect();
    Colour::begin(&words);
    let cli = Cli::read(words, &library).unwrap_or_else(|error| match error.kind() {
        ErrorKind::DisplayVersion => {
            print!("{}", version::render());
            std::process::exit(Exit::Done.code().into());
        }
        _ => error.exit(),
    });
    let (cli, library) = match cli.expanded(library) {
        Ok(expanded) => expanded,
        Err(error) => {
            report(&error);
            return ExitCode::from(error.exit().code());
        }
    };
    let mut out = cli.output();
    let result = cli.run(&library, &mut io::stdin().lock(), &mut out);
    let result = result.and_then(|exit| Ok(out.flush().map(|()| exit)?));
    let exit = result.unwrap_or_else(|error| {
        // Output already written is flushed before the message.
        let _ = out.flush();
        report(&error);
        error.exit()
    });
    warden::end_all();
    ExitCode::from(exit.code())
}

fn report(error: &CliError) {
    if let Some(message) = error.message() {
        let head = screen::painted(Tone::Fault, "error:");
        let _ = writeln!(anstream::stderr(), "{}", screen::for_errors(&format!("{head} {message}")));
    }
}
