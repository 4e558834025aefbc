//! Ratings with draws and with an advantage of who begins: the model of Davidson ("On extending the Bradley-Terry model to accommodate ties in paired
//! comparison experiments", JASA 65, 1970) and of Davidson and Beaver ("On extending the Bradley-Terry model to incorporate within-pair order effects",
//! Biometrics 33, 1977).
//!
//! With `d` for the difference of strengths, the advantage of who begins added or subtracted, the chances of win, draw and loss are as `e^(d/2) : nu :
//! e^(-d/2)`. The odds of a win against a loss so are `e^d`, as without draws, and `nu / (2 + nu)` is the share of draws between equals. (Davidson and Beaver
//! put the whole advantage on one side; their tie parameter then is `nu` times the square root of theirs of order.)
//!
//! The parameters maximise the likelihood by Newton's method, times the same normal prior for strengths, advantage and `ln nu` if one is stated. The covariance
//! is that of estimating equations with clusters, as in [`super::ratings`], whose remarks on few clusters hold here too.

use super::elo::ELO;
use super::estimate::{Estimate, LEVEL, NORMAL_95};
use super::ratings::{MANY_PAIRS, Ratings};
use nalgebra::{DMatrix, DVector};
use std::collections::BTreeMap;

/// Who begins a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Begins {
    /// The first entrant of the two.
    First,
    /// The second.
    Second,
    /// Nobody, or nobody knows.
    Neither,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Score {
    /// The first entrant won.
    Win,
    /// Nobody won.
    Draw,
    /// The second entrant won.
    Loss,
}

/// A game between two entrants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Played {
    /// The number of one entrant.
    pub first: usize,
    /// The number of the other.
    pub second: usize,
    /// Who of them began.
    pub begins: Begins,
    /// How it ended.
    pub score: Score,
}

/// Games that share their dice, such as a pair or a quad, and how often the same results occurred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// The games.
    pub games: Vec<Played>,
    /// How often.
    pub count: u64,
}

/// A fitted field.
#[derive(Clone, Debug, PartialEq)]
pub struct Davidson {
    /// The strengths on the Elo scale.
    pub ratings: Ratings,
    /// By how many Elo points who begins is stronger for it; nothing where nobody is known to have begun.
    pub first_player: Option<Estimate>,
    /// The share of draws between equals; nothing where no game was drawn.
    pub draws_of_equals: Option<Estimate>,
    parameters: DVector<f64>,
    places: Places,
}

/// Where the parameters stand: strengths first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Places {
    pub(super) entrants: usize,
    pub(super) first_player: Option<usize>,
    pub(super) draws: Option<usize>,
}

/// How often games of the same kind (their score set aside) were won, drawn and lost.
pub(super) type Totals = BTreeMap<Played, [f64; 3]>;

/// Clusters added up. That the games of a cluster depend on each other matters for errors only, not for the parameters.
fn totals(clusters: &[Cluster]) -> Totals {
    let mut totals = Totals::new();
    for cluster in clusters {
        for game in &cluster.games {
            totals.entry(Played { score: Score::Draw, ..*game }).or_default()[game.score as usize] += cluster.count as f64;
        }
    }
    totals
}

/// What a game says: chances, and the direction in which its half difference moves with the parameters.
pub(super) struct Look {
    win: f64,
    draw: f64,
    loss: f64,
    direction: [(usize, f64); 3],
}

impl Places {
    fn of(entrants: usize, clusters: &[Cluster]) -> Places {
        let any = |test: fn(&Played) -> bool| clusters.iter().any(|cluster| cluster.count > 0 && cluster.games.iter().any(test));
        Places::with(entrants, any(|game| game.begins != Begins::Neither), any(|game| game.score == Score::Draw))
    }

    /// The places of so many strengths, and of what else is to be told.
    pub(super) fn with(entrants: usize, first_player: bool, draws: bool) -> Places {
        let place = |wanted: bool, place: usize| wanted.then_some(place);
        Places { entrants, first_player: place(first_player, entrants), draws: place(draws, entrants + usize::from(first_player)) }
    }

    pub(super) fn parameters(&self) -> usize {
        self.entrants + usize::from(self.first_player.is_some()) + usize::from(self.draws.is_some())
    }

    pub(super) fn look(&self, parameters: &DVector<f64>, game: &Played) -> Look {
        let sign = match game.begins {
            Begins::First => 0.5,
            Begins::Second => -0.5,
            Begins::Neither => 0.0,
        };
        let advantage = self.first_player.map_or((0, 0.0), |place| (place, sign));
        let direction = [(game.first, 0.5), (game.second, -0.5), advantage];
        let half: f64 = direction.iter().map(|(place, share)| parameters[*place] * share).sum();
        let tie = self.draws.map_or(0.0, |place| libm::exp(parameters[place] - half.abs()));
        // Divided by the greater of both, so that nothing overflows.
        let (win, loss) = (libm::exp(half - half.abs()), libm::exp(-half - half.abs()));
        let sum = win + tie + loss;
        Look { win: win / sum, draw: tie / sum, loss: loss / sum, direction }
    }

    /// Adds how the logarithm of a game's chance rises with the parameters.
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

