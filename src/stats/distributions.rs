//! Tails and quantiles of the normal, Student's and the chi-square distribution. The normal one rests on the
//! complementary error function of `libm`, the others on incomplete gamma and beta functions (Abramowitz and Stegun,
//! Handbook of Mathematical Functions, 26.2.29, 26.4.19, 26.7.1); quantiles solve for the tail.

use super::root::root;
use super::special::{incomplete_beta, incomplete_gamma};
use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// The probability that a standard normal variate is below `x`.
pub fn normal_below(x: f64) -> f64 {
    libm::erfc(-x * FRAC_1_SQRT_2) / 2.0
}

/// The density of the standard normal distribution.
pub fn normal_density(x: f64) -> f64 {
    libm::exp(-x * x / 2.0) / (2.0 * PI).sqrt()
}

/// The quantile of the standard normal distribution: infinite for 0 and 1.
pub fn normal_quantile(p: f64) -> f64 {
    if p > 0.5 {
        return -normal_quantile(1.0 - p);
    }
    if p <= 0.0 {
        return f64::NEG_INFINITY;
    }
    // Abramowitz and Stegun 26.2.23, good to 0.00045, then Halley's steps.
    let t = (-2.0 * libm::log(p)).sqrt();
    let mut x =
        (2.515_517 + t * (0.802_853 + t * 0.010_328)) / (1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308))) - t;
    for _ in 0..3 {
        let off = (normal_below(x) - p) / normal_density(x);
        x -= off / (1.0 + x * off / 2.0);
    }
    x
}

/// The two-sided p-value of a standard normal statistic.
pub fn normal_two_sided(statistic: f64) -> f64 {
    libm::erfc(statistic.abs() * FRAC_1_SQRT_2)
}

/// The probability that a variate of Student's distribution is above `t`.
pub fn student_above(t: f64, degrees_of_freedom: f64) -> f64 {
    let tail = incomplete_beta(degrees_of_freedom / 2.0, 0.5, degrees_of_freedom / (degrees_of_freedom + t * t)) / 2.0;
    if t < 0.0 { 1.0 - tail } else { tail }
}

/// The quantile of Student's distribution at probability `p`.
pub fn student_quantile(p: f64, degrees_of_freedom: f64) -> f64 {
    if p == 0.5 {
        return 0.0;
    }
    if p < 0.5 {
        return -student_quantile(1.0 - p, degrees_of_freedom);
    }
    let tail = 1.0 - p;
    let mut high = 2.0 * normal_quantile(p).max(1.0);
    while student_above(high, degrees_of_freedom) > tail && high.is_finite() {
        high *= 2.0;
    }
    root(0.0, high, |t| student_above(t, degrees_of_freedom) - tail)
}

/// The probability that a variate of the F distribution is above `x`, with the degrees of freedom of the numerator
/// (`above`) and of the denominator (`below`) (Abramowitz and Stegun, 26.6.2).
pub fn f_above(x: f64, above: f64, below: f64) -> f64 {
    if x <= 0.0 { 1.0 } else { incomplete_beta(below / 2.0, above / 2.0, below / (below + above * x)) }
}

