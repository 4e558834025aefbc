//! How far a unit could retreat from a hex, for any number of hexes due: the estimate of bots for hexes where the unit
//! does not stand yet.

use super::MOST_RETREAT;
use super::straight::{Row, is_free};
use crate::jomini::map::hex::HexId;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::{State, UnitId, side_of};

/// The numbers of hexes that a retreat can end after: bit `k - 1` stands for `k` hexes, up to eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room(u8);

impl Room {
    /// No hex can be made.
    pub const NONE: Room = Room(0);
    /// Every hex that is due can be made.
    pub const ALL: Room = Room(u8::MAX);

    /// Room for any number of hexes up to this one; from eight on for any number at all.
    pub const fn up_to(hexes: u8) -> Room {
        if hexes >= 8 { Room::ALL } else { Room((1 << hexes) - 1) }
    }

    /// The hexes made of those due: as many as possible (JI-138).
    #[inline]
    pub const fn made(self, due: u8) -> u8 {
        if self.0 == u8::MAX {
            return due;
        }
        8 - (self.0 & Room::up_to(due).0).leading_zeros() as u8
    }

    /// As much of it as matters where at most this many hexes are due.
    #[inline]
    pub const fn within(self, due: u8) -> Room {
        let all = Room::up_to(due).0;
        if self.0 & all == all { Room::ALL } else { Room(self.0 & all) }
    }

    /// The set as a byte.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }
}

impl Battlefield {
    /// The hexes that a unit could retreat towards its own edge from a hex, whether it stands there or not (J5.73 to
    /// J5.75, JI-140). The ways of the first `most` hexes are searched; if a retreat may end after each number of them,
    /// the hexes from there to the edge count as free too.
    pub fn room_behind(&self, state: &State, unit: UnitId, from: HexId, most: u8) -> Room {
        if self.forces.is_static(state, unit) {
            return Room::NONE;
        }
        let directions = self.board.rear(side_of(unit));
        let rows = self.board.rows_to_edge(side_of(unit), from);
        let most = most.min(MOST_RETREAT as u8).min(rows);
        // On open ground every path is a longest one.
        let class = self.forces.mover(state, unit);
        let free_behind = |hex: HexId| {
            let mut ways = directions.iter().filter_map(|towards| self.board.retreat_hex(class, hex, *towards));
            ways.find(|next| is_free(state, unit, *next))
        };
        if (0..most).try_fold(from, |hex, _| free_behind(hex)).is_some() {
            return Room::up_to(rows);
        }
        let mut row = Row::of(&[from]);
        let mut room = Room::NONE;
        for made in 1..=most.min(8) {
            row = self.next_row(state, unit, &row, &directions, |_| ());
            if row.hexes().is_empty() {
                break;
            }
            let is_end = row.hexes().iter().any(|hex| is_free(state, unit, *hex))
                || (self.rules.retreat_pass_extends && self.goes_past_guns(state, unit, &row, &directions));
            room.0 |= u8::from(is_end) << (made - 1);
        }
        // All that is searched can be made: so are the next hexes, as by the first way above.
        if most > 0 && room == Room::up_to(most) { Room::up_to(rows) } else { room }
    }

    /// Whether a hex behind a row is free, where a variant extends a retreat that would end on friendly guns (JI-140).
    fn goes_past_guns(&self, state: &State, unit: UnitId, row: &Row, directions: &[usize]) -> bool {
        let free =
            |hex: &HexId, towards: &usize| matches!(self.step_back(state, unit, *hex, *towards), Some((_, true)));
        row.hexes().iter().any(|hex| directions.iter().any(|towards| free(hex, towards)))
    }
}

#[cfg(test)]
mod tests {
    use super::Room;

    #[test]
    fn the_longest_possible_retreat_within_those_due_is_made() {
        let past_guns = Room(0b10);
        assert_eq!([0, 1, 2, 3].map(|due| past_guns.made(due)), [0, 0, 2, 2]);
        assert_eq!([0, 2, 9].map(|due| Room::up_to(2).made(due)), [0, 2, 2]);
        assert_eq!([0, 1, 9, 30].map(|due| Room::ALL.made(due)), [0, 1, 9, 30]);
        assert_eq!([0, 5].map(|due| Room::NONE.made(due)), [0, 0]);
        assert_eq!(Room::up_to(8), Room::ALL);
        for (bits, due) in (0..=u8::MAX).flat_map(|bits| (0..10).map(move |due| (bits, due))) {
            let alike = (0..=due).all(|made| Room(bits).within(due).made(made) == Room(bits).made(made));
            assert!(alike, "{bits:b}, {due} hexes due");
        }
    }
}
