//! Counted events: counting does not change play, and random battles cover rules of every group.

use crate::en_avant_positions::Scattered;
use crate::half_turn::historical;
use crate::objectives::in_the_wood;
use crate::results::{against, gun, shot, take};
use crate::scene::{Scene, foot, of_quality, of_weight, with_weapon};
use reglette::en_avant::army::troop::{Arm, Troop, Weight};
use reglette::en_avant::rules::{Quality, RerollRisk, Weapon};
use reglette::en_avant::state::engagement::Gain;
use reglette::en_avant::state::{ClashKind, Placing, Status, Step};
use reglette::en_avant::{Action, Engagement, Roll, State};
use reglette::game::rng::Key;
use reglette::game::{Game, Moment, Side};
use std::collections::BTreeMap;

#[test]
fn events_of_every_sort_take_effect_and_counting_changes_nothing() {
    let mut counts = vec![0; Engagement::events().len()];
    let battles = historical();
    for (seed, game) in (0..24 * battles.len() as u64).zip(battles.iter().cycle()) {
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
    let unit = game.troops.on_table(&state, state.active).next().expect("a unit");
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

/// E10.8, E10.13: every base counts; a unit that loses all of them neither recoils nor is disordered.
#[test]
fn only_results_that_take_effect_count() {
    let (game, start, _) = shot(against(foot(), 1, 2, 5), 4);
    for (results, expected) in [(take(2, 1, true), [2, 0, 0, 1]), (take(1, 2, true), [1, 1, 1, 0])] {
        let (mut state, mut counts) = (start, no_events());
        game.apply_counting(&mut state, Action::Take(results), &mut counts);
        while let Step::RecoilTo(unit) = state.step {
            let rear = state.unit(unit).heading.opposite();
            game.apply_counting(&mut state, Action::RecoilTo(rear), &mut counts);
        }
        assert_eq!(["base lost", "recoil", "disorder", "unit lost"].map(|name| times(&counts, name)), expected);
    }
}

/// E9.38: each save cancels an impact, as long as there are any.
#[test]
fn no_more_impacts_are_saved_than_there_were() {
    let guard = of_weight(Weight::Heavy, of_quality(Quality::Superior, foot()));
    let (game, mut state, ids) = against(guard, 2, 4, 5).build();
    state.step = Step::Place(ids[0], Placing::Shot);
    game.apply(&mut state, Action::ShootAt(ids[1]));
    game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
    assert!(state.step == Step::SaveRoll && state.clash.saves[1] >= 2, "{:?}", state.clash);
    let mut counts = no_events();
    game.apply_roll_counting(&mut state, Roll { hits: 2, sixes: 0 }, &mut counts);
    assert_eq!(times(&counts, "impact saved"), 1);
}

/// E10.16, EI-70: the crew leaves its guns after the tests of contagion.
#[test]
fn artillery_that_routs_counts_once() {
    let scene = against(gun(), 1, 4, 2).stand(Side::Blue, foot(), (1500, 1000), 180, 4, 4);
    let (game, mut state, ids) = scene.build();
    state.step = Step::Place(ids[0], Placing::Shot);
    game.apply(&mut state, Action::ShootAt(ids[1]));
    let mut counts = no_events();
    game.apply_roll_counting(&mut state, Roll { hits: 2, sixes: 0 }, &mut counts);
    while state.step != Step::ContagionRoll(ids[2]) {
        game.apply_roll_counting(&mut state, Roll::default(), &mut counts);
    }
    let names = ["rout by impacts", "guns left by their crew", "rout by contagion"];
    assert_eq!(names.map(|name| times(&counts, name)), [1, 0, 0]);
    game.apply_roll_counting(&mut state, Roll { hits: 1, sixes: 0 }, &mut counts);
    assert_eq!(names.map(|name| times(&counts, name)), [1, 1, 0]);
}

/// E14.5, EI-107: an elephant that is sent at the end of an impulse runs on in the next turn only.
#[test]
fn an_elephant_runs_on_in_later_turns() {
    let elephant = Troop::plain(Arm::Elephant, Quality::Normal);
    let scene = Scene::new()
        .stand(Side::Red, elephant, (0, -3000), 0, 1, 1)
        .stand(Side::Red, foot(), (4000, -4000), 0, 6, 6)
        .stand(Side::Blue, foot(), (0, -3000), 180, 2, 2)
        .stand(Side::Blue, foot(), (-4000, 4000), 180, 6, 6);
    let (game, mut state, ids) = scene.build();
    for unit in [ids[0], ids[2]] {
        state.unit_mut(unit).set(Status::FRESH, true);
    }
    state.step = Step::Course(ids[0]);
    state.unit_mut(ids[0]).set(Status::RAMPANT | Status::ACTIVATED, true);
    state.clash.kind = ClashKind::Melee;
    state.clash.settled = 3;
    state.clash.fought = true;
    let mut counts = no_events();
    let ahead = state.unit(ids[0]).heading;
    game.apply_counting(&mut state, Action::Send(ahead), &mut counts);
    assert!(state.impulse > 1, "the impulse ends with the melee");
    let names = ["elephant runs on", "elephant tramples an enemy", "elephant tramples a friend"];
    assert_eq!(names.map(|name| times(&counts, name)), [0, 1, 0]);
    end_turn(&game, &mut state, &mut counts);
    assert_eq!(names.map(|name| times(&counts, name)), [1, 1, 0]);
}

/// E12.9: both armies tire at the start of a turn, before the dice for the first player.
#[test]
fn fatigue_counts_at_the_start_of_a_turn() {
    for (period, expected) in [(1, 1), (2, 0)] {
        let mut scene = Scene::new().stand(Side::Red, foot(), (4000, -4000), 0, 6, 6).stand(
            Side::Blue,
            foot(),
            (-4000, 4000),
            180,
            6,
            6,
        );
        scene.rules.fatigue_period_turns = period;
        let (game, mut state, _) = scene.build();
        let mut counts = no_events();
        end_turn(&game, &mut state, &mut counts);
        assert_eq!(times(&counts, "fatigue"), expected);
    }
}

/// E9.37, EI-55: the words for a six that fails name the impacts that it takes back.
#[test]
fn a_failed_six_is_described_by_the_impacts_that_it_costs() {
    for (risk, words) in [(RerollRisk::LastImpact, "loses the impact"), (RerollRisk::AllImpacts, "loses 3 impacts")] {
        let mut scene = against(foot(), 4, 4, 5);
        scene.rules.reroll_risk = risk;
        let (game, mut state, _) = scene.build();
        state.step = Step::SixRoll(Side::Red);
        (state.clash.chain, state.clash.impacts[0], state.clash.sixes[0]) = (3, 4, 1);
        let described = game.roll_words(&state, &Roll::default());
        assert!(described.contains(words), "{described}");
    }
}

/// E12.3, E12.5: a gain beyond the highest combativity counts where an objective is taken.
#[test]
fn a_gain_beyond_the_highest_combativity_counts() {
    for (combativity, overflows) in [(4, 0), (5, 1)] {
        let (game, mut state, _) = in_the_wood(&[(Side::Red, (0, 100), 2), (Side::Blue, (0, 4_000), 2)], 0);
        state.side_mut(Side::Red).combativity = combativity;
        let mut counts = no_events();
        end_turn(&game, &mut state, &mut counts);
        let names = ["objective taken", "gain beyond the highest"];
        assert_eq!(names.map(|name| times(&counts, name)), [1, overflows]);
    }
}

/// E12.4, E12.5: a grant of the scenario beyond the highest combativity is taken from the enemy, and counts.
#[test]
fn a_grant_beyond_the_highest_combativity_counts() {
    for (granted, overflows) in [(2, 0), (3, 1)] {
        let foes = [(Side::Red, (4000, -4000), 0), (Side::Blue, (-4000, 4000), 180)];
        let scene =
            foes.into_iter().fold(Scene::new(), |scene, (side, at, way)| scene.stand(side, foot(), at, way, 6, 6));
        let (mut game, mut state, _) = scene.build();
        game.gains.push(Gain { turn: state.turn + 1, side: Side::Red, combativity: granted });
        for side in Side::BOTH {
            state.side_mut(side).combativity = game.rules.combativity_max as i8 - 2;
        }
        let mut counts = no_events();
        end_turn(&game, &mut state, &mut counts);
        assert_eq!(times(&counts, "gain beyond the highest"), overflows);
        assert_eq!(state.combativity(Side::Blue), game.rules.combativity_max as i8 - 2 - overflows as i8);
    }
}

/// Both sides pass until each has had its first impulse in the next turn.
fn end_turn(game: &Engagement, state: &mut State, counts: &mut [u64]) {
    let next = state.turn + 1;
    while state.turn < next || state.impulses_of_turn.contains(&0) {
        match state.step {
            Step::Impulse => game.apply_counting(state, Action::Done, counts),
            Step::InitiativeRoll => game.apply_roll_counting(state, Roll::default(), counts),
            Step::InitiativeChoice(_) => game.apply_counting(state, Action::GoFirst, counts),
            step => panic!("{step:?} with two sides that pass"),
        }
    }
}

fn no_events() -> Vec<u64> {
    vec![0; Engagement::events().len()]
}

fn times(counts: &[u64], name: &str) -> u64 {
    let index = Engagement::events().iter().position(|event| event.name == name).expect("an event of this name");
    counts[index]
}

fn named(counts: &[u64]) -> Vec<&'static str> {
    Engagement::events()
        .iter()
        .zip(counts)
        .filter(|(_, count)| **count > 0)
        .map(|(event, _)| event.name.as_str())
        .collect()
}
