//! The ground in combat (chapter 7): each terrain of table T4 and each obstacle of table T5 in an attack from 0503 to
//! 0504, and their combinations (J7.2, J7.3, JI-109 to JI-112). Movement over it is in `terrain.rs`, masks are in
//! `sight.rs`, support in `support.rs`.

use crate::scene::{RED_FRIENDS, scene, scene_with};
use reglette::jomini::combat::hits::TacticalEffect::{Hit, Miss};
use reglette::jomini::rules::TerrainStack;

/// Dice of A's attack with this ground.
#[track_caller]
fn dice(attacker: &str, ground: &str) -> u8 {
    scene(&format!("red A {attacker}\nblue D line_infantry 0504\n{ground}")).dice_of("A", "D")
}

/// Dice of four-dice cuirassiers into the ground and out of it.
#[track_caller]
fn both_ways(terrain: &str) -> (u8, u8) {
    (dice("cuirassiers 0503", &format!("{terrain} 0504")), dice("cuirassiers 0503", &format!("{terrain} 0503")))
}

/// J5.45, J7.1: the ground changes what an attack is worth; J7.3: effects "into" are those of the target's hex, "out
/// of" those of the attacker's; J7.6, J7.7, J7.8, J7.9 and J7.17: forest, marsh, buildings, sand and snow allow two
/// dice both ways.
#[test]
fn forest_marsh_buildings_sand_and_snow_allow_two_dice_both_ways() {
    assert_eq!(dice("cuirassiers 0503", ""), 4);
    for (terrain, rule) in
        [("forest", "J7.6"), ("marsh", "J7.7"), ("buildings", "J7.8"), ("sand", "J7.9"), ("snow", "J7.17")]
    {
        assert_eq!(both_ways(terrain), (2, 2), "{terrain}");
        let table = scene(&format!("red A cuirassiers 0503\nblue D line_infantry 0504\n{terrain} 0504"));
        assert_eq!(table.trail("A", "D"), [("J5.9", 4), (rule, 2)]);
    }
}

/// J7.4: uphill two dice, downhill three, on one level as many as there are (JI-111).
#[test]
fn uphill_two_dice_downhill_three() {
    assert_eq!(both_ways("hill"), (2, 3));
    assert_eq!(dice("cuirassiers 0503", "hill 0503 0504"), 4);
}

/// J7.5: into rocks one die fewer, out of them two dice.
#[test]
fn into_rocks_a_die_less_out_of_them_two_dice() {
    assert_eq!(both_ways("rocks"), (3, 2));
}

/// J7.16: into a ford as usual, out of it two dice.
#[test]
fn out_of_a_ford_two_dice() {
    assert_eq!(both_ways("ford"), (4, 2));
}

/// J7.14, J7.15: roads and bridges have no effect in combat; the ground beneath a road counts as it does beside it
/// (JI-17).
#[test]
fn roads_and_bridges_mean_nothing_in_combat() {
    assert_eq!(dice("cuirassiers 0503", "road 0503 0504 0505"), 4);
    assert_eq!(dice("cuirassiers 0503", "road 0503 0504 0505\nriver 0504\nbridge 0504"), 4);
    assert_eq!(dice("cuirassiers 0503", "road 0502 0503 0504\nriver 0503\nbridge 0503"), 4);
    assert_eq!(dice("cuirassiers 0503", "road 0503 0504 0505\nforest 0504"), 2);
}

/// J7.2, JI-107: dice are taken off before the limit; JI-109: the same effect twice is no worse, and the lowest limit
/// counts.
#[test]
fn effects_add_up_but_do_not_get_worse() {
    assert_eq!(dice("cuirassiers 0503", "forest 0503 0504"), 2);
    assert_eq!(dice("line_infantry 0503", "rocks 0504\nsnow 0504"), 2, "3 − 1, at most 2");
    assert_eq!(dice("light_infantry 0503", "rocks 0504\nsnow 0504"), 1, "2 − 1");
    assert_eq!(dice("cuirassiers 0503", "rocks 0504\nditch 0504 SE"), 3, "one die less, once");
    assert_eq!(dice("cuirassiers 0503 elite", "hill 0503\nforest 0504"), 2, "the lowest of three and two");
    let table = scene_with("red A cuirassiers 0503\nblue D line_infantry 0504\nrocks 0504\nditch 0504 SE", |rules| {
        rules.terrain_stack = TerrainStack::Sum
    });
    assert_eq!(table.dice_of("A", "D"), 2, "as a variant both");
}

/// JI-110: the ground at both ends limits ranged fire as it does melee, hills included.
#[test]
fn the_ground_limits_ranged_fire_too() {
    let fire = |ground: &str| dice("foot_artillery_heavy 0501", ground);
    assert_eq!(
        [fire(""), fire("forest 0504"), fire("snow 0501"), fire("hill 0504"), fire("rocks 0504")],
        [3, 2, 2, 2, 2]
    );
    assert_eq!(dice("foot_artillery_heavy 0501 elite", "hill 0501"), 3);
    assert_eq!(fire("sand 0503 0502"), 3, "what lies between does not");
    let variant = scene_with("red A foot_artillery_heavy 0501\nblue D line_infantry 0504\nforest 0504", |rules| {
        rules.ranged_fire_uses_terrain_caps = false
    });
    assert_eq!(variant.dice_of("A", "D"), 3);
}

