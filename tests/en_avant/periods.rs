//! Chapter 14: uncontrollable elephants, horse artillery, dismounting.

use crate::scene::{Scene, foot, horse, with_weapon};
use crate::terrain::line;
use reglette::en_avant::army::troop::{Arm, Period, Troop};
use reglette::en_avant::rules::{Quality, Rules, TerrainKind, Weapon};
use reglette::en_avant::state::action::{Action, Change, Facing};
use reglette::en_avant::state::troops::Troops;
use reglette::en_avant::state::{Piece, Placing, Status, Step};
use reglette::en_avant::table::geometry::{Heading, Point};
use reglette::en_avant::{Engagement, State};
use reglette::game::{BySide, Game, Show, Side};

fn elephant() -> Troop {
    Troop::plain(Arm::Elephant, Quality::Normal)
}

fn guns() -> Troop {
    Troop { horse: true, ..with_weapon(Weapon::NormalArtillery, Troop::plain(Arm::Artillery, Quality::Normal)) }
}

/// E14.5, E14.6, EI-107: at the start of the enemy's first impulse an uncontrollable elephant runs its whole allowance
/// straight ahead and destroys every unit in its way.
#[test]
fn a_wild_elephant_destroys_whom_it_meets() {
    let (game, mut state, ids) = Scene::new()
        .stand(Side::Red, elephant(), (0, 0), 180, 1, 1)
        .stand(Side::Red, foot(), (0, -1_000), 0, 3, 3)
        .stand(Side::Red, foot(), (2_500, -1_000), 0, 3, 3)
        .stand(Side::Blue, foot(), (0, 3_000), 180, 3, 3)
        .build();
    // Enough bases that the losses do not end the game.
    let troops = Troops { bases: BySide::new(40, 40), ..game.troops.clone() };
    let game = Engagement { troops, ..game };
    state.unit_mut(ids[0]).set(Status::RAMPANT, true);
    game.apply(&mut state, Action::Done);
    assert_eq!(state.active, Side::Blue);
    assert_eq!(state.unit(ids[0]).front.y, -12_000, "a whole allowance of heavy cavalry");
    assert_eq!(state.unit(ids[1]).bases, 0, "in its path");
    assert_eq!(state.unit(ids[2]).bases, 3, "beside it");
    assert_eq!(state.unit(ids[3]).bases, 3, "behind it");
    let before = state.unit(ids[0]).front;
    game.apply(&mut state, Action::Done);
    assert_eq!(state.unit(ids[0]).front, before, "once in a turn");
}

/// E14.6, E12.7, EI-30: a camp whose guard an elephant runs over falls at once to an enemy that is there.
#[test]
fn a_camp_falls_when_an_elephant_runs_over_its_guard() {
    let (game, mut state, ids) = Scene::new()
        .stand(Side::Red, elephant(), (0, 0), 180, 1, 1)
        .stand(Side::Red, foot(), (0, -1_000), 0, 1, 1)
        .stand(Side::Red, foot(), (3_000, -1_000), 0, 3, 3)
        .stand(Side::Blue, foot(), (600, -1_300), 180, 1, 1)
        .build();
    let troops = Troops { bases: BySide::new(40, 40), ..game.troops.clone() };
    let game = Engagement { troops, ..game };
    let red = state.side_mut(Side::Red);
    (red.camp_lost, red.camp) =
        (false, Piece { front: Point::new(3_000, -13_000), heading: Heading::NORTH, present: true, activated: false });
    let before = state.combativity(Side::Red);
    state.unit_mut(ids[0]).set(Status::RAMPANT, true);
    game.apply(&mut state, Action::Done);
    assert_eq!(state.unit(ids[1]).bases, 0);
    assert!(state.side(Side::Red).camp_lost);
    assert_eq!(before - state.combativity(Side::Red), 2);
}

/// EI-107, EI-92: at the edge of the table it is removed, without being counted again; it cannot be activated.
#[test]
fn a_wild_elephant_leaves_the_table_for_good() {
    let (game, mut state, ids) = Scene::new()
        .stand(Side::Red, elephant(), (0, -4_000), 180, 1, 1)
        .stand(Side::Red, foot(), (3_000, 0), 0, 3, 3)
        .stand(Side::Blue, foot(), (0, 3_000), 180, 3, 3)
        .build();
    state.unit_mut(ids[0]).set(Status::RAMPANT, true);
    assert!(game.check(&state, &Action::Activate(ids[0])).is_err());
    game.apply(&mut state, Action::Done);
    assert_eq!(
        (state.unit(ids[0]).bases, state.side(Side::Red).bases_lost, state.side(Side::Red).units_lost),
        (0, 0, 1)
    );
}

