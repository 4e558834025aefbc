//! Exact odds against an enumeration of all dice: a shot of every weapon of table T4, a melee for every row of table
//! T6, with the advantages counted by hand; and sampled dice against exact odds.

use crate::scene::{Scene, Stand, foot, horse, of_quality, of_weight, with_weapon};
use crate::shots::brute_force;
use crate::terrain::area;
use reglette::en_avant::army::troop::{Arm, Period, Troop, Weight};
use reglette::en_avant::combat::odds::{OddsOptions, RerollPolicy, StrikeOdds};
use reglette::en_avant::rules::{Quality, TerrainKind, Weapon};
use reglette::en_avant::state::action::Action;
use reglette::en_avant::state::{ClashKind, Piece, Status, Step, UnitId};
use reglette::en_avant::table::geometry::{CENTIMETRE, Heading, Point};
use reglette::en_avant::{Engagement, State};
use reglette::game::rng::Key;
use reglette::game::{Game, Side};

const NEVER: OddsOptions = OddsOptions { reroll: RerollPolicy::Never, most_rerolls: 0 };
const ONCE: OddsOptions = OddsOptions { reroll: RerollPolicy::Always, most_rerolls: 1 };

/// Asserts that the odds of a side equal an enumeration of all faces of these dice and saves.
fn assert_counted(strike: &StrikeOdds, dice: u8, saves: u8, combativity: u8, again: bool, what: &str) {
    assert_eq!((strike.dice, strike.saves), (dice, saves), "{what}: {:?}", strike.trail);
    assert_eq!(strike.rows, brute_force(dice, saves, combativity, again), "{what} at {combativity}");
}

/// E9.20, E9.21, E9.22, E9.23, E9.24, E9.25, E9.26, E9.27, E9.28, E9.29, E9.30, E9.31, E9.32, E9.34, E9.35, E9.36,
/// E9.37, E9.49: a base shoots at a base in line, on the plain: only the weapon counts.
#[test]
fn odds_of_every_weapon_are_those_of_all_dice() {
    use Weapon::*;
    let mut weighed = 0;
    for (weapon, advantages) in [
        (ShortBow, [0, 0, 0]),
        (Sling, [0, 0, 0]),
        (Bow, [0, 0, 0]),
        (Crossbow, [0, 1, 0]),
        (Longbow, [0, 1, 0]),
        (ArquebusMusket, [0, 0, 0]),
        (Ballista, [2, 2, 0]),
        (Musket, [0, 0, 0]),
        (Rifle, [0, 0, 0]),
        (MachineGun, [2, 2, 2]),
        (Catapult, [2, 2, 0]),
        (InferiorArtillery, [2, 2, 2]),
        (NormalArtillery, [3, 3, 3]),
        (SuperiorArtillery, [4, 4, 4]),
        (SuperiorHeavyArtillery, [5, 5, 5]),
    ] {
        for (period, advantages) in
            [Period::Antiquity, Period::MiddleAges, Period::CivilWar].into_iter().zip(advantages)
        {
            let mut scene = Scene { period, ..Scene::new() };
            let combativity = 2 + weighed % 4;
            scene.combativity.blue = combativity;
            let scene = scene.stand(Side::Red, with_weapon(weapon, foot()), (0, 0), 0, 1, 1);
            let (game, state, ids) = scene.stand(Side::Blue, foot(), (0, 700), 180, 1, 1).build();
            // At least one die is rolled; no other unit has a bow besides the arquebus or a musket besides the rifle.
            let dice = 1.max(advantages);
            let of =
                |options: &OddsOptions| game.odds(&state, ids[0], ids[1], options).expect("a shot").strikes.remove(0);
            let what = format!("{weapon:?} in {period:?}");
            assert_counted(&of(&NEVER), dice, 0, combativity, false, &what);
            if dice <= 3 {
                assert_counted(&of(&ONCE), dice, 0, combativity, true, &what);
            }
            weighed += 1;
        }
    }
    assert!(weighed >= 40);
}

/// Superior infantry: each side has a die by itself, so that the minimum number of dice has no effect.
fn guards() -> Troop {
    of_quality(Quality::Superior, foot())
}

/// A unit of red with its front on the middle line, or in another place and formation.
fn stand(side: Side, troop: Troop, files: u8, bases: u8) -> Stand {
    Stand { side, troop, at: (0, 0), degrees: if side == Side::Red { 0 } else { 180 }, files, bases }
}

/// Red units that have just attacked the last unit, which belongs to blue.
struct Melee {
    row: &'static str,
    stands: Vec<Stand>,
    ground: Option<(TerrainKind, bool)>,
    change: fn(&Engagement, &mut State, &[UnitId]),
    dice: [u8; 2],
}

