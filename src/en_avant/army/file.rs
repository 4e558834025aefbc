//! The contents of an army file as it is read: the list, its lines, options, and the parts kept or taken of another
//! list. Faults of a single line are found here.

use super::dba;
use super::line::ArmyLine;
use super::regiment::{Nation, RegimentLine};
use super::troop::{Arm, Period, Troop, Weight};
use crate::en_avant::rules::{Quality, Weapon};
use serde::Deserialize;

/// A whole army file.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArmyFile {
    /// Another list, whose lines and options this one takes over; it may extend a further one.
    pub extends: Option<String>,
    pub name: Option<String>,
    pub period: Option<Period>,
    pub theatre: Option<String>,
    pub nation: Option<Nation>,
    #[serde(default)]
    pub opponents: Vec<String>,
    pub combativity: Option<u8>,
    pub points: Option<u32>,
    pub budget: Option<u32>,
    #[serde(default)]
    pub take: Vec<String>,
    /// How many times the list is taken (E13.16).
    pub times: Option<u8>,
    /// The part of the list that is kept where the rest of the army is free (E13.17).
    #[serde(default)]
    pub keep: Vec<Removal>,
    #[serde(default)]
    pub troop: Vec<TroopLine>,
    #[serde(default)]
    pub regiment: Vec<RegimentLine>,
    #[serde(default)]
    pub option: Vec<OptionFile>,
}

/// A line of troops.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TroopLine {
    pub name: String,
    pub arm: Arm,
    pub quality: Option<Quality>,
    #[serde(default = "standard")]
    pub weight: Weight,
    pub weapon: Option<Weapon>,
    pub dba: Option<dba::Element>,
    #[serde(default)]
    pub multirank: bool,
    pub bases: u8,
    #[serde(default)]
    pub units: Vec<u8>,
}

/// An option of a list (E13.19).
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OptionFile {
    pub name: String,
    pub points: Option<u32>,
    #[serde(default)]
    pub excludes: Vec<String>,
    #[serde(default)]
    pub remove: Vec<Removal>,
    #[serde(default)]
    pub add: Vec<TroopLine>,
}

/// Bases of a line: taken away by an option, or kept where the rest is free.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Removal {
    pub name: String,
    pub bases: u8,
}

fn standard() -> Weight {
    Weight::Standard
}

impl TroopLine {
    /// Faults of the line by itself: the key and the message.
    pub(super) fn faults(&self) -> Vec<(&'static str, String)> {
        let mut faults = Vec::new();
        if self.bases == 0 {
            faults.push(("bases", "a line stands for at least one base".to_owned()));
        }
        match (self.arm, self.quality) {
            (Arm::Elephant, Some(_)) => faults.push(("quality", "elephants have no quality (EI-106)".to_owned())),
            (Arm::Elephant, None) => {}
            (_, None) => {
                faults.push(("quality", "every base has a quality: inferior, normal or superior (E2.3)".to_owned()))
            }
            _ => {}
        }
        if self.arm == Arm::Artillery && self.weapon.is_none() {
            faults.push(("weapon", "artillery has no use but to shoot (E2.9)".to_owned()));
        }
        if let Some(fault) = self.weapon.and_then(|weapon| self.weapon_fault(weapon)) {
            faults.push(("weapon", fault));
        }
        if self.arm == Arm::Elephant && self.weight != Weight::Standard {
            faults.push(("weight", "elephants are neither light nor heavy (EI-106)".to_owned()));
        }
        if !self.units.is_empty()
            && self.units.iter().map(|bases| u32::from(*bases)).sum::<u32>() != u32::from(self.bases)
        {
            faults.push(("units", format!("the units do not have {} bases together", self.bases)));
        }
        if self.dba.is_some_and(|it| !it.becomes(self.arm, self.quality, self.weight, self.weapon)) {
            faults.push(("dba", "this element becomes another troop (E14.34)".to_owned()));
        }
        if self.units.contains(&0) {
            faults.push(("units", "a unit has at least one base (E2.28)".to_owned()));
        }
        faults
    }

    /// Why its bases do not have this weapon: cost follows from arm and quality, range and dice from the weapon.
    fn weapon_fault(&self, weapon: Weapon) -> Option<String> {
        let name = weapon.name().replace('_', " ");
        let is_artillery = self.arm == Arm::Artillery;
        if weapon.is_of_artillery() && !is_artillery {
            return Some(format!("only artillery has a weapon such as {name} (table T4)"));
        }
        if is_artillery && !weapon.is_of_artillery() && weapon != Weapon::MachineGun {
            return Some(format!("artillery has guns or engines, not a weapon such as {name} (E2.9, table T4)"));
        }
        let (quality, heavy) = weapon.of_quality()?;
        let fits = self.quality.is_none_or(|it| it == quality) && heavy == (self.weight == Weight::Heavy);
        let which = if heavy { "heavy" } else { "not heavy" };
        (!fits).then(|| format!("{name} is the weapon of {} artillery, {which} (E2.3, table T4)", quality.name()))
    }

    pub(super) fn line(&self, period: Period) -> ArmyLine {
        let troop = Troop {
            arm: self.arm,
            // Elephants have no quality; a line without quality must favour neither side.
            quality: self.quality.unwrap_or(Quality::Normal),
            weight: self.weight,
            weapon: self.weapon,
            horse: false,
            multirank: self.multirank,
        };
        let dismounts = period == Period::CivilWar && self.arm == Arm::Cavalry;
        ArmyLine {
            name: self.name.clone(),
            troop,
            bases: self.bases,
            units: self.units.clone(),
            dismounts,
            budget: None,
        }
    }
}
