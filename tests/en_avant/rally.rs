//! Disorder and rallying (chapter 8), and the criteria of recoil and rout: easy ground, a safe edge, friends subject to
//! contagion (chapter 10).

use crate::results::{against, gun, offered, runs_on, shot, take};
use crate::scene::{Scene, foot, horse, with_weapon};
use crate::terrain::area;
use reglette::en_avant::rules::{Rules, TerrainKind, Weapon};
use reglette::en_avant::state::action::{Action, Roll};
use reglette::en_avant::state::{Piece, Placing, Status, Step, UnitId};
use reglette::en_avant::table::geometry::{Heading, Point};
use reglette::en_avant::{Engagement, State};
use reglette::game::{Game, Moment, Side};

fn listed(game: &Engagement, state: &State) -> Vec<Action> {
    let mut actions = Vec::new();
    game.legal_actions(state, &mut actions);
    actions
}

/// Archers in disorder, an enemy in range, a friend elsewhere.
fn shaken(change: fn(&mut Scene)) -> (Engagement, State, Vec<UnitId>) {
    let mut scene = Scene::new();
    change(&mut scene);
    let scene = scene.stand(Side::Red, with_weapon(Weapon::Longbow, foot()), (0, -2000), 0, 2, 2);
    let scene = scene.stand(Side::Red, foot(), (3000, -4000), 0, 2, 2);
    let (game, mut state, ids) = scene.stand(Side::Blue, foot(), (0, -1000), 180, 2, 2).build();
    state.unit_mut(ids[0]).set(Status::DISORDERED, true);
    (game, state, ids)
}

/// E8.4, E10.7, E8.13: a disordered unit neither shoots nor changes formation; it may reorganise, which units in order
/// cannot.
#[test]
fn a_disordered_unit_does_not_shoot() {
    let (game, mut state, ids) = shaken(|_| {});
    let acts = |state: &State, unit: UnitId| {
        let mut state = *state;
        game.apply(&mut state, Action::Activate(unit));
        listed(&game, &state)
    };
    assert_eq!(acts(&state, ids[0]), [Action::March, Action::Reorganise, Action::Halt]);
    let mut rendered = state;
    game.apply(&mut rendered, Action::Activate(ids[0]));
    assert!(game.check(&rendered, &Action::Shoot).is_err(), "not even at its own risk");
    assert!(!acts(&state, ids[1]).contains(&Action::Reorganise));
    state.unit_mut(ids[0]).set(Status::DISORDERED, false);
    assert_eq!(acts(&state, ids[0]), [Action::ChangeFormation, Action::March, Action::Shoot, Action::Halt]);
}

/// E8.5, E10.15, E11.45: a disordered unit neither recoils nor breaks off.
#[test]
fn a_disordered_unit_neither_recoils_nor_breaks_off() {
    let scene = Scene::new().stand(Side::Red, foot(), (0, 0), 0, 2, 4).stand(Side::Blue, foot(), (0, 0), 180, 2, 4);
    let (game, mut state, ids) = scene.build();
    assert!(game.may_break_off(&state, ids[0]) && game.available(&state, ids[0]).recoil);
    state.unit_mut(ids[0]).set(Status::DISORDERED, true);
    assert!(!game.may_break_off(&state, ids[0]) && !game.available(&state, ids[0]).recoil);
}

/// E8.7, E1.2, EI-47: a single base that becomes disordered stays, marked; by the other reading it is eliminated.
#[test]
fn a_single_base_survives_its_disorder() {
    let struck = |eliminates: bool| {
        let mut scene = against(foot(), 1, 1, 4);
        scene.rules.disorder_eliminates_single_base = eliminates;
        let (game, mut state, ids) = shot(scene, 1);
        game.apply(&mut state, Action::Take(take(0, 0, true)));
        (state.unit(ids[1]).is_on_table(), state.unit(ids[1]).has(Status::DISORDERED))
    };
    assert_eq!(struck(false), (true, true));
    assert_eq!(struck(true), (false, false));
}

