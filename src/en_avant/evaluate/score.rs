//! `impl Evaluate`: the value of a position and of an action, in named numbers (`numbers.rs`). Features of positions
//! are in `features.rs`.
//!
//! An action is tried on a copy of the position, and its changes are counted: losses and combativity of both sides, and
//! the situation of the acting unit afterwards (`standing.rs`). An action that only opens a choice has the value of the
//! best choice by the weights of the calling bot; by those of the shipped greedy bot, if none are given.

use super::features;
use super::harm::gain_of_six;
use super::numbers::{self, ActionWeights, NAMED, Numbers, SHIPPED};
use super::stakes;
use crate::en_avant::combat::observer::NoObserver;
use crate::en_avant::rules::{Rules, Threshold};
use crate::en_avant::state::action::{Action, Path};
use crate::en_avant::state::arrival::Arrival;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::sink::FirstOfTwo;
use crate::en_avant::state::troops::Troops;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{Choice, NO_UNIT, Placing, State, Status, Step, UnitId, side_of};
use crate::en_avant::turn::movement::{Field, Neighbours};
use crate::game::appraisal::action_weights;
use crate::game::{Evaluate, Game, Moment, Named, Side, Weights};

/// Maximum depth of consecutive choices of results that are searched.
const MOST_RESULTS: u32 = 4;

impl Evaluate for Engagement {
    const FEATURES: &'static [Named] = features::NAMED;
    const APPRAISALS: &'static [Named] = NAMED;
    const STAKES: &'static [Named] = stakes::NAMED;

    fn is_quiet(&self, state: &State) -> bool {
        state.step.is_quiet()
    }

    fn features(&self, state: &State, side: Side, features: &mut [f64]) {
        features::fill(self, state, side, features);
    }

    fn stakes(&self, state: &State, side: Side, stakes: &mut [f64]) {
        stakes::fill(self, state, side, stakes);
    }

    fn score_action(&self, state: &State, action: &Action, weights: &Weights, appraisal: &mut [f32]) {
        self.each_score(state, std::slice::from_ref(action), &action_weights(weights, &SHIPPED), |numbers, _| {
            appraisal.copy_from_slice(&numbers.0);
        });
    }

    fn score_actions(&self, state: &State, actions: &[Action], weights: &Weights, values: &mut Vec<f32>) {
        let weights = action_weights(weights, &SHIPPED);
        values.clear();
        self.each_score(state, actions, &weights, |numbers, _| values.push(numbers.weigh(&weights)));
    }

    fn score_with_reply(
        &self,
        state: &State,
        actions: &[Action],
        weights: &Weights,
        values: &mut Vec<f32>,
        foreseen: &mut Vec<Option<Action>>,
    ) {
        let weights = action_weights(weights, &SHIPPED);
        values.clear();
        foreseen.clear();
        self.each_score(state, actions, &weights, |numbers, next| {
            values.push(numbers.weigh(&weights));
            foreseen.push(next);
        });
    }
}

impl State {
    /// The expected value of results still to be applied: losses, recoils and disorder that the owner takes.
    fn promised(&self, action: &Action) -> Numbers {
        let mut numbers = Numbers::NONE;
        if let (Action::Take(results), Some(unit)) = (action, self.acting_unit()) {
            let bases = f32::from(self.unit(unit).bases);
            numbers.add(numbers::RECOILS, f32::from(results.recoils));
            numbers.add(numbers::DISORDER, if results.disorder { bases } else { 0.0 });
        }
        numbers
    }

    /// The probability that a side passes a test with one die.
    pub(super) fn pass_probability(&self, side: Side, test: Threshold) -> f32 {
        f32::from(self.passing_faces(side, test, 0)) / 6.0
    }
}

impl Rules {
    /// The value of rolling a six again (E9.37, EI-55): a further impact, or the loss of the present one.
    fn score_six(&self, troops: &Troops, state: &State, side: Side, action: &Action) -> Numbers {
        let mut numbers = Numbers::NONE;
        if *action == Action::RollAgain {
            let hits = self.impact_probability(state, side.other());
            numbers.add(numbers::SIXES, gain_of_six(hits, self.impacts_at_risk(state)));
            let (struck, impacts) = (state.clash.struck[side.other().index()], state.clash.impacts[side.index()]);
            let routs = |impacts: u8| {
                struck != NO_UNIT && troops.can_rout(state, struck) && self.is_routed_by(state, struck, impacts)
            };
            if impacts > 0 && routs(impacts + 1) && !routs(impacts) {
                numbers.add(numbers::SIXES, hits * 0.5);
            }
        }
        numbers
    }
}

impl Troops {
    /// Points of the remaining bases of a unit.
    pub(super) fn points_left(&self, state: &State, unit: UnitId) -> f32 {
        f32::from(self.profile(state, unit).points) * f32::from(state.unit(unit).bases)
    }
}

