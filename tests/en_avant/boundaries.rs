//! Values just below, at and above the limits of the rules of combativity, activation, results, melee and objectives.

use crate::melees::{attacked, face_to_face, odds};
use crate::results::{against, offered, shot, take};
use crate::scene::{Scene, foot, horse, of_quality, with_weapon};
use crate::terrain::area;
use crate::turns::idle_until;
use reglette::en_avant::army::troop::{Arm, Troop};
use reglette::en_avant::rules::{
    AreaMeasure, LimitedResults, MeleeFrequency, ObjectiveEffect, Quality, RoutThreshold, TerrainKind, TieBreak, Weapon,
};
use reglette::en_avant::state::action::{Action, Roll};
use reglette::en_avant::state::{Piece, Status, Step, UnitId};
use reglette::en_avant::table::geometry::{CENTIMETRE, Heading, Point};
use reglette::en_avant::{Engagement, State};
use reglette::game::{BySide, Ending, Game, Moment, Side};

/// A few single bases of infantry in a row for each side, far apart.
fn rows(red: i32, blue: i32, combativity: (u8, u8)) -> (Engagement, State, Vec<UnitId>) {
    let mut scene = Scene { combativity: BySide::new(combativity.0, combativity.1), ..Scene::new() };
    for (side, count, y, degrees) in [(Side::Red, red, -4_000, 0), (Side::Blue, blue, 4_000, 180)] {
        for place in 0..count {
            scene = scene.stand(side, foot(), (-4_000 + 700 * place, y), degrees, 1, 1);
        }
    }
    scene.build()
}

fn listed(game: &Engagement, state: &State) -> Vec<Action> {
    let mut actions = Vec::new();
    game.legal_actions(state, &mut actions);
    actions
}

fn weights(game: &Engagement, state: &State) -> Vec<(u8, u64)> {
    let mut rolls = Vec::new();
    game.rolls(state, &mut rolls);
    rolls.iter().map(|it| (it.roll.hits, it.weight)).collect()
}

/// E12.6, EI-92: a unit that is lost at once counts with all its bases, their points, and every quarter that they fill.
#[test]
fn a_large_unit_lost_at_once_may_cost_several_quarters() {
    let scene = Scene::new()
        .stand(Side::Red, foot(), (0, -3_000), 0, 3, 6)
        .stand(Side::Red, foot(), (3_000, -3_000), 0, 3, 6)
        .stand(Side::Blue, foot(), (0, 3_000), 180, 1, 1);
    let (mut game, mut state, ids) = Scene { combativity: BySide::new(5, 4), ..scene }.build();
    assert_eq!(game.units().quarter(Side::Red), 3);
    game.rules.quarter_loss_combativity = 1;
    game.units().destroy(&mut state, ids[0]);
    let red = state.side(Side::Red);
    assert_eq!((red.bases_lost, red.points_lost, red.units_lost, red.combativity), (6, 12, 1, 3));
    assert_eq!(state.side(Side::Blue).bases_lost, 0);
}

/// E1.5, E12.2, EI-94: an army is beaten at the combativity of defeat, not above it; if both are, the tie-breaks
/// decide.
#[test]
fn an_army_is_beaten_at_one_and_not_at_two() {
    let after = |red: i8, blue: i8, lost: u16| {
        let (game, mut state, _) = rows(3, 3, (4, 4));
        (state.sides[0].combativity, state.sides[1].combativity, state.sides[1].bases_lost) = (red, blue, lost);
        game.apply(&mut state, Action::Done);
        match game.moment(&state) {
            Moment::Over(outcome) => Some((outcome.winner, outcome.ending, state.combativity(Side::Red))),
            _ => None,
        }
    };
    assert_eq!(after(2, 2, 0), None);
    assert_eq!(after(1, 2, 0), Some((Some(Side::Blue), Ending::Victory, 1)));
    assert_eq!(after(2, 1, 0), Some((Some(Side::Red), Ending::Victory, 2)));
    assert_eq!(after(1, 1, 1), Some((Some(Side::Red), Ending::Victory, 1)), "blue has lost more");
    assert_eq!(after(-1, 0, 1), Some((Some(Side::Blue), Ending::Victory, 1)), "judged before the values are cut off");
}

