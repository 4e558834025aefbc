//! Position files: what is written reads back to the same position.

use reglette::data::{Kind, Library, Source};
use reglette::en_avant::army::Army;
use reglette::en_avant::position::{NotQuiet, Position, write};
use reglette::en_avant::rules::Rules;
use reglette::en_avant::scenario::Scenario;
use reglette::en_avant::state::{Clash, Step, status};
use reglette::en_avant::{Engagement, State};
use reglette::game::rng::Key;
use reglette::game::{BySide, Game, Moment, Show};

fn prepared(scenario: &str, armies: [&str; 2]) -> Engagement {
    let library = Library::built_in();
    let [red, blue] = armies.map(|name| Army::read(&library.find(Kind::Army, name).expect("a list")).expect("a sound list"));
    let scenario = Scenario::read(&library.find(Kind::Scenario, scenario).expect("a scenario")).expect("a sound scenario");
    scenario.prepare(&Rules::published(), BySide::new(Some(&red), Some(&blue))).unwrap_or_else(|error| panic!("{error}"))
}

/// Writes a position and reads it again.
fn again(game: &Engagement, scenario: &str, state: &State) -> (String, State) {
    let text = write(game, "en-avant", scenario, state).expect("the beginning of an activation");
    let source = Source::new(&Library::built_in(), Kind::Position, "positions/en-avant/mine.toml", text.clone());
    let read = Position::read(&source, None).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read.engagement.bases, game.bases, "{text}");
    assert_eq!(read.engagement.profiles, game.profiles, "{text}");
    (text, read.engagement.start)
}

/// What is left of a fight that is over has no meaning any more, tests of contagion among it, nor has the order in which horses were left.
fn at_rest(state: &State) -> State {
    let mut rest = State { clash: Clash::default(), ..*state };
    rest.markers.sort_by_key(|marker| marker.unit);
    rest.units.iter_mut().for_each(|unit| unit.set(status::TESTED, false));
    rest
}

/// The first line that differs between two positions as data.
fn first_difference(game: &Engagement, one: &State, other: &State) -> Option<(String, String)> {
    let lines = |state: &State| format!("{:#}", game.position_to_data(&at_rest(state)));
    let (one, other) = (lines(one), lines(other));
    let mut pairs = one.lines().zip(other.lines());
    pairs.find(|(a, b)| a != b).map(|(a, b)| (a.to_owned(), b.to_owned()))
}

#[test]
fn what_is_written_reads_back_to_the_same_position() {
    let games = [
        ("open-field", ["carthaginians", "republican-romans"]),
        ("chance-halves", ["gauls", "germans"]),
        ("village-and-fields", ["napoleonic-france-50", "napoleonic-prussia-50"]),
        ("wood", ["civil-war-virginia-50", "civil-war-ohio-50"]),
    ];
    let mut compared = 0;
    for (scenario, armies) in games {
        let game = prepared(scenario, armies);
        for seed in 0..4 {
            let (mut state, mut stream, mut scratch) = (game.initial(), Key::new(seed).stream(), Vec::new());
            for decision in 0..1_500 {
                match game.moment(&state) {
                    Moment::Over(_) => break,
                    Moment::Decide(_) => {
                        if state.step == Step::Impulse && decision % 3 == 0 {
                            let (text, read) = again(&game, scenario, &state);
                            assert!(
                                at_rest(&read) == at_rest(&state),
                                "{scenario} {seed}\n{text}\n{:?}",
                                first_difference(&game, &read, &state)
                            );
                            compared += 1;
                        }
                        let action = game.random_action(&state, &mut stream, &mut scratch);
                        game.apply(&mut state, action);
                    }
                    Moment::Roll(_) => {
                        let roll = game.sample(&state, &mut stream);
                        game.apply_roll(&mut state, roll);
                    }
                }
            }
        }
    }
    assert!(compared > 200, "{compared} positions");
}

#[test]
fn only_the_beginning_of_an_activation_is_written() {
    let game = prepared("open-field", ["gauls", "germans"]);
    assert_eq!(write(&game, "en-avant", "open-field", &game.initial()), Err(NotQuiet));
}
