//! Terrain and movement: slowing ground, roads, impassable ground, linear obstacles (chapter 3).

use crate::movement::{assert_refused, moved, refusal_of};
use crate::scene::{Scene, foot, horse, of_weight};
use reglette::en_avant::Engagement;
use reglette::en_avant::State;
use reglette::en_avant::army::troop::{Troop, Weight};
use reglette::en_avant::rules::{BaseAxis, Movement, Rules, SlowedHeavyCavalry, TerrainKind};
use reglette::en_avant::state::action::{Action, Change, Facing, Path, Segment};
use reglette::en_avant::state::{Placing, Status, Step, UnitId};
use reglette::en_avant::table::geometry::{CENTIMETRE, Convex, Edge, Heading, Point};
use reglette::en_avant::table::ground::{Piece, Shape};
use reglette::game::{Game, Side};

fn point((x, y): (i32, i32)) -> Point {
    Point::new(x * CENTIMETRE, y * CENTIMETRE)
}

/// An area with these corners, in centimetres from the centre of the table.
pub fn area(kind: TerrainKind, corners: &[(i32, i32)]) -> Piece {
    let corners: Vec<Point> = corners.iter().copied().map(point).collect();
    let shape = Shape::Area(Convex::hull(&corners).expect("an area"));
    Piece::new(kind.name().to_owned(), kind, &Rules::published().terrain[kind as usize], shape)
}

/// A line through these points, in centimetres from the centre of the table.
pub fn line(kind: TerrainKind, points: &[(i32, i32)]) -> Piece {
    let shape = Shape::Line(points.iter().copied().map(point).collect());
    Piece::new(kind.name().to_owned(), kind, &Rules::published().terrain[kind as usize], shape)
}

/// A scene with a piece of terrain.
fn with(pieces: Vec<Piece>) -> Scene {
    let mut scene = Scene::new();
    scene.pieces = pieces;
    scene
}

fn ahead(length: u16) -> Path {
    Path::of(&[Segment::Advance(length)])
}

/// The longest advance that is legal, in tenths of a millimetre.
fn longest(game: &Engagement, state: &State, unit: UnitId) -> u16 {
    (1..2_100).filter(|length| refusal_of(game, state, unit, ahead(*length)).is_none()).max().unwrap_or(0)
}

/// EX-62, E7.11, EI-16: a corner in a wood slows the whole move; a move that stops short of it is not slowed.
#[test]
fn a_corner_in_a_wood_slows_the_whole_move() {
    let build = |corner: i32| {
        let scene = with(vec![area(TerrainKind::Wood, &[(5, corner), (20, corner), (20, 15), (5, 15)])]);
        scene.stand(Side::Red, horse(), (0, -2000), 0, 2, 2).stand(Side::Blue, foot(), (0, 4500), 180, 1, 1).build()
    };
    // The wood begins 10 cm ahead, or 14 cm ahead.
    let (game, state, ids) = build(-10);
    assert_eq!(longest(&game, &state, ids[0]), 1_200);
    let (game, state, ids) = build(-6);
    assert_eq!(longest(&game, &state, ids[0]), 1_406, "up to the wood, but for the tolerance");
    assert_refused(&game, &state, ids[0], ahead(1_500), "E7.11");
}

/// E3.18, E3.19, E3.20, EX-4, EI-16: classes on slowing ground.
#[test]
fn slowing_ground_slows_by_a_class() {
    use Weight::{Heavy, Light, Standard};
    let field = || area(TerrainKind::PloughedOrMud, &[(-30, -30), (30, -30), (30, 30), (-30, 30)]);
    let build = |pieces: usize, troop, change: fn(&mut Rules)| {
        let mut scene = with(vec![field(); pieces]);
        change(&mut scene.rules);
        let (game, state, ids) =
            scene.stand(Side::Red, troop, (0, -2000), 0, 2, 2).stand(Side::Blue, foot(), (0, 4500), 180, 1, 1).build();
        longest(&game, &state, ids[0])
    };
    let plain: fn(&mut Rules) = |_| {};
    assert_eq!(build(1, of_weight(Light, horse()), plain), 1_600);
    assert_eq!(build(1, of_weight(Standard, foot()), plain), 600);
    assert_eq!(build(1, of_weight(Heavy, horse()), plain), 600);
    assert_eq!(build(1, of_weight(Heavy, foot()), plain), 300);
    assert_eq!(build(2, of_weight(Light, horse()), plain), 1_600, "several pieces slow once");
    assert_eq!(build(2, of_weight(Light, horse()), |rules| rules.slow_stacks = true), 1_200);
    assert_eq!(build(1, of_weight(Light, horse()), |rules| rules.slow_steps = 2), 1_200);
    assert_eq!(
        build(1, of_weight(Heavy, horse()), |rules| rules.slowed_heavy_cavalry_class = SlowedHeavyCavalry::Infantry),
        900
    );
}

