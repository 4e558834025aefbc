//! A game told in plain words: what a side chooses (`action.rs`), what the dice show (`roll.rs`), what comes of it
//! (`change.rs`). Here are the names by which the story calls sides, units, places and headings.
//!
//! | file | covers |
//! |---|---|
//! | `action`, `roll`, `change` | a game in words |
//! | `draw`, `picture` | the map for the terminal and as a picture |
//! | `questions`, `show` | named questions, `impl Show` |
//! | `typed` | moves typed by a human |
//! | `events` | how often each rule took effect |

mod action;
mod change;
mod draw;
pub(super) mod events;
mod picture;
mod questions;
mod roll;
mod show;
mod typed;

use crate::en_avant::notation::unit_id;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{State, Step, UnitId};
use crate::en_avant::table::geometry::{Heading, Length, Point};
use crate::game::Side;

impl Engagement {
    /// A side by the name of its army, and by its colour too where both armies have one name.
    pub fn side_words(&self, side: Side) -> String {
        // Armies go by the names of their files: "late-romans" are the Late romans.
        let mut letters = self.army_names[side].chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        let name: String =
            first.chain(letters.map(|letter| if matches!(letter, '-' | '_') { ' ' } else { letter })).collect();
        match name.as_str() {
            "" => side.to_string(),
            _ if self.army_names[side] == self.army_names[side.other()] => format!("{name} ({side})"),
            _ => name,
        }
    }

    /// A unit by its name and its short name.
    pub fn unit_words(&self, unit: UnitId) -> String {
        format!("{} ({})", self.unit_names[usize::from(unit)], unit_id(unit))
    }

    /// The unit that the game now asks about or rolls for, where it is one and the actions do not name it.
    pub fn acting_unit(&self, state: &State) -> Option<UnitId> {
        match state.step {
            Step::DeployAt(unit)
            | Step::Course(unit)
            | Step::Act(unit)
            | Step::Place(unit, _)
            | Step::ReorganiseRoll(unit)
            | Step::RallyFacing(unit)
            | Step::BreakOffRoll(unit)
            | Step::TargetRoll(unit)
            | Step::Results(unit)
            | Step::LossFrom(unit)
            | Step::RecoilTo(unit)
            | Step::ContagionChoice(unit)
            | Step::ContagionRoll(unit)
            | Step::FleeTo(unit)
            | Step::Pursuit(unit)
            | Step::GeneralFollows(unit) => Some(unit),
            _ => None,
        }
    }

    /// That unit in words.
    fn acting_words(&self, state: &State) -> String {
        self.acting_unit(state).map_or_else(|| "The unit".to_owned(), |unit| self.unit_words(unit))
    }
}

/// A number of things, with the plural where it is due.
pub(super) fn count(number: u32, thing: &str) -> String {
    match (number, thing) {
        (1, _) => format!("1 {thing}"),
        (_, "die") => format!("{number} dice"),
        (_, "six") => format!("{number} sixes"),
        _ => format!("{number} {thing}s"),
    }
}

/// Several words one after the other: "a, b and c".
fn listed(words: &[String]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

/// A length in centimetres, to a tenth of a millimetre and without zeros at the end.
pub(super) fn length_words(length: Length) -> String {
    let tenths = (length.abs() + 5) / 10;
    let sign = if length < 0 && tenths > 0 { "-" } else { "" };
    let text = format!("{sign}{}.{:02}", tenths / 100, tenths % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A place in centimetres from the middle of the table.
pub(super) fn place_words(point: Point) -> String {
    format!("({}, {})", length_words(point.x), length_words(point.y))
}

/// A heading by the nearest of eight directions: red's straight ahead is north.
fn heading_words(heading: Heading) -> &'static str {
    const WINDS: [&str; 8] = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    WINDS[usize::from((heading.steps() + 90) / 180) % 8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_told_without_zeros_at_the_end() {
        assert_eq!([12_000, 12_340, -500, 5, 4, 0].map(length_words), ["12", "12.34", "-0.5", "0.01", "0", "0"]);
        assert_eq!(heading_words(Heading::new(0).turned(-89)), "north");
        assert_eq!(heading_words(Heading::new(1_260)), "north-west");
    }
}
