//! One progress line on the error stream during play, if it is a terminal; and the optional log.

use super::CliError;
use crate::balance::watched_rate;
use crate::report::format::rate;
use crate::stats::Estimate;
use crate::tournament::{Counter, Party, Plan, Standings};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fs::OpenOptions;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The interval at which the leader is updated.
const LEADER_EVERY: Duration = Duration::from_secs(2);

/// A bar that counts games from those already known, with games per second, time left and the leader; hidden where the
/// error stream is not a terminal.
pub fn bar(games: u64, known: u64, quiet: bool) -> ProgressBar {
    if quiet || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template("{bar:30} {human_pos} of {human_len} games · {per_sec} · {eta} left {msg}")
            .expect("the template is well formed");
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr()).with_style(style);
    bar.set_position(known);
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// Shows the leader.
#[derive(Default)]
pub struct Leader {
    shown: Option<Instant>,
}

impl Leader {
    /// Shows the leader of the standings next to the bar, if an update is due.
    pub fn show(&mut self, bar: &ProgressBar, plan: &Plan, standings: &Standings) {
        if bar.is_hidden() || self.shown.is_some_and(|shown| shown.elapsed() < LEADER_EVERY) {
            return;
        }
        self.shown = Some(Instant::now());
        if let Some((name, watched)) = leader(plan, standings) {
            bar.set_message(format!("· {name} {}", rate(&watched).trim_start()));
        }
    }
}

/// The entrant with the greatest share of points, for a single pairing its first entrant, with an interval that is
/// valid under continuous monitoring.
fn leader(plan: &Plan, standings: &Standings) -> Option<(String, Estimate)> {
    let mut pairings = standings.pairings();
    if let (Some(([first, second], counter)), None) = (pairings.next(), pairings.next()) {
        return Some((plan.entrant_name(first), watched_rate(counter)?)).filter(|_| first != second);
    }
    let points = |counter: &Counter| (counter.wins as f64 + counter.draws as f64 / 2.0) / counter.games() as f64;
    let entrants = standings.overall().filter_map(|(line, counter)| match line.party {
        Party::Entrant(entrant) if counter.games() > 0 && !line.party.is_mixed(plan) => Some((entrant, counter)),
        _ => None,
    });
    let (entrant, counter) = entrants.max_by(|(_, left), (_, right)| points(left).total_cmp(&points(right)))?;
    Some((plan.entrant_name(entrant), watched_rate(counter)?))
}

/// Writes log messages to a file from now on.
///
/// # Errors
/// If the file cannot be written.
pub fn log_to(path: Option<&Path>) -> Result<(), CliError> {
    let Some(path) = path else { return Ok(()) };
    let file = OpenOptions::new().create(true).append(true).open(path);
    let file = file.map_err(|error| CliError::Input(format!("{}: {error}", path.display())))?;
    // A second run of the same process appends to the log of the first.
    let _ = tracing_subscriber::fmt().with_writer(Mutex::new(file)).with_ansi(false).try_init();
    Ok(())
}
