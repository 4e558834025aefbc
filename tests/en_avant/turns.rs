//! Turns, impulses, activation and changes of formation: chapters 4 to 6.

use crate::scene::{Scene, foot, horse, with_weapon};
use reglette::data::{Kind, Library};
use reglette::en_avant::army::Army;
use reglette::en_avant::army::troop::{Arm, Troop};
use reglette::en_avant::rules::{Quality, Rules, Weapon};
use reglette::en_avant::setup::scenario::Scenario;
use reglette::en_avant::state::action::{Action, Change, Facing, Placement};
use reglette::en_avant::state::troops::Troops;
use reglette::en_avant::state::{Placing, Status, Step, UnitId};
use reglette::en_avant::table::geometry::{CENTIMETRE, Heading, Point};
use reglette::en_avant::{Engagement, State};
use reglette::game::{BySide, Game, Moment, Side};

/// Two rows of single bases far apart, and their combativities.
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

/// Activates the first available unit, which halts.
fn halt_one(game: &Engagement, state: &mut State) {
    let next = listed(game, state)
        .into_iter()
        .find(|action| matches!(action, Action::Activate(_)))
        .expect("a unit to activate");
    game.apply(state, next);
    if matches!(state.step, Step::Act(_)) {
        game.apply(state, Action::Halt);
    }
}

/// Does as little as possible until a later turn begins, or the game ends.
pub fn idle_until(game: &Engagement, state: &mut State, turn: u8) {
    while state.turn < turn && state.outcome.is_none() {
        match game.moment(state) {
            Moment::Over(_) => return,
            Moment::Decide(_) => {
                let actions = listed(game, state);
                let action = actions.iter().find(|action| **action == Action::Done).unwrap_or(&actions[0]);
                game.apply(state, *action);
            }
            Moment::Roll(_) => {
                let mut rolls = Vec::new();
                game.rolls(state, &mut rolls);
                game.apply_roll(state, rolls[0].roll);
            }
        }
    }
}

/// EX-1, E5.3, E5.4, E5.8, E5.12, E5.13, E5.14, EI-34: 8 units at combativity 4 against 12 at 3 take four impulses, the
/// last without a cap.
#[test]
fn impulses_alternate_by_combativity_and_the_last_has_no_cap() {
    let (game, mut state, _) = rows(8, 12, (4, 3));
    let mut log: Vec<(Side, u32)> = Vec::new();
    while state.turn == 1 && state.step == Step::Impulse {
        let (side, impulse) = (state.active, state.impulse);
        let mut count = 0;
        while state.turn == 1 && state.impulse == impulse && state.step == Step::Impulse {
            halt_one(&game, &mut state);
            count += 1;
        }
        log.push((side, count));
    }
    assert_eq!(log, [(Side::Red, 4), (Side::Blue, 3), (Side::Red, 4), (Side::Blue, 9)]);
    assert_eq!(state.turn, 2);
}

/// EI-34, E5.12, E5.14: the impulse without a cap is the last of its turn, even if not all units have been activated in
/// it.
#[test]
fn the_turn_ends_with_the_impulse_without_a_cap() {
    let (game, mut state, _) = rows(2, 9, (4, 3));
    while state.active == Side::Red || state.impulses_of_turn[Side::Blue.index()] == 0 {
        halt_one(&game, &mut state);
    }
    assert_eq!((state.turn, state.active, state.activated), (1, Side::Blue, 0), "red has nothing left");
    halt_one(&game, &mut state);
    game.apply(&mut state, Action::Done);
    assert_eq!(state.turn, 2);
}

/// E6.4: a unit whose flank lies on an enemy's is in contact, though neither is engaged (EI-72): it does not change
/// formation.
#[test]
fn flanks_that_touch_are_a_contact() {
    let beside = |gap: i32| {
        let (game, state, ids) = Scene::new()
            .stand(Side::Red, foot(), (0, 0), 0, 2, 2)
            .stand(Side::Blue, foot(), (1_200 + gap, -300), 180, 2, 2)
            .build();
        assert!(!state.unit(ids[0]).has(Status::ENGAGED));
        game.units().may_change_formation(&state, ids[0])
    };
    assert!(!beside(0) && beside(20));
}