impl Units<'_> {
    /// The changes by an action to both sides: losses, combativity, the end.
    fn changes(self, before: &State, after: &State, side: Side) -> Numbers {
        let mut numbers = Numbers::NONE;
        if let Some(outcome) = after.outcome {
            numbers.add(numbers::VICTORY, outcome.score(side) as f32 * 2.0 - 1.0);
        }
        for (of, points) in [(side.other(), numbers::POINTS_TAKEN), (side, numbers::POINTS_LOST)] {
            let (old, new) = (before.side(of), after.side(of));
            numbers.add(points, f32::from(new.points_lost) - f32::from(old.points_lost));
            let sign = if of == side { 1.0 } else { -1.0 };
            numbers.add(numbers::COMBATIVITY, sign * f32::from(new.combativity - old.combativity));
            numbers.add(
                numbers::QUARTERS,
                -sign * f32::from(new.bases_lost - old.bases_lost) / f32::from(self.quarter(of)),
            );
        }
        numbers
    }
}

impl Engagement {
    /// Evaluates the actions of one decision by what it is about, sharing common work, and returns the best choice that
    /// each opens if that was searched.
    fn each_score(
        &self,
        state: &State,
        actions: &[Action],
        weights: &ActionWeights,
        mut take: impl FnMut(&Numbers, Option<Action>),
    ) {
        let Moment::Decide(side) = self.moment(state) else { panic!("only actions of a decision are scored") };
        let Some(choice) = state.step.choice() else { panic!("{:?} waits for no decision", state.step) };
        let acting = || state.acting_unit().expect("such a decision is one of a unit");
        let mut each = |score: &dyn Fn(&Action) -> Numbers| actions.iter().for_each(|it| take(&score(it), None));
        match choice {
            Choice::Order => each(&|it| {
                let mut numbers = Numbers::NONE;
                numbers.add(numbers::FIRST, if *it == Action::GoFirst { 1.0 } else { 0.0 });
                numbers
            }),
            Choice::NextUnit => each(&|it| self.unit_to_deploy(state, it)),
            Choice::Place => each(&|it| self.place_of_piece(state, side, it)),
            Choice::Activation => each(&|it| self.score_activation(state, it)),
            Choice::Act => {
                let unit = acting();
                actions.iter().for_each(|action| {
                    let (numbers, next) = self.score_act(state, unit, action, weights);
                    take(&numbers, next);
                });
            }
            Choice::Details => match state.step {
                Step::Place(unit, Placing::Move) => {
                    let before = self.standing(state, unit);
                    let mut room = Neighbours::new();
                    let field = Field::around(self, state, unit, &mut room);
                    each(&|it| self.score_move(state, side, unit, &before, &field, it));
                }
                Step::Place(unit, Placing::Formation) => {
                    let before = self.standing(state, unit);
                    each(&|it| self.score_placing(state, side, unit, &before, it));
                }
                Step::Place(unit, Placing::Shot) => each(&|it| self.score_shot(state, unit, it)),
                step => panic!("{step:?} has no details"),
            },
            Choice::Facing => {
                let unit = acting();
                let before = self.standing(state, unit);
                each(&|it| self.score_placing(state, side, unit, &before, it));
            }
            Choice::GeneralMove => {
                let before = self.units().general_standing(state, side);
                each(&|it| {
                    let after = self.tried(state, *it);
                    let standing = self.units().general_standing(&after, side).less(&before);
                    self.units().changes(state, &after, side).and(&standing)
                });
            }
            Choice::Melee => each(&|it| match it {
                Action::Fight(unit) => self.standing(state, *unit),
                _ => Numbers::NONE,
            }),
            Choice::Six => each(&|it| self.rules.score_six(&self.troops, state, side, it)),
            Choice::Contagion => each(&|it| {
                let mut numbers = Numbers::NONE;
                if let Action::Tests(unit) = it {
                    numbers.add(numbers::POINTS_TAKEN, 0.5 * self.troops.points_left(state, *unit));
                }
                numbers
            }),
            // Who leads and who is struck decide which dice are rolled, and on whom impacts fall (EI-76, EI-77).
            Choice::Effect if matches!(state.step, Step::Leader(_) | Step::Opponent(_)) => {
                each(&|it| self.counted_fight(&self.tried(state, *it), side));
            }
            Choice::Impacts | Choice::Result | Choice::Effect => {
                let unit = state.acting_unit().filter(|unit| state.unit(*unit).is_on_table());
                let before = unit.map_or(Numbers::NONE, |unit| self.standing(state, unit));
                each(&|it| self.score_effect(state, side, unit, &before, it));
            }
        }
    }

