//! Scores of bringing troops on to the table (J4.25), and of leaving it (J4.22). The distance of a unit off the table
//! is that from the edge plus a march: entering scores the distance gained. Leaving gives up the unit's remaining
//! value, for points if the scenario gives any.

use super::numbers::{self, Numbers};
use super::scene::{Scene, weigh_way};
use crate::game::Side;
use crate::jomini::army::unit::Rank;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::rules::VictoryCheck;
use crate::jomini::state::action::Action;
use crate::jomini::state::{OfficerId, UnitId};

/// The additional distance of a unit off the table beyond the edge by which it enters, in hexes.
const BEYOND: u8 = 8;

impl Scene<'_> {
    /// The distance from where a unit would enter to the nearest enemy.
    fn way_from_edge(&self, unit: UnitId) -> u8 {
        let entries = self.battle.entries(self.state, unit);
        entries.iter().map(|hex| self.nearest_foe(*hex)).min().unwrap_or(0).min(40)
    }

    /// A unit that waits off the table, valued like a hex.
    pub fn off_table(&self, unit: UnitId) -> Numbers {
        let mut numbers = Numbers::NONE;
        numbers.0[numbers::ADVANCE] = -weigh_way(self.way_from_edge(unit).saturating_add(BEYOND));
        numbers
    }

    /// The gain of a unit off the table by activation.
    pub fn coming_on(&self, unit: UnitId) -> Numbers {
        let way = self.way_from_edge(unit);
        let mut numbers = Numbers::NONE;
        numbers.0[numbers::ADVANCE] = weigh_way(way.saturating_add(BEYOND)) - weigh_way(way);
        numbers
    }

    /// Whether the decision is about an officer's entering or leaving with a unit.
    pub fn is_off_table(&self, unit: UnitId, officer: OfficerId) -> bool {
        self.state.unit(unit).hex == NO_HEX || self.state.officer(officer).hex == NO_HEX
    }

    /// The score of an officer's entering or leaving with a unit: he enters if no other troops off the table need him,
    /// and never leaves.
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
            && battle.field.forces.officer_profile(officer).rank == Rank::SubGeneral
        {
            numbers.add(numbers::COMMAND, -1.0);
            return numbers;
        }
        numbers.and(&self.officer_gain(officer, state.unit(unit).hex))
    }

    /// The costs and gains of a unit's leaving the table.
    pub fn leaving(&self, unit: UnitId) -> Numbers {
        let (battle, state) = (self.battle, self.state);
        let hex = state.unit(unit).hex;
        let mut numbers = Numbers::NONE;
        let Some(exit) = battle.exit(self.side, hex) else { return numbers };
        let mut after = *state;
        battle.apply_leave(&mut after, unit);
        let beaten = exit.lost && battle.is_beaten(&after, self.side);
        // Losses are checked before objectives, unless objectives alone are checked between moves (JI-177).
        let rules = &battle.field.rules;
        let objectives_first =
            rules.objectives_check == VictoryCheck::Immediate && rules.victory_check != VictoryCheck::Immediate;
        let needed = battle.objective_points_to_win[self.side];
        if needed > 0 {
            let share = |points: u8| f32::from(points) / f32::from(needed);
            // These points cannot be lost again.
            numbers.add(numbers::OBJECTIVE, 2.0 * share(exit.points));
            let may_win = objectives_first || !beaten;
            if may_win && battle.wins_by_objectives(&after, self.side, battle.objective_points(&after, self.side)) {
                numbers.add(numbers::VICTORY, 1.0);
                return numbers;
            }
        }
        numbers.add(
            numbers::LOSSES_TAKEN,
            f32::from(state.unit(unit).elements) * if exit.points > 0 && needed > 0 { 0.25 } else { 1.0 },
        );
        if exit.lost {
            numbers.add(numbers::UNITS_LOST, self.share[self.side.index()]);
        }
        if beaten || !battle.has_troops(&after, self.side) {
            numbers.add(numbers::VICTORY, -1.0);
        }
        numbers
    }

    /// The distance in hexes to the nearest exit that gives points, if the side has one.
    pub fn way_to_exit(&self, side: Side, hex: HexId) -> Option<u8> {
        let exits = self
            .battle
            .exits
            .iter()
            .filter(|exit| exit.side == side && exit.points > 0 && self.battle.objective_points_to_win[side] > 0);
        exits.flat_map(|exit| &exit.hexes).map(|to| self.battle.field.board.distance(hex, *to)).min()
    }
}