/// E12.11, EI-96: areas within a hundredth are equal; routing units occupy nothing; the hull counts what lies between
/// units, the sum does not.
#[test]
fn the_larger_area_wins_by_more_than_a_hundredth() {
    let ahead = |red: &[(i32, i32)], blue: &[(i32, i32)], measure: AreaMeasure| {
        let mut scene = Scene::new();
        (scene.rules.tie_breaks, scene.rules.area_measure) = (vec![TieBreak::AreaOccupied], measure);
        for (side, places, degrees) in [(Side::Red, red, 0), (Side::Blue, blue, 180)] {
            for at in places {
                scene = scene.stand(side, foot(), *at, degrees, 1, 1);
            }
        }
        let (game, state, _) = scene.build();
        game.units().ahead(&state)
    };
    let pair = |wide: i32, y: i32| [(-wide, y), (wide, y)];
    use AreaMeasure::{ConvexHull, SumOfBases};
    // Hulls of 3 cm by 6 cm and twice the distance.
    assert_eq!(ahead(&pair(2_000, -2_000), &pair(1_000, 2_000), ConvexHull), Some(Side::Red));
    assert_eq!(ahead(&pair(1_000, -2_000), &pair(2_000, 2_000), ConvexHull), Some(Side::Blue));
    assert_eq!(ahead(&pair(2_000, -2_000), &pair(2_010, 2_000), ConvexHull), None, "0.2 cm of 46.2 cm");
    assert_eq!(ahead(&pair(2_000, -2_000), &pair(2_040, 2_000), ConvexHull), Some(Side::Blue), "0.8 cm of 46.8 cm");
    assert_eq!(ahead(&pair(2_000, -2_000), &pair(1_000, 2_000), SumOfBases), None);
    assert_eq!(ahead(&[(0, -2_000)], &pair(1_000, 2_000), SumOfBases), Some(Side::Blue));
    let (mut game, mut state, ids) = rows(3, 2, (4, 4));
    game.rules.tie_breaks = vec![TieBreak::AreaOccupied];
    assert_eq!(game.units().ahead(&state), Some(Side::Red));
    state.unit_mut(ids[0]).set(Status::ROUTING, true);
    state.unit_mut(ids[2]).set(Status::ROUTING, true);
    assert_eq!(game.units().ahead(&state), Some(Side::Blue), "red has one base that does not rout");
    // Bots that ask who is ahead do so by the tie-breaks of the rules, in their order, without the area.
    assert_eq!(game.units().ahead_without_area(&state), None);
    state.side_mut(Side::Red).combativity += 1;
    state.side_mut(Side::Red).bases_lost += 1;
    game.rules.tie_breaks = vec![TieBreak::Combativity, TieBreak::BasesLost];
    assert_eq!(game.units().ahead_without_area(&state), Some(Side::Red));
    game.rules.tie_breaks = vec![TieBreak::AreaOccupied, TieBreak::BasesLost, TieBreak::Combativity];
    assert_eq!(game.units().ahead_without_area(&state), Some(Side::Blue));
}

/// E5.13, EI-34: a side that alone has units left to activate has no cap; a general not yet moved counts as a unit, if
/// moving him costs an activation.
#[test]
fn a_general_who_has_not_moved_keeps_the_enemy_to_his_cap() {
    let cap = |present: bool, activated: bool, costs: bool| {
        let (mut game, mut state, ids) = rows(1, 6, (3, 3));
        game.rules.general_needs_activation = costs;
        let red = state.side_mut(Side::Red);
        red.general_lost = !present;
        red.general = Piece { front: Point::new(0, -20 * CENTIMETRE), heading: Heading::NORTH, present, activated };
        state.unit_mut(ids[0]).set(Status::ACTIVATED, true);
        state.activated = 1;
        game.apply(&mut state, Action::Done);
        assert_eq!(state.active, Side::Blue);
        state.cap
    };
    assert_eq!(cap(false, false, true), u8::MAX);
    assert_eq!(cap(true, true, true), u8::MAX);
    assert_eq!(cap(true, false, true), 3);
    assert_eq!(cap(true, false, false), u8::MAX);
}

