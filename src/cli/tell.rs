//! Tells a game in plain words while it is played: every order, every die, what came of it, and the map.

use crate::game::{Game, Moment, Show, Side};
use crate::tournament::Watch;
use clap::ValueEnum;
use std::io::{self, Write};

/// When the map is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Maps {
    /// At the beginning of each player-turn and at the end
    Turn,
    /// At the beginning of each round and at the end
    Round,
    /// At the beginning and the end of the game
    Ends,
    /// Never
    None,
}

/// Writes a game as it is played. After a failure to write it is silent; [`Teller::failed`] tells the failure.
pub struct Teller<'a> {
    out: &'a mut dyn Write,
    maps: Maps,
    failure: Option<io::Error>,
}

impl<'a> Teller<'a> {
    /// Tells to `out`.
    pub fn new(out: &'a mut dyn Write, maps: Maps) -> Teller<'a> {
        Teller { out, maps, failure: None }
    }

    /// Writes lines of text.
    pub fn say(&mut self, text: &str) {
        if self.failure.is_none() {
            self.failure = writeln!(self.out, "{text}").and_then(|()| self.out.flush()).err();
        }
    }

    /// The first failure to write.
    ///
    /// # Errors
    /// That failure.
    pub fn failed(&mut self) -> io::Result<()> {
        self.failure.take().map_or(Ok(()), Err)
    }

    /// Draws the map before the first decision.
    pub fn begin<G: Show>(&mut self, game: &G, state: &G::State) {
        if self.maps != Maps::None {
            self.say(&format!("\n{}", game.draw(state)));
        }
    }

    fn change<G: Show>(&mut self, game: &G, before: &G::State, after: &G::State) {
        for line in game.tell_change(before, after) {
            self.say(&format!("      {line}"));
        }
        let (old, new) = (game.tally(before), game.tally(after));
        let is_over = matches!(game.moment(after), Moment::Over(_));
        let is_drawn = match self.maps {
            Maps::Turn => is_over || old.player_turns != new.player_turns,
            Maps::Round => is_over || old.rounds != new.rounds,
            Maps::Ends => is_over,
            Maps::None => false,
        };
        if is_drawn {
            self.say(&format!("\n{}", game.draw(after)));
        }
    }
}

impl<G: Game + Show> Watch<G> for Teller<'_> {
    fn decided(&mut self, game: &G, before: &G::State, side: Side, action: &G::Action, after: &G::State) {
        self.say(&format!("  {side}: {}", game.tell_action(before, action)));
        self.change(game, before, after);
    }

    fn rolled(&mut self, game: &G, before: &G::State, roll: &G::Roll, after: &G::State) {
        self.say(&format!("    {}", game.tell_roll(before, roll)));
        self.change(game, before, after);
    }
}
