//! Chapter 7: costs, ends and limits of moves. Lengths are those of figures of 20 mm: a base is 6 cm wide, the ruler 20
//! cm long.

use crate::scene::{Scene, foot, horse, of_weight};
use crate::terrain::line;
use reglette::en_avant::army::troop::{Arm, Period, Troop, Weight};
use reglette::en_avant::rules::{Quality, TerrainKind, Weapon, WheelMeasure};
use reglette::en_avant::state::action::{Path, Segment};
use reglette::en_avant::state::{Placing, Status, Step, UnitId};
use reglette::en_avant::table::geometry::{CENTIMETRE, Heading, Point};
use reglette::en_avant::{Action, Engagement, State};
use reglette::game::{Game, Side};

/// The fault of a move of this unit; none if it is legal.
pub fn refusal(game: &Engagement, state: &State, unit: UnitId, segments: &[Segment]) -> Option<String> {
    refusal_of(game, state, unit, Path::of(segments))
}

pub fn refusal_of(game: &Engagement, state: &State, unit: UnitId, path: Path) -> Option<String> {
    let mut state = *state;
    state.step = Step::Place(unit, Placing::Move);
    game.check(&state, &Action::MoveAlong(path)).err().map(|fault| fault.0)
}

/// The position after this move.
pub fn moved(game: &Engagement, state: &State, unit: UnitId, path: Path) -> State {
    assert_eq!(refusal_of(game, state, unit, path), None);
    let mut state = *state;
    state.unit_mut(unit).set(Status::ACTIVATED, true);
    state.step = Step::Place(unit, Placing::Move);
    game.apply(&mut state, Action::MoveAlong(path));
    state
}

/// Asserts that a move is refused by a rule.
pub fn assert_refused(game: &Engagement, state: &State, unit: UnitId, path: Path, rule: &str) {
    let words = refusal_of(game, state, unit, path).unwrap_or_else(|| panic!("{path:?} is refused by {rule}"));
    assert!(words.contains(rule), "{path:?}: {words}, not {rule}");
}

/// EX-60, E7.2, E7.6, E7.18, EI-11.
#[test]
fn a_wheel_costs_the_arc_of_the_outer_corner() {
    let (game, state, ids) = Scene::new()
        .stand(Side::Red, foot(), (0, -2000), 0, 3, 3)
        .stand(Side::Blue, foot(), (0, 4500), 180, 1, 1)
        .build();
    // 28.5 degrees are within 9 cm of an arc of 18 cm, 28.75 are not.
    assert_eq!(refusal(&game, &state, ids[0], &[Segment::Wheel(114)]), None);
    assert_refused(&game, &state, ids[0], Path::of(&[Segment::Wheel(115)]), "E7.6");
    assert_eq!(refusal(&game, &state, ids[0], &[Segment::Wheel(-80), Segment::Advance(271)]), None);
    assert_refused(&game, &state, ids[0], Path::of(&[Segment::Wheel(-80), Segment::Advance(273)]), "E7.6");
    // The chord of 28.75 degrees is shorter than the arc.
    let mut chord = Scene::new();
    chord.rules.wheel_measure = WheelMeasure::Chord;
    let (game, state, ids) =
        chord.stand(Side::Red, foot(), (0, -2000), 0, 3, 3).stand(Side::Blue, foot(), (0, 4500), 180, 1, 1).build();
    assert_eq!(refusal(&game, &state, ids[0], &[Segment::Wheel(115)]), None);
    assert_refused(&game, &state, ids[0], Path::of(&[Segment::Wheel(117)]), "E7.6");
}

