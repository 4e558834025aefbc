//! Shots: field of fire, nearest target, sight, shelter, dice and saves (chapter 9, table T5), and their exact odds.

use crate::scene::{Scene, foot, horse, of_quality, of_weight, with_weapon};
use crate::terrain::area;
use reglette::en_avant::army::troop::{Arm, Period, Troop, Weight};
use reglette::en_avant::combat::odds::{OddsOptions, RerollPolicy};
use reglette::en_avant::rules::{ImpactTest, Quality, SightBlock, TerrainKind, Weapon};
use reglette::en_avant::state::action::{Action, Roll};
use reglette::en_avant::state::{Placing, Status, Step, UnitId};
use reglette::en_avant::{Engagement, State};
use reglette::game::rng::Key;
use reglette::game::{Game, Side};

fn archers(quality: Quality) -> Troop {
    of_quality(quality, with_weapon(Weapon::Longbow, foot()))
}

fn battery(weapon: Weapon, quality: Quality) -> Troop {
    with_weapon(weapon, Troop::plain(Arm::Artillery, quality))
}

/// The dice of the shot of the first unit at the second, and its saves.
fn dice(game: &Engagement, state: &State, ids: &[UnitId]) -> (u8, u8) {
    let odds = game.odds(state, ids[0], ids[1], &OddsOptions::default()).expect("the shot is possible");
    (odds.strikes[0].dice, odds.strikes[0].saves)
}

fn targets(game: &Engagement, state: &State, unit: UnitId) -> Vec<UnitId> {
    game.targets(state, unit).iter().collect()
}

/// Superior longbows before infantry that is nearer and cavalry that is farther; more cavalry outside the field. The
/// infantry belongs to the given side.
fn figure_11(infantry: Side) -> Scene {
    Scene::new()
        .stand(Side::Red, archers(Quality::Superior), (0, 0), 0, 3, 3)
        .stand(infantry, of_quality(Quality::Inferior, foot()), (-840, 720), 180, 3, 3)
        .stand(Side::Blue, horse(), (900, 1080), 180, 2, 2)
        .stand(Side::Blue, horse(), (2400, 1080), 180, 2, 2)
}

/// EX-7, EX-9, E9.10, E9.14, E9.15, E9.16, E9.17, EI-49, EI-51: the nearest in the field is the target; a friend partly
/// in between blocks the whole shot.
#[test]
fn the_nearest_unit_in_the_field_is_the_target() {
    let (game, state, ids) = figure_11(Side::Blue).build();
    let field = game.units().field_of_fire(&state, ids[0]);
    let inside: Vec<bool> = ids[1..].iter().map(|unit| game.places().is_in_field(&state, &field, *unit)).collect();
    assert_eq!(inside, [true, true, false]);
    assert_eq!(targets(&game, &state, ids[0]), [ids[1]]);
    let (game, state, ids) = figure_11(Side::Red).build();
    assert!(targets(&game, &state, ids[0]).is_empty());
    let mut scene = figure_11(Side::Red);
    scene.rules.los_partial_block = SightBlock::PerBase;
    let (game, state, ids) = scene.build();
    assert_eq!(targets(&game, &state, ids[0]), [ids[2]], "some of its bases see past the friend");
}

/// EX-8, E9.42, E9.43, E9.44, E9.49, EI-60.
#[test]
fn longbows_have_their_bonus_in_the_middle_ages() {
    let (game, state, ids) = figure_11(Side::Blue).build();
    assert_eq!(dice(&game, &state, &ids), (2, 0));
    let mut scene = figure_11(Side::Blue);
    scene.period = Period::MiddleAges;
    let (game, state, ids) = scene.build();
    assert_eq!(dice(&game, &state, &ids), (3, 0));
}

/// EX-33, E9.35, E9.39.
#[test]
fn a_shot_without_advantages_has_one_die_and_no_save() {
    let scene = Scene::new().stand(Side::Red, archers(Quality::Normal), (0, 0), 0, 3, 3).stand(
        Side::Blue,
        foot(),
        (0, 500),
        180,
        3,
        3,
    );
    let (game, state, ids) = scene.build();
    assert_eq!(dice(&game, &state, &ids), (1, 0));
}

