//! One game of the soak: bots, dice and events derived from the number of the game alone, so that it can be replayed.

use crate::digest::Digest;
use crate::stage::{Fleet, Stage};
use reglette::bots::{Bot, Random};
use reglette::game::rng::{Key, Stream};
use reglette::game::{BySide, Game, Moment, Show};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// More decisions and rolls than any game has.
const MOST_STEPS: u32 = 100_000;

/// A fault in a game.
pub struct Fault {
    /// Its number.
    pub game: u64,
    /// Rules, scenario and armies.
    pub place: String,
    /// The fault.
    pub what: String,
}

/// The result of a game.
pub struct Played {
    /// It began from a random position.
    pub scattered: bool,
    /// A greedy bot took part.
    pub greedy: bool,
    /// The fault, if any.
    pub fault: Option<Fault>,
}

type GameOf<F> = <<F as Fleet>::Stage as Stage>::Game;
type StateOf<F> = <GameOf<F> as Game>::State;

/// The bots of a thread.
pub struct Player<F: Fleet> {
    random: Random<GameOf<F>>,
    greedy: Box<dyn Bot<GameOf<F>>>,
}

/// The seats of a game.
struct Seats {
    greedy: BySide<bool>,
    stream: Stream,
}

impl<F: Fleet> Player<F> {
    /// Bots that have not played yet.
    pub fn new(fleet: &F) -> Player<F> {
        Player { random: Random::default(), greedy: fleet.greedy().build() }
    }

    fn begin(stage: &F::Stage, seed: u64, number: u64) -> (&GameOf<F>, StateOf<F>, Seats) {
        let mut stream = Key::new(seed).with(number).with_name("soak").stream();
        let (game, state) = stage.begin(number % 2 == 1, &mut stream);
        let greedy = match stream.below(F::GREEDY) {
            0 => BySide::new(true, true),
            1 => BySide::new(true, false),
            2 => BySide::new(false, true),
            _ => BySide::new(false, false),
        };
        (game, state, Seats { greedy, stream })
    }

    /// Plays a game to its end, or to the first fault; `digest` records all that happens.
    pub fn play(
        &mut self,
        stage: &F::Stage,
        seed: u64,
        number: u64,
        counts: &mut [u64],
        mut digest: Option<&mut Digest>,
    ) -> Played {
        let mut played = Played { scattered: number % 2 == 1, greedy: false, fault: None };
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let (game, mut state, mut seats) = Self::begin(stage, seed, number);
            played.greedy = seats.greedy.red || seats.greedy.blue;
            for _ in 0..MOST_STEPS {
                F::Stage::assert_sound(game, &state);
                if let Some(digest) = &mut digest {
                    digest.see(game, &state, F::Stage::time(&state));
                }
                if !self.step(game, &mut state, &mut seats, Some(&mut *counts), |_, _| ()) {
                    return;
                }
            }
            panic!("the game does not end");
        }));
        if let Err(cause) = outcome {
            let what = cause
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| cause.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            played.fault = Some(Fault {
                game: number,
                place: stage.name().to_owned(),
                what: what.unwrap_or_else(|| "a panic".to_owned()),
            });
        }
        played
    }

    /// Replays a game and prints every step of it.
    pub fn narrate(&mut self, stage: &F::Stage, seed: u64, number: u64) {
        let (game, mut state, mut seats) = Self::begin(stage, seed, number);
        println!("game {number}: {}{}", stage.name(), if number % 2 == 1 { ", from a random position" } else { "" });
        println!("{}", game.draw(&state));
        for _ in 0..MOST_STEPS {
            F::Stage::assert_sound(game, &state);
            if !self.step(game, &mut state, &mut seats, None, |before, words| {
                println!("{:>3} {words}", F::Stage::time(before))
            }) {
                println!("{:?}", game.moment(&state));
                return;
            }
        }
        panic!("the game does not end");
    }

    /// One decision or roll; returns whether there was one.
    fn step(
        &mut self,
        game: &GameOf<F>,
        state: &mut StateOf<F>,
        seats: &mut Seats,
        counts: Option<&mut [u64]>,
        narrate: impl Fn(&StateOf<F>, &str),
    ) -> bool {
        match game.moment(state) {
            Moment::Over(_) => return false,
            Moment::Decide(side) => {
                let seen = game.seen_by(state, side);
                let bot: &mut dyn Bot<GameOf<F>> =
                    if seats.greedy[side] { &mut *self.greedy } else { &mut self.random };
                let stray = if seats.greedy[side] { None } else { F::Stage::stray(game, state, &mut seats.stream) };
                let chosen =
                    || bot.choose(game, &seen, side, &mut seats.stream).unwrap_or_else(|fault| panic!("{fault}"));
                let action = stray.unwrap_or_else(chosen);
                if seats.greedy[side] || !GameOf::<F>::LISTS_ALL {
                    game.check(state, &action).unwrap_or_else(|error| panic!("a bot chose {action:?}: {error}"));
                }
                match counts {
                    Some(counts) => game.apply_counting(state, action, counts),
                    None => {
                        narrate(state, &game.describe_action(state, &action));
                        game.apply(state, action);
                    }
                }
            }
            Moment::Roll(_) => {
                let roll = game.sample(state, &mut seats.stream);
                match counts {
                    Some(counts) => game.apply_roll_counting(state, roll, counts),
                    None => {
                        narrate(state, &game.describe_roll(state, &roll));
                        game.apply_roll(state, roll);
                    }
                }
            }
        }
        true
    }
}
