//! Effects of the rules that an observer of play is notified of, where they take place.
//!
//! Play notifies [`NoObserver`]; the counters of events are the other observer. The function that applies a rule
//! returns what it has done, and the stage, answer or roll that calls it passes this on, so that no position is copied
//! for an observer, and nothing has to be inferred from positions. A notification is a virtual call. There are only a
//! few in a whole fight, so that the engine need not be compiled for each observer.

use super::recoil::Recoil;
use super::rout::Flight;
use super::sixes::SixRoll;
use crate::en_avant::state::{State, UnitId, UnitSet};
use crate::en_avant::table::geometry::Heading;

/// What has taken effect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::en_avant) enum Effect {
    /// The ordered target may not be shot at: the action is lost (E9.19).
    WastedShot,
    /// A round of melee has begun between the units of the clash (E11.14).
    Round,
    /// A six has been rolled again (E9.37).
    SixRoll(SixRoll),
    /// Saves have cancelled this number of impacts (E9.38).
    Saves(u8),
    /// Impacts have cost a unit this number of bases (E10.8).
    Losses(u8),
    /// A unit had this number of recoils to make in one movement (E10.9).
    Recoil(u8, Recoil),
    /// Impacts have disordered a unit (E10.7).
    Disorder,
    /// A unit has suffered enough impacts to rout (E10.16).
    Rout,
    /// An elephant has become uncontrollable (E14.4).
    Rampage,
    /// An uncontrollable elephant was sent, or runs on in a later turn, and these units were destroyed, possibly itself
    /// among them (E14.5, E14.6).
    Stampede {
        /// The elephant.
        elephant: UnitId,
        /// In a later turn.
        again: bool,
        /// The units destroyed.
        destroyed: UnitSet,
    },
    /// A unit that sees a rout has been tested, and routs or not (E10.22).
    Contagion {
        /// It routs.
        routs: bool,
    },
    /// A routing unit has not rallied and will flee again (E10.24).
    FurtherFlight,
    /// The crew of artillery has left its guns (EI-70).
    CrewFlees,
    /// A unit has fled towards an edge (E10.17, E10.18).
    Flight {
        /// The unit.
        unit: UnitId,
        /// The heading to the edge.
        way: Heading,
        /// How the flight ended.
        flight: Flight,
    },
    /// A side has taken an objective (E12.3).
    Objective {
        /// It belonged to the enemy.
        retaken: bool,
    },
    /// A gain exceeds the highest combativity and is taken from the enemy (E12.5).
    Overflow,
    /// A unit has pursued, and met an enemy or not (E11.41, E11.42).
    Pursuit {
        /// It has met an enemy.
        meets: bool,
    },
}

/// An observer of play.
pub(in crate::en_avant) trait Observer {
    /// Takes notice of an effect. The position is that immediately after it.
    fn observe(&mut self, state: &State, effect: Effect);
}

/// The observer of play that is not observed.
pub(in crate::en_avant) struct NoObserver;

impl Observer for NoObserver {
    #[inline(always)]
    fn observe(&mut self, _state: &State, _effect: Effect) {}
}
