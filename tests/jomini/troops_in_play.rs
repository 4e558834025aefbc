//! The troops (chapter 2) and the data of their cards on dice, elements and movement (JA3.2, JA3.3, JA3.6, JA3.7,
//! JA3.8, JA3.28): each number of table T2 as observed in play.

use crate::scene::{scene, scene_with};
use crate::table::Table;
use reglette::game::Game;
use reglette::jomini::Action;
use reglette::jomini::rules::Face;
use reglette::jomini::state::Step;
use reglette::jomini::state::action::Payment;

/// Hexes with combat, hexes at all, range, dice against line infantry, retreat hexes for one morale hit.
type Numbers = (u8, u8, u8, u8, u8);

/// Hexes that a unit alone on the plain moves at most, with combat and at all.
fn moves(unit: &str) -> (u8, u8) {
    moves_of(&mut scene(&format!("phase movement\nred A {unit}")))
}

fn moves_of(table: &mut Table) -> (u8, u8) {
    if table.state.step == Step::Movement {
        table.play(Action::Move(table.unit("A")));
    }
    let found = table.destinations();
    let most = |fights: bool| {
        found.iter().filter(|(_, to)| to.may_attack || !fights).map(|(_, to)| to.hexes).max().unwrap_or(0)
    };
    (most(true), most(false))
}

/// The numbers of a type as observed in play.
fn measured(kind: &str) -> Numbers {
    let (fight, most) = moves(&format!("{kind} 0504"));
    let reaches = |hexes: u8| {
        scene(&format!("red A {kind} 0104\nblue D line_infantry {:02}04", 1 + hexes)).targets("A").contains("D")
    };
    let range = (1..=9).take_while(|hexes| reaches(*hexes)).last().expect("every unit fights its neighbour");
    let table = scene(&format!("red A {kind} 0503\nblue D line_infantry 0504"));
    (fight, most, range, table.dice_of("A", "D"), table.battle.field.units().retreat_due(table.unit("A"), 1))
}

#[track_caller]
fn assert_types(types: &[(&str, Numbers)]) {
    for (kind, numbers) in types {
        assert_eq!(measured(kind), *numbers, "{kind}");
    }
}

/// J2.4: infantry is light or of the line; J2.5: light infantry moves two hexes and still fights, with two dice; J2.6:
/// line infantry has three dice and fights only after one hex; J2.7, J2.8: with rifles they fire at two hexes.
#[test]
fn infantry_is_light_or_of_the_line_with_or_without_rifles() {
    assert_types(&[
        ("light_infantry", (2, 2, 1, 2, 1)),
        ("line_infantry", (1, 2, 1, 3, 1)),
        // One die fewer in melee (J5.12).
        ("rifle_light_infantry", (2, 2, 2, 1, 1)),
        ("rifle_heavy_infantry", (1, 2, 2, 2, 1)),
    ]);
}

/// J2.2, J2.9: the four weights of cavalry differ in speed and dice: J2.10 light, J2.11 heavy, J2.12 cuirassiers, J2.13
/// very heavy.
#[test]
fn cavalry_is_slower_the_heavier_it_is() {
    assert_types(&[
        ("light_cavalry", (4, 4, 1, 2, 2)),
        ("heavy_cavalry", (3, 3, 1, 3, 2)),
        ("cuirassiers", (3, 3, 1, 4, 2)),
        ("very_heavy_cavalry", (2, 2, 1, 3, 2)),
    ]);
}

/// J2.14: lancers are the cavalry of their weight with one more die in attack.
#[test]
fn lancers_are_the_cavalry_of_their_weight_with_a_shock_bonus() {
    for (cavalry, lancers) in [
        ("light_cavalry", "light_lancers"),
        ("heavy_cavalry", "heavy_lancers"),
        ("cuirassiers", "cuirassier_lancers"),
        ("very_heavy_cavalry", "very_heavy_lancers"),
    ] {
        assert_eq!(measured(lancers), measured(cavalry), "{lancers}");
        let against_cavalry =
            |kind: &str| scene(&format!("red A {kind} 0503\nblue D heavy_cavalry 0504")).dice_of("A", "D");
        assert_eq!(against_cavalry(lancers), against_cavalry(cavalry) + 1, "{lancers}");
    }
}

