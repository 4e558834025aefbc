//! The journal of a run: what it needs to resume after it was killed at any moment.
//!
//! In the run's folder `journal/` holds a *checkpoint* (the counts after some whole blocks, and the extent of
//! `games.csv` at that point) and a *log* of the pairs played since, a line for each as soon as it is played. Every
//! line carries a hash of itself and the plan's hash, so that a torn or damaged line, or one of another run, is
//! detected; it and all lines after it are discarded, and their games are played again with the same results. From time
//! to time a new checkpoint replaces the old one together with its log. The checkpoint carries its hash too; if it is
//! damaged or missing, the logs are used alone ([`Salvaged`]), and all other games are played again.

mod lock;
mod log;

pub use lock::{JournalError, Lock};

use self::lock::refused;
use self::log::{Log, LogEntry, line_of, logs, read_log};
use super::record::GameRow;
use super::runner::{LineOfPair, PlayedPair, ResumePoint};
use super::schedule::PairingOnScenario;
use super::standings::{Counts, Standings};
use crate::data::sealed::{sealed_line, unsealed_line};
use crate::data::whole::write_whole;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The default minimum time between two checkpoints.
const APART: Duration = Duration::from_secs(10);
/// Checkpoints may take up one part in this many of the time.
const SHARE: u32 = 20;

/// The extent of a file: its length and hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileExtent {
    /// Its length in bytes.
    pub bytes: u64,
    /// The BLAKE3 hash of these bytes.
    pub blake3: String,
}

/// The state after some whole blocks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// The number of the log that follows it.
    log: u64,
    /// The hash of the plan it belongs to.
    pub plan: String,
    /// The legs so far, where the schedule depends on the results of earlier games.
    pub legs: Vec<Vec<PairingOnScenario>>,
    /// The number of pairs merged.
    pub pairs: u64,
    /// The counts of their games.
    pub counts: Counts,
    /// The extent of `games.csv`; `None` where it is not written.
    pub games: Option<FileExtent>,
    /// Seconds played so far.
    pub seconds: f64,
}

/// A journal that is being written.
pub struct Journal {
    lock: Lock,
    plan: String,
    log: u64,
    file: File,
    /// The lines of pairs that are played but not merged.
    waiting: BTreeMap<u64, String>,
    due: Instant,
    apart: Duration,
}

/// The state of a journal's folder.
pub enum JournalState {
    /// No checkpoint: no game has been played.
    Nothing(Lock),
    /// The data of an interrupted run.
    ResumeData(Box<ResumeData>),
    /// The data without a valid checkpoint.
    Salvaged(Salvaged),
}

/// The usable part of a damaged journal.
pub struct Salvaged {
    /// The lock of the run.
    pub lock: Lock,
    /// The pairs whose lines are valid.
    pub known: BTreeMap<u64, Vec<GameRow>>,
    /// What is wrong.
    pub fault: String,
}

/// The data from which an interrupted run is resumed.
pub struct ResumeData {
    /// The journal, ready to be continued.
    pub journal: Journal,
    /// Its checkpoint.
    pub checkpoint: Checkpoint,
    /// The pairs played beyond it.
    pub known: BTreeMap<u64, Vec<GameRow>>,
    /// What is wrong with the log, apart from a line torn by a kill.
    pub fault: Option<String>,
}

impl Journal {
    /// The name of the journal's folder in that of the run.
    pub const FOLDER: &'static str = "journal";
    const CHECKPOINT: &'static str = "checkpoint";

    /// The path of the checkpoint in the folder of a run.
    pub fn checkpoint_path(run: &Path) -> PathBuf {
        run.join(Journal::FOLDER).join(Journal::CHECKPOINT)
    }

    fn log_path(folder: &Path, log: u64) -> PathBuf {
        folder.join(format!("pairs-{log}.log"))
    }

