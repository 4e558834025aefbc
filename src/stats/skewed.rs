//! The mean of a skewed distribution from few values.
//!
//! Student's interval is symmetrical; where values are skewed to the right, as squares are, it lies below the true mean
//! too often. Hall removes the skewness of the statistic by an invertible cubic transformation ("On the removal of
//! skewness by transformation", JRSS B 54, 1992); with few values, whose skewness is poorly estimated, that interval in
//! turn lies above it too often. Each bound is therefore the farther of both in the direction of the skewness, and
//! Student's in the other.

use super::estimate::{Estimate, LEVEL, student_95};

/// The mean of some values with its 95 % interval; `None` with fewer than two.
pub fn skewed_mean(values: &[f64]) -> Option<Estimate> {
    if values.len() < 2 {
        return None;
    }
    let count = values.len() as f64;
    let point = values.iter().sum::<f64>() / count;
    let moment = |of: fn(f64) -> f64| values.iter().map(|value| of(value - point)).sum::<f64>() / count;
    let variance = moment(|off| off * off) * count / (count - 1.0);
    let (error, quantile) = ((variance / count).sqrt(), student_95(values.len() as u64 - 1));
    let skewness = if variance > 0.0 { moment(|off| off * off * off) / (variance * variance.sqrt()) } else { 0.0 };
    let (below, above) = (
        quantile.max(without_skewness(quantile, -skewness, count)),
        quantile.max(without_skewness(quantile, skewness, count)),
    );
    Some(Estimate { point, low: point - below * error, high: point + above * error, level: LEVEL })
}

/// By how many standard errors the true mean may lie above the estimate: the transformed statistic equals the quantile
/// there.
fn without_skewness(quantile: f64, skewness: f64, count: f64) -> f64 {
    let a = skewness / count.sqrt();
    if a.abs() < 1e-9 {
        return quantile;
    }
    // The statistic t for which the transformation t + a t²/3 + a² t³/27 + a/6 equals minus the quantile.
    let cube = 1.0 + a * (-quantile - a / 6.0);
    -3.0 / a * (libm::cbrt(cube) - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetrical_values_have_student_s_interval() {
        let found = skewed_mean(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        // Student's t with 4 degrees of freedom, 2.776, times the root of 2.5 / 5.
        assert!(
            (found.high - 3.0 - 2.776445 * 0.5_f64.sqrt()).abs() < 1e-5 && (found.high + found.low - 6.0).abs() < 1e-9,
            "{found:?}"
        );
        assert_eq!(skewed_mean(&[1.0]), None);
    }

    #[test]
    fn the_transformation_is_undone() {
        for skewness in [-1.5_f64, -0.2, 0.7, 2.0] {
            let a = skewness / 5.0;
            let t = -without_skewness(2.0, skewness, 25.0);
            assert!((t + a * t * t / 3.0 + a * a * t * t * t / 27.0 + a / 6.0 + 2.0).abs() < 1e-9, "{skewness}: {t}");
        }
    }

    #[test]
    fn a_tail_to_the_right_opens_the_interval_upwards() {
        let values: Vec<f64> = (0..25).map(|n| if n < 22 { 0.0 } else { 1.0 }).collect();
        let found = skewed_mean(&values).unwrap();
        assert!(found.high - found.point > 1.2 * (found.point - found.low), "{found:?}");
    }
}
