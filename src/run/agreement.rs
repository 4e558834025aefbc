//! Tests whether shards agree with each other: each is a fair sample of every pairing, so their results should differ
//! by sampling error only.

use crate::stats::distributions::chi_square_above;
use crate::tournament::{Counter, Party, Plan, Shard, Standings, TableLine};

/// The significance level of a disagreement, over all comparisons of a merge.
const LEVEL: f64 = 0.001;
/// The least expected count of a class of results; rarer ones are merged with their neighbours.
const LEAST_EXPECTED: f64 = 5.0;

/// A shard whose results in a pairing differ from those of all others.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// The shard.
    pub shard: Shard,
    /// The pairing.
    pub line: TableLine,
    /// The mean score of the pairing's first entrant in this shard, and in all others.
    pub scores: [f64; 2],
    /// The p-value of the difference, adjusted for all comparisons of the merge.
    pub chance: f64,
}

impl Disagreement {
    /// A sentence about it.
    pub fn describe(&self, plan: &Plan) -> String {
        let Party::Pairing([first, second]) = self.line.party else { unreachable!("shards are compared by pairings") };
        let scenario =
            self.line.scenario.map_or(String::new(), |scenario| format!(" on {}", plan.scenarios[scenario].name));
        format!(
            "part {} disagrees significantly with the others (p = {:.1e}): {} against {}{scenario} scores {:.1} % in \
                it and {:.1} % in the others",
            self.shard,
            self.chance,
            plan.entrant_name(first),
            plan.entrant_name(second),
            self.scores[0] * 100.0,
            self.scores[1] * 100.0,
        )
    }
}

/// The results of a pairing by classes, worst first: of pairs where games come in pairs, otherwise of single games.
/// Pairs are independent of each other, the games of one are not.
fn classes(counter: &Counter) -> [u64; 5] {
    let pairs = counter.pairs();
    if pairs.iter().sum::<u64>() > 0 { pairs } else { [counter.losses, 0, counter.draws, 0, counter.wins] }
}

fn mean(classes: &[u64; 5]) -> f64 {
    let sum: u64 = classes.iter().zip(0..).map(|(count, half_points)| count * half_points).sum();
    sum as f64 / (4 * classes.iter().sum::<u64>()) as f64
}

/// The p-value of Pearson's test of homogeneity (1900) of two samples over classes, with rare classes merged.
fn homogeneity(part: &[u64; 5], rest: &[u64; 5]) -> f64 {
    let (part_sum, rest_sum) = (part.iter().sum::<u64>() as f64, rest.iter().sum::<u64>() as f64);
    let share = part_sum / (part_sum + rest_sum);
    let mut groups: Vec<[f64; 2]> = Vec::new();
    let mut open = [0.0; 2];
    let is_enough = |group: &[f64; 2]| (group[0] + group[1]) * share.min(1.0 - share) >= LEAST_EXPECTED;
    for (mine, others) in part.iter().zip(rest) {
        open = [open[0] + *mine as f64, open[1] + *others as f64];
        if is_enough(&open) {
            groups.push(std::mem::take(&mut open));
        }
    }
    if let Some(last) = groups.last_mut() {
        *last = [last[0] + open[0], last[1] + open[1]];
    }
    if groups.len() < 2 {
        return 1.0;
    }
    let statistic: f64 = groups
        .iter()
        .map(|[mine, others]| {
            let (expected, expected_others) = ((mine + others) * share, (mine + others) * (1.0 - share));
            (mine - expected) * (mine - expected) / expected
                + (others - expected_others) * (others - expected_others) / expected_others
        })
        .sum();
    chi_square_above(statistic, (groups.len() - 1) as f64)
}

/// The shards that disagree significantly with all others, each with the pairing in which it does most.
pub fn disagreements(parts: &[(Shard, Standings)]) -> Vec<Disagreement> {
    let mut found = Vec::new();
    let Some((_, first)) = parts.first().filter(|_| parts.len() > 1) else { return found };
    let lines: Vec<TableLine> =
        first.overall().map(|(line, _)| *line).filter(|line| matches!(line.party, Party::Pairing(_))).collect();
    let comparisons = (lines.len() * parts.len()) as f64;
    let counted: Vec<Vec<[u64; 5]>> = parts
        .iter()
        .map(|(_, standings)| standings.pairings().map(|(_, counter)| classes(counter)).collect())
        .collect();
    for (index, (shard, _)) in parts.iter().enumerate() {
        let worst = (0..lines.len())
            .map(|line| {
                let mut rest = [0; 5];
                for (_, others) in counted.iter().enumerate().filter(|(other, _)| *other != index) {
                    rest.iter_mut().zip(others[line]).for_each(|(sum, count)| *sum += count);
                }
                (homogeneity(&counted[index][line], &rest), line, rest)
            })
            .min_by(|(left, ..), (right, ..)| left.total_cmp(right));
        if let Some((likelihood, line, rest)) = worst.filter(|(likelihood, ..)| likelihood * comparisons < LEVEL) {
            let scores = [mean(&counted[index][line]), mean(&rest)];
            found.push(Disagreement { shard: *shard, line: lines[line], scores, chance: likelihood * comparisons });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn homogeneity_agrees_with_an_independent_implementation() {
        // scipy.stats.chi2_contingency([[10, 20, 30, 20, 10], [40, 60, 80, 30, 20]], correction=False), SciPy 1.17.1.
        let likelihood = homogeneity(&[10, 20, 30, 20, 10], &[40, 60, 80, 30, 20]);
        assert!((likelihood - 0.202_963_021_494_802_4).abs() < 1e-12, "{likelihood}");
        assert_eq!(homogeneity(&[3, 0, 0, 0, 1], &[0, 0, 2, 0, 0]), 1.0);
    }
}
