//! Correlations of estimates from their covariance.

use nalgebra::DMatrix;

/// The correlations; `None` where an estimate has no error, so that it has none with others.
pub fn correlations(covariance: &DMatrix<f64>) -> Option<DMatrix<f64>> {
    let errors = covariance.diagonal().map(|variance| variance.max(0.0).sqrt());
    (errors.min() > 0.0).then(|| {
        DMatrix::from_fn(covariance.nrows(), covariance.ncols(), |row, column| {
            covariance[(row, column)] / (errors[row] * errors[column])
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correlations_are_covariances_in_units_of_both_errors() {
        // By hand: errors 2 and 3.
        let found = correlations(&DMatrix::from_row_slice(2, 2, &[4.0, 3.0, 3.0, 9.0])).unwrap();
        assert_eq!(found, DMatrix::from_row_slice(2, 2, &[1.0, 0.5, 0.5, 1.0]));
        assert_eq!(correlations(&DMatrix::from_row_slice(2, 2, &[4.0, 0.0, 0.0, 0.0])), None);
    }
}
