//! The fixed workload of the benches: the stored positions in contact, and random play from them. Each bench asserts
//! the counts of what it measured, so that figures of different work are never compared.

#![allow(dead_code)]

pub mod en_avant;

use reglette::data::{Kind, Library, Source};
use reglette::game::rng::{Key, Stream};
use reglette::game::{BySide, Game, Moment};
use reglette::jomini::army::Army;
use reglette::jomini::rules::Rules;
use reglette::jomini::setup::position::Position;
use reglette::jomini::setup::prepare;
use reglette::jomini::setup::scenario::Scenario;
use reglette::jomini::{Action, Battle, State};

/// Decisions and rolls of one run from a stored position: short enough to stay in the combat phase.
pub const STEPS: u32 = 300;
/// Runs from each stored position.
pub const SEEDS: u64 = 5;
/// The totals of random play from all stored positions.
pub const CONTACT: Played = Played { decisions: 23_968, rolls: 475, combats: 443 };

/// The amount of play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    pub decisions: u64,
    pub rolls: u64,
    pub combats: u64,
}

impl std::ops::AddAssign for Played {
    fn add_assign(&mut self, other: Played) {
        self.decisions += other.decisions;
        self.rolls += other.rolls;
        self.combats += other.combats;
    }
}

/// A scenario with two armies, under the published rules.
pub fn battle(scenario: &str, red: &str, blue: &str) -> Battle {
    let library = Library::built_in();
    let find =
        |kind, name: &str| library.find(kind, &format!("jomini/{name}")).unwrap_or_else(|error| panic!("{error}"));
    let army = |name| Army::read(&find(Kind::Army, name)).unwrap_or_else(|error| panic!("{error}"));
    let scenario = Scenario::read(&find(Kind::Scenario, scenario)).unwrap_or_else(|error| panic!("{error}"));
    let (red, blue) = (army(red), army(blue));
    prepare(&Rules::published(), &scenario, BySide::new(Some(&red), Some(&blue)))
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The stored positions in contact, in the order of their names.
pub fn positions() -> Vec<Battle> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/positions");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).expect("a readable file");
        let source = Source::new(&Library::built_in(), Kind::Position, path.to_string_lossy(), text);
        Position::read(&source, None).unwrap_or_else(|error| panic!("{error}")).battle
    };
    paths.iter().map(read).collect()
}

/// Plays at random from a position, for this many decisions and rolls or to the end of the game.
pub fn play(battle: &Battle, mut state: State, stream: &mut Stream, scratch: &mut Vec<Action>, steps: u32) -> Played {
    let mut played = Played::default();
    let before = u64::from(battle.tally(&state).combats);
    for _ in 0..steps {
        match battle.moment(&state) {
            Moment::Over(_) => break,
            Moment::Decide(_) => {
                let action = battle.random_action(&state, stream, scratch);
                battle.apply(&mut state, action);
                played.decisions += 1;
            }
            Moment::Roll(_) => {
                let roll = battle.sample(&state, stream);
                battle.apply_roll(&mut state, roll);
                played.rolls += 1;
            }
        }
    }
    played.combats = u64::from(battle.tally(&state).combats) - before;
    played
}

/// Random play from every stored position.
pub fn play_all(battles: &[Battle]) -> Played {
    let mut scratch = Vec::new();
    let mut sum = Played::default();
    for (number, battle) in battles.iter().enumerate() {
        for seed in 0..SEEDS {
            let mut stream = Key::new(seed).with(number as u64).stream();
            sum += play(battle, battle.start, &mut stream, &mut scratch, STEPS);
        }
    }
    sum
}

/// Decisions reached by random play from every stored position, with all kinds of moments among them.
pub fn decisions(battles: &[Battle]) -> Vec<(usize, State)> {
    let mut found = Vec::new();
    let mut scratch = Vec::new();
    for (number, battle) in battles.iter().enumerate() {
        let mut stream = Key::new(number as u64).with_name("decisions").stream();
        let mut state = battle.start;
        for step in 0..STEPS {
            match battle.moment(&state) {
                Moment::Over(_) => break,
                Moment::Decide(_) => {
                    if step % 7 == 0 {
                        found.push((number, state));
                    }
                    let action = battle.random_action(&state, &mut stream, &mut scratch);
                    battle.apply(&mut state, action);
                }
                Moment::Roll(_) => {
                    let roll = battle.sample(&state, &mut stream);
                    battle.apply_roll(&mut state, roll);
                }
            }
        }
    }
    found
}

/// The bot of this name, for Jomini.
pub fn bot(name: &str) -> Box<dyn reglette::bots::Bot<Battle>> {
    let source = Library::built_in().find(Kind::Bot, name).unwrap_or_else(|error| panic!("{error}"));
    let file = reglette::bots::BotFile::read(&source).unwrap_or_else(|error| panic!("{error}"));
    file.config::<reglette::jomini::Jomini>().unwrap_or_else(|error| panic!("{error}")).build()
}
