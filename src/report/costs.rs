//! The tables of `reglette balance`: `costs.csv`, `parts.csv`, `fit.csv`, `imbalance.csv`, `steps.csv` and
//! `endings.csv`; `factors` holds those by scenario and bot, `strength` those by the strength of the bot, `new_list`
//! what the new list leaves. Their raw data are written by `report/refit.rs`.

mod endings;
pub mod factors;
mod fit;
pub mod new_list;
mod parts;
mod purpose;
mod rows;
pub mod strength;

pub(super) use endings::EndingRow;
pub(super) use factors::{CellRow, EffectRow, HeterogeneityRow};
pub(super) use fit::FitRow;
pub(super) use new_list::{UnseenRow, WorstRow};
pub(super) use parts::{CellPartRow, PartRow};
pub(super) use purpose::Purpose;
pub(super) use rows::{CostRow, ImbalanceRow, StepRow};
pub(super) use strength::{RungRow, StrengthRow};

use super::csv::{Row, Table};
use super::folder::Folder;
use super::refit;
use crate::balance::costs::{Study, ended_games};
use crate::game::{Parameter, Troop};
use std::io;

/// The names of the files; `parts.csv` is written only where costs follow a formula.
pub const NAMES: [&str; 8] = [
    CostRow::FILE,
    PartRow::FILE,
    FitRow::FILE,
    ImbalanceRow::FILE,
    StepRow::FILE,
    EndingRow::FILE,
    refit::MEETINGS,
    refit::COVARIANCE,
];

/// The names of all tables that `reglette balance` can write.
pub fn all_names() -> impl Iterator<Item = &'static str> {
    NAMES.into_iter().chain(factors::NAMES).chain(strength::NAMES).chain(new_list::NAMES)
}

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

/// Writes all files and returns their names.
///
/// # Errors
/// If one cannot be written.
pub fn write(folder: &Folder, all: &[Costs<'_>]) -> io::Result<Vec<&'static str>> {
    let mut sheet = Table::of::<CostRow<'_>>(folder)?;
    for of in all {
        let fair = &of.study.fair;
        for cost in &fair.costs {
            sheet.row(&CostRow::of_troop(of, cost, &of.study.services[cost.troop]))?;
        }
        fair.exchanges.iter().try_for_each(|exchange| sheet.row(&CostRow::of_parameter(of, exchange)))?;
    }
    sheet.complete()?;
    let has_parts = all.iter().any(|of| of.study.formula.is_some());
    if has_parts {
        let mut sheet = Table::of::<PartRow<'_>>(folder)?;
        for (of, formula) in all.iter().filter_map(|of| Some((of, of.study.formula.as_ref()?))) {
            formula.parts.iter().try_for_each(|part| sheet.row(&PartRow::new(of, formula, part)))?;
        }
        sheet.complete()?;
    }
    let mut sheet = Table::of::<FitRow<'_>>(folder)?;
    all.iter().flat_map(fit::fit_rows).try_for_each(|row| sheet.row(&row))?;
    sheet.complete()?;
    let mut sheet = Table::of::<ImbalanceRow<'_>>(folder)?;
    all.iter().try_for_each(|of| {
        of.study.evaluated.iter().try_for_each(|evaluated| sheet.row(&ImbalanceRow::new(of, evaluated)))
    })?;
    sheet.complete()?;
    let mut sheet = Table::of::<StepRow<'_>>(folder)?;
    for of in all {
        for (number, step) in (1..).zip(&of.study.steps) {
            step.fair.costs.iter().try_for_each(|cost| sheet.row(&StepRow::new(of, number, step, cost)))?;
        }
    }
    sheet.complete()?;
    let mut sheet = Table::of::<EndingRow<'_>>(folder)?;
    for of in all {
        ended_games(of.study, of.scenarios.len()).iter().try_for_each(|ended| sheet.row(&EndingRow::new(of, ended)))?;
    }
    sheet.complete()?;
    refit::write(folder, all)?;
    Ok(NAMES.into_iter().filter(|name| has_parts || *name != PartRow::FILE).collect())
}
