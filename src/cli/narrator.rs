//! Narrates a game in plain words while it is played: every order, every die, the consequences, and the map.

use crate::game::{Game, Moment, Show, Side};
use crate::report::screen;
use crate::tournament::Observer;
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

/// Narrates a game as it is played. After a write error it writes nothing more; [`Narrator::failed`] returns the error.
pub struct Narrator<'a> {
    out: &'a mut dyn Write,
    maps: Maps,
    humans: Vec<Side>,
    is_quiet: bool,
    failure: Option<io::Error>,
}

impl<'a> Narrator<'a> {
    /// A narrator that writes to `out`.
    pub fn new(out: &'a mut dyn Write, maps: Maps) -> Narrator<'a> {
        Narrator { out, maps, humans: Vec::new(), is_quiet: false, failure: None }
    }

    /// Hides what one of these sides, on which humans play, must not know yet.
    #[must_use]
    pub fn to_humans(self, humans: Vec<Side>) -> Narrator<'a> {
        Narrator { humans, ..self }
    }

    /// The position as all humans may see it.
    pub fn visible<G: Game>(&self, game: &G, state: &G::State) -> G::State {
        self.humans.iter().fold(*state, |seen, side| game.seen_by(&seen, *side))
    }

    /// Whether part of a position is hidden from a human other than `side`.
    fn is_hidden<G: Game>(&self, game: &G, state: &G::State, side: Side) -> bool {
        self.humans.iter().any(|human| *human != side && game.seen_by(state, *human) != *state)
    }

    /// Turns its output off, or on again.
    pub fn keep_quiet(&mut self, is_quiet: bool) {
        self.is_quiet = is_quiet;
    }

    /// Writes lines of text.
    pub fn say(&mut self, text: &str) {
        if self.failure.is_none() && !self.is_quiet {
            self.failure = writeln!(self.out, "{text}").and_then(|()| self.out.flush()).err();
        }
    }

    /// Draws the map of a position, in parts where the terminal is too narrow.
    pub fn draw<G: Show>(&mut self, game: &G, state: &G::State) {
        self.say(&screen::map(&game.draw(state)));
    }

    /// Reports the first write error, if there was one.
    ///
    /// # Errors
    /// That error.
    pub fn failed(&mut self) -> io::Result<()> {
        self.failure.take().map_or(Ok(()), Err)
    }

    /// Draws the map before the first decision.
    pub fn begin<G: Show>(&mut self, game: &G, state: &G::State) {
        if self.maps != Maps::None {
            self.say("");
            self.draw(game, &self.visible(game, state));
        }
    }

    fn change<G: Show>(&mut self, game: &G, before: &G::State, after: &G::State) {
        for line in game.describe_change(before, after) {
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
            self.say("");
            self.draw(game, after);
        }
    }
}

impl<G: Game + Show> Observer<G> for Narrator<'_> {
    fn decided(&mut self, game: &G, before: &G::State, side: Side, action: &G::Action, after: &G::State) {
        if !self.is_hidden(game, before, side) && !self.is_hidden(game, after, side) {
            let name = screen::paint(side.into(), side);
            self.say(&format!("  {name}: {}", game.describe_action(before, action)));
        }
        self.change(game, &self.visible(game, before), &self.visible(game, after));
    }

    fn rolled(&mut self, game: &G, before: &G::State, roll: &G::Roll, after: &G::State) {
        self.say(&format!("    {}", game.describe_roll(before, roll)));
        self.change(game, &self.visible(game, before), &self.visible(game, after));
    }
}
