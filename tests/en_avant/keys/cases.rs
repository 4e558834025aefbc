//! The table of cases: key, other value, the field on which it shows, and what must be set beside it.

use super::fields::Field;

/// One value of one key.
pub struct Case {
    pub key: &'static str,
    pub value: &'static str,
    pub field: Field,
    pub beside: &'static [&'static str],
}

const fn case(key: &'static str, value: &'static str, field: Field) -> Case {
    Case { key, value, field, beside: &[] }
}

const fn beside(key: &'static str, value: &'static str, field: Field, beside: &'static [&'static str]) -> Case {
    Case { key, value, field, beside }
}

pub const CASES: &[Case] =
    &[case("save_on", "2", Field::Battle), beside("reroll_risk", "\"all_impacts\"", Field::Battle, &["combativity_start = 2"])];
