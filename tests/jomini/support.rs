//! When a unit is supported (J1.3 to J1.9, JI-9 to JI-17) and the works that support it for the riposte (JI-148), as
//! seen in its ignored morale hits, its right to riposte and its tactical advantages. A stands on 0503 and attacks D on
//! 0504.

use crate::scene::{BLUE_FRIENDS, RED_FRIENDS, scene, scene_with};
use crate::table::Table;
use reglette::jomini::combat::hits::TacticalEffect::{Hit, Miss, MoraleHit};

/// Flags that D ignores when A attacks it, and whether it may riposte.
#[track_caller]
fn support(attacker: &str, defender: &str, more: &str) -> (u8, bool) {
    let table = attacked(attacker, defender, more);
    (table.ignored("A", "D"), table.may_riposte("A", "D"))
}

#[track_caller]
fn attacked(attacker: &str, defender: &str, more: &str) -> Table {
    scene(&format!("red A {attacker}\nblue D {defender}\n{more}"))
}

const INFANTRY: &str = "line_infantry 0503";
const ROUGH: [&str; 4] = ["forest", "buildings", "marsh", "rocks"];

/// J1.3: two friends beside a unit support it, one does not, three no more than two; JI-9: friends of any arm and
/// strength, not officers.
#[test]
fn two_friends_beside_a_unit_support_it() {
    let with = |friends: &str| support(INFANTRY, "line_infantry 0504", friends);
    assert_eq!(with(""), (0, false));
    assert_eq!(with("blue G light_cavalry 0404"), (0, false));
    assert_eq!(with("blue G light_cavalry 0404 elements=1\nblue H foot_artillery_light 0505"), (1, true));
    assert_eq!(with("blue G line_infantry 0404\nblue H line_infantry 0505\nblue I line_infantry 0405"), (1, true));
    assert_eq!(
        with("blue G line_infantry 0404\nblue H line_infantry 0506"),
        (0, false),
        "two hexes away is not beside"
    );
    assert_eq!(with("blue G line_infantry 0404\nofficer blue senior_officer 0505"), (0, false));
    assert_eq!(with("blue G line_infantry 0404\nred H line_infantry 0505"), (0, false), "enemies do not support");
}

/// JI-10: the table edge does not count as a friend.
#[test]
fn the_edge_of_the_table_supports_nobody() {
    let table = scene("red A line_infantry 0007\nblue D line_infantry 0008\nblue G line_infantry 0108");
    assert_eq!((table.ignored("A", "D"), table.may_riposte("A", "D")), (0, false));
}

/// JI-11: support is determined at the time of use: units driven away by the attack do not support the riposte.
#[test]
fn support_is_tested_when_it_is_used() {
    use reglette::jomini::rules::Face::Flag;
    let mut table = scene(&format!(
        "red A line_infantry 0503\nred B line_infantry 0403\nblue D line_infantry 0504\n{BLUE_FRIENDS}"
    ));
    table.attack("B", "G1");
    table.roll(&[Flag]);
    table.retreat_to("0305");
    assert!(!table.may_riposte("A", "D"));
}

/// J1.4, JI-14: infantry in buildings is supported against every attack on it, fire and riposte included, and strikes
/// back so; other troops are not.
#[test]
fn infantry_in_buildings_is_supported_when_attacked() {
    let town = "buildings 0504";
    assert_eq!(support(INFANTRY, "line_infantry 0504", town), (1, true));
    assert_eq!(attacked("foot_artillery_heavy 0501", "line_infantry 0504", town).ignored("A", "D"), 1);
    assert_eq!(attacked(INFANTRY, "line_infantry 0504", &format!("{RED_FRIENDS}{town}")).tactical("A", "D"), Miss);
    assert_eq!(attacked(INFANTRY, "line_infantry 0504", town).tactical_of_answer("A", "D"), Hit);
    assert_eq!(support(INFANTRY, "heavy_cavalry 0504", town), (0, false));
    let out = attacked(INFANTRY, "line_infantry 0504", "buildings 0503");
    assert_eq!(
        (out.ignored_in_answer("A", "D"), out.tactical("A", "D")),
        (1, Miss),
        "supported against the riposte, not in its own attack"
    );
}

/// J1.5, JI-12: mounted troops that stand in rough terrain, or have attacked into it, are not supported, whatever units
/// are beside them.
#[test]
fn mounted_troops_in_or_into_rough_terrain_are_not_supported() {
    for rough in ROUGH {
        let inside = format!("{BLUE_FRIENDS}{rough} 0504");
        assert_eq!(support(INFANTRY, "heavy_cavalry 0504", &inside), (0, false), "{rough}");
        let into = attacked("heavy_cavalry 0503", "line_infantry 0504", &format!("{RED_FRIENDS}{rough} 0504"));
        assert_eq!(into.ignored_in_answer("A", "D"), 0, "having attacked into {rough}");
        let out_of = attacked(INFANTRY, "heavy_cavalry 0504", &format!("{BLUE_FRIENDS}{rough} 0503"));
        assert_eq!(
            (out_of.ignored("A", "D"), out_of.may_riposte("A", "D")),
            (1, true),
            "attacked on clear ground out of {rough}"
        );
        assert!(
            !out_of.battle.field.is_roller_supported(&out_of.state, &out_of.answer("A", "D")),
            "the riposte goes into {rough}"
        );
    }
    let clear = attacked("heavy_cavalry 0503", "line_infantry 0504", RED_FRIENDS);
    assert_eq!(clear.ignored_in_answer("A", "D"), 1);
    assert_eq!(
        support(INFANTRY, "heavy_cavalry 0504", &format!("{BLUE_FRIENDS}snow 0504")),
        (1, true),
        "snow is not rough"
    );
}

