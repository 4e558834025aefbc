//! The fit of the features of positions: a logistic regression of the result on the features, both from self-play.
//!
//! Features are antisymmetric, so that there is no constant. Every position of a game has the same result: games and
//! not positions are the units, and a fifth of the games is held out. A feature may be confounded with what decides
//! games: then its weight would have the wrong sign, and [`Bound`] excludes it.

use super::own_play::OwnGame;
use crate::stats::{Logistic, Rows};
use std::collections::BTreeSet;

/// One game in this many is held out.
const HELD_OUT: usize = 5;
/// The prior standard deviation of the effect of one standard deviation of a feature, in log odds.
const PRIOR: f64 = 2.0;

/// The weights that a feature may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Any.
    Free,
    /// Positive ones and 0.
    Positive,
    /// Negative ones and 0.
    Negative,
    /// Only 0.
    Zero,
}

impl Bound {
    /// The bound of a feature by its weight in the original bot: a weight with a sign keeps its sign.
    pub fn of_weight(weight: f64) -> Bound {
        match weight {
            weight if weight > 0.0 => Bound::Positive,
            weight if weight < 0.0 => Bound::Negative,
            _ => Bound::Free,
        }
    }

    fn allows(self, weight: f64) -> bool {
        match self {
            Bound::Free => true,
            Bound::Positive => weight >= 0.0,
            Bound::Negative => weight <= 0.0,
            Bound::Zero => weight == 0.0,
        }
    }
}

/// Fitted weights.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedFeatures {
    /// For each feature the log odds of winning for one unit; `None` for a feature that is always 0.
    pub log_odds: Vec<Option<f64>>,
    /// The number of positions.
    pub positions: u64,
    /// The share of the variance of held-out results that the fitted weights explain; `None` where all games were on
    /// the same dice, so that none was held out.
    pub explained: Option<f64>,
}

/// Fits the features within their bounds; `None` where there are too few games.
pub fn fit_features(games: &[OwnGame], bounds: &[Bound]) -> Option<FittedFeatures> {
    let held_out = held_out(games);
    let fitted_games = || games.iter().enumerate().filter(|(_, game)| !held_out.contains(&game.dice));
    let mut squares = vec![0.0; bounds.len()];
    let mut positions = 0_u64;
    for position in fitted_games().flat_map(|(_, game)| &game.positions) {
        squares.iter_mut().zip(position).for_each(|(sum, feature)| *sum += feature * feature);
        positions += 1;
    }
    let varies: Vec<bool> = squares.iter().map(|sum| *sum > 0.0).collect();
    let deviation = |feature: usize| (squares[feature] / positions.max(1) as f64).sqrt();
    let mut included: Vec<usize> =
        (0..bounds.len()).filter(|feature| varies[*feature] && bounds[*feature] != Bound::Zero).collect();
    let fitted = loop {
        let mut rows = Rows::new(included.len());
        for (number, game) in fitted_games() {
            for position in &game.positions {
                let row: Vec<f64> = included.iter().map(|feature| position[*feature]).collect();
                rows.add(&row, game.result, number as u64);
            }
        }
        let prior: Vec<f64> = included.iter().map(|feature| PRIOR / deviation(*feature)).collect();
        let fitted = Logistic::of(&rows, &prior)?;
        // The feature that is farthest beyond its bound is excluded first; another fit may bring the rest back.
        let beyond = included.iter().zip(fitted.coefficients()).filter(|(feature, it)| !bounds[**feature].allows(**it));
        let size = |(feature, weight): &(&usize, &f64)| weight.abs() * deviation(**feature);
        match beyond.max_by(|one, other| size(one).total_cmp(&size(other))).map(|(feature, _)| *feature) {
            Some(worst) => included.retain(|feature| *feature != worst),
            None => break fitted,
        }
    };
    let mut log_odds: Vec<Option<f64>> = varies.iter().map(|varies| varies.then_some(0.0)).collect();
    included.iter().zip(fitted.coefficients()).for_each(|(feature, weight)| log_odds[*feature] = Some(*weight));
    let explained = explained(games, &held_out, &log_odds);
    Some(FittedFeatures { log_odds, positions, explained })
}

