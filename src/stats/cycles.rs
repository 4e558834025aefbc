//! The cyclic part of a field: the part of its results that no ranking can express.
//!
//! The differences of strength in the pairings, as log odds, split, like a flow on a graph, into differences of
//! strengths and a cyclic residual (Jiang, Lim, Yao and Ye, "Statistical ranking and combinatorial Hodge theory",
//! Mathematical Programming 127, 2011; Balduzzi and others, "Re-evaluating Evaluation", NeurIPS 2018). The strength of
//! cycles is the share of the residual in the sum of squares. Sampling error alone produces a residual: its expectation
//! is subtracted, and a test of the weighted residual says whether it exceeds sampling error. The difference of a
//! pairing is that which the model of the ratings ([`super::davidson`]) needs for its points, given who began and how
//! many games are drawn: the log odds of rates over both seats, or with draws as halves, are no differences of
//! strengths even in a perfect ladder, since logits are not averages (Gail, Wieand and Piantadosi, Biometrika 71,
//! 1984). The sampling error is estimated from the scatter between clusters of games with the same dice
//! ([`super::shared`]), since pairings that share dice have correlated errors.

use super::davidson::{Begins, Davidson, probabilities};
use super::distributions::{f_above, student_above};
use super::duel::Duel;
use super::estimate::{Estimate, LEVEL};
use super::shared::{Shared, more, quantile};
use nalgebra::{DMatrix, DVector};

/// The cyclic part of a field.
#[derive(Clone, Debug, PartialEq)]
pub struct Cycles {
    /// The share of the cyclic part in the sum of squared log odds, as observed.
    pub share: f64,
    /// The same with the expected sampling error subtracted from both, within 0 and 1; 0 where sampling error explains
    /// it all.
    pub share_beyond_chance: f64,
    /// The p-value of cycles this strong in a field without cycles.
    pub p_value: f64,
    /// All cycles of three: the first beats the second, the second the third, and the third the first; the strongest
    /// cycle first.
    pub rings: Vec<Ring>,
}

/// The standard deviation of the parameters of the field before any game, in Elo points.
const PRIOR: f64 = 2_000.0;
/// A difference that no number of games exceeds, in log odds.
const FARTHEST: f64 = 200.0;
/// Smaller differences are rounding errors: a single game of a million makes a greater one.
const ROUNDING: f64 = 1e-7;

/// Three entrants that beat each other in turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ring {
    /// Each beats the next, the last the first.
    pub entrants: [usize; 3],
    /// The sum of the three log odds.
    pub strength: Estimate,
    /// The p-value of a cycle this strong, in either direction, among three entrants without one.
    pub p_value: f64,
}

/// One pairing as a difference of strengths, in log odds.
struct Edge {
    first: usize,
    second: usize,
    log_odds: f64,
    variance: f64,
    /// The points per game of the first, as played, less those of the second.
    lead: f64,
}

/// The pairings of a field, and the contribution of each cluster (row) to the error of each log odds (column).
struct Edges {
    edges: Vec<Edge>,
    errors: DMatrix<f64>,
    /// The variance of each that is not scatter between clusters.
    one_more: Vec<f64>,
    /// The number of clusters of one stratum with the same degrees of freedom.
    groups: usize,
}

/// The points that a difference of strengths gives in the games of a pairing, by who began.
struct Expected {
    /// The log odds of the first move of the one, and the share of games with it.
    seats: [(f64, f64); 3],
    /// The log weight of a draw, if there are any.
    draws: Option<f64>,
}

impl Expected {
    /// By the games of a pairing, and one more whose first player is unknown.
    fn of(duel: &Duel, first_move: f64, draws: Option<f64>) -> Expected {
        let all = duel.count() as f64 + 1.0;
        let share = |begins: Begins| {
            let games: u64 = duel.kinds().filter(|(_, game, _)| game.begins == begins).map(|(.., games)| games).sum();
            (games as f64 + f64::from(u8::from(begins == Begins::Neither))) / all
        };
        let seats = [(first_move, Begins::First), (-first_move, Begins::Second), (0.0, Begins::Neither)];
        Expected { seats: seats.map(|(first_move, begins)| (first_move, share(begins))), draws }
    }

