//! Checks that every game must pass, on random play over all shipped scenarios of every rulebook in the catalog, and on
//! a tree. They verify the contract of `game`: listed actions are legal, rolls follow their weights, positions and
//! records round-trip, and the state is complete.

use reglette::catalog::{self, Task};
use reglette::data::{Kind, Library};
use reglette::game::rng::{Key, Stream};
use reglette::game::tree::Tree;
use reglette::game::{
    BySide, Evaluate, Game, Moment, Parts, Restricted, Rulebook, Show, Side, Throw, Weighted, Weights,
};
use reglette::tournament::{GameKey, GameRequest, InPlay, NoObserver, Observer, Recorder, load_game};
use serde_json::Value;

/// Positions of random games, for checks that look at one position at a time.
struct Walk<G: Game> {
    decisions: Vec<G::State>,
    rolls: Vec<G::State>,
    quiet: Vec<G::State>,
}

/// Random games; of each kind of position every nth, so that early and late ones are among them. Rolls, which are few
/// where random play avoids combat, are counted by themselves, from the first on.
fn walk<G: Evaluate>(game: &G, games: u64) -> Walk<G> {
    let mut walk = Walk { decisions: Vec::new(), rolls: Vec::new(), quiet: Vec::new() };
    let (mut scratch, mut step, mut rolls) = (Vec::new(), 0u32, 0u32);
    for seed in 0..games {
        let mut stream = Key::new(seed).stream();
        let mut state = game.initial();
        loop {
            step += 1;
            let kept = step.is_multiple_of(7);
            if kept && game.is_quiet(&state) {
                walk.quiet.push(state);
            }
            match game.moment(&state) {
                Moment::Over(_) => break,
                Moment::Decide(_) => {
                    if kept {
                        walk.decisions.push(state);
                    }
                    let action = game.random_action(&state, &mut stream, &mut scratch);
                    game.apply(&mut state, action);
                }
                Moment::Roll(_) => {
                    if rolls.is_multiple_of(7) {
                        walk.rolls.push(state);
                    }
                    rolls += 1;
                    let roll = game.sample(&state, &mut stream);
                    game.apply_roll(&mut state, roll);
                }
            }
            assert!(step < 10_000_000, "every game ends");
        }
        walk.quiet.push(state);
    }
    walk
}

/// The first player is the side that is active when the first turn begins, to the end of the game, however often later
/// turns are drawn for.
fn who_plays_first_is_settled_once<G: Evaluate>(game: &G, games: u64) {
    let mut scratch = Vec::new();
    for seed in 0..games {
        let mut stream = Key::new(seed).with(1).stream();
        let mut state = game.initial();
        let mut began = None;
        loop {
            if began.is_none() && !game.in_set_up(&state) {
                began = Some(game.active_side(&state));
            }
            assert!(began.is_none() || game.first_side(&state) == began, "{began:?} began game {seed}: {state:?}");
            match game.moment(&state) {
                Moment::Over(_) => break,
                Moment::Decide(_) => {
                    let action = game.random_action(&state, &mut stream, &mut scratch);
                    game.apply(&mut state, action);
                }
                Moment::Roll(throw) => {
                    assert_eq!(
                        throw.purpose == Throw::SET_UP,
                        game.in_set_up(&state),
                        "set-up draws are those of the set-up"
                    );
                    let roll = game.sample(&state, &mut stream);
                    game.apply_roll(&mut state, roll);
                }
            }
        }
        assert!(began.is_some(), "game {seed} began");
    }
}

fn listed<G: Game>(game: &G, state: &G::State) -> Vec<G::Action> {
    let mut actions = Vec::new();
    game.legal_actions(state, &mut actions);
    actions
}

