//! The trait [`Show`]: positions, actions and rolls as data and in words.

use super::picture::Picture;
use super::play::Game;
use serde_json::Value;

/// A question that a rulebook answers about a position, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The name, for instance `distance`.
    pub name: &'static str,
    /// What its arguments are, in order.
    pub arguments: &'static [&'static str],
    /// What it answers, with the unit.
    pub answer: &'static str,
}

/// An action that was typed in words, with what would come of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed<A> {
    /// The action.
    pub action: A,
    /// What would come of it, a sentence each, for whoever confirms it.
    pub foreseen: Vec<String>,
}

/// Why data does not describe a position, an action or a roll of this game, or a question cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ShowError(pub String);

/// Turns positions, actions and rolls into data and back, tells them in words, and draws the map. The JSON form is
/// documented and stable: `legal`, records, scripts and external programs use it alike.
pub trait Show: Game {
    /// The questions that [`Show::ask`] answers.
    const QUESTIONS: &'static [Question];

    /// What a game can wait for: every kind of decision and of dice, by the name that the data of a position gives it.
    const WAITS: &'static [&'static str];

    /// What the game waits for, one of [`Show::WAITS`]; nothing once it is over.
    fn waits_for(&self, state: &Self::State) -> Option<&'static str>;

    /// Why a position leaves the side that decides no choice, where the rulebook can say.
    fn reason_for_idling(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// A position as data: everything that the state contains.
    fn position_to_data(&self, state: &Self::State) -> Value;

    /// The position that data describes; the inverse of [`Show::position_to_data`].
    ///
    /// # Errors
    /// Says what is missing or wrong.
    fn position_from_data(&self, data: &Value) -> Result<Self::State, ShowError>;

    /// An action as data: an object whose `kind` is the name of its kind.
    fn action_to_data(&self, state: &Self::State, action: &Self::Action) -> Value;

    /// The action that data describes, not yet checked to be legal.
    ///
    /// # Errors
    /// Says what is missing or wrong.
    fn action_from_data(&self, state: &Self::State, data: &Value) -> Result<Self::Action, ShowError>;

    /// A roll as data.
    fn roll_to_data(&self, state: &Self::State, roll: &Self::Roll) -> Value;

    /// The roll that data describes.
    ///
    /// # Errors
    /// Says what is missing or wrong.
    fn roll_from_data(&self, state: &Self::State, data: &Value) -> Result<Self::Roll, ShowError>;

    /// What a side chooses, in plain words, told before the action is applied.
    fn tell_action(&self, state: &Self::State, action: &Self::Action) -> String;

    /// What can be typed at a decision besides the number of an action, in a line; nothing by default.
    fn typing_help(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// The legal action that somebody types in words of the rulebook, and what would come of it; nothing, which is the
    /// default, where the words are not meant as one.
    ///
    /// # Errors
    /// Says which word is not known and which may be meant, or which rule forbids the action.
    fn typed_action(&self, _state: &Self::State, _words: &str) -> Option<Result<Typed<Self::Action>, ShowError>> {
        None
    }

    /// What the dice show, in plain words, told before the roll is applied.
    fn tell_roll(&self, state: &Self::State, roll: &Self::Roll) -> String;

    /// What came of an action or a roll, a sentence each: losses, retreats, turns that begin, the end of the game.
    fn tell_change(&self, before: &Self::State, after: &Self::State) -> Vec<String>;

    /// The map with what stands on it, for a terminal.
    fn draw(&self, state: &Self::State) -> String;

    /// The table with what stands on it as shapes on a sheet; by default the map for a terminal.
    fn picture(&self, state: &Self::State) -> Picture {
        Picture::of_text(&self.draw(state))
    }

    /// The answer to a named question.
    ///
    /// # Errors
    /// Says which questions there are, or which argument is wrong.
    fn ask(&self, state: &Self::State, question: &str, arguments: &[Value]) -> Result<Value, ShowError>;
}
