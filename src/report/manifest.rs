//! `manifest.toml`, which records everything that determines the results and nothing else, and `run.toml`, which
//! records how and where they were computed.

use crate::data::sealed::{seal, unsealed};
use crate::data::whole::hash_of_file;
use crate::data::{Input, check_nesting, read_text};
use crate::tournament::{Plan, Schedule, Shard, Standings};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Everything that determines the results: the same for any number of threads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of the program.
    pub version: String,
    /// The engine signature: a hash of the outcome of fixed games.
    pub signature: String,
    /// The number of pairs of the schedule.
    pub pairs_total: u64,
    /// The number of games of the schedule.
    pub games_total: u64,
    /// Whether every game has its row in `games.csv`.
    pub games_csv: bool,
    /// The shards that were played; empty where the whole schedule was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shards: Vec<Shard>,
    /// The plan, with every default written out.
    pub plan: Plan,
    /// The files that were read.
    pub inputs: Vec<Input>,
    /// The files that were written, except [`RunInfo`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<Output>,
}

/// A file that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Output {
    /// Its name in the folder.
    pub path: String,
    /// The BLAKE3 hash of its bytes, in hexadecimal.
    pub blake3: String,
}

impl Output {
    /// The files among `names` that exist in a folder. The hashes of `known` ones are reused.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn of<'a>(
        folder: &Path,
        names: impl Iterator<Item = &'a str>,
        known: Option<Output>,
    ) -> io::Result<Vec<Output>> {
        let mut found = Vec::new();
        for name in names {
            let path = folder.join(name);
            match &known {
                Some(output) if output.path == name => found.push(output.clone()),
                _ if path.exists() => found.push(Output { path: name.to_owned(), blake3: hash_of_file(&path)? }),
                _ => {}
            }
        }
        Ok(found)
    }

    /// The names of the files in a folder that differ from what was written, or cannot be read.
    pub fn damaged(outputs: &[Output], folder: &Path) -> Vec<String> {
        let is_whole =
            |output: &&Output| hash_of_file(&folder.join(&output.path)).is_ok_and(|hash| hash == output.blake3);
        outputs.iter().filter(|output| !is_whole(output)).map(|output| output.path.clone()).collect()
    }
}

/// Why a manifest cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// It cannot be read.
    #[error("{}: {reason}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// It has changed since it was written.
    #[error(
        "{}: it has changed since it was written, is damaged, or is of an earlier version: its last line is not the \
            hash of those above",
        .0.display()
    )]
    Changed(PathBuf),
    /// It is not a manifest.
    #[error("{}: not a manifest of this version: {fault}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        fault: String,
    },
}

/// Why games of two programs must not be mixed, from version and engine signature of the one that began and of this
/// one; `None` where both are the same.
pub fn differing_engine(then: [&str; 2], now: [&str; 2]) -> Option<String> {
    let place = [1, 0].into_iter().find(|place| then[*place] != now[*place])?;
    let (what, then, now) = (["version", "engine signature"][place], then[place], now[place]);
    Some(format!(
        "it was begun by a program with another {what} ({then}); this one has {now}, and their games must not be mixed"
    ))
}

/// Reads a sealed manifest of any command.
///
/// # Errors
/// If there is none, or it has changed since it was written.
pub fn read<M: DeserializeOwned>(path: &Path) -> Result<M, ManifestError> {
    let bytes = fs::read(path).map_err(|reason| ManifestError::Unreadable { path: path.to_path_buf(), reason })?;
    let text = std::str::from_utf8(&bytes).map_err(|_| ManifestError::Changed(path.to_path_buf()))?;
    parse(path, text)
}

/// Parses the sealed text of a manifest; `path` is that of its file, for errors.
///
/// # Errors
/// If it has changed since it was written.
pub fn parse<M: DeserializeOwned>(path: &Path, text: &str) -> Result<M, ManifestError> {
    let text = unsealed(text).ok_or_else(|| ManifestError::Changed(path.to_path_buf()))?;
    let malformed = |fault: &str| ManifestError::Malformed { path: path.to_path_buf(), fault: fault.to_owned() };
    check_nesting(text).map_err(|found| malformed(found.problem))?;
    toml::from_str(text).map_err(|error| malformed(error.message()))
}

