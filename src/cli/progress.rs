//! One progress line on the error stream during play, if it is a terminal.

use crate::balance::{Sequential, SoFar, watched_rate};
use crate::report::comparison;
use crate::report::format::{fixed, rate};
use crate::stats::Estimate;
use crate::tournament::{Counter, Party, Plan, Standings};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time after which what is found so far is shown anew.
const INTERIM_EVERY: Duration = Duration::from_secs(2);

/// Games counted within this time may be those of a resumed study, which were played before.
const RECORDED: Duration = Duration::from_secs(1);

/// Below this number of columns the bar is left out.
const NARROW: u16 = 100;

/// A bar that counts games from those already known, with games per second, time left and the leader; hidden where the
/// error stream is not a terminal.
pub fn bar(games: u64, known: u64, quiet: bool) -> ProgressBar {
    bar_of("games", games, known, quiet)
}

/// The same for things of another name.
pub fn bar_of(things: &str, number: u64, known: u64, quiet: bool) -> ProgressBar {
    if quiet || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    // The message is cut at the edge of the terminal: the interval is before the name, and has no room beside the bar
    // on a narrow one.
    let is_narrow = terminal_size::terminal_size_of(io::stderr()).is_some_and(|(columns, _)| columns.0 < NARROW);
    let template = match is_narrow {
        true => "{human_pos}/{human_len}{pace} {wide_msg}".to_owned(),
        false => format!("{{bar:20}} {{human_pos}} of {{human_len}} {things}{{pace}} {{wide_msg}}"),
    };
    let begun = Arc::new(Mutex::new((known, Duration::ZERO)));
    let pace = move |state: &ProgressState, text: &mut dyn fmt::Write| {
        let (played, elapsed) = (state.pos(), state.elapsed());
        let mut begun = begun.lock().unwrap_or_else(PoisonError::into_inner);
        if begun.1.is_zero() && elapsed >= RECORDED {
            *begun = (played, elapsed);
        }
        let left = state.len().unwrap_or(number).saturating_sub(played);
        let _ = write!(text, "{}", pace(played.saturating_sub(begun.0), left, elapsed - begun.1, is_narrow));
    };
    let style = ProgressStyle::with_template(&template).expect("the template is well formed").with_key("pace", pace);
    let bar = ProgressBar::with_draw_target(Some(number), ProgressDrawTarget::stderr()).with_style(style);
    bar.set_position(known);
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// The mean speed, and the time left at that speed, so that games that end in bursts do not change it much; nothing
/// before the first game has ended.
fn pace(played: u64, left: u64, elapsed: Duration, is_narrow: bool) -> String {
    if played == 0 {
        return String::new();
    }
    let time = HumanDuration(elapsed.mul_f64(left as f64 / played as f64));
    let a_second = played as f64 / elapsed.as_secs_f64().max(0.001);
    match is_narrow {
        true => format!(" · {time:#} left"),
        false if a_second < 1.0 => format!(" · {:.0}/min · {time:#} left", a_second * 60.0),
        false => format!(" · {a_second:.0}/s · {time:#} left"),
    }
}

/// Shows what is found so far next to a bar: the leader, how far a sequential test is, or a difference.
#[derive(Default)]
pub struct InterimResult {
    shown: Option<Instant>,
}

impl InterimResult {
    /// Whether it is to be shown anew.
    fn is_due(&mut self, bar: &ProgressBar) -> bool {
        let is_due = !bar.is_hidden() && self.shown.is_none_or(|shown| shown.elapsed() >= INTERIM_EVERY);
        if is_due {
            self.shown = Some(Instant::now());
        }
        is_due
    }

    /// Shows the difference that a change makes, if an update is due; `variant` is its name where there are several.
    pub fn show_difference(&mut self, bar: &ProgressBar, so_far: &SoFar<'_>, variant: Option<&str>) {
        if self.is_due(bar)
            && let Some((key, difference)) = so_far.difference()
        {
            bar.set_message(format!("· {}", comparison::so_far(key, &difference, variant)));
        }
    }

    /// Shows the leader of the standings, if an update is due.
    pub fn show(&mut self, bar: &ProgressBar, plan: &Plan, standings: &Standings, rule: Option<&Sequential>) {
        if !self.is_due(bar) {
            return;
        }
        let ratio = rule.and_then(|rule| rule.verdict(plan, standings)).and_then(|verdict| verdict.ratio);
        if let Some((ratio, [lower, upper])) = ratio {
            bar.set_message(format!("· LLR {} in {} … {}", fixed(ratio, 2), fixed(lower, 2), fixed(upper, 2)));
        } else if let Some((name, watched)) = leader(plan, standings) {
            bar.set_message(format!("· {} {name}", rate(&watched).trim_start()));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_and_time_left_follow_from_the_games_played_so_far() {
        let after = Duration::from_secs;
        assert_eq!(pace(0, 100, after(9), false), "");
        assert_eq!(pace(90, 10, after(9), false), " · 10/s · 1s left");
        assert_eq!(pace(2, 4, after(120), false), " · 1/min · 4m left");
        assert_eq!(pace(2, 4, after(120), true), " · 4m left");
    }
}
