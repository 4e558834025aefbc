//! Games of a bot against itself that need no schedule: the caller chooses the game and its dice. For studies of
//! armies, where thousands of pairs of armies play once each.

use super::referee::{Finished, GameKey, InPlay, NoObserver, panic_message};
use crate::bots::{Bot, BotConfig};
use crate::game::{BySide, Evaluate, Show, Side};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The bots of one thread, one for each seat, created when first needed.
pub struct Duellists<G> {
    config: BotConfig,
    bots: BySide<Option<Box<dyn Bot<G>>>>,
}

/// A game that was played.
pub struct Duel<G: crate::game::Game> {
    /// The result.
    pub finished: Finished,
    /// The final position.
    pub state: G::State,
    /// The side that moved first, if play got that far.
    pub first_side: Option<Side>,
}

impl<G: Evaluate + Show + 'static> Duellists<G> {
    /// Two instances of the same bot.
    pub fn new(config: &BotConfig) -> Duellists<G> {
        Duellists { config: config.clone(), bots: BySide::new(None, None) }
    }

    /// Plays a game. `names` distinguish the random streams of both bots.
    ///
    /// # Errors
    /// The panic message if the rulebook panics.
    pub fn play(&mut self, game: &G, key: GameKey<'_>, names: BySide<&str>) -> Result<Duel<G>, String> {
        let mut play = InPlay::new(game, key, names);
        let BySide { red, blue } = &mut self.bots;
        let config = &self.config;
        let played = catch_unwind(AssertUnwindSafe(|| {
            let red = red.get_or_insert_with(|| config.build());
            let blue = blue.get_or_insert_with(|| config.build());
            play.play_out(game, BySide::new(&mut **red, &mut **blue), &mut NoObserver)
        }));
        let finished = played.map_err(|payload| panic_message(&*payload))?;
        // A fault may leave a bot in any state, so it is dropped and never used again.
        if let Some(forfeit) = &finished.forfeit {
            self.bots[forfeit.side] = None;
        }
        Ok(Duel { first_side: game.first_side(&play.state), state: play.state, finished })
    }
}
