//! `impl Show`: data from `notation`, text from `describe/mod.rs`, the map from `draw.rs`, the picture from
//! `picture.rs`, answers from `questions.rs`.

use super::questions::QUESTIONS;
use crate::game::picture::Picture;
use crate::game::{Question, Show, ShowError, Side, Thrown};
use crate::jomini::army::card::UnitCard;
use crate::jomini::army::cost::name_of;
use crate::jomini::notation::WAITS;
use crate::jomini::state::State;
use crate::jomini::state::action::{Action, Roll};
use crate::jomini::state::battle::Battle;
use serde_json::Value;

impl Show for Battle {
    const QUESTIONS: &'static [Question] = QUESTIONS;
    const WAITS: &'static [&'static str] = WAITS;
    const RETREATS: &'static [&'static str] = &["withdraw_to", "retreat_to", "fall_back_to", "flee_to", "stampede_to"];

    fn waits_for(&self, state: &State) -> Option<&'static str> {
        Battle::waits(state)
    }

    fn unit_names(&self, side: Side) -> Vec<String> {
        let in_words = |card: &UnitCard| {
            let line = card.name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
            format!("{line}: {}", name_of(card).replace('_', " ").replace('+', ", "))
        };
        self.field.forces.cards[side].iter().map(in_words).collect()
    }

    fn reason_for_idling(&self, state: &State) -> Option<String> {
        self.as_on_table(state).field.units().reason_for_idling(state)
    }

    fn position_to_data(&self, state: &State) -> Value {
        self.as_on_table(state).field.positions().position_data(state)
    }

    fn position_from_data(&self, data: &Value) -> Result<State, ShowError> {
        self.position_of_data(data)
    }

    fn action_to_data(&self, state: &State, action: &Action) -> Value {
        self.as_on_table(state).action_data(state, action)
    }

    fn action_from_data(&self, state: &State, data: &Value) -> Result<Action, ShowError> {
        self.as_on_table(state).action_of_data(state, data)
    }

    fn roll_to_data(&self, state: &State, roll: &Roll) -> Value {
        self.as_on_table(state).roll_data(state, roll)
    }

    fn roll_from_data(&self, state: &State, data: &Value) -> Result<Roll, ShowError> {
        self.as_on_table(state).roll_of_data(state, data)
    }

    fn describe_action(&self, state: &State, action: &Action) -> String {
        self.as_on_table(state).field.action_words(state, action)
    }

    fn describe_roll(&self, state: &State, roll: &Roll) -> String {
        self.as_on_table(state).field.roll_words(state, roll)
    }

    fn thrown(&self, state: &State, roll: &Roll) -> Thrown {
        self.as_on_table(state).field.dice_thrown(state, roll)
    }

    fn describe_change(&self, before: &State, after: &State) -> Vec<String> {
        self.as_on_table(after).change_words(before, after)
    }

    fn draw(&self, state: &State) -> String {
        self.as_on_table(state).draw_map(state, false)
    }

    fn picture(&self, state: &State) -> Picture {
        self.as_on_table(state).draw_picture(state)
    }

    fn ask(&self, state: &State, question: &str, arguments: &[Value]) -> Result<Value, ShowError> {
        self.as_on_table(state).answer(state, question, arguments)
    }
}
