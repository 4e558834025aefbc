//! The complete sequence of a combat, from the choice of its target to its end (J5.41, T15, JI-133, J5.68).
//!
//! A stage either waits for a decision or for dice, named by the step, or takes effect and leads to the next stage. The
//! effects are in the modules of their rules; none of them continues by itself. A decision or a roll takes effect, and
//! names the stage that follows. Whether a question arises is in `guards.rs`. An [`Observer`] is shown every stage.

use super::aftermath::Answer;
use super::decisions::decisions;
use super::observer::Observer;
use crate::game::sink::Sink;
use crate::game::stage::{self, IntoNext};
use crate::jomini::army::unit::Animals;
use crate::jomini::rules::VictoryCheck;
use crate::jomini::state::action::{Action, Roll};
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::{AttackKind, CounterCharge, Dice, Resume, State, Step};

/// The next stage of a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::jomini) enum Stage {
    /// An officer with the attacker may step into the front rank (JA4.3).
    FrontRankOfAttacker,
    /// An officer with the defender may (JA4.3).
    FrontRankOfDefender,
    /// The defender may break off (JA3.16, JA4.5).
    BreakOff,
    /// The attacker may be given an order (J3.38).
    AttackOrder,
    /// The defender may be given an order (J3.45).
    DefenceOrder,
    /// The defender withdraws (J3.52).
    Withdraw,
    /// The first roll: the attacker's, or that of a defender who fires first (J5.14).
    FirstStrike,
    /// One roll begins: officers may lead for more dice (J3.60).
    Strike(AttackKind),
    /// Further officers may lead for it.
    Leading,
    /// Its dice are rolled.
    DiceOfStrike,
    /// The owner of the roller may turn tactical advantages into morale hits (J3.44).
    WindOfBall,
    /// Step 7 of T15: remaining tactical advantages take effect (T6).
    TacticalAdvantages,
    /// The next part of a counter-charge: losses of both sides, then morale hits of both (J3.51, JI-82).
    PartOfCounterCharge,
    /// Step 8: the owner of the target may dodge hits (J3.48, JA3.12).
    Dodge,
    /// The owner of the roller may take an officer in place of a loss (JA3.17).
    Sharpshooters,
    /// The owner of the target may give up officers for losses (J3.59).
    LeadAgainstLoss,
    /// Step 9: elements are removed (J5.51).
    Losses,
    /// Elephants released by the losses run (J5.94).
    ElephantsLoosed,
    /// The rest of the target continues the strike, or falls back (JA3.16).
    Survivors,
    /// Step 10: flags are ignored by a unit that holds its position (J3.49); others can be ignored (J5.53, JI-134).
    IgnoredMorale,
    /// This many morale hits are ignored (J5.53).
    Ignored(u8),
    /// Morale hits become losses (J3.46).
    Sacrifice,
    /// The remaining ones become a retreat (J5.70).
    Retreat,
    /// This many of its hexes were made; the others cost elements (J5.76), and Panic requires its dice (JA3.23).
    HexesMade(u8),
    /// Wounds of officers still due (JA4.4), elephants released by the retreat.
    AfterRetreat,
    /// The strike is over (J5.68).
    EndOfStrike,
    /// The counter-charge is over: the unit that inflicted more losses follows up (JI-82).
    EndOfCounterCharge,
    /// The defender may strike back (J5.87).
    Riposte,
    /// The attacker may follow up (J5.77).
    FollowUp,
    /// A unit that has followed up may pursue (J5.84).
    Pursuit,
    /// It may attack after the hex of its pursuit (J5.85).
    PursuitAttack,
    /// It may attack after its Breakthrough (J3.43).
    BreakthroughAttack,
    /// Changeable infantry that has followed up may move on (JA3.11).
    ChangeableMove,
    /// The combat is over.
    EndOfCombat,
    /// An elephant in panic runs on (J5.96, JI-165).
    Stampede,
    /// It stops: the next one of its unit runs, or what its flight interrupted continues (JI-164).
    EndOfStampede,
    /// All elephants that ran before a player-turn have stopped: it begins (JI-161).
    TurnOpens,
}