/// EX-2, E5.4, E5.5: up to as many units as the combativity, or none; a fifth is rejected.
#[test]
fn a_fifth_unit_is_rejected_at_combativity_4() {
    let (game, mut state, ids) = rows(8, 8, (4, 4));
    assert_eq!(game.check(&state, &Action::Done), Ok(()), "none at all");
    state.activated = 3;
    assert_eq!(game.check(&state, &Action::Activate(ids[0])), Ok(()));
    state.activated = 4;
    assert!(game.check(&state, &Action::Activate(ids[0])).is_err());
}

/// EX-3, E5.6, E5.7, E5.9, E5.15: a unit that has moved cannot be activated again in the turn, for instance to shoot.
#[test]
fn a_unit_acts_once_in_a_turn() {
    let archers = with_weapon(Weapon::Bow, foot());
    let (game, mut state, ids) = Scene::new()
        .stand(Side::Red, archers, (0, 0), 0, 3, 3)
        .stand(Side::Red, foot(), (2_000, -3_000), 0, 3, 3)
        .stand(Side::Blue, foot(), (0, 700), 180, 3, 3)
        .build();
    game.apply(&mut state, Action::Activate(ids[0]));
    assert!(listed(&game, &state).contains(&Action::March));
    game.apply(&mut state, Action::Halt);
    assert!(game.check(&state, &Action::Activate(ids[0])).is_err());
    assert_eq!(game.check(&state, &Action::Activate(ids[1])), Ok(()));
}

/// E5.10, E10.25, EI-35: routing units come before all others.
#[test]
fn routing_units_are_activated_first() {
    let (game, mut state, ids) = rows(3, 3, (4, 4));
    state.unit_mut(ids[1]).set(Status::ROUTING | Status::DISORDERED, true);
    assert_eq!(listed(&game, &state), [Action::Activate(ids[1])]);
    let free = Engagement { rules: Rules { routers_first: false, ..game.rules.clone() }, ..game };
    assert_eq!(listed(&free, &state).len(), 4);
}

/// E6.2, EI-38: after a quarter-turn some base stands where the reference base stood, in a unit whose last rank is
/// short too.
#[test]
fn a_quarter_turn_keeps_a_base_in_its_place() {
    for (files, bases) in [(3, 3), (3, 4), (2, 4), (4, 4)] {
        let scene = Scene::new().stand(Side::Red, foot(), (0, 0), 0, files, bases);
        let (game, state, ids) = scene.stand(Side::Blue, foot(), (0, 4_000), 180, 1, 1).build();
        for (facing, reference) in
            [(Facing::Right, 0), (Facing::Right, files - 1), (Facing::Left, 0), (Facing::Left, files - 1)]
        {
            let ranks = bases.div_ceil(files);
            let becomes = if facing == Facing::Right { 0 } else { ranks - 1 };
            let before = game.places().base(&state, ids[0], reference).centre;
            let mut after = state;
            *after.unit_mut(ids[0]) =
                game.units().formed(&state, ids[0], &Change { files: ranks, facing, reference, becomes });
            assert!(
                (0..bases).any(|base| game.places().base(&after, ids[0], base).centre == before),
                "{bases} in {files}, {facing:?} on {reference}"
            );
        }
    }
}

/// EX-6, EX-23, EI-38, E6.2, E6.3, E6.8, E6.10, E2.34: a line of three forms a column behind its right base, which
/// keeps its place, and this is its action.
#[test]
fn a_line_forms_a_column_behind_its_reference_base() {
    let (game, mut state, ids) = Scene::new()
        .stand(Side::Red, foot(), (0, 0), 0, 3, 3)
        .stand(Side::Red, foot(), (0, -3_000), 0, 3, 3)
        .stand(Side::Blue, foot(), (0, 4_000), 180, 3, 3)
        .build();
    let before = game.places().base(&state, ids[0], 2);
    game.apply(&mut state, Action::Activate(ids[0]));
    game.apply(&mut state, Action::ChangeFormation);
    game.apply(&mut state, Action::Form(Change { files: 1, facing: Facing::Kept, reference: 2, becomes: 0 }));
    let it = state.unit(ids[0]);
    assert_eq!((it.files, it.ranks(), it.bases), (1, 3, 3));
    assert_eq!(game.places().base(&state, ids[0], 0), before, "the reference base stays");
    assert_eq!(game.places().base(&state, ids[0], 1).centre, before.centre + Point::new(0, -3 * CENTIMETRE));
    assert!(it.has(Status::ACTIVATED));
}

