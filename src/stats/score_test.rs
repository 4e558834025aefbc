//! Tests of features that are not in a logistic regression: generalised score tests (Boos, On generalized score tests,
//! American Statistician 46, 1992), which need no further fit. Only the part of a feature that the others do not
//! explain counts; its scatter is estimated between groups (clusters), so that the test remains valid where the model
//! is misspecified.

use super::distributions::{chi_square_above, normal_two_sided};
use super::logistic::{Logistic, Rows};
use nalgebra::{DMatrix, DVector};

/// The test of one candidate feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Added {
    /// Its coefficient after one step of the fit.
    pub coefficient: f64,
    /// The standard error of the coefficient.
    pub error: f64,
    /// The standard deviation of the part of it that the other features do not explain.
    pub spread: f64,
    /// The p-value of the hypothesis that its coefficient is 0.
    pub p: f64,
}

/// The joint test of several features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    /// The chi-square statistic.
    pub statistic: f64,
    /// Its degrees of freedom: the number of linearly independent features.
    pub degrees: usize,
    /// The p-value of the hypothesis that all coefficients are 0.
    pub p: f64,
}

/// The tests of single features (`None` where the others explain a feature wholly), and of all of them together.
/// `columns` holds for each feature its value in every row.
pub fn score_tests(rows: &Rows, fitted: &Logistic, columns: &[Vec<f64>]) -> (Vec<Option<Added>>, Joint) {
    let size = rows.features();
    let weights: Vec<f64> = rows.iter().map(|(row, ..)| fitted.chance(row)).map(|p| p * (1.0 - p)).collect();
    let mut inside = DMatrix::<f64>::zeros(size, size);
    for ((row, ..), weight) in rows.iter().zip(&weights) {
        for one in 0..size {
            (0..=one).for_each(|other| inside[(one, other)] += weight * row[one] * row[other]);
        }
    }
    inside.fill_upper_triangle_with_lower_triangle();
    let inside = inside.cholesky();
    // The part of each column that the features of the regression do not explain.
    let unexplained: Vec<(Vec<f64>, f64)> = columns
        .iter()
        .map(|column| {
            let mut across = DVector::<f64>::zeros(size);
            for (((row, ..), weight), value) in rows.iter().zip(&weights).zip(column) {
                row.iter().enumerate().for_each(|(place, feature)| across[place] += weight * feature * value);
            }
            let explained = inside.as_ref().map_or_else(|| DVector::zeros(size), |inside| inside.solve(&across));
            let rest = |((row, ..), value): ((&[f64], f64, u64), &f64)| {
                value - row.iter().zip(explained.iter()).map(|(feature, share)| feature * share).sum::<f64>()
            };
            let rest: Vec<f64> = rows.iter().zip(column).map(rest).collect();
            let information = rest.iter().zip(&weights).map(|(value, weight)| weight * value * value).sum();
            (rest, information)
        })
        .collect();
    let count = columns.len();
    let mut scores = DVector::<f64>::zeros(count);
    let mut scatter = DMatrix::<f64>::zeros(count, count);
    let mut group_scores = DVector::<f64>::zeros(count);
    let mut last = None;
    for (index, (row, result, group)) in rows.iter().enumerate() {
        if last != Some(group) {
            scatter += &group_scores * group_scores.transpose();
            group_scores.fill(0.0);
            last = Some(group);
        }
        let surplus = result - fitted.chance(row);
        for (column, (rest, _)) in unexplained.iter().enumerate() {
            group_scores[column] += surplus * rest[index];
            scores[column] += surplus * rest[index];
        }
    }
    scatter += &group_scores * group_scores.transpose();
    let rows_number = rows.len().max(1) as f64;
    let added = |column: usize| {
        let (rest, information) = &unexplained[column];
        let whole: f64 = columns[column].iter().map(|value| value * value).sum();
        let left: f64 = rest.iter().map(|value| value * value).sum();
        let is_estimable = left > 1e-9 * whole && scatter[(column, column)] > 0.0 && *information > 0.0;
        is_estimable.then(|| Added {
            coefficient: scores[column] / information,
            error: scatter[(column, column)].sqrt() / information,
            spread: (left / rows_number).sqrt(),
            p: normal_two_sided(scores[column] / scatter[(column, column)].sqrt()),
        })
    };
    let added: Vec<Option<Added>> = (0..count).map(added).collect();
    (added, joint(&scores, &scatter))
}

