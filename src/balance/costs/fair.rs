//! From worths to fair costs, on the [scale](super::scale) on which the mean army of the draw costs as much as by the
//! list. A fair cost is a ratio of two estimates, so that its interval is Fieller's, and a cost of the list is tested
//! by the corresponding linear hypothesis.

use super::fit::{Fit, FitError};
use super::scale::{Scale, written};
use crate::game::{Parameter, Troop};
use crate::stats::distributions::{normal_two_sided, student_above};
use crate::stats::estimate::{NORMAL_95, student_95};
use crate::stats::slope::fieller;
use crate::stats::{Estimate, benjamini_hochberg};

/// A cost of the list is fair where the whole interval of the fair cost lies within this share of it.
pub const FAIR_MARGIN: f64 = 0.05;

/// The verdict on a cost of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum CostVerdict {
    /// The fair cost is lower than that of the list.
    Overpriced,
    /// The whole interval lies within [`FAIR_MARGIN`] of the list.
    Fair,
    /// The fair cost is higher than that of the list.
    Underpriced,
    /// The interval is too wide to decide.
    Undecided,
}

impl CostVerdict {
    /// The verdict on a cost of the list.
    pub fn of(fair: Option<&Estimate>, list: f64) -> CostVerdict {
        let Some(fair) = fair else { return CostVerdict::Undecided };
        if fair.low >= list * (1.0 - FAIR_MARGIN) && fair.high <= list * (1.0 + FAIR_MARGIN) {
            CostVerdict::Fair
        } else if fair.high < list {
            CostVerdict::Overpriced
        } else if fair.low > list {
            CostVerdict::Underpriced
        } else {
            CostVerdict::Undecided
        }
    }

    /// The name used in files.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A troop with its fair cost.
#[derive(Clone, Debug, PartialEq)]
pub struct FairCost {
    /// The index of the troop in the pool.
    pub troop: usize,
    /// Its cost by the list.
    pub list_cost: f64,
    /// The fair cost; `None` where its worth relative to that of a point is not identifiable.
    pub fair: Option<Estimate>,
    /// The cost used for drawing, evaluation and output: rounded to the hundredth, and no less than the floor. That of
    /// the list where `fair` is `None`.
    pub cost: f64,
    /// Whether that is the floor because the fair cost is below it.
    pub at_floor: bool,
    /// Its worth: what one of it adds to the log odds of winning.
    pub worth: Estimate,
    /// The p-value of the hypothesis that the cost of the list is right.
    pub p: f64,
    /// The same, adjusted for all costs of the table (Benjamini and Hochberg).
    pub p_adjusted: f64,
    /// The verdict.
    pub verdict: CostVerdict,
}

/// A parameter with the value of one step of it in points.
#[derive(Clone, Debug, PartialEq)]
pub struct Exchange {
    /// The index of the parameter.
    pub parameter: usize,
    /// The value of one step in points.
    pub points: Option<Estimate>,
    /// What one step adds to the log odds of winning.
    pub worth: Estimate,
    /// The p-value of the hypothesis that it is worth nothing.
    pub p: f64,
}

/// The fair costs of all identifiable troops.
#[derive(Clone, Debug, PartialEq)]
pub struct FairCosts {
    /// The costs.
    pub costs: Vec<FairCost>,
    /// The parameters that were varied.
    pub exchanges: Vec<Exchange>,
    /// What a point adds to the log odds of winning.
    pub point: Estimate,
}

impl FairCosts {
    /// The cost of a troop of the pool; `None` if it was never drawn.
    pub fn of(&self, troop: usize) -> Option<&FairCost> {
        self.costs.iter().find(|cost| cost.troop == troop)
    }

    /// The estimated cost of a troop of the pool; `None` where it is not identifiable.
    pub fn estimate(&self, troop: usize) -> Option<Estimate> {
        self.of(troop)?.fair
    }

