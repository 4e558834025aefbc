//! How a bot file is laid over those that it extends, where that is not key by key.

use super::{BUDGET, KIND, SEARCH};

/// Replaces the budgets of lower layers by that of a layer. One for all rulebooks also replaces those for single ones.
pub(super) fn replace_budgets(merged: &mut toml::Table, layer: &toml::Table) {
    if let Some(budget) = layer.get(BUDGET) {
        for (_, section) in merged.iter_mut().filter(|(name, _)| *name != BUDGET) {
            section.as_table_mut().and_then(|section| section.remove(BUDGET));
        }
        merged.insert(BUDGET.to_string(), budget.clone());
    }
    for (name, budget) in layer.iter().filter_map(|(name, section)| Some((name, section.as_table()?.get(BUDGET)?))) {
        if let Some(section) = merged.get_mut(name).and_then(toml::Value::as_table_mut) {
            section.insert(BUDGET.to_string(), budget.clone());
        }
    }
}

/// Removes the search settings of each layer, base first, whose kind differs from that of the bot laid over it: kinds
/// have different search keys.
pub(super) fn without_other_searches(kind: &'static str) -> impl FnMut(&mut toml::Table) {
    let mut other = false;
    move |table| {
        if let Some(stated) = table.get(KIND) {
            other = stated.as_str() != Some(kind);
        }
        if other {
            table.remove(SEARCH);
            for (_, section) in table.iter_mut() {
                section.as_table_mut().and_then(|section| section.remove(SEARCH));
            }
        }
    }
}
