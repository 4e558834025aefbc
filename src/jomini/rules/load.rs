//! Reads a rules file and the ones that it extends: each is checked against the keys, then the numbers are built.
//! Finding and merging files is in `data`.

use super::{Rules, units};
use crate::data::{DataError, Key, Layers, Source, TroopCosts};
use std::sync::OnceLock;

/// The name of the rules that variants extend.
pub const BASE: &str = "jomini-v2";

/// The value of `rulebook` in rules files of this rulebook.
pub const RULEBOOK: &str = "jomini";

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

    /// Reads a rules file together with the files that it extends; its own values override theirs. `is_name` decides
    /// which names `[troop_costs]` may contain; `names` are proposed in messages.
    ///
    /// # Errors
    /// If a file is invalid; the error shows every invalid line of all files, and the values that the key accepts.
    pub(in crate::jomini) fn read_with(
        source: &Source,
        is_name: fn(&str) -> bool,
        names: fn() -> Vec<String>,
    ) -> Result<Rules, DataError> {
        let table = Layers::of(source)?.merged(RULEBOOK, Rules::schema())?;
        let costs = TroopCosts::of_rules(&table);
        let unknown = if costs.is_empty() { Vec::new() } else { costs.unknown(is_name, &names()) };
        if !unknown.is_empty() {
            return Err(source.error(unknown));
        }
        Ok(Rules::from_checked(&table, units::read(&table), costs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_stands_for_no_number() {
        let rules = Rules::published();
        assert_eq!((rules.max_order_tokens, rules.mask_shadow), (None, None));
    }
}
