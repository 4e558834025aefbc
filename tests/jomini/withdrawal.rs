//! Units that fall back voluntarily: distance (J3.52, J4.8, J4.17), terrain (JI-83), and Break off (JA3.16, JI-157).
//! Their orders are in `combat_orders.rs`.

use crate::scene::{scene, scene_with};
use crate::table::{Table, set};
use reglette::game::Side;
use reglette::jomini::Action;
use reglette::jomini::rules::Face::{Infantry, Letter};
use reglette::jomini::state::{DefenceOrder, Status, Step};
use std::collections::BTreeSet;

/// Where D on 0504, attacked by A, may withdraw to.
fn withdrawals(defender: &str, more: &str) -> BTreeSet<String> {
    let mut table = attacked(defender, more);
    table.decline_to(Step::DefenceOrder);
    if !table.defence_orders().contains(&DefenceOrder::Withdrawal) {
        return BTreeSet::new();
    }
    table.defence_order(DefenceOrder::Withdrawal);
    match table.state.step {
        Step::Withdraw => ends(&table),
        _ => set(&[&table.at("D")]),
    }
}

fn ends(table: &Table) -> BTreeSet<String> {
    table
        .hexes(|action| match action {
            Action::WithdrawTo(hex) | Action::FallBackTo(hex) => Some(hex),
            _ => None,
        })
        .into_iter()
        .collect()
}

fn attacked(defender: &str, more: &str) -> Table {
    let mut table = scene(&format!(
        "tokens blue 9\nred A line_infantry 0503\nred B line_infantry 0900\nblue F line_infantry 0901\nblue D \
            {defender} 0504 {more}"
    ));
    table.begin("A", "D");
    table
}

fn rows(hexes: &BTreeSet<String>) -> Vec<u8> {
    let rows: BTreeSet<u8> = hexes.iter().map(|hex| hex[2..].parse().expect("a row")).collect();
    rows.into_iter().collect()
}

/// J3.52, J4.8: at most the unit's movement, without combat; J4.17: mounted infantry rides a hex farther; J4.10: very
/// heavy guns go one hex.
#[test]
fn a_unit_withdraws_as_far_as_it_can_move() {
    assert_eq!(rows(&withdrawals("line_infantry", "")), [5, 6]);
    assert_eq!(rows(&withdrawals("line_infantry", "mobile")), [5, 6, 7]);
    assert_eq!(rows(&withdrawals("line_infantry", "carried_by=\"horses\"")), [5, 6, 7]);
    assert_eq!(rows(&withdrawals("line_infantry", "carried_by=\"horses\" on_foot")), [5, 6]);
    assert_eq!(rows(&withdrawals("light_cavalry", "")), [5, 6, 7, 8]);
    assert_eq!(rows(&withdrawals("foot_artillery_very_heavy", "")), [5]);
    assert_eq!(rows(&withdrawals("foot_artillery_light", "static")), [0; 0], "static guns never move");
}

/// JI-83: the rules of movement apply: stops end the move, slow ground costs one more hex, closed ground and units
/// block it; a single hex can always be made.
#[test]
fn a_withdrawal_obeys_the_rules_of_movement() {
    assert_eq!(withdrawals("line_infantry", "\nforest 0405 0505"), set(&["0405", "0505"]));
    assert_eq!(withdrawals("line_infantry", "\nrocks 0405 0505"), set(&["0405", "0505"]), "both hexes of its movement");
    assert_eq!(
        rows(&withdrawals("light_cavalry", "\nrocks 0405 0505")),
        [5, 6, 7][..2],
        "two hexes for the rocks, one more to leave them"
    );
    assert_eq!(withdrawals("line_infantry", "\nrocks 0405 0505\nblue E line_infantry 0405"), set(&["0505"]));
    assert_eq!(
        withdrawals("line_infantry", "slow\nrocks 0405 0505"),
        set(&["0405", "0505"]),
        "a single hex is always open"
    );
    assert_eq!(withdrawals("foot_artillery_light", "\nforest 0405\nlake 0505"), set(&[]));
    assert_eq!(withdrawals("foot_artillery_light", "\nforest 0405"), set(&["0505"]));
    let past_guns = withdrawals("line_infantry", "\nblue E foot_artillery_light 0405\nlake 0505");
    assert_eq!(past_guns, set(&["0406", "0506"]), "friendly guns are passed, not joined (J4.4)");
    assert_eq!(
        withdrawals("line_infantry", "\nforest 0405"),
        set(&["0405", "0505", "0506", "0606"]),
        "0406 only through the forest, which stops"
    );
    let ditch = withdrawals("light_cavalry", "\nditch 0405 NW NE\nlake 0505");
    assert_eq!(rows(&ditch), [5, 6, 7], "one hex is spent on leaving by the ditch");
}

/// JI-83, J3.52: a variant requires more hexes; J5.101: officers of the hex accompany it.
#[test]
fn the_least_withdrawal_is_a_number_of_the_rules() {
    let lines = "tokens blue 9\nred A line_infantry 0503\nblue D light_cavalry 0504\nofficer blue sub_general 0504";
    let mut table = scene_with(lines, |rules| rules.withdrawal_min_hexes = 3);
    table.begin("A", "D");
    table.defence_order(DefenceOrder::Withdrawal);
    assert_eq!(rows(&ends(&table)), [7, 8]);
    table.play(Action::WithdrawTo(table.hex("0507")));
    assert_eq!((table.at("D").as_str(), table.officers_at(Side::Blue)), ("0507", vec!["0507".to_owned()]));
    let attacker = *table.state.unit(table.unit("A"));
    assert!(attacker.has(Status::NO_ATTACK), "the attacker is done");
    let barred = scene_with(&format!("{lines}\nlake 0406 0506 0606"), |rules| rules.withdrawal_min_hexes = 2);
    let mut barred = Table { state: barred.state, battle: barred.battle };
    barred.begin("A", "D");
    assert!(!barred.defence_orders().contains(&DefenceOrder::Withdrawal), "no way so far");
}

/// JA3.16, JI-157: a unit that breaks off goes back one hex up to its movement, mounted if it is mounted; letters of
/// the roll count, hits on its own face are losses, and it does not strike back.
#[test]
fn a_unit_breaks_off_as_far_as_it_can_move() {
    let broken = |defender: &str| {
        let mut table = attacked(defender, "break_off");
        assert_eq!(table.state.step, Step::BreakOff);
        table.play(Action::BreakOff);
        table
    };
    let fallen = |defender: &str| {
        let mut table = attacked(
            &defender.replace(" mounted", ""),
            if defender.contains("mounted") { "break_off carried_by=\"horses\"" } else { "break_off" },
        );
        table.play(Action::BreakOff);
        table.roll(&[]);
        rows(&ends(&table))
    };
    assert_eq!([fallen("light_infantry"), fallen("light_infantry mounted")], [vec![5, 6], vec![5, 6, 7]]);
    assert_eq!(fallen("light_cavalry"), [5, 6, 7, 8]);
    let mut table = broken("light_infantry");
    table.roll(&[Infantry, Letter]);
    assert_eq!((table.elements("D"), table.tokens(Side::Red), table.state.step), (2, 1, Step::FallBack));
    table.play(Action::FallBackTo(table.hex("0505")));
    assert_eq!((table.at("D").as_str(), table.state.step), ("0505", Step::Combat), "infantry does not follow");
}
