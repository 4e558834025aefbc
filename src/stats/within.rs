//! Linear regression within groups (the fixed-effects or "within" estimator: Wooldridge, Econometric Analysis of Cross
//! Section and Panel Data, 2nd edition 2010, section 10.5): values and features are centred in each group, so that only
//! differences within a group count. A ridge penalty in units of each feature's own spread keeps coefficients finite
//! where features are collinear or hardly vary.

use nalgebra::{DMatrix, DVector};

/// Moments of groups of rows, from which coefficients follow.
#[derive(Clone, Debug, PartialEq)]
pub struct Within {
    rows: u64,
    /// Sums of products of centred features.
    spread: DMatrix<f64>,
    /// Sums of products of centred features with centred values.
    together: DVector<f64>,
}

impl Within {
    /// No rows yet, each of this many features.
    pub fn new(features: usize) -> Within {
        Within { rows: 0, spread: DMatrix::zeros(features, features), together: DVector::zeros(features) }
    }

    /// Adds a group: the features of each row and its value.
    pub fn add<'a>(&mut self, rows: impl Iterator<Item = (&'a [f64], f64)> + Clone) {
        let features = self.together.len();
        // Differences from the first row are exactly 0 where all rows are equal.
        let Some((first, _)) = rows.clone().next() else { return };
        let (mut middle, mut value_sum, mut count) = (vec![0.0; features], 0.0, 0.0);
        for (row, value) in rows.clone() {
            for (sum, (number, base)) in middle.iter_mut().zip(row.iter().zip(first)) {
                *sum += number - base;
            }
            (value_sum, count) = (value_sum + value, count + 1.0);
        }
        middle.iter_mut().for_each(|sum| *sum /= count);
        let mean = value_sum / count;
        let off = |row: &[f64], place: usize| row[place] - first[place] - middle[place];
        for (row, value) in rows {
            self.rows += 1;
            for one in (0..features).filter(|place| off(row, *place) != 0.0) {
                self.together[one] += off(row, one) * (value - mean);
                for other in 0..=one {
                    self.spread[(one, other)] += off(row, one) * off(row, other);
                }
            }
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Whether a feature has ever differed within a group.
    pub fn varies(&self, feature: usize) -> bool {
        self.spread[(feature, feature)] > 0.0
    }

    /// The standard deviation within groups of the sum of features weighted by `weights`.
    pub fn deviation(&self, weights: &[f64]) -> f64 {
        let weights = DVector::from_column_slice(weights);
        let mut spread = self.spread.clone();
        spread.fill_upper_triangle_with_lower_triangle();
        ((&spread * &weights).dot(&weights).max(0.0) / (self.rows.max(1) as f64)).sqrt()
    }

    /// The coefficients; 0 for features that never vary. `ridge` is the penalty on the square of a coefficient, as a
    /// share of the squares of its centred feature. `None` where features are collinear and there is no penalty.
    pub fn coefficients(&self, ridge: f64) -> Option<Vec<f64>> {
        let mut spread = self.spread.clone();
        spread.fill_upper_triangle_with_lower_triangle();
        for feature in 0..self.together.len() {
            let own = self.spread[(feature, feature)];
            spread[(feature, feature)] = if own > 0.0 { own * (1.0 + ridge) } else { 1.0 };
        }
        let factor = spread.clone().cholesky()?;
        // What is left of a feature, as a share of its squares, when the features before it are known.
        let is_collinear = |feature: usize| {
            let left = factor.l_dirty()[(feature, feature)];
            left * left <= COLLINEAR * spread[(feature, feature)]
        };
        if (0..self.together.len()).any(is_collinear) {
            return None;
        }
        let solved = factor.solve(&self.together);
        solved.iter().all(|value| value.is_finite()).then(|| solved.iter().copied().collect())
    }
}

/// A feature of which less than this share is left is a sum of others up to rounding.
const COLLINEAR: f64 = 1e-10;

#[cfg(test)]
mod tests {
    use super::*;

    fn fitted(groups: &[&[([f64; 3], f64)]]) -> Within {
        let mut within = Within::new(3);
        groups.iter().for_each(|group| within.add(group.iter().map(|(row, value)| (&row[..], *value))));
        within
    }

    #[test]
    fn coefficients_are_those_of_a_regression_with_a_constant_for_each_group() {
        // By hand: in the first group the features are (0, 1, 2) and the values 1, 3, 5 (slope 2); in the second
        // (0, 3) and 10, 13 (slope 1). Squares 2 and 4.5, products 4 and 4.5: together 8.5 / 6.5.
        let within = fitted(&[
            &[([0.0, 7.0, 0.0], 1.0), ([1.0, 7.0, 0.0], 3.0), ([2.0, 7.0, 0.0], 5.0)],
            &[([0.0, 2.0, 0.0], 10.0), ([3.0, 2.0, 0.0], 13.0)],
        ]);
        let coefficients = within.coefficients(0.0).unwrap();
        assert!((coefficients[0] - 8.5 / 6.5).abs() < 1e-12, "{coefficients:?}");
        // What differs between groups only has no effect.
        assert_eq!(&coefficients[1..], [0.0, 0.0]);
        assert_eq!([0, 1, 2].map(|feature| within.varies(feature)), [true, false, false]);
        assert_eq!(within.rows(), 5);
        assert!((within.deviation(&[2.0, 5.0, 1.0]) - 2.0 * (6.5f64 / 5.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_ridge_shrinks_and_splits_between_equal_features() {
        let within = fitted(&[&[([0.0, 0.0, 0.0], 0.0), ([1.0, 1.0, 0.0], 2.0)]]);
        assert_eq!(within.coefficients(0.0), None);
        let both = within.coefficients(0.01).unwrap();
        assert!((both[0] - both[1]).abs() < 1e-12 && (both[0] - 2.0 / 2.01).abs() < 1e-9, "{both:?}");
    }
}
