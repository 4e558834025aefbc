//! The trend of estimates over abscissas that are themselves estimated: the slope of the least-squares line in which
//! every point has the same weight. It is then a fixed combination of the values, whatever their precision, and means
//! the same where they do not lie on a line. Its variance has two parts, by the delta method (Cochran, Sampling
//! Techniques, 3rd edition 1977, section 6.3): that of the values, which may be correlated, and that of the abscissas,
//! which are independent of the values. Errors of abscissas also make a slope too flat: they are part of the observed
//! spread, from which the estimate of moments takes (k - 1) s² for k abscissas of error variance s² (Fuller,
//! Measurement Error Models, 1987, section 1.2).

use super::distributions::student_above;
use super::estimate::Estimate;
use nalgebra::{DMatrix, DVector};

/// A value on the horizontal axis, such as a rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Abscissa {
    /// The estimate.
    pub point: f64,
    /// Its standard error.
    pub error: f64,
}

/// A slope and whether it differs from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trend {
    /// The increase of the values per unit of the abscissa, with its 95 % interval.
    pub slope: Estimate,
    /// The two-sided p-value of the hypothesis that it is 0.
    pub p_value: f64,
}

/// The trend of values with this covariance, estimated with `degrees` degrees of freedom. `None` with fewer than three
/// abscissas, or where their spread is not above that of their errors.
pub fn trend(abscissas: &[Abscissa], values: &[f64], covariance: &DMatrix<f64>, degrees: u64) -> Option<Trend> {
    let count = abscissas.len() as f64;
    if abscissas.len() < 3 || degrees == 0 {
        return None;
    }
    let mean = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>() / count;
    let middle = mean(&mut abscissas.iter().map(|abscissa| abscissa.point));
    let offsets = DVector::from_iterator(abscissas.len(), abscissas.iter().map(|abscissa| abscissa.point - middle));
    let noise = mean(&mut abscissas.iter().map(|abscissa| abscissa.error * abscissa.error));
    let observed = offsets.norm_squared();
    // Less than half of the observed spread may be that of errors.
    if observed.is_nan() || observed <= 2.0 * (count - 1.0) * noise {
        return None;
    }
    let spread = observed - (count - 1.0) * noise;
    let weights = &offsets / spread;
    let values = DVector::from_row_slice(values);
    let slope = weights.dot(&values);
    let middle_value = values.mean();
    let by_abscissa = |(index, abscissa): (usize, &Abscissa)| {
        let derivative = (values[index] - middle_value - 2.0 * slope * offsets[index]) / spread;
        derivative * derivative * abscissa.error * abscissa.error
    };
    // Ratings of one field sum to 0, so that their errors are negatively correlated: never less than by independence.
    let of_abscissas = abscissas.iter().enumerate().map(by_abscissa).sum::<f64>() * count / (count - 1.0);
    let variance = (weights.transpose() * covariance * &weights)[0].max(0.0) + of_abscissas;
    let error = variance.sqrt();
    let p_value = match error > 0.0 {
        true => (2.0 * student_above((slope / error).abs(), degrees as f64)).min(1.0),
        false => f64::from(u8::from(slope == 0.0)),
    };
    Some(Trend { slope: Estimate::of_variance(slope, variance, degrees), p_value })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;
    use rand_pcg::Pcg64;

    fn at(points: &[f64], error: f64) -> Vec<Abscissa> {
        points.iter().map(|point| Abscissa { point: *point, error }).collect()
    }

    #[test]
    fn known_abscissas_give_the_slope_of_least_squares() {
        // Anscombe, "Graphs in statistical analysis", The American Statistician 27 (1973), the first set: the slope is
        // 0.5001 with standard error 0.1179 from a residual variance of 1.5292, 9 degrees of freedom and p = 0.00217.
        let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        let covariance = DMatrix::identity(11, 11) * 1.5292;
        let found = trend(&at(&x, 0.0), &y, &covariance, 9).unwrap();
        assert!((found.slope.point - 0.5001).abs() < 5e-5, "{found:?}");
        assert!((found.slope.half_width() - 2.262157 * 0.1179).abs() < 2e-4, "{found:?}");
        assert!((found.p_value - 0.00217).abs() < 2e-5, "{found:?}");
    }

    #[test]
    fn a_common_error_of_all_values_is_none_of_the_slope() {
        let common = DMatrix::from_element(3, 3, 4.0);
        let found = trend(&at(&[-1.0, 0.0, 1.0], 0.0), &[1.0, 2.0, 3.0], &common, 50).unwrap();
        assert!(found.slope.half_width() < 1e-9 && found.p_value < 1e-9, "{found:?}");
    }

    #[test]
    fn there_is_no_trend_over_abscissas_that_are_not_apart() {
        let values = DMatrix::identity(3, 3);
        assert_eq!(trend(&at(&[-1.0, 0.0, 1.0], 1.0), &[1.0, 2.0, 3.0], &values, 50), None);
        assert_eq!(trend(&at(&[0.0, 1.0], 0.0), &[1.0, 2.0], &DMatrix::identity(2, 2), 50), None);
    }

    #[test]
    fn intervals_cover_the_slope_where_ratings_have_errors() {
        // Normal variates by the sum of twelve uniform ones.
        let mut stream = Pcg64::new(5, 7);
        let mut normal = || (0..12).map(|_| stream.random::<f64>()).sum::<f64>() - 6.0;
        // Errors of 2 and of 14 % of the observed spread, which sum to 0 as those of the ratings of a field. With small
        // ones slopes are too steep by twice the error variance over the spread: 0.8 % in the first case.
        let near = ([-300.0, -20.0, 80.0, 240.0], 25.0, 0.935..=0.975, (0.015, 3e-5));
        let far = ([-100.0, -35.0, 35.0, 100.0], 30.0, 0.925..=0.99, (0.12, 3e-4));
        for (ratings, error, coverage, (share, least)) in [near, far] {
            for slope in [0.0, 0.01] {
                let (mut covered, mut sum, mut all) = (0, 0.0, 0);
                for _ in 0..2_000 {
                    let errors: [f64; 4] = std::array::from_fn(|_| error * normal());
                    let mean = errors.iter().sum::<f64>() / 4.0;
                    let scale = f64::sqrt(4.0 / 3.0);
                    let abscissas: Vec<Abscissa> = (ratings.iter().zip(errors))
                        .map(|(rating, off)| Abscissa { point: rating + scale * (off - mean), error })
                        .collect();
                    let values = ratings.map(|rating| 5.0 + slope * rating + 0.2 * normal());
                    let found = trend(&abscissas, &values, &(DMatrix::identity(4, 4) * 0.04), 1_000);
                    // In few of the samples the ratings are not apart.
                    let Some(Trend { slope: found, .. }) = found else { continue };
                    all += 1;
                    covered += u64::from((found.low..=found.high).contains(&slope));
                    sum += found.point;
                }
                let rate = covered as f64 / f64::from(all);
                assert!(all > 1_900 && coverage.contains(&rate), "{ratings:?}, {slope}: {rate}");
                let off = sum / f64::from(all) - slope;
                assert!(off.abs() < share * slope + least, "{ratings:?}, {slope}: {off}");
            }
        }
    }
}