    /// The points per game, and their derivative.
    fn at(&self, difference: f64) -> (f64, f64) {
        let one = |(first_move, share): &(f64, f64)| {
            let [win, draw, loss] = probabilities((difference + first_move) / 2.0, self.draws);
            let points = win + draw / 2.0;
            (share * points, share * (win - points * (win - loss)) / 2.0)
        };
        let add = |sum: (f64, f64), of: (f64, f64)| (sum.0 + of.0, sum.1 + of.1);
        self.seats.iter().map(one).fold((0.0, 0.0), add)
    }

    /// The difference that gives these points per game, above 0 and below 1: by halving. Its rounding error is no
    /// difference.
    fn difference(&self, points: f64) -> f64 {
        let (mut low, mut high) = (-FARTHEST, FARTHEST);
        loop {
            let middle = (low + high) / 2.0;
            if middle <= low || middle >= high {
                return if middle.abs() < ROUNDING { 0.0 } else { middle };
            }
            if self.at(middle).0 < points { low = middle } else { high = middle }
        }
    }
}

impl Edges {
    /// Half a game is added to either side, which keeps perfect scores finite (Haldane, Annals of Human Genetics 20,
    /// 1956).
    fn of(entrants: usize, duels: &[Duel]) -> Edges {
        let field = Davidson::of_duels(entrants, duels, Some(PRIOR));
        let (first_move, draws) = field.map_or((0.0, None), |field| field.first_move_and_draws());
        let met: Vec<&Duel> = duels.iter().filter(|duel| duel.count() > 0).collect();
        let shared = Shared::of(duels);
        let mut errors = shared.errors();
        let (mut edges, mut one_more) = (Vec::new(), Vec::new());
        for (meeting, (first, second)) in shared.twos.iter().enumerate() {
            let games = shared.games_of(meeting);
            let p = (shared.rate(meeting) * games + 0.5) / (games + 1.0);
            let expected = Expected::of(met[meeting], first_move, draws);
            let difference = expected.difference(p);
            let slope = 1.0 / expected.at(difference).1;
            errors.column_mut(meeting).scale_mut(slope);
            one_more.push(shared.one_more(meeting) * slope * slope);
            let variance = errors.column(meeting).norm_squared() * more(shared.groups()) + one_more[meeting];
            // With half of the points neither leads, even where the other began more often.
            let lead = 2.0 * shared.rate(meeting) - 1.0;
            edges.push(Edge { first: *first, second: *second, log_odds: difference, variance, lead });
        }
        Edges { edges, errors, one_more, groups: shared.groups_of_one_ground() }
    }

    /// The variance of a signed sum of log odds.
    fn variance(&self, parts: &[(usize, f64)]) -> f64 {
        let groups = (0..self.errors.nrows()).map(|group| {
            let error: f64 = parts.iter().map(|(edge, sign)| sign * self.errors[(group, *edge)]).sum();
            error * error
        });
        groups.sum::<f64>() * more(self.errors.nrows())
            + parts.iter().map(|(edge, _)| self.one_more[*edge]).sum::<f64>()
    }
}

/// The difference of strengths in each pairing that was played, the first of the two over the second, in log odds.
pub fn differences(entrants: usize, duels: &[Duel]) -> Vec<((usize, usize), f64)> {
    let all = Edges::of(entrants, duels);
    all.edges.iter().map(|edge| ((edge.first, edge.second), edge.log_odds)).collect()
}

/// The cycles of a field from its pairings, each two entrants at most once among them; `None` where there are no games,
/// the field is not connected, or no pairing closes a cycle.
pub fn cycles(entrants: usize, duels: &[Duel]) -> Option<Cycles> {
    let all = Edges::of(entrants, duels);
    let edges = &all.edges;
    let freedom = (edges.len() + 1).checked_sub(entrants).filter(|freedom| *freedom > 0)?;
    // Equal weights for the share, inverse-variance weights for the test.
    let observed: Vec<f64> = edges.iter().map(|edge| edge.log_odds).collect();
    let alike = Rests::of(entrants, edges, |_| 1.0)?;
    let weighed = Rests::of(entrants, edges, |edge| 1.0 / edge.variance)?;
    let rest: f64 = alike.left_of(&observed).iter().map(|rest| rest * rest).sum();
    let whole: f64 = observed.iter().map(|odds| odds * odds).sum();
    let by_chance = |rests: &Rests, weight: &dyn Fn(&Edge) -> f64| -> f64 {
        let own = edges.iter().zip(&all.one_more).zip(&rests.resistances);
        rests.by_groups(&all.errors, weight).trace()
            + own.map(|((edge, more), resistance)| weight(edge) * more * (1.0 - resistance)).sum::<f64>()
    };
    let rest_by_chance = by_chance(&alike, &|_| 1.0);
    let whole_by_chance: f64 = edges.iter().map(|edge| edge.variance).sum();
    let beyond = ((rest - rest_by_chance) / (whole - whole_by_chance)).clamp(0.0, 1.0);
    let weight = |edge: &Edge| 1.0 / edge.variance;
    let statistic: f64 =
        edges.iter().zip(weighed.left_of(&observed)).map(|(edge, rest)| rest * rest * weight(edge)).sum();
    let expected = by_chance(&weighed, &weight);
    Some(Cycles {
        share: if whole > 0.0 { rest / whole } else { 0.0 },
        share_beyond_chance: if rest > rest_by_chance && whole > whole_by_chance { beyond } else { 0.0 },
        p_value: above(statistic / expected, &weighed.by_groups(&all.errors, &weight), all.groups, freedom),
        rings: rings(entrants, &all),
    })
}

