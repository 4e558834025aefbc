//! Whole numbers as people type them: `2000`, `2_000`, `2e3`.

use crate::report::format::whole as shown;
use std::ops::RangeInclusive;

/// The maximum exponent: more digits than any accepted number has.
const MOST_ZEROS: usize = 18;

/// Parses a whole number in a range, for clap.
pub fn whole_number<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let found = read(text).filter(|number| range.contains(number)).and_then(|number| T::try_from(number).ok());
        found.ok_or_else(|| match *range.end() {
            u64::MAX => format!("expected a whole number from {} on, such as 2000 or 2e3", shown(*range.start())),
            end => {
                format!("expected a whole number from {} to {}, such as 2000 or 2e3", shown(*range.start()), shown(end))
            }
        })
    }
}

/// Parses a seed: at most the greatest integer of a TOML file.
pub fn seed() -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    whole_number(0..=i64::MAX as u64)
}

fn read(text: &str) -> Option<u64> {
    let text = text.replace('_', "");
    let (digits, zeros) = match text.split_once(['e', 'E']) {
        Some((digits, zeros)) => (digits, zeros.parse().ok().filter(|zeros| *zeros <= MOST_ZEROS)?),
        None => (text.as_str(), 0),
    };
    // `parse` would accept a sign.
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| format!("{digits}{}", "0".repeat(zeros)).parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_type_them() {
        let games = whole_number::<u64>(1..=1_000_000_000);
        for (text, number) in [
            ("1", 1),
            ("2000", 2000),
            ("2_000", 2000),
            ("1e6", 1_000_000),
            ("25E2", 2500),
            ("1000000000", 1_000_000_000),
        ] {
            assert_eq!(games(text), Ok(number), "{text}");
        }
        for text in ["", "0", "-1", "+1", "1.5", "1e", "e3", "1e10", "1e99", "1e-3", "many", "99999999999999999999999"]
        {
            assert_eq!(
                games(text),
                Err("expected a whole number from 1 to 1,000,000,000, such as 2000 or 2e3".to_owned()),
                "{text}"
            );
        }
        assert_eq!(whole_number::<u16>(1..=70_000)("70000").ok(), None, "it does not fit");
        assert!(whole_number::<u64>(1..=u64::MAX)("0").unwrap_err().contains("from 1 on"));
    }
}