    /// Adds how the slope falls: the information of a game, which does not depend on its result.
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

    /// Slope and information of all games and of the prior. The sum of strengths, which games say nothing about, is held at 0.
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

    /// The scatter of the slopes of clusters: of those between the same entrants together, or as the model has it where they are few or all alike and scatter less.
    fn scatter(&self, parameters: &DVector<f64>, clusters: &[Cluster]) -> DMatrix<f64> {
        let size = self.parameters();
        let mut groups: BTreeMap<Vec<(usize, usize)>, Vec<&Cluster>> = BTreeMap::new();
        for cluster in clusters.iter().filter(|cluster| cluster.count > 0) {
            let mut who: Vec<(usize, usize)> =
                cluster.games.iter().map(|game| (game.first.min(game.second), game.first.max(game.second))).collect();
            who.sort_unstable();
            who.dedup();
            groups.entry(who).or_default().push(cluster);
        }
        let mut sum = DMatrix::zeros(size, size);
        for group in groups.values() {
            let mut between = DMatrix::zeros(size, size);
            let mut model = DMatrix::zeros(size, size);
            for cluster in group {
                let mut slope = DVector::zeros(size);
                for game in &cluster.games {
                    let look = self.look(parameters, game);
                    self.slope(&look, game.score, 1.0, &mut slope);
                    self.information(&look, cluster.count as f64, &mut model);
                }
                between += &slope * slope.transpose() * cluster.count as f64;
            }
            let count: u64 = group.iter().map(|cluster| cluster.count).sum();
            let trusted = count >= MANY_PAIRS && group.len() > 1;
            sum += if trusted || between.trace() >= model.trace() { between } else { model };
        }
        sum
    }
}

impl Davidson {
    /// Rates `entrants` from their games. `prior` is the standard deviation of each parameter before any game, in Elo points; without one every entrant must have won and lost something against the rest of the field.
    ///
    /// Nothing where the parameters cannot be told.
    pub fn of(entrants: usize, clusters: &[Cluster], prior: Option<f64>) -> Option<Davidson> {
        let places = Places::of(entrants, clusters);
        Davidson::fit(places, &totals(clusters), prior, |parameters| places.scatter(parameters, clusters))
    }

    /// Fits the parameters to what the games add up to; `scatter` is that of the slopes of clusters at the best parameters.
    pub(super) fn fit(
        places: Places,
        totals: &Totals,
        prior: Option<f64>,
        scatter: impl Fn(&DVector<f64>) -> DMatrix<f64>,
    ) -> Option<Davidson> {
        const MOST_STEPS: usize = 200;
        const CLOSE: f64 = 1e-12;
        let precision = prior.map_or(0.0, |elo| (ELO / elo) * (ELO / elo));
        let mut parameters = DVector::zeros(places.parameters());
        for _ in 0..MOST_STEPS {
            let (slope, information) = places.whole(&parameters, totals, precision);
            let step = information.cholesky()?.solve(&slope);
            let longest = step.amax();
            // Far from the best parameters a whole step may lead astray.
            parameters += &step * (1.0 / longest.max(1.0));
            if longest < CLOSE {
                let scatter = scatter(&parameters);
                return Davidson::fitted(places, parameters, &scatter, totals, precision);
            }
        }
        None
    }

    fn fitted(places: Places, parameters: DVector<f64>, scatter: &DMatrix<f64>, totals: &Totals, precision: f64) -> Option<Davidson> {
        let (_, information) = places.whole(&parameters, totals, precision);
        let (_, bare) = places.whole(&parameters, totals, 0.0);
        let inverse = information.cholesky()?.inverse();
        let clustered = &inverse * scatter * &inverse;
        let model = &inverse * bare * &inverse;
        let around = |place: usize| {
            let half = NORMAL_95 * clustered[(place, place)].max(0.0).sqrt();
            Estimate { point: parameters[place], low: parameters[place] - half, high: parameters[place] + half, level: LEVEL }
        };
        let share = |log: f64| 1.0 / (1.0 + 2.0 * libm::exp(-log));
        let first_player = places.first_player.map(|place| around(place).map(|value| value * ELO));
        let draws_of_equals = places.draws.map(|place| around(place).map(share));
        let entrants = places.entrants;
        let ratings = Ratings::fitted(
            parameters.rows(0, entrants).into_owned(),
            model.view((0, 0), (entrants, entrants)).into_owned(),
            clustered.view((0, 0), (entrants, entrants)).into_owned(),
        );
        Some(Davidson { ratings, first_player, draws_of_equals, parameters, places })
    }

