//! Logistic regression of a result on features, fitted by Newton's method, which here is iteratively reweighted least
//! squares (McCullagh and Nelder, Generalized Linear Models, 1989, section 2.5).
//!
//! The covariance is that of estimating equations with clusters (Liang and Zeger, Biometrika 73, 1986): rows of the
//! same group, such as the positions of one game or the games of a pair, may depend on each other in any way. A normal
//! prior around 0 (ridge; le Cessie and van Houwelingen, Applied Statistics 41, 1992) keeps coefficients finite where
//! features separate the results.

use super::estimate::{Estimate, LEVEL, NORMAL_95, student_95};
use nalgebra::{DMatrix, DVector};

/// Rows of features with their results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    features: usize,
    values: Vec<f64>,
    results: Vec<f64>,
    groups: Vec<u64>,
}

impl Rows {
    /// No rows yet, each of this many features. A constant is a feature that is always 1.
    pub fn new(features: usize) -> Rows {
        Rows { features, ..Rows::default() }
    }

    /// Adds a row: its features, its result from 0 to 1 (a draw is one half), and the group whose rows may depend on
    /// each other. Rows of a group must be adjacent.
    pub fn add(&mut self, features: &[f64], result: f64, group: u64) {
        assert_eq!(features.len(), self.features, "every row has the same features");
        self.values.extend_from_slice(features);
        self.results.push(result);
        self.groups.push(group);
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// The number of features.
    pub fn features(&self) -> usize {
        self.features
    }

    /// The rows: features, result, group.
    pub fn iter(&self) -> impl Iterator<Item = (&[f64], f64, u64)> {
        self.values
            .chunks(self.features.max(1))
            .zip(&self.results)
            .zip(&self.groups)
            .map(|((row, result), group)| (row, *result, *group))
    }
}

/// A fitted regression.
#[derive(Clone, Debug, PartialEq)]
pub struct Logistic {
    coefficients: DVector<f64>,
    clustered: DMatrix<f64>,
    /// The inverse of the curvature of the posterior at its maximum.
    inverse: DMatrix<f64>,
    groups: u64,
}

/// The logistic function.
fn chance(log_odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-log_odds))
}

fn dot(row: &[f64], coefficients: &DVector<f64>) -> f64 {
    row.iter().zip(coefficients.iter()).map(|(value, coefficient)| value * coefficient).sum()
}

impl Logistic {
    /// Fits the rows. `prior` holds the standard deviation of each coefficient before any row, infinite for no prior.
    ///
    /// `None` where the coefficients cannot be estimated: features that are collinear, or that separate the results,
    /// without a prior.
    pub fn of(rows: &Rows, prior: &[f64]) -> Option<Logistic> {
        const MOST_STEPS: usize = 100;
        const CLOSE: f64 = 1e-10;
        const ROUNDED: f64 = 1e-4;
        let precision =
            DVector::from_iterator(rows.features, prior.iter().map(|deviation| 1.0 / (deviation * deviation)));
        let mut coefficients = DVector::zeros(rows.features);
        let mut height = posterior(rows, &coefficients, &precision);
        for _ in 0..MOST_STEPS {
            let (slope, curve) = slopes(rows, &coefficients, &precision);
            let step = curve.cholesky()?.solve(&slope);
            // Twice what the likelihood can still gain: less than its last digits, where many rows leave coefficients
            // of nearly collinear features to rounding.
            let settled = slope.dot(&step) < 1e-13 * (1.0 + height.abs());
            let mut part = 1.0;
            // Never downhill: a step that overshoots is halved.
            let next = loop {
                let next = &coefficients + &step * part;
                let there = posterior(rows, &next, &precision);
                if there >= height || part < 1e-6 {
                    height = there;
                    break next;
                }
                part /= 2.0;
            };
            let moved = (&next - &coefficients).amax();
            coefficients = next;
            if moved < CLOSE * (1.0 + coefficients.amax()) || settled && moved < ROUNDED * (1.0 + coefficients.amax()) {
                return Logistic::fitted(rows, coefficients, &precision);
            }
        }
        None
    }

    fn fitted(rows: &Rows, coefficients: DVector<f64>, precision: &DVector<f64>) -> Option<Logistic> {
        let (_, curve) = slopes(rows, &coefficients, precision);
        let inverse = curve.cholesky()?.inverse();
        let mut scatter = DMatrix::zeros(rows.features, rows.features);
        let slopes = slopes_of_groups(rows, &coefficients);
        slopes.iter().for_each(|(_, slope)| scatter += slope * slope.transpose());
        let groups = slopes.len() as u64;
        let clustered = &inverse * scatter * &inverse * correction(rows, groups);
        let is_finite = clustered.iter().all(|value| value.is_finite());
        is_finite.then_some(Logistic { coefficients, clustered, inverse, groups })
    }

