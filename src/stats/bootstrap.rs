//! Intervals of figures for which there is no formula, such as alpha-rank and Nash averages: the Bayesian bootstrap (Rubin, Annals of Statistics 9, 1981).
//!
//! Each replicate weighs the observed pairs of every meeting anew, with weights drawn from a Dirichlet distribution, and computes the figure from the rates
//! that result; the interval holds the middle 95 % of the replicates. To each of the five scores of a pair a fifth of a pair is added beforehand (Perks,
//! Journal of the Institute of Actuaries 73, 1947), so that a perfect score is not taken for certain. Meetings that were not played in pairs are weighed by
//! games won and lost. The draws come from a generator of their own, so that the same games give the same interval.

use super::estimate::{Estimate, LEVEL};
use super::ratings::Meeting;
use nalgebra::DMatrix;
use rand::Rng;
use rand_pcg::Pcg64;

/// Enough replicates for the second digit of an interval's ends.
pub const REPLICATES: usize = 1_000;

/// The win rate of the row against the column; one half for entrants that never met.
pub fn win_rates(entrants: usize, meetings: &[Meeting]) -> DMatrix<f64> {
    let mut rates = DMatrix::from_element(entrants, entrants, 0.5);
    for meeting in meetings.iter().filter(|meeting| meeting.games > 0.0) {
        set(&mut rates, meeting, meeting.points / meeting.games);
    }
    rates
}

/// Differences of win rates from one half: what the row gains from the column.
pub fn surplus(rates: &DMatrix<f64>) -> DMatrix<f64> {
    (rates - rates.transpose()) / 2.0
}

/// Logarithms of odds, a rate taken to be no further from one half than this many won of as many games.
pub fn log_odds(rates: &DMatrix<f64>, games: f64) -> DMatrix<f64> {
    let least = 0.5 / (games + 1.0);
    let log = |rate: f64| libm::log(rate.clamp(least, 1.0 - least));
    DMatrix::from_fn(rates.nrows(), rates.ncols(), |row, column| log(rates[(row, column)]) - log(rates[(column, row)]))
}

fn set(rates: &mut DMatrix<f64>, meeting: &Meeting, rate: f64) {
    rates[(meeting.first, meeting.second)] = rate;
    rates[(meeting.second, meeting.first)] = 1.0 - rate;
}

/// The figures of a field, one for each entrant or whatever `figures` gives, each with its bootstrap interval. The points are those of the observed rates.
pub fn bootstrap(
    entrants: usize,
    meetings: &[Meeting],
    replicates: usize,
    seed: u64,
    figures: impl Fn(&DMatrix<f64>) -> Vec<f64>,
) -> Vec<Estimate> {
    let points = figures(&win_rates(entrants, meetings));
    let mut columns = vec![Vec::with_capacity(replicates); points.len()];
    for_each_replicate(entrants, meetings, replicates, seed, |rates| {
        columns.iter_mut().zip(figures(rates)).for_each(|(column, figure)| column.push(figure));
    });
    points.into_iter().zip(&mut columns).map(|(point, column)| middle(point, column)).collect()
}

/// Hands the win rates of one replicate after the other to `each`, for whoever asks several questions of the same ones. Those who never met are even in all of them.
pub fn for_each_replicate(entrants: usize, meetings: &[Meeting], replicates: usize, seed: u64, mut each: impl FnMut(&DMatrix<f64>)) {
    let mut draws = Draws(Pcg64::new(u128::from(seed), 0x5bd1_e995));
    let mut rates = win_rates(entrants, meetings);
    for _ in 0..replicates {
        for meeting in meetings.iter().filter(|meeting| meeting.games > 0.0) {
            let rate = draws.rate(meeting);
            set(&mut rates, meeting, rate);
        }
        each(&rates);
    }
}

/// The interval that holds the middle of the replicates of a figure, and the point, which is that of the observed rates.
pub fn middle(point: f64, column: &mut [f64]) -> Estimate {
    column.sort_by(f64::total_cmp);
    let tail = (1.0 - LEVEL) / 2.0;
    let at = |share: f64| column[(share * (column.len() - 1) as f64 + 0.5) as usize];
    Estimate { point, low: at(tail).min(point), high: at(1.0 - tail).max(point), level: LEVEL }
}

