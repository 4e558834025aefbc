//! Victory (chapter 6): losses (J6.4), objectives (J6.3), grades (J6.5), the turn limit (JI-179, JI-180).

use crate::game::{BySide, Ending, Grade, Outcome, Side};
use crate::jomini::rules::Rules;
use crate::jomini::rules::{SimultaneousVictory, TurnLimitResult, VictoryCheck, VictoryRound};
use crate::jomini::state::battle::{Battle, Objective};
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{MAX_STAMPEDES, NO_UNIT, SideState, Stampede, State, Step, is_slip, side_of};

impl State {
    /// The side that has lost the lower share of its units; `None` if they are equal.
    fn lower_loss(&self) -> Option<Side> {
        let share = |of: &SideState, other: &SideState| u32::from(of.units_lost) * u32::from(other.units_at_start);
        let (red, blue) = (self.side(Side::Red), self.side(Side::Blue));
        match share(red, blue).cmp(&share(blue, red)) {
            std::cmp::Ordering::Less => Some(Side::Red),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Side::Blue),
        }
    }
}

impl Rules {
    /// The number of lost units that beats an army of this size (J1.1, J6.4, JI-175).
    pub fn units_to_lose(&self, units_at_start: u8) -> u8 {
        let share = self.victory_loss_fraction;
        let units = match self.victory_round {
            VictoryRound::Up => share.of_rounded_up(u32::from(units_at_start)),
            VictoryRound::Down => share.of_rounded_down(u32::from(units_at_start)).max(1),
        };
        units as u8
    }

    fn end_game(&self, state: &mut State, winner: Option<Side>, ending: Ending) {
        let grade = winner.map_or(Grade::None, |side| self.grade(state, side));
        state.outcome = Some(Outcome { winner, grade, ending });
        state.flight_count = 0;
        state.stampedes = [Stampede::NONE; MAX_STAMPEDES];
        state.stampede_count = 0;
        state.step = Step::Over;
    }

    /// The grade of a victory: the gap in units lost, relative to the loser's (J6.5, JI-176).
    pub fn grade(&self, state: &State, winner: Side) -> Grade {
        let lost = |side: Side| u32::from(state.side(side).units_lost);
        let (by_loser, by_winner) = (lost(winner.other()), lost(winner));
        let gap = by_loser.saturating_sub(by_winner);
        if !self.grade_marginal_max.is_exceeded_by(gap, by_loser) {
            Grade::Marginal
        } else if !self.grade_medium_max.is_exceeded_by(gap, by_loser) {
            Grade::Medium
        } else {
            Grade::Decisive
        }
    }
}

impl Forces {
    /// Whether a side holds an objective: one of its units is on one of the hexes, and no enemy on any (J6.3).
    pub(in crate::jomini) fn holds_objective(&self, state: &State, objective: &Objective, side: Side) -> bool {
        let is_there = |who: Side| {
            objective.hexes.iter().any(|hex| {
                let unit = state.unit_at(*hex);
                unit != NO_UNIT && !is_slip(unit) && side_of(unit) == who && !self.is_panicked(unit)
            })
        };
        is_there(side) && !is_there(side.other())
    }
}

impl Battle {
    /// Ends the game if an army has lost too many units (J6.2, J6.4). Returns whether it has ended.
    pub(in crate::jomini) fn check_losses(&self, state: &mut State) -> bool {
        let beaten = |side: Side| {
            let it = state.side(side);
            // Troops still to come, or that have left by an exit, are not destroyed.
            let destroyed = it.units_left == 0 && !self.has_troops(state, side);
            destroyed || (self.losses_decide && it.units_lost >= self.field.rules.units_to_lose(it.units_at_start))
        };
        let beaten = BySide::from_fn(beaten);
        let winner = match (beaten.red, beaten.blue) {
            (false, false) => return false,
            (true, false) => Some(Side::Blue),
            (false, true) => Some(Side::Red),
            // JI-178: both in the same result.
            (true, true) => match self.field.rules.simultaneous_victory {
                SimultaneousVictory::LowerFraction => state.lower_loss(),
                SimultaneousVictory::Draw => None,
            },
        };
        self.field.rules.end_game(state, winner, Ending::Victory);
        true
    }

    /// Counts the objectives, in the published rules at the end of a player-turn, and ends the game if its owner has
    /// enough, from the round on that the scenario states (J6.3).
    pub(super) fn check_objectives(&self, state: &mut State) -> bool {
        for side in Side::BOTH {
            state.side_mut(side).objective_points = self.objective_points(state, side);
        }
        let side = state.active;
        let needed = self.objective_points_to_win[side];
        let is_early = state.round() < u16::from(self.objectives_from_round);
        if needed > 0 && !is_early && state.side(side).objective_points >= needed {
            self.field.rules.end_game(state, Some(side), Ending::Objective);
            return true;
        }
        self.check_field(state)
    }

    /// If the rules check objectives immediately: checks between two moves or combats whether the active side holds
    /// enough (J6.2, JI-177).
    pub(super) fn look_at_objectives(&self, state: &mut State) {
        let between =
            matches!(state.step, Step::Movement | Step::Combat) && state.flight_count == 0 && state.outcome.is_none();
        if between && self.field.rules.objectives_check == VictoryCheck::Immediate {
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
