//! Positions, actions and rolls as data and back: the JSON form that `docs/notation.md` describes. Units, officers and
//! hexes have short stable names: red's units are R1, R2 …, blue's B1, B2 …, officers RO1, BO1 …, hexes two digits of
//! column and two of row.
//!
//! | file | covers |
//! |---|---|
//! | `form`, `position`, `combat` | the form of a position, and its conversion from and to states |
//! | `step` | the current step |
//! | `action`, `fields` | actions |
//! | `names`, `words` | resolution of names; words for bits |
//!
//! Each structure has one form, a type of serde in `action.rs`, `step.rs` or `form.rs`, for writing and reading: as
//! JSON here, as tables of a position file in `setup/position.rs`. Its names are resolved in `names.rs`. The legality
//! of an action that was read is checked by [`crate::game::Game::check`].

mod action;
mod combat;
mod fields;
mod form;
mod names;
mod position;
mod step;
mod words;

pub(in crate::jomini) use form::{CombatForm, FlightForm, StampedeForm, TurnForm, UnitForm, by_name};
pub(in crate::jomini) use names::Names;
pub(in crate::jomini) use position::PendingForm;
pub(in crate::jomini) use step::StepForm;
pub use step::WAITS;
pub use words::STATUS;

use crate::data::message::isolated;
use crate::data::read_data;
use crate::game::{Comfort, ShowError, Side, find_named, is_default};
use crate::jomini::map::board::Board;
use crate::jomini::map::hex::{HexId, Place};
use crate::jomini::state::action::Roll;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{OfficerId, State, Step, UnitId, side_of, side_of_officer};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The first letter of the names of a side's units and officers.
pub fn side_letter(side: Side) -> char {
    match side {
        Side::Red => 'R',
        Side::Blue => 'B',
    }
}

/// The short name of a unit: R1 is red's first.
pub fn unit_id(unit: UnitId) -> String {
    format!("{}{}", side_letter(side_of(unit)), unit.place() + 1)
}

/// The short name of an officer: RO1 is red's first.
pub fn officer_id(officer: OfficerId) -> String {
    format!("{}O{}", side_letter(side_of_officer(officer)), officer.place() + 1)
}

impl Board {
    /// The name of a hex: two digits of column, two of row.
    pub fn hex_name(&self, hex: HexId) -> String {
        self.place(hex).to_string()
    }

    /// The hex with this name.
    ///
    /// # Errors
    /// If there is no such hex; the error explains the names of hexes and the size of the map.
    pub fn hex_named(&self, name: &str) -> Result<HexId, ShowError> {
        Place::parse(name.trim()).and_then(|place| self.hex(place)).ok_or_else(|| {
            let last = Place::new(i32::from(self.columns()) - 1, i32::from(self.rows()) - 1);
            ShowError(format!(
                "there is no hex \"{name}\"; hexes are two digits of column and two of row, from \"0000\" to \"{last}\""
            ))
        })
    }
}

impl Forces {
    /// A unit by its name and its short name.
    pub fn unit_words(&self, unit: UnitId) -> String {
        format!("{} ({})", isolated(&self.unit_names[usize::from(unit)]), unit_id(unit))
    }

    /// An officer by his name and his short name.
    pub fn officer_words(&self, officer: OfficerId) -> String {
        format!("{} ({})", isolated(&self.officer_names[usize::from(officer)]), officer_id(officer))
    }

    /// The unit with this short name, case-insensitive.
    ///
    /// # Errors
    /// If there is no such unit; the error lists the units and the nearest name.
    pub fn unit_named(&self, name: &str) -> Result<UnitId, ShowError> {
        let all = || Side::BOTH.into_iter().flat_map(|side| self.units_of(side));
        find_named("unit", name, all, unit_id)
    }

    /// The officer with this short name, case-insensitive.
    ///
    /// # Errors
    /// If there is no such officer; the error lists the officers and the nearest name.
    pub fn officer_named(&self, name: &str) -> Result<OfficerId, ShowError> {
        let all = || Side::BOTH.into_iter().flat_map(|side| self.officers_of(side));
        find_named("officer", name, all, officer_id)
    }
}

impl Battle {
    /// A roll as data: the number of dice with each effect; for the draw of the first player, the side.
    pub fn roll_data(&self, state: &State, roll: &Roll) -> Value {
        let first = Comfort((state.step == Step::FirstPlayer).then(|| roll.first_player().to_string()));
        let Roll { hits, morale_hits, letters, tactical, apart } = *roll;
        let form = RollForm { first, hits, morale_hits, letters, tactical, apart };
        serde_json::to_value(form).expect("a roll is plain data")
    }

    /// The roll that data describes.
    ///
    /// # Errors
    /// If something is missing or wrong.
    pub fn roll_of_data(&self, _state: &State, data: &Value) -> Result<Roll, ShowError> {
        let RollForm { first: _, hits, morale_hits, letters, tactical, apart } =
            read_data("a roll", data).map_err(ShowError)?;
        Ok(Roll { hits, morale_hits, letters, tactical, apart })
    }
}

/// A roll; the side drawn as first player is informative.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RollForm {
    #[serde(default, skip_serializing_if = "is_default")]
    first: Comfort,
    hits: u8,
    morale_hits: u8,
    letters: u8,
    tactical: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    apart: u8,
}

#[cfg(test)]
pub(in crate::jomini) mod sample;
#[cfg(test)]
mod tests;
