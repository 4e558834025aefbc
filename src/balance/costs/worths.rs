//! The worths of a fit with their covariance: the least-squares approximation by which lists of costs are tested (Wang
//! and Leng, Unified LASSO estimation by least squares approximation, JASA 102, 2007).

use super::agreement::hotelling;
use super::fit::Fit;
use crate::stats::distributions::f_above;
use nalgebra::{DMatrix, DVector};

/// The worths of the troops whose worth can be estimated.
pub(super) struct Worths {
    /// The indices of these troops in the pool.
    pub troops: Vec<usize>,
    /// Their worths.
    pub values: DVector<f64>,
    /// The inverse of the covariance of the worths.
    pub inverse: DMatrix<f64>,
    /// The degrees of freedom of that covariance: meetings less one.
    freedom: f64,
}

impl Worths {
    /// The worths of a fit over a pool of this size; `None` where their covariance is singular.
    pub fn of(fit: &Fit, pool: usize) -> Option<Worths> {
        let estimated: Vec<(usize, usize)> = (0..pool).filter_map(|troop| Some((troop, fit.troop(troop)?))).collect();
        let number = estimated.len();
        let covariance = DMatrix::from_fn(number, number, |one, other| {
            fit.logistic.covariance(estimated[one].1, estimated[other].1)
        });
        let worth = |(_, column): &(usize, usize)| fit.logistic.coefficients()[*column];
        Some(Worths {
            values: DVector::from_iterator(number, estimated.iter().map(worth)),
            troops: estimated.into_iter().map(|(troop, _)| troop).collect(),
            inverse: covariance.cholesky()?.inverse(),
            freedom: fit.logistic.groups() as f64 - 1.0,
        })
    }

    /// The p-value of a quadratic form of the worths with this many degrees of freedom: by Hotelling's distribution,
    /// since their covariance is estimated. 1 where there are too few meetings for a test.
    pub fn p_value(&self, statistic: f64, degrees: usize) -> f64 {
        if degrees == 0 { 1.0 } else { hotelling(statistic, degrees, 1, self.freedom).map_or(1.0, |test| test.p) }
    }

    /// The p-value of what freeing one worth takes from a residual chi-square, of which `rest` with `degrees` degrees
    /// of freedom is left: Rao's test of additional information (Mardia, Kent and Bibby, Multivariate Analysis, 1979,
    /// theorem 3.6.2), since the covariance of all worths is estimated. 1 where there are too few meetings for a test.
    pub fn p_of_freeing(&self, gained: f64, rest: f64, degrees: usize) -> f64 {
        let left = self.freedom - degrees as f64;
        if left <= 0.0 { 1.0 } else { f_above(left * gained / (self.freedom + rest), 1.0, left) }
    }

    /// A figure of the whole pool, for these troops.
    pub fn pick(&self, of_pool: impl Fn(usize) -> f64) -> DVector<f64> {
        DVector::from_iterator(self.troops.len(), self.troops.iter().map(|troop| of_pool(*troop)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of `scipy.stats.f.sf((n - d) * 12 / (n + 20), 1, n - d)`, of 50 and 1,000 meetings. By the distribution
    /// of a single score the first would be 0.0011.
    #[test]
    fn freeing_a_worth_is_tested_as_further_information() {
        let p = |freedom: f64| {
            let (values, inverse) = (DVector::zeros(17), DMatrix::identity(17, 17));
            Worths { troops: (0..17).collect(), values, inverse, freedom }.p_of_freeing(12.0, 20.0, 15)
        };
        assert!((p(49.0) - 0.020_449_050_633_737).abs() < 1e-12, "{}", p(49.0));
        assert!((p(999.0) - 0.000_690_633_888_511).abs() < 1e-12, "{}", p(999.0));
        assert_eq!(p(15.0), 1.0, "too few meetings");
    }
}