/// EI-9, EI-84, E11.31: a lone base that attacks has the advantage of a column only where the rules count it as one.
#[test]
fn a_lone_base_is_a_column_only_by_the_other_reading() {
    for (alone, bases, advantage) in [(false, 1, 0), (true, 1, 1), (false, 2, 1), (true, 2, 1)] {
        let mut scene = Scene::new();
        scene.rules.lone_base_is_column = alone;
        let guards = of_quality(Quality::Superior, foot());
        let scene =
            scene.stand(Side::Red, guards, (0, 0), 0, 1, bases).stand(Side::Blue, guards, (0, 0), 180, 1, bases);
        let (game, state, ids) = attacked(scene);
        let found = odds(&game, &state, &ids);
        let row = |strike: usize| found.strikes[strike].trail.iter().filter(|it| it.rule == "E11.31").count();
        assert_eq!((row(0), row(1)), (advantage, 0), "{bases} bases, {alone}: the defender has it never");
        let mut bulk = game.clone();
        bulk.rules.lone_base_is_column = alone;
        assert_eq!(bulk.units().is_bulky(&state, ids[1]), advantage == 1);
    }
}

/// EI-20, EI-77: with one unit in light and another in strong shelter a side has the 2 of strong shelter, not 3.
#[test]
fn shelters_of_two_units_do_not_add_up() {
    let mut scene = Scene::new();
    scene.pieces = vec![
        area(TerrainKind::TallCropsOrScrub, &[(-20, 0), (0, 0), (0, 20), (-20, 20)]),
        area(TerrainKind::Wood, &[(0, 0), (20, 0), (20, 20), (0, 20)]),
    ];
    let guards = of_quality(Quality::Superior, foot());
    let scene = scene.stand(Side::Red, guards, (0, 0), 0, 4, 4).stand(Side::Blue, guards, (-600, 0), 180, 2, 2).stand(
        Side::Blue,
        guards,
        (600, 0),
        180,
        2,
        2,
    );
    let (game, mut state, ids) = attacked(scene);
    state.unit_mut(ids[2]).set(Status::DEFENDER | Status::FRESH, true);
    let found = odds(&game, &state, &ids);
    let rows: Vec<(&str, i32)> = found.strikes[1].trail.iter().map(|it| (it.rule, it.after - it.before)).collect();
    assert!(rows.contains(&("E11.25", 2)) && rows.iter().all(|(rule, _)| *rule != "E11.24"), "{rows:?}");
}

/// E12.3, E12.5, EI-90: taking an objective gives the taker a point, or costs the enemy one; at the maximum combativity
/// it is taken from the enemy, or is lost; pieces rejected by the dice have no effect.
#[test]
fn an_objective_counts_for_the_taker_or_against_the_enemy() {
    let taken = |own: i8, effect: ObjectiveEffect, overflows: bool, real: bool| {
        let mut scene = Scene::new();
        scene.pieces.push(area(TerrainKind::Wood, &[(-9, -9), (9, -9), (9, 9), (-9, 9)]));
        let scene = scene.stand(Side::Red, foot(), (0, 100), 0, 2, 2).stand(Side::Blue, foot(), (0, 4_000), 180, 2, 2);
        let (mut game, mut state, _) = scene.build();
        (game.rules.objective_effect, game.rules.overflow_to_enemy) = (effect, overflows);
        state.objectives[0].real = real;
        state.side_mut(Side::Red).combativity = own;
        idle_until(&game, &mut state, 3);
        (state.objectives[0].owner, state.combativity(Side::Red), state.combativity(Side::Blue))
    };
    use ObjectiveEffect::{EnemyLoses, Gain};
    assert_eq!(taken(3, Gain, true, true), (Some(Side::Red), 4, 4));
    assert_eq!(taken(4, Gain, true, true), (Some(Side::Red), 5, 4));
    assert_eq!(taken(5, Gain, true, true), (Some(Side::Red), 5, 3));
    assert_eq!(taken(5, Gain, false, true), (Some(Side::Red), 5, 4));
    assert_eq!(taken(3, EnemyLoses, true, true), (Some(Side::Red), 3, 3));
    assert_eq!(taken(3, Gain, true, false), (None, 3, 4));
}

