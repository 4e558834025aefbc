//! Brownian motion that starts at 0 and is stopped at a lower or an upper bound, or at a given time: the probability of
//! each outcome. It approximates a sequential test that is monitored often.
//!
//! Outcomes are ordered (Siegmund, Sequential Analysis, 1985, chapter III; Emerson and Fleming, Parameter estimation
//! following group sequential hypothesis testing, Biometrika 77, 1990): the lower bound, the earlier the lower; then
//! outcomes still between the bounds at the end, by height; then the upper bound, the earlier the higher. The
//! probabilities come from the two classical expansions of the heat equation between walls (Feller, An Introduction to
//! Probability Theory and Its Applications, volume II, chapter X): waves for long times, mirror images for short ones.

use super::distributions::{normal_below, normal_density};
use std::f64::consts::PI;

/// A Brownian motion with absorbing bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Brownian {
    /// The lower bound, below 0.
    pub lower: f64,
    /// The upper bound, above 0.
    pub upper: f64,
    /// The mean gain per unit of time.
    pub drift: f64,
    /// The standard deviation of the gain per unit of time, above 0.
    pub deviation: f64,
}

impl Brownian {
    /// The probability of an outcome as low as this one or lower: the motion ended after `time` at `height`, which is
    /// one of the bounds or lies between them.
    pub fn at_or_below(&self, time: f64, height: f64) -> f64 {
        let scale = |value: f64| value / self.deviation;
        let width = scale(self.upper - self.lower);
        let standard = Standard { start: scale(-self.lower), width, drift: scale(self.drift) };
        let height = scale(height - self.lower).clamp(0.0, width);
        // Both expansions are exact to rounding here, with few terms.
        let chance =
            if time > width * width / 2.0 { standard.by_waves(time, height) } else { standard.by_images(time, height) };
        chance.clamp(0.0, 1.0)
    }

    /// The probability that the motion, without a time limit, reaches the lower bound before the upper one.
    pub fn ends_low(&self) -> f64 {
        let scale = |value: f64| value / self.deviation;
        Standard { start: scale(-self.lower), width: scale(self.upper - self.lower), drift: scale(self.drift) }
            .ends_low()
    }
}

/// The same with a standard deviation of 1, between 0 and `width`.
struct Standard {
    start: f64,
    width: f64,
    drift: f64,
}

impl Standard {
    fn ends_low(&self) -> f64 {
        let Standard { start, width, drift } = *self;
        if (drift * width).abs() < 1e-9 {
            return (width - start) / width;
        }
        // The same quotient twice, so that no exponential becomes large.
        if drift > 0.0 {
            libm::exp(-2.0 * drift * start) * libm::expm1(-2.0 * drift * (width - start))
                / libm::expm1(-2.0 * drift * width)
        } else {
            libm::expm1(2.0 * drift * (width - start)) / libm::expm1(2.0 * drift * width)
        }
    }

    /// Sums over the eigenfunctions of the interval; each decays with the square of its number.
    fn by_waves(&self, time: f64, height: f64) -> f64 {
        const WAVES: usize = 12;
        let Standard { start, width, drift } = *self;
        let mut sum = 0.0;
        for n in 1..=WAVES {
            let k = n as f64 * PI / width;
            let left = libm::exp(drift * (height - start) - (k * k + drift * drift) * time / 2.0);
            let shape = libm::sin(k * start) * (drift * libm::sin(k * height) - k * libm::cos(k * height))
                / (k * k + drift * drift);
            sum += left * shape;
        }
        self.ends_low() + 2.0 / width * sum
    }

    /// Sums over the mirror images of the start in both walls; distant images matter only after long times.
    fn by_images(&self, time: f64, height: f64) -> f64 {
        const IMAGES: i32 = 3;
        let Standard { start, width, drift } = *self;
        let root = time.sqrt();
        // The contribution of an image at `place` between the lower wall and the height.
        let between = |place: f64| {
            let tilt = drift * (place - start);
            let middle = place + drift * time;
            // The same difference from above, where from below both probabilities are nearly 1.
            if middle < 0.0 {
                scaled(tilt, middle / root) - scaled(tilt, (middle - height) / root)
            } else {
                scaled(tilt, (height - middle) / root) - scaled(tilt, -middle / root)
            }
        };
        // Paths that have reached the lower wall, by an image at the same distance above it; an image below counts
        // negatively.
        let met = |place: f64| {
            let far = place.abs();
            let sum = scaled(drift * (far - start), (-far - drift * time) / root)
                + scaled(drift * (-far - start), (-far + drift * time) / root);
            if place < 0.0 { -sum } else { sum }
        };
        (-IMAGES..=IMAGES)
            .map(|n| {
                let shift = 2.0 * f64::from(n) * width;
                between(start + shift) - between(shift - start) + met(start + shift)
            })
            .sum()
    }
}

