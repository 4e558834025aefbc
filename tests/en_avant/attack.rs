//! Contact: which units may attack which, from which side, and how the bases conform (chapter 11).

use crate::movement::{assert_refused, moved, refusal_of};
use crate::scene::{Scene, foot, horse, of_quality, of_weight};
use reglette::en_avant::army::troop::{Arm, Troop, Weight};
use reglette::en_avant::rules::{ConformingUnit, FlankZone, InfantryAttacksCavalry, Quality, Weapon};
use reglette::en_avant::state::action::{Path, Segment};
use reglette::en_avant::state::{Status, UnitId};
use reglette::en_avant::table::geometry::{Edge, Heading, Point};
use reglette::en_avant::{Engagement, State};
use reglette::game::Side;

fn guns() -> Troop {
    Troop { weapon: Some(Weapon::NormalArtillery), ..Troop::plain(Arm::Artillery, Quality::Normal) }
}

fn ahead(length: u16) -> Path {
    Path::of(&[Segment::Advance(length)])
}

fn pose(state: &State, unit: UnitId) -> (Point, u16) {
    (state.unit(unit).front, state.unit(unit).heading.steps())
}

fn edges(game: &Engagement, state: &State, unit: UnitId, enemy: UnitId) -> Option<(Edge, Edge)> {
    game.units().contact(state, unit, enemy).map(|it| (it.own, it.other))
}

/// EX-13, E11.4, E11.5, E11.6, EI-73: the shorter front conforms, file against file, and the last turn is free.
#[test]
fn the_shorter_front_lines_up() {
    let build = |conforming: ConformingUnit| {
        let mut scene = Scene::new();
        scene.rules.conforming_unit = conforming;
        let scene = scene.stand(Side::Blue, of_quality(Quality::Superior, foot()), (0, 0), 180, 3, 3);
        // Two files of cavalry, 2 cm to the right of the middle of the infantry, turned by ten degrees.
        let scene = scene.stand(Side::Red, horse(), (200, -1500), 10, 2, 2);
        // Another unit keeps the impulse from ending.
        scene.stand(Side::Red, foot(), (-3000, -3000), 0, 1, 1).build()
    };
    let reach = |game: &Engagement, state: &State, ids: &[UnitId]| {
        (1..1_600)
            .find(|length| refusal_of(game, state, ids[1], ahead(*length).against(ids[0])).is_none())
            .expect("it is in reach")
    };
    let (game, state, ids) = build(ConformingUnit::ShorterFront);
    let path = ahead(reach(&game, &state, &ids)).against(ids[0]);
    let after = moved(&game, &state, ids[1], path);
    assert_eq!(pose(&after, ids[1]), (Point::new(3_000, 0), 0), "its two files face two of three");
    assert_eq!(pose(&after, ids[0]), (Point::ORIGIN, 720));
    assert_eq!(edges(&game, &after, ids[1], ids[0]), Some((Edge::Front, Edge::Front)));
    let bits = |unit: UnitId| after.unit(unit).status;
    assert_eq!(
        bits(ids[1]) & (Status::ENGAGED | Status::CHARGED | Status::ATTACKER | Status::FRESH | Status::DEFENDER),
        Status::ENGAGED | Status::CHARGED | Status::ATTACKER | Status::FRESH
    );
    assert_eq!(
        bits(ids[0]) & (Status::ENGAGED | Status::CHARGED | Status::ATTACKER | Status::FRESH | Status::DEFENDER),
        Status::ENGAGED | Status::FRESH | Status::DEFENDER
    );
    // If the longer front conforms, the infantry turns.
    let (game, state, ids) = build(ConformingUnit::LongerFront);
    let after = moved(&game, &state, ids[1], path);
    assert_eq!(after.unit(ids[1]).heading, Heading::new(40));
    assert_eq!(after.unit(ids[0]).heading, Heading::new(760));
    assert_eq!(edges(&game, &after, ids[1], ids[0]), Some((Edge::Front, Edge::Front)));
    let (game, state, ids) = build(ConformingUnit::Attacker);
    assert_eq!(moved(&game, &state, ids[1], path).unit(ids[1]).heading, Heading::NORTH);
}

