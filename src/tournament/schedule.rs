//! The schedule: which game has which number. A pure function of the plan, computed on demand and never stored whole.
//!
//! An *entrant* is a bot with its army, or a bot alone where the scenario brings the armies. A *pairing* is two
//! entrants; a *cell* is a pairing on one scenario. A cell plays *pairs*: two games with the same dice and swapped
//! sides. Where both entrants are equal the second game would repeat the first, so that each pair is then one game, on
//! its own dice, and there are twice as many.
//!
//! The order is: first pair of every cell, second pair of every cell, and so on. Within a round the cells of one
//! scenario are adjacent, so that all games which share dice (same scenario, same pair) follow each other.

use super::entries::Entries;
use crate::game::{BySide, GameDice, Side};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A bot with its army, or a bot alone: indices into the plan's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Entrant {
    /// The bot.
    pub bot: usize,
    /// Its army; `None` where the scenario brings the armies.
    pub army: Option<usize>,
}

/// A pairing on one scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairingOnScenario {
    /// The scenario, as index into the plan's list.
    pub scenario: usize,
    /// Both entrants. The first plays red in the first game of a pair, blue in the second.
    pub entrants: [Entrant; 2],
    /// The number of pairs.
    pub pairs: u64,
}

impl PairingOnScenario {
    /// Whether both entrants are equal, so that a pair is one game.
    pub fn is_mirror(&self) -> bool {
        self.entrants[0] == self.entrants[1]
    }

    /// The games of a pair.
    pub fn games_a_pair(&self) -> u64 {
        if self.is_mirror() { 1 } else { 2 }
    }

    /// The entrants by seat.
    pub fn seats(&self, swapped: bool) -> BySide<Entrant> {
        let [first, second] = self.entrants;
        if swapped { BySide::new(second, first) } else { BySide::new(first, second) }
    }
}

/// A pair of one cell: the unit of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The cell, as index into [`Schedule::cells`].
    pub cell: usize,
    /// The number of the pair in its cell, which is part of the dice key.
    pub pair: u64,
    /// The number of its first game, from 0.
    pub first_game: u64,
}

/// One game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSpec {
    /// The number of the game, from 0.
    pub game: u64,
    /// The cell, as index into [`Schedule::cells`].
    pub cell: usize,
    /// The number of the pair in its cell.
    pub pair: u64,
    /// Whether this is the second game of the pair, with the sides swapped.
    pub swapped: bool,
}

impl GameSpec {
    /// The seat of the cell's first entrant.
    pub fn seat_of_first(&self) -> Side {
        if self.swapped { Side::Blue } else { Side::Red }
    }
}

/// Rounds in which the same cells play.
#[derive(Clone, Debug)]
struct ScheduleSegment {
    /// The rounds; the number of a round is that of the pair that each cell plays in it.
    rounds: Range<u64>,
    /// The cells that play.
    cells: Vec<usize>,
    /// The number of games of a round before each of these cells, and at the end that of the whole round.
    games: Vec<u64>,
    /// The numbers of pairs and games of the schedule before this segment.
    before: (u64, u64),
}

/// The games of a tournament in order.
#[derive(Clone, Debug)]
pub struct Schedule {
    cells: Vec<PairingOnScenario>,
    segments: Vec<ScheduleSegment>,
    pairs: u64,
    games: u64,
}

impl Schedule {
    /// Round robin on every scenario.
    pub fn round_robin(entries: &Entries) -> Schedule {
        let pairings = [entries.round_robin(false), entries.round_robin(true)].concat();
        Schedule::of_cells(entries.cells(&pairings))
    }

    /// The games of these cells, those of one scenario adjacent.
    pub fn of_cells(cells: Vec<PairingOnScenario>) -> Schedule {
        let mut schedule = Schedule { cells: Vec::new(), segments: Vec::new(), pairs: 0, games: 0 };
        schedule.append(cells);
        schedule
    }

