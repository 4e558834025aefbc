//! How far two orders of the same things agree: Kendall's tau-b, which allows for ties (Kendall, "The treatment of ties
//! in ranking problems", Biometrika 33, 1945).

/// Numbers that differ by no more are equal but for rounding.
const ROUNDING: f64 = 1e-9;

/// The sign of a difference.
fn sign(one: f64, other: f64) -> i64 {
    if one == other || (one - other).abs() <= ROUNDING { 0 } else { one.total_cmp(&other) as i64 }
}

/// The pairs that both orders rank alike, less those that they rank the other way round, over the geometric mean of the
/// pairs that each ranks at all: from -1 (reversed) to 1 (alike). `None` where one of them ranks nothing.
///
/// # Panics
/// If the two are not of equal length.
pub fn kendall_tau(one: &[f64], other: &[f64]) -> Option<f64> {
    assert_eq!(one.len(), other.len(), "both orders are of the same things");
    let (mut alike, mut ranked) = (0i64, [0i64; 2]);
    for i in 0..one.len() {
        for j in 0..i {
            let signs = [sign(one[i], one[j]), sign(other[i], other[j])];
            alike += signs[0] * signs[1];
            ranked = [ranked[0] + signs[0].abs(), ranked[1] + signs[1].abs()];
        }
    }
    let pairs = (ranked[0] as f64 * ranked[1] as f64).sqrt();
    (pairs > 0.0).then(|| alike as f64 / pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of `scipy.stats.kendalltau`.
    #[test]
    fn orders_with_and_without_ties_agree_as_published() {
        let tau = |one: &[f64], other: &[f64]| kendall_tau(one, other).expect("both rank something");
        assert!((tau(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &[2.0, 1.0, 3.0, 5.0, 4.0, 6.0]) - 0.733_333_333_3).abs() < 1e-9);
        assert!((tau(&[12.0, 2.0, 1.0, 12.0, 2.0], &[1.0, 4.0, 7.0, 1.0, 0.0]) + 0.471_404_520_8).abs() < 1e-9);
        assert!((tau(&[1.0, 2.0, 2.0, 3.0], &[4.0, 4.0, 1.0, 9.0]) - 0.4).abs() < 1e-9);
        assert!((tau(&[0.0, 0.1 + 0.2, 0.3, 0.5], &[-0.0, 1.0, 1.0, 2.0]) - 1.0).abs() < 1e-9, "ties but for rounding");
        assert_eq!((kendall_tau(&[1.0, 1.0], &[1.0, 2.0]), kendall_tau(&[], &[])), (None, None));
    }
}
