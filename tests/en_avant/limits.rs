//! Limits of special troops, recoils and melees of several units: courses of elephants, limbers, horses, edges of the
//! table, angles.

use crate::melees::{attacked, face_to_face};
use crate::results::{against, shot, take};
use crate::scene::{Scene, foot, horse, with_weapon};
use crate::terrain::area;
use reglette::en_avant::army::troop::{Arm, Period, Troop};
use reglette::en_avant::rules::{BlockedRecoil, MeleeGrouping, PathDestroys, Quality, TerrainKind, Weapon};
use reglette::en_avant::setup::position::faults;
use reglette::en_avant::state::action::{Action, Roll};
use reglette::en_avant::state::troops::Troops;
use reglette::en_avant::state::{NO_UNIT, Piece, Status, Step, UnitId};
use reglette::en_avant::table::geometry::{CENTIMETRE, Heading, Point};
use reglette::en_avant::{Engagement, State};
use reglette::game::{BySide, Game, Side};

fn elephant() -> Troop {
    Troop::plain(Arm::Elephant, Quality::Normal)
}

fn gun() -> Troop {
    with_weapon(Weapon::NormalArtillery, Troop::plain(Arm::Artillery, Quality::Normal))
}

fn listed(game: &Engagement, state: &State) -> Vec<Action> {
    let mut actions = Vec::new();
    game.legal_actions(state, &mut actions);
    actions
}

/// An elephant of red in the middle whose course blue may choose, with friends around it; armies so large that its loss
/// costs no combativity.
fn wild(friends: &[(i32, i32)], change: fn(&mut Scene)) -> (Engagement, State, Vec<UnitId>) {
    let mut scene = Scene::new().stand(Side::Red, elephant(), (0, 300), 0, 1, 1);
    for at in friends {
        scene = scene.stand(Side::Red, foot(), *at, 0, 2, 2);
    }
    change(&mut scene);
    let (game, mut state, ids) = scene.stand(Side::Blue, foot(), (0, 4_500), 180, 2, 2).build();
    let game = Engagement { troops: Troops { bases: BySide::new(80, 80), ..game.troops.clone() }, ..game };
    state.unit_mut(ids[0]).set(Status::RAMPANT | Status::ACTIVATED, true);
    state.step = Step::Course(ids[0]);
    (game, state, ids)
}

/// E14.5, EI-107: the enemy may choose any course; sixteen courses are proposed, and those straight at friends within
/// two of its allowances.
#[test]
fn courses_lead_at_friends_within_reach() {
    // Its middle is the middle of the table. The middles of friends are 1.5 cm behind their fronts.
    let near = Point::new(10 * CENTIMETRE, 15 * CENTIMETRE + 1_500 - 1_500);
    let (game, state, _) = wild(&[(1_000, 1_650), (-1_500, 3_150)], |_| {});
    let courses = listed(&game, &state);
    let at = |x: i32, y: i32| Action::Send(Heading::along(Point::new(x * CENTIMETRE, y * CENTIMETRE)));
    assert!(courses.contains(&Action::Send(Heading::along(near))), "18 cm away");
    assert!(!courses.contains(&at(-15, 30)), "33.5 cm are more than twice 12");
    assert_eq!(courses.len(), 17);
    assert_eq!(game.check(&state, &at(-15, 30)), Ok(()), "sent it may be all the same");
}

/// E14.5, E14.6, EI-92, EI-107: it counts as lost once its course is chosen, turns about its centre, and runs 12 cm:
/// units that it touches are destroyed whole, or base by base.
#[test]
fn a_sent_elephant_runs_its_allowance_and_is_counted_as_lost() {
    // To the east: its front comes to 3 + 12 = 15 cm. Friends: in its path from 9 cm on, from 15.5 cm on, and beside
    // it.
    let run = |change: fn(&mut Scene)| {
        let (game, mut state, ids) = wild(&[(1_500, 150), (2_200, 150), (900, -400)], change);
        let points = game.troops.points(Side::Red);
        game.apply(&mut state, Action::Send(Heading::new(360)));
        assert!(points > 0);
        (state, ids)
    };
    let (state, ids) = run(|_| {});
    let it = state.unit(ids[0]);
    assert_eq!((it.front, it.heading, it.has(Status::RAMPANT)), (Point::new(15_000, 0), Heading::new(360), true));
    assert_eq!([1, 2, 3].map(|index: usize| state.unit(ids[index]).bases), [0, 2, 2]);
    let red = state.side(Side::Red);
    assert_eq!((red.bases_lost, red.points_lost, red.units_lost), (3, 6 + 4, 1), "the elephant and two bases");
    // Base by base: the path ends at 15 cm, so that the base from 15 to 21 cm stays.
    let (state, ids) = run(|scene| scene.rules.elephant_path_destroys = PathDestroys::Bases);
    assert_eq!((state.unit(ids[1]).bases, state.side(Side::Red).bases_lost), (1, 2));
}

