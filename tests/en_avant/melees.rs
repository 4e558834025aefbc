//! Melee: dice of table T6, groups, flanks, results, pursuit, breaking off (chapter 11).

use crate::scene::{Scene, foot, horse, of_quality, of_weight, with_weapon};
use crate::terrain::area;
use reglette::en_avant::army::troop::{Arm, Troop, Weight};
use reglette::en_avant::combat::odds::{Odds, OddsOptions, RerollPolicy};
use reglette::en_avant::rules::{BaseAxis, Quality, TerrainKind, Weapon};
use reglette::en_avant::state::action::{Action, Results, Roll};
use reglette::en_avant::state::{NO_UNIT, Piece, Status, Step, UnitId};
use reglette::en_avant::table::geometry::{Heading, Point};
use reglette::en_avant::{Engagement, State};
use reglette::game::{Game, Side};

/// The game with the first unit just having attacked the second.
pub fn attacked(scene: Scene) -> (Engagement, State, Vec<UnitId>) {
    let (game, mut state, ids) = scene.build();
    assert!(game.units().contact(&state, ids[0], ids[1]).is_some(), "the units touch");
    state.unit_mut(ids[0]).set(Status::CHARGED | Status::ATTACKER | Status::FRESH, true);
    state.unit_mut(ids[1]).set(Status::DEFENDER | Status::FRESH, true);
    (game, state, ids)
}

pub fn odds(game: &Engagement, state: &State, ids: &[UnitId]) -> Odds {
    game.odds(state, ids[0], ids[1], &OddsOptions::default()).expect("they fight")
}

/// The dice of both sides, the attacker's first.
pub fn dice(scene: Scene) -> (u8, u8) {
    let (game, state, ids) = attacked(scene);
    let odds = odds(&game, &state, &ids);
    (odds.strikes[0].dice, odds.strikes[1].dice)
}

/// The dice of both sides where units of three bases of these troops have fought for a round.
pub fn dice_of_both(red: Troop, blue: Troop) -> (u8, u8) {
    let (game, mut state, ids) = attacked(face_to_face(red, 3, blue, 3));
    state.unit_mut(ids[0]).set(Status::CHARGED, false);
    let odds = odds(&game, &state, &ids);
    (odds.strikes[0].dice, odds.strikes[1].dice)
}

fn knights() -> Troop {
    of_weight(Weight::Heavy, of_quality(Quality::Superior, horse()))
}

/// Red units face to face with blue ones, on the same grid of files.
pub fn face_to_face(red: Troop, red_bases: u8, blue: Troop, blue_bases: u8) -> Scene {
    let shift = if red_bases % 2 == blue_bases % 2 { 0 } else { 300 };
    Scene::new().stand(Side::Red, red, (shift, 0), 0, red_bases, red_bases).stand(
        Side::Blue,
        blue,
        (0, 0),
        180,
        blue_bases,
        blue_bases,
    )
}

/// EX-46, E11.15, E11.16, E11.17, E11.19, E11.20, E11.28, E11.34: in the second round the impetus is gone.
#[test]
fn knights_attack_infantry() {
    assert_eq!(dice(face_to_face(knights(), 2, foot(), 3)), (4, 2));
    let (game, mut state, ids) = attacked(face_to_face(knights(), 2, foot(), 3));
    state.unit_mut(ids[0]).set(Status::CHARGED, false);
    let odds = odds(&game, &state, &ids);
    assert_eq!((odds.strikes[0].dice, odds.strikes[1].dice), (3, 2));
    let rows: Vec<&str> = odds.strikes[0].trail.iter().map(|it| it.rule).collect();
    assert_eq!(rows, ["E11.16", "E11.19", "E11.20"]);
}

/// EX-47, E11.25, EI-82: only the defender has the shelter of the wood.
#[test]
fn hoplites_attack_infantry_in_a_wood() {
    let hoplites = of_weight(Weight::Heavy, of_quality(Quality::Superior, foot()));
    let mut scene = face_to_face(hoplites, 4, foot(), 4);
    scene.pieces = vec![area(TerrainKind::Wood, &[(-20, -20), (20, -20), (20, 20), (-20, 20)])];
    assert_eq!(dice(scene), (3, 2));
}

