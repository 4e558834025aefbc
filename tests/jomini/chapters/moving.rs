//! The Movement phase (chapter 4) and the effect of ground on moves (chapter 7).

use super::scene::Scene;
use crate::table::Table;
use reglette::jomini::Action;
use reglette::jomini::state::Step;
use std::collections::BTreeMap;

/// Hexes within reach of a unit, with hexes moved and whether it may still attack.
fn reach(table: &Table, name: &str) -> BTreeMap<String, (u8, bool)> {
    let mut table = Table { battle: table.battle.clone(), state: table.state };
    let unit = table.unit(name);
    if !table.may(Action::Move(unit)) {
        return BTreeMap::new();
    }
    table.play(Action::Move(unit));
    table.destinations().into_iter().map(|(hex, to)| (hex, (to.hexes, to.may_attack))).collect()
}

fn movement(lines: &[&str]) -> Scene {
    Scene::of("movement").units(lines).unit("Z blue line_infantry 1108")
}

/// J4.1, J4.2: activated units move one by one, each once, and none has to.
#[test]
fn units_move_one_after_the_other_and_once() {
    let mut table = movement(&["A red line_infantry 0501 activated", "B red line_infantry 0701 activated"]).table();
    assert!(table.may(Action::Done), "nobody has to move");
    table.play(Action::Move(table.unit("A")));
    assert!(table.legal().iter().all(|action| matches!(action, Action::MoveTo(_))), "A's move comes first");
    let (_, to) = table.destinations()[0].clone();
    table.play(Action::MoveTo(to));
    assert!(!table.may(Action::Move(table.unit("A"))) && table.may(Action::Move(table.unit("B"))));
}

/// The six neighbours of (5,4).
const AROUND: [&str; 6] = ["0604", "0505", "0405", "0404", "0403", "0503"];

/// A unit at (5,4) with others all around it.
fn enclosed(unit: &str, around: &str) -> Table {
    let others = AROUND.iter().enumerate().map(|(number, hex)| format!("x{number} red {around} {hex}"));
    others
        .fold(
            movement(&[&format!("A red {unit} 0504 activated"), "B red line_infantry 0000 activated"]),
            |scene, line| scene.unit(&line),
        )
        .table()
}

/// J4.3, J1.11: no way through units, nor onto them; J4.4: infantry and cavalry pass through friendly guns, guns do
/// not.
#[test]
fn units_bar_the_way_but_guns_let_infantry_and_cavalry_through() {
    assert!(reach(&enclosed("light_infantry", "line_infantry"), "A").is_empty());
    assert!(reach(&enclosed("horse_artillery_light", "foot_artillery_light"), "A").is_empty());
    for unit in ["light_infantry", "light_cavalry"] {
        let found = reach(&enclosed(unit, "foot_artillery_light"), "A");
        assert_eq!(found.get("0506"), Some(&(2, true)), "{unit} passes through");
        assert!(AROUND.iter().all(|hex| !found.contains_key(*hex)), "{unit} does not stop on the guns");
    }
}

/// J4.5, J4.6: a unit moves with all its elements, and two reduced units never become one.
#[test]
fn reduced_units_stay_two() {
    let mut table =
        movement(&["A red line_infantry 0501 activated elements=1", "B red line_infantry 0601 elements=1"]).table();
    assert!(!reach(&table, "A").contains_key("0601"));
    table.move_to("A", "0602");
    assert_eq!((table.elements("A"), table.elements("B"), table.at("A").as_str()), (1, 1, "0602"));
}

/// J4.7: once combats have begun no unit moves.
#[test]
fn all_moves_come_before_all_combats() {
    let mut table = movement(&[
        "A red line_infantry 0501 activated",
        "B red line_infantry 0701 activated",
        "D blue line_infantry 0502",
    ])
    .table();
    assert!(table.targets("A").is_empty(), "no attack before the moves are over");
    table.play(Action::Done);
    assert_eq!(table.targets("A").len(), 1);
    assert!(!table.legal().iter().any(|action| matches!(action, Action::Move(_))));
}

