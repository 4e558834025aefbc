//! The kinds of bot files, and the tables that each may have.

use crate::bots::{SEARCH_KINDS, external, scripted};

/// A kind of bot: the tables that its file may have.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub name: &'static str,
    /// Whether it uses the features that rulebooks publish.
    pub weights_use: WeightsUse,
    /// Whether it searches, and therefore has a table of search keys and a scale.
    pub searches: bool,
    /// Whether its search has a budget.
    pub has_budget: bool,
    /// Further keys at the top level of its file.
    pub own: &'static [&'static str],
}

/// Whether a kind of bot needs weights.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum WeightsUse {
    Never,
    /// Optional: it receives the weighted values if its file has weights.
    Optional,
    Always,
}

const fn kind(name: &'static str, weights_use: WeightsUse, searches: bool, has_budget: bool) -> Kind {
    Kind { name, weights_use, searches, has_budget, own: &[] }
}

/// A kind whose bots run outside this program: it may have weights.
const fn external_kind(name: &'static str, own: &'static [&'static str]) -> Kind {
    Kind { name, weights_use: WeightsUse::Optional, searches: false, has_budget: false, own }
}

/// The kinds of bot whose files differ from those of search bots.
const OTHERS: [Kind; 4] = [
    kind("random", WeightsUse::Never, false, false),
    kind("greedy", WeightsUse::Always, false, false),
    external_kind("scripted", scripted::Settings::KEYS),
    external_kind("external", external::Settings::KEYS),
];

/// The kind of this name.
pub(super) fn kind_of(name: &str) -> Option<Kind> {
    let search = SEARCH_KINDS.iter().find(|(kind, _)| *kind == name);
    search
        .map(|(name, has_budget)| kind(name, WeightsUse::Always, true, *has_budget))
        .or_else(|| OTHERS.into_iter().find(|kind| kind.name == name))
}
