//! The evaluation of positions and actions of the race.

use super::{Action, OUT, Phase, State, Toy};
use crate::game::{Evaluate, Game, Moment, Named, Side, Weights};

impl Evaluate for Toy {
    const FEATURES: &'static [Named] = &[
        Named { name: "victory", meaning: "1 won, -1 lost, 0 undecided" },
        Named { name: "home", meaning: "own runners at home minus the other team's" },
        Named { name: "out", meaning: "own runners out of the race minus the other team's" },
        Named { name: "progress", meaning: "steps of all own runners minus the other team's" },
    ];
    const APPRAISALS: &'static [Named] = &[
        Named { name: "steps", meaning: "mean number of steps gained by the next roll" },
        Named { name: "at_stake", meaning: "steps of this turn lost if a die stumbles, times the probability of that" },
        Named { name: "home", meaning: "probability that the runner is home after the next roll" },
        Named { name: "exposed", meaning: "1 if the runner stops beside an opposing runner, which may trip it" },
        Named { name: "runner_tripped", meaning: "probability that the other team loses its runner" },
        Named { name: "tripper_lost", meaning: "probability that the runner itself is lost in tripping" },
    ];

    fn is_quiet(&self, state: &State) -> bool {
        matches!(state.phase, Phase::Choose | Phase::Over { .. })
    }

    fn features(&self, state: &State, side: Side, features: &mut [f64]) {
        let less = |own: Side, count: &dyn Fn(Side) -> f64| count(own) - count(own.other());
        features[0] = match self.moment(state) {
            Moment::Over(outcome) => outcome.score(side) * 2.0 - 1.0,
            _ => 0.0,
        };
        features[1] = less(side, &|side| f64::from(self.home(state, side)));
        features[2] = less(side, &|side| f64::from(self.out(state, side)));
        features[3] = less(side, &|side| f64::from(self.progress(state, side)));
    }

    fn score_action(&self, state: &State, action: &Action, _weights: &Weights, appraisal: &mut [f32]) {
        match (state.phase, action) {
            (Phase::Choose, Action::Run { runner }) => {
                self.score_roll(state, *runner, state.places[state.active][usize::from(*runner)], appraisal);
            }
            (Phase::Push { runner, from }, Action::Push) => self.score_roll(state, runner, from, appraisal),
            (Phase::Push { runner, .. }, Action::Stop) => {
                appraisal[3] = self.beside(state, runner).next().is_some().into();
            }
            (Phase::React { .. }, Action::Trip) => {
                let sixths = |wanted: &dyn Fn(u8) -> bool| {
                    self.faces.into_iter().filter(|face| wanted(*face)).count() as f32 / 6.0
                };
                appraisal[4] = sixths(&|face| face >= self.trips_on);
                appraisal[5] = sixths(&|face| face == 0);
            }
            _ => {}
        }
    }
}

impl Toy {
    /// The features of a roll of a runner who began this turn at `from`.
    fn score_roll(&self, state: &State, runner: u8, from: u8, appraisal: &mut [f32]) {
        let place = state.places[state.active][usize::from(runner)];
        debug_assert_ne!(place, OUT);
        let dice = usize::from(self.teams[state.active][usize::from(runner)].dice);
        let total = 6f32.powi(dice as i32);
        for (sum, weight) in self.weights(dice).into_iter().enumerate().filter(|(_, weight)| *weight > 0) {
            let probability = weight as f32 / total;
            if sum == 0 {
                appraisal[1] = f32::from(place - from) * probability;
            } else {
                let left = usize::from(self.length - place);
                appraisal[0] += sum.min(left) as f32 * probability;
                appraisal[2] += if sum >= left { probability } else { 0.0 };
            }
        }
    }
}
