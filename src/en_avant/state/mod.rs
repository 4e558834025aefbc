//! The complete state of an En Avant game at one moment, flat and `Copy`.
//!
//! The decision or roll for which the engine waits is a [`Step`]; a shot or melee that is being resolved is a
//! [`Clash`]. Of a unit only its pose, its shape and its status are stored: the places of its bases follow from them
//! (`footprint.rs`), their troop is in the profiles of the [`engagement::Engagement`].
//!
//! | file | covers |
//! |---|---|
//! | `mod`, `ids`, `status`, `clash`, `holders`, `step` | the position: units, sides, the step that the game awaits |
//! | `action`, `sink` | actions and rolls, and receivers of legal actions |
//! | `engagement` | a prepared game: all that is constant during play |
//! | `troops` | what is constant about the units: profiles, counts |
//! | `units` | the units under the rules, without the ground |
//! | `places`, `footprint`, `space`, `contact` | places of bases, room on the table, engaged units: E2, E3, E7 |
//! | `facing` | a unit that turns on the spot: E6 |
//! | `horses` | horses of dismounted cavalry: E14 |
//! | `arrival`, `swept` | results of checking a move, areas swept by bases: E7 |
//! | `ways` | distances around impassable ground, for evaluation only |

pub mod action;
pub(super) mod arrival;
mod clash;
pub mod contact;
pub mod engagement;
pub(super) mod facing;
pub mod footprint;
mod holders;
pub(super) mod horses;
mod ids;
pub mod places;
pub mod sink;
pub(super) mod space;
mod status;
mod step;
pub(super) mod swept;
pub mod troops;
pub mod units;
pub mod ways;

pub use crate::en_avant::army::UNITS_A_SIDE;
pub use clash::{Clash, ClashKind, NO_CAUSE, UnitSet};
pub use holders::Holders;
pub use ids::{NO_UNIT, UnitId, UnitIds, side_bit, side_of, unit_ids};
pub use status::Status;
pub(super) use step::step_table;
pub use step::{Choice, Decider, Dice, Fight, Phase, Placing, Purpose, Step, Wait};

use crate::en_avant::table::geometry::{Heading, Point};
use crate::game::{Outcome, Side};

/// No limit to the units of an impulse.
pub const NO_CAP: u8 = u8::MAX;
/// Maximum number of objectives of a game.
pub const MAX_OBJECTIVES: usize = 12;
/// Maximum number of places at which horses wait for dismounted cavalry (E14.28).
pub const MAX_MARKERS: usize = 24;

/// The variable data of a unit: its pose is the middle of its front edge and its heading (EI-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The middle of its front edge.
    pub front: Point,
    /// Its heading.
    pub heading: Heading,
    /// The facts about it.
    pub status: Status,
    /// Bases in its first rank.
    pub files: u8,
    /// Remaining bases; 0 once lost.
    pub bases: u8,
    /// The place in the order in which routing units flee.
    pub flight: u8,
    /// The turn in which it last moved (E14.14); 0 if it has not.
    pub moved_in: u8,
}

impl Unit {
    /// An entry without a unit.
    pub const NONE: Unit = Unit {
        front: Point::ORIGIN,
        heading: Heading::NORTH,
        status: Status::empty(),
        files: 0,
        bases: 0,
        flight: 0,
        moved_in: 0,
    };

    /// Whether one of these facts holds.
    #[inline]
    pub fn has(&self, facts: Status) -> bool {
        self.status.intersects(facts)
    }

    /// Sets or clears facts.
    #[inline]
    pub fn set(&mut self, facts: Status, on: bool) {
        self.status.set(facts, on);
    }

    /// Marks a unit that is attacked, unless it has attacked in the same melee (EI-82).
    pub fn become_defender(&mut self) {
        self.set(Status::DEFENDER, !self.has(Status::ATTACKER));
    }

    /// Whether it stands on the table.
    #[inline]
    pub fn is_on_table(&self) -> bool {
        self.bases > 0 && !self.has(Status::RESERVE)
    }

    /// Ranks, the last of which may be shorter (E2.34).
    #[inline]
    pub fn ranks(&self) -> u8 {
        self.bases.div_ceil(self.files.max(1))
    }

    /// Bases in the last rank.
    #[inline]
    pub fn in_last_rank(&self) -> u8 {
        self.bases - (self.ranks().max(1) - 1) * self.files
    }

    /// Whether it is a column: one base wide and at least two deep (EI-9).
    #[inline]
    pub fn is_column(&self) -> bool {
        self.files == 1 && self.bases >= 2
    }

    /// Whether it is a square: at least two files, as many ranks, the last rank full (EI-9).
    #[inline]
    pub fn is_square(&self) -> bool {
        self.files >= 2 && u16::from(self.bases) == u16::from(self.files) * u16::from(self.files)
    }
}

/// A single piece on the table: a camp, or a general on a base of his own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// The middle of its front edge.
    pub front: Point,
    /// Its heading.
    pub heading: Heading,
    /// Whether it stands on the table.
    pub present: bool,
    /// Whether it has been activated in this turn.
    pub activated: bool,
}

