//! A toy: a race of two teams, small enough to read in one sitting and complete enough to represent a rulebook in
//! tests, documents and examples. It has a set-up draw, a choice in one's own turn, luck to push, a reaction in the
//! other side's turn, merged rolls, losses and a turn limit. Play is in `play`, evaluation in `judge`, text in
//! `describe`, files in `files`, counted events in `events`.
//!
//! **Rules.** Teams take turns. A team chooses one of its runners, which rolls its dice and advances by their sum; if
//! any die stumbles, it returns to where it began the turn, and the turn ends. Otherwise it may stop, or push on and
//! roll again. If it stops at most one square from an opposing runner on the track, the other team may trip it: one
//! die, which removes it from the race if high enough, or removes the tripping runner if it stumbles. Enough runners at
//! home win; so does reducing the other team to too few runners.

mod describe;
mod events;
mod files;
mod judge;
mod play;
mod roster;

pub use files::{Race, Team, ToyBook, ToyRules};

use super::outcome::Outcome;
use super::side::{BySide, Side};
use serde::{Deserialize, Serialize};

/// The maximum number of runners of a team.
pub const MOST_RUNNERS: usize = 4;
/// The maximum number of dice of a runner.
pub const MOST_DICE: usize = 3;

/// A runner of an army list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runner {
    /// Its name.
    pub name: String,
    /// Its dice: more dice give more steps and more stumbles.
    pub dice: u8,
    /// Its cost.
    pub points: u32,
}

/// The race: everything that does not change during a game.
#[derive(Clone, Debug)]
pub struct Toy {
    /// Both teams.
    pub teams: BySide<Vec<Runner>>,
    /// Squares from the start to home.
    pub length: u8,
    /// Rounds after which the race ends.
    pub rounds: u16,
    /// The side that begins; `None` if a die decides.
    pub first: Option<Side>,
    /// The steps on the faces of a die; 0 is a stumble.
    pub faces: [u8; 6],
    /// The number of runners at home that wins.
    pub needed: u8,
    /// The minimum face that trips a runner.
    pub trips_on: u8,
}

/// The place of a runner: squares from the start, or out of the race.
type Place = u8;
const OUT: Place = u8::MAX;

/// What the race waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case", deny_unknown_fields)]
enum Phase {
    /// The die that decides who begins.
    Draw,
    /// The active side chooses a runner.
    Choose,
    /// The runner's dice.
    Run { runner: u8, from: Place },
    /// The runner stops or pushes on.
    Push { runner: u8, from: Place },
    /// The other side trips the runner or not.
    React { runner: u8, tripper: u8 },
    /// The die of the tripping runner.
    Trip { runner: u8, tripper: u8 },
    /// The race is over.
    Over { outcome: Outcome },
}

/// A position of the race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    places: BySide<[Place; MOST_RUNNERS]>,
    player_turn: u16,
    trips: u16,
    #[serde(default)]
    first: Option<Side>,
    active: Side,
    phase: Phase,
}

/// A decision of the race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// This runner runs.
    Run {
        /// The index of the side's runner, from 0.
        runner: u8,
    },
    /// The runner rolls again.
    Push,
    /// The runner stops.
    Stop,
    /// The runner that stopped is tripped.
    Trip,
    /// The runner that stopped is not tripped.
    Let,
}

/// A roll: the sum of steps, 0 if any die stumbles; in the draw, the seat that begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    steps: u8,
}
