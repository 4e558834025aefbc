//! Swiss legs (the Monrad system): in each leg entrants with like scores meet, who have not met before where that can be. A large field is ranked in few games.

use crate::game::rng::Key;
use crate::tournament::{Cell, Counter, Entrant, Line, Party, Plan, Standings};
use std::collections::{BTreeMap, BTreeSet};

/// The cells of the next leg, from the games of all legs before it; nothing after the last leg.
pub fn next_leg(plan: &Plan, legs: u32, before: &[Vec<Cell>], standings: &Standings) -> Option<Vec<Cell>> {
    if before.len() as u32 >= legs {
        return None;
    }
    let entries = plan.entries();
    let brings = entries.scenarios.first()?.brings_armies;
    let entrants: Vec<Entrant> = entries.entrants(brings).into_iter().map(|(entrant, _)| entrant).collect();
    let met: BTreeSet<[Entrant; 2]> = before.iter().flatten().map(|cell| ordered(cell.entrants)).collect();
    let pairings = pair_up(&ranked(plan, &entrants, before, standings), &met);
    let cells = entries.cells(&pairings);
    (!cells.is_empty()).then_some(cells)
}

fn ordered([first, second]: [Entrant; 2]) -> [Entrant; 2] {
    if first <= second { [first, second] } else { [second, first] }
}

/// The entrants by the mean of their games, a leg without a game counting as one that was half won; equal ones in an order that the seed and the leg give.
fn ranked(plan: &Plan, entrants: &[Entrant], before: &[Vec<Cell>], standings: &Standings) -> Vec<Entrant> {
    let mut counters: BTreeMap<Entrant, &Counter> = BTreeMap::new();
    for (Line { party, .. }, counter) in standings.overall() {
        if let Party::Entrant(entrant) = party {
            counters.insert(*entrant, counter);
        }
    }
    let score = |entrant: &Entrant| {
        let legs = before.iter().filter(|leg| leg.iter().any(|cell| cell.entrants.contains(entrant))).count() as f64;
        let mean = counters.get(entrant).filter(|counter| counter.games() > 0);
        let mean = mean.map_or(0.5, |counter| (counter.wins as f64 + 0.5 * counter.draws as f64) / counter.games() as f64);
        mean * legs + 0.5 * (before.len() as f64 - legs)
    };
    let chance = |entrant: &Entrant| {
        let name = plan.entrant_name(*entrant);
        Key::new(plan.seed).with_name("swiss").with(before.len() as u64).with_name(&name).stream().bits()
    };
    let mut keyed: Vec<(f64, u64, Entrant)> = entrants.iter().map(|entrant| (score(entrant), chance(entrant), *entrant)).collect();
    keyed.sort_by(|left, right| right.0.total_cmp(&left.0).then(left.1.cmp(&right.1)).then(left.2.cmp(&right.2)));
    keyed.into_iter().map(|(.., entrant)| entrant).collect()
}

/// Each with the next below whom it has not met; where all have been met, with the next below. Of an odd number the last is left out.
fn pair_up(ranked: &[Entrant], met: &BTreeSet<[Entrant; 2]>) -> Vec<[Entrant; 2]> {
    let mut free: Vec<Entrant> = ranked.to_vec();
    let mut pairings = Vec::new();
    while free.len() > 1 {
        let first = free.remove(0);
        let second = free.iter().position(|other| !met.contains(&ordered([first, *other]))).unwrap_or(0);
        pairings.push(ordered([first, free.remove(second)]));
    }
    pairings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entrants(count: usize) -> Vec<Entrant> {
        (0..count).map(|bot| Entrant { bot, army: None }).collect()
    }

    #[test]
    fn neighbours_meet_who_have_not_met() {
        let ranked = entrants(5);
        let pairs = |met: &[[usize; 2]]| -> Vec<[usize; 2]> {
            let met = met.iter().map(|pair| pair.map(|bot| Entrant { bot, army: None })).collect();
            pair_up(&ranked, &met).into_iter().map(|pair| pair.map(|entrant| entrant.bot)).collect()
        };
        assert_eq!(pairs(&[]), [[0, 1], [2, 3]]);
        assert_eq!(pairs(&[[0, 1], [2, 3]]), [[0, 2], [1, 3]]);
        // Nobody is left whom 0 has not met.
        assert_eq!(pairs(&[[0, 1], [0, 2], [0, 3], [0, 4]]), [[0, 1], [2, 3]]);
    }
}