/// EX-44, E8.8, E8.9, E8.13: a die of the combativity or less puts a unit in order again, which is its action.
#[test]
fn a_die_up_to_the_combativity_reorganises() {
    for combativity in 2..=5 {
        let (game, mut state, ids) = shaken(|_| {});
        state.side_mut(Side::Red).combativity = combativity;
        game.apply(&mut state, Action::Activate(ids[0]));
        game.apply(&mut state, Action::Reorganise);
        let mut rolls = Vec::new();
        game.rolls(&state, &mut rolls);
        let passes = rolls.iter().find(|it| it.roll.hits > 0).map(|it| it.weight);
        assert_eq!(passes, Some(combativity as u64));
        let mut failed = state;
        game.apply_roll(&mut failed, Roll::default());
        assert!(failed.unit(ids[0]).has(Status::DISORDERED));
        game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
        assert!(!state.unit(ids[0]).has(Status::DISORDERED));
        assert!(
            game.check(&state, &Action::Activate(ids[0])).is_err()
                && game.check(&failed, &Action::Activate(ids[0])).is_err()
        );
    }
}

/// EX-44, E8.10, EI-48: a unit in contact with its general needs no die, but still its activation.
#[test]
fn the_general_reorganises_without_a_die() {
    let reorganise = |auto: bool| {
        let (mut game, mut state, ids) = shaken(|_| {});
        game.rules.general_auto_reorganise = auto;
        let side = state.side_mut(Side::Red);
        side.general_lost = false;
        side.general =
            Piece { front: Point::new(0, -23_000), heading: Heading::NORTH, present: true, activated: false };
        game.apply(&mut state, Action::Activate(ids[0]));
        game.apply(&mut state, Action::Reorganise);
        (state.unit(ids[0]).has(Status::DISORDERED), state.unit(ids[0]).has(Status::ACTIVATED), state.step)
    };
    assert_eq!(reorganise(true), (false, true, Step::Impulse));
    assert!(matches!(reorganise(false), (true, true, Step::ReorganiseRoll(_))));
}

/// E8.12, E10.21, EI-48: a unit that rallies loses both marks, and may turn about in place.
#[test]
fn who_rallies_may_turn_about() {
    let (game, mut state, ids) = shaken(|_| {});
    let it = state.unit_mut(ids[0]);
    it.set(Status::ROUTING | Status::DISORDERED, true);
    it.heading = Heading::NORTH.opposite();
    let covered = game
        .places()
        .footprint(&state, ids[0])
        .corners()
        .fold((0, 0), |sum, corner| (sum.0 + corner.x, sum.1 + corner.y));
    game.apply(&mut state, Action::Activate(ids[0]));
    assert!(state.unit(ids[0]).has(Status::ROUTING));
    game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
    assert_eq!(listed(&game, &state), [Action::TurnAbout, Action::Pass]);
    let mut kept = state;
    game.apply(&mut kept, Action::Pass);
    game.apply(&mut state, Action::TurnAbout);
    for (state, heading) in [(&kept, Heading::NORTH.opposite()), (&state, Heading::NORTH)] {
        let it = state.unit(ids[0]);
        assert!(!it.has(Status::ROUTING | Status::DISORDERED) && it.heading == heading);
        let now = game
            .places()
            .footprint(state, ids[0])
            .corners()
            .fold((0, 0), |sum, corner| (sum.0 + corner.x, sum.1 + corner.y));
        assert_eq!(now, covered, "it stands where it stood");
    }
}