/// E14.6, EI-107: its turn on the spot is no part of its way: units in contact with it are run over only if it runs
/// through them.
#[test]
fn an_elephant_that_turns_runs_over_nobody() {
    // To its right and in front of it.
    let (game, mut state, ids) = wild(&[(900, 300), (0, 600)], |_| {});
    let bases = |state: &State| [1, 2].map(|index: usize| state.unit(ids[index]).bases);
    let mut north_east = state;
    game.apply(&mut north_east, Action::Send(Heading::new(180)));
    assert_eq!(bases(&north_east), [0, 0]);
    game.apply(&mut state, Action::Send(Heading::new(900)));
    assert_eq!(bases(&state), [2, 2]);
    // Water stops it at once.
    let lake = |scene: &mut Scene| {
        scene.pieces.push(area(TerrainKind::Lake, &[(-20, -20), (-3, -20), (-3, -3), (-20, -3)]));
    };
    let (game, mut state, ids) = wild(&[(900, 300), (0, 600)], lake);
    game.apply(&mut state, Action::Send(Heading::new(900)));
    assert_eq!([0, 1, 2].map(|index: usize| state.unit(ids[index]).bases), [0, 2, 2]);
}

/// E14.5, E14.6, EI-107: its way begins at its middle, so that water or the edge of the table behind it stops it only
/// if its way leads there.
#[test]
fn an_elephant_runs_away_from_water() {
    let lake = |scene: &mut Scene| {
        scene.pieces.push(area(TerrainKind::Lake, &[(-20, -20), (20, -20), (20, -3), (-20, -3)]));
    };
    let end = |heading: u16| {
        let (game, mut state, ids) = wild(&[(-2_500, 1_500)], lake);
        game.apply(&mut state, Action::Send(Heading::new(heading)));
        let it = *state.unit(ids[0]);
        it.is_on_table().then_some((it.front.x / 10, it.front.y / 10))
    };
    // Its front is 3 cm before its middle, and 12 cm farther at the end; turned by 45 degrees a corner is in the lake.
    assert_eq!(end(180), Some((1_060, 1_060)));
    assert_eq!(end(900), None);
}

/// EI-29, EI-107: a general on an elephant that goes out of control is lost with it, once.
#[test]
fn a_general_on_a_wild_elephant_is_lost() {
    let (game, mut state, ids) = wild(&[(1_000, 1_650)], |_| {});
    (state.side_mut(Side::Red).general_unit, state.side_mut(Side::Red).general_lost) = (ids[0], false);
    let before = state.combativity(Side::Red);
    game.apply(&mut state, Action::Send(Heading::new(720)));
    let red = *state.side(Side::Red);
    assert!(red.general_lost && red.general_unit == NO_UNIT && state.unit(ids[0]).is_on_table());
    assert_eq!(before - state.combativity(Side::Red), game.rules.general_loss_combativity as i8);
    // No position has him with it any more.
    let red = state.side_mut(Side::Red);
    (red.general_unit, red.general_lost) = (ids[0], false);
    let found = faults(&game, &state);
    assert!(found.iter().any(|fault| fault.problem.contains("EI-29")), "{found:?}");
}

/// EI-107: a general in its path is lost, one beside it is not; it runs once per turn, in the first impulse of its
/// enemy.
#[test]
fn a_wild_elephant_runs_over_generals_once_in_a_turn() {
    let general = |x: i32| {
        let (game, mut state, _) = wild(&[(-3_000, -3_000)], |scene| scene.period = Period::Napoleonic);
        let red = state.side_mut(Side::Red);
        red.general_lost = false;
        red.general =
            Piece { front: Point::new(x, 10 * CENTIMETRE), heading: Heading::NORTH, present: true, activated: true };
        game.apply(&mut state, Action::Send(Heading::NORTH));
        (state.side(Side::Red).general_lost, state.side(Side::Red).general.present)
    };
    assert_eq!(general(0), (true, false));
    assert_eq!(general(7 * CENTIMETRE), (false, true), "his base is 6 cm wide, the elephant too");
    let (game, mut state, ids) = wild(&[(-3_000, -3_000)], |_| {});
    state.step = Step::Impulse;
    state.unit_mut(ids[0]).moved_in = 1;
    game.apply(&mut state, Action::Done);
    assert_eq!((state.active, state.unit(ids[0]).front.y), (Side::Blue, 3_000), "it has run in this turn");
    let (game, mut state, ids) = wild(&[(-3_000, -3_000)], |_| {});
    state.step = Step::Impulse;
    state.impulses_of_turn = [1, 1];
    game.apply(&mut state, Action::Done);
    assert_eq!((state.active, state.unit(ids[0]).front.y), (Side::Blue, 3_000), "not in the second impulse");
}

