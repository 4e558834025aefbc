//! Fractions of whole numbers, written `"1/3"` in files and kept exact: `"1/3"` of nine units is three, without decimal
//! rounding.

use std::fmt;
use std::str::FromStr;

/// A fraction of two whole numbers, reduced, with a denominator above zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: u32,
    denominator: u32,
}

impl Fraction {
    /// The fraction `numerator / denominator` in lowest terms, unless the denominator is zero.
    pub const fn new(numerator: u32, denominator: u32) -> Option<Fraction> {
        if denominator == 0 {
            return None;
        }
        let (mut a, mut b) = (numerator, denominator);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Some(Fraction { numerator: numerator / a, denominator: denominator / a })
    }

    /// The numerator, in lowest terms.
    pub const fn numerator(self) -> u32 {
        self.numerator
    }

    /// The denominator, in lowest terms; never zero.
    pub const fn denominator(self) -> u32 {
        self.denominator
    }

    /// Whether `part` is at least this fraction of `whole`.
    pub const fn is_reached_by(self, part: u32, whole: u32) -> bool {
        part as u64 * self.denominator as u64 >= self.numerator as u64 * whole as u64
    }

    /// Whether `part` is more than this fraction of `whole`.
    pub const fn is_exceeded_by(self, part: u32, whole: u32) -> bool {
        part as u64 * self.denominator as u64 > self.numerator as u64 * whole as u64
    }

    /// This fraction of `whole`, rounded down.
    pub const fn of_rounded_down(self, whole: u32) -> u32 {
        (self.numerator as u64 * whole as u64 / self.denominator as u64) as u32
    }

    /// This fraction of `whole`, rounded up.
    pub const fn of_rounded_up(self, whole: u32) -> u32 {
        (self.numerator as u64 * whole as u64).div_ceil(self.denominator as u64) as u32
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> std::cmp::Ordering {
        let left = u64::from(self.numerator) * u64::from(other.denominator);
        left.cmp(&(u64::from(other.numerator) * u64::from(self.denominator)))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

/// A text that is not two whole numbers separated by a slash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a fraction of two whole numbers")]
pub struct NotAFraction;

impl FromStr for Fraction {
    type Err = NotAFraction;

    fn from_str(text: &str) -> Result<Fraction, NotAFraction> {
        let (numerator, denominator) = text.split_once('/').ok_or(NotAFraction)?;
        let digits = |part: &str| -> Result<u32, NotAFraction> {
            let part = part.trim();
            if part.starts_with('+') {
                return Err(NotAFraction);
            }
            part.parse().map_err(|_| NotAFraction)
        };
        Fraction::new(digits(numerator)?, digits(denominator)?).ok_or(NotAFraction)
    }
}

impl serde::Serialize for Fraction {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Fraction {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Fraction, D::Error> {
        struct Text;
        impl serde::de::Visitor<'_> for Text {
            type Value = Fraction;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a fraction in quotes, such as \"1/3\"")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Fraction, E> {
                text.parse().map_err(|_| E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_str(Text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_of_nine_is_reached_at_three_and_of_ten_at_four() {
        let third: Fraction = "1/3".parse().unwrap();
        assert!(third.is_reached_by(3, 9) && !third.is_exceeded_by(3, 9));
        assert!(!third.is_reached_by(3, 10) && third.is_reached_by(4, 10));
        assert_eq!((third.of_rounded_down(10), third.of_rounded_up(10)), (3, 4));
    }

    #[test]
    fn fractions_are_reduced_and_print_as_they_are_written() {
        let half: Fraction = " 2 / 4 ".parse().unwrap();
        assert_eq!(half, Fraction::new(1, 2).unwrap());
        assert_eq!(half.to_string(), "1/2");
    }

    #[test]
    fn decimals_signs_and_zero_denominators_are_no_fractions() {
        for text in ["0.33", "1/0", "-1/3", "+1/3", "1/3/5", "", "1"] {
            assert_eq!(text.parse::<Fraction>(), Err(NotAFraction), "{text}");
        }
    }

    #[test]
    fn fractions_are_ordered_by_size() {
        assert!(Fraction::new(1, 3) < Fraction::new(1, 2));
        assert!(Fraction::new(2, 3) > Fraction::new(3, 5));
    }
}