/// J2.17, J2.18: guns by the weight of their shot, on foot or mounted: the heavier, the farther they fire and the less
/// they move.
#[test]
fn guns_fire_farther_and_move_less_the_heavier_they_are() {
    assert_types(&[
        ("foot_artillery_very_light", (1, 2, 2, 3, 1)),
        ("foot_artillery_light", (0, 1, 3, 3, 1)),
        ("foot_artillery_heavy", (0, 1, 4, 3, 1)),
        ("foot_artillery_very_heavy", (0, 1, 5, 3, 1)),
        ("horse_artillery_very_light", (3, 3, 2, 3, 2)),
        ("horse_artillery_light", (2, 2, 3, 3, 2)),
        ("horse_artillery_heavy", (1, 1, 4, 3, 2)),
    ]);
}

/// J2.3: there are three families here, each with its face of the die; lancers are cavalry and horse artillery is
/// artillery (JI-26).
#[test]
fn each_family_is_hit_by_its_own_face() {
    let families = [
        (Face::Infantry, &["light_infantry", "line_infantry", "rifle_light_infantry", "rifle_heavy_infantry"][..]),
        (
            Face::Cavalry,
            &[
                "light_cavalry",
                "heavy_cavalry",
                "cuirassiers",
                "very_heavy_cavalry",
                "light_lancers",
                "very_heavy_lancers",
            ],
        ),
        (
            Face::Artillery,
            &[
                "foot_artillery_very_light",
                "foot_artillery_very_heavy",
                "horse_artillery_very_light",
                "horse_artillery_heavy",
            ],
        ),
    ];
    for (own, kinds) in families {
        for kind in kinds {
            for face in [Face::Infantry, Face::Cavalry, Face::Artillery] {
                let mut table = scene(&format!("red A line_infantry 0503\nblue D {kind} 0504"));
                table.attack("A", "D");
                table.roll(&[face]);
                assert_eq!(3 - table.elements("D"), u8::from(face == own), "{face:?} against {kind}");
            }
        }
    }
}

/// J2.1: type, weapon, training, morale and letters make a unit: each changes its value by itself.
#[test]
fn type_weapon_training_morale_and_letters_make_a_unit() {
    let worth = |words: &str| {
        let table = scene(&format!("red A {words}\nblue D line_infantry 0504"));
        (table.dice_of("A", "D"), table.elements("A"), table.battle.field.forces.profile(table.unit("A")).range)
    };
    assert_eq!(worth("line_infantry 0503"), (3, 3, 1));
    assert_eq!(worth("light_infantry 0503"), (2, 3, 1));
    assert_eq!(worth("rifle_heavy_infantry 0503"), (2, 3, 2));
    assert_eq!(worth("line_infantry 0503 elite"), (4, 3, 1));
    assert_eq!(worth("line_infantry 0503 solid"), (3, 4, 1));
    assert_eq!(worth("line_infantry 0503 aggressive"), (4, 3, 1));
}

/// JA3.2, JI-25: training gives +2, +1, 0, −1, −2 dice, and one die is always left.
#[test]
fn training_changes_the_dice_but_leaves_one() {
    let dice = |kind: &str| {
        ["super_elite", "elite", "trained", "recruits", "levy"].map(|training| {
            scene(&format!("red A {kind} 0503 {training}\nblue D line_infantry 0504")).dice_of("A", "D")
        })
    };
    assert_eq!(dice("line_infantry"), [5, 4, 3, 2, 1]);
    assert_eq!(dice("light_infantry"), [4, 3, 2, 1, 1]);
}

/// JI-23: training does not change movement.
#[test]
fn training_does_not_change_movement() {
    assert_eq!(moves("line_infantry 0504 super_elite"), (1, 2));
    assert_eq!(moves("heavy_cavalry 0504 levy"), (3, 3));
}

/// JA3.3: morale gives 5, 4, 3, 2, 1 elements, and elements change the dice of guns only.
#[test]
fn morale_gives_the_elements_and_no_dice() {
    for (elements, morale) in (1..=5).rev().zip(["iron", "solid", "normal", "weak", "unstable"]) {
        let table = scene(&format!("red A line_infantry 0503 {morale}\nblue D line_infantry 0504 {morale}"));
        assert_eq!((table.elements("A"), table.dice_of("A", "D")), (elements, 3), "{morale}");
    }
}

