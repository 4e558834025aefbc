//! The path of a move as data: a list of its parts, lengths in centimetres, turns in degrees.

use crate::data::Exactly;
use crate::en_avant::state::action::Segment;
use crate::en_avant::table::geometry::CIRCLE;
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One part of a move: an object with one key.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SegmentForm {
    Advance(Centimetres<u16>),
    Wheel(Quarters),
    Slide(Pair<u16, i16>),
    Lateral(Centimetres<i16>),
    Back(Centimetres<u16>),
    About(Yes),
    Shift(Pair<i16, i16>),
    Turn(Quarters),
    Cross(Yes),
}

/// A length of a part of a move: centimetres, in tenths of a millimetre.
#[derive(Clone, Copy, Debug)]
pub struct Centimetres<T>(T);

impl<T: Copy + Into<i32>> Serialize for Centimetres<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tenths: i32 = self.0.into();
        serializer.serialize_f64(f64::from(tenths) / 100.0)
    }
}

/// A length in tenths of a millimetre from centimetres, if it can be one.
fn tenths<T: TryFrom<i64>, E: Error>(number: f64) -> Result<T, E> {
    let scaled = (number * 100.0).round();
    let length = if scaled.abs() <= 65_535.0 { T::try_from(scaled as i64).ok() } else { None };
    length.ok_or_else(|| E::invalid_value(Unexpected::Float(number), &"centimetres that a unit can move"))
}

impl<'de, T: TryFrom<i64>> Deserialize<'de> for Centimetres<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Centimetres<T>, D::Error> {
        tenths(f64::deserialize(deserializer)?).map(Centimetres)
    }
}

/// Two lengths of a part of a move: forward, and to the right.
#[derive(Clone, Copy, Debug)]
pub struct Pair<T, U>(T, U);

impl<T: Copy + Into<i32>, U: Copy + Into<i32>> Serialize for Pair<T, U> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (Centimetres(self.0), Centimetres(self.1)).serialize(serializer)
    }
}

impl<'de, T: TryFrom<i64>, U: TryFrom<i64>> Deserialize<'de> for Pair<T, U> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pair<T, U>, D::Error> {
        let Exactly([forward, right]) = Exactly::<f64, 2>::deserialize(deserializer)?;
        Ok(Pair(tenths(forward)?, tenths(right)?))
    }
}

/// A turn of a part of a move: degrees clockwise, in quarters.
#[derive(Clone, Copy, Debug)]
pub struct Quarters(i16);

impl Serialize for Quarters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0) / 4.0)
    }
}

impl<'de> Deserialize<'de> for Quarters {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Quarters, D::Error> {
        let number = f64::deserialize(deserializer)?;
        let steps = (number * 4.0).round();
        let beyond =
            || D::Error::invalid_value(Unexpected::Float(number), &"degrees of a turn, at most 360 either way");
        if steps.abs() <= f64::from(CIRCLE) { Ok(Quarters(steps as i16)) } else { Err(beyond()) }
    }
}

/// The word true: a part of a move without a number.
#[derive(Clone, Copy, Debug)]
pub struct Yes;

impl Serialize for Yes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(true)
    }
}

impl<'de> Deserialize<'de> for Yes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Yes, D::Error> {
        let on = bool::deserialize(deserializer)?;
        if on { Ok(Yes) } else { Err(D::Error::invalid_value(Unexpected::Bool(on), &"true")) }
    }
}

impl SegmentForm {
    /// The form of a segment; `None` for [`Segment::None`].
    pub fn of(segment: Segment) -> Option<SegmentForm> {
        Some(match segment {
            Segment::None => return None,
            Segment::Advance(length) => SegmentForm::Advance(Centimetres(length)),
            Segment::Wheel(turn) => SegmentForm::Wheel(Quarters(turn)),
            Segment::Slide(forward, right) => SegmentForm::Slide(Pair(forward, right)),
            Segment::Lateral(right) => SegmentForm::Lateral(Centimetres(right)),
            Segment::Back(length) => SegmentForm::Back(Centimetres(length)),
            Segment::About => SegmentForm::About(Yes),
            Segment::Shift(forward, right) => SegmentForm::Shift(Pair(forward, right)),
            Segment::Turn(turn) => SegmentForm::Turn(Quarters(turn)),
            Segment::Cross => SegmentForm::Cross(Yes),
        })
    }
}

impl From<SegmentForm> for Segment {
    fn from(form: SegmentForm) -> Segment {
        match form {
            SegmentForm::Advance(length) => Segment::Advance(length.0),
            SegmentForm::Wheel(turn) => Segment::Wheel(turn.0),
            SegmentForm::Slide(Pair(forward, right)) => Segment::Slide(forward, right),
            SegmentForm::Lateral(right) => Segment::Lateral(right.0),
            SegmentForm::Back(length) => Segment::Back(length.0),
            SegmentForm::About(Yes) => Segment::About,
            SegmentForm::Shift(Pair(forward, right)) => Segment::Shift(forward, right),
            SegmentForm::Turn(turn) => Segment::Turn(turn.0),
            SegmentForm::Cross(Yes) => Segment::Cross,
        }
    }
}