/// E10.10, EI-66: a unit that is shot at recoils away from the shooter, over the easiest ground; without a choice, to
/// its rear.
#[test]
fn a_recoil_leads_away_over_the_easiest_ground() {
    let ways = |field: bool, choice: bool| {
        let mut scene = against(horse(), 2, 4, 4);
        scene.rules.recoil_direction_choice = choice;
        if field {
            // Two ranks of 4 cm go 4 cm back: straight into the ground, at 45 degrees just short of it.
            scene.pieces.push(area(TerrainKind::PloughedOrMud, &[(-20, 11), (20, 11), (20, 20), (-20, 20)]));
        }
        let (game, mut state, _) = shot(scene, 1);
        game.apply(&mut state, Action::Take(take(0, 1, false)));
        listed(&game, &state)
            .into_iter()
            .map(|action| if let Action::RecoilTo(way) = action { way.steps() } else { panic!("{action:?}") })
            .collect::<Vec<_>>()
    };
    assert_eq!(ways(false, true), [0, 1_260, 180], "straight back first, or aside by 45 degrees");
    assert!(!ways(true, true).contains(&0), "not into the mud");
    // The only way is taken without a choice.
    let mut scene = against(foot(), 2, 4, 4);
    scene.rules.recoil_direction_choice = false;
    let (game, mut state, ids) = shot(scene, 1);
    game.apply(&mut state, Action::Take(take(0, 1, false)));
    assert_eq!((state.unit(ids[1]).front, state.step), (Point::new(0, 3_000), Step::Impulse));
}

/// E10.18, EI-69: a unit flees to its own edge, or to the nearest one if it is then no nearer to an enemy.
#[test]
fn a_flight_leads_to_the_own_edge_or_to_a_safe_nearer_one() {
    let edges = |enemy: (i32, i32)| {
        let scene =
            Scene::new().stand(Side::Red, foot(), (-3000, 1000), 0, 2, 2).stand(Side::Blue, foot(), enemy, 180, 1, 1);
        let (game, mut state, ids) = scene.stand(Side::Red, foot(), (3000, -4000), 0, 2, 2).build();
        state.unit_mut(ids[0]).set(Status::ROUTING | Status::DISORDERED, true);
        game.apply(&mut state, Action::Activate(ids[0]));
        game.apply_roll(&mut state, Roll::default());
        if state.step == Step::FleeTo(ids[0]) { listed(&game, &state) } else { Vec::new() }
    };
    let (south, west) = (Action::FleeTo(Heading::new(720)), Action::FleeTo(Heading::new(1_080)));
    assert_eq!(edges((3000, 2000)), [south, west]);
    assert_eq!(edges((-4500, 2500)), Vec::new(), "nearer to an enemy: only the own edge is left, and nobody is asked");
}

/// EI-70, EI-71, E10.22, E10.24: a unit that fails the test routs; guns whose crews flee are lost; the chain continues
/// from each routing unit, according to the rules, and no unit is tested twice.
#[test]
fn contagion_runs_from_unit_to_unit() {
    let build = |chains: bool| {
        let mut scene = against(foot(), 2, 4, 4);
        scene.rules.contagion_chains = chains;
        let scene = scene.stand(Side::Blue, gun(), (-1500, 1000), 180, 1, 1).stand(
            Side::Blue,
            foot(),
            (-2700, 1500),
            180,
            2,
            2,
        );
        shot(scene, 4)
    };
    let next = |game: &Engagement, state: &mut State| {
        while !matches!(state.step, Step::ContagionRoll(_) | Step::Impulse) {
            let action = listed(game, state)[0];
            game.apply(state, action);
        }
        state.step
    };
    let (game, mut state, ids) = build(true);
    assert_eq!(next(&game, &mut state), Step::ContagionRoll(ids[2]));
    game.apply_roll(&mut state, Roll::default());
    assert_eq!(next(&game, &mut state), Step::ContagionRoll(ids[3]), "the routed guns are seen in their turn");
    game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
    assert_eq!(next(&game, &mut state), Step::Impulse);
    assert!(
        !state.unit(ids[2]).is_on_table()
            && state.unit(ids[1]).has(Status::ROUTING)
            && !state.unit(ids[3]).has(Status::ROUTING)
    );
    let (game, mut state, ids) = build(false);
    assert_eq!(next(&game, &mut state), Step::ContagionRoll(ids[2]));
    game.apply_roll(&mut state, Roll::default());
    assert_eq!(next(&game, &mut state), Step::Impulse);
    assert!(!state.unit(ids[3]).has(Status::ROUTING));
}

