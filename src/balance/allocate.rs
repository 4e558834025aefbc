//! Adaptive sampling: games go where a ranking or a verdict is still uncertain.
//!
//! First every pairing gets a few pairs, then blocks of pairs go to one pairing after the other. The choice for the
//! next block depends on the games of all blocks before it and on nothing else. For a ranking it is the pairing that
//! reduces the uncertainty about the order most ([`next_meeting`]); for verdicts it is the pairing that is nearest to
//! one, evaluated by intervals that remain valid under continuous monitoring ([`confidence_sequence()`]).

use super::field::{Field, RankedKind};
use super::quality::Measured;
use super::ranking::PRIOR_ELO;
use super::verdict::{EVEN_MARGIN, Verdict};
use crate::stats::{Estimate, Meeting, Ratings, Scores, confidence_sequence, doubt, next_meeting};
use crate::tournament::{Allocate, Entrant, PairingOnScenario, Plan, Standings};

/// The minimum number of pairs per pairing before blocks are allocated, as far as the budget allows.
pub const FIRST: u64 = 8;
/// The minimum number of pairs in a block.
pub const STEP: u64 = 16;
/// A block is one part in this many of the remaining pairs, where that is more.
pub const PARTS: u64 = 50;
/// With less uncertainty than this the order is settled: the remaining games are distributed evenly.
const SETTLED: f64 = 1e-9;

/// The cells of the next block, from the games of all blocks before it; `None` when all games are used or no verdict is
/// open.
///
/// The plan's schedule must have been created before, so that its pairings are known to be valid.
pub fn next_block(
    plan: &Plan,
    allocate: Allocate,
    before: &[Vec<PairingOnScenario>],
    standings: &Standings,
) -> Option<Vec<PairingOnScenario>> {
    let even = plan.even_schedule().expect("the plan had a schedule");
    let budget = Budget::of(even.cells());
    if before.is_empty() {
        return Some(budget.first());
    }
    let spent: u64 = before.iter().flatten().map(|cell| cell.pairs).sum();
    let left = even.pairs().saturating_sub(spent);
    let size = STEP.max(left / PARTS).min(left);
    if size == 0 {
        return None;
    }
    let pairs = budget.pairs(standings);
    let chosen = match allocate {
        Allocate::Ranking => most_doubtful(&budget.meetings(), &pairs, size),
        Allocate::Verdicts => nearest_verdict(&pairs)?,
    };
    Some(budget.block(chosen, size, before))
}

/// The number of games of a plan, over all its pairings.
pub fn games(plan: &Plan) -> u64 {
    plan.even_schedule().map_or(0, |even| even.games())
}

/// The pairings of the even schedule, in which each gets the same number of games.
struct Budget<'a> {
    even: &'a [PairingOnScenario],
    pairings: Vec<[Entrant; 2]>,
}

