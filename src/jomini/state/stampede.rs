//! Elephants in flight: they interrupt a combat, or precede a player-turn, until each has run as far as its dice drive
//! it (J5.96, J5.97).

use super::combat::Combat;
use super::{Flight, MAX_FLIGHTS, NO_UNIT, State, UnitId};
use crate::jomini::map::hex::{HexId, NO_HEX};
use serde::{Deserialize, Serialize};

/// The maximum number of elephants in flight at once: one may run into another, and so on. A further one stays in its
/// hex until its owner's next player-turn.
pub const MAX_STAMPEDES: usize = 3;

/// The step that continues after the flight of an elephant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resume {
    /// The player-turn that begins: the next elephant of its owner, then the Command phase.
    #[default]
    TurnStart,
    /// The strike that cost its unit elements, from the morale hits on.
    AfterLosses,
    /// The sequel of the strike.
    EndOfStrike,
}

/// The flight of an elephant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stampede {
    /// The elephant: one of its side's slots after the units.
    pub elephant: UnitId,
    /// Further elephants of the same unit, in the next slots, that run after it.
    pub more: u8,
    /// Its starting hex if it has no hex yet, as its unit occupies it (JI-164).
    pub from: HexId,
    /// Hexes that it still has to run.
    pub left: u8,
    /// Its dice have been requested; until then it waits for the current strike to pause.
    pub begun: bool,
    /// The step that continues afterwards.
    pub resume: Resume,
    /// The combat that it interrupts.
    pub combat: Combat,
}

impl Stampede {
    /// An empty slot for a flight.
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

impl State {
    /// Ends all flights of characters and elephants.
    pub(in crate::jomini) fn clear_flights(&mut self) {
        (self.flights, self.flight_count) = ([Flight::NONE; MAX_FLIGHTS], 0);
        (self.stampedes, self.stampede_count) = ([Stampede::NONE; MAX_STAMPEDES], 0);
    }

    /// The elephant that is running, if any.
    pub fn running_elephant(&self) -> Option<UnitId> {
        let last = usize::from(self.stampede_count).checked_sub(1)?;
        self.stampedes[last].begun.then_some(self.stampedes[last].elephant)
    }
}
