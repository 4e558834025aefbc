//! The choice at the root: sequential halving (Karnin, Koren and Somekh, *Almost optimal exploration in multi-armed
//! bandits*, 2013) with the scores of Danihelka, Guez, Schrittwieser and Silver, *Policy improvement by planning with
//! Gumbel* (2022).
//!
//! The budget is divided into rounds. In each round every candidate gets the same number of samples, and the better
//! half remains. Candidates are compared by `logit + (value_visits + n) × value_scale × mean`, where `n` is the largest
//! number of samples of a candidate: after a few samples the prior decides, after many the values.

use crate::bots::budget::Meter;
use crate::bots::keys::Keys;
use crate::game::rng::Stream;

/// How candidates are compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Halving {
    /// The weight of the values before the first sample, in samples.
    pub value_visits: f64,
    /// The weight of a value of 1 for each sample, in logits.
    pub value_scale: f64,
    /// The scale of the Gumbel noise that is added to the logits; 0 makes the choice deterministic.
    pub gumbel: f64,
}

/// The candidates of a choice.
pub trait Candidates {
    /// Takes the `nth` sample of a candidate: the same dice for the same `nth`. Returns the number of positions
    /// evaluated and of actions and rolls applied.
    fn sample(&mut self, candidate: usize, nth: u64) -> (u32, u64);

    /// The number of samples of a candidate, and their mean value to the deciding side.
    fn merit(&self, candidate: usize) -> (u32, f64);
}

impl Halving {
    /// The settings of the published method, with less weight on values, since single samples are noisy here.
    pub const DEFAULT: Halving = Halving { value_visits: 0.0, value_scale: 3.0, gumbel: 0.0 };

    /// The minimum number of samples of a candidate in the first round.
    const LEAST: u64 = 2;

    /// Reads the settings.
    pub(in crate::bots) fn read(keys: &mut Keys<'_>) -> Halving {
        let default = Self::DEFAULT;
        Halving {
            value_visits: keys.real("value_visits", default.value_visits, 0.0..=1e6),
            value_scale: keys.real("value_scale", default.value_scale, 0.0..=1e3),
            gumbel: keys.real("gumbel", default.gumbel, 0.0..=10.0),
        }
    }

    /// The number of candidates that a budget of iterations can compare: each is sampled at least twice in the first
    /// round and as often again in each later one.
    fn affordable(most: usize, iterations: Option<u64>) -> usize {
        let affords = |count: &usize| {
            let rounds = u64::from(rounds(*count));
            iterations.is_none_or(|left| *count as u64 * rounds * Self::LEAST <= left)
        };
        (2..=most).rev().find(affords).unwrap_or(most.min(2))
    }

    /// Spends the budget on the candidates, whose logits are given best first, and returns the best.
    pub fn choose(
        &self,
        candidates: &mut impl Candidates,
        logits: &[f64],
        meter: &mut Meter,
        stream: &mut Stream,
    ) -> usize {
        if logits.len() < 2 {
            return 0;
        }
        let noisy: Vec<f64> = logits.iter().map(|logit| logit + self.noise(stream)).collect();
        let mut living: Vec<usize> = (0..logits.len()).collect();
        living.sort_by(|a, b| noisy[*b].total_cmp(&noisy[*a]));
        living.truncate(Self::affordable(logits.len(), meter.iterations_left()));
        let rounds = rounds(living.len());
        let mut sweeps = 0;
        for round in 1..=rounds {
            let bound = f64::from(round) / f64::from(rounds);
            loop {
                let before = meter.spent();
                for candidate in &living {
                    if meter.is_spent() {
                        break;
                    }
                    let (valued, applied) = candidates.sample(*candidate, sweeps);
                    meter.count(valued, applied);
                }
                sweeps += 1;
                // Rounding must not cost the last sweep of a round.
                let next = meter.spent() + (meter.spent() - before);
                if meter.is_spent() || next > bound + 1e-9 {
                    break;
                }
            }
            let most = living.iter().map(|candidate| candidates.merit(*candidate).0).max().unwrap_or(0);
            let weight = (self.value_visits + f64::from(most)) * self.value_scale;
            let score = |candidate: usize| {
                let (visits, mean) = candidates.merit(candidate);
                if visits == 0 { f64::NEG_INFINITY } else { noisy[candidate] + weight * mean }
            };
            living.sort_by(|a, b| score(*b).total_cmp(&score(*a)));
            living.truncate(living.len().div_ceil(2));
        }
        living[0]
    }