/// EI-104, E14.14, E6.7: teams unlimber in a later turn than they moved, never in contact with the enemy, and limber up
/// where that brings them no nearer to him; other guns have no teams.
#[test]
fn limbers_are_for_horse_artillery_out_of_contact() {
    let teams = Troop { horse: true, ..gun() };
    let may = |troop: Troop, enemy: i32, limbered: bool, moved_in: u8, on: bool| {
        let scene = Scene { period: Period::Napoleonic, ..Scene::new() }.stand(Side::Red, troop, (0, 0), 0, 1, 1);
        let (mut game, mut state, ids) = scene.stand(Side::Blue, foot(), (0, enemy), 180, 1, 1).build();
        game.rules.limber_is_free = false;
        state.turn = 3;
        state.unit_mut(ids[0]).set(Status::LIMBERED, limbered);
        state.unit_mut(ids[0]).moved_in = moved_in;
        game.may_limber(&state, ids[0], on)
    };
    assert!(
        may(teams, 3_000, true, 2, false) && may(teams, 3_000, true, 0, false) && !may(teams, 3_000, true, 3, false)
    );
    assert!(may(teams, 3_000, false, 3, true));
    assert!(!may(teams, 3_000, true, 2, true) && !may(teams, 3_000, false, 2, false), "it is so already");
    assert!(!may(teams, 0, true, 2, false) && !may(teams, 0, false, 2, true), "engaged");
    assert!(!may(gun(), 3_000, true, 2, false) && !may(gun(), 3_000, false, 2, true));
    assert!(!may(teams, -2_500, false, 3, true), "the teams would come nearer to the enemy (E6.7)");
}

/// EI-104, E9.42: a shot at a limber behind which the gun is out of range is aimed at one base.
#[test]
fn a_limber_is_aimed_at_as_one_base() {
    let teams = Troop { horse: true, ..gun() };
    let scene = Scene { period: Period::Napoleonic, ..Scene::new() }.stand(
        Side::Red,
        with_weapon(Weapon::Musket, foot()),
        (0, 0),
        0,
        4,
        4,
    );
    let (game, mut state, ids) = scene.stand(Side::Blue, teams, (0, 2_500), 0, 1, 1).build();
    state.unit_mut(ids[1]).set(Status::LIMBERED, true);
    let field = game.units().field_of_fire(&state, ids[0]);
    assert!(game.places().is_in_field(&state, &field, ids[1]));
    assert_eq!(game.units().bases_aimed_at(&state, ids[0], ids[1]), 1);
}

/// EI-105, E14.27: cavalry that cannot dismount, is engaged, has already dismounted, or has no room does not dismount.
#[test]
fn dismounting_needs_peace_and_room() {
    let may = |dismounts: bool, enemy: i32, behind: Option<i32>, on_foot: bool| {
        let scene = Scene { period: Period::CivilWar, dismounts, ..Scene::new() };
        let mut scene = scene.stand(Side::Red, with_weapon(Weapon::Rifle, horse()), (0, 0), 0, 2, 2);
        if let Some(y) = behind {
            scene = scene.stand(Side::Red, foot(), (0, y), 0, 2, 2);
        }
        let (game, state, ids) = scene.stand(Side::Blue, foot(), (0, enemy), 180, 2, 2).build();
        game.may_change_mount(&state, ids[0], on_foot)
    };
    assert!(may(true, 3_000, None, true));
    assert!(!may(true, 3_000, None, false), "it is mounted");
    assert!(!may(false, 3_000, None, true) && !may(true, 0, None, true));
    // On foot again a unit is 1 cm less deep: mounting needs that centimetre.
    let mount = |gap: i32| {
        let scene = Scene { period: Period::CivilWar, dismounts: true, ..Scene::new() };
        let scene = scene.stand(Side::Red, with_weapon(Weapon::Rifle, horse()), (0, 0), 0, 2, 2);
        let (game, mut state, ids) =
            scene.stand(Side::Red, foot(), (0, -gap), 0, 2, 2).stand(Side::Blue, foot(), (0, 3_000), 180, 2, 2).build();
        state.step = Step::Place(ids[0], reglette::en_avant::state::Placing::Formation);
        game.apply(&mut state, Action::Dismount(true));
        state.unit_mut(ids[1]).front.y += 7_000;
        game.may_change_mount(&state, ids[0], false)
    };
    assert!(mount(1_120) && !mount(1_050), "a friend 4.2 or 3.5 cm behind the front");
}