/// EX-63, E3.21, EI-5, EI-17: along a road a column gains a base, and ignores the mud that the road crosses.
#[test]
fn a_road_speeds_a_column_up() {
    let build = |mud: bool, degrees: u16, change: fn(&mut Rules)| {
        let mut pieces = vec![area(TerrainKind::Road, &[(-2, -40), (2, -40), (2, 40), (-2, 40)])];
        if mud {
            pieces.push(area(TerrainKind::PloughedOrMud, &[(-20, -15), (20, -15), (20, -5), (-20, -5)]));
        }
        let mut scene = with(pieces);
        change(&mut scene.rules);
        scene
            .stand(Side::Red, foot(), (0, -2000), degrees, 1, 3)
            .stand(Side::Blue, foot(), (0, 4500), 180, 1, 1)
            .build()
    };
    let far = |(game, state, ids): (Engagement, State, Vec<UnitId>)| longest(&game, &state, ids[0]);
    let plain: fn(&mut Rules) = |_| {};
    assert_eq!(far(build(false, 0, plain)), 1_200);
    assert_eq!(far(build(true, 0, plain)), 1_200);
    assert_eq!(far(build(true, 0, |rules| rules.road_cancels_slowing_for_columns = false)), 900);
    assert_eq!(far(build(false, 90, plain)), 900, "who leaves the road gains nothing");
    assert_eq!(far(build(false, 0, |rules| rules.road_bonus_bases = 2)), 1_500);
    assert_eq!(far(build(true, 0, |rules| rules.road_bonus_bases = 0)), 900, "without a bonus the mud is ignored too");
    assert_eq!(far(build(false, 0, |rules| rules.unqualified_base_axis = BaseAxis::Width)), 1_500);
    // Wider than a column it is slowed by the mud, but still gains the base.
    let (game, mut state, ids) = build(true, 0, plain);
    state.unit_mut(ids[0]).files = 3;
    assert_eq!(longest(&game, &state, ids[0]), 900);
}

/// E3.8, E3.15, EI-15, E7.12.
#[test]
fn nobody_enters_a_lake() {
    let build = |kind: TerrainKind| {
        let scene = with(vec![area(kind, &[(-20, -15), (20, -15), (20, -10), (-20, -10)])]);
        scene.stand(Side::Red, foot(), (0, -2000), 0, 2, 2).stand(Side::Blue, foot(), (0, 4500), 180, 1, 1).build()
    };
    for kind in [TerrainKind::Lake, TerrainKind::River, TerrainKind::LargeRiver] {
        let (game, state, ids) = build(kind);
        assert_eq!(longest(&game, &state, ids[0]), 506, "{kind:?}");
    }
}

/// EX-64, E3.24, E3.25, EI-18.
#[test]
fn a_hedge_is_reached_then_crossed_then_left() {
    let build = |stops: bool| {
        let mut scene = with(vec![line(TerrainKind::HedgeWallPalisade, &[(-30, -15), (30, -15)])]);
        scene.rules.linear_obstacle_stops = stops;
        let scene = scene.stand(Side::Red, of_weight(Weight::Light, foot()), (0, -2000), 0, 2, 2);
        scene.stand(Side::Red, foot(), (3500, -3000), 0, 1, 1).stand(Side::Blue, foot(), (0, 4500), 180, 1, 1).build()
    };
    let (game, state, ids) = build(true);
    assert_eq!(longest(&game, &state, ids[0]), 506, "as far as the hedge, but for the tolerance");
    assert_refused(&game, &state, ids[0], Path::of(&[Segment::Cross]), "EI-18");
    let reached = moved(&game, &state, ids[0], ahead(500));
    assert!(game.touches_obstacle(&reached, ids[0]));
    let crossed = moved(&game, &reached, ids[0], Path::of(&[Segment::Cross]));
    assert_eq!(crossed.unit(ids[0]).front, Point::new(0, -12_000), "its rear lies on the hedge");
    assert!(game.touches_obstacle(&crossed, ids[0]));
    assert_refused(&game, &reached, ids[0], Path::of(&[Segment::Cross, Segment::Advance(10)]), "EI-18");
    assert_eq!(refusal_of(&game, &crossed, ids[0], ahead(1_200)), None);
    // Where obstacles do not stop, this one slows like slowing ground.
    let (game, state, ids) = build(false);
    assert_eq!(longest(&game, &state, ids[0]), 900);
}

