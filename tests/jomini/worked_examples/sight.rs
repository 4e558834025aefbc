//! The legal targets of fire.

use crate::table::{Table, set};

#[track_caller]
fn assert_targets(position: &str, firer: &str, targets: &[&str]) {
    assert_eq!(Table::open(position).targets(firer), set(targets), "{position}: targets of {firer}");
}

/// JX-5: a wood on the line blocks, a wood on one side of an edge does not (J5.26, J5.28).
#[test]
fn a_wood_hides_what_lies_behind_it_but_not_along_its_edge() {
    assert_targets("jx-05", "gun", &["A", "C"]);
}

/// JX-6: a line along edges is blocked by masks on both sides, even at different places (J5.28).
#[test]
fn a_line_along_edges_is_blocked_from_both_sides_only() {
    assert_targets("jx-06", "gun", &["B"]);
}

/// JX-7: a unit at the foot of the hill hides nothing, another one hex (J5.32, J5.33).
#[test]
fn a_gun_on_a_hill_fires_over_units_but_not_into_their_shadow() {
    assert_targets("jx-07", "gun", &["A", "C"]);
}

/// JX-8: a wood hides as many hexes as it is away; a hill of the same level blocks (J5.34).
#[test]
fn a_gun_on_a_hill_fires_over_woods_but_not_into_their_shadow() {
    assert_targets("jx-08", "gun", &["A"]);
}

/// JX-9: the same lines in reverse (J5.35).
#[test]
fn guns_below_see_a_hill_as_the_hill_sees_them() {
    for (gun, targets) in [("A", &["N"][..]), ("B", &[]), ("C", &["N"])] {
        assert_targets("jx-09", gun, targets);
    }
}

/// JX-11: any enemy in range and sight (J5.38).
#[test]
fn a_gun_chooses_among_all_enemies_in_range_and_sight() {
    assert_targets("jx-11", "gun", &["A", "B", "C"]);
}

/// JX-12: the nearer enemy need not be chosen (J5.38).
#[test]
fn a_gun_may_fire_at_the_farther_enemy() {
    assert_targets("jx-12", "gun", &["A", "B"]);
}

/// JX-13: with an enemy adjacent there is no fire, only melee with it (J5.39).
#[test]
fn a_gun_with_an_enemy_adjacent_fights_that_one_only() {
    assert_targets("jx-13", "gun", &["A"]);
    let mut table = Table::open("jx-13");
    table.attack("gun", "A");
    assert!(table.state.combat.melee);
}
