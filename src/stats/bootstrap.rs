//! Intervals of statistics without a closed formula, such as alpha-rank and Nash averages: the Bayesian bootstrap
//! (Rubin, Annals of Statistics 9, 1981).
//!
//! Each replicate reweights the clusters of games with the same dice ([`super::shared`]) with weights from a Dirichlet
//! distribution common to all pairings, in each stratum by itself, and computes the statistic from the resulting rates;
//! the interval holds the middle 95 % of the replicates. One pair is added to each pairing as a prior, a fifth of it to
//! each of its five scores (Perks, Journal of the Institute of Actuaries 73, 1947), so that a perfect score is not
//! taken for certain. With few clusters such replicates vary too little: the displacement of a rate is multiplied by
//! the ratio of Student's quantile to the normal one, and by the root of `(g + 1) / (g - 1)`, since the weights of `g`
//! clusters have that much less variance than a mean of `g` numbers. The draws come from a generator of their own with
//! a fixed seed, so that the same games give the same interval.

use super::duel::Duel;
use super::estimate::{Estimate, LEVEL, NORMAL_95};
use super::shared::{Shared, quantile};
use nalgebra::{DMatrix, DVector};
use rand::Rng;
use rand_pcg::Pcg64;

/// Enough replicates for the second digit of an interval's bounds.
pub const REPLICATES: usize = 1_000;

/// The win rate of the row against the column; one half for entrants that never played each other.
pub fn win_rates(entrants: usize, duels: &[Duel]) -> DMatrix<f64> {
    rates_of(entrants, &Shared::of(duels))
}

fn rates_of(entrants: usize, shared: &Shared) -> DMatrix<f64> {
    let mut rates = DMatrix::from_element(entrants, entrants, 0.5);
    for (meeting, two) in shared.twos.iter().enumerate() {
        set(&mut rates, *two, shared.rate(meeting));
    }
    rates
}

/// Differences of win rates from one half: what the row gains from the column.
pub fn surplus(rates: &DMatrix<f64>) -> DMatrix<f64> {
    (rates - rates.transpose()) / 2.0
}

/// Log odds; a rate is taken to be at least half a game away from 0 and 1 in this many games.
pub fn log_odds(rates: &DMatrix<f64>, games: f64) -> DMatrix<f64> {
    let least = 0.5 / (games + 1.0);
    let log = |rate: f64| libm::log(rate.clamp(least, 1.0 - least));
    DMatrix::from_fn(rates.nrows(), rates.ncols(), |row, column| log(rates[(row, column)]) - log(rates[(column, row)]))
}

fn set(rates: &mut DMatrix<f64>, (first, second): (usize, usize), rate: f64) {
    rates[(first, second)] = rate;
    rates[(second, first)] = 1.0 - rate;
}

/// Passes the win rates of each replicate to `each`. Entrants that never played each other are even in all of them.
pub fn for_each_replicate(
    entrants: usize,
    duels: &[Duel],
    replicates: usize,
    seed: u64,
    mut each: impl FnMut(&DMatrix<f64>),
) {
    let mut draws = Draws(Pcg64::new(u128::from(seed), 0x5bd1_e995));
    let shared = Shared::of(duels);
    let observed: Vec<f64> = (0..shared.twos.len()).map(|meeting| shared.rate(meeting)).collect();
    let grounds = shared.grounds();
    let groups = shared.groups() as f64 / grounds.len().max(1) as f64;
    let wider = quantile(shared.groups_of_one_ground()) / NORMAL_95 * ((groups + 1.0) / (groups - 1.0).max(1.0)).sqrt();
    let of_meetings: Vec<Vec<Vec<usize>>> = (0..shared.twos.len()).map(|meeting| shared.grounds_of(meeting)).collect();
    let mut rates = rates_of(entrants, &shared);
    for _ in 0..replicates {
        let weights = DVector::from_fn(shared.groups(), |_, _| draws.exponential());
        let (mut games, mut points) = (shared.games.tr_mul(&weights), shared.points.tr_mul(&weights));
        for (meeting, grounds) in of_meetings.iter().enumerate().filter(|(_, grounds)| grounds.len() > 1) {
            points[meeting] = stratified_points(&shared, meeting, grounds, &weights);
            games[meeting] = shared.games_of(meeting);
        }
        for (meeting, two) in shared.twos.iter().enumerate() {
            let (added, won) = draws.one_more();
            let rate = (points[meeting] + won) / (games[meeting] + added);
            set(&mut rates, *two, (observed[meeting] + wider * (rate - observed[meeting])).clamp(0.0, 1.0));
        }
        each(&rates);
    }
}