    /// The influence of each group on the coefficients, in the order of the groups of `rows`, which were fitted: the
    /// sum of their outer products is the covariance. Those of two regressions over the same groups give the covariance
    /// of the coefficients of one with those of the other (seemingly unrelated estimation; Weesie, Stata Technical
    /// Bulletin 52, 1999).
    pub fn influences(&self, rows: &Rows) -> Vec<(u64, Vec<f64>)> {
        let scale = correction(rows, self.groups).sqrt();
        let influence = |slope: &DVector<f64>| (&self.inverse * slope * scale).as_slice().to_vec();
        slopes_of_groups(rows, &self.coefficients).iter().map(|(group, slope)| (*group, influence(slope))).collect()
    }

    /// A coefficient with its interval: by Student's distribution, with one degree of freedom less than groups.
    pub fn coefficient(&self, feature: usize) -> Estimate {
        self.around(self.coefficients[feature], self.clustered[(feature, feature)])
    }

    /// All coefficients.
    pub fn coefficients(&self) -> &[f64] {
        self.coefficients.as_slice()
    }

    /// The covariance of two coefficients.
    pub fn covariance(&self, one: usize, other: usize) -> f64 {
        self.clustered[(one, other)]
    }

    /// A weighted sum of coefficients with its interval, such as the difference of two.
    pub fn combination(&self, weights: &[f64]) -> Estimate {
        let weights = DVector::from_column_slice(weights);
        self.around(weights.dot(&self.coefficients), (weights.transpose() * &self.clustered * &weights)[0])
    }

    /// The number of groups.
    pub fn groups(&self) -> u64 {
        self.groups
    }

    /// The probability of a result of 1 with these features.
    pub fn chance(&self, features: &[f64]) -> f64 {
        chance(dot(features, &self.coefficients))
    }

    fn around(&self, point: f64, variance: f64) -> Estimate {
        let quantile = if self.groups < 2 { NORMAL_95 } else { student_95(self.groups - 1) };
        let half = quantile * variance.max(0.0).sqrt();
        Estimate { point, low: point - half, high: point + half, level: LEVEL }
    }
}

/// The usual correction for a finite number of groups and rows, as in Stata and statsmodels.
fn correction(rows: &Rows, groups: u64) -> f64 {
    let (n, k, g) = (rows.len() as f64, rows.features as f64, groups as f64);
    g / (g - 1.0) * (n - 1.0) / (n - k)
}

/// The gradient of the log likelihood of each group's rows.
fn slopes_of_groups(rows: &Rows, coefficients: &DVector<f64>) -> Vec<(u64, DVector<f64>)> {
    let mut slopes: Vec<(u64, DVector<f64>)> = Vec::new();
    for (row, result, group) in rows.iter() {
        if slopes.last().is_none_or(|(last, _)| *last != group) {
            slopes.push((group, DVector::zeros(rows.features)));
        }
        let surplus = result - chance(dot(row, coefficients));
        let (_, slope) = slopes.last_mut().expect("one was added");
        row.iter().enumerate().for_each(|(place, value)| slope[place] += surplus * value);
    }
    slopes
}

/// The log posterior without constants.
fn posterior(rows: &Rows, coefficients: &DVector<f64>, precision: &DVector<f64>) -> f64 {
    let prior: f64 =
        coefficients.iter().zip(precision.iter()).map(|(value, precision)| value * value * precision).sum();
    let likelihood: f64 = rows
        .iter()
        .map(|(row, result, _)| {
            let log_odds = dot(row, coefficients);
            result * log_odds - log_odds.max(0.0) - libm::log1p(libm::exp(-log_odds.abs()))
        })
        .sum();
    likelihood - prior / 2.0
}

