//! Named questions about a position, for scripts, external programs and people: distances, support, threats, sight,
//! tokens, elements, ground.

use crate::game::{Question, ShowError, Side};
use crate::jomini::army::unit::Class;
use crate::jomini::combat::odds::{OddsOptions, Row};
use crate::jomini::map::board::Board;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::notation::unit_id;
use crate::jomini::rules::DeployMethod;
use crate::jomini::state::action::Destination;
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::field::{Battlefield, Positions};
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{Mover, NO_UNIT, State, UnitId, side_of};
use serde_json::{Value, json};

/// The questions that [`Battle::answer`] answers.
pub const QUESTIONS: &[Question] = &[
    Question { name: "distance", arguments: &["hex or unit", "hex or unit"], answer: "hexes from one to the other" },
    Question {
        name: "supported",
        arguments: &["unit"],
        answer: "whether the unit counts as supported where it stands, whatever the combat",
    },
    Question {
        name: "threatened",
        arguments: &["hex or unit"],
        answer: "the enemy units that could attack there in their next player-turn",
    },
    Question { name: "sees", arguments: &["unit", "hex or unit"], answer: "whether the unit sees there" },
    Question {
        name: "odds",
        arguments: &["unit", "unit"],
        answer: "what an attack of the first on the second, without orders, does with what probability",
    },
    Question {
        name: "dice",
        arguments: &["unit", "unit"],
        answer: "dice of an attack of the first on the second, without orders",
    },
    Question { name: "tokens", arguments: &["side"], answer: "order tokens held" },
    Question { name: "elements", arguments: &["unit"], answer: "elements left; 0 once lost" },
    Question {
        name: "terrain",
        arguments: &["hex"],
        answer: "the names of what lies on the hex, none for open ground",
    },
];

impl Board {
    /// The names of the terrain on a hex.
    pub fn ground_names(&self, hex: HexId) -> Vec<&'static str> {
        self.ground(hex).terrain.names().collect()
    }
}

impl Forces {
    /// A unit by name, which must stand on the table.
    fn standing_unit(&self, state: &State, name: &str) -> Result<UnitId, ShowError> {
        let unit = self.unit_named(name)?;
        if state.unit(unit).hex == NO_HEX {
            return Err(ShowError(format!("{} is not on the table", self.unit_words(unit))));
        }
        Ok(unit)
    }
}

impl Positions<'_> {
    /// A hex by its name or by the unit on it.
    fn hex_or_unit(self, state: &State, name: &str) -> Result<HexId, ShowError> {
        if name.starts_with(|first: char| first.is_ascii_digit()) {
            self.board.hex_named(name)
        } else {
            Ok(state.unit(self.forces.standing_unit(state, name)?).hex)
        }
    }
}

