//! Plays a schedule on all cores. Blocks of pairs are played in any order and merged in schedule order, so that results do not depend on the
//! number of threads. A thread runs ahead of the merging by a fixed number of blocks at most, so that memory is bounded.

use super::contest::{Bench, Contest};
use super::record::GameRow;
use super::referee::panic_message;
use super::standings::Standings;
use super::steer::{Steer, Steering};
use crate::game::{Judge, Show};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, mpsc};
use std::time::{Duration, Instant};

/// Pairs in a block.
const BLOCK: u64 = 8;
/// By how many blocks a thread may be ahead of the merging, for each thread.
const AHEAD: u64 = 8;

/// Why a tournament could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// The results could not be written.
    #[error("cannot write the results")]
    Write(#[from] io::Error),
    /// The threads could not be started.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// How many were wanted.
        threads: usize,
        /// What the system says.
        reason: String,
    },
    /// The rulebook broke one of its own promises.
    #[error("game {game} broke off, which is a fault of the program: {message}")]
    Broken {
        /// The number of the game.
        game: u64,
        /// What the program says.
        message: String,
    },
}

/// The blocks merged so far, for whoever waits to play on.
struct Gate {
    merged: Mutex<u64>,
    opened: Condvar,
    closed: AtomicBool,
}

impl Gate {
    /// Waits until `block` is near enough; false if no more blocks are wanted.
    fn wait(&self, block: u64, ahead: u64) -> bool {
        let merged = self.merged.lock().expect("nobody panics while holding the gate");
        let wait = |merged: &mut u64| block >= *merged + ahead && !self.closed.load(Ordering::Relaxed);
        drop(self.opened.wait_while(merged, wait).expect("nobody panics while holding the gate"));
        !self.closed.load(Ordering::Relaxed)
    }

    fn advance(&self) {
        *self.merged.lock().expect("nobody panics while holding the gate") += 1;
        self.opened.notify_all();
    }

    fn close(&self) {
        let _held = self.merged.lock().expect("nobody panics while holding the gate");
        self.closed.store(true, Ordering::Relaxed);
        self.opened.notify_all();
    }
}

type Played = Result<Vec<GameRow>, (u64, String)>;

fn play_block<G: Judge + Show + 'static>(contest: &Contest<G>, bench: &mut Bench<G>, pairs: Range<u64>) -> Played {
    let schedule = &contest.schedule;
    let mut rows = Vec::with_capacity(2 * (pairs.end - pairs.start) as usize);
    let mut game = 0;
    let play = AssertUnwindSafe(|| {
        for pair in pairs {
            for fixture in schedule.fixtures(schedule.pair(pair)) {
                game = fixture.game;
                rows.push(bench.play_unseen(contest, fixture));
            }
        }
    });
    match catch_unwind(play) {
        Ok(()) => Ok(rows),
        Err(payload) => Err((game, panic_message(&*payload))),
    }
}

