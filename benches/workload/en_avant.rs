//! The fixed workload of the En Avant ! benches: historical armies of 35 points, whole games from the set-up, and
//! random play from stored positions in contact.

use super::Played;
use reglette::bots::{Bot, BotFile};
use reglette::data::{Kind, Library};
use reglette::en_avant::{Action, EnAvant, Engagement, State};
use reglette::game::rng::{Key, Stream};
use reglette::game::{BySide, Game, Moment, Rulebook, Show};

/// Decisions and rolls of one run from a stored position.
pub const STEPS: u32 = 300;
/// Games of random play that are timed, from the set-up to the end.
pub const GAMES: u64 = 6;

/// A scenario under the published rules, with its own armies or the two given.
pub fn engagement(scenario: &str, armies: Option<(&str, &str)>) -> Engagement {
    let library = Library::built_in();
    let find =
        |kind, name: &str| library.find(kind, &format!("en-avant/{name}")).unwrap_or_else(|error| panic!("{error}"));
    let rules = library.find(Kind::Rules, "en-avant").unwrap_or_else(|error| panic!("{error}"));
    let rules = EnAvant::read_rules(&rules).unwrap_or_else(|error| panic!("{error}"));
    let army = |name| EnAvant::read_army(&find(Kind::Army, name)).unwrap_or_else(|error| panic!("{error}"));
    let scenario = EnAvant::read_scenario(&find(Kind::Scenario, scenario)).unwrap_or_else(|error| panic!("{error}"));
    let armies = armies.map(|(red, blue)| BySide::new(army(red), army(blue)));
    let armies = armies.as_ref().map_or(BySide::new(None, None), |armies| armies.as_ref().map(Some));
    EnAvant::prepare(&rules, &scenario, armies).unwrap_or_else(|error| panic!("{error}")).game
}

/// The stored positions in contact, in the order of their file names: each with its engagement.
pub fn positions() -> Vec<(Engagement, Vec<State>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/en_avant/positions/contact");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).expect("a readable file");
        let mut lines = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON lines"));
        let header = lines.next().expect("a line that names the scenario");
        let armies = header["armies"]
            .as_array()
            .map(|pair| (pair[0].as_str().expect("a name"), pair[1].as_str().expect("a name")));
        let game = engagement(header["scenario"].as_str().expect("a name"), armies);
        let states = lines
            .map(|data| game.position_from_data(&data).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
            .collect();
        (game, states)
    };
    paths.iter().map(read).collect()
}

/// Plays at random from a position, for this many decisions and rolls or to the end of the game.
pub fn play(game: &Engagement, mut state: State, stream: &mut Stream, scratch: &mut Vec<Action>, steps: u32) -> Played {
    let mut played = Played::default();
    let before = u64::from(game.tally(&state).combats);
    for _ in 0..steps {
        match game.moment(&state) {
            Moment::Over(_) => break,
            Moment::Decide(_) => {
                let action = game.random_action(&state, stream, scratch);
                game.apply(&mut state, action);
                played.decisions += 1;
            }
            Moment::Roll(_) => {
                let roll = game.sample(&state, stream);
                game.apply_roll(&mut state, roll);
                played.rolls += 1;
            }
        }
    }
    played.combats = u64::from(game.tally(&state).combats) - before;
    played
}

/// Random play from every stored position.
pub fn play_all(positions: &[(Engagement, Vec<State>)]) -> Played {
    let mut scratch = Vec::new();
    let mut sum = Played::default();
    for (file, (game, states)) in positions.iter().enumerate() {
        for (number, state) in states.iter().enumerate() {
            let mut stream = Key::new(file as u64).with(number as u64).stream();
            sum += play(game, *state, &mut stream, &mut scratch, STEPS);
        }
    }
    sum
}

/// Random games from the set-up to the end.
pub fn play_games(game: &Engagement) -> Played {
    let mut scratch = Vec::new();
    let mut sum = Played::default();
    for seed in 0..GAMES {
        sum += play(game, game.initial(), &mut Key::new(seed).stream(), &mut scratch, u32::MAX);
    }
    sum
}

/// The bot of this name, for En Avant !.
pub fn bot(name: &str) -> Box<dyn Bot<Engagement>> {
    let source = Library::built_in().find(Kind::Bot, name).unwrap_or_else(|error| panic!("{error}"));
    let file = BotFile::read(&source).unwrap_or_else(|error| panic!("{error}"));
    file.config::<EnAvant>().unwrap_or_else(|error| panic!("{error}")).build()
}
