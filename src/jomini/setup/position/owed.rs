//! Checks that the question of a combat in a position would arise in play, by the guards that play has.

use super::sound::Faults;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{CombatPart, State};

/// Checks the distance of a combat whose dice have not been rolled, and its pending question.
pub(super) fn check(battle: &Battle, state: &State, faults: &mut Faults) {
    let combat = &state.combat;
    if state.step.part_of_combat() == CombatPart::Opening
        && !battle.field.forces.is_panicked(combat.attacker)
        && !battle.field.forces.is_panicked(combat.defender)
    {
        let distance = battle.field.board.distance(combat.attacker_hex, combat.defender_hex);
        let problem = "a melee is fought from hex to hex, anything else at range (J5.24)";
        faults.unless(combat.melee == (distance == 1), "combat.melee", problem);
        let range = battle.field.forces.profile(combat.attacker).range;
        faults.unless(distance == 1 || distance <= range, "combat.attacker", "the target is beyond its range (J5.25)");
    }
    if let Err(problem) = battle.field.guard(state, state.step) {
        faults.unless(false, "step", problem);
    }
}
