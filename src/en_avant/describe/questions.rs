//! Named questions about a position, for scripts, external programs and people.

use crate::en_avant::notation::unit_id;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{State, UnitId, side_of};
use crate::game::{Question, ShowError};
use serde_json::{Value, json};

/// The questions that [`Engagement::answer`] answers.
pub const QUESTIONS: &[Question] = &[
    Question {
        name: "distance",
        arguments: &["unit", "unit"],
        answer: "centimetres from the bases of one to those of the other, 0 in contact",
    },
    Question { name: "engaged", arguments: &["unit"], answer: "the enemy units with which it is engaged" },
    Question { name: "taken", arguments: &["unit"], answer: "how many of its flanks and rear are attacked" },
    Question {
        name: "zone",
        arguments: &["unit"],
        answer: "an enemy unit in whose zone of control it stands, null if there is none",
    },
    Question { name: "general", arguments: &["unit"], answer: "whether its general touches it" },
    Question { name: "combativity", arguments: &["side"], answer: "combativity" },
    Question { name: "bases", arguments: &["unit"], answer: "bases left; 0 once lost" },
    Question { name: "points", arguments: &["unit"], answer: "points of its bases left" },
    Question {
        name: "terrain",
        arguments: &["unit"],
        answer: "the names of the pieces in which at least half of its bases stand",
    },
];

impl Engagement {
    /// The answer to a named question.
    ///
    /// # Errors
    /// Returns which questions exist, or which argument is wrong.
    pub fn answer(&self, state: &State, question: &str, arguments: &[Value]) -> Result<Value, ShowError> {
        let words = Question::names(QUESTIONS, question, arguments)?;
        let unit = |place: usize| self.standing_unit(state, words[place]);
        Ok(match question {
            "distance" => json!(self.places().square_between(state, unit(0)?, unit(1)?).isqrt() as f64 / 1_000.0),
            "engaged" => json!(self.units().contacts(state, unit(0)?).map(|it| unit_id(it.enemy)).collect::<Vec<_>>()),
            "taken" => json!(self.units().sides_taken(state, unit(0)?).count_ones()),
            "zone" => {
                let unit = unit(0)?;
                json!(self.units().in_zone(state, side_of(unit), &self.places().footprint(state, unit)).map(unit_id))
            }
            "general" => json!(self.places().general_touches(state, unit(0)?)),
            "combativity" => json!(state.combativity(Question::side(words[0])?)),
            "bases" => json!(state.unit(self.troops.unit_named(words[0])?).bases),
            "points" => {
                let unit = unit(0)?;
                json!(u32::from(self.troops.profile(state, unit).points) * u32::from(state.unit(unit).bases))
            }
            "terrain" => {
                let unit = unit(0)?;
                let pieces = self.ground(state).pieces.iter().enumerate();
                json!(
                    pieces
                        .filter(|(index, _)| self.stands_in(state, unit, *index))
                        .map(|(_, it)| &it.name)
                        .collect::<Vec<_>>()
                )
            }
            _ => unreachable!("every question of the list has an answer"),
        })
    }

    /// A unit by name, which must stand on the table.
    pub(super) fn standing_unit(&self, state: &State, name: &str) -> Result<UnitId, ShowError> {
        let unit = self.troops.unit_named(name)?;
        if !state.unit(unit).is_on_table() {
            return Err(ShowError(format!("{} is not on the table", self.unit_words(unit))));
        }
        Ok(unit)
    }
}
