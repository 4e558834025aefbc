//! The gain of the tuned bot over the original bot against the opponents: the difference of their scores.
//!
//! Both play each opponent on the same dice, so that the difference is paired: the games of all opponents and armies
//! that share their dice are one cluster, as in [`mod@crate::balance::compare`].

use crate::balance::Change;
use crate::balance::compare::{Effect, Tally, effect_on_share};
use crate::stats::Estimate;
use crate::tournament::{GameRow, Schedule};

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
#[derive(Clone, Debug)]
pub struct Gain(Effect);

impl Gain {
    /// From the games of the tuned and the original bot against each opponent in turn, in the order of one schedule.
    pub(super) fn of(scored: &[Vec<Scored>]) -> Gain {
        let games = || scored.iter().flatten();
        let scenarios = games().map(|game| game.scenario + 1).max().unwrap_or(0);
        let mut tally = Tally::new(scenarios);
        for game in 0..scored.first().map_or(0, Vec::len) {
            for both in scored.chunks_exact(2) {
                let [tuned, original] = [both[0][game], both[1][game]];
                let is_balanced = tuned.is_balanced || original.is_balanced;
                tally.add(tuned.scenario, tuned.pair, is_balanced, original.doubled, tuned.doubled);
            }
        }
        Gain(effect_on_share(&mut tally))
    }

    /// In points per game, with its interval; `None` where both bots scored alike in all clusters, or there is only
    /// one.
    pub fn estimate(&self) -> Option<Estimate> {
        self.0.interval
    }

    /// Whether both bots scored alike in all clusters.
    pub fn is_alike(&self) -> bool {
        self.0.differing == 0
    }

    /// Whether the tuned bot scored significantly more.
    pub fn is_higher(&self) -> bool {
        self.0.verdict == Change::Higher
    }
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
    fn bots_that_score_alike_have_no_gain() {
        let all = scored((0..40).map(|pair| pair % 3));
        let gain = Gain::of(&[all.clone(), all]);
        assert!(gain.estimate().is_none() && !gain.is_higher());
    }
}
