//! Costs of single troops: the table `[troop_costs]` of any rules file, by name in points with up to two decimals. A
//! troop listed there costs that much; all others cost what the rulebook's formula gives. The names are up to the
//! rulebook.

use super::message::{Fault, Mark, PathStep};
use super::schema::Accepts;
use std::collections::BTreeMap;

/// The name of the table.
pub const TROOP_COSTS: &str = "troop_costs";
/// The maximum cost in points.
const MOST: f64 = 10_000.0;

/// A cost in hundredths of a point.
pub type Hundredths = u32;

/// Costs by the names of troops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TroopCosts(BTreeMap<String, Hundredths>);

/// A number of points that has at most two decimals, in hundredths.
fn hundredths(value: &toml::Value) -> Option<Hundredths> {
    let points = match value {
        toml::Value::Integer(whole) => *whole as f64,
        toml::Value::Float(number) => *number,
        _ => return None,
    };
    let nearest = (points * 100.0).round();
    ((0.0..=MOST).contains(&points) && (points * 100.0 - nearest).abs() < 1e-6).then_some(nearest as Hundredths)
}

impl TroopCosts {
    /// Adds a fault for each invalid cost.
    pub(super) fn check(value: &toml::Value, faults: &mut Vec<Fault>) {
        let key = PathStep::path(TROOP_COSTS);
        let Some(table) = value.as_table() else {
            return faults.push(Accepts::wrong(&key, value).expected("a table of troops with their points"));
        };
        for (name, value) in table.iter().filter(|(_, value)| hundredths(value).is_none()) {
            let path = vec![PathStep::key(TROOP_COSTS), PathStep::key(name)];
            faults.push(Accepts::wrong(&path, value).expected("points from 0 to 10000 with at most two decimals"));
        }
    }

    /// The costs of a validated table of rules.
    pub fn of_rules(table: &toml::Table) -> TroopCosts {
        let costs = table.get(TROOP_COSTS).and_then(toml::Value::as_table).into_iter().flatten();
        TroopCosts(costs.filter_map(|(name, value)| Some((name.clone(), hundredths(value)?))).collect())
    }

    /// The cost of a troop, if it has one of its own.
    pub fn of(&self, troop: &str) -> Option<Hundredths> {
        self.0.get(troop).copied()
    }

    /// Whether no troop has one.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A fault for each name that is not a troop's.
    pub fn unknown(&self, is_troop: impl Fn(&str) -> bool, known: &[String]) -> Vec<Fault> {
        let unknown = self.0.keys().filter(|name| !is_troop(name));
        let fault = |name: &String| {
            let path = vec![PathStep::key(TROOP_COSTS), PathStep::key(name)];
            Fault::new(path, Mark::Key, format!("unknown troop \"{name}\"")).near(known)
        };
        unknown.map(fault).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_have_at_most_two_decimals() {
        let table: toml::Table = "[troop_costs]\na = 3\nb = 4.25\nc = 1.333\nd = -1\ne = \"x\"".parse().unwrap();
        let mut faults = Vec::new();
        TroopCosts::check(&table[TROOP_COSTS], &mut faults);
        assert_eq!(faults.len(), 3, "{faults:?}");
        let costs = TroopCosts::of_rules(&table);
        assert_eq!(["a", "b", "c"].map(|name| costs.of(name)), [Some(300), Some(425), None]);
    }
}