/// E11.5, EI-73: an attacker with the longer front stays, and the unit attacked conforms; artillery and engaged units
/// never do.
#[test]
fn the_unit_attacked_lines_up_if_its_front_is_shorter() {
    let build = |troop: Troop| {
        Scene::new()
            .stand(Side::Blue, troop, (100, 0), 180, 2, 2)
            .stand(Side::Red, horse(), (0, -1000), 0, 3, 3)
            .build()
    };
    let (game, state, ids) = build(foot());
    let after = moved(&game, &state, ids[1], ahead(1_000).against(ids[0]));
    assert_eq!(pose(&after, ids[1]), (Point::ORIGIN, 0));
    assert_eq!(pose(&after, ids[0]), (Point::new(3_000, 0), 720), "file on file, 2 cm away");
    let (game, state, ids) = build(guns());
    let after = moved(&game, &state, ids[1], ahead(1_000).against(ids[0]));
    assert_eq!(pose(&after, ids[0]), (Point::new(1_000, 0), 720));
    assert_eq!(after.unit(ids[1]).front.x, -2_000);
}

/// EX-51, E11.2, E11.3.
#[test]
fn infantry_attacks_no_steady_cavalry_and_artillery_nobody() {
    let build = |rule: InfantryAttacksCavalry, own: Troop| {
        let mut scene = Scene::new();
        scene.rules.infantry_may_attack_cavalry = rule;
        scene.stand(Side::Red, own, (0, -500), 0, 2, 2).stand(Side::Blue, horse(), (0, 0), 180, 2, 2).build()
    };
    let path = |ids: &[UnitId]| ahead(500).against(ids[1]);
    let (game, mut state, ids) = build(InfantryAttacksCavalry::IfEngagedOrDisordered, foot());
    assert_refused(&game, &state, ids[0], path(&ids), "E11.2");
    state.unit_mut(ids[1]).set(Status::DISORDERED, true);
    assert_eq!(refusal_of(&game, &state, ids[0], path(&ids)), None);
    let (game, state, ids) = build(InfantryAttacksCavalry::Always, foot());
    assert_eq!(refusal_of(&game, &state, ids[0], path(&ids)), None);
    let (game, mut state, ids) = build(InfantryAttacksCavalry::Never, foot());
    state.unit_mut(ids[1]).set(Status::DISORDERED, true);
    assert_refused(&game, &state, ids[0], path(&ids), "E11.2");
    let (mut game, state, ids) = build(InfantryAttacksCavalry::IfEngagedOrDisordered, guns());
    assert_refused(&game, &state, ids[0], path(&ids), "E11.3");
    game.rules.artillery_may_attack = true;
    assert_eq!(refusal_of(&game, &state, ids[0], path(&ids)), None);
}

