//! The points of an army list under given rules, and the remarks that `check` prints.

use super::cost;
use super::list::Army;
use super::officer::default_officers;
use crate::data::message::count;
use crate::jomini::rules::{ArmyMethod, Rules};

impl Army {
    /// Its points, rounded up (JI-187); units that the rules do not cover have none.
    pub fn points(&self, rules: &Rules) -> u32 {
        cost::points(&self.units(), rules)
    }

    /// The remarks that `check` prints about the army: points, units and elements, officers, the budget of the rules
    /// (JA1.3), and units that the rules do not cover.
    pub fn remarks(&self, rules: &Rules) -> Vec<String> {
        if self.lines.is_empty() {
            let only = ["no units: types for the lists that extend it".to_owned()];
            return only.into_iter().chain(self.usual_types.clone()).collect();
        }
        let units = self.units();
        let profiles: Vec<_> = units.iter().filter_map(|card| card.profile(rules)).collect();
        let elements: usize = profiles.iter().map(|profile| usize::from(profile.elements)).sum();
        let officers = match self.officers.len() {
            0 => format!("{} by its size (JI-44)", count(default_officers(rules, self.size()).len(), "officer")),
            named => count(named, "officer"),
        };
        let points = self.points(rules);
        let mut remarks = vec![format!(
            "{points} points: {} of {}, {officers}",
            count(units.len(), "unit"),
            count(elements, "element")
        )];
        if rules.army_method == ArmyMethod::Budget {
            let budget = u32::from(rules.army_budget);
            let left = if points > budget { "more than" } else { "within" };
            remarks.push(format!("{left} the budget of {budget} points of these rules (JA1.3)"));
        }
        remarks.extend(self.changes.clone());
        remarks.extend(self.usual_types.clone());
        let uncovered = units.iter().filter(|card| card.profile(rules).is_none());
        remarks.extend(uncovered.map(|card| format!("\"{}\" is of a type that these rules do not cover", card.name)));
        remarks
    }
}
