//! Whether entrants are as strong in each of several fields of games on different dice, as under several rulebooks.
//!
//! The statistic is the mean square of the departures of strengths from their means over the fields, each in standard
//! errors: Wald's statistic without the correlations. Covariances from little more groups than entrants, or from fewer,
//! have no usable inverse, and Wald's own test then rejects most hypotheses that are true (Friedrich and Pauly, MATS:
//! Inference for potentially singular and heteroscedastic MANOVA, Journal of Multivariate Analysis 165, 2018). Its
//! distribution is that of a mean of dependent squares, as in [`mod@super::cycles`]. Strengths are known up to a
//! constant: in each field they are taken around their mean.

use super::correlations::correlations;
use super::cycles::above;
use super::ratings::Ratings;
use nalgebra::{DMatrix, DVector};

/// With fewer groups in one of the fields there is no test: with three it rejected 23 % of true hypotheses.
const ENOUGH_GROUPS: usize = 10;

/// The p-value of the hypothesis that the strengths are equal in all fields, which share no dice. Each field comes with
/// the numbers that the entrants have in it, in one order. `None` with fewer than two fields or entrants, and where the
/// error of a field is from fewer than ten groups of games.
pub fn same_strengths(fields: &[(&Ratings, Vec<usize>)]) -> Option<f64> {
    let (count, entrants) = (fields.len(), fields.first()?.1.len());
    let groups: Option<Vec<usize>> = fields.iter().map(|(ratings, _)| ratings.groups()).collect();
    // Of the errors of all fields together no fewer degrees of freedom are sure.
    let groups = groups?.into_iter().min()?;
    if count < 2 || entrants < 2 || groups < ENOUGH_GROUPS {
        return None;
    }
    let size = count * entrants;
    let mut strengths = DVector::<f64>::zeros(size);
    let mut covariance = DMatrix::<f64>::zeros(size, size);
    for (field, (ratings, numbers)) in fields.iter().enumerate() {
        let start = field * entrants;
        for (row, one) in numbers.iter().enumerate() {
            strengths[start + row] = ratings.elo(*one).point;
            for (column, other) in numbers.iter().enumerate() {
                covariance[(start + row, start + column)] = ratings.covariance(*one, *other);
            }
        }
    }
    // Less the mean of the field, and of the entrant over the fields.
    let less_mean = |is_same: bool, of: usize| f64::from(u8::from(is_same)) - 1.0 / of as f64;
    let departure = DMatrix::from_fn(size, size, |row, column| {
        less_mean(row / entrants == column / entrants, count) * less_mean(row % entrants == column % entrants, entrants)
    });
    let departures = &departure * strengths;
    let covariance = &departure * covariance * departure.transpose();
    let correlations = correlations(&covariance)?;
    let squared = |(departure, variance): (&f64, &f64)| (departure / variance.sqrt()).powi(2);
    let squares: f64 = departures.iter().zip(&covariance.diagonal()).map(squared).sum();
    Some(above(squares / size as f64, &correlations, groups, (count - 1) * (entrants - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: [f64; 4] = [0.9, 0.1, -0.3, -0.7];
    const OTHER: [f64; 4] = [0.4, 0.3, -0.5, -0.2];

    /// A field of four with these strengths and covariances, from this many groups.
    fn field(strengths: &[f64; 4], covariance: &[[f64; 4]; 4], scale: f64, groups: usize) -> Ratings {
        let covariance = DMatrix::from_fn(4, 4, |row, column| covariance[row][column] * scale);
        Ratings::fitted(DVector::from_row_slice(strengths), covariance.clone(), covariance, groups)
    }

    fn one(groups: usize) -> Ratings {
        let covariance = [[2.0, 1.0, 0.0, 0.0], [1.0, 3.0, 1.0, 0.0], [0.0, 1.0, 2.0, 1.0], [0.0, 0.0, 1.0, 4.0]];
        field(&ONE, &covariance, 1.0 / 60.0, groups)
    }

    fn other(groups: usize) -> Ratings {
        let covariance = [[3.0, 0.0, 1.0, 0.0], [0.0, 2.0, 0.0, 1.0], [1.0, 0.0, 4.0, 0.0], [0.0, 1.0, 0.0, 2.0]];
        field(&OTHER, &covariance, 1.0 / 50.0, groups)
    }

    fn p_value(fields: &[&Ratings]) -> Option<f64> {
        same_strengths(&fields.iter().map(|ratings| (*ratings, vec![0, 1, 2, 3])).collect::<Vec<_>>())
    }

    const TWO_FIELDS: f64 = 0.098_700_357_687_612_9;
    const THREE_FIELDS: f64 = 0.000_521_204_475_156_885;
    const TOGETHER: f64 = 0.517_554_433_024_308_5;

    #[test]
    fn p_values_are_those_of_a_second_derivation() {
        // numpy 2.4.6 and scipy 1.17.1: of two fields from the four differences and the sum of both covariances,
        // stats.f.sf of the mean square with 3 and 72 degrees of freedom; of three fields by Kronecker products.
        let close = |found: Option<f64>, expected: f64| {
            assert!(found.is_some_and(|p| (p / expected - 1.0).abs() < 1e-9), "{found:?} is not {expected}");
        };
        close(p_value(&[&one(25), &other(40)]), TWO_FIELDS);
        // The other order of fields, and of the entrants in one of them.
        close(p_value(&[&other(40), &one(25)]), TWO_FIELDS);
        let turned: [usize; 4] = [3, 2, 1, 0];
        let strengths = turned.map(|number| OTHER[number]);
        let covariance = [[2.0, 0.0, 1.0, 0.0], [0.0, 4.0, 0.0, 1.0], [1.0, 0.0, 2.0, 0.0], [0.0, 1.0, 0.0, 3.0]];
        let backwards = field(&strengths, &covariance, 1.0 / 50.0, 40);
        close(same_strengths(&[(&one(25), vec![0, 1, 2, 3]), (&backwards, turned.to_vec())]), TWO_FIELDS);
        let covariance = [[4.0, 1.0, 0.0, 0.0], [1.0, 2.0, 1.0, 0.0], [0.0, 1.0, 3.0, 1.0], [0.0, 0.0, 1.0, 2.0]];
        let third = field(&[-0.14, -0.06, 0.02, 0.18], &covariance, 1.0 / 60.0, 60);
        close(p_value(&[&one(25), &other(40), &third]), THREE_FIELDS);
    }

    #[test]
    fn errors_that_go_together_count_as_fewer() {
        // numpy and scipy as above: both covariances with the product of (1, -1, 1/2, -1/2) with itself added, by which
        // the degrees of freedom are 1.504 in place of 3.
        let common = [1.0, -1.0, 0.5, -0.5];
        let with = |ratings: Ratings, strengths: &[f64; 4], share: f64, groups: usize| {
            let covariance = std::array::from_fn(|row| {
                std::array::from_fn(|column| {
                    ratings.covariance(row, column) / (crate::stats::ELO * crate::stats::ELO)
                        + share * common[row] * common[column]
                })
            });
            field(strengths, &covariance, 1.0, groups)
        };
        let (one, other) = (with(one(25), &ONE, 0.25, 25), with(other(40), &OTHER, 0.15, 40));
        let p = p_value(&[&one, &other]).unwrap();
        assert!((p / TOGETHER - 1.0).abs() < 1e-9, "{p}");
    }

    #[test]
    fn a_constant_is_no_difference_and_few_groups_are_no_test() {
        let independent = std::array::from_fn(|row| std::array::from_fn(|column| f64::from(u8::from(row == column))));
        let moved = field(&ONE.map(|strength| strength + 2.0), &independent, 0.01, 12);
        assert!(p_value(&[&one(25), &moved]).unwrap() > 0.999_999);
        assert_eq!(p_value(&[&one(25), &other(9)]), None);
        assert_eq!(p_value(&[&one(25)]), None);
        assert_eq!(same_strengths(&[(&one(25), vec![1]), (&other(25), vec![1])]), None);
        assert_eq!(same_strengths(&[]), None);
    }
}