/// EX-34, E9.47, E9.53, E9.54, E9.56.
#[test]
fn crossbows_against_knights() {
    let crossbows = of_quality(Quality::Inferior, with_weapon(Weapon::Crossbow, foot()));
    let knights = of_weight(Weight::Heavy, of_quality(Quality::Superior, horse()));
    let mut scene =
        Scene::new().stand(Side::Red, crossbows, (0, 0), 0, 3, 3).stand(Side::Blue, knights, (0, 900), 180, 3, 3);
    scene.period = Period::MiddleAges;
    let (game, state, ids) = scene.build();
    assert_eq!(dice(&game, &state, &ids), (2, 3));
}

/// EX-35, E9.2, E9.42, E9.47, EI-52: bases of every rank that lie partly in the field are aimed at.
#[test]
fn a_column_is_bulky_and_its_bases_in_the_field_count() {
    let muskets = with_weapon(Weapon::Musket, foot());
    for (y, expected) in [(200, 1), (1100, 3)] {
        let mut scene =
            Scene::new().stand(Side::Red, muskets, (0, 0), 0, 4, 4).stand(Side::Blue, foot(), (0, y), 180, 1, 4);
        scene.period = Period::Napoleonic;
        let (game, state, ids) = scene.build();
        assert_eq!(dice(&game, &state, &ids), (expected, 0));
    }
}

/// EX-36, E9.45, E9.46, EI-57, EI-59.
#[test]
fn a_routing_target_counts_two_and_its_disorder_nothing() {
    let scene = Scene::new().stand(Side::Red, battery(Weapon::SuperiorArtillery, Quality::Superior), (0, 0), 0, 1, 1);
    let (game, mut state, ids) = scene.stand(Side::Blue, foot(), (0, 2000), 0, 3, 3).build();
    state.unit_mut(ids[1]).set(Status::ROUTING | Status::DISORDERED, true);
    // From behind it is also in enfilade.
    assert_eq!(dice(&game, &state, &ids), (8, 0));
    state.unit_mut(ids[1]).set(Status::ROUTING, false);
    assert_eq!(dice(&game, &state, &ids), (7, 0));
    state.unit_mut(ids[1]).heading = state.unit(ids[1]).heading.opposite();
    assert_eq!(dice(&game, &state, &ids), (6, 0));
    state.unit_mut(ids[1]).set(Status::ROUTING, true);
    assert_eq!(dice(&game, &state, &ids), (7, 0));
}

/// EX-37, E9.19, E9.52, E14.17, E14.18: cavalry shoots at infantry at the rim of a village; a centimetre farther off
/// the action is lost.
#[test]
fn hussars_shoot_at_a_village() {
    let hussars = of_quality(Quality::Inferior, with_weapon(Weapon::Musket, horse()));
    let build = |y: i32| {
        let mut scene =
            Scene::new().stand(Side::Red, hussars, (0, 0), 0, 4, 4).stand(Side::Blue, foot(), (0, y), 180, 4, 4);
        scene.period = Period::Napoleonic;
        let front = y / 100;
        scene.pieces =
            vec![area(TerrainKind::BuiltUp, &[(-14, front), (14, front), (14, front + 10), (-14, front + 10)])];
        scene.build()
    };
    let (game, state, ids) = build(800);
    assert_eq!(dice(&game, &state, &ids), (1, 4));
    let (game, mut state, ids) = build(900);
    game.apply(&mut state, Action::Activate(ids[0]));
    assert_eq!(game.check(&state, &Action::Shoot), Ok(()));
    game.apply(&mut state, Action::Shoot);
    assert_eq!((state.step, state.combats), (Step::Impulse, 0));
}

/// Two lines of archers that face each other at 9 cm, the first at this y in hundredths of a centimetre, with a wood of
/// this outline.
fn about_a_wood(bases: u8, y: i32, outline: &[(i32, i32)]) -> (Engagement, State, Vec<UnitId>) {
    let archers = archers(Quality::Normal);
    let mut scene = Scene::new().stand(Side::Red, archers, (0, y), 0, bases, bases);
    scene = scene.stand(Side::Blue, archers, (0, y + 900), 180, bases, bases);
    scene.pieces = vec![area(TerrainKind::Wood, outline)];
    scene.build()
}

/// The number of targets of each of two lines about a wood.
fn seen_about_a_wood(bases: u8, y: i32, outline: &[(i32, i32)]) -> (usize, usize) {
    let (game, state, ids) = about_a_wood(bases, y, outline);
    (targets(&game, &state, ids[0]).len(), targets(&game, &state, ids[1]).len())
}