/// J5.21, J5.20, J4.11: light foot guns cannot fire after a move, very light and horse guns can.
#[test]
fn most_foot_guns_cannot_fire_after_a_move() {
    let after_a_hex = |unit: &str| {
        reach(&movement(&[&format!("A red {unit} 0504 activated")]).table(), "A").values().any(|(_, attacks)| *attacks)
    };
    let guns =
        ["very_light", "light", "heavy", "very_heavy"].map(|class| after_a_hex(&format!("foot_artillery_{class}")));
    assert_eq!(guns, [true, false, false, false]);
    assert_eq!(
        ["very_light", "light", "heavy"].map(|class| after_a_hex(&format!("horse_artillery_{class}"))),
        [true; 3]
    );
}

/// J4.14: no cost for passing an enemy, nor a stop.
#[test]
fn enemies_beside_the_way_cost_nothing() {
    let table =
        movement(&["A red light_cavalry 0501 activated", "D blue line_infantry 0402", "E blue line_infantry 0604"])
            .table();
    assert_eq!(reach(&table, "A").get("0505"), Some(&(4, true)));
}

/// J1.10: a unit may go back and forth as it likes: its reach is the same in all directions.
#[test]
fn turning_costs_nothing() {
    let found = reach(&movement(&["A red light_infantry 0504 activated"]).table(), "A");
    assert_eq!(found.len(), 18, "every hex within two");
}

/// J4.13: an officer alone is not stopped by difficult terrain, but impassable terrain bars his way.
#[test]
fn an_officer_alone_ignores_difficult_terrain_only() {
    let scene = || {
        Scene::of("movement")
            .units(&["A red line_infantry 0000 activated", "D blue line_infantry 1108"])
            .officer("red sub_general 0504 1")
    };
    let may = |scene: Scene, hex: &str| {
        let mut table = scene.table();
        let officer = table.officer("0504");
        table.play(Action::MoveOfficer(officer));
        table.may(Action::OfficerTo(table.hex(hex)))
    };
    assert!(may(scene().terrain("forest", &["0405", "0505", "0406", "0506", "0606"]), "0507"));
    assert!(!may(scene().terrain("lake", &["0405", "0505", "0406", "0506", "0606"]), "0507"));
}

/// J5.43, J4.16: after a move with the road's extra hex there is no attack, though the enemy is adjacent.
#[test]
fn a_road_march_ends_without_an_attack() {
    let scene = movement(&[
        "A red light_infantry 0202 activated",
        "B red line_infantry 0000 activated",
        "D blue line_infantry 0602",
    ]);
    let mut table = scene.road(&["0202", "0302", "0402", "0502"]).table();
    table.move_to("A", "0502");
    table.play(Action::Done);
    assert!(table.targets("A").is_empty());
}

/// J4.22, J4.23: no unit leaves the table voluntarily: next to the edge only hexes of the table are destinations.
#[test]
fn nobody_leaves_the_table() {
    let mut table = movement(&["A red light_cavalry 0000 activated"]).officer("red sub_general 0100 1").table();
    let officer = table.officer("0100");
    let mut officers = Table { battle: table.battle.clone(), state: table.state };
    officers.play(Action::MoveOfficer(officer));
    assert!(officers.legal().iter().all(|action| matches!(action, Action::OfficerTo(hex) if hex.index() < 12 * 9)));
    table.play(Action::Move(table.unit("A")));
    assert!(table.legal().iter().all(|action| matches!(action, Action::MoveTo(to) if to.hex.index() < 12 * 9)));
}

/// The effect of a terrain on light infantry at (5,4): whether it can enter, whether the next hex behind can be
/// reached, and whether it stops there.
fn beyond(scene: Scene) -> (bool, bool) {
    let found = reach(&scene.table(), "A");
    (found.contains_key("0505") || found.contains_key("0405"), found.contains_key("0506"))
}

/// J7.1, J7.6, J7.7, J7.8, J7.9, J7.17, J7.16: woods, marshes, buildings, sand, snow and fords stop units that enter;
/// hills do not (J7.4).
#[test]
fn terrain_stops_a_move() {
    let over =
        |terrain: &str| beyond(movement(&["A red light_infantry 0504 activated"]).terrain(terrain, &["0405", "0505"]));
    for terrain in ["forest", "marsh", "buildings", "sand", "snow", "ford"] {
        assert_eq!(over(terrain), (true, false), "{terrain}");
    }
    assert_eq!(over("hill"), (true, true));
}