/// J2.19, J5.10: guns roll by the elements they have left, other troops do not.
#[test]
fn only_the_dice_of_guns_follow_their_elements() {
    for (kind, dice) in [("foot_artillery_heavy", [1, 2, 3]), ("line_infantry", [3, 3, 3]), ("cuirassiers", [4, 4, 4])]
    {
        let found = [1, 2, 3].map(|left| {
            scene(&format!("red A {kind} 0503 elements={left}\nblue D line_infantry 0504")).dice_of("A", "D")
        });
        assert_eq!(found, dice, "{kind}");
    }
}

/// JA3.6, JA3.7, JI-91: a Slow unit moves a hex less, a Mobile one one more hex; a gun that cannot fire after moving
/// gains no fire.
#[test]
fn slow_units_move_a_hex_less_and_mobile_ones_a_hex_more() {
    assert_eq!(moves("light_cavalry 0504 slow"), (3, 3));
    assert_eq!(moves("light_infantry 0504 slow"), (1, 1));
    assert_eq!(moves("line_infantry 0504 slow"), (0, 1));
    assert_eq!(moves("line_infantry 0504 mobile"), (2, 3));
    assert_eq!(moves("foot_artillery_heavy 0504 mobile"), (0, 2));
    assert_eq!(moves("foot_artillery_heavy 0504 slow"), (0, 1), "never less than one hex");
    assert_eq!(moves("foot_artillery_very_heavy 0504 mobile"), (0, 1), "never more than one hex (J4.10)");
}

/// JI-63: a Forced march adds a hex with and without combat; guns that cannot fire after moving still cannot.
#[test]
fn a_forced_march_adds_a_hex_to_both_allowances() {
    let marched = |unit: &str| {
        let mut table = scene(&format!("phase movement\ntokens red 2\nred A {unit}"));
        table.play(Action::ForcedMarch(table.unit("A"), Payment::Tokens));
        moves_of(&mut table)
    };
    assert_eq!(marched("line_infantry 0504"), (2, 3));
    assert_eq!(marched("line_infantry 0504 slow"), (1, 2));
    assert_eq!(marched("foot_artillery_heavy 0504"), (0, 2));
}

/// JA3.8, JI-101: static guns never move, and each hex of a retreat costs them an element.
#[test]
fn static_guns_do_not_move_and_do_not_retreat() {
    let mut table = scene("phase movement\nred A foot_artillery_heavy 0504 static\nred B foot_artillery_heavy 0704");
    assert!(!table.may(Action::Move(table.unit("A"))) && table.may(Action::Move(table.unit("B"))));
    table = scene("red A line_infantry 0503\nblue D foot_artillery_heavy 0504 static");
    table.attack("A", "D");
    table.roll(&[Face::Flag, Face::Flag]);
    assert_eq!((table.at("D").as_str(), table.elements("D")), ("0504", 2), "one of two flags is ignored (J5.53)");
}

/// JA3.28, JI-24: to Woodsmen a forest is open ground; others, light infantry too, stop in it.
#[test]
fn woodsmen_walk_through_forest_as_through_open_ground() {
    let reaches_behind = |unit: &str, terrain: &str| {
        let wood = "0403 0503 0603 0604 0505 0405 0404 0304 0305";
        let mut table = scene(&format!("phase movement\nred A {unit}\n{terrain} {wood}"));
        moves_of(&mut table).1 > 1
    };
    assert!(!reaches_behind("light_infantry 0504", "forest"));
    assert!(reaches_behind("light_infantry 0504 woodsmen", "forest"));
    assert!(!reaches_behind("light_infantry 0504 woodsmen", "marsh"), "other ground stops Woodsmen too");
    let mut table =
        scene_with("phase movement\nred A light_infantry 0504\nforest 0403 0503 0603 0604 0505 0405 0404", |rules| {
            rules.light_infantry_ignores_forest = true;
        });
    assert_eq!(moves_of(&mut table).1, 2, "as a variant, light infantry too");
    assert!(matches!(table.battle.moment(&table.state), reglette::game::Moment::Decide(_)));
}
