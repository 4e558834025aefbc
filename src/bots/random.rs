//! The random bot: draws a kind of action first, then an action of that kind ([`Game::random_action`]).

use super::{Bot, BotFault};
use crate::game::rng::Stream;
use crate::game::{Game, Side};

/// Plays at random.
pub struct Random<G: Game> {
    scratch: Vec<G::Action>,
}

impl<G: Game> Default for Random<G> {
    fn default() -> Self {
        Random { scratch: Vec::new() }
    }
}

impl<G: Game> Bot<G> for Random<G> {
    fn choose(&mut self, game: &G, seen: &G::State, _side: Side, stream: &mut Stream) -> Result<G::Action, BotFault> {
        Ok(game.random_action(seen, stream, &mut self.scratch))
    }
}