/// E1.5, E12.10: a side that owns the number of objectives of its scenario has won; if both do at once the tie-breaks
/// decide.
#[test]
fn a_scenario_is_won_by_as_many_objectives_as_it_asks_for() {
    let ended = |wanted: [Option<u8>; 2], owners: [Option<Side>; 2], lost: u16| {
        let mut scene = Scene::new();
        for x in [-30, 30] {
            scene.pieces.push(area(TerrainKind::Wood, &[(x - 4, -4), (x + 4, -4), (x + 4, 4), (x - 4, 4)]));
        }
        let scene =
            scene.stand(Side::Red, foot(), (0, -3_000), 0, 2, 2).stand(Side::Blue, foot(), (0, 3_000), 180, 2, 2);
        let (mut game, mut state, _) = scene.build();
        game.objectives_to_win = BySide::new(wanted[0], wanted[1]);
        state.side_mut(Side::Red).bases_lost = lost;
        for (objective, owner) in state.objectives.iter_mut().zip(owners) {
            (objective.real, objective.owner) = (true, owner);
        }
        idle_until(&game, &mut state, 2);
        state.outcome.map(|it| it.winner)
    };
    let (red, blue) = (Some(Side::Red), Some(Side::Blue));
    assert_eq!(ended([Some(1), None], [red, blue], 0), Some(red));
    assert_eq!(ended([None, Some(1)], [red, blue], 0), Some(blue));
    assert_eq!(ended([Some(2), None], [red, blue], 0), None);
    assert_eq!(ended([Some(2), None], [red, red], 0), Some(red));
    assert_eq!(ended([None, None], [red, red], 0), None);
    assert_eq!(ended([Some(1), Some(1)], [red, blue], 1), Some(blue), "both at once: red has lost more");
    assert_eq!(ended([Some(1), Some(1)], [red, blue], 0), Some(None));
}

/// E4.12: a piece is an objective if its die reaches its target; by the other reading the first failure ends the rolls
/// (EI-23).
#[test]
fn a_piece_is_an_objective_if_its_die_says_so() {
    let mut scene = Scene::new();
    for x in [-30, 0, 30] {
        scene.pieces.push(area(TerrainKind::Wood, &[(x - 4, -4), (x + 4, -4), (x + 4, 4), (x - 4, 4)]));
    }
    let (mut game, woods, _) =
        scene.stand(Side::Red, foot(), (0, -3_000), 0, 2, 2).stand(Side::Blue, foot(), (0, 3_000), 180, 2, 2).build();
    assert_eq!(game.objectives.len(), 3);
    let mut state = State { step: Step::ObjectiveRoll(0), ..woods };
    assert_eq!(weights(&game, &state), [(1, 5), (0, 1)]);
    game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
    assert_eq!(
        (state.step, weights(&game, &state)),
        (Step::ObjectiveRoll(1), vec![(1, 4), (1, 4), (0, 4)]),
        "one of two woods"
    );
    game.rules.objective_stop_on_failure = true;
    let mut stopped = state;
    game.apply_roll(&mut stopped, Roll::default());
    assert!(!matches!(stopped.step, Step::ObjectiveRoll(_)), "the first failure ends it");
    game.rules.objective_stop_on_failure = false;
    game.apply_roll(&mut state, Roll::default());
    assert_eq!((state.step, weights(&game, &state)), (Step::ObjectiveRoll(2), vec![(1, 3), (1, 3), (0, 6)]));
    assert_eq!(state.objectives[..2].iter().map(|it| it.real).collect::<Vec<_>>(), [true, false]);
}

/// EI-23: of two woods equally far from the middle, each is an objective equally often: half of 4 in 6 and 3 in 6.
#[test]
fn woods_as_near_as_one_another_are_objectives_as_often() {
    fn real(game: &Engagement, state: &State, chance: f64, sums: &mut [f64]) {
        let Step::ObjectiveRoll(_) = state.step else {
            sums.iter_mut().zip(&state.objectives).for_each(|(sum, it)| *sum += if it.real { chance } else { 0.0 });
            return;
        };
        let mut rolls = Vec::new();
        game.rolls(state, &mut rolls);
        let all: u64 = rolls.iter().map(|it| it.weight).sum();
        for it in rolls {
            let mut after = *state;
            game.apply_roll(&mut after, it.roll);
            real(game, &after, chance * it.weight as f64 / all as f64, sums);
        }
    }
    let mut scene = Scene::new();
    for x in [30, 0, -30] {
        scene.pieces.push(area(TerrainKind::Wood, &[(x - 4, -4), (x + 4, -4), (x + 4, 4), (x - 4, 4)]));
    }
    let (mut game, woods, _) =
        scene.stand(Side::Red, foot(), (0, -3_000), 0, 2, 2).stand(Side::Blue, foot(), (0, 3_000), 180, 2, 2).build();
    let begun = State { step: Step::ObjectiveRoll(0), ..woods };
    let mut sums = [0.0; 3];
    real(&game, &begun, 1.0, &mut sums);
    assert!(
        sums.iter().zip([5.0 / 6.0, 7.0 / 12.0, 7.0 / 12.0]).all(|(sum, right)| (sum - right).abs() < 1e-12),
        "{sums:?}"
    );
    let mut sure = game.clone();
    sure.objectives[1].target = 1;
    let tied = State { step: Step::ObjectiveRoll(1), ..woods };
    assert_eq!(weights(&sure, &tied), [(1, 6), (1, 6)], "a die that cannot fail only says which");
    game.rules.objective_stop_on_failure = true;
    let mut sums = [0.0; 3];
    real(&game, &begun, 1.0, &mut sums);
    assert!(
        (sums[1] - sums[2]).abs() < 1e-12
            && (sums[1] + sums[2] - 5.0 / 6.0 * (4.0 / 6.0 + 4.0 / 6.0 * 3.0 / 6.0)).abs() < 1e-12
    );
}

