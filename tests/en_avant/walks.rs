//! Moves against an independent check: proposed moves are legal and lead to a sound position, a legal move overlaps no
//! unit anywhere on its way, and everything is the same from the other edge.

use crate::scene::{foot, horse, of_weight};
use crate::terrain::{area, line};
use reglette::en_avant::army::troop::{Arm, Period, Troop, Weight};
use reglette::en_avant::army::{Force, Muster};
use reglette::en_avant::rules::{Movement, Rules, TerrainKind};
use reglette::en_avant::setup::{Terms, assemble};
use reglette::en_avant::state::action::{Path, Segment};
use reglette::en_avant::state::footprint::Footprint;
use reglette::en_avant::state::{NO_UNIT, Placing, Status, Step, UNITS_A_SIDE, Unit, UnitId};
use reglette::en_avant::table::geometry::{CENTIMETRE, HALF, Length, Point, Rectangle, depth_of_overlap};
use reglette::en_avant::table::ground::{Ground, Piece};
use reglette::en_avant::{Action, Engagement, State};
use reglette::game::rng::{Key, Stream};
use reglette::game::{BySide, Game, Side};

/// Two armies of equal units, among terrain that looks the same from both edges.
fn battle(pieces: Vec<Piece>) -> Engagement {
    let unit = |troop, bases| Muster { name: "unit".to_owned(), troop, bases, dismounts: false, points: None };
    let light = |troop: Troop| of_weight(Weight::Light, troop);
    let force = |side: Side| Force {
        name: side.to_string(),
        period: Period::Antiquity,
        combativity: 4,
        units: vec![
            unit(foot(), 6),
            unit(foot(), 3),
            unit(horse(), 3),
            unit(light(foot()), 2),
            unit(light(horse()), 1),
            unit(foot(), 5),
        ],
    };
    let half = 50 * CENTIMETRE;
    let ground = Ground { half_width: half, half_depth: half, pieces };
    let terms = Terms { name: "walks".to_owned(), turn_limit: 20, ..Terms::default() };
    assemble(&Rules::published(), ground, BySide::from_fn(force), terms).expect("a sound battle")
}

fn terrain() -> Vec<Piece> {
    vec![
        area(TerrainKind::Wood, &[(-30, 5), (-15, 5), (-15, 20), (-30, 20)]),
        area(TerrainKind::Wood, &[(30, -5), (15, -5), (15, -20), (30, -20)]),
        area(TerrainKind::Lake, &[(20, 5), (30, 5), (25, 15)]),
        area(TerrainKind::Lake, &[(-20, -5), (-30, -5), (-25, -15)]),
        line(TerrainKind::HedgeWallPalisade, &[(-12, 3), (-2, 8)]),
        line(TerrainKind::HedgeWallPalisade, &[(12, -3), (2, -8)]),
        area(TerrainKind::Road, &[(-2, -50), (2, -50), (2, 50), (-2, 50)]),
    ]
}

/// All units in random places and headings near the middle of the table, without overlap.
fn scatter(game: &Engagement, stream: &mut Stream) -> State {
    let mut state = game.start;
    let mut within = |least: i32, most: i32| least + stream.below((most - least + 1) as u32) as i32;
    for side in Side::BOTH {
        for unit in game.troops.units_of(side) {
            for _ in 0..200 {
                let bases = state.unit(unit).bases;
                let pose = Unit {
                    front: Point::new(within(-25_000, 25_000), within(-25_000, 25_000)),
                    heading: reglette::en_avant::table::geometry::Heading::new(within(0, 1_439) as u16),
                    files: within(1, i32::from(bases)) as u8,
                    status: if within(0, 9) == 0 { Status::DISORDERED } else { Status::empty() },
                    ..*state.unit(unit)
                };
                let cut = game
                    .places()
                    .footprint_at(&state, unit, &pose)
                    .rectangles()
                    .iter()
                    .any(|it| game.is_cut_by_obstacle(&state, it));
                if game.stands_free(&state, unit, &pose) && !cut {
                    *state.unit_mut(unit) = pose;
                    break;
                }
            }
            if state.unit(unit).has(Status::RESERVE) {
                *state.unit_mut(unit) = Unit::NONE;
            }
        }
        let it = state.side_mut(side);
        (it.camp_lost, it.general_lost) = (true, true);
    }
    game.units().refresh_contacts(&mut state);
    (state.turn, state.impulse, state.impulses_of_turn, state.cap) = (1, 1, [1, 0], 4);
    state
}

