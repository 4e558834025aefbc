//! Joint intervals of all fair costs. With a probability of 95 % every true cost lies within its own, so that a whole
//! list can be compared with them, while pointwise intervals of twenty costs miss one of them in most studies.
//!
//! A fair cost is a ratio of two estimates: worth over the worth of a point. The joint region holds all costs that no
//! linear hypothesis `worth = cost × point` rejects when the greatest statistic of the family is taken as the bound
//! (simultaneous intervals of Fieller's kind with the estimated ratios plugged into the correlations; Dilba, Bretz and
//! Guiard, Simultaneous confidence sets and confidence intervals for multiple ratios, Journal of Statistical Planning
//! and Inference 136, 2006).

use super::fair::FairCosts;
use super::fit::Fit;
use super::scale::Scale;
use crate::game::Troop;
use crate::stats::slope::fieller;
use crate::stats::{Estimate, greatest_t_95};
use nalgebra::{DMatrix, DVector};

/// The joint intervals of the costs of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct JointCosts {
    /// The number of standard errors by which each interval extends, in place of Student's quantile.
    pub quantile: f64,
    /// The interval of each troop of the pool, in points; `None` where its worth is not identifiable, or where the games
    /// do not bound its cost jointly on both sides.
    pub intervals: Vec<Option<Estimate>>,
}

impl JointCosts {
    /// Whether each cost of a list lies within its interval, by troop of the pool; `None` where there is none. The list
    /// is on the scale of the fair costs ([`on_scale`]).
    pub fn hold(&self, list: &[f64]) -> Vec<Option<bool>> {
        let holds = |(interval, cost): (&Option<Estimate>, &f64)| {
            interval.map(|interval| interval.low <= *cost && *cost <= interval.high)
        };
        self.intervals.iter().zip(list).map(holds).collect()
    }
}

/// The joint intervals of the fair costs of a fit; `None` where there is no scale, or where the covariance of the worths
/// is singular.
pub fn joint_costs(fit: &Fit, fair: &FairCosts, troops: &[Troop]) -> Option<JointCosts> {
    let scale = Scale::of(fit, troops)?;
    let columns: Vec<(usize, usize)> =
        fair.costs.iter().filter_map(|cost| Some((cost.troop, fit.troop(cost.troop)?))).collect();
    let size = columns.len();
    let covariance =
        DMatrix::from_fn(size, size, |one, other| fit.logistic.covariance(columns[one].1, columns[other].1));
    let worths = DVector::from_iterator(size, columns.iter().map(|(_, column)| fit.logistic.coefficients()[*column]));
    // A point is worth this combination of the worths of all troops.
    let of_point = DVector::from_iterator(size, columns.iter().map(|(troop, _)| scale.counts[*troop] / scale.points));
    let point = of_point.dot(&worths);
    let factor = covariance.clone().cholesky()?.l();
    let hypotheses = DMatrix::from_fn(size, size, |row, column| {
        f64::from(u8::from(row == column)) - worths[row] / point * of_point[column]
    });
    let quantile = greatest_t_95(&(hypotheses * factor), fit.logistic.groups().saturating_sub(1).max(1))?;
    let with_point = &covariance * &of_point;
    let of_point = of_point.dot(&with_point);
    let mut intervals = vec![None; troops.len()];
    for (place, (troop, _)) in columns.iter().enumerate() {
        let variances = [covariance[(place, place)], of_point];
        intervals[*troop] = fieller([worths[place], point], variances, with_point[place], quantile);
    }
    Some(JointCosts { quantile, intervals })
}

/// A list on the scale of the fair costs: times the factor by which the mean army of the fit costs the same as by the
/// old list. The proportions of a list are what matters to a budget, and a list of which few costs change keeps the
/// scale of the others.
pub fn on_scale(fit: &Fit, troops: &[Troop], list: &[f64]) -> Vec<f64> {
    let of_army = |cost: &dyn Fn(usize) -> f64| -> f64 {
        let estimated = (0..troops.len()).filter(|troop| fit.troop(*troop).is_some());
        estimated.map(|troop| fit.mean_army[troop] * cost(troop)).sum()
    };
    let factor = of_army(&|troop| troops[troop].cost) / of_army(&|troop| list[troop]);
    list.iter().map(|cost| cost * factor).collect()
}