/// E7.2, E7.18, EI-11, EI-12.
#[test]
fn segments_lead_where_they_say() {
    let (game, state, ids) = Scene::new()
        .stand(Side::Red, foot(), (0, -2000), 0, 3, 3)
        .stand(Side::Blue, foot(), (0, 4500), 180, 1, 1)
        .build();
    let at = |path: &[Segment]| {
        let state = moved(&game, &state, ids[0], Path::of(path));
        let it = state.unit(ids[0]);
        ((it.front.x, it.front.y), it.heading.steps())
    };
    assert_eq!(at(&[Segment::Advance(900)]), ((0, -11_000), 0));
    assert_eq!(at(&[Segment::Slide(400, -300)]), ((-3_000, -16_000), 0));
    assert_eq!(at(&[Segment::Lateral(900)]), ((9_000, -20_000), 0));
    assert_eq!(at(&[Segment::Back(600)]), ((0, -26_000), 0));
    // The right front corner of a wheel to the right stays.
    let wheeled = moved(&game, &state, ids[0], Path::of(&[Segment::Wheel(100)]));
    let it = wheeled.unit(ids[0]);
    let corner = it.front.moved(it.heading, 0, 9_000);
    assert!((corner - Point::new(9_000, -20_000)).length() <= 2 && it.heading == Heading::new(100));
    assert_eq!(at(&[Segment::About, Segment::Advance(100)]), ((0, -24_000), 720));
}

/// EX-61, E7.9, E7.10, E8.1, EI-40.
#[test]
fn stepping_back_is_short_and_a_retreat_disorders() {
    let (game, state, ids) = Scene::new()
        .stand(Side::Red, foot(), (0, -1000), 0, 3, 3)
        .stand(Side::Blue, foot(), (0, 4500), 180, 1, 1)
        .build();
    assert!(!moved(&game, &state, ids[0], Path::of(&[Segment::Back(600)])).unit(ids[0]).has(Status::DISORDERED));
    assert_refused(&game, &state, ids[0], Path::of(&[Segment::Back(601)]), "E7.9");
    assert_refused(&game, &state, ids[0], Path::of(&[Segment::Back(100), Segment::Advance(100)]), "E7.9");
    let path = Path::of(&[Segment::About, Segment::Advance(900)]);
    assert!(moved(&game, &state, ids[0], path).unit(ids[0]).has(Status::DISORDERED));
    assert_refused(&game, &state, ids[0], Path::of(&[Segment::About, Segment::Advance(901)]), "E7.6");
    assert_refused(&game, &state, ids[0], Path::of(&[Segment::Advance(100), Segment::About]), "E7.10");
    let mut steady = Scene::new();
    steady.rules.retreat_causes_disorder = false;
    let (game, state, ids) =
        steady.stand(Side::Red, foot(), (0, -1000), 0, 3, 3).stand(Side::Blue, foot(), (0, 4500), 180, 1, 1).build();
    assert!(!moved(&game, &state, ids[0], path).unit(ids[0]).has(Status::DISORDERED));
}

/// E7.8, EI-13: a single base moves in any direction and turns freely.
#[test]
fn a_single_base_is_free() {
    let build = |free: bool, bases: u8| {
        let mut scene = Scene::new();
        scene.rules.single_base_free_facing = free;
        scene.stand(Side::Red, foot(), (0, 0), 0, 1, bases).stand(Side::Blue, foot(), (0, 4500), 180, 1, 1).build()
    };
    let path = Path::of(&[Segment::Shift(-540, 720), Segment::Turn(-500)]);
    let (game, state, ids) = build(true, 1);
    let after = moved(&game, &state, ids[0], path);
    let centre = game.places().bounding(&after, ids[0]).centre;
    assert!(
        (centre - Point::new(7_200, -1_500 - 5_400)).length() <= 3
            && after.unit(ids[0]).heading == Heading::new(1_440 - 500)
    );
    assert!(!after.unit(ids[0]).has(Status::DISORDERED));
    assert_refused(&game, &state, ids[0], Path::of(&[Segment::Shift(-541, 722)]), "E7.6");
    let (game, state, ids) = build(false, 1);
    assert_refused(&game, &state, ids[0], path, "E7.8");
    let (game, state, ids) = build(true, 2);
    assert_refused(&game, &state, ids[0], path, "E7.8");
}

