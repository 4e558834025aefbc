//! Retreats that may wind: units with the letter Elusive (JA3.22, JI-127), and all others where a variant lets them retreat to the side (JI-6). Ways without a repeated
//! hex are searched for one by one, with a limit to the work that only crowded ground and long retreats reach.

use super::{Ends, MOST_RETREAT};
use crate::jomini::battle::Battle;
use crate::jomini::hex::{HexId, NO_HEX};
use crate::jomini::reach::Window;
use crate::jomini::state::{NO_UNIT, State, UnitId, side_of};

/// Work spent on finding a way of the full length to one hex.
const MOST_STEPS: u32 = 2_000;
/// Work spent on finding the longest way: enough to try every way of up to five hexes.
const MOST_STEPS_OF_LONGEST: u32 = 20_000;

/// A search for a way without a repeated hex.
struct Winding<'a> {
    state: &'a State,
    unit: UnitId,
    directions: &'a [usize],
    visited: [HexId; MOST_RETREAT + 1],
    /// Work left.
    left: u32,
}

impl<'a> Winding<'a> {
    fn new(state: &'a State, unit: UnitId, directions: &'a [usize], left: u32) -> Winding<'a> {
        let mut visited = [NO_HEX; MOST_RETREAT + 1];
        visited[0] = state.unit(unit).hex;
        Winding { state, unit, directions, visited, left }
    }
}

impl Battle {
    /// Ends of a retreat in several directions: hexes to which a way without a repeated hex exists that has the full length, or the greatest length there is.
    pub(super) fn winding_ends(&self, state: &State, unit: UnitId, due: u8, directions: &[usize], ends: &mut Ends) {
        let from = state.unit(unit).hex;
        let (end, length) = self.longest_winding_way(state, unit, due);
        if length == 0 {
            return;
        }
        ends.longest = length;
        ends.made[usize::from(end)] = length;
        let window = Window::around(&self.board, from, length, side_of(unit));
        for hex in window.hexes(&self.board) {
            if hex == from || hex == end || state.unit_at(hex) != NO_UNIT || self.board.distance(from, hex) > length {
                continue;
            }
            let mut search = Winding::new(state, unit, directions, MOST_STEPS);
            if self.winds_to(&mut search, from, hex, 0, length) {
                ends.made[usize::from(hex)] = length;
            }
        }
    }

    /// The end and the length of a longest way without a repeated hex, up to `due`; length 0 if there is none.
    pub(super) fn longest_winding_way(&self, state: &State, unit: UnitId, due: u8) -> (HexId, u8) {
        let (directions, count) = self.retreat_directions(unit);
        let mut search = Winding::new(state, unit, &directions[..count], MOST_STEPS_OF_LONGEST);
        let mut best = (NO_HEX, 0);
        self.winds_on(&mut search, state.unit(unit).hex, 0, due.min(MOST_RETREAT as u8), &mut best);
        best
    }

    /// Follows every way on from a hex until one has the full length; says whether it has.
    fn winds_on(&self, search: &mut Winding, at: HexId, made: u8, length: u8, best: &mut (HexId, u8)) -> bool {
        if search.left == 0 {
            return false;
        }
        search.left -= 1;
        for towards in search.directions {
            let Some((next, free)) = self.way_on(search.state, search.unit, at, *towards) else { continue };
            if search.visited[..=usize::from(made)].contains(&next) {
                continue;
            }
            if free && made + 1 > best.1 {
                *best = (next, made + 1);
            }
            if best.1 == length {
                return true;
            }
            search.visited[usize::from(made) + 1] = next;
            if made + 1 < length && self.winds_on(search, next, made + 1, length, best) {
                return true;
            }
        }
        false
    }

    fn winds_to(&self, search: &mut Winding, at: HexId, goal: HexId, made: u8, length: u8) -> bool {
        if search.left == 0 {
            return false;
        }
        search.left -= 1;
        let rest = length - made;
        for towards in search.directions {
            let Some((next, free)) = self.way_on(search.state, search.unit, at, *towards) else { continue };
            if rest == 1 {
                if next == goal && free {
                    return true;
                }
                continue;
            }
            if next == goal || self.board.distance(next, goal) > rest - 1 || search.visited[..=usize::from(made)].contains(&next) {
                continue;
            }
            search.visited[usize::from(made) + 1] = next;
            if self.winds_to(search, next, goal, made + 1, length) {
                return true;
            }
        }
        false
    }
}
