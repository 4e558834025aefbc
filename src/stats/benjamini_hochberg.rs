//! Multiple testing: the false discovery rate (Benjamini and Hochberg, Controlling the false discovery rate, JRSS B 57,
//! 1995). Of the significant verdicts at most the stated share is false on average, where the tests are independent or
//! positively dependent (Benjamini and Yekutieli, Annals of Statistics 29, 2001), as rates against a common opponent
//! are.

/// The adjusted p-values, in the order given: rejecting those of at most `q` keeps the false discovery rate at `q`.
/// None of them may be NaN.
pub fn benjamini_hochberg(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|one, other| p_values[*one].total_cmp(&p_values[*other]).then(one.cmp(other)));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut least: f64 = 1.0;
    for (rank, index) in order.iter().enumerate().rev() {
        least = least.min(p_values[*index] * p_values.len() as f64 / (rank + 1) as f64);
        adjusted[*index] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Benjamini and Hochberg 1995, section 4.2: thrombolysis after infarction, fifteen comparisons.
    const PUBLISHED: [f64; 15] = [
        0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590,
        1.0000,
    ];

    #[test]
    fn the_example_of_the_paper_has_four_discoveries() {
        let adjusted = benjamini_hochberg(&PUBLISHED);
        assert_eq!(adjusted.iter().filter(|p| **p <= 0.05).count(), 4);
    }

    #[test]
    fn adjusted_values_are_those_of_statsmodels() {
        // statsmodels 0.15.0: stats.multitest.multipletests(p, method="fdr_bh"), the values given in another order.
        let mut given = PUBLISHED;
        given.reverse();
        given.swap(2, 9);
        let expected = [
            1.0,
            0.8132142857142857,
            0.06385714285714286,
            0.7148749999999999,
            0.5811818181818182,
            0.48600000000000004,
            0.07650000000000001,
            0.0645,
            0.06385714285714286,
            0.7532307692307693,
            0.0603,
            0.035625,
            0.0095,
            0.003,
            0.0015,
        ];
        for (one, other) in benjamini_hochberg(&given).iter().zip(expected) {
            assert!((one - other).abs() < 1e-12, "{one} is not {other}");
        }
    }

    #[test]
    fn no_verdicts_are_no_trouble() {
        assert_eq!(benjamini_hochberg(&[]), Vec::<f64>::new());
        assert_eq!(benjamini_hochberg(&[0.03]), [0.03]);
    }
}
