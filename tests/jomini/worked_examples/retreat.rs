//! Retreats: length, destination, and hexes that cannot be made.

use crate::table::{Table, set};
use reglette::jomini::rules::Face::{self, Flag};

/// A rolls these faces against D.
fn rolled(position: &str, faces: &[Face]) -> Table {
    let mut table = Table::open(position);
    table.attack("A", "D");
    table.roll(faces);
    table
}

/// JX-17: one hex for each flag (J5.70), into the two hexes of the next row.
#[test]
fn infantry_retreats_one_hex_for_each_flag() {
    assert_eq!(rolled("jx-17", &[Flag]).retreats(), set(&["0405", "0505"]));
    assert_eq!(rolled("jx-17", &[Flag, Flag]).retreats(), set(&["0406", "0506", "0606"]));
}

/// JX-18: always towards its own edge (J5.73).
#[test]
fn a_retreat_leads_to_the_own_edge_past_the_attacker() {
    assert_eq!(rolled("jx-18", &[Flag, Flag]).retreats(), set(&["0406", "0506"]));
}

/// JX-19: woods do not stop a retreat (J5.74), and it passes through friendly guns (J5.75).
#[test]
fn a_retreat_goes_through_woods_and_through_guns() {
    let table = rolled("jx-19", &[Flag, Flag]);
    assert_eq!(table.retreats(), set(&["0406", "0506", "0606"]));
    // One hex can end in the wood, not on the guns.
    let mut table = rolled("jx-19", &[Flag]);
    table.retreat();
    assert_eq!(table.at("D"), "0405");
}

/// JX-20: one flag ignored through support; one hex of two made, one element lost (J5.53, J5.76).
#[test]
fn supported_cavalry_ignores_a_flag_and_loses_an_element_for_the_hex_beyond_the_edge() {
    let mut table = rolled("jx-20", &[Flag, Flag]);
    table.retreat();
    assert_eq!((table.row("D"), table.elements("D")), (8, 2));
}

/// JX-21: guns ignore a flag and cannot enter the wood: an element for each hex (J5.53, J5.74, J5.76).
#[test]
fn guns_before_a_wood_lose_an_element_for_each_hex() {
    let foot = rolled("jx-21-foot", &[Flag, Flag, Flag]);
    assert_eq!((foot.at("D").as_str(), foot.elements("D")), ("0504", 1));
    let horse = rolled("jx-21-horse", &[Flag, Flag]);
    assert_eq!((horse.at("D").as_str(), horse.elements("D")), ("0504", 1));
}

/// JX-22: each hex that cannot be made costs an element (J5.76).
#[test]
fn a_half_blocked_retreat_costs_one_element() {
    let mut free = rolled("jx-22-a", &[Flag, Flag]);
    free.retreat();
    assert_eq!((free.row("D"), free.elements("D")), (6, 3));
    let mut blocked = rolled("jx-22-b", &[Flag, Flag]);
    blocked.retreat();
    assert_eq!((blocked.at("D").as_str(), blocked.elements("D")), ("0505", 2));
}
