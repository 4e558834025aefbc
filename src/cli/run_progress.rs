//! The progress of a run while it is played: a bar, or one line on the time left, and lines of the log.

use super::log::{EVERY, Pace};
use super::note::note;
use super::progress::{self, InterimResult};
use crate::balance::Sequential;
use crate::game::{Evaluate, Show};
use crate::report::format::{count, duration};
use crate::run::{Run, RunWatcher};
use crate::tournament::{GameRow, Plan, Standings};
use indicatif::ProgressBar;
use std::time::{Duration, Instant};

/// The number of forfeited games that are kept.
const MOST_FORFEITS: usize = 3;
/// The time left is estimated when this time has passed …
const ESTIMATE_AFTER: Duration = Duration::from_secs(1);
/// … and each thread has played about this many games.
const GAMES_A_THREAD: u64 = 4;

/// Shows and logs the progress of a run.
pub(super) struct RunProgress<'a> {
    plan: &'a Plan,
    rule: Option<Sequential>,
    bar: ProgressBar,
    interim: InterimResult,
    time_left: TimeLeft,
    /// Whether the time left is still to be reported: once, where no bar shows it.
    is_estimate_due: bool,
    pace: Pace,
    logged: Instant,
    /// All games of the run, and those that are recorded.
    games: u64,
    recorded: u64,
    forfeits: Vec<GameRow>,
}

impl<'a> RunProgress<'a> {
    /// Of a run that is about to be played.
    pub fn new<G: Evaluate + Show + 'static>(
        run: &Run<G>,
        plan: &'a Plan,
        rule: Option<Sequential>,
        threads: usize,
        quiet: bool,
    ) -> RunProgress<'a> {
        let (games, known) = (run.games(), run.games_known());
        let bar = progress::bar(games, known, quiet);
        RunProgress {
            plan,
            rule,
            interim: InterimResult::default(),
            time_left: TimeLeft { threads: threads as u64, left: games.saturating_sub(known), begun: None, played: 0 },
            is_estimate_due: bar.is_hidden() && !quiet,
            bar,
            pace: Pace::new(known, games),
            logged: Instant::now(),
            games,
            recorded: known,
            forfeits: Vec::new(),
        }
    }

    /// Removes the bar; the first forfeited games.
    pub fn finish(self) -> Vec<GameRow> {
        self.bar.finish_and_clear();
        self.forfeits
    }

    fn report_time_left(&mut self) {
        let Some(time) = self.time_left.estimate(Instant::now()) else { return };
        self.is_estimate_due = false;
        let (games, threads) = (count(self.time_left.left, "game"), count(self.time_left.threads, "thread"));
        let time = duration(time);
        match self.rule {
            Some(_) => note!("at most {games} left, expected to take at most about {time} on {threads}"),
            None => note!("{games} left, expected to take about {time} on {threads}"),
        }
    }

    fn log(&mut self, forfeits: u64) {
        self.logged = Instant::now();
        let [per_second, minutes_left] = self.pace.at(self.recorded);
        tracing::info!(played = self.recorded, of = self.games, per_second, minutes_left, forfeits, "so far");
    }
}

impl RunWatcher for RunProgress<'_> {
    fn played(&mut self, games: u64) {
        self.recorded += games;
        self.bar.set_position(self.recorded);
        self.time_left.add(games, Instant::now());
        if self.is_estimate_due {
            self.report_time_left();
        }
    }

    fn merged(&mut self, standings: &Standings, rows: &[GameRow]) {
        self.interim.show(&self.bar, self.plan, standings, self.rule.as_ref());
        if self.logged.elapsed() >= EVERY {
            self.log(standings.forfeits);
        }
        for row in rows.iter().filter(|row| row.forfeit.is_some()) {
            let reason = row.forfeit.as_ref().map(|forfeit| forfeit.reason.as_str());
            tracing::warn!(game = row.spec.game, reason, "forfeit");
            if self.forfeits.len() < MOST_FORFEITS {
                self.forfeits.push(row.clone());
            }
        }
    }
}

/// The time left of a run. The first games begin on all threads at once and end together: time and games are counted
/// from when they ended.
struct TimeLeft {
    threads: u64,
    /// Games still to be played.
    left: u64,
    /// When the first games ended.
    begun: Option<Instant>,
    /// Games played since.
    played: u64,
}

impl TimeLeft {
    fn add(&mut self, games: u64, now: Instant) {
        self.left = self.left.saturating_sub(games);
        match self.begun {
            Some(_) => self.played += games,
            // A thread may hand over nothing.
            None => self.begun = (games > 0).then_some(now),
        }
    }

    /// `None` as long as too few games were played, and where nothing is left.
    fn estimate(&self, now: Instant) -> Option<Duration> {
        let elapsed = now.duration_since(self.begun?);
        let is_enough = elapsed >= ESTIMATE_AFTER && self.played >= GAMES_A_THREAD * self.threads;
        (is_enough && self.left > 0).then(|| elapsed.mul_f64(self.left as f64 / self.played as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_games_on_all_threads() {
        let start = Instant::now();
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        let mut time = TimeLeft { threads: 2, left: 100, begun: None, played: 0 };
        time.add(0, at(0));
        // Two threads, each of which needs 20 seconds for a pair.
        for seconds in [20, 20, 40, 40] {
            time.add(2, at(seconds));
            assert_eq!(time.estimate(at(seconds)), None, "after {seconds} seconds");
        }
        time.add(2, at(60));
        // 90 games at two in ten seconds.
        assert_eq!(time.estimate(at(60)), Some(Duration::from_secs(450)));
        time.add(90, at(520));
        assert_eq!(time.estimate(at(520)), None, "nothing is left");
    }

    #[test]
    fn the_time_left_is_estimated_after_a_second() {
        let start = Instant::now();
        let mut time = TimeLeft { threads: 1, left: 1_000, begun: None, played: 0 };
        time.add(10, start);
        time.add(300, start + Duration::from_millis(900));
        assert_eq!(time.estimate(start + Duration::from_millis(900)), None);
        time.add(30, start + Duration::from_millis(1_100));
        assert_eq!(time.estimate(start + Duration::from_millis(1_100)), Some(Duration::from_millis(2_200)));
    }
}
