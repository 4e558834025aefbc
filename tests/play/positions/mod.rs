//! Position files of every rulebook: everything that a game can wait for is written, read back and played on. The
//! places needed for each rulebook are in files of their own.

mod changed;
mod en_avant;
#[path = "../../support/en_avant_positions.rs"]
mod en_avant_positions;
#[path = "../../common/environment.rs"]
mod environment;
mod jomini;
#[path = "../../support/jomini_positions.rs"]
mod jomini_positions;

use reglette::bots::{BotConfig, BotFile};
use reglette::data::{Kind, Library, Source};
use reglette::game::rng::{Key, Stream};
use reglette::game::toy::ToyBook;
use reglette::game::{BySide, Game, Moment, Positioned, Rulebook, Show, Side, Stopping};
use std::collections::BTreeMap;

/// A setup whose games provide positions: a scenario and two armies under rules with these lines.
pub struct Place {
    /// The lines of the rules file.
    pub rules: &'static str,
    /// The scenario, by name.
    pub scenario: &'static str,
    /// The armies, by name; `None` where the scenario contains them.
    pub armies: Option<[&'static str; 2]>,
    /// The number of games.
    pub games: u64,
}

/// The minimum number of positions of each kind of decision and of dice, and in total.
const OF_EACH_KIND: usize = 20;

/// Of further positions, one in this many is taken, so that they come from all stages of a game.
const ONE_IN: u32 = 97;

/// The maximum number of positions of one kind that are taken from one game until there are enough of them.
const OF_ONE_GAME: usize = 4;

/// A position with its rules and game.
struct Taken<R: Rulebook> {
    place: usize,
    state: <R::Game as Game>::State,
}

struct Prepared<R: Rulebook> {
    rules: R::Rules,
    scenario: &'static str,
    game: R::Game,
}

fn prepare<R: Rulebook>(place: &Place) -> Prepared<R> {
    let library = Library::built_in();
    let failed = |error: &dyn std::fmt::Display| -> ! { panic!("{}, {:?}: {error}", place.scenario, place.armies) };
    let rules = R::read_rules(&Source::new(&library, Kind::Rules, "rules/mine.toml", place.rules))
        .unwrap_or_else(|error| failed(&error));
    let scenario = library.find(Kind::Scenario, place.scenario).unwrap_or_else(|error| failed(&error));
    let scenario = R::read_scenario(&scenario).unwrap_or_else(|error| failed(&error));
    let army = |name| R::read_army(&library.find(Kind::Army, name)?);
    let armies = place.armies.map(|names| names.map(|name| army(name).unwrap_or_else(|error| failed(&error))));
    let given = armies.as_ref().map_or(BySide::default(), |[red, blue]| BySide::new(Some(red), Some(blue)));
    let game = R::prepare(&rules, &scenario, given).unwrap_or_else(|error| failed(&error)).game;
    Prepared { rules, scenario: place.scenario, game }
}

/// A random legal position of a game, from which every fourth game begins: rare decisions come up early there.
type Scatter<G> = fn(&G, &mut Stream) -> <G as Game>::State;

/// Plays the games of all places: one by random play, the next by greedy bots, the third by greedy bots that decide
/// every second time at random, and so on. Takes positions: of each kind the first ones, and then one in this many of
/// all.
fn take<R: Rulebook + 'static>(
    prepared: &[Prepared<R>],
    places: &[Place],
    scatter: Option<Scatter<R::Game>>,
) -> (Vec<Taken<R>>, BTreeMap<&'static str, usize>) {
    let greedy =
        BotFile::read(&Library::built_in().find(Kind::Bot, "greedy").expect("a shipped bot")).expect("a sound bot");
    let greedy: BotConfig = greedy.config::<R>().expect("a bot for every rulebook");
    let (mut taken, mut kinds, mut scratch) = (Vec::new(), BTreeMap::new(), Vec::new());
    for (place, (Prepared { game, .. }, Place { games, .. })) in prepared.iter().zip(places).enumerate() {
        for number in 0..*games {
            let mut stream = Key::new(number).with(place as u64).stream();
            let mut bots = (number % 3 > 0).then(|| BySide::from_fn(|_| greedy.build::<R::Game>()));
            let start = scatter
                .filter(|_| number % 4 == 3)
                .map_or_else(|| game.initial(), |scatter| scatter(game, &mut stream));
            let (mut state, mut here) = (start, BTreeMap::<&str, usize>::new());
            loop {
                if let Some(kind) = game.waits_for(&state) {
                    assert!(R::Game::WAITS.contains(&kind), "{kind} is named");
                    let (found, here): (&mut usize, _) =
                        (kinds.entry(kind).or_default(), here.entry(kind).or_default());
                    if (*found < OF_EACH_KIND && *here < OF_ONE_GAME) || stream.below(ONE_IN) == 0 {
                        *found += 1;
                        *here += 1;
                        taken.push(Taken { place, state });
                    }
                }
                match game.moment(&state) {
                    Moment::Over(_) => break,
                    Moment::Decide(side) => {
                        let greedily = number % 3 == 1 || stream.below(2) == 0;
                        let action = match &mut bots {
                            Some(bots) if greedily => bots[side]
                                .choose(game, &game.seen_by(&state, side), side, &mut stream)
                                .expect("a greedy bot answers"),
                            // No list contains an offer to stop; some are made all the same, so that answers occur.
                            _ => match game.stopping(&state) {
                                Stopping::MayOffer(offer) if stream.below(100) == 0 => offer,
                                _ => game.random_action(&state, &mut stream, &mut scratch),
                            },
                        };
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
    (taken, kinds)
}

/// The actions or rolls of a position.
fn offered<G: Show>(game: &G, state: &G::State) -> Vec<String> {
    match game.moment(state) {
        Moment::Decide(side) => {
            let (mut actions, mut lines) = (Vec::new(), Vec::new());
            for seen in [*state, game.seen_by(state, side)] {
                game.legal_actions(&seen, &mut actions);
                lines.extend(actions.iter().map(|action| game.action_to_data(&seen, action).to_string()));
            }
            lines
        }
        Moment::Roll(_) => {
            let mut rolls = Vec::new();
            game.rolls(state, &mut rolls);
            rolls.iter().map(|it| format!("{} {}", game.roll_to_data(state, &it.roll), it.weight)).collect()
        }
        Moment::Over(_) => Vec::new(),
    }
}

/// Plays two games that began differently in step to their end, the second by the actions and dice of the first;
/// returns the number of steps.
fn play_in_step<G: Game>(one: &G, other: &G, start: (&G::State, &G::State), seed: u64, rendered: &str) -> usize {
    let (mut state, mut again) = (*start.0, *start.1);
    let (mut stream, mut scratch, mut steps) = (Key::new(seed).with_name("in step").stream(), Vec::new(), 0);
    loop {
        assert!(again == state, "after {steps} steps from\n{rendered}\n{again:?}\n{state:?}");
        assert_eq!(other.moment(&again), one.moment(&state), "after {steps} steps from\n{rendered}");
        steps += 1;
        match one.moment(&state) {
            Moment::Over(_) => return steps,
            Moment::Decide(_) => {
                let action = one.random_action(&state, &mut stream, &mut scratch);
                assert_eq!(other.check(&again, &action), Ok(()), "after {steps} steps from\n{rendered}");
                one.apply(&mut state, action);
                other.apply(&mut again, action);
            }
            Moment::Roll(_) => {
                let roll = one.sample(&state, &mut stream);
                one.apply_roll(&mut state, roll);
                other.apply_roll(&mut again, roll);
            }
        }
    }
}

/// Writes positions of every kind of decision and of dice as files, reads them, and compares the available actions and
/// the continuation of the game.
fn every_kind_of_position_can_be_written<R: Rulebook + 'static>(places: &[Place], least: usize) {
    every_kind_can_be_written::<R>(places, least, None);
}

/// The same, with some games from scattered positions.
fn every_kind_can_be_written<R: Rulebook + 'static>(places: &[Place], least: usize, scatter: Option<Scatter<R::Game>>) {
    let prepared: Vec<Prepared<R>> = places.iter().map(prepare::<R>).collect();
    let (taken, kinds) = take::<R>(&prepared, places, scatter);
    assert!(taken.len() >= least, "{} positions", taken.len());
    let (mut written, mut in_step) = (0, 0);
    for (number, Taken { place, state }) in taken.iter().enumerate() {
        let Prepared { rules, scenario, game } = &prepared[*place];
        let text = R::write_position(game, scenario, R::DEFAULT_RULES, state)
            .unwrap_or_else(|error| panic!("{error}: {state:?}"));
        let source = Source::new(&Library::built_in(), Kind::Position, "positions/mine.toml", text.clone());
        let read = R::read_position(&source, Some(rules)).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let Positioned { game: again, state: read } = read;
        let data = |state| format!("{:#}", game.position_to_data(state));
        let difference =
            || data(&read).lines().map(str::to_owned).zip(data(state).lines().map(str::to_owned)).find(|(a, b)| a != b);
        assert!(read == *state, "{:?}\n{text}", difference());
        assert_eq!(offered(&again, &read), offered(game, state), "{text}");
        in_step += play_in_step(game, &again, (state, &read), number as u64, &text);
        written += 1;
    }
    let rare: Vec<_> =
        R::Game::WAITS.iter().filter(|kind| kinds.get(*kind).is_none_or(|found| *found < OF_EACH_KIND)).collect();
    assert!(rare.is_empty(), "of {rare:?} there are too few positions among {kinds:?}");
    println!("{}: {written} positions of {} kinds, {in_step} steps on from them", R::NAME, kinds.len());
}

#[test]
fn every_position_of_the_toy_can_be_written() {
    let place = |rules, scenario| Place { rules, scenario, armies: Some(["hares", "tortoises"]), games: 400 };
    let places = [place("extends = \"toy\"", "sprint"), place("extends = \"toy\"", "classic")];
    every_kind_of_position_can_be_written::<ToyBook>(&places, 100);
}

#[test]
fn a_position_is_read_as_it_is_written_also_where_it_leaves_no_choice() {
    let text = "scenario = \"sprint\"\narmies = { red = \"hares\", blue = \"tortoises\" }\n[position]\nplaces = { red \
        = [3, 255, 255, 255], blue = [1, 0, 255, 0] }\nplayer_turn = 5\ntrips = 1\nactive = \"red\"\nphase = { name = \
        \"choose\" }\n";
    let source = Source::new(&Library::built_in(), Kind::Position, "mine.toml", text);
    let Positioned { game, mut state } = ToyBook::read_position(&source, None).expect("a sound position");
    let mut actions = Vec::new();
    game.legal_actions(&state, &mut actions);
    assert_eq!(
        (game.moment(&state), actions.len()),
        (Moment::Decide(Side::Red), 1),
        "one runner is left, and the file says that he is chosen"
    );
    game.advance_forced(&mut state);
    assert_eq!(game.waits_for(&state), Some("run"), "a game takes such a decision unasked");
}
