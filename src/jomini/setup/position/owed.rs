//! Checks that the question of a combat in a position would arise in play, by the guards that play has.

use super::sound::Faults;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{State, Step};

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
    if let Some(problem) = problem(state.step) {
        faults.unless(battle.field.arises(state, state.step), "step", problem);
    }
}

/// Why a step does not arise; `None` for steps that need no more than their place in the sequence, or whose guards are
/// checked with the pieces concerned.
fn problem(step: Step) -> Option<&'static str> {
    Some(match step {
        Step::Riposte => "the defender has no right to a riposte, or has made it (J5.87)",
        Step::BreakOff => "the defender cannot break off (JA3.16, JA4.5)",
        Step::LeadForDice => "no officer can lead for dice (J3.60)",
        Step::WindOfBall => "Wind of the ball is for artillery with tactical advantages (J3.44)",
        Step::Dodge => "the target can dodge neither by order nor by trait (J3.48, JA3.12)",
        Step::Ignore => "there is no morale hit that can be ignored (J5.53)",
        Step::Sacrifice => "the target has no morale hits, or is not under the order Sacrifice (J3.46)",
        Step::PanicRoll(_) => "a unit without the letter Panic rolls no such dice (JA3.23)",
        Step::Pursuit => "only mounted troops pursue, and as often in a player-turn as the rules allow (J5.84, J5.86)",
        Step::PursuitAttack => "only mounted troops pursue (J5.84)",
        Step::BreakthroughAttack => "the attacker is not under the order Breakthrough (J3.43)",
        Step::ChangeableMove => "only infantry with the letter Changeable moves on (JA3.11)",
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
        | Step::Over => return None,
    })
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
