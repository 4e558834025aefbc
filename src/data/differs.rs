//! How a file differs from the one that it extends, in words, for `check`.

use std::collections::{BTreeMap, BTreeSet};

/// Names with their values, in order.
pub type Values = Vec<(String, String)>;

/// How the numbers of named things differ from those of a base: `differs from france in +2 guards, -1 guns`; where none
/// does, `no unit differs from france`, `nothing` being "no unit".
pub fn in_numbers<'a>(
    base: &str,
    nothing: &str,
    own: impl IntoIterator<Item = (&'a str, i64)>,
    below: impl IntoIterator<Item = (&'a str, i64)>,
) -> String {
    let below = below.into_iter().map(|(name, number)| (name, -number));
    let (mut changes, mut order) = (BTreeMap::new(), Vec::new());
    let mut known = BTreeSet::new();
    // What the base has comes first, in its order.
    for (name, number) in below.chain(own) {
        *changes.entry(name).or_insert(0) += number;
        if known.insert(name) {
            order.push(name);
        }
    }
    let changes = order.into_iter().map(|name| (name, changes[name])).filter(|(_, change)| *change != 0);
    let listed: Vec<String> = changes.map(|(name, change)| format!("{change:+} {name}")).collect();
    if listed.is_empty() {
        return format!("{nothing} differs from {base}");
    }
    format!("differs from {base} in {}", listed.join(", "))
}

/// The values that differ from those of a base, one a line: `turn_limit = 15; in jomini-v2 30`.
pub fn in_values(base: &str, own: &[(String, String)], below: &[(String, String)]) -> Vec<String> {
    let below: BTreeMap<&str, &str> = below.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let change = |(name, value): &(String, String)| match below.get(name.as_str()) {
        Some(other) if other == value => None,
        Some(other) => Some(format!("{name} = {value}; in {base} {other}")),
        None => Some(format!("{name} = {value}; not in {base}")),
    };
    own.iter().filter_map(change).collect()
}

/// The values of a table and of the tables within it, each under its whole name.
pub fn values_of(table: &toml::Table) -> Values {
    fn add(prefix: &str, table: &toml::Table, values: &mut Values) {
        for (key, value) in table {
            let name = format!("{prefix}{key}");
            match value {
                toml::Value::Table(inner) => add(&format!("{name}."), inner, values),
                other => values.push((name, other.to_string())),
            }
        }
    }
    let mut values = Vec::new();
    add("", table, &mut values);
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_listed_in_the_order_of_the_base() {
        let below = [("guards", 2), ("guns", 1), ("lancers", 3)];
        let found = in_numbers("france", "no unit", [("hussars", 1), ("lancers", 3), ("guns", 4)], below);
        assert_eq!(found, "differs from france in -2 guards, +3 guns, +1 hussars");
        assert_eq!(in_numbers("france", "no unit", below, below), "no unit differs from france");
    }

    #[test]
    fn values_are_compared_by_their_whole_names() {
        let values = |text: &str| values_of(&text.parse().unwrap());
        let below = values("kind = \"greedy\"\n[jomini]\nscale = 12.0\n[jomini.appraisal]\nlosses = 3.0\n");
        let own = values(
            "kind = \"mcts\"\n[budget]\niterations = 5\n[jomini]\nscale = 12.0\n[jomini.appraisal]\nlosses = 4.0\n",
        );
        let expected = [
            "budget.iterations = 5; not in greedy",
            "jomini.appraisal.losses = 4.0; in greedy 3.0",
            "kind = \"mcts\"; in greedy \"greedy\"",
        ];
        let mut found = in_values("greedy", &own, &below);
        found.sort();
        assert_eq!(found, expected);
    }
}
