//! The interface of a soaked rulebook: places to play at, games to play there, random positions, and invariants of
//! positions.

use reglette::bots::BotConfig;
use reglette::game::rng::Stream;
use reglette::game::{Evaluate, Game, Show};

/// The prepared games of a place.
pub trait Stage {
    /// The game that is played.
    type Game: Evaluate + Show + 'static;

    /// Its description.
    fn name(&self) -> &str;

    /// The game of this number, and its initial position: the normal start, or a random one.
    fn begin(&self, scattered: bool, stream: &mut Stream) -> (&Self::Game, <Self::Game as Game>::State);

    /// Fails on a position that violates an invariant.
    fn assert_sound(game: &Self::Game, state: &<Self::Game as Game>::State);

    /// Occasionally a legal action that neither lists nor random draws propose.
    fn stray(
        _game: &Self::Game,
        _state: &<Self::Game as Game>::State,
        _stream: &mut Stream,
    ) -> Option<<Self::Game as Game>::Action> {
        None
    }

    /// The turn or player-turn, for narration.
    fn time(state: &<Self::Game as Game>::State) -> u32;
}

/// The soaked places of a rulebook.
pub trait Fleet: Sync {
    /// Its stages.
    type Stage: Stage;

    /// The name of the test that plays all of it.
    const TEST: &'static str;
    /// Of this many games greedy bots play one against each other, and two against a random bot.
    const GREEDY: u32;

    /// Reads every shipped file of the rulebook.
    fn read() -> Self;

    /// The number of places.
    fn places(&self) -> u64;

    /// The games of a place; `None` where these armies do not fit these rules or this scenario.
    fn stage(&self, place: u64, seed: u64) -> Option<Self::Stage>;

    /// The greedy bot as shipped.
    fn greedy(&self) -> &BotConfig;
}
