//! Actions as data. `kind` is the name of the kind; where several decisions share a kind, one further word tells them apart.

use super::Form;
use super::codes::{HexCode, Number, OfficerBits, OfficerCode, PaymentCode, Sure, Switch, UnitCode, Word, unknown_word};
use super::unit_id;
use crate::game::{ShowError, Side};
use crate::jomini::action::{Action, Destination, KINDS, Payment};
use crate::jomini::battle::Battle;
use crate::jomini::hex::NO_HEX;
use crate::jomini::order_names::{ATTACK_ORDERS, DEFENCE_ORDERS};
use crate::jomini::state::{AttackOrder, DefenceOrder, NO_OFFICER, NO_UNIT, State};
use serde_json::Value;

const NOWHERE: Destination = Destination { hex: NO_HEX, hexes: 0, may_attack: false, difficult: 0, drives_out: 0 };

/// One action of each sort, with blanks: what reading starts from.
pub(super) const BLANKS: &[Action] = &[
    Action::ChooseEdge(false),
    Action::ChooseFirst(false),
    Action::DeployUnit(NO_UNIT),
    Action::Decoy,
    Action::DeployAt(NO_HEX),
    Action::DeployOfficerAt(NO_HEX),
    Action::PlaceCinc(NO_HEX, NO_OFFICER),
    Action::Activate(NO_OFFICER),
    Action::Pick(NO_UNIT),
    Action::PickOfficer(NO_OFFICER),
    Action::Reconnaissance,
    Action::Courier,
    Action::StrategicMove(NO_OFFICER),
    Action::ExtraActivation,
    Action::CombinedOrder,
    Action::Messengers(NO_OFFICER),
    Action::LeadToActivate(NO_OFFICER, NO_UNIT),
    Action::Move(NO_UNIT),
    Action::MoveImpetuously(NO_UNIT),
    Action::ForcedMarch(NO_UNIT, Payment::Tokens),
    Action::Mount(NO_UNIT, Payment::Tokens),
    Action::Woodsmen(NO_UNIT, Payment::Tokens),
    Action::ForwardMarch,
    Action::Rally(NO_UNIT, 0, Payment::Tokens),
    Action::LeadToRally(NO_OFFICER, NO_UNIT),
    Action::MoveOfficer(NO_OFFICER),
    Action::Leave(NO_UNIT),
    Action::LeaveAlone(NO_OFFICER),
    Action::MoveTo(NOWHERE),
    Action::OfficerTo(NO_HEX),
    Action::Accompany,
    Action::StayBehind,
    Action::Attack(NO_UNIT, NO_UNIT),
    Action::FrontRank(NO_OFFICER),
    Action::BreakOff,
    Action::Stand,
    Action::OrderAttack(AttackOrder::Elan, Payment::Tokens),
    Action::OrderDefence(DefenceOrder::Sacrifice, Payment::Tokens),
    Action::NoOrder,
    Action::WithdrawTo(NO_HEX),
    Action::LeadForDice(NO_OFFICER),
    Action::WindOfBall(0, Payment::Tokens),
    Action::DodgeByOrder,
    Action::DodgeByTrait,
    Action::TakeOfficer(NO_OFFICER),
    Action::LeadAgainstLoss(NO_OFFICER),
    Action::Ignore(0),
    Action::Sacrifice(0),
    Action::RetreatTo(NO_HEX),
    Action::FallBackTo(NO_HEX),
    Action::FollowUp,
    Action::PursueTo(NO_HEX),
    Action::AttackAgain(NO_UNIT),
    Action::Breakthrough(Payment::Tokens),
    Action::MoveOn(NO_HEX),
    Action::Riposte,
    Action::FleeTo(NO_HEX),
    Action::StampedeTo(NO_HEX),
    Action::Trample(NO_UNIT),
    Action::Pass,
    Action::Done,
];

