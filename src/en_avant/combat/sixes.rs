//! From the dice of a shot or a melee to the impacts that count: sixes rolled again, then saves.
//!
//! Rules E9.34, E9.36, E9.37, E9.38, E11.37, E11.39 with EI-55, EI-78, EI-79. Both sides of a melee roll before any six
//! is rolled again; the active side decides on its sixes first.

use crate::en_avant::rules::RerollRisk;
use crate::en_avant::state::action::{Action, Roll};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::{ClashKind, State, Step};
use crate::game::Side;

/// The bit of a side.
#[inline]
pub(super) fn bit(side: Side) -> u8 {
    1 << side.index()
}

impl Engagement {
    /// Applies the dice of a side (E9.36, E9.37, E11.37).
    pub(in crate::en_avant) fn apply_strike(&self, state: &mut State, side: Side, roll: Roll) {
        let index = side.index();
        state.clash.impacts[index] = roll.hits + roll.sixes;
        state.clash.sixes[index] = roll.sixes;
        state.clash.dice[index] = 0;
        self.go_on_with_dice(state);
    }

    /// Proceeds to the next roll or decision: dice that have not been rolled, sixes, saves (E9.34, EI-78), then the
    /// results.
    pub(super) fn go_on_with_dice(&self, state: &mut State) {
        let sides = [state.active, state.active.other()];
        for side in sides {
            if state.clash.dice[side.index()] > 0 {
                state.step = if state.clash.kind == ClashKind::Shot { Step::ShotRoll } else { Step::MeleeRoll(side) };
                return;
            }
        }
        for side in sides {
            if state.clash.sixes[side.index()] > 0 {
                state.step = Step::Six(side);
                return;
            }
        }
        for side in sides {
            // Without impacts there are no saves.
            if state.clash.impacts[side.other().index()] == 0 || state.clash.saves[side.index()] == 0 {
                state.clash.savers &= !bit(side);
            }
        }
        if state.clash.savers != 0 {
            state.step = Step::SaveRoll;
            return;
        }
        let [red, blue] = state.clash.impacts;
        state.clash.suffered = [blue, red];
        state.clash.settled = 0;
        self.carry_on(state);
    }

    /// The actions to roll a six again or keep it (E9.37).
    pub(in crate::en_avant) fn six_actions(&self, sink: &mut impl Sink) {
        sink.push(Action::RollAgain);
        sink.push(Action::Keep);
    }

    /// Applies that choice.
    pub(in crate::en_avant) fn apply_six(&self, state: &mut State, side: Side, action: Action) {
        if action == Action::RollAgain {
            state.clash.chain = state.clash.chain.max(1);
            state.step = Step::SixRoll(side);
        } else {
            self.end_six(state, side);
        }
    }

    /// Applies a six rolled again (E9.37, EI-55): a failure takes back the impact of the six, a success adds one,
    /// another six may be rolled again.
    pub(in crate::en_avant) fn apply_six_roll(&self, state: &mut State, side: Side, roll: Roll) {
        let clash = &mut state.clash;
        let impacts = &mut clash.impacts[side.index()];
        if roll.sixes > 0 {
            *impacts += 1;
            clash.chain += 1;
            state.step = Step::Six(side);
            return;
        }
        if roll.hits > 0 {
            *impacts += 1;
        } else {
            *impacts -= match self.rules.reroll_risk {
                RerollRisk::LastImpact => 1,
                RerollRisk::AllImpacts => clash.chain,
            };
        }
        self.end_six(state, side);
    }

    /// Ends the rerolls of this die.
    fn end_six(&self, state: &mut State, side: Side) {
        state.clash.chain = 0;
        state.clash.sixes[side.index()] -= 1;
        self.go_on_with_dice(state);
    }

    /// The side that rolls saves next: the target of a shot; in melee the passive side first.
    pub(in crate::en_avant) fn saver(&self, state: &State) -> Side {
        let passive = state.active.other();
        if state.clash.savers & bit(passive) != 0 { passive } else { state.active }
    }

    /// Applies saves (E9.38): each cancels one impact.
    pub(in crate::en_avant) fn apply_saves(&self, state: &mut State, roll: Roll) {
        let side = self.saver(state);
        let impacts = &mut state.clash.impacts[side.other().index()];
        *impacts = impacts.saturating_sub(roll.hits);
        state.clash.savers &= !bit(side);
        self.go_on_with_dice(state);
    }
}