/// EX-48, E11.18, E11.21, E11.22, E11.27.
#[test]
fn light_cavalry_takes_a_battery_in_rear() {
    let light = of_weight(Weight::Light, of_quality(Quality::Inferior, horse()));
    let gun = with_weapon(Weapon::NormalArtillery, Troop::plain(Arm::Artillery, Quality::Normal));
    let scene = Scene::new().stand(Side::Red, light, (0, 600), 180, 4, 4).stand(Side::Blue, gun, (0, 0), 180, 1, 1);
    assert_eq!(dice(scene), (6, 2));
}

/// EX-49, E11.36, EI-81: equals have a die each.
#[test]
fn equals_roll_a_die_each() {
    let (game, mut state, ids) = attacked(face_to_face(foot(), 3, foot(), 3));
    state.unit_mut(ids[0]).set(Status::CHARGED, false);
    let odds = odds(&game, &state, &ids);
    assert_eq!((odds.strikes[0].dice, odds.strikes[1].dice), (1, 1));
}

/// EX-50, E11.27, E11.29, E11.30, EI-83.
#[test]
fn each_flank_and_the_rear_count_together() {
    let (left, right, rear) = (((-600, -300), 90), ((600, -300), 270), ((0, -600), 0));
    for (places, rule, advantages) in [
        (vec![left], "E11.27", 1),
        (vec![left, right], "E11.29", 2),
        (vec![left, rear], "E11.29", 2),
        (vec![left, right, rear], "E11.30", 3),
    ] {
        let mut scene = Scene::new();
        for (at, degrees) in places {
            scene = scene.stand(Side::Red, foot(), at, degrees, 1, 1);
        }
        let (game, state, ids) = scene.stand(Side::Blue, foot(), (0, 0), 0, 2, 4).build();
        let found = odds(&game, &state, &[ids[0], *ids.last().expect("units")]);
        let row = found.strikes[0].trail.iter().find(|it| it.rule == rule);
        assert_eq!(row.map(|it| it.after - it.before), Some(advantages), "{:?}", found.strikes[0].trail);
    }
}

/// EX-53, E14.2, EI-106.
#[test]
fn an_elephant_against_legions() {
    let elephant = Troop::plain(Arm::Elephant, Quality::Normal);
    let legion = of_weight(Weight::Heavy, of_quality(Quality::Superior, foot()));
    assert_eq!(dice(face_to_face(elephant, 1, legion, 2)), (3, 4));
}

/// E11.26, E11.31, E11.33, E11.35, E14.9, EI-84, EI-86.
#[test]
fn rough_ground_columns_disorder_and_ranks() {
    let mut scene = face_to_face(horse(), 2, foot(), 2);
    scene.pieces = vec![area(TerrainKind::Marsh, &[(-20, 0), (20, 0), (20, 20), (-20, 20)])];
    // Light shelter and rough ground for the infantry.
    assert_eq!(dice(scene), (2, 2));
    let column = Scene::new().stand(Side::Red, foot(), (0, 0), 0, 1, 2).stand(Side::Blue, foot(), (0, 0), 180, 1, 1);
    assert_eq!(dice(column), (3, 1), "attack, more bases, column");
    let phalanx = Troop { multirank: true, ..foot() };
    let ranks = Scene::new().stand(Side::Red, foot(), (0, 0), 0, 2, 4).stand(Side::Blue, phalanx, (0, 0), 180, 2, 4);
    assert_eq!(dice(ranks), (1, 1));
    let (game, mut state, ids) = attacked(face_to_face(foot(), 2, foot(), 2));
    state.unit_mut(ids[1]).set(Status::DISORDERED, true);
    assert_eq!(odds(&game, &state, &ids).strikes[0].dice, 2);
}

/// Both sides roll, and one impact falls on blue, which recoils.
fn recoil(game: &Engagement, state: &mut State) {
    game.apply(state, Action::Done);
    assert_eq!(state.step, Step::MeleeRoll(Side::Red));
    game.apply_roll(state, Roll { hits: 1, sixes: 0 });
    assert_eq!(state.step, Step::MeleeRoll(Side::Blue));
    game.apply_roll(state, Roll::default());
    game.apply(state, Action::Take(Results { losses: 0, recoils: 1, disorder: false }));
}

