//! Which units hold an objective, and the number of turns that each has held it (EI-91).

use super::UnitId;
use super::clash::UnitSet;
use crate::en_avant::rules::MOST_TURNS_HELD;

/// Bits of a count: the number of turns plus one, 0 for a unit that does not hold the objective.
const BITS: usize = 3;

/// The units that stood in an objective at the end of the last turn, out of melee, each with its turns: one set of
/// units per bit of the count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holders([UnitSet; BITS]);

impl Holders {
    /// No holders.
    pub const NONE: Holders = Holders([UnitSet::NONE; BITS]);

    /// The number of turns that a unit has held it; [`None`] if it does not.
    pub fn turns(&self, unit: UnitId) -> Option<u8> {
        let count: u8 = (0..BITS).map(|bit| u8::from(self.0[bit].has(unit)) << bit).sum();
        count.checked_sub(1)
    }

    /// Sets the number of turns that a unit has held it, at most [`MOST_TURNS_HELD`].
    pub fn set(&mut self, unit: UnitId, turns: u8) {
        let count = turns.min(MOST_TURNS_HELD) + 1;
        for (bit, set) in self.0.iter_mut().enumerate() {
            if count & 1 << bit != 0 { set.insert(unit) } else { set.remove(unit) }
        }
    }

    /// Removes a unit from the holders.
    pub fn remove(&mut self, unit: UnitId) {
        self.0.iter_mut().for_each(|set| set.remove(unit));
    }

    /// Whether no unit holds it.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(UnitSet::is_empty)
    }

    /// The units that hold it, each with its turns, in ascending order.
    pub fn iter(self) -> impl Iterator<Item = (UnitId, u8)> {
        let all = self.0.into_iter().fold(UnitSet::default(), UnitSet::union);
        all.iter().filter_map(move |unit| self.turns(unit).map(|turns| (unit, turns)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holders_give_back_the_turns_that_were_put_in() {
        let mut holders = Holders::default();
        assert!(holders.is_empty());
        for (unit, turns) in [(191, 0), (0, 1), (63, 2), (64, 6), (130, 200), (5, 3)] {
            holders.set(UnitId::new(unit), turns);
        }
        holders.set(UnitId::new(0), 4);
        holders.remove(UnitId::new(5));
        let found: Vec<(u8, u8)> = holders.iter().map(|(unit, turns)| (unit.index(), turns)).collect();
        assert_eq!(found, [(0, 4), (63, 2), (64, 6), (130, MOST_TURNS_HELD), (191, 0)]);
        assert_eq!(
            (holders.turns(UnitId::new(64)), holders.turns(UnitId::new(5)), holders.is_empty()),
            (Some(6), None, false)
        );
    }
}
