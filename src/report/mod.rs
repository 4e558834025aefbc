//! From counters and estimates to files and screen.
//!
//! A run writes its folder by [`Folder`], whose target is checked before play starts: `manifest.toml` and `run.toml`
//! ([`manifest`]), a table for each question ([`tables`]; [`quality`]: statistics of the games) and a row for every
//! game ([`games`]). [`summary`] shows the same on the screen. Columns are described in `docs/output.md`.

pub mod allocation;
pub mod columns;
pub mod comparison;
pub mod cost_factors_summary;
pub mod costs;
pub mod costs_manifest;
pub mod costs_summary;
pub mod csv;
pub mod decisions;
pub mod document;
mod endings;
pub mod folder;
pub mod format;
pub mod games;
pub mod luck;
pub mod manifest;
pub mod metagame;
pub mod new_list_summary;
pub mod page;
pub mod probes;
pub mod problems;
pub mod quality;
pub mod question;
pub mod ratings;
pub mod refit;
pub mod replay;
pub mod rows;
pub mod schedule;
pub mod screen;
pub mod sequential;
pub mod setup;
pub mod shape;
mod shown;
pub mod strength;
pub mod strongest_list;
pub mod strongest_list_summary;
pub mod summary;
pub mod superiority;
pub mod svg;
pub mod table;
pub mod tables;

pub use folder::{Folder, FolderError, Target};
pub use games::GamesFile;
pub use manifest::{Manifest, ManifestError, Output, RunInfo};
pub use rows::RowCounts;

use crate::balance::{Rate, monitored_rate, rate_interval, watched_rate};
use crate::stats::Estimate;
use crate::tournament::{Allocate, Counter, Party, Plan, Schedule, Standings, TableLine};

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
    pub fn scenario_name(&self, line: &TableLine) -> &str {
        line.scenario.map_or("all", |scenario| &self.plan.scenarios[scenario].name)
    }

    /// Whether a party has a rate after the last game: in the tables and on the screen alike. After a sequential test
    /// only seats have one: the rates of the two entrants decided when play ended, and only the test's own estimate is
    /// corrected for that.
    pub fn has_rate(&self, party: Party) -> bool {
        !party.is_mixed(self.plan) && (party.is_seat() || !self.plan.is_test())
    }

    /// The rate of a party from its counter, after the last game; `None` without games, and where it has none. Where
    /// games were allocated to pairings until each had a verdict, its interval is the one that decided that.
    pub fn rate(&self, party: Party, counter: &Counter) -> Option<Rate> {
        let rate = match self.plan.allocate {
            Some(Allocate::Verdicts) => monitored_rate(counter),
            Some(Allocate::Ranking) | None => rate_interval(counter),
        };
        rate.filter(|_| self.has_rate(party))
    }

    /// The same during play, with an interval that is valid under continuous monitoring.
    pub fn watched_rate(&self, party: Party, counter: &Counter) -> Option<Estimate> {
        watched_rate(counter).filter(|_| !party.is_mixed(self.plan))
    }
}
