//! The estimate of a difference after a sequential test has stopped.
//!
//! The uncorrected estimate is biased: a test tends to stop early where chance exaggerated the difference. The
//! correction uses the ordering of outcomes of a Brownian motion between the bounds of the test ([`super::brownian`]):
//! the median-unbiased estimate is the score at which an outcome at most as high as this one has a probability of one
//! half, and the bounds of the 95 % interval are the scores at which it has 97.5 % and 2.5 %. fishtest reports its
//! tests in the same way (Van den Bergh, "A practical introduction to the GSPRT"). The bound at which the test stopped
//! is taken to be the observed value. The other one, since a test is monitored at discrete steps, is moved outwards by
//! 0.583 standard deviations of a step (Siegmund, Sequential Analysis, 1985, chapter X).

use super::brownian::Brownian;
use super::elo::{elo_of_score, score_of_elo};
use super::estimate::{Estimate, LEVEL};
use super::root::root;
use super::scores::Scores;
use super::sprt::{Decision, Scale, Sprt};

/// Siegmund's correction for a motion that is monitored at discrete steps.
const OVERSHOOT: f64 = 0.583;

/// The normal approximation does not describe a test that has not ended this many times beyond its bounds.
const BEYOND: f64 = 2.0;

/// An estimate after a sequential test, corrected for optional stopping.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stopped {
    /// Points per game.
    pub rate: Estimate,
    /// The Elo difference on the logistic scale, whatever the scale of the test.
    pub elo: Estimate,
    /// The rate without correction.
    pub uncorrected: f64,
}

impl Sprt {
    /// The corrected estimate after the test has stopped with these units, each of `games` games, having been checked
    /// every `step` units. `None` where the units do not differ, and where so few do that by the normal approximation
    /// the test would have ended long before: nothing then is known of its paths.
    pub fn estimate(&self, scores: &Scores, games: u32, decision: Decision, step: u64) -> Option<Stopped> {
        let (count, uncorrected, variance) = (scores.count(), scores.mean(), scores.variance());
        if count < 2.0 || variance <= 0.0 {
            return None;
        }
        let score = |elo: f64| match self.scale {
            Scale::Logistic => score_of_elo(elo),
            Scale::Normalised => 0.5 + elo / (2.0 * super::elo::ELO) * (variance * f64::from(games)).sqrt(),
        };
        let (lower, upper) = (score(self.elo0), score(self.elo1));
        let middle = (lower + upper) / 2.0;
        // The sum of surpluses over the middle score is the log likelihood ratio, up to this factor and the error of
        // the normal approximation.
        let factor = variance / (upper - lower);
        let seen = count * (uncorrected - middle);
        let stretch = match decision {
            Decision::Lower | Decision::Upper => {
                (seen / factor / self.log_likelihood_ratio(scores, games)).clamp(0.5, 2.0)
            }
            Decision::Capped | Decision::GoOn => 1.0,
        };
        let further = OVERSHOOT * (variance * step as f64).sqrt();
        let [low, high] = self.bounds().map(|bound| bound * factor * stretch);
        let (low, high) = (low - further, high + further);
        // The observed value at which the test stopped is the bound.
        let (low, high, height) = match decision {
            Decision::Lower => (seen.min(-further), high, seen.min(-further)),
            Decision::Upper => (low, seen.max(further), seen.max(further)),
            Decision::Capped | Decision::GoOn => (low, high, seen.clamp(low, high)),
        };
        let is_far = seen < BEYOND * low || seen > BEYOND * high;
        if matches!(decision, Decision::Capped | Decision::GoOn) && is_far {
            return None;
        }
        let chance = |rate: f64| {
            // Under another rate the scatter is estimated around that rate.
            let deviation = (variance + (rate - uncorrected) * (rate - uncorrected)).sqrt();
            Brownian { lower: low, upper: high, drift: rate - middle, deviation }.at_or_below(count, height)
        };
        // The scores of ±1000 Elo points, the limits of fishtest as well.
        let (least, most) = (score_of_elo(-1000.0), score_of_elo(1000.0));
        let rate_with = |wanted: f64| root(least, most, |rate| chance(rate) - wanted);
        let tail = (1.0 - LEVEL) / 2.0;
        let rate = Estimate { point: rate_with(0.5), low: rate_with(1.0 - tail), high: rate_with(tail), level: LEVEL };
        Some(Stopped { rate, elo: rate.map(elo_of_score), uncorrected })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test() -> Sprt {
        Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic, cap: None }
    }