/// E10.16, EI-68: a number of impacts equal to the threshold makes a unit rout, one fewer does not, for any threshold.
#[test]
fn one_impact_fewer_than_the_threshold_is_no_rout() {
    let threshold = |rule: RoutThreshold, combativity: u8, bases: u8| {
        let mut scene = against(foot(), 2, bases, combativity);
        scene.rules.rout_threshold = rule;
        let (game, state, ids) = scene.build();
        game.rules.impacts_to_rout(&state, ids[1])
    };
    use RoutThreshold::{Bases, Combativity, LowerOfBoth};
    assert_eq!([Combativity, Bases, LowerOfBoth].map(|rule| threshold(rule, 4, 6)), [4, 6, 4]);
    assert_eq!([Combativity, Bases, LowerOfBoth].map(|rule| threshold(rule, 5, 3)), [5, 3, 3]);
    for (impacts, routs) in [(3, false), (4, true)] {
        let (game, mut state, ids) = shot(against(foot(), 3, 9, 4), impacts);
        while matches!(game.moment(&state), Moment::Decide(Side::Blue)) && state.step != Step::Impulse {
            let first = listed(&game, &state)[0];
            game.apply(&mut state, first);
        }
        assert_eq!(state.unit(ids[1]).has(Status::ROUTING), routs, "{impacts} impacts at 4");
    }
}

/// E10.6, E10.14, E10.15, EI-63: what guns, disordered and routing units may suffer, also under the other readings.
#[test]
fn results_that_are_not_available_are_not_offered() {
    let gun = || with_weapon(Weapon::NormalArtillery, Troop::plain(Arm::Artillery, Quality::Normal));
    let available = |troop: Troop, facts: Status, change: fn(&mut reglette::en_avant::rules::Rules)| {
        let mut scene = against(troop, 2, 4, 5);
        change(&mut scene.rules);
        let (game, mut state, ids) = scene.build();
        state.unit_mut(ids[1]).set(facts, true);
        let found = game.available(&state, ids[1]);
        (found.recoil, found.disorder)
    };
    assert_eq!(available(foot(), Status::empty(), |_| {}), (true, true));
    assert_eq!(available(foot(), Status::DISORDERED, |_| {}), (false, false));
    assert_eq!(
        available(foot(), Status::DISORDERED, |rules| rules.disordered_results = LimitedResults::All),
        (true, false)
    );
    assert_eq!(available(foot(), Status::DISORDERED, |rules| rules.disorder_stacks = true), (false, true));
    assert_eq!(
        available(foot(), Status::ROUTING | Status::DISORDERED, |rules| rules.disordered_results = LimitedResults::All),
        (false, false)
    );
    assert_eq!(available(gun(), Status::empty(), |_| {}), (false, false));
    assert_eq!(available(gun(), Status::empty(), |rules| rules.artillery_results = LimitedResults::All), (true, true));
    assert_eq!(
        available(Troop::plain(Arm::Elephant, Quality::Normal), Status::empty(), |rules| rules.artillery_results =
            LimitedResults::All),
        (false, false)
    );
    // Five impacts on a unit in order: all three, and two more among losses and recoils.
    let (game, state, _) = shot(against(foot(), 4, 8, 5), 4);
    assert_eq!(offered(&game, &state), [take(2, 1, true), take(1, 2, true)]);
    let mut scene = against(foot(), 4, 8, 5);
    scene.combativity.red = 5;
    let (game, state, _) = shot(scene, 5);
    assert_eq!(offered(&game, &state), [take(3, 1, true), take(2, 2, true), take(1, 3, true)]);
}

