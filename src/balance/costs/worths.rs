//! The worths of a fit with their covariance: the least-squares approximation by which lists of costs are tested (Wang
//! and Leng, Unified LASSO estimation by least squares approximation, JASA 102, 2007).

use super::agreement::hotelling;
use super::fit::Fit;
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

    /// A figure of the whole pool, for these troops.
    pub fn pick(&self, of_pool: impl Fn(usize) -> f64) -> DVector<f64> {
        DVector::from_iterator(self.troops.len(), self.troops.iter().map(|troop| of_pool(*troop)))
    }
}