/// E7.12, E7.13, EI-41.
#[test]
fn friends_let_only_light_troops_through() {
    let build = |mover: Weight, passed: Weight, allowed: bool, behind: i32| {
        let mut scene = Scene::new();
        scene.rules.light_interpenetration = allowed;
        let scene = scene.stand(Side::Red, of_weight(mover, horse()), (0, -1000), 0, 2, 2);
        let scene = scene.stand(Side::Red, of_weight(passed, foot()), (0, behind), 0, 3, 3);
        scene.stand(Side::Blue, foot(), (0, 4500), 180, 1, 1).build()
    };
    use Weight::{Light, Standard};
    let path = Path::of(&[Segment::Advance(1_200)]);
    let (game, state, ids) = build(Standard, Standard, true, -500);
    assert_refused(&game, &state, ids[0], path, "E7.12");
    for (mover, passed) in [(Light, Standard), (Standard, Light)] {
        let (game, state, ids) = build(mover, passed, true, -500);
        assert_eq!(refusal_of(&game, &state, ids[0], path), None, "{mover:?} through {passed:?}");
        assert_refused(&game, &state, ids[0], Path::of(&[Segment::Advance(700)]), "E7.12");
        let (game, state, ids) = build(mover, passed, false, -500);
        assert_refused(&game, &state, ids[0], path, "E7.12");
    }
    // Enemies can never be passed through.
    let scene = Scene::new().stand(Side::Red, of_weight(Light, horse()), (0, -1000), 0, 2, 2);
    let (game, state, ids) = scene.stand(Side::Blue, of_weight(Light, foot()), (0, -300), 90, 1, 1).build();
    assert_refused(&game, &state, ids[0], Path::of(&[Segment::Advance(1_900)]), "E7.12");
}

/// EX-65, E7.14, EI-42.
#[test]
fn a_gap_of_a_base_width_lets_any_unit_through() {
    let build = |gap: i32| {
        // Four files; the gap lies ahead of the second file from the right.
        let scene = Scene::new().stand(Side::Red, horse(), (0, -1500), 0, 4, 4);
        let scene = scene.stand(Side::Red, foot(), (300 - gap / 2 - 900, -1000), 0, 3, 3);
        let scene = scene.stand(Side::Red, foot(), (300 + gap / 2 + 900, -1000), 0, 3, 3);
        scene.stand(Side::Blue, foot(), (0, 4500), 180, 1, 1).build()
    };
    let through = Path::of(&[Segment::Advance(1_300)]);
    let (game, state, ids) = build(600);
    assert_eq!(refusal_of(&game, &state, ids[0], through), None);
    assert_refused(&game, &state, ids[0], Path::of(&[Segment::Advance(600)]), "E7.12");
    let (game, state, ids) = build(590);
    assert_refused(&game, &state, ids[0], through, "E7.14");
    // Past the end of a single friend there is no gap between two.
    let scene =
        Scene::new().stand(Side::Red, horse(), (0, -1500), 0, 4, 4).stand(Side::Red, foot(), (-900, -1000), 0, 3, 3);
    let (game, state, ids) = scene.stand(Side::Blue, foot(), (0, 4500), 180, 1, 1).build();
    assert_refused(&game, &state, ids[0], through, "E7.14");
}