fn listed_actions_are_legal_and_legal_ones_are_listed<G: Evaluate>(game: &G, walk: &Walk<G>) {
    let mut foreign: Vec<G::Action> = Vec::new();
    for state in &walk.decisions {
        let actions = listed(game, state);
        assert!(actions.len() >= 2, "a decision offers at least two actions: {state:?}");
        for (index, action) in actions.iter().enumerate() {
            assert_eq!(game.check(state, action), Ok(()), "{action:?} is listed in {state:?}");
            assert!(game.kind(action) < G::KINDS.len(), "{action:?} has a kind");
            assert!(!actions[..index].contains(action), "{action:?} is listed once in {state:?}");
        }
        for action in &foreign {
            let legal = game.check(state, action).is_ok();
            assert!(legal == actions.contains(action) || (legal && !G::LISTS_ALL), "{action:?} in {state:?}");
        }
        if foreign.len() < 400 {
            foreign.extend([actions[0], actions[actions.len() - 1]]);
        }
        let mut stream = Key::new(foreign.len() as u64).stream();
        let random = game.random_action(state, &mut stream, &mut Vec::new());
        let legal = if G::LISTS_ALL { actions.contains(&random) } else { game.check(state, &random).is_ok() };
        assert!(legal, "{random:?} was drawn in {state:?}");
    }
}

fn applying_an_action_to_a_copy_leaves_the_position_alone<G: Evaluate>(game: &G, walk: &Walk<G>) {
    for state in walk.decisions.iter().take(200) {
        let before = (listed(game, state), game.moment(state), game.tally(state));
        for action in &before.0 {
            let (mut once, mut again) = (*state, *state);
            game.apply(&mut once, *action);
            game.apply(&mut again, *action);
            assert!(once == again, "{action:?} always leads to one position from {state:?}");
        }
        assert_eq!((listed(game, state), game.moment(state), game.tally(state)), before);
    }
}

/// Part names are unique, and without one of them the other side has the same lists and this side no empty list.
fn a_side_without_a_part_can_always_go_on<G: Evaluate>(game: &G, walk: &Walk<G>) {
    for (part, name) in Parts::of::<G>() {
        assert_eq!(Parts::named::<G>(name), Some(part));
        let without = Side::BOTH.map(|side| Restricted::new(game.clone(), side, Parts::one(part)));
        for state in walk.decisions.iter().step_by(11) {
            let Moment::Decide(side) = game.moment(state) else { unreachable!("somebody decides") };
            let (all, own, others) = (
                listed(game, state),
                listed(&without[side.index()], state),
                listed(&without[side.other().index()], state),
            );
            assert!(
                others == all && !own.is_empty() && own.iter().all(|action| all.contains(action)),
                "{name} in {state:?}"
            );
        }
    }
}

/// Counting plays exactly like ordinary play, and something is counted where the game defines events.
fn counting_events_changes_nothing<G: Evaluate>(game: &G, walk: &Walk<G>) {
    let names: Vec<_> = G::events().iter().map(|event| (event.group, event.name.as_str())).collect();
    assert!(
        names.iter().enumerate().all(|(index, name)| !names[..index].contains(name)),
        "every event has a name of its own"
    );
    let mut counts = vec![0; names.len()];
    for state in &walk.decisions {
        for action in listed(game, state) {
            let (mut plain, mut counting) = (*state, *state);
            game.apply(&mut plain, action);
            game.apply_counting(&mut counting, action, &mut counts);
            assert!(plain == counting, "{action:?} leads to one position from {state:?}, counted or not");
        }
    }
    for state in &walk.rolls {
        for Weighted { roll, .. } in rolls(game, state) {
            let (mut plain, mut counting) = (*state, *state);
            game.apply_roll(&mut plain, roll);
            game.apply_roll_counting(&mut counting, roll, &mut counts);
            assert!(plain == counting, "{roll:?} leads to one position from {state:?}, counted or not");
        }
    }
    assert!(names.is_empty() || counts.iter().any(|count| *count > 0), "something took effect");
}

fn rolls<G: Game>(game: &G, state: &G::State) -> Vec<Weighted<G::Roll>> {
    let mut rolls = Vec::new();
    game.rolls(state, &mut rolls);
    rolls
}