/// The same position with the sides swapped, seen from the other edge.
fn mirrored(state: &State) -> State {
    let mut other = *state;
    for index in 0..UNITS_A_SIDE {
        for (from, to) in [(index, index + UNITS_A_SIDE), (index + UNITS_A_SIDE, index)] {
            let it = state.units[from];
            other.units[to] =
                if it.bases == 0 { it } else { Unit { front: -it.front, heading: it.heading.turned(HALF), ..it } };
        }
    }
    other.sides = [state.sides[1], state.sides[0]];
    other.active = state.active.other();
    other
}

fn mirrored_action(action: Action) -> Action {
    match action {
        Action::MoveAlong(path) if path.target != NO_UNIT => Action::MoveAlong(
            path.against(UnitId::new(((usize::from(path.target) + UNITS_A_SIDE) % (2 * UNITS_A_SIDE)) as u8)),
        ),
        other => other,
    }
}

/// The poses of a path, a millimetre or a quarter of a degree apart; computed without the code that checks moves.
fn steps(game: &Engagement, state: &State, unit: UnitId, path: &Path) -> Vec<Unit> {
    let depth = game.troops.profile(state, unit).depth;
    let mut pose = *state.unit(unit);
    let mut poses = vec![pose];
    for segment in path.iter() {
        let start = pose;
        let mut straight = |ahead: i32, aside: i32| {
            let length = f64::from(ahead).hypot(f64::from(aside)).max(1.0);
            let count = (length / 10.0).ceil() as i32;
            for step in 1..=count {
                let part = |whole: i32| (i64::from(whole) * 10 * i64::from(step) / i64::from(count)) as Length;
                pose.front = start.front.moved(start.heading, part(ahead), part(aside));
                poses.push(pose);
            }
        };
        match segment {
            Segment::Advance(length) => straight(i32::from(length), 0),
            Segment::Back(length) => straight(-i32::from(length), 0),
            Segment::Slide(ahead, aside) => straight(i32::from(ahead), i32::from(aside)),
            Segment::Lateral(aside) => straight(0, i32::from(aside)),
            Segment::Shift(ahead, aside) => straight(i32::from(ahead), i32::from(aside)),
            Segment::Wheel(turn) => {
                let half = Length::from(start.files) * game.measures.width / 2 * Length::from(turn.signum());
                let pivot = start.front.moved(start.heading, 0, half);
                for step in 1..=turn.abs() {
                    pose.heading = start.heading.turned(step * turn.signum());
                    pose.front = pivot.moved(pose.heading, 0, -half);
                    poses.push(pose);
                }
            }
            Segment::Turn(turn) => {
                let centre = start.front.moved(start.heading, -depth / 2, 0);
                for step in 1..=turn.abs() {
                    pose.heading = start.heading.turned(step * turn.signum());
                    pose.front = centre.moved(pose.heading, depth / 2, 0);
                    poses.push(pose);
                }
            }
            Segment::About => {
                pose.front = start.front.moved(start.heading, -depth * Length::from(start.ranks()), 0);
                pose.heading = start.heading.opposite();
                poses.push(pose);
            }
            Segment::None | Segment::Cross => {}
        }
    }
    poses
}

/// The depth of the overlap of bases.
fn overlap(a: &Footprint, b: &Footprint) -> Length {
    let pairs = a.rectangles().iter().flat_map(|a| b.rectangles().iter().map(move |b| depth_of_overlap(a, b)));
    pairs.max().unwrap()
}

