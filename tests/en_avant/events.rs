//! Counted events: counting does not change play, and random battles cover rules of every group.

use crate::en_avant_positions::Scattered;
use crate::half_turn::historical;
use crate::scene::{Scene, foot, with_weapon};
use reglette::en_avant::rules::Weapon;
use reglette::en_avant::state::{Placing, Status, Step};
use reglette::en_avant::{Action, Engagement, Roll};
use reglette::game::rng::Key;
use reglette::game::{Game, Moment, Side};
use std::collections::BTreeMap;

#[test]
fn events_of_every_sort_take_effect_and_counting_changes_nothing() {
    let mut counts = vec![0; Engagement::events().len()];
    let battles = historical();
    for (seed, game) in (0..8 * battles.len() as u64).zip(battles.iter().cycle()) {
        let mut stream = Key::new(seed).with_name("events").stream();
        let (mut state, mut scratch) = (game.scattered(&mut stream), Vec::new());
        loop {
            let mut plain = state;
            match game.moment(&state) {
                Moment::Over(_) => break,
                Moment::Decide(_) => {
                    let action = game.random_action(&state, &mut stream, &mut scratch);
                    game.apply_counting(&mut state, action, &mut counts);
                    game.apply(&mut plain, action);
                }
                Moment::Roll(_) => {
                    let roll = game.sample(&state, &mut stream);
                    game.apply_roll_counting(&mut state, roll, &mut counts);
                    game.apply_roll(&mut plain, roll);
                }
            }
            assert!(plain == state, "counted or not, play leads to one position");
        }
    }
    let mut groups = BTreeMap::new();
    for (event, count) in Engagement::events().iter().zip(&counts) {
        *groups.entry(event.group).or_insert(0) += count;
    }
    // There is no set-up in a battle that has begun.
    let never: Vec<&str> =
        groups.iter().filter(|(group, count)| **count == 0 && **group != "set-up").map(|(group, _)| *group).collect();
    assert_eq!(never, [""; 0], "{groups:?}");
}

#[test]
fn a_rally_counts_as_a_rally() {
    let game = &historical()[0];
    let mut state = game.scattered(&mut Key::new(3).stream());
    let unit = game.on_table(&state, state.active).next().expect("a unit");
    let it = state.unit_mut(unit);
    it.set(Status::ROUTING | Status::DISORDERED, true);
    state.step = Step::ReorganiseRoll(unit);
    let mut counts = vec![0; Engagement::events().len()];
    game.apply_roll_counting(&mut state, Roll { hits: 1, sixes: 0 }, &mut counts);
    assert_eq!(named(&counts), ["rallies"]);
}

/// E9.19: an order to shoot loses the action if there is no target, and if the target is not allowed.
#[test]
fn a_lost_shot_counts_as_impossible() {
    let archers = || with_weapon(Weapon::Longbow, foot());
    let (game, mut state, ids) = Scene::new()
        .stand(Side::Red, archers(), (0, -2000), 0, 2, 2)
        .stand(Side::Blue, foot(), (0, -1100), 180, 2, 4)
        .stand(Side::Red, archers(), (-3000, -4000), 0, 2, 2)
        .stand(Side::Blue, foot(), (3000, 4000), 180, 2, 4)
        .build();
    for (shooter, target, lost) in [(ids[0], Some(ids[1]), false), (ids[0], Some(ids[3]), true), (ids[2], None, true)] {
        state.step = Step::Place(shooter, Placing::Shot);
        let mut counts = vec![0; Engagement::events().len()];
        game.apply_counting(&mut state.clone(), target.map_or(Action::Halt, Action::ShootAt), &mut counts);
        assert_eq!(named(&counts).contains(&"impossible shot"), lost, "{target:?}");
    }
}

fn named(counts: &[u64]) -> Vec<&'static str> {
    Engagement::events()
        .iter()
        .zip(counts)
        .filter(|(_, count)| **count > 0)
        .map(|(event, _)| event.name.as_str())
        .collect()
}
