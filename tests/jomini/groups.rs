//! Groups of a player-turn: activations (J3.13, J3.16) and orders, and the sequence of groups (J3.11, J3.12, JI-67).

use crate::scene::{scene, scene_with};
use crate::table::{Table, set};
use reglette::game::Side;
use reglette::jomini::state::{OfficerId, Step, UnitId};
use reglette::jomini::{Action, Battle};
use std::collections::BTreeSet;

/// Two generals with a unit each, and C far away, each unit before an enemy; a senior officer alone.
const TWO_GENERALS: &str = "phase command
tokens red 9
officer red commander_in_chief 0502
officer red sub_general 0302
officer red senior_officer 0801
red A line_infantry 0503
red B heavy_cavalry 0303
red C line_infantry 1003
blue X line_infantry 0505
blue Y line_infantry 0304
blue Z line_infantry 1005
";
const CHIEF: OfficerId = OfficerId::new(0);
const GENERAL: OfficerId = OfficerId::new(1);
const SENIOR: OfficerId = OfficerId::new(2);

fn name(battle: &Battle, unit: UnitId) -> String {
    battle.field.forces.unit_names[usize::from(unit)].clone()
}

/// The units that may move now.
fn movers(table: &Table) -> BTreeSet<String> {
    let mover = |action| if let Action::Move(unit) = action { Some(name(&table.battle, unit)) } else { None };
    table.legal().into_iter().filter_map(mover).collect()
}

/// The units that may attack now.
fn attackers(table: &Table) -> BTreeSet<String> {
    let attacker = |action| if let Action::Attack(unit, _) = action { Some(name(&table.battle, unit)) } else { None };
    table.legal().into_iter().filter_map(attacker).collect()
}

/// The units that may be picked now.
fn joining(table: &Table) -> BTreeSet<String> {
    let joining = |action| if let Action::Pick(unit) = action { Some(name(&table.battle, unit)) } else { None };
    table.legal().into_iter().filter_map(joining).collect()
}

/// An officer activates these units and no more.
fn activate(table: &mut Table, officer: OfficerId, units: &[&str]) {
    table.play(Action::Activate(officer));
    for unit in units {
        if matches!(table.state.step, Step::Activation(_)) {
            table.play(Action::Pick(table.unit(unit)));
        }
    }
    table.decline_picking();
}

/// JI-67: the Courier's unit acts after the groups of all officers, in movement as in combat, even if it was activated
/// first; J3.11, J3.12: these in the order in which they were activated.
#[test]
fn the_couriers_unit_acts_last() {
    let lines = TWO_GENERALS.replace("0505", "0504").replace("1005", "1004");
    let mut table = scene(&lines);
    table.play(Action::Courier);
    table.play(Action::Pick(table.unit("C")));
    activate(&mut table, GENERAL, &["B"]);
    activate(&mut table, CHIEF, &["A"]);
    assert_eq!((table.state.turn.group_count, table.state.step), (3, Step::Movement), "nothing is left to command");
    for expected in ["B", "A", "C"] {
        assert_eq!((table.state.step, movers(&table)), (Step::Movement, set(&[expected])));
        table.play(Action::Done);
    }
    for expected in ["B", "A", "C"] {
        assert_eq!((table.state.step, attackers(&table)), (Step::Combat, set(&[expected])));
        table.play(Action::Done);
    }
    assert!(table.turn_is_over());
}

/// JI-67, J3.57: a unit that an officer activated by leading acts in its place among the groups of the officers; JI-51:
/// and an officer alone moves with the group that gave him its place, not before.
#[test]
fn led_units_act_in_their_place_and_lone_officers_with_their_group() {
    let mut table = scene(TWO_GENERALS);
    table.play(Action::LeadToActivate(GENERAL, table.unit("B")));
    table.play(Action::Courier);
    table.play(Action::Pick(table.unit("C")));
    table.play(Action::Activate(CHIEF));
    table.play(Action::Pick(table.unit("A")));
    table.play(Action::PickOfficer(SENIOR));
    table.decline_picking();
    table.play(Action::Done);
    assert_eq!(movers(&table), set(&["B"]));
    assert!(!table.may(Action::MoveOfficer(SENIOR)), "his group has not begun");
    table.play(Action::Done);
    assert_eq!(movers(&table), set(&["A"]));
    assert!(table.may(Action::MoveOfficer(SENIOR)));
    table.play(Action::Done);
    assert_eq!(movers(&table), set(&["C"]));
}

