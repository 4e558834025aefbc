//! The interval of a weighted sum of independent estimates from their own intervals: the method of variance estimates
//! recovery (MOVER; Zou and Donner, Construction of confidence limits about effect measures: a general approach,
//! Statistics in Medicine 27, 2008; for sums of proportions Zou, Huang and Zhang, A note on confidence interval
//! estimation for a linear function of binomial proportions, Computational Statistics and Data Analysis 53, 2009). Each
//! end of the sum is as far from its point as the root of the sum of squared distances of the parts' ends, so that
//! score intervals of the parts, which are not symmetrical near 0 and 1, give one for the sum.

use super::estimate::{Estimate, LEVEL};

/// The mean of independent estimates of equal weight; `None` without any. The mean of one is that estimate.
pub fn mean_estimate(parts: &[Estimate]) -> Option<Estimate> {
    if parts.is_empty() {
        return None;
    }
    let weight = 1.0 / parts.len() as f64;
    let point = parts.iter().map(|part| part.point).sum::<f64>() * weight;
    let below = parts.iter().map(|part| (part.point - part.low) * (part.point - part.low)).sum::<f64>().sqrt() * weight;
    let above =
        parts.iter().map(|part| (part.high - part.point) * (part.high - part.point)).sum::<f64>().sqrt() * weight;
    Some(Estimate { point, low: point - below, high: point + above, level: LEVEL })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::wilson;

    #[test]
    fn symmetrical_parts_give_the_interval_of_a_mean() {
        let part = |point: f64, half: f64| Estimate { point, low: point - half, high: point + half, level: LEVEL };
        let mean = mean_estimate(&[part(0.2, 0.03), part(0.6, 0.04)]).unwrap();
        // Independent errors add by their squares: the root of 0.03² + 0.04², halved.
        assert!((mean.point - 0.4).abs() < 1e-12 && (mean.half_width() - 0.025).abs() < 1e-12, "{mean:?}");
        assert_eq!((mean_estimate(&[part(0.7, 0.1)]), mean_estimate(&[])), (Some(part(0.7, 0.1)), None));
    }

    #[test]
    fn the_published_difference_of_two_proportions_comes_out() {
        // Newcombe, Interval estimation for the difference between independent proportions, Statistics in Medicine 17
        // (1998), table II, method 10: 56/70 - 48/80 is 0.2, from 0.0524 to 0.3339. The difference is the sum of one
        // rate and the complement of the other, less one.
        let (one, other) = (wilson(56.0, 70).unwrap(), wilson(32.0, 80).unwrap());
        let mean = mean_estimate(&[one, other]).unwrap();
        let difference = [mean.low, mean.point, mean.high].map(|end| 2.0 * end - 1.0);
        for (found, wanted) in difference.into_iter().zip([0.0524, 0.2, 0.3339]) {
            assert!((found - wanted).abs() < 6e-5, "{difference:?}");
        }
    }
}
