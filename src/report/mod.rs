//! From counters and estimates to files and screen.
//!
//! A run writes its folder by [`Folder`], whose target is checked before play starts: `manifest.toml` and `run.toml`
//! ([`manifest`]), a table for each question ([`tables`]; [`quality`]: statistics of the games) and a row for every
//! game ([`games`]). [`summary`] shows the same on the screen. Columns are described in `docs/output.md`.

pub mod allocation;
pub mod breaker;
pub mod breaker_summary;
pub mod columns;
pub mod comparison;
pub mod costs;
pub mod costs_manifest;
pub mod costs_summary;
pub mod csv;
pub mod folder;
pub mod format;
pub mod games;
pub mod luck;
pub mod manifest;
pub mod metagame;
pub mod probes;
pub mod quality;
pub mod question;
pub mod ratings;
pub mod refit;
pub mod rows;
pub mod schedule;
pub mod sequential;
pub mod shape;
pub mod summary;
pub mod superiority;
pub mod svg;
pub mod table;
pub mod tables;

pub use folder::{Folder, FolderError, Target};
pub use games::GamesFile;
pub use manifest::{Manifest, ManifestError, Output, RunInfo};
pub use rows::RowCounts;

use crate::balance::Rate;
use crate::stats::Estimate;
use crate::tournament::{Counter, Line, Party, Plan, Schedule, Standings};

/// The results of a finished tournament.
#[derive(Clone, Copy)]
pub struct Results<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The schedule.
    pub schedule: &'a Schedule,
    /// The counters.
    pub standings: &'a Standings,
    /// The points of each army of the plan at the start.
    pub army_points: &'a [u32],
}

impl Results<'_> {
    /// The name of a line's scenario; `all` for all together.
    pub fn scenario_name(&self, line: &Line) -> &str {
        line.scenario.map_or("all", |scenario| &self.plan.scenarios[scenario].name)
    }

    /// Whether a party has a rate: in the tables and on the screen alike.
    pub fn has_rate(&self, party: Party) -> bool {
        !party.is_mixed(self.plan)
    }

    /// The rate of a party from its counter; `None` without games, and where it has none.
    pub fn rate(&self, party: Party, counter: &Counter) -> Option<Rate> {
        crate::balance::rate_interval(counter).filter(|_| self.has_rate(party))
    }

    /// The same with an interval that is valid under continuous monitoring.
    pub fn watched_rate(&self, party: Party, counter: &Counter) -> Option<Estimate> {
        crate::balance::watched_rate(counter).filter(|_| self.has_rate(party))
    }
}
