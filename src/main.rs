//! The command line: parse, run, report the error, choose the exit code.

use clap::error::ErrorKind;
use include_dir::{Dir, include_dir};
use reglette::bots::external::warden;
use reglette::cli::{Cli, CliError, Exit, pages, version};
use reglette::data::Library;
use reglette::report::screen::{self, Tone};
use reglette::tournament::referee;
use std::io::{self, Write};
use std::process::ExitCode;

static PAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/docs");

fn main() -> ExitCode {
    pages::provide(&PAGES);
    referee::keep_bot_panics_quiet();
    if let Ok(program) = std::env::current_exe() {
        warden::appoint(program);
    }
    let library = Library::here();
    let cli = Cli::read(std::env::args_os(), &library).unwrap_or_else(|error| match error.kind() {
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
