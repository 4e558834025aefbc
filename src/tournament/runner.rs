//! Plays a schedule on all cores. Pairs are played in any order and merged in schedule order, block by block, so that
//! results do not depend on the number of threads. A thread runs ahead of the merge by a bounded number of blocks, so
//! that memory is bounded.
//!
//! Played and merged games go to a [`ResultSink`], which may write them; an interrupted run restarts from a
//! [`ResumePoint`].

mod gate;
mod merge;

use self::gate::Gate;
use self::merge::Merge;
use super::prepared::{Tournament, Worker};
use super::quarantine::Quarantine;
use super::record::GameRow;
use super::referee::panic_message;
use super::schedule::GameSpec;
use super::shard::{Portion, Shard};
use super::standings::Standings;
use super::steer::Steer;
use crate::data::work_log::unit;
use crate::data::{Stopped, WorkLog};
use crate::game::{Evaluate, Show};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, mpsc};
use std::time::{Duration, Instant};

/// Pairs in a block, the unit after which a run may be steered.
pub const BLOCK: u64 = 8;
/// How many blocks per thread play may be ahead of the merge.
const AHEAD: u64 = 8;
/// Pairs that were played are handed over after at most this time and the pair that is being played.
const HAND_OVER: Duration = Duration::from_millis(5);

/// Why a tournament could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// The results could not be written.
    #[error("cannot write the results")]
    Write(#[from] io::Error),
    /// It was asked to halt; what is logged remains.
    #[error("interrupted")]
    Halted,
    /// All work of this part is done.
    #[error("the part is done")]
    PartDone,
    /// The threads could not be started.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// The number requested.
        threads: usize,
        /// The system's error.
        reason: String,
    },
    /// The rulebook violated one of its own invariants.
    #[error("game {game} failed, which is a fault of the program: {message}")]
    Broken {
        /// The number of the game.
        game: u64,
        /// The panic message.
        message: String,
    },
}

impl From<Stopped> for TournamentError {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Halted => TournamentError::Halted,
            Stopped::PartDone => TournamentError::PartDone,
            Stopped::Unwritten(reason) => TournamentError::Write(reason),
        }
    }
}

/// Makes the line under which a pair with this number and these games is stored.
pub type LineOfPair = Box<dyn Fn(u64, &[GameRow]) -> io::Result<String> + Send + Sync>;

/// A pair that was played.
pub struct PlayedPair {
    /// Its number.
    pub pair: u64,
    /// Its games.
    pub rows: Vec<GameRow>,
    /// Its line, as [`ResultSink::line_of_pair`] makes it.
    pub line: String,
}

/// Receives the results of a run.
pub trait ResultSink {
    /// The function that creates the lines of pairs, called on the threads that play.
    fn line_of_pair(&self) -> LineOfPair {
        Box::new(|_, _| Ok(String::new()))
    }

    /// Called for pairs that have been played, in any order.
    ///
    /// # Errors
    /// If they cannot be stored; the run then ends.
    fn played(&mut self, _pairs: &[PlayedPair]) -> io::Result<()> {
        Ok(())
    }

    /// Called for each whole block that has been merged, in schedule order; `standings` hold all games of the first
    /// `pairs` pairs, the last of which are `rows`.
    ///
    /// # Errors
    /// As for [`ResultSink::played`].
    fn merged(&mut self, standings: &Standings, pairs: u64, rows: &[GameRow]) -> io::Result<()>;
}

/// Discards everything.
pub struct DiscardResults;

impl ResultSink for DiscardResults {
    fn merged(&mut self, _standings: &Standings, _pairs: u64, _rows: &[GameRow]) -> io::Result<()> {
        Ok(())
    }
}

