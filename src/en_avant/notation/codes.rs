//! How single values are written: numbers, lengths, headings, yes and no, words, sets of words, and the names of units.

use super::form::{Code, Form};
use super::unit_id;
use crate::data::message::{nearest, quoted_list};
use crate::en_avant::Engagement;
use crate::en_avant::action::Facing;
use crate::en_avant::geometry::{Heading, Length, Point};
use crate::en_avant::state::{ClashKind, NO_UNIT, UnitId, status};
use crate::game::{Outcome, ShowError, Side};
use serde_json::Value;

/// What holds of a unit, by name.
pub const STATUS: &[(&str, u16)] = &[
    ("reserve", status::RESERVE),
    ("activated", status::ACTIVATED),
    ("disordered", status::DISORDERED),
    ("routing", status::ROUTING),
    ("engaged", status::ENGAGED),
    ("charged", status::CHARGED),
    ("attacker", status::ATTACKER),
    ("defender", status::DEFENDER),
    ("fresh", status::FRESH),
    ("fought", status::FOUGHT),
    ("tested", status::TESTED),
    ("to_flee", status::TO_FLEE),
    ("in_melee", status::IN_MELEE),
    ("limbered", status::LIMBERED),
    ("dismounted", status::DISMOUNTED),
    ("rampant", status::RAMPANT),
];

/// The seats.
pub const SIDES: &[(&str, Side)] = &[("red", Side::Red), ("blue", Side::Blue)];

/// Both seats as bits.
pub const SIDE_BITS: &[(&str, u8)] = &[("red", 1), ("blue", 2)];

/// What is being resolved.
pub const CLASH_KINDS: &[(&str, ClashKind)] =
    &[("none", ClashKind::None), ("shot", ClashKind::Shot), ("melee", ClashKind::Melee), ("rout", ClashKind::Rout)];

/// Turns on the spot.
pub const FACINGS: &[(&str, Facing)] =
    &[("kept", Facing::Kept), ("right", Facing::Right), ("about", Facing::About), ("left", Facing::Left)];

/// A whole number, not negative.
#[derive(Clone, Copy)]
pub struct Number;

impl<N: TryFrom<u64> + Into<u64> + Copy> Code<N> for Number {
    fn write(&self, _game: &Engagement, value: &N) -> Value {
        Value::from((*value).into())
    }

    fn read(&self, _game: &Engagement, data: &Value) -> Result<N, String> {
        data.as_u64().and_then(|number| N::try_from(number).ok()).ok_or_else(|| format!("expected a small whole number, found {data}"))
    }
}

/// A length in centimetres; the table measures in thousandths of them.
#[derive(Clone, Copy)]
pub struct Centimetres;

/// A number of data as a length, if it can be one.
fn length(data: &Value, unit: f64) -> Option<Length> {
    let scaled = (data.as_f64()? * unit).round();
    (scaled.abs() <= 1e8).then_some(scaled as Length)
}

impl Code<Point> for Centimetres {
    fn write(&self, _game: &Engagement, value: &Point) -> Value {
        Value::from(vec![f64::from(value.x) / 1_000.0, f64::from(value.y) / 1_000.0])
    }

    fn read(&self, _game: &Engagement, data: &Value) -> Result<Point, String> {
        let pair = data.as_array().filter(|pair| pair.len() == 2);
        let point = pair.and_then(|pair| Some(Point::new(length(&pair[0], 1_000.0)?, length(&pair[1], 1_000.0)?)));
        point.ok_or_else(|| format!("expected two numbers of centimetres, to the right of the table's centre and up, found {data}"))
    }
}

/// A heading in degrees clockwise from red's straight ahead, in quarters.
#[derive(Clone, Copy)]
pub struct Degrees;

impl Code<Heading> for Degrees {
    fn write(&self, _game: &Engagement, value: &Heading) -> Value {
        Value::from(f64::from(value.steps()) / 4.0)
    }

    fn read(&self, _game: &Engagement, data: &Value) -> Result<Heading, String> {
        let steps = length(data, 4.0).filter(|steps| (0..i32::from(crate::en_avant::geometry::CIRCLE)).contains(steps));
        steps.map(|steps| Heading::new(steps as u16)).ok_or_else(|| format!("expected degrees from 0 to 359.75, found {data}"))
    }
}

/// A whole number that may be below zero.
#[derive(Clone, Copy)]
pub struct Signed;

impl Code<i8> for Signed {
    fn write(&self, _game: &Engagement, value: &i8) -> Value {
        Value::from(*value)
    }

