//! Officers in combat, in flight and lost (chapter 5).

use super::scene::Scene;
use crate::table::Table;
use reglette::game::Side;
use reglette::jomini::Action;
use reglette::jomini::rules::Face::{Flag, Infantry};
use reglette::jomini::state::Step;

/// A attacks D at (5,4); blue has other units far away, so that the loss of one does not end the game.
fn combat(attacker: &str, target: &str) -> Scene {
    Scene::of("combat")
        .units(&[&format!("A red {attacker} 0503 activated"), &format!("D blue {target} 0504")])
        .units(&[
            "x blue line_infantry 0008",
            "y blue line_infantry 1108",
            "z blue line_infantry 0208",
            "w blue line_infantry 0908",
        ])
        .red("tokens = 0")
        .blue("tokens = 0")
}

/// Where the officers of a side stand, in the order of the file; empty for those off the table.
fn officers(table: &Table, side: Side) -> Vec<String> {
    let first = 8 * side.index();
    let count = usize::from(table.battle.field.forces.officer_counts[side]);
    table.state.officers[first..first + count]
        .iter()
        .map(
            |officer| {
                if officer.in_play { table.battle.field.board.place(officer.hex).to_string() } else { String::new() }
            },
        )
        .collect()
}

fn rolled(scene: Scene, faces: &[reglette::jomini::rules::Face]) -> Table {
    let mut table = scene.table();
    table.attack("A", "D");
    table.roll(faces);
    table.keep_officers();
    table.retreat();
    table
}

/// J5.100: a character gives a unit no dice by his presence; J3.63: one flag ignored, in his own hex only.
#[test]
fn an_officer_gives_morale_and_no_dice() {
    let stands = |officer: &str| {
        let mut table = combat("line_infantry", "line_infantry")
            .officer(&format!("blue commander_in_chief {officer}"))
            .officer("red commander_in_chief 0503")
            .table();
        table.attack("A", "D");
        assert_eq!(table.dice(), 3);
        table.roll(&[Flag]);
        table.retreat();
        table.at("D") == "0504"
    };
    assert_eq!([stands("0504"), stands("0505")], [true, false]);
}

/// J5.101: he follows his unit when it follows up, J5.102: and when it retreats.
#[test]
fn officers_go_with_their_units() {
    let mut table = rolled(
        combat("heavy_cavalry", "line_infantry")
            .officer("red commander_in_chief 0503")
            .officer("blue senior_officer 0504"),
        &[Flag, Flag],
    );
    let place = table.at("D");
    assert_eq!(officers(&table, Side::Blue), [place]);
    table.play(Action::FollowUp);
    assert_eq!((table.at("A").as_str(), officers(&table, Side::Red)), ("0504", vec!["0504".to_owned()]));
}

/// J5.103, J5.105: if his unit is destroyed a senior officer flees to a friendly unit in an adjacent hex; J5.106: a
/// general up to two hexes.
#[test]
fn the_officer_of_a_destroyed_unit_flees() {
    let flight = |rank: &str, refuge: &str| {
        let scene = combat("line_infantry", "line_infantry")
            .unit(&format!("R blue line_infantry {refuge}"))
            .officer(&format!("blue {rank} 0504"));
        officers(&rolled(scene, &[Infantry, Infantry, Infantry]), Side::Blue)
    };
    assert_eq!(flight("senior_officer", "0505"), ["0505"]);
    assert_eq!(flight("senior_officer", "0506"), [""], "J5.107: no refuge, and he is removed");
    assert_eq!(flight("sub_general", "0506"), ["0506"]);
    assert_eq!(flight("commander_in_chief", "0506"), ["0506"]);
    assert_eq!(flight("sub_general", "0507"), [""]);
}

/// J5.106: not through an enemy's hex; J5.107: nor over impassable terrain.
#[test]
fn enemies_and_water_bar_a_flight() {
    let flight = |bars: &[&str], lake: &[&str]| {
        let mut scene = combat("line_infantry", "line_infantry")
            .unit("R blue line_infantry 0506")
            .officer("blue sub_general 0504")
            .units(bars);
        if !lake.is_empty() {
            scene = scene.terrain("lake", lake);
        }
        officers(&rolled(scene, &[Infantry, Infantry, Infantry]), Side::Blue)
    };
    assert_eq!(flight(&["B red line_infantry 0405"], &[]), ["0506"], "one of two ways is open");
    assert_eq!(flight(&["B red line_infantry 0405", "C red line_infantry 0505"], &[]), [""]);
    assert_eq!(flight(&[], &["0405", "0505"]), [""]);
}

/// The owner chooses between refuges.
#[test]
fn a_character_in_flight_chooses_his_refuge() {
    let scene = combat("line_infantry", "line_infantry")
        .units(&["R blue line_infantry 0404", "S blue line_infantry 0604"])
        .officer("blue senior_officer 0504");
    let mut table = scene.table();
    table.attack("A", "D");
    table.roll(&[Infantry, Infantry, Infantry]);
    table.keep_officers();
    assert!(table.may(Action::FleeTo(table.hex("0404"))));
    table.play(Action::FleeTo(table.hex("0604")));
    assert_eq!(officers(&table, Side::Blue), ["0604"]);
}

/// J5.104: an enemy unit that moves into the hex of a lone officer drives him out and moves on.
#[test]
fn a_lone_officer_flees_before_a_moving_unit() {
    let scene = Scene::of("movement")
        .units(&[
            "A red light_cavalry 0501 activated",
            "B red line_infantry 0000 activated",
            "R blue line_infantry 0604",
            "D blue line_infantry 1108",
        ])
        .officer("blue senior_officer 0503");
    let mut table = scene.terrain("lake", &["0403", "0603"]).table();
    table.move_to("A", "0504");
    assert_eq!((table.at("A").as_str(), officers(&table, Side::Blue)), ("0504", vec!["0604".to_owned()]));
}

/// J5.108: without its commander-in-chief an army loses its next player-turn, in which it only replaces him in a
/// sub-general's hex; the enemy plays twice in a row.
#[test]
fn the_loss_of_the_commander_in_chief_costs_a_player_turn() {
    let scene =
        combat("line_infantry", "line_infantry").units(&["s blue line_infantry 0708", "t blue line_infantry 0308"]);
    let scene = scene
        .officer("blue commander_in_chief 0504")
        .officer("blue sub_general 0708")
        .officer("blue sub_general 0308")
        .officer("blue senior_officer 1108");
    let mut table = scene.officer("red sub_general 0502").table();
    table.attack("A", "D");
    table.roll(&[Infantry, Infantry, Infantry]);
    // The vacated hex could be taken by Breakthrough.
    table.play(Action::Pass);
    assert_eq!((table.state.active, table.state.step), (Side::Blue, Step::PlaceCinc));
    let places = ["0708", "0308"].map(|hex| Action::PlaceCinc(table.hex(hex), table.officer(hex)));
    assert_eq!(table.legal().len(), 2, "in place of a sub-general");
    table.play(places[0]);
    assert_eq!(
        (officers(&table, Side::Blue), table.state.active),
        (vec!["0708".to_owned(), String::new(), "0308".to_owned(), "1108".to_owned()], Side::Red)
    );
    assert_eq!(table.state.player_turn, 7, "blue's sixth player-turn has gone by");
}
