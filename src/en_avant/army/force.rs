//! An army ready to be set up: its units, each so many bases of one troop.

use super::troop::{Period, Troop};

/// Places for units of one side.
pub const UNITS_A_SIDE: usize = 96;

/// A unit of an army: so many bases of one troop (E2.32).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Muster {
    /// Its name.
    pub name: String,
    /// What its bases are.
    pub troop: Troop,
    /// How many.
    pub bases: u8,
    /// Whether it can dismount (E14.27).
    pub dismounts: bool,
    /// Points of one base, where the budget of a unit says other than the formula (EI-102, EI-103).
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
