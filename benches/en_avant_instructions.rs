//! A fixed amount of play of En Avant ! without a benchmark harness: for callgrind, and for quick measurements.
//!
//! ```sh
//! cargo bench --bench en_avant_instructions                 # everything
//! cargo bench --bench en_avant_instructions --no-run        # prints where the program lies
//! valgrind --tool=callgrind --toggle-collect='*play_all*' target/release/deps/en_avant_instructions-… contact 1
//! ```
//!
//! The first argument names the work (`contact`, `games`, `greedy`, `lists`), the second the number of repetitions.
//! `lists` reports the lengths of the lists of actions that greedy chooses from.

mod workload;

use reglette::en_avant::state::{Placing, State, Step};
use reglette::en_avant::{Action, Engagement};
use reglette::game::{BySide, Game, Side};
use reglette::tournament::{GameKey, InPlay, NoObserver, Observer};
use std::time::Instant;
use workload::Played;
use workload::en_avant::{bot, engagement, play_all, play_games, positions};

/// Repeats some work and reports its time.
fn time(name: &str, times: u32, mut work: impl FnMut() -> Played) {
    let start = Instant::now();
    let mut played = Played::default();
    (0..times).for_each(|_| played = work());
    let seconds = start.elapsed().as_secs_f64() / f64::from(times);
    println!(
        "{name}: {} decisions, {} rolls, {} combats: {:.0} ns a decision, {:.4} s",
        played.decisions,
        played.rolls,
        played.combats,
        seconds * 1e9 / played.decisions as f64,
        seconds
    );
}

/// The lengths of the lists passed to bots.
#[derive(Default)]
struct Lists {
    all: Vec<usize>,
    moves: Vec<usize>,
    actions: Vec<Action>,
}

impl Observer<Engagement> for Lists {
    fn decided(&mut self, game: &Engagement, before: &State, _: Side, _: &Action, _: &State) {
        game.legal_actions(before, &mut self.actions);
        self.all.push(self.actions.len());
        if matches!(before.step, Step::Place(_, Placing::Move)) {
            self.moves.push(self.actions.len());
        }
    }
}

/// Reports the median length of the lists, and the 95th percentile.
fn report_spread(what: &str, mut lengths: Vec<usize>) {
    lengths.sort_unstable();
    let at = |share: usize| lengths[lengths.len() * share / 100];
    println!("{what}: {} lists, median {}, 95 % {}", lengths.len(), at(50), at(95));
}

/// Greedy against greedy, these games.
fn greedy_games(games: u32, scenario: &str, armies: Option<(&str, &str)>) -> Played {
    observed_games(games, scenario, armies, &mut NoObserver)
}

fn observed_games(
    games: u32,
    scenario: &str,
    armies: Option<(&str, &str)>,
    watch: &mut impl Observer<Engagement>,
) -> Played {
    let game = engagement(scenario, armies);
    let (mut red, mut blue) = (bot("greedy"), bot("greedy"));
    let mut sum = Played::default();
    for pair in 0..games {
        let key = GameKey { seed: 1, scenario, pair: u64::from(pair) };
        let mut play = InPlay::new(&game, key, BySide::new("red", "blue"));
        let finished = play.play_out(&game, BySide::new(&mut *red, &mut *blue), watch);
        sum += Played { decisions: u64::from(finished.decisions.red + finished.decisions.blue), rolls: 0, combats: 0 };
    }
    sum
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let wanted = |name: &str| words.first().is_none_or(|word| word == name);
    let times = words.get(1).and_then(|word| word.parse().ok()).unwrap_or(4);
    if wanted("contact") {
        let positions = positions();
        time("random play in contact", times, || play_all(&positions));
    }
    if wanted("games") {
        let game = engagement("open-field", Some(("carthaginians", "republican-romans")));
        time("random games", times, || play_games(&game));
    }
    if wanted("greedy") {
        let armies = Some(("carthaginians", "republican-romans"));
        time("greedy games, open field", 1, || greedy_games(times * 2, "open-field", armies));
        time("greedy games, Cannae", 1, || greedy_games(times * 2, "cannae", None));
    }
    if wanted("lists") {
        let mut lists = Lists::default();
        observed_games(times * 2, "open-field", Some(("carthaginians", "republican-romans")), &mut lists);
        observed_games(times * 2, "cannae", None, &mut lists);
        report_spread("decisions", lists.all);
        report_spread("moves", lists.moves);
    }
}