/// EI-70, EI-71: guns left by their crew in a contagion are in nobody's way: they are destroyed before the unit flees
/// whose rout they saw, which would else be barred.
#[test]
fn guns_left_in_a_contagion_bar_no_flight() {
    let flight = |fails: bool| {
        let scene = against(foot(), 2, 4, 4).stand(Side::Blue, gun(), (0, 1400), 180, 1, 1).stand(
            Side::Blue,
            foot(),
            (6000, 4000),
            180,
            6,
            6,
        );
        let (game, mut state, ids) = shot(scene, 4);
        while !matches!(state.step, Step::ContagionRoll(_)) {
            let action = listed(&game, &state)[0];
            game.apply(&mut state, action);
        }
        assert_eq!(state.step, Step::ContagionRoll(ids[2]));
        game.apply_roll(&mut state, Roll { hits: u8::from(!fails), sixes: 0 });
        if let Step::ContagionRoll(unit) = state.step {
            assert_eq!(unit, ids[3]);
            game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
        }
        // Only its own edge is safe, so that the flight needs no decision.
        assert_eq!((state.step, state.unit(ids[2]).is_on_table()), (Step::Impulse, !fails));
        (state.unit(ids[1]).is_on_table(), state.unit(ids[1]).front.x)
    };
    assert_eq!(flight(true), (true, 0), "straight over the place of the guns");
    assert_ne!(flight(false), (true, 0), "guns whose crew remains are in the way");
}

/// EI-71, E10.22: the nearest friend that sees the rout is tested: not through a wood; among equally near friends the
/// enemy chooses.
#[test]
fn the_nearest_friend_that_sees_it_is_tested() {
    let build = |wood: bool, right: i32| {
        let mut scene = against(foot(), 2, 4, 4);
        if wood {
            scene.pieces.push(area(TerrainKind::Wood, &[(-16, -5), (-10, -5), (-10, 30), (-16, 30)]));
        }
        let scene =
            scene.stand(Side::Blue, foot(), (-2500, 0), 180, 2, 2).stand(Side::Blue, foot(), (right, 0), 180, 2, 2);
        let (game, mut state, ids) = shot(scene, 4);
        while matches!(state.step, Step::Results(_) | Step::RecoilTo(_) | Step::LossFrom(_)) {
            let action = listed(&game, &state)[0];
            game.apply(&mut state, action);
        }
        (game, state, ids)
    };
    let (_, state, ids) = build(false, 3000);
    assert_eq!(state.step, Step::ContagionRoll(ids[2]));
    let (_, state, ids) = build(true, 3000);
    assert_eq!(state.step, Step::ContagionRoll(ids[3]));
    let (game, state, ids) = build(false, 2500);
    assert_eq!((state.step, game.moment(&state)), (Step::ContagionChoice(ids[1]), Moment::Decide(Side::Red)));
    assert_eq!(listed(&game, &state), [Action::Tests(ids[2]), Action::Tests(ids[3])]);
}

/// E10.22, EI-71, EI-53: in a wood that hides them from others, units closer than the depth of a base see each other.
#[test]
fn units_side_by_side_in_a_wood_see_each_other() {
    let build = |friend: i32| {
        let mut scene = against(foot(), 2, 4, 4);
        scene.pieces.push(area(TerrainKind::Wood, &[(-40, 1), (10, 1), (10, 30), (-40, 30)]));
        let (game, mut state, ids) = shot(scene.stand(Side::Blue, foot(), (friend, 0), 180, 2, 2), 4);
        while matches!(state.step, Step::Results(_) | Step::RecoilTo(_) | Step::LossFrom(_)) {
            let action = listed(&game, &state)[0];
            game.apply(&mut state, action);
        }
        state.step == Step::ContagionRoll(ids[2])
    };
    assert_eq!([build(-1200), build(-1400), build(-1600)], [true, true, false]);
}