    #[test]
    fn a_test_that_stopped_early_is_corrected_towards_the_middle() {
        let scores = Scores::of_pairs(&[10, 120, 420, 250, 40]);
        assert_eq!(test().decide(&scores, 2), Decision::Upper);
        let stopped = test().estimate(&scores, 2, Decision::Upper, 1).unwrap();
        assert!(stopped.rate.point < stopped.uncorrected && stopped.rate.point > 0.5, "{stopped:?}");
        assert!(stopped.rate.low < stopped.rate.point && stopped.rate.point < stopped.rate.high);
    }

    #[test]
    fn a_test_far_from_its_bounds_gives_the_plain_interval() {
        let scores = Scores::of_pairs(&[5, 25, 80, 30, 5]);
        assert_eq!(test().decide(&scores, 2), Decision::GoOn);
        let wide = Sprt { alpha: 1e-9, beta: 1e-9, elo1: 1.0, ..test() };
        let (stopped, fixed) = (wide.estimate(&scores, 2, Decision::Capped, 1).unwrap(), scores.interval().unwrap());
        assert!((stopped.rate.point - fixed.point).abs() < 1e-6);
        assert!((stopped.rate.half_width() / fixed.half_width() - 1.0).abs() < 0.03, "{stopped:?} {fixed:?}");
    }

    #[test]
    fn estimates_are_those_of_a_second_derivation() {
        // numpy 2.4.6 and scipy 1.17.1: the forward equation between the same bounds stepped on a grid, the rate found
        // by optimize.brentq.
        let known = [
            ([10, 120, 420, 250, 40], 0.0, 10.0, Decision::Upper, 1, [0.5561, 0.5426, 0.5695]),
            ([60, 250, 420, 230, 40], 0.0, 10.0, Decision::Lower, 16, [0.4862, 0.4715, 0.5010]),
            ([30, 140, 300, 150, 30], -5.0, 5.0, Decision::Capped, 8, [0.5038, 0.4864, 0.5213]),
        ];
        for (pairs, elo0, elo1, decision, step, [point, low, high]) in known {
            let test = Sprt { elo0, elo1, ..test() };
            let rate = test.estimate(&Scores::of_pairs(&pairs), 2, decision, step).unwrap().rate;
            let off = [rate.point - point, rate.low - low, rate.high - high];
            assert!(off.iter().all(|off| off.abs() < 2e-4), "{rate:?}");
        }
    }

    #[test]
    fn units_of_which_one_differs_give_no_estimate() {
        // One game of 2,000 is decided, and the test goes on: the normal approximation would have ended it at once, and
        // the interval of its paths was from -1000 to 1000 Elo points.
        let scores = Scores::of_pairs(&[0, 1, 999, 0, 0]);
        let test = Sprt { elo0: -60.0, elo1: 60.0, ..test() };
        assert_eq!(test.decide(&scores, 2), Decision::GoOn);
        assert_eq!(test.estimate(&scores, 2, Decision::GoOn, 8), None);
        assert!(scores.interval().unwrap().half_width() < 0.01);
    }

    #[test]
    fn units_that_do_not_differ_give_no_estimate() {
        assert_eq!(test().estimate(&Scores::of_pairs(&[0, 0, 40, 0, 0]), 2, Decision::Lower, 1), None);
    }
}