    /// The cost of every troop of a pool, as used for drawing, evaluation and output; that of the list where it is not
    /// identifiable.
    pub fn written(&self, troops: &[Troop]) -> Vec<f64> {
        let mut costs: Vec<f64> = troops.iter().map(|troop| written(troop.cost, troop.cost)).collect();
        self.costs.iter().for_each(|cost| costs[cost.troop] = cost.cost);
        costs
    }
}

/// The fair costs from a fit.
///
/// # Errors
/// If the worth of the mean army is not significantly positive, so that there is no scale.
pub fn fair_costs(fit: &Fit, troops: &[Troop], parameters: &[Parameter]) -> Result<FairCosts, FitError> {
    let width = fit.width();
    let estimated: Vec<(usize, usize)> =
        (0..troops.len()).filter_map(|troop| Some((troop, fit.troop(troop)?))).collect();
    // The mean army, as far as it determines the scale: its points, and its worth as a sum of coefficients.
    let Scale { counts, points, at_floor } = Scale::of(fit, troops).ok_or(FitError::Worthless)?;
    let mut army = vec![0.0; width];
    estimated.iter().for_each(|(troop, column)| army[*column] = counts[*troop]);
    let quantile = if fit.logistic.groups() < 2 { NORMAL_95 } else { student_95(fit.logistic.groups() - 1) };
    let variance = |weights: &[f64]| (fit.logistic.combination(weights).half_width() / quantile).powi(2);
    let worth = fit.logistic.combination(&army);
    if worth.low <= 0.0 {
        return Err(FitError::Worthless);
    }
    let point = worth.map(|worth| worth / points);
    let below = worth.point / points;
    let below_variance = variance(&army) / (points * points);
    let covariance_with_army = |column: usize| {
        (0..width).map(|other| army[other] * fit.logistic.covariance(column, other)).sum::<f64>() / points
    };
    let quotient = |column: usize| {
        let estimate = fit.logistic.coefficient(column);
        let variances = [fit.logistic.covariance(column, column), below_variance];
        fieller([estimate.point, below], variances, covariance_with_army(column), quantile)
    };
    // By the distribution of the intervals, so that one excludes the list cost exactly where p lies below 5 %.
    let groups = fit.logistic.groups();
    let p_of = |weights: &[f64]| {
        let combination = fit.logistic.combination(weights);
        let error = combination.half_width() / quantile;
        match error > 0.0 {
            true if groups < 2 => normal_two_sided(combination.point / error),
            true => 2.0 * student_above((combination.point / error).abs(), (groups - 1) as f64),
            false => 1.0,
        }
    };
    let p_values: Vec<f64> = estimated
        .iter()
        .map(|(troop, column)| {
            let mut weights: Vec<f64> = army.iter().map(|count| -troops[*troop].cost * count / points).collect();
            weights[*column] += 1.0;
            p_of(&weights)
        })
        .collect();
    let adjusted = benjamini_hochberg(&p_values);
    let costs = estimated.iter().zip(p_values.iter().zip(&adjusted)).map(|((troop, column), (p, p_adjusted))| {
        let (list, fair) = (troops[*troop].cost, quotient(*column));
        let verdict = CostVerdict::of(fair.as_ref(), list);
        FairCost {
            troop: *troop,
            list_cost: list,
            fair,
            cost: written(fair.map_or(list, |fair| fair.point), list),
            at_floor: at_floor[*troop] && fair.is_some(),
            worth: fit.logistic.coefficient(*column),
            p: *p,
            p_adjusted: *p_adjusted,
            verdict,
        }
    });
    let varied = (0..parameters.len()).filter_map(|parameter| Some((parameter, fit.parameter(parameter)?)));
    let exchanges = varied.map(|(parameter, column)| {
        let mut weights = vec![0.0; width];
        weights[column] = 1.0;
        Exchange { parameter, points: quotient(column), worth: fit.logistic.coefficient(column), p: p_of(&weights) }
    });
    Ok(FairCosts { costs: costs.collect(), exchanges: exchanges.collect(), point })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_follows_from_the_interval() {
        let verdict = |low: f64, high: f64| {
            CostVerdict::of(Some(&Estimate { point: (low + high) / 2.0, low, high, level: 0.95 }), 4.0).name()
        };
        assert_eq!(verdict(3.0, 3.9), "overpriced");
        assert_eq!(verdict(4.1, 6.0), "underpriced");
        assert_eq!(verdict(3.82, 4.18), "fair");
        assert_eq!(verdict(3.82, 3.98), "fair");
        assert_eq!(verdict(3.0, 5.0), "undecided");
        assert_eq!(CostVerdict::of(None, 4.0).name(), "undecided");
    }
}
