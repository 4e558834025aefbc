//! Retreats row by row towards the side's own edge (J5.73, JI-6, JI-138): each hex is one row further, so that a search
//! by rows never visits a hex twice.

use super::{Ends, MOST_RETREAT};
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::{NO_UNIT, State, UnitId};

/// The maximum number of hexes of one row that a retreat can reach.
const WIDEST: usize = MOST_RETREAT + 1;

/// The hexes that a retreat reaches in one row.
pub(super) struct Row {
    hexes: [HexId; WIDEST],
    count: usize,
}

impl Row {
    pub(super) fn of(hexes: &[HexId]) -> Row {
        let mut row = Row { hexes: [NO_HEX; WIDEST], count: hexes.len() };
        row.hexes[..hexes.len()].copy_from_slice(hexes);
        row
    }

    pub(super) fn hexes(&self) -> &[HexId] {
        &self.hexes[..self.count]
    }

    fn add(&mut self, hex: HexId) {
        if !self.hexes().contains(&hex) {
            self.hexes[self.count] = hex;
            self.count += 1;
        }
    }
}

impl Battlefield {
    /// The hexes one row further; those from which no path continues are passed to `dead_end`.
    pub(super) fn next_row(
        &self,
        state: &State,
        unit: UnitId,
        row: &Row,
        directions: &[usize],
        mut dead_end: impl FnMut(HexId),
    ) -> Row {
        let mut further = Row::of(&[]);
        for hex in row.hexes() {
            let mut goes_on = false;
            for towards in directions {
                if let Some((next, _)) = self.step_back(state, unit, *hex, *towards) {
                    goes_on = true;
                    further.add(next);
                }
            }
            if !goes_on {
                dead_end(*hex);
            }
        }
        further
    }

    /// Ends of a retreat row by row from where the unit stands.
    pub(super) fn straight_ends(&self, state: &State, unit: UnitId, due: u8, directions: &[usize], ends: &mut Ends) {
        let mut row = Row::of(&[state.unit(unit).hex]);
        let mut dead_ends = [(NO_HEX, 0u8); WIDEST];
        let mut dead_count = 0;
        let mut made = 0;
        while made < due && usize::from(made) < MOST_RETREAT {
            let further = self.next_row(state, unit, &row, directions, |hex| {
                let is_end = made > 0 && state.unit_at(hex) == NO_UNIT;
                if is_end && let Some(end) = dead_ends.get_mut(dead_count) {
                    *end = (hex, made);
                    dead_count += 1;
                }
            });
            if further.count == 0 {
                break;
            }
            made += 1;
            row = further;
            for hex in row.hexes().iter().filter(|hex| is_free(state, unit, **hex)) {
                // Only the last row with a free hex counts, as the longest path must be taken (JI-138).
                if ends.longest < made {
                    ends.longest = made;
                    ends.made.fill(0);
                }
                ends.made[usize::from(*hex)] = made;
            }
        }
        if self.rules.retreat_pass_extends && made == due && ends.longest < due {
            // A variant extends a retreat that would end on friendly guns by one hex.
            for hex in row.hexes() {
                for towards in directions {
                    if let Some((next, true)) = self.step_back(state, unit, *hex, *towards) {
                        if ends.longest < due {
                            ends.made.fill(0);
                            ends.longest = due;
                        }
                        ends.made[usize::from(next)] = due;
                    }
                }
            }
        }
        if !self.rules.retreat_must_maximise {
            for (hex, made) in &dead_ends[..dead_count] {
                ends.made[usize::from(*hex)] = *made;
            }
        }
    }
}

/// Whether a retreat of a unit may end on a hex, which the unit itself has left by then.
pub(super) fn is_free(state: &State, unit: UnitId, hex: HexId) -> bool {
    let occupant = state.unit_at(hex);
    occupant == NO_UNIT || occupant == unit
}