/// EX-5, EX-10, E9.4, E9.18, EI-53: at the rim of a wood a unit shoots and is shot at; deeper inside neither.
#[test]
fn a_wood_hides_what_stands_deep_in_it() {
    let build = |rim: i32| seen_about_a_wood(2, 0, &[(-20, rim), (20, rim), (20, 30), (-20, 30)]);
    assert_eq!(build(9), (1, 1));
    assert_eq!(build(7), (0, 0));
}

/// EI-53, EI-20: units of which less than half stands in a wood are not inside it together: both are seen at its rim.
#[test]
fn units_that_reach_into_one_wood_see_each_other() {
    // Its right rim cuts both lines, each of which reaches from -12 to 12.
    let build = |right: i32| seen_about_a_wood(4, 0, &[(-20, -10), (right, -10), (right, 20), (-20, 20)]);
    assert_eq!(build(-5), (1, 1), "a base of each in the wood");
    assert_eq!(build(1), (0, 0), "half of each in the wood");
}

/// E9.17, E9.18, EI-51, EI-53: a unit that straddles the rim of a wood is seen there and shoots from there, though the
/// middle of none of its bases is in the wood.
#[test]
fn a_corner_in_a_wood_hides_nobody() {
    // The right base of the upper line reaches from 6 to 12; before it is half a centimetre of wood.
    let seen = |left: i32| seen_about_a_wood(4, 50, &[(left, 9), (30, 9), (30, 30), (left, 30)]);
    assert_eq!([7, 10, 13].map(seen), [(1, 1); 3]);
}

/// E9.4, EI-52, EI-53: bases that reach into the back of a wood do not shoot through it.
#[test]
fn nobody_shoots_through_the_wood_before_him() {
    let shooting = |left: i32| {
        let (game, state, ids) = about_a_wood(4, 50, &[(left, 0), (30, 0), (30, 8), (left, 8)]);
        (targets(&game, &state, ids[0]).len(), game.bases_shooting(&state, ids[0], ids[1]))
    };
    // Bases from -12 to 12, which reach half a centimetre into the wood right of its left rim; one that the rim cuts
    // shoots past it.
    assert_eq!([1, 7, 13].map(shooting), [(1, 3), (1, 4), (1, 4)]);
}

/// E9.52, EI-104: a battery in a wood has its shelter also where only its limber is in the field of fire.
#[test]
fn a_limber_has_the_shelter_of_its_battery() {
    let saves = |x: i32, wooded: bool| {
        let teams = Troop { horse: true, ..battery(Weapon::NormalArtillery, Quality::Normal) };
        let mut scene = Scene { period: Period::Napoleonic, ..Scene::new() }
            .stand(Side::Red, with_weapon(Weapon::Musket, foot()), (0, -400), 0, 1, 4)
            .stand(Side::Blue, teams, (x, 920), 90, 1, 1);
        if wooded {
            scene.pieces = vec![area(TerrainKind::Wood, &[(-10, 6), (20, 6), (20, 30), (-10, 30)])];
        }
        let (game, mut state, ids) = scene.build();
        state.unit_mut(ids[1]).set(Status::LIMBERED, true);
        dice(&game, &state, &ids).1
    };
    assert_eq!([1_450, 1_750].map(|x| saves(x, true) - saves(x, false)), [2, 2]);
}

/// EI-53: the heads of two columns that meet in a wood see each other closer than the depth of a base, of 3 cm, also
/// where less than half of each is inside.
#[test]
fn heads_of_columns_see_each_other_in_a_wood() {
    let build = |gap: i32, bases: u8| {
        let archers = archers(Quality::Normal);
        let mut scene = Scene::new().stand(Side::Red, archers, (0, 0), 0, 1, bases);
        scene = scene.stand(Side::Blue, archers, (0, 100 * gap), 180, 1, bases);
        // Two centimetres of each column are inside, so that the middle of its first base is.
        scene.pieces = vec![area(TerrainKind::Wood, &[(-20, -2), (20, -2), (20, gap + 2), (-20, gap + 2)])];
        let (game, state, ids) = scene.build();
        (targets(&game, &state, ids[0]).len(), targets(&game, &state, ids[1]).len())
    };
    assert_eq!(build(2, 4), (1, 1), "a base of four inside");
    assert_eq!(build(4, 4), (0, 0), "farther than a base");
    assert_eq!(build(2, 2), (1, 1), "half of each inside");
}