/// JI-51, J3.16: an officer alone takes a place whatever the arm of the group, an officer his own group's too; JI-50:
/// he moves three hexes as a general, two as a senior officer.
#[test]
fn an_officer_alone_takes_a_place_of_any_group() {
    let mut table = scene(TWO_GENERALS);
    table.play(Action::Activate(GENERAL));
    table.play(Action::Pick(table.unit("B")));
    table.play(Action::PickOfficer(GENERAL));
    assert!(table.may(Action::PickOfficer(SENIOR)), "the third place, eight hexes away, beside cavalry");
    table.play(Action::PickOfficer(SENIOR));
    assert_eq!(table.state.step, Step::Command, "three places are taken");
    table.play(Action::Done);
    for (officer, hexes) in [(GENERAL, 3), (SENIOR, 2)] {
        let mut alone = Table { battle: table.battle.clone(), state: table.state };
        let from = alone.state.officer(officer).hex;
        alone.play(Action::MoveOfficer(officer));
        let far = alone.legal().into_iter().map(|action| match action {
            Action::OfficerTo(hex) => alone.battle.field.board.distance(from, hex),
            other => panic!("{other:?}"),
        });
        assert_eq!(far.max(), Some(hexes));
    }
    let mut dear = scene_with(TWO_GENERALS, |rules| rules.officer_alone_activation_cost = 3);
    dear.play(Action::Activate(GENERAL));
    assert!(dear.may(Action::PickOfficer(SENIOR)));
    dear.play(Action::Pick(dear.unit("B")));
    assert!(!dear.may(Action::PickOfficer(SENIOR)), "with a unit in it the group has no three places left");
}

/// JI-47: an officer makes one activation in a player-turn: with a single officer the second of two is lost.
#[test]
fn one_officer_makes_one_activation() {
    let lines =
        "phase command\nofficer red commander_in_chief 0502\nred A line_infantry 0503\nred B heavy_cavalry 0402";
    let again = |change: fn(&mut reglette::jomini::rules::Rules)| {
        let mut table = scene_with(lines, change);
        activate(&mut table, CHIEF, &["A"]);
        (table.state.turn.activations_left, table.state.step == Step::Command && table.may(Action::Activate(CHIEF)))
    };
    assert_eq!(again(|_| ()), (1, false));
    assert_eq!(again(|rules| rules.activations_per_officer = 2), (1, true));
}

/// JI-47: an officer moves once: an officer who has accompanied a unit does not move alone, and one who has moved alone
/// does not accompany a unit; an officer who makes an activation may be moved.
#[test]
fn an_officer_moves_once() {
    let lines =
        "phase movement\nofficer red sub_general 0502 group=1\nred A line_infantry 0502\nred B line_infantry 0603";
    let mut with_a_unit = scene(lines);
    assert!(with_a_unit.may(Action::MoveOfficer(OfficerId::new(0))));
    with_a_unit.move_to("A", "0503");
    with_a_unit.play(Action::Accompany);
    assert_eq!(with_a_unit.officers_at(Side::Red), ["0503"]);
    assert!(!with_a_unit.may(Action::MoveOfficer(OfficerId::new(0))));
    let mut stayed = scene(lines);
    stayed.move_to("A", "0503");
    stayed.play(Action::StayBehind);
    assert!(stayed.may(Action::MoveOfficer(OfficerId::new(0))), "who stayed behind has not moved");
    let mut alone = scene(lines);
    alone.play(Action::MoveOfficer(OfficerId::new(0)));
    alone.play(Action::OfficerTo(alone.hex("0603")));
    assert!(!alone.may(Action::MoveOfficer(OfficerId::new(0))));
    alone.move_to("B", "0604");
    assert_eq!(
        (alone.state.step, alone.officers_at(Side::Red)),
        (Step::Movement, vec!["0603".to_owned()]),
        "B leaves without him"
    );
    let mut active = scene(TWO_GENERALS);
    active.play(Action::Activate(GENERAL));
    active.play(Action::Pick(active.unit("B")));
    active.play(Action::PickOfficer(GENERAL));
    active.decline_picking();
    active.play(Action::Done);
    assert!(active.may(Action::MoveOfficer(GENERAL)));
}

/// JI-54: an officer accompanies his unit all the way, regardless of his own movement.
#[test]
fn an_officer_rides_as_far_as_his_unit() {
    let mut table =
        scene("phase movement\nofficer red senior_officer 0501\nred A light_cavalry 0501\nred B line_infantry 0502");
    table.move_to("A", "0505");
    table.play(Action::Accompany);
    assert_eq!(
        (table.state.unit(table.unit("A")).hexes_moved, table.officers_at(Side::Red)),
        (4, vec!["0505".to_owned()])
    );
}

