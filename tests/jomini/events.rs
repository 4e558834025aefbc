//! Events are counted: each decision and roll by kind, those without a choice included.

use crate::games::battle;
use crate::jomini_positions::Scattered;
use crate::scene::scene;
use reglette::game::rng::Key;
use reglette::game::{Game, Moment};
use reglette::jomini::{Action, Battle, Roll};
use std::collections::BTreeMap;

/// Random games from random positions, everything counted.
fn counted(battles: &[Battle], games: u64) -> Vec<u64> {
    let mut counts = vec![0; Battle::events().len()];
    let mut scratch = Vec::new();
    for (number, battle) in battles.iter().cycle().take(games as usize).enumerate() {
        let mut stream = Key::new(number as u64).with_name("events").stream();
        let mut state = battle.scattered(&mut stream);
        loop {
            match battle.moment(&state) {
                Moment::Over(_) => break,
                Moment::Decide(_) => {
                    let action: Action = battle.random_action(&state, &mut stream, &mut scratch);
                    battle.apply_counting(&mut state, action, &mut counts);
                }
                Moment::Roll(_) => {
                    let roll = battle.sample(&state, &mut stream);
                    battle.apply_roll_counting(&mut state, roll, &mut counts);
                }
            }
        }
    }
    counts
}

#[test]
fn every_order_is_counted_in_random_games() {
    // No infantry of these armies is mounted.
    let impossible = ["mount"];
    let battles = [
        battle("field-works", "france", "ottoman"),
        battle("village-and-hill", "russia", "prussia"),
        battle("river", "britain", "austria"),
    ];
    let counts = counted(&battles, 3_000);
    let never: Vec<&str> = Battle::events()
        .iter()
        .zip(&counts)
        .filter(|(event, count)| {
            **count == 0 && ["order", "leading"].contains(&event.group) && !impossible.contains(&event.name.as_str())
        })
        .map(|(event, _)| event.name.as_str())
        .collect();
    assert!(never.is_empty(), "{never:?}");
}

/// Everything that this roll of A's attack on D counts.
fn rolled(lines: &str, roll: Roll) -> BTreeMap<(&'static str, String), u64> {
    let mut table = scene(lines);
    table.begin("A", "D");
    table.go_to_dice();
    let mut counts = vec![0; Battle::events().len()];
    table.battle.apply_roll_counting(&mut table.state, roll, &mut counts);
    let named = Battle::events().iter().zip(counts).filter(|(_, count)| *count > 0);
    named.map(|(event, count)| ((event.group, event.name.clone()), count)).collect()
}

#[test]
fn a_roll_counts_troops_letters_and_terrain_that_took_effect() {
    let lines = "red A line_infantry 0503 aggressive\nblue D line_infantry 0504 hesitant\nforest 0504";
    let flags = rolled(lines, Roll { morale_hits: 1, ..Roll::default() });
    let expected = [
        ("letter", "aggressive"),
        ("letter", "hesitant"),
        ("reaction", "retreat"),
        ("strike", "melee"),
        ("terrain: dice", "forest"),
        ("troops", "line_infantry"),
    ];
    let events: Vec<(&str, &str)> = flags.keys().map(|(group, name)| (*group, name.as_str())).collect();
    assert_eq!(events, expected);
    assert_eq!(flags[&("troops", "line_infantry".to_owned())], 2);
    let nothing = rolled(lines, Roll::default());
    assert!(!nothing.contains_key(&("letter", "hesitant".to_owned())), "{nothing:?}");
}

#[test]
fn a_retreat_without_a_way_is_counted_as_blocked() {
    let lines = "red A line_infantry 0503\nblue D line_infantry 0508";
    let lines = lines.replace("0503", "0507");
    let counted = rolled(&lines, Roll { morale_hits: 1, ..Roll::default() });
    assert_eq!(counted[&("reaction", "blocked retreat".to_owned())], 1, "{counted:?}");
}
