//! The tables of `reglette balance`: `costs.csv`, `parts.csv`, `fit.csv`, `imbalance.csv` and `steps.csv`. Their raw
//! data are written by `report/refit.rs`.

use super::csv::{Cells, Row, Sheet};
use super::folder::Folder;
use super::format::fixed;
use super::refit;
use crate::balance::costs::{
    Agreement, Calibration, Evaluated, Exchange, FairCost, Formula, Imbalance, PartCost, PriceVerdict, Service, Step,
    Study,
};
use crate::game::{Dial, Troop};
use crate::stats::Estimate;
use std::io;

/// The names of the files; `parts.csv` is written only where costs follow a formula.
pub const NAMES: [&str; 7] =
    ["costs.csv", "parts.csv", "fit.csv", "imbalance.csv", "steps.csv", refit::MEETINGS, refit::COVARIANCE];

/// The results for one budget with one bot.
pub struct Costs<'a> {
    /// The bot.
    pub bot: &'a str,
    /// The points of an army.
    pub budget: f64,
    /// The pool.
    pub troops: &'a [Troop],
    /// The dials (army parameters) of its armies.
    pub dials: &'a [Dial],
    /// The names of the scenarios.
    pub scenarios: &'a [String],
    /// The study and its outcome.
    pub study: &'a Study,
}

/// A number with four decimals.
pub(super) fn number(value: f64) -> String {
    fixed(value, 4)
}

fn put_estimate(cells: &mut Cells, estimate: Option<&Estimate>) {
    cells.put_option(estimate.map(|estimate| number(estimate.point)));
    cells.put_option(estimate.map(|estimate| number(estimate.low)));
    cells.put_option(estimate.map(|estimate| number(estimate.high)));
}

/// A p-value with the digits worth showing.
pub(super) fn chance(p: f64) -> String {
    if p < 1e-4 { format!("{p:.1e}") } else { fixed(p, 4) }
}

/// A row of `costs.csv`: a troop or a dial.
enum CostRow<'a> {
    Troop { of: &'a Costs<'a>, cost: &'a FairCost, service: &'a Service },
    Dial { of: &'a Costs<'a>, exchange: &'a Exchange },
}

impl Row for CostRow<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "bot",
        "budget",
        "entity",
        "name",
        "arm",
        "list_cost",
        "fair_cost",
        "fair_low",
        "fair_high",
        "cost",
        "at_floor",
        "worth",
        "worth_low",
        "worth_high",
        "p_value",
        "p_adjusted",
        "verdict",
        "least_change",
        "games",
        "survival",
        "destroyed_per_lost",
    ];

    fn write(&self, cells: &mut Cells) {
        let none = None::<&str>;
        match self {
            CostRow::Troop { of, cost, service } => {
                let troop = &of.troops[cost.troop];
                [of.bot, &number(of.budget), "troop", &troop.name, &troop.arm, &number(cost.list)]
                    .iter()
                    .for_each(|cell| cells.put(cell));
                put_estimate(cells, cost.fair.as_ref());
                cells.put(fixed(cost.cost, 2));
                cells.put(cost.at_floor);
                cells.put_interval(Some(cost.worth), 6);
                [chance(cost.p), chance(cost.p_adjusted)].iter().for_each(|cell| cells.put(cell));
                cells.put(cost.verdict.name());
                cells.put_option(of.study.least_change.as_ref().map(|least| fixed(least.costs[cost.troop], 2)));
                cells.put(service.games);
                cells.put_option(service.survival.map(number));
                cells.put_option(service.destroyed_per_lost.map(number));
            }
            CostRow::Dial { of, exchange } => {
                [of.bot, &number(of.budget), "dial", &of.dials[exchange.dial].name]
                    .iter()
                    .for_each(|cell| cells.put(cell));
                (0..2).for_each(|_| cells.put_option(none));
                put_estimate(cells, exchange.points.as_ref());
                (0..2).for_each(|_| cells.put_option(none));
                cells.put_interval(Some(exchange.worth), 6);
                cells.put(chance(exchange.p));
                (0..6).for_each(|_| cells.put_option(none));
            }
        }
    }
}

