//! The places whose games cover everything that Jomini can wait for.

use super::changed::changed_positions_are_refused_or_can_be_used;
use super::jomini_positions::Scattered;
use super::{Place, every_kind_of_position_can_be_written};
use reglette::jomini::{Battle, Jomini};

#[test]
fn every_position_of_jomini_can_be_written() {
    let place = |rules, scenario, armies| Place { rules, scenario, armies: Some(armies), games: 15 };
    let often = |place: Place| Place { games: 300, ..place };
    let published = "extends = \"jomini-v2\"";
    // Where orders cost little, those that are seldom worth their tokens are given too.
    let rich = "extends = \"jomini-v2\"\nstarting_order_tokens = 40\nbreakthrough_cost = 0\nsacrifice_cost = 0";
    let places = [
        place(rich, "plain", ["france", "prussia"]),
        place(published, "village-and-hill", ["mysore", "marathas"]),
        place(published, "river", ["burma", "afghans"]),
        often(place(rich, "crossroads", ["spain", "egypt"])),
        place(rich, "frozen-lake", ["voortrekkers", "zulu"]),
        often(place(published, "plain", ["voortrekkers", "united-states"])),
        place(published, "field-works", ["woodlands", "coalition"]),
        // One player lays the terrain, the other chooses (JA1.4); behind a screen (JA1.9) and with slips of paper
        // (JA1.10).
        place(
            "extends = \"jomini-v2\"\nterrain_method = \"one_player\"\ndeploy_method = \"hidden\"",
            "river",
            ["france", "russia"],
        ),
        place(
            "extends = \"jomini-v2\"\nterrain_method = \"one_player\"\ndeploy_method = \"slips\"",
            "plain",
            ["china", "japan"],
        ),
        often(place(
            "extends = \"jomini-lace-wars\"\nstarting_order_tokens = 40",
            "crossroads",
            ["austria-1757", "prussia-1757"],
        )),
        place("extends = \"jomini-v2\"\nignore_flags_auto = false", "plain", ["britain", "france"]),
        place(published, "relief", ["britain", "france"]),
        Place { rules: published, scenario: "great-day", armies: None, games: 1 },
    ];
    every_kind_of_position_can_be_written::<Jomini>(&places, 1_000);
}

#[test]
fn changed_positions_of_jomini_are_refused_or_can_be_used() {
    let place = |rules, scenario, armies, games| Place { rules, scenario, armies: Some(armies), games };
    let rich = "extends = \"jomini-v2\"\nstarting_order_tokens = 40\nbreakthrough_cost = 0\nsacrifice_cost = 0";
    let published = "extends = \"jomini-v2\"";
    let slips = "extends = \"jomini-v2\"\nterrain_method = \"one_player\"\ndeploy_method = \"slips\"";
    let places = [
        place(rich, "village-and-hill", ["mysore", "marathas"], 4),
        place(rich, "crossroads", ["spain", "egypt"], 8),
        place(published, "frozen-lake", ["voortrekkers", "united-states"], 8),
        place(slips, "plain", ["china", "japan"], 2),
        place(published, "relief", ["britain", "france"], 2),
        place(
            "extends = \"jomini-lace-wars\"\nstarting_order_tokens = 40",
            "river",
            ["austria-1757", "prussia-1757"],
            4,
        ),
    ];
    changed_positions_are_refused_or_can_be_used::<Jomini>(&places, Some(Battle::scattered), 3_000, 1);
}