    /// The value of a move.
    fn score_move(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        before: &Numbers,
        field: &Field,
        action: &Action,
    ) -> Numbers {
        match action {
            Action::MoveAlong(path) => {
                let arrival = field
                    .march(path)
                    .unwrap_or_else(|fault| panic!("{path:?}: {fault:?}: only legal moves are scored"));
                self.score_arrival(state, side, unit, before, path, &arrival)
            }
            Action::Halt => Numbers::NONE,
            action => action.not_offered(),
        }
    }

    /// The value of what follows an action: the changes to both sides, and the situation of the unit concerned.
    fn score_effect(
        &self,
        state: &State,
        side: Side,
        unit: Option<UnitId>,
        before: &Numbers,
        action: &Action,
    ) -> Numbers {
        let mut after = *state;
        self.apply(&mut after, *action);
        self.carry_out(&mut after);
        let mut numbers = self.units().changes(state, &after, side);
        if let Some(unit) = unit.filter(|_| after.outcome.is_none()) {
            // A unit that is gone has no situation: its earlier prospects are lost too.
            let mut standing = self.standing(&after, unit).less(before);
            if after.unit(unit).bases != state.unit(unit).bases {
                // The loss of bases does not make a unit nearer or broader.
                for number in [numbers::ADVANCE, numbers::URGENCY, numbers::WIDTH] {
                    standing.0[number] = 0.0;
                }
            }
            numbers = numbers.and(&if side_of(unit) == side { standing } else { Numbers::NONE.less(&standing) });
        }
        if let Step::GeneralFollows(unit) = state.step {
            let standing = |state: &State| self.units().general_standing(state, side_of(unit));
            numbers = numbers.and(&standing(&after).less(&standing(state)));
        }
        numbers.and(&state.promised(action))
    }

    /// Carries out the chosen results, with the first option for the end that is lost and the direction of recoil: a
    /// recoil without room destroys the unit.
    fn carry_out(&self, after: &mut State) {
        for _ in 0..MOST_RESULTS {
            if after.step.choice() != Some(Choice::Result) {
                return;
            }
            let mut first = FirstOfTwo::default();
            self.generate_actions(after, &mut first);
            let Some(action) = first.first else { return };
            self.apply(after, action);
        }
    }

    /// The position after an action, without its later consequences.
    pub(super) fn tried(&self, state: &State, action: Action) -> State {
        let mut after = *state;
        self.execute(&mut after, action, &mut NoObserver);
        after
    }

    /// The value of a new place or formation.
    pub(super) fn score_placing(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        before: &Numbers,
        action: &Action,
    ) -> Numbers {
        if matches!(action, Action::Halt | Action::Pass) {
            return Numbers::NONE;
        }
        self.placed_anew(state, &self.tried(state, *action), side, unit, before)
    }

    /// The value of a move with a known end.
    pub(super) fn score_arrival(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        before: &Numbers,
        path: &Path,
        arrival: &Arrival,
    ) -> Numbers {
        let mut after = *state;
        self.units().arrive(&mut after, unit, path, arrival);
        self.units().settle_camps(&mut after);
        self.units().check_defeat(&mut after);
        let mut numbers = self.placed_anew(state, &after, side, unit, before);
        numbers.add(numbers::EFFORT, 1.0);
        numbers
    }

    /// The gain of a unit by a new place or formation.
    fn placed_anew(&self, state: &State, after: &State, side: Side, unit: UnitId, before: &Numbers) -> Numbers {
        let numbers = self.units().changes(state, after, side);
        if !after.unit(unit).is_on_table() || after.outcome.is_some() {
            return numbers;
        }
        let mut standing = self.standing(after, unit).less(before).less(&self.fought_before(state, after, unit));
        let disorder = |state: &State| {
            if state.unit(unit).has(Status::DISORDERED) { f32::from(state.unit(unit).bases) } else { 0.0 }
        };
        standing.add(numbers::DISORDER, disorder(after) - disorder(state));
        numbers.and(&standing)
    }

    /// The value of a shot at a target.
    pub(super) fn score_shot(&self, state: &State, unit: UnitId, action: &Action) -> Numbers {
        let mut numbers = Numbers::NONE;
        if let Action::ShootAt(target) = action {
            numbers.add(numbers::FIRE, self.shot(state, unit, *target));
        }
        numbers
    }

    /// The value of a shot whose target a die draws among equal ones (E9.11): the mean over them.
    pub(super) fn score_drawn_shot(&self, state: &State, unit: UnitId) -> Numbers {
        let targets = self.targets(state, unit);
        let values = targets.iter().map(|target| self.shot(state, unit, target));
        let mut numbers = Numbers::NONE;
        numbers.add(numbers::FIRE, values.sum::<f32>() / targets.iter().count().max(1) as f32);
        numbers
    }
}
