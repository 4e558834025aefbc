//! Resolution of the names in a form. Faults are collected with their keys, so that all are reported at once.

use super::{officer_id, unit_id};
use crate::data::Fault;
use crate::data::message::{quoted_list, suggestion};
use crate::game::{ShowError, Side};
use crate::jomini::map::board::Board;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{NO_OFFICER, NO_UNIT, OfficerId, UnitId};

/// Reads the names of one battle.
pub(in crate::jomini) struct Names<'a> {
    battle: &'a Battle,
    /// The keys at fault, as in `combat.attacker`, and the faults there.
    pub faults: Vec<(String, String)>,
}

impl<'a> Names<'a> {
    /// A reader without faults.
    pub fn new(battle: &'a Battle) -> Names<'a> {
        Names { battle, faults: Vec::new() }
    }

    /// The faults, as those of a file.
    pub fn into_faults(self) -> Vec<Fault> {
        self.faults.into_iter().map(|(key, problem)| Fault::at(&key, problem)).collect()
    }

    /// Checks that every name in data of this kind was resolved.
    ///
    /// # Errors
    /// The first fault, with its key.
    pub fn all_found(&self, what: &str) -> Result<(), ShowError> {
        match self.faults.first() {
            None => Ok(()),
            Some((key, problem)) => Err(ShowError(format!("{what}: \"{key}\": {problem}"))),
        }
    }

    /// Notes a fault.
    pub fn fault(&mut self, key: &str, problem: impl Into<String>) {
        self.faults.push((key.to_owned(), problem.into()));
    }

    fn or_fault<T>(&mut self, key: &str, found: Result<T, String>, otherwise: T) -> T {
        found.unwrap_or_else(|problem| {
            self.fault(key, problem);
            otherwise
        })
    }

    /// A unit by its short name, or by its full name if it is unique. Short names take precedence, since they are the
    /// ones written: the unit with the full name "R5" may be another than R5.
    pub fn unit(&mut self, key: &str, name: &str) -> UnitId {
        let found = self.battle.field.forces.unit_named(name).or_else(|error| {
            let units = Side::BOTH.into_iter().flat_map(|side| self.battle.field.forces.units_of(side));
            let mut called = units.filter(|unit| self.battle.field.forces.unit_names[usize::from(*unit)] == name);
            match (called.next(), called.next()) {
                (Some(only), None) => Ok(only),
                _ => Err(error.0),
            }
        });
        self.or_fault(key, found, NO_UNIT)
    }

    /// A unit, or none.
    pub fn unit_or_none(&mut self, key: &str, name: &Option<String>) -> UnitId {
        name.as_ref().map_or(NO_UNIT, |name| self.unit(key, name))
    }

    /// An officer by his short name.
    pub fn officer(&mut self, key: &str, name: &str) -> OfficerId {
        let found = self.battle.field.forces.officer_named(name).map_err(|error| error.0);
        self.or_fault(key, found, NO_OFFICER)
    }

    /// An officer by his index among those of his side, from 0.
    pub fn officer_at(&mut self, key: &str, side: Side, place: u8) -> OfficerId {
        let found = self.battle.field.forces.officers_of(side).nth(usize::from(place));
        let found = found.ok_or_else(|| format!("{side} has no such officer; they are counted from 0"));
        self.or_fault(key, found, NO_OFFICER)
    }

    /// An officer, or none.
    pub fn officer_or_none(&mut self, key: &str, name: &Option<String>) -> OfficerId {
        name.as_ref().map_or(NO_OFFICER, |name| self.officer(key, name))
    }

    /// A hex.
    pub fn hex(&mut self, key: &str, name: &str) -> HexId {
        let found = self.battle.field.board.hex_named(name).map_err(|error| error.0);
        self.or_fault(key, found, NO_HEX)
    }

    /// A hex, or off the table.
    pub fn hex_or_none(&mut self, key: &str, name: &Option<String>) -> HexId {
        name.as_ref().map_or(NO_HEX, |name| self.hex(key, name))
    }

    /// The bits for words of a table.
    pub fn bits<N: Copy + Default + std::ops::BitOr<Output = N>>(
        &mut self,
        key: &str,
        words: &[String],
        table: &[(&'static str, N)],
    ) -> N {
        words.iter().fold(N::default(), |bits, word| {
            let found = table.iter().find(|(known, _)| known == word).map(|(_, bit)| *bit);
            let found = found.ok_or_else(|| {
                let known: Vec<&str> = table.iter().map(|(word, _)| *word).collect();
                format!("unknown word \"{word}\"; expected {}{}", quoted_list(&known, "or"), suggestion(word, &known))
            });
            bits | self.or_fault(key, found, N::default())
        })
    }
}

/// The words for bits, each bit once: a word for two bits precedes those for each of them in the table.
pub(in crate::jomini) fn words<N>(bits: N, table: &[(&'static str, N)]) -> Vec<String>
where
    N: Copy + Default + PartialEq + std::ops::BitAnd<Output = N> + std::ops::Not<Output = N>,
{
    let mut left = bits;
    let said = table.iter().filter(|(_, bit)| {
        let says = left & *bit == *bit;
        if says {
            left = left & !*bit;
        }
        says
    });
    said.map(|(word, _)| (*word).to_owned()).collect()
}

/// The name of a unit; `None` for no unit.
pub(in crate::jomini) fn unit_or_none(unit: UnitId) -> Option<String> {
    (unit != NO_UNIT).then(|| unit_id(unit))
}

/// The name of an officer; `None` for no officer.
pub(in crate::jomini) fn officer_or_none(officer: OfficerId) -> Option<String> {
    (officer != NO_OFFICER).then(|| officer_id(officer))
}

impl Board {
    /// The name of a hex; `None` off the table.
    pub(in crate::jomini) fn hex_or_none(&self, hex: HexId) -> Option<String> {
        (hex != NO_HEX).then(|| self.hex_name(hex))
    }
}
