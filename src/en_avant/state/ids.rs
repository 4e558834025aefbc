//! Ids of units, and the ids of a side.

use super::UNITS_A_SIDE;
use crate::game::Side;
use std::fmt;
use std::ops::Range;

/// Index of a unit: 0 to 95 are red's, 96 to 191 blue's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(u8);

/// No unit.
pub const NO_UNIT: UnitId = UnitId(u8::MAX);

impl UnitId {
    /// The unit with this index.
    #[inline]
    pub const fn new(index: u8) -> UnitId {
        UnitId(index)
    }

    /// Its index.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }
}

/// No unit.
impl Default for UnitId {
    fn default() -> UnitId {
        NO_UNIT
    }
}

impl From<UnitId> for usize {
    #[inline]
    fn from(unit: UnitId) -> usize {
        usize::from(unit.0)
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Consecutive unit ids.
#[derive(Clone, Debug)]
pub struct UnitIds(Range<u8>);

impl UnitIds {
    /// The first of them.
    #[inline]
    pub fn first(&self) -> UnitId {
        UnitId(self.0.start)
    }

    /// Whether a unit is among them.
    #[inline]
    pub fn contains(&self, unit: &UnitId) -> bool {
        self.0.contains(&unit.0)
    }

    /// The first ones, up to a number of units.
    #[inline]
    #[must_use]
    pub fn limited(self, count: u8) -> UnitIds {
        UnitIds(self.0.start..self.0.start + count)
    }
}

impl Iterator for UnitIds {
    type Item = UnitId;

    #[inline]
    fn next(&mut self) -> Option<UnitId> {
        self.0.next().map(UnitId)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<UnitId> {
        self.0.nth(n).map(UnitId)
    }
}

impl DoubleEndedIterator for UnitIds {
    #[inline]
    fn next_back(&mut self) -> Option<UnitId> {
        self.0.next_back().map(UnitId)
    }
}

impl ExactSizeIterator for UnitIds {}

/// The side that owns a unit.
#[inline]
pub fn side_of(unit: UnitId) -> Side {
    Side::from_index(usize::from(unit) / UNITS_A_SIDE)
}

/// The bit of a side in a set of sides.
#[inline]
pub fn side_bit(side: Side) -> u8 {
    1 << side.index()
}

/// The unit ids of a side.
#[inline]
pub fn unit_ids(side: Side) -> UnitIds {
    let first = (side.index() * UNITS_A_SIDE) as u8;
    UnitIds(first..first + UNITS_A_SIDE as u8)
}