/// E7.12, E7.18, EI-42: side by side with friends a unit wheels, though its rear corner grazes them; it ends clear of
/// them, by a step smaller than the overlap. The rules limit its depth.
#[test]
fn a_wheel_may_graze_the_friends_beside_it() {
    let build = |files: u8, bases: u8, graze: u16, gap: i32| {
        let mut scene = Scene::new();
        scene.rules.wheel_graze = graze;
        let apart = i32::from(files) * 600 + gap;
        let row = [0, -apart, apart]
            .into_iter()
            .fold(scene, |scene, x| scene.stand(Side::Red, foot(), (x, -2000), 0, files, bases));
        row.stand(Side::Blue, foot(), (0, 4500), 180, 1, 1).build()
    };
    let (game, state, ids) = build(4, 4, 15, 0);
    for turn in [4, 20, 40, 60] {
        let ends = [turn, -turn].map(|turn| {
            let after = moved(&game, &state, ids[0], Path::of(&[Segment::Wheel(turn)]));
            assert_eq!(
                game.places().overlapped(&after, ids[0], &game.places().footprint(&after, ids[0])),
                None,
                "{turn}"
            );
            let it = *after.unit(ids[0]);
            let corner = it.front.moved(it.heading, 0, 12_000 * i32::from(turn.signum()));
            let step = (corner - Point::new(12_000 * i32::from(turn.signum()), -20_000)).length();
            assert!(step <= 700 && it.heading == Heading::NORTH.turned(turn), "{turn}: a step of {step}");
            it.front
        });
        assert_eq!(ends[0].x, -ends[1].x, "{turn}: alike to both sides");
        assert_eq!(
            refusal(&game, &state, ids[0], &[Segment::Wheel(turn), Segment::Advance(100)]),
            None,
            "{turn}: and goes on from there"
        );
    }
    let wheel = Path::of(&[Segment::Wheel(20)]);
    let (strict, state, ids) = build(4, 4, 0, 0);
    assert_refused(&strict, &state, ids[0], wheel, "E7.12");
    // A column would swing far into its neighbour.
    let (game, state, ids) = build(2, 8, 15, 0);
    assert_refused(&game, &state, ids[0], wheel, "E7.12");
    // Friends at a distance of 2 mm are not beside the unit in this sense. With one friend on the side of its rear
    // corner a deeper unit steps aside too.
    let (game, mut state, ids) = build(3, 6, 15, 0);
    state.unit_mut(ids[2]).front.y = 20_000;
    assert_eq!(refusal_of(&game, &state, ids[0], wheel), None);
    let (game, state, ids) = build(3, 6, 15, 20);
    assert_refused(&game, &state, ids[0], wheel, "E7.12");
    // Other moves may not graze: straight ahead past a friend whose corner touches.
    let (game, mut state, ids) = build(4, 4, 15, 0);
    state.unit_mut(ids[1]).front = Point::new(-23_920, -17_000);
    assert_refused(&game, &state, ids[0], Path::of(&[Segment::Advance(500)]), "E7.12");
}

/// EI-46.
#[test]
fn nobody_leaves_the_table_of_his_own_accord() {
    let (game, state, ids) = Scene::new()
        .stand(Side::Red, foot(), (0, 4500), 0, 3, 3)
        .stand(Side::Blue, foot(), (0, -4000), 180, 1, 1)
        .build();
    assert_eq!(refusal(&game, &state, ids[0], &[Segment::Advance(500)]), None);
    assert_refused(&game, &state, ids[0], Path::of(&[Segment::Advance(501)]), "EI-46");
}

/// EX-66, E7.16, E7.17, EI-43.
#[test]
fn in_a_zone_of_control_a_unit_halts_or_attacks() {
    let scene = Scene::new().stand(Side::Red, foot(), (-1000, 0), 0, 2, 2);
    // The zone of the enemy lies at x 0 to 6, y 3 to 6 cm, that of his neighbour farther right.
    let scene =
        scene.stand(Side::Blue, foot(), (300, 600), 180, 1, 1).stand(Side::Blue, foot(), (1500, 600), 180, 1, 1);
    let (game, state, ids) = scene.build();
    // From x −16…−4 cm to the zone: 4 cm to the right, after 4 cm ahead.
    let enter = |aside: i16| [Segment::Advance(400), Segment::Lateral(aside)];
    assert_eq!(refusal(&game, &state, ids[0], &enter(400)), None);
    assert_eq!(refusal(&game, &state, ids[0], &enter(411)), None, "it halts just inside");
    assert_refused(&game, &state, ids[0], Path::of(&enter(450)), "E7.17");
    let after = moved(&game, &state, ids[0], Path::of(&enter(411)));
    assert_eq!(game.units().in_zone(&after, Side::Red, &game.places().footprint(&after, ids[0])), Some(ids[1]));
    assert!(!game.units().may_change_formation(&after, ids[0]));
    // From there it moves away or attacks, nothing else.
    assert_refused(&game, &after, ids[0], Path::of(&[Segment::Advance(50)]), "E7.17");
    assert_refused(&game, &after, ids[0], Path::of(&[Segment::Lateral(-300)]), "E7.17");
    assert_eq!(refusal(&game, &after, ids[0], &[Segment::Back(300)]), None);
    assert_eq!(refusal(&game, &after, ids[0], &[Segment::About, Segment::Advance(500)]), None);
    let attack = Path::of(&[Segment::Slide(200, 200)]);
    assert_eq!(refusal_of(&game, &after, ids[0], attack.against(ids[1])), None);
    // The neighbour's zone is not the first that it enters.
    assert_refused(
        &game,
        &state,
        ids[0],
        Path::of(&[Segment::Advance(399), Segment::Lateral(500)]).against(ids[2]),
        "E7.17",
    );
    // A unit in a zone cannot move at all by the summary (E7.21, EI-44).
    let mut strict = game.clone();
    strict.rules.strict_zoc_move_ban = true;
    assert!(!strict.units().may_move(&after, ids[0]) && strict.units().may_move(&state, ids[0]));
}

