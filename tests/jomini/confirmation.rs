//! Dice right after an activation: Unreliable units, deficient command, messengers.

use crate::scene::{scene, scene_with};
use crate::table::Table;
use reglette::jomini::state::action::Payment;
use reglette::jomini::state::{Status, Step};
use reglette::jomini::{Action, Roll};

const FLAG: Roll = Roll { hits: 0, morale_hits: 1, letters: 0, tactical: 0, apart: 0 };
const ADVANTAGE: Roll = Roll { hits: 0, morale_hits: 0, letters: 0, tactical: 1, apart: 0 };
const NOTHING: Roll = Roll { hits: 0, morale_hits: 0, letters: 0, tactical: 0, apart: 0 };

/// Activates the units of these names by the red officer on 0502.
fn activate(table: &mut Table, names: &[&str]) {
    table.play(Action::Activate(table.officer("0502")));
    for name in names {
        if matches!(table.state.step, Step::Activation(_)) {
            table.play(Action::Pick(table.unit(name)));
        }
    }
    table.decline_picking();
}

/// Hexes that a unit moves at most, with combat and at all, once the Command phase is over.
fn reach(mut table: Table, name: &str) -> (u8, u8) {
    if table.state.step == Step::Command {
        table.play(Action::Done);
    }
    if !table.may(Action::Move(table.unit(name))) && table.state.step == Step::Movement {
        return (0, 0);
    }
    if table.state.step == Step::Movement {
        table.play(Action::Move(table.unit(name)));
    }
    let found = table.destinations();
    let most = |fights: bool| {
        found.iter().filter(|(_, to)| to.may_attack || !fights).map(|(_, to)| to.hexes).max().unwrap_or(0)
    };
    (most(true), most(false))
}

fn unreliable(words: &str) -> Table {
    let mut table = scene(&format!(
        "phase command\ntokens red 9\nofficer red commander_in_chief 0502\nred A {words} unreliable\nred B \
            line_infantry 0303\nblue D line_infantry 0505"
    ));
    activate(&mut table, &["A", "B"]);
    assert_eq!(
        table.state.step,
        Step::UnreliableRoll(table.unit("A")),
        "the die is compulsory, and for that unit alone"
    );
    table
}

/// JA3.4, JI-102: right after the activation one die; a flag holds the unit where it is, where it may fight; a tactical
/// advantage doubles its movement.
#[test]
fn an_unreliable_unit_stays_or_runs_or_obeys() {
    for (roll, expected) in [(NOTHING, (1, 2)), (ADVANTAGE, (2, 4)), (FLAG, (0, 0))] {
        let mut table = unreliable("line_infantry 0503");
        table.throw(roll);
        assert_eq!(table.state.step, Step::Command, "each such unit rolls once");
        assert_eq!(reach(table, "A"), expected, "{roll:?}");
    }
    let mut table = unreliable("line_infantry 0504");
    table.throw(FLAG);
    table.play(Action::Done);
    assert!(!table.may(Action::ForcedMarch(table.unit("A"), Payment::Tokens)), "no order moves it");
    table.play(Action::Done);
    assert!(table.may(Action::Attack(table.unit("A"), table.unit("D"))), "it may fight where it stands");
}

/// JA3.4: letters and hits on that die have no effect (JI-102).
#[test]
fn only_flag_and_tactical_advantage_count_on_the_die_of_an_unreliable_unit() {
    let table = unreliable("line_infantry 0503");
    let mut rolls = Vec::new();
    reglette::game::Game::rolls(&table.battle, &table.state, &mut rolls);
    let weight = |roll: Roll| rolls.iter().find(|it| it.roll == roll).map_or(0, |it| it.weight);
    assert_eq!((weight(NOTHING), weight(FLAG), weight(ADVANTAGE)), (4, 1, 1));
}

/// JI-102 in a variant: the unit that stays does not fight either.
#[test]
fn by_a_variant_an_unreliable_unit_that_stays_does_not_fight() {
    let lines = "phase command\ntokens red 5\nofficer red commander_in_chief 0502\nred A line_infantry 0504 \
        unreliable\nblue D line_infantry 0505";
    let mut table = scene_with(lines, |rules| rules.unreliable_flag_blocks_combat = true);
    activate(&mut table, &["A"]);
    table.throw(FLAG);
    assert!(!table.battle.field.can_attack(&table.state, table.unit("A")));
}

/// JA3.4: units activated in other ways roll too.
#[test]
fn an_unreliable_unit_reached_by_a_courier_rolls_too() {
    let mut table =
        scene("phase command\ntokens red 2\nofficer red commander_in_chief 0502\nred A line_infantry 1007 unreliable");
    table.play(Action::Courier);
    table.play(Action::Pick(table.unit("A")));
    assert_eq!(table.state.step, Step::UnreliableRoll(table.unit("A")));
}

fn deficient(words: &str) -> Table {
    let mut table = scene(&format!(
        "phase command\ntokens red 9\nofficer red commander_in_chief 0502 letters=[\"deficient\"]\nred A {words}\nred \
            B line_infantry 0303\nblue D line_infantry 0505"
    ));
    activate(&mut table, &["A", "B"]);
    table
}

