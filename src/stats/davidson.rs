//! Ratings with draws and first-player advantage: the model of Davidson ("On extending the Bradley-Terry model to
//! accommodate ties in paired comparison experiments", JASA 65, 1970) and of Davidson and Beaver ("On extending the
//! Bradley-Terry model to incorporate within-pair order effects", Biometrics 33, 1977).
//!
//! With `d` for the difference of strengths, the first-player advantage added or subtracted, the probabilities of win,
//! draw and loss are proportional to `e^(d/2) : nu : e^(-d/2)`. The odds of a win against a loss are then `e^d`, as
//! without draws, and `nu / (2 + nu)` is the share of draws between equals. (Davidson and Beaver put the whole
//! advantage on one side; their tie parameter then is `nu` times the square root of their order parameter.)
//!
//! The parameters maximise the likelihood by Newton's method, times the same normal prior for strengths, advantage and
//! `ln nu` if one is given. The covariance is the cluster-robust one of estimating equations; a cluster is all games
//! with the same dice, regardless of the players ([`super::shared`]).

use super::elo::ELO;
use super::estimate::{Estimate, LEVEL};
use super::ratings::{Ratings, is_converged};
use super::shared::quantile;
use nalgebra::{DMatrix, DVector};
use std::collections::BTreeMap;

/// Which entrant moves first in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Begins {
    /// The first entrant of the two.
    First,
    /// The second.
    Second,
    /// Neither, or unknown.
    Neither,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Score {
    /// The first entrant won.
    Win,
    /// A draw.
    Draw,
    /// The second entrant won.
    Loss,
}

/// A game between two entrants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DuelGame {
    /// The index of one entrant.
    pub first: usize,
    /// The index of the other.
    pub second: usize,
    /// Which of them moved first.
    pub begins: Begins,
    /// How it ended.
    pub score: Score,
}

/// A fitted field.
#[derive(Clone, Debug, PartialEq)]
pub struct Davidson {
    /// The strengths on the Elo scale.
    pub ratings: Ratings,
    /// The first-player advantage in Elo points; `None` where the first player is known in no game.
    pub first_player: Option<Estimate>,
    /// The share of draws between equals; `None` where no game was drawn.
    pub draws_of_equals: Option<Estimate>,
    parameters: DVector<f64>,
    places: Places,
}

/// The positions of the parameters in the vector: strengths first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Places {
    pub(super) entrants: usize,
    pub(super) first_player: Option<usize>,
    pub(super) draws: Option<usize>,
}

/// How often games of the same kind (apart from their score) were won, drawn and lost.
pub(super) type Totals = BTreeMap<DuelGame, [f64; 3]>;

/// The model of a game: its probabilities, and the gradient of half its difference of strengths.
pub(super) struct Look {
    win: f64,
    draw: f64,
    loss: f64,
    direction: [(usize, f64); 3],
}

/// The probabilities of win, draw and loss by half the difference of strengths, and the log weight of a draw if there
/// are any.
pub(super) fn probabilities(half: f64, draws: Option<f64>) -> [f64; 3] {
    let tie = draws.map_or(0.0, |log_weight| libm::exp(log_weight - half.abs()));
    // Divided by the greater of both, so that nothing overflows.
    let (win, loss) = (libm::exp(half - half.abs()), libm::exp(-half - half.abs()));
    let sum = win + tie + loss;
    [win / sum, tie / sum, loss / sum]
}

impl Places {
    /// The positions for this many strengths and the further parameters to be estimated.
    pub(super) fn with(entrants: usize, first_player: bool, draws: bool) -> Places {
        let place = |wanted: bool, place: usize| wanted.then_some(place);
        Places {
            entrants,
            first_player: place(first_player, entrants),
            draws: place(draws, entrants + usize::from(first_player)),
        }
    }

    pub(super) fn parameters(&self) -> usize {
        self.entrants + usize::from(self.first_player.is_some()) + usize::from(self.draws.is_some())
    }

    pub(super) fn look(&self, parameters: &DVector<f64>, game: &DuelGame) -> Look {
        let sign = match game.begins {
            Begins::First => 0.5,
            Begins::Second => -0.5,
            Begins::Neither => 0.0,
        };
        let advantage = self.first_player.map_or((0, 0.0), |place| (place, sign));
        let direction = [(game.first, 0.5), (game.second, -0.5), advantage];
        let half: f64 = direction.iter().map(|(place, share)| parameters[*place] * share).sum();
        let [win, draw, loss] = probabilities(half, self.draws.map(|place| parameters[place]));
        Look { win, draw, loss, direction }
    }

    /// Adds the gradient of the log probability of a game.
    pub(super) fn slope(&self, look: &Look, score: Score, times: f64, slope: &mut DVector<f64>) {
        let (result, drawn) = match score {
            Score::Win => (1.0, 0.0),
            Score::Draw => (0.0, 1.0),
            Score::Loss => (-1.0, 0.0),
        };
        let surplus = times * (result - look.win + look.loss);
        look.direction.iter().for_each(|(place, share)| slope[*place] += surplus * share);
        if let Some(place) = self.draws {
            slope[place] += times * (drawn - look.draw);
        }
    }

