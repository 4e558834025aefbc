//! The messages exchanged with an external program: one JSON object per line, specified in `docs/bot-protocol.md`.
//!
//! Unknown keys are ignored on both sides, and we ignore messages of an unknown `type`, so that old bots keep working
//! with new versions. What a bot reads and writes is in [`seat`](super::seat).

use super::super::{BotFault, FaultKind};
use crate::data::printable;
use crate::game::rng::Key;
use crate::game::{Ending, GameSetup, Outcome, Side};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// The version of the protocol. It changes only if an old bot could no longer play.
pub const VERSION: u64 = 1;

/// The greeting: this program's name and version, the rulebook, and that it sends the files of games to programs that
/// ask for them.
pub fn hello(rulebook: &str, seconds: f64) -> Value {
    json!({
        "type": "hello", "protocol": VERSION, "program": "reglette", "version": env!("CARGO_PKG_VERSION"),
        "rulebook": rulebook, "seconds": seconds, "setup": true,
    })
}

/// The start of a game; with its files for a program that asks for them, and the key of the bot's random stream where
/// the bot file allows it.
pub fn begin(game: u64, seed: u64, setup: Option<&GameSetup>, stream: Option<Key>) -> Value {
    let mut message = json!({ "type": "begin", "game": game, "seed": seed });
    if let Some(setup) = setup {
        message["setup"] = json!(setup);
    }
    if let Some(stream) = stream {
        message["stream"] = json!(stream.to_hex());
    }
    message
}

/// A request for a decision, with the time left on the clock of the game, in thousandths of a second.
pub fn choose(
    id: u64,
    side: Side,
    position: Value,
    actions: Vec<Value>,
    values: Option<Vec<f64>>,
    clock: Duration,
) -> Value {
    let clock = clock.as_millis() as f64 / 1_000.0;
    let mut message =
        json!({ "type": "choose", "id": id, "side": side, "clock": clock, "position": position, "actions": actions });
    if let Some(values) = values {
        message["values"] = json!(values);
    }
    message
}

/// The end of a game.
pub fn end(outcome: &Outcome, side: Side) -> Value {
    let result = match outcome.winner {
        Some(winner) if winner == side => "won",
        Some(_) => "lost",
        None => "drawn",
    };
    let forfeited = outcome.ending == Ending::Forfeit;
    json!({ "type": "end", "result": result, "ending": outcome.ending.name(), "forfeit": forfeited })
}

/// The end of the run: the program may exit by itself.
pub fn quit() -> Value {
    json!({ "type": "quit" })
}

/// The answer to a greeting.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Hello {
    /// The version of the protocol that the program speaks.
    pub protocol: u64,
    /// Its name.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether it asks for the files of each game, and answers `begin`.
    #[serde(default)]
    pub setup: bool,
}

/// An answer to a decision.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Choice {
    /// The number of the decision; that of the last request by default.
    #[serde(default)]
    pub id: Option<u64>,
    /// The index of an action in the list, from 0, or an action in the form used in the list.
    pub action: Value,
}

/// A message of a program.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// A greeting.
    Hello(Hello),
    /// The game that `begin` announced is prepared.
    Ready,
    /// A decision.
    Choice(Choice),
    /// The reason why the program cannot go on.
    Error(String),
    /// A message unknown to this version.
    Unknown,
}

/// The maximum number of characters of a program's own reason that are kept.
const LONGEST_REASON: usize = 1_000;

fn garbage(line: &str, problem: impl std::fmt::Display) -> BotFault {
    const SHOWN: usize = 60;
    let mut shown: String = line.chars().take(SHOWN).collect();
    if shown.len() < line.len() {
        shown.push('…');
    }
    BotFault::new(FaultKind::Garbage, format!("{problem} in the line {shown:?}"))
}

/// Parses a line of a program.
///
/// # Errors
/// If the line is not a JSON object with a `type`, or a known message lacks a required key.
pub fn read(line: &str) -> Result<Answer, BotFault> {
    let line = line.trim_end();
    let message: Value = serde_json::from_str(line).map_err(|error| garbage(line, format!("no JSON ({error})")))?;
    let Some(kind) = message.get("type").and_then(Value::as_str) else {
        return Err(garbage(line, "no key \"type\""));
    };
    match kind {
        "hello" => serde_json::from_value(message.clone()).map(Answer::Hello).map_err(|error| garbage(line, error)),
        "choice" => serde_json::from_value(message.clone()).map(Answer::Choice).map_err(|error| garbage(line, error)),
        "ready" => Ok(Answer::Ready),
        "error" => {
            let reason = message.get("reason").and_then(Value::as_str).unwrap_or("an error without a reason");
            Ok(Answer::Error(printable(reason).chars().take(LONGEST_REASON).collect()))
        }
        _ => Ok(Answer::Unknown),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_keys_are_ignored() {
        assert_eq!(
            read(r#"{"type":"hello","protocol":1,"mood":"good"}"#),
            Ok(Answer::Hello(Hello { protocol: 1, name: None, setup: false }))
        );
        assert_eq!(read(r#"{"type":"comment","text":"hm"}"#), Ok(Answer::Unknown));
        let choice = Choice { id: Some(7), action: json!(3) };
        assert_eq!(read("{\"type\":\"choice\",\"id\":7,\"action\":3,\"why\":[1]}\r\n"), Ok(Answer::Choice(choice)));
    }

    #[test]
    fn a_reason_is_a_single_line_of_bounded_length() {
        let reason = |line: &str| match read(line) {
            Ok(Answer::Error(reason)) => reason,
            other => panic!("{other:?}"),
        };
        assert_eq!(reason(r#"{"type":"error","reason":"no\nsuch rules"}"#), "no\u{fffd}such rules");
        assert_eq!(reason(r#"{"type":"error"}"#), "an error without a reason");
        let long = json!({ "type": "error", "reason": "x".repeat(5_000) }).to_string();
        assert_eq!(reason(&long).len(), LONGEST_REASON);
    }

    #[test]
    fn files_and_stream_are_sent_only_where_they_are_given() {
        assert_eq!(begin(1, 7, None, None), json!({ "type": "begin", "game": 1, "seed": 7 }));
        let setup = GameSetup {
            rules: "rules/toy.toml".into(),
            scenario: "a.toml".into(),
            armies: None,
            texts: [("a.toml".to_owned(), "x = 1".to_owned())].into(),
        };
        let message = begin(1, 7, Some(&setup), Some(Key::new(3)));
        let sent = json!({ "rules": "rules/toy.toml", "scenario": "a.toml", "texts": { "a.toml": "x = 1" } });
        assert_eq!((&message["setup"], &message["stream"]), (&sent, &json!(Key::new(3).to_hex())));
    }

    #[test]
    fn what_is_no_message_is_shown_shortened() {
        let fault = |line: &str| read(line).unwrap_err();
        assert_eq!(fault("hello").kind, FaultKind::Garbage);
        assert!(
            fault("{\"action\":1}").reason.starts_with("no key \"type\" in the line"),
            "{}",
            fault("{\"action\":1}")
        );
        assert!(fault("{\"type\":\"choice\"}").reason.contains("missing field `action`"));
        assert!(fault(&"x".repeat(500)).reason.len() < 200);
    }

    #[test]
    fn the_end_is_reported_from_the_side_of_the_listener() {
        let outcome = Outcome::forfeit(Side::Red);
        assert_eq!(
            end(&outcome, Side::Red),
            json!({ "type": "end", "result": "lost", "ending": "forfeit", "forfeit": true })
        );
        assert_eq!(end(&outcome, Side::Blue)["result"], "won");
    }
}
