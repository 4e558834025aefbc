//! The log of a study: a line for each unit of work as soon as it is done.
//!
//! A line contains a hash of itself and the plan's hash, the key of the unit, the seconds played until then and the
//! result. A torn or damaged line and all lines after it are discarded, and their units are computed again with the
//! same results; a log without any line of the plan is refused. Only the positions of known lines in the file are kept
//! in memory.

use crate::data::WorkLog;
use crate::data::sealed::{sealed_line, unsealed_line};
use crate::tournament::{JournalError, Lock, Shard};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The interval at which the log is synced to the disk, so that it survives a power failure.
const SYNCHRONISED_EVERY: Duration = Duration::from_secs(10);

/// The position of a line in the file.
#[derive(Clone, Copy)]
struct At {
    from: u64,
    bytes: usize,
}

/// The end of the file, where lines are appended.
struct Tail {
    file: File,
    /// The length of all lines in bytes.
    bytes: u64,
    synchronised: Instant,
    /// Why a line could not be written: then no other follows.
    failed: Option<String>,
}

/// The log of a study in progress, with its lock.
pub struct Log {
    path: PathBuf,
    _lock: Lock,
    plan: String,
    shard: Option<Shard>,
    halt: &'static AtomicBool,
    known: HashMap<String, At>,
    reader: Mutex<File>,
    tail: Mutex<Tail>,
    before: Duration,
    clock: Instant,
    damage: Option<String>,
}

impl Log {
    /// The name of the file.
    pub const NAME: &'static str = "log";
    /// The key of the last line of a part.
    const END: &'static str = "end";

    /// Opens the log in a journal's folder, to be continued under the plan of this hash, or as a part of it, until
    /// `halt` becomes true.
    ///
    /// # Errors
    /// If it cannot be read or written, or none of its lines is of this plan: then plan or log belong to another study.
    pub fn open(
        lock: Lock,
        folder: &Path,
        plan: String,
        shard: Option<Shard>,
        halt: &'static AtomicBool,
    ) -> Result<Log, JournalError> {
        let path = folder.join(Log::NAME);
        let refused = |reason| JournalError::Refused { path: path.clone(), reason };
        let is_there = path.exists();
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).map_err(refused)?;
        let Lines { known, sound, seconds, is_foreign, fault_at } = read_lines(&file, &plan).map_err(refused)?;
        if is_foreign {
            return Err(JournalError::Foreign(path));
        }
        let damage = match fault_at {
            _ if !is_there => {
                Some(format!("{} is missing; all games are played again with the same results", path.display()))
            }
            Some(line) => Some(format!(
                "{} is damaged from line {line} on; these games are played again with the same results",
                path.display()
            )),
            None => None,
        };
        file.set_len(sound).and_then(|()| file.seek(SeekFrom::Start(sound)).map(drop)).map_err(refused)?;
        let reader = Mutex::new(File::open(&path).map_err(refused)?);
        let tail = Mutex::new(Tail { file, bytes: sound, synchronised: Instant::now(), failed: None });
        let before = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        Ok(Log { _lock: lock, plan, shard, halt, known, reader, tail, before, clock: Instant::now(), damage, path })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is damaged or missing in the log, apart from a line torn by a kill.
    pub fn damage(&self) -> Option<&str> {
        self.damage.as_deref()
    }

    /// Whether a line could not be written.
    pub fn has_failed(&self) -> bool {
        self.tail.lock().expect("no thread panics while holding the lock").failed.is_some()
    }

    /// The number of units logged when it was opened.
    pub fn units(&self) -> usize {
        self.known.len()
    }

