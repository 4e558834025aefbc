//! Roads, activations and the order of groups.

use crate::table::Table;
use reglette::game::Side;
use reglette::jomini::Action;
use reglette::jomini::state::Step;

/// JX-1: three hexes along the road, the third without combat (J4.15, J4.16).
#[test]
fn a_move_along_a_road_has_one_hex_more_and_no_combat() {
    let mut table = Table::open("jx-01");
    table.play(Action::Move(table.unit("A")));
    let found = table.destinations();
    let to = |place: &str| found.iter().find(|(hex, _)| hex == place).map(|(_, to)| (to.hexes, to.may_attack));
    assert_eq!(
        [to("0302"), to("0402"), to("0502"), to("0602")],
        [Some((1, true)), Some((2, true)), Some((3, false)), None]
    );
    // JX-2: the last step leaves the road.
    assert_eq!([to("0503"), to("0501"), to("0403")], [None; 3]);
}

/// JX-2: from beside the road there is no hex more (J4.15).
#[test]
fn a_move_that_begins_off_the_road_has_no_hex_more() {
    let mut table = Table::open("jx-02");
    table.play(Action::Move(table.unit("A")));
    let found = table.destinations();
    assert!(!found.is_empty());
    assert!(found.iter().all(|(_, to)| to.hexes <= 2 && to.may_attack), "{found:?}");
    assert!(found.iter().any(|(hex, _)| hex == "0302"), "the road can be reached");
}

/// JX-3: activations, then moves, then combats, each by the first officer's units and then by the second's (J3.12),
/// each activating in his own range (J3.11).
#[test]
fn two_officers_act_one_after_the_other_in_each_phase() {
    let mut table = Table::open("jx-03");
    let (first, second) = (table.officer("0400"), table.officer("0900"));
    table.play(Action::Activate(first));
    table.play(Action::Pick(table.unit("R3")));
    table.play(Action::Done);
    assert!(!table.may(Action::Activate(first)), "an officer activates once");
    table.play(Action::Activate(second));
    assert!(!table.may(Action::Pick(table.unit("R2"))), "far from the second officer");
    table.play(Action::Pick(table.unit("R10")));
    table.play(Action::Done);
    if table.state.step == Step::Command {
        table.play(Action::Done);
    }
    let (infantry, cavalry) = (table.unit("R3"), table.unit("R10"));
    assert!(
        table.may(Action::Move(infantry)) && !table.may(Action::Move(cavalry)),
        "the first officer's unit moves first"
    );
    table.move_to("R3", "0202");
    if !table.may(Action::Move(cavalry)) {
        table.play(Action::Done);
    }
    assert!(table.may(Action::Move(cavalry)));
    table.move_to("R10", "0902");
    if table.state.step == Step::Movement {
        table.play(Action::Done);
    }
    assert_eq!(
        (table.targets("R3").len(), table.targets("R10").len()),
        (1, 0),
        "the first officer's unit fights first"
    );
    table.play(Action::Done);
    assert_eq!((table.targets("R3").len(), table.targets("R10").len()), (0, 1));
}

/// JX-4: activations and units in each by the starting number of units (J3.5).
#[test]
fn the_number_of_activations_follows_from_the_number_of_units() {
    let found = [9, 10, 15, 16].map(|units| {
        let table = Table::open(&format!("jx-04-{units:02}"));
        let officer = table.officer("0601");
        (table.battle.activations[Side::Red], table.battle.field.forces.officer_profile(officer).activation_size)
    });
    assert_eq!(found, [(1, 3), (1, 4), (1, 4), (2, 3)]);
}
