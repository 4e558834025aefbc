//! What the cells of a table can hold, each with its format.

use super::{Columns, Field};
use crate::game::Side;
use crate::report::format::{fixed, p_value};
use crate::stats::Estimate;
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// What the cells of a column hold, where they are not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A text.
    Text,
    /// A number.
    Number,
    /// `true` or `false`.
    Truth,
}

/// Text. What a spreadsheet would take for a formula is prefixed with an apostrophe, as the Open Worldwide Application
/// Security Project advises ("CSV injection"); negative numbers are left alone.
#[derive(Clone, Debug, Default)]
pub struct Text<'a>(Cow<'a, str>);

/// A cell with this text.
pub fn text<'a>(text: impl Into<Cow<'a, str>>) -> Text<'a> {
    Text(text.into())
}

/// The first characters by which a spreadsheet recognises a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

impl Serialize for Text<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.starts_with(FORMULA) && self.0.parse::<f64>().is_err() {
            serializer.serialize_str(&format!("'{}", self.0))
        } else {
            serializer.serialize_str(&self.0)
        }
    }
}

/// A number with this many decimals.
#[derive(Clone, Copy, Debug, Default)]
pub struct Decimal<const DECIMALS: usize>(pub f64);

/// A rate, or another share of 1.
pub type Share = Decimal<6>;
/// A difference in Elo points.
pub type Elo = Decimal<1>;

impl<const DECIMALS: usize> Serialize for Decimal<DECIMALS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&fixed(self.0, DECIMALS))
    }
}

/// A p-value with the digits worth showing.
#[derive(Clone, Copy, Debug, Default)]
pub struct PValue(pub f64);

impl Serialize for PValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&p_value(self.0))
    }
}

/// A number with all its digits and an exponent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scientific(pub f64);

impl Serialize for Scientific {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{:e}", self.0))
    }
}

/// Both ends of an interval: the columns `…_low` and `…_high`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds<const DECIMALS: usize>(pub Option<Estimate>);

impl<const DECIMALS: usize> Serialize for Bounds<DECIMALS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [low, high] = [self.0.map(|it| it.low), self.0.map(|it| it.high)];
        (low.map(Decimal::<DECIMALS>), high.map(Decimal::<DECIMALS>)).serialize(serializer)
    }
}

/// An estimate and its interval: `…`, `…_low` and `…_high`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Interval<const DECIMALS: usize>(pub Option<Estimate>);

impl<const DECIMALS: usize> Serialize for Interval<DECIMALS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.0.map(|it| Decimal::<DECIMALS>(it.point)), Bounds::<DECIMALS>(self.0)).serialize(serializer)
    }
}

/// An estimate that may lack an interval: the same columns.
#[derive(Clone, Copy, Debug, Default)]
pub struct PointAndBounds<const DECIMALS: usize> {
    /// The estimate.
    pub point: Option<f64>,
    /// Its interval.
    pub interval: Option<Estimate>,
}

impl<const DECIMALS: usize> Serialize for PointAndBounds<DECIMALS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.point.map(Decimal::<DECIMALS>), Bounds::<DECIMALS>(self.interval)).serialize(serializer)
    }
}

/// An estimate, its interval, and `…_half_width`, which the screen shows after ±.
#[derive(Clone, Copy, Debug, Default)]
pub struct IntervalAndHalfWidth<const DECIMALS: usize>(pub Option<Estimate>);

impl<const DECIMALS: usize> Serialize for IntervalAndHalfWidth<DECIMALS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let IntervalAndHalfWidth(interval) = *self;
        PointBoundsAndHalfWidth::<DECIMALS> { point: interval.map(|it| it.point), interval }.serialize(serializer)
    }
}

/// The same of an estimate that may lack an interval.
#[derive(Clone, Copy, Debug, Default)]
pub struct PointBoundsAndHalfWidth<const DECIMALS: usize> {
    /// The estimate.
    pub point: Option<f64>,
    /// Its interval.
    pub interval: Option<Estimate>,
}

impl<const DECIMALS: usize> Serialize for PointBoundsAndHalfWidth<DECIMALS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let PointBoundsAndHalfWidth { point, interval } = *self;
        let half_width = interval.map(|it| Decimal::<DECIMALS>(it.half_width()));
        (PointAndBounds::<DECIMALS> { point, interval }, half_width).serialize(serializer)
    }
}

/// The columns of a field whose names are its own followed by these endings.
fn with_endings(name: &str, endings: &[&str], meaning: &'static str, cell: Cell) -> Vec<Field> {
    let names = endings.iter().map(|ending| format!("{name}{ending}")).collect();
    vec![Field { names, meaning, cell }]
}

macro_rules! cells {
    ($cell:ident: $($type:ty),+) => {
        $(impl Columns for $type {
            fn columns(name: &'static str, meaning: &'static str) -> Vec<Field> {
                with_endings(name, &[""], meaning, Cell::$cell)
            }
        })+
    };
}

cells!(Truth: bool);
cells!(Text: Side, Text<'_>);
cells!(Number: u8, u32, u64, usize, PValue, Scientific);

impl<const DECIMALS: usize> Columns for Decimal<DECIMALS> {
    fn columns(name: &'static str, meaning: &'static str) -> Vec<Field> {
        with_endings(name, &[""], meaning, Cell::Number)
    }
}

/// `None` is an empty cell.
impl<T: Columns> Columns for Option<T> {
    fn columns(name: &'static str, meaning: &'static str) -> Vec<Field> {
        let fields = T::columns(name, meaning);
        assert!(fields.iter().map(|field| field.names.len()).sum::<usize>() == 1, "{name}: `None` is a single cell");
        fields
    }
}

impl<const DECIMALS: usize> Columns for Bounds<DECIMALS> {
    fn columns(name: &'static str, meaning: &'static str) -> Vec<Field> {
        with_endings(name, &["_low", "_high"], meaning, Cell::Number)
    }
}

impl<const DECIMALS: usize> Columns for Interval<DECIMALS> {
    fn columns(name: &'static str, meaning: &'static str) -> Vec<Field> {
        with_endings(name, &["", "_low", "_high"], meaning, Cell::Number)
    }
}

impl<const DECIMALS: usize> Columns for PointAndBounds<DECIMALS> {
    fn columns(name: &'static str, meaning: &'static str) -> Vec<Field> {
        Interval::<DECIMALS>::columns(name, meaning)
    }
}

impl<const DECIMALS: usize> Columns for IntervalAndHalfWidth<DECIMALS> {
    fn columns(name: &'static str, meaning: &'static str) -> Vec<Field> {
        with_endings(name, &["", "_low", "_high", "_half_width"], meaning, Cell::Number)
    }
}

impl<const DECIMALS: usize> Columns for PointBoundsAndHalfWidth<DECIMALS> {
    fn columns(name: &'static str, meaning: &'static str) -> Vec<Field> {
        IntervalAndHalfWidth::<DECIMALS>::columns(name, meaning)
    }
}