/// E6.7, EI-105: a unit that mounts must not come nearer to an enemy within two rulers.
#[test]
fn nobody_mounts_towards_the_enemy() {
    let may_mount = |(files, bases, enemy): (u8, u8, i32)| {
        let scene = Scene { period: Period::CivilWar, dismounts: true, ..Scene::new() };
        let scene = scene.stand(Side::Red, with_weapon(Weapon::Rifle, horse()), (0, 2_000), 0, files, bases);
        let (game, mut state, ids) = scene.stand(Side::Blue, foot(), (0, enemy), 180, 2, 2).build();
        state.step = Step::Place(ids[0], reglette::en_avant::state::Placing::Formation);
        game.apply(&mut state, Action::Dismount(true));
        game.may_change_mount(&state, ids[0], false)
    };
    // The front stays in place; the rear comes 1 cm nearer to whom is behind it.
    assert_eq!([(2, 2, 3_500), (2, 2, 500), (2, 2, -2_800)].map(may_mount), [true, false, true]);
    // Two rulers are measured from the unit: 38 cm behind a column of 18 cm.
    assert!(!may_mount((1, 6, -3_900)));
}

/// E10.12, EI-67: cavalry recoils over infantry that faces another way by more than 45 degrees, not over infantry
/// within 45 degrees, nor over cavalry.
#[test]
fn cavalry_tramples_beyond_45_degrees() {
    let after = |degrees: u16, troop: Troop, allowed: bool| {
        let mut scene = against(horse(), 1, 1, 4);
        scene.rules.cavalry_recoil_tramples_infantry = allowed;
        // Walls of friends on both sides leave only the way straight back.
        let scene = scene
            .stand(Side::Blue, foot(), (-1_400, 300), 180, 3, 9)
            .stand(Side::Blue, foot(), (1_400, 300), 180, 3, 9)
            .stand(Side::Blue, troop, (0, 700), degrees, 1, 1);
        let (game, mut state, ids) = shot(scene, 1);
        game.apply(&mut state, Action::Take(take(0, 1, false)));
        (state.unit(ids[1]).is_on_table(), state.unit(ids[4]).is_on_table())
    };
    assert_eq!(after(134, foot(), true), (true, false));
    assert_eq!(after(135, foot(), true), (false, true), "45 degrees are still the same way");
    assert_eq!(after(134, foot(), false), (false, true));
    assert_eq!(after(134, horse(), true), (false, true), "cavalry is not trampled");
}

/// EI-46, E10.11, EI-66: a recoil over the edge of the table destroys the unit if every way leads over it; ways that
/// lead over it are not offered.
#[test]
fn a_recoil_ends_at_the_edge_of_the_table() {
    let at = |y: i32, rule: BlockedRecoil| {
        let mut scene =
            Scene::new().stand(Side::Red, gun(), (0, y - 1_500), 0, 1, 1).stand(Side::Blue, foot(), (0, y), 180, 2, 2);
        scene.rules.recoil_off_table = rule;
        scene.rules.quarter_loss_combativity = 0;
        let (game, mut state, ids) = shot(scene.stand(Side::Blue, foot(), (3_000, -3_000), 180, 2, 2), 1);
        let recoil = listed(&game, &state).contains(&Action::Take(take(0, 1, false)));
        if recoil {
            game.apply(&mut state, Action::Take(take(0, 1, false)));
        }
        let ways: Vec<Action> =
            if matches!(state.step, Step::RecoilTo(_)) { listed(&game, &state) } else { Vec::new() };
        (recoil, ways.contains(&Action::RecoilTo(Heading::NORTH)), ways.len(), state.unit(ids[1]).is_on_table())
    };
    use BlockedRecoil::{Destroyed, Unavailable};
    // 3 cm deep, 3 cm of recoil: the table ends at 50 cm.
    assert_eq!(at(4_400, Destroyed), (true, true, 3, true));
    assert_eq!(at(4_420, Destroyed), (true, false, 2, true), "to the sides it goes 2.1 cm back");
    assert_eq!(at(4_500, Destroyed), (true, false, 0, false));
    assert_eq!(at(4_500, Unavailable), (false, false, 0, true));
}