impl stage::Stage for Stage {}

/// Why a combat stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::jomini) enum Pause {
    /// It waits for a decision or for dice, or is over.
    Waits,
    /// It was that of an elephant before a player-turn, which begins now.
    TurnOpens,
}

impl Battlefield {
    /// Applies dice for which a strike or a running elephant waits, and returns the stage that follows.
    ///
    /// # Panics
    /// If the step waits for no dice of a strike.
    pub(in crate::jomini) fn roll_in_strike(&self, state: &mut State, roll: Roll) -> Option<Stage> {
        match state.step.dice().expect("dice are due") {
            Dice::Strike => Some(self.apply_strike_roll(state, roll)),
            Dice::Wound(_) => Some(self.units().apply_wound(state, roll)),
            Dice::Panic(_) => self.units().apply_panic(state, roll.hits),
            Dice::Stampede => Some(self.rules.apply_stampede_roll(state, roll.hits)),
            dice @ (Dice::FirstPlayer
            | Dice::Impetuous(_)
            | Dice::Unreliable(_)
            | Dice::Deficient(_)
            | Dice::Messengers(_)) => panic!("{dice:?} are no dice of a strike"),
        }
    }
}

decisions! {
    Battlefield: self, state, sink;
    actions_in_strike, execute_in_strike {
        Step::WindOfBall => self.wind_of_ball_actions(state, sink); {
            action => self.apply_wind_of_ball(state, action),
        }
        Step::Dodge => self.units().dodge_actions(state, sink); {
            action => self.rules.apply_dodge(state, action),
        }
        Step::Sharpshoot => state.sharpshoot_actions(sink); {
            action => self.units().apply_sharpshoot(state, action),
        }
        Step::LeadAgainstLoss => self.lead_against_loss_actions(state, sink); {
            action => self.units().apply_lead_against_loss(state, action),
        }
        Step::Ignore => self.ignore_actions(state, sink); {
            Action::Ignore(count) => Stage::Ignored(count),
        }
        Step::Sacrifice => state.sacrifice_actions(sink); {
            action => self.units().apply_sacrifice(state, action),
        }
        Step::Retreat => self.retreat_actions(state, sink); {
            Action::RetreatTo(hex) => self.apply_retreat(state, hex),
        }
        Step::FallBack => self.fall_back_actions(state, sink); {
            Action::FallBackTo(hex) => self.apply_fall_back(state, hex),
        }
        Step::Riposte => [Action::Riposte, Action::Pass].into_iter().for_each(|action| sink.push(action)); {
            action => self.apply_riposte(state, action),
        }
        Step::FollowUp => self.follow_up_actions(state, sink); {
            action => self.apply_follow_up(state, action),
        }
        Step::Pursuit => self.pursuit_actions(state, sink); {
            action => self.apply_pursuit(state, action),
        }
        Step::PursuitAttack | Step::BreakthroughAttack => self.pursuit_attack_actions(state, sink); {
            action => self.apply_pursuit(state, action),
        }
        Step::ChangeableMove => self.changeable_actions(state, sink); {
            action => self.apply_changeable(state, action),
        }
        Step::Stampede => self.positions().stampede_actions(state, sink); {
            action => self.apply_stampede(state, action),
        }
    }
    others { {}; action => action.not_offered() }
}

impl Battle {
    /// Resumes a combat at a stage and continues until it waits for a decision or for dice, or is over.
    pub(in crate::jomini) fn proceed(
        &self,
        state: &mut State,
        from: Option<Stage>,
        observer: &mut impl Observer,
    ) -> Pause {
        let mut next = from;
        while let Some(stage) = next {
            if stage == Stage::TurnOpens {
                return Pause::TurnOpens;
            }
            next = self.observed(state, stage, observer);
        }
        Pause::Waits
    }