/// e to the power of `exponent`, times the probability that a standard normal variate is below `x`: finite also where
/// the first factor is huge and the second tiny.
fn scaled(exponent: f64, x: f64) -> f64 {
    if x > -6.0 {
        return libm::exp(exponent) * normal_below(x);
    }
    // The ratio of tail to density by Laplace's continued fraction.
    let far = -x;
    let mut ratio = 0.0;
    for n in (1..=60).rev() {
        ratio = f64::from(n) / (far + ratio);
    }
    libm::exp(exponent - x * x / 2.0) * normal_density(0.0) / (far + ratio)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_expansions_agree() {
        for (start, drift) in [(1.0, 0.0), (0.3, 2.0), (1.7, -1.3), (0.9, 6.0), (1.2, -9.0)] {
            let standard = Standard { start, width: 2.0, drift };
            for time in [0.8, 2.0] {
                for height in [0.0, 0.4, 1.0, 1.9, 2.0] {
                    let (waves, images) = (standard.by_waves(time, height), standard.by_images(time, height));
                    assert!((waves - images).abs() < 1e-11, "{start} {drift} {time} {height}: {waves} {images}");
                }
            }
        }
    }

    #[test]
    fn chances_are_those_of_the_heat_equation() {
        // numpy 2.4.6 and scipy 1.17.1: the forward equation stepped by Crank and Nicolson's scheme on two grids
        // (linalg.solve_banded), extrapolated.
        let known = [
            ([-1.0, 1.0], 0.0, 1.0, 0.0, 0.500000),
            ([-1.0, 2.0], 0.5, 1.0, -1.0, 0.180312),
            ([-2.0, 1.0], -0.5, 0.5, 0.5, 0.841396),
            ([-1.0, 1.0], 1.0, 3.0, 1.0, 0.125989),
            ([-3.0, 3.0], 0.1, 10.0, 0.6, 0.431634),
        ];
        for ([lower, upper], drift, time, height, expected) in known {
            let chance = Brownian { lower, upper, drift, deviation: 1.0 }.at_or_below(time, height);
            assert!((chance - expected).abs() < 2e-5, "{chance} is not {expected}");
        }
    }

    #[test]
    fn in_the_end_it_is_walds_formula() {
        // Wald, Sequential Analysis, 1947: under the lower hypothesis the probability of ending at the upper bound is
        // (1 - e^a) / (e^b - e^a), a and b being the bounds of the log likelihood ratio.
        let motion = Brownian { lower: -2.0, upper: 3.0, drift: -0.005, deviation: 0.1 };
        let expected = (1.0 - libm::exp(-2.0)) / (libm::exp(3.0) - libm::exp(-2.0));
        assert!((1.0 - motion.ends_low() - expected).abs() < 1e-12);
        assert!((motion.at_or_below(1e9, -2.0) - motion.ends_low()).abs() < 1e-12);
        assert!((Brownian { drift: 0.0, ..motion }.ends_low() - 0.6).abs() < 1e-12);
    }

    #[test]
    fn a_better_entrant_makes_low_outcomes_rarer_up_to_the_far_ends() {
        for (time, height) in [(1.0, -1.0), (400.0, -1.0), (30.0, 0.2), (2.0, 1.0), (900.0, 1.0)] {
            let chance =
                |drift: f64| Brownian { lower: -1.0, upper: 1.0, drift, deviation: 0.1 }.at_or_below(time, height);
            let chances: Vec<f64> = (-40..=40).map(|step| chance(f64::from(step) * 0.05)).collect();
            assert!(chances.windows(2).all(|two| two[1] <= two[0] + 1e-12), "{time} {height}: {chances:?}");
            assert!(chances[0] > 0.999_999 && chances[80] < 1e-6, "{time} {height}: {chances:?}");
        }
    }
}
