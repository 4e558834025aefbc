//! The complete sequence of a shot, a melee or a flight, from the choice of the target to the last consequence (E9.34,
//! E10.13, E11.14, E11.38, EI-64, EI-71, EI-77, EI-78, EI-87, EI-94).
//!
//! A stage either waits for a decision or for dice, named by the step, or takes effect and leads to the next stage. The
//! effects are in the modules of their rules; none of them continues by itself. An answer or a roll (`rolls.rs`) takes
//! effect, and names the stage that follows.

use super::aftermath::loss_from_actions;
use super::decisions::{checked, decisions};
use super::elephants::ANY_COURSE;
use super::observer::{Effect, Observer};
use super::sixes::six_actions;
use crate::en_avant::state::action::Action;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::{ClashKind, NO_UNIT, Placing, State, Step, UnitId};
use crate::en_avant::table::geometry::Heading;
use crate::game::IllegalAction;
use crate::game::stage::{self, IntoNext};

/// The next stage of a shot, a melee or a flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::en_avant) enum Stage {
    /// This unit shoots: its owner or a die determines the target (E9.10, E9.11).
    Aim(UnitId),
    /// This unit shoots at this target; an impossible shot only costs the action (E9.19).
    Shot(UnitId, UnitId),
    /// The active side chooses the next melee that is due, or the impulse ends (E5.11, EI-37).
    NextMelee,
    /// No melee is left, so that the impulse ends.
    ImpulseEnds,
    /// A round of the melee of this unit begins, after a pursuit or not (E11.14, EI-85).
    Round(UnitId, bool),
    /// Each side chooses its leading unit, if several could lead it (EI-77).
    Leaders,
    /// The active side chooses the opponents of leading units, if several are equal (EI-76).
    Opponents,

    /// Dice that have not been rolled, the active side's first (E9.36, E11.37, EI-78).
    Dice,
    /// Sixes that may be rolled again (E9.37).
    Sixes,
    /// Saves (E9.38); then the impacts that remain are known.
    Saves,

    /// The next consequence: a general follows, a unit flees, the results of a unit are completed (E10.13, EI-64).
    Consequences,
    /// The passive side suffers its impacts, then the active side (EI-77).
    NextSide,
    /// The impacts fall on this unit (E10.1).
    Impacts(UnitId),
    /// Its losses, one after another (E10.8).
    Losses(UnitId),
    /// Its recoils, in one movement (E10.9).
    Recoil(UnitId),
    /// Its disorder (E10.7).
    Disorder(UnitId),
    /// It routs if it has suffered enough impacts (E10.16).
    Rout(UnitId),
    /// An elephant becomes uncontrollable; the enemy chooses its course (E14.4).
    Rampage(UnitId),
    /// The rout of this unit spreads to friends that see it (E10.22).
    Contagion(UnitId),
    /// This friend is tested (E10.22).
    ContagionTest(UnitId),
    /// A routing unit that has not rallied flees again (E10.24).
    FurtherFlight(UnitId),
    /// This unit flees (E10.17).
    Flight(UnitId),

    /// All results of a round have been taken (E11.34, EI-94).
    EndOfRound,
    /// Units that may pursue decide in turn (E11.41).
    Pursuits,
    /// A unit that has been caught fights another round at once (E11.42).
    RoundAfterPursuit,
    /// A shot or a flight is over (EI-94).
    EndOfFight,
}

impl stage::Stage for Stage {}

/// Why a fight stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub(in crate::en_avant) enum Pause {
    /// A decision or dice are needed, or the fight is over.
    Waits,
    /// No melee of the impulse is left (E5.11).
    ImpulseEnds,
}

impl Engagement {
    /// Resumes at a stage and continues until a decision or dice are needed, or the fight is over.
    pub(in crate::en_avant) fn proceed(&self, state: &mut State, stage: Stage, observer: &mut dyn Observer) -> Pause {
        let mut next = Some(stage);
        while let Some(stage) = next {
            if stage == Stage::ImpulseEnds {
                return Pause::ImpulseEnds;
            }
            next = self.stage(state, stage, observer);
        }
        Pause::Waits
    }

