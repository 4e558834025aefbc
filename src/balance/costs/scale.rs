//! From worths to points: the scale on which the mean army of the draw costs what it does by the list, and the floor
//! below which no cost is written.
//!
//! The floor is the same in the fit, in the draw, in the judgement of held-out armies and in the rules file. A troop
//! whose worth puts it below the floor costs its floor, also in the mean army that sets the scale; all others share
//! what is left of the points.

use super::fit::Fit;
use crate::game::Troop;

/// No cost is below this share of that of the list: an army of troops that cost nothing has no end.
pub const FLOOR: f64 = 0.1;

/// The least that a troop may cost, to the hundredth.
pub fn floor_of(list: f64) -> f64 {
    to_hundredths(FLOOR * list)
}

/// A cost as it is drawn at, judged and written: to the hundredth, and no less than the floor.
pub fn written(cost: f64, list: f64) -> f64 {
    to_hundredths(cost).max(floor_of(list))
}

fn to_hundredths(cost: f64) -> f64 {
    (cost * 100.0).round() / 100.0
}

/// The scale of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    /// How many of each troop of the pool the mean army has; 0 for troops at the floor, and where the games do not
    /// tell.
    pub counts: Vec<f64>,
    /// What these cost together.
    pub points: f64,
    /// Which troops are at the floor.
    pub at_floor: Vec<bool>,
}

impl Scale {
    /// The scale of a fit; nothing where no point can be worth anything.
    pub fn of(fit: &Fit, troops: &[Troop]) -> Option<Scale> {
        let worth = |troop: usize| fit.troop(troop).map(|column| fit.logistic.coefficients()[column]);
        // Whatever a point is worth, a troop of no worth is at the floor.
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
            // To put a troop at the floor raises the worth of a point, so that none comes back: this ends.
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
