//! Officers driven out by a unit that moves into their hex (J5.104, JI-104), and obstacles to their flight (J5.106,
//! JI-170). Flights after a combat are in `officers_in_combat.rs`.

use crate::scene::scene;
use crate::table::Table;
use reglette::game::{Show, Side};
use reglette::jomini::Action;

/// Lakes around 0503 except the entrance, 0502, and the exit, 0504; and around 0504 except 0505.
const ALLEY: &str = "lake 0403 0603 0602 0604 0404 0405";

/// Where blue's officer is after A has moved to this hex.
fn driven(rank: &str, to: &str, more: &str) -> Vec<String> {
    let mut table = scene(&format!("phase movement\nred A light_cavalry 0501\nofficer blue {rank} 0503\n{more}"));
    table.move_to("A", to);
    assert_eq!(table.at("A"), to);
    table.officers_at(Side::Blue)
}

/// J5.104, J5.106: the unit that drives an officer out does not block his flight, wherever its move ends; any other
/// enemy unit does.
#[test]
fn the_unit_that_drives_an_officer_out_does_not_bar_his_flight() {
    let refuge = format!("{ALLEY}\nblue R line_infantry 0505");
    assert_eq!(driven("sub_general", "0504", &refuge), ["0505"], "through the hex where A has come to stand");
    assert_eq!(driven("sub_general", "0503", &refuge), ["0505"]);
    assert_eq!(
        driven("sub_general", "0503", &format!("{refuge}\nred B line_infantry 0504 idle")),
        [""; 0],
        "B bars his way"
    );
}

/// J5.105, J5.106: a senior officer has one hex for it, a general two; J5.107: without refuge he is lost.
#[test]
fn an_officer_driven_out_flees_as_far_as_his_rank() {
    for (rank, near, far) in
        [("senior_officer", true, false), ("sub_general", true, true), ("commander_in_chief", true, true)]
    {
        assert_eq!(!driven(rank, "0503", "blue R line_infantry 0504").is_empty(), near, "{rank}");
        assert_eq!(!driven(rank, "0503", "blue R line_infantry 0505").is_empty(), far, "{rank}");
        assert!(driven(rank, "0503", "blue R line_infantry 0506").is_empty(), "{rank}");
    }
}

/// A position holds no flight that has ended.
#[test]
fn a_flight_that_has_ended_is_not_written() {
    let mut table =
        scene("phase movement\nred A light_cavalry 0501\nofficer blue sub_general 0503\nblue R line_infantry 0504");
    table.move_to("A", "0503");
    assert_eq!(table.officers_at(Side::Blue), ["0504"]);
    let written = table.battle.position_to_data(&table.state);
    assert!(!written.to_string().contains("flight"), "{written}");
}

/// J5.104: an officer with a friendly unit is not alone, and no enemy enters his hex; an officer of the mover's own
/// side stays where he is.
#[test]
fn only_officers_of_the_enemy_who_stand_alone_are_driven_out() {
    let mut table = scene(
        "phase movement\nred A light_cavalry 0501\nofficer red sub_general 0503\nofficer blue sub_general 0504\nblue R \
            line_infantry 0504",
    );
    let reach = |table: &Table| {
        let mut table = Table { battle: table.battle.clone(), state: table.state };
        table.play(Action::Move(table.unit("A")));
        table.destinations().into_iter().map(|(hex, _)| hex).collect::<Vec<_>>()
    };
    assert!(!reach(&table).contains(&"0504".to_owned()));
    table.move_to("A", "0503");
    assert_eq!(
        (table.officers_at(Side::Red), table.officers_at(Side::Blue)),
        (vec!["0503".to_owned()], vec!["0504".to_owned()])
    );
}
