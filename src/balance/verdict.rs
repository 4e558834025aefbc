//! The verdict on a rate: it follows from the interval, never from the point estimate. The verdicts of a table are
//! adjusted together; during play the interval is a confidence sequence.

use crate::stats::{
    ClusterSums, Estimate, LEVEL, Scores, benjamini_hochberg, clustered_p_value, clustered_p_value_of, clustered_score,
    clustered_sequence, confidence_sequence, stratified, wilson, wilson_p_value, wilson_p_value_of,
};
use crate::tournament::{Clusters, Counter, Strata};

/// A rate whose whole interval lies within this distance of one half is even.
pub const EVEN_MARGIN: f64 = 0.02;

/// With fewer clusters than this their interval alone is not used.
const ENOUGH_CLUSTERS: u64 = 10;

/// Where one game in this many is drawn, rates move by halves of a game.
const DRAWS_OF_FINE_STEPS: u64 = 10;

/// The normal quantile of 97.5 %.
const NORMAL_95: f64 = 1.96;

/// The verdict of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The interval lies above one half.
    Favours,
    /// The interval lies below one half.
    FavoursOther,
    /// The interval lies within [`EVEN_MARGIN`] of one half.
    Even,
    /// The interval is too wide to decide.
    Undecided,
}

impl Verdict {
    /// The verdict on a rate.
    pub fn of(interval: &Estimate) -> Verdict {
        if interval.low >= 0.5 - EVEN_MARGIN && interval.high <= 0.5 + EVEN_MARGIN {
            Verdict::Even
        } else if interval.low > 0.5 {
            Verdict::Favours
        } else if interval.high < 0.5 {
            Verdict::FavoursOther
        } else {
            Verdict::Undecided
        }
    }

    /// The verdict as text, with the names of both parties.
    pub fn describe(self, party: &str, other: &str) -> String {
        match self {
            Verdict::Favours => format!("favours {party}"),
            Verdict::FavoursOther => format!("favours {other}"),
            Verdict::Even => "even".to_string(),
            Verdict::Undecided => "undecided".to_string(),
        }
    }
}

/// The intervals of a counter's rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// Treating games as independent.
    pub wilson: Estimate,
    /// From the clusters of games that share their dice; `None` with fewer than two.
    pub pairs: Option<Estimate>,
    /// The interval used for the verdict: that from the clusters; where there are few of them, widened by the other;
    /// with a single one, 0 to 1.
    pub decisive: Estimate,
    /// The two-sided p-value of the hypothesis that the rate is one half: below 5 % exactly where the decisive interval
    /// excludes one half. `None` for a [`monitored_rate`].
    pub p_value: Option<f64>,
}

/// The sums over clusters of games that share their dice.
pub fn cluster_sums(clusters: &Clusters) -> ClusterSums {
    ClusterSums {
        count: clusters.count,
        games: clusters.games as f64,
        points: clusters.score as f64 / 2.0,
        games_squared: clusters.games_squared as f64,
        points_squared: clusters.score_squared as f64 / 4.0,
        games_points: clusters.score_games as f64 / 2.0,
        more_strata: 0,
    }
}

/// The same for a rate over several scenarios.
pub fn stratified_sums(strata: &Strata<Clusters>) -> ClusterSums {
    stratified(&strata.iter().map(|(_, clusters)| cluster_sums(clusters)).collect::<Vec<_>>())
}

/// The rate of a counter with its intervals; `None` without games. Where forfeited games were left out, the decisive
/// interval covers every possible result of them, so that a bot cannot hide losses by aborting games.
pub fn rate_interval(counter: &Counter) -> Option<Rate> {
    let rate = rate_of_counted(counter)?;
    let (known, unknown) = (counter.games(), counter.left_out);
    if unknown == 0 {
        return Some(rate);
    }
    // The interval excludes one half where the rate of the known games is beyond this on either side.
    let beyond = 0.5 * (known + unknown) as f64 / known as f64;
    let point = rate.decisive.point;
    let p_value = match (point > beyond, point < 1.0 - beyond) {
        (true, _) => p_value_of(counter, beyond),
        (_, true) => p_value_of(counter, 1.0 - beyond),
        _ => None,
    };
    let p_value = Some(p_value.unwrap_or(1.0));
    Some(Rate { decisive: rate.decisive.with_unknown(known, unknown), p_value, ..rate })
}

