//! What the clusters of a comparison do not show. Where few clusters differ from the most frequent difference, their
//! scatter shows by how much, and not how many others there might be.

use super::tally::Sums;
use crate::stats::LEVEL;

/// The share of other clusters of which one would have been seen with 95 % confidence, where all of these are alike
/// (Hanley and Lippman-Hand, JAMA 249, 1983).
pub(crate) fn unseen_share(clusters: u64) -> f64 {
    1.0 - libm::pow(1.0 - LEVEL, 1.0 / clusters.max(1) as f64)
}

/// The variance of a difference that two more clusters contribute beside no difference, and of a share also beside the
/// most frequent difference, where that is not 0; of several that are equally frequent the greatest.
pub(super) fn unseen_variance(sums: &Sums, is_share: bool) -> f64 {
    let most = sums.values.values().max().copied().unwrap_or(0);
    let modes = sums.values.iter().filter(|((twice, _), count)| is_share && **count == most && *twice != 0);
    let beside_modes = modes.map(|(mode, _)| two_more(sums, *mode)).fold(0.0, f64::max);
    two_more(sums, (0, 1)) + beside_modes
}

/// The smallest difference that would be detected with 80 % power by a test that needs this many standard errors, if
/// all clusters that differ do so in one direction, and by as much as those that were seen: then the scatter grows with
/// the difference. A share x of n clusters has, with the two more, the variance (x + 2/n) (1 - x) / (n - 1). 0 where
/// none differs.
pub(super) fn shown_by_few(sums: &Sums, standard_errors: f64) -> f64 {
    let count = sums.sums.count as f64;
    let (others, squares) = others_than(sums, (0, 1));
    if others == 0.0 || count < 2.0 {
        return 0.0;
    }
    let size = count * (squares / others).sqrt() / sums.sums.games;
    let factor = standard_errors * standard_errors / (count - 1.0);
    let added = 2.0 / count;
    let linear = factor * (1.0 - added);
    size * (linear + (linear * linear + 4.0 * (1.0 + factor) * factor * added).sqrt()) / (2.0 * (1.0 + factor))
}

/// The variance contributed by two more clusters of which one differs in either direction from a cluster of this
/// twofold difference and number of games, by as much as those that do (Bonett and Price, Journal of Educational and
/// Behavioral Statistics 37, 2012). 0 where all do.
fn two_more(sums: &Sums, mode: (i64, u64)) -> f64 {
    let (count, games) = (sums.sums.count as f64, sums.sums.games);
    let (others, squares) = others_than(sums, mode);
    if others == 0.0 || count < 2.0 {
        return 0.0;
    }
    2.0 * squares / others * (1.0 - others / count) * count / (count - 1.0) / (games * games)
}

/// The number of clusters that differ from a cluster of this twofold difference and number of games, and the sum of the
/// squares by which they do.
fn others_than(sums: &Sums, (twice, of): (i64, u64)) -> (f64, f64) {
    let (mut others, mut squares) = (0, 0.0);
    for ((other, games), count) in &sums.values {
        // Clusters of other numbers of games may differ as much a game.
        let beside = other * of as i64 - twice * *games as i64;
        if beside != 0 {
            others += count;
            let beside = beside as f64 / (2 * of) as f64;
            squares += *count as f64 * beside * beside;
        }
    }
    (others as f64, squares)
}

#[cfg(test)]
mod tests {
    use crate::balance::compare::{Tally, effect_on_share};

    #[test]
    fn intervals_cover_where_nearly_all_clusters_differ_alike() {
        // Pairs of independent games that are never won without the change, and with this probability with it. The
        // probability of each number of pairs of which one game or both are lost is that of the trinomial.
        for (pairs, won) in [(50_u32, 0.95_f64), (100, 0.97), (100, 0.985), (168, 0.991), (200, 0.9925)] {
            let (one_lost, both_lost) = (2.0 * won * (1.0 - won), (1.0 - won) * (1.0 - won));
            let mut covered = 0.0;
            for ones in 0..25 {
                for boths in 0..4 {
                    let mut outcome = Tally::new(1);
                    for pair in 0..pairs {
                        let games = if pair < boths { [0, 0] } else { [2, if pair < boths + ones { 0 } else { 2 }] };
                        games.iter().for_each(|variant| outcome.add(0, pair.into(), false, 0, *variant));
                    }
                    let interval = effect_on_share(&mut outcome).interval.expect("a share has an interval");
                    let chosen = |of: u32, number: u32| {
                        (0..number).map(|at| f64::from(of - at) / f64::from(at + 1)).product::<f64>()
                    };
                    let chance = chosen(pairs, boths)
                        * chosen(pairs - boths, ones)
                        * both_lost.powi(boths as i32)
                        * one_lost.powi(ones as i32)
                        * (won * won).powi((pairs - boths - ones) as i32);
                    covered += if interval.low <= won && won <= interval.high { chance } else { 0.0 };
                }
            }
            assert!(covered > 0.93, "{pairs} pairs, {won}: {covered}");
        }
    }

