//! The effective number of contributions to a sum (Kish, *Survey Sampling*, 1965, 11.7).

/// (Σx)² / Σx² of values that are not negative, from the sums of the values and of their squares: their number where
/// all are equal, less the more they differ, 0 without any.
pub fn effective_number(total: f64, squared: f64) -> f64 {
    if squared > 0.0 { total * total / squared } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_count_one_each_and_a_great_one_hides_small_ones() {
        assert_eq!(effective_number(5.0 * 3.0, 5.0 * 9.0), 5.0);
        // Weights 1, 1 and 4: 36 / 18.
        assert_eq!(effective_number(6.0, 18.0), 2.0);
        assert_eq!(effective_number(0.0, 0.0), 0.0);
    }
}
