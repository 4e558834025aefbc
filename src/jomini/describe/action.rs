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
use crate::jomini::state::{OfficerId, State, UnitId, side_of};

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
        match state.step.declined() {
            Some(template) => filled(template, |placeholder| match placeholder {
                "unit" => Some(name.clone()),
                "side" => Some(side.clone()),
                _ => None,
            }),
            None => format!("{side} {}.", if *action == Action::Done { "goes on" } else { "declines" }),
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

/// A template with its placeholders, such as `{unit}`, replaced.
///
/// # Panics
/// If a placeholder has no words: the templates are those of the tables of steps and actions.
fn filled(template: &str, words: impl Fn(&str) -> Option<String>) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (placeholder, after) = after.split_once('}').expect("a placeholder ends");
        text.push_str(before);
        text.push_str(&words(placeholder).unwrap_or_else(|| panic!("{template:?} has unknown placeholders")));
        rest = after;
    }
    text + rest
}

/// What an order costs, in words.
fn price(tokens: u8) -> String {
    format!(" for {}", count(u32::from(tokens), "order token"))
}
