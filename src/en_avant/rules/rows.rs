//! Numbers in rows of rules files: lengths by the size of the figures (E2.17), changes of dice by the quality of troops
//! (E2.3).

use crate::data::schema::rule_choice;
use crate::data::{Accepts, RuleValue};

rule_choice! {
    /// The size of the figures of both armies, and thus of bases and rulers (E2.17, E2.22). Others have no sizes in the
    /// text (EI-10).
    pub enum FigureScale {
        /// 15 mm.
        Fifteen = "15",
        /// 20 mm.
        Twenty = "20",
        /// 25 to 28 mm.
        TwentyFive = "25",
    }
}

rule_choice! {
    /// The quality of troops (E2.3).
    pub enum Quality {
        /// Inferior.
        Inferior = "inferior",
        /// Normal.
        Normal = "normal",
        /// Superior.
        Superior = "superior",
    }
}

/// A length in tenths of a millimetre for each size of figures (E2.17).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByScale([u16; 3]);

impl ByScale {
    /// The values that a rules file accepts. Lengths of half a millimetre and less would be lost in rounding.
    pub const ACCEPTS: Accepts = Accepts::Row { names: FigureScale::NAMES, least: 10, most: 6_000 };

    /// The length for one size, in tenths of a millimetre.
    pub fn of(&self, scale: FigureScale) -> u16 {
        self.0[scale as usize]
    }
}

impl RuleValue for ByScale {
    fn read(value: &toml::Value) -> Option<ByScale> {
        let mut lengths = [0; 3];
        for (name, length) in FigureScale::NAMES.iter().zip(&mut lengths) {
            *length = value.get(name)?.as_integer()?.try_into().ok()?;
        }
        Some(ByScale(lengths))
    }
}

/// A number for each quality.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByQuality([i8; 3]);

impl ByQuality {
    /// The values that a rules file accepts.
    pub const ACCEPTS: Accepts = Accepts::Row { names: Quality::NAMES, least: -3, most: 3 };

    /// The number of one quality.
    pub fn of(&self, quality: Quality) -> i8 {
        self.0[quality as usize]
    }
}

impl RuleValue for ByQuality {
    fn read(value: &toml::Value) -> Option<ByQuality> {
        let mut numbers = [0; 3];
        for (name, number) in Quality::NAMES.iter().zip(&mut numbers) {
            *number = i8::read(value.get(name)?)?;
        }
        Some(ByQuality(numbers))
    }
}
