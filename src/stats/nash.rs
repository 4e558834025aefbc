//! Nash averaging: how well an entrant does against the hardest mixture of the field (Balduzzi, Tuyls, Perolat and
//! Graepel, "Re-evaluating Evaluation", NeurIPS 2018).
//!
//! Two players each choose an entrant in a zero-sum game. Its equilibrium mixture of entrants, the one of maximal
//! entropy if there are several, is the hardest mixture; an entrant's skill is its expected gain against that mixture.
//! Copies of an entrant, or additional weak ones, change no skill.
//!
//! The mixture is found as a limit. With a temperature `t` there is one mixture in which each share is proportional to
//! e to the power of gain / t. Its entropy is at least that of every equilibrium mixture x: with H for entropy, and
//! L(x, y) for the gain of x against y, such a mixture z is the saddle point of the sum of L(x, y) and t (H(x) - H(y)),
//! so that L(x, z) + t (H(x) - H(z)) <= t (H(z) - H(z)) = 0, and L(x, z) >= 0 because x is an equilibrium. As `t` goes
//! to 0 the mixture becomes an equilibrium itself: it is the one of maximal entropy. Each temperature starts Newton's
//! method from the one before (McKelvey and Palfrey, Quantal response equilibria for normal form games, 1995, follow
//! the same path).

use nalgebra::{DMatrix, DVector};

/// The equilibrium mixture of maximal entropy, and the gain of each entrant against it.
#[derive(Clone, Debug, PartialEq)]
pub struct NashAverage {
    /// The share of each entrant in the mixture.
    pub mixture: Vec<f64>,
    /// The gain of each entrant against the mixture: 0 at most, and 0 for those in it.
    pub skills: Vec<f64>,
}

/// The least temperature, as a share of the greatest gain.
const COLDEST: f64 = 1e-9;
/// A share below this has no weight in the steps of the others, however long its own step is. As the temperature falls
/// most of a large field falls below it.
const WEIGHTLESS: f64 = 1e-30;

/// The Nash average of a game. `gains` is antisymmetric and holds the gain of the row from the column: differences of
/// win rates from one half, or log odds.
pub fn nash_average(gains: &DMatrix<f64>) -> NashAverage {
    let entrants = gains.nrows();
    let greatest = gains.amax();
    // Logarithms of shares, so that none can become negative.
    let mut logs = DVector::from_element(entrants, -libm::log(entrants as f64));
    if greatest > 0.0 {
        let gains = gains / greatest;
        let mut temperature = 4.0;
        let mut factor = 0.5;
        while temperature > COLDEST {
            let next = (temperature * factor).max(COLDEST);
            match settled(&gains, &logs, next) {
                Some(there) => {
                    logs = there;
                    temperature = next;
                    factor = if factor > 0.7 { 0.5 } else { (factor * factor).max(0.1) };
                }
                // The path bends: smaller steps.
                None if factor < 0.999 => factor = factor.sqrt(),
                None => break,
            }
        }
    }
    let mixture = shares(&logs);
    let skills = gains * &mixture;
    NashAverage { mixture: mixture.iter().copied().collect(), skills: skills.iter().copied().collect() }
}

/// The shares from their logarithms up to a constant.
fn shares(logs: &DVector<f64>) -> DVector<f64> {
    let most = logs.max();
    let shares = logs.map(|log| libm::exp(log - most));
    let sum = shares.sum();
    shares / sum
}

/// The logarithms less the constant that makes their shares sum to 1.
fn normalised(logs: &DVector<f64>) -> DVector<f64> {
    let most = logs.max();
    logs.add_scalar(-most - libm::log(logs.map(|log| libm::exp(log - most)).sum()))
}

/// The logarithms of shares at a temperature, by Newton's method from those at a higher one; `None` where it does not
/// converge.
fn settled(gains: &DMatrix<f64>, start: &DVector<f64>, temperature: f64) -> Option<DVector<f64>> {
    const MOST_STEPS: usize = 60;
    /// The remaining movement of the mixture at which it has converged.
    const CLOSE: f64 = 1e-12;
    /// The longest remaining step at convergence. An entrant without weight yet may still be rising.
    const SHORT: f64 = 1e-3;
    /// The maximum increase of a log share in one step.
    const BOLD: f64 = 2.0;
    let mut logs = start.clone();
    for _ in 0..MOST_STEPS {
        logs = normalised(&logs);
        let mixture = shares(&logs);
        let step = newton_step(gains, &logs, &mixture, temperature)?;
        if !step.iter().all(|value| value.is_finite()) {
            return None;
        }
        // Outside the support the logarithm falls straight to its final value; within it, or on the way into it, a long
        // step would leave the path.
        let moved = |entrant: usize| match step[entrant] {
            up if up > 0.0 => libm::exp(logs[entrant] + up) - mixture[entrant],
            down => -down * mixture[entrant],
        };
        let moved = (0..logs.len()).map(moved).fold(0.0, f64::max);
        if moved > BOLD {
            return None;
        }
        logs += &step;
        if moved < CLOSE && step.amax() < SHORT {
            return Some(normalised(&logs));
        }
    }
    None
}