impl Battle {
    /// The answer to a named question.
    ///
    /// # Errors
    /// If the question is unknown or an argument is invalid; the error lists the questions or names the argument.
    pub fn answer(&self, state: &State, question: &str, arguments: &[Value]) -> Result<Value, ShowError> {
        let words = Question::names(QUESTIONS, question, arguments)?;
        // Slips of paper are not units and give no support.
        let clear;
        let state = if state.player_turn == 0 && self.field.rules.deploy_method == DeployMethod::Slips {
            clear = state.without_slips();
            &clear
        } else {
            state
        };
        let unit = |place: usize| self.field.forces.standing_unit(state, words[place]);
        let hex = |place: usize| self.field.positions().hex_or_unit(state, words[place]);
        Ok(match question {
            "distance" => json!(self.field.board.distance(hex(0)?, hex(1)?)),
            "supported" => json!(self.field.is_supported_at_rest(state, unit(0)?)),
            "threatened" => {
                let enemy = match self.field.forces.unit_named(words[0]) {
                    Ok(unit) => side_of(unit).other(),
                    // A hex is threatened by the side that does not occupy it, an empty one by the enemy of the side
                    // whose turn it is.
                    Err(_) => match state.unit_at(hex(0)?) {
                        NO_UNIT => state.active.other(),
                        unit => side_of(unit).other(),
                    },
                };
                json!(self.threats(state, enemy, hex(0)?).into_iter().map(unit_id).collect::<Vec<_>>())
            }
            "sees" => {
                let (unit, to) = (unit(0)?, hex(1)?);
                let guns = self.field.forces.profile(unit).class == Class::Artillery;
                json!(self.field.positions().sees(state, unit, state.unit(unit).hex, to, guns))
            }
            "odds" => self.odds_data(state, unit(0)?, unit(1)?)?,
            "dice" => {
                let (unit, target) = (unit(0)?, unit(1)?);
                json!(self.field.dice(
                    state,
                    &AttackRoll::attack(&self.field.board, state, unit, state.unit(unit).hex, target),
                    &mut ()
                ))
            }
            "tokens" => json!(state.side(Question::side(words[0])?).tokens),
            "elements" => json!(state.unit(self.field.forces.unit_named(words[0])?).elements),
            "terrain" => json!(self.field.board.ground_names(self.field.board.hex_named(words[0])?)),
            _ => unreachable!("every question of the list has an answer"),
        })
    }

    /// The odds of the simplest combat of two units, before any riposte: each effect with its probability.
    fn odds_data(&self, state: &State, attacker: UnitId, target: UnitId) -> Result<Value, ShowError> {
        let odds = self
            .odds(state, attacker, target, &OddsOptions::default())
            .map_err(|error| ShowError(error.to_string()))?;
        let attack = odds.attack().expect("a combat without orders has its attack");
        let row = |row: &Row| {
            let Row { losses, retreat, tokens, .. } = *row;
            json!({ "losses": losses, "retreat": retreat, "tokens": tokens, "probability": attack.probability(*row) })
        };
        Ok(json!({ "dice": attack.dice, "effects": attack.rows.iter().map(|(it, _)| row(it)).collect::<Vec<_>>() }))
    }
}

impl Battlefield {
    /// Whether a unit that has moved this many hexes and stands on `from` could attack a unit on `target`: next to it,
    /// or by fire if no enemy is next to `from` (J5.39).
    fn strikes_from(&self, state: &State, unit: UnitId, from: HexId, hexes_moved: u8, target: HexId) -> bool {
        let (positions, profile) = (self.positions(), self.forces.profile(unit));
        let engaged = || self.board.units_next_to(state, unit, from).any(|other| side_of(other) != side_of(unit));
        let distance = self.board.distance(from, target);
        distance > 0
            && self.can_fight_from(state, unit, from, hexes_moved)
            && (distance == 1 || (positions.has_in_range(state, (unit, profile), from, target) && !engaged()))
    }
}

impl Battle {
    /// The units of a side that could attack the unit on a hex in the next player-turn of that side, if they were
    /// activated and the others stayed where they are.
    pub fn threats(&self, state: &State, side: Side, hex: HexId) -> Vec<UnitId> {
        let mut rested = *state;
        self.field.forces.rest(&mut rested, side);
        self.field.forces.units_on_table(&rested, side).filter(|unit| self.threatens(&rested, *unit, hex)).collect()
    }

    fn threatens(&self, state: &State, unit: UnitId, target: HexId) -> bool {
        let stands = state.unit(unit).hex;
        if self.field.strikes_from(state, unit, stands, 0, target) {
            return true;
        }
        if self.field.forces.is_static(state, unit) {
            return false;
        }
        let mut found = false;
        self.each_destination(state, &Mover::plain(unit), |destination| {
            let Destination { hex, hexes, may_attack, .. } = destination;
            found |= may_attack && self.field.strikes_from(state, unit, hex, hexes, target);
            !found
        });
        found
    }
}

#[cfg(test)]
mod tests;
