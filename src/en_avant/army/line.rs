//! A line of an army list: bases of one troop, their cost, and the units into which they are divided (E2.37, E13.18,
//! EI-8).

use super::regiment;
use super::troop::{Arm, Troop};
use crate::en_avant::rules::Rules;

/// Bases of one troop: a line of an army list (E13.18).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyLine {
    /// The name of the bases.
    pub name: String,
    /// The troop of the bases.
    pub troop: Troop,
    /// The number of bases that the list states.
    pub bases: u8,
    /// The bases of each unit, where the file divides them (E2.37).
    pub units: Vec<u8>,
    /// Whether they are cavalry that can dismount (E14.27).
    pub dismounts: bool,
    /// The sort of unit of their budget (E13.21), if any.
    pub budget: Option<regiment::Regiment>,
}

impl ArmyLine {
    /// Points of one of its bases.
    pub fn points(&self, rules: &Rules) -> u8 {
        self.budget.as_ref().map_or_else(|| self.troop.points(rules), |regiment| regiment.points(rules))
    }

    /// The troop under these rules.
    pub(in crate::en_avant) fn troop(&self, rules: &Rules) -> Troop {
        self.budget.as_ref().map_or(self.troop, |regiment| regiment.troop(rules))
    }

    /// The number of its elements: bases, or units of table T9.
    pub fn elements(&self) -> u32 {
        if self.budget.is_some() { self.units.len() as u32 } else { self.bases.into() }
    }

    /// The number of bases that it puts on the table: a unit of table T9 has those of the rules, and a multiplied list
    /// has more (E13.16, E14.10, E14.11, E14.12).
    pub fn fielded(&self, rules: &Rules) -> u32 {
        self.partition(rules).into_iter().map(u32::from).sum()
    }

    /// The bases of each of its units (E2.37, EI-8): as the file divides them; otherwise one unit, or as few equal
    /// parts as the rules allow. A multiplied list has as many times the units.
    pub(in crate::en_avant) fn partition(&self, rules: &Rules) -> Vec<u8> {
        let times = u16::from(rules.list_multiplier);
        if let Some(regiment) = &self.budget {
            return vec![regiment.bases(rules); self.units.len() * usize::from(times)];
        }
        if !self.units.is_empty() {
            return (0..times).flat_map(|_| self.units.clone()).collect();
        }
        let bases = u16::from(self.bases) * times;
        let most = match self.troop.arm {
            // A battery or an elephant is a unit by itself.
            Arm::Artillery | Arm::Elephant => 1,
            _ => u16::from(rules.default_unit_max_bases),
        };
        let parts = bases.div_ceil(most);
        (0..parts).map(|part| (bases / parts + u16::from(part < bases % parts)) as u8).collect()
    }
}
