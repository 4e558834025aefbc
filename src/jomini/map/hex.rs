//! Hexes: ids, the six directions, distance. Rows run parallel to the players' edges, odd rows are shifted half a hex
//! to the east (JI-5).
//!
//! ```text
//!      NW   NE          row 1 (odd, shifted):    (0,1) (1,1) (2,1)
//!    W   hex   E        row 0:                 (0,0) (1,0) (2,0)
//!      SW   SE          red's edge lies below row 0, blue's above the last row
//! ```

use std::fmt;
use std::ops::Range;

/// A hex by its index: row × columns + column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct HexId(u16);

impl HexId {
    /// The id with this index.
    #[inline]
    pub const fn new(index: u16) -> HexId {
        HexId(index)
    }

    /// Its index.
    #[inline]
    pub const fn index(self) -> u16 {
        self.0
    }

    /// The id of a row and a column on a board with this number of columns.
    #[inline]
    pub const fn at(row: u16, column: u16, columns: u8) -> HexId {
        HexId(row * columns as u16 + column)
    }

    /// Its row on a board with this number of columns.
    #[inline]
    pub const fn row(self, columns: u8) -> u8 {
        (self.0 / columns as u16) as u8
    }

    /// Its column on a board with this number of columns.
    #[inline]
    pub const fn column(self, columns: u8) -> u8 {
        (self.0 % columns as u16) as u8
    }
}

impl From<HexId> for usize {
    #[inline]
    fn from(id: HexId) -> usize {
        usize::from(id.0)
    }
}

impl fmt::Display for HexId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for HexId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Consecutive ids of hexes from 0 on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexIds(Range<u16>);

impl HexIds {
    /// The first ids of a board, up to a number of ids.
    #[inline]
    pub const fn up_to(count: u16) -> HexIds {
        HexIds(0..count)
    }
}

impl Iterator for HexIds {
    type Item = HexId;

    #[inline]
    fn next(&mut self) -> Option<HexId> {
        self.0.next().map(HexId)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<HexId> {
        self.0.nth(n).map(HexId)
    }
}

impl DoubleEndedIterator for HexIds {
    #[inline]
    fn next_back(&mut self) -> Option<HexId> {
        self.0.next_back().map(HexId)
    }
}

impl ExactSizeIterator for HexIds {}

/// No hex: off the table.
pub const NO_HEX: HexId = HexId(u16::MAX);
/// The maximum number of hexes of a board (30 × 30).
pub const MAX_HEXES: usize = 900;

/// Directions in turn, counter-clockwise from the east; the opposite of `d` is `(d + 3) % 6`.
pub mod direction {
    /// Along the row to the right.
    pub const EAST: usize = 0;
    /// Up and right.
    pub const NORTH_EAST: usize = 1;
    /// Up and left.
    pub const NORTH_WEST: usize = 2;
    /// Along the row to the left.
    pub const WEST: usize = 3;
    /// Down and left.
    pub const SOUTH_WEST: usize = 4;
    /// Down and right.
    pub const SOUTH_EAST: usize = 5;

    /// The direction back.
    #[inline]
    pub const fn opposite(direction: usize) -> usize {
        (direction + 3) % 6
    }
}

/// The directions by the names that files use, in the order of [`direction`].
pub const DIRECTION_NAMES: [&str; 6] = ["E", "NE", "NW", "W", "SW", "SE"];

/// A hex by column and row; may be off the table. Written "CCRR" in files, as in "0503".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The column, from 0 at the west.
    pub column: i32,
    /// The row, from 0 at red's edge.
    pub row: i32,
}

impl Place {
    /// The place at a column and a row.
    pub const fn new(column: i32, row: i32) -> Place {
        Place { column, row }
    }

    /// The place written "CCRR": two digits of column, two of row.
    pub fn parse(text: &str) -> Option<Place> {
        let digits = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| Place::new(text[..2].parse().expect("two digits"), text[2..].parse().expect("two digits")))
    }

    /// The neighbouring place in a direction.
    pub fn neighbour(self, towards: usize) -> Place {
        let shift = self.row.rem_euclid(2);
        let (column, row) = match towards {
            direction::EAST => (1, 0),
            direction::NORTH_EAST => (shift, 1),
            direction::NORTH_WEST => (shift - 1, 1),
            direction::WEST => (-1, 0),
            direction::SOUTH_WEST => (shift - 1, -1),
            _ => (shift, -1),
        };
        Place::new(self.column + column, self.row + row)
    }

    /// Axial coordinates (q along the row, r the row): straight lines and distances are simple in them.
    pub fn axial(self) -> (i32, i32) {
        (self.column - (self.row - self.row.rem_euclid(2)) / 2, self.row)
    }

    /// The place with these axial coordinates.
    pub fn from_axial(q: i32, row: i32) -> Place {
        Place::new(q + (row - row.rem_euclid(2)) / 2, row)
    }

    /// The shortest number of hexes from one place to the other, not counting the first (JI-8).
    pub fn distance(self, other: Place) -> u32 {
        let ((q1, r1), (q2, r2)) = (self.axial(), other.axial());
        let (dq, dr) = (q2 - q1, r2 - r1);
        // With r pointing north-east the third cube coordinate is −q − r.
        (dq.unsigned_abs() + dr.unsigned_abs() + (dq + dr).unsigned_abs()) / 2
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:02}{:02}", self.column, self.row)
    }
}
