//! Territorial objectives: the dice that make pieces of terrain objectives, occupation and capture.
//!
//! Rules E1.5, E4.11, E4.12, E4.13, E4.14, E12.3, E12.10 with EI-23, EI-90, EI-91.

use crate::en_avant::combat::observer::{Effect, Observer};
use crate::en_avant::rules::ObjectiveEffect;
use crate::en_avant::state::action::Roll;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{Holders, State, Status, Step, UnitId, UnitSet};
use crate::game::{Ending, Grade, Outcome, Side, Weighted};

impl Engagement {
    /// Continues the dice for objectives with this one, or the set-up after them (E4.12, E4.13).
    pub(in crate::en_avant) fn roll_for_objective(&self, state: &mut State, from: u8) {
        for index in from..self.objectives.len() as u8 {
            if self.owes_objective_die(state, index) {
                state.step = Step::ObjectiveRoll(index);
                return;
            }
            if self.objectives[usize::from(index)].target <= 1 {
                let only = self.objective_candidates(state, index).next();
                only.into_iter().for_each(|piece| state.objectives[piece].real = true);
            }
        }
        self.choose_edges(state);
    }

    /// Whether a die is rolled for this objective: it may fail, or several equally near pieces may become it.
    pub(in crate::en_avant) fn owes_objective_die(&self, state: &State, index: u8) -> bool {
        match self.objectives.get(usize::from(index)).map_or(u8::MAX, |it| it.target) {
            0..=1 => self.objective_candidates(state, index).nth(1).is_some(),
            target => target <= 6,
        }
    }

    /// The pieces that a die may make an objective: the next one, or any of several equally near ones that is none yet
    /// (EI-23).
    pub(in crate::en_avant) fn objective_candidates(&self, state: &State, index: u8) -> impl Iterator<Item = usize> {
        let tie = self.objectives[usize::from(index)].tie;
        (0..self.objectives.len())
            .filter(move |other| self.objectives[*other].tie == tie && !state.objectives[*other].real)
    }

    /// The die of an objective: it is one from its target number on. Each of several equally near pieces is equally
    /// likely.
    pub(super) fn list_objective(&self, state: &State, index: u8, rolls: &mut impl Extend<Weighted<Roll>>) {
        let misses = u64::from(self.objectives[usize::from(index)].target.saturating_sub(1));
        let pieces = self.objective_candidates(state, index).count() as u8;
        rolls.extend((0..pieces).map(|sixes| Weighted { roll: Roll { hits: 1, sixes }, weight: 6 - misses }));
        rolls.extend((misses > 0).then_some(Weighted { roll: Roll::default(), weight: misses * u64::from(pieces) }));
    }

    /// The piece that a die has made an objective, if it has.
    pub(in crate::en_avant) fn objective_rolled(&self, state: &State, index: u8, roll: Roll) -> Option<usize> {
        self.objective_candidates(state, index).nth(usize::from(roll.sixes)).filter(|_| roll.hits > 0)
    }

    /// Applies that die.
    pub(super) fn apply_objective(&self, state: &mut State, index: u8, roll: Roll) {
        match self.objective_rolled(state, index, roll) {
            Some(piece) => state.objectives[piece].real = true,
            None if self.rules.objective_stop_on_failure => return self.choose_edges(state),
            None => {}
        }
        self.roll_for_objective(state, index + 1);
    }

    /// Whether at least half of a unit's bases stand in a piece: their centres lie in it (EI-20, EI-91).
    pub fn stands_in(&self, state: &State, unit: UnitId, piece: usize) -> bool {
        let piece = &self.ground(state).pieces[piece];
        2 * self.places().bases_in(state, unit, piece).count() >= usize::from(state.unit(unit).bases)
    }

    /// Whether a unit denies an objective to the enemy, and occupies it if it is not engaged (EI-91): in order, with
    /// half its bases in it.
    pub(in crate::en_avant) fn occupies(&self, state: &State, unit: UnitId, piece: usize) -> bool {
        !state.unit(unit).has(Status::ROUTING | Status::RAMPANT) && self.stands_in(state, unit, piece)
    }

    /// The units that occupy an objective at the end of a turn (EI-91): neither routing nor engaged, with half their
    /// bases in it; of one side only.
    fn occupiers(&self, state: &State, piece: usize) -> Option<(Side, UnitSet)> {
        let standing = |side: Side| {
            let fit = |unit: &UnitId| self.occupies(state, *unit, piece);
            let mut units = UnitSet::default();
            self.troops.on_table(state, side).filter(fit).for_each(|unit| units.insert(unit));
            units
        };
        let (red, blue) = (standing(Side::Red), standing(Side::Blue));
        let (side, units) = match (red.is_empty(), blue.is_empty()) {
            (false, true) => (Side::Red, red),
            (true, false) => (Side::Blue, blue),
            _ => return None,
        };
        let mut free = units;
        units.iter().filter(|unit| state.unit(*unit).has(Status::ENGAGED)).for_each(|unit| free.remove(unit));
        (!free.is_empty()).then_some((side, free))
    }

    /// Updates at the end of a turn the holders and owners of objectives (E12.3, EI-90, EI-91).
    pub(super) fn count_objectives(&self, state: &mut State, observer: &mut dyn Observer) {
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
                // A unit that was engaged in this turn is no holder any more: its count restarts.
                let turns = before.holders.turns(unit).map_or(0, |turns| turns.saturating_add(1));
                holders.set(unit, turns);
                longest = longest.max(turns);
            }
            state.objectives[index].holders = holders;
            if longest < self.rules.objective_hold_turns || before.owner == Some(side) {
                continue;
            }
            state.objectives[index].owner = Some(side);
            let retaken = before.owner.is_some();
            let gain = self.rules.objective_combativity as i8;
            let overflows = match self.rules.objective_effect {
                _ if retaken && !self.rules.objective_rescore_after_enemy => false,
                ObjectiveEffect::Gain => self.rules.change_combativity(state, side, gain),
                ObjectiveEffect::EnemyLoses => self.rules.change_combativity(state, side.other(), -gain),
            };
            observer.observe(state, Effect::Objective { retaken });
            if overflows {
                observer.observe(state, Effect::Overflow);
            }
        }
        self.check_objectives(state);
    }

    /// Ends the game if a side has taken the number of objectives that its scenario requires (E1.5, E12.10); if both
    /// have, the tie-breaks decide.
    fn check_objectives(&self, state: &mut State) {
        let owned =
            |side| (0..self.objectives.len()).filter(|index| state.objectives[*index].owner == Some(side)).count();
        let reached = |side| self.objectives_to_win[side].is_some_and(|wanted| owned(side) >= usize::from(wanted));
        let winner = match (reached(Side::Red), reached(Side::Blue)) {
            (false, false) => return,
            (true, true) => self.units().ahead(state),
            (red, _) => Some(if red { Side::Red } else { Side::Blue }),
        };
        state.finish(Outcome { winner, grade: Grade::None, ending: Ending::Objective });
    }
}
