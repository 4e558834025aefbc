//! Positions, actions and rolls as data and back: the JSON form that `docs/notation.md` describes. Units go by short stable names: red's are R1, R2 …, blue's B1, B2 …; places
//! are centimetres from the table's centre, headings degrees clockwise from red's straight ahead.
//!
//! Each structure is described once, in `notation/action.rs`, `notation/step.rs` and `notation/position.rs`, for writing and for reading alike ([`crate::game::form`]),
//! so that what is written can be read. Whether an action that was read is legal is for [`crate::game::Game::check`].

mod action;
mod codes;
mod position;
mod step;

pub use step::WAITS;

pub use codes::STATUS;

use super::action::Roll;
use super::engagement::Engagement;
use super::state::{State, Step, UNITS_A_SIDE, UnitId, side_of};
use crate::game::form::{self, suggestion};
use crate::game::{ShowError, Side};
use codes::Number;
use serde_json::Value;

/// An object of this rulebook that is being written or read.
type Form<'a> = form::Form<'a, Engagement>;

/// The letter with which the names of a side's units begin.
pub fn side_letter(side: Side) -> char {
    match side {
        Side::Red => 'R',
        Side::Blue => 'B',
    }
}

/// The short name of a unit: R1 is red's first.
pub fn unit_id(unit: UnitId) -> String {
    format!("{}{}", side_letter(side_of(unit)), usize::from(unit) % UNITS_A_SIDE + 1)
}

impl Engagement {
    /// The unit with this short name, capital letters or not.
    ///
    /// # Errors
    /// Says which units there are, and the nearest name.
    pub fn unit_named(&self, name: &str) -> Result<UnitId, ShowError> {
        let wanted = name.trim().to_uppercase();
        let units = || Side::BOTH.into_iter().flat_map(|side| self.units_of(side));
        units().find(|unit| unit_id(*unit) == wanted).ok_or_else(|| {
            let known: Vec<String> = units().map(unit_id).collect();
            ShowError(format!("there is no unit \"{name}\"; the units are {}{}", known.join(", "), suggestion(&wanted, &known)))
        })
    }

    /// A roll as data: how many dice succeed, and how many of them are sixes; for a draw, who is favoured.
    pub fn roll_data(&self, state: &State, roll: &Roll) -> Value {
        let mut roll = *roll;
        Form::write(self, |form| {
            if matches!(state.step, Step::EdgeRoll | Step::DeployRoll | Step::InitiativeRoll) {
                let favoured = Engagement::drawn(roll).map_or("nobody".to_owned(), |side| side.to_string());
                form.note("favours", || Some(Value::from(favoured)));
            }
            roll_fields(form, &mut roll)
        })
    }

    /// The roll that data describes.
    ///
    /// # Errors
    /// Says what is missing or wrong.
    pub fn roll_of_data(&self, _state: &State, data: &Value) -> Result<Roll, ShowError> {
        let mut roll = Roll::default();
        Form::read(self, "a roll", data, |form| {
            form.note("favours", || None);
            roll_fields(form, &mut roll)
        })?;
        Ok(roll)
    }
}

fn roll_fields(form: &mut Form, roll: &mut Roll) -> Result<(), ShowError> {
    let Roll { hits, sixes } = roll;
    form.field("hits", hits, Number)?;
    form.field_or("sixes", sixes, 0, Number)
}

#[cfg(test)]
mod tests;
