//! Checks the cached results of an appraisal against the functions that compute them, in positions of random games.

use super::foes::{Foes, strike_reach};
use super::friends::Friends;
use super::numbers::SHIPPED;
use super::scene::Scene;
use crate::game::rng::Key;
use crate::game::{Game, Moment, Side};
use crate::jomini::notation::sample;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{State, Step, side_of, unit_ids};

/// Passes positions of random games to `take`.
pub(super) fn each_position(battle: &Battle, mut take: impl FnMut(&State)) {
    let mut actions = Vec::new();
    for seed in 0..4 {
        let (mut state, mut stream) = (battle.initial(), Key::new(seed).stream());
        loop {
            match battle.moment(&state) {
                Moment::Over(_) => break,
                Moment::Roll(_) => {
                    let roll = battle.sample(&state, &mut stream);
                    battle.apply_roll(&mut state, roll);
                }
                Moment::Decide(_) => {
                    let action = battle.random_action(&state, &mut stream, &mut actions);
                    battle.apply(&mut state, action);
                    take(&state);
                }
            }
        }
    }
}

#[test]
fn friends_beside_every_unit_are_those_counted_for_it() {
    for battle in [sample::battle(), sample::in_contact()] {
        let mut counted = 0;
        each_position(&battle, |state| {
            for side in Side::BOTH {
                let friends = Friends::of(&battle, state, side);
                for unit in battle.field.forces.units_on_table(state, side) {
                    let hex = state.unit(unit).hex;
                    let expected = battle.field.friends_next_to(state, unit, hex);
                    assert_eq!(friends.beside(hex), expected, "unit {unit} in round {}", state.round());
                    counted += u32::from(expected);
                }
            }
        });
        assert!(counted > 1000, "{counted} friends");
    }
}

#[test]
fn foes_in_reach_of_every_hex_are_those_at_their_distance() {
    let battle = sample::in_contact();
    let board = &battle.field.board;
    let (mut steps, mut found) = (0, 0);
    each_position(&battle, |state| {
        steps += 1;
        if steps % 20 > 1 {
            return;
        }
        let foes = Foes::of(&battle, state, Side::Blue);
        // Twice, since the cached result of a hex may have been replaced.
        for hex in board.hexes().chain(board.hexes()) {
            let all = battle.field.forces.units_on_table(state, Side::Blue);
            let distances = all.map(|unit| (board.distance(state.unit(unit).hex, hex), unit));
            let distances: Vec<_> = distances.collect();
            assert_eq!(
                foes.nearest(board, hex),
                distances.iter().map(|(distance, _)| *distance).min().unwrap_or(u8::MAX)
            );
            let in_reach = distances
                .iter()
                .filter(|(distance, unit)| *distance <= strike_reach(battle.field.forces.profile(*unit)));
            let expected: Vec<_> = in_reach.map(|(distance, unit)| (state.unit(*unit).hex, *distance)).collect();
            let mut listed = Vec::new();
            foes.each_in_reach(foes.view(board, hex), board, hex, |foe, distance| listed.push((foe.hex, distance)));
            assert_eq!(listed, expected);
            found += listed.len();
        }
    });
    assert!(found > 1000, "{found} enemies in reach");
}

#[test]
fn prospects_kept_over_a_command_phase_are_those_of_each_decision() {
    for battle in [sample::battle(), sample::in_contact()] {
        let (mut kept, mut grouped) = (0, 0);
        each_position(&battle, |state| {
            if !matches!(state.step, Step::Command | Step::Activation(_) | Step::Courier(_)) {
                return;
            }
            let battle = battle.as_on_table(state);
            let scene = Scene::new(battle, state, state.active, &SHIPPED);
            scene.open_prospects();
            for unit in battle.units_at_hand(state, state.active) {
                if state.unit(unit).group == 0 {
                    // Computed at an earlier decision of the phase, or now.
                    let known = scene.kept_prospect(unit, || scene.prospect(unit));
                    assert_eq!(known, scene.prospect(unit), "unit {unit} in round {}", state.round());
                    kept += 1;
                } else {
                    grouped += 1;
                }
            }
        });
        assert!(kept > 1000 && grouped > 100, "{kept} prospects, {grouped} units in groups");
    }
}

#[test]
fn prospects_of_another_game_side_or_bot_are_forgotten() {
    let battle = sample::in_contact();
    let mut state = battle.initial();
    state.step = Step::Command;
    let mut weights = SHIPPED;
    weights[0] += 1.0;
    let other = battle.clone();
    let first = unit_ids(Side::Red).next().expect("a side has units");
    let mut moved = state;
    moved.unit_mut(first).elements -= 1;
    let open = |battle, state, side, weights| {
        let scene = Scene::new(battle, state, side, weights);
        scene.open_prospects();
        let mut computed = false;
        scene.kept_prospect(first, || {
            computed = true;
            super::Numbers::NONE
        });
        computed
    };
    for _ in 0..2 {
        assert!(open(&battle, &state, Side::Red, &SHIPPED));
        assert!(!open(&battle, &state, Side::Red, &SHIPPED));
        assert!(open(&other, &state, Side::Red, &SHIPPED));
        assert!(open(&battle, &state, Side::Red, &weights));
        assert!(open(&battle, &state, Side::Blue, &SHIPPED));
        assert!(open(&battle, &moved, Side::Red, &SHIPPED));
    }
}

#[test]
fn room_to_retreat_is_that_of_play() {
    for extends in [false, true] {
        let mut battle = sample::in_contact();
        battle.field.rules.retreat_pass_extends = extends;
        let (mut free, mut short) = (0, 0);
        each_position(&battle, |state| {
            for unit in Side::BOTH.into_iter().flat_map(|side| battle.field.forces.units_on_table(state, side)) {
                if battle.field.retreats_anywhere(unit) {
                    continue;
                }
                let room = battle.field.room_behind(state, unit, state.unit(unit).hex, 8);
                for due in 1..=5 {
                    let (made, _) = battle.field.longest_retreat(state, unit, due);
                    assert_eq!(room.made(due), made, "unit {unit}, {due} hexes due, round {}", state.round());
                    if made == due { free += 1 } else { short += 1 }
                }
                // A shorter search finds the same as far as it goes, and counts on from there or not at all.
                let searched = battle.field.room_behind(state, unit, state.unit(unit).hex, 2);
                assert_eq!([1, 2].map(|due| searched.made(due)), [1, 2].map(|due| room.made(due)), "unit {unit}");
                let rows = battle.field.board.rows_to_edge(side_of(unit), state.unit(unit).hex);
                let all = [1, 2].map(|due| room.made(due)) == [1, 2];
                assert_eq!(searched.made(4), if all { rows.min(4) } else { room.made(2) }, "unit {unit}");
            }
        });
        assert!(free > 1000 && short > 1000, "{free} retreats of full length, {short} shorter ones");
    }
}