/// The p-value of a mean square of this ratio to its expectation, where the squares are dependent: an F distribution
/// with reduced degrees of freedom (Box, Annals of Mathematical Statistics 25, 1954), as estimated from the scatter
/// between clusters (Huynh and Feldt, Journal of Educational Statistics 1, 1976).
pub(super) fn above(ratio: f64, products: &DMatrix<f64>, groups: usize, freedom: usize) -> f64 {
    let (n, all) = (groups.saturating_sub(1).max(1) as f64, freedom as f64);
    let (trace, squares) = (products.trace(), products.norm_squared());
    // The expectations of the squared trace and of the trace of the square of a scatter matrix with n degrees of
    // freedom are each combinations of both.
    let square_of_trace = (n + 1.0) * trace * trace - 2.0 * squares;
    let trace_of_square = n * squares - trace * trace;
    let degrees = if trace_of_square > 0.0 { (square_of_trace / trace_of_square).clamp(1.0, all) } else { all };
    f_above(ratio, degrees, degrees * n)
}

/// The residuals of a least-squares fit of strengths to the values of the pairings: a linear function of these.
struct Rests<'a> {
    edges: &'a [Edge],
    weights: Vec<f64>,
    inverse: DMatrix<f64>,
    /// Each pairing's leverage in its own fit: its effective resistance.
    resistances: Vec<f64>,
}

impl Rests<'_> {
    fn of(entrants: usize, edges: &[Edge], weight: impl Fn(&Edge) -> f64) -> Option<Rests<'_>> {
        let weights: Vec<f64> = edges.iter().map(weight).collect();
        let mut laplacian = DMatrix::<f64>::zeros(entrants, entrants);
        for (edge, weight) in edges.iter().zip(&weights) {
            laplacian[(edge.first, edge.first)] += weight;
            laplacian[(edge.second, edge.second)] += weight;
            laplacian[(edge.first, edge.second)] -= weight;
            laplacian[(edge.second, edge.first)] -= weight;
        }
        // The sum of strengths, which the pairings do not determine, is fixed at 0.
        laplacian.add_scalar_mut(laplacian.trace() / (entrants * entrants) as f64);
        if laplacian.symmetric_eigenvalues().min() < 1e-9 * laplacian.trace() / entrants as f64 {
            return None;
        }
        let inverse = laplacian.cholesky()?.inverse();
        let resistance = |(edge, weight): (&Edge, &f64)| {
            let (a, b) = (edge.first, edge.second);
            weight * (inverse[(a, a)] + inverse[(b, b)] - 2.0 * inverse[(a, b)])
        };
        let resistances = edges.iter().zip(&weights).map(resistance).collect();
        Some(Rests { edges, weights, inverse, resistances })
    }

    fn left_of(&self, numbers: &[f64]) -> Vec<f64> {
        let mut flow = DVector::<f64>::zeros(self.inverse.nrows());
        for ((edge, weight), number) in self.edges.iter().zip(&self.weights).zip(numbers) {
            flow[edge.first] += weight * number;
            flow[edge.second] -= weight * number;
        }
        let strengths = &self.inverse * flow;
        self.edges
            .iter()
            .zip(numbers)
            .map(|(edge, number)| number - strengths[edge.first] + strengths[edge.second])
            .collect()
    }

    /// The weighted products of the residuals of the errors for each two clusters: they share their traces, of the
    /// matrix and of its square, with the covariance of all residuals.
    fn by_groups(&self, errors: &DMatrix<f64>, weight: &dyn Fn(&Edge) -> f64) -> DMatrix<f64> {
        let mut rests = DMatrix::zeros(errors.nrows(), errors.ncols());
        for group in 0..errors.nrows() {
            let of_group: Vec<f64> = errors.row(group).iter().copied().collect();
            for (meeting, rest) in self.left_of(&of_group).into_iter().enumerate() {
                rests[(group, meeting)] = rest * weight(&self.edges[meeting]).sqrt();
            }
        }
        &rests * rests.transpose() * more(errors.nrows())
    }
}