/// The dice whose games are held out of the fit, a fifth of them, or one where there are fewer: all games on the same
/// dice are held out, or none.
fn held_out(games: &[OwnGame]) -> BTreeSet<u64> {
    let dice: BTreeSet<u64> = games.iter().map(|game| game.dice).collect();
    let last = dice.len().min(HELD_OUT) - usize::from(!dice.is_empty());
    dice.into_iter()
        .enumerate()
        .filter(|(place, _)| last > 0 && place % HELD_OUT == last)
        .map(|(_, dice)| dice)
        .collect()
}

/// The share of the variance of results at held-out positions that weights explain, around the mean of the others.
fn explained(games: &[OwnGame], held_out: &BTreeSet<u64>, log_odds: &[Option<f64>]) -> Option<f64> {
    let (mut mean, mut positions) = (0.0, 0.0);
    for game in games.iter().filter(|game| !held_out.contains(&game.dice)) {
        mean += game.result * game.positions.len() as f64;
        positions += game.positions.len() as f64;
    }
    mean /= positions;
    let (mut missed, mut scatter) = (0.0, 0.0);
    for game in games.iter().filter(|game| held_out.contains(&game.dice)) {
        for position in &game.positions {
            let sum: f64 = position.iter().zip(log_odds).map(|(feature, weight)| feature * weight.unwrap_or(0.0)).sum();
            let off = game.result - 1.0 / (1.0 + libm::exp(-sum));
            missed += off * off;
            scatter += (game.result - mean) * (game.result - mean);
        }
    }
    (scatter > 0.0).then(|| 1.0 - missed / scatter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rng::Key;

    /// Games of one position each: red wins with log odds of 2 for each unit of the first feature and -1 of the second;
    /// the third repeats the first with noise, the fourth is always 0.
    fn games() -> Vec<OwnGame> {
        let mut stream = Key::new(7).stream();
        let game = |dice: u64| {
            let mut draw = || 2.0 * stream.unit_interval() - 1.0;
            let position = [draw(), draw(), draw(), 0.0];
            let chance = 1.0 / (1.0 + libm::exp(-2.0 * position[0] + position[1]));
            let result = if draw() < 2.0 * chance - 1.0 { 1.0 } else { 0.0 };
            let positions = vec![position.to_vec()];
            OwnGame { dice, result, decided: true, ahead: Vec::new(), positions, scored_decisions: Vec::new() }
        };
        (0..20_000).map(game).collect()
    }

    #[test]
    fn weights_are_those_by_which_games_were_decided() {
        let fitted = fit_features(&games(), &[Bound::Free; 4]).unwrap();
        let [first, second, third] = [0, 1, 2].map(|feature| fitted.log_odds[feature].unwrap());
        assert!((first - 2.0).abs() < 0.15 && (second + 1.0).abs() < 0.15 && third.abs() < 0.1, "{fitted:?}");
        assert_eq!(fitted.log_odds[3], None);
        assert_eq!(fitted.positions, 16_000);
        assert!(fitted.explained.is_some_and(|explained| (0.25..0.45).contains(&explained)), "{fitted:?}");
    }

    #[test]
    fn a_weight_beyond_its_bound_is_0() {
        let fitted = fit_features(&games(), &[Bound::Zero, Bound::Positive, Bound::Free, Bound::Free]).unwrap();
        assert_eq!(&fitted.log_odds[..2], [Some(0.0), Some(0.0)]);
        assert_eq!(Bound::of_weight(-0.5), Bound::Negative);
        let fitted = fit_features(&games(), &[Bound::Positive, Bound::Negative, Bound::Free, Bound::Free]).unwrap();
        assert!(fitted.log_odds[0].unwrap() > 1.8 && fitted.log_odds[1].unwrap() < -0.8, "{fitted:?}");
    }

    #[test]
    fn games_on_the_same_dice_are_held_out_together() {
        let games = |dice: &[u64]| -> Vec<OwnGame> {
            let all = games();
            dice.iter().zip(all).map(|(dice, game)| OwnGame { dice: *dice, ..game }).collect()
        };
        let held = |dice: &[u64]| held_out(&games(dice)).into_iter().collect::<Vec<_>>();
        assert_eq!(held(&[0, 0, 1, 1, 2, 2, 7, 7, 9, 9, 11]), [9]);
        assert_eq!((held(&[3, 3, 4]), held(&[3, 3]), held(&[])), (vec![4], vec![], vec![]));
        assert_eq!(fit_features(&games(&[3; 500]), &[Bound::Free; 4]).unwrap().explained, None);
    }
}
