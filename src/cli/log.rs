//! The log of a long command: how it began and ended, every forfeit, and its progress, a line a minute.

use super::CliError;
use crate::report::format::{count, duration};
use clap::Args;
use indicatif::ProgressBar;
use std::fs::OpenOptions;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time between two lines on the progress of a command.
pub(super) const EVERY: Duration = Duration::from_secs(60);

/// After this time of play the time left can be estimated from the games played.
const ESTIMATE_AFTER: Duration = Duration::from_secs(1);

/// Where the log is written, and how.
#[derive(Clone, Debug, Default, Args)]
pub struct Log {
    /// Append a log with time stamps to this file: beginning, end, forfeits, and a line a minute
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Write the log as JSON, an object a line
    #[arg(long, requires = "log")]
    pub log_json: bool,
}

impl Log {
    /// Writes log messages to the file from now on.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn begin(&self) -> Result<(), CliError> {
        let Some(path) = &self.log else { return Ok(()) };
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = Mutex::new(file.map_err(|error| CliError::Input(format!("{}: {error}", path.display())))?);
        let lines = tracing_subscriber::fmt().with_ansi(false).with_target(false).with_writer(file);
        // A second run of the same process appends to the log of the first.
        let _ = if self.log_json { lines.json().flatten_event(true).try_init() } else { lines.try_init() };
        Ok(())
    }
}

/// The progress of a command since it began to count.
pub(super) struct Pace {
    begun: Instant,
    known: u64,
    of: u64,
}

impl Pace {
    /// From this number of games already known, of all.
    pub fn new(known: u64, of: u64) -> Pace {
        Pace { begun: Instant::now(), known, of }
    }

    /// Games a second, and the minutes left for the others, each with one decimal.
    pub fn at(&self, games: u64) -> [f64; 2] {
        let tenths = |number: f64| (number * 10.0).round() / 10.0;
        let speed = games.saturating_sub(self.known) as f64 / self.begun.elapsed().as_secs_f64().max(1e-3);
        let left = self.left(games).map_or(f64::INFINITY, |left| left.as_secs_f64() / 60.0);
        [tenths(speed), tenths(left)]
    }

    /// What is left to play, and how long it will take; `None` in the first second, and where nothing is left.
    pub fn estimate(&self, games: u64, threads: usize) -> Option<String> {
        let left = self.of.checked_sub(games).filter(|left| *left > 0 && self.begun.elapsed() >= ESTIMATE_AFTER)?;
        let time = duration(self.left(games)?);
        let [left, threads] = [count(left, "game"), count(threads as u64, "thread")];
        Some(format!("{left} left, expected to take about {time} on {threads}"))
    }

    /// The time left at the mean speed so far; `None` before the first game that was not known.
    fn left(&self, games: u64) -> Option<Duration> {
        let played = games.checked_sub(self.known).filter(|played| *played > 0)?;
        Some(self.begun.elapsed().mul_f64(self.of.saturating_sub(games) as f64 / played as f64))
    }
}

/// Logs a line a minute until it is dropped.
pub(super) struct Heartbeat {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Heartbeat {
    /// Begins to log the progress of the games, or other units, that a bar counts.
    pub fn of(bar: &ProgressBar, units: u64) -> Heartbeat {
        let (stop, stopped) = channel::<()>();
        let (bar, pace) = (bar.clone(), Pace::new(0, units));
        let beat = move || {
            while stopped.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                let [per_second, minutes_left] = pace.at(bar.position());
                tracing::info!(played = bar.position(), of = units, per_second, minutes_left, "so far");
            }
        };
        Heartbeat { stop: Some(stop), thread: std::thread::Builder::new().spawn(beat).ok() }
    }
}

impl Drop for Heartbeat {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_counts_what_was_played_since_it_began() {
        let pace = Pace { begun: Instant::now() - Duration::from_secs(10), known: 100, of: 700 };
        let [speed, left] = pace.at(400);
        assert!((29.0..=30.0).contains(&speed) && (left - 0.2).abs() < 0.05, "{speed} {left}");
        assert_eq!(pace.at(100)[1], f64::INFINITY, "nothing played says nothing about the time left");
    }

    #[test]
    fn the_time_left_is_estimated_from_what_was_played() {
        let begun = Instant::now() - Duration::from_secs(10);
        let pace = Pace { begun, known: 100, of: 1_100 };
        // 500 games in 10 seconds and a little.
        let estimate = pace.estimate(600, 2).unwrap();
        assert!(estimate.starts_with("500 games left, expected to take about 10."), "{estimate}");
        assert!(estimate.ends_with(" s on 2 threads"), "{estimate}");
        assert_eq!([pace.estimate(100, 2), pace.estimate(1_100, 2)], [None, None], "nothing played, nothing left");
        assert_eq!(Pace { begun: Instant::now(), ..pace }.estimate(600, 2), None, "too early");
    }
}