/// JI-49: a player may activate fewer units than he could, or none at all.
#[test]
fn nobody_need_be_activated() {
    let mut one = scene(TWO_GENERALS);
    one.play(Action::Activate(CHIEF));
    assert!(!one.may(Action::Done), "an activation takes somebody");
    one.play(Action::Pick(one.unit("A")));
    assert!(one.may(Action::Done), "and need not take more");
    let mut none = scene(TWO_GENERALS);
    none.play(Action::Done);
    assert!(none.turn_is_over());
}

/// JI-61, J3.34: the Combined order is declared before any unit is activated and covers every activation of the
/// player-turn; it is the one manoeuvre order.
#[test]
fn the_combined_order_covers_every_activation() {
    let lines = TWO_GENERALS.replace(
        "red B heavy_cavalry 0303",
        "red B heavy_cavalry 0402\nred E line_infantry 0303\nred F light_cavalry 0203",
    );
    let mut table = scene(&lines);
    let mut late = Table { battle: table.battle.clone(), state: table.state };
    activate(&mut late, CHIEF, &["A"]);
    assert!(!late.may(Action::CombinedOrder), "too late");
    table.play(Action::CombinedOrder);
    assert!(!table.may(Action::CombinedOrder) && !table.may(Action::Messengers(GENERAL)));
    table.play(Action::Activate(CHIEF));
    table.play(Action::Pick(table.unit("A")));
    assert!(joining(&table).contains("B"));
    table.decline_picking();
    table.play(Action::Activate(GENERAL));
    table.play(Action::Pick(table.unit("E")));
    assert!(joining(&table).contains("F"), "the second activation too");
    table.decline_picking();
    table.play(Action::Done);
    assert_eq!(table.state.step, Step::Movement);
    let unit = table.unit("A");
    assert!(table.may(Action::Move(unit)));
    assert!(
        !table.legal().iter().any(|action| matches!(action, Action::ForcedMarch(..) | Action::ForwardMarch)),
        "that was the order"
    );
}

/// J3.35, JI-61: Messengers are sent by generals alone, C-in-C or sub-general, for one activation of theirs; others
/// keep to their range. They are the one manoeuvre order.
#[test]
fn messengers_are_a_generals() {
    let lines = TWO_GENERALS.replace("senior_officer 0801", "senior_officer 0902\nred S line_infantry 0902");
    let mut table = scene(&lines);
    assert!(table.may(Action::Messengers(CHIEF)) && table.may(Action::Messengers(GENERAL)));
    assert!(
        table.may(Action::Activate(SENIOR)) && !table.may(Action::Messengers(SENIOR)),
        "he activates, but sends no messengers"
    );
    table.play(Action::Messengers(GENERAL));
    assert_eq!(table.tokens(Side::Red), 6);
    assert!(joining(&table).contains("C"), "eight hexes away");
    table.play(Action::Pick(table.unit("C")));
    table.decline_picking();
    assert_eq!(table.state.turn.activations_left, 1);
    assert!(!table.may(Action::Messengers(CHIEF)) && !table.may(Action::CombinedOrder));
    table.play(Action::Activate(CHIEF));
    assert!(
        joining(&table).contains("A") && !joining(&table).contains("red reserve"),
        "the other officer has no messengers"
    );
}

/// J3.35, JI-61: without an activation left no general sends messengers; three tokens, no fewer.
#[test]
fn messengers_take_an_activation_and_three_tokens() {
    let poor = scene(&TWO_GENERALS.replace("tokens red 9", "tokens red 2"));
    assert!(!poor.may(Action::Messengers(CHIEF)) && !poor.may(Action::CombinedOrder));
    let three = scene(&TWO_GENERALS.replace("tokens red 9", "tokens red 3"));
    assert!(three.may(Action::Messengers(CHIEF)) && three.may(Action::CombinedOrder));
    let mut table = scene(TWO_GENERALS);
    activate(&mut table, GENERAL, &["B"]);
    assert!(table.may(Action::Messengers(CHIEF)));
    table.play(Action::Messengers(CHIEF));
    table.play(Action::Pick(table.unit("A")));
    table.decline_picking();
    assert_eq!((table.state.turn.activations_left, table.tokens(Side::Red)), (0, 6));
    let mut spent = scene(TWO_GENERALS);
    activate(&mut spent, GENERAL, &["B"]);
    activate(&mut spent, CHIEF, &["A"]);
    assert!(!spent.legal().iter().any(|action| matches!(action, Action::Messengers(_))));
}