/// `faces` is the number of faces of a die; without it the sum is not checked.
fn weights_of_rolls_sum_to_a_power_of_the_faces<G: Evaluate>(game: &G, walk: &Walk<G>, faces: Option<u64>) {
    for state in &walk.rolls {
        let rolls = rolls(game, state);
        for (index, weighted) in rolls.iter().enumerate() {
            assert!(weighted.weight > 0, "{weighted:?} may fall in {state:?}");
            assert!(
                rolls[..index].iter().all(|other| other.roll != weighted.roll),
                "{weighted:?} is listed once in {state:?}"
            );
        }
        let sum: u64 = rolls.iter().map(|weighted| weighted.weight).sum();
        if let Some(faces) = faces {
            assert!((1..20).any(|dice| sum == faces.pow(dice)), "{sum} is a power of {faces}: {state:?}");
        }
    }
}

/// The value that chi-square exceeds with a probability of about one in a million (Wilson and Hilferty, PNAS 17, 1931).
fn chi_square_bound(degrees: f64) -> f64 {
    let spread = 2.0 / (9.0 * degrees);
    degrees * (1.0 - spread + 4.76 * spread.sqrt()).powi(3)
}

fn dice_fall_as_their_weights_say<G: Evaluate>(game: &G, walk: &Walk<G>) {
    const SAMPLES: u32 = 20_000;
    let step = (walk.rolls.len() / 20).max(1);
    for (number, state) in walk.rolls.iter().step_by(step).enumerate() {
        let rolls = rolls(game, state);
        let total: u64 = rolls.iter().map(|weighted| weighted.weight).sum();
        let mut counts = vec![0u32; rolls.len()];
        let mut stream: Stream = Key::new(77).with(number as u64).stream();
        for _ in 0..SAMPLES {
            let roll = game.sample(state, &mut stream);
            let index = rolls.iter().position(|weighted| weighted.roll == roll);
            counts[index.unwrap_or_else(|| panic!("{roll:?} is not listed in {state:?}"))] += 1;
        }
        // Rare rolls are merged, so that at least ten of each class are expected.
        let (mut chi_square, mut classes, mut rare) = (0.0, 0.0, (0.0, 0.0));
        let mut add = |seen: f64, expected: f64| {
            chi_square += (seen - expected).powi(2) / expected;
            classes += 1.0;
        };
        for (weighted, count) in rolls.iter().zip(&counts) {
            let expected = f64::from(SAMPLES) * weighted.weight as f64 / total as f64;
            if expected < 10.0 {
                rare = (rare.0 + f64::from(*count), rare.1 + expected);
            } else {
                add(f64::from(*count), expected);
            }
        }
        if rare.1 >= 10.0 {
            add(rare.0, rare.1);
        }
        if classes > 1.5 {
            assert!(
                chi_square < chi_square_bound(classes - 1.0),
                "chi-square {chi_square} over {classes} classes in {state:?}"
            );
        }
    }
}

fn judgement_is_sound<G: Evaluate>(game: &G, walk: &Walk<G>) {
    assert_eq!(G::FEATURES[0].name, "victory");
    for numbers in [G::FEATURES, G::APPRAISALS] {
        let mut names: Vec<&str> = numbers.iter().map(|named| named.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), numbers.len(), "every number has a name of its own");
    }
    for state in &walk.quiet {
        assert!(!matches!(game.moment(state), Moment::Roll(_)), "no dice are owed at a quiet position: {state:?}");
        let features = |side| {
            let mut features = vec![0.0; G::FEATURES.len()];
            game.features(state, side, &mut features);
            features
        };
        let (red, blue) = (features(Side::Red), features(Side::Blue));
        assert!(red.iter().chain(&blue).all(|number| number.is_finite()), "{red:?} {blue:?}");
        let victory = match game.moment(state) {
            Moment::Over(outcome) => outcome.score(Side::Red) * 2.0 - 1.0,
            _ => 0.0,
        };
        assert_eq!((red[0], blue[0]), (victory, 0.0 - victory));
    }
    let weights: Vec<f32> = (1..=G::APPRAISALS.len()).map(|n| n as f32 * 0.5 - 3.0).collect();
    let bot_weights = Weights { appraisal: weights.clone(), features: Vec::new() };
    for state in &walk.decisions {
        let (actions, mut values) = (listed(game, state), Vec::new());
        game.score_actions(state, &actions, &bot_weights, &mut values);
        replies_are_best(game, state, &bot_weights, &actions, &values);
        assert_eq!(actions.len(), values.len());
        for (action, value) in actions.iter().zip(values) {
            let mut appraisal = vec![0.0; weights.len()];
            game.score_action(state, action, &bot_weights, &mut appraisal);
            assert!(appraisal.iter().all(|number| number.is_finite()), "{action:?}: {appraisal:?}");
            let size: f32 = appraisal.iter().zip(&weights).map(|(number, weight)| (number * weight).abs()).sum();
            let alone: f32 = appraisal.iter().zip(&weights).map(|(number, weight)| number * weight).sum();
            assert!(
                (alone - value).abs() <= 1e-3 * (1.0 + size),
                "{action:?} is worth {alone} alone and {value} among all in {state:?}"
            );
        }
    }
}

