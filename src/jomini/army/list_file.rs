//! The form of an army file, and how it is laid over those that it extends.

use super::letters::{Letter, Morale, OrderLetter, Training};
use super::officer::{OfficerLetter, RankName};
use super::own_types::{TypeFile, Types};
use super::transport::Carrier;
use crate::data::{DataError, Fault, Reading, Source};
use serde::Deserialize;

/// An army file. Keys that a line needs have a default too, so that the rest of the line is checked without them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArmyFile {
    /// Another list, whose nation and types this one takes over; its units and officers too if it has no units. That
    /// list may extend a further one.
    pub extends: Option<String>,
    pub nation: Option<String>,
    #[serde(default, rename = "type")]
    pub types: Vec<TypeFile>,
    #[serde(default)]
    pub unit: Vec<UnitLine>,
    #[serde(default)]
    pub officer: Vec<OfficerLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitLine {
    #[serde(default)]
    pub name: String,
    #[serde(default, rename = "type")]
    pub kind: String,
    pub training: Option<Training>,
    pub morale: Option<Morale>,
    #[serde(default)]
    pub letters: Vec<Letter>,
    #[serde(default)]
    pub orders: Vec<OrderLetter>,
    pub western: Option<bool>,
    pub carried_by: Option<Carrier>,
    #[serde(default)]
    pub carronade: bool,
    pub contingent: Option<String>,
    #[serde(default = "one")]
    pub count: u8,
    #[serde(default)]
    pub source: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OfficerLine {
    #[serde(default)]
    pub name: String,
    pub rank: Option<RankName>,
    pub contingent: Option<String>,
    pub command_level: Option<u8>,
    #[serde(default)]
    pub letters: Vec<OfficerLetter>,
}

fn one() -> u8 {
    1
}

impl ArmyFile {
    /// Reads what can be read of a file, and finds the keys that its lines lack.
    pub fn read<'a>(source: &'a Source, faults: &mut Vec<Fault>) -> Result<(ArmyFile, Reading<'a>), DataError> {
        let (file, reading) = source.read_in_part::<ArmyFile>()?;
        for (list, keys) in [("type", &["name"][..]), ("unit", &["name", "type"]), ("officer", &["name", "rank"])] {
            faults.extend(reading.missing(list, keys));
        }
        Ok((file, reading))
    }
}

/// The lines of a list together with those that it takes over.
pub(super) struct Layer {
    pub nation: Option<String>,
    pub types: Types,
    pub unit: Vec<UnitLine>,
    pub officer: Vec<OfficerLine>,
}

impl Layer {
    /// A file without base, or laid over its base.
    pub fn over(file: ArmyFile, types: Types, base: Option<Layer>) -> Layer {
        let ArmyFile { nation, mut unit, mut officer, .. } = file;
        let Some(base) = base else { return Layer { nation, types, unit, officer } };
        if unit.is_empty() {
            unit = base.unit;
            if officer.is_empty() {
                officer = base.officer;
            }
        }
        Layer { nation: nation.or(base.nation), types: types.over(base.types), unit, officer }
    }

    /// Files that extend each other, base first; none for no files.
    ///
    /// # Errors
    /// The faults of the first file at fault, except those of its units and officers.
    pub fn of(files: &[Source]) -> Result<Option<Layer>, DataError> {
        let mut layer = None;
        for source in files {
            let mut faults = Vec::new();
            let (mut file, reading) = ArmyFile::read(source, &mut faults)?;
            let types = Types::of(std::mem::take(&mut file.types), &reading, &mut faults);
            if !faults.is_empty() || !reading.is_whole() {
                return Err(reading.error(faults));
            }
            layer = Some(Layer::over(file, types, layer));
        }
        Ok(layer)
    }
}
