//! The fast search for destinations: whole sets of hexes at once, for moves in which every step costs one hex.

use super::Allowance;
use crate::game::Side;
use crate::jomini::army::unit::Class;
use crate::jomini::map::board::Board;
use crate::jomini::map::hex::HexId;
use crate::jomini::map::hex_set::{HexSet, each_in_order, rows_around};
use crate::jomini::map::mover::MoverClass;
use crate::jomini::state::action::Destination;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::field::Positions;
use crate::jomini::state::{Mover, NO_UNIT, State, UnitId, side_of};

/// The maximum length of a move found in this way.
pub(super) const MOST_LAYERS: usize = 8;

impl Board {
    /// Whether a step of more than one hex could be on the way.
    pub(super) fn is_slow_near(&self, hex: HexId, class: MoverClass, most: u8) -> bool {
        let (row, _) = self.row_and_column(hex);
        self.passages(class).slow.touches(rows_around(row, most, self.rows()))
    }
}

impl Positions<'_> {
    /// Whether an enemy officer alone in a hex could be on the way (J5.104).
    pub(super) fn is_lone_officer_near(self, state: &State, mover: &Mover, allowance: Allowance) -> bool {
        let from = state.unit(mover.unit).hex;
        self.forces.officers_on_table(state, side_of(mover.unit).other()).any(|officer| {
            let hex = state.officer(officer).hex;
            state.unit_at(hex) == NO_UNIT && self.board.distance(from, hex) <= allowance.most
        })
    }
}

impl Battlefield {
    /// Passes each destination to `take`: free hexes in layers by cost.
    pub(super) fn flood(
        &self,
        state: &State,
        unit: UnitId,
        allowance: Allowance,
        mut take: impl FnMut(Destination) -> bool,
    ) {
        let from = state.unit(unit).hex;
        let side = side_of(unit);
        let passages = self.board.passages(self.forces.mover(state, unit));
        let start = self.board.row_and_column(from);
        let passes_guns = self.units().passes_guns(state, unit);
        let (mut occupied, mut barred) = (HexSet::EMPTY, HexSet::EMPTY);
        for of in Side::BOTH {
            for other in self.forces.pieces_on_table(state, of) {
                let at = self.board.row_and_column(state.unit(other).hex);
                occupied.insert(at);
                if of != side || !passes_guns || self.forces.profile(other).class != Class::Artillery {
                    barred.insert(at);
                }
            }
        }
        // Never back to the starting hex.
        occupied.insert(start);
        barred.insert(start);
        let rows = self.board.rows();
        let mut layers = [HexSet::EMPTY; MOST_LAYERS];
        let most = usize::from(allowance.most);
        let mut front = HexSet::EMPTY;
        front.insert(start);
        for (cost, layer) in layers[..most].iter_mut().enumerate() {
            let mut next = HexSet::EMPTY;
            for row in rows_around(start.0, cost as u8 + 1, rows) {
                let free = passages.free.into_row(&front, row);
                let entered =
                    if passages.stopping.is_any() { free | passages.stopping.into_row(&front, row) } else { free };
                let arrived = entered & !occupied.row(row);
                // A hex reached once is not offered again; one that stopped the move may still be passed by a later
                // step without a stop.
                layer.set_row(row, arrived);
                occupied.set_row(row, occupied.row(row) | arrived);
                let onward = free & !barred.row(row);
                next.set_row(row, onward);
                barred.set_row(row, barred.row(row) | onward);
            }
            front = next;
        }
        let union = |row: usize| layers[..most].iter().fold(0, |all, layer| all | layer.row(row));
        each_in_order(
            side,
            (rows, self.board.columns()),
            rows_around(start.0, allowance.most, rows),
            union,
            |hex, row, bit| {
                let cost = layers[..most]
                    .iter()
                    .position(|layer| layer.row(row) & bit != 0)
                    .expect("the hex is in one of the layers") as u8
                    + 1;
                take(Destination { hex, hexes: cost, may_attack: cost <= allowance.fight, difficult: 0, drives_out: 0 })
            },
        );
    }
}
