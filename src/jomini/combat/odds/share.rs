//! Exact probabilities of sequences of rolls.

use super::OddsError;
use crate::game::Exact;

/// Arithmetic of exact probabilities over powers of six.
pub(super) trait Powers: Sized {
    const NONE: Self;
    const ONE: Self;
    fn plus(self, other: Self) -> Result<Self, OddsError>;
    fn times(self, other: Self) -> Result<Self, OddsError>;
    /// Reduced to the lowest possible power of six.
    fn reduced(self) -> Self;
}

impl Powers for Exact {
    const NONE: Exact = Exact { count: 0, total: 1 };
    const ONE: Exact = Exact { count: 1, total: 1 };

    fn plus(self, other: Exact) -> Result<Exact, OddsError> {
        // Totals are powers of six: the larger is a multiple of the other.
        let total = self.total.max(other.total);
        let scaled = |it: Exact| it.count.checked_mul(total / it.total);
        let count =
            scaled(self).zip(scaled(other)).and_then(|(a, b)| a.checked_add(b)).ok_or(OddsError::TooManyDice)?;
        Ok(Exact { count, total })
    }

    fn times(self, other: Exact) -> Result<Exact, OddsError> {
        let count = self.count.checked_mul(other.count);
        let (count, total) = count.zip(self.total.checked_mul(other.total)).ok_or(OddsError::TooManyDice)?;
        Ok(Exact { count, total })
    }

    fn reduced(mut self) -> Exact {
        while self.total > 1 && self.count.is_multiple_of(6) {
            self.count /= 6;
            self.total /= 6;
        }
        self
    }
}
