//! Bots: the players of the simulator. They see a rulebook only through the traits of `game`, so each plays every
//! rulebook.
//!
//! A bot is built from a [`BotConfig`], the settings of a bot file for the rulebook at hand (see `file`). It is called
//! once per decision, gets the position as its side sees it and a random stream of its own, and keeps its buffers
//! between decisions.

mod agreeing;
pub mod budget;
mod config;
pub mod expectimax;
pub mod external;
mod fault;
mod file;
mod greedy;
mod keys;
mod kinds;
pub mod mcts;
mod numbers;
pub mod planner;
mod random;
mod restricted;
pub mod scripted;
pub mod search;
pub mod softmax;

pub use agreeing::{Agreeing, Agreement, When};
pub use expectimax::Expectimax;
pub use external::External;
pub use fault::{BotFault, FaultKind};
pub use file::BotFile;
pub use greedy::Greedy;
pub use kinds::{BotConfig, KINDS, SEARCH_KINDS, SHIPPED_SEARCH_BOTS};
pub use mcts::Mcts;
pub use numbers::{Number, NumberTable};
pub use planner::Planner;
pub use random::Random;
pub use restricted::RestrictedBot;
pub use scripted::Scripted;
pub use softmax::Softmax;

use crate::game::rng::{Key, Stream};
use crate::game::{Game, GameFiles, Outcome, Side};
use std::sync::Arc;

/// Decides for one side.
pub trait Bot<G: Game>: Send {
    /// The files of the game that is about to begin; `None` if it has none. Only an external program may need them.
    fn receive_files(&mut self, _files: Option<&Arc<GameFiles>>) {}

    /// Called when a new game begins: discards the state of the last one.
    fn begin(&mut self) {}

    /// Chooses a legal action. `seen` is the position as `side`, which decides, sees it; `stream` is the bot's own and
    /// independent of the game's dice.
    ///
    /// # Errors
    /// If the bot cannot answer, for instance because an external program failed.
    fn choose(&mut self, game: &G, seen: &G::State, side: Side, stream: &mut Stream) -> Result<G::Action, BotFault>;

    /// The game is over; `side` is the bot's own.
    fn end(&mut self, _outcome: &Outcome, _side: Side) {}

    /// All actions that the bot evaluates here, each with its value, in the order in which the game lists them; `None`
    /// if it does not evaluate actions. A search rolls its dice from `stream`.
    fn evaluate_actions(
        &mut self,
        _game: &G,
        _seen: &G::State,
        _side: Side,
        _stream: &mut Stream,
    ) -> Option<Vec<(G::Action, f64)>> {
        None
    }
}

/// The stream for evaluating a single position: always the same, so that its values can be repeated. For an
/// average over many positions each needs a stream of its own, since the same dice would favour the same actions.
pub fn weighing_stream() -> Stream {
    Key::new(0).with_name("weigh").stream()
}
