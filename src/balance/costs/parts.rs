//! Fair costs of the parts of a cost formula: the worths of all troops as sums of the worths of their parts (an arm, a
//! quality, a weapon), by generalised least squares from the coefficients of the fit and their covariance (Aitken,
//! Proceedings of the Royal Society of Edinburgh 55, 1936).
//!
//! The residuals show whether any formula of this form can be right. Where they exceed their expectation, troops depart
//! from the formula by random amounts: their variance is chosen so that chi-square equals its degrees of freedom (Paule
//! and Mandel, Journal of Research of the National Bureau of Standards 87, 1982) and added to that of every worth, and
//! intervals use Student's quantile with these degrees of freedom.

use super::agreement::{Agreement, hotelling};
use super::fair::CostVerdict;
use super::fit::Fit;
use super::scale::Scale;
use crate::game::Troop;
use crate::stats::Estimate;
use crate::stats::estimate::{NORMAL_95, student_95};
use crate::stats::slope::fieller;
use nalgebra::{DMatrix, DVector};

/// A part of the formula.
#[derive(Clone, Debug, PartialEq)]
pub struct PartCost {
    /// Its name.
    pub name: String,
    /// Its cost by the rules.
    pub list_cost: f64,
    /// Its fair cost; `None` where the games do not bound it, and of the only part of a formula, which the scale of all
    /// costs determines.
    pub fair: Option<Estimate>,
}

/// A formula with fair numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// Its parts.
    pub parts: Vec<PartCost>,
    /// The lack of fit of any such formula; `None` where there are as many parts as troops, so that any worths fit.
    pub left: Option<Agreement>,
    /// The standard deviation, in points, by which troops depart from the formula beyond sampling error; part of all
    /// intervals.
    pub scatter: f64,
}

impl Formula {
    /// Whether the games reject any formula with these parts.
    pub fn is_rejected(&self) -> bool {
        self.left.is_some_and(|left| !left.holds())
    }

    /// The verdict on a part; `None` for the only one, which the scale of all costs determines.
    pub fn verdict(&self, part: &PartCost) -> Option<CostVerdict> {
        (self.parts.len() > 1).then(|| CostVerdict::of(part.fair.as_ref(), part.list_cost))
    }
}

/// The parts on which all of these formulas have this verdict.
pub fn parts_with_verdict<'a>(formulas: &[&'a Formula], verdict: CostVerdict) -> Vec<&'a str> {
    let Some((first, others)) = formulas.split_first() else { return Vec::new() };
    let has_it = |formula: &Formula, name: &str| {
        formula.parts.iter().any(|part| part.name == name && formula.verdict(part) == Some(verdict))
    };
    let names = first.parts.iter().map(|part| part.name.as_str()).filter(|name| has_it(first, name));
    names.filter(|name| others.iter().all(|formula| has_it(formula, name))).collect()
}

/// Worths of troops explained by worths of parts.
struct Explained {
    values: DVector<f64>,
    covariance: DMatrix<f64>,
    /// The residual chi-square.
    rest: f64,
}

/// Generalised least squares, where worths have this variance beyond their covariance.
fn explained(
    design: &DMatrix<f64>,
    worths: &DVector<f64>,
    covariance: &DMatrix<f64>,
    departure: f64,
) -> Option<Explained> {
    let inverse = (covariance + DMatrix::identity(worths.len(), worths.len()) * departure).cholesky()?.inverse();
    let covariance = (design.transpose() * &inverse * design).cholesky()?.inverse();
    let values = &covariance * design.transpose() * &inverse * worths;
    let off = worths - design * &values;
    let rest = (off.transpose() * &inverse * &off)[0].max(0.0);
    Some(Explained { values, covariance, rest })
}

/// The variance of departures for which the residual equals its expectation.
fn departure(design: &DMatrix<f64>, worths: &DVector<f64>, covariance: &DMatrix<f64>) -> Option<f64> {
    let degrees = (design.nrows() - design.ncols()) as f64;
    let leaves_more = |departure: f64| Some(explained(design, worths, covariance, departure)?.rest > degrees);
    if !leaves_more(0.0)? {
        return Some(0.0);
    }
    let (mut low, mut high) = (0.0, covariance.trace());
    while leaves_more(high)? {
        (low, high) = (high, 4.0 * high);
    }
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if leaves_more(middle)? { low = middle } else { high = middle }
    }
    Some(high)
}

