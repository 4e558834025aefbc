//! The commands of the program: their options, and what they have in common.

use super::printing::Printing;
use super::study::Studying;
use super::{
    CliError, Exit, balance, bot, breaker, check, check_bot, compare, completions, decisions, explain, fit_value, keys,
    legal, list, make_decisions, man, merge, metagame, new, odds, play, probe, problems, replay, report, rerun, show,
    tournament, train, tune,
};
use crate::bots::external;
use crate::data::Library;
use clap::{Args, Subcommand};
use std::io::{BufRead, Write};

/// A command with its options.
#[derive(Debug, Subcommand)]
pub enum Command {
    Tournament(tournament::Options),
    Merge(merge::Options),
    #[command(name = "run", visible_alias = "rerun")]
    Run(rerun::Options),
    Replay(replay::Options),
    Report(report::Options),
    Metagame(metagame::Options),
    Compare(compare::Options),
    Tune(tune::Options),
    Train(train::Options),
    FitValue(fit_value::Options),
    Balance(balance::Options),
    Breaker(breaker::Options),
    Probe(probe::Options),
    Problems(problems::Options),
    Decisions(decisions::Options),
    MakeDecisions(make_decisions::Options),
    Play(play::Options),
    Odds(odds::Options),
    Legal(legal::Options),
    Explain(explain::Options),
    Check(check::Options),
    CheckBot(check_bot::Options),
    Bot(bot::Options),
    List(list::Options),
    Show(show::Options),
    Keys(keys::Options),
    New(new::Options),
    Completions(completions::Options),
    Man(man::Options),
    #[command(name = external::warden::COMMAND, hide = true)]
    Warden(WardenOptions),
}

/// Runs an external program and ends all its processes; for internal use.
#[derive(Debug, Args)]
pub struct WardenOptions {
    /// The program and its arguments
    #[arg(value_name = "COMMAND", required = true, last = true)]
    command: Vec<String>,
}

impl Command {
    /// Whether it plays for long, and can be interrupted and resumed.
    pub fn is_long(&self) -> bool {
        use Command::{
            Balance, Breaker, Compare, FitValue, MakeDecisions, Merge, Metagame, Probe, Run, Tournament, Train, Tune,
        };
        matches!(
            self,
            Tournament(_)
                | Metagame(_)
                | Run(_)
                | Merge(_)
                | Compare(_)
                | Probe(_)
                | Tune(_)
                | Train(_)
                | MakeDecisions(_)
                | FitValue(_)
                | Balance(_)
                | Breaker(_)
        )
    }

    /// How its results are printed; `None` where it has none to be read by programs.
    pub fn printing(&self) -> Option<(&'static str, &Printing)> {
        Some(match self {
            Command::Tournament(options) => ("tournament", &options.run_options.printing),
            Command::Merge(options) => ("merge", &options.printing),
            Command::Run(options) => ("run", &options.run_options.printing),
            Command::Metagame(options) => ("metagame", &options.run_options.printing),
            Command::Compare(options) => ("compare", &options.study.printing),
            Command::Balance(options) => ("balance", &options.study_options.study.printing),
            Command::Breaker(options) => ("breaker", &options.study_options.study.printing),
            Command::Probe(options) => ("probe", &options.study.printing),
            Command::Tune(options) => ("tune", &options.study.printing),
            Command::Train(options) => ("train", &options.study.printing),
            Command::FitValue(options) => ("fit-value", &options.study.printing),
            Command::Problems(options) => ("problems", &options.printing),
            Command::Decisions(options) => ("decisions", &options.printing),
            Command::MakeDecisions(options) => ("make-decisions", &options.study.printing),
            Command::Odds(options) => ("odds", &options.printing),
            Command::Check(options) => ("check", &options.printing),
            Command::CheckBot(options) => ("check-bot", &options.printing),
            Command::List(options) => ("list", &options.printing),
            Command::Keys(options) => ("keys", &options.printing),
            Command::Explain(options) => ("explain", &options.printing),
            Command::Legal(options) => ("legal", &options.printing),
            Command::Play(options) => ("play", &options.printing),
            Command::Replay(options) => ("replay", &options.printing),
            Command::Show(options) => ("show", &options.printing),
            _ => return None,
        })
    }

    /// Whether its text is for people alone: files, lists of keys, CSV and the protocol of bots are left as they are.
    pub fn is_for_people(&self) -> bool {
        use Command::{Bot, Completions, Keys, Legal, Man, Show, Warden};
        let is_document = self.printing().is_some_and(|(_, printing)| printing.is_document());
        let is_data = matches!(self, Command::Odds(options) if options.is_data());
        !is_document
            && !is_data
            && !matches!(self, Show(_) | Keys(_) | Bot(_) | Completions(_) | Man(_) | Legal(_) | Warden(_))
    }

    /// Lets it end before the first game.
    pub fn check_only(&mut self) {
        match self {
            Command::Tournament(options) => options.run_options.only_checked = true,
            Command::Metagame(options) => options.run_options.only_checked = true,
            Command::Problems(options) => options.only_checked = true,
            Command::Decisions(options) => options.only_checked = true,
            other => {
                if let Some(studying) = other.studying_mut() {
                    studying.only_checked = true;
                }
            }
        }
    }

    /// The options of a study; `None` where the command is none.
    pub fn studying_mut(&mut self) -> Option<&mut Studying> {
        match self {
            Command::Balance(options) => Some(&mut options.study_options.study),
            Command::Breaker(options) => Some(&mut options.study_options.study),
            Command::Compare(options) => Some(&mut options.study),
            Command::Probe(options) => Some(&mut options.study),
            Command::Tune(options) => Some(&mut options.study),
            Command::Train(options) => Some(&mut options.study),
            Command::MakeDecisions(options) => Some(&mut options.study),
            Command::FitValue(options) => Some(&mut options.study),
            _ => None,
        }
    }

    /// Runs the command.
    ///
    /// # Errors
    /// Whatever the command refuses, or cannot write.
    pub fn run(&self, library: &Library, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Exit, CliError> {
        match self {
            Command::Tournament(options) => options.run(library, out),
            Command::Merge(options) => options.run(out),
            Command::Run(options) => options.run(out),
            Command::Replay(options) => options.run(out),
            Command::Report(options) => options.run(out),
            Command::Metagame(options) => options.run(library, out),
            Command::Compare(options) => options.run(library, out),
            Command::Tune(options) => options.run(library, out),
            Command::Train(options) => options.run(library, out),
            Command::FitValue(options) => options.run(library, out),
            Command::Balance(options) => options.run(library, out),
            Command::Breaker(options) => options.run(library, out),
            Command::Probe(options) => options.run(library, out),
            Command::Problems(options) => options.run(library, out),
            Command::Decisions(options) => options.run(library, out),
            Command::MakeDecisions(options) => options.run(library, out),
            Command::Play(options) => options.run(library, input, out),
            Command::Odds(options) => options.run(library, out),
            Command::Legal(options) => options.run(library, out),
            Command::Explain(options) => options.run(library, out),
            Command::Check(options) => options.run(library, out),
            Command::CheckBot(options) => options.run(library, out),
            Command::Bot(options) => options.run(library, input, out),
            Command::List(options) => options.run(library, out),
            Command::Show(options) => options.run(library, out),
            Command::Keys(options) => options.run(library, out),
            Command::New(options) => options.run(library, out),
            Command::Completions(options) => options.run(out),
            Command::Man(options) => options.run(out),
            Command::Warden(options) => Ok(Exit::OfProgram(external::warden::watch_over(&options.command))),
        }
    }
}