/// E8.8, E8.10, EI-36, EI-48: a disordered unit rallies on its combativity or less, without a die in contact with its
/// general, and while engaged unless the rules forbid it.
#[test]
fn reorganising_is_for_disordered_units() {
    let (mut game, mut state, ids) = attacked(face_to_face(foot(), 2, foot(), 2));
    assert!(!game.rules.may_reorganise(&state, ids[0]), "it is in order");
    state.unit_mut(ids[0]).set(Status::DISORDERED, true);
    assert!(game.rules.may_reorganise(&state, ids[0]));
    game.rules.reorganise_while_engaged = false;
    assert!(!game.rules.may_reorganise(&state, ids[0]));
    for combativity in 2..=5 {
        let (game, mut state, ids) = rows(3, 3, (combativity, 4));
        state.unit_mut(ids[0]).set(Status::DISORDERED, true);
        game.apply(&mut state, Action::Activate(ids[0]));
        game.apply(&mut state, Action::Reorganise);
        let combativity = u64::from(combativity);
        assert_eq!(weights(&game, &state), [(1, combativity), (0, 6 - combativity)]);
        let mut failed = state;
        game.apply_roll(&mut failed, Roll::default());
        game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
        assert!(failed.unit(ids[0]).has(Status::DISORDERED) && !state.unit(ids[0]).has(Status::DISORDERED));
        assert_eq!((failed.step, state.step, state.activated), (Step::Impulse, Step::Impulse, 1));
    }
}

/// E5.9, E5.10, EI-35: a unit is activated once; a routing one counts among the units of the impulse, unless the rules
/// say otherwise.
#[test]
fn each_activation_counts_once() {
    for (counts, activated) in [(true, 1), (false, 0)] {
        let (mut game, mut state, ids) = rows(3, 3, (4, 4));
        game.rules.routers_count_against_cap = counts;
        state.unit_mut(ids[0]).set(Status::ROUTING | Status::DISORDERED, true);
        assert!(state.may_be_activated(ids[0]));
        game.apply(&mut state, Action::Activate(ids[0]));
        assert_eq!((state.activated, state.unit(ids[0]).has(Status::ACTIVATED)), (activated, true));
        assert!(!state.may_be_activated(ids[0]));
    }
    let (game, mut state, ids) = rows(3, 3, (4, 4));
    state.unit_mut(ids[0]).set(Status::RAMPANT, true);
    assert!(!state.may_be_activated(ids[0]), "an elephant out of control");
    game.apply(&mut state, Action::Activate(ids[1]));
    game.apply(&mut state, Action::Halt);
    assert_eq!(listed(&game, &state), [Action::Activate(ids[2]), Action::Done]);
}

/// E5.4, E5.10, EI-35: once the cap is reached no other unit is activated, nor are routing units where they count.
#[test]
fn a_full_impulse_activates_nobody() {
    let (mut game, mut state, ids) = rows(3, 3, (4, 4));
    state.unit_mut(ids[0]).set(Status::ROUTING | Status::DISORDERED, true);
    (state.cap, state.activated) = (2, 2);
    assert_eq!(listed(&game, &state), [Action::Done]);
    game.rules.routers_count_against_cap = false;
    assert_eq!(listed(&game, &state), [Action::Activate(ids[0])]);
    state.unit_mut(ids[0]).set(Status::ROUTING | Status::DISORDERED, false);
    state.activated = 1;
    assert_eq!(listed(&game, &state).len(), 4);
    state.side_mut(Side::Red).passed = true;
    assert_eq!(listed(&game, &state), [Action::Done]);
}

