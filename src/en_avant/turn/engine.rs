//! The decision or roll of each step, and the transitions between steps until there is a choice, a roll, or the end of
//! the game.
//!
//! The actions proposed to a side are a finite, well-chosen list; legality is checked exactly, wherever an action comes
//! from. So an action is not searched for in the list but checked by its chapter.

use crate::en_avant::combat::aftermath::loss_from_actions;
use crate::en_avant::combat::dice::Faces;
use crate::en_avant::combat::flow::{Pause, Stage};
use crate::en_avant::combat::observer::{NoObserver, Observer};
use crate::en_avant::combat::sixes::six_actions;
use crate::en_avant::command::agreement::answer_actions;
use crate::en_avant::rules::Rules;
use crate::en_avant::state::action::{Action, KINDS, Roll};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::sink::{FirstOfTwo, Sink, Sought};
use crate::en_avant::state::{Decider, Placing, Purpose, State, Step, UNITS_A_SIDE, Wait, side_of};
use crate::game::rng::Stream;
use crate::game::{IllegalAction, Moment, Side, Throw, Weighted};
use crate::game::{draw_by_kind, idle_kinds};
use arrayvec::ArrayVec;

impl State {
    /// The decision or roll for which a position waits.
    pub(in crate::en_avant) fn awaited(&self) -> Moment {
        if let Some(outcome) = self.outcome {
            return Moment::Over(outcome);
        }
        match self.step.wait() {
            Wait::Decision(decider) => Moment::Decide(self.decider(decider)),
            Wait::Roll(roller, purpose) => {
                // The side that begins is part of the set-up and balanced with it; in later turns it is luck.
                let set_up = purpose == Purpose::Initiative && self.impulse == 0;
                let purpose = if set_up { Purpose::SetUp } else { purpose };
                let side = self.decider(roller);
                Moment::Roll(Throw { side, player_turn: self.impulse, purpose: purpose as u8 })
            }
        }
    }

    /// The side that decides or rolls at the step of a position.
    fn decider(&self, decider: Decider) -> Side {
        let owner = || self.step.owner().expect("the step names a side or a unit");
        match decider {
            Decider::Active => self.active,
            Decider::Passive => self.active.other(),
            Decider::Owner => owner(),
            Decider::Enemy => owner().other(),
            Decider::Saver => self.saver(),
            Decider::Red => Side::Red,
        }
    }
}

impl Rules {
    /// The pool of dice that is rolled next: shots, melees, sixes rolled again, saves.
    fn pool(&self, state: &State, step: Step) -> (Faces, u8) {
        match step {
            Step::ShotRoll => (self.striking_faces(state, state.active), state.clash.dice[state.active.index()]),
            Step::MeleeRoll(side) => (self.striking_faces(state, side), state.clash.dice[side.index()]),
            Step::SixRoll(side) => (self.striking_faces(state, side), 1),
            Step::SaveRoll => (self.save_faces(), state.clash.saves[state.saver().index()]),
            step => panic!("{step:?} rolls no pool of dice"),
        }
    }
}

impl Engagement {
    /// A random legal action.
    pub(in crate::en_avant) fn draw_action(
        &self,
        state: &State,
        stream: &mut Stream,
        scratch: &mut Vec<Action>,
    ) -> Action {
        if let Step::Place(unit, Placing::Move) = state.step {
            return self.random_move(state, unit, stream, scratch);
        }
        if let Step::Place(unit, Placing::Formation) = state.step
            && let Some(change) = self.random_change(state, unit, stream)
        {
            return change;
        }
        scratch.clear();
        self.generate_actions(state, scratch);
        draw_by_kind(const { idle_kinds(KINDS) }, scratch, |action| action.kind(), stream)
    }

    /// Whether an action is legal, wherever it comes from.
    pub(in crate::en_avant) fn check_action(&self, state: &State, action: &Action) -> Result<(), IllegalAction> {
        if !matches!(state.awaited(), Moment::Decide(_)) {
            return Err(IllegalAction("no decision is open".to_owned()));
        }
        match (state.step, action) {
            (Step::DeployAt(unit), Action::DeployAt(at)) => Ok(self.check_deploy_at(state, unit, at, false)?),
            (Step::DeployAt(unit), Action::DeployLimbered(at)) => Ok(self.check_deploy_at(state, unit, at, true)?),
            (Step::DeployCamp, Action::DeployAt(at)) => Ok(self.check_camp(state, at)?),
            (Step::DeployGeneral, Action::DeployAt(at)) if self.separate_general[state.active] => {
                Ok(self.check_general_at(state, at)?)
            }
            (Step::Place(unit, Placing::Formation), Action::Form(change)) => {
                Ok(self.check_change(state, unit, change)?)
            }
            (Step::Place(unit, Placing::Move), Action::MoveAlong(path)) => self.check_move(state, unit, path),
            (Step::MoveGeneral, Action::GeneralTo(at)) => self.check_general_move(state, at),
            (Step::Act(unit), Action::Shoot) => self.check_shoot(state, unit),
            (Step::Place(unit, Placing::Shot), Action::ShootAt(target)) => self.check_shot(state, unit, *target),
            (_, Action::OfferToStop) => state.check_offer(),
            // An elephant may be sent in any direction.
            (Step::Course(_), Action::Send(_)) => Ok(()),
            _ => self.check_listed(state, action),
        }
    }

