//! Armies of a range of points that are worth the most: branch and bound over the numbers of all troops (Land and Doig,
//! Econometrica 28, 1960; for knapsacks Kellerer, Pferschy and Pisinger, Knapsack Problems, 2004, sections 2.4 and 5.1).
//!
//! Troops are decided in the order of their value for a point. What the rest of the points can add at most is that of
//! fractional numbers of the remaining troops, taken in this order (Dantzig's bound). A branch that cannot exceed the
//! last army of the list by more than [`CLOSE`] is left out. The result depends on nothing but its input.

use crate::balance::draw::Range;

/// Armies whose values differ by no more than this count as equal: in log odds a fortieth of a percentage point. Where
/// costs are nearly right nearly all armies are, and without this the search would visit most of them.
pub(super) const CLOSE: f64 = 0.001;

/// The maximum number of branches that are visited.
const MOST_BRANCHES: usize = 1_000_000;

/// A troop that may be taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Choice {
    /// Its index in the pool.
    pub troop: usize,
    /// The cost of one, above 0.
    pub cost: f64,
    /// What one adds to the value of an army.
    pub value: f64,
    /// The maximum number of it.
    pub most: u32,
}

/// The armies found.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Extremes {
    /// The numbers of each troop, in the order of the pool, with the value of the army; the greatest first.
    pub found: Vec<(Vec<u32>, f64)>,
    /// Whether no army of greater value than the last was left out, but for differences up to [`CLOSE`]; otherwise the
    /// search was cut short.
    pub is_complete: bool,
}

/// The `number` armies of the greatest value in a range of points that a predicate accepts, over a pool of this size.
pub(super) fn greatest(
    mut choices: Vec<Choice>,
    pool: usize,
    range: Range,
    number: usize,
    legal: &dyn Fn(&[u32]) -> bool,
) -> Extremes {
    choices.retain(|choice| choice.cost > 0.0);
    let ratio = |choice: &Choice| choice.value / choice.cost;
    choices.sort_by(|one, other| ratio(other).total_cmp(&ratio(one)).then(one.troop.cmp(&other.troop)));
    let mut search =
        Search { choices: &choices, range, number, legal, counts: vec![0; pool], found: Vec::new(), branches: 0 };
    let is_complete = search.branch(0, 0.0, 0.0);
    Extremes { found: search.found, is_complete }
}

struct Search<'a> {
    choices: &'a [Choice],
    range: Range,
    number: usize,
    legal: &'a dyn Fn(&[u32]) -> bool,
    counts: Vec<u32>,
    found: Vec<(Vec<u32>, f64)>,
    branches: usize,
}

