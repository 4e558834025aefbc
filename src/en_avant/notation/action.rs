//! Actions as data. `kind` is the name of the kind; where several actions share a kind, one further word distinguishes
//! them.
//!
//! The table of actions names the form of the data of each kind; the forms are in `action/forms.rs`. Values written
//! only for readability are ignored when read: the acting unit where it follows from the position, and full names.

mod forms;

use super::{read_data, render, unit_id};
use crate::data::Fault;
use crate::en_avant::state::action::{Action, Change, Path, Placement, Results, action_table};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::troops::Troops;
use crate::en_avant::state::{State, UnitId, side_of};
use crate::en_avant::table::geometry::Heading;
use crate::game::{Comfort, ShowError};
use forms::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The texts for readability in a position.
struct Texts<'a> {
    game: &'a Engagement,
    acting: Option<UnitId>,
}

impl Texts<'_> {
    /// The acting unit.
    fn unit(&self) -> Comfort {
        Comfort(self.acting.map(unit_id))
    }

    /// The full name of a unit.
    fn name(&self, unit: UnitId) -> Comfort {
        Comfort(self.game.unit_names.get(usize::from(unit)).cloned())
    }
}

/// A form of data: of the only action of a kind, or of all actions of a kind.
trait Form<Data>: Sized {
    /// Converts data to the form.
    fn of(texts: &Texts, data: Data) -> Self;

    /// Converts the form to data, without checking that its units belong to a game.
    fn data(self) -> Result<Data, Fault>;

    /// The unit that it names, with its key.
    fn named(&self) -> Option<(&'static str, UnitId)> {
        None
    }
}

/// Converts the data of an action to its form: nothing, the data of the only action of the kind, or the whole action.
macro_rules! to_form {
    ($texts:ident, $action:ident, $only:ident) => {
        Form::of($texts, ())
    };
    ($texts:ident, $action:ident, $only:ident($field:ident: $data:ty)) => {
        match $action {
            Action::$only(data) => Form::<$data>::of($texts, data),
            _ => unreachable!("the kind has one action"),
        }
    };
    ($texts:ident, $action:ident, $($several:tt)+) => {
        Form::of($texts, $action)
    };
}

/// Converts a form to an action.
macro_rules! to_action {
    ($form:ident, $only:ident) => {
        Form::<()>::data($form).map(|()| Action::$only)
    };
    ($form:ident, $only:ident($field:ident: $data:ty)) => {
        Form::<$data>::data($form).map(Action::$only)
    };
    ($form:ident, $($several:tt)+) => {
        Form::<Action>::data($form)
    };
}

/// The unit that a form names.
macro_rules! named_unit {
    ($form:ident, $only:ident) => {
        Form::<()>::named($form)
    };
    ($form:ident, $only:ident($field:ident: $data:ty)) => {
        Form::<$data>::named($form)
    };
    ($form:ident, $($several:tt)+) => {
        Form::<Action>::named($form)
    };
}

macro_rules! define_forms {
    ($( $kind:ident = $name:literal, $idle:ident, $form:ident {
        $(
            $(#[$meta:meta])*
            $action:ident $(($field:ident: $data:ty))? says $words:tt $(counts $event:ident)?,
        )+
    } )+) => {
        /// An action.
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(tag = "kind")]
        enum ActionForm {
            $( #[serde(rename = $name)] $kind($form), )+
        }

        impl ActionForm {
            fn of(texts: &Texts, action: Action) -> ActionForm {
                match action {
                    $( $( Action::$action { .. } )|+ => {
                        ActionForm::$kind(to_form!(texts, action, $($action $(($field: $data))?),+))
                    } )+
                }
            }

            fn action(self) -> Result<Action, Fault> {
                match self { $( ActionForm::$kind(form) => to_action!(form, $($action $(($field: $data))?),+), )+ }
            }

            fn named(&self) -> Option<(&'static str, UnitId)> {
                match self { $( ActionForm::$kind(form) => named_unit!(form, $($action $(($field: $data))?),+), )+ }
            }
        }
    };
}

action_table!(define_forms);

impl Troops {
    /// The action that data describes, not yet checked to be legal.
    ///
    /// # Errors
    /// Returns what is missing, wrong or unknown.
    pub fn action_of_data(&self, _state: &State, data: &Value) -> Result<Action, ShowError> {
        let form = read_data::<ActionForm>("an action", data)?;
        let named = form.named();
        let action = form.action().map_err(|fault| render("an action", &[fault]))?;
        if let Some((key, unit)) = named
            && !self.units_of(side_of(unit)).contains(&unit)
        {
            let error = self.unit_named(&unit_id(unit)).expect_err("the game has no such unit");
            return Err(ShowError(format!("an action: {key}: {error}")));
        }
        Ok(action)
    }
}

impl Engagement {
    /// An action as data.
    pub fn action_data(&self, state: &State, action: &Action) -> Value {
        let texts = Texts { game: self, acting: state.acting_unit() };
        serde_json::to_value(ActionForm::of(&texts, *action)).expect("an action is plain data")
    }
}
