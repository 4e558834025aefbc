//! The step at which the game waits, as data: an object whose `wait` names it. Generated from the table of steps.

use super::names::UnitName;
use crate::en_avant::state::{Placing, State, Step, step_table};
use crate::game::Side;
use serde::{Deserialize, Serialize};

/// The serial type of the data of a step.
macro_rules! form_type {
    (unit) => {
        UnitName
    };
    (side) => {
        Side
    };
    (objective) => {
        u8
    };
    (what) => {
        Placing
    };
}

/// Converts data of a step to the serial type.
macro_rules! written {
    (unit: $value:ident) => {
        UnitName($value)
    };
    ($other:ident: $value:ident) => {
        $value
    };
}

/// Converts data of a step from the serial type.
macro_rules! read {
    (unit: $value:ident) => {
        $value.0
    };
    ($other:ident: $value:ident) => {
        $value
    };
}

macro_rules! define_forms {
    ($(
        $(#[$meta:meta])*
        $step:ident $(($($field:ident),+))? = $name:literal: $wait:ident $(($who:ident $(, $what:ident)+))?, $phase:expr
            $(, says $words:literal $(else $failed:literal)?)?
            $(, counts $event:ident)?
            $(, declined $declined:literal $(counts $refusal:ident)?)?;
    )+) => {
        /// The step at which the game waits, with its data.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "wait", deny_unknown_fields)]
        #[allow(missing_docs, reason = "each is the step of its name")]
        pub enum StepForm {
            $( #[serde(rename = $name)] $step { $($($field: form_type!($field)),+)? }, )+
        }

        impl From<Step> for StepForm {
            fn from(step: Step) -> StepForm {
                match step {
                    $( Step::$step $(($($field),+))? => {
                        StepForm::$step { $($($field: written!($field: $field)),+)? }
                    } )+
                }
            }
        }

        impl From<StepForm> for Step {
            fn from(form: StepForm) -> Step {
                match form {
                    $( StepForm::$step { $($($field),+)? } => Step::$step $(($(read!($field: $field)),+))?, )+
                }
            }
        }
    };
}

step_table!(define_forms);

/// All steps at which a game can wait, by their names: all but the last of the table, at which the game is over.
pub const WAITS: &[&str] = Step::NAMES.split_last().expect("there are steps").1;

/// The step at which a position waits, one of [`WAITS`]; none once the game is over.
pub fn waits(state: &State) -> Option<&'static str> {
    state.outcome.is_none().then(|| state.step.name())
}
