//! Invariants of every position, for the tests and the soak.

use reglette::game::Side;
use reglette::jomini::map::hex::{HexId, NO_HEX};
use reglette::jomini::rules::ElephantCountsLost;
use reglette::jomini::state::{NO_UNIT, UnitId, is_slip, officer_ids, side_of};
use reglette::jomini::{Battle, State};

/// Checks that there is one unit at most on a hex, that an occupant is on its hex, that no unit has more elements than
/// at the start, and that no lost unit is on the table.
pub fn assert_units_sound(battle: &Battle, state: &State) {
    let (board, forces) = (&battle.field.board, &battle.field.forces);
    let mut seen = 0;
    for (hex, unit) in state.occupant.iter().enumerate() {
        if is_slip(*unit) {
            assert_eq!(state.player_turn, 0, "slips of paper lie during deployment only");
        } else if *unit != NO_UNIT {
            seen += 1;
            assert_eq!(usize::from(state.unit(*unit).hex), hex, "an occupant knows its hex");
            assert!(
                board.can_stand(forces.mover(state, *unit), HexId::new(hex as u16)),
                "unit {unit} cannot stand on hex {hex}"
            );
        }
    }
    let mut on_table = 0;
    for unit in Side::BOTH.into_iter().flat_map(|side| forces.pieces_on_table(state, side)) {
        on_table += 1;
        let elements = state.unit(unit).elements;
        assert!((1..=forces.profile(unit).elements).contains(&elements), "unit {unit} has {elements} elements");
    }
    assert_eq!(seen, on_table, "no two units share a hex, and none is in two");
}

/// Checks the invariants of every position: J1.11, JI-52, and the counters of losses.
pub fn assert_sound(battle: &Battle, state: &State) {
    assert_units_sound(battle, state);
    for side in Side::BOTH {
        let counts = state.side(side);
        // In a variant a unit of one elephant lives on as long as the elephant in panic (JI-168).
        let lives = |unit: UnitId| {
            let later = battle.field.rules.elephant_counts_lost == ElephantCountsLost::OnRemoval
                && battle.field.forces.is_one_elephant(unit);
            state.unit(unit).elements > 0
                || (later && battle.field.forces.elephants_of(unit).any(|elephant| state.unit(elephant).elements > 0))
        };
        let alive = battle
            .field
            .forces
            .units_of(side)
            .filter(|unit| !battle.field.forces.is_panicked(*unit) && lives(*unit))
            .count();
        let accounted = alive + usize::from(counts.units_lost) + usize::from(counts.units_left);
        // A unit that leaves the table by an exit may count as lost too.
        let leaving_counts = battle.exits.iter().any(|exit| exit.lost);
        let officers_count = (battle.field.rules.officers_count_for_victory || leaving_counts)
            && accounted > usize::from(counts.units_at_start);
        assert!(officers_count || accounted == usize::from(counts.units_at_start), "every unit is alive or lost");
        for officer in officer_ids(side) {
            let it = state.officer(officer);
            if it.hex == NO_HEX {
                continue;
            }
            assert!(it.in_play, "an officer on the table is in play");
            assert!(battle.field.board.officer_can_stand(it.hex), "officers stand where they can");
            let flees = state.flights[..usize::from(state.flight_count)].iter().any(|flight| flight.officer == officer);
            let unit = state.unit_at(it.hex);
            let over = state.outcome.is_some();
            assert!(over || flees || unit == NO_UNIT || side_of(unit) == side, "no officer stays with an enemy unit");
        }
    }
}
