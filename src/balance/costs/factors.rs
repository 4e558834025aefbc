//! Scenario and bot as factors of fair costs. Each *cell*, a bot on a scenario, is fitted by itself; the costs of all
//! cells have a joint covariance, since bots that play the same meetings share armies and dice. A two-way layout with
//! fixed effects then separates what holds on average from what depends on the ground or on the player (Scheffé, The
//! Analysis of Variance, 1959, chapter 4): every cell has the same weight, however many games it has.
//!
//! Whether a factor matters is Wald's test that its effects are all 0, by Hotelling's distribution as in
//! [`agreement`](super::agreement).

use super::agreement::{Agreement, DOUBT, hotelling};
use super::cells::{Cell, Covariance, EmptyCell, FittedCell, fit_cell};
use super::fair::CostVerdict;
use super::layout::{Factor, Layout};
use super::study::Study;
use crate::balance::strength::Values;
use crate::game::{Parameter, Troop};
use crate::stats::{Estimate, benjamini_hochberg, shrunken};
use nalgebra::{DMatrix, DVector};

/// A part of a cost: the mean over all cells, or what a level of a factor adds to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// The factor and its level, by their numbers; `None` for the mean.
    pub of: Option<(Factor, usize)>,
    /// Points.
    pub points: Estimate,
}

/// How much costs differ between the levels of a factor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heterogeneity {
    /// The factor.
    pub factor: Factor,
    /// The test that they do not differ; `None` where their covariance is singular, or games are too few.
    pub test: Option<Agreement>,
    /// Its p-value, adjusted for all troops (Benjamini and Hochberg); of the joint test as it is.
    pub p_adjusted: Option<f64>,
    /// The variance of the effects between the levels, beyond sampling error, in squared points; never below 0.
    pub variance: f64,
    /// Its share of the variance between cells; `None` where there is none beyond sampling error.
    pub share: Option<f64>,
}

impl Heterogeneity {
    /// Whether a difference is significant.
    pub fn matters(&self) -> bool {
        self.p_adjusted.is_some_and(|p| p <= DOUBT)
    }
}

/// The joint verdict of all cells on a cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactorVerdict {
    /// Every cell by itself has this verdict.
    Everywhere(CostVerdict),
    /// The cost depends on these factors.
    Depends(Vec<Factor>),
    /// No dependence is significant, and the mean over all cells has this verdict.
    OnAverage(CostVerdict),
}

/// A troop in all cells.
#[derive(Clone, Debug, PartialEq)]
pub struct TroopFactors {
    /// The index of the troop in the pool.
    pub troop: usize,
    /// Its mean cost, then the effects of scenarios and of bots.
    pub effects: Vec<Effect>,
    /// The differences by each factor.
    pub heterogeneity: Vec<Heterogeneity>,
    /// Its cost under each bot.
    pub by_bot: CostsByBot,
    /// Its cost in each cell, shrunk towards the sum of the effects of scenario and bot, as far as one differs; `None`
    /// with too few cells, or where bots play nearly alike.
    pub shrunken: Option<Vec<Estimate>>,
    /// The verdict.
    pub verdict: FactorVerdict,
}

/// The cost of a troop under each bot: the mean over the scenarios, each with the same weight.
#[derive(Clone, Debug, PartialEq)]
pub struct CostsByBot {
    /// Points, in the order of the bots.
    pub points: Vec<f64>,
    /// Their covariance.
    pub covariance: DMatrix<f64>,
    /// The degrees of freedom of that covariance.
    pub degrees: u64,
}

impl CostsByBot {
    /// The cost under a bot with its interval.
    pub fn of(&self, bot: usize) -> Estimate {
        Estimate::of_variance(self.points[bot], self.covariance[(bot, bot)], self.degrees)
    }

    /// The costs as values to be compared over the bots.
    pub(super) fn values(&self) -> Values<'_> {
        Values { points: &self.points, covariance: &self.covariance, degrees: self.degrees }
    }
}

impl TroopFactors {
    /// The mean cost over all cells.
    pub fn mean(&self) -> Estimate {
        self.effects[0].points
    }
}

/// The costs of all cells, and what they depend on.
#[derive(Clone, Debug, PartialEq)]
pub struct Factors {
    /// The cells: all scenarios of the first bot, then those of the next.
    pub cells: Vec<Cell>,
    /// The troops whose costs can be estimated in every cell.
    pub troops: Vec<TroopFactors>,
    /// The differences of all costs together, by factor.
    pub joint: Vec<Heterogeneity>,
}

