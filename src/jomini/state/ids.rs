//! Ids of units and officers, with the ranges of the sides and the values for none.

use crate::game::Side;

/// Index of a unit: 0 to 31 are red's, 32 to 63 blue's.
pub type UnitId = u8;
/// Index of an officer: 0 to 7 are red's, 8 to 15 blue's.
pub type OfficerId = u8;

/// No unit is here.
pub const NO_UNIT: UnitId = u8::MAX;
/// No officer.
pub const NO_OFFICER: OfficerId = u8::MAX;
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
        Side::Red => 2 * UNITS_A_SIDE as UnitId,
        Side::Blue => 3 * UNITS_A_SIDE as UnitId,
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
pub fn unit_ids(side: Side) -> std::ops::Range<UnitId> {
    let first = (side.index() * UNITS_A_SIDE) as UnitId;
    first..first + UNITS_A_SIDE as UnitId
}

/// The officer ids of a side.
#[inline]
pub fn officer_ids(side: Side) -> std::ops::Range<OfficerId> {
    let first = (side.index() * OFFICERS_A_SIDE) as OfficerId;
    first..first + OFFICERS_A_SIDE as OfficerId
}
