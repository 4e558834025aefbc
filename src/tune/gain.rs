//! The gain of the tuned bot over the original bot against the opponents: the difference of their scores.
//!
//! Both play each opponent on the same dice, so that the difference is paired: the games of all opponents and armies
//! that share their dice are one cluster, as in [`mod@crate::balance::compare`].

use crate::balance::compare::effect::ENOUGH;
use crate::balance::compare::{Effect, Tally, effect_on_share};
use crate::stats::{Estimate, LEVEL, mean_estimate};
use crate::tournament::{GameRow, Schedule};
use std::collections::BTreeMap;

/// A game of the confirmation match.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    scenario: usize,
    pair: u64,
    is_balanced: bool,
    /// Twice the score of the first bot of the match.
    doubled: u64,
}

impl Scored {
    /// The score of the first bot. A forfeit counts as in its rate.
    pub fn of_first(schedule: &Schedule, row: &GameRow) -> Scored {
        let GameRow { spec, outcome, set_up_draws, .. } = row;
        Scored {
            scenario: schedule.cells()[spec.cell].scenario,
            pair: spec.pair,
            is_balanced: *set_up_draws > 0,
            doubled: (2.0 * outcome.score(spec.seat_of_first())) as u64,
        }
    }
}

/// The difference of the scores against the opponents, averaged over them.
#[derive(Clone, Copy, Debug)]
pub struct Gain {
    estimate: Option<Estimate>,
    clusters: u64,
}

impl Gain {
    /// From the games of the tuned and the original bot against each opponent in turn, in the order of one schedule.
    /// Scenarios have the same number of games and dice of their own, so that the gain is the mean over them.
    pub(super) fn of(scored: &[Vec<Scored>]) -> Gain {
        let mut by_scenario: BTreeMap<usize, Tally> = BTreeMap::new();
        for game in 0..scored.first().map_or(0, Vec::len) {
            for both in scored.chunks_exact(2) {
                let [tuned, original] = [both[0][game], both[1][game]];
                let is_balanced = tuned.is_balanced || original.is_balanced;
                let tally = by_scenario.entry(tuned.scenario).or_insert_with(|| Tally::new(1));
                tally.add(0, tuned.pair, is_balanced, original.doubled, tuned.doubled);
            }
        }
        let effects: Vec<Effect> = by_scenario.values_mut().map(effect_on_share).collect();
        let clusters = effects.iter().map(|effect| effect.clusters).sum();
        let differs = effects.iter().any(|effect| effect.differing > 0);
        let parts: Option<Vec<Estimate>> = effects.iter().map(interval).collect();
        Gain { estimate: parts.filter(|_| differs).and_then(|parts| mean_estimate(&parts)), clusters }
    }

    /// In points per game, with its interval; `None` where both bots scored alike in all clusters, or with a single one
    /// on a scenario.
    pub fn estimate(&self) -> Option<Estimate> {
        self.estimate
    }

    /// Whether the tuned bot scored significantly more.
    pub fn is_higher(&self) -> bool {
        self.clusters >= ENOUGH && self.estimate.is_some_and(|gain| gain.low > 0.0)
    }
}

/// The interval of a scenario. Where no cluster differs, a difference in more of them would have been seen.
fn interval(effect: &Effect) -> Option<Estimate> {
    let unseen = || {
        let half = 1.0 - libm::pow(1.0 - LEVEL, 1.0 / effect.clusters as f64);
        Estimate { point: 0.0, low: -half, high: half, level: LEVEL }
    };
    effect.interval.or_else(|| (effect.differing == 0).then(unseen))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One game a pair, against one opponent.
    fn scored(doubled: impl IntoIterator<Item = u64>) -> Vec<Scored> {
        let one = |(pair, doubled)| Scored { scenario: 0, pair, is_balanced: false, doubled };
        (0..).zip(doubled).map(one).collect()
    }

    #[test]
    fn the_gain_is_the_paired_difference_of_scores() {
        // In 40 pairs the tuned bot wins where the original loses in ten, and the reverse in two.
        let original = scored((0..40).map(|pair| if pair < 10 { 0 } else { 2 }));
        let tuned = scored((0..40).map(|pair| if (10..12).contains(&pair) { 0 } else { 2 }));
        let gain = Gain::of(&[tuned.clone(), original.clone()]);
        let estimate = gain.estimate().expect("scores differ");
        assert!((estimate.point - 0.2).abs() < 1e-12, "{estimate:?}");
        // Differences of mean 0.2 and variance (12/40 - 0.04) * 40/39; two more pairs that differ add
        // 2 (1 - 12/40) 40/39 / 40^2; Student's quantile of 39 degrees is 2.0227.
        let error = (0.26 / 39.0 + 2.0 * 0.7 / 39.0 / 40.0_f64).sqrt();
        assert!((estimate.half_width() - 2.022_690_9 * error).abs() < 1e-6, "{estimate:?}");
        assert!(gain.is_higher() && !Gain::of(&[original, tuned]).is_higher());
    }

    #[test]
    fn games_of_all_opponents_on_the_same_dice_are_one_cluster() {
        let original = scored((0..40).map(|_| 0));
        let tuned = scored((0..40).map(|pair| 2 * (pair % 2)));
        let one = Gain::of(&[tuned.clone(), original.clone()]).estimate().expect("scores differ");
        let [first, second] = [[tuned.clone(), original.clone()], [tuned, original]];
        let two = Gain::of(&[first, second].concat()).estimate().expect("scores differ");
        assert!((one.half_width() - two.half_width()).abs() < 1e-12, "{one:?} {two:?}");
    }

    #[test]
    fn scenarios_do_not_add_to_the_error_by_their_difference() {
        let on = |scenario: usize, one: Vec<Scored>| one.into_iter().map(move |game| Scored { scenario, ..game });
        let half = scored((0..40).map(|pair| 2 * (pair % 2)));
        let [none, all] = [0, 2].map(|doubled| scored((0..40).map(|_| doubled)));
        // On one scenario the tuned bot gains in half of the pairs, on the other it loses in half of them.
        let tuned: Vec<Scored> = on(0, half.clone()).chain(on(1, half.clone())).collect();
        let original: Vec<Scored> = on(0, none.clone()).chain(on(1, all)).collect();
        let both = Gain::of(&[tuned, original]).estimate().expect("scores differ");
        let one = Gain::of(&[half, none]).estimate().expect("scores differ");
        assert!(both.point.abs() < 1e-12, "{both:?}");
        assert!((both.half_width() - one.half_width() / 2.0_f64.sqrt()).abs() < 1e-12, "{both:?} {one:?}");
    }

    #[test]
    fn bots_that_score_alike_have_no_gain() {
        let all = scored((0..40).map(|pair| pair % 3));
        let gain = Gain::of(&[all.clone(), all]);
        assert!(gain.estimate().is_none() && !gain.is_higher());
    }
}