/// A row of `parts.csv`: a part of the formula, beside the fit of any such formula.
struct PartRow<'a> {
    of: &'a Costs<'a>,
    formula: &'a Formula,
    part: &'a PartCost,
}

impl Row for PartRow<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "bot",
        "budget",
        "name",
        "list_cost",
        "fair_cost",
        "fair_low",
        "fair_high",
        "verdict",
        "chi_square",
        "degrees",
        "p_value",
        "formula",
        "scatter",
    ];

    fn write(&self, cells: &mut Cells) {
        let (part, formula) = (self.part, self.formula);
        [self.of.bot, &number(self.of.budget), &part.name, &number(part.list)].iter().for_each(|cell| cells.put(cell));
        put_estimate(cells, part.fair.as_ref());
        cells.put(PriceVerdict::of(part.fair.as_ref(), part.list).name());
        put_agreement(cells, formula.left.as_ref());
        cells.put_option(formula.left.map(|_| standing(formula)));
        cells.put(number(formula.scatter));
    }
}

/// Whether the games agree with a formula.
fn standing(formula: &Formula) -> &'static str {
    if formula.is_rejected() { "rejected" } else { "holds" }
}

fn put_agreement(cells: &mut Cells, agreement: Option<&Agreement>) {
    cells.put_option(agreement.map(|agreement| number(agreement.statistic)));
    cells.put_option(agreement.map(|agreement| agreement.degrees));
    cells.put_option(agreement.map(|agreement| chance(agreement.p)));
}

/// A row of `fit.csv`.
#[derive(Default)]
struct FitRow<'a> {
    bot: &'a str,
    budget: f64,
    kind: &'a str,
    name: String,
    games: Option<u64>,
    value: Option<f64>,
    interval: Option<Estimate>,
    predicted: Option<f64>,
    effect: Option<f64>,
    degrees: Option<usize>,
    p: Option<f64>,
    p_adjusted: Option<f64>,
    verdict: &'a str,
}

impl Row for FitRow<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "bot",
        "budget",
        "measure",
        "name",
        "games",
        "value",
        "low",
        "high",
        "foretold",
        "effect",
        "degrees",
        "p_value",
        "p_adjusted",
        "verdict",
    ];

    fn write(&self, cells: &mut Cells) {
        [self.bot, &number(self.budget), self.kind, &self.name].iter().for_each(|cell| cells.put(cell));
        cells.put_option(self.games);
        cells.put_option(self.value.map(|value| fixed(value, 6)));
        cells.put_option(self.interval.map(|interval| fixed(interval.low, 6)));
        cells.put_option(self.interval.map(|interval| fixed(interval.high, 6)));
        cells.put_option(self.predicted.map(|value| fixed(value, 6)));
        cells.put_option(self.effect.map(|value| fixed(value, 6)));
        cells.put_option(self.degrees);
        cells.put_option(self.p.map(chance));
        cells.put_option(self.p_adjusted.map(chance));
        cells.put(self.verdict);
    }
}

fn of_estimate<'a>(of: &Costs<'a>, kind: &'a str, estimate: Estimate) -> FitRow<'a> {
    FitRow {
        bot: of.bot,
        budget: of.budget,
        kind,
        value: Some(estimate.point),
        interval: Some(estimate),
        ..FitRow::default()
    }
}

