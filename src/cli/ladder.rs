//! `reglette tournament --bots ladder`: every bot at hand on the fixed suite of each rulebook, and all of them on one scale.
//!
//! Each rulebook is a tournament of its own, in a folder of its own; `ratings.csv` beside them holds the ratings under each rulebook and under all of them together.

use super::tournament::{Options, Played};
use super::{CliError, Exit};
use crate::balance::Field;
use crate::bots::{BotFile, Recipe};
use crate::catalog::{self, Task};
use crate::data::{Kind, Library};
use crate::game::toy::ToyBook;
use crate::game::{LoadError, Rulebook};
use crate::report::ratings;
use std::io::Write;

/// What stands for all bots in `--bots`.
pub const NAME: &str = "ladder";
/// The games of each pairing under each rulebook where no number is given.
const DEFAULT_GAMES: u64 = 4;
/// The name of the ratings under all rulebooks together.
const TOGETHER: &str = "all";

/// The ladder of all bots at hand.
pub struct Ladder<'a> {
    /// The tournament that is asked for, without its bots.
    pub options: &'a Options,
    /// Where files are found.
    pub library: &'a Library,
}

impl Ladder<'_> {
    /// Plays it.
    ///
    /// # Errors
    /// As a tournament.
    pub fn run(&self, out: &mut dyn Write) -> Result<Exit, CliError> {
        let rulebooks = match self.options.rulebook(self.library)? {
            Some(rulebook) => vec![rulebook],
            // The toy is for trying the program out.
            None => catalog::NAMES.iter().copied().filter(|name| *name != ToyBook::NAME).collect(),
        };
        let plans = rulebooks.into_iter().map(|rulebook| {
            let task = Enlist { options: self.options, library: self.library };
            Ok((rulebook, catalog::with(rulebook, task).expect("the catalog knows its rulebooks")?))
        });
        let plans = plans.collect::<Result<Vec<(&str, Options)>, CliError>>()?;

        let folder = self.options.target(NAME).make(&[ratings::NAME])?;
        let (mut together, mut fields, mut exit) = (Field::default(), Vec::new(), Exit::Done);
        let several = plans.len() > 1;
        for (rulebook, options) in plans {
            let options = Options { out: Some(folder.path().join(rulebook)), ..options };
            let Played { exit: ended, plan, standings } = options.play(self.library, out)?;
            exit = if ended == Exit::Done { exit } else { ended };
            together.add(&plan, &standings);
            fields.push((rulebook, Field::of(&plan, &standings).rated()));
            writeln!(out)?;
        }
        if several {
            let together = together.rated();
            write!(out, "{}", ratings::told("Under all rulebooks", &together))?;
            fields.push((TOGETHER, together));
        }
        ratings::write(&folder, &fields)?;
        folder.mark_latest()?;
        writeln!(out, "Wrote {}: {}", folder.path().display(), ratings::NAME)?;
        Ok(exit)
    }
}

/// Fills in the suite of a rulebook and the bots that play it repeatably.
struct Enlist<'a> {
    options: &'a Options,
    library: &'a Library,
}

impl Task for Enlist<'_> {
    type Output = Result<Options, CliError>;

    fn run<R: Rulebook + 'static>(self) -> Result<Options, CliError> {
        let Enlist { options, library } = self;
        let mut bots = Vec::new();
        for entry in library.list(Kind::Bot) {
            let recipe = BotFile::read(&library.find(Kind::Bot, &entry.path)?).and_then(|file| file.recipe::<R>());
            match recipe {
                Ok(recipe) if recipe.is_repeatable() => bots.push(entry.path),
                Ok(Recipe::External(_)) => eprintln!("{} is left out: what a program outside does cannot be repeated", entry.path),
                Ok(_) => eprintln!("{} is left out: its budget is time, which cannot be repeated", entry.path),
                Err(error) => eprintln!("{} is left out: {error}", entry.path),
            }
        }
        let or_suite = |given: &[String], suite: &[&str]| {
            if given.is_empty() { suite.iter().map(|name| (*name).to_owned()).collect() } else { given.to_vec() }
        };
        let scenarios = or_suite(&options.scenarios, R::LADDER.scenarios);
        let scenario =
            |name: &String| -> Result<bool, LoadError> { Ok(R::brings_armies(&R::read_scenario(&library.find(Kind::Scenario, name)?)?)) };
        let bring = scenarios.iter().map(scenario).collect::<Result<Vec<bool>, LoadError>>()?;
        let armies = if bring.iter().all(|brings| *brings) { options.armies.clone() } else { or_suite(&options.armies, R::LADDER.armies) };
        let games = Some(options.games.unwrap_or(DEFAULT_GAMES));
        Ok(Options { scenarios, armies, bots, games, ..options.clone() })
    }
}