/// The fair numbers of a rulebook's formula; `None` where it has none, or its parts are not identifiable.
pub fn formula(fit: &Fit, troops: &[Troop]) -> Option<Formula> {
    let estimated: Vec<(usize, usize)> =
        (0..troops.len()).filter_map(|troop| Some((troop, fit.troop(troop)?))).collect();
    let mut parts: Vec<(&str, f64)> = Vec::new();
    for part in estimated.iter().flat_map(|(troop, _)| &troops[*troop].parts) {
        if parts.iter().all(|(name, _)| *name != part.name) {
            parts.push((&part.name, part.cost));
        }
    }
    let (rows, columns) = (estimated.len(), parts.len());
    if columns == 0 || columns > rows {
        return None;
    }
    let number_of = |row: usize, column: usize| {
        let parts_of = &troops[estimated[row].0].parts;
        parts_of.iter().filter(|part| part.name == parts[column].0).map(|part| f64::from(part.number)).sum::<f64>()
    };
    let design = DMatrix::from_fn(rows, columns, number_of);
    let covariance =
        DMatrix::from_fn(rows, rows, |one, other| fit.logistic.covariance(estimated[one].1, estimated[other].1));
    let worths = DVector::from_iterator(rows, estimated.iter().map(|(_, column)| fit.logistic.coefficients()[*column]));
    let degrees = rows - columns;
    let meetings_less_one = fit.logistic.groups().saturating_sub(1);
    let rest = explained(&design, &worths, &covariance, 0.0)?.rest;
    let left = if degrees == 0 { None } else { hotelling(rest, degrees, 1, meetings_less_one as f64) };
    let departure = if degrees == 0 { 0.0 } else { departure(&design, &worths, &covariance)? };
    let Explained { values, covariance: spread, .. } = explained(&design, &worths, &covariance, departure)?;
    let freedom = if departure > 0.0 { degrees as u64 } else { meetings_less_one };
    let quantile = if freedom == 0 { NORMAL_95 } else { student_95(freedom) };
    // Parts are on the scale of the troops.
    let scale = Scale::of(fit, troops)?;
    let army = DVector::from_iterator(rows, estimated.iter().map(|(troop, _)| scale.counts[*troop] / scale.points));
    let of_point = design.transpose() * army;
    let point = of_point.dot(&values);
    if point <= 0.0 {
        return None;
    }
    let point_variance = (of_point.transpose() * &spread * &of_point)[0];
    let together = &spread * &of_point;
    let cost = |(column, (name, list)): (usize, &(&str, f64))| PartCost {
        name: (*name).to_owned(),
        list_cost: *list,
        fair: (columns > 1)
            .then(|| {
                let variances = [spread[(column, column)], point_variance];
                fieller([values[column], point], variances, together[column], quantile)
            })
            .flatten(),
    };
    Some(Formula { parts: parts.iter().enumerate().map(cost).collect(), left, scatter: departure.sqrt() / point })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::LEVEL;

    /// A formula of parts that cost two points, with these intervals.
    fn of_intervals(parts: &[(&str, f64, f64)]) -> Formula {
        let part = |(name, low, high): &(&str, f64, f64)| PartCost {
            name: (*name).to_owned(),
            list_cost: 2.0,
            fair: Some(Estimate { point: (low + high) / 2.0, low: *low, high: *high, level: LEVEL }),
        };
        Formula { parts: parts.iter().map(part).collect(), left: None, scatter: 0.0 }
    }

    #[test]
    fn a_part_has_a_verdict_where_every_formula_has_it() {
        let one = of_intervals(&[("horse", 2.5, 4.0), ("heavy", 0.1, 1.0), ("bow", 2.5, 3.0), ("foot", 1.0, 3.0)]);
        let other = of_intervals(&[("bow", 1.0, 1.5), ("horse", 3.0, 5.0), ("heavy", 0.5, 1.9)]);
        let found = |formulas: &[&Formula], verdict| parts_with_verdict(formulas, verdict).join(" ");
        assert_eq!(found(&[&one], CostVerdict::Underpriced), "horse bow");
        assert_eq!(found(&[&one, &other], CostVerdict::Underpriced), "horse");
        assert_eq!(found(&[&one, &other], CostVerdict::Overpriced), "heavy");
        assert_eq!(found(&[&one, &other, &of_intervals(&[("horse", 2.5, 4.0)])], CostVerdict::Underpriced), "");
        assert_eq!(found(&[], CostVerdict::Overpriced), "");
    }
}
