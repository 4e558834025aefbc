//! Battlefields built by hand, for keys that random battles rarely cover: each by its name in the table of cases.

use super::fields::Start;
use crate::scene::{Scene, foot, horse, of_quality, of_weight, with_weapon};
use crate::terrain::{area, line};
use reglette::en_avant::army::troop::{Arm, Period, Troop, Weight};
use reglette::en_avant::rules::{Quality, Rules, TerrainKind, Weapon};
use reglette::en_avant::state::{Piece, Placing, Status, Step, UnitId};
use reglette::en_avant::table::geometry::{Heading, Point};
use reglette::en_avant::{Engagement, State};
use reglette::game::Side;

use Side::{Blue, Red};

fn guns() -> Troop {
    with_weapon(Weapon::NormalArtillery, Troop::plain(Arm::Artillery, Quality::Normal))
}

fn archers() -> Troop {
    with_weapon(Weapon::Longbow, foot())
}

fn piece(x: i32, y: i32, heading: Heading) -> Piece {
    Piece { front: Point::new(x, y), heading, present: true, activated: false }
}

type Change = fn(&Engagement, &mut State, &[UnitId]);

/// The scene of a name under the given rules, and the changes made after building it.
fn scene(name: &str, rules: &Rules) -> (Scene, Change) {
    let mut scene = Scene::new();
    scene.rules = rules.clone();
    let plain: Change = |_, _, _| {};
    let in_melee: Change = |_, state, ids| {
        state.unit_mut(ids[0]).set(Status::CHARGED | Status::ATTACKER | Status::FRESH, true);
        state.unit_mut(ids[1]).set(Status::DEFENDER | Status::FRESH, true);
    };
    match name {
        // Two fronts on each other, turned by two degrees.
        "tilted" => {
            (scene.stand(Red, foot(), (0, -10), 0, 1, 1).stand(Blue, foot(), (0, 0), 180, 1, 1), |game, state, ids| {
                state.unit_mut(ids[1]).heading = Heading::new(728);
                game.units().refresh_contacts(state);
            })
        }
        // Four files with friends on both sides, moving first.
        "shoulders" => (
            scene
                .stand(Red, foot(), (0, -2000), 0, 4, 4)
                .stand(Red, foot(), (-2400, -2000), 0, 4, 4)
                .stand(Red, foot(), (2400, -2000), 0, 4, 4)
                .stand(Blue, foot(), (0, 4500), 180, 1, 1),
            |_, state, ids| state.step = Step::Place(ids[0], Placing::Move),
        ),
        // Fronts that share three millimetres.
        "brush" => (scene.stand(Red, foot(), (0, 0), 0, 1, 1).stand(Blue, foot(), (570, 0), 180, 1, 1), plain),
        "road" => {
            // It moves first.
            scene.pieces = vec![
                area(TerrainKind::Road, &[(-2, -40), (2, -40), (2, 40), (-2, 40)]),
                area(TerrainKind::PloughedOrMud, &[(-20, -15), (20, -15), (20, -5), (-20, -5)]),
            ];
            (
                scene.stand(Red, foot(), (0, -2000), 0, 1, 3).stand(Blue, foot(), (0, 4500), 180, 1, 1),
                |_, state, ids| state.step = Step::Place(ids[0], Placing::Move),
            )
        }
        // The attacker's front lies on a flank, where no zone of control is.
        "flank" => (
            scene.stand(Red, foot(), (-600, -200), 90, 1, 2).stand(Blue, foot(), (0, 0), 0, 2, 2).stand(
                Red,
                foot(),
                (3000, -3000),
                0,
                1,
                1,
            ),
            plain,
        ),
        // The unit attacked there is activated next.
        "surprised" => (
            scene.stand(Blue, horse(), (-600, -200), 90, 1, 2).stand(Red, foot(), (0, 0), 0, 2, 2).stand(
                Red,
                foot(),
                (3000, -4000),
                0,
                1,
                1,
            ),
            plain,
        ),
        "two flanks" => (
            scene.stand(Red, foot(), (-600, -300), 90, 1, 1).stand(Red, foot(), (600, -300), 270, 1, 1).stand(
                Blue,
                foot(),
                (0, 0),
                0,
                2,
                4,
            ),
            plain,
        ),
        "flanks and rear" => (
            scene
                .stand(Red, foot(), (-600, -300), 90, 1, 1)
                .stand(Red, foot(), (600, -300), 270, 1, 1)
                .stand(Red, foot(), (0, -600), 0, 1, 1)
                .stand(Blue, foot(), (0, 0), 0, 2, 4),
            plain,
        ),
        // Shots at units whose recoil is tight: light friends behind, the edge of the table, infantry at a slight
        // angle.
        "light friends" => {
            let light = of_weight(Weight::Light, foot());
            let scene = scene.stand(Red, guns(), (0, -1500), 0, 1, 1).stand(Blue, foot(), (0, 0), 180, 2, 2);
            (scene.stand(Blue, light, (0, 400), 180, 4, 4), plain)
        }
        "edge" => (scene.stand(Red, guns(), (0, 3300), 0, 1, 1).stand(Blue, foot(), (0, 4690), 180, 2, 2), plain),
        "behind cavalry" => (
            scene.stand(Red, guns(), (0, -1500), 0, 1, 1).stand(Blue, horse(), (0, 0), 180, 1, 1).stand(
                Blue,
                foot(),
                (0, 620),
                150,
                6,
                6,
            ),
            plain,
        ),
        // Archers engaged on a flank, with a free target ahead; a target engaged on a flank.
        "engaged archers" => (
            scene.stand(Red, archers(), (0, 0), 0, 2, 4).stand(Blue, foot(), (-600, -300), 90, 1, 1).stand(
                Blue,
                foot(),
                (0, 800),
                180,
                2,
                2,
            ),
            plain,
        ),
        "engaged target" => (
            scene.stand(Red, archers(), (0, -900), 0, 2, 2).stand(Blue, foot(), (0, 0), 180, 2, 4).stand(
                Red,
                foot(),
                (600, 300),
                270,
                1,
                1,
            ),
            plain,
        ),
        "two targets" => (
            scene.stand(Red, archers(), (0, 0), 0, 3, 3).stand(Blue, foot(), (-700, 600), 180, 2, 2).stand(
                Blue,
                foot(),
                (700, 600),
                180,
                2,
                4,
            ),
            plain,
        ),
        "one target nearer" => (
            scene.stand(Red, archers(), (0, 0), 0, 3, 3).stand(Blue, foot(), (-700, 600), 180, 2, 2).stand(
                Blue,
                foot(),
                (700, 680),
                180,
                2,
                4,
            ),
            plain,
        ),
        "hidden nearest" => {
            scene.pieces = vec![area(TerrainKind::Wood, &[(-20, 2), (-1, 2), (-1, 20), (-20, 20)])];
            (
                scene.stand(Red, archers(), (0, 0), 0, 3, 3).stand(Blue, foot(), (-1000, 500), 180, 2, 2).stand(
                    Blue,
                    foot(),
                    (700, 900),
                    180,
                    2,
                    2,
                ),
                plain,
            )
        }
        "over the valley" => {
            scene.pieces = vec![
                area(TerrainKind::GentleHill, &[(-20, -20), (20, -20), (20, 1), (-20, 1)]),
                area(TerrainKind::GentleHill, &[(-20, 9), (20, 9), (20, 30), (-20, 30)]),
            ];
            (
                scene.stand(Red, archers(), (0, 0), 0, 2, 2).stand(Blue, foot(), (0, 1000), 180, 2, 2).stand(
                    Red,
                    foot(),
                    (0, 600),
                    0,
                    1,
                    1,
                ),
                plain,
            )
        }
        "up a hill" => {
            scene.pieces = vec![area(TerrainKind::GentleHill, &[(-20, -20), (20, -20), (20, -3), (-20, -3)])];
            (scene.stand(Red, archers(), (0, 0), 0, 2, 4).stand(Blue, foot(), (0, 900), 180, 2, 2), |_, state, ids| {
                state.step = Step::Place(ids[0], Placing::Shot)
            })
        }
        "no target" => (scene.stand(Red, archers(), (0, 0), 0, 2, 2).stand(Blue, foot(), (0, 4000), 180, 2, 2), plain),
        "shaken cavalry" => {
            (scene.stand(Red, foot(), (0, -400), 0, 2, 2).stand(Blue, horse(), (0, 0), 180, 2, 2), |_, state, ids| {
                state.unit_mut(ids[1]).set(Status::DISORDERED, true)
            })
        }
        // A column that attacked, in a later round.
        "column in melee" => {
            (scene.stand(Red, foot(), (0, 0), 0, 1, 2).stand(Blue, foot(), (0, 0), 180, 1, 1), |_, state, ids| {
                state.unit_mut(ids[0]).set(Status::ATTACKER, true);
                state.unit_mut(ids[1]).set(Status::DEFENDER, true);
            })
        }
        // One against two of another quality; units in a chain of contacts.
        "two against one" => (
            scene
                .stand(Red, of_quality(Quality::Superior, foot()), (-600, 0), 0, 2, 2)
                .stand(Red, of_quality(Quality::Inferior, foot()), (450, 0), 0, 1, 1)
                .stand(Blue, foot(), (0, 0), 180, 4, 4),
            in_melee,
        ),
        "chain" => (
            scene
                .stand(Red, foot(), (0, 0), 0, 3, 3)
                .stand(Blue, foot(), (-300, 0), 180, 2, 2)
                .stand(Blue, foot(), (1200, 0), 180, 3, 3)
                .stand(Red, foot(), (1500, 0), 0, 2, 2),
            plain,
        ),
        // An enemy just before the camp of red, guarded or not.
        "camp" | "guarded camp" => {
            let guard = if name == "camp" { 3000 } else { 1200 };
            let scene = scene.stand(Blue, foot(), (0, -4600), 180, 2, 2).stand(Red, foot(), (guard, -4600), 0, 2, 2);
            (scene.stand(Blue, foot(), (-3000, 4500), 180, 1, 1), |_, state, ids| {
                state.side_mut(Red).camp_lost = false;
                state.side_mut(Red).camp = piece(0, -46_100, Heading::NORTH);
                state.unit_mut(ids[0]).front = Point::new(0, -45_000);
                (state.active, state.first, state.impulses_of_turn) = (Blue, Blue, [0, 1]);
                state.step = Step::Place(ids[0], Placing::Move);
            })
        }
        "ditch" => {
            scene.pieces = vec![line(TerrainKind::DitchTrench, &[(-30, -15), (30, -15)])];
            (scene.stand(Red, foot(), (0, -1500), 0, 2, 2).stand(Blue, foot(), (0, 4500), 180, 1, 1), plain)
        }
        // A general on his own base, ready to move.
        "general" => {
            scene.period = Period::Napoleonic;
            let scene = scene.stand(Red, foot(), (0, -3000), 0, 2, 2).stand(Red, foot(), (2500, -2000), 0, 2, 2).stand(
                Red,
                foot(),
                (-800, -1000),
                0,
                2,
                2,
            );
            (scene.stand(Blue, foot(), (0, 4500), 180, 1, 1), |_, state, _| {
                state.side_mut(Red).general_lost = false;
                state.side_mut(Red).general = piece(0, -40_000, Heading::NORTH);
            })
        }
        "gunners at a general" => {
            scene.period = Period::Napoleonic;
            (
                scene.stand(Blue, horse(), (0, -2000), 180, 1, 2).stand(Red, foot(), (3500, -4000), 0, 1, 1),
                |_, state, ids| {
                    state.side_mut(Red).general_lost = false;
                    state.side_mut(Red).general = piece(0, -24_000, Heading::NORTH);
                    (state.active, state.first, state.impulses_of_turn) = (Blue, Blue, [0, 1]);
                    state.step = Step::Place(ids[0], Placing::Move);
                },
            )
        }
        // A recoil of either side opens a pursuit.
        "recoil" => (
            scene.stand(Red, horse(), (0, 0), 0, 2, 2).stand(Blue, foot(), (0, 0), 180, 2, 2).stand(
                Blue,
                foot(),
                (3000, 4000),
                180,
                9,
                9,
            ),
            in_melee,
        ),
        "hemmed in" => (
            scene
                .stand(Red, guns(), (0, -1500), 0, 1, 1)
                .stand(Blue, foot(), (0, 0), 180, 1, 1)
                .stand(Blue, foot(), (0, 400), 180, 5, 5)
                .stand(Blue, foot(), (-1300, 200), 180, 3, 3)
                .stand(Blue, foot(), (1300, 200), 180, 3, 3),
            plain,
        ),
        "routing" => (
            scene
                .stand(Red, foot(), (0, -1000), 180, 2, 2)
                .stand(Red, foot(), (0, -1700), 0, 7, 7)
                .stand(Red, foot(), (2500, -1000), 0, 2, 2)
                .stand(Blue, foot(), (0, 2000), 180, 2, 2),
            |_, state, ids| state.unit_mut(ids[0]).set(Status::ROUTING | Status::DISORDERED, true),
        ),
        // An objective held by each side for a turn.
        "objective" => {
            scene.pieces = vec![area(TerrainKind::PloughedOrMud, &[(-10, -10), (10, -10), (10, 10), (-10, 10)])];
            (scene.stand(Red, foot(), (0, 0), 0, 2, 2).stand(Blue, foot(), (0, 4000), 180, 2, 2), |_, state, _| {
                state.objectives[0].real = true;
                state.objectives[0].owner = Some(Blue);
            })
        }
        // At the last turn, with only the tie-breaks to separate the sides.
        "last turn" => (
            scene.stand(Red, foot(), (0, -3000), 0, 2, 2).stand(Red, foot(), (2000, -3000), 0, 1, 1).stand(
                Blue,
                foot(),
                (0, 4000),
                180,
                4,
                4,
            ),
            |_, state, _| {
                state.turn = 20;
                state.sides[0].points_lost = 1;
                state.sides[1].bases_lost = 1;
            },
        ),
        "wild elephant" => (
            scene
                .stand(Red, Troop::plain(Arm::Elephant, Quality::Normal), (0, 0), 180, 1, 1)
                .stand(Red, foot(), (0, -800), 0, 5, 5)
                .stand(Blue, foot(), (0, 3000), 180, 9, 9),
            |_, state, ids| state.unit_mut(ids[0]).set(Status::RAMPANT, true),
        ),
        "elephant in melee" => (
            scene
                .stand(Blue, of_quality(Quality::Superior, foot()), (0, 0), 180, 2, 2)
                .stand(Red, Troop::plain(Arm::Elephant, Quality::Normal), (0, 0), 0, 1, 1)
                .stand(Red, foot(), (3000, -3000), 0, 9, 9),
            |_, state, ids| {
                state.unit_mut(ids[1]).set(Status::CHARGED | Status::ATTACKER | Status::FRESH, true);
                state.unit_mut(ids[0]).set(Status::DEFENDER | Status::FRESH, true);
            },
        ),
        "horse guns" => {
            scene.period = Period::Napoleonic;
            (
                scene
                    .stand(Red, Troop { horse: true, ..guns() }, (0, 0), 0, 1, 1)
                    .stand(Blue, foot(), (0, 3000), 180, 2, 2)
                    .stand(Red, foot(), (3000, -3000), 0, 1, 1),
                |_, state, ids| {
                    state.unit_mut(ids[0]).set(Status::LIMBERED, true);
                    state.unit_mut(ids[0]).moved_in = 1;
                },
            )
        }
        "guns in action" => {
            scene.period = Period::Napoleonic;
            (
                scene
                    .stand(Red, Troop { horse: true, ..guns() }, (0, 0), 0, 1, 1)
                    .stand(Blue, foot(), (0, 3000), 180, 2, 2)
                    .stand(Red, foot(), (3000, -3000), 0, 1, 1),
                plain,
            )
        }
        "dragoons" => {
            scene.period = Period::CivilWar;
            scene.dismounts = true;
            (
                scene.stand(Red, with_weapon(Weapon::Rifle, horse()), (0, 0), 0, 2, 2).stand(
                    Blue,
                    foot(),
                    (0, 1500),
                    180,
                    2,
                    2,
                ),
                plain,
            )
        }
        name => panic!("there is no field \"{name}\""),
    }
}

/// The field of a name under the given rules.
pub fn laid(name: &str, rules: &Rules) -> Start {
    let (scene, change) = scene(name, rules);
    let (game, mut state, ids) = scene.build();
    change(&game, &mut state, &ids);
    Ok((Box::new(game), state))
}