fn rings(entrants: usize, all: &Edges) -> Vec<Ring> {
    let mut table = vec![None; entrants * entrants];
    for (number, edge) in all.edges.iter().enumerate() {
        table[edge.first * entrants + edge.second] = Some((number, 1.0));
        table[edge.second * entrants + edge.first] = Some((number, -1.0));
    }
    let log_odds = |(edge, sign): (usize, f64)| sign * all.edges[edge].log_odds;
    let lead = |(edge, sign): (usize, f64)| sign * all.edges[edge].lead;
    let beats = |one: usize, other: usize| {
        table[one * entrants + other].filter(|step| lead(*step) > 0.0 && log_odds(*step) > 0.0)
    };
    let groups = all.groups;
    let degrees = groups.saturating_sub(1).max(1) as f64;
    let mut found = Vec::new();
    for a in 0..entrants {
        // The least number first, so that each cycle is found once.
        for b in a + 1..entrants {
            for c in (a + 1..entrants).filter(|c| *c != b) {
                let (Some(ab), Some(bc), Some(ca)) = (beats(a, b), beats(b, c), beats(c, a)) else { continue };
                let (point, deviation) =
                    (log_odds(ab) + log_odds(bc) + log_odds(ca), all.variance(&[ab, bc, ca]).sqrt());
                let half = quantile(groups) * deviation;
                let strength = Estimate { point, low: point - half, high: point + half, level: LEVEL };
                found.push(Ring {
                    entrants: [a, b, c],
                    strength,
                    p_value: 2.0 * student_above(point / deviation, degrees),
                });
            }
        }
    }
    found.sort_by(|one, other| other.strength.point.total_cmp(&one.strength.point));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::duel::tests::pairs;

    /// Two entrants that played this many pairs on dice from a number on, of which the first won both games or neither.
    fn met(first: usize, second: usize, from: u32, won: u64, lost: u64) -> Duel {
        pairs(first, second, from, [[won, 0, 0], [0; 3], [0, 0, lost]])
    }

    #[test]
    fn equals_beat_each_other_in_no_cycle() {
        for (level, is_reversed) in (0..3).flat_map(|level| [(level, false), (level, true)]) {
            let ring = [(0, 1), (1, 2), (2, 0)].into_iter().zip(0..);
            let ring = ring.map(|((one, other), pairing)| match pairing == level {
                true if is_reversed => met(other, one, 100 * pairing, 4, 4),
                true => met(one, other, 100 * pairing, 4, 4),
                false => met(one, other, 100 * pairing, 6, 2),
            });
            assert_eq!(cycles(3, &ring.collect::<Vec<_>>()).unwrap().rings, [], "{level} {is_reversed}");
        }
    }

    #[test]
    fn a_field_of_equals_has_no_cyclic_share() {
        for table in [[[0; 3], [0, 12, 0], [0; 3]], [[4, 0, 0], [0; 3], [0, 0, 4]], [[0, 0, 7], [0; 3], [7, 0, 0]]] {
            let field = [(0, 1, 0), (1, 2, 100), (2, 0, 200)].map(|(one, other, from)| pairs(one, other, from, table));
            let found = cycles(3, &field).unwrap();
            assert_eq!((found.share, found.share_beyond_chance), (0.0, 0.0), "{table:?}");
        }
    }

    #[test]
    fn a_pure_ring_is_all_cycle_and_a_ladder_none() {
        let ring = [(0, 1, 0), (1, 2, 1000), (2, 0, 2000)].map(|(one, other, from)| met(one, other, from, 350, 150));
        let found = cycles(3, &ring).unwrap();
        assert!(
            (found.share - 1.0).abs() < 1e-12 && found.share_beyond_chance > 0.95 && found.p_value < 1e-12,
            "{found:?}"
        );
        assert_eq!(found.rings.iter().map(|ring| ring.entrants).collect::<Vec<_>>(), [[0, 1, 2]]);
        // Odds of 2 to 1 at each rung.
        let ladder = [met(0, 1, 0, 400, 200), met(1, 2, 1000, 400, 200), met(0, 2, 2000, 480, 120)];
        let found = cycles(3, &ladder).unwrap();
        assert!(
            found.share < 1e-5 && found.share_beyond_chance == 0.0 && found.p_value > 0.98 && found.rings.is_empty(),
            "{found:?}"
        );
    }

    /// Three entrants at 0, d and 2d in the model of Davidson and Beaver, in the expected numbers of 1,000 pairs each.
    #[test]
    fn a_ladder_with_a_first_move_and_draws_has_no_cycle() {
        for (step, odds_of_first, draws) in [(1.0, 1.0_f64, 0.0), (1.0, 4.5, 0.0), (2.0, 4.5, 0.0), (2.0, 2.0, 0.857)] {
            let met = |first: usize, second: usize, from: u32| {
                let chances = |first_move: f64| {
                    let half = (step * (second as f64 - first as f64) + first_move) / 2.0;
                    let weights = [libm::exp(half), draws, libm::exp(-half)];
                    weights.map(|weight| weight / weights.iter().sum::<f64>())
                };
                let [begun, answered] = [1.0, -1.0].map(|sign| chances(sign * libm::log(odds_of_first)));
                let table = begun.map(|one| answered.map(|other| (1e3 * one * other).round() as u64));
                pairs(first, second, from, table)
            };
            let found = cycles(3, &[met(0, 1, 0), met(1, 2, 1_200), met(0, 2, 2_400)]).unwrap();
            let case = (step, odds_of_first, draws);
            assert!(found.p_value > 0.5 && found.share < 1e-4 && found.rings.is_empty(), "{case:?}: {found:?}");
        }
    }

    #[test]
    fn of_three_on_dice_of_their_own_the_test_is_that_of_their_sum() {
        // One cycle: the weighted residual is the square of the sum of three log odds, divided by its variance.
        let field = [met(0, 1, 0, 60, 40), met(1, 2, 100, 55, 45), met(2, 0, 200, 59, 41)];
        let found = cycles(3, &field).unwrap();
        let log_odds = |won: f64, games: f64| libm::log((won + 0.5) / (games - won + 0.5));
        let sum = log_odds(120.0, 200.0) + log_odds(110.0, 200.0) + log_odds(118.0, 200.0);
        assert!((found.rings[0].strength.point - sum).abs() < 1e-12);
        assert!((found.p_value - found.rings[0].p_value).abs() < 0.002, "{found:?}");
        // The variance of 100 pairs of two equal games is that of 100 games; one game in 200 is added.
        let variance: f64 = [0.6, 0.55, 0.59].iter().map(|p| 1.0 / (100.0 * p * (1.0 - p))).sum();
        let deviation = found.rings[0].strength.half_width() / quantile(300);
        assert!((deviation / variance.sqrt() - 1.0).abs() < 0.01, "{deviation} {}", variance.sqrt());
    }

    #[test]
    fn what_the_dice_do_to_all_pairings_alike_is_no_ring() {
        // 1 and 2 are identical, and so are all results of 0 against them; each of them has the same results against
        // the other.
        let table = [[30, 5, 10], [4, 3, 6], [20, 7, 15]];
        let apart = cycles(3, &[pairs(0, 1, 0, table), pairs(0, 2, 100, table), pairs(1, 2, 200, table)]).unwrap();
        let same = cycles(3, &[pairs(0, 1, 0, table), pairs(0, 2, 0, table), pairs(1, 2, 0, table)]).unwrap();
        // The sum of the log odds along 0, 1, 2 and back has the variance of one of them where the dice are shared, and
        // of three where they are not.
        assert!(same.p_value < apart.p_value, "{} {}", same.p_value, apart.p_value);
    }

    #[test]
    fn a_field_that_cannot_hold_a_ring_has_none() {
        assert_eq!(cycles(3, &[met(0, 1, 0, 5, 5), met(1, 2, 0, 7, 3)]), None);
        let apart = [met(0, 1, 0, 5, 4), met(1, 2, 0, 5, 4), met(2, 0, 0, 5, 4), met(3, 4, 0, 5, 4)];
        assert_eq!(cycles(5, &apart), None);
    }
}