/// E11.2, E11.5, EI-72: infantry does not attack infantry either if it would be engaged with steady cavalry beside it,
/// from the front or by its own flank.
#[test]
fn infantry_attacks_nobody_if_that_engages_it_with_steady_cavalry() {
    let build = |at: i32, files: u8| {
        let scene = Scene::new().stand(Side::Red, foot(), (at, -200), 0, files, files).stand(
            Side::Blue,
            foot(),
            (0, 0),
            180,
            2,
            2,
        );
        scene.stand(Side::Blue, horse(), (1200, 0), 180, 2, 2).build()
    };
    let attack = |ids: &[UnitId]| ahead(200).against(ids[1]);
    let (game, state, ids) = build(600, 4);
    assert_refused(&game, &state, ids[0], attack(&ids), "E11.2");
    for met in [Status::DISORDERED, Status::ENGAGED] {
        let mut other = state;
        other.unit_mut(ids[2]).set(met, true);
        assert_eq!(refusal_of(&game, &other, ids[0], attack(&ids)), None, "{met:?}: cavalry that may be attacked");
    }
    let mut always = game.clone();
    always.rules.infantry_may_attack_cavalry = InfantryAttacksCavalry::Always;
    let after = moved(&always, &state, ids[0], attack(&ids));
    assert!(
        after.unit(ids[2]).has(Status::ENGAGED | Status::DEFENDER),
        "any other enemy that the front touches is engaged"
    );
    // Clear of the cavalry it attacks the infantry, and is in contact with no other unit.
    let (game, state, ids) = build(0, 2);
    let after = moved(&game, &state, ids[0], attack(&ids));
    assert!(after.unit(ids[1]).has(Status::ENGAGED) && !after.unit(ids[2]).has(Status::ENGAGED));
    // Of the aligned places those in contact with the cavalry are not free: two files on three, next to the cavalry.
    let scene =
        Scene::new().stand(Side::Red, foot(), (700, -150), 10, 2, 2).stand(Side::Blue, foot(), (0, 0), 180, 3, 3);
    let (game, state, ids) = scene.stand(Side::Blue, horse(), (1500, 0), 180, 2, 2).build();
    let reach = (1..700).find(|length| refusal_of(&game, &state, ids[0], ahead(*length).against(ids[1])).is_none());
    let after = moved(&game, &state, ids[0], ahead(reach.expect("it reaches the foot")).against(ids[1]));
    assert_eq!(pose(&after, ids[0]), (Point::new(3_000, 0), 0));
    assert!(!after.unit(ids[2]).has(Status::ENGAGED));
    // A flank that comes to lie on the front of the cavalry is engaged with it, too.
    let scene = Scene::new().stand(Side::Red, foot(), (0, -900), 0, 2, 2).stand(Side::Blue, foot(), (0, 0), 180, 2, 2);
    let (game, state, ids) = scene.stand(Side::Blue, horse(), (600, 0), 270, 1, 1).build();
    assert_refused(&game, &state, ids[0], ahead(900).against(ids[1]), "E11.2");
}

/// EX-69, E11.8, EI-56.
#[test]
fn an_attack_from_beside_all_along_is_a_surprise() {
    // A column on the left of the target, level with its front line or a little ahead of it.
    let build = |forward: i32, zone: FlankZone| {
        let mut scene = Scene::new();
        scene.rules.flank_zone = zone;
        let scene = scene.stand(Side::Blue, foot(), (0, 0), 180, 3, 3);
        scene.stand(Side::Red, horse(), (2000, forward), 270, 1, 2).build()
    };
    let (game, state, ids) = build(300, FlankZone::BehindFrontLine);
    let after = moved(&game, &state, ids[1], ahead(1_100).against(ids[0]));
    assert_eq!(edges(&game, &after, ids[1], ids[0]), Some((Edge::Front, Edge::Left)));
    assert_eq!(after.unit(ids[1]).front, Point::new(9_000, 3_000), "its corner lies at the enemy's front corner");
    assert_eq!(pose(&after, ids[0]), (Point::ORIGIN, 720), "the unit surprised does not turn");
    // One corner ahead of the line: an attack on the front.
    let (game, state, ids) = build(250, FlankZone::BehindFrontLine);
    let after = moved(&game, &state, ids[1], ahead(1_100).against(ids[0]));
    assert_eq!(edges(&game, &after, ids[1], ids[0]), Some((Edge::Front, Edge::Front)));
    // By the strict reading the whole way lies between the lines of front and rear, so that a base of 6 cm has no room
    // beside one of 3 cm.
    let (game, state, ids) = build(300, FlankZone::Strict);
    let after = moved(&game, &state, ids[1], ahead(1_100).against(ids[0]));
    assert_eq!(edges(&game, &after, ids[1], ids[0]), Some((Edge::Front, Edge::Front)));
}

