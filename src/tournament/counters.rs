//! Mergeable counters: games from the perspective of one party, and histograms of whole numbers.
//!
//! Games with the same scenario and pair number share their dice, whoever plays. For a valid interval they are one
//! observation, called a *cluster*: both games of a pair for one pairing, and the pairs of all its pairings for a bot
//! or an army. The schedule makes such games adjacent, so that a cluster is summed up when the next one begins and only
//! sums are stored.
//!
//! Where games are set up by draws, these are balanced within blocks of pairs ([`GameDice::BLOCK`]), so that the pairs
//! of a block are not independent. Sums over such blocks are stored beside those over clusters.

use super::kinds::{ENOUGH_BLOCKS, Kinds, Mixture, kind};
use super::record::GameRow;
use super::sums::{Clusters, LuckTally, Strata};
use crate::bots::FaultKind;
use crate::game::{Ending, GameDice, Side, is_usual};
use serde::{Deserialize, Serialize};

/// Counts of whole numbers, exact and mergeable.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Histogram {
    counts: Vec<u64>,
}

impl Histogram {
    /// Counts a number.
    pub fn add(&mut self, number: u32) {
        let index = number as usize;
        if index >= self.counts.len() {
            self.counts.resize(index + 1, 0);
        }
        self.counts[index] += 1;
    }

    /// Adds the counts of another histogram.
    pub fn merge(&mut self, other: &Histogram) {
        self.counts.resize(self.counts.len().max(other.counts.len()), 0);
        self.counts.iter_mut().zip(&other.counts).for_each(|(mine, theirs)| *mine += theirs);
    }

    /// The number of values counted.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Their mean; `None` if there are none.
    pub fn mean(&self) -> Option<f64> {
        let sum: u64 = self.counts.iter().zip(0..).map(|(count, number)| count * number).sum();
        Some(sum as f64 / self.total() as f64).filter(|mean| mean.is_finite())
    }

    /// The nearest-rank percentile: the least value that at least `percent` of all values do not exceed; `None` if
    /// there are none.
    pub fn percentile(&self, percent: u64) -> Option<u32> {
        let wanted = (self.total() * percent).div_ceil(100).max(1);
        let mut seen = 0;
        self.counts
            .iter()
            .position(|count| {
                seen += count;
                seen >= wanted
            })
            .map(|index| index as u32)
    }
}