/// EX-20, E2.36, E6.9, E2.34: no change of formation takes a unit apart or adds files that it has no bases for.
#[test]
fn no_change_of_formation_splits_a_unit() {
    let (game, mut state, ids) = Scene::new()
        .stand(Side::Red, foot(), (0, 0), 0, 3, 3)
        .stand(Side::Red, foot(), (0, -3_000), 0, 1, 1)
        .stand(Side::Blue, foot(), (0, 4_000), 180, 3, 3)
        .build();
    state.unit_mut(ids[0]).set(Status::ACTIVATED, true);
    state.step = Step::Place(ids[0], Placing::Formation);
    for files in [0, 4] {
        let change = Change { files, facing: Facing::Kept, reference: 0, becomes: 0 };
        assert!(game.check(&state, &Action::Form(change)).is_err());
    }
    for action in listed(&game, &state) {
        let mut after = state;
        game.apply(&mut after, action);
        assert_eq!(after.unit(ids[0]).bases, 3);
        let bases: Vec<_> = (0..3).map(|index| game.places().base(&after, ids[0], index)).collect();
        let touch = |a: usize, b: usize| reglette::en_avant::table::geometry::gap_between(&bases[a], &bases[b]) <= 16;
        assert!(
            (touch(0, 1) || touch(0, 2)) && (touch(1, 2) || touch(1, 0)) && (touch(2, 0) || touch(2, 1)),
            "{action:?}"
        );
    }
}

/// EX-22, E6.2: a quarter-turn to the right changes the facing by 90 degrees clockwise and swaps files and ranks; the
/// reference base keeps its centre.
#[test]
fn a_quarter_turn_swaps_files_and_ranks() {
    let (game, mut state, ids) = Scene::new()
        .stand(Side::Red, foot(), (0, 0), 0, 3, 3)
        .stand(Side::Red, foot(), (0, -3_000), 0, 1, 1)
        .stand(Side::Blue, foot(), (0, 4_600), 180, 3, 3)
        .build();
    let centre = game.places().base(&state, ids[0], 2).centre;
    state.step = Step::Place(ids[0], Placing::Formation);
    let change = Change { files: 1, facing: Facing::Right, reference: 2, becomes: 0 };
    assert_eq!(game.check(&state, &Action::Form(change)), Ok(()));
    let formed = game.units().formed(&state, ids[0], &change);
    assert_eq!((formed.heading, formed.files), (Heading::new(360), 1));
    game.apply(&mut state, Action::Form(change));
    assert_eq!(game.places().base(&state, ids[0], 0).centre, centre);
}

/// E2.34, E6.8, EI-38: where the last rank is short, the last base takes the place of the reference base.
#[test]
fn the_reference_base_of_a_quarter_turn_stays_where_it_is() {
    let scene = Scene::new().stand(Side::Red, foot(), (0, 0), 0, 2, 3).stand(Side::Blue, foot(), (0, 4500), 180, 1, 1);
    let (game, mut state, ids) = scene.build();
    state.step = Step::Place(ids[0], Placing::Formation);
    // The second of two ranks has one base, on the left.
    let left = |becomes: u8| Change { files: 2, facing: Facing::Left, reference: 1, becomes };
    let check = |change: Change| game.check(&state, &Action::Form(change)).map_err(|fault| fault.to_string());
    assert!(check(left(1)).unwrap_err().contains("E6.8"));
    assert_eq!(check(left(0)), Ok(()));
    let mut proposed = Vec::new();
    game.legal_actions(&state, &mut proposed);
    assert!(proposed.contains(&Action::Form(left(0))) && !proposed.contains(&Action::Form(left(1))));
    game.apply(&mut state, Action::Form(left(0)));
    let stands = Point::new(3_000, -1_500);
    // A line of three that turns becomes a column; in a line again, only the base of its first rank keeps its place.
    let mut line = state;
    (line.unit_mut(ids[0]).files, line.step) = (3, Step::Place(ids[0], Placing::Formation));
    let in_line = |reference: u8| Change { files: 3, facing: Facing::Left, reference, becomes: 2 };
    let refused = |reference: u8| {
        game.check(&line, &Action::Form(in_line(reference))).is_err_and(|fault| fault.0.contains("E6.8"))
    };
    assert_eq!([0, 1, 2].map(refused), [false, true, true]);
    let footprint = game.places().footprint(&state, ids[0]);
    assert!(footprint.rectangles().iter().any(|it| it.centre == stands), "{:?}", footprint.rectangles());
}