/// EX-52, E11.37, E11.39, E11.41, E11.42, EI-78, EI-79, EI-87: cavalry catches infantry, and a new round is fought
/// immediately; infantry does not catch cavalry.
#[test]
fn cavalry_catches_infantry_and_not_the_other_way_round() {
    let (game, mut state, ids) = attacked(face_to_face(horse(), 2, foot(), 2));
    recoil(&game, &mut state);
    assert_eq!((state.unit(ids[1]).front.y, state.step), (3_000, Step::Pursuit(ids[0])));
    game.apply(&mut state, Action::Pursue);
    assert!((state.unit(ids[0]).front.y - 3_000).abs() <= 2, "it stops at contact: {}", state.unit(ids[0]).front.y);
    assert_eq!((state.step, state.clash.after_pursuit), (Step::MeleeRoll(Side::Red), true));
    assert_eq!(state.clash.dice, [1, 1], "no impetus after a pursuit (EI-85)");

    let (game, mut state, ids) = attacked(face_to_face(foot(), 2, horse(), 2));
    recoil(&game, &mut state);
    assert_eq!((state.unit(ids[1]).front.y, state.step), (4_000, Step::Pursuit(ids[0])));
    game.apply(&mut state, Action::Pursue);
    assert_eq!(state.unit(ids[0]).front.y, 3_000);
    assert!(!state.unit(ids[0]).has(Status::ENGAGED) && state.active == Side::Blue);
}

/// E12.8, EI-94: a pursuit that takes the general ends the game before another round is fought.
#[test]
fn a_pursuit_may_end_the_game() {
    let (game, mut state, ids) = attacked(face_to_face(horse(), 2, foot(), 1));
    // He stands alone beside the infantry, where the cavalry will advance.
    let general = Piece { front: Point::new(7_000, 5_000), heading: Heading::NORTH, present: true, activated: false };
    let blue = state.side_mut(Side::Blue);
    (blue.general, blue.general_lost, blue.general_unit, blue.combativity) = (general, false, NO_UNIT, 4);
    recoil(&game, &mut state);
    assert_eq!(state.step, Step::Pursuit(ids[0]));
    game.apply(&mut state, Action::Pursue);
    assert!(state.side(Side::Blue).general_lost);
    assert_eq!(state.outcome.and_then(|outcome| outcome.winner), Some(Side::Red));
}

/// E11.41, EI-5, EI-87: a pursuit is as long as a base is deep, or wide, according to the rules; in the second case
/// infantry catches cavalry too.
#[test]
fn a_pursuit_is_measured_along_the_axis_of_the_rules() {
    let mut scene = face_to_face(foot(), 2, horse(), 2);
    scene.rules.pursuit_axis = BaseAxis::Width;
    let (game, mut state, ids) = attacked(scene);
    recoil(&game, &mut state);
    game.apply(&mut state, Action::Pursue);
    assert!((state.unit(ids[0]).front.y - 4_000).abs() <= 2 && state.unit(ids[0]).has(Status::ENGAGED));
}

/// E11.40: a unit attacked in flank cannot recoil.
#[test]
fn a_unit_taken_in_flank_cannot_recoil() {
    let scene =
        Scene::new().stand(Side::Red, foot(), (-600, -300), 90, 1, 1).stand(Side::Blue, foot(), (0, 0), 0, 2, 4);
    let (game, mut state, ids) = attacked(scene);
    game.apply(&mut state, Action::Done);
    game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
    game.apply_roll(&mut state, Roll::default());
    assert_eq!(state.step, Step::Results(ids[1]));
    assert!(!game.available(&state, ids[1]).recoil);
}

/// E11.40, EI-63, EI-77: both sides suffer at once: a unit attacked in flank cannot recoil, even if the attacker has
/// recoiled first.
#[test]
fn a_unit_taken_in_flank_cannot_recoil_after_the_enemy_has() {
    let scene =
        Scene::new().stand(Side::Red, foot(), (0, 0), 0, 2, 4).stand(Side::Blue, foot(), (-600, -300), 90, 1, 1);
    let (game, mut state, ids) = scene.build();
    let (red, blue) = (ids[0], ids[1]);
    game.apply(&mut state, Action::Done);
    game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
    game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
    assert_eq!(state.step, Step::Results(blue), "the passive side first");
    game.apply(&mut state, Action::Take(Results { losses: 0, recoils: 1, disorder: false }));
    assert_eq!(state.step, Step::Results(red));
    assert!(game.units().contact(&state, red, blue).is_none(), "blue has recoiled");
    assert!(!game.available(&state, red).recoil);
}

