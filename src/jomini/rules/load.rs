//! Reads a rules file: checks each key against what it accepts, then builds the numbers.

use super::{Rules, units};
use crate::data::{Fault, Key, Step, schema};
use std::sync::OnceLock;

/// The name of the rules that variants lie upon.
pub const BASE: &str = "jomini-v2";

impl Rules {
    /// Every key of a rules file, in the order of the shipped one.
    pub fn schema() -> &'static [Key] {
        static SCHEMA: OnceLock<Vec<Key>> = OnceLock::new();
        SCHEMA.get_or_init(|| {
            let mut keys = Rules::listed_keys();
            keys.extend(units::keys());
            keys
        })
    }

    /// The rules of the second edition as published, from the file built into the program.
    pub fn published() -> Rules {
        let text = include_str!("../../../rules/jomini-v2.toml");
        let table: toml::Table = text.parse().expect("the built-in rules file is well formed");
        let mut faults = Vec::new();
        check(&table, &mut faults);
        assert!(faults.is_empty(), "the built-in rules file has faults: {faults:?}");
        Rules::from_checked(&table, units::read(&table))
    }
}

fn check(table: &toml::Table, faults: &mut Vec<Fault>) {
    for key in Rules::schema() {
        let mut path = Vec::new();
        let mut here = Some(table);
        let mut value = None;
        for part in key.name.split('.') {
            path.push(Step::key(part));
            value = here.and_then(|table| table.get(part));
            here = value.and_then(toml::Value::as_table);
        }
        match value {
            Some(value) => key.accepts.check(&path, value, false, faults),
            None => schema::require(&[], table, &[key.name.as_str()], faults),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_rules_load() {
        let rules = Rules::published();
        assert_eq!(rules.support_neighbours, 2);
    }
}