/// E3.24, EI-18, EI-38: a line of four bases forms a column behind its right base unless a hedge lies where the column
/// would.
#[test]
fn no_formation_is_changed_across_a_hedge() {
    for (behind, expected) in [(-700, Err("the unit would cross a linear obstacle (E3.24)")), (-1500, Ok(()))] {
        let scene = with(vec![line(TerrainKind::HedgeWallPalisade, &[(-30, behind / 100), (30, behind / 100)])]);
        let scene = scene.stand(Side::Red, foot(), (0, 0), 0, 4, 4).stand(Side::Blue, foot(), (0, 4500), 180, 1, 1);
        let (game, mut state, ids) = scene.build();
        state.step = Step::Place(ids[0], Placing::Formation);
        let column = Action::Form(Change { files: 1, facing: Facing::Kept, reference: 3, becomes: 0 });
        let found = game.check(&state, &column).map_err(|fault| fault.to_string());
        assert_eq!(found.is_ok(), expected.is_ok(), "a hedge at {behind}: {found:?}");
        if let (Err(found), Err(words)) = (found, expected) {
            assert!(found.contains(words), "{found}");
        }
    }
}

/// EI-18: an enemy on the far side in contact with the obstacle is attacked across it; one farther behind is out of
/// reach.
#[test]
fn an_enemy_at_the_hedge_is_attacked_across_it() {
    let build = |behind: i32| {
        let scene = with(vec![line(TerrainKind::HedgeWallPalisade, &[(-30, 0), (30, 0)])]);
        let scene = scene.stand(Side::Red, foot(), (0, -500), 0, 3, 3).stand(Side::Red, foot(), (3500, -3000), 0, 1, 1);
        scene.stand(Side::Blue, foot(), (300, behind), 180, 2, 2).build()
    };
    let (game, state, ids) = build(0);
    let after = moved(&game, &state, ids[0], ahead(500).against(ids[2]));
    let contact = game.units().contact(&after, ids[0], ids[2]).expect("they are in contact");
    assert_eq!((contact.own, contact.other), (Edge::Front, Edge::Front));
    assert!(after.unit(ids[2]).has(Status::DEFENDER));
    // Behind an obstacle the attacker conforms, though its front is longer.
    assert_eq!(after.unit(ids[2]).front, Point::new(3_000, 0));
    let (game, state, ids) = build(200);
    assert!((1..900).all(|length| refusal_of(&game, &state, ids[0], ahead(length).against(ids[2])).is_some()));
}

/// E3.24, E3.25, E7.17, EI-18, EI-43: an enemy a little behind a hedge is reached in two moves: up to the hedge, in any
/// zone, then over it into contact; if he leaves room for the unit it crosses into his zone, halts, and attacks from
/// there.
#[test]
fn an_enemy_a_little_behind_a_hedge_is_attacked_over_it() {
    let cross = Path::of(&[Segment::Cross]);
    for behind in [20, 50, 100, 200, 290, 300, 320, 450, 590, 620] {
        let scene = with(vec![line(TerrainKind::HedgeWallPalisade, &[(-30, 0), (30, 0)])]);
        let scene = scene.stand(Side::Red, foot(), (0, -500), 0, 3, 3).stand(Side::Red, foot(), (3500, -3000), 0, 1, 1);
        let scene = scene.stand(Side::Blue, foot(), (300, behind), 180, 2, 2).stand(
            Side::Blue,
            foot(),
            (3000, 2000),
            180,
            1,
            1,
        );
        let (game, state, ids) = scene.build();
        let reached = moved(&game, &state, ids[0], ahead(500));
        assert_eq!(reached.unit(ids[0]).front.y, 0, "{behind}");
        if behind <= 200 {
            // In his zone only the hedge between them allows an approach.
            assert_refused(&game, &state, ids[0], ahead(480), "E7.17");
        }
        let attack = refusal_of(&game, &reached, ids[0], cross.against(ids[2]));
        if behind <= 310 {
            assert_eq!(attack, None, "{behind}");
            assert!(refusal_of(&game, &reached, ids[0], cross).is_some(), "{behind}: no room behind the hedge");
            let after = moved(&game, &reached, ids[0], cross.against(ids[2]));
            let contact = game.units().contact(&after, ids[0], ids[2]).expect("they are in contact");
            assert_eq!((contact.own, contact.other), (Edge::Front, Edge::Front), "{behind}");
            assert!(game.touches_obstacle(&after, ids[0]) && after.unit(ids[0]).has(Status::CHARGED), "{behind}");
        } else {
            assert!(attack.is_some_and(|words| words.contains("EI-18")), "{behind}: out of reach of a crossing");
            let crossed = moved(&game, &reached, ids[0], cross);
            assert_eq!(crossed.unit(ids[0]).front.y, 3_000, "{behind}");
            assert_eq!(
                game.units().in_zone(&crossed, Side::Red, &game.places().footprint(&crossed, ids[0])).is_some(),
                behind < 600,
                "{behind}"
            );
            let last = ((behind - 300) * 10) as u16 / 10;
            assert_eq!(refusal_of(&game, &crossed, ids[0], ahead(last).against(ids[2])), None, "{behind}");
        }
    }
}

