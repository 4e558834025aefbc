//! `reglette explain`: a bot's evaluation of the actions at a position, best first, with the named features behind each
//! value.

use super::legal::Where;
use super::printing::Printing;
use super::{CliError, Exit};
use crate::bots::{BotConfig, BotFile, weighing_stream};
use crate::catalog::{self, Task};
use crate::data::{Kind, Library};
use crate::game::{Evaluate, Rulebook, Show, Side};
use crate::report::document::DataTable;
use crate::report::format::fixed;
use crate::report::table::{Align, aligned};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// Shows a bot's evaluation of a position: every action with its value, best first, and the features behind it.
///
/// The position is taken as written; its condition is reported on the error stream.
///
/// With the folder of a run and a game: the evaluations of its bots in a player-turn.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette explain positions/jomini/crossing.toml --bot greedy
  reglette explain mine.toml --bot bots/mine.toml --rules rules/my-variant.toml
  reglette explain results/latest --game 1284 --turn 6")]
pub struct Options {
    /// The position and its rules
    #[command(flatten)]
    pub position: Where,
    /// The bot, by name or path
    #[arg(long, default_value = "greedy", value_name = "NAME")]
    pub bot: String,
    /// The number of a game, where POSITION is the folder of a run
    #[arg(long, value_name = "K", requires = "turn", conflicts_with_all = ["bot", "rules"])]
    pub game: Option<u64>,
    /// A player-turn of that game, from 1
    #[arg(long, value_name = "T", requires = "game")]
    pub turn: Option<u32>,
    /// How results are printed
    #[command(flatten)]
    pub printing: Printing,
}

impl Options {
    /// Writes the table.
    ///
    /// # Errors
    /// Bad input, a position where no side decides, or a bot that does not evaluate actions.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        if let (Some(game), Some(turn)) = (self.game, self.turn) {
            return super::explain_game::explain(Path::new(&self.position.position), game, turn, &self.printing, out);
        }
        let rulebook = self.position.rulebook(library)?;
        catalog::with(rulebook, Explain { options: self, library, out }).expect("the rulebook is in the catalog")
    }
}

struct Explain<'a> {
    options: &'a Options,
    library: &'a Library,
    out: &'a mut dyn Write,
}

impl Task for Explain<'_> {
    type Output = Result<Exit, CliError>;

    fn run<R: Rulebook + 'static>(self) -> Result<Exit, CliError> {
        let (positioned, side) = self.options.position.read_decision::<R>(self.library)?;
        let source = self.library.find(Kind::Bot, &self.options.bot)?;
        let config = BotFile::read(&source)?.config::<R>()?;
        let Some(actions) = evaluate(&positioned.game, &positioned.state, side, &config, usize::MAX) else {
            return Err(CliError::Input(format!("bot \"{}\" does not evaluate actions", source.name())));
        };
        let rows = actions.iter().map(|action| ActionRow { decision: 1, side: side.to_string(), action });
        self.options.printing.add(DataTable::of("actions", rows)?);
        let table = format_actions(&actions);
        writeln!(self.out, "{side} decides; evaluation of {}, best first:\n\n{table}", source.name())?;
        Ok(Exit::Done)
    }
}

/// An action as a bot evaluates it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EvaluatedAction {
    /// Its place, from 1 for the best.
    pub place: usize,
    /// Its value.
    pub value: f64,
    /// The action, in words.
    pub action: String,
    /// The features behind the value, each with its weight.
    pub features: String,
}

/// An evaluated action in a document.
#[derive(Serialize)]
pub(super) struct ActionRow<'a> {
    /// The decision, from 1.
    pub decision: u32,
    /// The side that decides.
    pub side: String,
    /// The action.
    #[serde(flatten)]
    pub action: &'a EvaluatedAction,
}

/// The actions evaluated by a bot, best first, each with its value and the features behind it, as a table; `None` if it
/// evaluates none.
pub fn evaluated<G: Evaluate + Show + 'static>(
    game: &G,
    state: &G::State,
    side: Side,
    config: &BotConfig,
) -> Option<String> {
    evaluate(game, state, side, config, usize::MAX).map(|actions| format_actions(&actions))
}

/// This many of the best actions as a bot evaluates them; `None` if it evaluates none.
pub fn evaluate<G: Evaluate + Show + 'static>(
    game: &G,
    state: &G::State,
    side: Side,
    config: &BotConfig,
    most: usize,
) -> Option<Vec<EvaluatedAction>> {
    let weights = config.weights()?;
    let seen = game.seen_by(state, side);
    let mut values = config.build::<G>().evaluate_actions(game, &seen, side, &mut weighing_stream())?;
    values.sort_by(|(_, left), (_, right)| right.total_cmp(left));
    let mut appraisal = vec![0.0; G::APPRAISALS.len()];
    let mut actions = Vec::new();
    for (place, (action, value)) in (1..).zip(values.iter().take(most)) {
        appraisal.fill(0.0);
        game.score_action(&seen, action, weights, &mut appraisal);
        let terms =
            G::APPRAISALS.iter().zip(&appraisal).zip(&weights.appraisal).filter(|((_, number), _)| **number != 0.0);
        let features = terms.map(|((named, number), weight)| {
            format!("{} {} × {}", named.name, fixed(f64::from(*number), 3), fixed(f64::from(*weight), 3))
        });
        let features = features.collect::<Vec<_>>().join(", ");
        actions.push(EvaluatedAction { place, value: *value, action: game.describe_action(&seen, action), features });
    }
    Some(actions)
}

/// Evaluated actions as a table.
pub fn format_actions(actions: &[EvaluatedAction]) -> String {
    let mut rows = vec![["", "value", "action", "features × weights"].map(str::to_string).to_vec()];
    rows.extend(actions.iter().map(|EvaluatedAction { place, value, action, features }| {
        vec![place.to_string(), fixed(*value, 3), action.clone(), features.clone()]
    }));
    aligned(&rows, &[Align::Right, Align::Right, Align::Left, Align::Left])
}