/// EX-45, E11.43, E11.44, E11.45, EI-88: breaking off needs less than the combativity; a unit that fails is disordered.
#[test]
fn breaking_off_needs_less_than_the_combativity() {
    for combativity in 2..=5 {
        let mut scene = face_to_face(foot(), 2, foot(), 2);
        scene.combativity.red = combativity;
        let (game, mut state, ids) = scene.build();
        game.apply(&mut state, Action::Activate(ids[0]));
        game.apply(&mut state, Action::BreakOff);
        let mut rolls = Vec::new();
        game.rolls(&state, &mut rolls);
        assert_eq!(rolls.iter().find(|it| it.roll.hits == 1).map(|it| it.weight), Some(u64::from(combativity) - 1));
        let mut failed = state;
        game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
        assert_eq!((state.unit(ids[0]).front.y, state.unit(ids[0]).has(Status::ENGAGED)), (-3_000, false));
        game.apply_roll(&mut failed, Roll::default());
        assert!(failed.unit(ids[0]).has(Status::DISORDERED) && failed.unit(ids[0]).has(Status::ENGAGED));
        assert!(!game.may_break_off(&failed, ids[0]));
    }
}

/// E5.11, E11.11, E11.46, EI-37: a melee is fought once per turn unless a unit joins it.
#[test]
fn a_melee_is_fought_once_in_a_turn() {
    let (game, mut state, _) = face_to_face(foot(), 2, foot(), 2).build();
    game.apply(&mut state, Action::Done);
    assert_eq!(state.step, Step::MeleeRoll(Side::Red));
    game.apply_roll(&mut state, Roll::default());
    game.apply_roll(&mut state, Roll::default());
    assert_eq!((state.step, state.active, state.combats), (Step::Impulse, Side::Blue, 1));
    game.apply(&mut state, Action::Done);
    assert_eq!(state.combats, 1);
}

/// E11.36, E11.37: odds of both sides of melees of every pair of qualities and weights equal those of an enumeration of
/// all dice, without sixes rolled again.
#[test]
fn odds_of_melees_are_those_of_all_dice() {
    let kinds = [Quality::Inferior, Quality::Normal, Quality::Superior];
    let weights = [Weight::Light, Weight::Standard, Weight::Heavy];
    let row = |holds: bool| u8::from(holds);
    for (red, blue) in kinds.into_iter().flat_map(|red| kinds.map(|blue| (red, blue))) {
        for (of_red, of_blue) in weights.into_iter().flat_map(|red| weights.map(|blue| (red, blue))) {
            let troops = [of_weight(of_red, of_quality(red, horse())), of_weight(of_blue, of_quality(blue, foot()))];
            let mut scene = face_to_face(troops[0], 2, troops[1], 3);
            (scene.combativity.red, scene.combativity.blue) = (5, 3);
            let (game, state, ids) = attacked(scene);
            let found = game
                .odds(&state, ids[0], ids[1], &OddsOptions { reroll: RerollPolicy::Never, most_rerolls: 0 })
                .expect("a melee");
            let common = |own: Quality, weight: Weight, enemy: Quality, other: Weight| {
                row(own == Quality::Superior)
                    + row(weight == Weight::Heavy)
                    + row(enemy == Quality::Inferior)
                    + row(other == Weight::Light)
            };
            // Red attacks and is cavalry against infantry; blue has more bases and the longer front.
            let dice = [2 + common(red, of_red, blue, of_blue), 2 + common(blue, of_blue, red, of_red)];
            for (strike, (dice, needed)) in found.strikes.iter().zip(dice.into_iter().zip([3, 5])) {
                assert_eq!(strike.dice, dice, "{:?}", strike.trail);
                let mut counts = vec![0u128; usize::from(dice) + 1];
                for number in 0..6u32.pow(u32::from(dice)) {
                    let impacts = (0..u32::from(dice)).filter(|die| number / 6u32.pow(*die) % 6 + 1 >= needed).count();
                    counts[impacts] += 1;
                }
                assert_eq!(strike.rows, counts);
            }
        }
    }
}

/// E11.41, EI-87: a unit does not pursue an enemy that it had on its flank: straight ahead is not towards it.
#[test]
fn no_unit_pursues_off_its_flank() {
    let scene =
        Scene::new().stand(Side::Red, foot(), (-600, -300), 90, 1, 2).stand(Side::Blue, foot(), (0, 0), 0, 2, 4);
    let (game, mut state, ids) = attacked(scene);
    game.apply(&mut state, Action::Done);
    game.apply_roll(&mut state, Roll::default());
    game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
    assert_eq!(state.step, Step::Results(ids[0]));
    game.apply(&mut state, Action::Take(Results { losses: 0, recoils: 1, disorder: false }));
    assert!(state.unit(ids[0]).front.x < -6_000 && !matches!(state.step, Step::Pursuit(_)), "{:?}", state.step);
}

