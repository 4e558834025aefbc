//! Retreats that may change direction: units with the letter Elusive (JA3.22, JI-127), and all others where a variant
//! lets them retreat to the side (JI-6). Paths without a repeated hex are enumerated, with a limit on the work that is
//! reached only on crowded ground and in long retreats.

use super::{Ends, MOST_RETREAT};
use crate::jomini::combat::lone_officers::LoneOfficers;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::map::hex_map::HexMap;
use crate::jomini::map::window::Window;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::{NO_UNIT, State, UnitId, side_of};
use arrayvec::ArrayVec;
use std::cmp::Reverse;

/// The limit on the work of finding a path of the full length to one hex.
pub(super) const MOST_STEPS: u32 = 2_000;
/// Ends of retreats of up to this length are found by one search of all paths, those of longer ones one by one.
const SHORT: u8 = 4;
/// The limit on the work of finding the longest path: enough to try every path of up to five hexes.
const MOST_STEPS_OF_LONGEST: u32 = 20_000;

/// The steps out of each hex that a search has reached, looked up once for all searches of a retreat.
pub(super) struct RetreatGround<'a> {
    state: &'a State,
    unit: UnitId,
    directions: &'a [usize],
    /// Lone enemy officers whose hexes are not passed.
    pub(super) avoided: LoneOfficers,
    /// Where the steps lead, and one bit per step: whether the retreat may end there.
    exits: HexMap<([HexId; 6], u8)>,
}

impl<'a> RetreatGround<'a> {
    pub(super) fn new(state: &'a State, unit: UnitId, directions: &'a [usize]) -> RetreatGround<'a> {
        RetreatGround { state, unit, directions, avoided: LoneOfficers::NONE, exits: HexMap::empty() }
    }

    /// The steps out of a hex: where each leads, and whether the retreat may end there.
    fn exits(&mut self, field: &Battlefield, hex: HexId) -> impl Iterator<Item = (HexId, bool)> + use<> {
        let (leads_to, free) = *self.exits.get_or_insert_with(hex, || {
            let (mut leads_to, mut free) = ([NO_HEX; 6], 0);
            for (step, towards) in self.directions.iter().enumerate() {
                if let Some((next, is_free)) = field.way_on(self.state, self.unit, hex, *towards) {
                    leads_to[step] = next;
                    free |= u8::from(is_free) << step;
                }
            }
            (leads_to, free)
        });
        leads_to
            .into_iter()
            .enumerate()
            .filter(|(_, next)| *next != NO_HEX)
            .map(move |(step, next)| (next, free >> step & 1 == 1))
    }
}

/// A search for a path without a repeated hex.
pub(super) struct Winding {
    visited: [HexId; MOST_RETREAT + 1],
    /// Remaining work.
    left: u32,
}

impl Winding {
    pub(super) fn from(hex: HexId, left: u32) -> Winding {
        let mut visited = [NO_HEX; MOST_RETREAT + 1];
        visited[0] = hex;
        Winding { visited, left }
    }

    /// The hexes between the start and the end of a path of this length that has been found.
    pub(super) fn way(&self, length: u8) -> impl Iterator<Item = HexId> + '_ {
        self.visited[1..usize::from(length)].iter().copied()
    }
}

impl Battlefield {
    /// Ends of a retreat in several directions: hexes that can be reached by a path without a repeated hex of the full
    /// length, or of the greatest possible length.
    pub(super) fn winding_ends(&self, state: &State, unit: UnitId, due: u8, directions: &[usize], ends: &mut Ends) {
        let from = state.unit(unit).hex;
        let mut ground = RetreatGround::new(state, unit, directions);
        let (end, length) = self.longest_way_on(&mut ground, from, due);
        if length == 0 {
            return;
        }
        ends.longest = length;
        if length <= SHORT {
            self.mark_ends(&mut ground, &mut Winding::from(from, u32::MAX), from, 0, ends);
            return;
        }
        ends.made[usize::from(end)] = length;
        let window = Window::around(&self.board, from, length, side_of(unit));
        for hex in window.hexes(&self.board) {
            if hex == from || hex == end || state.unit_at(hex) != NO_UNIT || self.board.distance(from, hex) > length {
                continue;
            }
            if self.winds_to(&mut ground, &mut Winding::from(from, MOST_STEPS), from, hex, 0, length) {
                ends.made[usize::from(hex)] = length;
            }
        }
    }

    /// Marks the ends of all paths of the greatest length.
    fn mark_ends(&self, ground: &mut RetreatGround, search: &mut Winding, at: HexId, made: u8, ends: &mut Ends) {
        let last = made + 1 == ends.longest;
        for (next, free) in ground.exits(self, at) {
            if search.visited[..=usize::from(made)].contains(&next) {
                continue;
            }
            if !last {
                search.visited[usize::from(made) + 1] = next;
                self.mark_ends(ground, search, next, made + 1, ends);
            } else if free {
                ends.made[usize::from(next)] = ends.longest;
            }
        }
    }

    /// The end and the length of a longest path without a repeated hex, up to `due`; length 0 if there is none.
    pub(super) fn longest_winding_way(&self, state: &State, unit: UnitId, due: u8) -> (HexId, u8) {
        let (directions, count) = self.retreat_directions(unit);
        self.longest_way_on(&mut RetreatGround::new(state, unit, &directions[..count]), state.unit(unit).hex, due)
    }

    fn longest_way_on(&self, ground: &mut RetreatGround, from: HexId, due: u8) -> (HexId, u8) {
        let mut best = (NO_HEX, 0);
        self.winds_on(
            ground,
            &mut Winding::from(from, MOST_STEPS_OF_LONGEST),
            from,
            0,
            due.min(MOST_RETREAT as u8),
            &mut best,
        );
        best
    }

    /// Extends every path from a hex until one has the full length; returns whether one has.
    fn winds_on(
        &self,
        ground: &mut RetreatGround,
        search: &mut Winding,
        at: HexId,
        made: u8,
        length: u8,
        best: &mut (HexId, u8),
    ) -> bool {
        if search.left == 0 {
            return false;
        }
        search.left -= 1;
        for (next, free) in ground.exits(self, at) {
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
            if made + 1 < length && self.winds_on(ground, search, next, made + 1, length, best) {
                return true;
            }
        }
        false
    }

    pub(super) fn winds_to(
        &self,
        ground: &mut RetreatGround,
        search: &mut Winding,
        at: HexId,
        goal: HexId,
        made: u8,
        length: u8,
    ) -> bool {
        if search.left == 0 {
            return false;
        }
        search.left -= 1;
        let rest = length - made;
        // Hexes to spare are used at once, away from the goal: near it, little room is left for them.
        let mut exits: ArrayVec<(HexId, bool), 6> = ground.exits(self, at).collect();
        if rest == 1 {
            return exits.contains(&(goal, true));
        }
        exits.sort_by_key(|(next, _)| Reverse(self.board.distance(*next, goal)));
        for (next, _) in exits {
            if next == goal
                || ground.avoided.on(next) != 0
                || self.board.distance(next, goal) > rest - 1
                || search.visited[..=usize::from(made)].contains(&next)
            {
                continue;
            }
            search.visited[usize::from(made) + 1] = next;
            if self.winds_to(ground, search, next, goal, made + 1, length) {
                return true;
            }
        }
        false
    }
}
