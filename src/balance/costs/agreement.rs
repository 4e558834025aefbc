//! Whether fits agree on the relative worths of troops: the stopping rule of `--iterate`, and the choice of the steps
//! to pool.
//!
//! The worths of several fits, each with its covariance, are explained by one list of costs, each fit with a worth of a
//! point of its own. The residual is chi-square (generalised least squares; Aitken, Proceedings of the Royal Society of
//! Edinburgh 55, 1936). The covariances are estimated from the meetings of each fit; therefore Hotelling's distribution
//! (Annals of Mathematical Statistics 2, 1931), which allows for that, is used instead.

use super::fit::Fit;
use crate::stats::distributions::f_above;
use nalgebra::{DMatrix, DVector};

/// The significance level of disagreement.
pub const DOUBT: f64 = 0.05;

/// The maximum number of iterations for the common costs of several fits.
const MOST_STEPS: usize = 500;

/// The agreement of fits, or of a fit and a formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// The residual chi-square.
    pub statistic: f64,
    /// Its degrees of freedom.
    pub degrees: usize,
    /// The p-value of the hypothesis that they agree.
    pub p: f64,
}

impl Agreement {
    /// Whether agreement is not rejected.
    pub fn holds(&self) -> bool {
        self.p > DOUBT
    }
}

/// The worths of some troops in one fit.
struct Summary {
    worths: DVector<f64>,
    /// The inverse of their covariance.
    inverse: DMatrix<f64>,
    /// The number of its meetings, less one.
    freedom: f64,
}

impl Summary {
    fn of(fit: &Fit, troops: &[usize]) -> Option<Summary> {
        let columns: Vec<usize> = troops.iter().map(|troop| fit.troop(*troop)).collect::<Option<_>>()?;
        let number = columns.len();
        let covariance =
            DMatrix::from_fn(number, number, |one, other| fit.logistic.covariance(columns[one], columns[other]));
        let worths = DVector::from_iterator(number, columns.iter().map(|column| fit.logistic.coefficients()[*column]));
        Some(Summary { worths, inverse: covariance.cholesky()?.inverse(), freedom: fit.logistic.groups() as f64 - 1.0 })
    }

    /// The worth of a point for which these costs are closest to the worths.
    fn point(&self, costs: &DVector<f64>) -> f64 {
        let towards = &self.inverse * costs;
        towards.dot(&self.worths) / towards.dot(costs)
    }

    /// Their distance, as chi-square.
    fn rest(&self, costs: &DVector<f64>) -> f64 {
        let off = &self.worths - costs * self.point(costs);
        (off.transpose() * &self.inverse * &off)[0].max(0.0)
    }
}

/// Whether the worths of some troops are proportional to known costs; `None` with fewer than two troops.
pub fn agrees_with(fit: &Fit, costs: &[f64], troops: &[usize]) -> Option<Agreement> {
    let summary = Summary::of(fit, troops).filter(|_| troops.len() > 1)?;
    let costs = DVector::from_iterator(troops.len(), troops.iter().map(|troop| costs[*troop]));
    hotelling(summary.rest(&costs), troops.len() - 1, 1, summary.freedom)
}

/// Whether fits agree on the costs of some troops; `None` with fewer than two fits or troops.
pub fn agree(fits: &[&Fit], troops: &[usize]) -> Option<Agreement> {
    let summaries: Vec<Summary> = fits.iter().map(|fit| Summary::of(fit, troops)).collect::<Option<_>>()?;
    if summaries.len() < 2 || troops.len() < 2 {
        return None;
    }
    let mut costs = summaries[0].worths.clone();
    let mut rest = f64::INFINITY;
    for _ in 0..MOST_STEPS {
        // Alternately the worth of a point by each fit, the first being the unit, and the costs that fit all best.
        let mut points: Vec<f64> = summaries.iter().map(|summary| summary.point(&costs)).collect();
        let first = points[0];
        points.iter_mut().for_each(|point| *point /= first);
        let mut inside = DMatrix::zeros(troops.len(), troops.len());
        let mut towards = DVector::zeros(troops.len());
        for (summary, point) in summaries.iter().zip(&points) {
            inside += &summary.inverse * (point * point);
            towards += &summary.inverse * &summary.worths * *point;
        }
        costs = inside.cholesky()?.solve(&towards);
        let now: f64 = summaries.iter().map(|summary| summary.rest(&costs)).sum();
        let gained = rest - now;
        rest = now;
        if gained.abs() < 1e-9 * (1.0 + rest) {
            break;
        }
    }
    let freedom = summaries.iter().map(|summary| summary.freedom).sum();
    hotelling(rest, troops.len() - 1, fits.len() - 1, freedom)
}

/// Hotelling's statistic of this many contrasts in this many dimensions, converted to Fisher's F.
pub(super) fn hotelling(statistic: f64, dimensions: usize, contrasts: usize, freedom: f64) -> Option<Agreement> {
    let degrees = dimensions * contrasts;
    let left = freedom - dimensions as f64 + 1.0;
    let p = (left > 0.0).then(|| f_above(statistic * left / (freedom * degrees as f64), degrees as f64, left))?;
    Some(Agreement { statistic, degrees, p })
}
