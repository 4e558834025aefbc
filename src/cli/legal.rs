//! `reglette legal`: every legal action at a position, one JSON object per line; and reading a position, for other
//! commands as well.

use super::note::note;
use super::printing::Printing;
use super::{CliError, Exit};
use crate::catalog::{self, Task};
use crate::data::{Kind, Library};
use crate::game::{Game, Moment, Outcome, Positioned, Rulebook, Show, Side};
use crate::report::document::DataTable;
use crate::report::format::count;
use clap::Args;
use serde::Serialize;
use serde_json::Value;
use std::io::Write;

/// Lists every legal action at a position, one JSON object a line, in the order in which the game lists them.
///
/// The position is taken as written: no decision is taken and no die rolled. Its condition is reported on the error
/// stream before the list; where it leaves no choice, also what a game would do next.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette legal positions/jomini/crossing.toml
  reglette legal mine.toml --rules rules/my-variant.toml
  reglette legal charge --markdown")]
pub struct Options {
    /// The position and its rules
    #[command(flatten)]
    pub position: Where,
    /// How results are printed
    #[command(flatten)]
    pub printing: Printing,
}

/// An action in a document.
#[derive(Serialize)]
struct ActionRow {
    /// Its number, from 1, in the order in which the game lists them.
    number: usize,
    /// The side that decides.
    side: String,
    /// The action, in words.
    action: String,
    /// The action, as programs write it.
    data: Value,
}

/// A position file and the rules under which it is read.
#[derive(Clone, Debug, Args)]
pub struct Where {
    /// The position file
    #[arg(value_name = "POSITION")]
    pub position: String,
    /// A rules file in place of the one that the position names
    #[arg(long, value_name = "FILE")]
    pub rules: Option<String>,
}

impl Where {
    /// The rulebook of the position.
    ///
    /// # Errors
    /// Bad input.
    pub fn rulebook(&self, library: &Library) -> Result<&'static str, CliError> {
        match &self.rules {
            Some(rules) => Ok(catalog::choose(library, [(Kind::Rules, rules.as_str())])?),
            None => Ok(catalog::of_position(&library.find(Kind::Position, &self.position)?)?),
        }
    }

    /// Reads the position.
    ///
    /// # Errors
    /// Bad input.
    pub fn read<R: Rulebook>(&self, library: &Library) -> Result<Positioned<R::Game>, CliError> {
        let source = library.find(Kind::Position, &self.position)?;
        let rules = match &self.rules {
            Some(rules) => Some(R::read_rules(&library.find(Kind::Rules, rules)?)?),
            None => None,
        };
        Ok(R::read_position(&source, rules.as_ref())?)
    }

    /// Reads a position in which a side decides, and reports the decision on the error stream.
    ///
    /// # Errors
    /// Bad input, or a position where no side decides.
    pub fn read_decision<R: Rulebook>(&self, library: &Library) -> Result<(Positioned<R::Game>, Side), CliError> {
        let positioned = self.read::<R>(library)?;
        let Positioned { game, state } = &positioned;
        let condition = condition(game, state);
        match game.moment(state) {
            Moment::Decide(side) => {
                note!("{condition}");
                Ok((positioned, side))
            }
            Moment::Roll(_) | Moment::Over(_) => {
                Err(CliError::Input(format!("{}: no side decides here: {condition}", self.position)))
            }
        }
    }
}

/// The condition of a position as written. Where it leaves no choice, also what a game does with it before the next
/// decision or roll.
fn condition<G: Show>(game: &G, state: &G::State) -> String {
    let rendered = describe_moment(game, state);
    let mut next = *state;
    game.advance_forced(&mut next);
    if next == *state {
        return rendered;
    }
    let why = game.reason_for_idling(state).map_or(String::new(), |why| format!(" ({why})"));
    let change: String =
        game.describe_change(state, &next).into_iter().map(|sentence| format!("{sentence} Then ")).collect();
    format!(
        "{rendered}; it is the only legal action{why}, and a game continues automatically: {change}{}",
        describe_moment(game, &next)
    )
}

/// Which side decides what, which side rolls for what, or how the game ended.
fn describe_moment<G: Show>(game: &G, state: &G::State) -> String {
    let what = game.waits_for(state).unwrap_or("nothing").replace('_', " ");
    match game.moment(state) {
        Moment::Decide(side) => {
            let mut actions = Vec::new();
            game.legal_actions(&game.seen_by(state, side), &mut actions);
            format!("{side} decides ({what}), {}", count(actions.len() as u64, "legal action"))
        }
        Moment::Roll(throw) => format!("dice are to be rolled by {} ({what})", throw.side),
        Moment::Over(Outcome { winner: Some(winner), .. }) => format!("the game is over, won by {winner}"),
        Moment::Over(_) => "the game is over, won by neither side".to_owned(),
    }
}

impl Options {
    /// Writes the lines.
    ///
    /// # Errors
    /// Bad input, or a position where no side decides.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        let rulebook = self.position.rulebook(library)?;
        catalog::with(rulebook, Legal { options: self, library, out }).expect("the rulebook is in the catalog")
    }
}

struct Legal<'a> {
    options: &'a Options,
    library: &'a Library,
    out: &'a mut dyn Write,
}

impl Task for Legal<'_> {
    type Output = Result<Exit, CliError>;

    fn run<R: Rulebook + 'static>(self) -> Result<Exit, CliError> {
        let (Positioned { game, state }, side) = self.options.position.read_decision::<R>(self.library)?;
        let state = game.seen_by(&state, side);
        let mut actions = Vec::new();
        game.legal_actions(&state, &mut actions);
        for action in &actions {
            writeln!(self.out, "{}", game.action_to_data(&state, action))?;
        }
        let rows = (1..).zip(&actions).map(|(number, action)| ActionRow {
            number,
            side: side.to_string(),
            action: game.describe_action(&state, action),
            data: game.action_to_data(&state, action),
        });
        let shown = ["number", "action"].map(str::to_owned).to_vec();
        self.options.printing.add(DataTable { shown, ..DataTable::of("actions", rows)? });
        Ok(Exit::Done)
    }
}
