//! What every position keeps to, for the tests and the soak that look at many.

use reglette::game::Side;
use reglette::jomini::hex::NO_HEX;
use reglette::jomini::state::{NO_UNIT, officer_ids, side_of, unit_ids};
use reglette::jomini::{Battle, State};

/// What every position keeps to: J1.11, JI-52, and the books of losses.
pub fn assert_sound(battle: &Battle, state: &State) {
    battle.assert_sound(state);
    for side in Side::BOTH {
        let counts = state.side(side);
        let alive = unit_ids(side).filter(|unit| state.unit(*unit).elements > 0).count();
        let accounted = alive + usize::from(counts.units_lost);
        let officers_count = battle.rules.officers_count_for_victory && accounted > usize::from(counts.units_at_start);
        assert!(officers_count || accounted == usize::from(counts.units_at_start), "every unit is alive or lost");
        for officer in officer_ids(side) {
            let it = state.officer(officer);
            if it.hex == NO_HEX {
                continue;
            }
            assert!(it.in_play, "an officer on the table is in play");
            assert!(battle.board.officer_can_stand(it.hex), "officers stand where they can");
            let flees = state.flights[..usize::from(state.flight_count)].iter().any(|flight| flight.officer == officer);
            let unit = state.unit_at(it.hex);
            assert!(flees || unit == NO_UNIT || side_of(unit) == side, "no officer stays with an enemy unit");
        }
    }
}
