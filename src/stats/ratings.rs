//! Ratings of all entrants of a field on one scale: the model of Bradley and Terry (Rank analysis of incomplete block
//! designs, Biometrika 39, 1952), a draw counted as half a game won. The log odds that one entrant beats another are
//! the difference of their strengths.
//!
//! Strengths maximise the likelihood (Newton's method) times a normal prior of a given standard deviation around the
//! mean of the field, which keeps perfect scores finite. The covariance is the cluster-robust one of estimating
//! equations (Liang and Zeger, Longitudinal data analysis using generalized linear models, Biometrika 73, 1986): the
//! two games of a pair share their dice and count as one observation. A meeting with few pairs, or with equal ones,
//! counts with the binomial variance if that is greater.

use super::distributions::{normal_below, student_above};
use super::elo::ELO;
use super::estimate::{Estimate, LEVEL, NORMAL_95};
use super::shared::quantile;
use nalgebra::{DMatrix, DVector};

/// With at least this many pairs their scatter alone is used.
const MANY_PAIRS: u64 = 30;

/// All games of two entrants against each other, from the perspective of the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// The index of one entrant.
    pub first: usize,
    /// The index of the other.
    pub second: usize,
    /// Games played.
    pub games: f64,
    /// Points of the first: games won, draws counted half.
    pub points: f64,
    /// Pairs by half points of the first: 0, 1, 2, 3, 4. All 0 where games are not paired.
    pub pairs: [u64; 5],
}

impl Meeting {
    /// A meeting whose games were played in pairs.
    pub fn of_pairs(first: usize, second: usize, pairs: [u64; 5]) -> Meeting {
        let count: u64 = pairs.iter().sum();
        let halves: u64 = pairs.iter().zip(0..).map(|(count, halves)| count * halves).sum();
        Meeting { first, second, games: 2.0 * count as f64, points: halves as f64 / 2.0, pairs }
    }

    /// The variance of the points around their expectation at a win probability of `p`.
    pub(super) fn scatter(&self, p: f64) -> f64 {
        let binomial = self.games * p * (1.0 - p);
        let count: u64 = self.pairs.iter().sum();
        let squares = self.pairs.iter().zip(0..).map(|(count, halves)| {
            let off = f64::from(halves) / 2.0 - 2.0 * p;
            *count as f64 * off * off
        });
        let between: f64 = squares.sum();
        let single = self.pairs.iter().filter(|count| **count > 0).count() < 2;
        if count >= MANY_PAIRS && !single { between } else { between.max(binomial) }
    }
}

/// Strengths of a field, their mean 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    strengths: DVector<f64>,
    /// Covariance under the model, games taken to be independent.
    model: DMatrix<f64>,
    /// Covariance with pairs as clusters.
    clustered: DMatrix<f64>,
    /// The number of clusters from whose scatter the covariance is estimated; `None` where it is taken to be known.
    groups: Option<usize>,
}

/// Whether a Newton step of this length, after this many others, is the last. With very many games the rounding of sums
/// keeps steps from becoming shorter.
pub(super) fn is_converged(longest: f64, done: usize) -> bool {
    const CLOSE: f64 = 1e-12;
    const CLOSE_BY_ROUNDING: f64 = 1e-9;
    const STEPS_WITHOUT_ROUNDING: usize = 50;
    longest < CLOSE || done > STEPS_WITHOUT_ROUNDING && longest < CLOSE_BY_ROUNDING
}

/// The logistic function of a difference of strengths.
fn chance(difference: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-difference))
}