/// E7.17, EI-13, EI-43: in a zone a single base draws back like any other unit: sideways is not back, after a half-turn
/// either.
#[test]
fn sideways_is_not_back() {
    // The enemy faces the unit at a distance of 2 cm, so that it is in his zone.
    let stand = |files: u8, degrees: u16| {
        let ahead = Point::ORIGIN.moved(Heading::new(degrees * 4), 200, 0);
        let scene = Scene::new().stand(Side::Red, foot(), (0, 0), degrees, files, files);
        scene.stand(Side::Blue, foot(), (ahead.x, ahead.y), (degrees + 180) % 360, 4, 4)
    };
    let build = |files: u8| stand(files, 0).build();
    for degrees in [0, 30, 37, 200, 305] {
        let (game, state, ids) = stand(1, degrees).build();
        for shift in [Segment::Shift(0, 899), Segment::Shift(0, 450), Segment::Shift(0, -300), Segment::Turn(360)] {
            assert_refused(&game, &state, ids[0], Path::of(&[shift]), "E7.17");
        }
        assert_eq!(refusal(&game, &state, ids[0], &[Segment::Shift(-100, 0)]), None, "{degrees}");
    }
    let mut beside = stand(1, 0);
    beside.pieces.push(line(TerrainKind::HedgeWallPalisade, &[(3, -30), (3, 30)]));
    let (game, state, ids) = beside.build();
    assert_refused(&game, &state, ids[0], Path::of(&[Segment::Cross]), "E7.17");
    let (game, state, ids) = build(1);
    assert_eq!(refusal(&game, &state, ids[0], &[Segment::Shift(-300, 0)]), None);
    assert_eq!(refusal(&game, &state, ids[0], &[Segment::Shift(-300, 299)]), None, "obliquely back");
    for (back, aside) in [(-200, 500), (-1, 890), (-299, -320)] {
        assert_refused(&game, &state, ids[0], Path::of(&[Segment::Shift(back, aside)]), "E7.17");
    }
    let (game, state, ids) = build(2);
    assert_refused(&game, &state, ids[0], Path::of(&[Segment::About, Segment::Lateral(300)]), "E7.17");
    assert_eq!(refusal(&game, &state, ids[0], &[Segment::About, Segment::Advance(300)]), None);
}

/// E7.10, E7.12: after a turn about a wheel swings the whole depth of a column once more, onto no unit.
#[test]
fn a_deep_column_wheels_onto_nobody_after_a_turn_about() {
    let build = |x: i32| {
        let scene = Scene::new().stand(Side::Red, horse(), (0, 0), 0, 1, 6);
        scene.stand(Side::Blue, foot(), (x, -4_850), 180, 1, 1).build()
    };
    let path = Path::of(&[Segment::About, Segment::Wheel(600)]);
    let (game, state, ids) = build(150);
    assert_refused(&game, &state, ids[0], path, "E7.12");
    let (game, state, ids) = build(-3_000);
    assert_eq!(refusal_of(&game, &state, ids[0], path), None);
}

/// E7.20, E8.3, EI-45.
#[test]
fn a_disordered_unit_only_gets_away() {
    let scene =
        Scene::new().stand(Side::Red, foot(), (0, 0), 0, 2, 2).stand(Side::Blue, horse(), (-300, 2000), 180, 1, 1);
    let (game, mut state, ids) = scene.build();
    state.unit_mut(ids[0]).set(Status::DISORDERED, true);
    assert_refused(&game, &state, ids[0], Path::of(&[Segment::Advance(100)]), "E8.3");
    assert_refused(&game, &state, ids[0], Path::of(&[Segment::Lateral(200)]), "E8.3");
    assert_eq!(refusal(&game, &state, ids[0], &[Segment::Back(200)]), None);
    assert_eq!(refusal(&game, &state, ids[0], &[Segment::Lateral(900)]), None, "beside the enemy the distance grows");
    assert_refused(&game, &state, ids[0], Path::of(&[Segment::Advance(900)]).against(ids[1]), "E8.3");
}

