//! Whether fits agree in what troops are worth compared to each other: the stop rule of `--iterate`, and which steps
//! are pooled.
//!
//! Worths of several fits, each with its covariance, are explained by one list of costs, each fit with a worth of a
//! point of its own. What that leaves is chi-square (generalised least squares; Aitken, Proceedings of the Royal
//! Society of Edinburgh 55, 1936). The covariances are estimated, from as many meetings as a fit has: therefore
//! Hotelling's distribution instead (Annals of Mathematical Statistics 2, 1931), which allows for that.

use super::fit::Fit;
use crate::stats::distributions::f_above;
use nalgebra::{DMatrix, DVector};

/// What is agreed is found to differ, by chance, as seldom as this.
pub const DOUBT: f64 = 0.05;

/// Steps until the common costs of several fits stand still.
const MOST_STEPS: usize = 500;

/// How well fits, or a fit and a formula, agree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// Chi-square of what is left unexplained.
    pub statistic: f64,
    /// Its degrees of freedom.
    pub degrees: usize,
    /// The chance of such a value or a greater one, if they differ by chance alone.
    pub p: f64,
}

impl Agreement {
    /// Whether they may differ by chance alone.
    pub fn holds(&self) -> bool {
        self.p > DOUBT
    }
}

/// The worths of some troops by one fit.
struct Summary {
    worths: DVector<f64>,
    /// The inverse of their covariance.
    inverse: DMatrix<f64>,
    /// Meetings behind them, less one.
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

    /// The worth of a point that brings these costs closest to the worths.
    fn point(&self, costs: &DVector<f64>) -> f64 {
        let towards = &self.inverse * costs;
        towards.dot(&self.worths) / towards.dot(costs)
    }

    /// How far they are apart, as chi-square.
    fn rest(&self, costs: &DVector<f64>) -> f64 {
        let off = &self.worths - costs * self.point(costs);
        (off.transpose() * &self.inverse * &off)[0].max(0.0)
    }
}

/// Whether the worths of some troops are in proportion to costs that are known; nothing with fewer than two troops.
pub fn agrees_with(fit: &Fit, costs: &[f64], troops: &[usize]) -> Option<Agreement> {
    let summary = Summary::of(fit, troops).filter(|_| troops.len() > 1)?;
    let costs = DVector::from_iterator(troops.len(), troops.iter().map(|troop| costs[*troop]));
    judged(summary.rest(&costs), troops.len() - 1, 1, summary.freedom)
}

/// Whether fits agree about the costs of some troops; nothing with fewer than two fits or troops.
pub fn agree(fits: &[&Fit], troops: &[usize]) -> Option<Agreement> {
    let summaries: Vec<Summary> = fits.iter().map(|fit| Summary::of(fit, troops)).collect::<Option<_>>()?;
    if summaries.len() < 2 || troops.len() < 2 {
        return None;
    }
    let mut costs = summaries[0].worths.clone();
    let mut rest = f64::INFINITY;
    for _ in 0..MOST_STEPS {
        // The worth of a point by each fit, the first being the measure; then the costs that suit all best.
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
    judged(rest, troops.len() - 1, fits.len() - 1, freedom)
}

/// Hotelling's statistic of so many contrasts of so many dimensions, as Fisher's.
pub(super) fn judged(statistic: f64, dimensions: usize, contrasts: usize, freedom: f64) -> Option<Agreement> {
    let degrees = dimensions * contrasts;
    let left = freedom - dimensions as f64 + 1.0;
    let p = (left > 0.0).then(|| f_above(statistic * left / (freedom * degrees as f64), degrees as f64, left))?;
    Some(Agreement { statistic, degrees, p })
}
