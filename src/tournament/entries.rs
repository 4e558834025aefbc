//! The entries of a tournament: bots and armies, crossed or tied together, and the scenarios over which the games of
//! each pairing are distributed.

use super::schedule::{Entrant, PairingOnScenario};

/// A scenario as the schedule sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScenarioEntry {
    /// Whether it brings its armies.
    pub brings_armies: bool,
    /// Its share of the games, relative to the others of its kind.
    pub weight: u64,
}

/// The inputs of a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entries {
    /// The scenarios.
    pub scenarios: Vec<ScenarioEntry>,
    /// For each bot, how often it was named.
    pub bots: Vec<u32>,
    /// For each army, how often it was named.
    pub armies: Vec<u32>,
    /// The bot and the army of each entrant, where they are tied; empty where every bot plays every army.
    pub tied: Vec<[usize; 2]>,
    /// Games for each pairing, before rounding up.
    pub games: u64,
}

impl Entries {
    /// The entrants on scenarios that bring armies, or on those that do not, each with how often it was named.
    pub fn entrants(&self, bring_armies: bool) -> Vec<(Entrant, u32)> {
        let alone = [(None, 1)];
        let named: Vec<(Option<usize>, u32)> =
            self.armies.iter().enumerate().map(|(army, count)| (Some(army), *count)).collect();
        if !bring_armies && !self.tied.is_empty() {
            let mut entrants: Vec<(Entrant, u32)> = Vec::new();
            for [bot, army] in &self.tied {
                let entrant = Entrant { bot: *bot, army: Some(*army) };
                match entrants.iter_mut().find(|(known, _)| *known == entrant) {
                    Some((_, times)) => *times += 1,
                    None => entrants.push((entrant, 1)),
                }
            }
            return entrants;
        }
        let armies = if bring_armies { &alone[..] } else { &named[..] };
        let with_bot = |(bot, count): (usize, u32)| {
            armies.iter().map(move |(army, times)| (Entrant { bot, army: *army }, count * times))
        };
        self.bots.iter().copied().enumerate().flat_map(with_bot).collect()
    }

    /// The games of a pairing on one scenario: its share of all, rounded up.
    pub fn games_on(&self, scenario: usize) -> u64 {
        let entry = self.scenarios[scenario];
        let alike: u64 = self
            .scenarios
            .iter()
            .filter(|other| other.brings_armies == entry.brings_armies)
            .map(|other| other.weight)
            .sum();
        (self.games * entry.weight).div_ceil(alike.max(1))
    }

    /// All pairings of different entrants. One that was named more than once, or is the only one, also plays itself.
    pub fn round_robin(&self, bring_armies: bool) -> Vec<[Entrant; 2]> {
        let entrants = self.entrants(bring_armies);
        let mut pairings = Vec::new();
        for (index, (first, count)) in entrants.iter().enumerate() {
            if *count > 1 || entrants.len() == 1 {
                pairings.push([*first, *first]);
            }
            pairings.extend(entrants[index + 1..].iter().map(|(second, _)| [*first, *second]));
        }
        pairings
    }

    /// The games of these pairings on every suitable scenario, rounded up to whole pairs.
    pub fn cells(&self, pairings: &[[Entrant; 2]]) -> Vec<PairingOnScenario> {
        let mut cells = Vec::new();
        for (scenario, entry) in self.scenarios.iter().enumerate() {
            let games = self.games_on(scenario);
            for entrants in pairings.iter().filter(|entrants| entrants[0].army.is_none() == entry.brings_armies) {
                let pairs = if entrants[0] == entrants[1] { games.div_ceil(2) * 2 } else { games.div_ceil(2) };
                cells.push(PairingOnScenario { scenario, entrants: *entrants, pairs });
            }
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(weights: &[u64], tied: &[[usize; 2]]) -> Entries {
        let scenarios = weights.iter().map(|weight| ScenarioEntry { brings_armies: false, weight: *weight }).collect();
        Entries { scenarios, bots: vec![1, 1], armies: vec![1, 1, 1], tied: tied.to_vec(), games: 100 }
    }

    #[test]
    fn games_are_distributed_by_weight() {
        let entries = entries(&[3, 1, 0], &[]);
        assert_eq!([0, 1, 2].map(|scenario| entries.games_on(scenario)), [75, 25, 0]);
    }

    #[test]
    fn tied_bots_lead_their_own_army_only() {
        let entries = entries(&[1], &[[0, 2], [1, 0], [0, 2]]);
        let entrant = |bot, army| Entrant { bot, army: Some(army) };
        assert_eq!(entries.entrants(false), [(entrant(0, 2), 2), (entrant(1, 0), 1)]);
        assert_eq!(entries.round_robin(false), [[entrant(0, 2), entrant(0, 2)], [entrant(0, 2), entrant(1, 0)]]);
        assert_eq!(entries.entrants(true).len(), 2, "bots alone where the scenario brings the armies");
    }
}
