//! The decision or roll of each step, and the transitions between steps until there is a choice, a roll, or the end of
//! the game.
//!
//! The actions proposed to a side are a finite, well-chosen list; legality is checked exactly, wherever an action comes
//! from. So an action is not searched for in the list but checked by its chapter.

use crate::en_avant::combat::decisions::{checked, decisions};
use crate::en_avant::combat::dice::Faces;
use crate::en_avant::combat::flow::{Pause, Stage};
use crate::en_avant::combat::observer::{NoObserver, Observer};
use crate::en_avant::command::agreement::answer_actions;
use crate::en_avant::rules::Rules;
use crate::en_avant::state::action::{Action, KINDS, Roll};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::sink::{FirstOfTwo, Sink, Sought};
use crate::en_avant::state::{Decider, Dice, Placing, Purpose, State, Step, UNITS_A_SIDE, Wait, side_of};
use crate::game::rng::Stream;
use crate::game::stage::IntoNext;
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
            Wait::Decision(decider, _) => Moment::Decide(self.decider(decider)),
            Wait::Roll(roller, purpose, _) => {
                // The side that begins is part of the set-up and balanced with it; in later turns it is luck.
                let set_up = purpose == Purpose::Initiative && self.impulse == 0;
                let purpose = if set_up { Purpose::SetUp } else { purpose };
                let side = self.decider(roller);
                Moment::Roll(Throw { side, player_turn: self.impulse, purpose: purpose as u8 })
            }
            Wait::Nothing => unreachable!("a game that is over has an outcome"),
        }
    }

    /// The dice that are rolled now, if any, and the side that rolls them.
    pub(in crate::en_avant) fn rolled(&self) -> Option<(Dice, Side)> {
        match self.step.wait() {
            Wait::Roll(roller, _, dice) => Some((dice, self.decider(roller))),
            Wait::Decision(..) | Wait::Nothing => None,
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
    /// The pool of dice of a side: shots, melees, sixes rolled again, saves.
    pub(in crate::en_avant) fn pool(&self, state: &State, dice: Dice, side: Side) -> (Faces, u8) {
        match dice {
            Dice::Strike => (self.striking_faces(state, side), state.clash.dice[side.index()]),
            Dice::Six => (self.striking_faces(state, side), 1),
            Dice::Saves => (self.save_faces(), state.clash.saves[side.index()]),
            Dice::Draw | Dice::Objective | Dice::Test | Dice::Lot => panic!("{dice:?} is no pool of dice"),
        }
    }

    /// The pool of dice that is rolled now, if one is.
    fn pool_now(&self, state: &State) -> Option<(Faces, u8)> {
        let (dice, side) = state.rolled()?;
        matches!(dice, Dice::Strike | Dice::Six | Dice::Saves).then(|| self.pool(state, dice, side))
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
        match action {
            Action::OfferToStop => state.check_offer(),
            action => self.check_at_step(state, *action),
        }
    }

    /// The possible rolls, with their weights.
    pub(in crate::en_avant) fn list_rolls(&self, state: &State, rolls: &mut Vec<Weighted<Roll>>) {
        rolls.clear();
        match self.rules.pool_now(state) {
            Some((faces, dice)) => faces.list(dice, rolls),
            None => self.list_few(state, rolls),
        }
    }

    /// One of the possible rolls, at random.
    pub(in crate::en_avant) fn draw_roll(&self, state: &State, stream: &mut Stream) -> Roll {
        if let Some((faces, dice)) = self.rules.pool_now(state) {
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
        let next = self.roll(state, roll, observer);
        self.go_on(state, next, observer);
    }

    /// The effect of a roll; within a fight, the stage that follows.
    fn roll(&self, state: &mut State, roll: Roll, observer: &mut dyn Observer) -> Option<Stage> {
        match state.step {
            Step::EdgeRoll => state.apply_edge_roll(roll),
            Step::DeployRoll => self.apply_deploy_roll(state, roll),
            Step::InitiativeRoll => state.apply_initiative(roll),
            Step::ObjectiveRoll(index) => self.apply_objective(state, index, roll),
            Step::ReorganiseRoll(unit) => return self.units().apply_reorganise(state, unit, roll),
            Step::BreakOffRoll(unit) => self.units().apply_break_off(state, unit, roll),
            _ => return self.roll_in_fight(state, roll, observer),
        }
        None
    }

    /// Lists the possible rolls of a draw, a test or a choice among a few.
    fn list_few(&self, state: &State, rolls: &mut impl Extend<Weighted<Roll>>) {
        match state.step {
            Step::EdgeRoll => state.list_draw(false, rolls),
            Step::DeployRoll => state.list_draw(self.rules.adds_combativity(), rolls),
            Step::InitiativeRoll => state.list_draw(true, rolls),
            Step::ObjectiveRoll(index) => self.list_objective(state, index, rolls),
            Step::ReorganiseRoll(unit) => state.list_test(side_of(unit), self.rules.reorganise_test, 0, rolls),
            Step::BreakOffRoll(unit) => state.list_test(side_of(unit), self.rules.break_off_test, 0, rolls),
            _ => self.list_in_fight(state, rolls),
        }
    }

    /// Passes the actions that are proposed at this position to a sink.
    pub(in crate::en_avant) fn generate_actions(&self, state: &State, sink: &mut impl Sink) {
        self.actions_at_step(state, sink);
    }

    /// Whether an action is among those that are proposed, at steps where the list is complete.
    pub(in crate::en_avant) fn check_listed(&self, state: &State, action: &Action) -> Result<(), IllegalAction> {
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
        let next = self.execute_at_step(state, action, observer);
        self.go_on(state, next, observer);
    }

    /// Continues a fight at a stage, if there is one, and then the turn.
    fn go_on(&self, state: &mut State, from: Option<Stage>, observer: &mut dyn Observer) {
        if let Some(stage) = from
            && self.proceed(state, stage, observer) == Pause::ImpulseEnds
        {
            self.end_impulse(state, observer);
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

decisions! {
    game, state, sink, observer;
    actions_at_step, check_at_step, execute_at_step {
        // Set-up: `deployment.rs`.
        Step::EdgeChoice(_) => push_all(&[Action::KeepEdge, Action::TakeOtherEdge], sink); {
            action => game.apply_edge_choice(state, action),
        }
        Step::DeployOrder(side) => push_all(&[Action::GoFirst, Action::GoSecond], sink); {
            action => game.apply_deploy_order(state, side, action),
        }
        Step::DeployUnit => game.troops.deploy_unit_actions(state, sink); {
            Action::DeployUnit(unit) => state.step = Step::DeployAt(unit),
        }
        Step::DeployAt(unit) => game.deploy_at_actions(state, unit, sink); {
            Action::DeployAt(at) if game.check_deploy_at(state, unit, &at, false)
                => game.apply_deploy_at(state, unit, Action::DeployAt(at)),
            Action::DeployLimbered(at) if game.check_deploy_at(state, unit, &at, true)
                => game.apply_deploy_at(state, unit, Action::DeployLimbered(at)),
            Action::Pass => game.apply_deploy_at(state, unit, Action::Pass),
        }
        Step::DeployCamp => game.camp_actions(state, sink); {
            Action::DeployAt(at) if game.check_camp(state, &at) => game.apply_camp(state, Action::DeployAt(at)),
            action => game.apply_camp(state, action),
        }
        Step::DeployGeneral => game.general_actions(state, sink); {
            Action::DeployAt(at) if game.check_general(state, &at) => game.apply_general(state, Action::DeployAt(at)),
            action => game.apply_general(state, action),
        }
        // The turn: `impulses.rs`, `command/activation.rs`, `command/agreement.rs`, `command/general.rs`.
        Step::InitiativeChoice(side) => push_all(&[Action::GoFirst, Action::GoSecond], sink); {
            action => game.apply_initiative_choice(state, side, action, observer),
        }
        Step::Impulse => game.units().impulse_actions(state, sink); {
            Action::Activate(unit) => game.units().activate(state, unit),
            Action::ActivateGeneral => game.rules.activate_general(state),
            // The melees of the impulse are fought, then it ends (E5.11).
            Action::Done => {
                game.units().mark_fights(state);
                Stage::NextMelee
            },
            Action::OfferToStop => state.offer_to_stop(),
        }
        Step::StopAnswer => answer_actions(sink); {
            action => game.units().apply_answer(state, action),
        }
        Step::Act(unit) => game.act_actions(state, unit, sink); {
            Action::ChangeFormation => state.step = Step::Place(unit, Placing::Formation),
            Action::March => state.step = Step::Place(unit, Placing::Move),
            Action::Shoot if game.check_shoot(state, unit) => Stage::Aim(unit),
            Action::Reorganise => game.units().reorganise(state, unit),
            Action::BreakOff => state.step = Step::BreakOffRoll(unit),
            Action::Halt => game.units().next_activation(state),
        }
        // Formations and moves: `command/formation.rs`, `movement.rs`. Shots are in `combat/flow.rs`.
        Step::Place(unit, Placing::Formation) => game.formation_actions(state, unit, sink); {
            Action::Form(change) if game.check_change(state, unit, &change)
                => game.units().apply_change(state, unit, &change),
            Action::Limber(on) => game.units().apply_limber(state, unit, on),
            Action::Dismount(on_foot) if game.check_mount(state, unit, on_foot)
                => game.units().apply_mount(state, unit, on_foot),
            Action::Halt => game.units().next_activation(state),
        }
        Step::Place(unit, Placing::Move) => game.move_actions(state, unit, sink); {
            Action::MoveAlong(path) if game.check_move(state, unit, &path) => game.apply_move(state, unit, &path),
            Action::Halt => game.units().next_activation(state),
        }
        Step::MoveGeneral => game.general_move_actions(state, sink); {
            Action::GeneralTo(at) if game.check_general_move(state, &at)
                => game.units().apply_general_move(state, Action::GeneralTo(at)),
            action => game.units().apply_general_move(state, action),
        }
        Step::RallyFacing(unit) => game.rally_facing_actions(state, unit, sink); {
            action => game.units().apply_rally_facing(state, unit, action),
        }
    }
    others {
        game.actions_in_fight(state, sink);
        action => game.check_in_fight(state, action);
        game.answer_in_fight(state, action, observer)
    }
}

/// Proposes these actions.
fn push_all(actions: &[Action], sink: &mut impl Sink) {
    actions.iter().for_each(|action| sink.push(*action));
}
