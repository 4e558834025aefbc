//! What the parts of a cost formula should cost: the worths of all troops as sums of the worths of their parts (an arm, a quality, a weapon), by generalised least squares from the coefficients of the fit and
//! their covariance (Aitken, Proceedings of the Royal Society of Edinburgh 55, 1936). What is left over says whether any formula of this form can be right.

use super::fit::Fit;
use crate::game::Troop;
use crate::stats::Estimate;
use crate::stats::distributions::chi_square_above;
use crate::stats::estimate::{NORMAL_95, student_95};
use crate::stats::slope::fieller;
use nalgebra::{DMatrix, DVector};

/// A part of the formula.
#[derive(Clone, Debug, PartialEq)]
pub struct PartCost {
    /// What it is called.
    pub name: String,
    /// What it costs by the rules.
    pub list: f64,
    /// What it should cost.
    pub fair: Option<Estimate>,
}

/// A formula with fair numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// Its parts.
    pub parts: Vec<PartCost>,
    /// Chi-square of what no such formula explains, its degrees of freedom, and the chance of such a value.
    pub left: (f64, usize, f64),
}

/// The fair numbers of the formula of a rulebook; nothing where it has none, or its parts cannot be told apart.
pub fn formula(fit: &Fit, troops: &[Troop]) -> Option<Formula> {
    let told: Vec<(usize, usize)> = (0..troops.len()).filter_map(|troop| Some((troop, fit.troop(troop)?))).collect();
    let mut parts: Vec<(&str, f64)> = Vec::new();
    for part in told.iter().flat_map(|(troop, _)| &troops[*troop].parts) {
        if parts.iter().all(|(name, _)| *name != part.name) {
            parts.push((&part.name, part.cost));
        }
    }
    let (rows, columns) = (told.len(), parts.len());
    if columns == 0 || columns > rows {
        return None;
    }
    let number_of = |row: usize, column: usize| {
        let parts_of = &troops[told[row].0].parts;
        parts_of.iter().filter(|part| part.name == parts[column].0).map(|part| f64::from(part.number)).sum::<f64>()
    };
    let design = DMatrix::from_fn(rows, columns, number_of);
    let covariance = DMatrix::from_fn(rows, rows, |one, other| fit.logistic.covariance(told[one].1, told[other].1));
    let worths = DVector::from_iterator(rows, told.iter().map(|(_, column)| fit.logistic.coefficients()[*column]));
    let inverse = covariance.cholesky()?.inverse();
    let spread = (design.transpose() * &inverse * &design).cholesky()?.inverse();
    let values = &spread * design.transpose() * &inverse * &worths;
    let off = &worths - &design * &values;
    let rest = (off.transpose() * &inverse * &off)[0].max(0.0);

    // The mean army costs what it does by the list.
    let points: f64 = told.iter().map(|(troop, _)| fit.mean_army[*troop] * troops[*troop].cost).sum();
    let army = DVector::from_iterator(rows, told.iter().map(|(troop, _)| fit.mean_army[*troop] / points));
    let of_point = design.transpose() * army;
    let point = of_point.dot(&values);
    let point_variance = (of_point.transpose() * &spread * &of_point)[0];
    let together = &spread * &of_point;
    let quantile = if fit.logistic.groups() < 2 { NORMAL_95 } else { student_95(fit.logistic.groups() - 1) };
    let cost = |(column, (name, list)): (usize, &(&str, f64))| PartCost {
        name: (*name).to_owned(),
        list: *list,
        fair: fieller([values[column], point], [spread[(column, column)], point_variance], together[column], quantile),
    };
    let degrees = rows - columns;
    let p = if degrees == 0 { 1.0 } else { chi_square_above(rest, degrees as f64) };
    Some(Formula { parts: parts.iter().enumerate().map(cost).collect(), left: (rest, degrees, p) })
}
