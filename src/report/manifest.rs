//! `manifest.toml`, which says all that determines the results and nothing else, and `run.toml`, which says how and where they were computed.

use super::Results;
use crate::data::Input;
use crate::tournament::{Plan, Planned, PlannedScenario, Schedule, Standings};
use serde::Serialize;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// All that determines the results: the same for any number of threads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Manifest {
    version: &'static str,
    rulebook: String,
    rules: String,
    repeatable: bool,
    seed: u64,
    games_per_pairing: u64,
    pairs_total: u64,
    games_total: u64,
    scenarios: Vec<PlannedScenario>,
    bots: Vec<Planned>,
    armies: Vec<Planned>,
    pairings: Vec<Pairing>,
    inputs: Vec<Input>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    outputs: Vec<Input>,
}

/// A pairing on one scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Pairing {
    scenario: String,
    first: String,
    second: String,
    pairs: u64,
    games: u64,
}

impl Manifest {
    /// The name of the file.
    pub const NAME: &'static str = "manifest.toml";

    /// The manifest of a tournament.
    pub fn new(plan: &Plan, schedule: &Schedule, inputs: Vec<Input>) -> Manifest {
        let pairing = |cell: &crate::tournament::Cell| Pairing {
            scenario: plan.scenarios[cell.scenario].name.clone(),
            first: plan.entrant_name(cell.entrants[0]),
            second: plan.entrant_name(cell.entrants[1]),
            pairs: cell.pairs,
            games: cell.pairs * cell.games_a_pair(),
        };
        Manifest {
            version: VERSION,
            rulebook: plan.rulebook.clone(),
            rules: plan.rules.clone(),
            repeatable: plan.repeatable,
            seed: plan.seed,
            games_per_pairing: plan.games,
            pairs_total: schedule.pairs(),
            games_total: schedule.games(),
            scenarios: plan.scenarios.clone(),
            bots: plan.bots.clone(),
            armies: plan.armies.clone(),
            pairings: schedule.cells().iter().map(pairing).collect(),
            inputs,
            outputs: Vec::new(),
        }
    }

    /// What the games that were played add: where the clock stopped a bot, another run may come out differently; and the file of all games, where one was written.
    #[must_use]
    pub fn after(self, standings: &Standings, games: Option<Input>) -> Manifest {
        Manifest { repeatable: self.repeatable && standings.stopped_by_clock == 0, outputs: games.into_iter().collect(), ..self }
    }

    /// The text of the file.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a struct of names and numbers below 2^63 can be written as TOML")
    }
}

/// How and where results were computed: never compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunInfo {
    command: Vec<String>,
    threads: usize,
    started: String,
    seconds: f64,
    games: u64,
    games_per_second: f64,
    machine: Machine,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Machine {
    system: &'static str,
    architecture: &'static str,
    processor: Option<String>,
    logical_processors: Option<usize>,
}

impl RunInfo {
    /// The name of the file.
    pub const NAME: &'static str = "run.toml";

    /// What is known once the games are played.
    pub fn new(command: Vec<String>, threads: usize, started: SystemTime, time: Duration, results: Results<'_>) -> RunInfo {
        let games = results.schedule.games();
        RunInfo {
            command,
            threads,
            started: timestamp(started),
            seconds: time.as_secs_f64(),
            games,
            games_per_second: games as f64 / time.as_secs_f64().max(1e-9),
            machine: Machine {
                system: std::env::consts::OS,
                architecture: std::env::consts::ARCH,
                processor: processor(),
                logical_processors: std::thread::available_parallelism().ok().map(usize::from),
            },
        }
    }

    /// The text of the file.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a struct of names and numbers can be written as TOML")
    }
}

/// The name of the processor, where the system tells it.
fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_string())
}

/// A time as `2026-03-14T15:09:26Z`.
fn timestamp(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // The civil calendar from days since 1970, counted in eras of 400 years that begin on 1 March 0000
    // (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_in_the_civil_calendar() {
        let at = |seconds| timestamp(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(at(1_000_000_000), "2001-09-09T01:46:40Z");
    }
}
