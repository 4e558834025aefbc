//! Search on one core: positions that the tree search evaluates per second, actions and rolls applied per second in
//! rollouts, and the number that one decision of `mcts` applies, for both rulebooks.
//!
//! ```sh
//! cargo bench --bench search
//! ```
//!
//! Positions are taken from fixed moments of fixed greedy games; each search begins with an empty tree. The number
//! applied per decision is counted in whole games against greedy, with the budget and the kept tree of
//! `bots/mcts.toml`.

use reglette::bots::budget::Budget;
use reglette::bots::search::{PlayOn, Valuation};
use reglette::bots::{Bot, BotConfig, BotFile, Mcts, mcts};
use reglette::catalog::{self, Task};
use reglette::data::{Kind, Library};
use reglette::game::rng::Key;
use reglette::game::{Evaluate, Game, Moment, Rulebook, Side};
use reglette::tournament::{GameRequest, load_game};
use std::time::{Duration, Instant};

/// Iterations of each search.
const ITERATIONS: u64 = 250;
/// The approximate duration of each measurement.
const PATIENCE: Duration = Duration::from_secs(4);

/// The number of games for counting what a decision applies, half of them with each side.
const GAMES: u64 = 6;

struct Measure {
    scenario: &'static str,
    /// The scenario of whole games, and the armies of both sides.
    match_scenario: &'static str,
    army: &'static str,
}

/// Plays a game of a tree search, which plays `own`, against greedy; returns the number of searches after deployment.
fn play<G: Evaluate>(game: &G, bot: &mut Mcts<G>, own: Side, valuation: &Valuation, seed: u64) -> u64 {
    let (mut play_on, key) = (PlayOn::default(), Key::new(seed));
    let (mut dice, mut thought) = (key.with_name("dice").stream(), key.with_name("bot").stream());
    let (mut state, mut asked) = (game.initial(), 0);
    bot.begin();
    loop {
        match game.moment(&state) {
            Moment::Over(_) => return asked,
            Moment::Roll(_) => play_on.roll(game, &mut state, &mut dice),
            Moment::Decide(side) => {
                let search = side == own && !game.in_set_up(&state);
                asked += u64::from(search);
                let action = if search {
                    bot.choose(game, &state, side, &mut thought).expect("a choice")
                } else {
                    play_on.best(game, &state, &valuation.weights)
                };
                play_on.apply(game, &mut state, action);
            }
        }
    }
}

/// Decisions of one side after deployment in a greedy game, about twenty of them.
fn decisions<G: Evaluate>(game: &G, valuation: &Valuation) -> Vec<G::State> {
    let mut play_on = PlayOn::default();
    let mut stream = Key::new(1).with_name("bench").stream();
    let (mut state, mut found) = (game.initial(), Vec::new());
    loop {
        match game.moment(&state) {
            Moment::Over(_) => break,
            Moment::Roll(_) => play_on.roll(game, &mut state, &mut stream),
            Moment::Decide(_) => {
                if !game.in_set_up(&state) {
                    found.push(state);
                }
                let action = play_on.best(game, &state, &valuation.weights);
                play_on.apply(game, &mut state, action);
            }
        }
    }
    let step = found.len().div_ceil(20).max(1);
    found.into_iter().step_by(step).collect()
}

impl Task for Measure {
    type Output = ();

    fn run<R: Rulebook + 'static>(self) {
        let library = Library::built_in();
        let load = |request: &GameRequest| {
            load_game::<R>(&library, request).unwrap_or_else(|error| panic!("{error}")).prepared.game
        };
        let game = load(&GameRequest { scenario: Some(self.scenario.to_string()), ..GameRequest::default() });
        let source = library.find(Kind::Bot, "mcts").unwrap_or_else(|error| panic!("{error}"));
        let config =
            BotFile::read(&source).and_then(|file| file.config::<R>()).unwrap_or_else(|error| panic!("{error}"));
        let BotConfig::Mcts(settings, valuation) = config else { panic!("bots/mcts.toml is a tree search") };
        let positions = decisions(&game, &valuation);

        let mut bot: Mcts<R::Game> = Mcts::new(
            mcts::Settings { budget: Budget::Iterations(ITERATIONS), keep: false, ..settings },
            valuation.clone(),
        );
        let (searches, seconds) = repeat(&positions, |state, number| {
            let Moment::Decide(side) = game.moment(state) else { unreachable!("these are decisions") };
            bot.choose(&game, state, side, &mut Key::new(number).stream()).expect("a choice");
        });
        let valued = bot.valued();
        println!(
            "{}: {:.0} positions a second valued by tree search ({searches} searches)",
            R::NAME,
            valued as f64 / seconds
        );

        let mut play_on: PlayOn<R::Game> = PlayOn::default();
        let (ways, seconds) = repeat(&positions, |state, number| {
            let mut state = *state;
            let last = game.player_turn(&state) + 2;
            play_on.play_on(&game, &mut state, &valuation.weights, last, &mut Key::new(number).stream());
        });
        let applied = play_on.applied as f64;
        println!(
            "{}: {:.0} actions and rolls a second applied in playing on, {:.1} a way",
            R::NAME,
            applied / seconds,
            applied / ways as f64
        );

        let armies = vec![self.army.to_string(); 2];
        let match_game =
            load(&GameRequest { scenario: Some(self.match_scenario.to_string()), armies, ..GameRequest::default() });
        let mut bot: Mcts<R::Game> = Mcts::new(settings, valuation.clone());
        let asked: u64 = (0..GAMES)
            .map(|number| play(&match_game, &mut bot, Side::BOTH[number as usize % 2], &valuation, number))
            .sum();
        println!(
            "{}: {:.0} actions and rolls applied by {:.0} positions valued a decision ({asked} decisions in {GAMES} \
                games on {})",
            R::NAME,
            bot.applied() as f64 / asked as f64,
            bot.valued() as f64 / asked as f64,
            self.match_scenario
        );
    }
}

/// Cycles through the positions; returns the number of repetitions and the time.
fn repeat<S>(positions: &[S], mut work: impl FnMut(&S, u64)) -> (u64, f64) {
    let (start, mut times) = (Instant::now(), 0);
    while start.elapsed() < PATIENCE {
        for state in positions {
            work(state, times);
            times += 1;
        }
    }
    (times, start.elapsed().as_secs_f64())
}

fn main() {
    let measures = [
        ("jomini", Measure { scenario: "jomini/plain", match_scenario: "jomini/crossroads", army: "brigade" }),
        (
            "en-avant",
            Measure {
                scenario: "en-avant/open-field",
                match_scenario: "en-avant/open-field",
                army: "republican-romans",
            },
        ),
    ];
    for (rulebook, measure) in measures {
        catalog::with(rulebook, measure).expect("the catalog knows its rulebooks");
    }
}
