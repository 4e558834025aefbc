//! The log of a long command: how it began and ended, every forfeit, and its progress, a line a minute.

use super::CliError;
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
        let left = if speed > 0.0 { self.of.saturating_sub(games) as f64 / speed / 60.0 } else { f64::INFINITY };
        [tenths(speed), tenths(left)]
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
}
