//! Simultaneous intervals: by how many standard errors each interval of a family extends so that all of them together
//! hold their truths with a probability of 95 % (the greatest-|t| method; Hothorn, Bretz and Westfall, Simultaneous
//! inference in general parametric models, Biometrical Journal 50, 2008).
//!
//! The statistics are `a·z / s` for rows `a` of unit length, independent standard normal `z`, and a common `s` from a
//! chi-square distribution divided by its degrees of freedom. Direction and length of `z` are independent, and the
//! square of `|z| / s` over the dimension has an F distribution, so that given the direction the probability that no
//! statistic exceeds a bound is exact; only directions are drawn (Deák, Three digit accurate multiple normal
//! probabilities, Numerische Mathematik 35, 1980; Genz and Bretz, Comparison of methods for the computation of
//! multivariate t probabilities, Journal of Computational and Graphical Statistics 11, 2002). They come from a
//! generator of their own with a fixed seed, so that the same rows give the same quantile.

use super::distributions::{f_above, student_quantile};
use super::estimate::LEVEL;
use super::root::root;
use nalgebra::{DMatrix, DVector};
use rand::Rng;
use rand_pcg::Pcg64;
use std::f64::consts::PI;

/// Directions: their sampling error moves the quantile by less than half a per cent.
const DIRECTIONS: usize = 64_000;
/// Directions are sorted, and averaged over this many neighbours before their probabilities are computed.
const ALIKE: usize = 256;
const SEED: [u64; 2] = [0x6a6f_696e_7420_7431, 0x6d61_782d_7420_3935];

/// The bound that the greatest of some statistics exceeds in absolute value with a probability of 5 %.
///
/// Each row of `rows` gives a statistic as a combination of independent standard normal variates, up to a factor; rows
/// of zeros are left out. `degrees` are those of the common estimate of scale, at least 1. The result lies between
/// Student's quantile for one statistic and that of Bonferroni's inequality for all. `None` without any row.
pub fn greatest_t_95(rows: &DMatrix<f64>, degrees: u64) -> Option<f64> {
    let unit = |row: usize| {
        let row = rows.row(row).transpose();
        let length = row.norm();
        (length > 0.0).then(|| row / length)
    };
    let rows: Vec<DVector<f64>> = (0..rows.nrows()).filter_map(unit).collect();
    let dimension = rows.first()?.len();
    let freedom = degrees.max(1) as f64;
    let tail = (1.0 - LEVEL) / 2.0;
    let one = student_quantile(1.0 - tail, freedom);
    let bonferroni = student_quantile(1.0 - tail / rows.len() as f64, freedom);
    // The square of the greatest statistic, as a share of the squared length of its direction.
    let mut normal = Normal::new();
    let mut shares: Vec<f64> = (0..DIRECTIONS)
        .map(|_| {
            let z = DVector::from_fn(dimension, |_, _| normal.next());
            let greatest = rows.iter().map(|row| row.dot(&z).abs()).fold(0.0, f64::max);
            greatest * greatest / z.norm_squared()
        })
        .collect();
    shares.sort_unstable_by(f64::total_cmp);
    let middles: Vec<f64> = shares.chunks(ALIKE).map(|alike| alike.iter().sum::<f64>() / alike.len() as f64).collect();
    let dimension = dimension as f64;
    let exceeds = |bound: f64| {
        let of = |share: &f64| f_above(bound * bound / (dimension * share), dimension, freedom);
        middles.iter().map(of).sum::<f64>() / middles.len() as f64
    };
    Some(root(one, bonferroni, |bound| exceeds(bound) - (1.0 - LEVEL)))
}

/// Standard normal variates in pairs (Box and Muller, Annals of Mathematical Statistics 29, 1958).
struct Normal {
    numbers: Pcg64,
    spare: Option<f64>,
}

impl Normal {
    fn new() -> Normal {
        Normal { numbers: Pcg64::new(u128::from(SEED[0]), u128::from(SEED[1])), spare: None }
    }

    fn next(&mut self) -> f64 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        let mut uniform = || ((self.numbers.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
        let (length, angle) = ((-2.0 * libm::log(uniform())).sqrt(), 2.0 * PI * uniform());
        self.spare = Some(length * libm::sin(angle));
        length * libm::cos(angle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::estimate::student_95;

    /// Statistics with one common factor of these loadings: their correlations are the products of two.
    fn one_factor(loadings: &[f64]) -> DMatrix<f64> {
        DMatrix::from_fn(loadings.len(), loadings.len() + 1, |row, column| match column {
            0 => loadings[row],
            _ if column == row + 1 => (1.0 - loadings[row] * loadings[row]).sqrt(),
            _ => 0.0,
        })
    }

    #[test]
    fn quantiles_are_those_of_numerical_integration() {
        // scipy 1.17.1: the root in q of the integral over the scale (stats.chi2) and the common factor (stats.norm) of
        // the product of the probabilities that each statistic is within q, by quadrature on fixed grids.
        let known: [(&[f64], u64, f64); 5] = [
            (&[0.0; 5], 20, 2.818_773_7),
            (&[0.5_f64.sqrt(); 3], 10, 2.758_997_0),
            (&[0.9, 0.8, 0.3, -0.6], 60, 2.514_513_5),
            (&[0.9_f64.sqrt(); 6], 400, 2.312_193_4),
            (&[0.0; 12], 1000, 2.864_097_3),
        ];
        for (loadings, degrees, wanted) in known {
            let found = greatest_t_95(&one_factor(loadings), degrees).unwrap();
            assert!((found / wanted - 1.0).abs() < 0.004, "{loadings:?} {degrees}: {found} is not {wanted}");
        }
    }

    #[test]
    fn one_statistic_has_student_s_quantile_however_often_it_is_repeated() {
        for degrees in [1, 7, 500] {
            let one = DMatrix::from_row_slice(1, 1, &[3.0]);
            let thrice = DMatrix::from_row_slice(4, 1, &[3.0, -1.0, 0.0, 0.5]);
            for rows in [one, thrice] {
                assert!((greatest_t_95(&rows, degrees).unwrap() - student_95(degrees)).abs() < 1e-4);
            }
        }
        // The same in more dimensions, where the directions are drawn.
        let rows = DMatrix::from_row_slice(2, 3, &[1.0, 2.0, -1.0, -2.0, -4.0, 2.0]);
        assert!((greatest_t_95(&rows, 30).unwrap() / student_95(30) - 1.0).abs() < 0.004);
        assert_eq!(greatest_t_95(&DMatrix::zeros(2, 3), 30), None);
    }
}