    /// Records that a part is complete.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn end_part(&self) -> io::Result<()> {
        if self.has_ended() { Ok(()) } else { self.done(Log::END, "null") }
    }

    /// Whether the part was complete when the log was opened.
    pub fn has_ended(&self) -> bool {
        self.known.contains_key(Log::END)
    }

    /// The keys logged when it was opened, in the order of the file.
    pub fn keys(&self) -> Vec<&str> {
        let mut keys: Vec<(&str, u64)> = self.known.iter().map(|(key, at)| (key.as_str(), at.from)).collect();
        keys.sort_unstable_by_key(|(_, from)| *from);
        keys.into_iter().map(|(key, _)| key).filter(|key| *key != Log::END).collect()
    }

    /// The time of play, earlier processes included.
    pub fn time(&self) -> Duration {
        self.before + self.clock.elapsed()
    }

    fn line_at(&self, at: At) -> io::Result<String> {
        let mut line = vec![0; at.bytes];
        let mut reader = self.reader.lock().expect("no thread panics while holding the lock");
        reader.seek(SeekFrom::Start(at.from))?;
        reader.read_exact(&mut line)?;
        String::from_utf8(line).map_err(io::Error::other)
    }
}

impl WorkLog for Log {
    fn known(&self, key: &str) -> Option<String> {
        let line = self.line_at(*self.known.get(key)?).ok()?;
        let (known, _, value) = sound(line.as_bytes(), &self.plan)?;
        (known == key).then(|| value.to_owned())
    }

    fn done(&self, key: &str, value: &str) -> io::Result<()> {
        let line = sealed_line(&self.plan, &format!("{key} {:.3} {value}", self.time().as_secs_f64()));
        let mut tail = self.tail.lock().expect("no thread panics while holding the lock");
        if let Some(reason) = &tail.failed {
            return Err(io::Error::other(reason.clone()));
        }
        // A single write for the whole line: once it returns, the line survives this process.
        if let Err(reason) = tail.file.write_all(line.as_bytes()) {
            tail.failed = Some(reason.to_string());
            // A partial line would hide those after it; where it cannot be removed it is discarded when the log is
            // read.
            let _ = tail.file.set_len(tail.bytes);
            return Err(reason);
        }
        tail.bytes += line.len() as u64;
        if tail.synchronised.elapsed() >= SYNCHRONISED_EVERY {
            tail.file.sync_data()?;
            tail.synchronised = Instant::now();
        }
        Ok(())
    }

    fn is_halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }

    fn is_part(&self) -> bool {
        self.shard.is_some()
    }

    fn holds(&self, place: u64) -> bool {
        self.shard.is_none_or(|shard| shard.holds(place))
    }
}

/// Key, seconds and value.
fn parts(text: &str) -> Option<(&str, f64, &str)> {
    let mut parts = text.splitn(3, ' ');
    Some((parts.next()?, parts.next()?.parse().ok()?, parts.next()?))
}

/// The contents of a log.
struct Lines {
    known: HashMap<String, At>,
    /// The length of all valid lines in bytes.
    sound: u64,
    /// The time of play when the last of them was written.
    seconds: f64,
    /// Whether there are lines, and none is of this plan.
    is_foreign: bool,
    /// The first damaged line, from 1; `None` if all are valid, or only the last is torn.
    fault_at: Option<usize>,
}

/// Key, seconds and value of a line that was written under this plan.
fn sound<'a>(bytes: &'a [u8], plan: &str) -> Option<(&'a str, f64, &'a str)> {
    std::str::from_utf8(bytes).ok().and_then(|line| unsealed_line(plan, line)).and_then(parts)
}

/// Whether any of the lines that follow was written under this plan.
fn has_sound_line(reader: &mut impl BufRead, plan: &str) -> io::Result<bool> {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match reader.read_until(b'\n', &mut bytes)? {
            0 => return Ok(false),
            _ if sound(&bytes, plan).is_some() => return Ok(true),
            _ => {}
        }
    }
}

