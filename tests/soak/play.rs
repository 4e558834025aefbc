//! One game of the soak: bots, dice and events from the number of the game alone, so that it can be played again.

use crate::fleet::{Fleet, Stage};
use crate::soundness::assert_sound;
use reglette::bots::{Bot, Random};
use reglette::game::rng::{Key, Stream};
use reglette::game::{BySide, Game, Moment, Show};
use reglette::jomini::{Battle, State};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Of so many games greedy bots play one against each other, and two against a random bot.
const GREEDY: u32 = 100;
/// More decisions and rolls than any game has.
const MOST_STEPS: u32 = 100_000;

/// What went wrong in a game.
pub struct Fault {
    /// Its number.
    pub game: u64,
    /// Rules, scenario and armies.
    pub place: String,
    /// What was seen.
    pub what: String,
}

/// What is known of a game that was played.
pub struct Played {
    /// It began from a random position.
    pub scattered: bool,
    /// A greedy bot took part.
    pub greedy: bool,
    /// What went wrong.
    pub fault: Option<Fault>,
}

/// The bots of a thread.
pub struct Player {
    random: Random<Battle>,
    greedy: Box<dyn Bot<Battle>>,
}

/// The seats of a game.
struct Seats {
    greedy: BySide<bool>,
    stream: Stream,
}

impl Player {
    /// Bots that have played nothing yet.
    pub fn new(fleet: &Fleet) -> Player {
        Player { random: Random::default(), greedy: fleet.greedy.build() }
    }

    fn begin(stage: &Stage, seed: u64, number: u64) -> (&Battle, State, Seats, bool) {
        let mut stream = Key::new(seed).with(number).with_name("soak").stream();
        let scattered = number % 2 == 1;
        let battle = if scattered { &stage.lettered } else { &stage.usual };
        let state = if scattered { battle.scattered(&mut stream) } else { battle.initial() };
        let greedy = match stream.below(GREEDY) {
            0 => BySide::new(true, true),
            1 => BySide::new(true, false),
            2 => BySide::new(false, true),
            _ => BySide::new(false, false),
        };
        (battle, state, Seats { greedy, stream }, scattered)
    }

    /// Plays a game to its end, or to the first fault.
    pub fn play(&mut self, stage: &Stage, seed: u64, number: u64, counts: &mut [u64]) -> Played {
        let mut played = Played { scattered: number % 2 == 1, greedy: false, fault: None };
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let (battle, mut state, mut seats, _) = Player::begin(stage, seed, number);
            played.greedy = seats.greedy.red || seats.greedy.blue;
            for _ in 0..MOST_STEPS {
                assert_sound(battle, &state);
                if !self.step(battle, &mut state, &mut seats, Some(&mut *counts), |_, _| ()) {
                    return;
                }
            }
            panic!("the game does not end");
        }));
        if let Err(cause) = outcome {
            let what = cause.downcast_ref::<String>().cloned().or_else(|| cause.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            played.fault = Some(Fault { game: number, place: stage.name.clone(), what: what.unwrap_or_else(|| "a panic".to_owned()) });
        }
        played
    }

    /// Plays a game again and tells every step of it.
    pub fn tell(&mut self, stage: &Stage, seed: u64, number: u64) {
        let (battle, mut state, mut seats, scattered) = Player::begin(stage, seed, number);
        println!("game {number}: {}{}", stage.name, if scattered { ", from a random position" } else { "" });
        println!("{}", battle.draw(&state));
        for _ in 0..MOST_STEPS {
            assert_sound(battle, &state);
            if !self.step(battle, &mut state, &mut seats, None, |before, words| println!("{:>3} {words}", before.player_turn)) {
                println!("{:?}", state.outcome);
                return;
            }
        }
        panic!("the game does not end");
    }

    /// One decision or roll; says whether there was one.
    fn step(
        &mut self,
        battle: &Battle,
        state: &mut State,
        seats: &mut Seats,
        counts: Option<&mut [u64]>,
        tell: impl Fn(&State, &str),
    ) -> bool {
        match battle.moment(state) {
            Moment::Over(_) => return false,
            Moment::Decide(side) => {
                let seen = battle.seen_by(state, side);
                let bot: &mut dyn Bot<Battle> = if seats.greedy[side] { &mut *self.greedy } else { &mut self.random };
                let action = bot.choose(battle, &seen, side, &mut seats.stream).unwrap_or_else(|fault| panic!("{fault}"));
                if seats.greedy[side] {
                    battle.check(state, &action).unwrap_or_else(|error| panic!("a bot chose {action:?}: {error}"));
                }
                match counts {
                    Some(counts) => battle.apply_counting(state, action, counts),
                    None => {
                        tell(state, &battle.tell_action(state, &action));
                        battle.apply(state, action);
                    }
                }
            }
            Moment::Roll(_) => {
                let roll = battle.sample(state, &mut seats.stream);
                match counts {
                    Some(counts) => battle.apply_roll_counting(state, roll, counts),
                    None => {
                        tell(state, &battle.tell_roll(state, &roll));
                        battle.apply_roll(state, roll);
                    }
                }
            }
        }
        true
    }
}