/// The variable data of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideState {
    /// Its combativity (E1.6); not below 1 outside of a resolution (EI-94).
    pub combativity: i8,
    /// Whether it has lost its general (E12.8).
    pub general_lost: bool,
    /// Whether it has lost its camp (E12.7).
    pub camp_lost: bool,
    /// Whether it has passed for the rest of this turn (EI-33).
    pub passed: bool,
    /// Bases lost (EI-92).
    pub bases_lost: u16,
    /// Points of the bases lost.
    pub points_lost: u16,
    /// Units lost.
    pub units_lost: u8,
    /// Its camp (E2.11).
    pub camp: Piece,
    /// Its general, if he has a base of his own (EI-28).
    pub general: Piece,
    /// The unit of which he is a base, if he has none of his own (EI-28); [`NO_UNIT`] if there is none.
    pub general_unit: UnitId,
}

/// The variable data of an objective (EI-91).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectiveState {
    /// Whether it is one: a die may reject it (E4.12).
    pub real: bool,
    /// The side that took it last.
    pub owner: Option<Side>,
    /// The units that occupied it at the end of the last turn, with the number of turns that each has held it.
    pub holders: Holders,
}

/// Horses that wait for dismounted cavalry (E14.28).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marker {
    /// The unit that owns them; [`NO_UNIT`] for an empty entry.
    pub unit: UnitId,
    /// Their heading.
    pub heading: Heading,
    /// The middle of the front edge of their base.
    pub front: Point,
}

/// The state of the game at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// The units of both sides.
    pub units: [Unit; 2 * UNITS_A_SIDE],
    /// The data of each side.
    pub sides: [SideState; 2],
    /// The objectives, in the order of the scenario or of their dice.
    pub objectives: [ObjectiveState; MAX_OBJECTIVES],
    /// Horses without riders.
    pub markers: [Marker; MAX_MARKERS],
    /// The step at which the game waits.
    pub step: Step,
    /// The shot or melee that is being resolved.
    pub clash: Clash,
    /// Whether the table is turned by half a circle: red has taken the other edge (E4.16).
    pub turned: bool,
    /// The active side (E5.3); during set-up, the side that sets up.
    pub active: Side,
    /// The side that was active first in this turn (E4.19).
    pub first: Side,
    /// The side that was active first in the first turn, once it has begun (E4.19); unknown in a position that starts
    /// later.
    pub opened: Option<Side>,
    /// The side that set up first (E4.19).
    pub deployed_first: Side,
    /// Turns begun, from 1; 0 during set-up (E5.2).
    pub turn: u8,
    /// Impulses begun, from 1.
    pub impulse: u16,
    /// Impulses begun by each side in this turn.
    pub impulses_of_turn: [u8; 2],
    /// Maximum number of units that may be activated in this impulse (EI-32); [`NO_CAP`] if there is none.
    pub cap: u8,
    /// Units activated in this impulse.
    pub activated: u8,
    /// Those of them that routed and had to be activated (E5.10, EI-33, EI-35).
    pub compelled: u8,
    /// Whether the active side has offered to stop in this impulse (EI-109).
    pub offered: bool,
    /// Whether the previous impulse was a pass (EI-33).
    pub pass_before: bool,
    /// Shots and rounds of melee resolved.
    pub combats: u16,
    /// How the game ended, once it has.
    pub outcome: Option<Outcome>,
}

impl State {
    /// The state of a side.
    #[inline]
    pub fn side(&self, side: Side) -> &SideState {
        &self.sides[side.index()]
    }

    /// Mutable access to the state of a side.
    #[inline]
    pub fn side_mut(&mut self, side: Side) -> &mut SideState {
        &mut self.sides[side.index()]
    }

    /// A unit by its id.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[usize::from(unit)]
    }

    /// Mutable access to a unit by its id.
    #[inline]
    pub fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.units[usize::from(unit)]
    }

    /// The combativity of a side.
    #[inline]
    pub fn combativity(&self, side: Side) -> i8 {
        self.side(side).combativity
    }
}

/// The position in which nothing has been set up.
pub(in crate::en_avant) fn blank() -> State {
    State {
        units: [Unit::NONE; 2 * UNITS_A_SIDE],
        sides: [SideState::default(); 2],
        objectives: [ObjectiveState { real: false, owner: None, holders: Holders::default() }; MAX_OBJECTIVES],
        markers: [Marker { unit: NO_UNIT, heading: Heading::NORTH, front: Point::ORIGIN }; MAX_MARKERS],
        step: Step::EdgeRoll,
        clash: Clash::default(),
        turned: false,
        active: Side::Red,
        first: Side::Red,
        opened: None,
        deployed_first: Side::Red,
        turn: 0,
        impulse: 0,
        impulses_of_turn: [0; 2],
        cap: 0,
        activated: 0,
        compelled: 0,
        offered: false,
        pass_before: false,
        combats: 0,
        outcome: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_with_96_units_a_side_takes_no_more_than_six_kibibytes() {
        assert!(size_of::<State>() <= 6 * 1024, "{} bytes", size_of::<State>());
    }

    /// EI-9, E2.34.
    #[test]
    fn shapes_follow_from_files_and_bases() {
        let unit = |files, bases| Unit { files, bases, ..Unit::NONE };
        assert_eq!((unit(3, 7).ranks(), unit(3, 7).in_last_rank()), (3, 1));
        assert_eq!((unit(3, 6).ranks(), unit(3, 6).in_last_rank()), (2, 3));
        assert!(unit(1, 2).is_column() && !unit(1, 1).is_column());
        assert!(unit(2, 4).is_square() && !unit(2, 3).is_square() && !unit(1, 1).is_square());
    }
}