/// The Newton step of the logarithms: to first order, temperature times logarithm less gain becomes the same number for
/// all, and the shares still sum to 1.
fn newton_step(
    gains: &DMatrix<f64>,
    logs: &DVector<f64>,
    mixture: &DVector<f64>,
    temperature: f64,
) -> Option<DVector<f64>> {
    let entrants = gains.nrows();
    let weighty: Vec<usize> = (0..entrants).filter(|entrant| mixture[*entrant] > WEIGHTLESS).collect();
    let size = weighty.len();
    let mut system = DMatrix::zeros(size + 1, size + 1);
    for (row, entrant) in weighty.iter().enumerate() {
        for (column, other) in weighty.iter().enumerate() {
            system[(row, column)] = -gains[(*entrant, *other)] * mixture[*other];
        }
        system[(row, row)] += temperature;
        system[(row, size)] = 1.0;
        system[(size, row)] = mixture[*entrant];
    }
    let gain = gains * mixture;
    let wanted = |entrant: usize| gain[entrant] - temperature * logs[entrant];
    let right = DVector::from_fn(size + 1, |row, _| weighty.get(row).map_or(0.0, |entrant| wanted(*entrant)));
    let solved = system.lu().solve(&right)?;
    // Entrants without weight follow the others.
    let moved: Vec<(usize, f64)> =
        weighty.iter().zip(solved.iter()).map(|(entrant, step)| (*entrant, mixture[*entrant] * step)).collect();
    let follow = |entrant: usize| {
        let gained: f64 = moved.iter().map(|(other, moved)| gains[(entrant, *other)] * moved).sum();
        (wanted(entrant) - solved[size] + gained) / temperature
    };
    Some(DVector::from_fn(entrants, |entrant, _| {
        weighty.binary_search(&entrant).map_or_else(|_| follow(entrant), |row| solved[row])
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    fn game(rows: &[&[f64]]) -> DMatrix<f64> {
        DMatrix::from_fn(rows.len(), rows.len(), |row, column| rows[row][column])
    }

    fn close(values: &[f64], expected: &[f64], off: f64) {
        assert!(
            values.len() == expected.len() && values.iter().zip(expected).all(|(one, other)| (one - other).abs() < off),
            "{values:?}"
        );
    }

    #[test]
    fn the_examples_of_the_paper() {
        // Balduzzi and others 2018: a cycle of three with odds of 99 to 1, and the same with two copies of one; copies
        // share the weight of the original.
        let ring = nash_average(&game(&[&[0.0, 4.6, -4.6], &[-4.6, 0.0, 4.6], &[4.6, -4.6, 0.0]]));
        close(&ring.mixture, &[1.0 / 3.0; 3], 1e-9);
        close(&ring.skills, &[0.0; 3], 1e-8);
        let rows: &[&[f64]] =
            &[&[0.0, 4.6, -4.6, -4.6], &[-4.6, 0.0, 4.6, 4.6], &[4.6, -4.6, 0.0, 0.0], &[4.6, -4.6, 0.0, 0.0]];
        close(&nash_average(&game(rows)).mixture, &[1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0], 1e-7);
    }

    #[test]
    fn the_games_of_open_spiel() {
        // open_spiel 2.0.2, python/algorithms/nash_averaging_test.py.
        let chain = nash_average(&game(&[&[0.0, -1.0, -1.0], &[1.0, 0.0, -1.0], &[1.0, 1.0, 0.0]]));
        close(&chain.mixture, &[0.0, 0.0, 1.0], 1e-8);
        close(&chain.skills, &[-1.0, -1.0, 0.0], 1e-8);
        let dominated: &[&[f64]] = &[
            &[0.0, 234.0, 34.0, -270.0],
            &[-234.0, 0.0, -38.0, -464.0],
            &[-34.0, 38.0, 0.0, -270.0],
            &[270.0, 464.0, 270.0, 0.0],
        ];
        close(&nash_average(&game(dominated)).mixture, &[0.0, 0.0, 0.0, 1.0], 1e-8);
    }

    #[test]
    fn mixtures_are_those_of_a_convex_programme() {
        // cvxpy 1.9.3 with Clarabel: entropy maximised over the equilibrium mixtures.
        let known: [(&[&[f64]], &[f64]); 4] = [
            (
                &[&[0.0, 1.0, -2.0, 0.5], &[-1.0, 0.0, 1.5, -0.2], &[2.0, -1.5, 0.0, 0.1], &[-0.5, 0.2, -0.1, 0.0]],
                &[0.333333, 0.444444, 0.222222, 0.000000],
            ),
            (
                &[
                    &[0.0, 1.0, -1.0, 0.0, 0.0],
                    &[-1.0, 0.0, 1.0, 0.0, 0.0],
                    &[1.0, -1.0, 0.0, 0.0, 0.0],
                    &[0.0, 0.0, 0.0, 0.0, 0.5],
                    &[0.0, 0.0, 0.0, -0.5, 0.0],
                ],
                &[0.250000, 0.250000, 0.250000, 0.250000, 0.000000],
            ),
            (
                &[&[0.0, 0.0, 0.0, -1.0], &[0.0, 0.0, 0.0, 0.5], &[0.0, 0.0, 0.0, 0.5], &[1.0, -0.5, -0.5, 0.0]],
                &[0.333325, 0.333335, 0.333339, 0.000000],
            ),
            (
                &[
                    &[0.0, 0.81, -1.06, 0.03, 0.11, -0.08, 0.64],
                    &[-0.81, 0.0, 0.81, -0.88, -0.11, -1.36, -2.0],
                    &[1.06, -0.81, 0.0, 0.58, -0.06, 1.55, -0.76],
                    &[-0.03, 0.88, -0.58, 0.0, 1.23, -0.86, 1.2],
                    &[-0.11, 0.11, 0.06, -1.23, 0.0, -0.12, -0.07],
                    &[0.08, 1.36, -1.55, 0.86, 0.12, 0.0, -0.58],
                    &[-0.64, 2.0, 0.76, -1.2, 0.07, 0.58, 0.0],
                ],
                &[0.000000, 0.000000, 0.472441, 0.299213, 0.000000, 0.000000, 0.228346],
            ),
        ];
        for (rows, expected) in known {
            let average = nash_average(&game(rows));
            close(&average.mixture, expected, 2e-5);
            assert!(average.skills.iter().all(|skill| *skill < 1e-7), "{:?}", average.skills);
        }
    }

    #[test]
    fn nobody_beats_the_mixture_of_any_field() {
        let mut draw = rand_pcg::Pcg64::new(1, 2);
        let mut unit = move || (draw.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        // Noise alone; noise on top of a transitive ladder; results so coarse that many are equal.
        let shapes = [(0.0, 0.0), (2.0, 0.0), (0.0, 4.0), (2.0, 8.0)];
        for (entrants, times) in [(3, 300), (6, 200), (12, 40), (30, 6), (51, 3), (69, 1)] {
            for (ladder, steps) in shapes {
                for _ in 0..times {
                    let chance = |one: usize, other: usize, unit: f64| {
                        unit - 0.5 + ladder * (one as f64 - other as f64) / entrants as f64
                    };
                    let raw = DMatrix::from_fn(entrants, entrants, |one, other| chance(one, other, unit()));
                    let gains = (&raw - raw.transpose())
                        .map(|gain| if steps > 0.0 { (gain * steps).round() / steps } else { gain });
                    let NashAverage { mixture, skills } = nash_average(&gains);
                    let off = 1e-7 * gains.amax().max(1.0);
                    assert!(skills.iter().all(|skill| *skill < off), "{entrants} {ladder} {steps}: {skills:?}");
                    assert!((mixture.iter().sum::<f64>() - 1.0).abs() < 1e-12);
                    assert!(
                        mixture.iter().zip(&skills).all(|(share, skill)| share * skill > -off),
                        "{entrants}: {mixture:?} {skills:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn equals_share_evenly() {
        close(&nash_average(&DMatrix::zeros(4, 4)).mixture, &[0.25; 4], 1e-15);
        // Two equals that beat a third.
        close(
            &nash_average(&game(&[&[0.0, 0.0, 1.0], &[0.0, 0.0, 0.3], &[-1.0, -0.3, 0.0]])).mixture,
            &[0.5, 0.5, 0.0],
            1e-7,
        );
    }
}