/// The reply returned by the look-ahead of an action score is the next decision's only best action.
fn replies_are_best<G: Evaluate>(
    game: &G,
    state: &G::State,
    bot_weights: &Weights,
    actions: &[G::Action],
    values: &[f32],
) {
    let (mut again, mut replies) = (Vec::new(), Vec::new());
    game.score_with_reply(state, actions, bot_weights, &mut again, &mut replies);
    assert_eq!((values, actions.len()), (again.as_slice(), replies.len()));
    for (action, next) in actions.iter().zip(replies).filter_map(|(action, next)| Some((action, next?))) {
        let mut opened = *state;
        game.apply(&mut opened, *action);
        let (choices, mut worth) = (listed(game, &opened), Vec::new());
        game.score_actions(&opened, &choices, bot_weights, &mut worth);
        let best = worth.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let best: Vec<&G::Action> =
            choices.iter().zip(&worth).filter(|(_, worth)| **worth == best).map(|(choice, _)| choice).collect();
        assert_eq!(best, [&next], "after {action:?} in {state:?}");
    }
}

fn positions_actions_and_rolls_survive_being_written<G: Evaluate + Show>(game: &G, walk: &Walk<G>) {
    let reread = |data: Value| -> Value { serde_json::from_str(&data.to_string()).unwrap() };
    for state in walk.decisions.iter().chain(&walk.rolls).chain(&walk.quiet) {
        let data = reread(game.position_to_data(state));
        let again = game.position_from_data(&data);
        assert!(again.as_ref() == Ok(state), "{data}\n{again:?}\n{state:?}");
        assert!(!game.draw(state).is_empty());
    }
    for state in &walk.decisions {
        for action in &listed(game, state) {
            let data = reread(game.action_to_data(state, action));
            assert_eq!(data["kind"], G::KINDS[game.kind(action)].name, "{data}");
            assert_eq!(game.action_from_data(state, &data).as_ref(), Ok(action), "{data}");
            assert!(!game.describe_action(state, action).is_empty());
        }
    }
    for state in &walk.rolls {
        for Weighted { roll, .. } in &rolls(game, state) {
            let data = reread(game.roll_to_data(state, roll));
            assert_eq!(game.roll_from_data(state, &data).as_ref(), Ok(roll), "{data}");
            assert!(!game.describe_roll(state, roll).is_empty());
        }
    }
    assert!(game.position_from_data(&Value::Null).is_err());
}

/// Random play from a position to the end, with the dice and the lots of a key.
fn play_out<G: Evaluate + Show + 'static>(
    game: &G,
    play: &mut InPlay<G>,
    observer: &mut impl Observer<G>,
) -> reglette::tournament::Finished {
    let (mut red, mut blue) = (reglette::bots::Random::default(), reglette::bots::Random::default());
    play.play_out(game, BySide::new(&mut red, &mut blue), observer)
}