/// A cluster that is not yet complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Open {
    scenario: usize,
    pair: u64,
    games: u64,
    score: u64,
    kinds: Mixture,
    #[serde(default, skip_serializing_if = "is_usual")]
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
    #[serde(default, skip_serializing_if = "is_usual")]
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
    /// How games ended, in the order of [`Ending::ALL`].
    pub endings: [u64; Ending::ALL.len()],
    /// Games that this party forfeited, by fault, in the order of [`FaultKind::ALL`]; games that were never played
    /// because its bot was in quarantine are not counted.
    pub faults: [u64; FaultKind::ALL.len()],
    /// Rounds of each game.
    pub rounds: Histogram,
    /// Combats of each game.
    pub combats: Histogram,
    /// Points that this party lost.
    pub points_lost: u64,
    /// Points that the other party lost.
    pub points_taken: u64,
    /// Games that a bot forfeited and that are not counted because the party is not a bot.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub left_out: u64,
    /// Games that were never played because a bot was in quarantine; they are not counted.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub unplayed: u64,
    pairs: [u64; 5],
    clusters: Strata<Clusters>,
    /// Empty where luck is not reported.
    #[serde(default, skip_serializing_if = "is_usual")]
    luck: Strata<LuckTally>,
    /// The same over units.
    #[serde(default, skip_serializing_if = "is_usual")]
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
        self.faults.iter().sum::<u64>() - self.faults[FaultKind::Quarantined as usize]
    }

    /// Games that either party forfeited, counted or left out, excluding those never played.
    pub fn forfeits(&self) -> u64 {
        self.endings[Ending::Forfeit as usize] + self.left_out
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
            self.faults[FaultKind::Quarantined as usize] += 1;
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
        self.endings[row.outcome.ending as usize] += 1;
        if let Some(forfeit) = row.forfeit.as_ref().filter(|forfeit| forfeit.side == seat) {
            self.faults[forfeit.fault as usize] += 1;
        }
        self.rounds.add(row.tally.rounds);
        self.combats.add(row.tally.combats);
        self.points_lost += u64::from(row.tally.points_lost[seat]);
        self.points_taken += u64::from(row.tally.points_lost[seat.other()]);
        let luck = row.luck.map_or(0, |luck| i64::from(luck[seat]) - i64::from(luck[seat.other()]));
        let pair = row.fixture.pair;
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
            open.kinds[kind(row, seat)] += 1;
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
        self.faults.iter_mut().zip(other.faults).for_each(|(mine, theirs)| *mine += theirs);
        self.endings.iter_mut().zip(other.endings).for_each(|(mine, theirs)| *mine += theirs);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Grade, Outcome, Tally};
    use crate::tournament::schedule::GameSpec;

    fn row(pair: u64, swapped: bool, winner: Option<Side>) -> GameRow {
        let fixture = GameSpec { game: 0, cell: 0, pair, swapped };
        let outcome = Outcome { winner, grade: Grade::None, ending: Ending::Victory };
        GameRow::for_tests(fixture, outcome, Tally { rounds: pair as u32, ..Tally::default() })
    }

    #[test]
    fn a_histogram_gives_exact_percentiles() {
        let mut histogram = Histogram::default();
        assert_eq!((histogram.mean(), histogram.percentile(50)), (None, None));
        (1..=20).for_each(|number| histogram.add(number));
        assert_eq!(histogram.mean(), Some(10.5));
        assert_eq!(
            (histogram.percentile(50), histogram.percentile(95), histogram.percentile(100)),
            (Some(10), Some(19), Some(20))
        );
    }

    #[test]
    fn luck_is_summed_over_the_units_of_intervals() {
        let mut counter = Counter::default();
        for pair in 0..200 {
            for swapped in [false, true] {
                let luck = Some(crate::game::BySide::new(3, 0));
                let game = GameRow { set_up_draws: 1, luck, ..row(pair, swapped, None) };
                counter.add(0, &game, Side::Red);
            }
        }
        // Fifty blocks of eight games.
        let luck = counter.luck().total();
        assert_eq!(
            (counter.units().total().count, luck.luck, luck.squared, luck.games),
            (50, 1_200, 50 * 24 * 24, 50 * 24 * 8)
        );
        let mut parts = Counter::default();
        parts.merge(&counter);
        assert_eq!(parts.luck().total(), luck);
    }

    #[test]
    fn games_with_the_same_dice_are_one_cluster() {
        let mut counter = Counter::default();
        counter.add(0, &row(0, false, Some(Side::Red)), Side::Red);
        counter.add(0, &row(0, true, Some(Side::Red)), Side::Blue);
        counter.add(0, &row(1, false, Some(Side::Red)), Side::Red);
        counter.add(0, &row(1, true, None), Side::Blue);
        assert_eq!((counter.wins, counter.draws, counter.losses), (2, 1, 1));
        let expected =
            Clusters { count: 2, games: 4, score: 5, games_squared: 8, score_squared: 4 + 9, score_games: 10 };
        // The last cluster counts although it is still open.
        assert_eq!((counter.clusters(), counter.pairs()), (expected, [0, 0, 1, 1, 0]));
        let other = Clusters { count: 2, games: 4, score: 3, games_squared: 8, score_squared: 4 + 1, score_games: 6 };
        assert_eq!((counter.clusters().seen_by_other(), other.seen_by_other()), (other, expected));
        counter.close();
        assert_eq!((counter.clusters(), counter.pairs()), (expected, [0, 0, 1, 1, 0]));
    }

    #[test]
    fn parts_add_up_to_the_whole() {
        let rows: Vec<GameRow> =
            (0..6).flat_map(|pair| [row(pair, false, Some(Side::Red)), row(pair, true, None)]).collect();
        let count = |rows: &[GameRow]| {
            let mut counter = Counter::of_two();
            rows.iter().for_each(|row| counter.add(0, row, row.fixture.seat_of_first()));
            counter
        };
        let (mut first, second, mut whole) = (count(&rows[..4]), count(&rows[4..]), count(&rows));
        first.merge(&second);
        whole.close();
        assert_eq!(first, whole);
    }

    /// Pairs of two scenarios in turn, each of one win and one game whose winner depends on the number of the pair.
    fn balanced(pairs: u64, set_up_draws: u32) -> Counter {
        let mut counter = Counter::default();
        for pair in 0..pairs {
            for scenario in 0..2 {
                let winner = Some(if pair % 2 == 0 { Side::Red } else { Side::Blue });
                let games = [row(pair, false, Some(Side::Red)), row(pair, false, winner)];
                games.into_iter().for_each(|row| counter.add(scenario, &GameRow { set_up_draws, ..row }, Side::Red));
            }
        }
        counter
    }

    #[test]
    fn where_games_are_set_up_by_draws_blocks_of_four_pairs_are_the_units() {
        let counter = balanced(80, 1);
        // Each block has four wins and four games of which two are won: eight games, twelve half points, whatever the
        // order of scenarios.
        let blocks = Clusters {
            count: 40,
            games: 320,
            score: 480,
            games_squared: 40 * 64,
            score_squared: 40 * 144,
            score_games: 40 * 96,
        };
        assert_eq!(counter.units().total(), blocks);
        assert_eq!(
            counter.units().iter().map(|(scenario, units)| (scenario, units.count)).collect::<Vec<_>>(),
            [(0, 20), (1, 20)]
        );
        let mut closed = counter.clone();
        closed.close();
        assert_eq!((closed.units().total(), closed.clusters().count), (blocks, 160));
        // Pairs without set-up draws remain units.
        let alone = balanced(80, 0);
        assert_eq!(alone.units().total(), alone.clusters());
    }

    #[test]
    fn few_blocks_leave_the_intervals_to_the_pairs() {
        let (few, enough) = (balanced(56, 1), balanced(60, 1));
        assert_eq!(
            (few.units().total(), few.units().total().count, enough.units().total().count),
            (few.clusters(), 112, 30)
        );
    }

    #[test]
    fn a_block_on_each_of_many_scenarios_leaves_the_intervals_to_the_pairs() {
        let mut counter = Counter::default();
        for scenario in 0..40 {
            for pair in 0..4 {
                let games = [row(pair, false, Some(Side::Red)), row(pair, true, None)];
                games.into_iter().for_each(|row| counter.add(scenario, &GameRow { set_up_draws: 1, ..row }, Side::Red));
            }
        }
        assert_eq!((counter.units().total().count, counter.units()), (160, counter.strata_of_clusters()));
    }

    #[test]
    fn games_without_draws_among_balanced_ones_are_counted_once() {
        let mut counter = Counter::default();
        for pair in 0..160 {
            let set_up_draws = u32::from(pair % 4 != 1);
            let games = [row(pair, false, Some(Side::Red)), row(pair, true, None)];
            games.into_iter().for_each(|row| counter.add(0, &GameRow { set_up_draws, ..row }, Side::Red));
        }
        let units = counter.units().total();
        assert_eq!((units.count, units.games, units.games_squared), (80, 320, 40 * (36 + 4)));
    }
}