fn melee(row: &'static str, red: Stand, blue: Stand, dice: [u8; 2]) -> Melee {
    Melee { row, stands: vec![red, blue], ground: None, change: |_, _, _| {}, dice }
}

/// One melee for each row, with the dice of the ledger for red and blue.
fn melees() -> Vec<Melee> {
    use Side::{Blue, Red};
    let (red, blue) = (stand(Red, guards(), 2, 2), stand(Blue, guards(), 2, 2));
    let red_of = |troop: Troop| Stand { troop, ..red.clone() };
    let blue_of = |troop: Troop| Stand { troop, ..blue.clone() };
    let flankers = |sides: &[usize]| {
        let places = [((-600, -300), 90), ((600, -300), 270), ((0, -400), 0)];
        let mut stands: Vec<Stand> = sides
            .iter()
            .map(|side| Stand { at: places[*side].0, degrees: places[*side].1, ..stand(Red, guards(), 1, 1) })
            .collect();
        stands.push(Stand { degrees: 0, ..stand(Blue, guards(), 2, 4) });
        stands
    };
    let lancers = of_quality(Quality::Superior, horse());
    let battery = of_quality(
        Quality::Superior,
        with_weapon(Weapon::SuperiorArtillery, Troop::plain(Arm::Artillery, Quality::Normal)),
    );
    // Attack 1 and superior 1 against superior 1.
    let even = || melee("E11.15", red.clone(), blue.clone(), [2, 1]);
    vec![
        even(),
        melee("E11.16", red_of(lancers), blue.clone(), [3, 1]),
        melee("E11.17", Stand { bases: 4, ..red.clone() }, blue.clone(), [3, 1]),
        melee("E11.18", red.clone(), blue_of(battery), [4, 1]),
        melee("E11.19", red_of(of_weight(Weight::Heavy, guards())), blue.clone(), [3, 1]),
        melee("E11.20", red_of(foot()), blue.clone(), [1, 1]),
        melee("E11.21", red.clone(), blue_of(of_weight(Weight::Light, guards())), [3, 1]),
        melee("E11.22", red.clone(), blue_of(of_quality(Quality::Inferior, foot())), [3, 1]),
        Melee { row: "E11.23", ground: Some((TerrainKind::GentleHill, true)), dice: [3, 1], ..even() },
        Melee { row: "E11.24", ground: Some((TerrainKind::TallCropsOrScrub, false)), dice: [2, 2], ..even() },
        Melee { row: "E11.25", ground: Some((TerrainKind::Wood, false)), dice: [2, 3], ..even() },
        Melee {
            row: "E11.26",
            ground: Some((TerrainKind::Ford, false)),
            ..melee("", red_of(lancers), blue.clone(), [3, 2])
        },
        // From here on the front of red counts and that of blue does not: red has the longer front, blue the most
        // bases.
        Melee { row: "E11.27", stands: flankers(&[0]), dice: [4, 2], ..even() },
        melee(
            "E11.28",
            Stand { files: 3, bases: 3, at: (300, 0), ..red.clone() },
            Stand { bases: 3, ..blue.clone() },
            [3, 1],
        ),
        Melee { row: "E11.29", stands: flankers(&[0, 1]), dice: [5, 2], ..even() },
        Melee { row: "E11.29", stands: flankers(&[1, 2]), dice: [5, 2], ..even() },
        Melee { row: "E11.30", stands: flankers(&[0, 1, 2]), dice: [6, 2], ..even() },
        melee("E11.31", Stand { files: 1, ..red.clone() }, Stand { files: 1, ..blue.clone() }, [3, 1]),
        Melee {
            row: "E11.32",
            change: |_, state, _| {
                let side = state.side_mut(Side::Red);
                side.general_lost = false;
                side.general = Piece {
                    front: Point::new(0, -2 * CENTIMETRE),
                    heading: Heading::NORTH,
                    present: true,
                    activated: false,
                };
            },
            dice: [3, 1],
            ..even()
        },
        Melee {
            row: "E11.33",
            change: |_, state, ids| state.unit_mut(ids[1]).set(Status::DISORDERED, true),
            dice: [3, 1],
            ..even()
        },
        melee(
            "E11.35",
            Stand { bases: 4, ..red_of(Troop { multirank: true, ..guards() }) },
            Stand { bases: 4, ..blue.clone() },
            [3, 1],
        ),
        melee(
            "E14.2",
            Stand { files: 1, bases: 1, ..red_of(Troop::plain(Arm::Elephant, Quality::Normal)) },
            Stand { files: 1, bases: 1, ..blue.clone() },
            [3, 1],
        ),
        // Without impetus and advantages each side has one die.
        Melee {
            row: "E11.36",
            change: |_, state, ids| state.unit_mut(ids[0]).set(Status::CHARGED, false),
            ..melee("", red_of(foot()), blue_of(foot()), [1, 1])
        },
    ]
}