    /// The possible rolls, with their weights.
    pub(in crate::en_avant) fn list_rolls(&self, state: &State, rolls: &mut Vec<Weighted<Roll>>) {
        rolls.clear();
        if !self.list_few(state, rolls) {
            let (faces, dice) = self.rules.pool(state, state.step);
            faces.list(dice, rolls);
        }
    }

    /// One of the possible rolls, at random.
    pub(in crate::en_avant) fn draw_roll(&self, state: &State, stream: &mut Stream) -> Roll {
        if matches!(state.step, Step::ShotRoll | Step::MeleeRoll(_) | Step::SixRoll(_) | Step::SaveRoll) {
            let (faces, dice) = self.rules.pool(state, state.step);
            return faces.draw(dice, stream);
        }
        let mut rolls: ArrayVec<Weighted<Roll>, UNITS_A_SIDE> = ArrayVec::new();
        self.list_few(state, &mut rolls);
        let total: u64 = rolls.iter().map(|it| it.weight).sum();
        let mut drawn = u64::from(stream.below(total as u32));
        for Weighted { roll, weight } in rolls {
            if drawn < weight {
                return roll;
            }
            drawn -= weight;
        }
        unreachable!("the weights sum to their total")
    }

    /// Applies a roll, without advancing further.
    pub(in crate::en_avant) fn resolve_roll(&self, state: &mut State, roll: Roll, observer: &mut dyn Observer) {
        match state.step {
            Step::EdgeRoll => state.apply_edge_roll(roll),
            Step::DeployRoll => self.apply_deploy_roll(state, roll),
            Step::InitiativeRoll => state.apply_initiative(roll),
            Step::ObjectiveRoll(index) => self.apply_objective(state, index, roll),
            Step::ReorganiseRoll(unit) => {
                let pause = self.apply_reorganise(state, unit, roll, observer);
                self.go_on(state, pause, observer);
            }
            Step::BreakOffRoll(unit) => self.units().apply_break_off(state, unit, roll),
            _ => {
                let pause = self.roll_in_fight(state, roll, observer);
                self.go_on(state, pause, observer);
            }
        }
    }

    /// Lists the possible rolls of a draw, a test or a choice among a few; returns whether the step is one of these and
    /// not a pool of dice.
    fn list_few(&self, state: &State, rolls: &mut impl Extend<Weighted<Roll>>) -> bool {
        match state.step {
            Step::EdgeRoll => state.list_draw(false, rolls),
            Step::DeployRoll => state.list_draw(self.rules.adds_combativity(), rolls),
            Step::InitiativeRoll => state.list_draw(true, rolls),
            Step::ObjectiveRoll(index) => self.list_objective(state, index, rolls),
            Step::ReorganiseRoll(unit) => state.list_test(side_of(unit), self.rules.reorganise_test, 0, rolls),
            Step::BreakOffRoll(unit) => state.list_test(side_of(unit), self.rules.break_off_test, 0, rolls),
            Step::ContagionRoll(unit) => self.units().list_contagion(state, unit, rolls),
            Step::TargetRoll(unit) => self.list_targets(state, unit, rolls),
            _ => return false,
        }
        true
    }

    /// Passes the actions that are proposed at this position to a sink.
    pub(in crate::en_avant) fn generate_actions(&self, state: &State, sink: &mut impl Sink) {
        match state.step {
            Step::EdgeChoice(_) => {
                [Action::KeepEdge, Action::TakeOtherEdge].into_iter().for_each(|action| sink.push(action))
            }
            Step::DeployOrder(_) | Step::InitiativeChoice(_) => {
                [Action::GoFirst, Action::GoSecond].into_iter().for_each(|action| sink.push(action));
            }
            Step::DeployUnit => self.troops.deploy_unit_actions(state, sink),
            Step::DeployAt(unit) => self.deploy_at_actions(state, unit, sink),
            Step::DeployCamp => self.camp_actions(state, sink),
            Step::DeployGeneral => self.general_actions(state, sink),
            Step::Impulse => self.units().impulse_actions(state, sink),
            Step::StopAnswer => answer_actions(sink),
            Step::Act(unit) => self.act_actions(state, unit, sink),
            Step::Place(unit, Placing::Formation) => self.formation_actions(state, unit, sink),
            Step::Place(unit, Placing::Move) => self.move_actions(state, unit, sink),
            Step::MoveGeneral => self.general_move_actions(state, sink),
            Step::RallyFacing(unit) => self.rally_facing_actions(state, unit, sink),
            Step::Place(unit, Placing::Shot) => self.shot_actions(state, unit, sink),
            Step::Course(unit) => self.units().course_actions(state, unit, sink),
            Step::MeleeOrder => self.units().melee_actions(state, sink),
            Step::Six(_) => six_actions(sink),
            Step::Leader(side) => self.units().leader_actions(state, side, sink),
            Step::Opponent(side) => self.units().opponent_actions(state, side, sink),
            Step::Struck(side) => state.struck_actions(side, sink),
            Step::Results(unit) => self.results_actions(state, unit, sink),
            Step::LossFrom(_) => loss_from_actions(sink),
            Step::RecoilTo(unit) => self.recoil_actions(state, unit, sink),
            Step::ContagionChoice(unit) => self.contagion_actions(state, unit, sink),
            Step::FleeTo(unit) => self.flee_actions(state, unit, sink),
            Step::Pursuit(_) => [Action::Pursue, Action::Pass].into_iter().for_each(|action| sink.push(action)),
            Step::GeneralFollows(unit) => self.general_follows_actions(state, unit, sink),
            step => panic!("{step:?} is no decision"),
        }
    }