    /// Adds the information of a game, which does not depend on its result.
    pub(super) fn information(&self, look: &Look, times: f64, information: &mut DMatrix<f64>) {
        let mean = look.win - look.loss;
        let variance = times * (look.win + look.loss - mean * mean);
        for (row, one) in look.direction {
            for (column, other) in look.direction {
                information[(row, column)] += variance * one * other;
            }
            if let Some(place) = self.draws {
                let together = -times * mean * look.draw * one;
                information[(row, place)] += together;
                information[(place, row)] += together;
            }
        }
        if let Some(place) = self.draws {
            information[(place, place)] += times * look.draw * (1.0 - look.draw);
        }
    }

    /// Gradient and information of all games and of the prior. The sum of strengths, which the games do not determine,
    /// is fixed at 0.
    fn whole(&self, parameters: &DVector<f64>, totals: &Totals, precision: f64) -> (DVector<f64>, DMatrix<f64>) {
        let size = self.parameters();
        let mut slope = parameters * -precision;
        let mut information = DMatrix::identity(size, size) * precision;
        let share = 1.0 / self.entrants as f64;
        let mean = parameters.rows(0, self.entrants).mean();
        for row in 0..self.entrants {
            slope[row] -= mean;
            (0..self.entrants).for_each(|column| information[(row, column)] += share);
        }
        for (game, counts) in totals {
            let look = self.look(parameters, game);
            for (score, count) in [Score::Win, Score::Draw, Score::Loss].into_iter().zip(counts) {
                self.slope(&look, score, *count, &mut slope);
            }
            self.information(&look, counts.iter().sum(), &mut information);
        }
        (slope, information)
    }

    /// Adds the scatter of one more game that scored halfway between a draw and a decision, and was a draw with weight
    /// one half.
    pub(super) fn one_more(&self, look: &Look, times: f64, scatter: &mut DMatrix<f64>) {
        let off = look.win - look.loss;
        for (row, one) in look.direction {
            for (column, other) in look.direction {
                scatter[(row, column)] += times * (off * off + 0.25) * one * other;
            }
        }
        if let Some(place) = self.draws {
            scatter[(place, place)] += times * (look.draw * (1.0 - look.draw) + 1.0 / 16.0);
        }
    }
}

impl Davidson {
    /// Fits the parameters to the totals of the games; `scatter` returns the scatter between the gradients of `groups`
    /// clusters at the optimum.
    pub(super) fn fit(
        places: Places,
        totals: &Totals,
        prior: Option<f64>,
        groups: usize,
        scatter: impl Fn(&DVector<f64>) -> DMatrix<f64>,
    ) -> Option<Davidson> {
        const MOST_STEPS: usize = 200;
        let precision = prior.map_or(0.0, |elo| (ELO / elo) * (ELO / elo));
        let mut parameters = DVector::zeros(places.parameters());
        for done in 0..MOST_STEPS {
            let (slope, information) = places.whole(&parameters, totals, precision);
            let step = information.cholesky()?.solve(&slope);
            let longest = step.amax();
            // Far from the optimum a full Newton step may overshoot.
            parameters += &step * (1.0 / longest.max(1.0));
            if is_converged(longest, done) {
                let scatter = scatter(&parameters);
                return Davidson::fitted(places, parameters, (&scatter, groups), totals, precision);
            }
        }
        None
    }

    fn fitted(
        places: Places,
        parameters: DVector<f64>,
        (scatter, groups): (&DMatrix<f64>, usize),
        totals: &Totals,
        precision: f64,
    ) -> Option<Davidson> {
        let (_, information) = places.whole(&parameters, totals, precision);
        let (_, bare) = places.whole(&parameters, totals, 0.0);
        let inverse = information.cholesky()?.inverse();
        let clustered = &inverse * scatter * &inverse;
        let model = &inverse * bare * &inverse;
        let around = |place: usize| {
            let half = quantile(groups) * clustered[(place, place)].max(0.0).sqrt();
            Estimate {
                point: parameters[place],
                low: parameters[place] - half,
                high: parameters[place] + half,
                level: LEVEL,
            }
        };
        let share = |log: f64| 1.0 / (1.0 + 2.0 * libm::exp(-log));
        let first_player = places.first_player.map(|place| around(place).map(|value| value * ELO));
        let draws_of_equals = places.draws.map(|place| around(place).map(share));
        let entrants = places.entrants;
        let ratings = Ratings::fitted(
            parameters.rows(0, entrants).into_owned(),
            model.view((0, 0), (entrants, entrants)).into_owned(),
            clustered.view((0, 0), (entrants, entrants)).into_owned(),
            groups,
        );
        Some(Davidson { ratings, first_player, draws_of_equals, parameters, places })
    }

    /// The log odds of the first move, 0 where it is unknown, and the log weight of a draw, `None` where none was.
    pub(super) fn first_move_and_draws(&self) -> (f64, Option<f64>) {
        let at = |place: Option<usize>| place.map(|place| self.parameters[place]);
        (at(self.places.first_player).unwrap_or(0.0), at(self.places.draws))
    }

    /// The probabilities that one entrant wins, draws and loses against another.
    pub fn chances(&self, one: usize, other: usize, begins: Begins) -> [f64; 3] {
        let look =
            self.places.look(&self.parameters, &DuelGame { first: one, second: other, begins, score: Score::Draw });
        [look.win, look.draw, look.loss]
    }
}
