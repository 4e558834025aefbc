//! Reads a rules file and the files that it extends: each is checked against the keys, then the rules are built.

use super::troops::names;
use super::{Rules, tables};
use crate::data::{DataError, Key, Kind, Layers, Library, Source, TroopCosts};
use std::sync::OnceLock;

/// The name of the rules that variants extend.
pub const BASE: &str = "en-avant";

/// The value of `rulebook` in rules files of this rulebook.
pub const RULEBOOK: &str = "en-avant";

impl Rules {
    /// Every key of a rules file, in the order of the shipped one.
    pub fn schema() -> &'static [Key] {
        static SCHEMA: OnceLock<Vec<Key>> = OnceLock::new();
        SCHEMA.get_or_init(|| {
            let mut keys = Rules::listed_keys();
            keys.extend(tables::keys());
            keys
        })
    }

    /// Reads a rules file, merged over the files that it extends, with its overrides on top: players may amend the
    /// rules by agreement (E1.14).
    ///
    /// # Errors
    /// Returns all faulty lines of all files, and the values that the key accepts.
    pub fn read(source: &Source) -> Result<Rules, DataError> {
        let table = Layers::of(source)?.merged(RULEBOOK, Rules::schema())?;
        let costs = TroopCosts::of_rules(&table);
        if !costs.is_empty() {
            let names = names();
            let unknown = costs.unknown(|name| names.iter().any(|known| known == name), &names);
            if !unknown.is_empty() {
                return Err(source.error(unknown));
            }
        }
        Ok(Rules::from_checked(&table, tables::terrain(&table), tables::weapons(&table), costs))
    }

    /// The rules as published, from the file built into the program.
    pub fn published() -> Rules {
        let source = Library::built_in().find(Kind::Rules, BASE);
        source
            .and_then(|source| Rules::read(&source))
            .unwrap_or_else(|error| panic!("the built-in rules load: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::*;

    #[test]
    fn the_shipped_rules_hold_every_key() {
        let rules = Rules::published();
        assert_eq!(rules.base_width.of(FigureScale::Twenty), 600);
        assert_eq!(rules.weapons[Weapon::Catapult as usize].middle_ages, 2);
        assert_eq!(rules.terrain[TerrainKind::Wood as usize].shelter, Shelter::Strong);
    }
}