/// J7.10, J7.11, J7.12, J7.13: mountains, lakes, rivers and large rivers cannot be entered.
#[test]
fn mountains_and_water_cannot_be_entered() {
    for terrain in ["mountain", "lake", "river", "large_river"] {
        assert_eq!(
            beyond(movement(&["A red light_infantry 0504 activated"]).terrain(terrain, &["0405", "0505"])),
            (false, false),
            "{terrain}"
        );
    }
}

/// J7.12, J7.15, J7.13, J7.14: a bridge crosses a river or a large river along its road.
#[test]
fn bridges_cross_water() {
    for water in ["river", "large_river"] {
        let scene =
            movement(&["A red light_infantry 0504 activated"]).terrain(water, &["0405"]).terrain("bridge", &["0505"]);
        assert_eq!(beyond(scene.road(&["0504", "0505", "0506"])), (true, true), "{water}");
    }
}

/// J7.5: rocks cost one more hex to enter and to leave; J7.3: into the hex and out of it.
#[test]
fn rocks_cost_a_hex_more_each_way() {
    let into =
        reach(&movement(&["A red light_infantry 0504 activated"]).terrain("rocks", &["0405", "0505"]).table(), "A");
    assert_eq!((into.get("0505"), into.get("0506")), (Some(&(1, true)), None));
    let out = reach(&movement(&["A red light_cavalry 0504 activated"]).terrain("rocks", &["0504"]).table(), "A");
    assert!(out.contains_key("0507") && !out.contains_key("0508"), "three hexes of four");
}

/// J7.19, J7.21, J7.22, J7.20, J7.18: a wall, a ditch or a fortification costs one more hex into it, a rampart bars the
/// way, all only on the sides where they stand.
#[test]
fn works_slow_a_move_across_their_side() {
    let into = |obstacle: &str| {
        let scene = movement(&["A red line_infantry 0504 activated"]).obstacle(obstacle, "0505", &["SW"]);
        reach(&scene.table(), "A").get("0505").copied()
    };
    for obstacle in ["wall", "ditch", "fortification"] {
        assert_eq!(into(obstacle), Some((1, false)), "{obstacle}: both hexes of a move without combat");
    }
    let rampart =
        reach(&movement(&["A red line_infantry 0504 activated"]).obstacle("rampart", "0505", &["SW"]).table(), "A");
    assert_eq!(rampart.get("0505"), Some(&(2, false)), "by the way round only");
}

/// J7.23, J7.24: huts and churches are buildings, an oasis is forest, a beach a large river; composite elements are the
/// sum of their parts.
#[test]
fn alternative_and_composite_terrain_is_what_it_is_made_of() {
    let ground = |name: &str| {
        let table = movement(&["A red line_infantry 0000 activated"]).terrain(name, &["0405"]).table();
        *table.battle.field.board.ground(table.hex("0405"))
    };
    for (name, plain) in [("huts", "buildings"), ("church", "buildings"), ("oasis", "forest"), ("beach", "large_river")]
    {
        assert_eq!(ground(name), ground(plain), "{name}");
    }
    for (name, parts) in [
        ("wooded_hill", ["hill", "forest"]),
        ("dune", ["hill", "sand"]),
        ("snowy_forest", ["forest", "snow"]),
        ("frozen_lake", ["ford", "snow"]),
        ("steep_hill", ["hill", "rocks"]),
        ("walled_buildings", ["buildings", "wall"]),
        ("fortress", ["buildings", "rampart"]),
        ("protected_huts", ["buildings", "ditch"]),
        ("fortified_hill", ["hill", "fortification"]),
    ] {
        let (one, other) = (ground(parts[0]), ground(parts[1]));
        assert_eq!(ground(name).terrain, one.terrain | other.terrain, "{name}");
        assert_eq!(ground(name).sides, std::array::from_fn(|side| one.sides[side] | other.sides[side]), "{name}");
    }
}

/// J3.1: a unit that is not activated does not move.
#[test]
fn only_activated_units_move() {
    let table = movement(&["A red line_infantry 0501 activated", "B red line_infantry 0701"]).table();
    assert_eq!(table.state.step, Step::Movement);
    assert!(table.may(Action::Move(table.unit("A"))) && !table.may(Action::Move(table.unit("B"))));
}
