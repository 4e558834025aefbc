//! Rally (J3.37, JI-70): its conditions, times and costs.

use crate::scene::{scene, scene_with};
use crate::table::Table;
use reglette::game::Side;
use reglette::jomini::Action;
use reglette::jomini::state::OfficerId;
use reglette::jomini::state::action::Payment;

/// What the Rally of A can return, in elements for tokens.
fn offers(table: &Table) -> Vec<u8> {
    let unit = table.unit("A");
    table
        .legal()
        .into_iter()
        .filter_map(|action| match action {
            Action::Rally(of, elements, Payment::Tokens) if of == unit => Some(elements),
            _ => None,
        })
        .collect()
}

/// A with these words, a mover beside it, a sub-general far away and nine tokens.
fn reduced(words: &str, more: &str) -> Table {
    scene(&format!(
        "phase movement\ntokens red 9\nred A {words}\nred M line_infantry 0900\nofficer red sub_general 1005\n{more}"
    ))
}

/// JI-70, J3.37: a unit that is rallied has moved: it rallies after its move, never before one.
#[test]
fn a_unit_rallies_after_its_move() {
    let mut first = reduced("line_infantry 0500 elements=1", "");
    let unit = first.unit("A");
    assert!(first.may(Action::Move(unit)));
    first.play(Action::Rally(unit, 1, Payment::Tokens));
    assert_eq!(first.elements("A"), 2);
    assert!(
        !first.may(Action::Move(unit)) && first.may(Action::Move(first.unit("M"))),
        "the rally comes after its move"
    );
    let mut after = reduced("line_infantry 0500 elements=1", "");
    after.move_to("A", "0501");
    after.play(Action::Rally(unit, 2, Payment::Tokens));
    assert_eq!((after.elements("A"), after.at("A").as_str()), (3, "0501"));
    assert!(!after.may(Action::Move(unit)), "and has moved all the same");
}

/// JI-70, J3.37: any general on the table rallies, however far; no senior officer does. A variant requires his command
/// range.
#[test]
fn any_general_rallies_at_any_distance() {
    let may = |officer: &str, in_range: bool| {
        let lines = format!(
            "phase movement\ntokens red 9\nred A line_infantry 0100 elements=1 idle\nred M line_infantry \
                0900\n{officer}"
        );
        !offers(&scene_with(&lines, |rules| rules.rally_range_required = in_range)).is_empty()
    };
    assert!(may("officer red commander_in_chief 1105", false) && may("officer red sub_general 1105", false));
    assert!(!may("officer red senior_officer 0100", false) && !may("", false));
    // JA2.9: an allied general rallies his own troops only.
    let saxon = |letters: &str| may(&format!("officer red sub_general 1105 contingent=\"Saxony\"{letters}"), false);
    assert_eq!(["", " letters=[\"allied\"]"].map(saxon), [true, false]);
    assert_eq!(
        ["0301", "0401"].map(|place| may(&format!("officer red sub_general {place}"), true)),
        [true, false],
        "three hexes and four"
    );
}

/// JI-70, J3.37: any number of lost elements at the price of each, with one discount on the total (J3.55); never above
/// the start.
#[test]
fn each_element_has_its_price_and_the_total_one_discount() {
    let cost = |words: &str, elements: u8, more: &str| {
        let mut table = reduced(words, more);
        let unit = table.unit("A");
        table.play(Action::Rally(unit, elements, Payment::Tokens));
        9 - table.tokens(Side::Red)
    };
    assert_eq!([cost("line_infantry 0500 elements=1", 1, ""), cost("line_infantry 0500 elements=1", 2, "")], [2, 4]);
    assert_eq!([cost("heavy_cavalry 0500 elements=1", 1, ""), cost("heavy_cavalry 0500 elements=1", 2, "")], [3, 6]);
    assert_eq!(cost("foot_artillery_light 0500 elements=1", 2, ""), 6);
    assert_eq!(cost("line_infantry 0500 elements=1", 2, "officer red sub_general 0501"), 3);
    assert_eq!(offers(&reduced("line_infantry 0500 solid elements=1", "")), [1, 2, 3]);
    assert_eq!(offers(&reduced("line_infantry 0500", "")), [0; 0], "nothing is lost");
}

/// JI-70, J3.37, J3.19: no more elements than there are tokens for.
#[test]
fn elements_are_paid_from_tokens_held() {
    let with = |tokens: u8| {
        offers(&scene(&format!(
            "phase movement\ntokens red {tokens}\nred A line_infantry 0500 solid elements=1\nred M line_infantry \
                0900\nofficer red commander_in_chief 1005"
        )))
    };
    assert_eq!([with(1).len(), with(2).len(), with(3).len(), with(5).len(), with(6).len()], [0, 1, 1, 2, 3]);
}