/// Random numbers of the distributions that are needed.
struct Draws(Pcg64);

impl Draws {
    /// A number between 0 and 1, neither of them.
    fn unit(&mut self) -> f64 {
        ((self.0.next_u64() >> 12) as f64 + 0.5) / (1u64 << 52) as f64
    }

    /// A standard normal number: the polar method (Marsaglia and Bray, SIAM Review 6, 1964).
    fn normal(&mut self) -> f64 {
        loop {
            let (x, y) = (2.0 * self.unit() - 1.0, 2.0 * self.unit() - 1.0);
            let s = x * x + y * y;
            if s < 1.0 && s > 0.0 {
                return x * (-2.0 * libm::log(s) / s).sqrt();
            }
        }
    }

    /// A number of the gamma distribution (Marsaglia and Tsang, ACM Transactions on Mathematical Software 26, 2000).
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

    /// A rate of the first of a meeting, its pairs weighed anew.
    fn rate(&mut self, meeting: &Meeting) -> f64 {
        let paired: u64 = meeting.pairs.iter().sum();
        let (mut sum, mut whole) = (0.0, 0.0);
        if paired > 0 {
            for (count, quarters) in meeting.pairs.iter().zip(0..) {
                let weight = self.gamma(*count as f64 + 0.2);
                sum += weight * f64::from(quarters) / 4.0;
                whole += weight;
            }
        } else {
            sum = self.gamma(meeting.points + 0.5);
            whole = sum + self.gamma(meeting.games - meeting.points + 0.5);
        }
        sum / whole
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Scores, Selection, alpha_rank, nash_average};

    #[test]
    fn the_interval_of_a_rate_is_the_usual_one() {
        let pairs = [20, 100, 300, 140, 40];
        let meetings = [Meeting::of_pairs(0, 1, pairs)];
        let found = bootstrap(2, &meetings, 20_000, 1, |rates| vec![rates[(0, 1)], rates[(1, 0)]]);
        let usual = Scores::of_pairs(&pairs).interval().unwrap();
        assert!((found[0].low - usual.low).abs() < 1e-3 && (found[0].high - usual.high).abs() < 1e-3, "{found:?} {usual:?}");
        assert!((found[1].low - 1.0 + found[0].high).abs() < 1e-12);
    }

    #[test]
    fn gamma_numbers_have_their_mean_and_variance() {
        let mut draws = Draws(Pcg64::new(3, 5));
        for shape in [0.2, 1.0, 7.5] {
            let numbers: Vec<f64> = (0..100_000).map(|_| draws.gamma(shape)).collect();
            let mean = numbers.iter().sum::<f64>() / 1e5;
            let variance = numbers.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 1e5;
            assert!((mean / shape - 1.0).abs() < 0.03 && (variance / shape - 1.0).abs() < 0.06, "{shape}: {mean} {variance}");
        }
    }

    #[test]
    fn a_clear_ring_is_clear_and_an_unclear_one_is_not() {
        let ring = |won: u64, lost: u64| [[0, 1], [1, 2], [2, 0]].map(|[one, other]| Meeting::of_pairs(one, other, [lost, 0, 0, 0, won]));
        let ranks = |meetings: &[Meeting]| bootstrap(3, meetings, 400, 7, |rates| alpha_rank(rates, Selection::SIGNS));
        assert!(ranks(&ring(300, 100)).iter().all(|share| share.half_width() < 1e-6 && (share.point - 1.0 / 3.0).abs() < 1e-6));
        assert!(ranks(&ring(12, 10)).iter().all(|share| share.high > 0.99 && share.low < 0.01));
        let skills = bootstrap(3, &ring(300, 100), 400, 7, |rates| nash_average(&surplus(rates)).mixture);
        assert!(skills.iter().all(|share| share.low > 0.2 && share.high < 0.5 && share.half_width() > 0.01), "{skills:?}");
    }

    #[test]
    fn the_same_games_give_the_same_interval() {
        let meetings = [Meeting::of_pairs(0, 1, [3, 1, 4, 1, 5])];
        let figures = |rates: &DMatrix<f64>| vec![rates[(0, 1)]];
        assert_eq!(bootstrap(2, &meetings, 50, 9, figures), bootstrap(2, &meetings, 50, 9, figures));
    }
}
