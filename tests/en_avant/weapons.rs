//! Table T4 and the rules of chapter 9 on shooters, times and targets.

use crate::scene::{Scene, foot, horse, with_weapon};
use reglette::en_avant::army::troop::{Arm, Period, Troop};
use reglette::en_avant::combat::odds::{Odds, OddsError, OddsOptions};
use reglette::en_avant::rules::{Quality, Weapon};
use reglette::en_avant::state::action::{Action, Roll};
use reglette::en_avant::state::{Piece, Placing, Status, Step, UnitId};
use reglette::en_avant::table::geometry::{Heading, Point};
use reglette::en_avant::{Engagement, State};
use reglette::game::{Game, Side};

fn odds(game: &Engagement, state: &State, ids: &[UnitId]) -> Result<Odds, OddsError> {
    game.odds(state, ids[0], ids[1], &OddsOptions::default())
}

/// The advantages of a row of the tables in a shot; 0 if it does not count.
fn row(odds: &Odds, rule: &str) -> i32 {
    let strike = &odds.strikes[0];
    strike.trail.iter().chain(&strike.save_trail).find(|it| it.rule == rule).map_or(0, |it| it.after - it.before)
}

/// E9.20, E9.21, E9.22, E9.23, E9.24, E9.25, E9.26, E9.27, E9.28, E9.29, E9.30, E9.31, E9.32, E9.16, E9.33, E9.49,
/// EI-4, EI-60, EI-61, EI-62: each row of table T4. Ranges are in centimetres for figures of 20 mm; advantages in
/// Antiquity, in the Middle Ages, later, and those that older weapons in the battle add.
#[test]
fn every_weapon_reaches_as_far_and_hits_as_hard_as_its_row_says() {
    use Weapon::*;
    for (weapon, range, advantages, more, older) in [
        (ShortBow, 8, [0, 0, 0], 0, Weapon::Sling),
        (Sling, 8, [0, 0, 0], 0, Weapon::Bow),
        (Bow, 8, [0, 0, 0], 0, Weapon::Sling),
        (Crossbow, 12, [0, 1, 0], 0, Weapon::Sling),
        (Longbow, 12, [0, 1, 0], 0, Weapon::Sling),
        (ArquebusMusket, 12, [0, 0, 0], 1, Weapon::Bow),
        (ArquebusMusket, 12, [0, 0, 0], 1, Weapon::ShortBow),
        (ArquebusMusket, 12, [0, 0, 0], 1, Weapon::Sling),
        (ArquebusMusket, 12, [0, 0, 0], 1, Weapon::Crossbow),
        (ArquebusMusket, 12, [0, 0, 0], 1, Weapon::Longbow),
        (ArquebusMusket, 12, [0, 0, 0], 0, Weapon::Catapult),
        (Ballista, 12, [2, 2, 0], 0, Weapon::Sling),
        (Musket, 16, [0, 0, 0], 0, Weapon::Bow),
        (Rifle, 20, [0, 0, 0], 1, Weapon::Musket),
        (Rifle, 20, [0, 0, 0], 0, Weapon::Bow),
        (MachineGun, 20, [2, 2, 2], 0, Weapon::Musket),
        (Catapult, 20, [2, 2, 0], 0, Weapon::Sling),
        (InferiorArtillery, 20, [2, 2, 2], 0, Weapon::Bow),
        (NormalArtillery, 40, [3, 3, 3], 0, Weapon::Bow),
        (SuperiorArtillery, 60, [4, 4, 4], 0, Weapon::Bow),
        (SuperiorHeavyArtillery, 80, [5, 5, 5], 0, Weapon::Bow),
    ] {
        for (period, advantages) in
            [(Period::Antiquity, 0), (Period::MiddleAges, 1), (Period::Napoleonic, 2), (Period::CivilWar, 2)]
                .map(|(period, at)| (period, advantages[at]))
        {
            let shot = |distance: i32, company: Option<Weapon>| {
                let scene = Scene { period, ..Scene::new() };
                let other = company.map_or(foot(), |weapon| with_weapon(weapon, foot()));
                let scene = scene.stand(Side::Red, with_weapon(weapon, foot()), (0, -4500), 0, 1, 1);
                let scene = scene.stand(Side::Blue, foot(), (0, -4500 + distance), 180, 1, 1).stand(
                    Side::Blue,
                    other,
                    (4000, -4000),
                    180,
                    1,
                    1,
                );
                let (game, state, ids) = scene.build();
                odds(&game, &state, &ids).map(|odds| row(&odds, "E9.49"))
            };
            let centimetres = 100 * range;
            assert_eq!(shot(centimetres, None), Ok(advantages), "{weapon:?} in {period:?}");
            assert!(
                matches!(shot(centimetres + 15, None), Err(OddsError::NoShot(_))),
                "{weapon:?} in {period:?} reaches farther"
            );
            assert_eq!(
                shot(centimetres, Some(older)),
                Ok(advantages + more),
                "{weapon:?} beside {older:?} in {period:?}"
            );
        }
    }
}