/// EI-56: beside or behind is everything that is not ahead of the front line; by the strict reading everything behind
/// the rear, or between the lines of front and rear.
#[test]
fn beside_and_behind_is_told_by_the_lines_of_front_and_rear() {
    let beside = |zone: FlankZone, at: (i32, i32), degrees: u16| {
        let mut scene = Scene::new();
        scene.rules.flank_zone = zone;
        let scene = scene.stand(Side::Blue, foot(), (0, 0), 0, 2, 4);
        let (game, state, ids) = scene.stand(Side::Red, horse(), at, degrees, 1, 1).build();
        game.units().is_beside_or_behind(&state, ids[0], &game.places().base(&state, ids[1], 0))
    };
    use FlankZone::{BehindFrontLine, Strict};
    // The target is 6 cm deep behind its front at 0; a base of cavalry is 4 cm deep, 6 wide.
    let cases = [
        ((2_000, -100), [true, true]),
        ((0, -2_000), [true, true]),
        ((2_000, -400), [true, false]),
        ((0, 1_000), [false, false]),
    ];
    for (at, expected) in cases {
        assert_eq!([BehindFrontLine, Strict].map(|zone| beside(zone, at, 0)), expected, "{at:?}");
    }
}

/// E11.8, EI-56, EI-73: an attack from behind conforms to the rear, file against file.
#[test]
fn an_attack_from_behind_takes_the_rear() {
    let scene =
        Scene::new().stand(Side::Blue, foot(), (0, 0), 0, 3, 6).stand(Side::Red, horse(), (200, -1500), 0, 2, 2);
    let (game, state, ids) = scene.build();
    let after = moved(&game, &state, ids[1], ahead(900).against(ids[0]));
    assert_eq!(edges(&game, &after, ids[1], ids[0]), Some((Edge::Front, Edge::Rear)));
    assert_eq!(pose(&after, ids[1]), (Point::new(3_000, -6_000), 0));
}

/// E11.8, EI-56, EI-73: an attack on the rear by a unit that was not behind from the start is no surprise; the unit
/// attacked turns about to face it, unless it is in disorder (E8.2), and no unit is moved through another.
#[test]
fn a_unit_met_in_the_rear_without_surprise_turns_about() {
    let light = of_weight(Weight::Light, horse());
    let build = |y: i32| {
        let scene =
            Scene::new().stand(Side::Red, light, (1000, y), 0, 1, 1).stand(Side::Blue, foot(), (0, 0), 180, 2, 3);
        scene.stand(Side::Red, foot(), (3500, -3000), 0, 1, 1).build()
    };
    // Beside the infantry, then around behind it, facing back.
    let round = |ahead: i16, last: u16| {
        Path::of(&[Segment::Shift(ahead, 0), Segment::Turn(720), Segment::Shift(0, 700), Segment::Advance(last)])
    };
    let (game, state, ids) = build(100);
    let after = moved(&game, &state, ids[0], round(1_000, 100).against(ids[1]));
    assert_eq!(pose(&after, ids[1]), (Point::new(0, 6_000), 0), "it looks where its rear was");
    assert_eq!(pose(&after, ids[0]), (Point::new(3_000, 6_000), 720));
    assert_eq!(edges(&game, &after, ids[0], ids[1]), Some((Edge::Front, Edge::Front)));
    // Behind the line of its front from the start it is a surprise.
    let (game, state, ids) = build(400);
    let after = moved(&game, &state, ids[0], round(700, 100).against(ids[1]));
    assert_eq!(pose(&after, ids[1]), (Point::ORIGIN, 720));
    assert_eq!(edges(&game, &after, ids[0], ids[1]), Some((Edge::Front, Edge::Rear)));
    // In disorder, or out of control, it cannot turn, and is taken in the rear.
    for (status, rule) in [(Status::DISORDERED, "E8.2"), (Status::RAMPANT, "EI-107")] {
        let (game, mut state, ids) = build(100);
        state.unit_mut(ids[1]).set(status, true);
        let after = moved(&game, &state, ids[0], round(1_000, 100).against(ids[1]));
        assert_eq!(pose(&after, ids[1]), (Point::ORIGIN, 720), "{rule}");
        assert_eq!(edges(&game, &after, ids[0], ids[1]), Some((Edge::Front, Edge::Rear)));
    }
    // If the gap of its short last rank is occupied by a friend it cannot turn, and is not attacked.
    let scene = Scene::new().stand(Side::Red, light, (1000, 100), 0, 1, 1).stand(Side::Blue, foot(), (0, 0), 180, 2, 3);
    let (game, state, ids) =
        scene.stand(Side::Blue, of_quality(Quality::Superior, foot()), (-300, 350), 180, 1, 1).build();
    assert_refused(&game, &state, ids[0], round(1_000, 100).against(ids[1]), "E11.7");
}

