//! The trait [`Show`]: positions, actions and rolls as data and as text.

use super::picture::Picture;
use super::play::Game;
use super::side::{BySide, Side};
use super::thrown::Thrown;
use crate::data::message::{isolated, quoted_list, suggestion};
use serde_json::Value;

/// A named query about a position that a rulebook answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The name, for instance `distance`.
    pub name: &'static str,
    /// The meaning of its arguments, in order.
    pub arguments: &'static [&'static str],
    /// The meaning of its answer, with the unit.
    pub answer: &'static str,
}

impl Question {
    /// The names given as arguments to one of these questions.
    ///
    /// # Errors
    /// If the question is unknown, the number of arguments is wrong, or one of them is not a name; the error lists the
    /// questions or names the argument.
    pub fn names<'a>(all: &[Question], question: &str, arguments: &'a [Value]) -> Result<Vec<&'a str>, ShowError> {
        let Some(known) = all.iter().find(|it| it.name == question) else {
            let names: Vec<&str> = all.iter().map(|it| it.name).collect();
            let list = quoted_list(&names, "and");
            return Err(ShowError(format!(
                "unknown question \"{question}\"; the questions are {list}{}",
                suggestion(question, &names)
            )));
        };
        if arguments.len() != known.arguments.len() {
            let wanted = known.arguments.join(", ");
            return Err(ShowError(format!(
                "\"{question}\" takes {} ({wanted}), not {}",
                known.arguments.len(),
                arguments.len()
            )));
        }
        let name = |it: &'a Value| {
            it.as_str().ok_or_else(|| ShowError(format!("\"{question}\": expected a name, found {it}")))
        };
        arguments.iter().map(name).collect()
    }

    /// The side of this name, given as an argument.
    ///
    /// # Errors
    /// If there is none, with the names of both.
    pub fn side(name: &str) -> Result<Side, ShowError> {
        let known = Side::BOTH.map(|side| side.to_string());
        Side::BOTH.into_iter().find(|side| side.to_string() == name.to_lowercase()).ok_or_else(|| {
            ShowError(format!(
                "there is no side \"{name}\"; the sides are {}{}",
                quoted_list(&known, "and"),
                suggestion(name, &known)
            ))
        })
    }
}

/// An action typed as text, with its expected consequences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed<A> {
    /// The action.
    pub action: A,
    /// Its expected consequences, a sentence each, for confirmation.
    pub foreseen: Vec<String>,
}

/// Why data does not describe a position, an action or a roll of this game, or a query cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ShowError(pub String);

/// The unit, officer or other thing of this kind with a short name, in either case.
///
/// # Errors
/// If there is none; the error lists the short names of all, and the nearest.
pub fn find_named<T: Copy, I: Iterator<Item = T>>(
    kind: &str,
    name: &str,
    all: impl Fn() -> I,
    short_name: impl Fn(T) -> String,
) -> Result<T, ShowError> {
    let wanted = name.trim().to_uppercase();
    all().find(|it| short_name(*it) == wanted).ok_or_else(|| {
        let known: Vec<String> = all().map(short_name).collect();
        let near = suggestion(&wanted, &known);
        ShowError(format!("there is no {kind} \"{name}\"; the {kind}s are {}{near}", known.join(", ")))
    })
}

/// A side by the name of its army, and by its colour too if both armies have the same name. Armies are named after
/// their files: `france-1812` is France 1812.
pub fn side_words(army_names: &BySide<String>, side: Side) -> String {
    let mut letters = army_names[side].chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let rest = letters.map(|letter| if matches!(letter, '-' | '_') { ' ' } else { letter });
    let name: String = first.chain(rest).collect();
    match name.as_str() {
        "" => side.to_string(),
        _ if army_names[side] == army_names[side.other()] => format!("{} ({side})", isolated(&name)),
        _ => isolated(&name).into_owned(),
    }
}

