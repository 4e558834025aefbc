//! Checks of the combat of a position: it is complete, and the units concerned by its step are present.

use super::{Faults, MOST_COUNTED};
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{Combat, CombatPart, NO_OFFICER, NO_UNIT, State, Step, UnitId, side_of, side_of_officer};

/// Checks that a combat is complete.
pub(super) fn check_combat(battle: &Battle, combat: &Combat, key: &str, faults: &mut Faults) {
    let Combat { attacker, defender, attacker_hex, defender_hex, .. } = *combat;
    let missing = [attacker, defender].contains(&NO_UNIT) || [attacker_hex, defender_hex].contains(&NO_HEX);
    faults.unless(!missing, key, "the combat has an attacker and a defender, and the hexes on which both stood");
    if missing {
        return;
    }
    let wild = battle.field.forces.is_panicked(attacker) || battle.field.forces.is_panicked(defender);
    faults.unless(attacker != defender, key, "no unit fights itself");
    faults.unless(wild || side_of(attacker) != side_of(defender), key, "attacker and defender are enemies");
    faults.unless(attacker_hex != defender_hex, key, "attacker and defender stood on two hexes");
    let pairs = [combat.inflicted, combat.kept_hits, combat.kept_morale_hits, combat.kept_firm_morale_hits];
    let counted = [
        ("hits", combat.hits),
        ("morale_hits", combat.morale_hits),
        ("firm_morale_hits", combat.firm_morale_hits),
        ("tactical", combat.tactical),
        ("retreat_due", combat.retreat_due),
        ("wounds_due", combat.wounds_due),
        ("leaders", combat.leaders),
    ];
    for (name, number) in counted {
        faults.at_most(number, MOST_COUNTED, &format!("{key}.{name}"));
    }
    for number in pairs.into_iter().flatten() {
        faults.at_most(number, MOST_COUNTED, key);
    }
    for (unit, officer) in [(attacker, combat.front_rank[0]), (defender, combat.front_rank[1])] {
        let own = officer == NO_OFFICER || side_of_officer(officer) == side_of(unit);
        faults.unless(own, &format!("{key}.front_rank"), "an officer fights in the front rank of his own side");
    }
}

/// Checks that the pieces concerned by a step of a combat are present.
pub(super) fn check_step_of_combat(
    battle: &Battle,
    state: &State,
    stands: impl Fn(UnitId) -> bool,
    faults: &mut Faults,
) {
    let combat = &state.combat;
    let attack = AttackRoll::running(state);
    let (attacker, defender) = (("attacker", combat.attacker), ("defender", combat.defender));
    let named = |unit: UnitId| if unit == combat.attacker { attacker } else { defender };
    let target = named(attack.target);
    let part = state.step.part_of_combat();
    let needed: &[(&str, UnitId)] = match (part, state.step) {
        // Officers, wounds, elephants and steps outside of combats are checked elsewhere.
        (CombatPart::Nothing, _) | (_, Step::FrontRank(_) | Step::WoundRoll(_)) => &[],
        (CombatPart::Opening, _) | (_, Step::Riposte) => &[attacker, defender],
        (_, Step::FallBack) => &[defender],
        (CombatPart::Strike, _) => &[target],
        (CombatPart::Sequel, _) => &[attacker],
    };
    for (key, unit) in needed {
        faults.unless(stands(*unit), &format!("combat.{key}"), "units in combat are on the table");
    }
    if needed == [attacker, defender] && faults.0.is_empty() {
        // An elephant whose unit still holds its hex has no hex yet (JI-164).
        let is_at = |unit: UnitId, hex: HexId| battle.field.forces.is_panicked(unit) || state.unit(unit).hex == hex;
        let problem = "both units stay where the combat began until its dice are rolled";
        faults.unless(is_at(combat.attacker, combat.attacker_hex), "combat.attacker_hex", problem);
        faults.unless(is_at(combat.defender, combat.defender_hex), "combat.defender_hex", problem);
    }
    if part == CombatPart::Sequel && state.step != Step::Riposte {
        let problem = "an elephant in panic runs on by its own dice; it neither follows up nor pursues (J5.97)";
        faults.unless(!battle.field.forces.is_panicked(combat.attacker), "combat.attacker", problem);
    }
    if let Step::PanicRoll(dice) | Step::WoundRoll(dice) = state.step {
        faults.at_most(dice, MOST_COUNTED, "step.dice");
        faults.unless(dice > 0, "step.dice", "there is at least one die to roll");
    }
    if state.step == Step::FollowUp {
        let problem = "a unit that follows up enters a hex that the target has left";
        faults.unless(state.unit_at(combat.defender_hex) == NO_UNIT, "combat.defender_hex", problem);
    }
    if state.step == Step::Retreat {
        faults.unless(combat.retreat_due > 0, "combat.retreat_due", "no retreat is due");
    }
}
