//! A shot or a melee while it is being resolved, from the first die to the last consequence.

use super::{NO_UNIT, UnitId};
use crate::en_avant::table::geometry::Point;
use serde::{Deserialize, Serialize};

/// What is being resolved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClashKind {
    /// Nothing.
    #[default]
    None,
    /// A shot: the active side shoots.
    Shot,
    /// A round of melee.
    Melee,
    /// A continued flight (E10.24), with the contagion that it may spread.
    Rout,
}

/// The absence of a unit that caused a displacement.
pub const NO_CAUSE: UnitId = NO_UNIT;

/// A set of units, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitSet([u64; 3]);

impl UnitSet {
    /// No unit.
    pub const NONE: UnitSet = UnitSet([0; 3]);

    /// Whether it holds a unit.
    #[inline]
    pub fn has(&self, unit: UnitId) -> bool {
        self.0[usize::from(unit) / 64] & (1 << (unit.index() % 64)) != 0
    }

    /// Inserts a unit.
    #[inline]
    pub fn insert(&mut self, unit: UnitId) {
        self.0[usize::from(unit) / 64] |= 1 << (unit.index() % 64);
    }

    /// Removes a unit.
    #[inline]
    pub fn remove(&mut self, unit: UnitId) {
        self.0[usize::from(unit) / 64] &= !(1 << (unit.index() % 64));
    }

    /// Whether it holds no unit.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 3]
    }

    /// The union of two sets.
    #[inline]
    pub fn union(self, other: UnitSet) -> UnitSet {
        UnitSet(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// Its units, in ascending order.
    pub fn iter(self) -> impl Iterator<Item = UnitId> {
        (0..3).flat_map(move |word| {
            let mut bits = self.0[word];
            std::iter::from_fn(move || {
                let bit = bits.trailing_zeros();
                bits &= bits.wrapping_sub(1);
                (bit < 64).then_some(UnitId::new((word as u32 * 64 + bit) as u8))
            })
        })
    }
}

/// The resolution in progress. In pairs, the first is red's and the second blue's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// Its kind.
    pub kind: ClashKind,
    /// The unit of each side that leads: the shooter and its target; in melee the leading units (EI-77).
    pub leaders: [UnitId; 2],
    /// The unit of each side on which the enemy's impacts fall.
    pub struck: [UnitId; 2],
    /// The units that fight this melee (EI-76).
    pub units: UnitSet,
    /// The choices of leading units (bits 1 and 2) and of their opponents (bits 4 and 8) that have been made (EI-76,
    /// EI-77).
    pub asked: u8,
    /// Dice of each side.
    pub dice: [u8; 2],
    /// Impacts that each side has scored so far.
    pub impacts: [u8; 2],
    /// Sixes of each side that it may still roll again.
    pub sixes: [u8; 2],
    /// Impacts that the die now rolled again has scored so far.
    pub chain: u8,
    /// Dice of saves of each side.
    pub saves: [u8; 2],
    /// Which sides have still to roll their saves: bits 1 and 2.
    pub savers: u8,
    /// Impacts that each side suffers, once all dice have been rolled.
    pub suffered: [u8; 2],
    /// The unit whose results are being applied; [`NO_UNIT`] if none.
    pub settling: UnitId,
    /// Losses still to be taken by the unit whose results are applied.
    pub losses: u8,
    /// Recoils still to be made by that unit.
    pub recoils: u8,
    /// Whether that unit still becomes disordered.
    pub disorder: bool,
    /// Whether the unit whose results are applied routs after them (E10.16).
    pub routs: bool,
    /// The sides that have taken their results: bits 1 and 2.
    pub settled: u8,
    /// Which sides have recoiled in this round: bits 1 and 2.
    pub recoiled: u8,
    /// The units that were in contact with a unit that recoiled and may still pursue (EI-87).
    pub pursuers: UnitSet,
    /// Whether the round is over except for recoil and pursuit.
    pub fought: bool,
    /// The units of this melee that attacked: they stay attackers when a pursuit brings them into contact again (EI-82,
    /// EI-84).
    pub attackers: UnitSet,
    /// The units of this melee that were attacked (EI-82).
    pub defenders: UnitSet,
    /// The units of this melee that were attacked in the flank or the rear when its dice were counted, whatever has
    /// recoiled since (EI-63).
    pub flanked: UnitSet,
    /// Whether this round follows a pursuit (EI-85).
    pub after_pursuit: bool,
    /// The next place in the order of flight of the units that rout in the current contagion.
    pub flights: u8,
    /// The unit with which its general may go along (EI-28); [`NO_UNIT`] if none.
    pub followed: UnitId,
    /// The displacement with which he would follow.
    pub way: Point,
}

impl Clash {
    /// Whether a unit fights in a melee whose results are being taken: its contacts count as they were when the dice
    /// were counted, since both sides roll and suffer at once (EI-77, EI-78).
    pub fn is_fighting(&self, unit: UnitId) -> bool {
        self.kind == ClashKind::Melee && !self.fought && self.units.has(unit)
    }
}

impl Default for Clash {
    fn default() -> Clash {
        Clash {
            kind: ClashKind::None,
            leaders: [NO_UNIT; 2],
            struck: [NO_UNIT; 2],
            units: UnitSet::default(),
            asked: 0,
            dice: [0; 2],
            impacts: [0; 2],
            sixes: [0; 2],
            chain: 0,
            saves: [0; 2],
            savers: 0,
            suffered: [0; 2],
            settling: NO_UNIT,
            losses: 0,
            recoils: 0,
            disorder: false,
            routs: false,
            settled: 0,
            recoiled: 0,
            pursuers: UnitSet::default(),
            fought: false,
            attackers: UnitSet::default(),
            defenders: UnitSet::default(),
            flanked: UnitSet::default(),
            after_pursuit: false,
            flights: 0,
            followed: NO_UNIT,
            way: Point::ORIGIN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_back_what_was_put_in() {
        let mut set = UnitSet::default();
        assert!(set.is_empty());
        for unit in [191, 0, 63, 64, 130] {
            set.insert(UnitId::new(unit));
        }
        set.remove(UnitId::new(64));
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 63, 130, 191].map(UnitId::new));
        assert!(set.has(UnitId::new(63)) && !set.has(UnitId::new(64)));
    }
}
