//! Mergeable counters: games from the perspective of one party.
//!
//! Games with the same scenario and pair number share their dice, regardless of the players. For a valid interval they
//! are one observation, called a *cluster*: both games of a pair for one pairing, and the pairs of all its pairings for
//! a bot or an army. The schedule makes such games adjacent, so that a cluster is summed up when the next one begins
//! and only sums are stored.
//!
//! Where games are set up by draws, these are balanced within blocks of pairs ([`GameDice::BLOCK`]), so that the pairs
//! of a block are not independent. Sums over such blocks are stored beside those over clusters.

use super::histogram::Histogram;
use super::kinds::{ENOUGH_BLOCKS, Kinds, Mixture};
use super::record::GameRow;
use super::sums::{Clusters, LuckTally, Strata};
use crate::bots::FaultKind;
use crate::game::{Ending, GameDice, Side, is_default};
use enum_map::EnumMap;
use serde::{Deserialize, Serialize};

/// A cluster that is not yet complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Open {
    scenario: usize,
    pair: u64,
    games: u64,
    score: u64,
    kinds: Mixture,
    #[serde(default, skip_serializing_if = "is_default")]
    luck: i64,
}

/// An incomplete unit of interval estimation: a block of pairs on one scenario, or one of its pairs where the games are
/// set up without draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct OpenUnit {
    scenario: usize,
    block: u64,
    /// The pair, where it is a unit of its own.
    pair: Option<u64>,
    games: u64,
    score: u64,
    #[serde(default, skip_serializing_if = "is_default")]
    luck: i64,
}

/// Games from the perspective of one party.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// How games ended.
    #[serde(default, skip_serializing_if = "is_default")]
    pub endings: EnumMap<Ending, u64>,
    /// Games that this party forfeited, by fault; those that were never played because its bot was in quarantine count
    /// here and nowhere else.
    #[serde(default, skip_serializing_if = "is_default")]
    pub faults: EnumMap<FaultKind, u64>,
    /// Rounds of each game.
    pub rounds: Histogram,
    /// Combats of each game.
    pub combats: Histogram,
    /// Points that this party lost.
    pub points_lost: u64,
    /// Points that the other party lost.
    pub points_taken: u64,
    /// Games that a bot forfeited and that are not counted because the party is not a bot.
    #[serde(default, skip_serializing_if = "is_default")]
    pub left_out: u64,
    /// Games that were never played because a bot was in quarantine; they are not counted.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unplayed: u64,
    pairs: [u64; 5],
    clusters: Strata<Clusters>,
    /// Empty where luck is not reported.
    #[serde(default, skip_serializing_if = "is_default")]
    luck: Strata<LuckTally>,
    /// The same over units.
    #[serde(default, skip_serializing_if = "is_default")]
    luck_of_units: Strata<LuckTally>,
    kinds: Option<Box<Kinds>>,
    open: Option<Open>,
    units: Strata<Clusters>,
    open_units: Vec<OpenUnit>,
}

impl Counter {
    /// With fewer blocks than this, intervals are computed from pairs.
    pub const ENOUGH_BLOCKS: u64 = ENOUGH_BLOCKS;

    /// A counter of games between two parties, which also counts them by kind.
    pub(super) fn of_two() -> Counter {
        Counter { kinds: Some(Box::default()), ..Counter::default() }
    }

    /// Games that this party forfeited, excluding those never played.
    pub fn forfeited(&self) -> u64 {
        self.faults.values().sum::<u64>() - self.faults[FaultKind::Quarantined]
    }