/// A side as the subject of a sentence. Names of armies are singular or plural, "the army of" takes the singular; an
/// army without a name of its own is called by its colour.
pub fn army_words(army_names: &BySide<String>, side: Side) -> String {
    let name = &army_names[side];
    if name.is_empty() || *name == side.to_string() {
        format!("The {side} army")
    } else {
        format!("The army of {}", side_words(army_names, side))
    }
}

/// Converts positions, actions and rolls to data and back, describes them as text, and draws the map. The JSON form is
/// documented and stable; `legal`, records, scripts and external programs all use it.
pub trait Show: Game {
    /// The queries that [`Show::ask`] answers.
    const QUESTIONS: &'static [Question];

    /// All kinds of decisions and of dice that a game can wait for, by their names in the data of a position.
    const WAITS: &'static [&'static str];

    /// The kinds of action by which a unit gives way to the enemy: it retreats, recoils or flees.
    const RETREATS: &'static [&'static str] = &[];

    /// What the game waits for, one of [`Show::WAITS`]; `None` once it is over.
    fn waits_for(&self, state: &Self::State) -> Option<&'static str>;

    /// Why a position leaves the deciding side no choice, where the rulebook can tell.
    fn reason_for_idling(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// The units of a side's army at the start, in words; units that differ by a number at the end are of one line of
    /// the list. None by default.
    fn unit_names(&self, _side: Side) -> Vec<String> {
        Vec::new()
    }

    /// A position as data: the complete state.
    fn position_to_data(&self, state: &Self::State) -> Value;

    /// The position described by data; the inverse of [`Show::position_to_data`].
    ///
    /// # Errors
    /// What is missing or wrong.
    fn position_from_data(&self, data: &Value) -> Result<Self::State, ShowError>;

    /// An action as data: an object whose `kind` is the name of its kind.
    fn action_to_data(&self, state: &Self::State, action: &Self::Action) -> Value;

    /// The action described by data, not yet checked to be legal.
    ///
    /// # Errors
    /// What is missing or wrong.
    fn action_from_data(&self, state: &Self::State, data: &Value) -> Result<Self::Action, ShowError>;

    /// A roll as data.
    fn roll_to_data(&self, state: &Self::State, roll: &Self::Roll) -> Value;

    /// The roll described by data.
    ///
    /// # Errors
    /// What is missing or wrong.
    fn roll_from_data(&self, state: &Self::State, data: &Value) -> Result<Self::Roll, ShowError>;

    /// A side's choice as text, before the action is applied.
    fn describe_action(&self, state: &Self::State, action: &Self::Action) -> String;

    /// The text input accepted at a decision besides the number of an action, in a line; `None` by default.
    fn typing_help(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// The legal action that a user types as text, and its expected consequences; `None`, the default, where the text
    /// is not meant as an action.
    ///
    /// # Errors
    /// The unknown word with the nearest known one, or the rule that forbids the action.
    fn typed_action(&self, _state: &Self::State, _words: &str) -> Option<Result<Typed<Self::Action>, ShowError>> {
        None
    }

    /// The result of the dice as text, before the roll is applied.
    fn describe_roll(&self, state: &Self::State, roll: &Self::Roll) -> String;

    /// The dice of a roll by their effect, before it is applied; none by default.
    fn thrown(&self, _state: &Self::State, _roll: &Self::Roll) -> Thrown {
        Thrown::default()
    }

    /// The consequences of an action or a roll, a sentence each: losses, retreats, turns that begin, the end of the
    /// game.
    fn describe_change(&self, before: &Self::State, after: &Self::State) -> Vec<String>;

    /// The map with the units on it, for a terminal; below an empty line a legend, where it has one.
    fn draw(&self, state: &Self::State) -> String;

    /// The table with the units on it as a picture; by default the map for a terminal.
    fn picture(&self, state: &Self::State) -> Picture {
        Picture::of_text(&self.draw(state))
    }

    /// The answer to a named query.
    ///
    /// # Errors
    /// The queries that exist, or which argument is wrong.
    fn ask(&self, state: &Self::State, question: &str, arguments: &[Value]) -> Result<Value, ShowError>;
}
