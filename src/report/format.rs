//! Formats numbers, intervals, plurals and durations for people.

use crate::stats::Estimate;
use std::time::Duration;

/// A number with this many decimals, never a negative zero.
pub fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|byte| byte == b'0' || byte == b'.') => rest.to_string(),
        _ => text,
    }
}

/// A p-value with the digits worth showing.
pub fn p_value(p: f64) -> String {
    if p < 1e-4 { format!("{p:.1e}") } else { fixed(p, 4) }
}

/// A whole number with thousands separators.
pub fn whole(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count with its noun: `1 game`, `2 games`.
pub fn count(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", whole(number), if number == 1 { "" } else { "s" })
}

/// Shares outside these bounds are shown with the bounds of their interval.
const MIDDLE: std::ops::RangeInclusive<f64> = 0.2..=0.8;

/// A share with its interval: `38.2 % ± 6.6`, or `3.1 % (0.9 to 9.6)` where the interval is not symmetric, or where
/// rounding would hide on which side of one half a bound lies.
pub fn rate(estimate: &Estimate) -> String {
    let percent = estimate.map(|share| 100.0 * share);
    let tenths = |value: f64| (10.0 * value).round();
    let (point, half) = (tenths(percent.point), tenths(percent.half_width()));
    let is_plain = (point - half > 500.0) == (estimate.low > 0.5) && (point + half < 500.0) == (estimate.high < 0.5);
    let text = format!("{:>5} %", fixed(percent.point, 1));
    if MIDDLE.contains(&estimate.point) && is_plain && is_symmetric(&percent, 1) {
        format!("{text} ± {}", fixed(percent.half_width(), 1))
    } else {
        format!("{text} ({} to {})", beside_one_half(percent.low), beside_one_half(percent.high))
    }
}

/// A number with its interval: `12.3 ± 0.4`, or `1.2 (0.3 to 5.0)` where the interval is not symmetric.
pub fn figure(estimate: &Estimate, decimals: usize) -> String {
    let text = fixed(estimate.point, decimals);
    if is_symmetric(estimate, decimals) {
        format!("{text} ± {}", fixed(estimate.half_width(), decimals))
    } else {
        format!("{text} ({} to {})", fixed(estimate.low, decimals), fixed(estimate.high, decimals))
    }
}

/// Whether point and half-width give the bounds of an interval to within one unit of the last decimal shown.
pub(super) fn is_symmetric(estimate: &Estimate, decimals: usize) -> bool {
    let last = 10_f64.powi(-(decimals as i32));
    ((estimate.high - estimate.point) - (estimate.point - estimate.low)).abs() / 2.0 <= last
}

/// A percentage with one decimal, or with as many as are needed to show on which side of one half it lies, at most the
/// four of the CSV files.
fn beside_one_half(percent: f64) -> String {
    let mut texts = (1..=4).map(|decimals| fixed(percent, decimals));
    let is_precise = |text: &String| {
        text.parse::<f64>()
            .is_ok_and(|rendered| (rendered > 50.0) == (percent > 50.0) && (rendered < 50.0) == (percent < 50.0))
    };
    texts.clone().find(is_precise).or_else(|| texts.next_back()).unwrap_or_default()
}

/// A duration in a suitable unit.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match time.as_secs() {
        0 if seconds < 0.0001 => format!("{:.1} us", seconds * 1e6),
        0 if seconds < 0.1 => format!("{:.1} ms", seconds * 1e3),
        0..=99 => format!("{seconds:.1} s"),
        whole @ 100..=5999 => format!("{} min {} s", whole / 60, whole % 60),
        whole => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{LEVEL, wilson};

    #[test]
    fn asymmetric_intervals_are_shown_with_their_bounds() {
        let rate_of = |point: f64, low: f64, high: f64| rate(&Estimate { point, low, high, level: LEVEL });
        assert_eq!(rate_of(0.521, 0.500, 0.542), " 52.1 % ± 2.1");
        assert_eq!(rate_of(0.521, 0.5004, 0.5416), " 52.1 % (50.04 to 54.2)");
        assert_eq!(rate_of(1.0, 0.224, 1.0), "100.0 % (22.4 to 100.0)");
        assert_eq!(rate_of(0.6, 0.41, 0.75), " 60.0 % (41.0 to 75.0)");
        let figure_of = |point: f64, low: f64, high: f64| figure(&Estimate { point, low, high, level: LEVEL }, 1);
        assert_eq!(
            (figure_of(12.0, 11.5, 12.5), figure_of(1.0, 0.0, 5.0)),
            ("12.0 ± 0.5".into(), "1.0 (0.0 to 5.0)".into())
        );
    }

    /// The bounds of an interval as shown on the screen.
    fn printed(text: &str) -> (f64, f64) {
        let number = |text: &str| text.trim().trim_end_matches(')').parse::<f64>().unwrap();
        let (point, ends) = text.split_once(" %").unwrap();
        match (ends.strip_prefix(" ± "), ends.strip_prefix(" (").and_then(|ends| ends.split_once(" to "))) {
            (Some(half), _) => (number(point) - number(half), number(point) + number(half)),
            (_, Some((low, high))) => (number(low), number(high)),
            _ => panic!("{text}"),
        }
    }

    #[test]
    fn screen_and_files_agree_whether_one_half_lies_inside() {
        let (mut rows, mut beyond) = (0, 0);
        for games in (1..=400).chain([1_000, 9_604, 40_000]) {
            for wins in (0..=games).step_by(1.max(games as usize / 200)) {
                let estimate = wilson(wins as f64, games).unwrap();
                let in_file = |value: f64| fixed(value, 6).parse::<f64>().unwrap();
                let (low, high) = printed(&rate(&estimate));
                let (above, below) = (in_file(estimate.low) > 0.5, in_file(estimate.high) < 0.5);
                // Sums of tenths may differ from them in the last bit.
                assert_eq!((low > 50.0 + 1e-9, high < 50.0 - 1e-9), (above, below), "{} {estimate:?}", rate(&estimate));
                rows += 1;
                beyond += u32::from(above || below);
            }
        }
        assert!(rows > 40_000 && beyond > 10_000 && beyond < rows, "{beyond} of {rows}");
    }

    #[test]
    fn numbers_are_readable() {
        assert_eq!([whole(0), whole(999), whole(1000), whole(1234567)], ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([count(1, "game"), count(1200, "game")], ["1 game", "1,200 games"]);
        assert_eq!([fixed(-0.0001, 2), fixed(-0.5, 1), fixed(2.0, 3)], ["0.00", "-0.5", "2.000"]);
        let estimate = Estimate { point: 0.0823, low: 0.05, high: 0.12, level: 0.95 };
        assert_eq!(rate(&estimate), "  8.2 % (5.0 to 12.0)");
        let times =
            [0.000_012_3, 0.0123, 0.94, 93.0, 754.0, 7500.0].map(|seconds| duration(Duration::from_secs_f64(seconds)));
        assert_eq!(times, ["12.3 us", "12.3 ms", "0.9 s", "93.0 s", "12 min 34 s", "2 h 5 min"]);
    }
}
