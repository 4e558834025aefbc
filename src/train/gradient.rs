//! The gradient of strength in the weights of the fast bot, from self-play with perturbed weights.
//!
//! In each game both sides play with weights of their own: every weight is raised or lowered by the same share of its
//! size, at random. A logistic regression of the results on the differences between the two sides estimates the effect
//! of all weights at once. It is the regression form of simultaneous perturbation (Spall 1992) and of evolution
//! strategies (Salimans and others, *Evolution strategies as a scalable alternative to reinforcement learning*, 2017):
//! no value function is involved, so that no confounded feature can mislead it.

use super::own_play::OwnGame;
use crate::stats::{Logistic, Rows};

/// The lengths of the step, in perturbations of one weight.
pub const STEPS: [f64; 3] = [1.0, 2.5, 6.0];
/// The prior standard deviation of the effect of a perturbation, in log odds.
const PRIOR: f64 = 0.5;

/// The estimated effects of the weights, and the points that follow.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient {
    /// The number of games.
    pub games: u64,
    /// The largest effect of a perturbation in its standard errors.
    pub clearest: f64,
    /// For each of [`STEPS`] what is added to each weight, in units of its size.
    pub steps: Vec<Vec<f64>>,
}

/// The gradient from games played with perturbations of `spread` of each weight's size; `None` where the games do not
/// determine one.
pub fn gradient(games: &[OwnGame], weights: usize, spread: f64) -> Option<Gradient> {
    if spread <= 0.0 {
        return None;
    }
    let mut rows = Rows::new(weights + 1);
    for (number, game) in games.iter().enumerate() {
        // A constant for the advantage of a seat.
        let row: Vec<f64> = [1.0].into_iter().chain(game.ahead.iter().map(|ahead| f64::from(*ahead))).collect();
        rows.add(&row, game.result, number as u64);
    }
    let fitted = Logistic::of(&rows, &vec![PRIOR; weights + 1])?;
    // An effect counts as far as it exceeds its error (the positive part of James and Stein's estimator, by weight).
    let (mut shrunk, mut clearest) = (Vec::with_capacity(weights), 0.0_f64);
    for weight in 1..=weights {
        let (effect, variance) = (fitted.coefficients()[weight], fitted.covariance(weight, weight));
        let square = effect * effect / variance.max(1e-300);
        clearest = clearest.max(square.sqrt());
        shrunk.push(effect * (1.0 - 1.0 / square.max(1e-300)).max(0.0));
    }
    let length = shrunk.iter().map(|effect| effect * effect).sum::<f64>().sqrt();
    if length <= 0.0 {
        return None;
    }
    let step = |step: &f64| shrunk.iter().map(|effect| step * spread * effect / length).collect();
    Some(Gradient { games: games.len() as u64, clearest, steps: STEPS.iter().map(step).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rng::Key;

    #[test]
    fn the_step_goes_where_games_are_won() {
        // The first weight decides, the second half as much in the other direction, the third not at all.
        let mut stream = Key::new(11).stream();
        let mut game = || {
            let mut side = || [0; 3].map(|_| stream.below(2) as i8);
            let (red, blue) = (side(), side());
            let ahead: Vec<i8> = red.iter().zip(blue).map(|(red, blue)| red - blue).collect();
            let log_odds = 0.4 * f64::from(ahead[0]) - 0.2 * f64::from(ahead[1]) + 0.3;
            let result = f64::from(u8::from(stream.unit_interval() < 1.0 / (1.0 + libm::exp(-log_odds))));
            OwnGame { dice: 0, result, decided: true, ahead, positions: Vec::new(), scored_decisions: Vec::new() }
        };
        let games: Vec<OwnGame> = (0..20_000).map(|_| game()).collect();
        let found = gradient(&games, 3, 0.25).unwrap();
        assert!(found.games == 20_000 && found.clearest > 10.0, "{found:?}");
        for (step, length) in found.steps.iter().zip(STEPS) {
            assert!((step[1] / step[0] + 0.5).abs() < 0.15 && step[2].abs() < 0.1 * step[0], "{found:?}");
            let found = step.iter().map(|part| part * part).sum::<f64>().sqrt();
            assert!((found - 0.25 * length).abs() < 1e-9);
        }
        assert_eq!(gradient(&games, 3, 0.0), None);
        assert_eq!(gradient(&[], 3, 0.25), None);
    }
}
