//! Whether bots that give away less in decisions are those that win more games: Kendall's tau of scores and ratings.
//!
//! Its interval extends from the lowest to the highest tau that the games leave possible: two bots whose order by
//! scores or by ratings is not decided may be in either. The level at which orders are decided is shared by all of them
//! (Bonferroni), so that the interval covers the tau of the true orders with a probability of at least 95 %. Bootstrap
//! replicates would not: noise makes a high tau lower, and a replicate has the noise of the games twice.

use super::Score;
use super::score::sums_of_games;
use crate::stats::distributions::{normal_quantile, student_quantile};
use crate::stats::kendall::kendall_tau;
use crate::stats::{Abscissa, Estimate, LEVEL, PairedSums};

/// The fewest games whose scatter decides an order.
const ENOUGH_GAMES: u64 = 10;
/// A difference below this is one of rounding.
const ROUNDING: f64 = 1e-9;

/// The agreement of scores on decisions with the ratings of the same bots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankAgreement {
    /// The number of bots.
    pub bots: usize,
    /// Kendall's tau with its interval of at least 95 %, from -1 to 1: 1 where bots that give away less are all rated
    /// higher.
    pub tau: Estimate,
}

/// A difference of two bots with its standard error, and the number of standard errors from which its sign is decided.
struct Difference {
    point: f64,
    error: f64,
    quantile: f64,
}

impl Difference {
    /// -1 or 1, or 0 where it is not decided.
    fn sign(&self) -> i32 {
        let decided = self.point.abs() > (self.quantile * self.error).max(ROUNDING);
        if decided { self.point.signum() as i32 } else { 0 }
    }
}

/// Compares scores with ratings in the order of the scores. `games` has the number of the game of each decision, those
/// of a game one after another. `None` where scores or ratings do not differ.
pub fn rank_agreement(scores: &[Score], games: &[u64], ratings: &[Abscissa]) -> Option<RankAgreement> {
    let sums: Vec<Vec<(f64, f64)>> =
        scores.iter().map(|score| sums_of_games(&score.answers, |decision| games[decision])).collect();
    let kept: Vec<f64> = scores.iter().map(|score| -score.given_away).collect();
    let points: Vec<f64> = ratings.iter().map(|rating| rating.point).collect();
    let point = kendall_tau(&kept, &points)?;
    let bots = scores.len();
    let pairs = bots * (bots - 1) / 2;
    // Two orders of each pair, both sides of each.
    let share = 1.0 - (1.0 - LEVEL) / (4 * pairs) as f64;
    let (mut known, mut open) = (0, 0);
    for (one, other) in (0..bots).flat_map(|one| (0..one).map(move |other| (one, other))) {
        let sign = by_scores(&sums[one], &sums[other], share).map_or(0, |difference| difference.sign())
            * by_ratings(&ratings[one], &ratings[other], bots, share).sign();
        known += sign;
        open += 1 - sign.abs();
    }
    let tau_of = |sum: i32| f64::from(sum) / pairs as f64;
    let (low, high) = (tau_of(known - open).min(point), tau_of(known + open).max(point));
    Some(RankAgreement { bots, tau: Estimate { point, low, high, level: LEVEL } })
}

/// What the one gives away less than the other. `None` with too few games for a standard error.
fn by_scores(one: &[(f64, f64)], other: &[(f64, f64)], share: f64) -> Option<Difference> {
    let mut sums = PairedSums::default();
    for ((decisions, of_one), (_, of_other)) in one.iter().zip(other) {
        sums.add(*decisions, *of_one, *of_other);
    }
    if sums.count() < ENOUGH_GAMES {
        return None;
    }
    let paired = sums.paired()?;
    Some(Difference {
        point: -paired.difference.point,
        error: paired.variance_of_difference().sqrt(),
        quantile: student_quantile(share, (sums.count() - 1) as f64),
    })
}

