//! What the soak asks of a rulebook: places to play at, games to play there, random positions, and what every position
//! keeps to.

use reglette::bots::BotConfig;
use reglette::game::rng::Stream;
use reglette::game::{Evaluate, Game, Show};

/// The prepared games of a place.
pub trait Stage {
    /// The game that is played.
    type Game: Evaluate + Show + 'static;

    /// What it is, in words.
    fn name(&self) -> &str;

    /// The game of this number, and the position from which it begins: the usual start, or a random one.
    fn begin(&self, scattered: bool, stream: &mut Stream) -> (&Self::Game, <Self::Game as Game>::State);

    /// Fails on a position that breaks what every position keeps to.
    fn assert_sound(game: &Self::Game, state: &<Self::Game as Game>::State);

    /// Now and then a legal action that neither lists nor draws propose.
    fn stray(
        _game: &Self::Game,
        _state: &<Self::Game as Game>::State,
        _stream: &mut Stream,
    ) -> Option<<Self::Game as Game>::Action> {
        None
    }

    /// The turn or player-turn, for telling a game.
    fn time(state: &<Self::Game as Game>::State) -> u32;
}

/// Everything of a rulebook that is soaked.
pub trait Fleet: Sync {
    /// Its stages.
    type Stage: Stage;

    /// How the test that plays all of it is called.
    const TEST: &'static str;
    /// Of so many games greedy bots play one against each other, and two against a random bot.
    const GREEDY: u32;

    /// Reads every shipped file of the rulebook.
    fn read() -> Self;

    /// How many places there are.
    fn places(&self) -> u64;

    /// The games of a place; none where these armies do not fit these rules or this scenario.
    fn stage(&self, place: u64, seed: u64) -> Option<Self::Stage>;

    /// The greedy bot as shipped.
    fn greedy(&self) -> &BotConfig;
}