/// E9.23, E14.3: bows of elephants are older weapons in the battle only where elephants shoot.
#[test]
fn bows_of_elephants_are_in_use_only_if_elephants_shoot() {
    let advantages = |elephants_shoot: bool| {
        let mut scene = Scene { period: Period::MiddleAges, ..Scene::new() };
        scene.rules.elephant_can_shoot = elephants_shoot;
        let elephants = with_weapon(Weapon::Bow, Troop::plain(Arm::Elephant, Quality::Normal));
        let muskets = with_weapon(Weapon::ArquebusMusket, foot());
        let scene = scene.stand(Side::Red, muskets, (0, -4500), 0, 1, 1);
        let scene = scene.stand(Side::Blue, foot(), (0, -4000), 180, 1, 1);
        let (game, state, ids) = scene.stand(Side::Blue, elephants, (4000, -4000), 180, 1, 1).build();
        odds(&game, &state, &ids).map(|odds| row(&odds, "E9.49"))
    };
    assert_eq!([false, true].map(advantages), [Ok(0), Ok(1)]);
}

fn archers() -> Troop {
    with_weapon(Weapon::Longbow, foot())
}

/// Two units of archers before two enemies, the first of which is nearer.
fn shooting() -> (Engagement, State, Vec<UnitId>) {
    Scene::new()
        .stand(Side::Red, archers(), (0, -2000), 0, 2, 2)
        .stand(Side::Blue, foot(), (0, -1100), 180, 2, 4)
        .stand(Side::Red, archers(), (1200, -2000), 0, 2, 2)
        .stand(Side::Blue, foot(), (1300, -1000), 180, 2, 4)
        .stand(Side::Red, foot(), (-3000, -4000), 0, 2, 2)
        .build()
}

fn listed(game: &Engagement, state: &State) -> Vec<Action> {
    let mut actions = Vec::new();
    game.legal_actions(state, &mut actions);
    actions
}

/// E9.1, E9.5, E9.6, E9.7: a unit with missiles may shoot once per turn, as its only action.
#[test]
fn a_shot_is_a_choice_and_the_whole_action_of_a_turn() {
    let (game, mut state, ids) = shooting();
    let mut plain = state;
    game.apply(&mut plain, Action::Activate(ids[4]));
    assert!(game.check(&plain, &Action::Shoot).is_err(), "it has no missiles");
    game.apply(&mut state, Action::Activate(ids[0]));
    assert_eq!(listed(&game, &state), [Action::ChangeFormation, Action::March, Action::Shoot, Action::Halt]);
    for other in [Action::Halt, Action::Shoot] {
        let mut after = state;
        game.apply(&mut after, other);
        while after.step != Step::Impulse {
            assert!(matches!(after.step, Step::ShotRoll), "after the shot there is only its roll: {:?}", after.step);
            game.apply_roll(&mut after, Roll::default());
        }
        assert!(game.check(&after, &Action::Activate(ids[0])).is_err(), "it has acted");
        assert!(!listed(&game, &after).contains(&Action::Activate(ids[0])));
    }
}

/// E9.8, E9.13: a unit engaged in melee neither shoots nor is shot at.
#[test]
fn nobody_shoots_in_or_into_a_melee() {
    let build = |change: fn(&mut Scene)| {
        let mut scene = Scene::new();
        change(&mut scene);
        scene
            .stand(Side::Red, archers(), (0, 0), 0, 2, 2)
            .stand(Side::Blue, archers(), (0, 0), 180, 2, 2)
            .stand(Side::Red, archers(), (-1400, -700), 0, 3, 3)
            .build()
    };
    let may = |(game, state, ids): (Engagement, State, Vec<UnitId>)| {
        (
            game.units().may_shoot(&state, ids[0]),
            game.shot_fault(&state, ids[2], ids[1]).is_none(),
            game.targets(&state, ids[2]).has(ids[1]),
        )
    };
    assert_eq!(may(build(|_| {})), (false, false, false));
    assert!(may(build(|scene| scene.rules.shoot_while_engaged = true)).0);
    let (game, state, ids) = build(|scene| scene.rules.shoot_at_engaged = true);
    assert_ne!(game.shot_fault(&state, ids[2], ids[1]), Some("the target is engaged in melee (E9.13)"));
    let (game, state, ids) = build(|_| {});
    assert_eq!(game.shot_fault(&state, ids[2], ids[1]), Some("the target is engaged in melee (E9.13)"));
}

