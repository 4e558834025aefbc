//! What it is worth to bring troops on to the table (J4.25), and to leave it (J4.22). A unit off the table is as far
//! away as its way to the edge and a march beyond: coming on is worth the way that it wins by that. Leaving gives up
//! what the unit could still do, for points if the scenario gives any.

use super::numbers::{self, Numbers};
use super::scene::{Scene, weigh_way};
use crate::game::Side;
use crate::jomini::army::unit::Rank;
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::state::action::Action;
use crate::jomini::state::{OfficerId, UnitId};

/// Hexes by which a unit off the table is farther away than the edge by which it enters.
const BEYOND: u8 = 8;

impl Scene<'_> {
    /// The distance from where a unit would enter to the nearest enemy.
    fn way_from_edge(&self, unit: UnitId) -> u8 {
        let entries = self.battle.entries(self.state, unit);
        entries.iter().map(|hex| self.nearest_foe(*hex)).min().unwrap_or(0).min(40)
    }

    /// A unit that waits off the table, seen as a post.
    pub fn off_table(&self, unit: UnitId) -> Numbers {
        let mut numbers = Numbers::NONE;
        numbers.0[numbers::ADVANCE] = -weigh_way(self.way_from_edge(unit).saturating_add(BEYOND));
        numbers
    }

    /// What a unit off the table gains by being activated.
    pub fn coming_on(&self, unit: UnitId) -> Numbers {
        let way = self.way_from_edge(unit);
        let mut numbers = Numbers::NONE;
        numbers.0[numbers::ADVANCE] = weigh_way(way.saturating_add(BEYOND)) - weigh_way(way);
        numbers
    }

    /// Whether an officer is asked to come on, or to leave, with a unit.
    pub fn is_off_table(&self, unit: UnitId, officer: OfficerId) -> bool {
        self.state.unit(unit).hex == NO_HEX || self.state.officer(officer).hex == NO_HEX
    }

    /// What it is worth that an officer comes on or leaves with a unit: he comes if no further troops need him beyond
    /// the edge, and leaves with none.
    pub fn along(&self, unit: UnitId, officer: OfficerId, action: &Action) -> Numbers {
        let mut numbers = Numbers::NONE;
        if *action != Action::Accompany {
            return numbers;
        }
        let (battle, state) = (self.battle, self.state);
        if state.unit(unit).hex == NO_HEX {
            self.give_up(&mut numbers, officer);
            return numbers;
        }
        let number = battle.reserves.of_officer[usize::from(officer)];
        let mut others = battle
            .units_at_hand(state, self.side)
            .filter(|it| state.unit(*it).hex == NO_HEX && state.unit(*it).group == 0);
        if others.any(|it| battle.reserves.of_unit[usize::from(it)] == number)
            && battle.officer_profile(officer).rank == Rank::SubGeneral
        {
            numbers.add(numbers::COMMAND, -1.0);
            return numbers;
        }
        numbers.and(&self.officer_gain(officer, state.unit(unit).hex))
    }

    /// What a unit gives up and wins by leaving the table.
    pub fn leaving(&self, unit: UnitId) -> Numbers {
        let (battle, state) = (self.battle, self.state);
        let hex = state.unit(unit).hex;
        let mut numbers = Numbers::NONE;
        let Some(exit) = battle.exit(self.side, hex) else { return numbers };
        let needed = battle.objective_points_to_win[self.side];
        if needed > 0 {
            let share = |points: u8| f32::from(points) / f32::from(needed);
            // Nobody takes these points back.
            numbers.add(numbers::OBJECTIVE, 2.0 * share(exit.points));
            if state.side(self.side).objective_points.saturating_add(exit.points) >= needed {
                numbers.add(numbers::VICTORY, 1.0);
                return numbers;
            }
        }
        numbers.add(
            numbers::LOSSES_TAKEN,
            f32::from(state.unit(unit).elements) * if exit.points > 0 && needed > 0 { 0.25 } else { 1.0 },
        );
        if exit.lost {
            numbers.add(
                numbers::UNITS_LOST,
                1.0 / f32::from(battle.units_to_lose(state.side(self.side).units_at_start).max(1)),
            );
        }
        let beaten = exit.lost && self.is_last(self.side);
        let last = battle.units_on_table(state, self.side).count() == 1;
        if beaten || last {
            numbers.add(numbers::VICTORY, -1.0);
        }
        numbers
    }

    /// Hexes to go from a hex to the nearest exit that gives points, if the side has one.
    pub fn way_to_exit(&self, side: Side, hex: u16) -> Option<u8> {
        let exits = self
            .battle
            .exits
            .iter()
            .filter(|exit| exit.side == side && exit.points > 0 && self.battle.objective_points_to_win[side] > 0);
        exits.flat_map(|exit| &exit.hexes).map(|to| self.battle.board.distance(hex, *to)).min()
    }
}
