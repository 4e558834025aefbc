//! The description of an action before it takes effect; the actions of each phase are in the files of this folder.

mod combat;
mod command;
mod deployment;
mod movement;

use super::rank_words;
use crate::data::message::count;
use crate::jomini::state::action::{Action, Payment};
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{OfficerId, State, Step, UnitId, side_of};

impl State {
    /// The character who must flee next.
    pub(in crate::jomini) fn fleeing(&self) -> Option<OfficerId> {
        (self.flight_count > 0).then(|| self.flights[0].officer)
    }
}

impl Forces {
    /// The description of declining or ending a step.
    fn idle_words(&self, state: &State, action: &Action) -> String {
        let unit = state.acting_unit();
        let name = unit.map_or_else(|| "The unit".to_owned(), |unit| self.unit_words(unit));
        let side = self.side_words(state.active);
        match state.step {
            Step::Command => format!("{side} ends its Command phase."),
            Step::Activation(_) | Step::Courier(_) => "No further unit is activated.".to_owned(),
            Step::Movement => "The group has moved.".to_owned(),
            Step::Combat => "The group has fought.".to_owned(),
            Step::Destination(_) => format!("{name} stays where it is."),
            Step::LeadForDice => format!("No officer leads {name}."),
            Step::WindOfBall => "The tactical advantages stay what they are.".to_owned(),
            Step::Dodge => format!("{name} does not dodge."),
            Step::Sharpshoot => format!("{name} spares the officer."),
            Step::LeadAgainstLoss => format!("No officer spares {name} the loss."),
            Step::Sacrifice => format!("{name} keeps its morale hits."),
            Step::FollowUp => format!("{name} does not follow up."),
            Step::Pursuit | Step::PursuitAttack => format!("{name} does not pursue."),
            Step::BreakthroughAttack => format!("{name} does not attack again."),
            Step::ChangeableMove => format!("{name} goes no further."),
            Step::Riposte => format!("{name} does not strike back."),
            Step::FirstPlayer
            | Step::ChooseEdge
            | Step::ChooseFirst
            | Step::DeployUnit
            | Step::DeployAt(_)
            | Step::LayDecoy
            | Step::DeployOfficer(_)
            | Step::PlaceCinc
            | Step::UnreliableRoll(_)
            | Step::DeficientRoll(_)
            | Step::MessengersRoll(_)
            | Step::ImpetuousRoll(_)
            | Step::Accompany(..)
            | Step::OfficerDestination(_)
            | Step::FrontRank(_)
            | Step::BreakOff
            | Step::AttackOrder
            | Step::DefenceOrder
            | Step::Withdraw
            | Step::StrikeRoll
            | Step::WoundRoll(_)
            | Step::Ignore
            | Step::Retreat
            | Step::FallBack
            | Step::PanicRoll(_)
            | Step::StampedeRoll
            | Step::Stampede
            | Step::Over => format!("{side} {}.", if *action == Action::Done { "goes on" } else { "declines" }),
        }
    }

    /// "Élan to Old Guard (R1) for 2 order tokens." or with the officer who leads.
    fn order_to_unit(&self, order: &str, unit: UnitId, cost: u8, payment: Payment) -> String {
        let side = self.side_words(side_of(unit));
        let name = self.unit_words(unit);
        match payment {
            Payment::Tokens => format!("{side} orders {order} to {name}{}.", price(cost)),
            Payment::Lead(officer) => {
                format!("{side} orders {order} to {name}, led by {}.", self.officer_words(officer))
            }
        }
    }

    /// An officer with his rank.
    fn ranked(&self, officer: OfficerId) -> String {
        format!("{}, {},", self.officer_words(officer), rank_words(self.officer_profile(officer).rank))
    }
}

impl Battlefield {
    /// The description of an action.
    pub fn action_words(&self, state: &State, action: &Action) -> String {
        match *action {
            Action::ChooseEdge(_)
            | Action::ChooseFirst(_)
            | Action::DeployUnit(_)
            | Action::Decoy
            | Action::DeployAt(_)
            | Action::DeployOfficerAt(_)
            | Action::PlaceCinc(..) => self.positions().deployment_words(state, action),
            Action::Activate(_)
            | Action::Pick(_)
            | Action::PickOfficer(_)
            | Action::Reconnaissance
            | Action::Courier
            | Action::StrategicMove(_)
            | Action::ExtraActivation
            | Action::CombinedOrder
            | Action::Messengers(_)
            | Action::LeadToActivate(..) => self.command_words(state, action),
            Action::Move(_)
            | Action::MoveImpetuously(_)
            | Action::ForcedMarch(..)
            | Action::Mount(..)
            | Action::Woodsmen(..)
            | Action::ForwardMarch
            | Action::Rally(..)
            | Action::LeadToRally(..)
            | Action::MoveOfficer(_)
            | Action::Leave(_)
            | Action::LeaveAlone(_)
            | Action::MoveTo(_)
            | Action::OfficerTo(_)
            | Action::Accompany
            | Action::StayBehind
            | Action::FleeTo(_) => self.movement_words(state, action),
            Action::Pass | Action::Done => self.forces.idle_words(state, action),
            Action::Attack(..)
            | Action::AttackAgain(_)
            | Action::FrontRank(_)
            | Action::BreakOff
            | Action::Stand
            | Action::OrderAttack(..)
            | Action::OrderDefence(..)
            | Action::NoOrder
            | Action::WithdrawTo(_)
            | Action::LeadForDice(_)
            | Action::WindOfBall(..)
            | Action::DodgeByOrder
            | Action::DodgeByTrait
            | Action::TakeOfficer(_)
            | Action::LeadAgainstLoss(_)
            | Action::Ignore(_)
            | Action::Sacrifice(_)
            | Action::RetreatTo(_)
            | Action::FallBackTo(_)
            | Action::FollowUp
            | Action::PursueTo(_)
            | Action::MoveOn(_)
            | Action::Breakthrough(_)
            | Action::Riposte
            | Action::StampedeTo(_)
            | Action::Trample(_) => self.combat_words(state, action),
        }
    }
}

/// What an order costs, in words.
fn price(tokens: u8) -> String {
    format!(" for {}", count(u32::from(tokens), "order token"))
}
