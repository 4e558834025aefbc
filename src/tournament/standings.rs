//! The counters of a whole tournament, one for each line of its tables; `party.rs` states which games count for which
//! line.

use super::counters::Counter;
use super::luckiest::{Luckiest, Lucky};
use super::party::{Party, TableLine, View, parties};
use super::quality::{Qualities, Quality};
use super::record::GameRow;
use super::schedule::{Entrant, GameSpec, Schedule};
use crate::bots::FaultKind;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The counts of a tournament without their names: the serialised part of [`Standings`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    counters: Vec<Counter>,
    qualities: Vec<Quality>,
    games: u64,
    forfeits: u64,
    stopped_by_clock: u64,
    steps: u64,
    faults: Vec<u64>,
    #[serde(default, skip_serializing_if = "Luckiest::is_empty")]
    luckiest: Luckiest,
}

/// All counters of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    lines: Vec<(TableLine, Counter)>,
    /// For each cell its scenario, and its counters with their perspectives.
    cells: Vec<(usize, Vec<(usize, View)>)>,
    /// For each cell its entrants.
    entrants: Vec<[Entrant; 2]>,
    /// Statistics of the games.
    pub qualities: Qualities,
    /// All games.
    pub games: u64,
    /// Games that ended by forfeit.
    pub forfeits: u64,
    /// The forfeits in which a clock stopped a bot that is otherwise repeatable.
    pub stopped_by_clock: u64,
    /// Rolls and decisions of all games.
    pub steps: u64,
    /// For each bot its faults, excluding the games forfeited in quarantine.
    faults: Vec<u64>,
    /// The games with most luck on one side, where luck is computed.
    luckiest: Luckiest,
}

impl Standings {
    /// Empty counters for a schedule.
    pub fn new(schedule: &Schedule) -> Standings {
        let (lines, cells, entrants, faults) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let qualities = Qualities::default();
        let (games, forfeits, stopped_by_clock, steps, luckiest) = (0, 0, 0, 0, Luckiest::default());
        let mut standings =
            Standings { lines, cells, entrants, qualities, games, forfeits, stopped_by_clock, steps, faults, luckiest };
        standings.extend(schedule);
        standings
    }

    /// Adds counters for the cells that were appended to the schedule since.
    pub fn extend(&mut self, schedule: &Schedule) {
        let several = schedule.cells().iter().any(|cell| cell.scenario != schedule.cells()[0].scenario);
        let mut index_of: BTreeMap<TableLine, usize> =
            self.lines.iter().enumerate().map(|(index, (line, _))| (*line, index)).collect();
        for cell in &schedule.cells()[self.cells.len()..] {
            let parties = parties(cell.entrants);
            let scenarios = [Some(cell.scenario), None];
            let mut counted = Vec::with_capacity(2 * parties.len());
            for scenario in &scenarios[..if several { 2 } else { 1 }] {
                for (party, view) in &parties {
                    let line = TableLine { scenario: *scenario, party: *party };
                    let index = *index_of.entry(line).or_insert_with(|| {
                        let counter = if several && scenario.is_some() { Counter::default() } else { party.counter() };
                        self.lines.push((line, counter));
                        self.lines.len() - 1
                    });
                    counted.push((index, *view));
                }
            }
            self.cells.push((cell.scenario, counted));
            self.entrants.push(cell.entrants);
        }
        let bots = self.entrants.iter().flatten().map(|entrant| entrant.bot + 1).max().unwrap_or(0);
        self.faults.resize(bots, 0);
        self.qualities.extend(schedule);
    }

    /// Counts a game. Games must come in schedule order.
    pub fn add(&mut self, row: &GameRow) {
        let GameSpec { cell, .. } = row.spec;
        let (scenario, counted) = &self.cells[cell];
        for (line, view) in counted {
            let (line, counter) = &mut self.lines[*line];
            // A game may be forfeited before anybody moves first: it is left out then.
            let ended_before_first_move = view.seat(row).is_none() && row.forfeit.is_some();
            if ended_before_first_move && !row.is_unplayed() && line.party.leaves_forfeits_out() {
                counter.left_out += 1;
            } else if let Some(seat) = view.seat(row) {
                if row.is_unplayed() {
                    counter.add_unplayed(row, seat);
                } else if row.forfeit.is_some() && line.party.leaves_forfeits_out() {
                    counter.left_out += 1;
                } else {
                    counter.add(*scenario, row, seat);
                }
            }
        }
        if !row.is_unplayed() {
            self.qualities.add(row);
        }
        self.games += 1;
        self.forfeits += u64::from(row.forfeit.is_some());
        if let Some(forfeit) = row.forfeit.as_ref().filter(|forfeit| forfeit.fault != FaultKind::Quarantined) {
            let seat = if row.spec.seat_of_first() == forfeit.side { 0 } else { 1 };
            self.faults[self.entrants[cell][seat].bot] += 1;
        }
        self.stopped_by_clock += u64::from(row.forfeit.as_ref().is_some_and(|forfeit| forfeit.by_clock));
        self.steps += u64::from(row.rolls + row.decisions.red + row.decisions.blue);
        if let Some(luck) = row.luck {
            self.luckiest.add([Lucky { spec: row.spec, winner: row.outcome.winner, luck }]);
        }
    }

