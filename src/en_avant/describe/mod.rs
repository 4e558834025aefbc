//! A game in words: actions (`action.rs`), dice (`roll.rs`), effects (`change.rs`). This file defines the names of
//! sides, units, places and headings in such descriptions.
//!
//! | file | covers |
//! |---|---|
//! | `action`, `roll`, `change` | a game in words |
//! | `template` | words that the tables of steps and actions state |
//! | `draw`, `picture` | the map for the terminal and as a picture |
//! | `questions`, `show` | named queries, `impl Show` |
//! | `typed` | moves typed by a user |
//! | `events` | how often each rule took effect |

mod action;
mod change;
mod draw;
pub(super) mod events;
mod picture;
mod questions;
mod roll;
mod show;
mod template;
mod typed;

use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{State, Step};
use crate::en_avant::table::geometry::{Heading, Length, Point};

impl Engagement {
    /// The acting unit in words, or the general who moves alone.
    fn acting_words(&self, state: &State) -> String {
        match (state.acting_unit(), state.step) {
            (Some(unit), _) => self.unit_words(unit),
            (None, Step::MoveGeneral) => "The general".to_owned(),
            (None, _) => "The unit".to_owned(),
        }
    }
}

/// A length in centimetres, to a tenth of a millimetre, without trailing zeros.
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

/// A heading rounded to the nearest of eight directions: red's straight ahead is north.
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