/// Compares the costs of several bots on several scenarios, all of the same budget; `None` for a single cell.
///
/// # Errors
/// The first cell whose games give no costs.
pub fn factors(
    studies: &[&Study],
    troops: &[Troop],
    parameters: &[Parameter],
    scenarios: usize,
) -> Result<Option<Factors>, EmptyCell> {
    let layout = Layout { scenarios, bots: studies.len() };
    if layout.cells() < 2 {
        return Ok(None);
    }
    let army = mean_army(studies);
    let mut fitted = Vec::new();
    for (bot, study) in studies.iter().enumerate() {
        for scenario in 0..scenarios {
            let cell = fit_cell(study, (bot, scenario), &army, troops, parameters);
            fitted.push(cell.map_err(|error| EmptyCell { bot, scenario, error })?);
        }
    }
    let is_known = |troop: &usize| fitted.iter().all(|cell| cell.cell.fair.estimate(*troop).is_some());
    let known: Vec<usize> = (0..troops.len()).filter(is_known).collect();
    let covariance = Covariance::of(&fitted, &known);
    let groups = fitted.iter().map(|cell| cell.influences.len() as u64).min().unwrap_or(0);
    let table = Table {
        layout,
        covariance,
        groups,
        known: &known,
        fitted: &fitted,
        shrinkage_target: shrinkage_target(layout),
    };
    let joint = table.joint(&army);
    let troops = table.troops(troops);
    Ok(Some(Factors { cells: fitted.into_iter().map(|cell| cell.cell).collect(), troops, joint }))
}

/// The fixed effects that the costs of cells are shrunk towards. With one bot or one scenario the levels of the other
/// factor scatter around their mean; with several of both, cells around the sum of two fixed effects, since either has
/// few levels.
fn shrinkage_target(layout: Layout) -> DMatrix<f64> {
    if layout.scenarios > 1 && layout.bots > 1 {
        layout.main_effects()
    } else {
        DMatrix::from_element(layout.cells(), 1, 1.0)
    }
}

/// The mean army over all studies: one scale for all cells.
fn mean_army(studies: &[&Study]) -> Vec<f64> {
    let mut army = vec![0.0; studies[0].fit.mean_army.len()];
    for study in studies {
        army.iter_mut().zip(&study.fit.mean_army).for_each(|(sum, mean)| *sum += mean / studies.len() as f64);
    }
    army
}

/// The costs of all cells with their covariance.
struct Table<'a> {
    layout: Layout,
    covariance: Covariance,
    /// The minimum number of meetings of a cell.
    groups: u64,
    known: &'a [usize],
    fitted: &'a [FittedCell],
    /// The fixed effects that costs are shrunk towards, a column each.
    shrinkage_target: DMatrix<f64>,
}

