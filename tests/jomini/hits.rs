//! The effects of the faces of the die: hits, flags, letters (J5.48 to J5.55) and the table of tactical advantages T6
//! (J5.56 to J5.65) with the letters Fanatic, Harassment and Elusive (JA3.13, JA3.14, JA3.22). A stands on 0503 and
//! attacks D on 0504 unless another hex is given.

use crate::scene::{BLUE_FRIENDS, RED_FRIENDS, scene, scene_with};
use reglette::game::{Game, Side, Weighted};
use reglette::jomini::Roll;
use reglette::jomini::combat::hits::TacticalEffect::{self, Harassment, Hit, Miss, MoraleHit};
use reglette::jomini::rules::Face::{self, Artillery, Cavalry, Flag, Infantry, Letter, Tactical};
use reglette::jomini::rules::{Rules, TacticalResult};

/// The effect of a tactical advantage of A against D, with these lines added.
#[track_caller]
fn tactical(attacker: &str, defender: &str, more: &str) -> TacticalEffect {
    scene(&format!("red A {attacker}\nblue D {defender}\n{more}")).tactical("A", "D")
}

/// A rolls these faces at D.
#[track_caller]
fn rolled(attacker: &str, defender: &str, faces: &[Face]) -> crate::table::Table {
    let mut table = scene(&format!("red A {attacker}\nblue D {defender}"));
    table.attack("A", "D");
    table.roll(faces);
    table
}

/// J1.13: the die shows each of six faces alike: against unsupported infantry one hits, one is a flag, one a letter,
/// three have no effect.
#[test]
fn the_die_has_six_faces_one_of_each() {
    let mut table = scene("red A line_infantry 0503 levy\nblue D line_infantry 0504");
    table.attack("A", "D");
    let mut rolls = Vec::new();
    table.battle.rolls(&table.state, &mut rolls);
    let weight = |roll: Roll| rolls.iter().find(|it| it.roll == roll).map_or(0, |Weighted { weight, .. }| *weight);
    let none = Roll::default();
    let faces =
        [Roll { hits: 1, ..none }, Roll { morale_hits: 1, ..none }, Roll { letters: 1, ..none }, none].map(weight);
    assert_eq!(faces, [1, 1, 1, 3]);
}

/// J5.48: each infantry face is a hit on infantry; J5.49: each cavalry face on cavalry; J5.50: each artillery face on
/// guns.
#[test]
fn each_face_of_its_arm_is_a_hit() {
    for (kind, own) in [("line_infantry", Infantry), ("light_lancers", Cavalry), ("horse_artillery_light", Artillery)] {
        for face in [Infantry, Cavalry, Artillery] {
            let left = rolled("line_infantry 0503", &format!("{kind} 0504"), &[face, face]).elements("D");
            assert_eq!(left, if face == own { 1 } else { 3 }, "{face:?} against {kind}");
        }
    }
}

/// J5.51: a hit costs an element; without elements the unit is destroyed and removed.
#[test]
fn hits_cost_elements_and_the_last_one_the_unit() {
    let table = rolled("line_infantry 0503", "line_infantry 0504 weak", &[Infantry]);
    assert_eq!((table.elements("D"), table.at("D").as_str(), table.state.side(Side::Blue).units_lost), (1, "0504", 0));
    let table = rolled("line_infantry 0503", "line_infantry 0504 weak", &[Infantry, Infantry, Infantry]);
    assert_eq!((table.elements("D"), table.at("D").as_str(), table.state.side(Side::Blue).units_lost), (0, "", 1));
    assert_eq!(table.name_at("0504"), None);
}

/// J5.52: each flag is a morale hit, whatever the arm.
#[test]
fn each_flag_is_a_morale_hit() {
    for (kind, hexes) in [("line_infantry", 2), ("light_cavalry", 4), ("horse_artillery_light", 2)] {
        // Guns ignore one (J5.53).
        assert_eq!(
            rolled("line_infantry 0503", &format!("{kind} 0504"), &[Flag, Flag]).state.combat.retreat_due,
            hexes,
            "{kind}"
        );
    }
}