/// EI-53: of two units close together in a wood, the depth of the deeper base decides for both.
#[test]
fn units_close_together_in_a_wood_see_each_other_both_or_neither() {
    let build = |gap: i32| {
        let riders = with_weapon(Weapon::Longbow, horse());
        let mut scene = Scene::new().stand(Side::Red, archers(Quality::Normal), (0, 0), 0, 1, 1);
        scene = scene.stand(Side::Blue, riders, (0, 10 * gap), 180, 1, 1);
        scene.pieces = vec![area(TerrainKind::Wood, &[(-20, -20), (20, -20), (20, 30), (-20, 30)])];
        let (game, state, ids) = scene.build();
        [ids[0], ids[1]].map(|unit| targets(&game, &state, unit).len())
    };
    // A base of infantry is 3 cm deep, one of cavalry 4 cm.
    assert_eq!([25, 35, 45].map(build), [[1, 1], [1, 1], [0, 0]]);
}

/// E9.18, EI-53: a unit in a wood is seen if any edge that faces the shooter touches the rim, also its flank.
#[test]
fn a_flank_at_the_rim_of_a_wood_is_seen() {
    let build = |left: i32| {
        let archers = archers(Quality::Normal);
        // The archers are behind and beside a column, more behind than beside.
        let mut scene =
            Scene::new().stand(Side::Red, archers, (0, 0), 0, 4, 4).stand(Side::Blue, foot(), (900, 1400), 0, 1, 2);
        scene.pieces = vec![area(TerrainKind::Wood, &[(left, 1), (30, 1), (30, 30), (left, 30)])];
        let (game, state, ids) = scene.build();
        targets(&game, &state, ids[0]).len()
    };
    assert_eq!(build(6), 1, "its left flank lies on the rim");
    assert_eq!(build(4), 0);
}

/// E9.17, EI-51: the view goes to the breadth of the front of a target if the shooter is ahead of its front line, even
/// far to the side; otherwise to the edge that faces the shooter.
#[test]
fn the_view_goes_to_the_front_of_the_target() {
    let build = |friend: i32| {
        let scene = Scene::new().stand(Side::Red, archers(Quality::Normal), (0, 0), 0, 4, 4);
        // A deep column that faces across the field: the middle of the archers' front is behind its front line; its
        // right flank is nearer to them.
        let scene =
            scene.stand(Side::Blue, foot(), (300, 1000), 270, 1, 6).stand(Side::Red, foot(), (friend, 650), 0, 1, 1);
        let (game, state, ids) = scene.build();
        targets(&game, &state, ids[0]).len()
    };
    assert_eq!(build(-200), 0, "between both fronts");
    assert_eq!(build(1850), 1, "before its flank only");
}

/// EX-11, E9.3, E9.40: a rank that stands higher than the one before it shoots too, and a higher unit has an advantage.
#[test]
fn ranks_up_a_hill_shoot_too() {
    let build = |hill: (i32, i32)| {
        let mut scene = Scene::new().stand(Side::Red, archers(Quality::Normal), (0, 0), 0, 2, 4).stand(
            Side::Blue,
            foot(),
            (0, 900),
            180,
            2,
            2,
        );
        scene.pieces = vec![area(TerrainKind::GentleHill, &[(-20, hill.0), (20, hill.0), (20, hill.1), (-20, hill.1)])];
        let (game, state, ids) = scene.build();
        (game.bases_shooting(&state, ids[0], ids[1]), dice(&game, &state, &ids).0)
    };
    assert_eq!(build((-20, -3)), (4, 2), "four shoot at two");
    assert_eq!(build((-20, 1)), (2, 1), "both ranks on the hill: only the first shoots, but from above");
    assert_eq!(build((20, 30)), (2, 1));
}

/// EX-67, E9.15, EI-49.
#[test]
fn the_field_is_a_base_wider_on_each_side() {
    for (files, width) in [(1, 18_000), (4, 36_000)] {
        let (game, state, ids) = Scene::new()
            .stand(Side::Red, archers(Quality::Normal), (0, 0), 0, files, files)
            .stand(Side::Blue, foot(), (0, 4000), 180, 1, 1)
            .build();
        assert_eq!(2 * game.units().field_of_fire(&state, ids[0]).half_width, width);
    }
}

