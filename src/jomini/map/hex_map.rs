//! Values of some hexes of a board.

use super::hex::{HexId, MAX_HEXES};
use arrayvec::ArrayVec;

/// A value for each hex that has been asked for, without allocation. Only these have memory, which is not cleared
/// before: a search reaches few hexes of the largest board, and clearing memory for all would be most of the work.
pub struct HexMap<T> {
    /// For each hex one more than the place of its value; 0 if it has none.
    places: [u16; MAX_HEXES],
    values: ArrayVec<T, MAX_HEXES>,
}

impl<T> HexMap<T> {
    /// No hex has a value.
    pub fn empty() -> HexMap<T> {
        HexMap { places: [0; MAX_HEXES], values: ArrayVec::new() }
    }

    /// The value of a hex, if it has one.
    #[inline]
    pub fn get(&self, hex: HexId) -> Option<&T> {
        usize::from(self.places[usize::from(hex)]).checked_sub(1).map(|place| &self.values[place])
    }

    /// The value of a hex, made at the first call.
    #[inline]
    pub fn get_or_insert_with(&mut self, hex: HexId, make: impl FnOnce() -> T) -> &mut T {
        let place = &mut self.places[usize::from(hex)];
        if *place == 0 {
            self.values.push(make());
            *place = self.values.len() as u16;
        }
        &mut self.values[usize::from(*place) - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_made_once_for_each_hex() {
        let mut map = HexMap::empty();
        let [first, last] = [0, MAX_HEXES as u16 - 1].map(|hex| HexId::at(0, hex, 30));
        *map.get_or_insert_with(last, || 7) += 1;
        *map.get_or_insert_with(first, || 5) += 1;
        *map.get_or_insert_with(last, || unreachable!("it has a value")) += 1;
        assert_eq!([map.get(first), map.get(last), map.get(HexId::at(0, 1, 30))], [Some(&6), Some(&9), None]);
    }
}