/// J5.54, JI-136: each letter gives the side that rolls a token, in attack and in answer.
#[test]
fn each_letter_gives_the_side_that_rolls_a_token() {
    let mut table = scene(&format!("red A line_infantry 0503\nblue D line_infantry 0504\n{BLUE_FRIENDS}"));
    table.attack("A", "D");
    table.roll(&[Letter, Letter]);
    assert_eq!((table.tokens(Side::Red), table.tokens(Side::Blue)), (2, 0));
    table.decline_to(reglette::jomini::state::Step::Riposte);
    table.riposte();
    table.roll(&[Letter]);
    assert_eq!((table.tokens(Side::Red), table.tokens(Side::Blue)), (2, 1));
}

/// J5.55, JI-135: the first letter that guns roll is a flag, in fire and in answer; letters rolled at guns are letters.
#[test]
fn the_first_letter_that_guns_roll_is_a_flag() {
    let fired = |faces: &[Face]| {
        let table = rolled("foot_artillery_heavy 0501", "line_infantry 0504", faces);
        (table.tokens(Side::Red), table.state.combat.retreat_due)
    };
    assert_eq!([fired(&[Letter]), fired(&[Letter, Letter]), fired(&[Letter, Letter, Flag])], [(0, 1), (1, 1), (1, 2)]);
    let table = rolled("line_infantry 0503", "foot_artillery_heavy 0504", &[Letter, Letter]);
    assert_eq!(table.tokens(Side::Red), 2);
    let mut table = scene(&format!("red A line_infantry 0503\nblue D foot_artillery_heavy 0504\n{BLUE_FRIENDS}"));
    table.attack("A", "D");
    table.roll(&[]);
    table.riposte();
    table.roll(&[Letter]);
    assert_eq!((table.tokens(Side::Blue), table.state.combat.retreat_due), (0, 1));
}

/// J5.56: a case that the table does not list is a miss: nothing happens.
#[test]
fn a_tactical_advantage_that_the_table_does_not_list_does_nothing() {
    let table = rolled("line_infantry 0503", "line_infantry 0504", &[Tactical, Tactical]);
    assert_eq!((table.elements("D"), table.at("D").as_str(), table.tokens(Side::Red)), (3, "0504", 0));
}

/// J5.57: mounted troops that fight inside rough terrain or against it gain nothing, in answer neither; other ground
/// and other troops do not matter.
#[test]
fn mounted_troops_gain_nothing_inside_or_against_rough_terrain() {
    let (cavalry, infantry) = ("heavy_cavalry 0503", "line_infantry 0504");
    for rough in ["forest", "buildings", "marsh", "rocks"] {
        for hex in ["0503", "0504"] {
            assert_eq!(tactical(cavalry, infantry, &format!("{RED_FRIENDS}{rough} {hex}")), Miss, "{rough} {hex}");
        }
        assert_eq!(
            tactical(cavalry, "foot_artillery_heavy 0504", &format!("{rough} 0503")),
            Miss,
            "out of {rough} at guns"
        );
        let answers = format!("red A line_infantry 0503\nblue D heavy_cavalry 0504\n{BLUE_FRIENDS}{rough} 0503");
        assert_eq!(scene(&answers).tactical_of_answer("A", "D"), Miss, "into {rough}");
    }
    for open in ["sand", "snow", "hill"] {
        assert_eq!(tactical(cavalry, infantry, &format!("{RED_FRIENDS}{open} 0503 0504")), Hit, "{open}");
    }
    assert_eq!(tactical("line_infantry 0503", infantry, &format!("{RED_FRIENDS}forest 0504")), Hit, "infantry does");
}

/// J5.58, JI-131: rifles that fire have no tactical advantage against forest, buildings or works; in melee they do, and
/// guns do.
#[test]
fn rifle_fire_gains_nothing_against_cover() {
    let friends = "red F1 line_infantry 0402\nred F2 line_infantry 0602\n";
    let fire =
        |ground: &str| tactical("rifle_light_infantry 0502", "line_infantry 0504", &format!("{friends}{ground}"));
    assert_eq!([fire(""), fire("marsh 0504"), fire("rocks 0504")], [Hit; 3]);
    assert_eq!([fire("forest 0504"), fire("buildings 0504"), fire("fortification 0504 SW SE")], [Miss; 3]);
    assert_eq!(tactical("rifle_light_infantry 0503", "line_infantry 0504", &format!("{RED_FRIENDS}forest 0504")), Hit);
    assert_eq!(tactical("foot_artillery_heavy 0502", "line_infantry 0504", "forest 0504"), Hit);
}

