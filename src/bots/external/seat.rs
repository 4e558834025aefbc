//! The bot's end of the protocol, for bots of this program that another program calls (`reglette bot`): reads requests
//! and answers decisions. Position and list of actions come with each request; the list must be the one that this
//! program finds itself, so that two versions with different rules are detected at their first difference.

use super::super::Bot;
use super::protocol::VERSION;
use crate::game::rng::Stream;
use crate::game::{Evaluate, GameSetup, Moment, Show, Side};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The greeting of the program that asks.
#[derive(Debug, Deserialize)]
pub struct Greeting {
    /// The version of the protocol that it speaks.
    pub protocol: u64,
    /// Its name and version, for messages.
    #[serde(default)]
    pub program: String,
    /// Its version.
    #[serde(default)]
    pub version: String,
    /// The rulebook of all games.
    pub rulebook: String,
    /// Whether it sends the files of each game on request; older programs do not.
    #[serde(default)]
    pub setup: bool,
}

/// The start of a game.
#[derive(Debug, Deserialize)]
pub struct Begin {
    /// A number for the random choices of the bot.
    pub seed: u64,
    /// The files of the game.
    #[serde(default)]
    pub setup: Option<GameSetup>,
    /// The key of the random stream that a bot in the asking program would draw from, as hexadecimal digits.
    #[serde(default)]
    pub stream: Option<String>,
}

/// A request for a decision. Position and actions are read later, with the game at hand.
#[derive(Debug, Deserialize)]
pub struct Choose<'a> {
    id: u64,
    side: Side,
    #[serde(borrow)]
    position: &'a RawValue,
    #[serde(borrow)]
    actions: &'a RawValue,
}

/// A request of the asking program.
#[derive(Debug)]
pub enum Request<'a> {
    /// The greeting.
    Hello(Greeting),
    /// A game begins.
    Begin(Box<Begin>),
    /// A decision is needed.
    Choose(Choose<'a>),
    /// No more games follow.
    Quit,
    /// A message that needs no answer.
    Other,
}

impl Request<'_> {
    /// Reads a line.
    ///
    /// # Errors
    /// If it is not a message, or a known message lacks a required key.
    pub fn read(line: &str) -> Result<Request<'_>, String> {
        #[derive(Deserialize)]
        struct Kind {
            r#type: String,
        }
        let Kind { r#type } = serde_json::from_str(line).map_err(|error| format!("a line is no message: {error}"))?;
        let wrong = |error: serde_json::Error| format!("the message \"{type}\" cannot be read: {error}");
        match r#type.as_str() {
            "hello" => serde_json::from_str(line).map(Request::Hello).map_err(wrong),
            "begin" => serde_json::from_str(line).map(Request::Begin).map_err(wrong),
            "choose" => serde_json::from_str(line).map(Request::Choose).map_err(wrong),
            "quit" => Ok(Request::Quit),
            _ => Ok(Request::Other),
        }
    }
}

/// The answer to a greeting: it asks for the files of each game.
pub fn hello(name: &str) -> Value {
    json!({ "type": "hello", "protocol": VERSION, "name": name, "setup": true })
}

/// The answer to the start of a game: it is prepared.
pub fn ready() -> Value {
    json!({ "type": "ready" })
}

/// The program cannot go on.
pub fn error(reason: &str) -> Value {
    json!({ "type": "error", "reason": reason })
}

/// What happens where the list of a request is not the list that this program finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherLists {
    /// It is an error.
    Refused,
    /// The bot chooses from its own list, and its action is sent as data.
    Ignored,
}

/// Answers requests for decisions of a rulebook, with buffers that serve all of them.
pub struct Seat<G: Evaluate + Show> {
    other_lists: OtherLists,
    actions: Vec<G::Action>,
}

impl<G: Evaluate + Show> Seat<G> {
    /// A seat without requests so far.
    pub fn new(other_lists: OtherLists) -> Seat<G> {
        Seat { other_lists, actions: Vec::new() }
    }

    /// The answer to a request.
    ///
    /// # Errors
    /// If the position cannot be read, the list of actions differs, or the bot is at fault.
    pub fn answer(
        &mut self,
        game: &G,
        bot: &mut dyn Bot<G>,
        request: &Choose<'_>,
        stream: &mut Stream,
    ) -> Result<Value, String> {
        let Choose { id, side, .. } = *request;
        let unreadable =
            |error: &dyn std::fmt::Display| format!("the position of decision {id} cannot be read: {error}");
        let data = serde_json::from_str(request.position.get()).map_err(|error| unreadable(&error))?;
        let seen = game.position_from_data(&data).map_err(|error| unreadable(&error))?;
        if game.moment(&seen) != Moment::Decide(side) {
            return Err(format!("{side} is asked for decision {id}, but does not decide in that position"));
        }
        game.legal_actions(&seen, &mut self.actions);
        if self.other_lists == OtherLists::Refused {
            let own: Vec<Value> = self.actions.iter().map(|action| game.action_to_data(&seen, action)).collect();
            compare(id, &own, request.actions)?;
        }
        let chosen = catch_unwind(AssertUnwindSafe(|| bot.choose(game, &seen, side, stream)));
        let action = chosen.map_err(|panic| message_of(&*panic))?.map_err(|fault| fault.reason)?;
        let place = self.actions.iter().position(|listed| *listed == action);
        let action = match place.filter(|_| self.other_lists == OtherLists::Refused) {
            Some(place) => json!(place),
            None => game.action_to_data(&seen, &action),
        };
        Ok(json!({ "type": "choice", "id": id, "action": action }))
    }
}