/// The key and the word by which an action differs from others of its kind; none where it is the only one.
fn sort_of(action: &Action) -> Option<(&'static str, &'static str)> {
    Some(match action {
        Action::Reconnaissance => ("order", "reconnaissance"),
        Action::Courier => ("order", "courier"),
        Action::StrategicMove(_) => ("order", "strategic_move"),
        Action::ExtraActivation => ("order", "extra_activation"),
        Action::CombinedOrder => ("order", "combined_order"),
        Action::Messengers(_) => ("order", "messengers"),
        Action::ForcedMarch(..) => ("order", "forced_march"),
        Action::Mount(..) => ("order", "mount"),
        Action::Woodsmen(..) => ("order", "woodsmen"),
        Action::ForwardMarch => ("order", "forward_march"),
        Action::Rally(..) => ("order", "rally"),
        Action::LeadToActivate(..) => ("to", "activate"),
        Action::LeadToRally(..) => ("to", "rally"),
        Action::LeadForDice(_) => ("to", "add_dice"),
        Action::LeadAgainstLoss(_) => ("to", "ignore_loss"),
        Action::Move(_) => ("how", "ordinary"),
        Action::MoveImpetuously(_) => ("how", "impetuous"),
        Action::Leave(_) => ("who", "unit"),
        Action::LeaveAlone(_) => ("who", "officer"),
        Action::DodgeByOrder => ("by", "order"),
        Action::DodgeByTrait => ("by", "trait"),
        Action::Stand => ("what", "break_off"),
        Action::StayBehind => ("what", "accompany"),
        Action::NoOrder => ("what", "order"),
        Action::Pass => ("what", "offer"),
        _ => return None,
    })
}

/// The fields of an action besides its kind and sort. `mover` is the side that moves: officers driven out are the other's.
fn fields(form: &mut Form, action: &mut Action, mover: Side) -> Result<(), ShowError> {
    match action {
        Action::DeployUnit(unit) | Action::Leave(unit) | Action::Pick(unit) | Action::Move(unit) | Action::MoveImpetuously(unit) => {
            form.field("unit", unit, Sure(UnitCode))?;
            note_name(form, *unit);
            Ok(())
        }
        Action::DeployAt(hex)
        | Action::DeployOfficerAt(hex)
        | Action::OfficerTo(hex)
        | Action::WithdrawTo(hex)
        | Action::RetreatTo(hex)
        | Action::FallBackTo(hex)
        | Action::PursueTo(hex)
        | Action::MoveOn(hex)
        | Action::StampedeTo(hex)
        | Action::FleeTo(hex) => form.field("hex", hex, Sure(HexCode)),
        Action::PlaceCinc(hex, replaced) => {
            form.field("hex", hex, Sure(HexCode))?;
            form.field_or("replaces", replaced, NO_OFFICER, OfficerCode)
        }
        Action::Activate(officer)
        | Action::PickOfficer(officer)
        | Action::StrategicMove(officer)
        | Action::Messengers(officer)
        | Action::MoveOfficer(officer)
        | Action::FrontRank(officer)
        | Action::LeadForDice(officer)
        | Action::TakeOfficer(officer)
        | Action::LeaveAlone(officer)
        | Action::LeadAgainstLoss(officer) => form.field("officer", officer, Sure(OfficerCode)),
        Action::LeadToActivate(officer, unit) | Action::LeadToRally(officer, unit) => {
            form.field("officer", officer, Sure(OfficerCode))?;
            form.field("unit", unit, Sure(UnitCode))
        }
        Action::ForcedMarch(unit, payment) | Action::Mount(unit, payment) | Action::Woodsmen(unit, payment) => {
            form.field("unit", unit, Sure(UnitCode))?;
            form.field("paid_by", payment, PaymentCode)
        }
        Action::Rally(unit, elements, payment) => {
            form.field("unit", unit, Sure(UnitCode))?;
            form.field("elements", elements, Number)?;
            form.field("paid_by", payment, PaymentCode)
        }
        Action::MoveTo(Destination { hex, hexes, may_attack, difficult, drives_out }) => {
            form.field("hex", hex, Sure(HexCode))?;
            form.field("hexes", hexes, Number)?;
            form.field("may_attack", may_attack, Switch)?;
            form.field_or("difficult", difficult, 0, Number)?;
            form.field_or("drives_out", drives_out, 0, OfficerBits(mover.other()))
        }
        Action::ChooseEdge(change) => form.field("change", change, Switch),
        Action::ChooseFirst(first) => form.field("first", first, Switch),
        Action::Attack(unit, target) => {
            form.field("unit", unit, Sure(UnitCode))?;
            note_name(form, *unit);
            form.field("target", target, Sure(UnitCode))
        }
        Action::AttackAgain(target) | Action::Trample(target) => form.field("target", target, Sure(UnitCode)),
        Action::OrderAttack(order, payment) => {
            form.field("order", order, Word(ATTACK_ORDERS))?;
            form.field("paid_by", payment, PaymentCode)
        }
        Action::OrderDefence(order, payment) => {
            form.field("order", order, Word(DEFENCE_ORDERS))?;
            form.field("paid_by", payment, PaymentCode)
        }
        Action::Breakthrough(payment) => form.field("paid_by", payment, PaymentCode),
        Action::WindOfBall(advantages, payment) => {
            form.field("advantages", advantages, Number)?;
            form.field("paid_by", payment, PaymentCode)
        }
        Action::Ignore(morale_hits) | Action::Sacrifice(morale_hits) => form.field("morale_hits", morale_hits, Number),
        Action::Decoy
        | Action::Reconnaissance
        | Action::Courier
        | Action::ExtraActivation
        | Action::CombinedOrder
        | Action::ForwardMarch
        | Action::Accompany
        | Action::StayBehind
        | Action::BreakOff
        | Action::Stand
        | Action::NoOrder
        | Action::DodgeByOrder
        | Action::DodgeByTrait
        | Action::FollowUp
        | Action::Riposte
        | Action::Pass
        | Action::Done => Ok(()),
    }
}