/// JA2.10, JI-56: under deficient command each unit rolls; on a flag it moves one hex at most, even by road, and does
/// not attack.
#[test]
fn a_unit_that_the_order_does_not_reach_moves_one_hex_and_does_not_fight() {
    let mut table = deficient("light_infantry 0503\nroad 0503 0403\nroad 0403 0303");
    assert_eq!(table.state.step, Step::DeficientRoll(table.unit("A")));
    table.throw(FLAG);
    assert_eq!(table.state.step, Step::DeficientRoll(table.unit("B")), "every unit of the group rolls");
    table.throw(ADVANTAGE);
    assert_eq!((table.state.unit(table.unit("B")).pace(), table.state.step), (Status::empty(), Step::Command));
    table.play(Action::Done);
    assert!(!table.may(Action::ForcedMarch(table.unit("A"), Payment::Tokens)), "no order takes it further");
    assert!(!table.battle.field.can_attack(&table.state, table.unit("A")));
    assert_eq!(reach(table, "A"), (0, 1));
}

/// JA2.10, JI-56: units that a deficient C-in-C activates by a Courier roll too.
#[test]
fn a_courier_of_a_deficient_commander_is_confirmed() {
    for (letters, rolls) in [("letters=[\"deficient\"]", true), ("", false)] {
        let lines = "phase command\ntokens red 2\nofficer red commander_in_chief 0502";
        let mut table = scene(&format!("{lines} {letters}\nred A line_infantry 1007"));
        table.play(Action::Courier);
        table.play(Action::Pick(table.unit("A")));
        assert_eq!(table.state.step == Step::DeficientRoll(table.unit("A")), rolls, "{letters}");
    }
}

/// JI-56: a unit that must roll for both reasons rolls two dice, and the stricter result holds.
#[test]
fn of_two_dice_the_stricter_result_holds() {
    for (own, orders, pace, fights) in [
        (ADVANTAGE, FLAG, Status::CONFINED, false),
        (FLAG, FLAG, Status::HALTED, false),
        (FLAG, NOTHING, Status::HALTED, true),
        (ADVANTAGE, NOTHING, Status::DOUBLED, true),
    ] {
        let mut table = deficient("line_infantry 0503 unreliable");
        table.throw(own);
        assert_eq!(table.state.step, Step::DeficientRoll(table.unit("A")));
        table.throw(orders);
        let it = table.state.unit(table.unit("A"));
        assert_eq!(
            (it.pace(), table.battle.field.can_attack(&table.state, table.unit("A"))),
            (pace, fights),
            "{own:?}, {orders:?}"
        );
    }
}

/// JI-56: an officer alone does not roll, and neither do units of another officer.
#[test]
fn lone_officers_and_units_of_other_officers_do_not_roll() {
    let mut table = scene(
        "phase command\ntokens red 5\nofficer red commander_in_chief 0502\nofficer red sub_general 0302 \
            letters=[\"deficient\"]\nred A line_infantry 0503\nred B line_infantry 0303",
    );
    activate(&mut table, &["A", "B"]);
    assert_eq!(table.state.step, Step::Command);
    let mut table = scene(
        "phase command\ntokens red 5\nofficer red commander_in_chief 0502 letters=[\"deficient\"]\nred A line_infantry \
            0503",
    );
    let officer = table.officer("0502");
    table.play(Action::Activate(officer));
    table.play(Action::PickOfficer(officer));
    assert_eq!(table.state.step, Step::Command);
}

fn messengers(reconnaissance: bool) -> Table {
    let mut table = scene(
        "phase command\ntokens red 5\nofficer red commander_in_chief 0502 letters=[\"messengers\"]\nred A \
            line_infantry 0503\nred B light_cavalry 1007",
    );
    if reconnaissance {
        table.play(Action::Reconnaissance);
    }
    activate(&mut table, &["A"]);
    table
}

/// JA2.11: after the activation one die; on a tactical advantage an optional Courier without cost.
#[test]
fn messengers_bring_a_free_courier_on_a_tactical_advantage() {
    let mut table = messengers(false);
    assert_eq!(table.state.step, Step::MessengersRoll(table.officer("0502")));
    table.throw(NOTHING);
    assert_eq!(table.state.step, Step::Command);
    for rides in [true, false] {
        let mut table = messengers(false);
        table.throw(ADVANTAGE);
        let (cavalry, groups) = (table.unit("B"), table.state.turn.group_count);
        table.play(if rides { Action::Pick(cavalry) } else { Action::Done });
        assert_eq!(table.state.unit(cavalry).group > 0, rides);
        assert_eq!(table.state.turn.group_count, if rides { groups } else { groups - 1 });
        assert_eq!((table.tokens(reglette::game::Side::Red), table.state.turn.command_orders_given), (5, 0));
    }
}

/// JI-66: no free Courier after Reconnaissance.
#[test]
fn messengers_do_not_ride_after_reconnaissance() {
    assert!(matches!(messengers(true).state.step, Step::Command | Step::Movement));
}
