//! Actions as data. `kind` is the name of the kind; where several decisions share a kind, a further word distinguishes
//! them.
//!
//! One table defines the data of every action: the fields after its words and, after the arrow, the action composed of
//! them. This is both the pattern for writing and the value for reading, so that the two agree and no action can be
//! omitted.

use super::fields::{DrivenOut, Field, HexName, OfficerName, PaidBy, Site, UnitName};
use super::names::Names;
use crate::data::read_data;
use crate::game::{Comfort, ShowError, is_default};
use crate::jomini::state::action::{Action, Destination};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{AttackOrder, DefenceOrder, State};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A field as written: an informative field, or a value of the action.
macro_rules! written {
    ($site:ident, $field:ident) => {
        Field::of($site, $field)
    };
    ($site:ident, $field:ident, $note:expr) => {
        $note
    };
}

/// Declares the serial form of actions, with the conversions in both directions, from one table.
macro_rules! actions {
    (
        in $site:ident;
        alone {
            $(
                $word:literal $variant:ident
                { $($(#[$attribute:meta])* $field:ident: $kind:ty $(= $note:expr)?),* } => ($($action:tt)+);
            )*
        }
        $(
            $shared_word:literal $shared:ident by $tag:literal {
                $(
                    $sort_word:literal $sort:ident
                    { $($(#[$sort_attribute:meta])* $sort_field:ident: $sort_kind:ty $(= $sort_note:expr)?),* }
                    => ($($sort_action:tt)+);
                )*
            }
        )*
    ) => {
        /// An action. The acting unit, where it follows from the position, and full names are informative.
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(tag = "kind", deny_unknown_fields, expecting = "an object with the kind of action")]
        enum ActionForm {
            $(
                #[serde(rename = $word)]
                $variant { $($(#[$attribute])* $field: $kind),* },
            )*
            $(
                #[serde(rename = $shared_word)]
                $shared($shared),
            )*
        }

        $(
            #[derive(Clone, Debug, Serialize, Deserialize)]
            #[serde(tag = $tag, deny_unknown_fields)]
            enum $shared {
                $(
                    #[serde(rename = $sort_word)]
                    $sort { $($(#[$sort_attribute])* $sort_field: $sort_kind),* },
                )*
            }
        )*

        /// The kind of every action, and the word that distinguishes it from others of its kind.
        #[cfg(test)]
        pub(super) const SORTS: &[(&str, Option<(&str, &str)>)] = &[
            $(($word, None),)*
            $($(($shared_word, Some(($tag, $sort_word))),)*)*
        ];

        impl ActionForm {
            /// The form of an action.
            fn of($site: Site, action: &Action) -> ActionForm {
                match *action {
                    $($($action)+ => ActionForm::$variant { $($field: written!($site, $field $(, $note)?)),* },)*
                    $($(
                        $($sort_action)+ => ActionForm::$shared($shared::$sort {
                            $($sort_field: written!($site, $sort_field $(, $sort_note)?)),*
                        }),
                    )*)*
                }
            }

            /// The action of a form. Faults of its names are collected by the reader.
            #[allow(unused_variables, clippy::let_unit_value, reason = "what is there for comfort is no part of the \
                action")]
            fn read(&self, $site: Site, names: &mut Names) -> Action {
                match self {
                    $(ActionForm::$variant { $($field),* } => {
                        $(let $field = Field::read($field, stringify!($field), $site, names);)*
                        $($action)+
                    })*
                    $($(ActionForm::$shared($shared::$sort { $($sort_field),* }) => {
                        $(let $sort_field = Field::read($sort_field, stringify!($sort_field), $site, names);)*
                        $($sort_action)+
                    })*)*
                }
            }
        }
    };
}

actions! {
    in site;
    alone {
        "choose_edge" ChooseEdge { change: bool } => (Action::ChooseEdge(change));
        "choose_first" ChooseFirst { first: bool } => (Action::ChooseFirst(first));
        "deploy_unit" DeployUnit {
            unit: UnitName,
            #[serde(default, skip_serializing_if = "is_default")] name: Comfort = site.name(unit)
        } => (Action::DeployUnit(unit));
        "decoy" Decoy {} => (Action::Decoy);
        "deploy_at" DeployAt {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
            hex: HexName
        } => (Action::DeployAt(hex));
        "deploy_officer_at" DeployOfficerAt { hex: HexName } => (Action::DeployOfficerAt(hex));
        "place_cinc" PlaceCinc {
            hex: HexName,
            #[serde(default, skip_serializing_if = "is_default")] replaces: Option<OfficerName>
        } => (Action::PlaceCinc(hex, replaces));
        "activate" Activate { officer: OfficerName } => (Action::Activate(officer));
        "pick" Pick {
            unit: UnitName,
            #[serde(default, skip_serializing_if = "is_default")] name: Comfort = site.name(unit)
        } => (Action::Pick(unit));
        "pick_officer" PickOfficer { officer: OfficerName } => (Action::PickOfficer(officer));
        "move_officer" MoveOfficer { officer: OfficerName } => (Action::MoveOfficer(officer));
        "move_to" MoveTo {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
            hex: HexName,
            hexes: u8,
            may_attack: bool,
            #[serde(default, skip_serializing_if = "is_default")] difficult: u8,
            #[serde(default, skip_serializing_if = "is_default")] drives_out: DrivenOut
        } => (Action::MoveTo(Destination { hex, hexes, may_attack, difficult, drives_out }));
        "officer_to" OfficerTo { hex: HexName } => (Action::OfficerTo(hex));
        "accompany" Accompany {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting()
        } => (Action::Accompany);
        "attack" Attack {
            unit: UnitName,
            #[serde(default, skip_serializing_if = "is_default")] name: Comfort = site.name(unit),
            target: UnitName
        } => (Action::Attack(unit, target));
        "front_rank" FrontRank { officer: OfficerName } => (Action::FrontRank(officer));
        "break_off" BreakOff {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting()
        } => (Action::BreakOff);
        "attack_order" OrderAttack {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
            order: AttackOrder,
            paid_by: PaidBy
        } => (Action::OrderAttack(order, paid_by));
        "defence_order" OrderDefence {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
            order: DefenceOrder,
            paid_by: PaidBy
        } => (Action::OrderDefence(order, paid_by));
        "withdraw_to" WithdrawTo {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
            hex: HexName
        } => (Action::WithdrawTo(hex));
        "wind_of_ball" WindOfBall {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
            advantages: u8,
            paid_by: PaidBy
        } => (Action::WindOfBall(advantages, paid_by));
        "take_officer" TakeOfficer {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
            officer: OfficerName
        } => (Action::TakeOfficer(officer));
        "ignore" Ignore {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
            morale_hits: u8
        } => (Action::Ignore(morale_hits));
        "sacrifice" Sacrifice {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
            morale_hits: u8
        } => (Action::Sacrifice(morale_hits));
        "retreat_to" RetreatTo {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
            hex: HexName
        } => (Action::RetreatTo(hex));
        "fall_back_to" FallBackTo {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
            hex: HexName
        } => (Action::FallBackTo(hex));
        "follow_up" FollowUp {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting()
        } => (Action::FollowUp);
        "pursue_to" PursueTo {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
            hex: HexName
        } => (Action::PursueTo(hex));
        "attack_again" AttackAgain {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
            target: UnitName
        } => (Action::AttackAgain(target));
        "breakthrough" Breakthrough {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
            paid_by: PaidBy
        } => (Action::Breakthrough(paid_by));
        "move_on" MoveOn {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
            hex: HexName
        } => (Action::MoveOn(hex));
        "riposte" Riposte {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting()
        } => (Action::Riposte);
        "flee_to" FleeTo { hex: HexName } => (Action::FleeTo(hex));
        "stampede_to" StampedeTo {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
            hex: HexName
        } => (Action::StampedeTo(hex));
        "trample" Trample {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
            target: UnitName
        } => (Action::Trample(target));
        "done" Done {} => (Action::Done);
    }
    "command_order" CommandOrder by "order" {
        "reconnaissance" Reconnaissance {} => (Action::Reconnaissance);
        "courier" Courier {} => (Action::Courier);
        "strategic_move" StrategicMove { officer: OfficerName } => (Action::StrategicMove(officer));
        "extra_activation" ExtraActivation {} => (Action::ExtraActivation);
    }
    "manoeuvre_order" ManoeuvreOrder by "order" {
        "combined_order" CombinedOrder {} => (Action::CombinedOrder);
        "messengers" Messengers { officer: OfficerName } => (Action::Messengers(officer));
        "forced_march" ForcedMarch { unit: UnitName, paid_by: PaidBy } => (Action::ForcedMarch(unit, paid_by));
        "mount" Mount { unit: UnitName, paid_by: PaidBy } => (Action::Mount(unit, paid_by));
        "woodsmen" Woodsmen { unit: UnitName, paid_by: PaidBy } => (Action::Woodsmen(unit, paid_by));
        "forward_march" ForwardMarch {} => (Action::ForwardMarch);
        "rally" Rally { unit: UnitName, elements: u8, paid_by: PaidBy } => (Action::Rally(unit, elements, paid_by));
    }
    "lead" Lead by "to" {
        "activate" Activate { officer: OfficerName, unit: UnitName } => (Action::LeadToActivate(officer, unit));
        "rally" Rally { officer: OfficerName, unit: UnitName } => (Action::LeadToRally(officer, unit));
        "add_dice" AddDice {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
            officer: OfficerName
        } => (Action::LeadForDice(officer));
        "ignore_loss" IgnoreLoss {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
            officer: OfficerName
        } => (Action::LeadAgainstLoss(officer));
    }
    "move" Move by "how" {
        "ordinary" Ordinary {
            unit: UnitName,
            #[serde(default, skip_serializing_if = "is_default")] name: Comfort = site.name(unit)
        } => (Action::Move(unit));
        "impetuous" Impetuous {
            unit: UnitName,
            #[serde(default, skip_serializing_if = "is_default")] name: Comfort = site.name(unit)
        } => (Action::MoveImpetuously(unit));
    }
    "leave" Leave by "who" {
        "unit" Unit {
            unit: UnitName,
            #[serde(default, skip_serializing_if = "is_default")] name: Comfort = site.name(unit)
        } => (Action::Leave(unit));
        "officer" Officer { officer: OfficerName } => (Action::LeaveAlone(officer));
    }
    "dodge" Dodge by "by" {
        "order" Order {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting()
        } => (Action::DodgeByOrder);
        "trait" Trait {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting()
        } => (Action::DodgeByTrait);
    }
    "pass" Pass by "what" {
        "break_off" BreakOff {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting()
        } => (Action::Stand);
        "accompany" Accompany {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting()
        } => (Action::StayBehind);
        "order" Order {
            #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting()
        } => (Action::NoOrder);
        "offer" Offer {} => (Action::Pass);
    }
}

impl Battle {
    /// An action as data.
    pub fn action_data(&self, state: &State, action: &Action) -> Value {
        let site = Site { battle: self, state };
        serde_json::to_value(ActionForm::of(site, action)).expect("an action is plain data")
    }

    /// The action that data describes, not yet checked to be legal.
    ///
    /// # Errors
    /// If something is missing, wrong or unknown.
    pub fn action_of_data(&self, state: &State, data: &Value) -> Result<Action, ShowError> {
        let form: ActionForm = read_data("an action", data).map_err(ShowError)?;
        let mut names = Names::new(self);
        let action = form.read(Site { battle: self, state }, &mut names);
        names.all_found("an action").map(|()| action)
    }
}
