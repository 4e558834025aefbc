//! An army ready to be set up: its units, each of one troop.

use super::troop::{Period, Troop};

/// The number of slots for units of one side.
pub const UNITS_A_SIDE: usize = 96;

/// A unit of an army: a number of bases of one troop (E2.32).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Muster {
    /// Its name.
    pub name: String,
    /// The troop of its bases.
    pub troop: Troop,
    /// The number of bases.
    pub bases: u8,
    /// Whether it can dismount (E14.27).
    pub dismounts: bool,
    /// Points of one base, where the budget of a unit differs from the formula (EI-102, EI-103).
    pub points: Option<u8>,
}

/// An army, ready to be set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Force {
    /// Its name.
    pub name: String,
    /// Its period.
    pub period: Period,
    /// Its combativity at the start (E1.6).
    pub combativity: u8,
    /// Its units.
    pub units: Vec<Muster>,
}
