//! One object of the JSON form of a rulebook, gone over field by field. The same description writes the object and reads it, so that the two cannot drift apart.
//!
//! How single values are written that no rulebook has for itself stands in `form/codes.rs`; which objects there are, and their fields, is for the rulebooks.

mod codes;

pub use codes::{Maybe, Number, Object, OutcomeCode, Places, Sure, Switch, Word, Words, name_in, text, unknown_word};

use crate::data::message::nearest;
use crate::game::ShowError;
use serde_json::{Map, Value};

/// How a value of one kind is written and read.
pub trait Code<G, T> {
    /// The value as data.
    fn write(&self, game: &G, value: &T) -> Value;

    /// The value that data describes, or what was expected.
    fn read(&self, game: &G, data: &Value) -> Result<T, String>;
}

/// An object that is being written or read.
pub struct Form<'a, G> {
    game: &'a G,
    mode: Mode<'a>,
}

enum Mode<'a> {
    Write(Map<String, Value>),
    Read { what: &'a str, object: &'a Map<String, Value>, known: Vec<String> },
}

impl<'a, G> Form<'a, G> {
    /// The object that a description writes.
    pub fn write(game: &'a G, describe: impl FnOnce(&mut Form<'a, G>) -> Result<(), ShowError>) -> Value {
        let mut form = Form { game, mode: Mode::Write(Map::new()) };
        describe(&mut form).expect("writing cannot fail: only reading finds something missing or wrong");
        match form.mode {
            Mode::Write(map) => Value::Object(map),
            Mode::Read { .. } => unreachable!("a form keeps its mode"),
        }
    }

    /// Reads an object by its description. `what` names it in messages, as in "a roll".
    ///
    /// # Errors
    /// Says what is missing, wrong or unknown.
    pub fn read(
        game: &'a G,
        what: &'a str,
        data: &'a Value,
        describe: impl FnOnce(&mut Form<'a, G>) -> Result<(), ShowError>,
    ) -> Result<(), ShowError> {
        let Value::Object(object) = data else { return Err(ShowError(format!("{what}: expected an object, found {data}"))) };
        let mut form = Form { game, mode: Mode::Read { what, object, known: Vec::new() } };
        describe(&mut form)?;
        if let Mode::Read { known, .. } = &form.mode
            && let Some(key) = object.keys().find(|key| !known.contains(key))
        {
            return Err(ShowError(format!("{what}: unknown key \"{key}\"{}", suggestion(key, known))));
        }
        Ok(())
    }

    /// The game the object belongs to.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// A field that must be there.
    pub fn field<T>(&mut self, key: &str, value: &mut T, code: impl Code<G, T>) -> Result<(), ShowError> {
        if !self.pass(key, value, code)? {
            return Err(self.error(key, "is missing"));
        }
        Ok(())
    }

    /// A field that is left out where it has its usual value.
    pub fn field_or<T: PartialEq>(&mut self, key: &str, value: &mut T, usual: T, code: impl Code<G, T>) -> Result<(), ShowError> {
        if matches!(self.mode, Mode::Write(_)) && *value == usual {
            return Ok(());
        }
        if !self.pass(key, value, code)? {
            *value = usual;
        }
        Ok(())
    }

    /// An object within the object, with fields of its own.
    pub fn part(
        &mut self,
        key: &str,
        what: &'a str,
        describe: impl FnOnce(&mut Form<'a, G>) -> Result<(), ShowError>,
    ) -> Result<(), ShowError> {
        match &mut self.mode {
            Mode::Write(map) => {
                map.insert(key.to_owned(), Form::write(self.game, describe));
                Ok(())
            }
            Mode::Read { object, known, .. } => {
                known.push(key.to_owned());
                let object: &'a Map<String, Value> = object;
                match object.get(key) {
                    Some(data) => Form::read(self.game, what, data, describe),
                    None => Err(self.error(key, "is missing")),
                }
            }
        }
    }

    /// A field for the reader's comfort: written, and not looked at when read.
    pub fn note(&mut self, key: &str, value: impl FnOnce() -> Option<Value>) {
        match &mut self.mode {
            Mode::Write(map) => {
                if let Some(value) = value() {
                    map.insert(key.to_owned(), value);
                }
            }
            Mode::Read { known, .. } => known.push(key.to_owned()),
        }
    }

    /// The word of a field that says which description applies; only when reading.
    pub fn word(&mut self, key: &str) -> Result<String, ShowError> {
        let Mode::Read { object, known, .. } = &mut self.mode else { unreachable!("words are looked up when reading") };
        known.push(key.to_owned());
        match object.get(key) {
            Some(Value::String(word)) => Ok(word.clone()),
            Some(other) => Err(self.error(key, &format!("expected a word, found {other}"))),
            None => Err(self.error(key, "is missing")),
        }
    }

    /// What is wrong with a field.
    pub fn error(&self, key: &str, problem: &str) -> ShowError {
        match &self.mode {
            Mode::Read { what, .. } => ShowError(format!("{what}: \"{key}\" {problem}")),
            Mode::Write(_) => ShowError(format!("\"{key}\" {problem}")),
        }
    }

    /// Writes a field, or reads it if it is there; whether it was.
    fn pass<T>(&mut self, key: &str, value: &mut T, code: impl Code<G, T>) -> Result<bool, ShowError> {
        match &mut self.mode {
            Mode::Write(map) => {
                map.insert(key.to_owned(), code.write(self.game, value));
                Ok(true)
            }
            Mode::Read { what, object, known } => {
                known.push(key.to_owned());
                let Some(data) = object.get(key) else { return Ok(false) };
                *value = code.read(self.game, data).map_err(|problem| ShowError(format!("{what}: \"{key}\": {problem}")))?;
                Ok(true)
            }
        }
    }
}

/// The end of a message that names the nearest known name, if one is near.
pub fn suggestion<S: AsRef<str>>(name: &str, known: &[S]) -> String {
    nearest(name, known).map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default()
}