    /// A draw from the Gumbel distribution, scaled.
    fn noise(&self, stream: &mut Stream) -> f64 {
        if self.gumbel == 0.0 {
            return 0.0;
        }
        // The unit interval contains 0 but not 1.
        let exponential = -libm::log(1.0 - stream.unit_interval());
        -self.gumbel * libm::log(exponential.max(f64::MIN_POSITIVE))
    }
}

/// The number of rounds that reduce this number of candidates to one.
fn rounds(candidates: usize) -> u32 {
    candidates.max(2).next_power_of_two().trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::budget::Budget;
    use crate::game::rng::Key;

    /// Candidates with known values; a sample is the value plus noise common to all.
    struct Known {
        values: Vec<f64>,
        totals: Vec<(u32, f64)>,
        shared: Vec<f64>,
    }

    impl Known {
        fn new(values: &[f64], shared: &[f64]) -> Known {
            Known { values: values.to_vec(), totals: vec![(0, 0.0); values.len()], shared: shared.to_vec() }
        }
    }

    impl Candidates for Known {
        fn sample(&mut self, candidate: usize, nth: u64) -> (u32, u64) {
            let luck = self.shared[nth as usize % self.shared.len()];
            let (visits, total) = &mut self.totals[candidate];
            (*visits, *total) = (*visits + 1, *total + self.values[candidate] + luck);
            (1, 1)
        }

        fn merit(&self, candidate: usize) -> (u32, f64) {
            let (visits, total) = self.totals[candidate];
            (visits, total / f64::from(visits.max(1)))
        }
    }

    fn chosen(known: &mut Known, logits: &[f64], budget: Budget) -> usize {
        Halving::DEFAULT.choose(known, logits, &mut budget.start(), &mut Key::new(1).stream())
    }

    #[test]
    fn each_round_halves_the_candidates_and_the_budget_is_kept() {
        let mut known = Known::new(&[0.1, 0.2, 0.3, 0.9, 0.5, 0.6, 0.7, 0.8], &[0.0]);
        assert_eq!(chosen(&mut known, &[0.0; 8], Budget::Iterations(96)), 3);
        // Four sweeps of eight, eight of four, sixteen of two.
        let visits: Vec<u32> = known.totals.iter().map(|(visits, _)| *visits).collect();
        assert_eq!(visits, [4, 4, 4, 28, 4, 12, 12, 28]);
    }

    #[test]
    fn few_iterations_compare_few_candidates() {
        for (iterations, compared) in [(2, 2), (16, 4), (48, 8), (1000, 8)] {
            let mut known = Known::new(&[0.5; 8], &[0.0]);
            chosen(&mut known, &[0.0; 8], Budget::Iterations(iterations));
            assert_eq!(known.totals.iter().filter(|(visits, _)| *visits > 0).count(), compared, "{iterations}");
        }
    }

    #[test]
    fn luck_that_all_share_changes_no_choice_and_a_first_failure_is_tried_again() {
        // The first sample of each candidate is a failure by luck.
        let mut known = Known::new(&[0.3, 0.5, 0.4], &[-0.5, 0.2, 0.1]);
        assert_eq!(chosen(&mut known, &[0.0; 3], Budget::Iterations(60)), 1);
    }

    #[test]
    fn the_prior_decides_after_few_samples_and_the_values_after_many() {
        let pair = || Known::new(&[0.50, 0.52], &[0.0]);
        let logits = [1.0, 0.0];
        assert_eq!(chosen(&mut pair(), &logits, Budget::Iterations(16)), 0);
        assert_eq!(chosen(&mut pair(), &logits, Budget::Iterations(400)), 1);
    }

    #[test]
    fn gumbel_noise_samples_candidates_by_their_softmax() {
        // With no samples to speak of, the choice is a draw from the softmax: e / (1 + e) = 0.731.
        let halving = Halving { value_visits: 0.0, value_scale: 0.0, gumbel: 1.0 };
        let mut stream = Key::new(3).stream();
        let firsts = (0..4000)
            .filter(|_| {
                let mut known = Known::new(&[0.5, 0.5], &[0.0]);
                halving.choose(&mut known, &[1.0, 0.0], &mut Budget::Iterations(4).start(), &mut stream) == 0
            })
            .count();
        // Six standard deviations are 168.
        assert!(firsts.abs_diff(2924) < 168, "{firsts}");
    }
}
