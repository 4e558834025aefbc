//! A unit that is about to move, with its aids: added hexes, the orders Woodsmen and Mount or dismount.

use super::UnitId;
use serde::{Deserialize, Serialize};

/// A unit that is about to move, with its aids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mover {
    /// The unit.
    pub unit: UnitId,
    /// Hexes added with combat (Forced march, Forward march!).
    pub bonus: u8,
    /// One more hex for a move that ends next to an enemy (JA3.5).
    pub impetuous: bool,
    /// The unit may enter difficult hexes as clear ones: for tokens, or free of charge because an officer leads it
    /// (J3.33).
    pub woodsmen: Woodsmen,
    /// The unit mounts or dismounts (J3.31).
    pub mounting: Mounting,
}

impl Mover {
    /// A unit that moves without aids.
    pub const fn plain(unit: UnitId) -> Mover {
        Mover { unit, bonus: 0, impetuous: false, woodsmen: Woodsmen::No, mounting: Mounting::No }
    }
}

/// How the order Mount or dismount applies to a move (J3.31).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mounting {
    /// Not given.
    #[default]
    No,
    /// The unit has mounted and moves on.
    Mounts,
    /// The unit dismounts when it has moved.
    Dismounts,
}

/// How the Woodsmen order applies to a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Woodsmen {
    /// Not given.
    #[default]
    No,
    /// Paid per hex.
    Paid,
    /// Free.
    Free,
}