fn of_calibration<'a>(of: &Costs<'a>, [deviance, decile]: [&'a str; 2], found: &Calibration) -> Vec<FitRow<'a>> {
    let row = |kind| FitRow { bot: of.bot, budget: of.budget, kind, ..FitRow::default() };
    let whole = FitRow {
        games: Some(found.games),
        value: Some(found.deviance),
        predicted: Some(found.deviance_of_a_coin),
        ..row(deviance)
    };
    let tenth = |(index, one): (usize, &crate::balance::costs::Decile)| FitRow {
        name: (index + 1).to_string(),
        games: Some(one.games),
        value: Some(one.rate),
        interval: one.observed,
        predicted: Some(one.predicted),
        ..row(decile)
    };
    std::iter::once(whole).chain(found.deciles.iter().enumerate().map(tenth)).collect()
}

fn fit_rows<'a>(of: &Costs<'a>) -> Vec<FitRow<'a>> {
    let study = of.study;
    let mut rows = vec![of_estimate(of, "point", study.fair.point)];
    rows.extend(study.fit.first_move().map(|estimate| of_estimate(of, "first_move", estimate)));
    rows.extend(study.fit.red_seat().map(|estimate| of_estimate(of, "red_seat", estimate)));
    rows.extend(of_calibration(of, ["deviance", "decile"], &study.calibration));
    rows.extend(of_calibration(of, ["deviance_held_out", "decile_held_out"], &study.held_out));
    for (kind, joint) in [("squares", study.additivity.squares), ("pairs", study.additivity.pairs)] {
        let (value, degrees, p) = (Some(joint.statistic), Some(joint.degrees), Some(joint.p));
        rows.push(FitRow { bot: of.bot, budget: of.budget, kind, value, degrees, p, ..FitRow::default() });
    }
    if let Some((formula, left)) = study.formula.as_ref().and_then(|formula| Some((formula, formula.left?))) {
        let (value, degrees, p, verdict) = (Some(left.statistic), Some(left.degrees), Some(left.p), standing(formula));
        rows.push(FitRow {
            bot: of.bot,
            budget: of.budget,
            kind: "formula",
            value,
            degrees,
            p,
            verdict,
            ..FitRow::default()
        });
    }
    if let Some((statistic, degrees, p)) = study.least_change.as_ref().map(|least| least.left) {
        let (value, degrees, p) = (Some(statistic), Some(degrees), Some(p));
        rows.push(FitRow {
            bot: of.bot,
            budget: of.budget,
            kind: "least_change",
            value,
            degrees,
            p,
            ..FitRow::default()
        });
    }
    for suspect in &study.additivity.suspects {
        let verdict = match suspect.added {
            None => "untold",
            Some(_) if suspect.matters() => "matters",
            Some(_) => "chance",
        };
        let around = |added: crate::stats::Added| {
            let half = crate::stats::estimate::NORMAL_95 * added.error;
            let (low, high) = (added.coefficient - half, added.coefficient + half);
            Estimate { point: added.coefficient, low, high, level: crate::stats::LEVEL }
        };
        rows.push(FitRow {
            bot: of.bot,
            budget: of.budget,
            kind: suspect.kind.name(),
            name: suspect.name.clone(),
            value: suspect.added.map(|added| added.coefficient),
            interval: suspect.added.map(around),
            effect: suspect.effect(),
            p: suspect.added.map(|added| added.p),
            p_adjusted: suspect.p_adjusted,
            verdict,
            ..FitRow::default()
        });
    }
    rows
}

/// A row of `imbalance.csv`.
struct ImbalanceRow<'a> {
    of: &'a Costs<'a>,
    evaluated: &'a Evaluated,
}

