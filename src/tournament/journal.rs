//! The journal of a run: what it needs to resume after it was killed at any moment.
//!
//! In the run's folder `journal/` holds a *checkpoint* (the counts after some whole blocks, and the extent of
//! `games.csv` at that point) and a *log* of the pairs played since, a line for each as soon as it is played. Every
//! line carries a hash of itself and the plan's hash, so that a torn or damaged line, or one of another run, is
//! detected; it and all lines after it are discarded, and their games are played again with the same results. From time
//! to time a new checkpoint replaces the old one together with its log. The checkpoint carries its hash too; if it is
//! damaged or missing, the logs are used alone ([`Salvaged`]), and all other games are played again.

use super::record::GameRow;
use super::runner::ResumePoint;
use super::schedule::Cell;
use super::standings::{Counts, Standings};
use crate::data::sealed::{sealed_line, unsealed_line};
use crate::data::whole::write_whole;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The default minimum time between two checkpoints.
const APART: Duration = Duration::from_secs(10);
/// Checkpoints may take up one part in this many of the time.
const SHARE: u32 = 20;

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The system denies access.
    #[error("{}: {reason}", .path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// Another process holds its lock.
    #[error("{} is being played by another process", .0.display())]
    InUse(PathBuf),
    /// It belongs to another plan. It is left untouched.
    #[error("{}: the journal is not one of this plan", .0.display())]
    Foreign(PathBuf),
    /// It is not what this program wrote.
    #[error("{}: {fault}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        fault: String,
    },
}

fn refused(path: &Path) -> impl FnOnce(io::Error) -> JournalError {
    move |reason| JournalError::Refused { path: path.to_path_buf(), reason }
}

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
    pub legs: Vec<Vec<Cell>>,
    /// The number of pairs merged.
    pub pairs: u64,
    /// The counts of their games.
    pub counts: Counts,
    /// The extent of `games.csv`; `None` where it is not written.
    pub games: Option<FileExtent>,
    /// Seconds played so far.
    pub seconds: f64,
}

/// An exclusive lock on the run of a folder: held by one process at a time, and released when it ends.
pub struct Lock {
    folder: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes the lock of a journal's folder, before anything in it is touched.
    ///
    /// # Errors
    /// If another process holds it.
    pub fn take(folder: &Path) -> Result<Lock, JournalError> {
        let path = folder.join("lock");
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(refused(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { folder: folder.to_path_buf(), _file: file }),
            Err(TryLockError::WouldBlock) => Err(JournalError::InUse(folder.to_path_buf())),
            Err(TryLockError::Error(reason)) => Err(refused(&path)(reason)),
        }
    }
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
        legs: &[Vec<Cell>],
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
                let salvaged = Journal::salvage(lock, plan, format!("{} is missing", path.display()))?;
                return Ok(if salvaged.known.is_empty() {
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
        for (line, Line { pair, rows }) in lines {
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
            known.extend(log.lines.into_iter().map(|(_, Line { pair, rows })| (pair, rows)));
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

    /// Appends a pair that has been played.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn played(&mut self, pair: u64, rows: &[GameRow]) -> io::Result<()> {
        let line = line_of(&self.plan, pair, rows)?;
        // A single write for the whole line: once it returns, the line survives this process.
        self.file.write_all(line.as_bytes())?;
        self.waiting.insert(pair, line);
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
        legs: &[Vec<Cell>],
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

#[derive(Serialize)]
struct LineOf<'a> {
    pair: u64,
    rows: &'a [GameRow],
}

#[derive(Deserialize)]
struct Line {
    pair: u64,
    rows: Vec<GameRow>,
}

/// The line of a pair in a log of the plan with this hash.
fn line_of(plan: &str, pair: u64, rows: &[GameRow]) -> io::Result<String> {
    Ok(sealed_line(plan, &serde_json::to_string(&LineOf { pair, rows })?))
}

/// The logs in a journal's folder, in the order of their names.
fn logs(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "log") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The contents of a log.
#[derive(Default)]
struct Log {
    /// The valid lines at its beginning.
    lines: Vec<(String, Line)>,
    /// Their length in bytes.
    sound: u64,
    /// Whether they are followed by nothing, or only by a line without an end.
    torn: bool,
    /// Whether the file exists.
    is_there: bool,
}

/// Reads the log of a plan.
fn read_log(path: &Path, plan: &str) -> io::Result<Log> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Log::default()),
        Err(error) => return Err(error),
    };
    let mut reader = BufReader::new(file);
    let mut log = Log { is_there: true, ..Log::default() };
    loop {
        let mut bytes = Vec::new();
        reader.read_until(b'\n', &mut bytes)?;
        log.torn = !bytes.ends_with(b"\n");
        let line = String::from_utf8(bytes).unwrap_or_default();
        let Some(text) = unsealed_line(plan, &line) else { return Ok(log) };
        let read: Line = serde_json::from_str(text)?;
        log.sound += line.len() as u64;
        log.lines.push((line, read));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Ending, Grade, Outcome, Side, Tally};
    use crate::tournament::schedule::{Entrant, Schedule};

    fn schedule() -> Schedule {
        let entrant = |bot| Entrant { bot, army: None };
        Schedule::of_cells(vec![Cell { scenario: 0, entrants: [entrant(0), entrant(1)], pairs: 30 }])
    }

    fn resumed(folder: &Path) -> ResumeData {
        let Ok(JournalState::ResumeData(left)) = Journal::resume(Lock::take(folder).unwrap(), "plan") else {
            panic!("there is a checkpoint")
        };
        *left
    }

