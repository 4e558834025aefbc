//! Computations shared between moves give the same results as walking each move alone; only the fault that is named
//! first may differ.

use super::*;
use crate::data::{Kind, Library};
use crate::en_avant::EnAvant;
use crate::en_avant::state::action::Action;
use crate::en_avant::state::sink::FirstOfTwo;
use crate::en_avant::state::{Placing, Step, side_of};
use crate::game::rng::Key;
use crate::game::{BySide, Rulebook, Show};

/// Some of the stored positions in contact.
fn positions() -> Vec<(Engagement, Vec<State>)> {
    let library = Library::built_in();
    let read = |name: &str| {
        let text = std::fs::read_to_string(format!(
            "{}/tests/en_avant/positions/contact/{name}.jsonl",
            env!("CARGO_MANIFEST_DIR")
        ));
        let rules = EnAvant::read_rules(&library.find(Kind::Rules, "en-avant").expect("the rules")).expect("sound");
        let source = library.find(Kind::Scenario, &format!("en-avant/{name}")).expect("the scenario");
        let scenario = EnAvant::read_scenario(&source).expect("sound");
        let text = text.expect("a readable file");
        let mut lines = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON lines"));
        let header = lines.next().expect("a line that names the scenario");
        let army = |index: usize| {
            let name = header["armies"][index].as_str()?;
            let source = library.find(Kind::Army, &format!("en-avant/{name}")).expect("the army");
            Some(EnAvant::read_army(&source).expect("sound"))
        };
        let armies = BySide::new(army(0), army(1));
        let game = EnAvant::prepare(&rules, &scenario, armies.as_ref().map(Option::as_ref)).expect("a game").game;
        let states = lines.map(|data| game.position_from_data(&data).expect("a sound position")).collect();
        (game, states)
    };
    ["cannae", "crecy", "village-and-fields"].map(read).into()
}

/// Calls a function for each unit that may move in each position, and in others with units turned at random.
fn each_mover(mut look: impl FnMut(&Engagement, &State, UnitId)) {
    for (game, states) in positions() {
        for (number, original) in states.iter().enumerate() {
            let mut stream = Key::new(number as u64).stream();
            let mut state = *original;
            if number % 2 == 1 {
                for unit in game.troops.all_on_table(original) {
                    let turn = stream.below(120) as i16 - 60;
                    let it = state.unit_mut(unit);
                    it.heading = it.heading.turned(turn);
                }
                game.units().refresh_contacts(&mut state);
            }
            for unit in game.troops.all_on_table(&state).filter(|unit| game.units().may_move(&state, *unit)) {
                look(&game, &state, unit);
            }
        }
    }
}

#[test]
fn a_turn_walked_on_from_a_shorter_one_is_the_same() {
    let (mut legal, mut barred) = (0, 0);
    each_mover(|game, state, unit| {
        let mut room = Neighbours::new();
        let field = Field::around(game, state, unit, &mut room);
        let free = game.rules.is_free_base(&field.start);
        for side in [1, -1] {
            let turn = |turn: i16| if free { Segment::Turn(side * turn) } else { Segment::Wheel(side * turn) };
            let Ok(shorter) = field.begin(&[turn(60)]) else {
                assert!(field.begin(&[turn(120)]).is_err());
                barred += 1;
                continue;
            };
            let (alone, on) = (field.begin(&[turn(120)]), field.begin_turn(turn(120), Some(&shorter)));
            assert_eq!(alone.is_ok(), on.is_ok());
            let (Ok(alone), Ok(on)) = (alone, on) else { continue };
            for length in [1, 20, 100, 300, 900] {
                let advance = Segment::Advance(length);
                assert_eq!(alone.end_with(advance).ok(), on.end_with(advance).ok());
                let whole = field.march(&Path::of(&[turn(120), advance]));
                assert_eq!(on.end_with(advance).ok(), whole.ok());
                legal += u32::from(whole.is_ok());
            }
        }
    });
    assert!(legal > 100 && barred > 100, "{legal} legal, {barred} barred");
}

#[test]
fn a_turn_walked_once_ends_and_goes_on_like_one_walked_twice() {
    let (mut ended, mut begun) = (0, 0);
    each_mover(|game, state, unit| {
        let mut room = Neighbours::new();
        let field = Field::around(game, state, unit, &mut room);
        for turn in [7, -33, 61, -120] {
            let turn = if game.rules.is_free_base(&field.start) { Segment::Turn(turn) } else { Segment::Wheel(turn) };
            let alone = field.march(&Path::of(&[turn]));
            match field.begin_or_end(turn) {
                Err(_) => assert!(alone.is_err()),
                Ok((arrival, on)) => {
                    ended += 1;
                    assert_eq!(alone, Ok(arrival));
                    let twice = field.begin(&[turn]);
                    assert_eq!(twice.is_ok(), on.is_ok());
                    if let (Ok(twice), Ok(on)) = (twice, on) {
                        begun += 1;
                        let advance = Segment::Advance(150);
                        assert_eq!(twice.end_with(advance).ok(), on.end_with(advance).ok());
                    }
                }
            }
        }
    });
    assert!(ended > 100 && begun > 100, "{ended} ended, {begun} begun");
}

#[test]
fn a_search_for_one_action_finds_none_where_the_list_is_empty() {
    let mut counts = [0; 2];
    each_mover(|game, state, unit| {
        for placing in [Placing::Move, Placing::Formation] {
            let at = State { step: Step::Place(unit, placing), active: side_of(unit), ..*state };
            let (mut all, mut first) = (Vec::new(), FirstOfTwo::default());
            game.generate_actions(&at, &mut all);
            game.generate_actions(&at, &mut first);
            assert_eq!(first.several, all.len() > 1, "{unit} {placing:?}");
            if let [only] = all[..] {
                assert_eq!(first.first, Some(only));
            }
            counts[usize::from(first.several)] += 1;
        }
        let at = State { step: Step::Act(unit), active: side_of(unit), ..*state };
        let (mut all, mut first): (Vec<Action>, _) = (Vec::new(), FirstOfTwo::default());
        game.generate_actions(&at, &mut all);
        game.generate_actions(&at, &mut first);
        assert_eq!(first.several, all.len() > 1, "{unit}");
    });
    assert!(counts[1] > 100, "{counts:?}");
}