impl Budget<'_> {
    fn of(even: &[PairingOnScenario]) -> Budget<'_> {
        let mut pairings: Vec<[Entrant; 2]> = Vec::new();
        for cell in even {
            if !pairings.contains(&cell.entrants) {
                pairings.push(cell.entrants);
            }
        }
        Budget { even, pairings }
    }

    /// A few pairs of every pairing, at least one on every scenario.
    fn first(&self) -> Vec<PairingOnScenario> {
        let mut first: Vec<PairingOnScenario> = self.even.to_vec();
        for pairing in &self.pairings {
            let mut cells: Vec<&mut PairingOnScenario> =
                first.iter_mut().filter(|cell| cell.entrants == *pairing).collect();
            let weights: Vec<u64> = cells.iter().map(|cell| cell.pairs).collect();
            let once: Vec<u64> = weights.iter().map(|weight| (*weight).min(1)).collect();
            let most: u64 = weights.iter().sum();
            let more = FIRST.min(most).saturating_sub(once.iter().sum());
            let given = spread(&weights, &once, more);
            cells.iter_mut().zip(once.iter().zip(given)).for_each(|(cell, (once, more))| cell.pairs = once + more);
        }
        first
    }

    /// A number of pairs of one pairing, distributed over its scenarios by weight.
    fn block(&self, pairing: usize, size: u64, before: &[Vec<PairingOnScenario>]) -> Vec<PairingOnScenario> {
        let cells: Vec<&PairingOnScenario> =
            self.even.iter().filter(|cell| cell.entrants == self.pairings[pairing]).collect();
        let weights: Vec<u64> = cells.iter().map(|cell| cell.pairs).collect();
        let same = |cell: &PairingOnScenario, other: &PairingOnScenario| {
            (cell.entrants, cell.scenario) == (other.entrants, other.scenario)
        };
        let played = |cell: &&PairingOnScenario| {
            before.iter().flatten().filter(|other| same(cell, other)).map(|other| other.pairs).sum()
        };
        let given = spread(&weights, &cells.iter().map(played).collect::<Vec<u64>>(), size);
        let block = cells.iter().zip(given).map(|(cell, pairs)| PairingOnScenario { pairs, ..**cell });
        block.filter(|cell| cell.pairs > 0).collect()
    }

    /// For each pairing its pairs so far by half points of the first.
    fn pairs(&self, standings: &Standings) -> Vec<[u64; 5]> {
        let known: Vec<([Entrant; 2], [u64; 5])> =
            standings.pairings().map(|(entrants, counter)| (entrants, counter.pairs())).collect();
        let of = |pairing: &[Entrant; 2]| {
            known.iter().find(|(entrants, _)| entrants == pairing).map_or([0; 5], |(_, pairs)| *pairs)
        };
        self.pairings.iter().map(of).collect()
    }

    /// The pairings with entrants numbered consecutively.
    fn meetings(&self) -> Vec<(usize, usize)> {
        let mut entrants: Vec<Entrant> = self.pairings.iter().flatten().copied().collect();
        entrants.sort_unstable();
        entrants.dedup();
        let number = |entrant: &Entrant| entrants.binary_search(entrant).expect("it is one of them");
        self.pairings.iter().map(|[first, second]| (number(first), number(second))).collect()
    }
}

/// Distributes pairs over cells by weight, so that the sum of previous and new pairs is as close to the weights as
/// possible.
fn spread(weights: &[u64], played: &[u64], pairs: u64) -> Vec<u64> {
    let whole: u128 = weights.iter().map(|weight| u128::from(*weight)).sum();
    let mut given: Vec<u64> =
        weights.iter().map(|weight| (u128::from(pairs) * u128::from(*weight) / whole.max(1)) as u64).collect();
    let total = i128::from(played.iter().sum::<u64>() + pairs);
    for _ in given.iter().sum::<u64>()..pairs {
        let owed =
            |cell: usize| total * i128::from(weights[cell]) - i128::from(played[cell] + given[cell]) * whole as i128;
        let next = (0..weights.len())
            .filter(|cell| weights[*cell] > 0)
            .max_by_key(|cell| (owed(*cell), std::cmp::Reverse(*cell)));
        given[next.expect("a pairing is played somewhere")] += 1;
    }
    given
}

fn ratings(meetings: &[(usize, usize)], pairs: &[[u64; 5]]) -> Option<Ratings> {
    let entrants = meetings.iter().map(|(first, second)| first.max(second) + 1).max()?;
    let met = meetings.iter().zip(pairs).map(|((first, second), pairs)| Meeting::of_pairs(*first, *second, *pairs));
    Ratings::of(entrants, &met.collect::<Vec<_>>(), Some(PRIOR_ELO))
}

/// The pairing in which this many more pairs reduce the uncertainty about the order most; the one with fewest pairs
/// where there is none.
fn most_doubtful(meetings: &[(usize, usize)], pairs: &[[u64; 5]], size: u64) -> usize {
    let open = ratings(meetings, pairs).filter(|ratings| doubt(ratings) > SETTLED);
    let best = open.and_then(|ratings| next_meeting(&ratings, meetings, 2.0 * size as f64));
    let fewest = || (0..meetings.len()).min_by_key(|meeting| pairs[*meeting].iter().sum::<u64>());
    let place = best.and_then(|best| meetings.iter().position(|meeting| *meeting == best));
    place.or_else(fewest).expect("there is a pairing")
}