    /// The games with most luck on one side, where luck is computed.
    pub fn luckiest(&self) -> &[Lucky] {
        self.luckiest.games()
    }

    /// The counts alone, for a checkpoint.
    pub fn counts(&self) -> Counts {
        let counters = self.lines.iter().map(|(_, counter)| counter.clone()).collect();
        Counts {
            counters,
            qualities: self.qualities.counts(),
            games: self.games,
            forfeits: self.forfeits,
            stopped_by_clock: self.stopped_by_clock,
            steps: self.steps,
            faults: self.faults.clone(),
            luckiest: self.luckiest.clone(),
        }
    }

    /// Restores counts from a file; false if they are not those of this schedule, or contradict each other.
    #[must_use]
    pub fn restore(&mut self, counts: Counts) -> bool {
        let Counts { counters, qualities, games, forfeits, stopped_by_clock, steps, faults, luckiest } = counts;
        let fits = counters.len() == self.lines.len() && faults.len() == self.faults.len();
        self.lines.iter_mut().zip(counters).for_each(|((_, mine), kept)| *mine = kept);
        (self.games, self.forfeits, self.stopped_by_clock, self.steps) = (games, forfeits, stopped_by_clock, steps);
        (self.faults, self.luckiest) = (faults, luckiest);
        self.qualities.restore(qualities) && fits && self.is_consistent()
    }

    /// Whether each counter is consistent, and those of the red seat and of all pairings record all games.
    fn is_consistent(&self) -> bool {
        if !self.lines.iter().all(|(_, counter)| counter.is_consistent(self.games)) {
            return false;
        }
        let recorded = |is_counted: fn(&Party) -> bool| -> u128 {
            let counted = self.overall().filter(|(line, _)| is_counted(&line.party));
            counted.map(|(_, counter)| u128::from(counter.recorded())).sum()
        };
        let [of_red, of_pairings] =
            [recorded(|party| *party == Party::Red), recorded(|party| matches!(party, Party::Pairing(_)))];
        [of_red, of_pairings] == [u128::from(self.games); 2]
    }

    /// Adds the games of another part of the same schedule.
    pub fn merge(&mut self, other: &Standings) {
        assert_eq!(self.lines.len(), other.lines.len(), "parts of one schedule");
        self.lines.iter_mut().zip(&other.lines).for_each(|((_, mine), (_, theirs))| mine.merge(theirs));
        self.qualities.merge(&other.qualities);
        self.games += other.games;
        self.forfeits += other.forfeits;
        self.stopped_by_clock += other.stopped_by_clock;
        self.steps += other.steps;
        self.faults.iter_mut().zip(&other.faults).for_each(|(mine, theirs)| *mine += theirs);
        self.luckiest.merge(&other.luckiest);
    }

    /// For each bot its faults so far, excluding the games forfeited in quarantine.
    pub fn faults_of_bots(&self) -> &[u64] {
        &self.faults
    }

    /// Completes the last clusters: no game follows.
    pub fn close(&mut self) {
        self.lines.iter_mut().for_each(|(_, counter)| counter.close());
        self.qualities.close();
    }

    /// The lines over all scenarios together: those of the only scenario where there is just one.
    pub fn overall(&self) -> impl Iterator<Item = (&TableLine, &Counter)> {
        // Every cell of a schedule over several scenarios has a line for all of them.
        let together = self.lines.iter().any(|(line, _)| line.scenario.is_none());
        self.lines().filter(move |(line, _)| line.scenario.is_none() == together)
    }

    /// The games of each two bots against each other, over all armies and scenarios together.
    pub fn bots(&self) -> impl Iterator<Item = ([usize; 2], &Counter)> {
        self.overall().filter_map(|(line, counter)| match line.party {
            Party::Bots(bots) => Some((bots, counter)),
            _ => None,
        })
    }

    /// The indices of the bots that play both of two different armies.
    pub fn bots_of_armies(&self) -> BTreeSet<usize> {
        let bot = |line: &TableLine| match line.party {
            Party::Armies { bot, .. } => Some(bot),
            _ => None,
        };
        self.overall().filter_map(|(line, _)| bot(line)).collect()
    }

    /// The games of each two armies against each other played by this bot, over all scenarios together.
    pub fn armies_under(&self, leader: usize) -> impl Iterator<Item = ([usize; 2], &Counter)> {
        self.overall().filter_map(move |(line, counter)| match line.party {
            Party::Armies { bot, armies } if bot == leader => Some((armies, counter)),
            _ => None,
        })
    }

    /// The pairings over all scenarios together.
    pub fn pairings(&self) -> impl Iterator<Item = ([Entrant; 2], &Counter)> {
        self.overall().filter_map(|(line, counter)| match line.party {
            Party::Pairing(entrants) => Some((entrants, counter)),
            _ => None,
        })
    }

    /// All lines, in the order in which the schedule first needs them.
    pub fn lines(&self) -> impl Iterator<Item = (&TableLine, &Counter)> {
        self.lines.iter().map(|(line, counter)| (line, counter))
    }

    /// One line; `None` if the schedule has no such games.
    pub fn line(&self, scenario: Option<usize>, party: Party) -> Option<&Counter> {
        self.lines().find(|(line, _)| **line == TableLine { scenario, party }).map(|(_, counter)| counter)
    }
}

#[cfg(test)]
mod tests;
