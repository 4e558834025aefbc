//! Moves over ground that stops (JI-93), and paths (JI-106).

use crate::scene::scene;
use crate::table::{Table, set};
use reglette::jomini::Action;
use reglette::jomini::state::OfficerId;
use reglette::jomini::state::action::{Destination, Payment};
use std::collections::BTreeMap;

fn reach_by(table: &Table, set_out: Action) -> BTreeMap<String, Destination> {
    let mut table = Table { battle: table.battle.clone(), state: table.state };
    table.play(set_out);
    table.destinations().into_iter().collect()
}

fn reach(lines: &str) -> BTreeMap<String, Destination> {
    let table = scene(&format!("phase movement\n{lines}"));
    reach_by(&table, Action::Move(table.unit("A")))
}

/// The three hexes before 0502 and the path past them.
const WOOD: &str = "forest 0403 0503 0402 0602 0401 0501";

/// JI-93: ground that stops ends the move, from which the unit may fight all the same; a unit that begins its move
/// there leaves freely.
#[test]
fn stopping_ground_ends_the_move_and_nothing_else() {
    let into = reach(&format!("red A light_cavalry 0502\n{WOOD}"));
    assert_eq!(
        into.keys().cloned().collect::<std::collections::BTreeSet<_>>(),
        set(&["0403", "0503", "0402", "0602", "0401", "0501"])
    );
    assert!(into.values().all(|to| to.may_attack && to.hexes == 1));
    let mut table = scene("phase movement\nred A light_cavalry 0502\nforest 0503\nblue D line_infantry 0504");
    table.move_to("A", "0503");
    table.play(Action::Done);
    assert_eq!(table.targets("A"), set(&["D"]));
    let out = reach("red A light_cavalry 0502\nforest 0502");
    assert_eq!(out["0506"].hexes, 4, "the whole way");
}

/// JI-93: officers alone, Woodsmen and units on a road are not stopped.
#[test]
fn officers_woodsmen_and_roads_are_not_stopped() {
    let mut officer = scene(&format!(
        "phase movement\nofficer red commander_in_chief 0502 group=1\nred B line_infantry 0900\n{WOOD}"
    ));
    officer.play(Action::MoveOfficer(OfficerId::new(0)));
    assert!(officer.may(Action::OfficerTo(officer.hex("0505"))));
    assert_eq!(reach(&format!("red A light_cavalry 0502 woodsmen\n{WOOD}"))["0506"].hexes, 4);
    assert!(
        !reach("red A light_cavalry 0502 woodsmen\nmarsh 0403 0503 0402 0602 0401 0501").contains_key("0504"),
        "forest only"
    );
    let road = reach(&format!("red A light_cavalry 0502\n{WOOD}\nroad 0502 0503 0504 0505"));
    assert_eq!((road["0504"].hexes, road["0504"].may_attack), (2, true));
    assert!(
        !reach(&format!("red A light_cavalry 0502\n{WOOD}\nroad 0503 0504 0505")).contains_key("0504"),
        "not by a step onto the road"
    );
    let table = scene(&format!("phase movement\ntokens red 9\nred A light_cavalry 0502\n{WOOD}"));
    let ordered = reach_by(&table, Action::Woodsmen(table.unit("A"), Payment::Tokens));
    assert_eq!((ordered["0504"].difficult, ordered["0504"].hexes), (1, 2));
}

/// JI-106, J4.14: a way is any chain of neighbours; what counts is its hexes, round an obstacle as many as it takes.
#[test]
fn the_way_round_counts_its_hexes() {
    let round = reach("red A light_cavalry 0502\nlake 0403 0503");
    assert_eq!((round.get("0504").map(|to| to.hexes), round.get("0404").map(|to| to.hexes)), (Some(4), Some(3)));
    let straight = reach("red A light_cavalry 0502");
    assert_eq!((straight["0504"].hexes, straight["0404"].hexes, straight.len()), (2, 2, 49));
    assert!(!straight.contains_key("0502"), "a move ends in another hex");
}
