//! The command line: parse, run, report the error, choose the exit code.

use clap::error::ErrorKind;
use reglette::bots::external::warden;
use reglette::cli::{Cli, Exit, version};
use reglette::data::Library;
use reglette::tournament::referee;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
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
    let mut out = BufWriter::new(io::stdout().lock());
    let result = cli.run(&library, &mut io::stdin().lock(), &mut out);
    let result = result.and_then(|exit| Ok(out.flush().map(|()| exit)?));
    let exit = result.unwrap_or_else(|error| {
        if let Some(message) = error.message() {
            // Output already written is flushed before the message.
            let _ = out.flush();
            let _ = writeln!(io::stderr(), "{message}");
        }
        error.exit()
    });
    warden::end_all();
    ExitCode::from(exit.code())
}
