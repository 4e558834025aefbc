//! SPSA, simultaneous perturbation stochastic approximation: J. C. Spall, "Multivariate stochastic approximation using
//! a simultaneous perturbation gradient approximation", IEEE Transactions on Automatic Control 37 (1992). All
//! coordinates are perturbed at once by a random sign each, the objective is measured at two opposite points, and the
//! difference gives a step in every coordinate. Gain sequences after Spall, "Implementation of the simultaneous
//! perturbation algorithm for stochastic optimization", IEEE Transactions on Aerospace and Electronic Systems 34
//! (1998). The answer is the mean of the later iterates (Polyak and Juditsky, "Acceleration of stochastic approximation
//! by averaging", 1992).
//!
//! Independent of the meaning of coordinates and of the objective.

use crate::game::rng::Stream;

/// The decay exponents of steps and perturbations: the values that Spall (1998) recommends.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// The gain sequences a / (A + k + 1)^0.602 of steps and c / (k + 1)^0.101 of perturbations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gains {
    step: f64,
    stability: f64,
    perturbation: f64,
}

impl Gains {
    /// Gains for this many steps. A difference of `typical` in the objective moves each coordinate by `first_step` in
    /// the first step; the stability constant A is a tenth of the steps (Spall 1998, III.B).
    pub fn new(steps: u64, perturbation: f64, first_step: f64, typical: f64) -> Gains {
        let stability = steps as f64 / 10.0;
        Gains {
            step: first_step * 2.0 * perturbation / typical * libm::pow(stability + 1.0, ALPHA),
            stability,
            perturbation,
        }
    }

    fn step(&self, index: u64) -> f64 {
        self.step / libm::pow(self.stability + index as f64 + 1.0, ALPHA)
    }

    fn perturbation(&self, index: u64) -> f64 {
        self.perturbation / libm::pow(index as f64 + 1.0, GAMMA)
    }
}

/// Two opposite points at which the objective is to be measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// One of them.
    pub plus: Vec<f64>,
    /// The other.
    pub minus: Vec<f64>,
    signs: Vec<f64>,
}

/// An SPSA maximiser.
#[derive(Clone, Debug)]
pub struct Spsa {
    point: Vec<f64>,
    bounds: Vec<(f64, f64)>,
    gains: Gains,
    steps: u64,
    taken: u64,
    sum: Vec<f64>,
    summed: u64,
}

impl Spsa {
    /// An optimiser with this many steps from a point; no coordinate leaves its bounds.
    pub fn new(point: Vec<f64>, bounds: Vec<(f64, f64)>, gains: Gains, steps: u64) -> Spsa {
        assert_eq!(point.len(), bounds.len(), "bounds for each coordinate");
        let sum = vec![0.0; point.len()];
        Spsa { point, bounds, gains, steps, taken: 0, sum, summed: 0 }
    }

    /// The points to be measured before the next step.
    pub fn trial(&self, stream: &mut Stream) -> Trial {
        let reach = self.gains.perturbation(self.taken);
        let signs: Vec<f64> = self.point.iter().map(|_| if stream.below(2) == 0 { 1.0 } else { -1.0 }).collect();
        let moved = |direction: f64| -> Vec<f64> {
            let coordinates = self.point.iter().zip(&signs).zip(&self.bounds);
            coordinates.map(|((at, sign), (low, high))| (at + direction * sign * reach).clamp(*low, *high)).collect()
        };
        Trial { plus: moved(1.0), minus: moved(-1.0), signs }
    }

    /// Takes a step: `difference` is the objective at the first point of the trial less that at the second.
    pub fn learn(&mut self, trial: &Trial, difference: f64) {
        let slope = self.gains.step(self.taken) * difference / (2.0 * self.gains.perturbation(self.taken));
        for ((at, sign), (low, high)) in self.point.iter_mut().zip(&trial.signs).zip(&self.bounds) {
            // The inverse of a sign is the sign.
            *at = (*at + slope * sign).clamp(*low, *high);
        }
        self.taken += 1;
        if 2 * self.taken > self.steps {
            self.sum.iter_mut().zip(&self.point).for_each(|(sum, at)| *sum += at);
            self.summed += 1;
        }
    }

    /// The mean of the later half of the iterates; before that, the current point.
    pub fn answer(&self) -> Vec<f64> {
        if self.summed == 0 {
            return self.point.clone();
        }
        self.sum.iter().map(|sum| sum / self.summed as f64).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rng::Key;

    const TOP: [f64; 4] = [1.0, -0.5, 0.25, 0.0];

    /// A hill with its top at [`TOP`], different curvatures, and noise of standard deviation 0.29.
    fn worth(point: &[f64], noise: &mut Stream) -> f64 {
        let hill: f64 = point
            .iter()
            .zip(TOP)
            .zip([1.0, 2.0, 0.5, 1.0])
            .map(|((at, top), bend)| bend * (at - top) * (at - top))
            .sum();
        noise.unit_interval() - hill
    }

    fn walk(steps: u64, bounds: (f64, f64)) -> Vec<f64> {
        let (mut signs, mut noise) = (Key::new(1).stream(), Key::new(2).stream());
        let mut spsa = Spsa::new(vec![0.0; 4], vec![bounds; 4], Gains::new(steps, 0.25, 0.1, 0.5), steps);
        for _ in 0..steps {
            let trial = spsa.trial(&mut signs);
            let difference = worth(&trial.plus, &mut noise) - worth(&trial.minus, &mut noise);
            spsa.learn(&trial, difference);
        }
        spsa.answer()
    }

    #[test]
    fn the_walk_ends_at_the_top_of_a_noisy_hill() {
        let far = walk(4000, (-9.0, 9.0)).iter().zip(TOP).map(|(at, top)| (at - top).abs()).fold(0.0, f64::max);
        assert!(far < 0.05, "{far}");
    }

    #[test]
    fn no_coordinate_leaves_its_bounds() {
        let end = walk(2000, (-0.3, 0.3));
        assert!(end.iter().all(|at| (-0.3..=0.3).contains(at)), "{end:?}");
        assert!(end[0] > 0.25 && end[1] < -0.25, "{end:?}");
    }

    #[test]
    fn the_first_step_has_the_requested_size() {
        let mut spsa = Spsa::new(vec![0.0; 2], vec![(-1.0, 1.0); 2], Gains::new(50, 0.2, 0.07, 0.4), 50);
        let trial = spsa.trial(&mut Key::new(3).stream());
        assert!(trial.plus.iter().zip(&trial.minus).all(|(plus, minus)| plus.abs() == 0.2 && *plus == -minus));
        spsa.learn(&trial, -0.4);
        let towards: Vec<f64> = trial.minus.iter().map(|at| at.signum() * 0.07).collect();
        assert!(
            spsa.answer().iter().zip(&towards).all(|(at, wanted)| (at - wanted).abs() < 1e-12),
            "{:?}",
            spsa.answer()
        );
    }
}