impl Row for ImbalanceRow<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "bot",
        "budget",
        "costs",
        "meetings",
        "games",
        "observed",
        "noise",
        "spread",
        "spread_low",
        "spread_high",
        "variance",
        "variance_low",
        "variance_high",
    ];

    fn write(&self, cells: &mut Cells) {
        [self.of.bot, &number(self.of.budget), self.evaluated.costs].iter().for_each(|cell| cells.put(cell));
        let found = self.evaluated.imbalance.as_ref();
        cells.put(found.map_or(0, |found| found.meetings));
        cells.put(found.map_or(0, |found| found.games));
        cells.put_option(found.map(|found| fixed(found.observed, 6)));
        cells.put_option(found.map(|found| fixed(found.noise(), 6)));
        for (point, interval) in [
            (found.map(Imbalance::spread), found.and_then(Imbalance::spread_interval)),
            (found.map(|found| found.variance), found.and_then(|found| found.interval)),
        ] {
            cells.put_option(point.map(|point| fixed(point, 6)));
            cells.put_option(interval.map(|interval| fixed(interval.low, 6)));
            cells.put_option(interval.map(|interval| fixed(interval.high, 6)));
        }
    }
}

/// A row of `steps.csv`.
struct StepRow<'a> {
    of: &'a Costs<'a>,
    number: usize,
    step: &'a Step,
    cost: &'a FairCost,
}

impl Row for StepRow<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "bot",
        "budget",
        "step",
        "name",
        "drawn_at",
        "fair_cost",
        "fair_low",
        "fair_high",
        "cost",
        "chi_square",
        "degrees",
        "p_value",
        "settled",
        "pooled",
    ];

    fn write(&self, cells: &mut Cells) {
        cells.put(self.of.bot);
        cells.put(number(self.of.budget));
        cells.put(self.number);
        cells.put(&self.of.troops[self.cost.troop].name);
        cells.put(number(self.step.drawn_at[self.cost.troop]));
        put_estimate(cells, self.cost.fair.as_ref());
        cells.put(fixed(self.cost.cost, 2));
        put_agreement(cells, self.step.agreement.as_ref());
        cells.put(self.step.has_settled());
        cells.put(self.step.is_pooled);
    }
}

/// Writes all files and returns their names.
///
/// # Errors
/// If one cannot be written.
pub fn write(folder: &Folder, all: &[Costs<'_>]) -> io::Result<Vec<&'static str>> {
    let mut sheet = Sheet::begin::<CostRow<'_>>(folder.part(NAMES[0])?)?;
    for of in all {
        let fair = &of.study.fair;
        for cost in &fair.costs {
            sheet.row(&CostRow::Troop { of, cost, service: &of.study.services[cost.troop] })?;
        }
        fair.exchanges.iter().try_for_each(|exchange| sheet.row(&CostRow::Dial { of, exchange }))?;
    }
    sheet.finish()?.finish()?;
    let has_parts = all.iter().any(|of| of.study.formula.is_some());
    if has_parts {
        let mut sheet = Sheet::begin::<PartRow<'_>>(folder.part(NAMES[1])?)?;
        for (of, formula) in all.iter().filter_map(|of| Some((of, of.study.formula.as_ref()?))) {
            formula.parts.iter().try_for_each(|part| sheet.row(&PartRow { of, formula, part }))?;
        }
        sheet.finish()?.finish()?;
    }
    let mut sheet = Sheet::begin::<FitRow<'_>>(folder.part(NAMES[2])?)?;
    all.iter().flat_map(fit_rows).try_for_each(|row| sheet.row(&row))?;
    sheet.finish()?.finish()?;
    let mut sheet = Sheet::begin::<ImbalanceRow<'_>>(folder.part(NAMES[3])?)?;
    all.iter().try_for_each(|of| {
        of.study.evaluated.iter().try_for_each(|evaluated| sheet.row(&ImbalanceRow { of, evaluated }))
    })?;
    sheet.finish()?.finish()?;
    let mut sheet = Sheet::begin::<StepRow<'_>>(folder.part(NAMES[4])?)?;
    for of in all {
        for (number, step) in (1..).zip(&of.study.steps) {
            step.fair.costs.iter().try_for_each(|cost| sheet.row(&StepRow { of, number, step, cost }))?;
        }
    }
    sheet.finish()?.finish()?;
    refit::write(folder, all)?;
    Ok(NAMES.into_iter().filter(|name| has_parts || *name != NAMES[1]).collect())
}
