//! Alpha-rank: a ranking that remains meaningful where results are not transitive (Omidshafiei and others, "α-Rank:
//! Multi-Agent Evaluation by Evolution", Scientific Reports 9, 2019).
//!
//! A population plays one entrant; now and then a single member tries another, and entrants that win more spread. In
//! the long run the population spends its time with those that others do not displace: the share of time is an
//! entrant's score. With unbounded selection intensity only the sign of each result counts; entrants that beat each
//! other in a cycle share the time.

use nalgebra::DMatrix;

/// The selection intensity: how strongly a population prefers what wins more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selection {
    /// A finite population and intensity.
    Finite {
        /// The intensity, alpha in the paper.
        intensity: f64,
        /// The size of the population, m in the paper, at least 2.
        population: u32,
    },
    /// Unbounded intensity: what wins more than half of the games always spreads, what wins less spreads with
    /// probability `noise`, which keeps the ranking unique.
    Unbounded {
        /// A small probability, such as 1e-9.
        noise: f64,
    },
}

/// The minimum probability of a transition, so that every entrant can be reached.
const LEAST_CHANCE: f64 = 1e-100;

impl Selection {
    /// Only the sign of a result counts.
    pub const SIGNS: Selection = Selection::Unbounded { noise: 1e-9 };

    /// The probability that an entrant with this win rate against the resident entrant takes over the population.
    fn takes_over(self, rate: f64) -> f64 {
        match self {
            Selection::Unbounded { noise } => match rate {
                rate if (rate - 0.5).abs() < 1e-14 => 0.5,
                rate if rate > 0.5 => 1.0 - noise,
                _ => noise,
            },
            Selection::Finite { intensity, population } => {
                let m = f64::from(population);
                let surplus = intensity * m / (m - 1.0) * (rate - 0.5);
                if surplus.abs() < 1e-14 {
                    return 1.0 / m;
                }
                (libm::expm1(-surplus) / libm::expm1(-m * surplus)).max(LEAST_CHANCE)
            }
        }
    }
}

/// The share of time for each entrant. `rates` holds the win rate of the row against the column; those of two entrants
/// against each other add up to 1.
pub fn alpha_rank(rates: &DMatrix<f64>, selection: Selection) -> Vec<f64> {
    let entrants = rates.nrows();
    let changes =
        DMatrix::from_fn(
            entrants,
            entrants,
            |from, to| if from == to { 0.0 } else { selection.takes_over(rates[(to, from)]) },
        );
    stationary(changes)
}