/// E2.34, E6.8, EI-38: a half-turn is legal if a base then stands where the reference base stood. The short last rank
/// is moved to the new rear, so that one of two bases of the first rank may lose its place.
#[test]
fn the_reference_base_of_a_half_turn_stays_where_it_is() {
    let (mut legal, mut refused) = (0, 0);
    for (files, bases) in [(1, 1), (1, 3), (2, 3), (3, 3), (2, 4), (3, 5), (4, 6)] {
        let scene = Scene::new().stand(Side::Red, foot(), (0, 0), 0, files, bases);
        let (game, mut state, ids) = scene.stand(Side::Blue, foot(), (0, 9_000), 180, 1, 1).build();
        state.step = Step::Place(ids[0], Placing::Formation);
        let choices = (0..files).flat_map(|reference| {
            (1..=bases).flat_map(move |files| (0..files).map(move |becomes| (reference, files, becomes)))
        });
        for (reference, files, becomes) in choices {
            let change = Change { files, facing: Facing::About, reference, becomes };
            let stands = game.places().base(&state, ids[0], reference).centre;
            let mut after = state;
            *after.unit_mut(ids[0]) = game.units().formed(&state, ids[0], &change);
            let stays = (0..bases).any(|base| game.places().base(&after, ids[0], base).centre == stands);
            let checked = game.check(&state, &Action::Form(change)).map_err(|fault| fault.to_string());
            assert_eq!(checked.is_ok(), stays, "{bases} bases: {change:?}: {checked:?}");
            assert!(stays || checked.is_err_and(|fault| fault.contains("E6.8")), "{bases} bases: {change:?}");
            *(if stays { &mut legal } else { &mut refused }) += 1;
        }
        // Every unit can turn about as it is.
        let mut proposed = Vec::new();
        game.legal_actions(&state, &mut proposed);
        let about = Change { files, facing: Facing::About, reference: files - 1, becomes: 0 };
        assert!(proposed.contains(&Action::Form(about)), "{bases} bases in {files} files");
    }
    assert!(legal > 20 && refused > 20, "{legal} legal, {refused} refused");
}

/// E6.1, E6.4, E6.5, E6.6, E6.7, E8.2: not in contact, not in disorder, not in a zone of control, not towards the
/// enemy.
#[test]
fn formation_cannot_be_changed_near_the_enemy_or_in_disorder() {
    let at = |y: i32| {
        Scene::new()
            .stand(Side::Red, foot(), (0, 0), 0, 1, 3)
            .stand(Side::Red, foot(), (0, -3_000), 0, 1, 1)
            .stand(Side::Blue, foot(), (0, y), 180, 3, 3)
            .build()
    };
    for (y, allowed) in [(0, false), (250, false), (350, true)] {
        let (game, mut state, ids) = at(y);
        assert_eq!(game.units().may_change_formation(&state, ids[0]), allowed, "{y}");
        state.unit_mut(ids[0]).set(Status::DISORDERED, true);
        assert!(!game.units().may_change_formation(&state, ids[0]));
    }
    // A half-turn of a column whose enemy stands behind brings no base nearer; a line that turns its flank into depth
    // may.
    let (game, mut state, ids) = Scene::new()
        .stand(Side::Red, foot(), (0, 0), 90, 4, 4)
        .stand(Side::Red, foot(), (0, -3_000), 0, 1, 1)
        .stand(Side::Blue, horse(), (-150, 2_000), 180, 1, 1)
        .build();
    state.step = Step::Place(ids[0], Placing::Formation);
    let nearer = Change { files: 1, facing: Facing::Kept, reference: 0, becomes: 0 };
    assert_eq!(game.check(&state, &Action::Form(nearer)), Ok(()), "the left base is the nearest already");
    let wheel_out = Change { files: 4, facing: Facing::Left, reference: 0, becomes: 3 };
    assert_eq!(game.check(&state, &Action::Form(wheel_out)).is_ok(), !advances(&game, &state, ids[0], &wheel_out));
}