/// E5.11, EI-37: a melee is fought again in the same turn, at the end of every impulse or of each player's first, only
/// if the rules set that frequency.
#[test]
fn how_often_a_melee_is_fought_is_for_the_rules() {
    let rounds = |frequency: MeleeFrequency| {
        let mut scene = face_to_face(foot(), 2, foot(), 2);
        for x in [-3_000, 3_000] {
            scene =
                scene.stand(Side::Red, foot(), (x, -3_000), 0, 1, 1).stand(Side::Blue, foot(), (x, 3_000), 180, 1, 1);
        }
        let (mut game, mut state, _) = scene.build();
        game.rules.melee_frequency = frequency;
        [Side::Red, Side::Blue, Side::Red, Side::Blue].map(|side| {
            assert_eq!((state.turn, state.active, state.step), (1, side, Step::Impulse));
            let unit = listed(&game, &state)
                .into_iter()
                .rfind(|it| matches!(it, Action::Activate(_)))
                .expect("a unit is left");
            game.apply(&mut state, unit);
            game.apply(&mut state, Action::Halt);
            game.apply(&mut state, Action::Done);
            while matches!(state.step, Step::MeleeRoll(_)) {
                game.apply_roll(&mut state, Roll::default());
            }
            state.combats
        })
    };
    assert_eq!(rounds(MeleeFrequency::OncePerTurn), [1, 1, 1, 1]);
    assert_eq!(rounds(MeleeFrequency::EveryImpulse), [1, 2, 3, 4]);
    assert_eq!(rounds(MeleeFrequency::OncePerPlayerPerTurn), [1, 2, 2, 2]);
}

/// E11.43, EI-88: a unit may break off if it is engaged, in order, not artillery, not attacked in flank, and has room
/// behind.
#[test]
fn breaking_off_needs_order_and_room() {
    let may = |change: &dyn Fn(Scene) -> Scene, facts: Status| {
        let (game, mut state, ids) = change(face_to_face(foot(), 2, foot(), 2)).build();
        state.unit_mut(ids[0]).set(facts, true);
        game.may_break_off(&state, ids[0])
    };
    let as_it_is = |scene: Scene| scene;
    assert!(may(&as_it_is, Status::empty()));
    assert!(!may(&as_it_is, Status::DISORDERED) && !may(&as_it_is, Status::ROUTING));
    // A base of infantry is 3 cm deep: it extends to 3 cm behind its front and steps back to 6 cm.
    let behind = |y: i32| move |scene: Scene| scene.stand(Side::Red, foot(), (0, y), 0, 2, 2);
    assert!(may(&behind(-620), Status::empty()) && !may(&behind(-550), Status::empty()), "room for a step of 3 cm");
    assert!(
        !may(&|scene: Scene| scene.stand(Side::Blue, foot(), (-600, -150), 90, 1, 1), Status::empty()),
        "taken in flank"
    );
    let (game, state, ids) = rows(1, 1, (4, 4));
    assert!(!game.may_break_off(&state, ids[0]), "not engaged");
    let gun = with_weapon(Weapon::NormalArtillery, Troop::plain(Arm::Artillery, Quality::Normal));
    let (game, state, ids) = face_to_face(gun, 1, foot(), 1).build();
    assert!(!game.may_break_off(&state, ids[0]));
    let (game, state, ids) = face_to_face(Troop::plain(Arm::Elephant, Quality::Normal), 1, foot(), 1).build();
    assert!(!game.may_break_off(&state, ids[0]));
}

/// E11.15, E11.34, EI-85: the advantage of the attack is lost with the first round, also where a pursuit follows,
/// unless the rules make a pursuit an attack.
#[test]
fn a_pursuit_is_an_attack_only_by_the_other_reading() {
    for (attack, dice) in [(false, [1, 1]), (true, [2, 1])] {
        let mut scene = face_to_face(horse(), 2, foot(), 2);
        scene.rules.attack_bonus_on_pursuit = attack;
        let (game, mut state, ids) = attacked(scene);
        game.apply(&mut state, Action::Done);
        game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
        game.apply_roll(&mut state, Roll::default());
        game.apply(&mut state, Action::Take(take(0, 1, false)));
        assert!(!state.unit(ids[0]).has(Status::CHARGED));
        game.apply(&mut state, Action::Pursue);
        assert_eq!((state.step, state.clash.dice), (Step::MeleeRoll(Side::Red), dice));
        // The attacker stays the attacker, the defender the defender (EI-82, EI-84).
        assert!(state.unit(ids[0]).has(Status::ATTACKER) && state.unit(ids[1]).has(Status::DEFENDER));
        assert!(!state.unit(ids[0]).has(Status::DEFENDER) && !state.unit(ids[1]).has(Status::ATTACKER));
    }
}

