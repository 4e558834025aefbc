//! The dice of a shot, a melee or a flight: possible rolls of a few results, the effect of a roll, and the stage that
//! follows (`flow.rs`). Pools of dice are listed by their faces (`dice.rs`).

use super::flow::Stage;
use super::observer::{Effect, Observer};
use super::sixes::SixRoll;
use crate::en_avant::state::action::Roll;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{State, Step};
use crate::game::{Side, Weighted};

impl Engagement {
    /// Lists the possible rolls of a test, or a choice among a few, for which a fight waits.
    ///
    /// # Panics
    /// If the step rolls a pool of dice, or none.
    pub(in crate::en_avant) fn list_in_fight(&self, state: &State, rolls: &mut impl Extend<Weighted<Roll>>) {
        match state.step {
            Step::TargetRoll(unit) => self.list_targets(state, unit, rolls),
            Step::ContagionRoll(unit) => self.units().list_contagion(state, unit, rolls),
            step => panic!("{step:?} rolls none of a few results"),
        }
    }

    /// Applies dice for which a fight waits, and returns the stage that follows.
    ///
    /// # Panics
    /// If the step waits for no dice of a fight.
    pub(in crate::en_avant) fn roll_in_fight(
        &self,
        state: &mut State,
        roll: Roll,
        observer: &mut dyn Observer,
    ) -> Option<Stage> {
        let strike = |state: &mut State, side: Side| {
            state.apply_strike(side, roll);
            Stage::Dice
        };
        Some(match state.step {
            Step::TargetRoll(unit) => Stage::Shot(unit, self.drawn_target(state, unit, roll)),
            Step::ShotRoll => strike(state, state.active),
            Step::MeleeRoll(side) => strike(state, side),
            Step::SixRoll(side) => {
                let result = self.rules.apply_six_roll(state, side, roll);
                observer.observe(state, Effect::SixRoll(result));
                if result == SixRoll::Again {
                    state.step = Step::Six(side);
                    return None;
                }
                Stage::Sixes
            }
            Step::SaveRoll => {
                let saved = state.apply_saves(roll);
                observer.observe(state, Effect::Saves(saved));
                Stage::Saves
            }
            Step::ContagionRoll(unit) => {
                let routs = state.apply_contagion(unit, roll);
                observer.observe(state, Effect::Contagion { routs });
                if routs && self.rules.contagion_chains { Stage::Contagion(unit) } else { Stage::Consequences }
            }
            step => panic!("{step:?} waits for no dice of a fight"),
        })
    }
}