fn note_name(form: &mut Form, unit: u8) {
    let battle = form.game();
    form.note("name", || battle.unit_names.get(usize::from(unit)).map(|name| Value::from(name.as_str())));
}

/// The kind and the sort of an action, which come first in its object.
fn heading(action: &Action) -> (&'static str, Option<(&'static str, &'static str)>) {
    (KINDS[action.kind()].name, sort_of(action))
}

impl Battle {
    /// An action as data.
    pub fn action_data(&self, state: &State, action: &Action) -> Value {
        let mut action = *action;
        Form::write(self, |form| {
            let (kind, sort) = heading(&action);
            form.note("kind", || Some(Value::from(kind)));
            if let Some((key, word)) = sort {
                form.note(key, || Some(Value::from(word)));
            }
            if names_no_unit(&action)
                && let Some(unit) = self.acting_unit(state)
            {
                form.note("unit", || Some(Value::from(unit_id(unit))));
            }
            fields(form, &mut action, state.active)
        })
    }

    /// The action that data describes, not yet checked to be legal.
    ///
    /// # Errors
    /// Says what is missing, wrong or unknown.
    pub fn action_of_data(&self, state: &State, data: &Value) -> Result<Action, ShowError> {
        let mut action = Action::Pass;
        Form::read(self, "an action", data, |form| {
            action = blank_of(form)?;
            if names_no_unit(&action) {
                form.note("unit", || None);
            }
            fields(form, &mut action, state.active)
        })?;
        Ok(action)
    }
}

/// Whether the acting unit follows from the position and is written for the reader's comfort only.
fn names_no_unit(action: &Action) -> bool {
    matches!(
        action,
        Action::DeployAt(_)
            | Action::MoveTo(_)
            | Action::Accompany
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
            | Action::AttackAgain(_)
            | Action::Breakthrough(_)
            | Action::MoveOn(_)
            | Action::Riposte
            | Action::StampedeTo(_)
            | Action::Trample(_)
    )
}

/// The blank that the kind and the sort of an object name.
fn blank_of(form: &mut Form) -> Result<Action, ShowError> {
    let kind = form.word("kind")?;
    let candidates: Vec<&Action> = BLANKS.iter().filter(|blank| heading(blank).0 == kind).collect();
    match candidates[..] {
        [] => Err(form.error("kind", &unknown_word(&kind, KINDS.iter().map(|it| it.name)))),
        [only] => Ok(*only),
        [first, ..] => {
            let (key, _) = sort_of(first).expect("actions that share a kind differ in a word");
            let word = form.word(key)?;
            let sorts = || candidates.iter().filter_map(|blank| sort_of(blank));
            let found = candidates.iter().find(|blank| sort_of(blank).is_some_and(|(_, it)| it == word));
            found.map(|blank| **blank).ok_or_else(|| form.error(key, &unknown_word(&word, sorts().map(|(_, it)| it))))
        }
    }
}
