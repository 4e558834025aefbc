//! Playing until an interval is narrow enough: the rule of Chow and Robbins, "On the asymptotic theory of fixed-width
//! sequential confidence intervals for the mean", Annals of Mathematical Statistics 36 (1965).
//!
//! When to stop depends on the scatter so far, hardly on the mean, so that the mean of the units at the stop stays
//! nearly unbiased and the interval approaches its nominal coverage as the target gets small; with a wide target the
//! estimate of the scatter is still uncertain when the target is reached. A small number of units is therefore always
//! played, and the interval is that of [`Scores::rate`], which counts a little more scatter than was observed, as Chow
//! and Robbins do.

use super::scores::Scores;

/// Play until half the width of the 95 % interval is at most `target`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfWidth {
    /// The target half-width, such as 0.005.
    pub target: f64,
    /// The minimum number of units that are played.
    pub least: u64,
    /// The maximum number of units that are played; `None` for no cap.
    pub cap: Option<u64>,
}

/// A sensible least number of units.
pub const LEAST_UNITS: u64 = 100;

impl HalfWidth {
    /// Whether these units are enough. They are a prefix of the schedule that was fixed before: whole units in their
    /// order, none left out.
    pub fn reached(&self, scores: &Scores) -> bool {
        let count = scores.count();
        if self.cap.is_some_and(|cap| count >= cap as f64) {
            return true;
        }
        count >= self.least as f64 && scores.rate().is_some_and(|rate| rate.half_width() <= self.target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: HalfWidth = HalfWidth { target: 0.01, least: LEAST_UNITS, cap: Some(100_000) };

    #[test]
    fn half_a_point_takes_38416_plain_games() {
        // 0.25 (1.96 / 0.005)^2, the number usually quoted; a quantile with more digits makes it one less.
        let rule = HalfWidth { target: 0.005, ..RULE };
        assert!(
            !rule.reached(&Scores::of_games(&[19_000, 0, 19_000]))
                && rule.reached(&Scores::of_games(&[19_300, 0, 19_300]))
        );
    }

    #[test]
    fn units_that_do_not_differ_stop_late_enough() {
        let level = |count| Scores::of_pairs(&[0, 0, count, 0, 0]);
        assert!(!RULE.reached(&level(99)));
        let first = (100..).find(|count| RULE.reached(&level(*count))).unwrap();
        assert!((100..400).contains(&first), "{first}");
        assert!(HalfWidth { cap: Some(40), ..RULE }.reached(&level(40)));
    }
}
