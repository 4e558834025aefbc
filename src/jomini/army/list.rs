//! Army lists: the lines of a file, and the units and officers of the army.
//!
//! Rules J1.12, J2.1, JA2.9, JA3.53 with JI-44, JI-55. Files are read in `read_list.rs`; profiles and costs are
//! computed once the rules are known (`card.rs`, `officer.rs`, `setup/preparation.rs`).

use super::card::UnitCard;
use super::cost::name_of;
use super::officer::OfficerCard;
use crate::data::{PathStep, differs};

/// The maximum number of units of one side.
pub const MOST_UNITS: usize = 24;
/// The maximum number of officers of one side.
pub const MOST_OFFICERS: usize = 8;

/// A line of an army list: a number of identical units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyLine {
    /// The card of each of them; its name is not numbered yet.
    pub card: UnitCard,
    /// The number of units.
    pub count: u8,
    /// Whether the line is one of the rulebook's example units; otherwise its training and morale were chosen for this
    /// program.
    pub from_source: bool,
}

/// An army list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Army {
    /// Its short name: that of the file.
    pub name: String,
    /// Its nation.
    pub nation: String,
    /// Its lines; none if the file only defines types for the lists that extend it.
    pub lines: Vec<ArmyLine>,
    /// Its officers; if empty, the army gets the default officers for its size (JI-44).
    pub officers: Vec<OfficerCard>,
    /// The names of its contingents; number 1 is the first (JA2.9).
    pub contingents: Vec<String>,
    /// What types of its own and of the lists that it extends are like, where these state only their class.
    pub usual_types: Vec<String>,
    /// How its units differ from those of the list that it extends, if that has any.
    pub changes: Option<String>,
}

/// The path of a key of an entry of a list.
pub(in crate::jomini) fn entry(list: &str, index: usize, key: &str) -> Vec<PathStep> {
    vec![PathStep::key(list), PathStep::Index(index), PathStep::key(key)]
}

/// Gives each contingent named in a file its number, in the order in which its officers and units name them.
#[derive(Default)]
pub(in crate::jomini) struct Contingents(pub(in crate::jomini) Vec<String>);

impl Contingents {
    pub(in crate::jomini) fn number(&mut self, name: &Option<String>) -> u8 {
        let Some(name) = name else { return 0 };
        let known = self.0.iter().position(|it| it == name).unwrap_or_else(|| {
            self.0.push(name.clone());
            self.0.len() - 1
        });
        known as u8 + 1
    }
}

impl Army {
    /// How its units differ from those of another list.
    pub(super) fn changes_from(&self, base: &Army) -> String {
        let units = |army: &Army| -> Vec<(String, i64)> {
            army.lines.iter().map(|line| (name_of(&line.card), i64::from(line.count))).collect()
        };
        let [own, below] = [self, base].map(units);
        let [own, below] = [&own, &below].map(|units| units.iter().map(|(name, number)| (name.as_str(), *number)));
        differs::in_numbers(&base.name, "no unit", own, below)
    }

    /// The number of its units.
    pub fn size(&self) -> usize {
        self.lines.iter().map(|line| usize::from(line.count)).sum()
    }

    /// Its units in the order of its lines; those of one line are numbered.
    pub fn units(&self) -> Vec<UnitCard> {
        let of_line = |line: &ArmyLine| {
            let card = line.card.clone();
            let name = card.name.clone();
            let count = line.count;
            (1..=count).map(move |number| UnitCard {
                name: if count == 1 { name.clone() } else { format!("{name} {number}") },
                ..card.clone()
            })
        };
        self.lines.iter().flat_map(of_line).collect()
    }
}