    fn read(&self, _game: &Engagement, data: &Value) -> Result<i8, String> {
        data.as_i64().and_then(|number| i8::try_from(number).ok()).ok_or_else(|| format!("expected a small whole number, found {data}"))
    }
}

/// Yes or no.
#[derive(Clone, Copy)]
pub struct Switch;

impl Code<bool> for Switch {
    fn write(&self, _game: &Engagement, value: &bool) -> Value {
        Value::from(*value)
    }

    fn read(&self, _game: &Engagement, data: &Value) -> Result<bool, String> {
        data.as_bool().ok_or_else(|| format!("expected true or false, found {data}"))
    }
}

/// A text of a data message, for values that only strings can name.
fn text(data: &Value) -> Result<&str, String> {
    data.as_str().ok_or_else(|| format!("expected a name, found {data}"))
}

/// One of some words.
pub struct Word<T: 'static>(pub &'static [(&'static str, T)]);

impl<T: Copy + PartialEq> Code<T> for Word<T> {
    fn write(&self, _game: &Engagement, value: &T) -> Value {
        let (name, _) = self.0.iter().find(|(_, it)| it == value).expect("every value of the type has a word");
        Value::from(*name)
    }

    fn read(&self, _game: &Engagement, data: &Value) -> Result<T, String> {
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

impl<N: TryFrom<u64> + Into<u64> + Copy> Code<N> for Words<N> {
    fn write(&self, _game: &Engagement, value: &N) -> Value {
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

    fn read(&self, _game: &Engagement, data: &Value) -> Result<N, String> {
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

/// A unit of the game, or null for none.
#[derive(Clone, Copy)]
pub struct UnitCode;

impl Code<UnitId> for UnitCode {
    fn write(&self, _game: &Engagement, value: &UnitId) -> Value {
        if *value == NO_UNIT { Value::Null } else { Value::from(unit_id(*value)) }
    }

    fn read(&self, game: &Engagement, data: &Value) -> Result<UnitId, String> {
        if data.is_null() { Ok(NO_UNIT) } else { game.unit_named(text(data)?).map_err(|error| error.0) }
    }
}

/// A unit that must be one: what an action names.
pub struct Sure<C>(pub C);

impl<T, C: Code<T>> Code<T> for Sure<C> {
    fn write(&self, game: &Engagement, value: &T) -> Value {
        self.0.write(game, value)
    }

    fn read(&self, game: &Engagement, data: &Value) -> Result<T, String> {
        if data.is_null() { Err("expected a name, found null".to_owned()) } else { self.0.read(game, data) }
    }
}

/// A value that may be missing, written as null.
pub struct Maybe<C>(pub C);

impl<T, C: Code<T>> Code<Option<T>> for Maybe<C> {
    fn write(&self, game: &Engagement, value: &Option<T>) -> Value {
        value.as_ref().map_or(Value::Null, |value| self.0.write(game, value))
    }

    fn read(&self, game: &Engagement, data: &Value) -> Result<Option<T>, String> {
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

impl<T: Copy + PartialEq, C: Code<T>, const N: usize> Code<[T; N]> for Places<T, C> {
    fn write(&self, game: &Engagement, value: &[T; N]) -> Value {
        let used = value.iter().rposition(|it| *it != self.usual).map_or(0, |last| last + 1);
        Value::Array(value[..used].iter().map(|it| self.code.write(game, it)).collect())
    }

    fn read(&self, game: &Engagement, data: &Value) -> Result<[T; N], String> {
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

impl<T: Copy, F: Fn(&mut Form, &mut T) -> Result<(), ShowError>> Code<T> for Object<T, F> {
    fn write(&self, game: &Engagement, value: &T) -> Value {
        let mut value = *value;
        Form::write(game, |form| (self.fields)(form, &mut value))
    }

    fn read(&self, game: &Engagement, data: &Value) -> Result<T, String> {
        let mut value = self.blank;
        Form::read(game, self.what, data, |form| (self.fields)(form, &mut value)).map_err(|error| error.0)?;
        Ok(value)
    }
}

/// How the game ended.
pub struct OutcomeCode;

impl Code<Outcome> for OutcomeCode {
    fn write(&self, _game: &Engagement, value: &Outcome) -> Value {
        serde_json::to_value(value).expect("an outcome is plain data")
    }

    fn read(&self, _game: &Engagement, data: &Value) -> Result<Outcome, String> {
        serde_json::from_value(data.clone()).map_err(|error| error.to_string())
    }
}