/// Plays the schedule on `threads` threads. `gather` gets the rows of each block, in schedule order; then `steer` is asked.
///
/// # Errors
/// Where `gather` fails, threads cannot be started, or the rulebook panics.
pub fn run<G: Judge + Show + 'static>(
    contest: &Contest<G>,
    threads: usize,
    gather: &mut dyn FnMut(&[GameRow]) -> io::Result<()>,
    steer: &mut dyn Steer,
) -> Result<Standings, TournamentError> {
    let failed = |error: rayon::ThreadPoolBuildError| TournamentError::Threads { threads, reason: error.to_string() };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(failed)?;
    let threads = pool.current_num_threads() as u64;
    let blocks = contest.schedule.pairs().div_ceil(BLOCK);
    let gate = Gate { merged: Mutex::new(0), opened: Condvar::new(), closed: AtomicBool::new(false) };
    let next = AtomicU64::new(0);
    let (send, receive) = mpsc::channel::<(u64, Played)>();
    pool.in_place_scope(|scope| {
        for _ in 0..threads {
            let send = send.clone();
            let (gate, next) = (&gate, &next);
            scope.spawn(move |_| {
                let mut bench = Bench::new(contest);
                loop {
                    let block = next.fetch_add(1, Ordering::Relaxed);
                    if block >= blocks || !gate.wait(block, AHEAD * threads) {
                        return;
                    }
                    let pairs = block * BLOCK..((block + 1) * BLOCK).min(contest.schedule.pairs());
                    if send.send((block, play_block(contest, &mut bench, pairs))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let merged = merge(contest, &receive, &gate, gather, steer);
        gate.close();
        merged
    })
}

/// Plays some pairs of the schedule on the threads of the pool that the caller runs in, one pair at a time for short matches, and gives their games in schedule order.
///
/// # Errors
/// Where the rulebook panics.
pub fn play_pairs<G: Judge + Show + 'static>(contest: &Contest<G>, pairs: Range<u64>) -> Result<Vec<GameRow>, TournamentError> {
    let play = |bench: &mut Bench<G>, pair: u64| play_block(contest, bench, pair..pair + 1);
    let played: Vec<Played> = pairs.into_par_iter().map_init(|| Bench::new(contest), play).collect();
    let mut rows = Vec::with_capacity(2 * played.len());
    for pair in played {
        rows.extend(pair.map_err(|(game, message)| TournamentError::Broken { game, message })?);
    }
    Ok(rows)
}

/// Takes the blocks as they come and merges them in schedule order.
fn merge<G: Judge + Show + 'static>(
    contest: &Contest<G>,
    receive: &mpsc::Receiver<(u64, Played)>,
    gate: &Gate,
    gather: &mut dyn FnMut(&[GameRow]) -> io::Result<()>,
    steer: &mut dyn Steer,
) -> Result<Standings, TournamentError> {
    let mut standings = Standings::new(&contest.schedule);
    let (mut early, mut wanted, mut games) = (BTreeMap::new(), 0, 0);
    for (block, played) in receive {
        early.insert(block, played);
        while let Some(played) = early.remove(&wanted) {
            let rows = played.map_err(|(game, message)| TournamentError::Broken { game, message })?;
            rows.iter().for_each(|row| standings.add(row));
            games += rows.len() as u64;
            gather(&rows)?;
            if steer.after_block(&standings, games) == Steering::Stop {
                return Ok(standings);
            }
            wanted += 1;
            gate.advance();
        }
    }
    Ok(standings)
}

/// The mean time of a game, from games spread over the whole schedule that are played for at most about `patience`.
pub fn time_a_game<G: Judge + Show + 'static>(contest: &Contest<G>, patience: Duration) -> Option<Duration> {
    const MOST: u64 = 64;
    let games = contest.schedule.games();
    let mut bench = Bench::new(contest);
    // The first game also makes the bots and warms up; it is not counted.
    let warm_up = AssertUnwindSafe(|| drop(bench.play_unseen(contest, contest.schedule.game(0))));
    if games == 0 || catch_unwind(warm_up).is_err() {
        return None;
    }
    let (start, mut played) = (Instant::now(), 0);
    while played < MOST.min(games) && start.elapsed() < patience {
        let fixture = contest.schedule.game(played * games / MOST.min(games));
        if catch_unwind(AssertUnwindSafe(|| bench.play_unseen(contest, fixture))).is_err() {
            return None;
        }
        played += 1;
    }
    (played > 0).then(|| start.elapsed() / played as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::Recipe;
    use crate::game::tree::Tree;
    use crate::game::{BySide, Judgement, Prepared};
    use crate::tournament::plan::{Plan, Planned, PlannedScenario};
    use crate::tournament::steer::ToTheEnd;
    use std::convert::Infallible;

    fn contest() -> Contest<Tree> {
        let plan = Plan {
            rulebook: "tree".into(),
            rules: "tree".into(),
            repeatable: true,
            seed: 3,
            games: 300,
            scenarios: vec![PlannedScenario { name: "tree".into(), brings_armies: true }],
            bots: Planned::from_names(["random", "greedy", "random"]),
            armies: vec![],
        };
        let recipes = vec![Recipe::Random, Recipe::Greedy(Judgement { appraisal: vec![1.0], features: vec![] })];
        let tree: Tree = "*( R(*(1 -1 0) B(*(2:1 -1) *(1 2:-1))) B(*(1 -1) 0) )".parse().unwrap();
        let prepare = |_, _| Ok::<_, Infallible>(Prepared { game: tree.clone(), points: BySide::default() });
        Contest::new(plan, recipes, prepare).unwrap()
    }

    fn rows(threads: usize, steer: &mut dyn Steer) -> (Vec<GameRow>, Standings) {
        let mut all = Vec::new();
        let mut gather = |rows: &[GameRow]| {
            all.extend_from_slice(rows);
            Ok(())
        };
        let standings = run(&contest(), threads, &mut gather, steer).unwrap();
        (all, standings)
    }

    #[test]
    fn results_do_not_depend_on_the_number_of_threads() {
        let one = rows(1, &mut ToTheEnd);
        assert_eq!(one.0.len(), 300 + 300);
        assert!(one.0.iter().zip(0..).all(|(row, number)| row.fixture.game == number));
        assert_eq!(rows(3, &mut ToTheEnd), one);
    }

    #[test]
    fn pairs_played_apart_are_those_of_the_whole_run() {
        let whole = rows(1, &mut ToTheEnd).0;
        let contest = contest();
        let apart = play_pairs(&contest, 40..90).unwrap();
        let first = contest.schedule.pair(40).first_game as usize;
        assert_eq!(apart, whole[first..first + apart.len()]);
    }

    struct StopAt(u64);

    impl Steer for StopAt {
        fn after_block(&mut self, _: &Standings, games: u64) -> Steering {
            if games >= self.0 { Steering::Stop } else { Steering::GoOn }
        }
    }

    #[test]
    fn a_run_that_is_stopped_ends_at_the_same_game_on_any_number_of_threads() {
        let whole = rows(1, &mut ToTheEnd).0;
        let stopped = rows(1, &mut StopAt(100));
        assert!(stopped.0.len() >= 100 && stopped.0.len() < 200, "{}", stopped.0.len());
        assert_eq!(stopped.0, whole[..stopped.0.len()]);
        assert_eq!(rows(3, &mut StopAt(100)), stopped);
    }

    #[test]
    fn a_failure_to_write_ends_the_run() {
        let mut gather = |_: &[GameRow]| Err(io::Error::other("the disk is full"));
        let error = run(&contest(), 2, &mut gather, &mut ToTheEnd).unwrap_err();
        assert!(matches!(error, TournamentError::Write(_)), "{error}");
    }
}
