//! How much of a field is a ring: the part of its results that no ranking can express.
//!
//! The logarithms of odds between entrants split, like a flow on a graph, into differences of strengths and a cyclic rest (Jiang, Lim, Yao and Ye, "Statistical
//! ranking and combinatorial Hodge theory", Mathematical Programming 127, 2011; Balduzzi and others, "Re-evaluating Evaluation", NeurIPS 2018). The strength of
//! cycles is the share of the rest in the sum of squares. Chance alone makes a rest: what it makes on average is subtracted, and a chi-square test says whether
//! more is left than chance makes.

use super::distributions::chi_square_above;
use super::estimate::{Estimate, LEVEL, NORMAL_95};
use super::ratings::Meeting;
use nalgebra::{DMatrix, DVector};

/// The cyclic part of a field.
#[derive(Clone, Debug, PartialEq)]
pub struct Cycles {
    /// The share of the cyclic part in the sum of squared logarithms of odds, as observed.
    pub share: f64,
    /// The same with what chance makes subtracted from both, within 0 and 1; 0 where chance makes it all.
    pub share_beyond_chance: f64,
    /// The chance of as strong cycles in a field that has none.
    pub p_value: f64,
    /// Every three entrants of which the first beats the second, the second the third, and the third the first, the strongest ring first.
    pub rings: Vec<Ring>,
}

/// Three entrants that beat each other in turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ring {
    /// Each beats the next, the last the first.
    pub entrants: [usize; 3],
    /// The sum of the three logarithms of odds.
    pub strength: Estimate,
    /// The chance of a ring as strong, in either direction, among three entrants without one.
    pub p_value: f64,
}

/// One meeting as a logarithm of odds.
struct Edge {
    first: usize,
    second: usize,
    log_odds: f64,
    variance: f64,
}

impl Edge {
    /// Half a game is added to either side, which keeps perfect scores finite (Haldane, Annals of Human Genetics 20, 1956).
    fn of(meeting: &Meeting) -> Edge {
        let p = (meeting.points + 0.5) / (meeting.games + 1.0);
        let slope = meeting.games * p * (1.0 - p);
        Edge {
            first: meeting.first,
            second: meeting.second,
            log_odds: libm::log(p) - libm::log1p(-p),
            variance: meeting.scatter(p) / (slope * slope),
        }
    }
}

/// The cycles of a field from its meetings, each two entrants at most once among them; nothing where there are no games, the field falls into parts, or no meeting closes a ring.
pub fn cycles(entrants: usize, meetings: &[Meeting]) -> Option<Cycles> {
    let edges: Vec<Edge> = meetings.iter().filter(|meeting| meeting.games > 0.0).map(Edge::of).collect();
    let freedom = (edges.len() + 1).checked_sub(entrants).filter(|freedom| *freedom > 0)?;
    // Each meeting alike for the share, each by what is known of it for the test.
    let (alike, resistance) = rests(entrants, &edges, |_| 1.0)?;
    let (weighed, _) = rests(entrants, &edges, |edge| 1.0 / edge.variance)?;
    let rest: f64 = alike.iter().map(|rest| rest * rest).sum();
    let whole: f64 = edges.iter().map(|edge| edge.log_odds * edge.log_odds).sum();
    let rest_by_chance: f64 = edges.iter().zip(&resistance).map(|(edge, resistance)| edge.variance * (1.0 - resistance)).sum();
    let whole_by_chance: f64 = edges.iter().map(|edge| edge.variance).sum();
    let beyond = ((rest - rest_by_chance) / (whole - whole_by_chance)).clamp(0.0, 1.0);
    let statistic: f64 = edges.iter().zip(&weighed).map(|(edge, rest)| rest * rest / edge.variance).sum();
    Some(Cycles {
        share: if whole > 0.0 { rest / whole } else { 0.0 },
        share_beyond_chance: if rest > rest_by_chance && whole > whole_by_chance { beyond } else { 0.0 },
        p_value: chi_square_above(statistic, freedom as f64),
        rings: rings(entrants, &edges),
    })
}

/// What the best strengths leave over at each meeting, and each meeting's share in its own fit (its effective resistance).
fn rests(entrants: usize, edges: &[Edge], weight: impl Fn(&Edge) -> f64) -> Option<(Vec<f64>, Vec<f64>)> {
    let mut laplacian = DMatrix::<f64>::zeros(entrants, entrants);
    let mut flow = DVector::<f64>::zeros(entrants);
    for edge in edges {
        let weight = weight(edge);
        laplacian[(edge.first, edge.first)] += weight;
        laplacian[(edge.second, edge.second)] += weight;
        laplacian[(edge.first, edge.second)] -= weight;
        laplacian[(edge.second, edge.first)] -= weight;
        flow[edge.first] += weight * edge.log_odds;
        flow[edge.second] -= weight * edge.log_odds;
    }
    // The sum of strengths, which meetings say nothing about, is held at 0.
    laplacian.add_scalar_mut(laplacian.trace() / (entrants * entrants) as f64);
    if laplacian.symmetric_eigenvalues().min() < 1e-9 * laplacian.trace() / entrants as f64 {
        return None;
    }
    let inverse = laplacian.cholesky()?.inverse();
    let strengths = &inverse * flow;
    let rests = edges.iter().map(|edge| edge.log_odds - strengths[edge.first] + strengths[edge.second]).collect();
    let resistance = |edge: &Edge| {
        let (a, b) = (edge.first, edge.second);
        weight(edge) * (inverse[(a, a)] + inverse[(b, b)] - 2.0 * inverse[(a, b)])
    };
    Some((rests, edges.iter().map(resistance).collect()))
}