fn advances(game: &Engagement, state: &State, unit: UnitId, change: &Change) -> bool {
    let enemy = game.troops.units_of(Side::Blue).first();
    let formed = game.units().formed(state, unit, change);
    let after = game.places().footprint_at(state, unit, &formed).square_to(&game.places().footprint(state, enemy));
    after + 100 < game.places().square_between(state, unit, enemy)
}

/// EX-71, E4.17, EI-26: a base with a corner farther than a ruler from the own edge is not in the band.
#[test]
fn a_base_beyond_the_band_is_illegally_deployed() {
    let (game, mut state, ids) = rows(2, 2, (4, 4));
    state.unit_mut(ids[0]).set(Status::RESERVE, true);
    (state.step, state.turn) = (Step::DeployAt(ids[0]), 0);
    let at =
        |rear: i32| Placement { front: Point::new(0, rear - 3 * CENTIMETRE), heading: Heading::new(720), files: 1 };
    assert_eq!(game.check(&state, &Action::DeployAt(at(-30 * CENTIMETRE))), Ok(()));
    assert!(game.check(&state, &Action::DeployAt(at(-29_900))).is_err(), "20.1 cm from the edge");
}

/// EX-21, EX-88, E4.12, E4.13, EI-23: the most central piece needs 2, the next 3 and so on; five or more pieces give
/// 2.5 objectives on average.
#[test]
fn objectives_get_rarer_from_the_middle() {
    let library = Library::built_in();
    let army = Army::read(&library.find(Kind::Army, "gauls").expect("a list")).expect("a sound list");
    let text: String = (0..7)
        .map(|place| {
            format!(
                "[[piece]]\nkind = \"wood\"\ncircle = {{ at = [{}, {}], radius = 3 }}\n",
                30 - 8 * place,
                (place - 3) * (place - 3)
            )
        })
        .collect();
    let source = reglette::data::Source::new(&library, Kind::Scenario, "scenarios/en-avant/mine.toml", text);
    let scenario = Scenario::read(&source).expect("a sound scenario");
    let game = scenario.prepare(&Rules::published(), BySide::new(Some(&army), Some(&army))).expect("a sound game");
    let mut state = game.start;
    let mut weights = Vec::new();
    let mut before = 0;
    while let Step::ObjectiveRoll(index) = state.step {
        let mut rolls = Vec::new();
        game.rolls(&state, &mut rolls);
        let hit = rolls.iter().find(|it| it.roll.hits > 0).expect("it may become an objective");
        weights.push(hit.weight);
        let piece = game.objectives[usize::from(index)].piece;
        let far = game.ground(&state).pieces[piece].centre().square();
        assert!(far >= before, "from the middle outwards");
        before = far;
        game.apply_roll(&mut state, hit.roll);
    }
    assert_eq!(weights, [5, 4, 3, 2, 1]);
    assert_eq!(weights.iter().sum::<u64>() as f64 / 6.0, 2.5);
}

/// EX-80, EX-15, E1.12, E12.6: combativity falls with every full quarter of the bases that is lost.
#[test]
fn each_quarter_of_the_army_costs_a_point() {
    let (game, mut state, ids) = rows(13, 3, (5, 4));
    assert_eq!((game.units().quarter(Side::Red), game.units().quarter(Side::Blue)), (3, 1));
    let mut course = Vec::new();
    for unit in &ids[..12] {
        game.units().destroy(&mut state, *unit);
        course.push(state.combativity(Side::Red));
    }
    assert_eq!(course, [5, 5, 4, 4, 4, 3, 3, 3, 2, 2, 2, 1]);
    let forty = Engagement { troops: Troops { bases: BySide::new(40, 40), ..game.troops.clone() }, ..game };
    assert_eq!(forty.units().quarter(Side::Red), 10);
}