/// How much higher the one is rated than the other. The ratings of a field sum to 0, so that their errors are
/// negatively correlated.
fn by_ratings(one: &Abscissa, other: &Abscissa, bots: usize, share: f64) -> Difference {
    let variance = (one.error * one.error + other.error * other.error) * bots as f64 / (bots - 1) as f64;
    Difference { point: one.point - other.point, error: variance.sqrt(), quantile: normal_quantile(share) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decisions::{Answer, Choice};
    use rand::RngExt;
    use rand_pcg::Pcg64;

    fn score(bot: usize, games: u64, given_away: impl Fn(u64) -> f64) -> Score {
        let answer = |game: u64| Answer {
            decision: game as usize,
            choice: Choice::Best,
            played: String::new(),
            given_away: given_away(game),
        };
        let answers: Vec<Answer> = (0..games).map(answer).collect();
        let mean = answers.iter().map(|it| it.given_away).sum::<f64>() / games as f64;
        Score { bot: bot.to_string(), answers, given_away: mean, interval: None }
    }

    fn rating(point: f64, error: f64) -> Abscissa {
        Abscissa { point, error }
    }

    #[test]
    fn clear_orders_have_a_narrow_interval_and_noisy_ones_a_wide_one() {
        let games: Vec<u64> = (0..60).collect();
        // Bot number n gives away n percent, in games that differ by one more or less.
        let clear: Vec<Score> =
            (0..4).map(|bot| score(bot, 60, |game| 0.01 * bot as f64 + 0.001 * (game % 3) as f64)).collect();
        let sure: Vec<Abscissa> = (0..4).map(|bot| rating(-100.0 * f64::from(bot), 1.0)).collect();
        let found = rank_agreement(&clear, &games, &sure).unwrap();
        assert_eq!((found.bots, found.tau.point, found.tau.low, found.tau.high), (4, 1.0, 1.0, 1.0));
        let unsure: Vec<Abscissa> = sure.iter().map(|it| rating(it.point, 300.0)).collect();
        let found = rank_agreement(&clear, &games, &unsure).unwrap();
        assert_eq!((found.tau.point, found.tau.low, found.tau.high), (1.0, -1.0, 1.0), "no order is decided");
        // The score of the last depends on which games were played: three of the six orders are open.
        let mut close = clear.clone();
        close[3] = score(3, 60, |game| 0.02 + if game % 2 == 0 { 0.5 } else { -0.499 });
        let found = rank_agreement(&close, &games, &sure).unwrap();
        assert_eq!((found.tau.low, found.tau.high), (0.0, 1.0), "{found:?}");
        // Nine games decide nothing, whatever they show.
        let few: Vec<Score> =
            (0..4).map(|bot| score(bot, 9, |game| 0.01 * bot as f64 + 0.001 * (game % 3) as f64)).collect();
        let found = rank_agreement(&few, &games, &sure).unwrap();
        assert_eq!((found.tau.point, found.tau.low, found.tau.high), (1.0, -1.0, 1.0));
    }

    /// Bots at equal steps, whose scores and ratings are in the same true order.
    #[test]
    fn intervals_cover_the_tau_of_the_true_orders() {
        const RUNS: u32 = 200;
        let games: Vec<u64> = (0..50).collect();
        let mut stream = Pcg64::new(1938, 1945);
        // Normal variates by the sum of twelve uniform ones.
        let mut normal = || (0..12).map(|_| stream.random::<f64>()).sum::<f64>() - 6.0;
        let error = 1.0 / f64::sqrt(50.0);
        for (step, narrow) in [(0.6, false), (1.0, false), (8.0, true)] {
            let (mut covered, mut lows) = (0, 0.0);
            for _ in 0..RUNS {
                let scores: Vec<Score> = (0..8)
                    .map(|bot| {
                        let noise: Vec<f64> = games.iter().map(|_| normal()).collect();
                        score(bot, 50, |game| step * error * bot as f64 + noise[game as usize])
                    })
                    .collect();
                let ratings: Vec<Abscissa> = (0..8).map(|bot| rating(-step * f64::from(bot) + normal(), 1.0)).collect();
                let found = rank_agreement(&scores, &games, &ratings).unwrap().tau;
                covered += u32::from(found.low <= 1.0 && found.high >= 1.0);
                lows += found.low / f64::from(RUNS);
            }
            assert!(f64::from(covered) >= 0.95 * f64::from(RUNS), "step {step}: {covered}");
            assert_eq!(lows > 0.9, narrow, "step {step}: {lows}");
        }
    }

    #[test]
    fn nothing_is_compared_where_nothing_differs() {
        let alike: Vec<Score> = (0..3).map(|bot| score(bot, 5, |_| 0.1)).collect();
        let ratings = [rating(0.0, 1.0), rating(1.0, 1.0), rating(2.0, 1.0)];
        assert_eq!(rank_agreement(&alike, &[0, 1, 2, 3, 4], &ratings), None);
    }
}