/// E9.9, E9.12, E9.57: a shot has one enemy unit as its target; of two units that shoot at one target each rolls for
/// itself.
#[test]
fn each_shot_has_one_target_and_its_own_dice() {
    let (game, mut state, ids) = shooting();
    state.step = Step::Place(ids[0], Placing::Shot);
    assert!(game.check(&state, &Action::ShootAt(ids[2])).is_err(), "a friend is no target");
    game.apply(&mut state, Action::ShootAt(ids[1]));
    assert_eq!((state.clash.struck, state.clash.dice[0]), ([reglette::en_avant::state::NO_UNIT, ids[1]], 1));
    game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
    let action = listed(&game, &state)[0];
    game.apply(&mut state, action);
    assert_eq!(state.unit(ids[3]).bases, 4, "nobody else is hit");
    // The second unit shoots at the same target: another shot, with its own die.
    let mut again = state;
    again.step = Step::Place(ids[2], Placing::Shot);
    again.unit_mut(ids[3]).bases = 0;
    game.apply(&mut again, Action::ShootAt(ids[1]));
    let dice = game.odds(&again, ids[2], ids[1], &OddsOptions::default()).expect("a shot").strikes[0].dice;
    assert_eq!((again.combats, again.clash.dice[0]), (2, dice));
}

/// E9.47, E9.48, E14.7, EI-58: cavalry, columns and squares are bulky, once; an elephant is very large instead; other
/// troops are neither.
#[test]
fn bulky_and_very_large_targets() {
    let bulk = |troop: Troop, files: u8, bases: u8, square: bool| {
        let mut scene = Scene::new();
        scene.rules.square_is_bulky = square;
        let scene = scene.stand(Side::Red, archers(), (0, -2000), 0, 2, 2).stand(
            Side::Blue,
            troop,
            (0, -1100),
            180,
            files,
            bases,
        );
        let (game, state, ids) = scene.build();
        let odds = odds(&game, &state, &ids).expect("a shot");
        (row(&odds, "E9.47"), row(&odds, "E9.48"))
    };
    let guns = with_weapon(Weapon::NormalArtillery, Troop::plain(Arm::Artillery, Quality::Normal));
    assert_eq!(bulk(foot(), 2, 2, true), (0, 0));
    assert_eq!(bulk(foot(), 1, 2, true), (1, 0));
    assert_eq!(bulk(foot(), 1, 1, true), (0, 0), "a lone base is no column (EI-9)");
    assert_eq!(bulk(foot(), 2, 4, true), (1, 0));
    assert_eq!(bulk(foot(), 2, 4, false), (0, 0));
    assert_eq!(bulk(horse(), 1, 2, true), (1, 0), "cavalry in column counts once");
    // The table names no arm for column and square.
    assert_eq!(bulk(guns, 1, 2, true), (1, 0));
    assert_eq!(bulk(guns, 2, 4, true), (1, 0));
    assert_eq!((bulk(guns, 1, 1, true), bulk(guns, 2, 2, true)), ((0, 0), (0, 0)));
    assert_eq!(bulk(Troop::plain(Arm::Elephant, Quality::Normal), 1, 1, true), (0, 2));
}

/// E9.50: a target in contact with its general saves.
#[test]
fn a_general_steadies_the_target() {
    let saves = |y: i32| {
        let (game, mut state, ids) = shooting();
        let side = state.side_mut(Side::Blue);
        side.general_lost = false;
        side.general =
            Piece { front: Point::new(0, y), heading: Heading::NORTH.opposite(), present: true, activated: false };
        row(&odds(&game, &state, &ids).expect("a shot"), "E9.50")
    };
    // Two ranks of 3 cm stand behind a front at −11 cm.
    assert_eq!((saves(-5_000), saves(-4_900)), (1, 0));
}

/// E9.55, E9.56, EI-106: light and heavy targets save equally, elephants are neither.
#[test]
fn light_and_heavy_targets_save() {
    use reglette::en_avant::army::troop::Weight::{Heavy, Light, Standard};
    let saves = |weight, rule: &str| {
        let troop = Troop { weight, ..foot() };
        let scene = Scene::new().stand(Side::Red, archers(), (0, -2000), 0, 2, 2).stand(
            Side::Blue,
            troop,
            (0, -1100),
            180,
            2,
            2,
        );
        let (game, state, ids) = scene.build();
        row(&odds(&game, &state, &ids).expect("a shot"), rule)
    };
    assert_eq!(
        [Light, Standard, Heavy].map(|weight| (saves(weight, "E9.55"), saves(weight, "E9.56"))),
        [(1, 0), (0, 0), (0, 1)]
    );
}

/// E9.19, EI-54: a shot ordered at an impossible target only costs the action; by the other reading it cannot be
/// ordered.
#[test]
fn an_impossible_shot_costs_the_action() {
    let (mut game, mut state, ids) = shooting();
    state.unit_mut(ids[0]).set(Status::ACTIVATED, true);
    state.step = Step::Place(ids[0], Placing::Shot);
    assert_eq!(game.check(&state, &Action::ShootAt(ids[3])), Ok(()), "another is nearer, but it may be told");
    let mut lost = state;
    game.apply(&mut lost, Action::ShootAt(ids[3]));
    assert_eq!((lost.step, lost.combats), (Step::Impulse, 0));
    game.rules.illegal_shot_wastes_activation = false;
    assert!(
        game.check(&state, &Action::ShootAt(ids[3])).is_err() && game.check(&state, &Action::ShootAt(ids[1])).is_ok()
    );
}
