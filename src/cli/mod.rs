//! The command line. Each command is a struct of options with a `run` that writes to any writer, so that it can be
//! called as a library as well.

pub mod balance;
mod battle_page;
pub mod bot;
pub mod breaker;
pub mod check;
pub mod check_bot;
mod command;
pub mod compare;
pub mod completions;
pub mod decisions;
mod ending;
mod error;
pub mod exit_code;
pub mod explain;
mod explain_game;
mod filming;
pub mod fit_value;
pub mod frames;
mod halt;
mod held_out;
pub mod human;
mod input_text;
pub mod keys;
mod ladder;
pub mod legal;
pub mod list;
pub mod log;
pub mod make_decisions;
pub mod man;
pub mod merge;
pub mod metagame;
pub mod narrator;
pub mod new;
mod new_unit;
mod note;
pub mod odds;
pub mod pages;
mod pairings;
mod plan_file;
pub mod play;
mod play_options;
pub mod pool;
pub mod printing;
pub mod probe;
pub mod problems;
pub mod progress;
mod ratings;
mod repeated;
pub mod replay;
pub mod report;
pub mod rerun;
mod rule;
mod run_progress;
pub mod run_tournament;
mod scored_bots;
mod session;
mod shard;
mod shell;
pub mod show;
mod still;
pub mod study;
pub mod study_options;
mod study_page;
pub mod terminal;
pub mod tournament;
pub mod train;
pub mod tune;
pub mod version;
mod whole_number;

pub use error::CliError;
pub use exit_code::Exit;

use self::command::Command;
use self::plan_file::PlanFile;
use self::rerun::Repeated;
use self::terminal::{Colour, Fitted, Terminal};
use crate::catalog::{self, Task};
use crate::data::seeded::expand;
use crate::data::{Kind, Library};
use crate::report::Manifest;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser};
use std::ffi::OsString;
use std::io::{self, BufRead, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Réglette simulates tabletop wargames with their complete rules, bot against bot, and reports results with confidence
/// intervals.
#[derive(Debug, Parser)]
#[command(name = "reglette", version, propagate_version = true, max_term_width = 110)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    /// How text is shown on a terminal
    #[command(flatten)]
    terminal: Terminal,
    /// The file to which the command is written as a plan: shown in the help of the commands that have plans, refused
    /// by the others
    #[arg(long, global = true, hide = true, value_name = "FILE")]
    write_plan: Option<PathBuf>,
    /// The text of that file.
    #[arg(skip)]
    plan: Option<String>,
    /// The options that are no part of it.
    #[arg(skip)]
    left_out: Vec<String>,
    /// The name of the command.
    #[arg(skip)]
    name: String,
    /// The finished study that is repeated.
    #[arg(skip)]
    repeated: Option<Repeated>,
}

impl Cli {
    /// All commands with their options.
    fn whole_command() -> clap::Command {
        let mut command = Cli::command().after_help(Exit::table());
        for name in study::COMMANDS {
            command = command.mut_subcommand(name, study::with_resume_alone);
        }
        for name in plan_file::COMMANDS.iter().chain(&["run"]) {
            command = command.mut_subcommand(name, |it| it.arg(plan_file::write_option()));
        }
        // A negative number is an invalid value, not an unknown option.
        command.mut_subcommands(|it| {
            it.mut_args(|arg| if arg.get_action().takes_values() { arg.allow_negative_numbers(true) } else { arg })
        })
    }

    /// Parses a command line. Help on odds with a position shows the options of that position's rulebook.
    ///
    /// # Errors
    /// What is invalid, or the requested help or version.
    pub fn read(arguments: impl IntoIterator<Item = OsString>, library: &Library) -> Result<Cli, clap::Error> {
        let arguments: Vec<OsString> = arguments.into_iter().collect();
        let mut command = Cli::whole_command().color(Colour::of_usage());
        if let Some(rulebook) = odds::rulebook_asked_about(&arguments, library) {
            command = command.mut_subcommand("odds", |it| odds::for_rulebook(it, rulebook));
        }
        let words =
            arguments.iter().skip(1).map(|word| word.to_str().map(str::to_owned)).collect::<Option<Vec<String>>>();
        let matches = command.clone().try_get_matches_from(arguments)?;
        let mut cli = Cli::from_arg_matches(&matches)?;
        if let Some((name, given)) = matches.subcommand()
            && let Some(asked) = command.find_subcommand(name)
        {
            if let Command::Run(options) = &mut cli.command {
                options.replaced = PlanFile::given(asked, given);
            }
            name.clone_into(&mut cli.name);
            let is_resumed = given.try_get_one::<PathBuf>("resume").is_ok_and(|folder| folder.is_some());
            if let Some(at) = &cli.write_plan
                && plan_file::COMMANDS.contains(&name)
                && !is_resumed
            {
                cli.plan = Some(plan_file::written(asked, given, at));
                cli.left_out = plan_file::left_out(asked, given);
            }
        }
        if let Some(studying) = cli.command.studying_mut() {
            let problem = "a study records its command line, which has to be UTF-8";
            studying.words = words.ok_or_else(|| command.error(ErrorKind::InvalidUtf8, problem))?;
        }
        Ok(cli)
    }

