//! The maximum-likelihood distribution of scores with a given mean, or with a given ratio of mean surplus to standard
//! deviation: empirical likelihood (Owen, Empirical Likelihood, 2001, chapter 2), as used for game results by Van den
//! Bergh, "The MLE of a multinomial distribution with a given expectation value" and "Normalized Elo", the papers
//! behind fishtest.

use super::root::root;
use super::scores::Scores;

/// Shares of the scores in the most likely distribution with the mean `mean`, which lies strictly between the least and
/// the greatest score. All counts are positive.
pub(super) fn with_mean(scores: &Scores, mean: f64) -> Vec<f64> {
    let count = scores.count();
    let multiplier = secular(&scores.iter().map(|(value, number)| (value - mean, number / count)).collect::<Vec<_>>());
    scores.iter().map(|(value, number)| number / count / (1.0 + multiplier * (value - mean))).collect()
}

/// Shares of the scores in the most likely distribution whose mean exceeds one half by `ratio` standard deviations. All
/// counts are positive.
///
/// The constraint is not linear in the shares; each step solves it with mean and deviation of the previous step (Van
/// den Bergh, Normalized Elo, section 4.1).
pub(super) fn with_ratio(scores: &Scores, ratio: f64) -> Vec<f64> {
    const MOST_STEPS: usize = 60;
    const CLOSE: f64 = 1e-12;
    let count = scores.count();
    let kinds = scores.iter().count();
    let mut shares = vec![1.0 / kinds as f64; kinds];
    for _ in 0..MOST_STEPS {
        let now = scores.with_counts(shares.clone());
        let (mean, variance) = (now.mean(), now.variance());
        let deviation = variance.sqrt();
        let off: Vec<f64> = scores
            .iter()
            .map(|(value, _)| {
                value - 0.5 - ratio * deviation * (1.0 + (mean - value) * (mean - value) / variance) / 2.0
            })
            .collect();
        let multiplier = secular(
            &off.iter().zip(scores.iter()).map(|(off, (_, number))| (*off, number / count)).collect::<Vec<_>>(),
        );
        let next: Vec<f64> =
            off.iter().zip(scores.iter()).map(|(off, (_, number))| number / count / (1.0 + multiplier * off)).collect();
        let change = next.iter().zip(&shares).map(|(next, share)| (next - share).abs()).fold(0.0, f64::max);
        shares = next;
        if change < CLOSE {
            break;
        }
    }
    shares
}

/// The multiplier `x` for which the shares `p / (1 + x off)` keep their sum: the zero of the sum of
/// `p off / (1 + x off)`. Without values of both signs it is 0.
fn secular(values: &[(f64, f64)]) -> f64 {
    let least = values.iter().map(|(off, _)| *off).fold(f64::INFINITY, f64::min);
    let most = values.iter().map(|(off, _)| *off).fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return 0.0;
    }
    // Just inside the poles, between which the sum falls from plus to minus infinity.
    const INSIDE: f64 = 1.0 - 1e-12;
    root(-INSIDE / most, -INSIDE / least, |x| values.iter().map(|(off, share)| share * off / (1.0 + x * off)).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distribution_has_the_wanted_mean_and_sums_to_one() {
        let scores = Scores::of_pairs(&[10, 80, 300, 90, 20]);
        for mean in [0.2, 0.45, 0.5, 0.55, 0.8] {
            let shares = with_mean(&scores, mean);
            let tilted = scores.with_counts(shares);
            assert!((tilted.count() - 1.0).abs() < 1e-9 && (tilted.mean() - mean).abs() < 1e-9, "{mean}");
        }
        let own = with_mean(&scores, scores.mean());
        assert!(own.iter().zip(scores.iter()).all(|(share, (_, count))| (share - count / 500.0).abs() < 1e-12));
    }

    #[test]
    fn the_distribution_has_the_wanted_ratio() {
        let scores = Scores::of_pairs(&[10, 80, 300, 90, 20]);
        for ratio in [-0.3, 0.0, 0.02, 0.4] {
            let tilted = scores.with_counts(with_ratio(&scores, ratio));
            assert!((tilted.count() - 1.0).abs() < 1e-9, "{}", tilted.count());
            assert!(((tilted.mean() - 0.5) / tilted.variance().sqrt() - ratio).abs() < 1e-9);
        }
    }
}
