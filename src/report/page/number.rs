//! Numbers of the tables as a page shows them, in their units.

use crate::report::format::{fixed, p_value, whole};

/// The unit of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A share of 1, shown in per cent.
    Percent,
    /// A difference of shares, shown in percentage points.
    PercentagePoints,
    /// A relative change, shown in per cent with its sign.
    Change,
    /// A plain number with this many decimals.
    Number(usize),
    /// A difference, with its sign and this many decimals.
    Difference(usize),
    /// A whole number.
    Count,
    /// A p-value.
    PValue,
}

impl Unit {
    /// A number with its unit.
    pub fn show(self, value: f64) -> String {
        match self {
            Unit::Percent => format!("{}\u{a0}%", minus(fixed(100.0 * value, 1))),
            Unit::PercentagePoints => format!("{}\u{a0}pp", signed(100.0 * value, 1)),
            Unit::Change => format!("{}\u{a0}%", signed(100.0 * value, 1)),
            _ => self.bare(value),
        }
    }

    /// A number without its unit, as at the marks of an axis.
    pub fn bare(self, value: f64) -> String {
        match self {
            Unit::Percent => minus(fixed(100.0 * value, 1)),
            Unit::PercentagePoints | Unit::Change => signed(100.0 * value, 1),
            Unit::Number(decimals) => minus(fixed(value, decimals)),
            Unit::Difference(decimals) => signed(value, decimals),
            Unit::Count => whole(value.max(0.0).round() as u64),
            // The tables have six decimals.
            Unit::PValue if value <= 0.0 => "< 0.000001".to_owned(),
            Unit::PValue => p_value(value),
        }
    }

    /// The mark of an axis: as few decimals as the step between marks needs.
    pub fn mark(self, value: f64, step: f64) -> String {
        let (value, step) = match self {
            Unit::Percent | Unit::PercentagePoints | Unit::Change => (100.0 * value, 100.0 * step),
            _ => (value, step),
        };
        if self == Unit::Count {
            return self.bare(value);
        }
        let decimals = (0..4).find(|decimals| step * 10_f64.powi(*decimals) >= 0.999).unwrap_or(4) as usize;
        match self {
            Unit::PercentagePoints | Unit::Change | Unit::Difference(_) => signed(value, decimals),
            _ => minus(fixed(value, decimals)),
        }
    }

    /// The words for the axis.
    pub fn axis(self) -> &'static str {
        match self {
            Unit::Percent | Unit::Change => "per cent",
            Unit::PercentagePoints => "percentage points",
            _ => "",
        }
    }

    /// A number with its interval, in words.
    pub fn with_interval(self, point: f64, bounds: Option<(f64, f64)>) -> String {
        match bounds {
            Some((low, high)) => format!("{} ({} to {})", self.show(point), self.bare(low), self.bare(high)),
            None => self.show(point),
        }
    }
}

/// A number with its sign, 0 without one.
fn signed(value: f64, decimals: usize) -> String {
    let text = fixed(value, decimals);
    let is_zero = text.bytes().all(|byte| byte == b'0' || byte == b'.');
    match text.strip_prefix('-') {
        Some(rest) => format!("\u{2212}{rest}"),
        None if is_zero => text,
        None => format!("+{text}"),
    }
}

/// The longest name in a sentence or beside a plot, in characters.
const LONGEST: usize = 44;

/// A name for a sentence or a plot: shortened, and set apart from the text around it where it is written from right to
/// left.
pub fn name(text: &str) -> String {
    shortened(text, LONGEST)
}

/// The same with another greatest length.
pub fn shortened(text: &str, longest: usize) -> String {
    let clean = |letter: char| if letter.is_control() { ' ' } else { letter };
    let short: String = match text.chars().count() {
        length if length <= longest => text.chars().map(clean).collect(),
        // Names of a series differ at their ends.
        length => {
            let tail = longest / 3;
            let (head, tail) = (text.chars().take(longest - 1 - tail), text.chars().skip(length - tail));
            head.map(clean).chain(['…']).chain(tail.map(clean)).collect()
        }
    };
    // First strong isolate … pop directional isolate.
    if text.is_ascii() { short } else { format!("\u{2068}{short}\u{2069}") }
}

/// A number with the sign of a minus in place of a hyphen, as signed numbers have it.
fn minus(number: String) -> String {
    number.replace('-', "\u{2212}")
}

/// How far a difference is from zero, in half-widths of its interval; 0 without an interval.
pub fn clearness(difference: f64, bounds: Option<(f64, f64)>) -> f64 {
    bounds.map_or(0.0, |(low, high)| 2.0 * difference.abs() / (high - low).max(f64::MIN_POSITIVE))
}

/// A number with its verb: `1 is`, `3 are`.
pub fn are(number: usize) -> String {
    format!("{number} {}", if number == 1 { "is" } else { "are" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_in_their_units() {
        assert_eq!(Unit::Percent.show(0.5233), "52.3\u{a0}%");
        assert_eq!(Unit::PercentagePoints.show(-0.0071), "\u{2212}0.7\u{a0}pp");
        assert_eq!(Unit::Difference(1).show(0.01), "0.0");
        assert_eq!([Unit::Number(2).show(-0.5), Unit::Number(1).mark(-2.0, 1.0)], ["\u{2212}0.50", "\u{2212}2"]);
        assert_eq!(Unit::Percent.with_interval(0.5, Some((0.4, 0.6))), "50.0\u{a0}% (40.0 to 60.0)");
        assert_eq!([Unit::Percent.mark(0.5, 0.05), Unit::Percent.mark(0.525, 0.005)], ["50", "52.5"]);
        assert_eq!(Unit::Number(2).mark(0.25, 0.05), "0.25");
    }

    #[test]
    fn long_names_are_shortened_and_foreign_ones_isolated() {
        assert_eq!(name(&"a".repeat(300)).chars().count(), LONGEST);
        assert_eq!(name("ar\u{202e}my"), "\u{2068}ar\u{202e}my\u{2069}");
        assert_eq!(name("a\u{1b}b"), "a b");
    }
}
