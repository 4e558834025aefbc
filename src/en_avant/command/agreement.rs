//! Ending the battle by agreement: the offer of the active side, the answer of the other, and the winner.
//!
//! Rules E12.10, E12.11 with EI-109. An offer is checked like any other action but never proposed ([`Stopping`]), so
//! that a random choice from the list never makes one.

use crate::en_avant::state::action::Action;
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{State, Step};
use crate::game::{Ending, Grade, IllegalAction, Outcome, Stopping};

impl State {
    /// Whether the active side may offer to stop (E12.10, EI-109): between two activations, once per impulse.
    fn may_offer(&self) -> bool {
        self.step == Step::Impulse && !self.offered
    }

    /// The decision about an agreement that the deciding side faces.
    pub(in crate::en_avant) fn agreement_at(&self) -> Stopping<Action> {
        match self.step {
            Step::StopAnswer => Stopping::Asked { refuse: Action::Pass, agree: Action::Agree },
            _ if self.outcome.is_none() && self.may_offer() => Stopping::MayOffer(Action::OfferToStop),
            _ => Stopping::No,
        }
    }

    /// Whether an offer is legal here.
    pub(in crate::en_avant) fn check_offer(&self) -> Result<(), IllegalAction> {
        if self.may_offer() {
            return Ok(());
        }
        Err(IllegalAction("to stop is offered once in an impulse (E12.10, EI-109)".to_owned()))
    }

    /// Applies the offer to stop; the other side answers.
    pub(in crate::en_avant) fn offer_to_stop(&mut self) {
        self.offered = true;
        self.step = Step::StopAnswer;
    }
}

impl Units<'_> {
    /// Applies the answer of the other side: the battle ends and is decided by the tie-breaks (E12.11), or the impulse
    /// continues.
    pub(in crate::en_avant) fn apply_answer(self, state: &mut State, action: Action) {
        if action == Action::Agree {
            let outcome = Outcome { winner: self.ahead(state), grade: Grade::None, ending: Ending::Agreed };
            state.finish(outcome);
        } else {
            state.step = Step::Impulse;
        }
    }
}

/// The answers to an offer.
pub(in crate::en_avant) fn answer_actions(sink: &mut impl Sink) {
    sink.push(Action::Pass);
    sink.push(Action::Agree);
}
