//! Tactical advantages, follow-up and pursuit, combined terrain, grades of victory.

use crate::table::Table;
use reglette::game::{Ending, Grade, Side};
use reglette::jomini::Action;
use reglette::jomini::rules::Face::{Flag, Infantry, Tactical};
use reglette::jomini::state::action::Payment;
use reglette::jomini::state::{AttackOrder, Step};

/// The effect of one tactical advantage of A on D: elements lost, and rows of retreat.
fn one_tactical_advantage(position: &str) -> (u8, i32) {
    let mut table = Table::open(position);
    let (elements, row) = (table.elements("D"), table.row("D"));
    table.attack("A", "D");
    table.roll(&[Tactical]);
    table.retreat();
    (elements - table.elements("D"), table.row("D") - row)
}

/// JX-14: neither supported; attacker supported (J5.59); defender supported by its buildings (J1.4); mounted troops
/// against rough terrain (J5.57).
#[test]
fn tactical_advantages_of_infantry_and_of_cavalry_against_a_wood() {
    let found = ["a", "b", "c", "d"].map(|letter| one_tactical_advantage(&format!("jx-14-{letter}")));
    assert_eq!(found, [(0, 0), (1, 0), (0, 0), (0, 0)]);
}

/// JX-15: supported cavalry (J5.63); guns at three hexes and at two (J5.65).
#[test]
fn tactical_advantages_of_supported_cavalry_and_of_guns() {
    let found = ["a", "b", "c"].map(|letter| one_tactical_advantage(&format!("jx-15-{letter}")));
    assert_eq!(found, [(1, 0), (0, 0), (1, 0)]);
}

/// JX-16: supported infantry against cavalry gives a morale hit, two hexes of retreat (J5.60); rifles firing into
/// buildings nothing (J5.58).
#[test]
fn tactical_advantages_against_cavalry_and_into_buildings() {
    assert_eq!(["a", "b"].map(|letter| one_tactical_advantage(&format!("jx-16-{letter}"))), [(0, 2), (0, 0)]);
}

/// Drives the target back one hex, and returns whether the attacker may and may not follow up.
fn drive_back(table: &mut Table, attacker: &str, target: &str) -> (bool, bool) {
    table.attack(attacker, target);
    table.roll(&[Flag]);
    table.retreat();
    let asked = table.state.step == Step::FollowUp;
    (asked && table.may(Action::FollowUp), asked && table.may(Action::Pass))
}

/// JX-23: on level ground trained infantry stays where it is, elite infantry may follow up (J5.80).
#[test]
fn only_elite_infantry_may_follow_up_on_level_ground() {
    let mut table = Table::open("jx-23");
    assert_eq!(drive_back(&mut table, "A", "D"), (false, false));
    assert_eq!(table.at("A"), "0203");
    assert_eq!(drive_back(&mut table, "B", "E"), (true, true));
    table.play(Action::FollowUp);
    assert_eq!((table.at("B").as_str(), table.targets("B").len()), ("0804", 0), "no new combat");
}

/// JX-24: infantry must follow up an enemy below it, elite infantry may decline (J5.80).
#[test]
fn infantry_must_follow_up_downhill() {
    let mut table = Table::open("jx-24");
    drive_back(&mut table, "A", "D");
    assert_eq!(table.at("A"), "0204", "there is nothing to decide");
    assert_eq!(drive_back(&mut table, "B", "E"), (true, true));
}

/// JX-25: cavalry must follow up downhill, elite cavalry may decline, guns never do (J5.81, J5.83). The elephant is
/// tested elsewhere.
#[test]
fn cavalry_must_follow_up_downhill_and_guns_never_do() {
    let mut table = Table::open("jx-25");
    drive_back(&mut table, "A", "D");
    assert_eq!((table.at("A").as_str(), table.state.step), ("0204", Step::Pursuit));
    table.play(Action::Pass);
    assert_eq!(drive_back(&mut table, "C", "F"), (true, true));
    table.play(Action::Pass);
    assert_eq!(drive_back(&mut table, "B", "E"), (false, false));
    assert_eq!(table.at("B"), "0803");
}

