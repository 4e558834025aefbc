//! Reads a rules file and the ones that it extends: each is checked against the keys, then the
//! numbers are built. Where files are found and how they are laid over each other is in `data`.

use super::{Rules, units};
use crate::data::{DataError, Key, Layers, Prices, Source};
use std::sync::OnceLock;

/// The name of the rules that variants lie upon.
pub const BASE: &str = "jomini-v2";

/// What rules files of this rulebook state as `rulebook`.
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

    /// Reads a rules file, laid over the ones that it extends, with its overrides on top. What `[troop_costs]` may name
    /// is said by `is_name`; `names` are the names that a message proposes.
    ///
    /// # Errors
    /// Shows every line at fault in any of the files, and what the key accepts.
    pub(in crate::jomini) fn read_with(
        source: &Source,
        is_name: fn(&str) -> bool,
        names: fn() -> Vec<String>,
    ) -> Result<Rules, DataError> {
        let table = Layers::of(source)?.merged(RULEBOOK, Rules::schema())?;
        let prices = Prices::of_rules(&table);
        let unknown = if prices.is_empty() { Vec::new() } else { prices.unknown(is_name, &names()) };
        if !unknown.is_empty() {
            return Err(source.error(unknown));
        }
        Ok(Rules::from_checked(&table, units::read(&table), prices))
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