impl Ratings {
    /// Rates `entrants` from their meetings. `prior` is the standard deviation of strengths before any game, in Elo
    /// points; without one every entrant must have won and lost something against the rest of the field, or its
    /// strength has no bound.
    ///
    /// `None` where the strengths cannot be estimated, for instance in a field of two parts that never played each
    /// other, without a prior.
    pub fn of(entrants: usize, meetings: &[Meeting], prior: Option<f64>) -> Option<Ratings> {
        const MOST_STEPS: usize = 200;
        let precision = prior.map_or(0.0, |elo| (ELO / elo) * (ELO / elo));
        let mut strengths = DVector::zeros(entrants);
        for done in 0..MOST_STEPS {
            let (slope, curve) = slopes(&strengths, meetings, precision);
            let step = curve.cholesky()?.solve(&slope);
            // Far from the optimum a full Newton step may overshoot.
            let longest = step.amax();
            strengths += &step * (1.0 / longest.max(1.0));
            if is_converged(longest, done) {
                let mean = strengths.mean();
                strengths.add_scalar_mut(-mean);
                let (_, curve) = slopes(&strengths, meetings, precision);
                let inverse = curve.cholesky()?.inverse();
                let mut scatter = DMatrix::zeros(entrants, entrants);
                let mut model = DMatrix::zeros(entrants, entrants);
                for meeting in meetings {
                    let p = chance(strengths[meeting.first] - strengths[meeting.second]);
                    spread(&mut scatter, meeting, meeting.scatter(p));
                    spread(&mut model, meeting, meeting.games * p * (1.0 - p));
                }
                let clustered = &inverse * scatter * &inverse;
                let model = &inverse * model * &inverse;
                return Some(Ratings { strengths, model, clustered, groups: None });
            }
        }
        None
    }

    /// Strengths fitted by another model, with both covariances.
    pub(super) fn fitted(
        strengths: DVector<f64>,
        model: DMatrix<f64>,
        clustered: DMatrix<f64>,
        groups: usize,
    ) -> Ratings {
        Ratings { strengths, model, clustered, groups: Some(groups) }
    }

    /// The number of groups of games from whose scatter the covariance is estimated; `None` where it is taken to be
    /// known.
    pub fn groups(&self) -> Option<usize> {
        self.groups
    }

    /// The number of entrants.
    pub fn entrants(&self) -> usize {
        self.strengths.len()
    }

    /// An entrant's rating in Elo points, the mean of the field 0.
    pub fn elo(&self, entrant: usize) -> Estimate {
        self.around(self.strengths[entrant] * ELO, self.clustered[(entrant, entrant)].max(0.0).sqrt() * ELO)
    }

    /// By how many Elo points one entrant is ahead of another.
    pub fn ahead(&self, one: usize, other: usize) -> Estimate {
        self.around(
            (self.strengths[one] - self.strengths[other]) * ELO,
            self.deviation(&self.clustered, one, other) * ELO,
        )
    }

    /// The probability that one entrant is stronger than another, given the games (likelihood of superiority).
    pub fn superiority(&self, one: usize, other: usize) -> f64 {
        let deviation = self.deviation(&self.clustered, one, other);
        if deviation == 0.0 {
            return 0.5;
        }
        let standard = (self.strengths[one] - self.strengths[other]) / deviation;
        match self.groups {
            Some(groups) => student_above(-standard, groups.saturating_sub(1).max(1) as f64),
            None => normal_below(standard),
        }
    }

    /// For each entrant (row) the probability that it is stronger than each other (column), one half on the diagonal.
    pub fn superiority_matrix(&self) -> Vec<Vec<f64>> {
        let entrants = 0..self.entrants();
        entrants.clone().map(|one| entrants.clone().map(|other| self.superiority(one, other)).collect()).collect()
    }

    /// The cluster-robust covariance of two ratings in squared Elo points.
    pub fn covariance(&self, one: usize, other: usize) -> f64 {
        self.clustered[(one, other)] * ELO * ELO
    }

    fn around(&self, point: f64, deviation: f64) -> Estimate {
        let half = self.groups.map_or(NORMAL_95, quantile) * deviation;
        Estimate { point, low: point - half, high: point + half, level: LEVEL }
    }

    fn deviation(&self, covariance: &DMatrix<f64>, one: usize, other: usize) -> f64 {
        (covariance[(one, one)] + covariance[(other, other)] - 2.0 * covariance[(one, other)]).max(0.0).sqrt()
    }
}

/// Adds a meeting's contribution to a matrix over entrants.
fn spread(matrix: &mut DMatrix<f64>, meeting: &Meeting, amount: f64) {
    let (first, second) = (meeting.first, meeting.second);
    matrix[(first, first)] += amount;
    matrix[(second, second)] += amount;
    matrix[(first, second)] -= amount;
    matrix[(second, first)] -= amount;
}

