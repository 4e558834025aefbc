//! How many dice a unit rolls: J5.9 to J5.21 for the troops at hand, training and letters, in the order of the pipeline
//! T15. Caps of the ground are in `ground.rs`, dice of orders in `combat_orders.rs`, dice of leading in
//! `officers_in_combat.rs`.

use crate::scene::{scene, scene_with};
use reglette::jomini::Action;
use reglette::jomini::rules::{ArtilleryDiceMode, CombatScope};
use reglette::jomini::state::Step;

/// Dice of an attack on the neighbour, both as written.
#[track_caller]
fn attack(attacker: &str, defender: &str) -> u8 {
    scene(&format!("red A {attacker}\nblue D {defender}")).dice_of("A", "D")
}

/// Dice of the defender's answer.
#[track_caller]
fn answer(attacker: &str, defender: &str) -> u8 {
    scene(&format!("red A {attacker}\nblue D {defender}")).dice_of_answer("A", "D")
}

/// J5.9: the dice are those of the type, whatever the target, in attack and in answer.
#[test]
fn each_type_has_its_dice() {
    for (kind, dice) in
        [("light_infantry", 2), ("line_infantry", 3), ("light_cavalry", 2), ("heavy_cavalry", 3), ("cuirassiers", 4)]
    {
        for enemy in ["line_infantry", "heavy_cavalry", "foot_artillery_heavy"] {
            assert_eq!(attack(&format!("{kind} 0503"), &format!("{enemy} 0504")), dice, "{kind} against {enemy}");
            assert_eq!(answer(&format!("{enemy} 0503"), &format!("{kind} 0504")), dice, "{kind} answers {enemy}");
        }
    }
}

/// J5.11: a die for each element, three at most however many elements there are; JI-29: training counts on top of that.
#[test]
fn guns_roll_a_die_for_each_element_up_to_three_before_training() {
    let guns = |words: &str| attack(&format!("foot_artillery_light 0503 {words}"), "line_infantry 0504");
    assert_eq!([guns("iron"), guns("solid"), guns("normal"), guns("weak"), guns("unstable")], [3, 3, 3, 2, 1]);
    assert_eq!([guns("elite iron"), guns("elite"), guns("elite elements=1"), guns("levy elements=2")], [4, 4, 2, 1]);
    let variant = |after_training: bool, mode| {
        let table =
            scene_with("red A foot_artillery_light 0503 elite elements=2\nblue D line_infantry 0504", |rules| {
                rules.artillery_cap_before_training = !after_training;
                rules.artillery_dice_cap = 2;
                rules.artillery_dice_mode = mode;
            });
        table.dice_of("A", "D")
    };
    assert_eq!([variant(false, ArtilleryDiceMode::PerElement), variant(true, ArtilleryDiceMode::PerElement)], [3, 2]);
}

/// J5.12: rifles have one die fewer in melee, in answer too, not in fire.
#[test]
fn rifles_have_a_die_less_in_melee() {
    for (kind, dice) in [("rifle_light_infantry", 2), ("rifle_heavy_infantry", 3)] {
        assert_eq!(attack(&format!("{kind} 0503"), "line_infantry 0504"), dice - 1, "{kind} in melee");
        assert_eq!(answer("line_infantry 0503", &format!("{kind} 0504")), dice - 1, "{kind} in answer");
        assert_eq!(attack(&format!("{kind} 0502"), "line_infantry 0504"), dice, "{kind} in fire");
    }
}

