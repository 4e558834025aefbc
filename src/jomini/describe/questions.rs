//! Named questions about a position, for scripts, external programs and people: distances, support, threats, sight,
//! tokens, elements, ground.

use crate::game::{Question, ShowError, Side};
use crate::jomini::army::unit::Class;
use crate::jomini::combat::odds::{OddsOptions, Row};
use crate::jomini::map::board::Board;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::notation::unit_id;
use crate::jomini::rules::DeployMethod;
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::field::Positions;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{Mover, NO_UNIT, State, Status, UnitId, side_of};
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

impl Positions<'_> {
    /// Whether a unit at `from` could attack `target`: next to it, or by fire if no enemy is next to the unit (J5.25,
    /// J5.26, J5.39).
    fn strikes_from(self, state: &State, unit: UnitId, from: HexId, target: HexId) -> bool {
        let distance = self.board.distance(from, target);
        if distance == 0 || self.stands_by_road_on_closed(state, unit, from) {
            return false;
        }
        let engaged = || {
            self.board.neighbours(from).iter().any(|hex| {
                *hex != NO_HEX && state.unit_at(*hex) != NO_UNIT && side_of(state.unit_at(*hex)) != side_of(unit)
            })
        };
        let guns = self.forces.profile(unit).class == Class::Artillery;
        distance == 1
            || (distance <= self.forces.profile(unit).range && !engaged() && self.sees(state, unit, from, target, guns))
    }
}

impl Battle {
    /// The units of a side that could attack the unit on a hex in the next player-turn of that side, if they were
    /// activated and the others stayed where they are.
    pub fn threats(&self, state: &State, side: Side, hex: HexId) -> Vec<UnitId> {
        // The statuses of the current player-turn have ended by then.
        let mut rested = *state;
        for unit in self.field.forces.units_of(side) {
            let it = rested.unit_mut(unit);
            (it.status, it.hexes_moved) = (Status::empty(), 0);
        }
        self.field.forces.units_on_table(&rested, side).filter(|unit| self.threatens(&rested, *unit, hex)).collect()
    }

    fn threatens(&self, state: &State, unit: UnitId, target: HexId) -> bool {
        let stands = state.unit(unit).hex;
        if self.field.positions().strikes_from(state, unit, stands, target) {
            return true;
        }
        if self.field.forces.is_static(state, unit) {
            return false;
        }
        let mut found = false;
        self.each_destination(state, &Mover::plain(unit), |destination| {
            found |=
                destination.may_attack && self.field.positions().strikes_from(state, unit, destination.hex, target);
            !found
        });
        found
    }
}

#[cfg(test)]
mod tests;
