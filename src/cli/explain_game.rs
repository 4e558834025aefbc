//! `reglette explain DIR --game K --turn T`: the evaluations of a run's bots at every decision of a player-turn.

use super::explain::{ActionRow, EvaluatedAction, evaluate, format_actions};
use super::printing::Printing;
use super::replay::{check_played, spec, tournament_of};
use super::rerun::read;
use super::{CliError, Exit, under_rulebook_of};
use crate::bots::BotConfig;
use crate::catalog::Task;
use crate::game::{BySide, Evaluate, Rulebook, Show, Side};
use crate::report::Manifest;
use crate::report::document::DataTable;
use crate::tournament::{Observer, Worker};
use std::io::Write;
use std::path::Path;

/// The maximum number of actions shown for each decision.
const MOST_REPORTED: usize = 8;

/// Explains a player-turn of a game, counted from 1.
pub(super) fn explain(
    folder: &Path,
    game: u64,
    turn: u32,
    printing: &Printing,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    let manifest = read(folder)?;
    under_rulebook_of(&manifest, folder, Explain { folder, manifest: &manifest, game, turn, printing, out })
}

struct Explain<'a> {
    folder: &'a Path,
    manifest: &'a Manifest,
    game: u64,
    turn: u32,
    printing: &'a Printing,
    out: &'a mut dyn Write,
}

impl Task for Explain<'_> {
    type Output = Result<Exit, CliError>;

    fn run<R: Rulebook + 'static>(self) -> Result<Exit, CliError> {
        let tournament = tournament_of::<R>(self.manifest, self.folder)?;
        let spec = spec(&tournament, self.game)?;
        check_played(&tournament.plan, self.folder, self.game)?;
        let seats = tournament.cell(&spec).seats(spec.swapped);
        let names = seats.map(|entrant| tournament.plan.entrant_name(entrant));
        let configs = seats.map(|entrant| tournament.config(entrant.bot));
        let mut evaluations = Evaluations {
            configs,
            names,
            turn: self.turn,
            turns: 0,
            rendered: String::new(),
            decisions: 0,
            evaluated: Vec::new(),
        };
        Worker::new(&tournament).play(&tournament, spec, &mut evaluations);
        let Evaluations { turns, rendered, decisions, evaluated, .. } = evaluations;
        if self.turn > turns {
            return Err(CliError::Input(format!("game {} has {turns} player-turns with a decision", self.game)));
        }
        let rows = evaluated.iter().map(|(decision, side, action)| ActionRow {
            decision: *decision,
            side: side.to_string(),
            action,
        });
        self.printing.add(DataTable::of("actions", rows)?);
        write!(self.out, "{rendered}")?;
        if decisions == 0 {
            writeln!(self.out, "there was no choice in player-turn {}", self.turn)?;
        }
        Ok(Exit::Done)
    }
}

/// Asks the bots again for their evaluations, at every decision of one player-turn.
struct Evaluations<'a> {
    configs: BySide<&'a BotConfig>,
    names: BySide<String>,
    turn: u32,
    turns: u32,
    rendered: String,
    decisions: u32,
    /// The actions of each decision.
    evaluated: Vec<(u32, Side, EvaluatedAction)>,
}

impl<G: Evaluate + Show + 'static> Observer<G> for Evaluations<'_> {
    fn decided(&mut self, game: &G, before: &G::State, side: Side, action: &G::Action, _after: &G::State) {
        let turn = game.player_turn(before);
        self.turns = self.turns.max(turn);
        if turn != self.turn {
            return;
        }
        self.decisions += 1;
        let chosen = game.describe_action(before, action);
        self.rendered.push_str(&format!("{side}, {}: {chosen}\n", self.names[side]));
        match evaluate(game, before, side, self.configs[side], MOST_REPORTED) {
            Some(actions) => {
                self.rendered.push_str(&format!("{}\n", format_actions(&actions)));
                self.evaluated.extend(actions.into_iter().map(|action| (self.decisions, side, action)));
            }
            None => self.rendered.push_str("   it does not evaluate actions\n\n"),
        }
    }
}
