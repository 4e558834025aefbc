//! Checks that the question stated for a combat would arise in play, with the same functions that raise it there.

use super::sound::Faults;
use crate::jomini::army::unit::{Class, UnitLetters};
use crate::jomini::combat::attack_roll::AttackRoll;
use crate::jomini::state::Benefits;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{State, Status, Step};

/// Checks the distance of a combat whose dice have not been rolled, and its pending question.
pub(super) fn check(battle: &Battle, state: &State, faults: &mut Faults) {
    let combat = &state.combat;
    if asks_before_dice(state.step)
        && !battle.field.forces.is_panicked(combat.attacker)
        && !battle.field.forces.is_panicked(combat.defender)
    {
        let distance = battle.field.board.distance(combat.attacker_hex, combat.defender_hex);
        let problem = "a melee is fought from hex to hex, anything else at range (J5.24)";
        faults.unless(combat.melee == (distance == 1), "combat.melee", problem);
        let range = battle.field.forces.profile(combat.attacker).range;
        faults.unless(distance == 1 || distance <= range, "combat.attacker", "the target is beyond its range (J5.25)");
    }
    let attack = AttackRoll::running(state);
    let (attacker, target) = (battle.field.forces.profile(combat.attacker), battle.field.forces.profile(attack.target));
    let (holds, problem) = match state.step {
        Step::Riposte => {
            (battle.field.owes_riposte(state), "the defender has no right to a riposte, or has made it (J5.87)")
        }
        Step::BreakOff => (battle.field.is_asked_to_break_off(state), "the defender cannot break off (JA3.16, JA4.5)"),
        Step::LeadForDice => {
            (battle.field.has_leader_for(state, attack.roller, Benefits::DICE), "no officer can lead for dice (J3.60)")
        }
        Step::WindOfBall => (
            state.combat.tactical > 0 && battle.field.may_use_wind_of_ball(state, &attack),
            "Wind of the ball is for artillery with tactical advantages (J3.44)",
        ),
        Step::Dodge => (
            battle.field.units().may_dodge(state),
            "the target can dodge neither by order nor by trait (J3.48, JA3.12)",
        ),
        Step::Ignore => (battle.field.ignorable(state) > 0, "there is no morale hit that can be ignored (J5.53)"),
        Step::Sacrifice => {
            let under_order = state.unit(attack.target).has(Status::SACRIFICE);
            (
                under_order && combat.morale_hits > 0,
                "the target has no morale hits, or is not under the order Sacrifice (J3.46)",
            )
        }
        Step::PanicRoll(_) => {
            (target.has(UnitLetters::PANIC), "a unit without the letter Panic owes no such dice (JA3.23)")
        }
        Step::Pursuit => (
            battle.field.units().may_pursue(state, combat.attacker),
            "mounted troops pursue, so often in a player-turn (J5.84, J5.86)",
        ),
        Step::PursuitAttack => (attacker.class == Class::Mounted, "mounted troops pursue (J5.84)"),
        Step::BreakthroughAttack => (
            state.unit(combat.attacker).has(Status::BROKEN_THROUGH),
            "the attacker is not under the order Breakthrough (J3.43)",
        ),
        Step::ChangeableMove => {
            let moves = attacker.has(UnitLetters::CHANGEABLE) && battle.field.rules.changeable_infantry_hexes > 0;
            (moves && attacker.class != Class::Mounted, "infantry with the letter Changeable goes on so (JA3.11)")
        }
        Step::FirstPlayer
        | Step::ChooseEdge
        | Step::ChooseFirst
        | Step::DeployUnit
        | Step::DeployAt(_)
        | Step::LayDecoy
        | Step::DeployOfficer(_)
        | Step::PlaceCinc
        | Step::Command
        | Step::Activation(_)
        | Step::Courier(_)
        | Step::UnreliableRoll(_)
        | Step::DeficientRoll(_)
        | Step::MessengersRoll(_)
        | Step::Movement
        | Step::ImpetuousRoll(_)
        | Step::Destination(_)
        | Step::Accompany(..)
        | Step::OfficerDestination(_)
        | Step::Combat
        | Step::FrontRank(_)
        | Step::AttackOrder
        | Step::DefenceOrder
        | Step::Withdraw
        | Step::StrikeRoll
        | Step::Sharpshoot
        | Step::LeadAgainstLoss
        | Step::WoundRoll(_)
        | Step::Retreat
        | Step::FallBack
        | Step::FollowUp
        | Step::StampedeRoll
        | Step::Stampede
        | Step::Over => return,
    };
    faults.unless(holds, "step", problem);
}

/// Whether a step comes before the first dice of a strike.
fn asks_before_dice(step: Step) -> bool {
    matches!(
        step,
        Step::FrontRank(_)
            | Step::BreakOff
            | Step::AttackOrder
            | Step::DefenceOrder
            | Step::Withdraw
            | Step::LeadForDice
            | Step::StrikeRoll
    )
}