/// EI-38, EI-104: horse artillery that is limbered makes its half-turn on the spot: its limber was behind it.
#[test]
fn a_limbered_gun_turns_about_on_the_spot() {
    let scene = Scene { period: Period::Napoleonic, ..Scene::new() }
        .stand(Side::Red, guns(), (0, 0), 0, 1, 1)
        .stand(Side::Red, foot(), (3_000, 0), 0, 3, 3)
        // So near that it must not come nearer.
        .stand(Side::Blue, foot(), (0, 1_000), 180, 3, 3);
    let (game, mut state, ids) = scene.build();
    state.unit_mut(ids[0]).set(Status::LIMBERED, true);
    state.step = Step::Place(ids[0], Placing::Formation);
    let about = Action::Form(Change { files: 1, facing: Facing::About, reference: 0, becomes: 0 });
    let middle = |state: &State| game.places().bounding(state, ids[0]).centre;
    let before = middle(&state);
    assert_eq!(game.check(&state, &about), Ok(()));
    game.apply(&mut state, about);
    assert_eq!((middle(&state), state.unit(ids[0]).heading), (before, Heading::NORTH.opposite()));
}

/// E14.13, E14.14, EI-104: horse artillery that has moved is limbered, and unlimbers in a later turn.
#[test]
fn horse_artillery_unlimbers_in_a_later_turn() {
    let scene = || {
        Scene { period: Period::Napoleonic, ..Scene::new() }
            .stand(Side::Red, guns(), (0, 0), 0, 1, 1)
            .stand(Side::Red, foot(), (2_000, 0), 0, 3, 3)
            .stand(Side::Blue, foot(), (0, 4_000), 180, 3, 3)
    };
    let (game, mut state, ids) = scene().build();
    state.unit_mut(ids[0]).set(Status::LIMBERED, true);
    assert_eq!(
        game.places().footprint(&state, ids[0]).rectangles()[0].half_depth,
        6_000,
        "the limber stands behind the gun"
    );
    state.unit_mut(ids[0]).moved_in = 1;
    state.step = Step::Place(ids[0], Placing::Formation);
    assert!(game.check(&state, &Action::Limber(false)).is_err(), "it has just moved");
    state.turn = 2;
    assert_eq!(game.check(&state, &Action::Limber(false)), Ok(()));
    game.apply(&mut state, Action::Limber(false));
    assert!(!state.unit(ids[0]).has(Status::LIMBERED));
    assert!(!game.may_limber(&state, ids[0], true), "limbering up is part of its move");
    let rules = Rules { limber_is_free: false, ..Rules::published() };
    let (game, state, ids) = Scene { rules, ..scene() }.build();
    assert!(game.may_limber(&state, ids[0], true));
    let rules = Rules { horse_artillery_unlimber_turns: 0, ..Rules::published() };
    let (game, mut state, ids) = Scene { rules, ..scene() }.build();
    state.unit_mut(ids[0]).set(Status::LIMBERED, true);
    state.unit_mut(ids[0]).moved_in = 1;
    assert!(game.may_limber(&state, ids[0], false), "it needs no turn for it");
}

/// E14.27, E14.28, E14.29, E14.30, EI-105: cavalry of the Civil War fights on foot as inferior infantry and mounts
/// again at the place of its horses.
#[test]
fn cavalry_dismounts_and_mounts_again() {
    let build = |holders: u8| {
        let rules = Rules { dismount_horse_holder_bases: holders, ..Rules::published() };
        Scene { rules, period: Period::CivilWar, dismounts: true, ..Scene::new() }
            .stand(Side::Red, with_weapon(Weapon::Rifle, horse()), (0, 0), 0, 3, 3)
            .stand(Side::Red, foot(), (2_000, -2_000), 0, 3, 3)
            .stand(Side::Blue, foot(), (0, 4_000), 180, 3, 3)
            .build()
    };
    let (game, mut state, ids) = build(0);
    let unit = ids[0];
    let mounted = *game.troops.profile(&state, unit);
    state.step = Step::Place(unit, Placing::Formation);
    game.apply(&mut state, Action::Dismount(true));
    let troop = game.troops.profile(&state, unit).troop;
    assert_eq!((troop.arm, troop.quality, state.unit(unit).bases), (Arm::Infantry, Quality::Inferior, 3));
    assert!(game.troops.profile(&state, unit).range > mounted.range, "the rifle of infantry reaches farther");
    assert!(state.markers.iter().any(|marker| marker.unit == unit));
    assert!(game.may_change_mount(&state, unit, false));
    // Away from the horses it cannot mount; an enemy in contact drives them off.
    let mut away = state;
    away.unit_mut(unit).front.y -= 12_000;
    assert!(!game.may_change_mount(&away, unit, false));
    game.units().refresh_contacts(&mut away);
    assert!(away.markers.iter().any(|marker| marker.unit == unit), "nobody touches them yet");
    away.unit_mut(ids[2]).front.y = 0;
    game.units().refresh_contacts(&mut away);
    assert!(away.markers.iter().all(|marker| marker.unit != unit));
    state.step = Step::Place(unit, Placing::Formation);
    game.apply(&mut state, Action::Dismount(false));
    assert_eq!(game.troops.arm(&state, unit), Arm::Cavalry);
    assert!(state.markers.iter().all(|marker| marker.unit != unit));
    let (game, mut state, ids) = build(1);
    state.step = Step::Place(ids[0], Placing::Formation);
    game.apply(&mut state, Action::Dismount(true));
    assert_eq!(state.unit(ids[0]).bases, 2, "one base holds the horses");
}

