//! Positions, actions and rolls as data and back: the JSON form that `docs/notation.md` describes. Units have short
//! stable names: red's are R1, R2 …, blue's B1, B2 …; places are centimetres from the table's centre, headings degrees
//! clockwise from red's straight ahead.
//!
//! Each structure has one form, a serde type in `action.rs`, `step.rs` or `form.rs`, for writing and reading: as JSON
//! here, as a table of a position file in `setup/position.rs`. Whether an action that was read is legal is checked by
//! [`crate::game::Game::check`].
//!
//! | file | covers |
//! |---|---|
//! | `form`, `step`, `clash` | the types of a position |
//! | `position` | conversion between a position and its form |
//! | `action`, `path` | actions |
//! | `names`, `words` | names of units and places; sides and units in words |

mod action;
mod clash;
mod form;
mod names;
mod path;
mod position;
mod step;
mod words;

pub use crate::game::{Comfort, Places};
pub use form::{ClashForm, MarkerForm, ObjectiveForm, Objectives, PieceForm, SideForm, SidesForm, StateForm, UnitForm};
pub use names::{MaybeUnit, UnitName, id_of, status_words};
pub use step::{StepForm, WAITS, waits};

use crate::data::{self, Fault, PathStep};
use crate::en_avant::state::action::Roll;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::troops::Troops;
use crate::en_avant::state::{Dice, State, UNITS_A_SIDE, UnitId, side_of};
use crate::game::{ShowError, Side, find_named, is_default};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Reads data; messages name its kind.
fn read_data<T: DeserializeOwned>(what: &str, data: &Value) -> Result<T, ShowError> {
    data::read_data(what, data).map_err(ShowError)
}

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

/// A path of a form as text.
fn path_in_words(path: &[PathStep]) -> String {
    let mut words = String::new();
    for step in path {
        match step {
            PathStep::Key(key) if words.is_empty() => words.push_str(key),
            PathStep::Key(key) => words.push_str(&format!(".{key}")),
            PathStep::Index(index) => words.push_str(&format!("[{index}]")),
        }
    }
    words
}

/// The first of several faults of data.
fn render(what: &str, faults: &[Fault]) -> ShowError {
    let fault = faults.first().expect("there is a fault");
    let hint = fault.hint();
    let hint = if hint.is_empty() { hint } else { format!("; {hint}") };
    let path = path_in_words(&fault.path);
    let path = if path.is_empty() { path } else { format!("{path}: ") };
    ShowError(format!("{what}: {path}{}{hint}", fault.problem))
}

impl State {
    /// A roll as data: the number of dice that succeed and of sixes among them; for a draw, the favoured side.
    pub fn roll_data(&self, roll: &Roll) -> Value {
        let drawn = || roll.drawn().map_or("nobody".to_owned(), |side| side.to_string());
        let favours = (self.step.dice() == Some(Dice::Draw)).then(drawn);
        let Roll { hits, sixes } = *roll;
        serde_json::to_value(RollForm { favours: Comfort(favours), hits, sixes }).expect("a roll is plain data")
    }
}

impl Troops {
    /// The unit with this short name, in either case.
    ///
    /// # Errors
    /// Returns the existing units, and the nearest name.
    pub fn unit_named(&self, name: &str) -> Result<UnitId, ShowError> {
        let all = || Side::BOTH.into_iter().flat_map(|side| self.units_of(side));
        find_named("unit", name, all, unit_id)
    }
}

impl Engagement {
    /// The roll that data describes.
    ///
    /// # Errors
    /// Returns what is missing or wrong.
    pub fn roll_of_data(&self, _state: &State, data: &Value) -> Result<Roll, ShowError> {
        let RollForm { favours: _, hits, sixes } = read_data("a roll", data)?;
        Ok(Roll { hits, sixes })
    }
}

/// A roll; the side that a draw favours is for readability.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RollForm {
    #[serde(default, skip_serializing_if = "is_default")]
    favours: Comfort,
    hits: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    sixes: u8,
}
