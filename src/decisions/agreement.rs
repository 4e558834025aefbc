//! Whether bots that give away less in decisions are those that win more games: Kendall's tau of scores and ratings.
//!
//! Its interval is the middle 95 % of bootstrap replicates. In each, the games from which decisions were drawn are drawn
//! again with replacement, the same for all bots, since their answers to the same decisions are not independent; and
//! every rating is drawn from the normal distribution of its error. The generator has a fixed seed, so that the same
//! scores give the same interval.

use super::Score;
use super::score::sums_of_games;
use crate::stats::distributions::normal_quantile;
use crate::stats::kendall::kendall_tau;
use crate::stats::{Abscissa, Estimate, LEVEL};
use rand::RngExt;
use rand_pcg::Pcg64;

/// Replicates of an interval.
const REPLICATES: usize = 2_000;
/// The seed of their draws, and the stream of the generator.
const SEED: (u128, u128) = (1938, 1945);

/// The agreement of scores on decisions with the ratings of the same bots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankAgreement {
    /// The number of bots.
    pub bots: usize,
    /// Kendall's tau with its 95 % interval, from -1 to 1: 1 where bots that give away less are all rated higher.
    pub tau: Estimate,
}

/// Compares scores with ratings in the order of the scores. `games` has the number of the game of each decision, those
/// of a game one after another. `None` where scores or ratings do not differ.
pub fn rank_agreement(scores: &[Score], games: &[u64], ratings: &[Abscissa]) -> Option<RankAgreement> {
    let sums: Vec<Vec<(f64, f64)>> =
        scores.iter().map(|score| sums_of_games(&score.answers, |decision| games[decision])).collect();
    let count = sums.first()?.len();
    // What is not given away.
    let kept = |drawn: &dyn Fn(usize) -> f64| -> Vec<f64> {
        let mean = |bot: &Vec<(f64, f64)>| {
            let weighed = |of: fn(&(f64, f64)) -> f64| -> f64 {
                bot.iter().enumerate().map(|(game, sum)| drawn(game) * of(sum)).sum()
            };
            -weighed(|sum| sum.1) / weighed(|sum| sum.0)
        };
        sums.iter().map(mean).collect()
    };
    let points: Vec<f64> = ratings.iter().map(|rating| rating.point).collect();
    let point = kendall_tau(&kept(&|_| 1.0), &points)?;
    let mut generator = Pcg64::new(SEED.0, SEED.1);
    let mut found = Vec::with_capacity(REPLICATES);
    for _ in 0..REPLICATES {
        let mut times = vec![0.0; count];
        (0..count).for_each(|_| times[generator.random_range(0..count)] += 1.0);
        let drawn = |rating: &Abscissa| {
            let share = (generator.random_range(0..1_u64 << 32) as f64 + 0.5) / (1_u64 << 32) as f64;
            rating.point + rating.error * normal_quantile(share)
        };
        let ratings: Vec<f64> = ratings.iter().map(drawn).collect();
        found.extend(kendall_tau(&kept(&|game| times[game]), &ratings));
    }
    if found.is_empty() {
        return None;
    }
    found.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| found[((found.len() - 1) as f64 * share) as usize];
    let (low, high) = (at(0.025).min(point), at(0.975).max(point));
    Some(RankAgreement { bots: scores.len(), tau: Estimate { point, low, high, level: LEVEL } })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decisions::{Answer, Choice};

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
        assert!(found.tau.point == 1.0 && found.tau.low < 0.5, "{found:?}");
        // The scores of the last two depend on which games are drawn: half of the replicates exchange them.
        let mut close = clear;
        close[3] = score(3, 60, |game| 0.02 + if game % 2 == 0 { 0.5 } else { -0.499 });
        let found = rank_agreement(&close, &games, &sure).unwrap();
        assert!(found.tau.low < 0.7 && found.tau.high == 1.0, "{found:?}");
        assert_eq!(rank_agreement(&close, &games, &sure), Some(found), "the same scores give the same interval");
    }

    #[test]
    fn nothing_is_compared_where_nothing_differs() {
        let alike: Vec<Score> = (0..3).map(|bot| score(bot, 5, |_| 0.1)).collect();
        let ratings = [rating(0.0, 1.0), rating(1.0, 1.0), rating(2.0, 1.0)];
        assert_eq!(rank_agreement(&alike, &[0, 1, 2, 3, 4], &ratings), None);
    }
}
