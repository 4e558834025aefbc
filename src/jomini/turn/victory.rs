//! Victory (chapter 6) by objectives (J6.3) and at the turn limit (JI-179, JI-180). Defeat by losses is in
//! `combat/defeat.rs`.

use crate::game::{Ending, Side};
use crate::jomini::rules::{TurnLimitResult, VictoryCheck};
use crate::jomini::state::battle::{Battle, Objective};
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{NO_UNIT, State, Step, UnitId, is_slip, side_of};

impl Forces {
    /// Whether a side holds an objective: one of its units is on one of the hexes, and no enemy on any (J6.3).
    pub(in crate::jomini) fn holds_objective(&self, state: &State, objective: &Objective, side: Side) -> bool {
        self.holds_objective_without(state, objective, side, NO_UNIT)
    }

    /// Whether a side would hold an objective if one unit were away.
    pub(in crate::jomini) fn holds_objective_without(
        &self,
        state: &State,
        objective: &Objective,
        side: Side,
        away: UnitId,
    ) -> bool {
        let is_there = |who: Side| self.is_on_objective_without(state, objective, who, away);
        is_there(side) && !is_there(side.other())
    }

    /// Whether a side would have a unit on an objective, which denies it to the enemy, if one unit were away (J6.3).
    pub(in crate::jomini) fn is_on_objective_without(
        &self,
        state: &State,
        objective: &Objective,
        side: Side,
        away: UnitId,
    ) -> bool {
        objective.hexes.iter().any(|hex| {
            let unit = state.unit_at(*hex);
            unit != NO_UNIT && unit != away && !is_slip(unit) && side_of(unit) == side && !self.is_panicked(unit)
        })
    }
}

impl Battle {
    /// Counts the objectives, in the published rules at the end of a player-turn, and ends the game if its owner has
    /// enough, from the round on that the scenario states (J6.3).
    pub(super) fn check_objectives(&self, state: &mut State) -> bool {
        for side in Side::BOTH {
            state.side_mut(side).objective_points = self.objective_points(state, side);
        }
        let side = state.active;
        if self.wins_by_objectives(state, side, state.side(side).objective_points) {
            self.field.rules.end_game(state, Some(side), Ending::Objective);
            return true;
        }
        self.check_field(state)
    }

    /// Whether this number of points wins the game for a side now: from the round on that the scenario states (J6.3).
    pub(in crate::jomini) fn wins_by_objectives(&self, state: &State, side: Side, points: u8) -> bool {
        let needed = self.objective_points_to_win[side];
        needed > 0 && state.round() >= u16::from(self.objectives_from_round) && points >= needed
    }

    /// What the rules check immediately (J6.2, JI-177), between two moves or combats: whether a side has lost enough,
    /// such as units that have left by an exit, and whether the active one holds enough objectives.
    pub(super) fn check_between_moves(&self, state: &mut State) {
        if !matches!(state.step, Step::Movement | Step::Combat) || state.flight_count > 0 || state.outcome.is_some() {
            return;
        }
        let rules = &self.field.rules;
        let ends = rules.victory_check == VictoryCheck::Immediate && self.check_losses(state);
        if !ends && rules.objectives_check == VictoryCheck::Immediate {
            self.check_objectives(state);
        }
    }

    /// A side whose last unit has left the table loses, unless it has won by leaving (J6.3).
    fn check_field(&self, state: &mut State) -> bool {
        let gone =
            Side::BOTH.into_iter().find(|side| state.side(*side).units_left > 0 && !self.has_troops(state, *side));
        if let Some(side) = gone {
            self.field.rules.end_game(state, Some(side.other()), Ending::Victory);
        }
        gone.is_some()
    }

    /// Points of the objectives that a side holds, and those of its units that left by an exit (J4.22).
    pub fn objective_points(&self, state: &State, side: Side) -> u8 {
        let held: u8 = self
            .objectives
            .iter()
            .filter(|objective| self.field.forces.holds_objective(state, objective, side))
            .map(|objective| objective.points[side])
            .sum();
        held.saturating_add(state.side(side).exit_points)
    }

    /// Ends the game at the turn limit (JI-179, JI-180): with the scenario's winner if it names one, otherwise by the
    /// rules.
    pub(super) fn end_by_turn_limit(&self, state: &mut State) {
        let winner = match self.winner_at_limit {
            Some(side) => Some(side),
            None => match self.field.rules.turn_limit_result {
                TurnLimitResult::Draw => None,
                TurnLimitResult::LowerLossFraction => state.lower_loss(),
            },
        };
        self.field.rules.end_game(state, winner, Ending::TurnLimit);
    }
}
