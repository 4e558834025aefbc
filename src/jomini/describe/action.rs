//! The description of an action before it takes effect: its template in the table of actions, or words from the files
//! of this folder.

mod combat;
mod command;
mod deployment;
mod movement;

use super::rank_words;
use crate::data::message::count;
use crate::jomini::map::hex::HexId;
use crate::jomini::state::action::{Action, Payment, action_table};
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
        match state.step.declined() {
            Some(template) => self.filled(state, template, &[]),
            None => {
                let army = self.army_words(state.active);
                format!("{army} {}.", if *action == Action::Done { "goes on" } else { "declines" })
            }
        }
    }

    /// A template of the tables of steps and actions with these words for its placeholders. `{unit}` is otherwise the
    /// unit concerned, `{army}` its army or that of the active side.
    ///
    /// # Panics
    /// If there are no words for a placeholder.
    fn filled(&self, state: &State, template: &str, words: &[(&str, String)]) -> String {
        let unit = state.acting_unit();
        let word = |placeholder: &str| match words.iter().find(|(name, _)| *name == placeholder) {
            Some((_, word)) => word.clone(),
            None if placeholder == "unit" => unit.map_or_else(|| "The unit".to_owned(), |unit| self.unit_words(unit)),
            None if placeholder == "army" => self.army_words(unit.map_or(state.active, side_of)),
            None => panic!("{template:?} has only placeholders for which there are words"),
        };
        let mut text = String::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            let (placeholder, after) = after.split_once('}').expect("a placeholder ends");
            text.push_str(before);
            text.push_str(&word(placeholder));
            rest = after;
        }
        text + rest
    }

    /// "Élan to Old Guard (R1) for 2 order tokens." or with the officer who leads.
    fn order_to_unit(&self, order: &str, unit: UnitId, cost: u8, payment: Payment) -> String {
        let army = self.army_words(side_of(unit));
        let name = self.unit_words(unit);
        match payment {
            Payment::Tokens => format!("{army} orders {order} to {name}{}.", price(cost)),
            Payment::Lead(officer) => {
                format!("{army} orders {order} to {name}, led by {}.", self.officer_words(officer))
            }
        }
    }

    /// An officer with his rank.
    fn ranked(&self, officer: OfficerId) -> String {
        format!("{}, {},", self.officer_words(officer), rank_words(self.officer_profile(officer).rank))
    }
}

/// The words for a piece or a place in a template.
trait Word {
    fn word(self, field: &Battlefield) -> String;
}

impl Word for UnitId {
    fn word(self, field: &Battlefield) -> String {
        field.forces.unit_words(self)
    }
}

impl Word for OfficerId {
    fn word(self, field: &Battlefield) -> String {
        field.forces.officer_words(self)
    }
}

impl Word for HexId {
    fn word(self, field: &Battlefield) -> String {
        field.board.hex_name(self)
    }
}

/// The description of an action as the table states it: the function of a file, or a template.
macro_rules! described {
    (idle, $field:expr, $state:ident, $action:ident; $($name:ident)*) => {
        $field.forces.idle_words($state, $action)
    };
    (deployment, $field:expr, $state:ident, $action:ident; $($name:ident)*) => {
        $field.positions().deployment_words($state, $action)
    };
    (command, $field:expr, $state:ident, $action:ident; $($name:ident)*) => {
        $field.command_words($state, $action)
    };
    (movement, $field:expr, $state:ident, $action:ident; $($name:ident)*) => {
        $field.movement_words($state, $action)
    };
    (combat, $field:expr, $state:ident, $action:ident; $($name:ident)*) => {
        $field.combat_words($state, $action)
    };
    ($template:literal, $field:expr, $state:ident, $action:ident; $($name:ident)*) => {
        $field.forces.filled($state, $template, &[$( (stringify!($name), $name.word($field)) ),*])
    };
}

macro_rules! define_descriptions {
    ($(
        $kind:ident = $name:literal, $nature:ident $(, by $tag:literal)? {
            $(
                $(#[$doc:meta])*
                $action:ident $(($($field:ident: $data:ty),+))? as $($word:literal)? $form:ident,
                    says $words:tt $(counts $event:ident)?,
            )+
        }
    )+) => {
        impl Battlefield {
            /// The description of an action.
            #[allow(unused_variables, reason = "most files read the data of an action themselves")]
            pub fn action_words(&self, state: &State, action: &Action) -> String {
                match *action {
                    $($(
                        Action::$action $(($($field),+))? => {
                            described!($words, self, state, action; $($($field)+)?)
                        }
                    )+)+
                }
            }
        }
    };
}

action_table!(define_descriptions);

/// What an order costs, in words.
fn price(tokens: u8) -> String {
    format!(" for {}", count(u32::from(tokens), "order token"))
}
