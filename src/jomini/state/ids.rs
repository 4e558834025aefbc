//! Ids of units and officers, with the ranges of the sides and the values for none.

use crate::game::Side;
use std::fmt;
use std::ops::Range;

/// Declares the type of an id and that of consecutive ids, which is an iterator over them.
macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident, $ids:ident, $slots:ident;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $id(u8);

            impl $id {
                /// The id with this index.
                #[inline]
                pub const fn new(index: u8) -> $id {
                    $id(index)
                }

                /// Its index.
                #[inline]
                pub const fn index(self) -> u8 {
                    self.0
                }

                /// Its index among those of its side.
                #[inline]
                pub const fn place(self) -> u8 {
                    self.0 % $slots as u8
                }
            }

            impl From<$id> for usize {
                #[inline]
                fn from(id: $id) -> usize {
                    usize::from(id.0)
                }
            }

            impl fmt::Display for $id {
                fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                    self.0.fmt(f)
                }
            }

            impl fmt::Debug for $id {
                fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                    self.0.fmt(f)
                }
            }

            /// Consecutive ids.
            #[derive(Clone, Debug, PartialEq, Eq)]
            pub struct $ids(Range<u8>);

            impl $ids {
                /// This id and those that follow it, up to a number of ids.
                #[inline]
                pub fn starting(first: $id, count: u8) -> $ids {
                    $ids(first.0..first.0 + count)
                }

                /// The ids of a side.
                #[inline]
                fn of_side(side: Side) -> $ids {
                    let first = (side.index() * $slots) as u8;
                    $ids(first..first + $slots as u8)
                }

                /// The first of them.
                #[inline]
                pub fn first(&self) -> $id {
                    $id(self.0.start)
                }

                /// Whether an id is among them.
                #[inline]
                pub fn contains(&self, id: &$id) -> bool {
                    self.0.contains(&id.0)
                }

                /// The first ones, up to a number of ids.
                #[inline]
                #[must_use]
                pub fn limited(self, count: u8) -> $ids {
                    $ids(self.0.start..self.0.start + count)
                }
            }

            impl Iterator for $ids {
                type Item = $id;

                #[inline]
                fn next(&mut self) -> Option<$id> {
                    self.0.next().map($id)
                }

                #[inline]
                fn size_hint(&self) -> (usize, Option<usize>) {
                    self.0.size_hint()
                }

                #[inline]
                fn nth(&mut self, n: usize) -> Option<$id> {
                    self.0.nth(n).map($id)
                }
            }

            impl DoubleEndedIterator for $ids {
                #[inline]
                fn next_back(&mut self) -> Option<$id> {
                    self.0.next_back().map($id)
                }
            }

            impl ExactSizeIterator for $ids {}
        )*
    };
}

ids! {
    /// A unit by its index: 0 to 31 are red's, 32 to 63 blue's.
    UnitId, UnitIds, UNITS_A_SIDE;
    /// An officer by his index: 0 to 7 are red's, 8 to 15 blue's.
    OfficerId, OfficerIds, OFFICERS_A_SIDE;
}

/// No unit is here.
pub const NO_UNIT: UnitId = UnitId(u8::MAX);
/// No officer.
pub const NO_OFFICER: OfficerId = OfficerId(u8::MAX);
/// The number of slots for units of one side.
pub const UNITS_A_SIDE: usize = 32;
/// The number of slots for officers of one side.
pub const OFFICERS_A_SIDE: usize = 8;
/// The maximum number of groups that act one after the other in a player-turn: activations, the Courier's unit, a led
/// unit.
pub const MAX_GROUPS: usize = 8;

/// The slip of paper of a side on a hex during deployment (JA1.10): a number beyond those of all units and elephants,
/// whose side [`side_of`] returns. A side's own slips are its decoys; which of the other side's are decoys it does not
/// know.
#[inline]
pub const fn slip_of(side: Side) -> UnitId {
    match side {
        Side::Red => UnitId(2 * UNITS_A_SIDE as u8),
        Side::Blue => UnitId(3 * UNITS_A_SIDE as u8),
    }
}

/// Whether a slip of paper takes the place of a unit.
#[inline]
pub fn is_slip(unit: UnitId) -> bool {
    unit == slip_of(Side::Red) || unit == slip_of(Side::Blue)
}

/// The side that owns a unit, or a slip of paper.
#[inline]
pub fn side_of(unit: UnitId) -> Side {
    Side::from_index(usize::from(unit) / UNITS_A_SIDE % 2)
}

/// The side that owns an officer.
#[inline]
pub fn side_of_officer(officer: OfficerId) -> Side {
    Side::from_index(usize::from(officer) / OFFICERS_A_SIDE)
}

/// The unit ids of a side.
#[inline]
pub fn unit_ids(side: Side) -> UnitIds {
    UnitIds::of_side(side)
}

/// The officer ids of a side.
#[inline]
pub fn officer_ids(side: Side) -> OfficerIds {
    OfficerIds::of_side(side)
}