/// The gradient of the log likelihood, and its negative Hessian. The sum of strengths, which the games do not
/// determine, is fixed at 0.
fn slopes(strengths: &DVector<f64>, meetings: &[Meeting], precision: f64) -> (DVector<f64>, DMatrix<f64>) {
    let entrants = strengths.len();
    let mut slope = strengths * -precision;
    let mut curve = DMatrix::identity(entrants, entrants) * precision;
    curve.add_scalar_mut(1.0 / entrants as f64);
    slope.add_scalar_mut(-strengths.mean());
    for meeting in meetings {
        let p = chance(strengths[meeting.first] - strengths[meeting.second]);
        let surplus = meeting.points - meeting.games * p;
        slope[meeting.first] += surplus;
        slope[meeting.second] -= surplus;
        spread(&mut curve, meeting, meeting.games * p * (1.0 - p));
    }
    (slope, curve)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Baseball, American League East 1987 (Agresti, Categorical Data Analysis, 1990, table 10.10): wins of the row
    /// over the column. Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
    const WINS: [[u32; 7]; 7] = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];

    fn baseball() -> Vec<Meeting> {
        let mut meetings = Vec::new();
        for (first, row) in WINS.iter().enumerate() {
            for (second, won) in row.iter().enumerate().skip(first + 1) {
                let (won, lost) = (f64::from(*won), f64::from(WINS[second][first]));
                meetings.push(Meeting { first, second, games: won + lost, points: won, pairs: [0; 5] });
            }
        }
        meetings
    }

    #[test]
    fn baseball_is_rated_as_published() {
        // Turner and Firth, Bradley-Terry Models in R: The BradleyTerry2 Package, Journal of Statistical Software 48
        // (2012): abilities against Baltimore, and standard errors.
        let published = [
            (1.5814, 0.3433),
            (1.4364, 0.3396),
            (1.2945, 0.3367),
            (1.2476, 0.3359),
            (1.1077, 0.3339),
            (0.6839, 0.3319),
        ];
        let ratings = Ratings::of(7, &baseball(), None).unwrap();
        for (team, (ability, error)) in published.into_iter().enumerate() {
            let ahead = ratings.strengths[team] - ratings.strengths[6];
            let deviation = ratings.deviation(&ratings.model, team, 6);
            assert!(
                (ahead - ability).abs() < 5e-5 && (deviation - error).abs() < 5e-5,
                "{team}: {ahead} ± {deviation}"
            );
        }
    }

    #[test]
    fn two_entrants_differ_by_the_logarithm_of_their_odds() {
        let ratings = Ratings::of(2, &[Meeting::of_pairs(0, 1, [5, 0, 0, 0, 15])], None).unwrap();
        assert!((ratings.ahead(0, 1).point - 400.0 * libm::log10(3.0)).abs() < 1e-9);
        assert!((ratings.elo(0).point + ratings.elo(1).point).abs() < 1e-9);
        assert!((ratings.superiority(0, 1) + ratings.superiority(1, 0) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn pairs_that_balance_narrow_the_interval_and_pairs_that_double_widen_it() {
        let width = |pairs| Ratings::of(2, &[Meeting::of_pairs(0, 1, pairs)], None).unwrap().ahead(0, 1).half_width();
        let (balanced, independent, doubled) =
            (width([1, 0, 98, 0, 1]), width([25, 0, 50, 0, 25]), width([50, 0, 0, 0, 50]));
        assert!((independent / doubled - 0.5_f64.sqrt()).abs() < 1e-9, "{independent} {doubled}");
        assert!((balanced / independent - 0.2).abs() < 1e-9, "{balanced} {independent}");
    }

    #[test]
    fn a_perfect_score_is_bounded_by_the_prior_only() {
        let perfect = [Meeting::of_pairs(0, 1, [0, 0, 0, 0, 10]), Meeting::of_pairs(1, 2, [3, 1, 2, 1, 3])];
        assert_eq!(Ratings::of(3, &perfect, None), None);
        let ratings = Ratings::of(3, &perfect, Some(400.0)).unwrap();
        assert!((300.0..900.0).contains(&ratings.ahead(0, 1).point), "{:?}", ratings.ahead(0, 1));
        // An entrant that never played is known from the prior only.
        let alone = Ratings::of(3, &[Meeting::of_pairs(0, 1, [2, 0, 2, 0, 2])], Some(400.0)).unwrap();
        assert!(alone.elo(2).point.abs() < 1e-9);
    }
}
