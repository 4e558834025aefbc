//! One line on the error stream while games are played, if it is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::Duration;

/// A bar that counts games, with games a second and time left; hidden where nobody watches.
pub fn bar(games: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {human_pos} of {human_len} games · {per_sec} · {eta} left")
        .expect("the template is well formed");
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr()).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}