/// E11.17, E11.28, EI-81: more bases and a longer front are compared strictly.
#[test]
fn equal_numbers_and_fronts_give_nothing() {
    let rows_of = |red: (u8, u8), blue: (u8, u8)| {
        let guards = of_quality(Quality::Superior, foot());
        let shift = if red.0 % 2 == blue.0 % 2 { 0 } else { 300 };
        let scene = Scene::new().stand(Side::Red, guards, (shift, 0), 0, red.0, red.1).stand(
            Side::Blue,
            guards,
            (0, 0),
            180,
            blue.0,
            blue.1,
        );
        let (game, state, ids) = attacked(scene);
        let found = odds(&game, &state, &ids);
        let has = |side: usize, rule: &str| found.strikes[side].trail.iter().any(|it| it.rule == rule);
        ([has(0, "E11.17"), has(1, "E11.17")], [has(0, "E11.28"), has(1, "E11.28")])
    };
    assert_eq!(rows_of((2, 4), (2, 4)), ([false, false], [false, false]));
    assert_eq!(rows_of((2, 5), (2, 4)), ([true, false], [false, false]));
    assert_eq!(rows_of((3, 3), (2, 4)), ([false, true], [true, false]));
    assert_eq!(rows_of((2, 4), (3, 4)), ([false, false], [false, true]));
}

/// EI-86, E11.35: trained troops need two full ranks, and no enemies on their flanks or rear.
#[test]
fn a_phalanx_fights_with_two_full_ranks() {
    let phalanx = Troop { multirank: true, ..of_quality(Quality::Superior, foot()) };
    let counts = |files: u8, bases: u8, flanked: bool| {
        let mut scene = Scene::new().stand(Side::Red, foot(), (0, 0), 0, 2, 2).stand(
            Side::Blue,
            phalanx,
            (0, 0),
            180,
            files,
            bases,
        );
        if flanked {
            // Blue faces down the table: its left flank lies to the right.
            scene = scene.stand(Side::Red, foot(), (i32::from(files) * 300, 300), 270, 1, 1);
        }
        let (game, state, ids) = attacked(scene);
        odds(&game, &state, &ids).strikes[1].trail.iter().any(|it| it.rule == "E11.35")
    };
    assert!(counts(2, 4, false) && counts(2, 5, false));
    assert!(!counts(2, 3, false), "the second rank is short");
    assert!(!counts(2, 2, false) && !counts(2, 4, true));
}

/// E12.9, EI-93: armies tire at the start of turn 11 and not of turn 10, by the amount of the rules.
#[test]
fn fatigue_comes_after_full_periods() {
    for (period, loss, turn) in [(10, 1, 11), (3, 2, 4), (5, 1, 6)] {
        let (mut game, mut state, _) = rows(3, 3, (5, 4));
        (game.rules.fatigue_period_turns, game.rules.fatigue_combativity) = (period, loss);
        idle_until(&game, &mut state, turn - 1);
        assert_eq!((state.combativity(Side::Red), state.combativity(Side::Blue)), (5, 4), "turn {}", turn - 1);
        idle_until(&game, &mut state, turn);
        assert_eq!(
            (state.combativity(Side::Red), state.combativity(Side::Blue)),
            (5 - loss as i8, 4 - loss as i8),
            "turn {turn}"
        );
    }
}

/// E9.40, E11.23, EI-19: only the higher unit has the advantage, on a hill against the plain, not on the same hill.
#[test]
fn height_counts_between_different_levels_only() {
    let row = |pieces: Vec<reglette::en_avant::table::ground::Piece>| {
        let mut scene =
            face_to_face(of_quality(Quality::Superior, foot()), 2, of_quality(Quality::Superior, foot()), 2);
        scene.pieces = pieces;
        let (game, state, ids) = attacked(scene);
        let found = odds(&game, &state, &ids);
        [0, 1].map(|side: usize| found.strikes[side].trail.iter().any(|it| it.rule == "E11.23"))
    };
    let hill = |low: i32, high: i32| area(TerrainKind::GentleHill, &[(-20, low), (20, low), (20, high), (-20, high)]);
    assert_eq!(row(vec![hill(-20, 0)]), [true, false]);
    assert_eq!(row(vec![hill(0, 20)]), [false, true]);
    assert_eq!(row(vec![hill(-20, 20)]), [false, false]);
    assert_eq!(row(Vec::new()), [false, false]);
}
