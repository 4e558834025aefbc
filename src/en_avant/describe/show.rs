//! `impl Show`: data from `notation/mod.rs`, words from `mod.rs`, the map from `draw.rs`, the picture from
//! `picture.rs`, answers from `questions.rs`.

use super::questions::QUESTIONS;
use crate::en_avant::notation::{WAITS, waits};
use crate::en_avant::state::action::{Action, Roll};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{State, Step, unit_ids};
use crate::game::picture::Picture;
use crate::game::{Question, Show, ShowError, Side, Thrown, Typed};
use serde_json::Value;

impl Show for Engagement {
    const QUESTIONS: &'static [Question] = QUESTIONS;
    const WAITS: &'static [&'static str] = WAITS;
    const RETREATS: &'static [&'static str] = &["recoil_to", "flee_to"];

    fn waits_for(&self, state: &State) -> Option<&'static str> {
        waits(state)
    }

    fn unit_names(&self, side: Side) -> Vec<String> {
        let units = unit_ids(side).take(usize::from(self.troops.unit_counts[side]));
        units.map(|unit| self.unit_names[usize::from(unit)].clone()).collect()
    }

    fn reason_for_idling(&self, state: &State) -> Option<String> {
        let (impulse, active) = (matches!(state.step, Step::Impulse), state.active);
        let waits = |unit| state.may_be_activated(unit);
        let none = impulse && !self.troops.on_table(state, active).any(waits);
        none.then(|| "every unit of the active side on the table has been activated (E5.9)".to_owned())
    }

    fn position_to_data(&self, state: &State) -> Value {
        self.position_data(state)
    }

    fn position_from_data(&self, data: &Value) -> Result<State, ShowError> {
        self.position_of_data(data)
    }

    fn action_to_data(&self, state: &State, action: &Action) -> Value {
        self.action_data(state, action)
    }

    fn action_from_data(&self, state: &State, data: &Value) -> Result<Action, ShowError> {
        self.troops.action_of_data(state, data)
    }

    fn roll_to_data(&self, state: &State, roll: &Roll) -> Value {
        state.roll_data(roll)
    }

    fn roll_from_data(&self, state: &State, data: &Value) -> Result<Roll, ShowError> {
        self.roll_of_data(state, data)
    }

    fn describe_action(&self, state: &State, action: &Action) -> String {
        self.action_words(state, action)
    }

    fn typing_help(&self, state: &State) -> Option<String> {
        state.typing_help()
    }

    fn typed_action(&self, state: &State, words: &str) -> Option<Result<Typed<Action>, ShowError>> {
        self.typed_move(state, words)
    }

    fn describe_roll(&self, state: &State, roll: &Roll) -> String {
        self.roll_words(state, roll)
    }

    fn thrown(&self, state: &State, roll: &Roll) -> Thrown {
        self.dice_thrown(state, roll)
    }

    fn describe_change(&self, before: &State, after: &State) -> Vec<String> {
        self.change_words(before, after)
    }

    fn draw(&self, state: &State) -> String {
        self.draw_map(state)
    }

    fn picture(&self, state: &State) -> Picture {
        self.draw_picture(state)
    }

    fn ask(&self, state: &State, question: &str, arguments: &[Value]) -> Result<Value, ShowError> {
        self.answer(state, question, arguments)
    }
}

#[cfg(test)]
mod tests;
