//! Actions as data. `kind` is the name of the kind; where several actions share a kind, a further word distinguishes
//! them.
//!
//! Generated from the table of actions, which names the form of the data of each; the forms are in `action/forms.rs`.

mod forms;

use super::fields::Site;
use super::names::Names;
use crate::data::read_data;
use crate::game::ShowError;
use crate::jomini::state::State;
use crate::jomini::state::action::{Action, action_table};
use crate::jomini::state::battle::Battle;
use forms::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The form of the data of an action.
trait Form<Data> {
    /// The form of data.
    fn of(site: Site, data: Data) -> Self;

    /// The data of a form. Faults of its names are collected by the reader.
    fn read(&self, site: Site, names: &mut Names) -> Data;
}

/// The type of the data of a kind: the form of its only action, or the words of several.
macro_rules! kind_type {
    ($kind:ident; $form:ident) => {
        $form
    };
    ($kind:ident by $tag:literal; $($form:ident)+) => {
        $kind
    };
}

/// Declares the words of a kind with several actions.
macro_rules! define_words {
    ($kind:ident; $action:ident $form:ident,) => {};
    ($kind:ident by $tag:literal; $( $action:ident $word:literal $form:ident, )+) => {
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(tag = $tag)]
        #[allow(clippy::enum_variant_names, reason = "the names are those of the table of actions")]
        enum $kind {
            $( #[serde(rename = $word)] $action($form), )+
        }
    };
}

/// The form of an action within its kind, as a pattern or a value.
macro_rules! within_kind {
    ($form:ident, $kind:ident $action:ident) => {
        $form
    };
    ($form:ident, $kind:ident $action:ident $word:literal) => {
        $kind::$action($form)
    };
}

macro_rules! define_forms {
    ($(
        $kind:ident = $name:literal, $nature:ident $(, by $tag:literal)? {
            $(
                $(#[$doc:meta])*
                $action:ident $(($($field:ident: $data:ty),+))? as $($word:literal)? $form:ident,
                    says $words:tt $(counts $event:ident)?,
            )+
        }
    )+) => {
        $( define_words! { $kind $(by $tag)?; $( $action $($word)? $form, )+ } )+

        /// An action.
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(tag = "kind", expecting = "an object with the kind of action")]
        enum ActionForm {
            $( #[serde(rename = $name)] $kind(kind_type!($kind $(by $tag)?; $($form)+)), )+
        }

        /// The kind of every action, and the key and word that distinguish it from others of its kind.
        #[cfg(test)]
        pub(super) fn sorts() -> Vec<(&'static str, Option<(&'static str, &'static str)>)> {
            let mut sorts = Vec::new();
            $(
                let tag = None::<&str> $(.or(Some($tag)))?;
                sorts.extend([$( ($name, tag.zip(None::<&str> $(.or(Some($word)))?)) ),+]);
            )+
            sorts
        }

        impl ActionForm {
            /// The form of an action.
            fn of(site: Site, action: &Action) -> ActionForm {
                match *action {
                    $($(
                        Action::$action $(($($field),+))? => {
                            let form = Form::of(site, ($($($field,)+)?));
                            ActionForm::$kind(within_kind!(form, $kind $action $($word)?))
                        }
                    )+)+
                }
            }

            /// The action of a form. Faults of its names are collected by the reader.
            #[allow(clippy::let_unit_value, reason = "some actions have no data")]
            fn read(&self, site: Site, names: &mut Names) -> Action {
                match self {
                    $($(
                        ActionForm::$kind(within_kind!(form, $kind $action $($word)?)) => {
                            let ($($($field,)+)?) = form.read(site, names);
                            Action::$action $(($($field),+))?
                        }
                    )+)+
                }
            }
        }
    };
}

action_table!(define_forms);

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
