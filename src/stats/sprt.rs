//! The sequential probability ratio test on pairs: is an entrant nearer to `elo0` or to `elo1` points ahead?
//!
//! The rule is Wald's (Sequential Analysis, 1947): continue while the log likelihood ratio lies between `ln(beta / (1 -
//! alpha))` and `ln((1 - beta) / alpha)`. The ratio is the generalised one: the most likely distribution of pair scores
//! with the one mean, against the most likely with the other; so neither draws nor the correlation of a pair's games
//! have to be modelled. It is that of fishtest, by Van den Bergh ("The generalized likelihood ratio for the expectation
//! value of a distribution"). Error rates are asymptotic: see docs/statistics.md for measured ones.

use super::elo::{ELO, score_of_elo};
use super::likelihood::{with_mean, with_ratio};
use super::scores::Scores;

/// The scale of `elo0` and `elo1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// The ordinary Elo scale of expected scores.
    #[default]
    Logistic,
    /// Normalised Elo: the surplus of the score over one half, in standard deviations of a game, times 800 / ln 10. The
    /// same bounds then need about the same number of games, whatever the share of draws.
    Normalised,
}

/// The design of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The Elo difference of the hypothesis to be rejected.
    pub elo0: f64,
    /// The Elo difference of the hypothesis to be accepted.
    pub elo1: f64,
    /// The probability of accepting `elo1` where the difference is `elo0`.
    pub alpha: f64,
    /// The probability of rejecting `elo1` where the difference is `elo1`.
    pub beta: f64,
    /// The scale of the Elo numbers.
    pub scale: Scale,
    /// The maximum number of units that are played; `None` for no cap.
    pub cap: Option<u64>,
}

/// Why the design of a test is invalid.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtFault {
    /// The hypotheses are in the wrong order.
    #[error("elo0 ({elo0}) must be less than elo1 ({elo1})")]
    Order {
        /// The lower one.
        elo0: f64,
        /// The upper one.
        elo1: f64,
    },
    /// An error rate is out of range.
    #[error("{name} ({value}) must lie between 0 and 0.5")]
    Rate {
        /// The name of the error rate.
        name: &'static str,
        /// Its value.
        value: f64,
    },
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Continue playing.
    GoOn,
    /// The difference is nearer to `elo1`: accepted.
    Upper,
    /// The difference is nearer to `elo0`: rejected.
    Lower,
    /// The cap is reached without a decision.
    Capped,
}

/// No decision with fewer units: their scatter is not yet known.
pub const LEAST_UNITS: u64 = 16;

