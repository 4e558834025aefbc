//! One line on the error stream while games are played, if it is a terminal; and the log, if one is wanted.

use super::CliError;
use crate::balance::rate_interval;
use crate::report::format::rate;
use crate::stats::{Scores, confidence_sequence};
use crate::tournament::{Party, Plan, Standings};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fs::OpenOptions;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How often the leader is looked up.
const LEADER_EVERY: Duration = Duration::from_secs(2);

/// A bar that counts games from those already known, with games a second, time left and the leader; hidden where nobody watches.
pub fn bar(games: u64, known: u64, quiet: bool) -> ProgressBar {
    if quiet || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {human_pos} of {human_len} games · {per_sec} · {eta} left {msg}")
        .expect("the template is well formed");
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr()).with_style(style);
    bar.set_position(known);
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// Shows who leads.
#[derive(Default)]
pub struct Leader {
    shown: Option<Instant>,
}

impl Leader {
    /// Puts the leader of the standings behind the bar, if it is time to.
    pub fn show(&mut self, bar: &ProgressBar, plan: &Plan, standings: &Standings) {
        if bar.is_hidden() || self.shown.is_some_and(|shown| shown.elapsed() < LEADER_EVERY) {
            return;
        }
        self.shown = Some(Instant::now());
        // A single pairing is told with an interval that holds however often it is looked at.
        let mut pairings = standings.pairings();
        if let (Some(([first, second], counter)), None) = (pairings.next(), pairings.next()) {
            if let Some(watched) = confidence_sequence(&Scores::of_pairs(&counter.pairs())).filter(|_| first != second) {
                bar.set_message(format!("· {} {}", plan.entrant_name(first), rate(&watched).trim_start()));
            }
            return;
        }
        let entrants = standings.overall().filter_map(|(line, counter)| match line.party {
            Party::Entrant(entrant) => Some((plan.entrant_name(entrant), rate_interval(counter)?.decisive.point)),
            _ => None,
        });
        if let Some((name, _)) = entrants.max_by(|(_, left), (_, right)| left.total_cmp(right)) {
            bar.set_message(format!("· {name} leads"));
        }
    }
}

/// Sends what happens to a file from now on.
///
/// # Errors
/// Where the file cannot be written.
pub fn log_to(path: Option<&Path>) -> Result<(), CliError> {
    let Some(path) = path else { return Ok(()) };
    let file = OpenOptions::new().create(true).append(true).open(path);
    let file = file.map_err(|error| CliError::Input(format!("{}: {error}", path.display())))?;
    // A second run of the same process goes on with the log of the first.
    let _ = tracing_subscriber::fmt().with_writer(Mutex::new(file)).with_ansi(false).try_init();
    Ok(())
}
