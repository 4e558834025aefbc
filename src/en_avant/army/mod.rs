//! Army lists: the lines of a file with the options that are taken, and the units that they make.
//!
//! Rules E1.12, E2.31, E2.32, E2.37, E13.11, E13.13, E13.14, E13.15, E13.16, E13.17, E13.18, E13.19, E13.20, E13.21
//! with EI-7, EI-8, EI-31, EI-97, EI-98, EI-99, EI-100. The contents of a file are defined in `file.rs` and checked in
//! `read.rs`, changes to a list in `amend.rs`, units of later periods in `regiment.rs`; points follow from the rules
//! (`troop.rs`). The points that a file states are those of the rules as published.
//!
//! | file | covers |
//! |---|---|
//! | `troop` | the description of a base, its profile and points: E2, E13 |
//! | `mod`, `file`, `line`, `read`, `amend` | army lists, their checks and their options: E13 |
//! | `force` | an army ready to be set up: E1, E2 |
//! | `dba`, `regiment` | elements of DBA, units of later periods: E13 |
//! | `cost` | costs of single troops |

mod amend;
pub mod cost;
mod dba;
mod file;
mod force;
mod line;
mod read;
pub(super) mod regiment;
pub mod troop;

pub use self::force::{Force, Muster, UNITS_A_SIDE};
pub use self::line::ArmyLine;

use self::cost::line_cost;
use self::troop::Period;
use crate::data::message::count;
use crate::data::{PathStep, differs};
use crate::en_avant::rules::Rules;

/// Maximum number of bases of one unit.
pub const MOST_BASES: u8 = 24;

/// An army list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Army {
    /// Its short name: the name of the file.
    pub name: String,
    /// Its full name.
    pub title: String,
    /// Its period (E13.13).
    pub period: Period,
    /// The side of an army of the Civil War (E14.21).
    pub nation: Option<regiment::Nation>,
    /// Its theatre (E13.20).
    pub theatre: String,
    /// The lists of its historical opponents (E13.20, table T12).
    pub opponents: Vec<String>,
    /// Its combativity at the start, if it states one (E13.15).
    pub combativity: Option<u8>,
    /// Its lines, with the options that are taken.
    pub lines: Vec<ArmyLine>,
    /// The options that are taken.
    pub taken: Vec<String>,
    /// How many times its list is taken, where half of it follows that list and the rest is free (E13.16, E13.17).
    pub half_free_of: Option<u8>,
    /// All options that the list has.
    pub options: Vec<String>,
    /// The maximum number of points that it may cost, if it states one (E13.11).
    pub budget: Option<u32>,
    /// How it differs from the list that it extends.
    pub changes: Option<String>,
}

/// The path to a key of an entry of a list.
pub(super) fn entry(list: &str, index: usize, key: &str) -> Vec<PathStep> {
    vec![PathStep::key(list), PathStep::Index(index), PathStep::key(key)]
}

impl Army {
    /// How the lines of a list differ from those of another.
    fn changes_from(&self, base: &Army) -> String {
        let [own, below] = [self, base].map(|army| army.lines.iter().map(|it| (it.name.as_str(), i64::from(it.bases))));
        differs::in_numbers(&base.name, "no base", own, below)
    }

    /// The remarks that `check` prints about the army.
    ///
    /// # Errors
    /// If these rules refuse the army, but for a free half, which is remarked.
    pub fn remarks(&self, rules: &Rules) -> Result<Vec<String>, String> {
        let rules = &Rules { free_half_army: true, ..rules.clone() };
        let units = self.force(rules)?.units.len();
        let budget = self.budget.map_or(String::new(), |budget| format!(" of a budget of {budget}"));
        let mut remarks = vec![format!(
            "{} points{budget}: {} in {}, {}",
            self.points(rules),
            count(self.bases(rules), "base"),
            count(units, "unit"),
            self.period.name().replace('_', " ")
        )];
        remarks.extend(self.changes.clone());
        if self.half_free_of.is_some() {
            remarks.push("half of it is free: only for rules with free_half_army".to_owned());
        }
        if !self.options.is_empty() {
            remarks.push(format!("options: {}", self.options.join(", ")));
        }
        Ok(remarks)
    }

    /// The points of its bases on the table under the given rules (E13.10), rounded up.
    pub fn points(&self, rules: &Rules) -> u32 {
        self.lines.iter().map(|line| line_cost(line, rules)).sum::<u32>().div_ceil(100)
    }

    /// Its bases on the table under the given rules (E1.12).
    pub fn bases(&self, rules: &Rules) -> u32 {
        self.lines.iter().map(|line| line.fielded(rules)).sum()
    }

    /// Whether two lists name each other as historical opponents (E13.20, EI-101).
    pub fn is_historical_opponent(&self, other: &Army) -> bool {
        let root = |army: &Army| army.theatre.clone();
        root(self) == root(other) && self.names(other) && other.names(self)
    }

    /// Whether it names another list, or the list that it extends, as an opponent.
    fn names(&self, other: &Army) -> bool {
        self.opponents.iter().any(|opponent| other.name == *opponent || other.name.starts_with(&format!("{opponent}-")))
    }

    /// The army ready to be set up (E2.32, E2.36, E2.37, E13.16, EI-8).
    ///
    /// # Errors
    /// Returns an error if it has more units than a side can have, or units that are too large.
    pub fn force(&self, rules: &Rules) -> Result<Force, String> {
        let mut units = Vec::new();
        for line in &self.lines {
            let parts = line.partition(rules);
            for (index, bases) in parts.iter().enumerate() {
                let name = if parts.len() == 1 { line.name.clone() } else { format!("{} {}", line.name, index + 1) };
                if *bases > MOST_BASES {
                    return Err(format!("{name} has {bases} bases; a unit has at most {MOST_BASES}"));
                }
                let points = line.budget.is_some().then(|| line.points(rules));
                units.push(Muster { name, troop: line.troop(rules), bases: *bases, dismounts: line.dismounts, points });
            }
        }
        if let Some(times) = self.half_free_of {
            let points = self.points(rules);
            if !rules.free_half_army {
                return Err(
                    "half of this army is free, which these rules do not allow (free_half_army, E13.17)".to_owned()
                );
            }
            // The limit is that of the list, which may be taken several times (E13.16).
            let most = u32::from(rules.list_points) * u32::from(rules.list_multiplier) * u32::from(times);
            if points > most {
                return Err(format!("{points} points; an army of which half is free has at most {most} (E13.17)"));
            }
        }
        if units.len() > UNITS_A_SIDE {
            return Err(format!("{} units; a side has at most {UNITS_A_SIDE}", units.len()));
        }
        let combativity = self.combativity.unwrap_or(rules.combativity_start);
        Ok(Force { name: self.name.clone(), period: self.period, combativity, units })
    }
}

#[cfg(test)]
mod tests;
