//! Territorial objectives: the dice that make pieces of terrain objectives, who occupies them, who takes them.
//!
//! Rules E1.5, E4.11, E4.12, E4.13, E4.14, E12.3, E12.10 with EI-23, EI-90, EI-91.

use super::action::Roll;
use super::engagement::Engagement;
use super::rules::ObjectiveEffect;
use super::state::{Holders, State, Step, UnitId, UnitSet, status};
use crate::game::{Ending, Grade, Outcome, Side, Weighted};

impl Engagement {
    /// The dice for objectives go on with this piece, or the set-up with what follows (E4.12, E4.13).
    pub(super) fn roll_for_objective(&self, state: &mut State, from: u8) {
        let next = (from..self.objectives.len() as u8).find(|index| {
            let target = self.objectives[usize::from(*index)].target;
            state.objectives[usize::from(*index)].real = target <= 1;
            (2..=6).contains(&target)
        });
        match next {
            Some(index) => state.step = Step::ObjectiveRoll(index),
            None => self.choose_edges(state),
        }
    }

    /// The die of a piece that may be an objective: it is one from its target on.
    pub(super) fn list_objective(&self, index: u8, rolls: &mut impl Extend<Weighted<Roll>>) {
        let misses = u64::from(self.objectives[usize::from(index)].target) - 1;
        rolls.extend([(1, 6 - misses), (0, misses)].map(|(hits, weight)| Weighted { roll: Roll { hits, sixes: 0 }, weight }));
    }

    /// That die has fallen.
    pub(super) fn apply_objective(&self, state: &mut State, index: u8, roll: Roll) {
        state.objectives[usize::from(index)].real = roll.hits > 0;
        if roll.hits == 0 && self.rules.objective_stop_on_failure {
            return self.choose_edges(state);
        }
        self.roll_for_objective(state, index + 1);
    }

    /// Whether at least half of a unit's bases stand in a piece: their centres lie in it (EI-20, EI-91).
    pub fn stands_in(&self, state: &State, unit: UnitId, piece: usize) -> bool {
        let piece = &self.ground(state).pieces[piece];
        let bases = state.unit(unit).bases;
        let inside = (0..bases).filter(|index| piece.contains(self.base(state, unit, *index).centre)).count();
        2 * inside >= usize::from(bases)
    }

    /// The units that occupy an objective at the end of a turn (EI-91): neither routing nor engaged, with half their bases in it; of one side only.
    fn occupiers(&self, state: &State, piece: usize) -> Option<(Side, UnitSet)> {
        let standing = |side: Side| {
            let fit = |unit: &UnitId| !state.unit(*unit).has(status::ROUTING | status::RAMPANT) && self.stands_in(state, *unit, piece);
            let mut units = UnitSet::default();
            self.on_table(state, side).filter(fit).for_each(|unit| units.insert(unit));
            units
        };
        let (red, blue) = (standing(Side::Red), standing(Side::Blue));
        let (side, units) = match (red.is_empty(), blue.is_empty()) {
            (false, true) => (Side::Red, red),
            (true, false) => (Side::Blue, blue),
            _ => return None,
        };
        let mut free = units;
        units.iter().filter(|unit| state.unit(*unit).has(status::ENGAGED)).for_each(|unit| free.remove(unit));
        (!free.is_empty()).then_some((side, free))
    }

    /// At the end of a turn: who holds which objective, and who takes one (E12.3, EI-90, EI-91).
    pub(super) fn count_objectives(&self, state: &mut State) {
        for index in 0..self.objectives.len() {
            if !state.objectives[index].real {
                continue;
            }
            let before = state.objectives[index];
            let now = self.occupiers(state, self.objectives[index].piece);
            let mut holders = Holders::default();
            let Some((side, units)) = now else {
                state.objectives[index].holders = holders;
                continue;
            };
            let mut longest = 0;
            for unit in units.iter() {
                // Who has fought in this turn has not held it through the turn: it begins anew.
                let fought = state.unit(unit).has(status::FOUGHT);
                let turns = before.holders.turns(unit).filter(|_| !fought).map_or(0, |turns| turns.saturating_add(1));
                holders.set(unit, turns);
                longest = longest.max(turns);
            }
            state.objectives[index].holders = holders;
            if longest < self.rules.objective_hold_turns || before.owner == Some(side) {
                continue;
            }
            state.objectives[index].owner = Some(side);
            if before.owner.is_some() && !self.rules.objective_rescore_after_enemy {
                continue;
            }
            let gain = self.rules.objective_combativity as i8;
            match self.rules.objective_effect {
                ObjectiveEffect::Gain => self.change_combativity(state, side, gain),
                ObjectiveEffect::EnemyLoses => self.change_combativity(state, side.other(), -gain),
            }
        }
        self.check_objectives(state);
    }

    /// Whether a side has taken as many objectives as its scenario asks for, and so has won (E1.5, E12.10); if both have, the tie-breaks decide.
    fn check_objectives(&self, state: &mut State) {
        let owned = |side| (0..self.objectives.len()).filter(|index| state.objectives[*index].owner == Some(side)).count();
        let reached = |side| self.objectives_to_win[side].is_some_and(|wanted| owned(side) >= usize::from(wanted));
        let winner = match (reached(Side::Red), reached(Side::Blue)) {
            (false, false) => return,
            (true, true) => self.ahead(state),
            (red, _) => Some(if red { Side::Red } else { Side::Blue }),
        };
        self.finish(state, Outcome { winner, grade: Grade::None, ending: Ending::Objective });
    }
}