/// The sealed text of a manifest of any command.
pub fn written<M: Serialize>(manifest: &M) -> String {
    seal(&toml::to_string(manifest).expect("a struct of names and numbers below 2^63 can be written as TOML"))
}

impl Manifest {
    /// The name of the file.
    pub const NAME: &'static str = "manifest.toml";

    /// The name of the file before anything is played.
    pub const PLAN: &'static str = "plan.toml";

    /// The manifest of a tournament that has not started.
    pub fn new(plan: &Plan, schedule: &Schedule, signature: String, inputs: Vec<Input>) -> Manifest {
        Manifest {
            version: VERSION.to_owned(),
            signature,
            pairs_total: schedule.pairs(),
            games_total: schedule.games(),
            games_csv: true,
            shards: Vec::new(),
            plan: plan.clone(),
            inputs,
            outputs: Vec::new(),
        }
    }

    /// Adds what is known after play: whether the clock stopped a bot, so that another run may differ; and the files
    /// that hold the games.
    #[must_use]
    pub fn after(mut self, standings: &Standings, outputs: Vec<Output>) -> Manifest {
        self.plan.repeatable &= standings.stopped_by_clock == 0;
        Manifest { outputs, ..self }
    }

    /// The part of the schedule it covers; the first of several that were merged.
    pub fn shard(&self) -> Shard {
        self.shards.first().copied().unwrap_or(Shard::WHOLE)
    }

    /// Whether a written file has this hash.
    pub fn has_written(&self, path: &str, blake3: &str) -> bool {
        self.outputs.iter().any(|output| output.path == path && output.blake3 == blake3)
    }

    /// Whether another run belongs to the same plan: only their shards and results may differ.
    pub fn is_of_plan(&self, other: &Manifest) -> bool {
        let bare = |manifest: &Manifest| {
            let plan = Plan { repeatable: true, ..manifest.plan.clone() };
            Manifest { shards: Vec::new(), outputs: Vec::new(), plan, ..manifest.clone() }
        };
        bare(self) == bare(other)
    }

    /// Reads a manifest.
    ///
    /// # Errors
    /// If there is none, or it has changed since it was written.
    pub fn read(path: &Path) -> Result<Manifest, ManifestError> {
        read(path)
    }

    /// The text of the file.
    pub fn to_toml(&self) -> String {
        written(self)
    }
}

/// How and where results were computed; never compared.
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

    /// The seconds that the run of a folder took, where they are recorded.
    pub fn seconds_of(folder: &Path) -> Option<f64> {
        let text = read_text(&folder.join(RunInfo::NAME)).ok()?;
        check_nesting(&text).ok()?;
        let table: toml::Table = toml::from_str(&text).ok()?;
        table.get("seconds")?.as_float().filter(|seconds| seconds.is_finite() && *seconds >= 0.0)
    }

    /// The command that wrote the results of a folder, without the name of the program, where it is recorded.
    pub fn command_of(folder: &Path) -> Option<Vec<String>> {
        let text = read_text(&folder.join(RunInfo::NAME)).ok()?;
        check_nesting(&text).ok()?;
        let table: toml::Table = toml::from_str(&text).ok()?;
        table.get("command")?.as_array()?.iter().skip(1).map(|word| Some(word.as_str()?.to_owned())).collect()
    }

    /// The information known after the games are played.
    pub fn new(command: Vec<String>, threads: usize, started: SystemTime, time: Duration, games: u64) -> RunInfo {
        RunInfo {
            command,
            threads,
            started: timestamp(started),
            seconds: time.as_secs_f64(),
            games,
            games_per_second: if time.is_zero() { 0.0 } else { games as f64 / time.as_secs_f64() },
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

/// The name of the processor, where the system provides it.
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