/// Its gradient and negative Hessian.
fn slopes(rows: &Rows, coefficients: &DVector<f64>, precision: &DVector<f64>) -> (DVector<f64>, DMatrix<f64>) {
    let size = rows.features;
    let mut slope = -coefficients.component_mul(precision);
    let mut curve = DMatrix::from_diagonal(precision);
    for (row, result, _) in rows.iter() {
        let p = chance(dot(row, coefficients));
        let weight = p * (1.0 - p);
        for one in 0..size {
            slope[one] += (result - p) * row[one];
            for other in 0..=one {
                curve[(one, other)] += weight * row[one] * row[other];
            }
        }
    }
    curve.fill_upper_triangle_with_lower_triangle();
    (slope, curve)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_and_errors_are_those_of_statsmodels() {
        // statsmodels 0.15.0: Logit(results, features).fit(cov_type="cluster", cov_kwds={"groups": groups}), params and
        // cov_params().
        let known = [
            (1.36, 0.2, 1.0, 0),
            (-0.3, 0.86, 1.0, 0),
            (-0.06, 0.9, 0.0, 0),
            (-0.1, 0.33, 1.0, 1),
            (-0.38, 0.58, 1.0, 1),
            (-0.2, 0.63, 1.0, 1),
            (-1.51, 0.11, 0.0, 2),
            (-1.92, 0.18, 0.0, 2),
            (-1.19, 0.73, 0.0, 2),
            (-0.23, -0.83, 0.0, 3),
            (0.72, -0.7, 1.0, 3),
            (1.04, 0.8, 1.0, 3),
            (0.25, -0.31, 1.0, 4),
            (-0.66, 0.39, 1.0, 4),
            (0.13, -0.68, 0.0, 4),
            (0.82, -0.89, 1.0, 5),
            (0.96, 0.18, 1.0, 5),
            (0.6, -0.82, 1.0, 5),
            (0.78, -0.07, 1.0, 6),
            (0.34, -0.88, 1.0, 6),
            (-0.1, -0.95, 0.0, 6),
            (0.61, -0.96, 1.0, 7),
            (1.26, -0.01, 1.0, 7),
            (0.88, -0.37, 1.0, 7),
            (1.26, -0.32, 1.0, 8),
            (1.3, 0.49, 1.0, 8),
            (-1.31, -0.19, 0.0, 8),
            (-1.78, 0.09, 0.0, 9),
            (1.58, 0.56, 1.0, 9),
            (0.3, 0.25, 1.0, 9),
            (0.39, 0.79, 0.0, 10),
            (-0.22, -0.28, 1.0, 10),
            (1.21, -0.71, 1.0, 10),
            (0.53, 0.74, 1.0, 11),
            (-0.46, -0.0, 1.0, 11),
            (2.57, -0.54, 1.0, 11),
        ];
        let mut rows = Rows::new(3);
        known.iter().for_each(|(one, other, result, group)| rows.add(&[1.0, *one, *other], *result, *group));
        let fitted = Logistic::of(&rows, &[f64::INFINITY; 3]).unwrap();
        let expected = [(1.070750555, 0.232383407), (2.504889139, 0.859953174), (0.732182771, 1.415284143)];
        for (feature, (coefficient, variance)) in expected.into_iter().enumerate() {
            assert!((fitted.coefficients()[feature] - coefficient).abs() < 1e-7, "{feature}: {fitted:?}");
            assert!((fitted.covariance(feature, feature) / variance - 1.0).abs() < 1e-6, "{feature}: {fitted:?}");
        }
        assert!((fitted.covariance(0, 2) - 0.410729303).abs() < 1e-7);
        let difference = fitted.combination(&[0.0, 1.0, -1.0]);
        assert!(
            (difference.point - 1.7727064).abs() < 1e-6
                && (difference.half_width() / student_95(11) - 0.7999160).abs() < 1e-6
        );
    }

    #[test]
    fn the_outer_products_of_influences_are_the_covariance() {
        let mut rows = Rows::new(2);
        for row in 0..60_u64 {
            let x = (row * 37 % 101) as f64 / 50.0 - 1.0;
            rows.add(&[1.0, x], (row * 61 % 97 % 2) as f64, row / 3);
        }
        let fitted = Logistic::of(&rows, &[f64::INFINITY; 2]).unwrap();
        let influences = fitted.influences(&rows);
        assert_eq!(influences.iter().map(|(group, _)| *group).collect::<Vec<_>>(), (0..20).collect::<Vec<_>>());
        for (one, other) in [(0, 0), (0, 1), (1, 1)] {
            let sum: f64 = influences.iter().map(|(_, influence)| influence[one] * influence[other]).sum();
            assert!((sum / fitted.covariance(one, other) - 1.0).abs() < 1e-12, "{one} {other}");
        }
    }

    #[test]
    fn features_that_separate_the_results_need_a_prior() {
        let mut rows = Rows::new(2);
        for x in -5..5 {
            rows.add(&[1.0, f64::from(x) + 0.5], if x < 0 { 0.0 } else { 1.0 }, (x + 5) as u64);
        }
        assert_eq!(Logistic::of(&rows, &[f64::INFINITY; 2]), None);
        let fitted = Logistic::of(&rows, &[10.0, 1.0]).unwrap();
        assert!(fitted.coefficients()[1] > 0.5 && fitted.chance(&[1.0, 4.5]) > 0.95, "{fitted:?}");
        // The same feature twice.
        let mut twice = Rows::new(2);
        (0..20).for_each(|x| twice.add(&[1.0, 1.0], f64::from(x % 2), x as u64));
        assert_eq!(Logistic::of(&twice, &[f64::INFINITY; 2]), None);
    }

    #[test]
    fn rows_that_repeat_each_other_do_not_narrow_the_interval() {
        let rows = |copies: u64| {
            let mut rows = Rows::new(2);
            for game in 0..200_u64 {
                let x = (game * 37 % 101) as f64 / 50.0 - 1.0;
                let result = if (game * 61 % 97) as f64 / 97.0 < chance(x) { 1.0 } else { 0.0 };
                (0..copies).for_each(|_| rows.add(&[1.0, x], result, game));
            }
            Logistic::of(&rows, &[f64::INFINITY; 2]).unwrap().coefficient(1).half_width()
        };
        assert!((rows(3) / rows(1) - 1.0).abs() < 0.01);
    }
}