fn laid_out(melee: &Melee, combativity: [u8; 2]) -> (Engagement, State, Vec<UnitId>) {
    let mut scene = Scene::new();
    (scene.combativity.red, scene.combativity.blue) = (combativity[0], combativity[1]);
    if let Some((kind, red)) = melee.ground {
        let (near, far) = if red { (-20, 0) } else { (0, 20) };
        scene.pieces = vec![area(kind, &[(-20, near), (20, near), (20, far), (-20, far)])];
    }
    scene.stands.clone_from(&melee.stands);
    let (game, mut state, ids) = scene.build();
    let (blue, reds) = ids.split_last().expect("units");
    for red in reds {
        assert!(game.units().contact(&state, *red, *blue).is_some(), "{}", melee.row);
        state.unit_mut(*red).set(Status::CHARGED | Status::ATTACKER | Status::FRESH, true);
    }
    state.unit_mut(*blue).set(Status::DEFENDER | Status::FRESH, true);
    (melee.change)(&game, &mut state, &ids);
    (game, state, ids)
}

/// E11.15, E11.16, E11.17, E11.18, E11.19, E11.20, E11.21, E11.22, E11.23, E11.24, E11.25, E11.26, E11.27, E11.28,
/// E11.29, E11.30, E11.31, E11.32, E11.33, E11.35, E11.36, E11.37, E14.2: a melee for each row.
#[test]
fn odds_of_every_advantage_in_melee_are_those_of_all_dice() {
    let mut weighed = 0;
    for melee in melees() {
        for combativity in [[2, 5], [4, 3]] {
            let (game, state, ids) = laid_out(&melee, combativity);
            let (red, blue) = (ids[0], *ids.last().expect("units"));
            for (options, again) in [(NEVER, false), (ONCE, true)] {
                let odds = game.odds(&state, red, blue, &options).expect("a melee");
                for (side, strike) in odds.strikes.iter().enumerate() {
                    if !again || melee.dice[side] <= 3 {
                        assert_counted(strike, melee.dice[side], 0, combativity[1 - side], again, melee.row);
                        weighed += 1;
                    }
                }
                let trail = odds.strikes.iter().flat_map(|strike| &strike.trail);
                assert!(trail.into_iter().any(|it| it.rule == melee.row), "{} does not count", melee.row);
            }
        }
    }
    assert!(weighed >= 80, "{weighed}");
}

/// E11.37, E9.37: sampled dice of melees follow the exact odds, with sixes rolled again without limit.
#[test]
fn sampled_melees_follow_the_odds() {
    const ROUNDS: u32 = 20_000;
    let all = melees();
    let chosen = all.iter().find(|melee| melee.row == "E11.30").expect("the largest");
    let (game, start, ids) = laid_out(chosen, [4, 3]);
    let options = OddsOptions { reroll: RerollPolicy::Always, most_rerolls: 6 };
    let odds = game.odds(&start, ids[0], *ids.last().expect("units"), &options).expect("a melee");
    let mut stream = Key::new(11).stream();
    let mut counts = [[0u32; 40]; 2];
    for _ in 0..ROUNDS {
        let mut state = start;
        game.apply(&mut state, Action::Done);
        let mut impacts = [0u8; 2];
        loop {
            let (side, again) = match state.step {
                Step::MeleeRoll(side) => (side.index(), false),
                Step::SixRoll(side) => (side.index(), true),
                Step::Six(_) => {
                    game.apply(&mut state, Action::RollAgain);
                    continue;
                }
                Step::Leader(_) | Step::Opponent(_) => {
                    let mut actions = Vec::new();
                    game.legal_actions(&state, &mut actions);
                    game.apply(&mut state, actions[0]);
                    continue;
                }
                _ => break,
            };
            let roll = game.sample(&state, &mut stream);
            // A six that is rolled again adds one, or loses its own.
            let more = roll.hits + roll.sixes;
            impacts[side] = if again && more == 0 { impacts[side] - 1 } else { impacts[side] + more };
            game.apply_roll(&mut state, roll);
            if state.clash.kind != ClashKind::Melee || state.clash.after_pursuit {
                break;
            }
        }
        for side in 0..2 {
            counts[side][usize::from(impacts[side])] += 1;
        }
    }
    for (side, of_side) in counts.iter().enumerate() {
        for (impacts, count) in of_side.iter().enumerate().take(8) {
            let exact = odds.strikes[side].probability(impacts);
            let sampled = f64::from(*count) / f64::from(ROUNDS);
            // Four standard errors of the sample.
            let slack = 4.0 * (exact * (1.0 - exact) / f64::from(ROUNDS)).sqrt() + 1e-4;
            assert!((sampled - exact).abs() < slack, "{impacts} impacts of side {side}: {sampled} against {exact}");
        }
    }
}
