//! Distillation: new weights of the appraisal, so that the fast bot prefers the actions that search values.
//!
//! At each evaluated decision the values of the actions are regressed on the numbers of their appraisal, centred within
//! the decision. With values under the current policy this is the natural gradient of its strength (Kakade, *A natural
//! policy gradient*, 2001): compatible features are the numbers themselves. Values are noisy, which least squares
//! averages out, while the best of noisy values would be overrated. The gradient is added to the present weights in
//! several lengths; which one plays best is decided by games.

use super::own_play::ScoredActions;
use crate::stats::Within;

/// The lengths of the step, as multiples of the present weights; both are measured by the standard deviation of the
/// scores within decisions.
pub const STEPS: [f64; 4] = [0.25, 0.5, 1.0, 2.5];
/// The ridge penalty, as a share of the squares of each number.
const RIDGE: f64 = 0.02;

/// The candidates that follow from evaluated decisions.
#[derive(Clone, Debug, PartialEq)]
pub struct Distilled {
    /// The number of evaluated actions.
    pub actions: u64,
    /// For each of [`STEPS`] the weights of the appraisal.
    pub candidates: Vec<Vec<f64>>,
}

/// The candidates for new weights; `None` where the decisions do not determine any.
pub fn distil(scored_decisions: &[&ScoredActions], weights: &[f64]) -> Option<Distilled> {
    let mut within = Within::new(weights.len());
    for decision in scored_decisions {
        let rows: Vec<Vec<f64>> =
            decision.numbers.iter().map(|numbers| numbers.iter().map(|number| f64::from(*number)).collect()).collect();
        within.add(rows.iter().map(Vec::as_slice).zip(decision.values.iter().copied()));
    }
    let slope = within.coefficients(RIDGE)?;
    let [present, new] = [weights, &slope].map(|weights| within.deviation(weights));
    if present.min(new) <= 0.0 {
        return None;
    }
    let candidate = |step: &f64| {
        let mut mixed: Vec<f64> =
            weights.iter().zip(&slope).map(|(weight, slope)| weight + step * slope * present / new).collect();
        // The unit of the weights stays what it was, and with it the temperature of priors.
        let size = present / within.deviation(&mixed).max(1e-12);
        for (feature, weight) in mixed.iter_mut().enumerate() {
            *weight = if within.varies(feature) { *weight * size } else { weights[feature] };
        }
        mixed
    };
    Some(Distilled { actions: within.rows(), candidates: STEPS.iter().map(candidate).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rng::Key;

    /// Decisions whose values follow 0.1 × the first number − 0.2 × the second, with noise; the third never varies.
    fn scored_decisions() -> Vec<ScoredActions> {
        let mut stream = Key::new(3).stream();
        let mut decision = || {
            let numbers: Vec<Vec<f32>> =
                (0..4).map(|_| vec![stream.unit_interval() as f32, stream.unit_interval() as f32, 5.0]).collect();
            let noise = |stream: &mut crate::game::rng::Stream| stream.unit_interval() - 0.5;
            let value = |of: &Vec<f32>| 0.5 + 0.1 * f64::from(of[0]) - 0.2 * f64::from(of[1]);
            let values = numbers.iter().map(|of| value(of) + noise(&mut stream)).collect();
            ScoredActions { numbers, values }
        };
        (0..20_000).map(|_| decision()).collect()
    }

    #[test]
    fn candidates_turn_from_the_present_weights_to_what_search_prefers() {
        let scored_decisions = scored_decisions();
        let scored_decisions: Vec<&ScoredActions> = scored_decisions.iter().collect();
        let distilled = distil(&scored_decisions, &[1.0, 1.0, 0.7]).unwrap();
        assert_eq!((distilled.actions, distilled.candidates.len()), (80_000, STEPS.len()));
        let mut last = 1.0;
        for candidate in &distilled.candidates {
            // The direction nears −2, the size stays, and what does not vary stays.
            let ratio = candidate[1] / candidate[0];
            assert!(ratio < last, "{distilled:?}");
            last = ratio;
            let size = candidate[0].hypot(candidate[1]);
            assert!((size - 2.0_f64.sqrt()).abs() < 0.05 && candidate[2] == 0.7, "{candidate:?}");
        }
    }

    #[test]
    fn decisions_without_a_difference_determine_nothing() {
        let alike = ScoredActions { numbers: vec![vec![1.0], vec![1.0]], values: vec![0.1, 0.9] };
        assert_eq!(distil(&[&alike], &[1.0]), None);
        assert_eq!(distil(&[], &[1.0]), None);
    }
}