    /// The command of a plan file, or of a finished study that is repeated, in place of `reglette run` with it.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn expanded(self, library: Library) -> Result<(Cli, Library), CliError> {
        let Command::Run(options) = &self.command else { return Ok((self, library)) };
        match options.expanded(&library, self.write_plan.as_deref())? {
            Some((cli, library)) => {
                let write_plan = self.write_plan;
                // What is no plan file stands under its own name, so that the message names it.
                let name = if cli.plan.is_some() { cli.name } else { self.name };
                Ok((Cli { terminal: self.terminal, write_plan, name, ..cli }, library))
            }
            None => Ok((self, library)),
        }
    }

    /// Standard output: on a terminal its text has colours, and lines that fit.
    pub fn output(&self) -> Box<dyn Write> {
        let is_terminal = self.terminal.set_up();
        let out = BufWriter::new(io::stdout().lock());
        if is_terminal && self.command.is_for_people() { Box::new(Fitted::new(out)) } else { Box::new(out) }
    }

    /// Runs the command: results go to `out`, notes and progress to the error stream.
    ///
    /// # Errors
    /// What went wrong, to be reported in one message.
    pub fn run(&self, library: &Library, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Exit, CliError> {
        if let Some(path) = &self.write_plan {
            return self.write_plan_to(path, out);
        }
        if self.command.is_long() {
            // Installed first, so that an interrupt always ends in the same way.
            halt::on_interrupt();
        }
        match self.command.printing().filter(|(_, printing)| printing.is_document()) {
            None => self.run_and_compare(library, input, out),
            Some((command, printing)) => {
                // The document replaces the text; notes and progress remain on the error stream.
                let result = self.run_and_compare(library, input, &mut io::sink());
                let exit = result.as_ref().map(|exit| exit.code());
                write!(out, "{}", printing.document(command, exit)?)?;
                result
            }
        }
    }

    /// Runs the command and, if it repeats a study, compares the results with those of the study.
    fn run_and_compare(
        &self,
        library: &Library,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> Result<Exit, CliError> {
        let exit = self.command.run(library, input, out)?;
        match (&self.repeated, self.command.printing()) {
            (Some(repeated), Some((_, printing))) if exit != Exit::Interrupted => {
                repeated.compare(printing, out).map(|()| exit)
            }
            _ => Ok(exit),
        }
    }

    /// Does all that the command does before its first game or answer, so that everything that it would refuse is
    /// found. Nothing is written or printed.
    ///
    /// # Errors
    /// What the command would refuse.
    fn check(mut self, library: &Library) -> Result<(), CliError> {
        self.command.check_only();
        match self.command.run(library, &mut io::empty(), &mut io::sink()) {
            Ok(_) | Err(CliError::OnlyChecked) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn write_plan_to(&self, path: &Path, out: &mut dyn Write) -> Result<Exit, CliError> {
        let Some(plan) = &self.plan else {
            let why = match self.name.as_str() {
                "run" => "a manifest is repeated as it is; only a plan file is written anew".to_owned(),
                name if plan_file::COMMANDS.contains(&name) => {
                    "a run is resumed by its folder, which holds its plan".to_owned()
                }
                name => {
                    let commands = crate::data::message::quoted_list(&plan_file::COMMANDS, "and");
                    format!("there is no plan of \"{name}\"; there are plans of {commands}")
                }
            };
            return Err(CliError::Input(format!("--write-plan: {why}")));
        };
        if path.exists() {
            return Err(CliError::Input(format!("{} exists; no file is replaced", path.display())));
        }
        crate::data::whole::write_named(path, plan.as_bytes())?;
        writeln!(out, "Wrote {}; play it: reglette run {}", path.display(), crate::data::quoted_path(path))?;
        if !self.left_out.is_empty() {
            writeln!(out, "Not in it, since they change no result: {}.", self.left_out.join(", "))?;
        }
        Ok(Exit::Done)
    }
}

/// Runs a task under the rulebook of a manifest that was found at `from`.
fn under_rulebook_of<T>(
    manifest: &Manifest,
    from: &Path,
    task: impl Task<Output = Result<T, CliError>>,
) -> Result<T, CliError> {
    let name = &manifest.plan.rulebook;
    catalog::with(name, task)
        .unwrap_or_else(|| Err(CliError::Input(format!("{}: no rulebook \"{name}\"", from.display()))))
}

/// The rulebook of the named files, a range of seeds being represented by its first; the default one where no file
/// states one.
fn rulebook_of<'a>(
    library: &Library,
    rules: Option<&str>,
    scenarios: impl IntoIterator<Item = &'a String>,
    armies: &[String],
) -> Result<&'static str, CliError> {
    let scenarios: Vec<String> = scenarios.into_iter().filter_map(|name| expand(name).into_iter().next()).collect();
    let rules = rules.into_iter().map(|name| (Kind::Rules, name));
    let scenarios = scenarios.iter().map(|name| (Kind::Scenario, name.as_str()));
    let armies = armies.iter().map(|name| (Kind::Army, name.as_str()));
    Ok(catalog::choose(library, rules.chain(scenarios).chain(armies))?)
}

/// The requested number of threads; by default one for each processor.
fn threads_or_all(asked: Option<u16>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(all, usize::from)
}