    /// Games that either party forfeited, counted or left out, excluding those never played.
    pub fn forfeits(&self) -> u64 {
        self.endings[Ending::Forfeit] + self.left_out
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The sums over clusters, the last one included.
    pub fn clusters(&self) -> Clusters {
        self.strata_of_clusters().total()
    }

    /// The same by scenario.
    fn strata_of_clusters(&self) -> Strata<Clusters> {
        let mut clusters = self.clusters.clone();
        if let Some(Open { scenario, games, score, .. }) = self.open {
            clusters.of_mut(scenario).add(games, score);
        }
        clusters
    }

    /// The sums, by scenario, over the units of interval estimation: over blocks of pairs, where their set-up draws are
    /// balanced and there are enough of them; otherwise over clusters.
    ///
    /// With few blocks the variance is estimated so poorly that the larger quantile of Student's distribution outweighs
    /// the gain from balancing (ten games give two blocks, and the quantile is 12.7). The interval from pairs is used
    /// then: the mean of a balanced block has less variance than that of as many independent pairs, so that this
    /// interval is too wide rather than too narrow.
    pub fn units(&self) -> Strata<Clusters> {
        let units = self.all_units();
        if is_enough(&units) { units } else { self.strata_of_clusters() }
    }

    fn all_units(&self) -> Strata<Clusters> {
        let mut units = self.units.clone();
        self.open_units.iter().for_each(|unit| units.of_mut(unit.scenario).add(unit.games, unit.score));
        units
    }

    /// The games by who began and how they ended, the last cluster included; `None` where they are not between the same
    /// two parties.
    pub fn kinds(&self) -> Option<Kinds> {
        let mut kinds = self.kinds.as_deref()?.clone();
        if let Some(Open { scenario, pair, kinds: open, .. }) = &self.open {
            kinds.add(*scenario, *pair, open);
        }
        Some(kinds)
    }

    /// The sums of luck, by scenario, over the units of interval estimation, as chosen by [`Counter::units`].
    pub fn luck(&self) -> Strata<LuckTally> {
        if is_enough(&self.all_units()) {
            let mut luck = self.luck_of_units.clone();
            self.open_units.iter().for_each(|unit| luck.of_mut(unit.scenario).add(unit.luck, unit.games, unit.score));
            return luck;
        }
        let mut luck = self.luck.clone();
        if let Some(Open { scenario, games, score, luck: more, .. }) = self.open {
            luck.of_mut(scenario).add(more, games, score);
        }
        luck
    }

    /// Clusters of two games by half points: 0, 1, 2, 3, 4. For a single pairing these are its pairs.
    pub fn pairs(&self) -> [u64; 5] {
        let mut pairs = self.pairs;
        if let Some(Open { games: 2, score, .. }) = self.open {
            pairs[score as usize] += 1;
        }
        pairs
    }

    /// Records a game that was never played, from the perspective of the party on `seat`.
    pub(super) fn add_unplayed(&mut self, row: &GameRow, seat: Side) {
        self.unplayed += 1;
        if row.forfeit.as_ref().is_some_and(|forfeit| forfeit.side == seat) {
            self.faults[FaultKind::Quarantined] += 1;
        }
    }

    /// Counts a game from the perspective of the party on `seat`.
    pub(super) fn add(&mut self, scenario: usize, row: &GameRow, seat: Side) {
        let score = match row.outcome.winner {
            Some(winner) if winner == seat => {
                self.wins += 1;
                2
            }
            Some(_) => {
                self.losses += 1;
                0
            }
            None => {
                self.draws += 1;
                1
            }
        };
        self.endings[row.outcome.ending] += 1;
        if let Some(forfeit) = row.forfeit.as_ref().filter(|forfeit| forfeit.side == seat) {
            self.faults[forfeit.fault] += 1;
        }
        self.rounds.add(row.tally.rounds);
        self.combats.add(row.tally.combats);
        self.points_lost += u64::from(row.tally.points_lost[seat]);
        self.points_taken += u64::from(row.tally.points_lost[seat.other()]);
        let luck = row.luck.map_or(0, |luck| i64::from(luck[seat]) - i64::from(luck[seat.other()]));
        let pair = row.spec.pair;
        match &mut self.open {
            Some(open) if (open.scenario, open.pair) == (scenario, pair) => {
                open.games += 1;
                open.score += score;
                open.luck += luck;
            }
            _ => {
                self.close_cluster();
                self.open = Some(Open { scenario, pair, games: 1, score, kinds: Mixture::default(), luck });
            }
        }
        if let Some(open) = &mut self.open {
            open.kinds.add(row, seat);
        }
        self.add_to_unit(scenario, pair, row.set_up_draws > 0, (score, luck));
    }

    /// Counts a game for its unit of interval estimation. Within a scenario games come in order of their blocks.
    fn add_to_unit(&mut self, scenario: usize, pair: u64, is_balanced: bool, (score, luck): (u64, i64)) {
        let block = pair / GameDice::BLOCK;
        let alone = (!is_balanced).then_some(pair);
        let (units, lucky) = (&mut self.units, &mut self.luck_of_units);
        self.open_units.retain(|unit| {
            let may_grow =
                unit.scenario != scenario || (unit.block == block && (unit.pair.is_none() || unit.pair == Some(pair)));
            if !may_grow {
                close_unit(units, lucky, unit);
            }
            may_grow
        });
        match self.open_units.iter_mut().find(|unit| unit.scenario == scenario && unit.pair == alone) {
            Some(unit) => {
                unit.games += 1;
                unit.score += score;
                unit.luck += luck;
            }
            None => self.open_units.push(OpenUnit { scenario, block, pair: alone, games: 1, score, luck }),
        }
    }

    /// Completes open clusters and units: no game of theirs follows.
    pub(super) fn close(&mut self) {
        self.close_cluster();
        for unit in self.open_units.drain(..) {
            close_unit(&mut self.units, &mut self.luck_of_units, &unit);
        }
    }

    fn close_cluster(&mut self) {
        if let Some(Open { scenario, pair, games, score, kinds: open, luck }) = self.open.take() {
            self.clusters.of_mut(scenario).add(games, score);
            // Without luck all its sums remain 0.
            if luck != 0 {
                self.luck.of_mut(scenario).add(luck, games, score);
            }
            if let Some(kinds) = &mut self.kinds {
                kinds.add(scenario, pair, &open);
            }
            if games == 2 {
                self.pairs[score as usize] += 1;
            }
        }
    }

    /// Adds the games of another part of the schedule, which shares no cluster with this one.
    pub fn merge(&mut self, other: &Counter) {
        let mut other = other.clone();
        other.close();
        self.close();
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.points_lost += other.points_lost;
        self.points_taken += other.points_taken;
        self.left_out += other.left_out;
        self.unplayed += other.unplayed;
        other.faults.iter().for_each(|(fault, games)| self.faults[fault] += games);
        other.endings.iter().for_each(|(ending, games)| self.endings[ending] += games);
        self.pairs.iter_mut().zip(other.pairs).for_each(|(mine, theirs)| *mine += theirs);
        self.rounds.merge(&other.rounds);
        self.combats.merge(&other.combats);
        self.clusters.merge(&other.clusters);
        self.luck.merge(&other.luck);
        self.luck_of_units.merge(&other.luck_of_units);
        self.units.merge(&other.units);
        if let (Some(kinds), Some(theirs)) = (&mut self.kinds, &other.kinds) {
            kinds.merge(theirs);
        }
    }
}

/// Whether units are used for intervals rather than clusters: there are enough of them, and each scenario has several,
/// so that their variance can be estimated.
fn is_enough(units: &Strata<Clusters>) -> bool {
    units.total().count >= ENOUGH_BLOCKS && units.iter().all(|(_, units)| units.count > 1)
}

fn close_unit(units: &mut Strata<Clusters>, luck: &mut Strata<LuckTally>, unit: &OpenUnit) {
    units.of_mut(unit.scenario).add(unit.games, unit.score);
    if unit.luck != 0 {
        luck.of_mut(unit.scenario).add(unit.luck, unit.games, unit.score);
    }
}

mod consistent;
#[cfg(test)]
mod tests;