/// The same where results decided when play of a pairing ended: the decisive interval is one that is valid under
/// continuous monitoring ([`watched_rate`]), which has no p-value.
pub fn monitored_rate(counter: &Counter) -> Option<Rate> {
    Some(Rate { decisive: watched_rate(counter)?, p_value: None, ..rate_of_counted(counter)? })
}

/// The p-value of the hypothesis that the rate of the counted games is `truth`, between 0 and 1.
fn p_value_of(counter: &Counter, truth: f64) -> Option<f64> {
    let sums = stratified_sums(&counter.units());
    let single = wilson_p_value_of(counter.wins as f64 + counter.draws as f64 / 2.0, counter.games(), truth)?;
    match clustered_p_value_of(&sums, truth) {
        None => Some(1.0),
        Some(clustered) if sums.count < ENOUGH_CLUSTERS => Some(clustered.max(single)),
        clustered => clustered,
    }
}

fn rate_of_counted(counter: &Counter) -> Option<Rate> {
    let (points, games) = (counter.wins as f64 + counter.draws as f64 / 2.0, counter.games());
    let (wilson, single) = (wilson(points, games)?, wilson_p_value(points, games)?);
    let sums = stratified_sums(&counter.units());
    let p_value = match clustered_p_value(&sums) {
        None => 1.0,
        Some(clustered) if sums.count < ENOUGH_CLUSTERS => clustered.max(single),
        Some(clustered) => clustered,
    };
    let (pairs, decisive) = (clustered_score(&sums), decisive_score(&sums, &wilson));
    Some(Rate { wilson, pairs, decisive, p_value: Some(p_value) })
}

/// The interval of a rate whose games share dice or draws in clusters: with few clusters it covers the interval of
/// independent games too, that of Wilson (`docs/statistics.md`, "Rates").
pub fn decisive_score(sums: &ClusterSums, wilson: &Estimate) -> Estimate {
    match clustered_score(sums) {
        None => Estimate::of_single_cluster(wilson.point),
        Some(pairs) if sums.count < ENOUGH_CLUSTERS => pairs.widened_by(wilson),
        Some(pairs) => pairs,
    }
}

/// Whether a rate takes few values: the step from one to the next is more than a quarter of its standard error. Where
/// it does, by few games or because nearly all end alike, its interval covers the truth in more than 95 % of
/// tournaments (`docs/statistics.md`, "Every interval of the tables").
pub fn is_coarse(counter: &Counter, interval: &Estimate) -> bool {
    has_coarse_steps(counter.games(), counter.draws, interval)
}

/// The same for a share, or a difference of shares, of which only the numbers of games and of draws are known.
pub fn has_coarse_steps(games: u64, draws: u64, interval: &Estimate) -> bool {
    // A draw is half a step; a few draws hardly make the steps finer.
    let step = if DRAWS_OF_FINE_STEPS * draws >= games { 0.5 } else { 1.0 };
    let deviation = interval.half_width() / NORMAL_95 * games as f64;
    games > 0 && deviation < 4.0 * step
}

/// The rate of a counter with an interval that is valid under continuous monitoring; `None` without games.
pub fn watched_rate(counter: &Counter) -> Option<Estimate> {
    let clusters = counter.clusters();
    let rate = if clusters.games == clusters.count {
        confidence_sequence(&Scores::of_games(&[counter.losses, counter.draws, counter.wins]))
    } else if is_paired(counter) {
        confidence_sequence(&Scores::of_pairs(&counter.pairs()))
    } else {
        clustered_sequence(&cluster_sums(&clusters))
    };
    rate.map(|rate| rate.with_unknown(counter.games(), counter.left_out))
}