/// Points of a pairing whose strata keep their shares of its games, which are part of the schedule and no error: in
/// each stratum those of its resampled groups (Rao and Wu, Journal of the American Statistical Association 83, 1988).
fn stratified_points(shared: &Shared, meeting: usize, grounds: &[Vec<usize>], weights: &DVector<f64>) -> f64 {
    let of_ground = |ground: &Vec<usize>| {
        let weighed =
            |of: &DMatrix<f64>| ground.iter().map(|group| weights[*group] * of[(*group, meeting)]).sum::<f64>();
        let games: f64 = ground.iter().map(|group| shared.games[(*group, meeting)]).sum();
        games * weighed(&shared.points) / weighed(&shared.games)
    };
    grounds.iter().map(of_ground).sum()
}

/// The central 95 % interval of the replicates; the point estimate is that of the observed rates.
pub fn middle(point: f64, column: &mut [f64]) -> Estimate {
    column.sort_by(f64::total_cmp);
    let tail = (1.0 - LEVEL) / 2.0;
    let at = |share: f64| column[(share * (column.len() - 1) as f64 + 0.5) as usize];
    Estimate { point, low: at(tail).min(point), high: at(1.0 - tail).max(point), level: LEVEL }
}

/// Random variates of the distributions needed.
struct Draws(Pcg64);

impl Draws {
    /// A uniform number strictly between 0 and 1.
    fn unit(&mut self) -> f64 {
        ((self.0.next_u64() >> 12) as f64 + 0.5) / (1u64 << 52) as f64
    }

    /// A standard normal variate: the polar method (Marsaglia and Bray, SIAM Review 6, 1964).
    fn normal(&mut self) -> f64 {
        loop {
            let (x, y) = (2.0 * self.unit() - 1.0, 2.0 * self.unit() - 1.0);
            let s = x * x + y * y;
            if s < 1.0 && s > 0.0 {
                return x * (-2.0 * libm::log(s) / s).sqrt();
            }
        }
    }

    /// A gamma variate (Marsaglia and Tsang, ACM Transactions on Mathematical Software 26, 2000).
    fn gamma(&mut self, shape: f64) -> f64 {
        if shape < 1.0 {
            return self.gamma(shape + 1.0) * libm::exp(libm::log(self.unit()) / shape);
        }
        let d = shape - 1.0 / 3.0;
        let c = 1.0 / (9.0 * d).sqrt();
        loop {
            let x = self.normal();
            let root = 1.0 + c * x;
            let v = root * root * root;
            if v > 0.0 && libm::log(self.unit()) < x * x / 2.0 + d - d * v + d * libm::log(v) {
                return d * v;
            }
        }
    }

    /// An exponential variate.
    fn exponential(&mut self) -> f64 {
        -libm::log(self.unit())
    }