/// E7.6, E7.11, E7.12, E7.13, E7.17, E8.3, EI-43, EI-45, EI-46: every proposed or random move is legal on every
/// millimetre of its way.
#[test]
fn a_legal_move_is_sound_on_every_millimetre() {
    let game = battle(terrain());
    let slack = game.measures.touch + 40;
    let (mut moves, mut attacks, mut inside) = (0, 0, 0);
    for seed in 0..60 {
        let mut stream = Key::new(seed).stream();
        let state = scatter(&game, &mut stream);
        for side in Side::BOTH {
            for unit in game.troops.on_table(&state, side).filter(|unit| game.units().may_move(&state, *unit)) {
                let mut state = state;
                state.active = side;
                state.step = Step::Place(unit, Placing::Move);
                let mut actions = Vec::new();
                game.legal_actions(&state, &mut actions);
                let mut scratch = Vec::new();
                actions.extend((0..10).map(|_| game.random_action(&state, &mut stream, &mut scratch)));
                for action in actions {
                    assert_eq!(game.check(&state, &action), Ok(()), "{action:?} of {unit} in {seed}");
                    let Action::MoveAlong(path) = action else { continue };
                    moves += 1;
                    attacks += usize::from(path.target != NO_UNIT);
                    let poses = steps(&game, &state, unit, &path);
                    let start = game.places().footprint(&state, unit);
                    let nearest = |footprint: &Footprint| {
                        game.troops
                            .on_table(&state, side.other())
                            .map(|enemy| footprint.square_to(&game.places().footprint(&state, enemy)))
                            .min()
                            .unwrap()
                            .isqrt()
                    };
                    for pose in &poses {
                        let footprint = game.places().footprint_at(&state, unit, pose);
                        for other in game.troops.all_on_table(&state).filter(|other| *other != unit) {
                            let enemy = game.troops.units_of(side.other()).contains(&other);
                            if enemy {
                                let depth = overlap(&footprint, &game.places().footprint(&state, other));
                                assert!(depth <= slack, "{path:?} of {unit} in {seed}: {depth} deep in {other}");
                            }
                        }
                        for rectangle in footprint.rectangles() {
                            assert!(
                                game.grounds[0].holds(&rectangle.shrunk(4)),
                                "{path:?} of {unit} in {seed} leaves the table"
                            );
                            assert!(
                                !game.grounds[0].bars(rectangle, slack),
                                "{path:?} of {unit} in {seed} enters a lake"
                            );
                            if path.segments[0] != Segment::Cross {
                                let inner = rectangle.shrunk(slack);
                                let cut = game.grounds[0].pieces.iter().any(|it| it.is_line() && it.meets(&inner));
                                assert!(!cut, "{path:?} of {unit} in {seed} crosses a hedge");
                            }
                        }
                        if state.unit(unit).has(Status::DISORDERED) {
                            assert!(
                                nearest(&footprint) + 60 >= nearest(&start),
                                "{path:?} of {unit} in {seed} nears the enemy"
                            );
                        }
                    }
                    // No unit goes deeper into a zone than the tolerance, except into contact with its owner, out of
                    // where it began, or up to or across an obstacle.
                    let reaches_hedge = {
                        let last = game.places().footprint_at(&state, unit, poses.last().expect("the start"));
                        let near = |it: &Rectangle| {
                            game.grounds[0]
                                .pieces
                                .iter()
                                .any(|piece| piece.is_line() && piece.meets(&it.shrunk(-2 * slack)))
                        };
                        last.rectangles().iter().any(near)
                    };
                    let halts = path.target == NO_UNIT && !reaches_hedge;
                    if halts
                        && game.units().in_zone(&state, side, &start).is_none()
                        && path.segments[0] != Segment::Cross
                    {
                        for pose in &poses {
                            let footprint = game.places().footprint_at(&state, unit, pose);
                            for zone in game
                                .troops
                                .on_table(&state, side.other())
                                .filter_map(|enemy| game.units().zone(&state, enemy))
                            {
                                let depth =
                                    footprint.rectangles().iter().map(|it| depth_of_overlap(it, &zone)).max().unwrap();
                                assert!(
                                    depth <= 5 * game.measures.touch,
                                    "{path:?} of {unit} in {seed}: {depth} deep in a zone"
                                );
                                inside += usize::from(depth > game.measures.touch);
                            }
                        }
                    }
                    let mut after = state;
                    game.apply(&mut after, action);
                    for (index, one) in game.troops.all_on_table(&after).enumerate() {
                        let footprint = game.places().footprint(&after, one);
                        let before: Vec<UnitId> = game.troops.all_on_table(&after).take(index).collect();
                        assert_eq!(
                            game.places().overlapped_among(&after, &footprint, |it| before.contains(&it)),
                            None,
                            "{path:?} of {unit} in {seed}"
                        );
                        assert!(game.ground_allows(&after, &footprint));
                    }
                    let touches = path.target != NO_UNIT && after.unit(unit).is_on_table();
                    if touches {
                        assert!(
                            game.units().contact(&after, unit, path.target).is_some(),
                            "{path:?} of {unit} in {seed} brings no contact"
                        );
                    }
                }
            }
        }
    }
    assert!(moves > 10_000 && attacks > 300 && inside > 0, "{moves} moves, {attacks} attacks, {inside} halts in zones");
}

