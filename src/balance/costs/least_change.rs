//! The smallest set of cost changes required by the games. The fit is summarised by its coefficients and their
//! covariance (`worths`); first all worths are held in proportion to the list, then the cost with the most significant
//! score is freed, and so on while one is significant after correction for the number of candidates (forward selection
//! by score tests); finally those that are not needed beside the others are removed again (backward elimination). A
//! cost that is not freed remains unchanged to the hundredth.

use super::fit::Fit;
use super::scale::written;
use super::worths::Worths;
use crate::game::Troop;
use crate::stats::Estimate;
use crate::stats::estimate::{NORMAL_95, student_95};
use crate::stats::slope::fieller;
use nalgebra::{DMatrix, DVector};

/// A cost is freed if the p-value of its score, corrected for the number of those still held (Bonferroni), is at most
/// this.
const CLEAR: f64 = 0.05;

/// A list with few costs changed.
#[derive(Clone, Debug, PartialEq)]
pub struct LeastChange {
    /// The troops whose costs change, with their fair costs.
    pub changed: Vec<(usize, Estimate)>,
    /// All costs as used for evaluation and output: those of the list, except for the changed ones.
    pub costs: Vec<f64>,
    /// The test of the unchanged costs: chi-square, its degrees of freedom, and the p-value.
    pub left: (f64, usize, f64),
}

/// Worths with their covariance, and the costs of the list.
struct Summary {
    worths: Worths,
    list: DVector<f64>,
}

/// Worths held in proportion to the list, some of them freed.
struct Held {
    /// The residual chi-square.
    rest: f64,
    /// The worth of a point, then the deviations of the freed worths.
    values: DVector<f64>,
    covariance: DMatrix<f64>,
}

impl Summary {
    fn held(&self, freed: &[usize]) -> Option<Held> {
        let Worths { values: worths, inverse, .. } = &self.worths;
        let design = DMatrix::from_fn(worths.len(), freed.len() + 1, |row, column| match column {
            0 => self.list[row],
            _ => f64::from(freed[column - 1] == row),
        });
        let covariance = (design.transpose() * inverse * &design).cholesky()?.inverse();
        let values = &covariance * design.transpose() * inverse * worths;
        let off = worths - design * &values;
        Some(Held { rest: (off.transpose() * inverse * &off)[0].max(0.0), values, covariance })
    }
}

/// The list of a pool with the fewest changes that a fit requires; `None` where it is not identifiable.
pub fn least_change(fit: &Fit, troops: &[Troop]) -> Option<LeastChange> {
    let worths = Worths::of(fit, troops.len())?;
    let summary = Summary { list: worths.pick(|troop| troops[troop].cost), worths };
    let estimated = &summary.worths.troops;
    let number = estimated.len();
    let mut freed: Vec<usize> = Vec::new();
    // At least one cost must remain, or there is no scale.
    while freed.len() + 1 < number {
        let now = summary.held(&freed)?.rest;
        let candidates = (0..number).filter(|one| !freed.contains(one));
        let gain = |one: usize| {
            let with: Vec<usize> = freed.iter().copied().chain([one]).collect();
            let rest = summary.held(&with)?.rest;
            Some((one, now - rest, rest))
        };
        let Some((best, gained, rest)) =
            candidates.filter_map(gain).max_by(|one, other| one.1.total_cmp(&other.1).then(other.0.cmp(&one.0)))
        else {
            break;
        };
        let p = summary.worths.p_of_freeing(gained, rest, number - freed.len() - 2);
        if p * (number - freed.len()) as f64 > CLEAR {
            break;
        }
        freed.push(best);
    }
    for one in freed.clone() {
        let without: Vec<usize> = freed.iter().copied().filter(|other| *other != one).collect();
        let rest = summary.held(&freed)?.rest;
        let p = summary.worths.p_of_freeing(summary.held(&without)?.rest - rest, rest, number - 1 - freed.len());
        if p * (number - without.len()) as f64 > CLEAR {
            freed = without;
        }
    }
    freed.sort_unstable();
    let held = summary.held(&freed)?;
    let quantile = if fit.logistic.groups() < 2 { NORMAL_95 } else { student_95(fit.logistic.groups() - 1) };
    let mut costs: Vec<f64> = troops.iter().map(|troop| troop.cost).collect();
    let mut changed = Vec::new();
    for (place, one) in freed.iter().enumerate() {
        let (list, own) = (summary.list[*one], place + 1);
        let (point, deviation) = (held.values[0], held.values[own]);
        let of_point = held.covariance[(0, 0)];
        let together = list * of_point + held.covariance[(0, own)];
        let variance = list * list * of_point + 2.0 * list * held.covariance[(0, own)] + held.covariance[(own, own)];
        let cost = fieller([list * point + deviation, point], [variance, of_point], together, quantile)?;
        costs[estimated[*one]] = written(cost.point, list);
        changed.push((estimated[*one], cost));
    }
    let degrees = number - 1 - freed.len();
    let p = summary.worths.p_value(held.rest, degrees);
    Some(LeastChange { changed, costs, left: (held.rest, degrees, p) })
}
