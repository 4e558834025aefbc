//! The step of the game as data: an object whose `wait` names it.

use super::names::Names;
use super::{officer_id, unit_id};
use crate::game::is_default;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{Mounting, Mover, NO_OFFICER, NO_UNIT, Phase, State, Step, Woodsmen};
use serde::{Deserialize, Serialize};

/// The word for a character who must flee, which can interrupt any step.
const FLIGHT: &str = "flight";

/// Declares the steps once: their words, the form of each, and the conversions.
macro_rules! steps {
    (
        bare { $($bare_word:literal $bare:ident,)* }
        unit { $($unit_word:literal $unit:ident,)* }
        officer { $($officer_word:literal $officer:ident,)* }
        above { $($above_word:literal $above:ident,)* }
        dice { $($dice_word:literal $dice:ident,)* }
    ) => {
        /// The step of the game, named by `wait`.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "wait", deny_unknown_fields)]
        pub(in crate::jomini) enum StepForm {
            $(#[serde(rename = $bare_word)] $bare {},)*
            $(#[serde(rename = $unit_word)] $unit { unit: String },)*
            $(#[serde(rename = $officer_word)] $officer { officer: String },)*
            $(#[serde(rename = $above_word)] $above { above: u8 },)*
            $(#[serde(rename = $dice_word)] $dice { dice: u8 },)*
            #[serde(rename = "accompany")]
            Accompany { unit: String, officer: String },
            #[serde(rename = "destination")]
            Destination {
                unit: String,
                #[serde(default, skip_serializing_if = "is_default")]
                bonus: u8,
                #[serde(default, skip_serializing_if = "is_default")]
                impetuous: bool,
                #[serde(default, skip_serializing_if = "is_default")]
                woodsmen: Woodsmen,
                #[serde(default, skip_serializing_if = "is_default")]
                mounting: Mounting,
            },
            #[serde(rename = "over")]
            Over {},
        }

        /// All values of `wait`: the words of all steps but the last, and a character who must flee.
        pub const WAITS: &[&str] = &[
            $($bare_word,)* $($unit_word,)* $($officer_word,)* $($above_word,)* $($dice_word,)*
            "accompany", "destination", FLIGHT,
        ];

        impl Battle {
            /// The step of the game, one of [`WAITS`]; `None` once it is over.
            pub(in crate::jomini) fn waits(state: &State) -> Option<&'static str> {
                if state.outcome.is_some() {
                    return None;
                }
                Some(match state.step {
                    _ if state.flight_count > 0 => FLIGHT,
                    Step::Over => return None,
                    $(Step::$bare => $bare_word,)*
                    $(Step::$unit(_) => $unit_word,)*
                    $(Step::$officer(_) => $officer_word,)*
                    $(Step::$above(_) => $above_word,)*
                    $(Step::$dice(_) => $dice_word,)*
                    Step::Accompany(..) => "accompany",
                    Step::Destination(_) => "destination",
                })
            }
        }

        impl StepForm {
            /// The form of a step.
            pub fn of(step: &Step) -> StepForm {
                match *step {
                    $(Step::$bare => StepForm::$bare {},)*
                    $(Step::$unit(unit) => StepForm::$unit { unit: unit_id(unit) },)*
                    $(Step::$officer(officer) => StepForm::$officer { officer: officer_id(officer) },)*
                    $(Step::$above(above) => StepForm::$above { above },)*
                    $(Step::$dice(dice) => StepForm::$dice { dice },)*
                    Step::Accompany(unit, officer) => {
                        StepForm::Accompany { unit: unit_id(unit), officer: officer_id(officer) }
                    }
                    Step::Destination(Mover { unit, bonus, impetuous, woodsmen, mounting }) => {
                        StepForm::Destination { unit: unit_id(unit), bonus, impetuous, woodsmen, mounting }
                    }
                    Step::Over => StepForm::Over {},
                }
            }

            /// Whether the armies are still being set up.
            pub fn is_set_up(&self) -> bool {
                let phase = match self {
                    $(StepForm::$bare {} => Step::$bare.phase(),)*
                    $(StepForm::$unit { .. } => Step::$unit(NO_UNIT).phase(),)*
                    $(StepForm::$officer { .. } => Step::$officer(NO_OFFICER).phase(),)*
                    $(StepForm::$above { above } => Step::$above(*above).phase(),)*
                    $(StepForm::$dice { dice } => Step::$dice(*dice).phase(),)*
                    StepForm::Accompany { .. } => Step::Accompany(NO_UNIT, NO_OFFICER).phase(),
                    StepForm::Destination { .. } => Step::Destination(Mover::plain(NO_UNIT)).phase(),
                    StepForm::Over {} => Step::Over.phase(),
                };
                phase == Phase::SetUp
            }

            /// The step of a form.
            pub fn read(&self, names: &mut Names) -> Step {
                match self {
                    $(StepForm::$bare {} => Step::$bare,)*
                    $(StepForm::$unit { unit } => Step::$unit(names.unit("step.unit", unit)),)*
                    $(StepForm::$officer { officer } => Step::$officer(names.officer("step.officer", officer)),)*
                    $(StepForm::$above { above } => Step::$above(*above),)*
                    $(StepForm::$dice { dice } => Step::$dice(*dice),)*
                    StepForm::Accompany { unit, officer } => {
                        Step::Accompany(names.unit("step.unit", unit), names.officer("step.officer", officer))
                    }
                    StepForm::Destination { unit, bonus, impetuous, woodsmen, mounting } => {
                        let unit = names.unit("step.unit", unit);
                        Step::Destination(Mover {
                            unit, bonus: *bonus, impetuous: *impetuous, woodsmen: *woodsmen, mounting: *mounting,
                        })
                    }
                    StepForm::Over {} => Step::Over,
                }
            }
        }
    };
}

steps! {
    bare {
        "first_player" FirstPlayer,
        "choose_edge" ChooseEdge,
        "choose_first" ChooseFirst,
        "deploy_unit" DeployUnit,
        "lay_decoy" LayDecoy,
        "place_cinc" PlaceCinc,
        "command" Command,
        "movement" Movement,
        "combat" Combat,
        "break_off" BreakOff,
        "attack_order" AttackOrder,
        "defence_order" DefenceOrder,
        "withdraw" Withdraw,
        "lead_for_dice" LeadForDice,
        "strike_roll" StrikeRoll,
        "wind_of_ball" WindOfBall,
        "dodge" Dodge,
        "sharpshoot" Sharpshoot,
        "lead_against_loss" LeadAgainstLoss,
        "ignore" Ignore,
        "sacrifice" Sacrifice,
        "retreat" Retreat,
        "fall_back" FallBack,
        "follow_up" FollowUp,
        "pursuit" Pursuit,
        "pursuit_attack" PursuitAttack,
        "breakthrough_attack" BreakthroughAttack,
        "changeable_move" ChangeableMove,
        "riposte" Riposte,
        "stampede_roll" StampedeRoll,
        "stampede" Stampede,
    }
    unit {
        "deploy_at" DeployAt,
        "unreliable_roll" UnreliableRoll,
        "deficient_roll" DeficientRoll,
        "impetuous_roll" ImpetuousRoll,
        "front_rank" FrontRank,
    }
    officer {
        "deploy_officer" DeployOfficer,
        "messengers_roll" MessengersRoll,
        "officer_destination" OfficerDestination,
    }
    above {
        "activation" Activation,
        "courier" Courier,
    }
    dice {
        "wound_roll" WoundRoll,
        "panic_roll" PanicRoll,
    }
}