fn rings(entrants: usize, edges: &[Edge]) -> Vec<Ring> {
    let mut table = vec![None; entrants * entrants];
    for edge in edges {
        table[edge.first * entrants + edge.second] = Some((edge.log_odds, edge.variance));
        table[edge.second * entrants + edge.first] = Some((-edge.log_odds, edge.variance));
    }
    let beats = |one: usize, other: usize| table[one * entrants + other].filter(|(log_odds, _)| *log_odds > 0.0);
    let mut found = Vec::new();
    for a in 0..entrants {
        // The least number stands first, so that each ring is found once.
        for b in a + 1..entrants {
            for c in (a + 1..entrants).filter(|c| *c != b) {
                let (Some(ab), Some(bc), Some(ca)) = (beats(a, b), beats(b, c), beats(c, a)) else { continue };
                let (point, deviation) = (ab.0 + bc.0 + ca.0, (ab.1 + bc.1 + ca.1).sqrt());
                let half = NORMAL_95 * deviation;
                let strength = Estimate { point, low: point - half, high: point + half, level: LEVEL };
                found.push(Ring { entrants: [a, b, c], strength, p_value: super::distributions::normal_two_sided(point / deviation) });
            }
        }
    }
    found.sort_by(|one, other| other.strength.point.total_cmp(&one.strength.point));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(first: usize, second: usize, games: f64, points: f64) -> Meeting {
        Meeting { first, second, games, points, pairs: [0; 5] }
    }

    #[test]
    fn a_pure_ring_is_all_cycle_and_a_ladder_none() {
        let ring = [meeting(0, 1, 1000.0, 700.0), meeting(1, 2, 1000.0, 700.0), meeting(2, 0, 1000.0, 700.0)];
        let found = cycles(3, &ring).unwrap();
        assert!((found.share - 1.0).abs() < 1e-12 && found.share_beyond_chance > 0.98 && found.p_value < 1e-12);
        assert_eq!(found.rings.iter().map(|ring| ring.entrants).collect::<Vec<_>>(), [[0, 1, 2]]);
        // Odds of 2 to 1 at each rung.
        let odds = |odds: f64| 3000.0 * odds / (1.0 + odds);
        let ladder = [meeting(0, 1, 3000.0, odds(2.0)), meeting(1, 2, 3000.0, odds(2.0)), meeting(0, 2, 3000.0, odds(4.0))];
        let found = cycles(3, &ladder).unwrap();
        assert!(found.share < 1e-6 && found.share_beyond_chance == 0.0 && found.p_value > 0.99 && found.rings.is_empty(), "{found:?}");
    }

    #[test]
    fn shares_and_test_are_those_of_statsmodels() {
        // statsmodels 0.15.0: residuals of OLS and WLS of the logarithms of odds on the entrants, leverages; scipy 1.17.1: stats.chi2.sf.
        let meetings = [
            meeting(0, 1, 332.0, 131.0),
            meeting(0, 2, 70.0, 43.5),
            meeting(0, 3, 352.0, 119.0),
            meeting(0, 4, 249.0, 118.0),
            meeting(1, 2, 263.0, 95.5),
            meeting(1, 4, 212.0, 126.0),
            meeting(2, 3, 51.0, 23.5),
            meeting(2, 4, 80.0, 40.5),
            meeting(3, 4, 191.0, 102.0),
        ];
        let found = cycles(5, &meetings).unwrap();
        let off = [found.share - 0.731642207415, found.share_beyond_chance - 0.776171211011, found.p_value - 0.000001757716];
        assert!(off.iter().all(|off| off.abs() < 1e-10), "{found:?}");
    }

    #[test]
    fn a_field_that_cannot_hold_a_ring_has_none() {
        assert_eq!(cycles(3, &[meeting(0, 1, 10.0, 5.0), meeting(1, 2, 10.0, 7.0)]), None);
        let apart = [meeting(0, 1, 9.0, 5.0), meeting(1, 2, 9.0, 5.0), meeting(2, 0, 9.0, 5.0), meeting(3, 4, 9.0, 5.0)];
        assert_eq!(cycles(5, &apart), None);
    }
}
