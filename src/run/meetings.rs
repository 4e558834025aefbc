//! Keeps the games of a question about costs in a file while they are played, so that the same question, asked again after a break, goes on where it stood.
//!
//! The first line of the file names the question by its hash; each further one holds the games of some meetings that follow each other. What was drawn is not kept: it follows from the question.

use crate::balance::costs::{Arena, ArenaError, Encounter, Meeting, Played};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Meetings that are kept together.
const TOGETHER: usize = 32;

/// Why games cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The file is of another question.
    #[error("{}: its games are of another question, other files or another program; name another file", .0.display())]
    Foreign(PathBuf),
    /// The system refuses.
    #[error("{}: {reason}", .path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
}

#[derive(Serialize, Deserialize)]
struct Head {
    question: String,
}

#[derive(Serialize, Deserialize)]
struct Line {
    bot: usize,
    budget: f64,
    seed: u64,
    first: u64,
    games: Vec<Vec<Played>>,
}

/// Bot, bits of the budget, seed, first meeting.
type Place = (usize, u64, u64, u64);

/// A file of games.
pub struct KeptGames {
    path: PathBuf,
    known: BTreeMap<Place, Vec<Vec<Played>>>,
    file: Mutex<File>,
}

impl KeptGames {
    /// Opens the file, or begins it.
    ///
    /// # Errors
    /// Where it is of another question, or cannot be read or written.
    pub fn open(path: &Path, question: &str) -> Result<KeptGames, KeepError> {
        let refused = |reason| KeepError::Refused { path: path.to_path_buf(), reason };
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(refused)?;
        let mut known = BTreeMap::new();
        let mut sound = 0;
        let mut reader = BufReader::new(&file);
        let mut text = String::new();
        // A line that was not written to its end is as good as none.
        while reader.read_line(&mut text).map_err(refused)? > 0 && text.ends_with('\n') {
            if sound == 0 {
                let head = serde_json::from_str::<Head>(&text).ok().filter(|head| head.question == question);
                head.ok_or_else(|| KeepError::Foreign(path.to_path_buf()))?;
            } else {
                let Ok(Line { bot, budget, seed, first, games }) = serde_json::from_str(&text) else { break };
                known.insert((bot, budget.to_bits(), seed, first), games);
            }
            sound += text.len() as u64;
            text.clear();
        }
        if sound == 0 && !text.is_empty() {
            return Err(KeepError::Foreign(path.to_path_buf()));
        }
        drop(reader);
        file.set_len(sound).and_then(|()| file.seek(SeekFrom::End(0)).map(drop)).map_err(refused)?;
        if sound == 0 {
            let head = serde_json::to_string(&Head { question: question.to_owned() }).expect("a hash can be written");
            writeln!(file, "{head}").map_err(refused)?;
        }
        Ok(KeptGames { path: path.to_path_buf(), known, file: Mutex::new(file) })
    }

    /// Games that are known already.
    pub fn games(&self) -> u64 {
        self.known.values().flatten().map(|games| games.len() as u64).sum()
    }

    fn keep(&self, line: &Line) -> Result<(), ArenaError> {
        let text = serde_json::to_string(line).expect("numbers can be written") + "\n";
        let mut file = self.file.lock().expect("nobody panics while holding the file");
        file.write_all(text.as_bytes()).map_err(|reason| ArenaError::Unkept(format!("{}: {reason}", self.path.display())))
    }
}

/// An arena whose games are kept.
pub struct KeptArena<'a> {
    /// Where armies meet.
    pub arena: &'a dyn Arena,
    /// Where games are kept.
    pub games: &'a KeptGames,
    /// Which part of the question they are of: the bot, and the budget.
    pub part: (usize, f64),
}

impl Arena for KeptArena<'_> {
    fn play(&self, meetings: Vec<Meeting>, first: u64, seed: u64) -> Result<Vec<Encounter>, ArenaError> {
        let mut encounters = Vec::with_capacity(meetings.len());
        let mut meetings = meetings.into_iter().peekable();
        while meetings.peek().is_some() {
            let some: Vec<Meeting> = meetings.by_ref().take(TOGETHER).collect();
            let at = first + encounters.len() as u64;
            let (bot, budget) = self.part;
            let known = self.games.known.get(&(bot, budget.to_bits(), seed, at)).filter(|games| games.len() == some.len());
            match known {
                Some(games) => {
                    encounters.extend(some.into_iter().zip(games).map(|(meeting, games)| Encounter { meeting, games: games.clone() }));
                }
                None => {
                    let played = self.arena.play(some, at, seed)?;
                    let games = played.iter().map(|encounter| encounter.games.clone()).collect();
                    self.games.keep(&Line { bot, budget, seed, first: at, games })?;
                    encounters.extend(played);
                }
            }
        }
        Ok(encounters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Composition;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Plays so many meetings and then halts.
    struct Halting {
        left: AtomicU64,
    }

    impl Arena for Halting {
        fn play(&self, meetings: Vec<Meeting>, first: u64, seed: u64) -> Result<Vec<Encounter>, ArenaError> {
            let number = meetings.len() as u64;
            if self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(number)).is_err() {
                return Err(ArenaError::Halted);
            }
            let game = |index: u64| Played {
                score: f64::from(u8::from((seed + first + index).is_multiple_of(3))),
                swapped: false,
                first_began: None,
                forfeited: false,
                ending: crate::game::Ending::Victory,
                survivors: [vec![[2, 1]], vec![[1, 1]]],
            };
            Ok(meetings.into_iter().zip(0..).map(|(meeting, index)| Encounter { meeting, games: vec![game(index)] }).collect())
        }
    }

    fn meetings() -> Vec<Meeting> {
        let army = |count| Composition { counts: vec![count], dials: vec![] };
        (0..100).map(|count| Meeting { armies: [army(count), army(1)], scenario: 0, pairs: 1 }).collect()
    }

    #[test]
    fn what_was_played_before_a_break_is_not_played_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let play = |left: u64| {
            let games = KeptGames::open(&path, "q").unwrap();
            let known = games.games();
            let arena = Halting { left: AtomicU64::new(left) };
            (known, KeptArena { arena: &arena, games: &games, part: (0, 35.0) }.play(meetings(), 0, 5))
        };
        assert_eq!(play(70), (0, Err(ArenaError::Halted)));
        // The last line is torn, as by a machine that lost its power.
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() - 9]).unwrap();
        let (known, resumed) = play(68);
        let whole = Halting { left: AtomicU64::new(100) }.play(meetings(), 0, 5);
        assert_eq!((known, resumed), (32, whole));
        assert_eq!(play(0).0, 100);
        assert!(matches!(KeptGames::open(&path, "other"), Err(KeepError::Foreign(_))));
    }
}
