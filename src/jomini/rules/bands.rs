//! Tables of rules files by the size of an army: its activations (T12) and its officers (JI-44).

use crate::data::{Accepts, Column, RuleValue};

/// A range of army sizes and its activations (J3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActivationBand {
    /// The smallest number of units.
    pub from: u16,
    /// The maximum number of units; `None` if there is no limit.
    pub to: Option<u16>,
    /// The activations in a player-turn.
    pub activations: u8,
    /// The units in one activation.
    pub units: u8,
}

impl ActivationBand {
    /// The values that a rules file accepts for a table of these.
    pub const ACCEPTS: Accepts = Accepts::Bands(&[
        Column { name: "activations", least: 1, most: 4 },
        Column { name: "units", least: 1, most: 12 },
    ]);
}

/// A range of army sizes and its default officers (JI-44).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfficersBand {
    /// The smallest number of units.
    pub from: u16,
    /// The maximum number of units; `None` if there is no limit.
    pub to: Option<u16>,
    /// Commanders-in-chief.
    pub cinc: u8,
    /// Sub-generals.
    pub subgenerals: u8,
    /// Senior officers.
    pub officers: u8,
}

impl OfficersBand {
    /// The values that a rules file accepts for a table of these.
    pub const ACCEPTS: Accepts = Accepts::Bands(&[
        Column { name: "cinc", least: 0, most: 1 },
        Column { name: "subgenerals", least: 0, most: 6 },
        Column { name: "officers", least: 0, most: 8 },
    ]);
}

/// The bounds of one row of a table by size.
fn read_bounds(row: &toml::Value) -> Option<(u16, Option<u16>)> {
    let bound = |value: &toml::Value| value.as_integer()?.try_into().ok();
    let to = match row.get("to") {
        Some(to) => Some(bound(to)?),
        None => None,
    };
    Some((bound(row.get("from")?)?, to))
}

impl RuleValue for Vec<ActivationBand> {
    fn read(value: &toml::Value) -> Option<Vec<ActivationBand>> {
        let band = |row: &toml::Value| {
            let (from, to) = read_bounds(row)?;
            let activations = u8::read(row.get("activations")?)?;
            Some(ActivationBand { from, to, activations, units: u8::read(row.get("units")?)? })
        };
        value.as_array()?.iter().map(band).collect()
    }
}

impl RuleValue for Vec<OfficersBand> {
    fn read(value: &toml::Value) -> Option<Vec<OfficersBand>> {
        let band = |row: &toml::Value| {
            let (from, to) = read_bounds(row)?;
            let number = |name: &str| u8::read(row.get(name)?);
            let (cinc, subgenerals) = (number("cinc")?, number("subgenerals")?);
            Some(OfficersBand { from, to, cinc, subgenerals, officers: number("officers")? })
        };
        value.as_array()?.iter().map(band).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jomini::rules::Rules;

    #[test]
    fn the_last_band_has_no_upper_bound() {
        let rules = Rules::published();
        let last = ActivationBand { from: 16, to: None, activations: 2, units: 3 };
        assert_eq!(rules.activation_table.last(), Some(&last));
        let first = OfficersBand { from: 0, to: Some(9), cinc: 1, subgenerals: 1, officers: 1 };
        assert_eq!(rules.officers_default.first(), Some(&first));
    }
}
