//! Analyses of tournaments: which party is favoured, and whether that is significant.

pub mod allocate;
pub mod compare;
pub mod costs;
pub mod draw;
pub mod field;
pub mod fit_value;
pub mod luck;
pub mod metagame;
pub mod quality;
pub mod ranking;
pub mod sequential;
pub mod shape;
pub mod strength;
pub mod strongest_list;
pub mod swiss;
#[cfg(test)]
pub(crate) mod testing;
pub mod verdict;

pub use allocate::{Allocated, Allocation};
pub use compare::{Change, Compared, Comparing, Effect, SoFar, compare};
pub use draw::{Draw, Range, Supply, Unaffordable};
pub use field::{Field, RankedKind, rankings};
pub use luck::luck_adjusted;
pub use metagame::{Fate, Metagame};
pub use quality::{Measured, measured};
pub use ranking::{LEAST_FIELD, Lead, Ranking, Rated, SameStrengths};
pub use sequential::{RuleFault, Sequential, SequentialVerdict, test_of};
pub use shape::{Shape, Share};
pub use strength::{NoStrength, Strengths, over_rungs};
pub use verdict::{
    EVEN_MARGIN, Judged, Rate, Verdict, has_coarse_steps, is_coarse, judged_rates, monitored_rate, rate_interval,
    watched_rate,
};