/// EI-76: units that are not each other's principal opponents fight separate melees, unless the rules join all units in
/// contact.
#[test]
fn melees_along_a_line_are_apart_unless_the_rules_join_them() {
    // Red A and B, each two files, facing blue C, three files, and D, two: A shares two files with C, B one with C and
    // one with D.
    let build = |grouping: MeleeGrouping| {
        let scene = Scene::new()
            .stand(Side::Red, foot(), (-300, 0), 0, 2, 2)
            .stand(Side::Red, foot(), (900, 0), 0, 2, 2)
            .stand(Side::Blue, foot(), (0, 0), 180, 3, 3)
            .stand(Side::Blue, foot(), (1_500, 0), 180, 2, 2);
        let (mut game, mut state, ids) = scene.build();
        game.rules.melee_grouping = grouping;
        game.apply(&mut state, Action::Done);
        (game, state, ids)
    };
    let (game, mut state, ids) = build(MeleeGrouping::PrincipalOpponent);
    assert_eq!(
        (state.step, listed(&game, &state)),
        (Step::MeleeOrder, vec![Action::Fight(ids[0]), Action::Fight(ids[1])])
    );
    game.apply(&mut state, Action::Fight(ids[1]));
    assert_eq!(state.clash.units.iter().collect::<Vec<_>>(), [ids[1], ids[3]]);
    let (_, state, ids) = build(MeleeGrouping::WholeCluster);
    assert_eq!(state.clash.units.iter().collect::<Vec<_>>(), [ids[0], ids[1], ids[2], ids[3]]);
}

/// E11.41, EI-87, EI-5: a pursuit is as long as a base of the pursuer is deep or wide, according to the rules.
#[test]
fn the_length_of_a_pursuit_is_for_the_rules() {
    use reglette::en_avant::rules::BaseAxis;
    let pursued = |change: fn(&mut Scene)| {
        // Blue recoils by 4 cm, the depth of cavalry; infantry follows by its own depth of 3 cm.
        let mut scene = face_to_face(foot(), 2, horse(), 2);
        change(&mut scene);
        let (game, mut state, ids) = attacked(scene);
        game.apply(&mut state, Action::Done);
        game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
        game.apply_roll(&mut state, Roll::default());
        game.apply(&mut state, Action::Take(take(0, 1, false)));
        if state.step == Step::Pursuit(ids[0]) {
            game.apply(&mut state, Action::Pursue);
        }
        (state.unit(ids[0]).front.y, state.unit(ids[1]).front.y)
    };
    assert_eq!(pursued(|_| {}), (3_000, 4_000));
    assert_eq!(pursued(|scene| scene.rules.pursuit_distance = 50), (1_500, 4_000));
    assert_eq!(pursued(|scene| scene.rules.recoil_distance = 200), (3_000, 8_000));
    assert_eq!(
        pursued(|scene| (scene.rules.recoil_distance, scene.rules.pursuit_axis) = (200, BaseAxis::Width)),
        (6_000, 8_000)
    );
    assert_eq!(pursued(|scene| scene.rules.recoil_axis = BaseAxis::Width), (3_000, 6_000));
}

/// E11.44: the step back of a unit that breaks off is measured in depths of its base.
#[test]
fn a_unit_that_breaks_off_steps_back_by_its_depth() {
    for (troop, hundredths, back) in
        [(foot(), 100, 3_000), (horse(), 100, 4_000), (foot(), 200, 6_000), (foot(), 50, 1_500)]
    {
        let mut scene = face_to_face(troop, 2, foot(), 2);
        scene.rules.break_off_distance = hundredths;
        let (game, mut state, ids) = scene.build();
        game.apply(&mut state, Action::Activate(ids[0]));
        game.apply(&mut state, Action::BreakOff);
        game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
        assert_eq!(state.unit(ids[0]).front.y, -back);
        assert!(!state.unit(ids[0]).has(Status::DISORDERED) && !state.unit(ids[1]).has(Status::ENGAGED));
    }
}
