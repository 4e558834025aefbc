//! Estimates of many levels, each shrunk towards what fixed effects explain, by as much as the levels are alike: the
//! hierarchical normal model. Beyond the fixed effects the true values of the levels scatter with a variance that is
//! integrated out under a uniform prior, which keeps the frequency of intervals near their level (Morris and Tang,
//! Estimating random effects via adjustment for density maximization, Statistical Science 26, 2011; Morris, Parametric
//! empirical Bayes inference, Journal of the American Statistical Association 78, 1983). Errors may be correlated.

use super::correlations::correlations;
use super::distributions::normal_below;
use super::estimate::{Estimate, LEVEL, NORMAL_95, student_95};
use super::root::root;
use nalgebra::{DMatrix, DVector, SymmetricEigen};

/// The fewest levels whose scatter can be estimated well enough.
const LEAST_LEVELS: usize = 8;
/// The fewest levels more than fixed effects: the mean of the variance between levels is infinite with less.
const LEAST_DEGREES: usize = 4;
/// The number of variances between levels over which is integrated.
const NODES: usize = 512;
/// The least eigenvalue of the correlations of errors: where two levels have nearly equal errors, only the prior
/// decides how far they are shrunk.
const LEAST_EIGENVALUE: f64 = 1e-3;

/// The levels given a variance between them: the weight of that variance, and mean and standard deviation of each.
struct Node {
    weight: f64,
    levels: Vec<(f64, f64)>,
}

/// The values of all levels given estimates with this covariance, which has this many degrees of freedom, and the fixed
/// effects, a column each: their posterior means, and the central 95 % of their posterior distributions. `None` with
/// too few levels, or where their errors are hardly distinct.
///
/// *Assumes* that the true values of the levels scatter independently and normally around the fixed effects: averaged
/// over such levels, intervals cover 95 %, and more where the levels hardly differ. Over one particular level they may
/// cover less, if it lies far from all others.
pub fn shrunken(
    points: &[f64],
    covariance: &DMatrix<f64>,
    fixed: &DMatrix<f64>,
    degrees: u64,
) -> Option<Vec<Estimate>> {
    let are_many = points.len() >= LEAST_LEVELS && points.len() >= fixed.ncols() + LEAST_DEGREES;
    if !are_many || degrees == 0 || points.iter().chain(covariance).any(|number| !number.is_finite()) {
        return None;
    }
    // Student's intervals of the levels by themselves are the limit for levels that have nothing in common.
    let wider = student_95(degrees) / NORMAL_95;
    let nodes = nodes(points, &(covariance * (wider * wider)), fixed)?;
    let all: f64 = nodes.iter().map(|node| node.weight).sum();
    let estimate = |level: usize| {
        let of = |node: &Node| (node.weight / all, node.levels[level]);
        let point = nodes.iter().map(of).map(|(weight, (mean, _))| weight * mean).sum();
        let below = |x: f64| -> f64 {
            nodes.iter().map(of).map(|(weight, (mean, deviation))| weight * normal_below((x - mean) / deviation)).sum()
        };
        // Beyond nine standard deviations there is nothing of a normal distribution.
        let least = nodes.iter().map(of).map(|(_, (mean, deviation))| mean - 9.0 * deviation).fold(point, f64::min);
        let most = nodes.iter().map(of).map(|(_, (mean, deviation))| mean + 9.0 * deviation).fold(point, f64::max);
        let tail = (1.0 - LEVEL) / 2.0;
        let quantile = |share: f64| root(least, most, |x| below(x) - share);
        Estimate { point, low: quantile(tail), high: quantile(1.0 - tail), level: LEVEL }
    };
    Some((0..points.len()).map(estimate).collect())
}