/// EX-3, E5.7, E7.7, E7.19: a move is the whole action of an activation, and the unit keeps its formation.
#[test]
fn a_move_ends_the_activation() {
    let (game, state, ids) = Scene::new()
        .stand(Side::Red, foot(), (0, -2000), 0, 3, 3)
        .stand(Side::Red, foot(), (3000, -2000), 0, 2, 2)
        .stand(Side::Blue, foot(), (0, 4500), 180, 1, 1)
        .build();
    let after = moved(&game, &state, ids[0], Path::of(&[Segment::Advance(100)]));
    assert_eq!(after.step, Step::Impulse);
    assert_eq!(after.unit(ids[0]).moved_in, after.turn);
    assert!(
        game.check(&after, &Action::Activate(ids[0])).is_err() && game.check(&after, &Action::Activate(ids[1])).is_ok()
    );
    assert_eq!((after.unit(ids[0]).files, after.unit(ids[0]).bases), (3, 3));
    assert_eq!(after.unit(ids[0]).front.y, -20_000 + CENTIMETRE);
}

/// EI-11: a segment of length 0 is invalid, and there are no more than the rules allow.
#[test]
fn paths_are_sound() {
    let mut scene = Scene::new();
    scene.rules.max_move_segments = 2;
    let (game, state, ids) =
        scene.stand(Side::Red, foot(), (0, -2000), 0, 3, 3).stand(Side::Blue, foot(), (0, 4500), 180, 1, 1).build();
    let step = Segment::Advance(10);
    assert_eq!(refusal(&game, &state, ids[0], &[step, step]), None);
    assert_refused(&game, &state, ids[0], Path::of(&[step, step, step]), "EI-11");
    assert_refused(&game, &state, ids[0], Path::HALT, "EI-11");
    for nowhere in
        [Segment::Advance(0), Segment::Wheel(0), Segment::Slide(10, 0), Segment::Slide(0, 10), Segment::Lateral(0)]
    {
        assert_refused(&game, &state, ids[0], Path::of(&[nowhere]), "EI-11");
    }
    let mut hole = Path::of(&[step]);
    hole.segments[2] = step;
    assert_refused(&game, &state, ids[0], hole, "EI-11");
}

/// E14.13, EI-104: horse artillery limbers up as it moves, for which there must be room; it can do so beforehand where
/// that costs an action.
#[test]
fn horse_artillery_limbers_up_as_it_moves() {
    let guns =
        Troop { weapon: Some(Weapon::NormalArtillery), horse: true, ..Troop::plain(Arm::Artillery, Quality::Normal) };
    let build = |free: bool, behind: i32| {
        let mut scene = Scene::new();
        scene.period = Period::Napoleonic;
        scene.rules.limber_is_free = free;
        let scene = scene.stand(Side::Red, guns, (0, -1000), 0, 1, 1).stand(Side::Red, foot(), (0, behind), 0, 2, 2);
        scene.stand(Side::Blue, foot(), (0, 4500), 180, 1, 1).build()
    };
    let (game, state, ids) = build(true, -3000);
    let after = moved(&game, &state, ids[0], Path::of(&[Segment::Advance(1_200)]));
    assert!(after.unit(ids[0]).has(Status::LIMBERED));
    assert_refused(&game, &state, ids[0], Path::of(&[Segment::Shift(0, 100)]), "E7.8");
    // The base and its limber are 12 cm deep; friends stand 11 cm behind the front.
    let (game, state, ids) = build(true, -2100);
    assert_refused(&game, &state, ids[0], Path::of(&[Segment::Advance(100)]), "EI-104");
    let (game, mut state, ids) = build(false, -3000);
    assert!(!game.units().may_move(&state, ids[0]));
    state.unit_mut(ids[0]).set(Status::LIMBERED, true);
    assert!(game.units().may_move(&state, ids[0]));
}
