//! The step of the game as data: an object whose `wait` names it. Generated from the table of steps; a new combination
//! of data needs a type here.

use super::names::Names;
use super::{officer_id, unit_id};
use crate::game::is_default;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{Mounting, Mover, OfficerId, Phase, State, Step, UnitId, Woodsmen, step_table};
use serde::{Deserialize, Serialize};

/// The word for a character who must flee, which can interrupt any step.
const FLIGHT: &str = "flight";

/// The serial form of the data of a step.
trait DataForm<Data> {
    /// The form of the data.
    fn of(data: Data) -> Self;

    /// The data of the form. Faults are collected by the reader of names.
    fn read(&self, names: &mut Names) -> Data;
}

/// Converts a datum to its serial type.
macro_rules! written {
    (unit: $value:ident) => {
        unit_id($value)
    };
    (officer: $value:ident) => {
        officer_id($value)
    };
    ($other:ident: $value:ident) => {
        $value
    };
}

/// Converts a datum from its serial type.
macro_rules! read {
    (unit: $value:expr, $names:ident) => {
        $names.unit("step.unit", &$value)
    };
    (officer: $value:expr, $names:ident) => {
        $names.officer("step.officer", &$value)
    };
    ($other:ident: $value:expr, $names:ident) => {
        $value
    };
}

/// Declares the serial forms of data: their keys and, after the arrow, the data composed of them, which is both the
/// pattern for writing and the value for reading.
macro_rules! data_forms {
    ($( $form:ident { $($(#[$attribute:meta])* $key:ident: $kind:ty),* } => $data:ty: ($($composed:tt)*); )+) => {
        $(
            #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
            #[serde(deny_unknown_fields)]
            pub(in crate::jomini) struct $form {
                $($(#[$attribute])* $key: $kind),*
            }

            impl DataForm<$data> for $form {
                fn of(($($composed)*): $data) -> $form {
                    $form { $($key: written!($key: $key)),* }
                }

                #[allow(unused_variables, clippy::unused_unit, reason = "not all data are names; some steps have none")]
                fn read(&self, names: &mut Names) -> $data {
                    $(let $key = read!($key: self.$key, names);)*
                    ($($composed)*)
                }
            }
        )+
    };
}

data_forms! {
    NoData {} => (): ();
    UnitData { unit: String } => (UnitId,): (unit,);
    OfficerData { officer: String } => (OfficerId,): (officer,);
    AboveData { above: u8 } => (u8,): (above,);
    DiceData { dice: u8 } => (u8,): (dice,);
    AccompanyData { unit: String, officer: String } => (UnitId, OfficerId): (unit, officer);
    MoverData {
        unit: String,
        #[serde(default, skip_serializing_if = "is_default")] bonus: u8,
        #[serde(default, skip_serializing_if = "is_default")] impetuous: bool,
        #[serde(default, skip_serializing_if = "is_default")] woodsmen: Woodsmen,
        #[serde(default, skip_serializing_if = "is_default")] mounting: Mounting
    } => (Mover,): (Mover { unit, bonus, impetuous, woodsmen, mounting },);
}

/// The serial form of data with these names.
macro_rules! form_type {
    () => {
        NoData
    };
    (unit) => {
        UnitData
    };
    (officer) => {
        OfficerData
    };
    (above) => {
        AboveData
    };
    (dice) => {
        DiceData
    };
    (unit, officer) => {
        AccompanyData
    };
    (mover) => {
        MoverData
    };
}

macro_rules! define_forms {
    ($(
        $phase:ident, in $part:ident {
            $(
                $(#[$doc:meta])*
                $step:ident $(($($field:ident: $kind:ty),+))? = $name:literal:
                    $wait:ident $(($what:expr))?, quiet $quiet:ident, $concern:expr $(=> $declined:literal)?,
            )+
        }
    )+) => {
        /// The step of the game, named by `wait`.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "wait", deny_unknown_fields)]
        pub(in crate::jomini) enum StepForm {
            $($( #[serde(rename = $name)] $step(form_type!($($($field),+)?)), )+)+
        }

        impl StepForm {
            /// The form of a step.
            pub fn of(step: &Step) -> StepForm {
                match *step {
                    $($( Step::$step $(($($field),+))? => StepForm::$step(DataForm::of(($($($field,)+)?))), )+)+
                }
            }

            /// Whether the armies are still being set up.
            pub fn is_set_up(&self) -> bool {
                match self {
                    $($( StepForm::$step(_) => matches!(Phase::$phase, Phase::SetUp), )+)+
                }
            }

            /// The step of a form.
            #[allow(clippy::let_unit_value, reason = "some steps have no data")]
            pub fn read(&self, names: &mut Names) -> Step {
                match self {
                    $($(
                        StepForm::$step(form) => {
                            let ($($($field,)+)?) = form.read(names);
                            Step::$step $(($($field),+))?
                        }
                    )+)+
                }
            }
        }
    };
}

step_table!(define_forms);

/// All values of `wait`: the names of all steps but the last, at which the game is over, and a character who must flee.
pub const WAITS: &[&str] = &{
    let mut waits = [FLIGHT; Step::NAMES.len()];
    let mut place = 0;
    while place + 1 < waits.len() {
        waits[place] = Step::NAMES[place];
        place += 1;
    }
    waits
};

impl Battle {
    /// The step of the game, one of [`WAITS`]; `None` once it is over.
    pub(in crate::jomini) fn waits(state: &State) -> Option<&'static str> {
        match state.step {
            _ if state.outcome.is_some() => None,
            _ if state.flight_count > 0 => Some(FLIGHT),
            Step::Over => None,
            step => Some(step.name()),
        }
    }
}
