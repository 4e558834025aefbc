//! Checks that the stated actions of units are possible in the current player-turn: statuses that are cleared at its
//! start (`turn/player_turn.rs`) can only originate in it.

use super::sound::{Faults, at_unit};
use crate::game::Side;
use crate::jomini::army::unit::Class;
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{State, Status, UnitId, side_of};

/// Statuses that only units of the active side can have.
const OF_THE_ACTIVE: Status = Status::MOVED
    .union(Status::NO_ATTACK)
    .union(Status::MOVE_ONLY)
    .union(Status::ONLY_BACK)
    .union(Status::IMPETUOUS_ROLLED)
    .union(Status::BROKEN_THROUGH)
    .union(Status::PACE);
/// Defence orders that last.
const DEFENCE_ORDERS: Status = Status::NUTS.union(Status::HOLD_POSITION).union(Status::SACRIFICE);

/// Checks the actions of each unit.
pub(super) fn check(battle: &Battle, state: &State, faults: &mut Faults) {
    let has_pursued = |side: Side| battle.field.forces.units_of(side).any(|unit| state.unit(unit).pursuits > 0);
    for unit in Side::BOTH
        .into_iter()
        .flat_map(|side| battle.field.forces.units_of(side))
        .filter(|unit| !battle.field.forces.is_panicked(*unit))
    {
        let it = state.unit(unit);
        if side_of(unit) == state.active {
            // A unit that wins a counter-charge may pursue into the units of the active side (JI-82).
            let attacked = !it.has(DEFENCE_ORDERS) || has_pursued(state.active.other());
            faults.unless(
                attacked,
                &at_unit(unit, "status"),
                "defence orders are given in the enemy's player-turn (J3.45)",
            );
        } else {
            let idle = it.group == 0 && it.attacks == 0 && !it.has(OF_THE_ACTIVE);
            let problem = "units are activated, move and attack in the player-turn of their side (J3.1, J5.3)";
            faults.unless(idle, &at_unit(unit, "status"), problem);
        }
        check_counts(battle, unit, state, faults);
    }
}

fn check_counts(battle: &Battle, unit: UnitId, state: &State, faults: &mut Faults) {
    let (it, profile) = (state.unit(unit), battle.field.forces.profile(unit));
    faults.at_most(it.attacks, battle.field.rules.attacks_per_unit_per_turn, &at_unit(unit, "attacks"));
    let most = if profile.class == Class::Mounted { battle.field.rules.pursuits_per_turn } else { 0 };
    faults.at_most(it.pursuits, most, &at_unit(unit, "pursuits"));
    if it.has(Status::ELEPHANT_GONE) {
        let had = battle.field.forces.elephants_of(unit).next().is_some()
            && !(battle.field.forces.is_one_elephant(unit) && it.elements > 0);
        faults.unless(had, &at_unit(unit, "status"), "no elephant can have run away from this unit (J5.95)");
    }
}

/// The units that a side still has, for its counters.
pub(super) fn remaining(battle: &Battle, state: &State, side: Side) -> u32 {
    let is_there = |unit: &UnitId| {
        let it = state.unit(*unit);
        it.elements > 0
            && (it.hex != NO_HEX || battle.reserves.has_unit(*unit))
            && !battle.field.forces.is_panicked(*unit)
    };
    battle.field.forces.units_of(side).filter(is_there).count() as u32
}
