//! The step at which the game waits, as data: an object whose `wait` names it.

use super::names::UnitName;
use crate::en_avant::state::{Placing, State, Step};
use crate::game::Side;
use serde::{Deserialize, Serialize};

/// Declares the form of a step, both conversions, and the words, from one table: steps grouped by their data.
macro_rules! steps {
    (
        plain { $($plain:ident = $plain_word:literal,)* }
        of_a_side { $($side:ident = $side_word:literal,)* }
        of_a_unit { $($unit:ident = $unit_word:literal,)* }
    ) => {
        /// The step at which the game waits, with its data.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "wait", deny_unknown_fields)]
        #[allow(missing_docs, reason = "each is the step of its name")]
        pub enum StepForm {
            $(#[serde(rename = $plain_word)] $plain {},)*
            $(#[serde(rename = $side_word)] $side { side: Side },)*
            $(#[serde(rename = $unit_word)] $unit { unit: UnitName },)*
            #[serde(rename = "objective_roll")]
            ObjectiveRoll { objective: u8 },
            #[serde(rename = "place")]
            Place { unit: UnitName, what: Placing },
            #[serde(rename = "over")]
            Over {},
        }

        /// All steps at which a game can wait, by the words of [`StepForm`].
        pub const WAITS: &[&str] = &[$($plain_word,)* $($side_word,)* $($unit_word,)* "objective_roll", "place"];

        impl From<Step> for StepForm {
            fn from(step: Step) -> StepForm {
                match step {
                    $(Step::$plain => StepForm::$plain {},)*
                    $(Step::$side(side) => StepForm::$side { side },)*
                    $(Step::$unit(unit) => StepForm::$unit { unit: UnitName(unit) },)*
                    Step::ObjectiveRoll(objective) => StepForm::ObjectiveRoll { objective },
                    Step::Place(unit, what) => StepForm::Place { unit: UnitName(unit), what },
                    Step::Over => StepForm::Over {},
                }
            }
        }

        impl From<StepForm> for Step {
            fn from(form: StepForm) -> Step {
                match form {
                    $(StepForm::$plain {} => Step::$plain,)*
                    $(StepForm::$side { side } => Step::$side(side),)*
                    $(StepForm::$unit { unit } => Step::$unit(unit.0),)*
                    StepForm::ObjectiveRoll { objective } => Step::ObjectiveRoll(objective),
                    StepForm::Place { unit, what } => Step::Place(unit.0, what),
                    StepForm::Over {} => Step::Over,
                }
            }
        }

        impl StepForm {
            /// The word for the step.
            pub fn word(self) -> &'static str {
                match self {
                    $(StepForm::$plain {} => $plain_word,)*
                    $(StepForm::$side { .. } => $side_word,)*
                    $(StepForm::$unit { .. } => $unit_word,)*
                    StepForm::ObjectiveRoll { .. } => "objective_roll",
                    StepForm::Place { .. } => "place",
                    StepForm::Over {} => "over",
                }
            }

            /// The unit that it concerns, if it concerns one.
            pub fn unit(self) -> Option<UnitName> {
                match self {
                    $(StepForm::$unit { unit } => Some(unit),)*
                    StepForm::Place { unit, .. } => Some(unit),
                    _ => None,
                }
            }
        }
    };
}

steps! {
    plain {
        EdgeRoll = "edge_roll",
        DeployRoll = "deploy_roll",
        DeployUnit = "deploy_unit",
        DeployCamp = "deploy_camp",
        DeployGeneral = "deploy_general",
        InitiativeRoll = "initiative_roll",
        Impulse = "impulse",
        StopAnswer = "stop_answer",
        MoveGeneral = "move_general",
        ShotRoll = "shot_roll",
        SaveRoll = "save_roll",
        MeleeOrder = "melee_order",
    }
    of_a_side {
        EdgeChoice = "edge_choice",
        DeployOrder = "deploy_order",
        InitiativeChoice = "initiative_choice",
        Leader = "leader",
        Opponent = "opponent",
        MeleeRoll = "melee_roll",
        Six = "six",
        SixRoll = "six_roll",
        Struck = "struck",
    }
    of_a_unit {
        DeployAt = "deploy_at",
        Course = "course",
        Act = "act",
        ReorganiseRoll = "reorganise_roll",
        RallyFacing = "rally_facing",
        BreakOffRoll = "break_off_roll",
        TargetRoll = "target_roll",
        Results = "results",
        LossFrom = "loss_from",
        RecoilTo = "recoil_to",
        ContagionChoice = "contagion_choice",
        ContagionRoll = "contagion_roll",
        FleeTo = "flee_to",
        Pursuit = "pursuit",
        GeneralFollows = "general_follows",
    }
}

/// The step at which a position waits, one of [`WAITS`]; none once the game is over.
pub fn waits(state: &State) -> Option<&'static str> {
    state.outcome.is_none().then(|| StepForm::from(state.step).word())
}