fn read_lines(file: &File, plan: &str) -> io::Result<Lines> {
    let (mut reader, mut bytes) = (BufReader::new(file), Vec::new());
    let mut lines = Lines { known: HashMap::new(), sound: 0, seconds: 0.0, is_foreign: false, fault_at: None };
    for number in 1.. {
        bytes.clear();
        if reader.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let Some((key, seconds, _)) = sound(&bytes, plan) else {
            // A kill leaves a line without an end, and nothing after it.
            lines.fault_at = bytes.ends_with(b"\n").then_some(number);
            lines.is_foreign = number == 1 && lines.fault_at.is_some() && !has_sound_line(&mut reader, plan)?;
            break;
        };
        lines.known.insert(key.to_owned(), At { from: lines.sound, bytes: bytes.len() });
        lines.sound += bytes.len() as u64;
        lines.seconds = seconds;
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Stopped;
    use crate::data::work_log::unit;
    use std::fs;

    static GO_ON: AtomicBool = AtomicBool::new(false);

    fn open(folder: &Path, plan: &str) -> Log {
        Log::open(Lock::take(folder).unwrap(), folder, plan.to_owned(), None, &GO_ON).unwrap()
    }

    /// Computes five units, of which logged ones keep their value; returns which were computed now.
    fn play(log: &Log, value: u32) -> Vec<usize> {
        let mut done = Vec::new();
        for index in 0..5 {
            let work = || {
                done.push(index);
                Ok::<_, Stopped>(value)
            };
            unit(log, &format!("unit/{index}"), work).unwrap();
        }
        done
    }

    #[test]
    fn logged_units_are_not_computed_again() {
        let folder = tempfile::tempdir().unwrap();
        let log = open(folder.path(), "plan");
        // The log of a new study is created together with its plan, so it is never missing.
        assert!(log.damage().unwrap().ends_with("is missing; all games are played again with the same results"));
        assert_eq!(play(&log, 1), [0, 1, 2, 3, 4]);
        assert!(matches!(Lock::take(folder.path()), Err(JournalError::InUse(_))));
        drop(log);
        let log = open(folder.path(), "plan");
        assert_eq!((log.damage(), log.units(), play(&log, 2)), (None, 5, vec![]));
        assert_eq!(unit::<u32, Stopped>(&log, "unit/3", || Ok(7)).unwrap(), 1);
    }

    #[test]
    fn a_torn_damaged_or_foreign_line_and_all_behind_it_are_done_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(Log::NAME);
        play(&open(folder.path(), "plan"), 1);
        let whole = fs::read(&path).unwrap();
        let lines: Vec<&[u8]> = whole.split_inclusive(|byte| *byte == b'\n').collect();
        let second = lines[0].len();
        let played = |bytes: &[u8], plan: &str| {
            fs::write(&path, bytes).unwrap();
            let log = open(folder.path(), plan);
            (play(&log, 1), log.damage().map(str::to_owned))
        };
        // Torn in the last line: not reported.
        assert_eq!(played(&whole[..whole.len() - 1], "plan"), (vec![4], None));
        for place in second..second + lines[1].len() {
            for bit in [0, 4, 7] {
                let mut flipped = whole.clone();
                flipped[place] ^= 1 << bit;
                let (done, damage) = played(&flipped, "plan");
                assert_eq!(done, [1, 2, 3, 4], "byte {place}");
                assert!(damage.unwrap().contains("is damaged from line 2 on"), "byte {place}");
            }
        }
        fs::write(&path, &whole).unwrap();
        let lock = Lock::take(folder.path()).unwrap();
        let foreign = Log::open(lock, folder.path(), "another plan".to_owned(), None, &GO_ON);
        assert!(matches!(foreign, Err(JournalError::Foreign(at)) if at == path));
        let mut first = whole.clone();
        first[3] ^= 1;
        let (done, damage) = played(&first, "plan");
        assert_eq!((done.len(), damage.unwrap().contains("from line 1 on")), (5, true));
        // A line that was removed affects no other: only its own unit is computed again.
        assert_eq!(played(&[lines[0], lines[2], lines[3], lines[4]].concat(), "plan"), (vec![1], None));
        // Discarded lines are removed from the file, so that new lines follow valid ones.
        played(&whole[..whole.len() - 1], "plan");
        assert_eq!(play(&open(folder.path(), "plan"), 2), Vec::<usize>::new());
    }

    #[test]
    fn the_time_of_play_continues() {
        let folder = tempfile::tempdir().unwrap();
        drop(open(folder.path(), "plan"));
        fs::write(folder.path().join(Log::NAME), sealed_line("plan", "a 71.500 1")).unwrap();
        assert!(open(folder.path(), "plan").time() >= Duration::from_millis(71_500));
        fs::write(folder.path().join(Log::NAME), sealed_line("plan", "a -1 1")).unwrap();
        assert!(open(folder.path(), "plan").time() < Duration::from_secs(60));
    }
}
