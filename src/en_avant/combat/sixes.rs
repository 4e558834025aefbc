//! From the dice of a shot or a melee to the impacts that count: sixes rolled again, then saves.
//!
//! Rules E9.34, E9.36, E9.37, E9.38, E11.37, E11.39 with EI-55, EI-78, EI-79. Both sides of a melee roll before any six
//! is rolled again; the active side decides on its sixes first.

use super::flow::Stage;
use crate::en_avant::rules::{RerollRisk, Rules};
use crate::en_avant::state::action::{Action, Roll};
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::{State, Step, side_bit};
use crate::game::Side;

impl RerollRisk {
    /// The number of impacts that are at risk after a die has brought this number of them (EI-55).
    pub(in crate::en_avant) fn impacts(self, chain: u8) -> u8 {
        match self {
            RerollRisk::LastImpact => 1,
            RerollRisk::AllImpacts => chain,
        }
    }
}

/// The result of a six that is rolled again (E9.37).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::en_avant) enum SixRoll {
    /// It adds an impact and is another six, which may be rolled again.
    Again,
    /// It adds an impact.
    Gained,
    /// It takes back impacts.
    Lost,
}

impl SixRoll {
    /// The result of this roll.
    pub(in crate::en_avant) const fn of(roll: Roll) -> SixRoll {
        match roll {
            Roll { sixes: 1.., .. } => SixRoll::Again,
            Roll { hits: 1.., .. } => SixRoll::Gained,
            _ => SixRoll::Lost,
        }
    }
}

impl State {
    /// Applies the dice of a side (E9.36, E9.37, E11.37).
    pub(super) fn apply_strike(&mut self, side: Side, roll: Roll) {
        let index = side.index();
        self.clash.impacts[index] = roll.hits + roll.sixes;
        self.clash.sixes[index] = roll.sixes;
        self.clash.dice[index] = 0;
    }

    /// The side that rolls its dice next, the active side first (E9.34, EI-78).
    pub(super) fn next_to_roll(&self) -> Option<Side> {
        [self.active, self.active.other()].into_iter().find(|side| self.clash.dice[side.index()] > 0)
    }

    /// The side that decides on a six next, the active side first (E9.37).
    pub(super) fn next_with_six(&self) -> Option<Side> {
        [self.active, self.active.other()].into_iter().find(|side| self.clash.sixes[side.index()] > 0)
    }

    /// Whether saves are still to be rolled (E9.38). Without impacts there are none.
    pub(super) fn owes_saves(&mut self) -> bool {
        for side in Side::BOTH {
            if !self.has_saves(side) {
                self.clash.savers &= !side_bit(side);
            }
        }
        self.clash.savers != 0
    }

    /// Whether a side has dice for saves, and impacts to save (E9.38).
    pub(in crate::en_avant) fn has_saves(&self, side: Side) -> bool {
        self.clash.impacts[side.other().index()] > 0 && self.clash.saves[side.index()] > 0
    }

    /// Turns the impacts that each side has scored into those that the other suffers.
    pub(super) fn settle_dice(&mut self) {
        let [red, blue] = self.clash.impacts;
        self.clash.suffered = [blue, red];
        self.clash.settled = 0;
    }

    /// Ends the rerolls of this die.
    fn end_six(&mut self, side: Side) {
        self.clash.chain = 0;
        self.clash.sixes[side.index()] -= 1;
    }

    /// This six is rolled again (E9.37).
    pub(super) fn roll_six_again(&mut self, side: Side) {
        self.clash.chain = self.clash.chain.max(1);
        self.step = Step::SixRoll(side);
    }

    /// This six is kept (E9.37).
    pub(super) fn keep_six(&mut self, side: Side) -> Stage {
        self.end_six(side);
        Stage::Sixes
    }

    /// The side that rolls saves next: the target of a shot; in melee the passive side first.
    pub(in crate::en_avant) fn saver(&self) -> Side {
        let passive = self.active.other();
        if self.clash.savers & side_bit(passive) != 0 { passive } else { self.active }
    }

    /// Applies saves (E9.38): each cancels one impact. Returns the number of impacts cancelled.
    pub(super) fn apply_saves(&mut self, roll: Roll) -> u8 {
        let side = self.saver();
        let impacts = &mut self.clash.impacts[side.other().index()];
        let saved = roll.hits.min(*impacts);
        *impacts -= saved;
        self.clash.savers &= !side_bit(side);
        saved
    }
}

impl Rules {
    /// Applies a six rolled again (E9.37, EI-55): a failure takes back the impact of the six, a success adds one,
    /// another six may be rolled again.
    pub(super) fn apply_six_roll(&self, state: &mut State, side: Side, roll: Roll) -> SixRoll {
        let result = SixRoll::of(roll);
        let lost = self.impacts_at_risk(state);
        let impacts = &mut state.clash.impacts[side.index()];
        match result {
            SixRoll::Again | SixRoll::Gained => *impacts += 1,
            SixRoll::Lost => *impacts -= lost,
        }
        match result {
            SixRoll::Again => state.clash.chain += 1,
            SixRoll::Gained | SixRoll::Lost => state.end_six(side),
        }
        result
    }

    /// The number of impacts that a failure of the six that is rolled again takes back (E9.37, EI-55).
    pub(in crate::en_avant) fn impacts_at_risk(&self, state: &State) -> u8 {
        self.reroll_risk.impacts(state.clash.chain.max(1))
    }
}

/// The actions to roll a six again or keep it (E9.37).
pub(super) fn six_actions(sink: &mut impl Sink) {
    sink.push(Action::RollAgain);
    sink.push(Action::Keep);
}
