//! The immediate effect of dice on a position: the named numbers for results adjusted for luck. Only material is
//! counted, so that the numbers can be computed after every possible roll; the positions of units are in `features.rs`.

use super::numbers::SHIPPED;
use super::scene::Scene;
use crate::game::Side;
use crate::game::appraisal::features;
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{AttackKind, CombatPart, NO_UNIT, State, Step, UnitId, side_of};

features! {
    DESTROYED = "destroyed", "enemy units lost minus own units lost, each as a share of the number of losses that \
        defeats its side";
    DESTROYED_SQUARED = "destroyed_squared", "the square of the enemy's share minus the square of the side's";
    ELEMENTS = "elements", "elements of own units, divided by the number of lost units that defeats the side, minus \
        the same of the enemy";
    LAST_ELEMENT = "last_element", "enemy units with one element left minus own ones, divided by the same numbers";
    TWO_ELEMENTS = "two_elements", "the same of units with two elements left";
    TOKENS = "tokens", "own order tokens minus the enemy's";
    OFFICERS = "officers", "own officers minus the enemy's; a commander-in-chief counts as 2";
    OBJECTIVE = "objective", "objective points held, as a share of the points that win, minus the enemy's";
    HITS = "hits", "hits still to be taken by the enemy minus those still to be taken by the side, divided by the same \
        numbers";
    MORALE_HITS = "morale_hits", "the same of morale hits and hexes of retreat";
    LOSSES_OWED = "losses_owed", "mean losses of the enemy by dice that are rolled next, minus own losses, divided by \
        the same numbers";
    DESTROYED_OWED = "destroyed_owed", "probability that those dice destroy an enemy unit, minus that of an own unit, \
        divided by the same numbers";
    READY = "ready", "value, by the shipped weights, of the best attacks that units of the active side can still make \
        in this player-turn";
    TURN = "turn", "1 in a player-turn of the side, -1 in one of the enemy";
}

/// Fills in the luck features from a side's view.
pub fn fill(battle: &Battle, state: &State, side: Side, stakes: &mut [f64]) {
    stakes.fill(0.0);
    for (who, sign) in [(side, 1.0), (side.other(), -1.0)] {
        let it = state.side(who);
        let needed = f64::from(battle.field.rules.units_to_lose(it.units_at_start).max(1));
        let share = f64::from(it.units_lost) / needed;
        stakes[DESTROYED] -= sign * share;
        stakes[DESTROYED_SQUARED] -= sign * share * share;
        let (mut elements, mut last, mut two) = (0u32, 0u32, 0u32);
        for unit in battle.field.forces.units_on_table(state, who) {
            let left = state.unit(unit).elements;
            elements += u32::from(left);
            last += u32::from(left == 1);
            two += u32::from(left == 2);
        }
        stakes[ELEMENTS] += sign * f64::from(elements) / needed;
        stakes[LAST_ELEMENT] -= sign * f64::from(last) / needed;
        stakes[TWO_ELEMENTS] -= sign * f64::from(two) / needed;
        stakes[TOKENS] += sign * f64::from(it.tokens);
        for officer in battle.field.forces.officers_on_table(state, who) {
            stakes[OFFICERS] += sign * f64::from(battle.field.forces.officer_worth(officer));
        }
        stakes[OBJECTIVE] += sign * f64::from(battle.objective_points(state, who))
            / f64::from(battle.objective_points_to_win[who].max(1));
        let mut owed = |unit: UnitId, hits: u8, morale_hits: u8| {
            if unit != NO_UNIT && side_of(unit) == who && state.unit(unit).elements > 0 {
                stakes[HITS] -= sign * f64::from(hits) / needed;
                stakes[MORALE_HITS] -= sign * f64::from(morale_hits) / needed;
            }
        };
        let combat = &state.combat;
        if combat.attacker != NO_UNIT && combat.defender != NO_UNIT {
            let target = AttackRoll::running(state).target;
            owed(target, combat.hits, combat.current_morale_hits() + combat.retreat_due);
            if matches!(combat.attack_kind, AttackKind::CounterChargeAttack | AttackKind::CounterChargeDefence) {
                for (part, unit) in [combat.defender, combat.attacker].into_iter().enumerate() {
                    let (hits, morale_hits) = combat.kept_for_later(part);
                    owed(unit, hits, morale_hits);
                }
            }
        }
        if let Some(attack) = attack_owed(state).filter(|attack| side_of(attack.target) == who) {
            let scene = Scene::new(battle, state, who.other(), &SHIPPED);
            let verdict = scene.verdict(state, &attack);
            stakes[LOSSES_OWED] -= sign * f64::from(verdict.losses) / needed;
            stakes[DESTROYED_OWED] -= sign * f64::from(verdict.destroyed) / needed;
        }
        if state.active == who && matches!(state.step, Step::Combat | Step::StrikeRoll) {
            stakes[READY] += sign
                * f64::from(super::features::ready(battle, state, &Scene::new(battle, state, who, &SHIPPED)))
                / needed;
        }
        stakes[TURN] += if state.active == who { sign } else { 0.0 };
    }
}

/// The attack whose dice are pending, or which the defender may strike next.
fn attack_owed(state: &State) -> Option<AttackRoll> {
    let running = || AttackRoll::running(state);
    match state.step.part_of_combat() {
        // Before these steps it is not certain that the attack is made.
        CombatPart::Opening => (!matches!(state.step, Step::FrontRank(_) | Step::Withdraw)).then(running),
        CombatPart::Sequel => (state.step == Step::Riposte).then(|| running().answer(state, AttackKind::Riposte)),
        // Between the dice of a strike and the riposte no attack is owed, nor outside of combats.
        CombatPart::Strike | CombatPart::Nothing => None,
    }
}
