//! Stopping rules: when a run ends before its schedule does. The rule is part of the plan, so that the plan alone
//! determines what is played.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::str::FromStr;

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
pub enum StopRule {
    /// When a sequential test of one entrant against another has decided.
    Sprt {
        /// The Elo difference of the hypothesis to be rejected.
        elo0: f64,
        /// The Elo difference of the hypothesis to be accepted.
        elo1: f64,
        /// The probability of accepting `elo1` where the difference is `elo0`.
        alpha: f64,
        /// The probability of rejecting `elo1` where the difference is `elo1`.
        beta: f64,
        /// Whether the scale is normalised Elo: standard deviations of a game instead of scores.
        #[serde(default)]
        normalised: bool,
    },
    /// When the half-width of the 95 % interval of every pairing is at most this.
    HalfWidth {
        /// A share of the games, such as 0.005.
        half_width: f64,
    },
}

/// Parses numbers by name: `elo0=0 elo1=5`, separated by spaces or commas.
fn numbers(text: &str, known: &[&str]) -> Result<BTreeMap<String, f64>, String> {
    let mut numbers = BTreeMap::new();
    for setting in text.split([' ', ',']).filter(|part| !part.is_empty()) {
        let (key, value) = setting.split_once('=').ok_or_else(|| format!("expected key=value, found \"{setting}\""))?;
        if !known.contains(&key) {
            return Err(format!("unknown key \"{key}\"; expected {}", known.join(", ")));
        }
        let value: f64 = value
            .parse()
            .ok()
            .filter(|value: &f64| value.is_finite())
            .ok_or_else(|| format!("{key}: expected a number, found \"{value}\""))?;
        numbers.insert(key.to_owned(), value);
    }
    Ok(numbers)
}

/// The maximum Elo difference of a test: beyond it a rate is 0 or 1 to ten digits.
const MOST_ELO: f64 = 4000.0;

impl StopRule {
    /// Parses `elo0=0 elo1=5 alpha=0.05 beta=0.05`; the error rates are optional.
    ///
    /// # Errors
    /// What is wrong, as text.
    pub fn sprt(text: &str, normalised: bool) -> Result<StopRule, String> {
        let numbers = numbers(text, &["elo0", "elo1", "alpha", "beta"])?;
        let number = |key: &str, default: Option<f64>| {
            numbers.get(key).copied().or(default).ok_or_else(|| format!("{key} is missing"))
        };
        let rate = Some(0.05);
        let (elo0, elo1, alpha, beta) =
            (number("elo0", None)?, number("elo1", None)?, number("alpha", rate)?, number("beta", rate)?);
        let points = -MOST_ELO..=MOST_ELO;
        if !points.contains(&elo0) || !points.contains(&elo1) {
            return Err(format!("elo0 and elo1 must lie from {} to {MOST_ELO}", -MOST_ELO));
        }
        Ok(StopRule::Sprt { elo0, elo1, alpha, beta, normalised })
    }
}

impl FromStr for StopRule {
    type Err = String;

    /// Parses `half_width=0.005`.
    fn from_str(text: &str) -> Result<StopRule, String> {
        let half_width = *numbers(text, &["half_width"])?.get("half_width").ok_or("half_width is missing")?;
        if half_width > 0.0 && half_width < 0.5 {
            Ok(StopRule::HalfWidth { half_width })
        } else {
            Err("half_width must lie between 0 and 0.5".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_from_words() {
        let sprt = StopRule::Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.1, normalised: false };
        assert_eq!(StopRule::sprt("elo0=0 elo1=5 beta=0.1", false), Ok(sprt));
        assert_eq!(StopRule::sprt("elo0=0,elo1=5,beta=0.1", false), Ok(sprt));
        assert_eq!("half_width=0.005".parse(), Ok(StopRule::HalfWidth { half_width: 0.005 }));
        for (text, why) in
            [("elo0=0 elo1=1e308", "must lie from -4000 to 4000"), ("elo0=nan elo1=5", "expected a number")]
        {
            assert!(StopRule::sprt(text, false).is_err_and(|error| error.contains(why)), "{text}");
        }
        assert!(StopRule::sprt("elo0=0", false).unwrap_err().contains("elo1 is missing"));
        assert!(StopRule::sprt("elo=0", false).unwrap_err().contains("unknown key \"elo\""));
        assert!("half_width=0.7".parse::<StopRule>().unwrap_err().contains("between 0 and 0.5"));
    }
}