/// E7.17, E11.2, EI-18: in a zone a unit does not move up to an obstacle that lies elsewhere, or before an enemy that
/// it may not attack.
#[test]
fn only_an_obstacle_in_the_way_of_an_attack_is_reached_through_a_zone() {
    let build = |hedge: i32, own: Troop, other: Troop| {
        let scene = with(vec![line(TerrainKind::HedgeWallPalisade, &[(-30, hedge), (30, hedge)])]);
        let scene = scene.stand(Side::Red, own, (0, -500), 0, 3, 3).stand(Side::Blue, other, (0, 200), 180, 2, 2);
        scene.stand(Side::Blue, foot(), (3000, 2000), 180, 1, 1).build()
    };
    let (game, state, ids) = build(0, foot(), foot());
    assert_eq!(refusal_of(&game, &state, ids[0], ahead(500)), None);
    let (game, state, ids) = build(20, foot(), foot());
    assert_refused(&game, &state, ids[0], ahead(500), "E7.17");
    let (game, state, ids) = build(0, foot(), horse());
    assert_refused(&game, &state, ids[0], ahead(500), "E7.17");
    let (game, state, ids) = build(0, horse(), horse());
    assert_eq!(refusal_of(&game, &state, ids[0], ahead(500)), None);
}

/// E7.17, EI-43: up to an obstacle a unit goes on through the zone that it enters first, not through that of another
/// enemy, whom the obstacle does not part from it.
#[test]
fn the_zone_entered_first_decides_before_an_obstacle_too() {
    let build = |horse_at: i32| {
        let scene = with(vec![line(TerrainKind::HedgeWallPalisade, &[(5, 10), (20, 10)])]);
        let scene =
            scene.stand(Side::Red, foot(), (300, 200), 0, 3, 3).stand(Side::Blue, foot(), (1_100, 1_050), 180, 2, 2);
        scene.stand(Side::Blue, horse(), (horse_at, 1_100), 180, 1, 1).build()
    };
    let (game, state, ids) = build(-300);
    assert_eq!(refusal_of(&game, &state, ids[0], ahead(500)), None, "up to the zone of the horse");
    assert_refused(&game, &state, ids[0], ahead(800), "E7.17");
    let (game, state, ids) = build(-4_000);
    assert_eq!(refusal_of(&game, &state, ids[0], ahead(800)), None, "up to the hedge");
}

/// E7.17, EI-18: a unit in a zone crosses to its rear only away from the owner.
#[test]
fn nobody_crosses_back_towards_the_owner_of_a_zone() {
    let build = |y: i32| {
        let scene = with(vec![line(TerrainKind::HedgeWallPalisade, &[(-30, 0), (30, 0)])]);
        let scene = scene.stand(Side::Red, foot(), (0, 300), 0, 2, 2).stand(Side::Blue, horse(), (0, y), 0, 2, 2);
        scene.stand(Side::Blue, foot(), (3_000, 4_000), 180, 1, 1).build()
    };
    let cross = Path::of(&[Segment::Cross]);
    let (game, state, ids) = build(-350);
    assert_refused(&game, &state, ids[0], cross, "E7.17");
    let (game, state, ids) = build(-3_000);
    assert!(refusal_of(&game, &state, ids[0], cross).is_none());
}

