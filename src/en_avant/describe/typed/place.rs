//! Places that a user types: for the set-up of a unit, the camp or the general, and for the move of the general (E4.17,
//! E2.11, E7.15).
//!
//! ```text
//! place = "at" x y { "facing" degrees | "files" number | "limbered" }
//! ```
//!
//! `x` and `y` are centimetres from the middle of the table to the middle of the front edge, as in the list of actions.
//! Degrees count to the right from red's straight ahead. Defaults: a unit faces ahead and stands in line, all its bases
//! in one rank; the general keeps his facing.

use super::pose_words;
use super::words::unknown;
use crate::en_avant::state::action::{Action, Placement};
use crate::en_avant::state::engagement::{Engagement, ahead_of};
use crate::en_avant::state::{Choice, State, Status};
use crate::en_avant::table::geometry::{Heading, Length, Point};
use crate::game::{Game, ShowError, Typed};

/// The input that is accepted where a place is expected.
pub(super) const HELP: &str =
    "a place: at -12 30.5 · at -12 30.5 facing 15 files 3 (cm from the middle of the table, degrees)";
/// The words after the two numbers.
const WORDS: &[&str] = &["facing", "files", "limbered"];
/// Maximum distance of a place from the middle of a table, in centimetres.
const FARTHEST: f64 = 1_000.0;

/// Whether the position expects a place.
pub(super) fn asks_for_place(state: &State) -> bool {
    matches!(state.step.choice(), Some(Choice::Place | Choice::GeneralMove))
}

/// Whether a line looks like a place.
pub(super) fn is_place(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case("at"))
}

/// A number among the words.
fn number(word: Option<&str>, wanted: &str, most: f64) -> Result<f64, ShowError> {
    let word = word.ok_or_else(|| ShowError(format!("\"at\" needs {wanted}")))?;
    let found = word.trim_matches(|it| matches!(it, '(' | ')' | ',' | '°')).parse::<f64>().ok();
    let found = found.filter(|it| it.is_finite() && it.abs() <= most);
    found.ok_or_else(|| ShowError(format!("\"{word}\" is not {wanted} of at most {most}")))
}

fn length(word: Option<&str>) -> Result<Length, ShowError> {
    Ok((number(word, "a length in centimetres", FARTHEST)? * 1_000.0).round() as Length)
}

impl Engagement {
    /// The place that a user types for the piece that is set up or moved now.
    pub(super) fn typed_place(&self, state: &State, line: &str) -> Result<Typed<Action>, ShowError> {
        let line = line.to_lowercase();
        let mut words = line.split_whitespace().skip(1);
        let side = state.active;
        let moves_general = state.step.choice() == Some(Choice::GeneralMove);
        let heading = if moves_general { state.side(side).general.heading } else { ahead_of(side) };
        let files = state.acting_unit().map_or(1, |unit| state.unit(unit).bases);
        let is_unit = state.acting_unit().is_some();
        let of_units = |word: &str| Err(ShowError(format!("\"{word}\" is said of units alone (E2.34, EI-104)")));
        let front = Point::new(length(words.next())?, length(words.next())?);
        let mut at = Placement { front, heading, files };
        let mut limbered = false;
        while let Some(word) = words.next() {
            match word {
                "facing" => {
                    let steps = number(words.next(), "an angle in degrees", 360.0)? * 4.0;
                    at.heading = Heading::new(0).turned(steps.round() as i16);
                }
                "limbered" if !is_unit => return of_units(word),
                "files" => {
                    let files = number(words.next(), "a number of files", f64::from(u8::MAX))?;
                    if files.fract() != 0.0 || files < 1.0 {
                        return Err(ShowError("a unit has a whole number of files, at least one (E2.34)".to_owned()));
                    }
                    if files > 1.0 && !is_unit {
                        return of_units(word);
                    }
                    at.files = files as u8;
                }
                "limbered" => limbered = true,
                word => return Err(ShowError(unknown(word, WORDS))),
            }
        }
        let action = match () {
            () if moves_general => Action::GeneralTo(at),
            () if limbered => Action::DeployLimbered(at),
            () => Action::DeployAt(at),
        };
        self.check(state, &action).map_err(|fault| ShowError(format!("not legal: {fault}")))?;
        Ok(Typed { action, foreseen: self.foreseen_at(state, &at, limbered) })
    }

    /// The preview of a placement: the pose, and the friends in contact.
    fn foreseen_at(&self, state: &State, at: &Placement, limbered: bool) -> Vec<String> {
        let mut lines = vec![format!("It stands at {}.", pose_words(at.front, at.heading))];
        if let Some(unit) = state.acting_unit() {
            let mut after = *state;
            *after.unit_mut(unit) = state.placed(unit, at, limbered);
            after.unit_mut(unit).set(Status::RESERVE, false);
            lines.extend(self.touched_friends(&after, unit));
        }
        lines
    }
}
