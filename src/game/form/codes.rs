//! How single values are written that every rulebook has: numbers, yes and no, words, sets of words, values that may be missing, lists, parts with fields of their own.

use super::{Code, Form};
use crate::data::message::{nearest, quoted_list};
use crate::game::{Outcome, ShowError};
use serde_json::Value;

/// A whole number, not negative.
#[derive(Clone, Copy)]
pub struct Number;

impl<G, N: TryFrom<u64> + Into<u64> + Copy> Code<G, N> for Number {
    fn write(&self, _game: &G, value: &N) -> Value {
        Value::from((*value).into())
    }

    fn read(&self, _game: &G, data: &Value) -> Result<N, String> {
        data.as_u64().and_then(|number| N::try_from(number).ok()).ok_or_else(|| format!("expected a small whole number, found {data}"))
    }
}

/// Yes or no.
#[derive(Clone, Copy)]
pub struct Switch;

impl<G> Code<G, bool> for Switch {
    fn write(&self, _game: &G, value: &bool) -> Value {
        Value::from(*value)
    }

    fn read(&self, _game: &G, data: &Value) -> Result<bool, String> {
        data.as_bool().ok_or_else(|| format!("expected true or false, found {data}"))
    }
}

/// A text of a data message, for values that only strings can name.
pub fn text(data: &Value) -> Result<&str, String> {
    data.as_str().ok_or_else(|| format!("expected a name, found {data}"))
}

/// The name of a value in a table of names. Every value of the type has one.
pub fn name_in<T: PartialEq>(table: &[(&'static str, T)], value: T) -> &'static str {
    table.iter().find(|(_, it)| *it == value).map(|(name, _)| *name).expect("every value of the type has a name")
}

/// One of some words.
pub struct Word<T: 'static>(pub &'static [(&'static str, T)]);

impl<G, T: Copy + PartialEq> Code<G, T> for Word<T> {
    fn write(&self, _game: &G, value: &T) -> Value {
        Value::from(name_in(self.0, *value))
    }

    fn read(&self, _game: &G, data: &Value) -> Result<T, String> {
        let word = text(data)?;
        self.0
            .iter()
            .find(|(name, _)| *name == word)
            .map(|(_, value)| *value)
            .ok_or_else(|| unknown_word(word, self.0.iter().map(|it| it.0)))
    }
}

/// What is said of a word that is none of the known ones.
pub fn unknown_word<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.collect();
    let near = nearest(word, &known).map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default();
    format!("unknown word \"{word}\"; expected {}{near}", quoted_list(&known, "or"))
}

/// A set of words, as the list of those that hold; bits without a word are written as numbers.
pub struct Words<N: 'static>(pub &'static [(&'static str, N)]);

impl<G, N: TryFrom<u64> + Into<u64> + Copy> Code<G, N> for Words<N> {
    fn write(&self, _game: &G, value: &N) -> Value {
        let bits: u64 = (*value).into();
        let mut named = 0;
        let mut words = Vec::new();
        for (name, bit) in self.0 {
            let bit: u64 = (*bit).into();
            // A word for two bits stands before those for each of them.
            if bits & !named & bit == bit {
                words.push(Value::from(*name));
                named |= bit;
            }
        }
        words.extend((0..64).map(|place| 1 << place).filter(|bit| bits & !named & bit != 0).map(Value::from));
        Value::Array(words)
    }

    fn read(&self, _game: &G, data: &Value) -> Result<N, String> {
        let words = data.as_array().ok_or_else(|| format!("expected a list of words, found {data}"))?;
        let mut bits = 0;
        for word in words {
            bits |= match word.as_u64() {
                Some(bit) => bit,
                None => {
                    let word = text(word)?;
                    let known = self.0.iter().find(|(name, _)| *name == word);
                    known.map(|(_, bit)| (*bit).into()).ok_or_else(|| unknown_word(word, self.0.iter().map(|it| it.0)))?
                }
            };
        }
        N::try_from(bits).map_err(|_| format!("no such set: {data}"))
    }
}

/// A value that must be there, where its kind may also be null: a unit that an action names.
pub struct Sure<C>(pub C);

impl<G, T, C: Code<G, T>> Code<G, T> for Sure<C> {
    fn write(&self, game: &G, value: &T) -> Value {
        self.0.write(game, value)
    }

    fn read(&self, game: &G, data: &Value) -> Result<T, String> {
        if data.is_null() { Err("expected a name, found null".to_owned()) } else { self.0.read(game, data) }
    }
}

/// A value that may be missing, written as null.
pub struct Maybe<C>(pub C);

impl<G, T, C: Code<G, T>> Code<G, Option<T>> for Maybe<C> {
    fn write(&self, game: &G, value: &Option<T>) -> Value {
        value.as_ref().map_or(Value::Null, |value| self.0.write(game, value))
    }

    fn read(&self, game: &G, data: &Value) -> Result<Option<T>, String> {
        if data.is_null() { Ok(None) } else { self.0.read(game, data).map(Some) }
    }
}

/// Several values of one kind in a fixed number of places, written as a list without the places at the end that hold the usual value.
pub struct Places<T, C> {
    /// How each is written.
    pub code: C,
    /// The value of places left out.
    pub usual: T,
}

impl<G, T: Copy + PartialEq, C: Code<G, T>, const N: usize> Code<G, [T; N]> for Places<T, C> {
    fn write(&self, game: &G, value: &[T; N]) -> Value {
        let used = value.iter().rposition(|it| *it != self.usual).map_or(0, |last| last + 1);
        Value::Array(value[..used].iter().map(|it| self.code.write(game, it)).collect())
    }

    fn read(&self, game: &G, data: &Value) -> Result<[T; N], String> {
        let list = data.as_array().filter(|list| list.len() <= N).ok_or_else(|| format!("expected a list of at most {N}, found {data}"))?;
        let mut places = [self.usual; N];
        for (place, data) in places.iter_mut().zip(list) {
            *place = self.code.read(game, data)?;
        }
        Ok(places)
    }
}

/// A structure within a structure.
pub struct Object<T, F> {
    /// Its name in messages.
    pub what: &'static str,
    /// What it is before its fields are read.
    pub blank: T,
    /// Its fields.
    pub fields: F,
}

impl<G, T: Copy, F: Fn(&mut Form<G>, &mut T) -> Result<(), ShowError>> Code<G, T> for Object<T, F> {
    fn write(&self, game: &G, value: &T) -> Value {
        let mut value = *value;
        Form::write(game, |form| (self.fields)(form, &mut value))
    }

    fn read(&self, game: &G, data: &Value) -> Result<T, String> {
        let mut value = self.blank;
        Form::read(game, self.what, data, |form| (self.fields)(form, &mut value)).map_err(|error| error.0)?;
        Ok(value)
    }
}

/// How the game ended.
pub struct OutcomeCode;

impl<G> Code<G, Outcome> for OutcomeCode {
    fn write(&self, _game: &G, value: &Outcome) -> Value {
        serde_json::to_value(value).expect("an outcome is plain data")
    }

    fn read(&self, _game: &G, data: &Value) -> Result<Outcome, String> {
        serde_json::from_value(data.clone()).map_err(|error| error.to_string())
    }
}