/// EX-70, E11.7: without room to conform there is no attack.
#[test]
fn without_room_there_is_no_attack() {
    let scene = Scene::new().stand(Side::Blue, foot(), (0, 0), 180, 1, 1);
    // Friends on both sides leave a gap of a base and a half ahead of the enemy; the attacker is two bases wide.
    let scene =
        scene.stand(Side::Blue, foot(), (-900, -300), 180, 1, 1).stand(Side::Blue, foot(), (900, -300), 180, 1, 1);
    let scene = scene.stand(Side::Red, foot(), (0, -400), 0, 2, 2);
    let (mut game, state, ids) = scene.build();
    game.rules.conforming_unit = ConformingUnit::Attacker;
    let found: Vec<u16> =
        (1..600).filter(|length| refusal_of(&game, &state, ids[3], ahead(*length).against(ids[0])).is_none()).collect();
    assert!(found.is_empty(), "{found:?}");
    // Alone the enemy can be attacked.
    let scene = Scene::new().stand(Side::Blue, foot(), (0, 0), 180, 1, 1).stand(Side::Red, foot(), (0, -400), 0, 2, 2);
    let (game, state, ids) = scene.build();
    assert_eq!(refusal_of(&game, &state, ids[1], ahead(400).against(ids[0])), None);
}

/// E11.10, EI-75: a unit already engaged is joined where there is room on its front, or on the edge that is touched.
#[test]
fn a_newcomer_takes_what_is_free() {
    let scene = Scene::new().stand(Side::Blue, foot(), (0, 0), 180, 3, 3).stand(Side::Red, foot(), (-600, 0), 0, 1, 1);
    let scene = scene.stand(Side::Red, foot(), (600, -500), 0, 2, 2);
    let (game, state, ids) = scene.build();
    assert!(state.unit(ids[0]).has(Status::ENGAGED));
    let after = moved(&game, &state, ids[2], ahead(500).against(ids[0]));
    assert_eq!(after.unit(ids[2]).front.y, 0);
    assert!([3_000, 9_000].contains(&after.unit(ids[2]).front.x), "{:?}", after.unit(ids[2]).front);
    assert!(after.unit(ids[0]).has(Status::FRESH) && after.unit(ids[2]).has(Status::CHARGED));
}

/// EX-14, E11.12, E11.10: after a first unit has come into contact others are brought into the same melee before it is
/// fought.
#[test]
fn others_join_before_the_melee_is_fought() {
    let scene =
        Scene::new().stand(Side::Blue, foot(), (0, 0), 180, 3, 3).stand(Side::Red, foot(), (-600, -500), 0, 2, 2);
    let scene = scene.stand(Side::Red, foot(), (900, -500), 0, 1, 1).stand(Side::Red, foot(), (3000, -2000), 0, 1, 1);
    let (game, state, ids) = scene.build();
    let once = moved(&game, &state, ids[1], ahead(500).against(ids[0]));
    assert_eq!(once.step, reglette::en_avant::state::Step::Impulse);
    let twice = moved(&game, &once, ids[2], ahead(500).against(ids[0]));
    assert_eq!(twice.step, reglette::en_avant::state::Step::Impulse);
    assert_eq!(game.units().contacts(&twice, ids[0]).count(), 2);
}

