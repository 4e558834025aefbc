//! Sets of hexes as one bit per hex, one word per row, and steps of a whole set at once, to find the reach of a unit
//! without visiting single hexes.

use super::board::step::HexStep;
use super::hex::{HexId, HexIds, NO_HEX, direction};
use crate::game::Side;

/// The maximum number of rows, and of hexes in a row, of a set.
const ROWS: usize = 32;

/// A set of hexes of one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexSet {
    rows: [u32; ROWS],
}

impl Default for HexSet {
    fn default() -> Self {
        HexSet::EMPTY
    }
}

impl HexSet {
    /// No hex.
    pub const EMPTY: HexSet = HexSet { rows: [0; ROWS] };

    /// Adds the hex of a row and a column.
    #[inline]
    pub fn insert(&mut self, (row, column): (u8, u8)) {
        self.rows[usize::from(row) % ROWS] |= 1 << (column & 31);
    }

    /// Whether the hex of a row and a column is in the set.
    #[inline]
    pub fn contains(&self, (row, column): (u8, u8)) -> bool {
        self.rows[usize::from(row) % ROWS] >> (column & 31) & 1 == 1
    }

    /// The hexes of a row, one bit a column.
    #[inline]
    pub fn row(&self, row: usize) -> u32 {
        self.rows[row % ROWS]
    }

    /// Replaces the hexes of a row.
    #[inline]
    pub fn set_row(&mut self, row: usize, hexes: u32) {
        self.rows[row % ROWS] = hexes;
    }
}

/// The hexes from which a kind of step can be made, by direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    from: [HexSet; 6],
    any: bool,
}

impl Passage {
    /// The steps, out of all those of a board (by hex and direction), that are of the wanted kind.
    pub fn of(steps: &[[HexStep; 6]], columns: u8, wanted: impl Fn(HexStep) -> bool) -> Passage {
        let mut passage = Passage { from: [HexSet::EMPTY; 6], any: false };
        for (hex, steps) in HexIds::up_to(steps.len() as u16).zip(steps) {
            let at = (hex.row(columns), hex.column(columns));
            for (towards, step) in steps.iter().enumerate() {
                if step.is_possible() && wanted(*step) {
                    passage.from[towards].insert(at);
                    passage.any = true;
                }
            }
        }
        passage
    }

    /// Whether there is any step of this kind on the board.
    #[inline]
    pub fn is_any(&self) -> bool {
        self.any
    }

    /// Whether a step of this kind leaves a row within the given ones.
    pub fn touches(&self, rows: std::ops::RangeInclusive<usize>) -> bool {
        self.any && rows.clone().any(|row| self.from.iter().any(|set| set.row(row) != 0))
    }

    /// The hexes of one row that one step from `front` enters.
    #[inline]
    pub fn into_row(&self, front: &HexSet, row: usize) -> u32 {
        let leaving = |towards: usize, row: usize| front.row(row) & self.from[towards].row(row);
        let along = leaving(direction::EAST, row) << 1 | leaving(direction::WEST, row) >> 1;
        // Odd rows are shifted half a hex to the east: a step up or down into one from the east keeps its column.
        let (below, above) = (row.wrapping_sub(1), row + 1);
        let across = if row % 2 == 1 {
            // From even rows: north-east and south-east keep the column, north-west and south-west go one down.
            leaving(direction::NORTH_EAST, below)
                | leaving(direction::NORTH_WEST, below) >> 1
                | leaving(direction::SOUTH_EAST, above)
                | leaving(direction::SOUTH_WEST, above) >> 1
        } else {
            let from_below = if row == 0 {
                0
            } else {
                leaving(direction::NORTH_EAST, below) << 1 | leaving(direction::NORTH_WEST, below)
            };
            from_below | leaving(direction::SOUTH_EAST, above) << 1 | leaving(direction::SOUTH_WEST, above)
        };
        along | across
    }
}

/// The rows within a distance of one, clipped to the board.
#[inline]
pub fn rows_around(row: u8, radius: u8, rows: u8) -> std::ops::RangeInclusive<usize> {
    usize::from(row.saturating_sub(radius))..=usize::from((row + radius).min(rows - 1))
}

/// Passes the hexes of some rows to `take`, in the order in which a side sees them, until it requests a stop. `hexes`
/// gives the bits of a row.
#[inline]
pub fn each_in_order(
    side: Side,
    (rows, columns): (u8, u8),
    within: std::ops::RangeInclusive<usize>,
    hexes: impl Fn(usize) -> u32,
    mut take: impl FnMut(HexId, usize, u32) -> bool,
) {
    let flips_columns = side == Side::Blue && rows.is_multiple_of(2);
    let (first, last) = (*within.start(), *within.end());
    for step in 0..=last - first {
        let row = if side == Side::Red { first + step } else { last - step };
        let mut left = hexes(row);
        while left != 0 {
            let column = if flips_columns { 31 - left.leading_zeros() } else { left.trailing_zeros() };
            left &= !(1 << column);
            let hex = HexId::at(row as u16, column as u16, columns);
            debug_assert!(hex != NO_HEX, "a hex of the board");
            if !take(hex, row, 1 << column) {
                return;
            }
        }
    }
}