/// The point from which a run is resumed.
#[derive(Clone, Debug)]
pub struct ResumePoint {
    /// The games merged so far.
    pub standings: Standings,
    /// The pairs merged so far.
    pub pairs: u64,
    /// Pairs beyond these that have been played already.
    pub known: BTreeMap<u64, Vec<GameRow>>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunOutcome {
    /// All games are played.
    Done,
    /// The steering rule stopped it.
    Stopped,
    /// It was asked to halt, and can be resumed.
    Halted,
}

/// The parameters of a run.
#[derive(Clone, Copy)]
pub struct RunConfig<'a> {
    /// The part of the schedule.
    pub shard: Shard,
    /// The number of threads.
    pub threads: usize,
    /// Becomes true when the run is to halt.
    pub halt: &'a AtomicBool,
}

/// The games of a pair.
type PairResult = Result<Vec<GameRow>, TournamentError>;

/// Pairs that a thread hands over.
struct HandedOver {
    played: Vec<PlayedPair>,
    failed: Vec<(u64, TournamentError)>,
}

/// A pool of this many threads.
///
/// # Errors
/// If they cannot be started.
pub fn thread_pool(threads: usize) -> Result<rayon::ThreadPool, TournamentError> {
    let failed = |error: rayon::ThreadPoolBuildError| TournamentError::Threads { threads, reason: error.to_string() };
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(failed)
}

/// Maps `play` over some games in parallel.
///
/// # Errors
/// If the rulebook panics; the error names the game.
pub fn each_game<T>(
    specs: impl Iterator<Item = GameSpec>,
    mut play: impl FnMut(GameSpec) -> T,
) -> Result<Vec<T>, TournamentError> {
    let (mut made, mut game) = (Vec::with_capacity(2), 0);
    let all = AssertUnwindSafe(|| {
        for spec in specs {
            game = spec.game;
            made.push(play(spec));
        }
    });
    match catch_unwind(all) {
        Ok(()) => Ok(made),
        Err(payload) => Err(TournamentError::Broken { game, message: panic_message(&*payload) }),
    }
}

fn play_pair<G: Evaluate + Show + 'static>(
    tournament: &Tournament<G>,
    worker: &mut Worker<G>,
    specs: impl Iterator<Item = GameSpec>,
    quarantine: &Quarantine,
) -> PairResult {
    each_game(specs, |spec| {
        let seats = tournament.cell(&spec).seats(spec.swapped);
        quarantine.forfeited(spec, seats).unwrap_or_else(|| worker.play_unseen(tournament, spec))
    })
}

/// Hands over pairs as they are played, several at once where they are short; false if no more are wanted.
fn hand_over(
    pairs: impl Iterator<Item = Result<PlayedPair, (u64, TournamentError)>>,
    send: &mpsc::Sender<HandedOver>,
) -> bool {
    let (mut played, mut failed, mut since) = (Vec::with_capacity(BLOCK as usize), Vec::new(), Instant::now());
    for pair in pairs {
        match pair {
            Ok(pair) => played.push(pair),
            Err(pair) => failed.push(pair),
        }
        if since.elapsed() >= HAND_OVER {
            let handed_over = HandedOver { played: std::mem::take(&mut played), failed: std::mem::take(&mut failed) };
            if send.send(handed_over).is_err() {
                return false;
            }
            since = Instant::now();
        }
    }
    send.send(HandedOver { played, failed }).is_ok()
}

