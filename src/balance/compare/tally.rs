//! The sums of a measure over clusters of games, without and with a change.

use crate::game::GameDice;
use crate::stats::{Estimate, PairedSums, paired_sequence};
use crate::tournament::{Counter, group};
use std::collections::BTreeMap;

/// Twice the figures of an incomplete cluster.
#[derive(Clone, Copy, Debug)]
struct Open {
    number: u64,
    games: u64,
    base: u64,
    variant: u64,
}

/// Sums over clusters of one size.
#[derive(Clone, Debug)]
pub(crate) struct Sums {
    open: Vec<Option<Open>>,
    /// All clusters as one sample.
    pub sums: PairedSums,
    /// The clusters of each scenario.
    pub strata: Vec<PairedSums>,
    /// How many clusters there are of each twofold difference and number of games.
    pub values: BTreeMap<(i64, u64), u64>,
}

impl Sums {
    fn new(scenarios: usize) -> Sums {
        Sums {
            open: vec![None; scenarios],
            sums: PairedSums::default(),
            strata: vec![PairedSums::default(); scenarios],
            values: BTreeMap::new(),
        }
    }

    fn add(&mut self, scenario: usize, number: u64, base: u64, variant: u64) {
        match &mut self.open[scenario] {
            Some(open) if open.number == number => {
                open.games += 1;
                open.base += base;
                open.variant += variant;
            }
            _ => {
                self.close(scenario);
                self.open[scenario] = Some(Open { number, games: 1, base, variant });
            }
        }
    }

    fn close(&mut self, scenario: usize) {
        if let Some(Open { games, base, variant, .. }) = self.open[scenario].take() {
            // Halves and their products are exact while below 2^51, so that the order of clusters does not matter.
            for sums in [&mut self.sums, &mut self.strata[scenario]] {
                sums.add(games as f64, variant as f64 / 2.0, base as f64 / 2.0);
            }
            *self.values.entry((variant as i64 - base as i64, games)).or_default() += 1;
        }
    }

    /// The number of clusters in which the measure differs.
    pub fn differing(&self) -> u64 {
        self.values.iter().filter(|((twice, _), _)| *twice != 0).map(|(_, count)| count).sum()
    }

    fn close_all(&mut self) {
        (0..self.open.len()).for_each(|scenario| self.close(scenario));
    }
}

/// The sums of one measure.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    pairs: Sums,
    blocks: Sums,
    is_balanced: bool,
    /// The number of games that are left out.
    pub left_out: u64,
    /// The number of games that count although a bot forfeited them, without or with the change.
    pub by_forfeit: u64,
    /// Where the effects under several bots are compared: by group of games that share no dice with others twice the
    /// difference, and the number of games.
    pub groups: Option<BTreeMap<u32, [i64; 2]>>,
}

impl Tally {
    /// No games yet, on this many scenarios.
    pub fn new(scenarios: usize) -> Tally {
        Tally {
            pairs: Sums::new(scenarios),
            blocks: Sums::new(scenarios),
            is_balanced: false,
            left_out: 0,
            by_forfeit: 0,
            groups: None,
        }
    }

    /// The same, which also sums differences by group.
    pub fn by_groups(scenarios: usize) -> Tally {
        Tally { groups: Some(BTreeMap::new()), ..Tally::new(scenarios) }
    }

    /// A tally of pairs of one game each: twice the measure, without and with the change.
    #[cfg(test)]
    pub fn of_games(games: impl IntoIterator<Item = (u64, u64)>) -> Tally {
        let mut tally = Tally::new(1);
        games.into_iter().zip(0..).for_each(|((base, variant), pair)| tally.add(0, pair, false, base, variant));
        tally
    }

    /// Adds a game: twice the measure, without and with the change. Within a scenario pairs come in order.
    pub fn add(&mut self, scenario: usize, pair: u64, is_balanced: bool, base: u64, variant: u64) {
        self.pairs.add(scenario, pair, base, variant);
        self.blocks.add(scenario, pair / GameDice::BLOCK, base, variant);
        self.is_balanced |= is_balanced;
        if let Some(groups) = &mut self.groups {
            let [difference, games] = groups.entry(group(scenario, pair)).or_default();
            (*difference, *games) = (*difference + variant as i64 - base as i64, *games + 1);
        }
    }

    /// Adds a game that is left out: without or with the change it was forfeited.
    pub fn leave_out(&mut self) {
        self.left_out += 1;
    }

    /// The difference of a share so far, over the clusters that are complete, with an interval that is valid under
    /// continuous monitoring: pairs of one block are not independent of each other, so that blocks are the clusters
    /// wherever there are any.
    pub fn watched(&self) -> Option<Estimate> {
        let Sums { sums, .. } = if self.is_balanced { &self.blocks } else { &self.pairs };
        paired_sequence(sums, self.left_out)
    }

    /// The sums from which intervals are computed.
    pub fn units(&mut self) -> &Sums {
        self.pairs.close_all();
        self.blocks.close_all();
        let by_blocks = self.is_balanced && self.blocks.sums.count >= Counter::ENOUGH_BLOCKS;
        if by_blocks { &self.blocks } else { &self.pairs }
    }
}