/// EX-68, E9.41, EI-56.
#[test]
fn enfilade_comes_from_wholly_beside_or_behind() {
    for (y, expected) in [(-300, true), (-250, false)] {
        let (game, state, ids) = Scene::new()
            .stand(Side::Red, archers(Quality::Normal), (-1000, y), 90, 1, 1)
            .stand(Side::Blue, foot(), (0, 0), 0, 2, 2)
            .build();
        assert_eq!(game.is_enfilade(&state, ids[0], ids[1]), expected);
    }
}

/// E9.11, EI-50: of equally near targets the more dangerous is chosen; between equals a die decides.
#[test]
fn a_die_decides_between_equal_targets() {
    let build = |left: u8| {
        Scene::new()
            .stand(Side::Red, archers(Quality::Normal), (0, 0), 0, 3, 3)
            .stand(Side::Blue, foot(), (-700, 600), 180, 2, left)
            .stand(Side::Blue, foot(), (700, 600), 180, 2, 2)
            .build()
    };
    let (game, mut state, ids) = build(2);
    game.apply(&mut state, Action::Activate(ids[0]));
    game.apply(&mut state, Action::Shoot);
    assert_eq!(state.step, Step::TargetRoll(ids[0]));
    game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
    assert_eq!((state.step, state.clash.struck[1]), (Step::ShotRoll, ids[2]));
    let (game, state, ids) = build(4);
    assert_eq!(targets(&game, &state, ids[0]), [ids[1]]);
}

/// EX-32, E9.38: each 1 of the saves cancels an impact.
#[test]
fn saves_cancel_impacts() {
    let knights = of_weight(Weight::Heavy, of_quality(Quality::Superior, horse()));
    let scene = Scene::new().stand(Side::Red, battery(Weapon::NormalArtillery, Quality::Inferior), (0, 0), 0, 1, 1);
    let (game, mut state, ids) = scene.stand(Side::Blue, knights, (0, 900), 180, 3, 3).build();
    state.step = Step::Place(ids[0], Placing::Shot);
    game.apply(&mut state, Action::ShootAt(ids[1]));
    game.apply_roll(&mut state, Roll { hits: 3, sixes: 0 });
    assert_eq!((state.step, state.clash.saves[1]), (Step::SaveRoll, 3));
    game.apply_roll(&mut state, Roll { hits: 2, sixes: 0 });
    assert_eq!((state.step, state.clash.suffered[1]), (Step::Results(ids[1]), 1));
}

/// EX-31, EI-55: mean impacts of a die, with sixes rolled again where it pays, and without rerolls.
#[test]
fn the_mean_of_a_die_is_that_of_the_ledger() {
    for (combativity, best, plain) in [(2, 0.9667, 0.8333), (3, 0.7333, 0.6667), (4, 0.5, 0.5), (5, 0.3333, 0.3333)] {
        let mut scene = Scene::new().stand(Side::Red, archers(Quality::Normal), (0, 0), 0, 3, 3).stand(
            Side::Blue,
            foot(),
            (0, 500),
            180,
            3,
            3,
        );
        scene.combativity.blue = combativity;
        let (game, state, ids) = scene.build();
        let mean = |reroll| {
            let options = OddsOptions { reroll, most_rerolls: 20 };
            game.odds(&state, ids[0], ids[1], &options).expect("a shot").strikes[0].mean()
        };
        assert!(
            (mean(RerollPolicy::WhenItPays) - best).abs() < 1e-4,
            "{combativity}: {}",
            mean(RerollPolicy::WhenItPays)
        );
        assert!((mean(RerollPolicy::Never) - plain).abs() < 1e-4);
    }
}

/// The impacts of every result of some dice, each rolled again at most once if its first face is a six, less the saves:
/// by enumeration of faces.
pub fn brute_force(dice: u8, saves: u8, combativity: u8, again: bool) -> Vec<u128> {
    let mut counts = vec![0u128; 2 * usize::from(dice) + 1];
    let rolled = usize::from(dice) * if again { 2 } else { 1 } + usize::from(saves);
    for mut number in 0..6u64.pow(rolled as u32) {
        let mut face = || {
            let face = number % 6 + 1;
            number /= 6;
            face
        };
        let needed = u64::from(combativity);
        let mut impacts = 0u64;
        for _ in 0..dice {
            let (first, second) = (face(), if again { face() } else { 0 });
            impacts += match (first, again) {
                (6, true) if second >= needed => 2,
                (6, true) => 0,
                (first, _) => u64::from(first >= needed),
            };
        }
        let saved = (0..saves).filter(|_| face() == 1).count() as u64;
        counts[impacts.saturating_sub(saved) as usize] += 1;
    }
    while counts.len() > 1 && counts.last() == Some(&0) {
        counts.pop();
    }
    counts
}

