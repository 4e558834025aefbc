//! Impetuous troops (JA3.5, JI-103): the die for a march into contact. The duty to attack is in `combat/opening.rs`.

use crate::scene::scene;
use crate::table::{Table, set};
use reglette::game::Game;
use reglette::jomini::{Action, Roll};
use std::collections::BTreeMap;

const SUCCESS: Roll = Roll { hits: 1, morale_hits: 0, letters: 0, tactical: 0, apart: 0 };
const FAILURE: Roll = Roll { hits: 0, ..SUCCESS };

/// A on 0502 waits for its die; the enemy stands on 0505.
fn asked(more: &str) -> Table {
    let mut table =
        scene(&format!("phase movement\nred A line_infantry 0502 impetuous\nblue D line_infantry 0505\n{more}"));
    let unit = table.unit("A");
    table.play(Action::MoveImpetuously(unit));
    table
}

fn reach(table: &Table) -> BTreeMap<String, (u8, bool)> {
    table.destinations().into_iter().map(|(hex, to)| (hex, (to.hexes, to.may_attack))).collect()
}

/// JA3.5, JI-103: one die, and a flag or a tactical advantage is a success; only units with the letter roll it, and
/// once.
#[test]
fn an_impetuous_unit_may_roll_one_die() {
    let table = asked("");
    let mut rolls = Vec::new();
    table.battle.rolls(&table.state, &mut rolls);
    let weight = |roll| rolls.iter().find(|it| it.roll == roll).map_or(0, |it| it.weight);
    assert_eq!((rolls.len(), weight(SUCCESS), weight(FAILURE)), (2, 2, 4));
    let plain = scene("phase movement\nred A line_infantry 0502\nblue D line_infantry 0505");
    assert!(!plain.may(Action::MoveImpetuously(plain.unit("A"))));
    for roll in [SUCCESS, FAILURE] {
        let mut table = asked("");
        table.throw(roll);
        let unit = table.unit("A");
        assert!(table.may(Action::Pass) && !table.may(Action::MoveImpetuously(unit)), "it may stay all the same");
        table.play(Action::Pass);
        assert!(!table.may(Action::Move(unit)) && !table.may(Action::MoveImpetuously(unit)), "that was its move");
    }
}

/// J4.15, J4.16, JI-103: without an enemy in reach success neither adds to a move nor takes anything from it, a march
/// along a road included.
#[test]
fn success_takes_no_road_march_away() {
    let after = |roll: Roll| {
        let road = "road 0102 0202 0302 0402 0502 0602 0702";
        let lines = format!("phase movement\nred A light_cavalry 0102 impetuous\nblue D line_infantry 1008\n{road}");
        let mut table = scene(&lines);
        let unit = table.unit("A");
        table.play(Action::MoveImpetuously(unit));
        table.throw(roll);
        reach(&table)
    };
    let (failed, succeeded) = (after(FAILURE), after(SUCCESS));
    assert_eq!(failed.get("0602"), Some(&(5, false)), "a hex more along the road");
    assert_eq!(succeeded, failed);
}

/// JA3.5, JI-103: on a success it goes one hex farther, and may attack, if that brings it next to an enemy; nowhere
/// else.
#[test]
fn success_is_a_hex_more_into_contact() {
    let mut failed = asked("");
    failed.throw(FAILURE);
    let found = reach(&failed);
    assert_eq!((found.get("0503"), found.get("0504"), found.get("0605")), (Some(&(1, true)), Some(&(2, false)), None));
    let mut table = asked("");
    table.throw(SUCCESS);
    let found = reach(&table);
    assert_eq!(
        (found.get("0503"), found.get("0504"), found.get("0604")),
        (Some(&(1, true)), Some(&(2, true)), Some(&(2, true)))
    );
    assert_eq!(
        (found.get("0404"), found.get("0605"), found.get("0405")),
        (Some(&(2, false)), Some(&(3, false)), Some(&(3, false)))
    );
    let beside = set(&["0605", "0606", "0506", "0405", "0504", "0604"]);
    assert!(
        found.iter().all(|(hex, (hexes, _))| *hexes <= 2 || beside.contains(hex)),
        "three hexes only into contact: {found:?}"
    );
    assert!(found.iter().all(|(hex, (hexes, fights))| *hexes < 2 || beside.contains(hex) || !fights), "{found:?}");
    let (_, to) = table.destinations().into_iter().find(|(hex, _)| hex == "0504").expect("in contact");
    table.play(Action::MoveTo(to));
    table.play(Action::Done);
    assert_eq!(table.targets("A"), set(&["D"]));
}

/// JA3.5: it is a move like any other: the officer of the hex may go along, and Forward march! adds to it.
#[test]
fn other_help_adds_to_the_march() {
    let mut table = scene(
        "phase movement\ntokens red 4\nred A line_infantry 0502 impetuous\nblue D line_infantry 0506\nofficer red \
            sub_general 0502",
    );
    table.play(Action::ForwardMarch);
    let unit = table.unit("A");
    table.play(Action::MoveImpetuously(unit));
    table.throw(SUCCESS);
    let found = reach(&table);
    assert_eq!(
        (found.get("0503"), found.get("0504"), found.get("0505")),
        (Some(&(1, true)), Some(&(2, true)), Some(&(3, true)))
    );
    assert_eq!(found.get("0605"), Some(&(3, false)), "not in contact");
    let (_, to) = table.destinations().into_iter().find(|(hex, _)| hex == "0505").expect("in contact");
    table.play(Action::MoveTo(to));
    table.play(Action::Accompany);
    assert_eq!(table.state.unit(unit).hexes_moved, 3);
    assert_eq!(table.officers_at(reglette::game::Side::Red), ["0505"]);
}

/// JA3.5, JI-63, JI-103: guns that cannot fire after a move gain no fire by the hex into contact, and very heavy ones
/// never move farther than one hex.
#[test]
fn impetuous_guns_keep_their_limits() {
    let found = |kind: &str, letters: &str, enemy: &str| {
        let lines = format!("phase movement\nred A {kind} 0502 impetuous {letters}\nblue D line_infantry {enemy}");
        let mut table = scene(&lines);
        let unit = table.unit("A");
        table.play(Action::MoveImpetuously(unit));
        table.throw(SUCCESS);
        reach(&table)
    };
    assert_eq!(found("foot_artillery_light", "", "0504").get("0503"), Some(&(1, false)));
    assert_eq!(found("foot_artillery_very_light", "", "0504").get("0503"), Some(&(1, true)));
    assert!(found("foot_artillery_very_heavy", "", "0505").values().all(|(hexes, fights)| *hexes <= 1 && !fights));
    let slow = found("line_infantry", "slow", "0504");
    assert_eq!(slow.get("0503"), Some(&(1, true)), "Slow troops still fight after the hex into contact");
}
