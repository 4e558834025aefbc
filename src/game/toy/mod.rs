//! A toy: a race of two teams, small enough to read in one sitting and complete enough to stand for a rulebook in
//! tests, documents and recipes. It has a set-up draw, a choice in one's own turn, luck to push, a reaction in the
//! other side's turn, merged rolls, losses and a turn limit. Play is in `play`, judgement in `judge`, words in
//! `describe`, files in `files`, counted events in `events`.
//!
//! **Rules.** Teams take turns. A team chooses one of its runners, who rolls his dice and advances by their sum; if any
//! die stumbles, he is back where he began the turn, and the turn ends. Otherwise he may stop, or push on and roll
//! again. If he stops at most one square from an opposing runner who is under way, the other team may trip him: one
//! die, which throws him out of the race if high enough, or throws out the one who tripped if it stumbles. Enough
//! runners at home win; so does leaving the other team too few runners.

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

/// The most runners of a team.
pub const MOST_RUNNERS: usize = 4;
/// The most dice of a runner.
pub const MOST_DICE: usize = 3;

/// A runner as an army list gives him.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runner {
    /// His name.
    pub name: String,
    /// The dice that he rolls: more dice, more steps and more stumbles.
    pub dice: u8,
    /// What he costs.
    pub points: u32,
}

/// The race: everything that does not change while it is run.
#[derive(Clone, Debug)]
pub struct Toy {
    /// Both teams.
    pub teams: BySide<Vec<Runner>>,
    /// Squares from the start to home.
    pub length: u8,
    /// Rounds after which the race ends.
    pub rounds: u16,
    /// Who begins; nobody if a die draws it.
    pub first: Option<Side>,
    /// The steps on the faces of a die; 0 is a stumble.
    pub faces: [u8; 6],
    /// Runners at home that win.
    pub needed: u8,
    /// The least face that trips a runner.
    pub trips_on: u8,
}

/// Where a runner is: squares from the start, or out of the race.
type Place = u8;
const OUT: Place = u8::MAX;

/// What the race waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case", deny_unknown_fields)]
enum Phase {
    /// The die that draws who begins.
    Draw,
    /// The active side chooses a runner.
    Choose,
    /// The runner's dice.
    Run { runner: u8, from: Place },
    /// The runner stops or pushes on.
    Push { runner: u8, from: Place },
    /// The other side trips the runner or lets him be.
    React { runner: u8, tripper: u8 },
    /// The die of the one who trips.
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
        /// Which of the side's runners, from 0.
        runner: u8,
    },
    /// The runner rolls once more.
    Push,
    /// The runner stops.
    Stop,
    /// The runner who stopped is tripped.
    Trip,
    /// The runner who stopped is let be.
    Let,
}

/// What the dice show: the sum of steps, 0 if any die stumbles; in the draw, the seat that begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    steps: u8,
}