/// EX-82, E12.2, E12.8, E1.5, EI-29: an army of combativity 4 that loses its general is beaten immediately.
#[test]
fn the_loss_of_the_general_costs_three_points() {
    for (combativity, left) in [(5, 2), (4, 1)] {
        let (game, mut state, ids) = rows(8, 3, (combativity, 4));
        state.side_mut(Side::Red).general_lost = false;
        state.side_mut(Side::Red).general_unit = ids[0];
        game.units().destroy(&mut state, ids[0]);
        assert_eq!(state.combativity(Side::Red), left);
        game.apply(&mut state, Action::Done);
        let beaten = matches!(game.moment(&state), Moment::Over(outcome) if outcome.winner == Some(Side::Blue));
        assert_eq!(beaten, left == 1);
    }
}

/// EX-83, E5.1, E5.2, E12.9, EI-93, EI-94: two idle armies tire at the start of turns 11, 21 and 31, and are defeated
/// together.
#[test]
fn idle_armies_tire_every_ten_turns() {
    let (game, mut state, _) = rows(3, 3, (4, 4));
    let game = Engagement { turn_limit: 60, ..game };
    for (turn, combativity) in [(10, 4), (11, 3), (20, 3), (21, 2), (30, 2)] {
        idle_until(&game, &mut state, turn);
        assert_eq!(
            (state.turn, state.combativity(Side::Red), state.combativity(Side::Blue)),
            (turn, combativity, combativity)
        );
    }
    idle_until(&game, &mut state, 40);
    assert_eq!(state.turn, 31);
    assert!(matches!(game.moment(&state), Moment::Over(_)));
}

/// A wood in the middle that is an objective.
fn with_wood(combativity: (u8, u8)) -> (Engagement, State, Vec<UnitId>) {
    let mut scene = Scene { combativity: BySide::new(combativity.0, combativity.1), ..Scene::new() };
    let area = reglette::en_avant::table::geometry::Convex::round(Point::ORIGIN, 9 * CENTIMETRE, 12).expect("a circle");
    let kind = reglette::en_avant::rules::TerrainKind::Wood;
    let row = &scene.rules.terrain[kind as usize];
    scene.pieces.push(reglette::en_avant::table::ground::Piece::new(
        "the wood".to_owned(),
        kind,
        row,
        reglette::en_avant::table::ground::Shape::Area(area),
    ));
    let (game, mut state, ids) =
        scene.stand(Side::Red, foot(), (0, 100), 0, 2, 2).stand(Side::Blue, foot(), (0, 4_000), 180, 2, 2).build();
    assert_eq!(game.objectives.len(), 1);
    state.objectives[0].real = true;
    (game, state, ids)
}

/// EX-84, EX-81, E12.3, E12.5, EI-90, EI-91: a unit in an objective at the end of two consecutive turns takes it; at
/// the maximum combativity the enemy loses the point.
#[test]
fn an_objective_is_taken_after_a_turn_in_it() {
    for (combativity, after) in [((4, 4), (5, 4)), ((5, 4), (5, 3))] {
        let (game, mut state, _) = with_wood(combativity);
        state.turn = 3;
        idle_until(&game, &mut state, 4);
        assert_eq!((state.combativity(Side::Red), state.objectives[0].owner), (combativity.0 as i8, None));
        idle_until(&game, &mut state, 5);
        assert_eq!((state.combativity(Side::Red), state.combativity(Side::Blue)), after);
        assert_eq!(state.objectives[0].owner, Some(Side::Red));
        idle_until(&game, &mut state, 8);
        assert_eq!(state.combativity(Side::Blue), after.1, "it counts once");
    }
}

/// EX-89, E12.11, EI-96: combativity first, then bases lost, then their points.
#[test]
fn ties_are_broken_in_the_order_of_the_rules() {
    let (game, mut state, _) = rows(3, 3, (4, 4));
    state.side_mut(Side::Red).bases_lost = 5;
    state.side_mut(Side::Blue).bases_lost = 6;
    assert_eq!(game.units().ahead(&state), Some(Side::Red));
    state.side_mut(Side::Blue).combativity = 5;
    assert_eq!(game.units().ahead(&state), Some(Side::Blue));
    (state.sides[1].combativity, state.sides[1].bases_lost, state.sides[1].points_lost) = (4, 5, 1);
    assert_eq!(game.units().ahead(&state), Some(Side::Red));
}