/// E3.25, EI-18: a unit astride a hedge, after an attack across it, leaves it ahead with its next crossing.
#[test]
fn a_unit_astride_a_hedge_leaves_it_ahead() {
    let scene = with(vec![line(TerrainKind::HedgeWallPalisade, &[(-30, 0), (30, 0)])]);
    let scene = scene.stand(Side::Red, foot(), (0, 200), 0, 2, 2).stand(Side::Red, foot(), (3500, -3000), 0, 1, 1);
    let (game, state, ids) = scene.stand(Side::Blue, foot(), (0, 4500), 180, 1, 1).build();
    let after = moved(&game, &state, ids[0], Path::of(&[Segment::Cross]));
    assert_eq!(after.unit(ids[0]).front.y, 3_000);
}

/// E3.25, EI-18: behind an obstacle that is short, oblique or bent, a unit ends where it still touches it: no farther
/// than the parts of it that lay in its way.
#[test]
fn a_unit_that_has_crossed_touches_the_obstacle() {
    for (files, hedge, front) in [
        (4, &[(-12, 0), (-6, 6)][..], 8_990..=9_010),
        (4, &[(-12, 0), (-9, 3)][..], 5_990..=6_010),
        (4, &[(-30, 0), (3, 0)][..], 2_990..=3_010),
        // The right half of the right base has to pass the second stretch: two thirds of a centimetre for each of its
        // three, less the tolerance at its edge.
        (2, &[(-30, 0), (3, 0), (15, 8)][..], 4_950..=4_970),
        // The far side of a bend that lies beyond its way does not count.
        (2, &[(-30, 0), (8, 0), (20, 8)][..], 2_990..=3_010),
    ] {
        let scene = with(vec![line(TerrainKind::HedgeWallPalisade, hedge)]);
        let scene = scene.stand(Side::Red, foot(), (0, 0), 0, files, files);
        let (game, state, ids) = scene.stand(Side::Blue, foot(), (0, 4_500), 180, 1, 1).build();
        let after = moved(&game, &state, ids[0], Path::of(&[Segment::Cross]));
        let at = after.unit(ids[0]).front;
        assert!(at.x == 0 && front.contains(&at.y), "{hedge:?}: {at:?}");
        assert!(game.touches_obstacle(&after, ids[0]), "{hedge:?}");
    }
    // A hedge whose end it touches from the side is not in its way.
    let scene = with(vec![line(TerrainKind::HedgeWallPalisade, &[(-30, -10), (-12, 0)])]);
    let scene = scene.stand(Side::Red, foot(), (0, 0), 0, 4, 4);
    let (game, state, ids) = scene.stand(Side::Blue, foot(), (0, 4_500), 180, 1, 1).build();
    assert_refused(&game, &state, ids[0], Path::of(&[Segment::Cross]), "EI-18");
}

/// E3.25, EI-18: a unit that has crossed a short oblique obstacle, whatever its heading, crosses it back with its next
/// crossing, to where it was.
#[test]
fn a_short_obstacle_is_crossed_back() {
    for degrees in [0, 17, 37, 90, 143, 211, 300] {
        let at = |ahead: i32, right: i32| {
            Point::ORIGIN.moved(Heading::new(degrees * 4), ahead * CENTIMETRE, right * CENTIMETRE)
        };
        let mut hedge = line(TerrainKind::HedgeWallPalisade, &[(0, 0), (1, 1)]);
        hedge = hedge.with_shape(Shape::Line(vec![at(0, -12), at(6, -6)]));
        let scene = with(vec![hedge]).stand(Side::Red, foot(), (0, 0), degrees, 4, 4);
        let enemy = at(-44, 0);
        let scene = scene.stand(Side::Blue, foot(), (enemy.x / 10, enemy.y / 10), degrees, 1, 1);
        let (game, state, ids) = scene.build();
        let cross = Path::of(&[Segment::Cross]);
        let over = moved(&game, &state, ids[0], cross);
        let back = moved(&game, &over, ids[0], cross);
        // A corner of its way that is narrower than the tolerance of contacts does not count.
        let near = |state: &State, point: Point| (state.unit(ids[0]).front - point).length() <= 130;
        assert!(near(&over, at(9, 0)) && near(&back, at(0, 0)), "{degrees}: {over:?} {back:?}");
    }
}

