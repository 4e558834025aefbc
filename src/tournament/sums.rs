//! Sums from which intervals are computed: over clusters of games, whose scores are dependent within a cluster, and of
//! the luck of their dice. They can be merged over parts of a schedule.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Mergeable sums.
pub trait Sums: Copy + Default {
    /// Adds the sums over another part of the schedule.
    fn merge(&mut self, other: &Self);
}

/// Sums kept apart by scenario (stratum): differences between scenarios do not count as error of a rate over all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Strata<T>(BTreeMap<usize, T>);

impl<T> Default for Strata<T> {
    fn default() -> Strata<T> {
        Strata(BTreeMap::new())
    }
}

/// More scenarios than any tournament has.
const SEASON: usize = 1 << 20;

impl<T: Sums> Strata<T> {
    /// The sums of a scenario.
    pub fn of(&self, scenario: usize) -> T {
        self.0.get(&scenario).copied().unwrap_or_default()
    }

    /// The sums of a scenario, mutable.
    pub(super) fn of_mut(&mut self, scenario: usize) -> &mut T {
        self.0.entry(scenario).or_default()
    }

    /// The scenarios with their sums.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        self.0.iter().map(|(scenario, sums)| (*scenario, sums))
    }

    /// The sums over all scenarios.
    pub fn total(&self) -> T {
        self.0.values().fold(T::default(), |mut all, sums| {
            all.merge(sums);
            all
        })
    }

    /// Adds the sums over another part of the schedule.
    pub fn merge(&mut self, other: &Strata<T>) {
        other.iter().for_each(|(scenario, sums)| self.of_mut(scenario).merge(sums));
    }

    /// The same sums with scenarios of their own, as those of the tournament of index `season`.
    #[must_use]
    pub fn of_season(&self, season: u32) -> Strata<T> {
        Strata(self.0.iter().map(|(scenario, sums)| (season as usize * SEASON + scenario, *sums)).collect())
    }
}

impl Strata<Clusters> {
    /// The same clusters from the perspective of the other party.
    #[must_use]
    pub fn seen_by_other(&self) -> Strata<Clusters> {
        Strata(self.0.iter().map(|(scenario, clusters)| (*scenario, clusters.seen_by_other())).collect())
    }
}

/// Sums over clusters. Scores are counted in half points, so that a draw is 1 and a win 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clusters {
    /// The number of clusters.
    pub count: u64,
    /// Games.
    pub games: u64,
    /// Half points.
    pub score: u64,
    /// The sum of squared numbers of games.
    pub games_squared: u64,
    /// The sum of squared half points.
    pub score_squared: u64,
    /// The sum of half points times games.
    pub score_games: u64,
}

impl Clusters {
    /// Adds one cluster.
    pub fn add(&mut self, games: u64, score: u64) {
        self.merge(&Clusters {
            count: 1,
            games,
            score,
            games_squared: games * games,
            score_squared: score * score,
            score_games: score * games,
        });
    }

    /// The same clusters from the perspective of the other party.
    #[must_use]
    pub fn seen_by_other(&self) -> Clusters {
        let Clusters { count, games, score, games_squared, score_squared, score_games } = *self;
        Clusters {
            count,
            games,
            score: 2 * games - score,
            games_squared,
            score_squared: 4 * games_squared + score_squared - 4 * score_games,
            score_games: 2 * games_squared - score_games,
        }
    }
}

impl Sums for Clusters {
    fn merge(&mut self, other: &Clusters) {
        self.count += other.count;
        self.games += other.games;
        self.score += other.score;
        self.games_squared += other.games_squared;
        self.score_squared += other.score_squared;
        self.score_games += other.score_games;
    }
}

/// Sums of luck over clusters or units, in ten-thousandths of a game, good luck being positive. Squares of large
/// clusters do not fit into 64 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LuckTally {
    /// Luck.
    pub luck: i64,
    /// The sum of squared luck.
    pub squared: i128,
    /// The sum of luck times half points.
    pub score: i128,
    /// The sum of luck times games.
    pub games: i128,
}

impl LuckTally {
    /// Adds a cluster.
    pub(super) fn add(&mut self, luck: i64, games: u64, score: u64) {
        let wide = i128::from(luck);
        self.merge(&LuckTally {
            luck,
            squared: wide * wide,
            score: wide * i128::from(score),
            games: wide * i128::from(games),
        });
    }
}

impl Sums for LuckTally {
    fn merge(&mut self, other: &LuckTally) {
        self.luck += other.luck;
        self.squared += other.squared;
        self.score += other.score;
        self.games += other.games;
    }
}