/// The probability that a variate of the chi-square distribution is above `x`.
pub fn chi_square_above(x: f64, degrees_of_freedom: f64) -> f64 {
    incomplete_gamma(degrees_of_freedom / 2.0, x / 2.0).1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::estimate::{NORMAL_95, student_95};

    fn close(value: f64, expected: f64) {
        assert!((value / expected - 1.0).abs() < 1e-11, "{value} is not {expected}");
    }

    #[test]
    fn the_f_distribution_is_that_of_the_tables() {
        // Fisher and Yates, Statistical Tables, table V, 5 and 1 %.
        for (x, above, below, p) in
            [(4.96, 1.0, 10.0, 0.05), (3.10, 3.0, 20.0, 0.05), (2.53, 5.0, 30.0, 0.05), (4.94, 3.0, 20.0, 0.01)]
        {
            assert!((f_above(x, above, below) - p).abs() < 6e-4, "{x} {}", f_above(x, above, below));
        }
        assert!(
            (f_above(9.0, 1.0, 7.0) - 2.0 * student_above(3.0, 7.0)).abs() < 1e-12 && f_above(0.0, 2.0, 3.0) == 1.0
        );
    }

    #[test]
    fn values_are_those_of_scipy() {
        // scipy 1.17.1, stats.norm, stats.t and stats.chi2.
        close(normal_below(-6.0), 9.865876450376946e-10);
        close(normal_below(-1.5), 0.06680720126885807);
        close(normal_below(2.0), 0.9772498680518208);
        close(normal_two_sided(3.3), 0.0009668482847675549);
        close(normal_quantile(1e-10), -6.361340902404056);
        close(normal_quantile(0.01), -2.3263478740408408);
        close(normal_quantile(0.2), -0.8416212335729142);
        close(normal_quantile(0.9), 1.2815515655446004);
        close(normal_quantile(0.999), 3.090232306167813);
        close(student_above(0.7, 1.0), 0.30559988778578523);
        close(student_above(2.5, 4.0), 0.03338327240599407);
        close(student_above(-1.2, 9.0), 0.8696134013047693);
        close(student_above(3.9, 250.0), 6.183425915480226e-05);
        close(student_quantile(0.975, 1.0), 12.706204736174694);
        close(student_quantile(0.9, 3.0), 1.637744353696209);
        close(student_quantile(0.995, 12.0), 3.0545395893929013);
        close(student_quantile(0.05, 30.0), -1.6972608865939574);
        close(chi_square_above(0.5, 1.0), 0.47950012218695337);
        close(chi_square_above(11.0, 5.0), 0.05137998348306955);
        close(chi_square_above(150.0, 100.0), 0.0009039320423540184);
        close(chi_square_above(3.0, 10.0), 0.9814240637778593);
    }

    #[test]
    fn the_f_distribution_agrees_with_student_and_chi_square() {
        // Abramowitz and Stegun, table 26.9: upper points for 5 % and 1 %.
        for (x, numerator, denominator, p) in [
            (4.96, 1.0, 10.0, 0.05),
            (2.71, 5.0, 20.0, 0.05),
            (2.16, 10.0, 30.0, 0.05),
            (1.75, 15.0, 120.0, 0.05),
            (5.99, 4.0, 10.0, 0.01),
        ] {
            assert!((f_above(x, numerator, denominator) / p - 1.0).abs() < 0.02, "{x} {numerator} {denominator}");
        }
        // With one numerator degree of freedom it is the square of Student's, with infinitely many denominator degrees
        // chi-square divided by its degrees of freedom.
        close(f_above(6.25, 1.0, 4.0), 2.0 * student_above(2.5, 4.0));
        assert!((f_above(2.2, 5.0, 1e9) / chi_square_above(11.0, 5.0) - 1.0).abs() < 1e-6);
        assert_eq!(f_above(0.0, 3.0, 7.0), 1.0);
    }

    #[test]
    fn the_shorter_formulas_agree() {
        close(normal_quantile(0.975), NORMAL_95);
        for degrees in [1, 2, 3, 5, 9, 10, 11, 15, 30, 100, 10_000] {
            let exact = student_quantile(0.975, degrees as f64);
            assert!((student_95(degrees) - exact).abs() < 5e-5, "{degrees}: {exact}");
        }
    }

    #[test]
    fn quantiles_undo_tails() {
        for p in [1e-12, 1e-4, 0.02, 0.3, 0.5, 0.8, 0.999] {
            close(normal_below(normal_quantile(p)), p);
            close(1.0 - student_above(student_quantile(p, 7.0), 7.0) + 1.0, p + 1.0);
        }
        assert_eq!((normal_quantile(0.0), normal_quantile(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }
}
