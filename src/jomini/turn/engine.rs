//! The actions and the deciding side of each step, and the progress from step to step until a side has a choice, dice
//! are due, or the game is over.

use super::ground_choice::choice_actions;
use super::officer_moves::accompany_actions;
use crate::game::sink::{FirstOfTwo, Sink};
use crate::game::stage::IntoNext;
use crate::game::{Game, Moment, Side};
use crate::jomini::combat::decisions::decisions;
use crate::jomini::combat::flow::{Pause, Stage};
use crate::jomini::combat::observer::{NoObserver, Observer};
use crate::jomini::map::board;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::rules::Rules;
use crate::jomini::state::action::{Action, Roll};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::faces::Effect;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::{
    AttackKind, Concern, Dice, Mounting, NO_UNIT, State, Status, Step, Woodsmen, side_of, side_of_officer,
};

/// A decision without a choice.
#[derive(Clone, Copy, Debug)]
pub(in crate::jomini) enum Forced {
    /// The only legal action.
    Action(Action),
    /// A character must flee and has no refuge (J5.107).
    NoRefuge,
}

impl State {
    /// The side that decides at the current step, or whose dice are rolled.
    pub(in crate::jomini) fn decider(&self) -> Side {
        match self.step.concern() {
            Concern::Officer(officer) => side_of_officer(officer),
            Concern::ActiveSide
            | Concern::Unit(_)
            | Concern::Attacker
            | Concern::Defender
            | Concern::Roller
            | Concern::Target
            | Concern::Elephant => self.concerned_unit().map_or(self.active, side_of),
        }
    }
}

impl Rules {
    /// An Impetuous unit's die: a flag or a tactical advantage (JA3.5).
    pub(in crate::jomini) fn impetuous_face_effects(&self) -> [Effect; 6] {
        use crate::jomini::rules::Face;
        self.die_faces
            .map(|face| if matches!(face, Face::Flag | Face::Tactical) { Effect::Hit } else { Effect::Nothing })
    }
}

impl Battlefield {
    /// A quick sufficient test for two legal actions: two open hexes beside a unit or an officer about to move.
    fn surely_offers_several(&self, state: &State) -> bool {
        if state.flight_count > 0 {
            return false;
        }
        let open = |hex: HexId, step: &dyn Fn(usize) -> board::step::HexStep| {
            let neighbours = self.board.neighbours(hex).iter().enumerate();
            neighbours
                .filter(|(towards, next)| {
                    **next != NO_HEX && step(*towards).is_possible() && state.unit_at(**next) == NO_UNIT
                })
                .count()
                > 1
        };
        match state.step {
            Step::Destination(mover) if state.unit(mover.unit).hex == NO_HEX => false,
            Step::Destination(mover) => {
                let unit = state.unit(mover.unit);
                let plain = mover.woodsmen == Woodsmen::No
                    && mover.mounting == Mounting::No
                    && !unit.has(Status::ONLY_BACK | Status::MOVE_ONLY)
                    && self.rules.min_one_hex_move;
                plain
                    && open(unit.hex, &|towards| {
                        self.board.step(self.forces.mover(state, mover.unit), unit.hex, towards)
                    })
            }
            Step::OfficerDestination(officer) => {
                let hex = state.officer(officer).hex;
                open(hex, &|towards| self.board.officer_step(hex, towards))
            }
            // Elsewhere the actions are counted.
            _ => false,
        }
    }
}

impl Battle {
    /// Applies a roll, without advancing further.
    pub(in crate::jomini) fn resolve_roll(&self, state: &mut State, roll: Roll, observer: &mut impl Observer) {
        let next = self.roll(state, roll);
        self.go_on(state, next, observer);
    }

    /// The effect of a roll; within a strike, the stage that follows.
    fn roll(&self, state: &mut State, roll: Roll) -> Option<Stage> {
        match state.step.dice().expect("dice are due") {
            Dice::FirstPlayer => self.apply_first_player(state, roll),
            Dice::Impetuous(unit) => state.apply_impetuous(unit, roll),
            Dice::Unreliable(unit) => self.field.apply_unreliable(state, unit, roll),
            Dice::Deficient(unit) => self.field.apply_deficient(state, unit, roll),
            Dice::Messengers(officer) => self.field.rules.apply_messengers(state, officer, roll),
            Dice::Strike | Dice::Wound(_) | Dice::Panic(_) | Dice::Stampede => {
                return self.field.roll_in_strike(state, roll);
            }
        }
        None
    }