    /// Executes one stage and returns the next, or `None` if the game waits or the fight is over.
    fn stage(&self, state: &mut State, stage: Stage, observer: &mut dyn Observer) -> Option<Stage> {
        use Stage::*;
        let wait = |state: &mut State, step: Step| -> Option<Stage> {
            state.step = step;
            None
        };
        match stage {
            Aim(unit) => match self.rules.die_decides(self.targets(state, unit)) {
                true => wait(state, Step::TargetRoll(unit)),
                false => wait(state, Step::Place(unit, Placing::Shot)),
            },
            Shot(unit, target) if !self.targets(state, unit).has(target) => {
                observer.observe(state, Effect::WastedShot);
                Some(EndOfFight)
            }
            Shot(unit, target) => {
                self.start_shot(state, unit, target);
                Some(Dice)
            }

            NextMelee => {
                self.units().leave_melee(state);
                if self.units().check_defeat(state) {
                    None
                } else if self.units().is_melee_due(state) {
                    wait(state, Step::MeleeOrder)
                } else {
                    Some(ImpulseEnds)
                }
            }
            ImpulseEnds => None,
            Round(unit, after_pursuit) => {
                self.count_round(state, unit, after_pursuit);
                observer.observe(state, Effect::Round);
                Some(Leaders)
            }
            Leaders => match self.units().next_to_lead(state) {
                Some(side) => wait(state, Step::Leader(side)),
                None => Some(Opponents),
            },
            Opponents => match self.units().next_opponent(state) {
                Some(side) => wait(state, Step::Opponent(side)),
                None => Some(Dice),
            },

            Dice => match state.next_to_roll() {
                Some(_) if state.clash.kind == ClashKind::Shot => wait(state, Step::ShotRoll),
                Some(side) => wait(state, Step::MeleeRoll(side)),
                None => Some(Sixes),
            },
            Sixes => match state.next_with_six() {
                Some(side) => wait(state, Step::Six(side)),
                None => Some(Saves),
            },
            Saves => match state.owes_saves() {
                true => wait(state, Step::SaveRoll),
                false => {
                    state.settle_dice();
                    Some(Consequences)
                }
            },

            Consequences if state.clash.followed != NO_UNIT => wait(state, Step::GeneralFollows(state.clash.followed)),
            Consequences => match self.troops.next_to_flee(state) {
                Some(unit) => Some(Flight(unit)),
                None if state.clash.settling == NO_UNIT => Some(NextSide),
                None if state.unit(state.clash.settling).is_on_table() => Some(Losses(state.clash.settling)),
                None => {
                    state.cancel_results();
                    Some(NextSide)
                }
            },
            NextSide => match state.next_to_suffer() {
                Some(side) if state.clash.suffered[side.index()] == 0 => Some(NextSide),
                Some(side) if self.rules.chooses_struck(state, side) => wait(state, Step::Struck(side)),
                Some(side) => Some(Impacts(state.clash.struck[side.index()])),
                None if state.clash.kind == ClashKind::Melee => Some(EndOfRound),
                None => Some(EndOfFight),
            },
            Impacts(unit) if unit == NO_UNIT || !state.unit(unit).is_on_table() => Some(NextSide),
            Impacts(unit) if self.units().is_maddened(state, unit) => Some(Rampage(unit)),
            Impacts(unit) => {
                self.rules.begin_results(state, unit);
                wait(state, Step::Results(unit))
            }
            Losses(unit) if state.clash.losses == 0 => Some(Recoil(unit)),
            Losses(unit) if state.chooses_loss(unit) => wait(state, Step::LossFrom(unit)),
            Losses(unit) => {
                let lost = self.units().take_loss(state, unit);
                observer.observe(state, Effect::Losses(lost));
                Some(Consequences)
            }
            Recoil(unit) if state.clash.recoils == 0 => Some(Disorder(unit)),
            Recoil(unit) if self.chooses_recoil(state, unit) => wait(state, Step::RecoilTo(unit)),
            Recoil(unit) => {
                let distance = self.units().recoil_length(state, unit, state.clash.recoils);
                self.recoil(state, unit, self.only_way(state, unit, distance), observer);
                Some(Consequences)
            }
            Disorder(unit) if state.clash.disorder => {
                state.clash.disorder = false;
                self.units().disorder(state, unit);
                observer.observe(state, Effect::Disorder);
                Some(Consequences)
            }
            Disorder(unit) => Some(Rout(unit)),
            Rout(unit) => match state.end_results() {
                false => Some(Consequences),
                true if !self.troops.can_rout(state, unit) => Some(Rampage(unit)),
                true => {
                    self.units().start_rout(state, unit);
                    observer.observe(state, Effect::Rout);
                    Some(Contagion(unit))
                }
            },
            Rampage(unit) => {
                state.run_wild(unit);
                observer.observe(state, Effect::Rampage);
                wait(state, Step::Course(unit))
            }
            Contagion(unit) => match self.witness(state, unit) {
                Some((friend, true)) => Some(ContagionTest(friend)),
                Some((_, false)) => wait(state, Step::ContagionChoice(unit)),
                None => Some(Consequences),
            },
            ContagionTest(friend) => {
                state.start_test(friend);
                wait(state, Step::ContagionRoll(friend))
            }
            FurtherFlight(unit) => {
                self.units().start_further_flight(state, unit);
                observer.observe(state, Effect::FurtherFlight);
                Some(if self.rules.contagion_each_rout_move { Contagion(unit) } else { Consequences })
            }
            Flight(unit) if self.troops.leaves_guns(state, unit) => {
                self.units().destroy_in_fight(state, unit);
                observer.observe(state, Effect::CrewFlees);
                Some(Consequences)
            }
            Flight(unit) => wait(state, Step::FleeTo(unit)),

            EndOfRound if state.clash.fought => Some(Pursuits),
            EndOfRound => {
                state.end_round();
                match self.units().check_defeat(state) {
                    true => None,
                    false => {
                        self.rules.limit_pursuits(state);
                        Some(Pursuits)
                    }
                }
            }
            Pursuits => match state.next_to_pursue() {
                Some(unit) => wait(state, Step::Pursuit(unit)),
                None => Some(RoundAfterPursuit),
            },
            RoundAfterPursuit => match self.units().caught(state) {
                // A pursuit is a move: it may have taken the general or the camp (EI-94).
                Some(unit) => {
                    self.units().settle_camps(state);
                    (!self.units().check_defeat(state)).then_some(Round(unit, true))
                }
                None => Some(NextMelee),
            },
            EndOfFight => {
                self.units().leave_fight(state);
                None
            }
        }
    }