    #[test]
    fn intervals_cover_where_nearly_all_clusters_have_another_common_difference() {
        // Of both games of a pair, twice the figure without and with the change; the few others have this probability.
        let half_of_both = [(0, 2), (0, 0)];
        for (pairs, few, usual, other) in [
            (150_u32, 0.02_f64, half_of_both, [(0, 0); 2]),
            (150, 0.02, half_of_both, [(0, 2); 2]),
            (100, 0.015, [(0, 2); 2], [(2, 0); 2]),
            (50, 0.03, [(0, 2); 2], [(2, 0); 2]),
        ] {
            let mean = |games: [(u64, u64); 2]| {
                games.iter().map(|(base, variant)| (*variant as f64 - *base as f64) / 4.0).sum::<f64>()
            };
            let truth = (1.0 - few) * mean(usual) + few * mean(other);
            let mut covered = 0.0;
            for others in 0..20 {
                let mut outcome = Tally::new(1);
                for pair in 0..pairs {
                    let games = if pair < others { other } else { usual };
                    games.iter().for_each(|(base, variant)| outcome.add(0, pair.into(), false, *base, *variant));
                }
                let interval = effect_on_share(&mut outcome).interval.expect("a share has an interval");
                let chosen: f64 = (0..others).map(|at| f64::from(pairs - at) / f64::from(at + 1)).product();
                let chance = chosen * few.powi(others as i32) * (1.0 - few).powi((pairs - others) as i32);
                covered += if interval.low <= truth && truth <= interval.high { chance } else { 0.0 };
            }
            assert!(covered > 0.93, "{pairs} pairs, {few}: {covered}");
        }
    }

    #[test]
    fn mirrored_differences_have_mirrored_intervals() {
        // Ten of 20 pairs differ and ten do not: both are equally frequent.
        let won = |pair: u64| if pair < 10 { 2 } else { 0 };
        let up = effect_on_share(&mut Tally::of_games((0..20).map(|pair| (0, won(pair)))));
        let down = effect_on_share(&mut Tally::of_games((0..20).map(|pair| (won(pair), 0))));
        assert_eq!((up.p_value, up.interval.unwrap().low), (down.p_value, -down.interval.unwrap().high));
        // The same of two equally frequent differences of either sign.
        let swapped = |first: [u64; 2], other: [u64; 2]| {
            let of = |pair: u64| if pair.is_multiple_of(2) { first } else { other };
            effect_on_share(&mut Tally::of_games((0..20).map(|pair| (of(pair)[0], of(pair)[1]))))
        };
        let [one, mirrored] = [swapped([0, 2], [1, 0]), swapped([2, 0], [0, 1])];
        assert_eq!(one.interval.unwrap().half_width(), mirrored.interval.unwrap().half_width());
    }

    /// A true difference of the stated size: a share of clusters that all differ in one direction. The probability of
    /// each number of differing clusters is binomial.
    #[test]
    fn what_few_clusters_would_show_is_detected_with_the_stated_power() {
        for clusters in [20_u64, 27, 50, 100, 400] {
            let found = |differing: u64| {
                effect_on_share(&mut Tally::of_games((0..clusters).map(|it| (0, if it < differing { 2 } else { 0 }))))
            };
            let verdicts: Vec<bool> = (0..=clusters).map(|differing| found(differing).verdict.is_effect()).collect();
            for seen in 1..=clusters / 3 {
                let true_share = found(seen).detectable.expect("a detectable difference");
                let mut power = 0.0;
                let mut log_chance = clusters as f64 * libm::log(1.0 - true_share);
                for differing in 0..=clusters {
                    power += if verdicts[differing as usize] { libm::exp(log_chance) } else { 0.0 };
                    let further = (clusters - differing) as f64 / (differing + 1) as f64;
                    log_chance += libm::log(further * true_share / (1.0 - true_share));
                }
                assert!(power > 0.8, "{seen} of {clusters}: {true_share} has {power}");
                assert!(seen > 12 || power < 0.95, "{seen} of {clusters}: {true_share} has {power}");
            }
        }
    }
}
