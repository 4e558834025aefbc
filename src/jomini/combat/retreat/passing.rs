//! Lone enemy officers on the path of a unit that falls back (J5.104, JI-104): each whose hex it enters flees. The
//! owner chooses the hex in which the path ends; if possible the path drives out no officer before its end.

use super::MOST_RETREAT;
use super::winding::{MOST_STEPS, RetreatGround, Winding};
use crate::jomini::combat::lone_officers::LoneOfficers;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::{State, UnitId, side_of};

impl Battlefield {
    /// The enemy officers, as bits, driven out by a unit that falls back to `goal` by the rules of retreat, in as many
    /// hexes as possible and at most `most`.
    pub(super) fn driven_out_falling_back(
        &self,
        state: &State,
        unit: UnitId,
        goal: HexId,
        (least, most): (u8, u8),
    ) -> u8 {
        let lone = self.forces.officers_alone(state, side_of(unit).other());
        if lone.is_empty() {
            return 0;
        }
        let passed = if self.retreats_straight(unit) {
            self.passed_straight(state, unit, goal, &lone)
        } else {
            self.passed_winding(state, unit, goal, (least, most), &lone)
        };
        passed | lone.on(goal)
    }

    /// For a retreat row by row towards its own edge: for each hex of a row the path past the fewest officers.
    fn passed_straight(&self, state: &State, unit: UnitId, goal: HexId, lone: &LoneOfficers) -> u8 {
        const WIDEST: usize = MOST_RETREAT + 2;
        let side = side_of(unit);
        let from = state.unit(unit).hex;
        let rows = self.board.rows_to_edge(side, from).saturating_sub(self.board.rows_to_edge(side, goal));
        let mut layer = [(NO_HEX, 0u8); WIDEST];
        layer[0].0 = from;
        let mut width = 1;
        for _ in 0..rows {
            let mut next_layer = [(NO_HEX, 0u8); WIDEST];
            let mut next_width = 0;
            for (hex, passed) in &layer[..width] {
                for towards in self.board.rear(side) {
                    let Some((next, _)) = self.way_on(state, unit, *hex, towards) else { continue };
                    let passed = passed | lone.on(next);
                    match next_layer[..next_width].iter_mut().find(|(at, _)| *at == next) {
                        Some(known) if passed.count_ones() < known.1.count_ones() => known.1 = passed,
                        Some(_) => {}
                        None if next_width < WIDEST => {
                            next_layer[next_width] = (next, passed);
                            next_width += 1;
                        }
                        None => {}
                    }
                }
            }
            (layer, width) = (next_layer, next_width);
        }
        layer[..width].iter().find(|(hex, _)| *hex == goal).map_or(0, |(_, passed)| *passed)
    }

    /// In any direction: a path past no officer, else any path.
    fn passed_winding(
        &self,
        state: &State,
        unit: UnitId,
        goal: HexId,
        (least, most): (u8, u8),
        lone: &LoneOfficers,
    ) -> u8 {
        let (directions, count) = self.retreat_directions(unit);
        let from = state.unit(unit).hex;
        let mut ground = RetreatGround::new(state, unit, &directions[..count]);
        for avoided in [*lone, LoneOfficers::NONE] {
            ground.avoided = avoided;
            for length in least..=most {
                let mut search = Winding::from(from, MOST_STEPS);
                if self.winds_to(&mut ground, &mut search, from, goal, 0, length) {
                    return search.way(length).fold(0, |passed, hex| passed | lone.on(hex));
                }
            }
        }
        0
    }
}