    /// Whether an action is among those that are proposed, at steps where the list is complete.
    fn check_listed(&self, state: &State, action: &Action) -> Result<(), IllegalAction> {
        let mut sought = Sought { action: *action, found: false, alike: 0 };
        self.generate_actions(state, &mut sought);
        if sought.found {
            return Ok(());
        }
        let alike = sought.alike;
        let name = KINDS[action.kind()].name;
        Err(IllegalAction(if alike == 0 {
            format!("no action of kind \"{name}\" is legal here")
        } else {
            format!("this is none of the {alike} legal actions of kind \"{name}\"")
        }))
    }

    /// Executes one action, without advancing further.
    pub(in crate::en_avant) fn execute(&self, state: &mut State, action: Action, observer: &mut dyn Observer) {
        match (state.step, action) {
            (Step::EdgeChoice(_), action) => self.apply_edge_choice(state, action),
            (Step::DeployOrder(side), action) => self.apply_deploy_order(state, side, action),
            (Step::InitiativeChoice(side), action) => self.apply_initiative_choice(state, side, action, observer),
            (Step::DeployUnit, Action::DeployUnit(unit)) => state.step = Step::DeployAt(unit),
            (Step::DeployAt(unit), action) => self.apply_deploy_at(state, unit, action),
            (Step::DeployCamp, action) => self.apply_camp(state, action),
            (Step::DeployGeneral, action) => self.apply_general(state, action),
            (Step::Impulse, Action::Activate(unit)) => self.units().activate(state, unit),
            (Step::Impulse, Action::ActivateGeneral) => self.rules.activate_general(state),
            (Step::Impulse, Action::Done) => self.end_activations(state, observer),
            (Step::Impulse, Action::OfferToStop) => state.offer_to_stop(),
            (Step::StopAnswer, action) => self.units().apply_answer(state, action),
            (Step::Act(unit), action) => {
                let pause = self.apply_act(state, unit, action, observer);
                self.go_on(state, pause, observer);
            }
            (Step::Place(unit, Placing::Formation), Action::Form(change)) => {
                self.units().apply_change(state, unit, &change)
            }
            (Step::Place(unit, Placing::Move), Action::MoveAlong(path)) => self.apply_move(state, unit, &path),
            (Step::Place(unit, Placing::Formation), Action::Limber(on)) => self.units().apply_limber(state, unit, on),
            (Step::Place(unit, Placing::Formation), Action::Dismount(on_foot)) => {
                self.units().apply_mount(state, unit, on_foot)
            }
            (Step::Place(..), Action::Halt) => self.units().next_activation(state),
            (Step::MoveGeneral, action) => self.units().apply_general_move(state, action),
            (Step::RallyFacing(unit), action) => self.units().apply_rally_facing(state, unit, action),
            (_, action) => {
                let pause = self.answer_in_fight(state, action, observer);
                self.go_on(state, pause, observer);
            }
        }
    }

    /// Ends the activations of this impulse: its melees are fought, then it ends (E5.11).
    fn end_activations(&self, state: &mut State, observer: &mut dyn Observer) {
        self.units().mark_fights(state);
        let pause = self.proceed(state, Stage::NextMelee, observer);
        self.go_on(state, pause, observer);
    }

    /// Continues the turn where a fight has stopped.
    fn go_on(&self, state: &mut State, pause: Pause, observer: &mut dyn Observer) {
        match pause {
            Pause::Waits => {}
            Pause::ImpulseEnds => self.end_impulse(state, observer),
        }
    }

    /// The action that is taken without a choice: the only one that is proposed.
    ///
    /// # Panics
    /// If a side decides and no action is proposed: every decision has a legal action.
    pub(in crate::en_avant) fn forced(&self, state: &State) -> Option<Action> {
        if !matches!(state.awaited(), Moment::Decide(_)) {
            return None;
        }
        let mut offer = FirstOfTwo::default();
        self.generate_actions(state, &mut offer);
        match offer.first {
            Some(_) if offer.several => None,
            Some(action) => Some(action),
            None => panic!("{:?} offers nothing: every decision has a legal action", state.step),
        }
    }

    /// Advances until a side has a choice between two actions, a roll is needed or the game is over. A decision with
    /// one legal action is executed here.
    pub(in crate::en_avant) fn advance_forced(&self, state: &mut State) {
        while let Some(action) = self.forced(state) {
            self.execute(state, action, &mut NoObserver);
        }
    }
}
