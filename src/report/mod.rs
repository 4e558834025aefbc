//! From counters and estimates to files and screen.
//!
//! A run writes its folder by [`Folder`], whose targets are checked before play starts: `manifest.toml` and `run.toml`
//! ([`manifest`]), a table for each question ([`tables`]; [`quality`]: what the games were like) and a row for every
//! game ([`games`]). [`summary`] says the same on the screen. Columns are described in `docs/output.md`.

pub mod allocation;
pub mod breaker;
pub mod breaker_summary;
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

use crate::tournament::{Line, Plan, Schedule, Standings};

/// What a finished tournament gives to report.
#[derive(Clone, Copy)]
pub struct Results<'a> {
    /// What was planned.
    pub plan: &'a Plan,
    /// The games in order.
    pub schedule: &'a Schedule,
    /// The counters.
    pub standings: &'a Standings,
    /// For each army of the plan its points at the start.
    pub army_points: &'a [u32],
}

impl Results<'_> {
    /// The name of a line's scenario; `all` for all together.
    pub fn scenario_name(&self, line: &Line) -> &str {
        line.scenario.map_or("all", |scenario| &self.plan.scenarios[scenario].name)
    }
}
