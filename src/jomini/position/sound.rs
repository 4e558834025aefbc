//! Whether what a position waits for can be so: whoever fights, flees or is about to move must be there to do it.

use crate::jomini::battle::Battle;
use crate::jomini::hex::NO_HEX;
use crate::jomini::state::{NO_OFFICER, NO_UNIT, OfficerId, State, Step, UnitId, side_of};

/// The first key at fault, and what is wrong there.
pub(super) fn fault(battle: &Battle, state: &State) -> Option<(&'static str, String)> {
    let fault = |key, problem: &str| Some((key, problem.to_owned()));
    let stands = |unit: UnitId| unit != NO_UNIT && state.unit(unit).hex != NO_HEX && state.unit(unit).elements > 0;
    let is_there = |officer: OfficerId| officer != NO_OFFICER && state.officer(officer).in_play;
    let (flights, stampedes) = (usize::from(state.flight_count), usize::from(state.stampede_count));
    if flights > state.flights.len() || !state.flights[..flights].iter().all(|it| is_there(it.officer)) {
        return fault("flights", "whoever must flee is an officer in the game");
    }
    let runs = |elephant: UnitId| elephant != NO_UNIT && battle.is_panicked(elephant);
    if stampedes > state.stampedes.len() || !state.stampedes[..stampedes].iter().all(|it| runs(it.elephant)) {
        return fault("stampedes", "whoever stampedes is an elephant in panic");
    }
    let combat = &state.combat;
    match state.step {
        Step::Movement | Step::Combat | Step::Destination(_) | Step::ImpetuousRoll(_)
            if !(1..=state.turn.group_count).contains(&state.turn.current) =>
        {
            fault("turn.current", "in the Movement and Combat phases one of the groups acts; they are counted from 1")
        }
        Step::ImpetuousRoll(unit) | Step::FrontRank(unit) if !stands(unit) => fault("step.unit", "the unit stands on the table"),
        Step::Destination(mover) if state.unit(mover.unit).elements == 0 => fault("step.unit", "a lost unit does not move"),
        Step::DeployAt(unit) if side_of(unit) != state.active || stands(unit) => {
            fault("step.unit", "the active side deploys a unit that waits")
        }
        Step::StampedeRoll | Step::Stampede if stampedes == 0 => {
            fault("step", "no elephant is in flight: its flight stands under \"stampedes\"")
        }
        step if is_of_combat(step) => {
            let missing =
                [combat.attacker, combat.defender].contains(&NO_UNIT) || [combat.attacker_hex, combat.defender_hex].contains(&NO_HEX);
            let missing = missing.then_some("the combat has an attacker and a defender, and the hexes on which both stood");
            missing.and_then(|problem| fault("combat", problem))
        }
        _ => None,
    }
}

/// Whether a step belongs to a combat.
fn is_of_combat(step: Step) -> bool {
    matches!(
        step,
        Step::FrontRank(_)
            | Step::BreakOff
            | Step::AttackOrder
            | Step::DefenceOrder
            | Step::Withdraw
            | Step::LeadForDice
            | Step::StrikeRoll
            | Step::WindOfBall
            | Step::Dodge
            | Step::Sharpshoot
            | Step::LeadAgainstLoss
            | Step::WoundRoll(_)
            | Step::Ignore
            | Step::Sacrifice
            | Step::Retreat
            | Step::FallBack
            | Step::PanicRoll(_)
            | Step::FollowUp
            | Step::Pursuit
            | Step::PursuitAttack
            | Step::BreakthroughAttack
            | Step::ChangeableMove
            | Step::Riposte
    )
}