    /// Begins the journal of the plan with this hash in its folder, which must exist, before the first game, or with
    /// the salvaged part of another.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(
        lock: Lock,
        plan: String,
        legs: &[Vec<PairingOnScenario>],
        nothing: &Standings,
        games: Option<FileExtent>,
        known: &BTreeMap<u64, Vec<GameRow>>,
    ) -> Result<Journal, JournalError> {
        for old in logs(&lock.folder).map_err(refused(&lock.folder))? {
            fs::remove_file(&old).map_err(refused(&old))?;
        }
        let path = Journal::log_path(&lock.folder, 0);
        let file = File::create(&path).map_err(refused(&path))?;
        let lines = known.iter().map(|(pair, rows)| Ok((*pair, line_of(&plan, *pair, rows)?)));
        let waiting = lines.collect::<io::Result<_>>().map_err(refused(&path))?;
        let due = Instant::now() + APART;
        let mut journal = Journal { lock, plan, log: 0, file, waiting, due, apart: APART };
        journal.checkpoint(legs, nothing, 0, games, 0.0).map_err(refused(&path))?;
        Ok(journal)
    }

    /// Opens an existing journal, if it is that of the plan with this hash.
    ///
    /// # Errors
    /// If it cannot be read, or belongs to another plan.
    pub fn resume(lock: Lock, plan: &str) -> Result<JournalState, JournalError> {
        let path = lock.folder.join(Journal::CHECKPOINT);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // The first checkpoint replaces the first log: a later one belongs to a checkpoint that is lost.
                let first = Journal::log_path(&lock.folder, 0);
                let had_none = logs(&lock.folder).map_err(refused(&lock.folder))?.iter().all(|log| *log == first);
                let salvaged = Journal::salvage(lock, plan, format!("{} is missing", path.display()))?;
                return Ok(if had_none && salvaged.known.is_empty() {
                    JournalState::Nothing(salvaged.lock)
                } else {
                    JournalState::Salvaged(salvaged)
                });
            }
            Err(error) => return Err(refused(&path)(error)),
        };
        let sealed = String::from_utf8(text).ok();
        let checkpoint = sealed
            .as_deref()
            .and_then(|line| unsealed_line("", line))
            .and_then(|text| serde_json::from_str::<Checkpoint>(text).ok());
        let Some(checkpoint) = checkpoint else {
            return Journal::salvage(lock, plan, format!("{} is damaged", path.display())).map(JournalState::Salvaged);
        };
        if checkpoint.plan != plan {
            return Err(JournalError::Foreign(path));
        }
        let path = Journal::log_path(&lock.folder, checkpoint.log);
        let Log { lines, sound, torn, is_there } = read_log(&path, plan).map_err(refused(&path))?;
        // A line torn by a kill has no line end.
        let fault = match (is_there, torn) {
            (false, _) => Some(format!("{} is missing", path.display())),
            (true, true) => None,
            (true, false) => Some(format!("{} is damaged from line {} on", path.display(), lines.len() + 1)),
        };
        let file = OpenOptions::new().append(true).create(true).open(&path).map_err(refused(&path))?;
        file.set_len(sound).map_err(refused(&path))?;
        let (mut known, mut waiting) = (BTreeMap::new(), BTreeMap::new());
        for (line, LogEntry { pair, rows }) in lines {
            // Pairs merged since are in the log, but not in the checkpoint.
            if pair >= checkpoint.pairs {
                known.insert(pair, rows);
                waiting.insert(pair, line);
            }
        }
        let (plan, due) = (checkpoint.plan.clone(), Instant::now() + APART);
        let journal = Journal { lock, plan, log: checkpoint.log, file, waiting, due, apart: APART };
        Ok(JournalState::ResumeData(Box::new(ResumeData { journal, checkpoint, known, fault })))
    }

    /// The fallback where the rest is invalid: the valid lines of all logs.
    ///
    /// # Errors
    /// If they cannot be read.
    fn salvage(lock: Lock, plan: &str, fault: String) -> Result<Salvaged, JournalError> {
        let mut known = BTreeMap::new();
        for path in logs(&lock.folder).map_err(refused(&lock.folder))? {
            let log = read_log(&path, plan).map_err(refused(&path))?;
            known.extend(log.lines.into_iter().map(|(_, LogEntry { pair, rows })| (pair, rows)));
        }
        Ok(Salvaged { lock, known, fault })
    }

    /// Gives up a journal whose other files are damaged, and returns the contents of its log.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub fn give_up(self, fault: String) -> Result<Salvaged, JournalError> {
        Journal::salvage(self.lock, &self.plan, fault)
    }

    /// The function that creates the lines of pairs, on any thread.
    pub fn line_of_pair(&self) -> LineOfPair {
        let plan = self.plan.clone();
        Box::new(move |pair, rows| line_of(&plan, pair, rows))
    }

    /// Appends the lines of pairs that have been played.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn played(&mut self, pairs: &[PlayedPair]) -> io::Result<()> {
        let lines: String = pairs.iter().map(|played| played.line.as_str()).collect();
        // A single write for whole lines: once it returns, they survive this process.
        self.file.write_all(lines.as_bytes())?;
        self.waiting.extend(pairs.iter().map(|played| (played.pair, played.line.clone())));
        Ok(())
    }

    /// Records that the first `pairs` pairs are merged: the next log need not contain them.
    pub fn merged(&mut self, pairs: u64) {
        self.waiting = self.waiting.split_off(&pairs);
    }

    /// Sets the minimum time between two checkpoints.
    pub fn checkpoints_apart(&mut self, apart: Duration) {
        self.apart = apart;
        self.due = Instant::now() + apart;
    }

    /// Whether a checkpoint is due.
    pub fn is_due(&self) -> bool {
        Instant::now() >= self.due
    }

    /// Writes a checkpoint: the first `pairs` pairs are merged. The contents of the games file must have been synced to
    /// the disk.
    ///
    /// # Errors
    /// If it cannot be written; the previous one then remains valid.
    pub fn checkpoint(
        &mut self,
        legs: &[Vec<PairingOnScenario>],
        standings: &Standings,
        pairs: u64,
        games: Option<FileExtent>,
        seconds: f64,
    ) -> io::Result<()> {
        let begun = Instant::now();
        self.merged(pairs);
        let next = Journal::log_path(&self.lock.folder, self.log + 1);
        let mut file = File::create(&next)?;
        file.write_all(self.waiting.values().map(String::as_str).collect::<String>().as_bytes())?;
        file.sync_all()?;
        let plan = self.plan.clone();
        let checkpoint = Checkpoint {
            log: self.log + 1,
            plan,
            legs: legs.to_vec(),
            pairs,
            counts: standings.counts(),
            games,
            seconds,
        };
        write_whole(
            &self.lock.folder.join(Journal::CHECKPOINT),
            sealed_line("", &serde_json::to_string(&checkpoint)?).as_bytes(),
        )?;
        let old = Journal::log_path(&self.lock.folder, self.log);
        (self.log, self.file) = (checkpoint.log, file);
        fs::remove_file(old)?;
        self.due = Instant::now() + self.apart.max(begun.elapsed() * SHARE);
        Ok(())
    }
}

impl ResumePoint {
    /// The start of a run without any games.
    pub fn new(standings: Standings) -> ResumePoint {
        ResumePoint { standings, pairs: 0, known: BTreeMap::new() }
    }
}

#[cfg(test)]
mod tests;
