//! The costs of each *cell*, a bot on a scenario, by its games alone, and their joint covariance: bots that play the
//! same meetings share armies and dice.

use super::fair::{FairCosts, fair_costs};
use super::fit::{Fit, FitError, Terms};
use super::meeting::Encounter;
use super::parts::{Formula, formula};
use super::scale::Scale;
use super::study::Study;
use crate::game::{Parameter, Troop};
use nalgebra::{DMatrix, DVector};

/// The games of a bot on a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The bot, by its number.
    pub bot: usize,
    /// The scenario, by its number.
    pub scenario: usize,
    /// The number of games.
    pub games: u64,
    /// The costs that follow from them alone, on the scale of the mean army of all cells.
    pub fair: FairCosts,
    /// The numbers of the rulebook's formula, by the same games and on the same scale.
    pub formula: Option<Formula>,
}

/// A cell without costs.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{error}")]
pub struct EmptyCell {
    /// The bot, by its number.
    pub bot: usize,
    /// The scenario, by its number.
    pub scenario: usize,
    /// Why.
    pub error: FitError,
}

/// A fitted cell, with the influence of each meeting on its costs.
pub(super) struct FittedCell {
    pub cell: Cell,
    pub fit: Fit,
    /// Step and number of each meeting, and its influence on the cost of each troop of the pool, in points.
    pub influences: Vec<((usize, usize), Vec<f64>)>,
}

/// Fits the pooled games of a bot on a scenario, with the scale of an army.
///
/// # Errors
/// If they give no costs.
pub(super) fn fit_cell(
    study: &Study,
    (bot, scenario): (usize, usize),
    army: &[f64],
    troops: &[Troop],
    parameters: &[Parameter],
) -> Result<FittedCell, FitError> {
    let here = study.pooled_meetings().filter(|(_, one)| one.meeting.scenario == scenario);
    let (names, encounters): (Vec<(usize, usize)>, Vec<Encounter>) =
        here.map(|(name, one)| (name, one.clone())).unzip();
    let mut fit = Fit::of(&encounters, &Terms { troops: troops.len(), parameters: parameters.len() })?;
    fit.mean_army = army.to_vec();
    let fair = fair_costs(&fit, troops, parameters)?;
    let Scale { counts, points, .. } = Scale::of(&fit, troops).ok_or(FitError::Worthless)?;
    let columns: Vec<Option<usize>> = (0..troops.len()).map(|troop| fit.troop(troop)).collect();
    let of_army = |values: &[f64]| -> f64 {
        counts.iter().zip(&columns).map(|(count, column)| column.map_or(0.0, |column| count * values[column])).sum()
    };
    let worths = fit.logistic.coefficients();
    let point = of_army(worths) / points;
    // The derivative of a cost, a worth divided by that of a point.
    let on_costs = |influence: &[f64]| -> Vec<f64> {
        let on_point = of_army(influence) / points;
        let on_cost = |column: usize| (influence[column] - worths[column] / point * on_point) / point;
        columns.iter().map(|column| column.map_or(0.0, on_cost)).collect()
    };
    let influences = fit.logistic.influences(&fit.rows);
    let influences = influences.iter().map(|(meeting, one)| (names[*meeting as usize], on_costs(one))).collect();
    let games = encounters.iter().map(|encounter| encounter.games.len() as u64).sum();
    Ok(FittedCell { cell: Cell { bot, scenario, games, fair, formula: formula(&fit, troops) }, fit, influences })
}

/// The covariances of the costs of the known troops, within and between cells.
pub(super) struct Covariance {
    /// By cell and cell: a matrix over the known troops.
    blocks: Vec<Vec<Option<DMatrix<f64>>>>,
}

impl Covariance {
    /// From the influences of meetings.
    pub fn of(fitted: &[FittedCell], known: &[usize]) -> Covariance {
        let between = |one: &FittedCell, other: &FittedCell| {
            // Meetings on different scenarios are different meetings.
            (one.cell.scenario == other.cell.scenario).then(|| shared(one, other, known))
        };
        let row = |one: &FittedCell| fitted.iter().map(|other| between(one, other)).collect();
        Covariance { blocks: fitted.iter().map(row).collect() }
    }

    /// That of the costs of two known troops in two cells, each by its number.
    pub fn at(&self, (cell, troop): (usize, usize), (other_cell, other_troop): (usize, usize)) -> f64 {
        self.blocks[cell][other_cell].as_ref().map_or(0.0, |block| block[(troop, other_troop)])
    }
}

/// The sum of the products of influences over the meetings that both cells have.
fn shared(one: &FittedCell, other: &FittedCell, known: &[usize]) -> DMatrix<f64> {
    let mut sum = DMatrix::zeros(known.len(), known.len());
    let pick = |influence: &[f64]| DVector::from_iterator(known.len(), known.iter().map(|troop| influence[*troop]));
    // Both are in the order of steps and numbers.
    let mut others = other.influences.iter().peekable();
    for (name, influence) in &one.influences {
        while others.next_if(|(next, _)| next < name).is_some() {}
        if let Some((_, counterpart)) = others.next_if(|(next, _)| next == name) {
            sum += pick(influence) * pick(counterpart).transpose();
        }
    }
    sum
}
