//! Runs: a tournament in a folder, which can be killed, resumed, split into shards and merged again.
//!
//! While a run is played its folder holds `journal/` with the plan, the journal and the games so far ([`Run`]). When
//! all games are played the files of the run are moved into place and the journal is removed. [`merge()`] merges the
//! folders of shards, from the [`Tallies`] that each contains.

pub mod agreement;
pub mod error;
pub mod findings;
pub mod merge;
mod recorder;
pub mod restore;
#[allow(clippy::module_inception)]
pub mod run;
pub mod state;
pub mod tallies;
pub mod watcher;

pub use agreement::{Disagreement, disagreements};
pub use error::RunError;
pub use findings::Findings;
pub use merge::{MergeError, Merged, merge};
pub use restore::restore;
pub use run::{Run, Written, words};
pub use state::{State, plan_of, sweep};
pub use tallies::{ShardCounts, Tallies};
pub use watcher::RunWatcher;

use crate::report::{
    GamesFile, Manifest, RunInfo, allocation, luck, metagame, page, quality, ratings, sequential, setup, shape,
    strength, superiority, tables,
};

/// The names of all files that a run may write, in the order in which they are reported.
pub fn files() -> impl Iterator<Item = &'static str> {
    let before = [page::NAME, Manifest::NAME, RunInfo::NAME, GamesFile::NAME];
    before.into_iter().chain(tables::NAMES).chain(luck::NAMES).chain([
        quality::NAME,
        ratings::NAME,
        superiority::NAME,
        shape::FIELD,
        shape::CYCLES,
        metagame::MATRIX,
        metagame::METAGAME,
        strength::TRENDS,
        strength::RUNGS,
        sequential::NAME,
        allocation::NAME,
        setup::NAME,
        Tallies::NAME,
    ])
}