    /// Appends cells that are played after all others, with pair numbers, and therefore dice, after theirs. They begin
    /// with a block of their own.
    pub fn append(&mut self, cells: Vec<PairingOnScenario>) {
        let behind = self.segments.last().map_or(0, |last| last.rounds.end).next_multiple_of(GameDice::BLOCK);
        let mut lengths: Vec<u64> = cells.iter().map(|cell| cell.pairs).filter(|pairs| *pairs > 0).collect();
        lengths.sort_unstable();
        lengths.dedup();
        let mut from = 0;
        for to in lengths {
            let playing: Vec<usize> = (0..cells.len()).filter(|cell| cells[*cell].pairs >= to).collect();
            let mut games = vec![0];
            games.extend(playing.iter().scan(0, |sum, cell| {
                *sum += cells[*cell].games_a_pair();
                Some(*sum)
            }));
            let (rounds, before) = (to - from, (self.pairs, self.games));
            self.pairs += rounds * playing.len() as u64;
            self.games += rounds * games[playing.len()];
            let playing = playing.into_iter().map(|cell| self.cells.len() + cell).collect();
            self.segments.push(ScheduleSegment { rounds: behind + from..behind + to, cells: playing, games, before });
            from = to;
        }
        self.cells.extend(cells);
    }

    /// All cells.
    pub fn cells(&self) -> &[PairingOnScenario] {
        &self.cells
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The pair of this number, which must be below [`Schedule::pairs`].
    pub fn pair(&self, number: u64) -> Pair {
        assert!(number < self.pairs, "pair {number} of {}", self.pairs);
        let index = self.segments.partition_point(|segment| segment.before.0 <= number) - 1;
        let segment = &self.segments[index];
        let offset = number - segment.before.0;
        let (round, place) = (offset / segment.cells.len() as u64, (offset % segment.cells.len() as u64) as usize);
        self.pair_of_round(index, segment.rounds.start + round, place)
    }

    /// For each segment of rounds in which the same cells play, the rounds and the number of cells.
    pub(super) fn segments(&self) -> impl Iterator<Item = (Range<u64>, usize)> {
        self.segments.iter().map(|segment| (segment.rounds.clone(), segment.cells.len()))
    }

    /// The number of games in this many rounds of a segment, and in the first `place` cells of another round.
    pub(super) fn games_of_rounds(&self, segment: usize, rounds: u64, place: usize) -> u64 {
        let games = &self.segments[segment].games;
        rounds * games[games.len() - 1] + games[place]
    }

    /// The pair of a segment by its round and its index among the cells that play.
    pub(super) fn pair_of_round(&self, segment: usize, round: u64, place: usize) -> Pair {
        let ScheduleSegment { rounds, cells, games, before } = &self.segments[segment];
        let first_game = before.1 + (round - rounds.start) * games[cells.len()] + games[place];
        Pair { cell: cells[place], pair: round, first_game }
    }

    /// The game of this number, which must be below [`Schedule::games`].
    pub fn game(&self, number: u64) -> GameSpec {
        assert!(number < self.games, "game {number} of {}", self.games);
        let segment = &self.segments[self.segments.partition_point(|segment| segment.before.1 <= number) - 1];
        let a_round = segment.games[segment.cells.len()];
        let (round, offset) = ((number - segment.before.1) / a_round, (number - segment.before.1) % a_round);
        let index = segment.games.partition_point(|games| *games <= offset) - 1;
        GameSpec {
            game: number,
            cell: segment.cells[index],
            pair: segment.rounds.start + round,
            swapped: offset > segment.games[index],
        }
    }

    /// The games of a pair, in order.
    pub fn specs(&self, Pair { cell, pair, first_game }: Pair) -> impl Iterator<Item = GameSpec> + use<> {
        (0..self.cells[cell].games_a_pair()).map(move |nth| GameSpec {
            game: first_game + nth,
            cell,
            pair,
            swapped: nth == 1,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::entries::ScenarioEntry;

    fn entries(scenarios: &[bool], bots: &[u32], armies: &[u32], games: u64) -> Schedule {
        let scenarios =
            scenarios.iter().map(|brings_armies| ScenarioEntry { brings_armies: *brings_armies, weight: 1 }).collect();
        Schedule::round_robin(&Entries { scenarios, bots: bots.into(), armies: armies.into(), tied: Vec::new(), games })
    }

    #[test]
    fn what_is_appended_has_dice_of_its_own() {
        let cell =
            |pairs| PairingOnScenario { scenario: 0, entrants: [0, 1].map(|bot| Entrant { bot, army: None }), pairs };
        let mut schedule = Schedule::of_cells(vec![cell(3)]);
        schedule.append(vec![cell(2)]);
        let pairs: Vec<(usize, u64, u64)> = (0..schedule.pairs())
            .map(|number| schedule.pair(number))
            .map(|pair| (pair.cell, pair.pair, pair.first_game))
            .collect();
        assert_eq!(pairs, [(0, 0, 0), (0, 1, 2), (0, 2, 4), (1, 4, 6), (1, 5, 8)]);
        assert_eq!((schedule.games(), schedule.game(7).pair), (10, 4));
    }

    #[test]
    fn every_pair_of_entrants_plays_on_every_scenario() {
        let schedule = entries(&[false, false], &[1, 1], &[1, 1, 1], 10);
        assert_eq!(schedule.cells().len(), 2 * 15);
        // Five games a scenario are rounded up to three pairs.
        assert!(schedule.cells().iter().all(|cell| cell.pairs == 3 && !cell.is_mirror()));
        assert_eq!((schedule.pairs(), schedule.games()), (90, 180));
    }

    #[test]
    fn a_lone_entrant_plays_itself_once_for_each_seed() {
        let schedule = entries(&[false], &[1], &[1], 7);
        assert_eq!((schedule.cells().len(), schedule.pairs(), schedule.games()), (1, 8, 8));
        let pairs: Vec<u64> = (0..8).map(|number| schedule.game(number).pair).collect();
        assert_eq!(pairs, [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn an_entrant_named_twice_also_plays_itself() {
        let schedule = entries(&[false], &[2, 1], &[1], 4);
        let mirrors: Vec<bool> = schedule.cells().iter().map(PairingOnScenario::is_mirror).collect();
        assert_eq!(mirrors, [true, false]);
        assert_eq!((schedule.pairs(), schedule.games()), (4 + 2, 4 + 4));
    }

    #[test]
    fn scenarios_that_bring_armies_are_played_by_bots_alone() {
        let schedule = entries(&[false, true], &[1, 1], &[1, 1], 2);
        let cells: Vec<(usize, bool)> =
            schedule.cells().iter().map(|cell| (cell.scenario, cell.entrants[0].army.is_some())).collect();
        assert_eq!(cells, [(0, true), (0, true), (0, true), (0, true), (0, true), (0, true), (1, false)]);
    }

    #[test]
    fn games_and_pairs_agree_and_shared_dice_are_adjacent() {
        let schedule = entries(&[false, true], &[2, 1], &[1, 2], 9);
        let mut game = 0;
        let mut dice = Vec::new();
        for number in 0..schedule.pairs() {
            for spec in schedule.specs(schedule.pair(number)) {
                assert_eq!(spec.game, game);
                assert_eq!(schedule.game(game), spec);
                dice.push((spec.pair, schedule.cells()[spec.cell].scenario));
                game += 1;
            }
        }
        assert_eq!(game, schedule.games());
        assert!(dice.is_sorted());
        for (index, cell) in schedule.cells().iter().enumerate() {
            let played = (0..game).filter(|game| schedule.game(*game).cell == index).count() as u64;
            assert_eq!(played, cell.pairs * cell.games_a_pair());
        }
    }
}
