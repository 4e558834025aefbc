//! Elephants in flight: what interrupts a combat, or opens a player-turn, until each of them has run as far as its dice
//! drive it (J5.96, J5.97).

use super::combat::Combat;
use super::{NO_UNIT, UnitId};
use crate::jomini::map::hex::{HexId, NO_HEX};
use serde::{Deserialize, Serialize};

/// Most elephants in flight at once: one may run into another, and so on. One more stays where it is until its owner's
/// next player-turn.
pub const MAX_STAMPEDES: usize = 3;

/// What goes on once an elephant has run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resume {
    /// The player-turn that begins: the next elephant of its owner, then the Command phase.
    #[default]
    TurnStart,
    /// The strike that cost its unit elements, from the morale hits on.
    AfterLosses,
    /// What follows the strike.
    EndOfStrike,
}

/// The flight of an elephant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stampede {
    /// The elephant: one of its side's places behind the units.
    pub elephant: UnitId,
    /// Further elephants of the same unit, in the next places, that run after it.
    pub more: u8,
    /// Where it starts if it stands nowhere yet, its unit holding the hex (JI-164).
    pub from: HexId,
    /// Hexes that it still has to run.
    pub left: u8,
    /// Its dice have been asked for; until then it waits for the running strike to come to a halt.
    pub begun: bool,
    /// What goes on afterwards.
    pub resume: Resume,
    /// The combat that it interrupts.
    pub combat: Combat,
}

impl Stampede {
    /// A place without a flight.
    pub const NONE: Stampede = Stampede {
        elephant: NO_UNIT,
        more: 0,
        from: NO_HEX,
        left: 0,
        begun: false,
        resume: Resume::TurnStart,
        combat: Combat::NONE,
    };
}