    /// Executes one stage, and shows it to the observer.
    fn observed<O: Observer>(&self, state: &mut State, stage: Stage, observer: &mut O) -> Option<Stage> {
        if !O::WATCHES {
            return self.stage(state, stage);
        }
        let before = *state;
        let next = self.stage(state, stage);
        observer.stage(self, stage, &before, state);
        next
    }

    /// Executes one stage and returns the next, or `None` if the combat waits or has been interrupted.
    fn stage(&self, state: &mut State, stage: Stage) -> Option<Stage> {
        use Stage::*;
        let wait = |state: &mut State, step: Step| -> Option<Stage> {
            state.step = step;
            None
        };
        match stage {
            FrontRankOfAttacker | FrontRankOfDefender => {
                let (unit, then) = match stage {
                    FrontRankOfAttacker => (state.combat.attacker, FrontRankOfDefender),
                    _ => (state.combat.defender, BreakOff),
                };
                match self.field.arises(state, Step::FrontRank(unit)) {
                    true => wait(state, Step::FrontRank(unit)),
                    false => Some(then),
                }
            }
            BreakOff if self.field.arises(state, Step::BreakOff) => wait(state, Step::BreakOff),
            BreakOff => Some(AttackOrder),
            AttackOrder if self.field.arises(state, Step::AttackOrder) => wait(state, Step::AttackOrder),
            AttackOrder => Some(DefenceOrder),
            DefenceOrder if self.field.arises(state, Step::DefenceOrder) => wait(state, Step::DefenceOrder),
            DefenceOrder => Some(FirstStrike),
            Withdraw => wait(state, Step::Withdraw),
            FirstStrike => Some(Strike(self.field.decide_first_strike(state))),
            Strike(kind) => {
                state.begin_strike(kind);
                Some(Leading)
            }
            Leading if self.field.arises(state, Step::LeadForDice) => wait(state, Step::LeadForDice),
            Leading => Some(DiceOfStrike),
            DiceOfStrike => wait(state, Step::StrikeRoll),

            WindOfBall if self.field.arises(state, Step::WindOfBall) => wait(state, Step::WindOfBall),
            WindOfBall => Some(TacticalAdvantages),
            TacticalAdvantages => {
                self.field.apply_tactical_advantages(state);
                if state.combat.counter_charge == CounterCharge::No {
                    Some(Dodge)
                } else if state.keep_roll_of_counter_charge() {
                    Some(PartOfCounterCharge)
                } else {
                    Some(Strike(AttackKind::CounterChargeDefence))
                }
            }
            PartOfCounterCharge => Some(match state.begin_part_of_counter_charge() {
                Some(CounterCharge::DefenderLosses | CounterCharge::AttackerLosses) => Dodge,
                Some(_) if state.unit(AttackRoll::running(state).target).elements == 0 => PartOfCounterCharge,
                Some(_) => IgnoredMorale,
                None => EndOfCounterCharge,
            }),

            Dodge if self.field.arises(state, Step::Dodge) => wait(state, Step::Dodge),
            Dodge => Some(Sharpshooters),
            Sharpshooters if self.field.arises(state, Step::Sharpshoot) => wait(state, Step::Sharpshoot),
            Sharpshooters => Some(LeadAgainstLoss),
            LeadAgainstLoss if self.field.arises(state, Step::LeadAgainstLoss) => wait(state, Step::LeadAgainstLoss),
            LeadAgainstLoss => Some(Losses),
            Losses => {
                let losses = self.field.units().apply_losses(state);
                match losses > 0 && self.field.rules.is_officer_in_danger(state) {
                    true => wait(state, Step::WoundRoll(losses)),
                    false => Some(ElephantsLoosed),
                }
            }

            ElephantsLoosed if state.combat.counter_charge != CounterCharge::No => Some(PartOfCounterCharge),
            ElephantsLoosed => match state.start_stampede(Resume::AfterLosses) {
                true => None,
                false => Some(Survivors),
            },
            Survivors => {
                let attack = AttackRoll::running(state);
                if state.unit(attack.target).elements == 0 {
                    Some(EndOfStrike)
                } else if attack.kind != AttackKind::AgainstBreakOff {
                    Some(IgnoredMorale)
                } else if self.field.forces.animals.contains(Animals::ELEPHANTS)
                    && !self.field.arises(state, Step::FallBack)
                {
                    // Its own elephant may now be in its way.
                    Some(EndOfStrike)
                } else {
                    wait(state, Step::FallBack)
                }
            }

            IgnoredMorale => match self.field.ignored_unasked(state) {
                Some(count) => Some(Ignored(count)),
                None => wait(state, Step::Ignore),
            },
            Ignored(count) => {
                self.field.ignore(state, count);
                Some(Sacrifice)
            }
            Sacrifice if self.field.arises(state, Step::Sacrifice) => wait(state, Step::Sacrifice),
            Sacrifice => Some(Retreat),
            Retreat => {
                let (unit, due) = self.field.units().order_retreat(state);
                if self.field.forces.is_panicked(unit) {
                    match state.drive_elephant(unit, due) {
                        true => Some(Stampede),
                        false => Some(AfterRetreat),
                    }
                } else if due == 0 {
                    Some(AfterRetreat)
                } else if self.field.arises(state, Step::Retreat) {
                    wait(state, Step::Retreat)
                } else {
                    Some(HexesMade(0))
                }
            }
            HexesMade(made) => match self.field.units().pay_for_hexes_not_made(state, made) {
                true => wait(state, Step::PanicRoll(made)),
                false => Some(AfterRetreat),
            },
            AfterRetreat => {
                let wounds = std::mem::take(&mut state.combat.wounds_due);
                if wounds > 0 && self.field.rules.is_officer_in_danger(state) {
                    wait(state, Step::WoundRoll(wounds))
                } else if state.combat.counter_charge != CounterCharge::No {
                    Some(PartOfCounterCharge)
                } else if state.start_stampede(Resume::EndOfStrike) {
                    None
                } else {
                    Some(EndOfStrike)
                }
            }

            EndOfStrike | EndOfCounterCharge
                if self.field.rules.victory_check == VictoryCheck::Immediate && self.check_losses(state) =>
            {
                None
            }
            EndOfStrike if self.field.forces.is_panicked(state.combat.attacker) => Some(Riposte),
            EndOfStrike => match self.field.rules.answer_to_strike(state) {
                Answer::Attack => Some(Strike(AttackKind::Attack)),
                Answer::Riposte => Some(Riposte),
                Answer::FollowUp => Some(FollowUp),
                Answer::None => Some(EndOfCombat),
            },
            EndOfCounterCharge => match state.decide_counter_charge() {
                true => Some(FollowUp),
                false => Some(EndOfCombat),
            },
            Riposte if self.field.arises(state, Step::Riposte) => wait(state, Step::Riposte),
            FollowUp if self.field.arises(state, Step::FollowUp) => wait(state, Step::FollowUp),
            Pursuit if self.field.arises(state, Step::Pursuit) => wait(state, Step::Pursuit),
            Riposte | FollowUp => Some(EndOfCombat),
            Pursuit => Some(ChangeableMove),
            PursuitAttack => wait(state, Step::PursuitAttack),
            BreakthroughAttack => wait(state, Step::BreakthroughAttack),
            ChangeableMove if self.field.arises(state, Step::ChangeableMove) => wait(state, Step::ChangeableMove),
            ChangeableMove => Some(EndOfCombat),
            EndOfCombat if state.is_trampling() => Some(self.field.units().leave_trampled(state)),
            EndOfCombat => {
                state.end_combat();
                None
            }

            Stampede => match self.field.runs_on(state) {
                true => wait(state, Step::Stampede),
                false => Some(EndOfStampede),
            },
            EndOfStampede => self.field.end_stampede(state),
            TurnOpens => None,
        }
    }
}