/// Features are taken one after the other (Cholesky); those that the previous ones explain are skipped.
fn joint(scores: &DVector<f64>, scatter: &DMatrix<f64>) -> Joint {
    let count = scores.len();
    let mut root = DMatrix::<f64>::zeros(count, count);
    let mut solved = vec![0.0; count];
    let (mut statistic, mut degrees) = (0.0, 0);
    for row in 0..count {
        let mut value = scores[row];
        let mut left = scatter[(row, row)];
        for column in 0..row {
            if root[(column, column)] == 0.0 {
                continue;
            }
            let mut entry = scatter[(row, column)];
            (0..column).for_each(|before| entry -= root[(row, before)] * root[(column, before)]);
            root[(row, column)] = entry / root[(column, column)];
            left -= root[(row, column)] * root[(row, column)];
            value -= root[(row, column)] * solved[column];
        }
        if left > 1e-8 * scatter[(row, row)] && left > 0.0 {
            root[(row, row)] = left.sqrt();
            solved[row] = value / root[(row, row)];
            statistic += solved[row] * solved[row];
            degrees += 1;
        }
    }
    let p = if degrees == 0 { 1.0 } else { chi_square_above(statistic, degrees as f64) };
    Joint { statistic, degrees, p }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;
    use rand_pcg::Pcg64;

    /// Games in groups of two with a common feature, a second one, and the square of the second.
    fn simulated(square: f64, seed: u64) -> (Rows, Vec<Vec<f64>>) {
        let mut stream = Pcg64::new(u128::from(seed), 11);
        let mut unit = || (stream.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let (mut rows, mut squares, mut noise) = (Rows::new(2), Vec::new(), Vec::new());
        for group in 0..400 {
            let x = 4.0 * unit() - 2.0;
            for _ in 0..2 {
                let chance = 1.0 / (1.0 + libm::exp(-(0.3 + 0.8 * x + square * x * x)));
                rows.add(&[1.0, x], f64::from(unit() < chance), group);
                squares.push(x * x);
                noise.push(unit());
            }
        }
        (rows, vec![squares, noise])
    }

    #[test]
    fn a_square_that_matters_is_found_and_measured() {
        let (rows, columns) = simulated(0.4, 1);
        let fitted = Logistic::of(&rows, &[f64::INFINITY; 2]).unwrap();
        let (found, joint) = score_tests(&rows, &fitted, &columns);
        let square = found[0].unwrap();
        assert!(square.p < 1e-4 && (square.coefficient - 0.4).abs() < 3.0 * square.error, "{square:?}");
        assert!(joint.p < 1e-3 && joint.degrees == 2, "{joint:?}");
    }

    #[test]
    fn what_does_not_matter_is_found_one_time_in_twenty() {
        let (mut single, mut both) = (0, 0);
        for seed in 0..400 {
            let (rows, columns) = simulated(0.0, seed);
            let fitted = Logistic::of(&rows, &[f64::INFINITY; 2]).unwrap();
            let (found, joint) = score_tests(&rows, &fitted, &columns);
            single += u32::from(found[0].unwrap().p < 0.05);
            both += u32::from(joint.p < 0.05);
        }
        // Binomial: 20 ± 13 with 99.7 %.
        assert!((7..=33).contains(&single) && (7..=33).contains(&both), "{single} {both}");
    }

    #[test]
    fn what_the_regression_explains_wholly_is_not_tested() {
        let (rows, mut columns) = simulated(0.0, 3);
        let fitted = Logistic::of(&rows, &[f64::INFINITY; 2]).unwrap();
        columns.push(vec![2.5; rows.len()]);
        columns.push(columns[0].clone());
        let (found, joint) = score_tests(&rows, &fitted, &columns);
        assert_eq!(found[2], None);
        assert_eq!(joint.degrees, 2);
    }
}