/// J5.59, JI-129: infantry against infantry hits if it is supported and the other is not, or if the other stands next
/// to a gun or to cavalry of its side.
#[test]
fn infantry_hits_unsupported_infantry_or_infantry_caught_by_two_arms() {
    let at = |more: &str| tactical("line_infantry 0503", "line_infantry 0504", more);
    assert_eq!(
        [at(""), at(RED_FRIENDS), at(BLUE_FRIENDS), at(&format!("{RED_FRIENDS}{BLUE_FRIENDS}"))],
        [Miss, Hit, Miss, Miss]
    );
    for (beside, meaning) in
        [("foot_artillery_light", Hit), ("light_cavalry", Hit), ("heavy_lancers", Hit), ("line_infantry", Miss)]
    {
        assert_eq!(at(&format!("red C {beside} 0403 idle")), meaning, "{beside}");
        assert_eq!(at(&format!("red C {beside} 0403 idle\n{BLUE_FRIENDS}")), meaning, "{beside}, the other supported");
    }
    let answer = scene(&format!("red A line_infantry 0503\nblue D line_infantry 0504\n{BLUE_FRIENDS}"));
    assert_eq!(answer.tactical_of_answer("A", "D"), Hit, "in answer the roles are exchanged");
}

/// J5.60: infantry against mounted troops makes a morale hit if it is supported; a second arm does not help.
#[test]
fn supported_infantry_shakes_mounted_troops() {
    for kind in ["heavy_cavalry 0504", "light_lancers 0504"] {
        let at = |more: &str| tactical("line_infantry 0503", kind, more);
        assert_eq!([at(""), at("red C foot_artillery_light 0403"), at(RED_FRIENDS)], [Miss, Miss, MoraleHit], "{kind}");
    }
}

/// J5.61: infantry against guns hits; J5.64: mounted troops against guns hit.
#[test]
fn guns_are_always_hit_in_melee() {
    for attacker in ["line_infantry 0503", "light_infantry 0503", "light_cavalry 0503", "heavy_lancers 0503"] {
        assert_eq!(tactical(attacker, "foot_artillery_heavy 0504", BLUE_FRIENDS), Hit, "{attacker}");
    }
}

/// J5.63: mounted troops against infantry or mounted troops hit if they are supported, even if the other is supported,
/// or if the other stands next to infantry or a gun of theirs.
#[test]
fn mounted_troops_hit_if_supported_or_together_with_another_arm() {
    for enemy in ["line_infantry 0504", "heavy_cavalry 0504"] {
        let at = |more: &str| tactical("heavy_cavalry 0503", enemy, more);
        assert_eq!([at(""), at(RED_FRIENDS), at(&format!("{RED_FRIENDS}{BLUE_FRIENDS}"))], [Miss, Hit, Hit], "{enemy}");
        for (beside, meaning) in [("line_infantry", Hit), ("horse_artillery_light", Hit), ("light_cavalry", Miss)] {
            assert_eq!(at(&format!("red C {beside} 0403")), meaning, "{enemy}, {beside}");
        }
    }
}

/// J5.65: guns hit at two hexes or less; farther away elite guns make a morale hit, others nothing, whatever the
/// target.
#[test]
fn guns_hit_at_two_hexes_and_elite_guns_shake_beyond() {
    for enemy in ["line_infantry 0504", "cuirassiers 0504", "foot_artillery_light 0504"] {
        let from = |gun: &str| tactical(&format!("foot_artillery_heavy {gun}"), enemy, "");
        assert_eq!([from("0503"), from("0502"), from("0501"), from("0500")], [Hit, Hit, Miss, Miss], "{enemy}");
        assert_eq!(
            [from("0502 elite"), from("0501 elite"), from("0501 super_elite")],
            [Hit, MoraleHit, MoraleHit],
            "{enemy}"
        );
    }
}

