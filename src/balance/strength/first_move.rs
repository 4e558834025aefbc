//! The rate of the first player under each bot, in the games in which the bot plays both sides: over all scenarios, and
//! on each. All games of a bot have the same weight, whatever armies meet.

use super::rungs::{RateUnderBot, RungMeasure, Subject, UnderBots};
use crate::balance::field::of_stratum;
use crate::game::Ending;
use crate::stats::shared::scatter;
use crate::stats::{GROUPS_OF_STRATUM, Shared};
use crate::tournament::{Counter, Kinds, Mixture, Plan, Standings, shows_first_move};
use std::collections::BTreeMap;

/// Points of the first player and games by group.
type Ratio = BTreeMap<u32, [f64; 2]>;

/// The rates of the first player under the bots of a plan; none where a bot plays both sides of no game, or where
/// self-play was forfeited or left unplayed.
pub fn first_move(plan: &Plan, standings: &Standings) -> Vec<UnderBots> {
    let mut of_bots: Vec<Vec<Kinds>> = vec![Vec::new(); plan.bots.len()];
    for ([one, _], counter) in standings.pairings().filter(|(entrants, _)| shows_first_move(*entrants)) {
        if is_incomplete(counter) {
            return Vec::new();
        }
        of_bots[one.bot].extend(counter.kinds());
    }
    Kinds::aligned(&mut of_bots.iter_mut().flatten().collect::<Vec<_>>());
    let ratios: Vec<Ratio> = of_bots.iter().map(|kinds| ratio(kinds)).collect();
    let on = |scenario: usize| -> Vec<Ratio> {
        let is_there = |group: u32| (group / GROUPS_OF_STRATUM) as usize == scenario;
        let of = |ratio: &Ratio| {
            let groups = ratio.iter().filter(|(group, _)| is_there(**group));
            groups.map(|(group, games)| (*group, *games)).collect()
        };
        ratios.iter().map(of).collect()
    };
    let all = (plan.scenarios.len() > 1).then(|| rates(None, &ratios));
    let each = (0..plan.scenarios.len()).map(|scenario| rates(Some(scenario), &on(scenario)));
    all.into_iter().chain(each).flatten().collect()
}

/// Whether games of a pairing say nothing about the first move since a bot forfeited them.
fn is_incomplete(counter: &Counter) -> bool {
    counter.endings[Ending::Forfeit] > 0 || counter.left_out > 0 || counter.unplayed > 0
}

/// Games in which play did not get as far as the first move do not count.
fn ratio(all: &[Kinds]) -> Ratio {
    let mut ratio = Ratio::new();
    for (group, Mixture { first, second, .. }) in all.iter().flat_map(Kinds::groups) {
        let won = f64::from(first.won + second.lost);
        let drawn = f64::from(first.drawn + second.drawn);
        let games = won + drawn + f64::from(first.lost + second.won);
        if games > 0.0 {
            let [points, all] = ratio.entry(of_stratum(*group)).or_default();
            (*points, *all) = (*points + won + drawn / 2.0, *all + games);
        }
    }
    ratio
}

fn rates(scenario: Option<usize>, ratios: &[Ratio]) -> Option<UnderBots> {
    if ratios.iter().any(BTreeMap::is_empty) {
        return None;
    }
    let shared = Shared::of_ratios(ratios);
    let under = |bot: usize| RateUnderBot {
        point: shared.rate(bot),
        one_more: shared.one_more(bot),
        groups_and_games: shared.groups_and_games(&[bot]),
    };
    let under: Vec<RateUnderBot> = (0..ratios.len()).map(under).collect();
    let subject = Subject { scenario, measure: RungMeasure::FirstMove, of: String::new() };
    UnderBots::of_rates(subject, &under, scatter(&shared.errors()), &shared)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{ClusterSums, Estimate, clustered_score, stratified};

    /// The value where the groups of each stratum are pairs in which the first player got these points.
    fn value(strata: &[Vec<f64>]) -> Estimate {
        let mut ratio = Ratio::new();
        for (stratum, pairs) in (0..).zip(strata) {
            ratio.extend((GROUPS_OF_STRATUM * stratum..).zip(pairs).map(|(group, points)| (group, [*points, 2.0])));
        }
        rates(None, &[ratio]).expect("there are enough pairs").values[0]
    }

    /// The interval of the tables for the same pairs.
    fn of_tables(strata: &[Vec<f64>]) -> Estimate {
        let sums = |pairs: &Vec<f64>| pairs.iter().fold(ClusterSums::default(), |sums, points| sums.with(2.0, *points));
        clustered_score(&stratified(&strata.iter().map(sums).collect::<Vec<_>>())).expect("there are enough pairs")
    }

    #[test]
    fn the_interval_is_that_of_other_rates() {
        // numpy: 30 pairs that are all won have the variance of two that lack a game each, 0.25 / (29 * 30), which is
        // that of 57.0 games at a rate of 59/60; Wilson's lower bound for these, with Student's quantile 2.0452, is
        // 0.93167. The symmetric interval with one more game began at 0.98094.
        let all = value(&[vec![2.0; 30]]);
        assert!((all.low - 0.931_67).abs() < 2e-5 && (all.point, all.high) == (1.0, 1.0), "{all:?}");
        let none = value(&[vec![0.0; 30]]);
        assert!((none.high - 0.068_33).abs() < 2e-5 && (none.point, none.low) == (0.0, 0.0), "{none:?}");
        let of = |points: [f64; 5], times: usize| points.repeat(times);
        let (often, seldom) = (of([2.0, 2.0, 1.0, 2.0, 1.5], 5), of([0.0, 0.5, 0.0, 0.0, 1.0], 4));
        for strata in [vec![vec![2.0; 30]], vec![often.clone()], vec![seldom.clone()], vec![often, seldom]] {
            let (found, expected) = (value(&strata), of_tables(&strata));
            let off = [found.point - expected.point, found.low - expected.low, found.high - expected.high];
            assert!(off.iter().all(|off| off.abs() < 1e-9), "{found:?} {expected:?}");
        }
    }

    #[test]
    fn intervals_cover_rates_near_none_and_all() {
        // Thirty pairs of independent games. The probability of each number of pairs of which one game or both are lost
        // is that of the trinomial. scipy: 97.0 %; of the symmetric interval 70.1 %.
        const PAIRS: usize = 30;
        for rate in [0.02_f64, 0.98] {
            let lost = 1.0 - rate;
            let chosen =
                |of: usize, number: usize| (0..number).map(|at| (of - at) as f64 / (at + 1) as f64).product::<f64>();
            let mut covered = 0.0;
            for boths in 0..=PAIRS {
                for ones in 0..=PAIRS - boths {
                    let neither = PAIRS - boths - ones;
                    let pairs = [vec![0.0; boths], vec![1.0; ones], vec![2.0; neither]].concat();
                    let interval = value(&[pairs]);
                    let chance = chosen(PAIRS, boths)
                        * chosen(PAIRS - boths, ones)
                        * (lost * lost).powi(boths as i32)
                        * (2.0 * lost * rate).powi(ones as i32)
                        * (rate * rate).powi(neither as i32);
                    covered += if (interval.low..=interval.high).contains(&rate) { chance } else { 0.0 };
                }
            }
            assert!((covered - 0.9703).abs() < 0.001, "{rate}: {covered}");
        }
    }
}
