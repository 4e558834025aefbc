//! A list that can be printed: costs that are multiples of a step, as few of them changed as the games require.
//!
//! A list is tested as a whole: the chi-square of the worths held in proportion to its costs, the worth of a point
//! being free (`worths`). While the games reject the list, one more cost is freed,
//! the one that lowers the statistic most, and all freed costs are moved by steps until none lowers it further
//! (coordinate descent); in the end those go back to the list without which the games do not reject it.

use super::fit::Fit;
use super::scale::floor_of;
use super::worths::Worths;
use crate::game::Troop;

/// The games reject a list if its p-value is at most this.
const REJECTED: f64 = 0.05;

/// The greatest cost that is tried, as a multiple of that of the list.
const MOST: f64 = 3.0;

/// Decimals of a multiple that are kept, as a power of ten.
const MILLION: f64 = 1e6;

/// A list of multiples of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintableList {
    /// The step.
    pub step: f64,
    /// The troops whose costs change.
    pub changed: Vec<usize>,
    /// The costs of all troops.
    pub costs: Vec<f64>,
    /// The test of the list: chi-square, its degrees of freedom, and the p-value.
    pub left: (f64, usize, f64),
}

impl PrintableList {
    /// Whether the games reject it: no list of these steps that they do not reject was found.
    pub fn is_rejected(&self) -> bool {
        self.left.2 <= REJECTED
    }
}

impl Worths {
    /// The chi-square of a list: what the best worth of a point leaves.
    fn rest(&self, costs: &[f64]) -> f64 {
        let costs = self.pick(|troop| costs[troop]);
        let weighted = &self.inverse * &costs;
        let (own, with) = (costs.dot(&weighted), self.values.dot(&weighted));
        let all = (self.values.transpose() * &self.inverse * &self.values)[0];
        // A point is worth something.
        (all - if with > 0.0 { with * with / own } else { 0.0 }).max(0.0)
    }

    fn degrees(&self) -> usize {
        self.troops.len() - 1
    }

    fn is_rejected(&self, rest: f64) -> bool {
        self.p_value(rest, self.degrees()) <= REJECTED
    }
}

/// The list of multiples of `step` with few changes that the games do not reject; the least rejected one where none is
/// found. `None` where worths are not identifiable.
pub fn printable_list(fit: &Fit, troops: &[Troop], step: f64) -> Option<PrintableList> {
    let worths = Worths::of(fit, troops.len())?;
    if worths.troops.len() < 2 {
        return None;
    }
    let list: Vec<f64> = troops.iter().map(|troop| troop.cost).collect();
    let search = Search { worths: &worths, list: &list, step };
    let (mut costs, mut freed) = (list.clone(), Vec::new());
    let mut rest = worths.rest(&costs);
    // At least one cost remains, or there is no scale.
    while worths.is_rejected(rest) && freed.len() < worths.degrees() {
        let candidates = worths.troops.iter().filter(|troop| !freed.contains(*troop));
        let tried = candidates.map(|troop| (*troop, search.best(&costs, *troop)));
        let Some((troop, (found, cost))) = tried.min_by(|one, other| one.1.0.total_cmp(&other.1.0)) else { break };
        if found >= rest {
            break;
        }
        costs[troop] = cost;
        freed.push(troop);
        rest = search.settle(&mut costs, &freed);
    }
    for troop in freed.clone() {
        let others: Vec<usize> = freed.iter().copied().filter(|other| *other != troop).collect();
        let mut without = costs.clone();
        without[troop] = list[troop];
        let found = search.settle(&mut without, &others);
        if !worths.is_rejected(found) || found <= rest {
            (costs, freed, rest) = (without, others, found);
        }
    }
    let changed = worths.troops.iter().copied().filter(|troop| costs[*troop] != list[*troop]).collect();
    let degrees = worths.degrees();
    Some(PrintableList { step, changed, costs, left: (rest, degrees, worths.p_value(rest, degrees)) })
}

/// The search for costs.
struct Search<'a> {
    worths: &'a Worths,
    list: &'a [f64],
    step: f64,
}

impl Search<'_> {
    /// The best cost of a troop beside the others, with the chi-square that it leaves.
    fn best(&self, costs: &[f64], troop: usize) -> (f64, f64) {
        let list = self.list[troop];
        let first = (floor_of(list) / self.step).ceil().max(1.0) as u64;
        let last = ((MOST * list / self.step).ceil() as u64).max(first);
        let mut tried = costs.to_vec();
        let found = (first..=last).map(|number| {
            // The decimal nearest to the multiple: 0.3 as three times 0.1, as a list states it.
            let cost = (number as f64 * self.step * MILLION).round() / MILLION;
            tried[troop] = cost;
            (self.worths.rest(&tried), cost)
        });
        // Of equal ones the first, the cheapest.
        found.min_by(|one, other| one.0.total_cmp(&other.0)).expect("there is at least one multiple")
    }

    /// Moves the freed costs until none lowers the chi-square, and returns it.
    fn settle(&self, costs: &mut [f64], freed: &[usize]) -> f64 {
        let mut rest = self.worths.rest(costs);
        loop {
            let before = rest;
            for troop in freed {
                let (found, cost) = self.best(costs, *troop);
                if found < rest {
                    (costs[*troop], rest) = (cost, found);
                }
            }
            if rest >= before {
                return rest;
            }
        }
    }
}
