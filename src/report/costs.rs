//! The tables of `reglette balance`: `costs.csv`, `parts.csv`, `fit.csv`, `imbalance.csv` and `steps.csv`. Their raw
//! data are written by `report/refit.rs`.

mod fit;
mod rows;

pub(super) use fit::FitRow;
pub(super) use rows::{CostRow, ImbalanceRow, PartRow, StepRow};

use super::csv::Sheet;
use super::folder::Folder;
use super::refit;
use crate::balance::costs::{Formula, Study};
use crate::game::{Parameter, Troop};
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
    /// The parameters of its armies.
    pub parameters: &'a [Parameter],
    /// The names of the scenarios.
    pub scenarios: &'a [String],
    /// The study and its outcome.
    pub study: &'a Study,
}

/// Whether the games agree with a formula.
fn standing(formula: &Formula) -> &'static str {
    if formula.is_rejected() { "rejected" } else { "holds" }
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
            sheet.row(&CostRow::of_troop(of, cost, &of.study.services[cost.troop]))?;
        }
        fair.exchanges.iter().try_for_each(|exchange| sheet.row(&CostRow::of_parameter(of, exchange)))?;
    }
    sheet.finish()?.finish()?;
    let has_parts = all.iter().any(|of| of.study.formula.is_some());
    if has_parts {
        let mut sheet = Sheet::begin::<PartRow<'_>>(folder.part(NAMES[1])?)?;
        for (of, formula) in all.iter().filter_map(|of| Some((of, of.study.formula.as_ref()?))) {
            formula.parts.iter().try_for_each(|part| sheet.row(&PartRow::new(of, formula, part)))?;
        }
        sheet.finish()?.finish()?;
    }
    let mut sheet = Sheet::begin::<FitRow<'_>>(folder.part(NAMES[2])?)?;
    all.iter().flat_map(fit::fit_rows).try_for_each(|row| sheet.row(&row))?;
    sheet.finish()?.finish()?;
    let mut sheet = Sheet::begin::<ImbalanceRow<'_>>(folder.part(NAMES[3])?)?;
    all.iter().try_for_each(|of| {
        of.study.evaluated.iter().try_for_each(|evaluated| sheet.row(&ImbalanceRow::new(of, evaluated)))
    })?;
    sheet.finish()?.finish()?;
    let mut sheet = Sheet::begin::<StepRow<'_>>(folder.part(NAMES[4])?)?;
    for of in all {
        for (number, step) in (1..).zip(&of.study.steps) {
            step.fair.costs.iter().try_for_each(|cost| sheet.row(&StepRow::new(of, number, step, cost)))?;
        }
    }
    sheet.finish()?.finish()?;
    refit::write(folder, all)?;
    Ok(NAMES.into_iter().filter(|name| has_parts || *name != NAMES[1]).collect())
}