fn a_record_replays_to_the_same_end<G: Evaluate + Show + 'static>(game: &G) {
    for pair in 0..3 {
        let key = GameKey { seed: 5, scenario: "replay", pair };
        let mut play = InPlay::new(game, key, BySide::new("a", "b"));
        let mut copy = play.clone();
        let header = reglette::tournament::Header {
            version: String::new(),
            rulebook: String::new(),
            rules: String::new(),
            scenario: "replay".into(),
            seed: 5,
            pair,
            seats: BySide::from_fn(|_| reglette::tournament::Seat { bot: "random".into(), army: None }),
            setup: None,
        };
        let mut recorder = Recorder::begin(Vec::new(), &header, game, &play.state);
        let finished = play_out(game, &mut play, &mut recorder);
        assert_eq!(play_out(game, &mut copy, &mut NoObserver), finished, "a copy plays on alike");
        assert!(copy.state == play.state);

        let record = String::from_utf8(recorder.finish(&finished).unwrap()).unwrap();
        let lines: Vec<Value> = record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let mut state = game.position_from_data(&lines[0]["position"]).unwrap();
        for line in &lines[1..lines.len() - 1] {
            let before = state;
            match line["line"].as_str() {
                Some("decision") => {
                    let action = game.action_from_data(&state, &line["action"]).unwrap();
                    assert_eq!(game.check(&state, &action), Ok(()));
                    game.apply(&mut state, action);
                }
                Some("roll") => {
                    let roll = game.roll_from_data(&state, &line["roll"]).unwrap();
                    game.apply_roll(&mut state, roll);
                }
                other => panic!("no such line: {other:?}"),
            }
            assert!(game.describe_change(&before, &state).iter().all(|rendered| !rendered.is_empty()));
        }
        assert!(state == play.state, "the record leads to\n{state:?}\nand play led to\n{:?}", play.state);
        assert_eq!(game.moment(&state), Moment::Over(finished.outcome));
    }
}

fn check_play<G: Evaluate + 'static>(game: &G, games: u64, faces: Option<u64>) -> Walk<G> {
    let walk = walk(game, games);
    assert!(!walk.decisions.is_empty() && !walk.quiet.is_empty());
    listed_actions_are_legal_and_legal_ones_are_listed(game, &walk);
    applying_an_action_to_a_copy_leaves_the_position_alone(game, &walk);
    counting_events_changes_nothing(game, &walk);
    a_side_without_a_part_can_always_go_on(game, &walk);
    weights_of_rolls_sum_to_a_power_of_the_faces(game, &walk, faces);
    dice_fall_as_their_weights_say(game, &walk);
    judgement_is_sound(game, &walk);
    walk
}

/// One scenario of a rulebook.
struct Check<'a> {
    scenario: &'a str,
    games: u64,
}

impl Task for Check<'_> {
    type Output = ();

    fn run<R: Rulebook + 'static>(self) {
        let request = GameRequest { scenario: Some(self.scenario.to_string()), ..GameRequest::default() };
        let game = load_game::<R>(&Library::built_in(), &request)
            .unwrap_or_else(|error| panic!("{}: {error}", self.scenario))
            .prepared
            .game;
        let walk = check_play(&game, self.games, Some(6));
        assert!(!walk.rolls.is_empty());
        positions_actions_and_rolls_survive_being_written(&game, &walk);
        a_record_replays_to_the_same_end(&game);
        who_plays_first_is_settled_once(&game, self.games);
    }
}

/// The maximum number of scenarios of one rulebook: each takes seconds.
const MOST_SCENARIOS: usize = 14;

#[test]
fn every_rulebook_keeps_the_contract_on_a_sample_of_its_scenarios() {
    let scenarios = Library::built_in().list(Kind::Scenario);
    for rulebook in catalog::NAMES {
        let own: Vec<_> = scenarios.iter().filter(|entry| entry.rulebook.as_deref() == Some(rulebook)).collect();
        assert!(!own.is_empty(), "{rulebook} has a scenario");
        // Of many scenarios every nth, and fewer games of each: the tests of the rulebook itself play the others.
        let (step, games) =
            if own.len() <= MOST_SCENARIOS { (1, 6) } else { (own.len().div_ceil(MOST_SCENARIOS / 2), 3) };
        for entry in own.iter().step_by(step) {
            catalog::with(rulebook, Check { scenario: &entry.path, games }).unwrap();
        }
    }
}

#[test]
fn a_tree_keeps_the_contract() {
    let tree: Tree = "R( *(B(1 -1 0) R(1 B(1 -1) -1)) 3:B(*(2:1 -1 3:0) 1) )".parse().unwrap();
    check_play(&tree, 200, None);
}