    /// Passes the legal actions of this position to a sink.
    pub(in crate::jomini) fn generate_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        if state.flight_count > 0 {
            self.field.positions().flight_actions(state, sink);
        } else {
            self.actions_of_step(state, sink);
        }
    }

    /// Carries out one action, without advancing further.
    pub(in crate::jomini) fn execute(&self, state: &mut State, action: Action, observer: &mut impl Observer) {
        if state.flight_count > 0 {
            let Action::FleeTo(hex) = action else { panic!("a character in flight can only flee, not {action:?}") };
            self.field.units().apply_flight(state, Some(hex));
            return;
        }
        let next = self.execute_action(state, action);
        self.go_on(state, next, observer);
    }

    /// Continues a strike at a stage, if there is one, and then the turn.
    fn go_on(&self, state: &mut State, from: Option<Stage>, observer: &mut impl Observer) {
        if self.proceed(state, from, observer) == Pause::TurnOpens {
            self.open_turn(state);
        }
        self.check_between_moves(state);
    }

    /// Advances until a side has a choice between two actions, dice are due or the game is over. A decision with one
    /// legal action is taken here.
    pub(in crate::jomini) fn advance_forced(&self, state: &mut State) {
        while let Some(forced) = self.forced(state) {
            self.take(state, forced, &mut NoObserver);
        }
    }

    /// The pending decision if it leaves no choice.
    pub(in crate::jomini) fn forced(&self, state: &State) -> Option<Forced> {
        if !matches!(self.moment(state), Moment::Decide(_)) || self.field.surely_offers_several(state) {
            return None;
        }
        let mut offer = FirstOfTwo::default();
        self.generate_actions(state, &mut offer);
        match offer.first {
            Some(_) if offer.several => None,
            Some(action) => Some(Forced::Action(action)),
            None if state.flight_count > 0 => Some(Forced::NoRefuge),
            None => panic!("{:?} offers nothing: every decision has a legal action", state.step),
        }
    }

    /// Takes a decision without a choice.
    pub(in crate::jomini) fn take(&self, state: &mut State, forced: Forced, observer: &mut impl Observer) {
        match forced {
            Forced::Action(action) => self.execute(state, action, observer),
            Forced::NoRefuge => self.field.units().apply_flight(state, None),
        }
    }
}

decisions! {
    Battle: self, state, sink;
    actions_of_step, execute_action {
        // Set-up: `ground_choice.rs`, `deployment.rs`.
        Step::ChooseEdge => choice_actions(Action::ChooseEdge, sink); {
            Action::ChooseEdge(change) => self.choose_edge(state, change),
        }
        Step::ChooseFirst => choice_actions(Action::ChooseFirst, sink); {
            Action::ChooseFirst(first) => self.choose_first(state, first),
        }
        Step::DeployUnit => self.deploy_unit_actions(state, sink); {
            Action::DeployUnit(unit) => state.step = Step::DeployAt(unit),
            Action::Decoy => state.step = Step::LayDecoy,
        }
        Step::DeployAt(unit) => self.deploy_at_actions(state, unit, sink); {
            Action::DeployAt(hex) => self.deploy_unit_at(state, unit, hex),
        }
        Step::LayDecoy => self.lay_decoy_actions(state, sink); {
            Action::DeployAt(hex) => self.lay_decoy_at(state, hex),
        }
        Step::DeployOfficer(officer) => self.deploy_officer_actions(state, sink); {
            Action::DeployOfficerAt(hex) => self.deploy_officer_at(state, officer, hex),
        }
        // Command: `command/`.
        Step::PlaceCinc => self.field.positions().place_cinc_actions(state, sink); {
            Action::PlaceCinc(hex, replaced) => {
                self.field.forces.place_cinc(state, hex, replaced);
                self.after_placing(state);
            },
        }
        Step::Command => self.command_actions(state, sink); {
            Action::Done => self.begin_movement(state),
            action => self.apply_command(state, action),
        }
        Step::Activation(above) => self.activation_actions(state, above, sink); {
            action => self.field.apply_pick(state, action),
        }
        Step::Courier(above) => self.field.courier_actions(state, above, sink); {
            action => self.field.apply_pick(state, action),
        }
        // Movement: `movement.rs`, `officer_moves.rs`.
        Step::Movement => self.movement_actions(state, sink); {
            action => self.apply_movement(state, action),
        }
        Step::Destination(mover) => self.destination_actions(state, &mover, sink); {
            action => self.apply_destination(state, mover, action),
        }
        Step::Accompany(unit, officer) => accompany_actions(sink); {
            action => self.apply_accompany(state, unit, officer, action),
        }
        Step::OfficerDestination(officer) => self.field.officer_destination_actions(state, officer, sink); {
            Action::OfficerTo(hex) => state.apply_officer_destination(officer, hex),
        }
        // Combat before the dice: `combat/opening.rs`, `combat/combat_orders.rs`.
        Step::Combat => self.field.combat_actions(state, sink); {
            Action::Attack(attacker, target) => {
                state.unit_mut(attacker).attacks += 1;
                self.field.start_combat(state, attacker, target)
            },
            Action::Done => self.next_fighting_group(state),
        }
        Step::FrontRank(unit) => state.front_rank_actions(unit, sink); {
            action => state.apply_front_rank(unit, action),
        }
        Step::BreakOff => [Action::BreakOff, Action::Stand].into_iter().for_each(|action| sink.push(action)); {
            // JI-157: no attack order, no defence order.
            Action::BreakOff => Stage::Strike(AttackKind::AgainstBreakOff),
            Action::Stand => Stage::AttackOrder,
        }
        Step::AttackOrder => self.field.attack_order_actions(state, sink); {
            action => self.field.apply_attack_order(state, action),
        }
        Step::DefenceOrder => self.field.defence_order_actions(state, sink); {
            action => self.field.apply_defence_order(state, action),
        }
        Step::Withdraw => self.field.withdraw_actions(state, sink); {
            Action::WithdrawTo(hex) => self.field.apply_withdrawal(state, hex),
        }
        Step::LeadForDice => self.field.lead_for_dice_actions(state, sink); {
            action => self.field.apply_lead_for_dice(state, action),
        }
    }
    others { self.field.actions_in_strike(state, sink); action => self.field.execute_in_strike(state, action) }
}
