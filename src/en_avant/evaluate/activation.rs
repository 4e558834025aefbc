//! The value of activating a unit, and of the kind of action that it then takes (E5.4, E5.6).

use super::numbers::{self, ActionWeights, Numbers};
use crate::en_avant::state::action::Action;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{State, Status, Step, UnitId, side_of};

impl Engagement {
    /// The value of activating a unit: more urgent units come first.
    pub(super) fn score_activation(&self, state: &State, action: &Action) -> Numbers {
        let mut numbers = Numbers::NONE;
        match action {
            Action::Activate(unit) => {
                let it = state.unit(*unit);
                let pressing = if it.has(Status::DISORDERED | Status::ROUTING) {
                    1.0
                } else {
                    self.places().nearness(state, *unit)
                };
                numbers.add(numbers::PRESSING, 0.2 + pressing);
                let next = self.standing(state, *unit);
                let could = next.0[numbers::MENACE].max(next.0[numbers::FIRE_READY]);
                numbers.add(numbers::URGENT, could + next.0[numbers::THREAT]);
            }
            Action::ActivateGeneral => numbers.add(numbers::PRESSING, 0.1),
            Action::Done | Action::OfferToStop => {}
            action => action.not_offered(),
        }
        numbers
    }

    /// The value of a kind of action: that of its best execution.
    pub(super) fn score_act(
        &self,
        state: &State,
        unit: UnitId,
        action: &Action,
        weights: &ActionWeights,
    ) -> (Numbers, Option<Action>) {
        let mut numbers = Numbers::NONE;
        match action {
            Action::ChangeFormation | Action::March | Action::Shoot => {
                let opened = self.tried(state, *action);
                if opened.step == Step::TargetRoll(unit) {
                    return (self.score_drawn_shot(&opened, unit), None);
                }
                let (mut best, choice) = self.best_of(&opened, weights);
                if best == Numbers::NONE {
                    // Halting is never worse.
                    best.add(numbers::EFFORT, 0.5);
                }
                return (best, choice);
            }
            Action::Reorganise => {
                let side = side_of(unit);
                let passes = if self.units().reorganises_without_die(state, unit) {
                    1.0
                } else {
                    state.pass_probability(side, self.rules.reorganise_test)
                };
                numbers.add(numbers::DISORDER, -passes * f32::from(state.unit(unit).bases));
            }
            Action::BreakOff => {
                // The expected cost of continuing the melee, times the probability that the break succeeds.
                let passes = state.pass_probability(side_of(unit), self.rules.break_off_test);
                let fight = self.standing(state, unit);
                numbers.add(numbers::HARM_DEALT, -passes * fight.0[numbers::HARM_DEALT]);
                numbers.add(numbers::HARM_TAKEN, -passes * fight.0[numbers::HARM_TAKEN]);
                numbers.add(numbers::DISORDER, (1.0 - passes) * f32::from(state.unit(unit).bases));
            }
            Action::Halt => {}
            action => action.not_offered(),
        }
        (numbers, None)
    }
}
