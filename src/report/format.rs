//! Numbers, intervals, plurals and durations as people read them.

use crate::stats::Estimate;
use std::time::Duration;

/// A number with so many decimals, never a negative zero.
pub fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|byte| byte == b'0' || byte == b'.') => rest.to_string(),
        _ => text,
    }
}

/// A whole number with commas between the thousands.
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

/// A number of things: `1 game`, `2 games`.
pub fn count(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", whole(number), if number == 1 { "" } else { "s" })
}

/// A share with its interval: `38.2 % ± 6.6`.
pub fn rate(estimate: &Estimate) -> String {
    format!("{:>5} % ± {}", fixed(estimate.point * 100.0, 1), fixed(estimate.half_width() * 100.0, 1))
}

/// A length of time in the unit that suits it.
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

    #[test]
    fn numbers_are_readable() {
        assert_eq!([whole(0), whole(999), whole(1000), whole(1234567)], ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([count(1, "game"), count(1200, "game")], ["1 game", "1,200 games"]);
        assert_eq!([fixed(-0.0001, 2), fixed(-0.5, 1), fixed(2.0, 3)], ["0.00", "-0.5", "2.000"]);
        let estimate = Estimate { point: 0.0823, low: 0.05, high: 0.12, level: 0.95 };
        assert_eq!(rate(&estimate), "  8.2 % ± 3.5");
        let times = [0.000_012_3, 0.0123, 0.94, 93.0, 754.0, 7500.0].map(|seconds| duration(Duration::from_secs_f64(seconds)));
        assert_eq!(times, ["12.3 us", "12.3 ms", "0.9 s", "93.0 s", "12 min 34 s", "2 h 5 min"]);
    }
}