/// EI-63: beyond one impact for each result that is available, the owner takes more losses or recoils; artillery and
/// disordered units a base for each.
#[test]
fn further_impacts_are_losses_or_recoils() {
    let on = |scene: Scene, impacts| {
        let (game, state, _) = shot(scene, impacts);
        offered(&game, &state)
    };
    let steady = |combativity| against(foot(), 4, 12, combativity);
    assert_eq!(on(steady(5), 5), [take(3, 1, true), take(2, 2, true), take(1, 3, true)]);
    let (game, mut state, ids) = shot(against(gun(), 2, 4, 5), 3);
    game.apply(&mut state, Action::LoseLeft);
    assert_eq!(state.unit(ids[1]).bases, 1);
}

/// EI-29, E10.26: a general on a base of his own does not leave the table with a unit in contact, not even out of a
/// melee.
#[test]
fn a_general_of_his_own_stays_when_his_unit_runs_off() {
    let run = |engaged: bool| {
        let mut scene = against(foot(), 2, 4, 4).stand(Side::Red, foot(), (2500, -4500), 0, 3, 3);
        scene.rules.general_auto_reorganise = false;
        let (game, mut state, ids) = scene.build();
        let side = state.side_mut(Side::Red);
        side.general_lost = false;
        side.general =
            Piece { front: Point::new(25_000, -45_500), heading: Heading::NORTH, present: true, activated: false };
        if engaged {
            let enemy = state.unit_mut(ids[1]);
            (enemy.front, enemy.heading) = (Point::new(25_000, -45_000), Heading::new(720));
            game.units().refresh_contacts(&mut state);
            assert!(state.unit(ids[2]).has(Status::ENGAGED));
        }
        runs_on(&game, &mut state, ids[2]);
        assert!(!state.unit(ids[2]).is_on_table());
        state.side(Side::Red).general_lost
    };
    assert_eq!((run(false), run(true)), (false, false));
}

/// E8.11, E10.24, EI-71: a continued flight causes no contagion, unless the rules say so.
#[test]
fn a_flight_that_goes_on_spreads_no_more() {
    let on = |again: bool| {
        let mut scene = against(foot(), 2, 4, 4);
        scene.rules = Rules { contagion_each_rout_move: again, ..scene.rules };
        let (game, mut state, ids) = scene
            .stand(Side::Red, foot(), (2500, -1000), 180, 2, 2)
            .stand(Side::Red, foot(), (4000, -1000), 0, 1, 1)
            .build();
        runs_on(&game, &mut state, ids[2]);
        state.step
    };
    assert_eq!(on(false), Step::Impulse);
    assert!(matches!(on(true), Step::ContagionRoll(_)));
}

/// E10.22: the shot is resolved with its contagion before the next unit acts.
#[test]
fn a_shot_is_resolved_with_its_contagion() {
    let (game, mut state, ids) = against(foot(), 2, 4, 4).stand(Side::Blue, foot(), (-2500, 0), 180, 2, 2).build();
    state.step = Step::Place(ids[0], Placing::Shot);
    game.apply(&mut state, Action::ShootAt(ids[1]));
    assert_eq!(state.active, Side::Red);
    game.apply_roll(&mut state, Roll { hits: 4, sixes: 0 });
    while !matches!(state.step, Step::ContagionRoll(_)) {
        assert!(game.check(&state, &Action::Done).is_err());
        let action = listed(&game, &state)[0];
        game.apply(&mut state, action);
    }
    assert_eq!(state.active, Side::Red);
}