/// The verdict on a pairing by an interval that may be inspected after every block.
fn monitored(pairs: &[u64; 5]) -> Option<(Estimate, Verdict)> {
    let interval = confidence_sequence(&Scores::of_pairs(pairs))?;
    Some((interval, Verdict::of(&interval)))
}

/// The pairing without a verdict that is expected to need the fewest pairs to reach one, if its rate stays as it is;
/// `None` if none is open.
fn nearest_verdict(pairs: &[[u64; 5]]) -> Option<usize> {
    let mut nearest: Option<(usize, f64)> = None;
    for (pairing, counts) in pairs.iter().enumerate() {
        let played = counts.iter().sum::<u64>() as f64;
        let needed = match monitored(counts) {
            None => 0.0,
            Some((interval, Verdict::Undecided)) => played * (too_wide(&interval) * too_wide(&interval) - 1.0),
            Some(_) => continue,
        };
        if nearest.is_none_or(|(_, least)| needed < least) {
            nearest = Some((pairing, needed));
        }
    }
    nearest.map(|(pairing, _)| pairing)
}

/// The factor by which an interval is too wide for the nearest verdict: intervals narrow with the root of the number of
/// games.
fn too_wide(interval: &Estimate) -> f64 {
    let (below, above) = (interval.point - interval.low, interval.high - interval.point);
    let off = interval.point - 0.5;
    let favours = if off > 0.0 { below / off } else { above / -off };
    let even = if off.abs() < EVEN_MARGIN {
        (above / (EVEN_MARGIN - off)).max(below / (EVEN_MARGIN + off))
    } else {
        f64::INFINITY
    };
    // A rate of exactly one half would divide by zero: only the verdict "even" is possible.
    if off == 0.0 { even } else { favours.min(even) }
}

/// The result of a run with adaptive allocation.
#[derive(Clone, Debug, PartialEq)]
pub struct Allocation {
    /// The aim of the allocation.
    pub purpose: Allocate,
    /// The number of blocks allocated after the first pairs of every pairing.
    pub blocks: u64,
    /// The pairings, in the order of the schedule.
    pub pairings: Vec<Allocated>,
}

/// A pairing whose games were allocated.
#[derive(Clone, Debug, PartialEq)]
pub struct Allocated {
    /// The two entrants.
    pub names: [String; 2],
    /// Pairs played.
    pub pairs: u64,
    /// The Elo difference of the first to the second, from all games of the field.
    pub ahead: Option<Measured>,
    /// Points per game of the first, with an interval that is valid under continuous monitoring.
    pub monitored: Estimate,
    /// The verdict from that interval.
    pub verdict: Verdict,
}

impl Allocation {
    /// The result of a run; `None` where games were not allocated adaptively.
    pub fn of(plan: &Plan, blocks: usize, standings: &Standings) -> Option<Allocation> {
        let purpose = plan.allocate?;
        let even = plan.even_schedule().ok()?;
        let budget = Budget::of(even.cells());
        let pairs = budget.pairs(standings);
        let ranking = Field::of(RankedKind::Entrants, plan, standings).ranking();
        let counted = budget.pairings.iter().zip(&pairs).filter_map(|(entrants, pairs)| {
            let (monitored, verdict) = monitored(pairs)?;
            let names = entrants.map(|entrant| plan.entrant_name(entrant));
            let ahead = ranking.as_ref().and_then(|ranking| ranking.ahead(&names[0], &names[1]));
            Some(Allocated { names, pairs: pairs.iter().sum(), ahead, monitored, verdict })
        });
        Some(Allocation { purpose, blocks: blocks.saturating_sub(1) as u64, pairings: counted.collect() })
    }

    /// The number of pairings without a verdict.
    pub fn open(&self) -> usize {
        self.pairings.iter().filter(|pairing| pairing.verdict == Verdict::Undecided).count()
    }
}

#[cfg(test)]
mod tests;
