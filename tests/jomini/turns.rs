//! The data that last from one player-turn to the next (J1.15, JI-1, J4.21).

use crate::scene::{BLUE_FRIENDS, scene};
use crate::table::Table;
use reglette::game::Side;
use reglette::jomini::Action;
use reglette::jomini::rules::Face::Infantry;
use reglette::jomini::state::{AttackOrder, DefenceOrder, OfficerId, Status, Step};

/// J4.21, JI-37: the last Movement phase of the owner counts: hexes moved are kept through the enemy's player-turn and
/// cleared when its own begins.
#[test]
fn hexes_moved_hold_until_the_owners_next_player_turn() {
    let lines = |active: &str| {
        format!(
            "active {active}\nred A line_infantry 0503 carried_by=\"wagons\" moved=1\nblue D line_infantry 0504 \
                carried_by=\"wagons\" moved=1\nofficer red sub_general 0500\nofficer blue sub_general 0508"
        )
    };
    let moved = |table: &Table| ["A", "D"].map(|name| table.state.unit(table.unit(name)).hexes_moved);
    for (active, after) in [("red", [1, 0]), ("blue", [0, 1])] {
        let mut table = scene(&lines(active));
        assert_eq!(moved(&table), [1, 1]);
        table.play(Action::Done);
        assert!(table.turn_is_over());
        assert_eq!(moved(&table), after, "after the player-turn of {active}");
        let sheltered = [("A", table.attack_roll("D", "A")), ("D", table.attack_roll("A", "D"))]
            .map(|(_, attack)| table.battle.field.forces.shelters_in_wagons(&table.state, &attack));
        assert_eq!(sheltered, after.map(|hexes| hexes == 0), "a palisade for who has not moved");
    }
}

/// JI-1, J3.40, J3.46, J3.50: orders that last and everything counted by the player-turn end with it, for both sides;
/// JI-36: the mounted state of a unit is kept.
#[test]
fn a_player_turn_leaves_nothing_of_its_orders() {
    let mut table = scene(&format!(
        "tokens red 9\ntokens blue 9\nred A heavy_cavalry 0503\nred R light_infantry 0300 carried_by=\"horses\"\nblue \
            D line_infantry 0504\nofficer blue sub_general 0808\n{BLUE_FRIENDS}"
    ));
    table.begin("A", "D");
    table.attack_order(AttackOrder::Charge);
    table.defence_order(DefenceOrder::Nuts);
    table.roll(&[Infantry]);
    table.decline_to(Step::Combat);
    let (a, d) = (table.unit("A"), table.unit("D"));
    assert!(
        table.state.unit(a).has(Status::SUPPORTED_BY_ORDER)
            && table.state.unit(d).has(Status::NUTS | Status::SUPPORTED_BY_ORDER)
    );
    table.play(Action::Done);
    assert_eq!((table.state.active, table.state.player_turn), (Side::Blue, 6));
    for name in ["A", "D"] {
        let it = table.state.unit(table.unit(name));
        assert_eq!((it.status, it.group, it.attacks, it.pursuits), (Status::empty(), 0, 0, 0), "{name}");
    }
    assert_eq!(table.state.unit(table.unit("R")).status, Status::MOUNTED);
    let turn = &table.state.turn;
    assert_eq!(
        (turn.group_count, turn.manoeuvre_orders_given, turn.command_orders_given, turn.reconnaissance),
        (0, 0, 0, false)
    );
}

/// JI-1: a round is a player-turn of each side.
#[test]
fn a_round_is_two_player_turns() {
    let mut table = scene("red A line_infantry 0503\nblue D line_infantry 0505");
    let rounds = [0, 1, 2, 3, 4, 5].map(|turn| {
        table.state.player_turn = turn;
        table.state.round()
    });
    assert_eq!(rounds, [0, 1, 1, 2, 2, 3]);
}

/// J3.13, JI-47: with the player-turn officers may activate and move again.
#[test]
fn officers_start_each_player_turn_anew() {
    let mut table = scene(
        "phase movement\nred A line_infantry 0503\nofficer red sub_general 0503 group=1\nofficer blue sub_general \
            0808\nblue D line_infantry 0807",
    );
    table.move_to("A", "0504");
    table.play(Action::Accompany);
    assert!(table.state.officer(OfficerId::new(0)).has_moved);
    while table.state.active == Side::Red {
        table.play(Action::Done);
    }
    let officer = table.state.officer(OfficerId::new(0));
    assert_eq!((officer.group, officer.has_moved), (0, false));
}