/// JA3.15, J5.13, JI-39: western infantry and western cavalry of the line or heavier have one more die against
/// Irregulars, in attack and in answer, in melee only.
#[test]
fn western_troops_have_a_die_more_against_irregulars_in_melee() {
    let more = |kind: &str| {
        let against = |letter: &str| attack(&format!("{kind} 0503"), &format!("line_infantry 0504 {letter}"));
        against("irregular") - against("")
    };
    for kind in [
        "light_infantry",
        "line_infantry",
        "rifle_light_infantry",
        "heavy_cavalry",
        "cuirassiers",
        "very_heavy_cavalry",
        "heavy_lancers",
    ] {
        assert_eq!(more(kind), 1, "{kind}");
    }
    for kind in ["light_cavalry", "light_lancers", "foot_artillery_heavy", "horse_artillery_light"] {
        assert_eq!(more(kind), 0, "{kind}");
    }
    assert_eq!(answer("line_infantry 0503 irregular", "line_infantry 0504"), 4);
    assert_eq!(attack("rifle_heavy_infantry 0502", "line_infantry 0504 irregular"), 3, "not in fire");
    let scope = scene_with("red A rifle_heavy_infantry 0502\nblue D line_infantry 0504 irregular", |rules| {
        rules.irregular_bonus_scope = CombatScope::All
    });
    assert_eq!(scope.dice_of("A", "D"), 4, "as a variant in fire too");
}

/// JI-38: units are western unless they are Irregulars or their list states otherwise.
#[test]
fn irregulars_are_not_western_unless_their_list_says_so() {
    assert_eq!(attack("line_infantry 0503 irregular", "line_infantry 0504 irregular"), 3);
    assert_eq!(attack("line_infantry 0503 irregular western=true", "line_infantry 0504 irregular"), 4);
    assert_eq!(attack("line_infantry 0503 western=false", "line_infantry 0504 irregular"), 3);
}

/// J5.15, JI-32: a unit that fights very heavy cavalry or lancers has one die fewer, in attack, fire and answer.
#[test]
fn the_opponent_of_very_heavy_mounted_troops_has_a_die_less() {
    for kind in ["very_heavy_cavalry", "very_heavy_lancers"] {
        assert_eq!(attack("line_infantry 0503", &format!("{kind} 0504")), 2);
        assert_eq!(answer(&format!("{kind} 0503"), "line_infantry 0504"), 2);
        assert_eq!(attack("foot_artillery_heavy 0501", &format!("{kind} 0504")), 2);
        assert_eq!(attack(&format!("{kind} 0503"), "line_infantry 0504"), 3, "they themselves do not");
    }
    assert_eq!(attack("line_infantry 0503", "cuirassiers 0504"), 3);
}

/// J5.16, JI-33: lancers have one more die when they attack cavalry, lancers or guns, not infantry and not in answer.
#[test]
fn lancers_have_a_die_more_when_they_attack_cavalry_or_guns() {
    let lancers = |enemy: &str| attack("heavy_lancers 0503", &format!("{enemy} 0504"));
    for enemy in ["light_cavalry", "cuirassiers", "light_lancers", "foot_artillery_heavy", "horse_artillery_light"] {
        assert_eq!(lancers(enemy), 4, "{enemy}");
    }
    assert_eq!(lancers("line_infantry"), 3);
    assert_eq!(answer("light_cavalry 0503", "heavy_lancers 0504"), 3, "not in answer");
}

/// J5.20, J4.11: very light foot guns and all horse guns lose a die for each hex moved; JI-146: not in answer; JI-108:
/// one die is left.
#[test]
fn guns_that_fire_after_moving_lose_a_die_for_each_hex() {
    for kind in
        ["foot_artillery_very_light", "horse_artillery_very_light", "horse_artillery_light", "horse_artillery_heavy"]
    {
        let moved = |hexes: u8| attack(&format!("{kind} 0503 moved={hexes}"), "line_infantry 0504");
        assert_eq!([moved(0), moved(1), moved(2), moved(3)], [3, 2, 1, 1], "{kind}");
        assert_eq!(answer("line_infantry 0503", &format!("{kind} 0504 moved=2")), 3, "{kind} in answer");
    }
    assert_eq!(attack("line_infantry 0503 moved=1", "line_infantry 0504"), 3, "no other troops do");
}

/// J5.20: the hexes that count are those of the move just made.
#[test]
fn the_dice_lost_are_those_of_the_move_just_made() {
    let mut table = scene("phase movement\nred A horse_artillery_light 0500\nblue D line_infantry 0504");
    table.move_to("A", "0501");
    if table.state.step == Step::Movement {
        table.play(Action::Done);
    }
    table.attack("A", "D");
    assert_eq!(table.dice(), 2);
}