    /// Recoils a unit.
    fn recoil(&self, state: &mut State, unit: UnitId, way: Heading, observer: &mut dyn Observer) {
        let recoils = state.clash.recoils;
        let recoil = self.recoil_towards(state, unit, way);
        observer.observe(state, Effect::Recoil(recoils, recoil));
    }
}

decisions! {
    game, state, sink, observer;
    actions_in_fight, check_in_fight, answer_in_fight {
        // Shots: `shooting.rs`.
        Step::Place(unit, Placing::Shot) => game.shot_actions(state, unit, sink); {
            Action::ShootAt(target) if game.check_shot(state, unit, target) => Stage::Shot(unit, target),
            Action::Halt => game.units().next_activation(state),
        }
        // Melees: `melee.rs`.
        Step::MeleeOrder => game.units().melee_actions(state, sink); {
            Action::Fight(unit) => Stage::Round(unit, false),
        }
        Step::Leader(side) => game.units().leader_actions(state, side, sink); {
            Action::Fight(unit) => game.apply_leader(state, side, unit),
        }
        Step::Opponent(side) => game.units().opponent_actions(state, side, sink); {
            Action::Suffer(enemy) => game.apply_opponent(state, side, enemy),
        }
        // Sixes: `sixes.rs`.
        Step::Six(side) => six_actions(sink); {
            Action::RollAgain => state.roll_six_again(side),
            Action::Keep => state.keep_six(side),
        }
        // Effects of impacts: `aftermath.rs`, `recoil.rs`, `elephants.rs`.
        Step::Struck(side) => state.struck_actions(side, sink); {
            Action::Suffer(unit) => {
                state.clash.struck[side.index()] = unit;
                Stage::Impacts(unit)
            },
        }
        Step::Results(unit) => game.results_actions(state, unit, sink); {
            Action::Take(results) => state.apply_results(results),
        }
        Step::LossFrom(unit) => loss_from_actions(sink); {
            action => {
                game.units().apply_loss_from(state, unit, action);
                observer.observe(state, Effect::Losses(1));
                Stage::Consequences
            },
        }
        Step::RecoilTo(unit) => game.recoil_actions(state, unit, sink); {
            Action::RecoilTo(way) => {
                game.recoil(state, unit, way, observer);
                Stage::Consequences
            },
        }
        Step::Course(unit) => game.units().course_actions(state, unit, sink); {
            Action::Send(course) if ANY_COURSE => {
                let destroyed = game.send(state, unit, course);
                observer.observe(state, Effect::Stampede { elephant: unit, again: false, destroyed });
                Stage::Consequences
            },
        }
        // Rout: `rout.rs`.
        Step::ContagionChoice(unit) => game.contagion_actions(state, unit, sink); {
            Action::Tests(friend) => Stage::ContagionTest(friend),
        }
        Step::FleeTo(unit) => game.flee_actions(state, unit, sink); {
            Action::FleeTo(way) => {
                let flight = game.apply_flee(state, unit, way);
                observer.observe(state, Effect::Flight { unit, way, flight });
                Stage::Consequences
            },
        }
        // After a round: `pursuit.rs`, `aftermath.rs`.
        Step::Pursuit(unit) => [Action::Pursue, Action::Pass].into_iter().for_each(|action| sink.push(action)); {
            Action::Pursue => {
                let meets = game.pursue(state, unit);
                observer.observe(state, Effect::Pursuit { meets });
                Stage::Consequences
            },
            Action::Pass => Stage::Consequences,
        }
        Step::GeneralFollows(unit) => game.general_follows_actions(state, unit, sink); {
            action => state.apply_general_follows(unit, action),
        }
    }
    others {
        panic!("{:?} is no decision", state.step);
        action => game.check_listed(state, &action);
        action.not_offered()
    }
}