/// A battle turned by half a circle with the sides swapped offers the same moves in the same order, with the same ends.
#[test]
fn seen_from_the_other_edge_the_moves_are_the_same() {
    let game = battle(terrain());
    for seed in 100..140 {
        let state = scatter(&game, &mut Key::new(seed).stream());
        for unit in game.troops.on_table(&state, Side::Red).filter(|unit| game.units().may_move(&state, *unit)) {
            let mut state = state;
            state.step = Step::Place(unit, Placing::Move);
            let mut other = mirrored(&state);
            other.step = Step::Place(UnitId::new(unit.index() + UNITS_A_SIDE as u8), Placing::Move);
            let (mut actions, mut others) = (Vec::new(), Vec::new());
            game.legal_actions(&state, &mut actions);
            game.legal_actions(&other, &mut others);
            assert_eq!(actions.iter().copied().map(mirrored_action).collect::<Vec<_>>(), others, "{unit} in {seed}");
            for (action, twin) in actions.into_iter().zip(others) {
                let (mut after, mut twin_after) = (state, other);
                game.apply(&mut after, action);
                game.apply(&mut twin_after, twin);
                let differs = mirrored(&after)
                    .units
                    .iter()
                    .zip(&twin_after.units)
                    .find(|(one, other)| one != other)
                    .map(|(a, b)| (*a, *b));
                assert_eq!(differs, None, "{action:?} of {unit} in {seed}");
            }
        }
    }
}

/// E7.11, EI-16: a unit pays for the measured length; slowing ground on the way shortens its allowance.
#[test]
fn moves_through_slowing_ground_keep_to_its_allowance() {
    let game = battle(terrain());
    let mut slowed = 0;
    for seed in 200..230 {
        let mut stream = Key::new(seed).stream();
        let mut state = scatter(&game, &mut stream);
        for unit in game
            .troops
            .on_table(&state, Side::Red)
            .filter(|unit| game.units().may_move(&state, *unit))
            .collect::<Vec<_>>()
        {
            state.step = Step::Place(unit, Placing::Move);
            let mut actions = Vec::new();
            game.legal_actions(&state, &mut actions);
            for action in actions {
                let Action::MoveAlong(path) = action else { continue };
                let straight: Option<i32> = path
                    .iter()
                    .map(|it| if let Segment::Advance(length) = it { Some(i32::from(length)) } else { None })
                    .sum();
                let Some(length) = straight else { continue };
                let poses = steps(&game, &state, unit, &path);
                let deep = |piece: &Piece| {
                    let meets = |pose: &Unit| {
                        let footprint = game.places().footprint_at(&state, unit, pose);
                        footprint.rectangles().iter().any(|it| piece.meets(&it.shrunk(game.measures.touch + 20)))
                    };
                    piece.movement == Movement::Slows && !piece.is_line() && poses.iter().any(meets)
                };
                if game.grounds[0].pieces.iter().any(deep) && game.troops.arm(&state, unit) != Arm::Artillery {
                    let road = game.grounds[0].pieces.last().is_some_and(|road| road.contains(state.unit(unit).front));
                    let class = game.rules.slowed(game.troops.profile(&state, unit).class, 1);
                    let bonus = if road { game.troops.profile(&state, unit).depth } else { 0 };
                    slowed += 1;
                    assert!(length * 10 <= game.rules.allowance(class) + bonus, "{path:?} of {unit} in {seed}");
                }
            }
        }
    }
    assert!(slowed > 50, "{slowed}");
}