    /// The chances that one entrant wins, draws and loses against another.
    pub fn chances(&self, one: usize, other: usize, begins: Begins) -> [f64; 3] {
        let look = self.places.look(&self.parameters, &Played { first: one, second: other, begins, score: Score::Draw });
        [look.win, look.draw, look.loss]
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    const SCORES: [Score; 3] = [Score::Win, Score::Draw, Score::Loss];

    /// Pairs of two entrants: each begins once. The table holds how often the first of them scored so when it began (row) and when the other began (column).
    fn pairs(first: usize, second: usize, table: [[u64; 3]; 3]) -> Vec<Cluster> {
        let mut clusters = Vec::new();
        for (row, begun) in table.iter().zip(SCORES) {
            for (count, answered) in row.iter().zip(SCORES) {
                let game = |begins, score| Played { first, second, begins, score };
                clusters.push(Cluster { games: vec![game(Begins::First, begun), game(Begins::Second, answered)], count: *count });
            }
        }
        clusters
    }

    pub(in crate::stats) fn field() -> Vec<Cluster> {
        [
            pairs(0, 1, [[14, 6, 10], [5, 9, 7], [3, 2, 8]]),
            pairs(1, 2, [[20, 9, 11], [4, 6, 3], [6, 5, 9]]),
            pairs(0, 2, [[25, 5, 12], [6, 7, 2], [4, 3, 5]]),
        ]
        .concat()
    }

    #[test]
    fn parameters_and_errors_are_those_of_a_second_derivation() {
        let fitted = Davidson::of(3, &field(), None).unwrap();
        // scipy 1.17.1, optimize.minimize of the likelihood as Davidson and Beaver write it; numpy 2.4.6, the covariance of clustered estimating equations from numerical derivatives.
        let expected = [(72.42485, 18.56371), (11.99230, 18.20601), (-84.41715, 18.66118)];
        for (entrant, (elo, deviation)) in expected.into_iter().enumerate() {
            let found = fitted.ratings.elo(entrant);
            assert!((found.point - elo).abs() < 1e-3 && (found.half_width() / NORMAL_95 - deviation).abs() < 1e-3, "{entrant}: {found:?}");
        }
        assert!((fitted.ratings.covariance(0, 1) - -163.9154).abs() < 1e-2);
        let (first, draws) = (fitted.first_player.unwrap(), fitted.draws_of_equals.unwrap());
        assert!((first.point - 57.01916).abs() < 1e-3 && (first.half_width() / NORMAL_95 - 18.60900).abs() < 1e-3, "{first:?}");
        let off = [draws.point - 0.2568719, draws.low - 0.2114445, draws.high - 0.3082440];
        assert!(off.iter().all(|off| off.abs() < 1e-5), "{draws:?}");
        let superior = fitted.ratings.superiority_matrix();
        assert!((superior[0][1] - 0.971761).abs() < 1e-4 && (superior[0][1] + superior[1][0] - 1.0).abs() < 1e-12 && superior[2][2] == 0.5);
    }

    #[test]
    fn without_draws_and_beginners_it_is_the_plain_model() {
        let clusters: Vec<Cluster> = [(0, 1, 7, 3), (1, 2, 6, 4), (0, 2, 8, 5)]
            .iter()
            .flat_map(|(first, second, won, lost)| {
                let game = |score| vec![Played { first: *first, second: *second, begins: Begins::Neither, score }];
                [Cluster { games: game(Score::Win), count: *won }, Cluster { games: game(Score::Loss), count: *lost }]
            })
            .collect();
        let fitted = Davidson::of(3, &clusters, None).unwrap();
        let meeting = |first, second, games, points| crate::stats::Meeting { first, second, games, points, pairs: [0; 5] };
        let plain = Ratings::of(3, &[meeting(0, 1, 10.0, 7.0), meeting(1, 2, 10.0, 6.0), meeting(0, 2, 13.0, 8.0)], None).unwrap();
        for entrant in 0..3 {
            assert!((fitted.ratings.elo(entrant).point - plain.elo(entrant).point).abs() < 1e-8);
            // Single games scatter about as the model says.
            assert!((fitted.ratings.elo(entrant).half_width() / plain.elo(entrant).half_width() - 1.0).abs() < 0.05);
        }
        assert_eq!((fitted.first_player, fitted.draws_of_equals), (None, None));
    }

    #[test]
    fn an_advantage_of_who_begins_is_told_apart_from_strength() {
        // Who begins wins three of four; nobody is stronger.
        let level = pairs(0, 1, [[1000, 0, 9000], [0, 0, 0], [0, 0, 1000]]);
        let fitted = Davidson::of(2, &level, None).unwrap();
        let advantage = 400.0 * libm::log10(10.0);
        assert!((fitted.first_player.unwrap().point - advantage).abs() < 1e-6 && fitted.ratings.ahead(0, 1).point.abs() < 1e-6);
        let [win, draw, loss] = fitted.chances(1, 0, Begins::First);
        assert!((win - 10.0 / 11.0).abs() < 1e-9 && draw == 0.0 && (win + loss - 1.0).abs() < 1e-12);
    }

    #[test]
    fn perfect_scores_and_nothing_but_draws_need_the_prior() {
        for table in [[[9, 0, 0], [0, 0, 0], [0, 0, 0]], [[0, 0, 0], [0, 9, 0], [0, 0, 0]]] {
            let clusters = pairs(0, 1, table);
            assert_eq!(Davidson::of(2, &clusters, None), None);
            let fitted = Davidson::of(2, &clusters, Some(1000.0)).unwrap();
            assert!(fitted.ratings.ahead(0, 1).high.is_finite());
        }
    }
}