/// JX-26: after its follow-up cavalry fights the same enemy again from the same hex, or another after destroying the
/// first (J5.84, J5.85).
#[test]
fn cavalry_pursues_against_the_same_enemy_or_another() {
    let mut table = Table::open("jx-26-a");
    assert_eq!(drive_back(&mut table, "A", "D"), (true, true));
    assert_eq!(table.at("D"), "0505");
    table.play(Action::FollowUp);
    assert!(table.may(Action::Pass), "a pursuit is not a duty");
    table.play(Action::AttackAgain(table.unit("D")));
    table.go_to_dice();
    assert_eq!(table.at("A"), "0504");

    let mut table = Table::open("jx-26-b");
    table.attack("A", "D");
    table.roll(&[Infantry]);
    assert_eq!(table.at("D"), "");
    table.play(Action::FollowUp);
    table.play(Action::AttackAgain(table.unit("E")));
    table.go_to_dice();
}

/// JX-28: a second follow-up, but no second pursuit (J5.86).
#[test]
fn cavalry_pursues_once_in_a_player_turn() {
    let mut table = Table::open("jx-28");
    table.attack("A", "D");
    table.roll(&[Infantry]);
    table.play(Action::FollowUp);
    table.play(Action::PursueTo(table.hex("0505")));
    table.play(Action::AttackAgain(table.unit("E")));
    table.go_to_dice();
    table.roll(&[Flag]);
    table.retreat();
    table.play(Action::FollowUp);
    assert_eq!((table.at("A").as_str(), table.turn_is_over()), ("0506", true), "no second pursuit, no third combat");
}

/// The dice of an attack without orders.
fn dice(position: &str, attacker: &str, target: &str) -> u8 {
    let mut table = Table::open(position);
    table.attack(attacker, target);
    table.dice()
}

/// JX-32: four dice are two; the tactical advantage counts for nothing and the flag is ignored (J5.47).
#[test]
fn wagons_that_did_not_move_are_a_palisade() {
    let mut table = Table::open("jx-32");
    table.attack("A", "D");
    assert_eq!(table.dice(), 2);
    table.roll(&[Flag, Tactical]);
    assert_eq!((table.elements("D"), table.at("D").as_str()), (3, "0504"));
}

/// JX-33: twice "max 2 dice" is max 2 dice (J7.2).
#[test]
fn two_limits_of_two_dice_are_two_dice() {
    assert_eq!(dice("jx-33", "A", "D"), 2);
}

/// JX-34: the lost die is subtracted first, then the limit is applied (J7.2).
#[test]
fn a_die_less_comes_before_the_limit() {
    assert_eq!([dice("jx-34", "A", "D"), dice("jx-34", "B", "D")], [2, 1]);
}

/// JX-35: Élan is added beyond the limit of the wood (J5.41, J3.39).
#[test]
fn an_attack_order_adds_beyond_the_limit() {
    let mut table = Table::open("jx-35");
    table.begin("A", "D");
    table.play(Action::OrderAttack(AttackOrder::Elan, Payment::Tokens));
    table.go_to_dice();
    assert_eq!(table.dice(), 3);
}

/// JX-36: a die for each element, three at most (J5.11).
#[test]
fn guns_roll_by_their_elements() {
    assert_eq!(
        ["4", "3", "2", "1"].map(|elements| dice("jx-36", &format!("G{elements}"), &format!("D{elements}"))),
        [3, 3, 2, 1]
    );
}

/// JX-37, JX-38, JX-39: five units lost against four, three and two (J6.5).
#[test]
fn victories_are_graded_by_the_gap_in_units_lost() {
    for (position, grade) in [("jx-37", Grade::Marginal), ("jx-38", Grade::Medium), ("jx-39", Grade::Decisive)] {
        let mut table = Table::open(position);
        table.attack("A", "D");
        table.roll(&[Infantry]);
        let outcome = table.outcome();
        assert_eq!(
            (outcome.winner, outcome.ending, outcome.grade),
            (Some(Side::Red), Ending::Victory, grade),
            "{position}"
        );
    }
}