impl Search<'_> {
    /// Decides the troops from this place of the order on; whether the search was not cut short.
    fn branch(&mut self, place: usize, spent: f64, value: f64) -> bool {
        self.branches += 1;
        if self.branches > MOST_BRANCHES {
            return false;
        }
        let Some(choice) = self.choices.get(place).copied() else {
            self.keep(spent, value);
            return true;
        };
        let affordable = ((self.range.most + 1e-6 - spent) / choice.cost).floor().max(0.0) as u32;
        let most = choice.most.min(affordable);
        // What is worth something first in large numbers, so that good armies are found early.
        let number = |step: u32| if choice.value > 0.0 { most - step } else { step };
        let mut complete = true;
        for count in (0..=most).map(number) {
            let (spent, value) = (spent + f64::from(count) * choice.cost, value + f64::from(count) * choice.value);
            if !self.bound(place + 1, spent, value).is_some_and(|bound| self.is_wanted(bound)) {
                continue;
            }
            self.counts[choice.troop] = count;
            complete = self.branch(place + 1, spent, value);
            if !complete {
                break;
            }
        }
        self.counts[choice.troop] = 0;
        complete
    }

    /// Whether an army of up to this value would be added to the list.
    fn is_wanted(&self, value: f64) -> bool {
        self.found.len() < self.number || self.found.last().is_some_and(|(_, last)| value > last + CLOSE)
    }

    fn keep(&mut self, spent: f64, value: f64) {
        if self.range.holds(spent) && self.is_wanted(value) && (self.legal)(&self.counts) {
            let place = self.found.partition_point(|(_, other)| *other >= value);
            self.found.insert(place, (self.counts.clone(), value));
            self.found.truncate(self.number);
        }
    }

    /// The greatest value with fractional numbers of the troops from this place on; `None` where they cannot reach the
    /// range.
    fn bound(&self, place: usize, spent: f64, value: f64) -> Option<f64> {
        let (mut spent, mut value) = (spent, value);
        for choice in &self.choices[place..] {
            let until = if choice.value > 0.0 { self.range.most } else { self.range.least };
            let points = (until - spent).min(f64::from(choice.most) * choice.cost).max(0.0);
            spent += points;
            value += points * choice.value / choice.cost;
        }
        (spent >= self.range.least - 1e-6).then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(values: &[f64], costs: &[f64], most: u32) -> Vec<Choice> {
        (0..values.len()).map(|troop| Choice { troop, cost: costs[troop], value: values[troop], most }).collect()
    }

    /// All armies of a range by their values, the greatest first.
    fn all(choices: &[Choice], range: Range, legal: &dyn Fn(&[u32]) -> bool) -> Vec<f64> {
        let mut armies = vec![vec![]];
        for choice in choices {
            let with =
                |army: &Vec<u32>| (0..=choice.most).map(|count| [&army[..], &[count]].concat()).collect::<Vec<_>>();
            armies = armies.iter().flat_map(with).collect();
        }
        let sum = |army: &[u32], of: fn(&Choice) -> f64| {
            army.iter().zip(choices).map(|(count, choice)| f64::from(*count) * of(choice)).sum::<f64>()
        };
        let allowed = armies.iter().filter(|army| range.holds(sum(army, |choice| choice.cost)) && legal(army));
        let mut values: Vec<f64> = allowed.map(|army| sum(army, |choice| choice.value)).collect();
        values.sort_by(|one, other| other.total_cmp(one));
        values
    }

    #[test]
    fn the_greatest_are_those_of_a_complete_enumeration() {
        let worths = [0.31, -0.4, 0.85, 0.2, -0.1];
        let costs = [1.5, 2.0, 3.5, 1.0, 2.5];
        let range = Range { least: 11.5, most: 12.5 };
        for sign in [1.0, -1.0] {
            let given = choices(&worths.map(|worth| sign * worth), &costs, 5);
            for legal in [&(|_: &[u32]| true) as &dyn Fn(&[u32]) -> bool, &|army| army.iter().sum::<u32>() <= 6] {
                let wanted = all(&given, range, legal);
                let found = greatest(given.clone(), 5, range, 5, legal);
                assert!(found.is_complete && found.found.len() == 5 && wanted.len() > 5);
                for ((army, value), wanted) in found.found.iter().zip(&wanted) {
                    assert!((value - wanted).abs() <= CLOSE + 1e-9 && legal(army), "{found:?} {wanted}");
                }
            }
        }
    }

    #[test]
    fn a_range_that_no_army_hits_has_none() {
        let found = greatest(choices(&[1.0, 2.0], &[2.0, 4.0], 9), 2, Range { least: 4.5, most: 5.5 }, 5, &|_| true);
        assert_eq!(found, Extremes { found: Vec::new(), is_complete: true });
        let few = greatest(choices(&[1.0, 2.0], &[2.0, 4.0], 1), 2, Range { least: 8.0, most: 9.0 }, 5, &|_| true);
        assert!(few.found.is_empty());
    }

    #[test]
    fn many_troops_at_right_costs_are_searched_in_time() {
        let costs: Vec<f64> = (0..30).map(|troop| 1.0 + 0.5 * f64::from(troop * 7 % 11)).collect();
        let values: Vec<f64> = costs.iter().enumerate().map(|(at, cost)| 0.1 * cost + 1e-4 * (at % 3) as f64).collect();
        let found = greatest(choices(&values, &costs, 30), 30, Range::around(200.0, 0.01), 5, &|_| true);
        assert_eq!(found.found.len(), 5);
        // At most 202 points of the best value for a point, 0.1002.
        assert!(found.found[0].1 > 20.19 && found.found[0].1 <= 202.0 * 0.1002 + 1e-9, "{found:?}");
    }
}
