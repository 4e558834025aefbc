//! Root finding for a function of one variable: the bracketing method of Chandrupatla, "A new hybrid
//! quadratic/bisection algorithm for finding the zero of a nonlinear function without using derivatives", Advances in
//! Engineering Software 28 (1997). It never leaves the bracket and needs no derivative.

/// A zero of `f` between `low` and `high`, to a relative width of about 1e-14.
///
/// Where the function has the same sign at both ends, the result is the end at which it is nearer to zero.
pub(super) fn root(low: f64, high: f64, mut f: impl FnMut(f64) -> f64) -> f64 {
    const MOST_STEPS: usize = 200;
    let (mut a, mut b) = (high, low);
    let (mut at_a, mut at_b) = (f(a), f(b));
    if (at_a > 0.0) == (at_b > 0.0) {
        return if at_a.abs() < at_b.abs() { a } else { b };
    }
    let (mut c, mut at_c);
    let mut share = 0.5;
    for _ in 0..MOST_STEPS {
        let x = a + share * (b - a);
        let at_x = f(x);
        // The bracket is between a and b; c is the end that was discarded last.
        if (at_x > 0.0) == (at_a > 0.0) {
            (c, at_c) = (a, at_a);
        } else {
            (c, b, at_c, at_b) = (b, a, at_b, at_a);
        }
        (a, at_a) = (x, at_x);
        let (best, at_best) = if at_a.abs() < at_b.abs() { (a, at_a) } else { (b, at_b) };
        let least = (4.0 * f64::EPSILON * best.abs() + f64::MIN_POSITIVE) / (b - a).abs();
        if least > 0.5 || at_best == 0.0 {
            return best;
        }
        let along = (a - b) / (c - b);
        let up = (at_a - at_b) / (at_c - at_b);
        // Inverse quadratic interpolation where the three points allow it, else bisection.
        let good = up * up < along && (1.0 - up) * (1.0 - up) < 1.0 - along;
        share = if good {
            at_a / (at_b - at_a) * (at_c / (at_b - at_c))
                + (c - a) / (b - a) * (at_a / (at_c - at_a)) * (at_b / (at_c - at_b))
        } else {
            0.5
        };
        share = share.clamp(least, 1.0 - least);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_are_found_quickly_and_exactly() {
        let mut calls = 0;
        let cubic = root(-10.0, 10.0, |x| {
            calls += 1;
            x * x * x - 2.0 * x - 5.0
        });
        // Wallis's example, 2.0945514815423265.
        assert!((cubic - 2.094_551_481_542_326_5).abs() < 1e-14 && calls < 30, "{cubic} {calls}");
        assert!((root(0.0, 4.0, |x| libm::exp(-x) - 0.5) - std::f64::consts::LN_2).abs() < 1e-15);
        // Steep and flat.
        assert!((root(0.0, 1.0, |x| libm::exp(60.0 * (x - 0.3)) - 1.0) - 0.3).abs() < 1e-14);
    }

    #[test]
    fn without_a_change_of_sign_the_better_end_is_taken() {
        assert_eq!((root(1.0, 2.0, |x| x), root(1.0, 2.0, |x| -3.0 + x)), (1.0, 2.0));
    }
}
