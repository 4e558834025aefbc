//! Windows of hexes.

use super::board::Board;
use super::hex::HexId;
use crate::game::Side;

/// The hexes around a given one, in the order in which a side sees them.
pub struct Window {
    side: Side,
    columns: (i32, i32),
    rows: (i32, i32),
}

impl Window {
    /// The hexes within `radius` rows and columns of `hex`.
    pub fn around(board: &Board, hex: HexId, radius: u8, side: Side) -> Window {
        let centre = board.place(board.as_seen(side, hex));
        let radius = i32::from(radius);
        let clip = |at: i32, size: u8| ((at - radius).max(0), (at + radius).min(i32::from(size) - 1));
        Window { side, columns: clip(centre.column, board.columns()), rows: clip(centre.row, board.rows()) }
    }

    /// These hexes in order.
    pub fn hexes<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = HexId> + 'a {
        let columns = board.columns();
        (self.rows.0..=self.rows.1).flat_map(move |row| {
            (self.columns.0..=self.columns.1)
                .map(move |column| board.as_seen(self.side, HexId::at(row as u16, column as u16, columns)))
        })
    }
}