/// Compares the list of this program with the one that was sent, action by action.
fn compare(id: u64, own: &[Value], sent: &RawValue) -> Result<(), String> {
    // Two programs of the same version write the same bytes, which are compared faster than they are read.
    if serde_json::to_string(own).is_ok_and(|own| own == sent.get()) {
        return Ok(());
    }
    let sent: Vec<Value> =
        serde_json::from_str(sent.get()).map_err(|error| format!("the actions of decision {id}: {error}"))?;
    let longest = own.len().max(sent.len());
    let Some(place) = (0..longest).find(|place| own.get(*place) != sent.get(*place)) else { return Ok(()) };
    let shown = |list: &[Value]| list.get(place).map_or_else(|| "nothing".to_owned(), shortened);
    Err(format!(
        "other legal actions at decision {id}: action {place} is {} in the list of {} that was sent, but {} in the \
         list of {} of this program (reglette {})",
        shown(&sent),
        sent.len(),
        shown(own),
        own.len(),
        env!("CARGO_PKG_VERSION")
    ))
}

/// An action as text, cut where it is long.
fn shortened(action: &Value) -> String {
    const LONGEST: usize = 200;
    let text = action.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("panic without a message").lines().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::Random;
    use crate::game::Game;
    use crate::game::rng::Key;
    use crate::game::tree::Tree;

    fn request(tree: &Tree, side: &str, actions: &str) -> String {
        let position = tree.position_to_data(&tree.initial());
        format!("{{\"type\":\"choose\",\"id\":4,\"side\":\"{side}\",\"position\":{position},\"actions\":{actions}}}")
    }

    fn answer(tree: &str, side: &str, actions: &str, other_lists: OtherLists) -> Result<Value, String> {
        let tree: Tree = tree.parse().unwrap();
        let line = request(&tree, side, actions);
        let Ok(Request::Choose(choose)) = Request::read(&line) else { panic!("{line}") };
        Seat::new(other_lists).answer(&tree, &mut Random::default(), &choose, &mut Key::new(1).stream())
    }

    /// The list of the tree `R(1 2)` as it is sent.
    fn list(tree: &str) -> String {
        let tree: Tree = tree.parse().unwrap();
        let mut actions = Vec::new();
        tree.legal_actions(&tree.initial(), &mut actions);
        let data: Vec<Value> = actions.iter().map(|it| tree.action_to_data(&tree.initial(), it)).collect();
        json!(data).to_string()
    }

    #[test]
    fn a_decision_is_answered_by_its_number_in_the_list() {
        let answer = answer("R(1 2)", "red", &list("R(1 2)"), OtherLists::Refused).unwrap();
        assert_eq!((&answer["type"], &answer["id"]), (&json!("choice"), &json!(4)));
        assert!(answer["action"].as_u64().is_some_and(|place| place < 2), "{answer}");
    }

    #[test]
    fn spaces_in_a_list_do_not_matter() {
        let spaced = list("R(1 2)").replace(',', " , ");
        assert!(answer("R(1 2)", "red", &spaced, OtherLists::Refused).is_ok());
    }

    #[test]
    fn the_first_difference_of_two_lists_is_named() {
        let error = answer("R(1 2)", "red", &list("R(1 2 3)"), OtherLists::Refused).unwrap_err();
        assert!(error.starts_with("other legal actions at decision 4: action 2 is {"), "{error}");
        assert!(error.contains("in the list of 3 that was sent, but nothing in the list of 2 of this"), "{error}");
        let error = answer("R(1 2 3)", "red", "[7]", OtherLists::Refused).unwrap_err();
        assert!(error.starts_with("other legal actions at decision 4: action 0 is 7 in the list of 1"), "{error}");
    }

    #[test]
    fn where_other_lists_are_ignored_the_action_is_sent_as_data() {
        let answer = answer("R(1 2)", "red", "[7]", OtherLists::Ignored).unwrap();
        assert!(answer["action"].is_object(), "{answer}");
    }

    #[test]
    fn a_side_that_does_not_decide_is_refused() {
        let error = answer("R(1 2)", "blue", &list("R(1 2)"), OtherLists::Refused).unwrap_err();
        assert_eq!(error, "blue is asked for decision 4, but does not decide in that position");
    }

    #[test]
    fn lines_are_messages_or_errors() {
        assert!(matches!(Request::read("{\"type\":\"news\",\"x\":1}"), Ok(Request::Other)));
        assert!(matches!(Request::read("{\"type\":\"quit\"}"), Ok(Request::Quit)));
        for (line, words) in [
            ("[]", "a line is no message"),
            ("{\"type\":\"hello\"}", "the message \"hello\" cannot be read: missing field `protocol`"),
            ("{\"type\":\"begin\",\"seed\":-1}", "the message \"begin\" cannot be read"),
        ] {
            let error = Request::read(line).unwrap_err();
            assert!(error.contains(words), "{error}");
        }
    }
}