/// JA3.13, J5.62, JI-126: every tactical advantage against Fanatics is a hit, from any unit and at any distance.
#[test]
fn every_tactical_advantage_hits_fanatics() {
    for attacker in
        ["line_infantry 0503", "heavy_cavalry 0503", "foot_artillery_heavy 0501", "rifle_light_infantry 0502"]
    {
        assert_eq!(tactical(attacker, "line_infantry 0504", ""), Miss, "{attacker}");
        assert_eq!(tactical(attacker, "line_infantry 0504 fanatic", BLUE_FRIENDS), Hit, "{attacker}");
    }
    assert_eq!(tactical("line_infantry 0503", "heavy_cavalry 0504 fanatic", ""), Hit);
}

/// JA3.22, J5.62, J5.63, J5.65, JI-127: what is no hit against Elusive troops is a morale hit; from mounted troops it
/// is a hit.
#[test]
fn every_tactical_advantage_shakes_elusive_troops() {
    for enemy in ["line_infantry 0504 elusive", "light_cavalry 0504 elusive"] {
        assert_eq!(tactical("line_infantry 0503", enemy, ""), MoraleHit, "{enemy}");
        assert_eq!(tactical("foot_artillery_heavy 0501", enemy, ""), MoraleHit, "{enemy}");
        assert_eq!(tactical("heavy_cavalry 0503", enemy, ""), Hit, "{enemy}");
    }
    assert_eq!(
        tactical("line_infantry 0503", "line_infantry 0504 elusive", RED_FRIENDS),
        Hit,
        "a hit by the table stays a hit"
    );
}

/// JI-127: in a variant Elusive troops are hit, by supported infantry and by elite guns too.
#[test]
fn as_a_variant_elusive_troops_are_hit() {
    let hit = |lines: &str| {
        let change = |rules: &mut Rules| {
            rules.elusive_ta_infantry = TacticalResult::Hit;
            rules.elusive_ta_artillery = TacticalResult::Hit;
        };
        scene_with(lines, change).tactical("A", "D")
    };
    assert_eq!(hit(&format!("red A line_infantry 0503\nblue D light_cavalry 0504 elusive\n{RED_FRIENDS}")), Hit);
    assert_eq!(hit("red A foot_artillery_heavy 0501 elite\nblue D line_infantry 0504 elusive"), Hit);
}

/// JI-125: works and lines that always miss take precedence over Fanatic and Elusive.
#[test]
fn works_and_rough_terrain_protect_fanatics_and_elusive_troops() {
    for letter in ["fanatic", "elusive"] {
        let defender = format!("line_infantry 0504 {letter}");
        assert_eq!(tactical("line_infantry 0503", &defender, "wall 0504 SE"), Miss, "{letter}");
        assert_eq!(tactical("heavy_cavalry 0503", &defender, "forest 0504"), Miss, "{letter}");
        let variant = scene_with(&format!("red A heavy_cavalry 0503\nblue D {defender}\nforest 0504"), |rules| {
            rules.ta_always_miss_first = false
        });
        assert_eq!(variant.tactical("A", "D"), if letter == "fanatic" { Hit } else { MoraleHit }, "{letter}");
    }
}

/// JA3.14, JI-132: a Harassing unit makes two morale hits of each tactical hit, in attack and in answer; other hits and
/// morale hits stay what they are.
#[test]
fn harassing_units_turn_tactical_hits_into_two_morale_hits() {
    let mut table = scene(&format!("red A light_infantry 0503 harassing\nblue D line_infantry 0504\n{RED_FRIENDS}"));
    table.attack("A", "D");
    table.roll(&[Tactical]);
    assert_eq!((table.elements("D"), table.state.combat.retreat_due), (3, 2));
    let mut table = scene(&format!("red A light_infantry 0503 harassing\nblue D line_infantry 0504\n{RED_FRIENDS}"));
    table.attack("A", "D");
    table.roll(&[Infantry]);
    assert_eq!((table.elements("D"), table.state.combat.retreat_due), (2, 0));
    assert_eq!(tactical("light_infantry 0503 harassing", "heavy_cavalry 0504", RED_FRIENDS), MoraleHit);
    let answer = scene(&format!("red A line_infantry 0503\nblue D light_infantry 0504 harassing\n{BLUE_FRIENDS}"));
    assert_eq!(answer.tactical_of_answer("A", "D"), Harassment);
}