/// JI-69, J3.29: the Extra activation needs another officer with units to activate; where a variant lets the same
/// one, he does it once more.
#[test]
fn the_extra_activation_needs_another_officer() {
    let two = "phase command\ntokens red 9\nofficer red commander_in_chief 0502\nofficer red sub_general 0302\nred A \
        line_infantry 0503\nred B heavy_cavalry 0303\nred C line_infantry 0402\n";
    let after_both = |lines: &str, change: fn(&mut reglette::jomini::rules::Rules)| {
        let mut table = scene_with(lines, change);
        activate(&mut table, CHIEF, &["A"]);
        activate(&mut table, GENERAL, &["B"]);
        assert_eq!(table.state.turn.activations_left, 0);
        table
    };
    let third = format!("{two}officer red senior_officer 0402");
    assert!(!after_both(two, |_| ()).may(Action::ExtraActivation), "both officers have activated");
    let mut table = after_both(&third, |_| ());
    table.play(Action::ExtraActivation);
    assert_eq!((table.tokens(Side::Red), table.state.turn.activations_left), (4, 1));
    assert!(
        table.may(Action::Activate(SENIOR))
            && !table.may(Action::Activate(CHIEF))
            && !table.may(Action::ExtraActivation)
    );
    let mut again = after_both(two, |rules| rules.extra_activation_same_officer = true);
    assert!(!again.may(Action::Activate(CHIEF)), "not without the order");
    again.play(Action::ExtraActivation);
    assert!(again.may(Action::Activate(CHIEF)) && again.may(Action::Activate(GENERAL)));
    activate(&mut again, CHIEF, &["C"]);
    assert!(again.state.step != Step::Command || !again.may(Action::Activate(CHIEF)), "once more, not twice");
}

/// JI-68, J3.28: a Strategic move is an activation by an officer who has made none, of one arm in his range; the
/// distance is measured to units, not to officers; its units never attack.
#[test]
fn a_strategic_move_is_an_activation_away_from_enemy_units() {
    let lines = |enemy: &str| {
        format!(
            "phase command\ntokens red 9\nofficer red commander_in_chief 0601\nofficer red sub_general 0101\nred A \
                line_infantry 0602\nred B foot_artillery_very_heavy 0002\nred C light_cavalry 0201\nred D \
                line_infantry 0100\nblue E line_infantry 0608\n{enemy}"
        )
    };
    let mut table = scene(&lines(""));
    activate(&mut table, CHIEF, &["A"]);
    assert!(!table.may(Action::StrategicMove(CHIEF)) && table.may(Action::StrategicMove(GENERAL)));
    table.play(Action::StrategicMove(GENERAL));
    assert_eq!(table.tokens(Side::Red), 7);
    assert_eq!(joining(&table), set(&["B", "C", "D"]));
    table.play(Action::Pick(table.unit("B")));
    assert_eq!(joining(&table), set(&["D"]), "guns go with infantry or with guns");
    assert!(!table.legal().iter().any(|action| matches!(action, Action::PickOfficer(_))), "no officers alone");
    table.decline_picking();
    let guns = table.unit("B");
    assert!(!table.battle.field.can_attack(&table.state, guns));
    assert!(!table.may(Action::StrategicMove(GENERAL)));
    let near = |place: &str| {
        let mut table = scene(&lines(place));
        table.play(Action::StrategicMove(GENERAL));
        joining(&table)
    };
    assert!(
        !near("blue F line_infantry 0007").contains("B") && near("blue F line_infantry 0008").contains("B"),
        "six hexes"
    );
    assert!(near("officer blue sub_general 0004").contains("B"), "an officer is no unit");
}

/// JI-53, JI-52: a lone officer passes through friendly units and may stay with them, through enemy units he does not;
/// in a variant friends end his path.
#[test]
fn a_lone_officer_passes_through_friends() {
    let lines = "phase movement\nofficer red commander_in_chief 0502 group=1\nred A line_infantry 0503\nred M \
        line_infantry 0900\nblue D line_infantry 0501\nlake 0403 0602 0402 0401 0601";
    let mut table = scene(lines);
    table.play(Action::MoveOfficer(CHIEF));
    let may = |hex: &str| table.may(Action::OfficerTo(table.hex(hex)));
    assert!(may("0503") && may("0504") && may("0505") && !may("0506"), "three hexes past A");
    assert!(!may("0501") && !may("0500"), "neither onto an enemy nor past him");
    let mut stopped = scene_with(lines, |rules| rules.officer_passes_friends = false);
    stopped.play(Action::MoveOfficer(CHIEF));
    assert_eq!(
        (stopped.state.step, stopped.officers_at(Side::Red)),
        (Step::Movement, vec!["0503".to_owned()]),
        "A ends his one way"
    );
}