/// E7.1, E11.43, EI-36: an engaged unit does not move.
#[test]
fn an_engaged_unit_does_not_move() {
    let scene = Scene::new().stand(Side::Blue, foot(), (0, 0), 180, 3, 3).stand(Side::Red, foot(), (0, 0), 0, 3, 3);
    let (game, state, ids) = scene.build();
    assert!(!game.units().may_move(&state, ids[1]));
    assert_refused(&game, &state, ids[1], Path::of(&[Segment::Back(100)]), "E7.1");
}

/// EI-72: units are engaged if they share a tenth of a base width of edge, a front among them; contact of flanks
/// engages no unit, and any other enemy in contact with the front is engaged.
#[test]
fn contact_needs_a_front_and_a_tenth_of_a_base() {
    let beside = |x: i32, degrees: u16, y: i32| {
        let scene =
            Scene::new().stand(Side::Red, foot(), (0, 0), 0, 2, 2).stand(Side::Blue, foot(), (x, y), degrees, 2, 2);
        let (game, state, ids) = scene.build();
        (game.units().contact(&state, ids[0], ids[1]).map(|it| it.length), state.unit(ids[0]).has(Status::ENGAGED))
    };
    // Front on front, 12 cm long, shifted until 7 mm, 6 mm and 5 mm are left.
    assert_eq!(beside(1130, 180, 0), (Some(700), true));
    assert_eq!(beside(1140, 180, 0), (Some(600), true));
    assert_eq!(beside(1150, 180, 0), (None, false));
    // Flank on flank over the whole length.
    assert_eq!(beside(1200, 180, -300), (None, false));
    assert_eq!(beside(1200, 0, 0), (None, false));
    // A front on a flank.
    assert_eq!(beside(600, 270, -150), (Some(3_000), true));
    // The rear of one on the rear of the other.
    assert_eq!(beside(0, 180, -600), (None, false));
    // A long front that attacks one unit is engaged with its neighbour, which counts as a defender.
    let scene =
        Scene::new().stand(Side::Red, foot(), (600, -300), 0, 4, 4).stand(Side::Blue, foot(), (0, 0), 180, 2, 2);
    let (game, state, ids) = scene.stand(Side::Blue, foot(), (1200, 0), 180, 2, 2).build();
    let after = moved(&game, &state, ids[0], ahead(300).against(ids[1]));
    let shared = |enemy: UnitId| game.units().contact(&after, ids[0], enemy).map(|it| it.length);
    assert_eq!([shared(ids[1]), shared(ids[2])], [Some(12_000); 2]);
    assert!(after.unit(ids[2]).has(Status::ENGAGED | Status::DEFENDER | Status::FRESH));
}

/// E11.2, EI-106: elephants are neither infantry nor cavalry: infantry attacks them, and they attack steady cavalry.
#[test]
fn elephants_are_attacked_by_infantry_and_attack_cavalry() {
    let elephant = Troop::plain(Arm::Elephant, Quality::Normal);
    for (own, other) in [(foot(), elephant), (elephant, horse())] {
        let scene = Scene::new().stand(Side::Red, own, (0, -500), 0, 1, 1).stand(Side::Blue, other, (0, 0), 180, 1, 1);
        let (game, state, ids) = scene.build();
        assert_eq!(refusal_of(&game, &state, ids[0], ahead(500).against(ids[1])), None, "{own:?}");
    }
}

/// EI-72: a unit that does not attack stops short of contact.
#[test]
fn who_does_not_attack_stops_short() {
    let scene =
        Scene::new().stand(Side::Blue, foot(), (0, 0), 180, 3, 3).stand(Side::Red, foot(), (1500, -1000), 0, 2, 2);
    let (game, state, ids) = scene.build();
    // Past its flank at a distance, then with the own flank against it.
    assert_eq!(refusal_of(&game, &state, ids[1], Path::of(&[Segment::Advance(850)])), None);
    let mut beside = state;
    beside.unit_mut(ids[1]).front = Point::new(15_300, 4_000);
    assert_refused(&game, &beside, ids[1], Path::of(&[Segment::Lateral(-30)]), "EI-72");
    assert_refused(&game, &beside, ids[1], Path::of(&[Segment::Lateral(-20)]).against(ids[0]), "EI-72");
}