    /// The pair of games that is added to a pairing, and the points of the first entrant in it.
    fn one_more(&mut self) -> (f64, f64) {
        let scores = [0.0, 0.5, 1.0, 1.5, 2.0].map(|points| (self.gamma(0.2), points));
        scores.iter().fold((0.0, 0.0), |(games, won), (weight, points)| (games + 2.0 * weight, won + weight * points))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::duel::tests::pairs;
    use crate::stats::shared::GROUPS_OF_STRATUM;
    use crate::stats::{Scores, Selection, alpha_rank, nash_average};

    fn bootstrap(
        entrants: usize,
        duels: &[Duel],
        replicates: usize,
        seed: u64,
        figures: impl Fn(&DMatrix<f64>) -> Vec<f64>,
    ) -> Vec<Estimate> {
        let points = figures(&win_rates(entrants, duels));
        let mut columns = vec![Vec::with_capacity(replicates); points.len()];
        for_each_replicate(entrants, duels, replicates, seed, |rates| {
            columns.iter_mut().zip(figures(rates)).for_each(|(column, figure)| column.push(figure));
        });
        points.into_iter().zip(&mut columns).map(|(point, column)| middle(point, column)).collect()
    }

    #[test]
    fn the_interval_of_a_rate_is_the_usual_one() {
        for times in [1, 20] {
            let duels = [pairs(0, 1, 0, [[10 * times, 0, 10 * times], [0; 3], [3 * times, 0, times]])];
            let found = bootstrap(2, &duels, 20_000, 1, |rates| vec![rates[(0, 1)], rates[(1, 0)]]);
            let usual = Scores::of_pairs(&[times, 0, 13 * times, 0, 10 * times]).interval().unwrap();
            let close = 0.2 * usual.half_width() / (times as f64).sqrt();
            assert!(
                (found[0].low - usual.low).abs() < close && (found[0].high - usual.high).abs() < close,
                "{found:?} {usual:?}"
            );
            assert!((found[1].low - 1.0 + found[0].high).abs() < 1e-12);
        }
    }

    /// Two strata of 75 pairs each, won to 20 and 80 %: the error of the mean is that within them, 1.96 times the root
    /// of 0.16 / 150. What the strata differ is no error, or the interval would have 0.25 in place of 0.16.
    #[test]
    fn a_difference_of_strata_is_no_error() {
        let mut duel = pairs(0, 1, 0, [[60, 0, 0], [0; 3], [0, 0, 15]]);
        duel.groups.extend(pairs(0, 1, GROUPS_OF_STRATUM, [[15, 0, 0], [0; 3], [0, 0, 60]]).groups);
        let found = bootstrap(2, &[duel], 10_000, 1, |rates| vec![rates[(0, 1)]])[0];
        let expected = 1.96 * (0.16_f64 / 150.0).sqrt();
        assert!((found.half_width() / expected - 1.0).abs() < 0.08, "{found:?} {expected}");
    }

    /// As above, where each pairing has groups of its own, as in the legs of a Swiss.
    #[test]
    fn a_difference_of_strata_is_no_error_in_legs_either() {
        let met = |first: usize, second: usize, from: u32| {
            let mut duel = pairs(first, second, from, [[20, 0, 0], [0; 3], [0, 0, 5]]);
            duel.groups.extend(pairs(first, second, GROUPS_OF_STRATUM + from, [[5, 0, 0], [0; 3], [0, 0, 20]]).groups);
            duel
        };
        let duels = [met(0, 1, 0), met(1, 2, 100), met(0, 2, 200)];
        let found = bootstrap(3, &duels, 10_000, 1, |rates| vec![rates[(0, 1)]])[0];
        let expected = 1.96 * (0.16_f64 / 50.0).sqrt();
        assert!((found.half_width() / expected - 1.0).abs() < 0.12, "{found:?} {expected}");
    }

    #[test]
    fn rates_on_the_same_dice_move_together() {
        let table = [[30, 0, 10], [0; 3], [20, 0, 15]];
        let same = [pairs(0, 1, 0, table), pairs(0, 2, 0, table)];
        let apart = [pairs(0, 1, 0, table), pairs(0, 2, 100, table)];
        let width =
            |duels: &[Duel]| bootstrap(3, duels, 2_000, 1, |rates| vec![rates[(0, 1)] - rates[(0, 2)]])[0].half_width();
        assert!(width(&same) < width(&apart) / 3.0, "{} {}", width(&same), width(&apart));
    }

    #[test]
    fn gamma_numbers_have_their_mean_and_variance() {
        let mut draws = Draws(Pcg64::new(3, 5));
        for shape in [0.2, 1.0, 7.5] {
            let numbers: Vec<f64> = (0..100_000).map(|_| draws.gamma(shape)).collect();
            let mean = numbers.iter().sum::<f64>() / 1e5;
            let variance = numbers.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 1e5;
            assert!(
                (mean / shape - 1.0).abs() < 0.03 && (variance / shape - 1.0).abs() < 0.06,
                "{shape}: {mean} {variance}"
            );
        }
    }

    #[test]
    fn a_clear_ring_is_clear_and_an_unclear_one_is_not() {
        // Each on dice of its own; both games of a pair have the same winner.
        let ring = |won: u64, lost: u64| {
            [(0, 1, 0), (1, 2, 1_000), (2, 0, 2_000)]
                .map(|(one, other, from)| pairs(one, other, from, [[won, 0, 0], [0; 3], [0, 0, lost]]))
        };
        let ranks = |duels: &[Duel]| bootstrap(3, duels, 400, 7, |rates| alpha_rank(rates, Selection::SIGNS));
        assert!(
            ranks(&ring(100, 300))
                .iter()
                .all(|share| share.half_width() < 1e-6 && (share.point - 1.0 / 3.0).abs() < 1e-6)
        );
        assert!(ranks(&ring(10, 12)).iter().all(|share| share.high > 0.99 && share.low < 0.01));
        let skills = bootstrap(3, &ring(100, 300), 400, 7, |rates| nash_average(&surplus(rates)).mixture);
        assert!(
            skills.iter().all(|share| share.low > 0.2 && share.high < 0.5 && share.half_width() > 0.01),
            "{skills:?}"
        );
    }

    #[test]
    fn the_same_games_give_the_same_interval() {
        let duels = [pairs(0, 1, 0, [[3, 1, 4], [1, 5, 9], [2, 6, 5]])];
        let figures = |rates: &DMatrix<f64>| vec![rates[(0, 1)]];
        assert_eq!(bootstrap(2, &duels, 50, 9, figures), bootstrap(2, &duels, 50, 9, figures));
    }
}