impl Sprt {
    /// The same test, its numbers validated.
    pub fn checked(self) -> Result<Sprt, SprtFault> {
        if !(self.elo0 < self.elo1 && self.elo0.is_finite() && self.elo1.is_finite()) {
            return Err(SprtFault::Order { elo0: self.elo0, elo1: self.elo1 });
        }
        for (name, value) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtFault::Rate { name, value });
            }
        }
        Ok(self)
    }

    /// The bounds of the log likelihood ratio: below the first the test rejects, above the second it accepts.
    pub fn bounds(&self) -> [f64; 2] {
        [libm::log(self.beta / (1.0 - self.alpha)), libm::log((1.0 - self.beta) / self.alpha)]
    }

    /// The log likelihood ratio of `elo1` to `elo0`; 0 without units. All units have `games` games.
    pub fn log_likelihood_ratio(&self, scores: &Scores, games: u32) -> f64 {
        if scores.count() == 0.0 {
            return 0.0;
        }
        let soft = scores.softened();
        let likeliest = |elo: f64| match self.scale {
            Scale::Logistic => with_mean(&soft, score_of_elo(elo)),
            Scale::Normalised => with_ratio(&soft, elo / (2.0 * ELO) * f64::from(games).sqrt()),
        };
        let (lower, upper) = (likeliest(self.elo0), likeliest(self.elo1));
        soft.iter()
            .zip(lower.iter().zip(&upper))
            .map(|((_, count), (lower, upper))| count * (libm::log(*upper) - libm::log(*lower)))
            .sum()
    }

    /// The decision after these units, each of `games` games. They are a prefix of the schedule that was fixed before:
    /// whole units in their order, none left out.
    pub fn decide(&self, scores: &Scores, games: u32) -> Decision {
        let count = scores.count() as u64;
        let capped = self.cap.is_some_and(|cap| count >= cap);
        let [lower, upper] = self.bounds();
        let ratio = self.log_likelihood_ratio(scores, games);
        if count >= LEAST_UNITS && ratio >= upper {
            Decision::Upper
        } else if count >= LEAST_UNITS && ratio <= lower {
            Decision::Lower
        } else if capped {
            Decision::Capped
        } else {
            Decision::GoOn
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(elo0: f64, elo1: f64, scale: Scale) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, scale, cap: None }
    }

    #[test]
    fn ratios_are_those_of_fastchess() {
        // fastchess, app/tests/sprt_test.cpp: pairs lost twice, lost and drawn, level, won and drawn, won twice; its
        // printed ratios have two decimals.
        let pairs = [
            ([223, 9863, 20279 + 1000, 10037, 246], 0.5, 2.5, Scale::Logistic, -3.07),
            ([871, 26175, 55003 + 980, 26678, 821], 0.0, 2.0, Scale::Logistic, -4.98),
            ([365, 16618, 36029 + 200, 16974, 390], 0.0, 2.0, Scale::Normalised, 2.25),
            ([127, 4883, 10311 + 401, 5150, 104], -1.75, 0.25, Scale::Normalised, 3.01),
        ];
        for (pairs, elo0, elo1, scale, expected) in pairs {
            let ratio = test(elo0, elo1, scale).log_likelihood_ratio(&Scores::of_pairs(&pairs), 2);
            assert!((ratio - expected).abs() < 0.005, "{ratio} is not {expected}");
        }
        // Won, lost, drawn there; lost, drawn, won here.
        let games = [
            ([36027, 68692, 36433], 0.0, 2.0, Scale::Normalised, 0.92),
            ([10650, 20431, 10871], -1.75, 0.25, Scale::Normalised, 2.30),
            ([21184, 40708, 21404], 0.5, 2.5, Scale::Logistic, -1.57),
            ([57030, 106593, 57433], 0.0, 2.0, Scale::Logistic, -2.59),
        ];
        for (games, elo0, elo1, scale, expected) in games {
            let ratio = test(elo0, elo1, scale).log_likelihood_ratio(&Scores::of_games(&games), 1);
            assert!((ratio - expected).abs() < 0.005, "{ratio} is not {expected}");
        }
    }

    #[test]
    fn ratios_are_those_of_a_second_derivation() {
        // scipy 1.17.1, optimize.minimize (SLSQP): the multinomial likelihood maximised under each mean.
        let known = [
            ([10, 80, 300, 90, 20], 0.0, 5.0, 1.142695),
            ([3, 12, 25, 30, 9], 0.0, 30.0, 3.477344),
            ([40, 100, 260, 100, 10], -10.0, 10.0, -9.128717),
        ];
        for (pairs, elo0, elo1, expected) in known {
            let ratio = test(elo0, elo1, Scale::Logistic).log_likelihood_ratio(&Scores::of_pairs(&pairs), 2);
            assert!((ratio - expected).abs() < 2e-4, "{ratio} is not {expected}");
        }
    }

    #[test]
    fn a_test_stops_at_its_bounds_or_at_its_cap() {
        let test = Sprt { cap: Some(100), ..test(0.0, 10.0, Scale::Logistic) };
        let [lower, upper] = test.bounds();
        assert!((upper - 2.944_438_979_166_44).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
        assert_eq!(test.decide(&Scores::of_pairs(&[0, 1, 40, 2, 0]), 2), Decision::GoOn);
        assert_eq!(test.decide(&Scores::of_pairs(&[0, 20, 59, 21, 0]), 2), Decision::Capped);
        assert_eq!(test.decide(&Scores::of_pairs(&[2, 10, 60, 200, 40]), 2), Decision::Upper);
        assert_eq!(test.decide(&Scores::of_pairs(&[40, 200, 60, 10, 2]), 2), Decision::Lower);
        // Even a clear start waits until the scatter can be estimated.
        assert_eq!(test.decide(&Scores::of_pairs(&[0, 0, 0, 0, 15]), 2), Decision::GoOn);
    }

    #[test]
    fn a_test_without_sense_is_refused() {
        assert!(test(5.0, 5.0, Scale::Logistic).checked().is_err());
        let fault = Sprt { beta: 0.6, ..test(0.0, 5.0, Scale::Logistic) }.checked().unwrap_err();
        assert_eq!(fault.to_string(), "beta (0.6) must lie between 0 and 0.5");
        assert!(test(0.0, 5.0, Scale::Normalised).checked().is_ok());
    }
}
