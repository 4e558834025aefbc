//! From worths to points: the scale on which the mean army of the draw costs as much as by the list, and the floor of
//! all costs.
//!
//! The floor is the same in the fit, in the draw, in the evaluation of held-out armies and in the rules file. A troop
//! whose worth is below the floor costs its floor, also in the mean army that sets the scale; the others share the
//! remaining points.

use super::fit::Fit;
use crate::game::Troop;

/// The floor, as a share of the cost of the list: without one, an army could contain any number of free troops.
pub const FLOOR: f64 = 0.1;

/// The floor of a cost, to the hundredth.
pub fn floor_of(list: f64) -> f64 {
    to_hundredths(FLOOR * list)
}

/// A cost as used for drawing, evaluation and output: to the hundredth, and no less than the floor.
pub fn written(cost: f64, list: f64) -> f64 {
    to_hundredths(cost).max(floor_of(list))
}

fn to_hundredths(cost: f64) -> f64 {
    (cost * 100.0).round() / 100.0
}

/// The scale of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    /// The number of each troop of the pool in the mean army; 0 for troops at the floor, and where they are not
    /// identifiable.
    pub counts: Vec<f64>,
    /// The points of these together.
    pub points: f64,
    /// Which troops are at the floor.
    pub at_floor: Vec<bool>,
}

impl Scale {
    /// The scale of a fit; `None` where a point has no positive worth.
    pub fn of(fit: &Fit, troops: &[Troop]) -> Option<Scale> {
        let worth = |troop: usize| fit.troop(troop).map(|column| fit.logistic.coefficients()[column]);
        // Whatever the worth of a point, a troop without worth is at the floor.
        let mut at_floor: Vec<bool> =
            (0..troops.len()).map(|troop| worth(troop).is_some_and(|worth| worth <= 0.0)).collect();
        loop {
            let counted =
                |troop: usize| if worth(troop).is_some() && !at_floor[troop] { fit.mean_army[troop] } else { 0.0 };
            let counts: Vec<f64> = (0..troops.len()).map(counted).collect();
            let points: f64 = (0..troops.len())
                .filter(|troop| worth(*troop).is_some())
                .map(|troop| {
                    fit.mean_army[troop]
                        * (troops[troop].cost - if at_floor[troop] { floor_of(troops[troop].cost) } else { 0.0 })
                })
                .sum();
            let point =
                counts.iter().enumerate().map(|(troop, count)| count * worth(troop).unwrap_or(0.0)).sum::<f64>()
                    / points;
            if point.is_nan() || point <= 0.0 || points <= 0.0 {
                return None;
            }
            // Moving a troop to the floor raises the worth of a point, so that none leaves the floor again: the loop
            // terminates.
            let is_below = |troop: usize| {
                !at_floor[troop] && worth(troop).is_some_and(|worth| worth < floor_of(troops[troop].cost) * point)
            };
            let below: Vec<usize> = (0..troops.len()).filter(|troop| is_below(*troop)).collect();
            if below.is_empty() {
                return Some(Scale { counts, points, at_floor });
            }
            below.into_iter().for_each(|troop| at_floor[troop] = true);
        }
    }
}
