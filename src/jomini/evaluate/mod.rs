//! `impl Evaluate`: the value of a position and the score of an action, in named numbers. Features of positions are in
//! `features.rs`; here each action is passed to the file of its phase. If a score depends on a later choice (picking a
//! unit scores its best use), that choice is made by the weights of the calling bot.
//!
//! | file | covers |
//! |---|---|
//! | `features`, `stakes` | numbers of a quiet position, and of any position |
//! | `tempo` | who is nearer to objectives, and how much of the game has passed (J6.3, JI-179) |
//! | `numbers`, `scene`, `foes`, `friends`, `threats` | the numbers of an action; the position from one side's view |
//! | `chances`, `exchange` | mean effects of dice (J5.51, J5.53), and an attack with its answer (J5.41, J5.87) |
//! | `memo`, `prospects` | cached results, and the prospects of units in a Command phase |
//! | `ground_choice`, `deployment`, `off_table` | setting up (JA1.4 to JA1.8), entering and leaving (J4.22, J4.25) |
//! | `command`, `officers` | activations and orders (chapter 3), the hex of an officer (J3.3, J5.104) |
//! | `movement`, `mounting` | the Movement phase (J4.1), the order Mount or dismount (J3.31) |
//! | `reaction`, `front_rank`, `aftermath`, `animals` | combat (chapter 5) |

mod aftermath;
mod animals;
mod chances;
mod command;
mod deployment;
mod exchange;
mod features;
mod foes;
mod friends;
mod front_rank;
mod ground_choice;
mod memo;
mod mounting;
mod movement;
pub(super) mod numbers;
mod off_table;
mod officers;
mod prospects;
mod reaction;
pub(super) mod scene;
mod stakes;
mod tempo;
#[cfg(test)]
mod tests;
mod threats;

use self::numbers::{ActionWeights, NAMED, Numbers, SHIPPED};
use self::scene::Scene;
use crate::game::appraisal::action_weights;
use crate::game::{Evaluate, Game, Moment, Named, Side, Weights};
use crate::jomini::rules::DeployMethod;
use crate::jomini::state::action::Action;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{Choice, Mounting, Quiet, State};

impl Evaluate for Battle {
    const FEATURES: &'static [Named] = features::NAMED;
    const APPRAISALS: &'static [Named] = NAMED;
    const STAKES: &'static [Named] = stakes::NAMED;

    fn is_quiet(&self, state: &State) -> bool {
        state.outcome.is_some()
            || (state.flight_count == 0
                && match state.step.quiet() {
                    Quiet::Always => true,
                    Quiet::InOwnTurn => state.decider() == state.active,
                    Quiet::Never => false,
                })
    }

    fn features(&self, state: &State, side: Side, features: &mut [f64]) {
        features::fill(self.as_on_table(state), state, side, features);
    }

    fn stakes(&self, state: &State, side: Side, stakes: &mut [f64]) {
        stakes::fill(self.as_on_table(state), state, side, stakes);
    }

    fn score_action(&self, state: &State, action: &Action, weights: &Weights, appraisal: &mut [f32]) {
        let weights = action_weights(weights, &SHIPPED);
        self.as_on_table(state).each_score(state, std::slice::from_ref(action), &weights, |numbers, _| {
            appraisal.copy_from_slice(&numbers.0);
        });
    }

    fn score_actions(&self, state: &State, actions: &[Action], weights: &Weights, values: &mut Vec<f32>) {
        let weights = action_weights(weights, &SHIPPED);
        values.clear();
        self.as_on_table(state).each_score(state, actions, &weights, |numbers, _| values.push(numbers.weigh(&weights)));
    }

    fn score_with_reply(
        &self,
        state: &State,
        actions: &[Action],
        weights: &Weights,
        values: &mut Vec<f32>,
        replies: &mut Vec<Option<Action>>,
    ) {
        let weights = action_weights(weights, &SHIPPED);
        values.clear();
        replies.clear();
        self.as_on_table(state).each_score(state, actions, &weights, |numbers, reply| {
            values.push(numbers.weigh(&weights));
            replies.push(reply);
        });
    }
}

impl Battle {
    /// Scores the actions of one decision, sharing common computations, each with the best action of the choice that it
    /// opens where that was searched.
    fn each_score(
        &self,
        state: &State,
        actions: &[Action],
        weights: &ActionWeights,
        mut take: impl FnMut(&Numbers, Option<Action>),
    ) {
        let Moment::Decide(side) = self.moment(state) else { panic!("only actions of a decision are scored") };
        let clear;
        let state = if state.player_turn == 0 && self.field.rules.deploy_method == DeployMethod::Slips {
            clear = state.without_slips();
            &clear
        } else {
            state
        };
        let scene = Scene::new(self, state, side, weights);
        if state.flight_count > 0 {
            actions.iter().for_each(|action| take(&scene.aftermath(action), None));
            return;
        }
        let Some(choice) = state.step.choice() else { panic!("{:?} waits for no decision", state.step) };
        let mut each = |score: &dyn Fn(&Action) -> Numbers| actions.iter().for_each(|it| take(&score(it), None));
        match choice {
            Choice::Ground => each(&|it| scene.choice_of_ground(it)),
            Choice::Deployment | Choice::DeploymentOf(_) => {
                let zone = scene.zone();
                each(&|it| scene.deployment(zone, it));
            }
            Choice::Activation => {
                let promises = scene.promises();
                each(&|it| scene.command(&promises, it));
            }
            Choice::Movement => actions.iter().for_each(|it| {
                let (numbers, reply) = scene.movement_with_reply(it);
                take(&numbers, reply);
            }),
            Choice::Destination(mover) if mover.mounting != Mounting::No => {
                each(&|it| scene.mounting_destination(&mover, it));
            }
            Choice::Destination(mover) => {
                let here = scene.stand(mover.unit);
                each(&|it| scene.destination(&here, it));
            }
            Choice::OfficerMove => each(&|it| scene.destination(&Numbers::NONE, it)),
            Choice::FrontRank(unit) => each(&|it| scene.front_rank(unit, it)),
            Choice::Attack => each(&|it| scene.attack(it)),
            Choice::BreakOff => each(&|it| scene.break_off(it)),
            Choice::Order => each(&|it| scene.combat_order(it)),
            Choice::LeadForDice => each(&|it| scene.leading_for_dice(it)),
            Choice::Advantages => each(&|it| scene.wind_of_ball(it)),
            Choice::Hits => each(&|it| scene.choice_about_hits(it)),
            Choice::Morale => each(&|it| scene.choice_about_morale(it)),
            Choice::Way | Choice::FollowUp | Choice::NextAttack => each(&|it| scene.aftermath(it)),
            Choice::Riposte => each(&|it| scene.riposte(it)),
            Choice::Stampede => each(&|it| scene.panicked(it)),
        }
    }
}