/// E3.25, EI-18: where an obstacle turns along the way there is no room behind its bend; an enemy so near behind it
/// that he leaves none is attacked all the same.
#[test]
fn a_bend_along_the_way_leaves_no_room() {
    let cross = Path::of(&[Segment::Cross]);
    for corner in [(3, 20), (4, 40)] {
        let build = |behind: i32| {
            let scene = with(vec![line(TerrainKind::HedgeWallPalisade, &[(-30, 0), (3, 0), corner])]);
            let scene = scene.stand(Side::Red, foot(), (0, 0), 0, 2, 2);
            scene.stand(Side::Blue, foot(), (-300, behind), 180, 1, 1).build()
        };
        let (game, state, ids) = build(4_000);
        assert!(refusal_of(&game, &state, ids[0], cross).is_some(), "{corner:?}");
        let (game, state, ids) = build(100);
        assert_eq!(refusal_of(&game, &state, ids[0], cross.against(ids[1])), None, "{corner:?}");
        let (game, state, ids) = build(1_000);
        assert!(refusal_of(&game, &state, ids[0], cross.against(ids[1])).is_some(), "{corner:?}: too far behind");
    }
}

/// EI-18: impassable obstacles.
#[test]
fn an_impassable_ditch_is_not_crossed() {
    let mut ditch = line(TerrainKind::DitchTrench, &[(-30, -15), (30, -15)]);
    ditch.movement = Movement::Impassable;
    let (game, state, ids) = with(vec![ditch])
        .stand(Side::Red, foot(), (0, -1500), 0, 2, 2)
        .stand(Side::Blue, foot(), (0, 4500), 180, 1, 1)
        .build();
    assert_refused(&game, &state, ids[0], Path::of(&[Segment::Cross]), "EI-18");
}

/// E3.25, E7.12, EI-18: a broad unit that crosses sideways moves farther than its allowance, and overlaps no unit
/// there.
#[test]
fn a_crossing_needs_room_beyond_the_allowance_too() {
    let build = |side: Side, at: i32| {
        let scene = with(vec![line(TerrainKind::HedgeWallPalisade, &[(15, -40), (15, 0)])]);
        let scene = scene.stand(Side::Red, foot(), (300, -2_000), 0, 4, 4).stand(side, foot(), (at, -2_000), 0, 1, 1);
        scene.stand(Side::Blue, foot(), (0, 4_500), 180, 1, 1).build()
    };
    let cross = Path::of(&[Segment::Cross]);
    let (game, state, ids) = build(Side::Red, 4_400);
    assert_eq!(moved(&game, &state, ids[0], cross).unit(ids[0]).front, Point::new(27_000, -20_000));
    for side in Side::BOTH {
        let (game, state, ids) = build(side, 3_800);
        assert_refused(&game, &state, ids[0], cross, "E7.12");
    }
}

/// E7.12, E7.17, EI-18: there must be room behind the obstacle; a zone of control there may be entered, and left over
/// the obstacle only to the rear.
#[test]
fn a_crossing_needs_room() {
    let build = |side: Side, behind: i32| {
        let scene = with(vec![line(TerrainKind::HedgeWallPalisade, &[(-30, -15), (30, -15)])]);
        let scene = scene.stand(Side::Red, foot(), (0, -1500), 0, 2, 2).stand(side, foot(), (0, behind), 180, 2, 2);
        scene.stand(Side::Blue, foot(), (0, 4500), 180, 1, 1).build()
    };
    let cross = Path::of(&[Segment::Cross]);
    let (game, state, ids) = build(Side::Red, -1300);
    assert_refused(&game, &state, ids[0], cross, "E7.12");
    let (game, state, ids) = build(Side::Blue, -1000);
    assert_eq!(refusal_of(&game, &state, ids[0], cross), None);
    let (game, state, ids) = build(Side::Blue, -1350);
    assert_refused(&game, &state, ids[0], cross, "E7.17");
    let (game, state, ids) = build(Side::Blue, -500);
    assert_eq!(refusal_of(&game, &state, ids[0], cross), None);
    // With the hedge at its rear it steps over it out of the zone.
    let scene = with(vec![line(TerrainKind::HedgeWallPalisade, &[(-30, -18), (30, -18)])]);
    let scene = scene.stand(Side::Red, foot(), (0, -1500), 0, 2, 2).stand(Side::Blue, foot(), (0, -1300), 180, 2, 2);
    let (game, state, ids) = scene.stand(Side::Blue, foot(), (0, 4500), 180, 1, 1).build();
    let after = moved(&game, &state, ids[0], cross);
    assert_eq!(after.unit(ids[0]).front.y, -18_000);
}
