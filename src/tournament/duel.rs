//! Games of one bot against itself that need no schedule: whoever asks says which game, on which dice. For questions
//! about armies, where thousands of them meet once each.

use super::referee::{Finished, GameKey, InPlay, NoObserver, panic_message};
use crate::bots::{Bot, BotConfig};
use crate::game::{BySide, Evaluate, Show, Side};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The bot of one thread for each seat, made when first needed.
pub struct Duellists<G> {
    recipe: BotConfig,
    bots: BySide<Option<Box<dyn Bot<G>>>>,
}

/// A game that was played.
pub struct Duel<G: crate::game::Game> {
    /// How it ended.
    pub finished: Finished,
    /// The last position.
    pub state: G::State,
    /// Who began, if play came so far.
    pub first_side: Option<Side>,
}

impl<G: Evaluate + Show + 'static> Duellists<G> {
    /// Two of the same bot.
    pub fn new(recipe: &BotConfig) -> Duellists<G> {
        Duellists { recipe: recipe.clone(), bots: BySide::new(None, None) }
    }

    /// Plays a game. `names` tell the streams of both bots apart.
    ///
    /// # Errors
    /// What the program says where the rulebook panics.
    pub fn play(&mut self, game: &G, key: GameKey<'_>, names: BySide<&str>) -> Result<Duel<G>, String> {
        let mut play = InPlay::new(game, key, names);
        let BySide { red, blue } = &mut self.bots;
        let recipe = &self.recipe;
        let played = catch_unwind(AssertUnwindSafe(|| {
            let red = red.get_or_insert_with(|| recipe.build());
            let blue = blue.get_or_insert_with(|| recipe.build());
            play.play_out(game, BySide::new(&mut **red, &mut **blue), &mut NoObserver)
        }));
        let finished = played.map_err(|payload| panic_message(&*payload))?;
        // Whatever state a fault left a bot in, nobody sees it.
        if let Some(forfeit) = &finished.forfeit {
            self.bots[forfeit.side] = None;
        }
        Ok(Duel { first_side: game.first_side(&play.state), state: play.state, finished })
    }
}