/// JI-70, J3.37: in the first two rows of its own edge, with no enemy unit within two hexes; elephants do not rally;
/// nor do destroyed units.
#[test]
fn a_unit_rallies_near_its_edge_and_far_from_the_enemy() {
    let at = |place: &str, more: &str| !offers(&reduced(&format!("line_infantry {place} elements=1"), more)).is_empty();
    assert_eq!(["0500", "0501", "0502"].map(|place| at(place, "")), [true, true, false]);
    assert!(!at("0500", "blue E line_infantry 0502") && at("0500", "blue E line_infantry 0503"));
    assert!(at("0500", "officer blue sub_general 0501"), "an officer is no unit");
    let lost = reduced("elephant_artillery_light 0500", "");
    assert!(offers(&lost).is_empty());
    let towed = reduced("elephant_towed_artillery_heavy 0500 elements=2 elephant_gone", "");
    assert_eq!(offers(&towed), [1], "guns whose elephant has run are no elephant");
}

/// JI-70, J3.30, J1.17: one Rally in a player-turn, and it is its manoeuvre order.
#[test]
fn one_unit_rallies_in_a_player_turn() {
    let mut table = reduced("line_infantry 0500 elements=1", "red B line_infantry 0700 elements=1");
    let (unit, other) = (table.unit("A"), table.unit("B"));
    table.play(Action::Rally(unit, 1, Payment::Tokens));
    assert!(!table.legal().iter().any(|action| matches!(action, Action::Rally(..) | Action::ForcedMarch(..))));
    assert!(table.may(Action::Move(other)));
}

/// J3.58, JI-70, JI-89: an officer who leads the unit gives the whole Rally free of charge.
#[test]
fn an_officer_who_leads_gives_the_whole_rally() {
    let mut table = scene(
        "phase movement\nred A line_infantry 0500 elements=1\nred M line_infantry 0900\nofficer red sub_general \
            1005\nofficer red sub_general 0501",
    );
    let unit = table.unit("A");
    let rallies: Vec<Action> = table.legal().into_iter().filter(|action| matches!(action, Action::Rally(..))).collect();
    assert_eq!(rallies, [Action::Rally(unit, 2, Payment::Lead(OfficerId::new(1)))]);
    table.play(rallies[0]);
    assert_eq!((table.elements("A"), table.officers(Side::Red).len()), (3, 1));
}

/// J3.61: a full rally by leading reaches units anywhere, moved or not; two hexes from an enemy unit it does not, and
/// an elephant not at all.
#[test]
fn leading_rallies_anywhere_but_near_the_enemy() {
    let may = |unit: &str, enemy: &str| {
        let table = scene(&format!(
            "phase movement\nred A {unit}\nred M line_infantry 0900\nofficer red senior_officer 0504\n{enemy}"
        ));
        table.may(Action::LeadToRally(OfficerId::new(0), table.unit("A")))
    };
    assert!(may("line_infantry 0504 elements=1", "") && !may("line_infantry 0504", ""));
    assert_eq!(
        ["0505", "0506", "0507"]
            .map(|hex| may("line_infantry 0504 elements=1", &format!("blue E line_infantry {hex}"))),
        [false, false, true]
    );
    let mut moved = scene(
        "phase movement\nred A line_infantry 0504 elements=1\nred M line_infantry 0900\nofficer red senior_officer \
            0504",
    );
    moved.play(Action::LeadToRally(OfficerId::new(0), moved.unit("A")));
    assert!(moved.may(Action::Move(moved.unit("A"))), "before its move or after it (JI-87)");
}

/// J3.37, JI-62: the unit need not be activated: a side that has activated nobody may order a Rally too; without one its
/// player-turn ends.
#[test]
fn a_side_that_activates_nobody_may_rally() {
    let after_command = |elements: u8| {
        let mut table = scene(&format!(
            "phase command\ntokens red 9\nred A line_infantry 0500 elements={elements}\nofficer red sub_general 1005"
        ));
        table.play(Action::Done);
        table
    };
    let mut table = after_command(1);
    let now = table.state.player_turn;
    assert_eq!(offers(&table), [1, 2]);
    let unit = table.unit("A");
    assert!(!table.may(Action::Move(unit)), "it is not activated");
    table.play(Action::Rally(unit, 2, Payment::Tokens));
    assert!(table.elements("A") == 3 && table.state.player_turn > now);
    assert!(after_command(3).state.player_turn > now, "nothing can be rallied");
}