impl Table<'_> {
    /// The cost of a known troop, by its index, in each cell.
    fn costs(&self, place: usize) -> DVector<f64> {
        let cost = |cell: &FittedCell| cell.cell.fair.estimate(self.known[place]).map_or(0.0, |fair| fair.point);
        DVector::from_iterator(self.fitted.len(), self.fitted.iter().map(cost))
    }

    fn covariance_of(&self, place: usize, other: usize) -> DMatrix<f64> {
        let cells = self.fitted.len();
        DMatrix::from_fn(cells, cells, |one, two| self.covariance.at((one, place), (two, other)))
    }

    /// An effect with its interval.
    fn effect(&self, place: usize, of: Option<(Factor, usize)>) -> Effect {
        let weights = DVector::from_vec(self.layout.weights(of));
        let point = weights.dot(&self.costs(place));
        let variance = (weights.transpose() * self.covariance_of(place, place) * &weights)[0];
        Effect { of, points: Estimate::of_variance(point, variance, self.degrees()) }
    }

    fn degrees(&self) -> u64 {
        self.groups.max(2) - 1
    }

    /// The costs of a known troop in all cells, shrunk.
    fn shrunken(&self, place: usize) -> Option<Vec<Estimate>> {
        shrunken(
            self.costs(place).as_slice(),
            &self.covariance_of(place, place),
            &self.shrinkage_target,
            self.degrees(),
        )
    }

    fn by_bot(&self, place: usize) -> CostsByBot {
        let means = self.layout.means_of_bots();
        let points = (&means * self.costs(place)).iter().copied().collect();
        let covariance = &means * self.covariance_of(place, place) * means.transpose();
        CostsByBot { points, covariance, degrees: self.degrees() }
    }

    /// Wald's test that these contrasts are 0, which are stacked over the given troops.
    fn test(&self, contrasts: &DMatrix<f64>, places: &[usize]) -> Option<Agreement> {
        let (rows, size) = (contrasts.nrows(), contrasts.nrows() * places.len());
        let mut values = DVector::zeros(size);
        let mut covariance = DMatrix::zeros(size, size);
        for (one, place) in places.iter().enumerate() {
            values.rows_mut(one * rows, rows).copy_from(&(contrasts * self.costs(*place)));
            for (two, other) in places.iter().enumerate() {
                let block = contrasts * self.covariance_of(*place, *other) * contrasts.transpose();
                covariance.view_mut((one * rows, two * rows), (rows, rows)).copy_from(&block);
            }
        }
        let statistic = values.dot(&covariance.cholesky()?.solve(&values));
        hotelling(statistic, size, 1, self.groups as f64 - 1.0)
    }

    /// The variance of the effects of a factor beyond sampling error: the mean of their squares, less what sampling
    /// error adds to it. The estimate is unbiased, and may be negative.
    fn variance(&self, factor: Factor, place: usize) -> f64 {
        let effects = self.layout.effects(factor);
        let observed = (&effects * self.costs(place)).norm_squared();
        let noise = (&effects * self.covariance_of(place, place) * effects.transpose()).trace();
        (observed - noise) / effects.nrows() as f64
    }

    /// The tests of all factors, with variances summed over the troops.
    fn heterogeneity(&self, tested: &[usize], summed: &[usize]) -> Vec<Heterogeneity> {
        let factors = self.layout.factors();
        // Errors of the troops cancel in the sum; only then is a negative estimate 0.
        let variance = |factor: Factor| summed.iter().map(|place| self.variance(factor, *place)).sum::<f64>().max(0.0);
        let variances: Vec<f64> = factors.iter().map(|factor| variance(*factor)).collect();
        let all: f64 = variances.iter().sum();
        let one = |(factor, variance): (&Factor, &f64)| {
            let test = self.test(&self.layout.contrasts(*factor), tested);
            let share = (all > 0.0).then(|| variance / all);
            Heterogeneity {
                factor: *factor,
                test,
                p_adjusted: test.map(|test| test.p),
                variance: *variance / summed.len().max(1) as f64,
                share,
            }
        };
        factors.iter().zip(&variances).map(one).collect()
    }

    /// The differences of all costs together. Costs are on the scale of the mean army, so that all but one determine
    /// the last; the troop of which that army has most is left out of the test.
    fn joint(&self, army: &[f64]) -> Vec<Heterogeneity> {
        let all: Vec<usize> = (0..self.known.len()).collect();
        let share = |place: &usize| {
            let troop = self.known[*place];
            self.fitted[0].fit.troop(troop).map_or(0.0, |_| army[troop])
        };
        let last = all.iter().max_by(|one, other| share(one).total_cmp(&share(other))).copied();
        let tested: Vec<usize> = all.iter().copied().filter(|place| Some(*place) != last).collect();
        if tested.is_empty() { Vec::new() } else { self.heterogeneity(&tested, &all) }
    }

    fn troops(&self, troops: &[Troop]) -> Vec<TroopFactors> {
        let levels = self.layout.levels();
        let mut found: Vec<TroopFactors> = (0..self.known.len())
            .map(|place| TroopFactors {
                troop: self.known[place],
                effects: levels.iter().map(|of| self.effect(place, *of)).collect(),
                heterogeneity: self.heterogeneity(&[place], &[place]),
                by_bot: self.by_bot(place),
                shrunken: self.shrunken(place),
                verdict: FactorVerdict::OnAverage(CostVerdict::Undecided),
            })
            .collect();
        for factor in 0..self.layout.factors().len() {
            let tests = found.iter_mut().filter_map(|troop| troop.heterogeneity[factor].p_adjusted.as_mut());
            let tests: Vec<&mut f64> = tests.collect();
            let adjusted = benjamini_hochberg(&tests.iter().map(|p| **p).collect::<Vec<f64>>());
            tests.into_iter().zip(adjusted).for_each(|(p, adjusted)| *p = adjusted);
        }
        for troop in &mut found {
            troop.verdict = self.verdict(troop, troops[troop.troop].cost);
        }
        found
    }

    fn verdict(&self, troop: &TroopFactors, list: f64) -> FactorVerdict {
        let of_cell =
            |cell: &FittedCell| cell.cell.fair.of(troop.troop).map_or(CostVerdict::Undecided, |cost| cost.verdict);
        let first = of_cell(&self.fitted[0]);
        if first != CostVerdict::Undecided && self.fitted.iter().all(|cell| of_cell(cell) == first) {
            return FactorVerdict::Everywhere(first);
        }
        let differing: Vec<Factor> =
            troop.heterogeneity.iter().filter(|one| one.matters()).map(|one| one.factor).collect();
        if differing.is_empty() {
            FactorVerdict::OnAverage(CostVerdict::of(Some(&troop.mean()), list))
        } else {
            FactorVerdict::Depends(differing)
        }
    }
}