/// The levels given each of many variances between them, in equal steps of its logarithm.
fn nodes(points: &[f64], covariance: &DMatrix<f64>, fixed: &DMatrix<f64>) -> Option<Vec<Node>> {
    let count = points.len();
    if correlations(covariance)?.symmetric_eigenvalues().min() <= LEAST_EIGENVALUE {
        return None;
    }
    // In the directions of the eigenvectors errors are independent of each other.
    let SymmetricEigen { eigenvectors, eigenvalues: errors } = SymmetricEigen::new(covariance.clone());
    let (least, most) = (errors.min(), errors.max());
    if least <= 0.0 {
        return None;
    }
    let points = DVector::from_row_slice(points);
    let (turned, turned_fixed) = (eigenvectors.tr_mul(&points), eigenvectors.tr_mul(fixed));
    let bounds = [1e-4 * least, 1e4 * most.max(points.variance())].map(libm::log);
    let at = |place: usize| {
        let share = (place as f64 + 0.5) / NODES as f64;
        let log_between = bounds[0] + (bounds[1] - bounds[0]) * share;
        let precision = errors.map(|own| 1.0 / (own + libm::exp(log_between)));
        let weighed = DMatrix::from_diagonal(&precision) * &turned_fixed;
        let normal = turned_fixed.tr_mul(&weighed).cholesky()?;
        let rest = &turned - &turned_fixed * normal.solve(&weighed.tr_mul(&turned));
        let log_of = |numbers: &DVector<f64>| numbers.iter().map(|one| libm::log(*one)).sum::<f64>();
        // Equal steps of the logarithm, and a uniform prior: each counts as much as its variance.
        let log_density = log_of(&precision) / 2.0
            - log_of(&normal.l_dirty().diagonal())
            - rest.component_mul(&rest).dot(&precision) / 2.0
            + log_between;
        // The share of each direction that is shrunk.
        let shrunk = errors.component_mul(&precision);
        let means = &eigenvectors * (&turned - shrunk.component_mul(&rest));
        // What the errors of the fixed effects add.
        let of_fixed = normal
            .l_dirty()
            .lower_triangle()
            .solve_lower_triangular(&(&eigenvectors * DMatrix::from_diagonal(&errors) * &weighed).transpose())?;
        let left = errors.zip_map(&shrunk, |own, share| own * (1.0 - share));
        let deviation = |level: usize| {
            let own: f64 = eigenvectors.row(level).iter().zip(&left).map(|(one, left)| one * one * left).sum();
            (own + of_fixed.column(level).norm_squared()).sqrt()
        };
        Some((log_density, (0..count).map(|level| (means[level], deviation(level))).collect::<Vec<_>>()))
    };
    let found: Vec<(f64, Vec<(f64, f64)>)> = (0..NODES).map(at).collect::<Option<_>>()?;
    let highest = found.iter().map(|(density, _)| *density).fold(f64::NEG_INFINITY, f64::max);
    Some(found.into_iter().map(|(density, levels)| Node { weight: libm::exp(density - highest), levels }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::distributions::normal_quantile;
    use rand::RngExt;
    use rand_pcg::Pcg64;

    /// Effects of coaching in eight schools, with standard errors (Rubin, Estimation in parallel randomized
    /// experiments, Journal of Educational Statistics 6, 1981).
    const SCHOOLS: [(f64, f64); 8] =
        [(28.0, 15.0), (8.0, 10.0), (-3.0, 16.0), (7.0, 11.0), (-1.0, 9.0), (1.0, 11.0), (18.0, 10.0), (12.0, 18.0)];

    fn of_schools(correlation: f64) -> Vec<Estimate> {
        let points = SCHOOLS.map(|(point, _)| point);
        let covariance = DMatrix::from_fn(8, 8, |one, other| {
            let product = SCHOOLS[one].1 * SCHOOLS[other].1;
            if one == other { product } else { correlation * product }
        });
        shrunken(&points, &covariance, &mean(8), u64::MAX).unwrap()
    }

    /// One fixed effect: the mean.
    fn mean(levels: usize) -> DMatrix<f64> {
        DMatrix::from_element(levels, 1, 1.0)
    }

    fn assert_near(found: &[Estimate], known: &[[f64; 3]]) {
        for (estimate, known) in found.iter().zip(known) {
            for (found, known) in [estimate.point, estimate.low, estimate.high].iter().zip(known) {
                assert!((found - known).abs() < 0.004, "{estimate:?}: {known:?}");
            }
        }
    }

    #[test]
    fn eight_schools_are_shrunk_as_by_quadrature() {
        // Adaptive quadrature by scipy over the variance between schools, with inverse matrices: mean and quantiles of
        // each school, with independent errors and with a correlation of 0.3 between all.
        assert_near(
            &of_schools(0.0),
            &[
                [14.645, -2.944, 38.429],
                [8.001, -6.907, 23.025],
                [4.631, -17.231, 23.112],
                [7.564, -8.443, 23.408],
                [3.345, -12.086, 16.805],
                [4.911, -12.196, 20.137],
                [12.778, -1.547, 29.687],
                [9.125, -11.129, 30.914],
            ],
        );
        assert_near(
            &of_schools(0.3),
            &[
                [14.921, -6.165, 40.738],
                [7.252, -9.616, 24.364],
                [3.151, -20.548, 24.568],
                [6.723, -11.241, 24.82],
                [2.075, -14.453, 17.929],
                [3.699, -14.919, 21.46],
                [12.651, -4.508, 31.168],
                [8.439, -14.359, 32.872],
            ],
        );
    }

    #[test]
    fn cells_are_shrunk_towards_rows_and_columns_as_by_another_program() {
        // Three bots on three scenarios, errors of one scenario correlated by a half; numpy, with inverse matrices on
        // a grid of 10,000 variances.
        let points = [3.0, 5.5, 4.0, 2.0, 7.0, 2.5, 6.0, 6.5, 8.0];
        let errors = [0.8, 1.0, 0.6, 1.2, 0.7, 0.9, 1.0, 0.8, 1.1];
        let covariance = DMatrix::from_fn(9, 9, |one, other| {
            let correlation = if one == other { 1.0 } else { f64::from(u8::from(one % 3 == other % 3)) / 2.0 };
            errors[one] * errors[other] * correlation
        });
        let is_in = |cell: usize, column: usize| match column {
            0 => true,
            1 | 2 => cell % 3 == column,
            _ => cell / 3 == column - 2,
        };
        let fixed = DMatrix::from_fn(9, 5, |cell, column| f64::from(u8::from(is_in(cell, column))));
        assert_near(
            &shrunken(&points, &covariance, &fixed, u64::MAX).unwrap(),
            &[
                [3.005, 1.441, 4.568],
                [5.526, 3.598, 7.452],
                [3.985, 2.81, 5.161],
                [2.095, -0.214, 4.392],
                [6.926, 5.55, 8.301],
                [2.577, 0.825, 4.324],
                [5.966, 4.03, 7.905],
                [6.625, 5.049, 8.202],
                [7.821, 5.696, 9.961],
            ],
        );
    }

    #[test]
    fn levels_that_have_nothing_in_common_are_not_shrunk_and_equal_ones_share_their_games() {
        let alone = DMatrix::identity(9, 9);
        let apart: Vec<f64> = (0..9).map(|level| 1000.0 * f64::from(level)).collect();
        for (estimate, point) in shrunken(&apart, &alone, &mean(9), 20).unwrap().iter().zip(&apart) {
            assert!((estimate.point - point).abs() < 0.01, "{estimate:?}");
            assert!((estimate.half_width() - student_95(20)).abs() < 0.01, "Student's: {estimate:?}");
        }
        for estimate in shrunken(&[5.0; 9], &alone, &mean(9), u64::MAX).unwrap() {
            assert!((estimate.point - 5.0).abs() < 1e-9);
            assert!(estimate.half_width() < 0.7 * NORMAL_95, "{estimate:?}");
        }
        // One level of which next to nothing is known does not keep the others apart.
        let mut uneven = alone;
        uneven[(8, 8)] = 90_000.0;
        for estimate in &shrunken(&[5.0; 9], &uneven, &mean(9), u64::MAX).unwrap()[..8] {
            assert!(estimate.half_width() < 0.75 * NORMAL_95, "{estimate:?}");
        }
    }

    #[test]
    fn nothing_is_shrunk_where_levels_are_few_or_hardly_distinct() {
        let of = |levels: usize, covariance: &DMatrix<f64>, fixed: &DMatrix<f64>, degrees: u64| {
            shrunken(&vec![1.0; levels], covariance, fixed, degrees)
        };
        let alone = DMatrix::identity(8, 8);
        assert!(of(8, &alone, &mean(8), 100).is_some());
        assert_eq!(of(7, &DMatrix::identity(7, 7), &mean(7), 100), None);
        assert_eq!(of(8, &DMatrix::zeros(8, 8), &mean(8), 100), None);
        assert_eq!(of(8, &(&alone * f64::NAN), &mean(8), 100), None);
        assert_eq!(of(8, &alone, &mean(8), 0), None);
        let pairs = DMatrix::from_fn(8, 8, |one, other| f64::from(u8::from(one / 2 == other / 2)));
        assert_eq!(of(8, &pairs, &mean(8), 100), None, "two bots that always play alike");
        let columns = DMatrix::from_fn(8, 5, |level, column| f64::from(u8::from(level == column)));
        assert_eq!(of(8, &alone, &columns, 100), None, "three levels more than fixed effects");
    }

    #[test]
    fn intervals_cover_levels_that_are_drawn_from_the_model() {
        let mut rng = Pcg64::new(5, 1);
        let mut normal = || normal_quantile(rng.random_range(1e-12..1.0));
        let (mut covered, mut shrunk, mut alone) = (0, 0.0, 0.0);
        for _ in 0..200 {
            let levels: Vec<f64> = (0..9).map(|_| normal()).collect();
            let points: Vec<f64> = levels.iter().map(|level| level + normal()).collect();
            let found = shrunken(&points, &DMatrix::identity(9, 9), &mean(9), u64::MAX).unwrap();
            for ((estimate, level), point) in found.iter().zip(&levels).zip(&points) {
                covered += u32::from((estimate.low..estimate.high).contains(level));
                shrunk += (estimate.point - level) * (estimate.point - level);
                alone += (point - level) * (point - level);
            }
        }
        // 1,800 intervals, nine of which share their scatter; by numpy 95.6 % of 5,400.
        let coverage = f64::from(covered) / 1800.0;
        assert!((0.935..0.975).contains(&coverage), "{coverage}");
        assert!(shrunk < 0.75 * alone, "{shrunk} of {alone}");
    }
}