/// E12.11, EI-96: with all else equal the army that occupies more ground is ahead; a difference of less than a
/// hundredth is a draw, and units in rout occupy nothing.
#[test]
fn the_larger_area_breaks_the_last_tie() {
    let build = |far: i32| {
        let scene = Scene::new().stand(Side::Red, foot(), (-1000, -1000), 0, 1, 1).stand(
            Side::Red,
            foot(),
            (1000, -1000),
            0,
            1,
            1,
        );
        let scene =
            scene.stand(Side::Blue, foot(), (-1000, 1000), 180, 1, 1).stand(Side::Blue, foot(), (far, 1000), 180, 1, 1);
        let (game, state, ids) = scene.build();
        (game.units().ahead(&state), game, state, ids)
    };
    // Both hulls are 26 cm long and 3 cm deep; half a per cent of it is 1.3 mm, two per cent are 5 mm.
    assert_eq!(build(1000).0, None);
    assert_eq!(build(1013).0, None, "less than a hundredth more");
    assert_eq!(build(1052).0, Some(Side::Blue));
    let (_, game, mut state, ids) = build(1052);
    state.unit_mut(ids[3]).set(Status::ROUTING, true);
    assert_eq!(game.units().ahead(&state), Some(Side::Red));
}

/// E5.4, EI-32: an impulse is capped by the combativity with which it began.
#[test]
fn the_cap_is_that_of_the_start_of_the_impulse() {
    let (game, mut state, _) = rows(6, 6, (4, 4));
    game.apply(&mut state, Action::Done);
    assert_eq!((state.active, state.cap), (Side::Blue, 4));
    state.side_mut(Side::Blue).combativity = 2;
    let mut acted = 0;
    while state.active == Side::Blue {
        halt_one(&game, &mut state);
        acted += 1;
    }
    assert_eq!(acted, 4, "all four, though the combativity fell");
    game.apply(&mut state, Action::Done);
    assert_eq!((state.active, state.cap), (Side::Blue, 2), "the next impulse has the new one");
}

/// E5.5, E5.14, EI-33: a side that passes may activate again later, unless a pass is final; two consecutive passes end
/// the turn.
#[test]
fn a_pass_is_not_final() {
    let play = |is_final: bool| {
        let (mut game, mut state, _) = rows(3, 3, (4, 4));
        game.rules.pass_is_final = is_final;
        game.apply(&mut state, Action::Done);
        halt_one(&game, &mut state);
        game.apply(&mut state, Action::Done);
        state
    };
    assert_eq!((play(false).turn, play(false).active), (1, Side::Red));
    assert_eq!(play(true).turn, 2, "blue has had its impulse without a cap, the last of the turn (EI-34)");
    let (game, mut state, _) = rows(3, 3, (4, 4));
    game.apply(&mut state, Action::Done);
    game.apply(&mut state, Action::Done);
    assert_eq!(state.turn, 2);
}

/// E5.10, EI-33, EI-35: an impulse in which only units were activated that had to be is a pass.
#[test]
fn compulsory_activations_alone_are_a_pass() {
    use reglette::en_avant::state::action::Roll;
    let turn_after = |more: bool| {
        let (game, mut state, ids) = rows(3, 3, (4, 4));
        state.unit_mut(ids[3]).set(Status::ROUTING | Status::DISORDERED, true);
        game.apply(&mut state, Action::Done);
        assert_eq!(state.step, Step::ReorganiseRoll(ids[3]));
        game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
        game.apply(&mut state, Action::Pass);
        if more {
            halt_one(&game, &mut state);
        }
        game.apply(&mut state, Action::Done);
        state.turn
    };
    assert_eq!([false, true].map(turn_after), [2, 1]);
    // Routing units that take up the whole cap leave no choice.
    let (game, mut state, ids) = rows(3, 4, (4, 2));
    for routing in [3, 4] {
        state.unit_mut(ids[routing]).set(Status::ROUTING | Status::DISORDERED, true);
    }
    game.apply(&mut state, Action::Done);
    game.apply(&mut state, Action::Activate(ids[3]));
    for routing in [3, 4] {
        assert_eq!(state.step, Step::ReorganiseRoll(ids[routing]));
        game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
        game.apply(&mut state, Action::Pass);
    }
    assert_eq!((state.turn, state.active), (1, Side::Red));
}

