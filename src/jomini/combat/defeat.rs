//! Defeat by losses (J1.1, J6.2, J6.4), and the end of a game with its grade (J6.5). Objectives and the turn limit are
//! in `turn/victory.rs`.

use crate::game::{BySide, Ending, Grade, Outcome, Side};
use crate::jomini::rules::Rules;
use crate::jomini::rules::{SimultaneousVictory, VictoryRound};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{SideState, State, Step};

impl State {
    /// The side that has lost the lower share of its units; `None` if they are equal.
    pub(in crate::jomini) fn lower_loss(&self) -> Option<Side> {
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

    /// Ends the game, with the grade of the victory.
    pub(in crate::jomini) fn end_game(&self, state: &mut State, winner: Option<Side>, ending: Ending) {
        let grade = winner.map_or(Grade::None, |side| self.grade(state, side));
        state.outcome = Some(Outcome { winner, grade, ending });
        state.clear_flights();
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

impl Battle {
    /// Ends the game if an army has lost too many units (J6.2, J6.4). Returns whether it has ended.
    pub(in crate::jomini) fn check_losses(&self, state: &mut State) -> bool {
        let beaten = BySide::from_fn(|side| self.is_beaten(state, side));
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

    /// Whether a side is beaten by its losses (J6.2, J6.4).
    pub(in crate::jomini) fn is_beaten(&self, state: &State, side: Side) -> bool {
        // Troops still to come, or that have left by an exit, are not destroyed.
        self.has_lost_too_many(state, side, 0) || (state.side(side).units_left == 0 && !self.has_troops(state, side))
    }

    /// Whether the loss of one more unit ends the game for a side, by its losses or with an empty table.
    pub(in crate::jomini) fn is_on_last_unit(&self, state: &State, side: Side) -> bool {
        self.has_lost_too_many(state, side, 1) || !self.has_troops_without(state, side, 1)
    }

    /// Whether a side has lost too many units once it loses this number more (J6.4).
    fn has_lost_too_many(&self, state: &State, side: Side, more: u8) -> bool {
        let it = state.side(side);
        self.losses_decide && it.units_lost + more >= self.field.rules.units_to_lose(it.units_at_start)
    }

    /// Whether a side has a unit on the table or still to come.
    pub(in crate::jomini) fn has_troops(&self, state: &State, side: Side) -> bool {
        self.has_troops_without(state, side, 0)
    }

    /// Whether a side has more than this number of units on the table, or any still to come.
    fn has_troops_without(&self, state: &State, side: Side, lost: u8) -> bool {
        self.field.forces.units_on_table(state, side).nth(usize::from(lost)).is_some()
            || self.field.forces.units_of(side).any(|unit| self.reserve(state, unit).is_some())
    }
}