/// Whether all clusters have two games.
pub(super) fn is_paired(counter: &Counter) -> bool {
    let clusters = counter.clusters();
    clusters.games == 2 * clusters.count && counter.pairs().iter().sum::<u64>() == clusters.count
}

/// A rate with its verdict, unadjusted and adjusted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// The rate.
    pub rate: Rate,
    /// The verdict of its interval.
    pub verdict: Verdict,
    /// Its p-value, adjusted for the number of verdicts.
    pub p_adjusted: Option<f64>,
    /// The adjusted verdict: a party is favoured only where the adjusted p-value, if there is one, is at most 5 %.
    pub verdict_adjusted: Verdict,
}

/// The verdicts on the rates of one table, adjusted together (Benjamini and Hochberg): of those that favour a party at
/// most one in twenty is false on average.
pub fn judged_rates(rates: Vec<Option<Rate>>) -> Vec<Option<Judged>> {
    let p_values: Vec<f64> = rates.iter().flatten().filter_map(|rate| rate.p_value).collect();
    let mut adjusted = benjamini_hochberg(&p_values).into_iter();
    let mut judge = |rate: Rate| {
        let (verdict, p_adjusted) = (Verdict::of(&rate.decisive), rate.p_value.and_then(|_| adjusted.next()));
        let is_significant = p_adjusted.is_none_or(|p_adjusted| p_adjusted <= 1.0 - LEVEL);
        let verdict_adjusted = match verdict {
            Verdict::Favours | Verdict::FavoursOther if !is_significant => Verdict::Undecided,
            _ => verdict,
        };
        Judged { rate, verdict, p_adjusted, verdict_adjusted }
    };
    rates.into_iter().map(|rate| rate.map(&mut judge)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::testing::{entrant, played};

    fn verdict(low: f64, high: f64) -> Verdict {
        Verdict::of(&Estimate { point: (low + high) / 2.0, low, high, level: 0.95 })
    }

    #[test]
    fn the_verdict_follows_from_the_interval() {
        assert_eq!(verdict(0.51, 0.62), Verdict::Favours);
        assert_eq!(verdict(0.31, 0.49), Verdict::FavoursOther);
        assert_eq!(verdict(0.49, 0.52), Verdict::Even);
        assert_eq!(verdict(0.505, 0.515), Verdict::Even);
        assert_eq!(verdict(0.45, 0.70), Verdict::Undecided);
    }

    /// Pairs of which the first of two bots wins both, one or none with these shares, in tenths.
    fn counter(pairs: u64, both: u64, one: u64) -> Counter {
        let (_, standings) = played(&[[entrant(0, None), entrant(1, None)]], pairs, |game| {
            let wins = match game.pair % 10 {
                pair if pair < both => true,
                pair if pair < both + one => game.swapped,
                _ => false,
            };
            Some(game.side_of(usize::from(!wins)))
        });
        standings.pairings().next().unwrap().1.clone()
    }

    #[test]
    fn the_decisive_interval_keeps_its_level_for_lopsided_rates() {
        // All of 40 pairs won: the symmetric interval would be a point.
        let rate = rate_interval(&counter(40, 10, 0)).unwrap();
        assert_eq!(Some(rate.decisive), rate.pairs);
        assert!(rate.decisive.high == 1.0 && rate.decisive.low < 0.975 && rate.decisive.low > 0.9, "{rate:?}");
    }

    #[test]
    fn a_few_pairs_that_are_alike_are_not_certain() {
        // One game of each pair: as single games they give little information, and nine pairs are too few to rely on.
        let (few, enough) = (rate_interval(&counter(9, 0, 10)).unwrap(), rate_interval(&counter(100, 0, 10)).unwrap());
        assert!(few.decisive.low <= few.wilson.low && few.p_value == Some(1.0), "{few:?}");
        assert_eq!((Verdict::of(&few.decisive), Verdict::of(&enough.decisive)), (Verdict::Undecided, Verdict::Even));
    }

    #[test]
    fn a_single_pair_decides_nothing() {
        // Both games won: as single games they would be two, but one set of dice decided both.
        let rate = rate_interval(&counter(1, 10, 0)).unwrap();
        assert_eq!(
            (rate.decisive, rate.p_value),
            (Estimate { point: 1.0, low: 0.0, high: 1.0, level: LEVEL }, Some(1.0))
        );
        assert!(rate.pairs.is_none() && rate.wilson.low > 0.3, "{rate:?}");
    }

    #[test]
    fn rates_by_few_games_or_by_games_nearly_all_alike_are_coarse() {
        let is_coarse = |counter: &Counter| super::is_coarse(counter, &rate_interval(counter).unwrap().decisive);
        // Both games of a pair alike, half of the pairs won: the standard deviation of n pairs is √n games.
        assert_eq!([is_coarse(&counter(10, 5, 0)), is_coarse(&counter(20, 5, 0))], [true, false]);
        assert_eq!([is_coarse(&counter(100, 10, 0)), is_coarse(&counter(100, 0, 10))], [true, true]);
    }

    #[test]
    fn of_many_verdicts_only_those_are_left_that_hold_together() {
        // Among nineteen level ones, one that is significant alone and one that is clearly so.
        let judged = |counters: &[&Counter]| judged_rates(counters.iter().map(|it| rate_interval(it)).collect());
        let (level, slight, clear) = (counter(100, 3, 4), counter(100, 4, 4), counter(100, 7, 3));
        let alone = judged(&[&slight])[0].unwrap();
        assert_eq!(
            (alone.verdict, alone.verdict_adjusted, alone.p_adjusted),
            (Verdict::Favours, Verdict::Favours, alone.rate.p_value)
        );
        let counters: Vec<&Counter> = [&slight, &clear].into_iter().chain([&level; 19]).collect();
        let found = judged(&counters);
        let [slight, clear] = [found[0].unwrap(), found[1].unwrap()];
        assert_eq!((slight.verdict, slight.verdict_adjusted), (Verdict::Favours, Verdict::Undecided));
        let [p_value, p_adjusted] = [slight.rate.p_value, slight.p_adjusted].map(Option::unwrap);
        assert!((p_adjusted - p_value * 21.0 / 2.0).abs() < 1e-12 && p_adjusted > 0.05, "{slight:?}");
        assert_eq!((clear.verdict, clear.verdict_adjusted), (Verdict::Favours, Verdict::Favours));
        let [even] = found[20..] else { panic!("there are 21") };
        assert_eq!(
            even.map(|even| (even.verdict, even.verdict_adjusted)),
            Some((Verdict::Undecided, Verdict::Undecided))
        );
        assert_eq!(judged(&[&Counter::default()]), [None]);
    }

    #[test]
    fn a_monitored_interval_is_wider_around_the_same_rate() {
        let paired = counter(100, 4, 4);
        let (once, watched) = (rate_interval(&paired).unwrap().decisive, watched_rate(&paired).unwrap());
        assert!(
            watched.point == once.point && watched.low < once.low && watched.high > once.high,
            "{once:?} {watched:?}"
        );
        // It has no p-value, and its verdict is that of the interval.
        let monitored = monitored_rate(&paired).unwrap();
        assert_eq!((monitored.decisive, monitored.p_value), (watched, None));
        let [judged] = judged_rates(vec![Some(monitored)])[..] else { panic!("there is one") };
        let judged = judged.unwrap();
        assert_eq!((judged.p_adjusted, judged.verdict_adjusted), (None, Verdict::of(&watched)));
        // Quads have no pair scores.
        let swapped = [[entrant(0, Some(0)), entrant(1, Some(1))], [entrant(0, Some(1)), entrant(1, Some(0))]];
        let (_, standings) = played(&swapped, 100, |game| Some(game.side_of(usize::from(game.pair % 3 == 0))));
        let (_, quads) = standings.bots().next().unwrap();
        let (once, watched) = (rate_interval(quads).unwrap().decisive, watched_rate(quads).unwrap());
        assert!(
            !is_paired(quads) && watched.low < once.low - 0.03 && watched.high > once.high + 0.03,
            "{once:?} {watched:?}"
        );
    }
}