/// E11.2, E11.41, EI-87: infantry that pursues stops short of steady cavalry, as it does in a move.
#[test]
fn infantry_does_not_pursue_into_steady_cavalry() {
    let pursued = |beside: Troop| {
        let scene = Scene::new()
            .stand(Side::Red, foot(), (0, 0), 0, 4, 4)
            .stand(Side::Blue, foot(), (-600, 0), 180, 2, 2)
            .stand(Side::Blue, beside, (600, 300), 180, 2, 2);
        let (game, mut state, ids) = attacked(scene);
        recoil(&game, &mut state);
        assert_eq!(state.step, Step::Pursuit(ids[0]));
        game.apply(&mut state, Action::Pursue);
        let it = state.unit(ids[0]);
        assert!((2_850..=3_000).contains(&it.front.y), "{}", it.front.y);
        // EI-82: the enemy that is met has been attacked.
        assert_eq!(state.unit(ids[2]).has(Status::DEFENDER), it.has(Status::ENGAGED));
        it.has(Status::ENGAGED)
    };
    assert_eq!([pursued(foot()), pursued(horse())], [true, false]);
}

/// E11.24, EI-18: an obstacle shelters a unit in contact with it, however deep it is.
#[test]
fn a_hedge_shelters_columns_too() {
    let is_sheltered = |files: u8| {
        let mut scene = Scene::new();
        scene.pieces = vec![crate::terrain::line(TerrainKind::HedgeWallPalisade, &[(-20, 0), (20, 0)])];
        let scene = scene.stand(Side::Red, horse(), (0, 0), 0, 2, 2).stand(Side::Blue, foot(), (0, 0), 180, files, 4);
        let (game, state, ids) = attacked(scene);
        odds(&game, &state, &ids).strikes.iter().flat_map(|strike| &strike.trail).any(|row| row.rule == "E11.24")
    };
    assert_eq!([1, 2, 4].map(is_sheltered), [true; 3]);
}

/// E11.24, E11.25, E11.26, EI-18: an obstacle along the edge that is attacked counts wherever the enemy unit has its
/// middle; one that the attack does not cross does not.
#[test]
fn an_obstacle_counts_where_the_units_touch() {
    let rows = |kind: TerrainKind, ends: [(i32, i32); 2], red: (Troop, (i32, i32), u16, u8), files: u8| {
        let (troop, at, degrees, red_files) = red;
        let mut scene = Scene::new();
        scene.pieces = vec![crate::terrain::line(kind, &ends)];
        let scene = scene.stand(Side::Red, troop, at, degrees, red_files, red_files);
        let (game, state, ids) = attacked(scene.stand(Side::Blue, foot(), (0, 0), 180, files, files));
        let odds = odds(&game, &state, &ids);
        let earned = |rule: &&str| odds.strikes.iter().flat_map(|it| &it.trail).any(|row| row.rule == *rule);
        ["E11.24", "E11.25", "E11.26"].into_iter().filter(earned).collect::<Vec<_>>()
    };
    let wall = TerrainKind::HedgeWallPalisade;
    for shift in [-900, 0, 900] {
        assert_eq!(rows(wall, [(-3, 0), (3, 0)], (foot(), (shift, 0), 0, 4), 1), ["E11.24"], "{shift}");
        let ditch = rows(TerrainKind::DitchTrench, [(-9, 0), (9, 0)], (horse(), (2 * shift, 0), 0, 4), 3);
        assert_eq!(ditch, ["E11.25", "E11.26"], "{shift}");
    }
    // Over the flank of a line of four.
    assert_eq!(rows(wall, [(12, 0), (12, 12)], (foot(), (1_200, 150), 270, 4), 4), ["E11.24"]);
    // Three of four bases are behind it, and only the fourth is attacked; then the third as well.
    let none: [&str; 0] = [];
    assert_eq!(rows(wall, [(-12, 0), (6, 0)], (foot(), (900, 0), 0, 1), 4), none);
    assert_eq!(rows(wall, [(-12, 0), (6, 0)], (foot(), (600, 0), 0, 2), 4), ["E11.24"]);
}