/// The stationary distribution of a Markov chain from its transition rates, all of them positive: the elimination of
/// Grassmann, Taksar and Heyman, "Regenerative analysis and steady state distributions for Markov chains", Operations
/// Research 33 (1985). It never subtracts, so that the smallest shares have the same relative accuracy as the largest.
fn stationary(mut changes: DMatrix<f64>) -> Vec<f64> {
    let states = changes.nrows();
    let mut leaving = vec![0.0; states];
    for last in (1..states).rev() {
        leaving[last] = (0..last).map(|to| changes[(last, to)]).sum();
        for from in 0..last {
            let through = changes[(from, last)] / leaving[last];
            for to in (0..last).filter(|to| *to != from) {
                changes[(from, to)] += through * changes[(last, to)];
            }
        }
    }
    let mut shares = vec![1.0; states];
    for state in 1..states {
        shares[state] = (0..state).map(|from| shares[from] * changes[(from, state)]).sum::<f64>() / leaving[state];
        // Shares may differ by hundreds of orders of magnitude.
        let sum: f64 = shares[..=state].iter().sum();
        shares[..=state].iter_mut().for_each(|share| *share /= sum);
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    type Rows = &'static [&'static [f64]];

    fn rates(rows: &[&[f64]]) -> DMatrix<f64> {
        DMatrix::from_fn(rows.len(), rows.len(), |row, column| rows[row][column])
    }

    fn close(shares: &[f64], expected: &[f64], off: f64) {
        assert!(
            shares.len() == expected.len() && shares.iter().zip(expected).all(|(one, other)| (one - other).abs() < off),
            "{shares:?}"
        );
    }

    #[test]
    fn a_ring_shares_the_time_and_a_best_entrant_has_it_all() {
        // Omidshafiei and others 2019: in rock, paper, scissors each strategy has a third, whatever the intensity.
        let ring = rates(&[&[0.5, 0.0, 1.0], &[1.0, 0.5, 0.0], &[0.0, 1.0, 0.5]]);
        for selection in [Selection::SIGNS, Selection::Finite { intensity: 2.0, population: 50 }] {
            close(&alpha_rank(&ring, selection), &[1.0 / 3.0; 3], 1e-12);
        }
        let chain = rates(&[&[0.5, 0.6, 0.9], &[0.4, 0.5, 0.51], &[0.1, 0.49, 0.5]]);
        close(&alpha_rank(&chain, Selection::SIGNS), &[1.0, 0.0, 0.0], 1e-8);
    }

    #[test]
    fn shares_are_those_of_open_spiel() {
        // open_spiel 2.0.2: egt.alpharank.compute([rates], m, alpha, use_local_selection_model=False), and with
        // use_inf_alpha=True, inf_alpha_eps.
        let known: [(Rows, Selection, &[f64]); 4] = [
            (
                &[&[0.5, 0.4, 0.182], &[0.6, 0.5, 0.279], &[0.818, 0.721, 0.5]],
                Selection::Finite { intensity: 0.5, population: 20 },
                &[0.035813576, 0.095675303, 0.868511121],
            ),
            (
                &[
                    &[0.5, 0.72, 0.66, 0.896, 0.526],
                    &[0.28, 0.5, 0.201, 0.243, 0.658],
                    &[0.34, 0.799, 0.5, 0.262, 0.677],
                    &[0.104, 0.757, 0.738, 0.5, 0.696],
                    &[0.474, 0.342, 0.323, 0.304, 0.5],
                ],
                Selection::Finite { intensity: 3.0, population: 50 },
                &[0.996300146, 0.000277191, 0.000729985, 0.001511346, 0.001181333],
            ),
            (
                &[
                    &[0.5, 0.544, 0.496, 0.104],
                    &[0.456, 0.5, 0.457, 0.266],
                    &[0.504, 0.543, 0.5, 0.402],
                    &[0.896, 0.734, 0.598, 0.5],
                ],
                Selection::Unbounded { noise: 0.05 },
                &[0.032758621, 0.017241379, 0.086363636, 0.863636364],
            ),
            (
                &[
                    &[0.5, 0.109, 0.728, 0.41, 0.488, 0.489],
                    &[0.891, 0.5, 0.772, 0.865, 0.527, 0.503],
                    &[0.272, 0.228, 0.5, 0.871, 0.166, 0.702],
                    &[0.59, 0.135, 0.129, 0.5, 0.397, 0.891],
                    &[0.512, 0.473, 0.834, 0.603, 0.5, 0.746],
                    &[0.511, 0.497, 0.298, 0.109, 0.254, 0.5],
                ],
                Selection::Unbounded { noise: 0.01 },
                &[0.004084200, 0.951923077, 0.006382770, 0.005816790, 0.028274943, 0.003518220],
            ),
        ];
        for (rows, selection, expected) in known {
            close(&alpha_rank(&rates(rows), selection), expected, 2e-9);
        }
    }

    #[test]
    fn strong_selection_of_a_finite_population_nears_the_unbounded_one() {
        let rows: &[&[f64]] =
            &[&[0.5, 0.7, 0.2, 0.9], &[0.3, 0.5, 0.8, 0.6], &[0.8, 0.2, 0.5, 0.4], &[0.1, 0.4, 0.6, 0.5]];
        let strong = alpha_rank(&rates(rows), Selection::Finite { intensity: 1e3, population: 100 });
        close(&strong, &alpha_rank(&rates(rows), Selection::SIGNS), 1e-6);
    }
}
