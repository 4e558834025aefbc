//! A straight line through points with their own weights, and the interval of its slope: weighted least squares (Draper
//! and Smith, Applied Regression Analysis, 3rd edition 1998, section 9.2).
//!
//! Weights are the reciprocals of the points' variances. If the variances are known, the interval follows from them; if
//! only their proportions are, from the scatter of the points around the line, with Student's quantile.

use super::estimate::{Estimate, LEVEL, NORMAL_95, student_95};

/// A point with its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The abscissa.
    pub x: f64,
    /// The observed value.
    pub y: f64,
    /// The reciprocal of the variance of the observed value, or something proportional to it.
    pub weight: f64,
}

/// What the weights mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variances {
    /// They are the reciprocals of the variances.
    Known,
    /// They are proportional to them.
    Proportional,
}

/// A fitted line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearFit {
    /// The increase of `y` per unit of `x`.
    pub slope: Estimate,
    /// The value of `y` where `x` is 0.
    pub intercept: Estimate,
    /// Where the line crosses a height of 0: the intercept divided by the slope, negative, with Fieller's interval.
    /// `None` where the slope may be 0.
    pub crossing: Option<Estimate>,
}

/// The line through some points; `None` with fewer than two distinct abscissas, or fewer than three points with weights
/// of unknown scale.
pub fn line(points: &[Point], weights: Variances) -> Option<LinearFit> {
    let sum = |term: fn(&Point) -> f64| -> f64 { points.iter().map(term).sum() };
    let weight = sum(|point| point.weight);
    let (middle_x, middle_y) =
        (sum(|point| point.weight * point.x) / weight, sum(|point| point.weight * point.y) / weight);
    let spread: f64 = points.iter().map(|point| point.weight * (point.x - middle_x) * (point.x - middle_x)).sum();
    let together: f64 = points.iter().map(|point| point.weight * (point.x - middle_x) * (point.y - middle_y)).sum();
    if weight.is_nan() || spread.is_nan() || spread <= 1e-12 * weight * (1.0 + middle_x * middle_x) {
        return None;
    }
    let slope = together / spread;
    let intercept = middle_y - slope * middle_x;
    let (scale, quantile) = match weights {
        Variances::Known => (1.0, NORMAL_95),
        Variances::Proportional => {
            let freedom = points.len().checked_sub(2).filter(|freedom| *freedom > 0)?;
            let off = |point: &Point| point.y - intercept - slope * point.x;
            let rest: f64 = points.iter().map(|point| point.weight * off(point) * off(point)).sum();
            (rest / freedom as f64, student_95(freedom as u64))
        }
    };
    let around = |point: f64, variance: f64| {
        let half = quantile * variance.max(0.0).sqrt();
        Estimate { point, low: point - half, high: point + half, level: LEVEL }
    };
    let (slope_variance, intercept_variance) = (scale / spread, scale * (1.0 / weight + middle_x * middle_x / spread));
    let covariance = -middle_x * scale / spread;
    Some(LinearFit {
        slope: around(slope, slope_variance),
        intercept: around(intercept, intercept_variance),
        crossing: fieller([-intercept, slope], [intercept_variance, slope_variance], -covariance, quantile),
    })
}

/// The interval of a quotient of two estimates (Fieller, Some problems in interval estimation, JRSS B 16, 1954); `None`
/// where the divisor may be 0.
pub fn fieller(values: [f64; 2], variances: [f64; 2], covariance: f64, quantile: f64) -> Option<Estimate> {
    let [above, below] = values;
    let s = quantile * quantile;
    let a = below * below - s * variances[1];
    if a <= 0.0 {
        return None;
    }
    let b = above * below - s * covariance;
    let c = above * above - s * variances[0];
    let root = (b * b - a * c).max(0.0).sqrt();
    Some(Estimate { point: above / below, low: (b - root) / a, high: (b + root) / a, level: LEVEL })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(estimate: Estimate, expected: [f64; 3]) {
        let off = [estimate.point - expected[0], estimate.low - expected[1], estimate.high - expected[2]];
        assert!(off.iter().all(|off| off.abs() < 1e-4), "{estimate:?} is not {expected:?}");
    }

    #[test]
    fn lines_are_those_of_statsmodels() {
        // statsmodels 0.15.0: WLS(y, add_constant(x), weights).fit().conf_int(); and fit(cov_type="fixed scale").
        let (x, y) = ([-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0], [-0.21, -0.16, -0.03, -0.02, 0.06, 0.11, 0.24]);
        let weights = [100.0, 200.0, 400.0, 400.0, 300.0, 200.0, 100.0];
        let points: Vec<Point> = (0..7).map(|i| Point { x: x[i], y: y[i], weight: weights[i] }).collect();
        let found = line(&points, Variances::Proportional).unwrap();
        close(found.slope, [0.0665517, 0.0474617, 0.0856418]);
        close(found.intercept, [-0.0013793, -0.0310259, 0.0282672]);
        let found = line(&points, Variances::Known).unwrap();
        close(found.slope, [0.0665517, 0.0359202, 0.0971832]);
        close(found.intercept, [-0.0013793, -0.0489496, 0.0461909]);
    }

    #[test]
    fn two_points_have_no_scatter() {
        let points = [Point { x: 1.0, y: 2.0, weight: 1.0 }, Point { x: 2.0, y: 3.0, weight: 1.0 }];
        assert_eq!(line(&points, Variances::Proportional), None);
        let known = line(&points, Variances::Known).unwrap();
        assert!(
            (known.slope.point - 1.0).abs() < 1e-12
                && (known.slope.half_width() - NORMAL_95 * 2.0_f64.sqrt()).abs() < 1e-12
        );
        // The slope may be 0: no crossing can be bounded.
        assert_eq!(known.crossing, None);
        assert_eq!(line(&[points[0], points[0]], Variances::Known), None);
    }

    #[test]
    fn a_crossing_is_bounded_as_by_fieller() {
        // With a divisor that is known exactly it is the ordinary interval, divided.
        let quotient = fieller([6.0, 2.0], [0.25, 0.0], 0.0, 2.0).unwrap();
        assert_eq!((quotient.point, quotient.low, quotient.high), (3.0, 2.5, 3.5));
        assert_eq!(fieller([6.0, 2.0], [0.25, 1.1], 0.0, 2.0), None);
    }
}