/// E9.34, E9.35, E9.36, E9.37, E9.38, E9.43, E9.44, E9.53, E9.54, E9.55, E9.56: odds equal an enumeration of all dice,
/// for shots of every quality at every quality and weight.
#[test]
fn odds_of_shots_are_those_of_all_dice() {
    let qualities = [Quality::Inferior, Quality::Normal, Quality::Superior];
    let mut weighed = 0;
    for shooter in qualities {
        for target in qualities {
            for weight in [Weight::Light, Weight::Standard, Weight::Heavy] {
                for combativity in 2..=5 {
                    for again in [false, true] {
                        let troop = of_weight(weight, of_quality(target, foot()));
                        let mut scene = Scene::new().stand(Side::Red, archers(shooter), (0, 0), 0, 3, 3).stand(
                            Side::Blue,
                            troop,
                            (0, 500),
                            180,
                            2,
                            2,
                        );
                        scene.combativity.blue = combativity;
                        let (game, state, ids) = scene.build();
                        // One base more than it aims at; the rows of table T5 by hand.
                        let dice = 1 + u8::from(target == Quality::Inferior) + u8::from(shooter == Quality::Superior);
                        let saves = u8::from(target == Quality::Superior)
                            + u8::from(shooter == Quality::Inferior)
                            + u8::from(weight != Weight::Standard);
                        if u32::from(dice) * 2 + u32::from(saves) > 7 {
                            continue;
                        }
                        let reroll = if again { RerollPolicy::Always } else { RerollPolicy::Never };
                        let odds = game
                            .odds(&state, ids[0], ids[1], &OddsOptions { reroll, most_rerolls: 1 })
                            .expect("a shot");
                        let strike = &odds.strikes[0];
                        assert_eq!((strike.dice, strike.saves), (dice, saves), "{shooter:?} at {target:?} {weight:?}");
                        assert_eq!(
                            strike.rows,
                            brute_force(dice, saves, combativity, again),
                            "{shooter:?} at {target:?} {weight:?} at {combativity}"
                        );
                        weighed += 1;
                    }
                }
            }
        }
    }
    assert!(weighed >= 40);
}

/// Sampled shots follow the exact odds.
#[test]
fn sampled_shots_follow_the_odds() {
    let troop = of_quality(Quality::Inferior, foot());
    let mut scene = Scene::new().stand(Side::Red, archers(Quality::Inferior), (0, 0), 0, 5, 5).stand(
        Side::Blue,
        troop,
        (0, 500),
        180,
        2,
        2,
    );
    scene.rules.impact_test = ImpactTest::GreaterOrEqual;
    let (game, start, ids) = scene.build();
    let options = OddsOptions { reroll: RerollPolicy::Always, most_rerolls: 6 };
    let odds = game.odds(&start, ids[0], ids[1], &options).expect("a shot");
    let mut stream = Key::new(7).stream();
    let mut counts = [0u32; 32];
    const GAMES: u32 = 20_000;
    for _ in 0..GAMES {
        let mut state = start;
        state.step = Step::Place(ids[0], Placing::Shot);
        game.apply(&mut state, Action::ShootAt(ids[1]));
        loop {
            match state.step {
                Step::Six(_) => game.apply(&mut state, Action::RollAgain),
                Step::ShotRoll | Step::SixRoll(_) | Step::SaveRoll => {
                    let roll = game.sample(&state, &mut stream);
                    game.apply_roll(&mut state, roll);
                }
                _ => break,
            }
        }
        let suffered = if state.step == Step::Impulse
            && state.side(Side::Blue).bases_lost == 0
            && state.unit(ids[1]).status.is_empty()
        {
            0
        } else {
            state.clash.suffered[1]
        };
        counts[usize::from(suffered)] += 1;
    }
    for (impacts, count) in counts.iter().enumerate().take(5) {
        let (sampled, exact) = (f64::from(*count) / f64::from(GAMES), odds.strikes[0].probability(impacts));
        assert!((sampled - exact).abs() < 0.015, "{impacts}: {sampled} against {exact}");
    }
}