    fn rows(schedule: &Schedule, pair: u64) -> Vec<GameRow> {
        let outcome = Outcome { winner: Some(Side::Red), grade: Grade::None, ending: Ending::Victory };
        let tally = Tally { rounds: pair as u32, ..Tally::default() };
        schedule.fixtures(schedule.pair(pair)).map(|fixture| GameRow::for_tests(fixture, outcome, tally)).collect()
    }

    #[test]
    fn a_written_checkpoint_is_read_back() {
        let (folder, schedule) = (tempfile::tempdir().unwrap(), schedule());
        let mut standings = Standings::new(&schedule);
        let mut journal =
            Journal::begin(Lock::take(folder.path()).unwrap(), "plan".into(), &[], &standings, None, &BTreeMap::new())
                .unwrap();
        for pair in [1, 0, 3, 9] {
            journal.played(pair, &rows(&schedule, pair)).unwrap();
        }
        rows(&schedule, 0).iter().chain(&rows(&schedule, 1)).for_each(|row| standings.add(row));
        journal.checkpoint(&[], &standings, 2, None, 1.5).unwrap();
        journal.played(2, &rows(&schedule, 2)).unwrap();
        assert!(matches!(Lock::take(folder.path()), Err(JournalError::InUse(_))));
        drop(journal);

        let ResumeData { checkpoint, known, .. } = resumed(folder.path());
        assert_eq!((checkpoint.pairs, checkpoint.seconds), (2, 1.5));
        let mut restored = Standings::new(&schedule);
        assert!(restored.restore(checkpoint.counts));
        assert_eq!(restored, standings);
        let expected: BTreeMap<u64, Vec<GameRow>> = [2, 3, 9].map(|pair| (pair, rows(&schedule, pair))).into();
        assert_eq!(known, expected);
    }

    #[test]
    fn a_torn_or_damaged_line_and_all_behind_it_are_left_out() {
        let (folder, schedule) = (tempfile::tempdir().unwrap(), schedule());
        let mut journal = Journal::begin(
            Lock::take(folder.path()).unwrap(),
            "plan".into(),
            &[],
            &Standings::new(&schedule),
            None,
            &BTreeMap::new(),
        )
        .unwrap();
        for pair in 0..4 {
            journal.played(pair, &rows(&schedule, pair)).unwrap();
        }
        let log = Journal::log_path(folder.path(), journal.log);
        drop(journal);
        let text = fs::read_to_string(&log).unwrap();
        let known = |text: &str| {
            fs::write(&log, text).unwrap();
            let ResumeData { known, fault, .. } = resumed(folder.path());
            (known.into_keys().collect::<Vec<_>>(), fault)
        };
        assert_eq!(known(&text), (vec![0, 1, 2, 3], None));
        assert_eq!(known(&text[..text.len() - 1]), (vec![0, 1, 2], None));
        // A line of another run is valid there, and not here.
        let foreign = line_of("another plan", 1, &rows(&schedule, 1)).unwrap();
        let (lines, fault) = known(&format!("{}{foreign}", text.split_inclusive('\n').next().unwrap()));
        assert_eq!((lines, fault.unwrap().ends_with("is damaged from line 2 on")), (vec![0], true));
        let (lines, fault) = known(&text.replacen("\"rounds\":2", "\"rounds\":7", 1));
        assert_eq!((lines, fault.unwrap().ends_with("is damaged from line 3 on")), (vec![0, 1], true));
        // Discarded lines are removed from the log, so that new lines follow valid ones.
        assert_eq!(fs::read_to_string(&log).unwrap().lines().count(), 2);
        fs::remove_file(&log).unwrap();
        let ResumeData { known, fault, .. } = resumed(folder.path());
        assert!(known.is_empty() && fault.unwrap().ends_with("is missing"));
    }

    #[test]
    fn a_damaged_checkpoint_is_not_believed_and_the_logs_are_left() {
        let (folder, schedule) = (tempfile::tempdir().unwrap(), schedule());
        let standings = Standings::new(&schedule);
        let mut journal =
            Journal::begin(Lock::take(folder.path()).unwrap(), "plan".into(), &[], &standings, None, &BTreeMap::new())
                .unwrap();
        for pair in 0..3 {
            journal.played(pair, &rows(&schedule, pair)).unwrap();
        }
        drop(journal);
        let path = folder.path().join(Journal::CHECKPOINT);
        let whole = fs::read(&path).unwrap();
        let found = |bytes: Option<&[u8]>| {
            match bytes {
                Some(bytes) => fs::write(&path, bytes).unwrap(),
                None => fs::remove_file(&path).unwrap(),
            }
            match Journal::resume(Lock::take(folder.path()).unwrap(), "plan").unwrap() {
                JournalState::Salvaged(Salvaged { known, .. }) => Some(known.into_keys().collect::<Vec<_>>()),
                JournalState::ResumeData(_) => None,
                JournalState::Nothing(_) => panic!("there is a log"),
            }
        };
        assert_eq!(found(Some(&whole)), None);
        for at in 0..whole.len() {
            let mut flipped = whole.clone();
            flipped[at] ^= 1;
            assert_eq!(found(Some(&flipped)), Some(vec![0, 1, 2]), "byte {at}");
        }
        assert_eq!(found(Some(&whole[..whole.len() / 2])), Some(vec![0, 1, 2]));
        assert_eq!(found(None), Some(vec![0, 1, 2]));
    }
}
