//! When the questions and the dice of a combat arise: the guards of its steps, in play and for positions that are read.

use super::order_faults::OrderFault;
use crate::jomini::army::unit::{Class, UnitLetters};
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::{State, Status, Step};

impl Battlefield {
    /// Whether the question or the dice of a step arise in the present position.
    // Where the step is known, nothing but its own guard is left.
    #[inline(always)]
    pub(in crate::jomini) fn arises(&self, state: &State, step: Step) -> bool {
        self.guard(state, step).is_ok()
    }

    /// The guard of a step, in play and for positions that are read: whether its question or its dice arise, within a
    /// strike or before it. Steps that need no more than their place in the sequence always arise.
    ///
    /// # Errors
    /// Why not.
    #[inline(always)]
    pub(in crate::jomini) fn guard(&self, state: &State, step: Step) -> Result<(), &'static str> {
        let combat = &state.combat;
        let attack = || AttackRoll::running(state);
        let (arises, problem) = match step {
            Step::FrontRank(unit) => {
                (self.may_step_forward(state, unit), "no officer can step into the front rank here (JA4.3)")
            }
            Step::BreakOff => (
                // The way of a panicked elephant is no attack by the enemy (JI-165).
                combat.melee && !self.forces.is_panicked(combat.attacker) && self.may_break_off(state, combat.defender),
                "the defender cannot break off (JA3.16, JA4.5)",
            ),
            Step::AttackOrder => return allowed(self.units().attack_orders_fault(state)),
            Step::DefenceOrder => return allowed(self.units().defence_orders_fault(state)),
            Step::LeadForDice => (self.may_lead_for_dice(state, &attack()), "no officer can lead for dice (J3.60)"),
            Step::WindOfBall => (
                self.has_choice_of_wind_of_ball(state, &attack()),
                "Wind of the ball is for artillery with tactical advantages (J3.44)",
            ),
            Step::Dodge => (
                combat.hits > 0 && self.units().may_dodge(state),
                "the target can dodge neither by order nor by trait (J3.48, JA3.12)",
            ),
            Step::Sharpshoot => (state.may_take_officer(), "no officer can be taken by Sharpshooters (JA3.17)"),
            Step::LeadAgainstLoss => {
                (self.may_lead_against_loss(state), "no officer can be given up for a loss (J3.59)")
            }
            Step::FallBack => (self.can_fall_back(state, attack().target), "the defender cannot fall back (JI-157)"),
            Step::Ignore => (self.ignorable(state) > 0, "there is no morale hit that can be ignored (J5.53)"),
            Step::Sacrifice => {
                (state.may_sacrifice(), "the target has no morale hits, or is not under the order Sacrifice (J3.46)")
            }
            Step::Retreat => {
                (self.has_way_back(state, attack().target, combat.retreat_due), "the target has no way back (J5.76)")
            }
            Step::WoundRoll(_) => {
                (self.rules.may_owe_wound(state), "no officer of the target is in the front rank (JA4.4)")
            }
            Step::PanicRoll(_) => (
                self.forces.profile(attack().target).has(UnitLetters::PANIC),
                "a unit without the letter Panic rolls no such dice (JA3.23)",
            ),
            Step::Riposte => {
                (self.owes_riposte(state), "the defender has no right to a riposte, or has made it (J5.87)")
            }
            Step::FollowUp => (self.is_follow_up_open(state), "the attacker has no choice to follow up (T8)"),
            Step::Pursuit => (
                self.units().may_pursue(state, combat.attacker),
                "only mounted troops pursue, and as often in a player-turn as the rules allow (J5.84, J5.86)",
            ),
            Step::PursuitAttack => {
                (self.forces.profile(combat.attacker).class == Class::Mounted, "only mounted troops pursue (J5.84)")
            }
            Step::BreakthroughAttack => (
                state.unit(combat.attacker).has(Status::BROKEN_THROUGH),
                "the attacker is not under the order Breakthrough (J3.43)",
            ),
            Step::ChangeableMove => {
                (self.units().moves_on(combat.attacker), "only infantry with the letter Changeable moves on (JA3.11)")
            }
            // The others need no more than their place in the sequence.
            _ => return Ok(()),
        };
        if arises { Ok(()) } else { Err(problem) }
    }
}

/// That orders are allowed, or why not.
fn allowed(fault: Option<OrderFault>) -> Result<(), &'static str> {
    fault.map_or(Ok(()), |fault| Err(fault.reason()))
}
