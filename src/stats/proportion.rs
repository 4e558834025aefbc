//! The interval of a proportion: the score interval of Wilson, "Probable Inference, the Law of Succession, and
//! Statistical Inference", JASA 22 (1927).

use super::distributions::normal_two_sided;
use super::estimate::{Estimate, LEVEL, NORMAL_95};

/// The share of `successes` in `trials` with its 95 % Wilson interval; `None` without trials.
///
/// A draw may count as half a success; the interval then is somewhat too wide, never too narrow.
pub fn wilson(successes: f64, trials: u64) -> Option<Estimate> {
    if trials == 0 {
        return None;
    }
    let n = trials as f64;
    let point = successes / n;
    let s = NORMAL_95 * NORMAL_95;
    let middle = (point + s / (2.0 * n)) / (1.0 + s / n);
    let half = NORMAL_95 / (1.0 + s / n) * (point * (1.0 - point) / n + s / (4.0 * n * n)).sqrt();
    Some(Estimate {
        point,
        low: (middle - half).clamp(0.0, point),
        high: (middle + half).clamp(point, 1.0),
        level: LEVEL,
    })
}

/// The two-sided p-value of the hypothesis that the proportion is one half, by the statistic of [`wilson`]: it is below
/// 5 % exactly where that interval excludes one half. `None` without trials.
pub fn wilson_p_value(successes: f64, trials: u64) -> Option<f64> {
    wilson_p_value_of(successes, trials, 0.5)
}

/// The p-value of the hypothesis that the proportion is `truth`.
pub fn wilson_p_value_of(successes: f64, trials: u64, truth: f64) -> Option<f64> {
    let n = trials as f64;
    (trials > 0).then(|| normal_two_sided((successes / n - truth) * (n / (truth * (1.0 - truth))).sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_literature() {
        // Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table
        // I, method 3.
        for (successes, trials, low, high) in [
            (81.0, 263, 0.2553, 0.3662),
            (15.0, 148, 0.0624, 0.1605),
            (0.0, 20, 0.0, 0.1611),
            (1.0, 29, 0.0061, 0.1718),
        ] {
            let estimate = wilson(successes, trials).unwrap();
            assert!((estimate.low - low).abs() < 5e-5 && (estimate.high - high).abs() < 5e-5, "{estimate:?}");
        }
        assert_eq!(wilson(0.0, 0), None);
    }

    #[test]
    fn the_p_value_is_that_of_the_score_test() {
        // z is 2; scipy 1.17.1, 2 stats.norm.sf(2).
        assert!((wilson_p_value(60.0, 100).unwrap() - 0.045_500_263_896_358_4).abs() < 1e-12);
        assert_eq!((wilson_p_value(15.0, 30), wilson_p_value(0.0, 0)), (Some(1.0), None));
        let barely = wilson(60.0, 100).unwrap();
        assert!(barely.low > 0.5 && wilson(59.0, 100).unwrap().low < 0.5 && wilson_p_value(59.0, 100).unwrap() > 0.05);
    }
}
