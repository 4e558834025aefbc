//! Histograms of whole numbers.

use serde::{Deserialize, Serialize};

/// Counts of whole numbers, exact and mergeable.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Histogram {
    counts: Vec<u64>,
}

impl Histogram {
    /// Counts a number.
    pub fn add(&mut self, number: u32) {
        let index = number as usize;
        if index >= self.counts.len() {
            self.counts.resize(index + 1, 0);
        }
        self.counts[index] += 1;
    }

    /// Adds the counts of another histogram.
    pub fn merge(&mut self, other: &Histogram) {
        self.counts.resize(self.counts.len().max(other.counts.len()), 0);
        self.counts.iter_mut().zip(&other.counts).for_each(|(mine, theirs)| *mine += theirs);
    }

    /// How often each number was counted, from 0 on.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The number of values counted.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Their mean; `None` if there are none.
    pub fn mean(&self) -> Option<f64> {
        let sum: u64 = self.counts.iter().zip(0..).map(|(count, number)| count * number).sum();
        Some(sum as f64 / self.total() as f64).filter(|mean| mean.is_finite())
    }

    /// The nearest-rank percentile: the least value that at least `percent` of all values do not exceed; `None` if
    /// there are none.
    pub fn percentile(&self, percent: u64) -> Option<u32> {
        let wanted = (self.total() * percent).div_ceil(100).max(1);
        let mut seen = 0;
        self.counts
            .iter()
            .position(|count| {
                seen += count;
                seen >= wanted
            })
            .map(|index| index as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_gives_exact_percentiles() {
        let mut histogram = Histogram::default();
        assert_eq!((histogram.mean(), histogram.percentile(50)), (None, None));
        (1..=20).for_each(|number| histogram.add(number));
        assert_eq!(histogram.mean(), Some(10.5));
        assert_eq!(
            (histogram.percentile(50), histogram.percentile(95), histogram.percentile(100)),
            (Some(10), Some(19), Some(20))
        );
    }
}