/// The effects of works on the attacked side: dice of cuirassiers, tactical advantage of supported infantry, flags that
/// infantry, guns and cavalry behind it ignore.
#[track_caller]
fn work(line: &str) -> (u8, bool, [u8; 3]) {
    let ignored =
        |kind: &str| scene(&format!("red A line_infantry 0503\nblue D {kind} 0504\n{line}")).ignored("A", "D");
    let tactical =
        scene(&format!("red A line_infantry 0503\nblue D line_infantry 0504\n{RED_FRIENDS}{line}")).tactical("A", "D");
    let flags = [ignored("line_infantry"), ignored("foot_artillery_heavy") - 1, ignored("heavy_cavalry")];
    (dice("cuirassiers 0503", line), tactical == Hit, flags)
}

/// J7.19: a wall allows two dice and no tactical advantage, and infantry and guns behind it ignore a flag; J7.20,
/// J7.22: ramparts and fortifications the same with two flags; J7.21: a ditch takes a die.
#[test]
fn works_shelter_those_behind_them() {
    assert_eq!(work(""), (4, true, [0, 0, 0]));
    assert_eq!(work("wall 0504 SE"), (2, false, [1, 1, 0]));
    assert_eq!(work("rampart 0504 SE"), (2, false, [2, 2, 0]));
    assert_eq!(work("fortification 0504 SE"), (2, false, [2, 2, 0]));
    assert_eq!(work("ditch 0504 SE"), (3, false, [1, 1, 0]));
}

/// J7.18: works act across their side only; and out of them an attack is as usual (J7.19, J7.20, J7.21, J7.22).
#[test]
fn works_act_across_their_side_and_not_outwards() {
    for name in ["wall", "rampart", "fortification", "ditch"] {
        assert_eq!(work(&format!("{name} 0504 SW E")), (4, true, [0, 0, 0]), "{name} on other sides");
        assert_eq!(work(&format!("{name} 0503 NW")), (4, true, [0, 0, 0]), "{name} on the attacker's own hex");
    }
}

/// JI-148: in a riposte the works on the attacker's side shelter the attacker.
#[test]
fn works_shelter_the_attacker_from_the_riposte() {
    let table = scene("red A line_infantry 0503\nblue D cuirassiers 0504\nwall 0503 NW");
    assert_eq!((table.dice_of_answer("A", "D"), table.ignored_in_answer("A", "D")), (2, 1));
}

/// JI-112: fire is affected by the works on the side by which it enters the hex; through a corner only if both sides
/// have them.
#[test]
fn fire_meets_the_works_by_which_it_enters() {
    let fire = |from: &str, works: &str| dice(&format!("foot_artillery_heavy {from}"), works);
    assert_eq!([fire("0302", "wall 0504 SW"), fire("0302", "wall 0504 SE")], [2, 3]);
    // From 0502 the line enters through the corner between the two sides.
    assert_eq!(
        [fire("0502", "wall 0504 SE"), fire("0502", "wall 0504 SW"), fire("0502", "wall 0504 SW SE")],
        [3, 3, 2]
    );
}

/// J7.23, J7.24: elements made of others have the effects of their parts together.
#[test]
fn composed_elements_have_the_effects_of_their_parts() {
    let same = |element: &str, parts: &str| {
        for attacker in ["cuirassiers 0503", "line_infantry 0503", "light_infantry 0503"] {
            assert_eq!(dice(attacker, element), dice(attacker, parts), "{attacker}, {element}");
        }
    };
    same("huts 0504", "buildings 0504");
    same("church 0504", "buildings 0504");
    same("oasis 0504", "forest 0504");
    same("wooded_hill 0503", "hill 0503\nforest 0503");
    same("steep_hill 0504", "hill 0504\nrocks 0504");
    same("dune 0503", "hill 0503\nsand 0503");
    same("frozen_lake 0504", "ford 0504\nsnow 0504");
    assert_eq!(
        [dice("cuirassiers 0503", "steep_hill 0504"), dice("light_infantry 0503", "steep_hill 0504")],
        [2, 1],
        "a die less, at most two uphill"
    );
    let flags = |element: &str| {
        scene(&format!("red A line_infantry 0503\nblue D line_infantry 0504\n{element} 0504")).ignored("A", "D")
    };
    // Support through the buildings, and what the works on all sides of the hex ignore.
    assert_eq!(
        [
            flags("buildings"),
            flags("walled_buildings"),
            flags("protected_huts"),
            flags("fortress"),
            flags("fortified_hill")
        ],
        [1, 2, 2, 3, 2]
    );
    let table =
        scene(&format!("red A line_infantry 0503\nblue D line_infantry 0504\n{RED_FRIENDS}fortified_hill 0504"));
    assert_eq!(table.tactical("A", "D"), Miss);
}
