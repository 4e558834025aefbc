//! How single values are written that only this rulebook has: lengths, headings, the names of units, and the words of its states. The others are those of `game::form`.

use super::unit_id;
use crate::en_avant::Engagement;
use crate::en_avant::action::Facing;
use crate::en_avant::geometry::{Heading, Length, Point};
use crate::en_avant::state::{ClashKind, NO_UNIT, UnitId, status};
use crate::game::Side;
use crate::game::form::{Code, text};
pub use crate::game::form::{Maybe, Number, Object, OutcomeCode, Places, Sure, Switch, Word, Words, unknown_word};
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

/// A length in centimetres; the table measures in thousandths of them.
#[derive(Clone, Copy)]
pub struct Centimetres;

/// A number of data as a length, if it can be one.
fn length(data: &Value, unit: f64) -> Option<Length> {
    let scaled = (data.as_f64()? * unit).round();
    (scaled.abs() <= 1e8).then_some(scaled as Length)
}

impl Code<Engagement, Point> for Centimetres {
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

impl Code<Engagement, Heading> for Degrees {
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

impl Code<Engagement, i8> for Signed {
    fn write(&self, _game: &Engagement, value: &i8) -> Value {
        Value::from(*value)
    }

    fn read(&self, _game: &Engagement, data: &Value) -> Result<i8, String> {
        data.as_i64().and_then(|number| i8::try_from(number).ok()).ok_or_else(|| format!("expected a small whole number, found {data}"))
    }
}

/// A unit of the game, or null for none.
#[derive(Clone, Copy)]
pub struct UnitCode;

impl Code<Engagement, UnitId> for UnitCode {
    fn write(&self, _game: &Engagement, value: &UnitId) -> Value {
        if *value == NO_UNIT { Value::Null } else { Value::from(unit_id(*value)) }
    }

    fn read(&self, game: &Engagement, data: &Value) -> Result<UnitId, String> {
        if data.is_null() { Ok(NO_UNIT) } else { game.unit_named(text(data)?).map_err(|error| error.0) }
    }
}