/// Plays a part of the schedule. `keep` receives the pairs as they are played and the blocks in schedule order; then
/// `steer` is called.
///
/// # Errors
/// If `keep` fails, threads cannot be started, or the rulebook panics.
pub fn run<G: Evaluate + Show + 'static>(
    tournament: &Tournament<G>,
    run_config: RunConfig<'_>,
    start: ResumePoint,
    keep: &mut dyn ResultSink,
    steer: &mut dyn Steer,
) -> Result<(Standings, RunOutcome), TournamentError> {
    let RunConfig { shard, threads, halt } = run_config;
    let pool = thread_pool(threads)?;
    let threads = pool.current_num_threads() as u64;
    let portion = Portion::new(&tournament.schedule, shard);
    let first = start.pairs / BLOCK;
    let blocks = portion.pairs().div_ceil(BLOCK);
    let gate = Gate { merged: Mutex::new(first), opened: Condvar::new(), closed: AtomicBool::new(false), halt };
    let known: Vec<u64> = start.known.keys().copied().collect();
    let quarantine = Quarantine::new(&tournament.plan, &start.standings);
    let next = AtomicU64::new(first);
    let line_of_pair = keep.line_of_pair();
    let (send, receive) = mpsc::channel::<HandedOver>();
    pool.in_place_scope(|scope| {
        for _ in 0..threads {
            let send = send.clone();
            let (gate, next, portion, known, quarantine) = (&gate, &next, &portion, &known, &quarantine);
            let line_of_pair = &line_of_pair;
            scope.spawn(move |_| {
                let mut worker = Worker::new(tournament);
                loop {
                    let block = next.fetch_add(1, Ordering::Relaxed);
                    if block >= blocks || !gate.wait(block, AHEAD * threads) {
                        return;
                    }
                    let pairs = (block * BLOCK).max(start.pairs)..((block + 1) * BLOCK).min(portion.pairs());
                    let wanted = pairs.filter(|pair| known.binary_search(pair).is_err());
                    // A game that has begun is played to its end, so that it is not lost.
                    let pairs = wanted.take_while(|_| gate.is_open()).map(|pair| {
                        let specs = tournament.schedule.specs(portion.pair(pair));
                        let rows = play_pair(tournament, &mut worker, specs, quarantine);
                        let line = |rows: Vec<GameRow>| {
                            let line = line_of_pair(pair, &rows)?;
                            Ok(PlayedPair { pair, rows, line })
                        };
                        rows.and_then(line).map_err(|error| (pair, error))
                    });
                    if !hand_over(pairs, &send) {
                        return;
                    }
                }
            });
        }
        drop(send);
        let merged = Merge { portion: &portion, receive: &receive, gate: &gate, quarantine: &quarantine }
            .run(start, keep, steer);
        gate.close();
        merged
    })
}

/// Plays some pairs of the schedule in the caller's thread pool, for short matches, and returns their games in schedule
/// order. Each pair is a unit of the log; `of` is a one-word label of these pairs.
///
/// # Errors
/// If the rulebook panics, or the log halts or cannot be written.
pub fn play_pairs<G: Evaluate + Show + 'static>(
    tournament: &Tournament<G>,
    pairs: Range<u64>,
    log: &dyn WorkLog,
    of: &str,
) -> Result<Vec<GameRow>, TournamentError> {
    let schedule = &tournament.schedule;
    let play = |worker: &mut Worker<G>, pair: u64| {
        let games = || play_pair(tournament, worker, schedule.specs(schedule.pair(pair)), &Quarantine::none());
        unit(log, &format!("{of}/{pair}"), games)
    };
    let played: Vec<PairResult> = pairs.into_par_iter().map_init(|| Worker::new(tournament), play).collect();
    let mut rows = Vec::with_capacity(2 * played.len());
    for pair in played {
        rows.extend(pair?);
    }
    Ok(rows)
}

/// The mean time of a game, from games spread over the whole schedule that are played for at most about `patience`.
pub fn time_a_game<G: Evaluate + Show + 'static>(tournament: &Tournament<G>, patience: Duration) -> Option<Duration> {
    const MOST: u64 = 64;
    let games = tournament.schedule.games();
    let mut worker = Worker::new(tournament);
    // The first game also creates the bots and warms up caches; it is not counted.
    let warm_up = AssertUnwindSafe(|| drop(worker.play_unseen(tournament, tournament.schedule.game(0))));
    if games == 0 || catch_unwind(warm_up).is_err() {
        return None;
    }
    let (start, mut played) = (Instant::now(), 0);
    while played < MOST.min(games) && start.elapsed() < patience {
        let spec = tournament.schedule.game(played * games / MOST.min(games));
        if catch_unwind(AssertUnwindSafe(|| worker.play_unseen(tournament, spec))).is_err() {
            return None;
        }
        played += 1;
    }
    (played > 0).then(|| start.elapsed() / played as u32)
}

#[cfg(test)]
mod tests;