/// EI-105, E12.6: where a base holds the horses, a lone base does not dismount, and the base is lost with its unit.
#[test]
fn the_base_that_holds_the_horses_is_lost_with_its_unit() {
    let build = |bases: u8| {
        let rules = Rules { dismount_horse_holder_bases: 1, ..Rules::published() };
        let scene = Scene { rules, period: Period::CivilWar, dismounts: true, ..Scene::new() }
            .stand(Side::Red, with_weapon(Weapon::Rifle, horse()), (0, 0), 0, bases, bases)
            .stand(Side::Red, foot(), (2_000, -2_000), 0, 6, 6)
            .stand(Side::Blue, foot(), (0, 4_000), 180, 3, 3);
        let (game, mut state, ids) = scene.build();
        state.step = Step::Place(ids[0], Placing::Formation);
        (game, state, ids)
    };
    let mut proposed = Vec::new();
    let (game, state, _) = build(1);
    assert!(game.check(&state, &Action::Dismount(true)).unwrap_err().0.contains("EI-105"));
    game.legal_actions(&state, &mut proposed);
    assert!(!proposed.contains(&Action::Dismount(true)));
    let (game, mut state, ids) = build(3);
    let unit = ids[0];
    assert_eq!(game.check(&state, &Action::Dismount(true)), Ok(()));
    game.apply(&mut state, Action::Dismount(true));
    assert_eq!((state.unit(unit).bases, state.side(Side::Red).bases_lost), (2, 0));
    // Horses that are driven off cost nothing yet.
    let mut alone = state;
    alone.unit_mut(unit).front.y -= 12_000;
    alone.unit_mut(ids[2]).front.y = 0;
    game.units().refresh_contacts(&mut alone);
    assert!(alone.markers.iter().all(|marker| marker.unit != unit));
    assert_eq!(alone.side(Side::Red).bases_lost, 0);
    for mut state in [state, alone] {
        let before = state;
        game.units().destroy(&mut state, unit);
        let red = state.side(Side::Red);
        assert_eq!((red.bases_lost, red.units_lost), (3, 1));
        let words = game.describe_change(&before, &state);
        assert!(words.contains(&"With it are lost the horses and 1 base that held them.".to_owned()), "{words:?}");
    }
}

/// E14.30, E3.24, EI-38: nobody mounts where the horses would straddle an obstacle.
#[test]
fn nobody_mounts_astride_a_hedge() {
    let may_mount = |hedge: bool| {
        let mut scene = Scene { period: Period::CivilWar, dismounts: true, ..Scene::new() };
        if hedge {
            scene.pieces.push(line(TerrainKind::HedgeWallPalisade, &[(-30, -3), (30, -3)]));
        }
        let scene = scene.stand(Side::Red, with_weapon(Weapon::Rifle, horse()), (0, 200), 0, 3, 3);
        let (game, mut state, ids) = scene.stand(Side::Blue, foot(), (0, 4_000), 180, 3, 3).build();
        state.step = Step::Place(ids[0], Placing::Formation);
        game.apply(&mut state, Action::Dismount(true));
        // On foot it ends half a centimetre before the hedge, mounted it would as much behind it.
        state.unit_mut(ids[0]).front.y = 500;
        game.may_change_mount(&state, ids[0], false)
    };
    assert_eq!([may_mount(false), may_mount(true)], [true, false]);
}