/// EI-32, EI-107: the cap is that of the combativity at the start of the impulse, before wild elephants run over
/// anybody.
#[test]
fn wild_elephants_do_not_lower_the_cap_of_their_impulse() {
    let (game, mut state, ids) = Scene::new()
        .stand(Side::Red, Troop::plain(Arm::Elephant, Quality::Normal), (0, 0), 180, 1, 1)
        .stand(Side::Blue, foot(), (0, -1_000), 0, 1, 1)
        .stand(Side::Blue, foot(), (3_000, 1_000), 180, 3, 3)
        .stand(Side::Red, foot(), (3_000, -1_000), 0, 3, 3)
        .build();
    state.unit_mut(ids[0]).set(Status::RAMPANT, true);
    game.apply(&mut state, Action::Done);
    assert!(state.combativity(Side::Blue) < 4 && state.unit(ids[1]).bases == 0);
    assert_eq!((state.active, state.cap), (Side::Blue, 4));
}

/// E4.19, E4.20, EI-24, EI-27: equal totals are rolled again; the winner plays first or second; rolled each turn, or
/// once for the game.
#[test]
fn initiative_is_rolled_and_its_winner_chooses() {
    use reglette::en_avant::rules::TurnOrder;
    use reglette::en_avant::state::action::Roll;
    let begin = |order: TurnOrder| {
        let (mut game, mut state, _) = rows(3, 3, (5, 3));
        game.rules.turn_order = order;
        game.apply(&mut state, Action::Done);
        game.apply(&mut state, Action::Done);
        (game, state)
    };
    let (game, mut state) = begin(TurnOrder::RerollEachTurn);
    assert_eq!((state.turn, state.step), (2, Step::InitiativeRoll));
    let mut rolls = Vec::new();
    game.rolls(&state, &mut rolls);
    // A die plus 5 against a die plus 3: of 36 results 26 favour red, 6 blue, 4 neither.
    assert_eq!(rolls.iter().map(|it| (it.roll.hits, it.weight)).collect::<Vec<_>>(), [(0, 26), (1, 6), (2, 4)]);
    game.apply_roll(&mut state, Roll { hits: 2, sixes: 0 });
    assert_eq!(state.step, Step::InitiativeRoll, "rolled again");
    game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
    assert_eq!(
        (state.step, listed(&game, &state)),
        (Step::InitiativeChoice(Side::Blue), vec![Action::GoFirst, Action::GoSecond])
    );
    for (choice, first) in [(Action::GoFirst, Side::Blue), (Action::GoSecond, Side::Red)] {
        let mut after = state;
        game.apply(&mut after, choice);
        assert_eq!((after.first, after.active), (first, first));
    }
    let (_, state) = begin(TurnOrder::FixedAlternation);
    assert_eq!((state.turn, state.step, state.active), (2, Step::Impulse, Side::Red));
}

/// EI-39: difficult ground does not affect a change of formation.
#[test]
fn formation_is_changed_in_a_wood_as_in_the_open() {
    let change = Change { files: 1, facing: Facing::Kept, reference: 0, becomes: 0 };
    let after = |wood: bool| {
        let mut scene = Scene::new();
        if wood {
            use reglette::en_avant::rules::TerrainKind;
            scene.pieces.push(crate::terrain::area(TerrainKind::Wood, &[(-20, -20), (20, -20), (20, 20), (-20, 20)]));
        }
        let (game, mut state, ids) =
            scene.stand(Side::Red, foot(), (0, 0), 0, 3, 3).stand(Side::Blue, foot(), (0, 4_000), 180, 1, 1).build();
        state.step = Step::Place(ids[0], Placing::Formation);
        assert_eq!(game.check(&state, &Action::Form(change)), Ok(()));
        game.apply(&mut state, Action::Form(change));
        *state.unit(ids[0])
    };
    assert_eq!(after(true), after(false));
}