/// J5.21: light and heavier foot guns cannot fire once they have moved.
#[test]
fn heavier_foot_guns_cannot_fire_after_moving() {
    for (kind, fires) in [
        ("foot_artillery_light", false),
        ("foot_artillery_heavy", false),
        ("foot_artillery_very_heavy", false),
        ("foot_artillery_very_light", true),
        ("horse_artillery_heavy", true),
    ] {
        let mut table = scene(&format!(
            "phase movement\nred A {kind} 0501\nred B foot_artillery_light 0901\nblue D line_infantry 0504\nblue E \
                line_infantry 0903"
        ));
        table.move_to("A", "0502");
        if table.state.step == Step::Movement {
            table.play(Action::Done);
        }
        assert_eq!(table.targets("A").contains("D"), fires, "{kind}");
        assert!(table.targets("B").contains("E"), "a gun that stood still fires");
    }
}

/// JA3.9: an Aggressive unit has one more die in attack, not in answer.
#[test]
fn aggressive_units_have_a_die_more_in_attack_only() {
    assert_eq!(attack("line_infantry 0503 aggressive", "line_infantry 0504"), 4);
    assert_eq!(answer("line_infantry 0503", "line_infantry 0504 aggressive"), 3);
}

/// JA3.13: a Fanatic unit has one more die in attack and in answer.
#[test]
fn fanatic_units_have_a_die_more_in_attack_and_in_answer() {
    assert_eq!(attack("line_infantry 0503 fanatic", "line_infantry 0504"), 4);
    assert_eq!(answer("line_infantry 0503", "line_infantry 0504 fanatic"), 4);
}

/// JA3.18, JI-159: Marksmen have one more die in ranged fire and in answer, not in attack; only infantry has it.
#[test]
fn marksmen_have_a_die_more_in_fire_and_in_answer() {
    assert_eq!(attack("rifle_light_infantry 0502 marksman", "line_infantry 0504"), 3);
    assert_eq!(attack("rifle_light_infantry 0503 marksman", "line_infantry 0504"), 1);
    assert_eq!(answer("line_infantry 0503", "rifle_light_infantry 0504 marksman"), 2);
    assert_eq!(answer("line_infantry 0503", "line_infantry 0504 marksman"), 4);
    assert_eq!(attack("foot_artillery_heavy 0502 marksman", "line_infantry 0504"), 3, "not guns");
    assert_eq!(answer("line_infantry 0503", "heavy_cavalry 0504 marksman"), 3, "not cavalry");
}

/// JI-107, JI-108: the least number of dice is applied once, after all modifiers and before the dice of orders.
#[test]
fn the_least_number_of_dice_is_looked_at_once_at_the_end() {
    assert_eq!(attack("light_infantry 0503 levy aggressive", "line_infantry 0504"), 1, "2 − 2 + 1, not 1 + 1");
    let table = scene("red A rifle_light_infantry 0503 levy\nblue D very_heavy_cavalry 0504\nrocks 0504");
    assert_eq!(
        table.trail("A", "D"),
        [("J5.9", 2), ("JA3.2", 0), ("J5.12", -1), ("J5.15", -2), ("J7.5", -3), ("JA3.2", 1)]
    );
    let mut led =
        scene("officer red senior_officer 0503\nred A light_infantry 0503 levy\nblue D very_heavy_cavalry 0504");
    led.begin("A", "D");
    led.decline_to(Step::LeadForDice);
    led.play(Action::LeadForDice(led.officers(reglette::game::Side::Red)[0]));
    assert_eq!(led.dice(), 3, "one, and two of leading on top");
}

/// JI-108: in a variant guns can move so far that they cannot fire at all.
#[test]
fn as_a_variant_guns_lose_their_last_die_by_moving() {
    let lines = "red A horse_artillery_light 0503 elements=2 moved=2\nred B line_infantry 0704\nblue D line_infantry \
        0504\nblue E line_infantry 0705";
    assert_eq!(scene(lines).targets("A").len(), 1);
    assert!(scene_with(lines, |rules| rules.artillery_move_can_reach_zero = true).targets("A").is_empty());
}