/// J1.6: mounted troops in rough terrain support their friends all the same.
#[test]
fn mounted_troops_in_rough_terrain_support_their_friends() {
    let friends = "blue G heavy_cavalry 0404\nblue H light_lancers 0505\nforest 0404 0505";
    assert_eq!(support(INFANTRY, "line_infantry 0504", friends), (1, true));
}

/// J1.7, JI-13: infantry in rough terrain is supported against mounted troops, in its riposte and against theirs too;
/// not against others, and not by the other's rough hex.
#[test]
fn infantry_in_rough_terrain_is_supported_against_mounted_troops() {
    let cavalry = "heavy_cavalry 0503";
    for rough in ROUGH {
        assert_eq!(support(cavalry, "line_infantry 0504", &format!("{rough} 0504")), (1, true), "{rough}");
        assert_eq!(
            support(cavalry, "line_infantry 0504", &format!("{rough} 0503")),
            (0, false),
            "{rough} under the cavalry"
        );
    }
    assert_eq!(support(INFANTRY, "line_infantry 0504", "forest 0504"), (0, false), "against infantry");
    assert_eq!(
        attacked(cavalry, "line_infantry 0504", "forest 0504").tactical_of_answer("A", "D"),
        MoraleHit,
        "in its riposte"
    );
    assert_eq!(
        attacked(INFANTRY, "heavy_cavalry 0504", "forest 0503").ignored_in_answer("A", "D"),
        1,
        "against their riposte"
    );
}

/// J1.8, JI-17: guns on a road through rough terrain have no support and give none; on a road elsewhere they do.
#[test]
fn guns_on_a_road_through_rough_terrain_have_and_give_no_support() {
    for rough in ROUGH {
        let road = format!("road 0404 0504 0604\n{rough} 0404");
        let friends = format!("blue G foot_artillery_light 0404\nblue H line_infantry 0505\n{road}");
        assert_eq!(support(INFANTRY, "line_infantry 0504", &friends), (0, false), "{rough}: it gives none");
        let own = format!("{BLUE_FRIENDS}road 0504 0604\n{rough} 0504");
        assert_eq!(
            attacked(INFANTRY, "foot_artillery_light 0504", &own).ignored("A", "D"),
            1,
            "{rough}: only what guns ignore (J5.53)"
        );
    }
    let clear = "blue G foot_artillery_light 0404\nblue H line_infantry 0505\nroad 0404 0504 0604";
    assert_eq!(support(INFANTRY, "line_infantry 0504", clear), (1, true));
    assert_eq!(
        support(INFANTRY, "heavy_cavalry 0504", &format!("{BLUE_FRIENDS}road 0504 0604\nforest 0504")),
        (0, false),
        "the hex stays rough for others"
    );
}

/// J1.9, JI-16: support by order wins over the rough terrain that denies it.
#[test]
fn support_by_order_holds_in_rough_terrain() {
    let lines = "red A line_infantry 0503\nblue D heavy_cavalry 0504 supported_by_order\nforest 0504";
    let table = scene(lines);
    assert_eq!((table.ignored("A", "D"), table.may_riposte("A", "D")), (1, true));
    let variant = scene_with(lines, |rules| rules.order_overrides_rough_support = false);
    assert_eq!((variant.ignored("A", "D"), variant.may_riposte("A", "D")), (0, false));
}

/// JI-148: behind a ditch, a fortification or a rampart, not behind a wall, infantry and guns are supported for the
/// riposte, across that side only; cavalry is not.
#[test]
fn works_support_the_riposte_across_their_side() {
    for (work, supports) in [("wall", false), ("ditch", true), ("fortification", true), ("rampart", true)] {
        let behind = format!("{work} 0504 SE");
        assert_eq!(support(INFANTRY, "line_infantry 0504", &behind).1, supports, "{work}");
        assert_eq!(support(INFANTRY, "foot_artillery_heavy 0504", &behind).1, supports, "guns behind a {work}");
        assert!(!support(INFANTRY, "heavy_cavalry 0504", &behind).1, "cavalry behind a {work}");
        assert!(!support(INFANTRY, "line_infantry 0504", &format!("{work} 0504 SW E")).1, "{work} on another side");
        let table = attacked(INFANTRY, "line_infantry 0504", &behind);
        assert_eq!(
            table.tactical_of_answer("A", "D"),
            if supports { Hit } else { Miss },
            "the roll of the riposte from behind a {work}"
        );
    }
}
