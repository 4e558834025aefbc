//! Shards: a schedule divided among several processes.
//!
//! A shard plays the blocks of pairs whose number in their cell has a given remainder. It is therefore a fair sample of
//! every cell, games that share their dice stay together, and so do pairs whose set-up draws are balanced.

use super::schedule::{Pair, Schedule};
use crate::game::GameDice;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The remainder and the divisor of a shard's block numbers. Users write `1/4` for remainder 0 modulo 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    rest: u64,
    of: u64,
}

impl Shard {
    /// The maximum number of shards.
    pub const MOST: u64 = 100_000;
    /// The whole schedule.
    pub const WHOLE: Shard = Shard { rest: 0, of: 1 };

    /// The shard of this number, from 1, among `of`, at most [`Shard::MOST`]; `None` if there is no such shard.
    pub fn new(number: u64, of: u64) -> Option<Shard> {
        (of <= Shard::MOST && (1..=of).contains(&number)).then(|| Shard { rest: number - 1, of })
    }

    /// Its number, from 1.
    pub fn number(self) -> u64 {
        self.rest + 1
    }

    /// The number of shards of the schedule.
    pub fn of(self) -> u64 {
        self.of
    }

    /// The shards of the same division that are not in a list.
    pub fn missing(self, known: &[Shard]) -> Vec<Shard> {
        (0..self.of).map(|rest| Shard { rest, ..self }).filter(|shard| !known.contains(shard)).collect()
    }

    /// The first few of some shards, and the number of the others.
    pub fn list(shards: &[Shard]) -> String {
        const FEW: usize = 10;
        let first = shards.iter().take(FEW).map(Shard::to_string).collect::<Vec<_>>().join(", ");
        if shards.len() > FEW { format!("{first} and {} more", shards.len() - FEW) } else { first }
    }

    /// Whether a pair of this number in its cell belongs to the shard.
    pub fn holds(self, pair: u64) -> bool {
        pair / GameDice::BLOCK % self.of == self.rest
    }

    /// The number of pairs of the shard below this number.
    fn below(self, pair: u64) -> u64 {
        let cycle = u128::from(GameDice::BLOCK) * u128::from(self.of);
        let (whole, begun) = (u128::from(pair) / cycle, (u128::from(pair) % cycle) as u64);
        let before = u128::from(self.rest) * u128::from(GameDice::BLOCK);
        let begun = u128::from(begun).saturating_sub(before).min(u128::from(GameDice::BLOCK));
        (whole * u128::from(GameDice::BLOCK) + begun) as u64
    }

    /// The number of the pair that is played when this many have been.
    fn after(self, played: u64) -> u64 {
        let block = played / GameDice::BLOCK * self.of + self.rest;
        block * GameDice::BLOCK + played % GameDice::BLOCK
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.number(), self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?;
        let shard = text.split_once('/').and_then(|(one, of)| Shard::new(number(one)?, number(of)?));
        let most = Shard::MOST;
        shard
            .ok_or_else(|| format!("expected a shard such as 1/4, from 1/N to N/N with N up to {most}, not \"{text}\""))
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Shard, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

/// The pairs of a schedule that a shard plays, numbered consecutively.
#[derive(Clone, Debug)]
pub struct Portion<'a> {
    schedule: &'a Schedule,
    shard: Shard,
    /// The number of pairs of the shard before each segment of the schedule, and at the end that of all.
    before: Vec<u64>,
}

impl<'a> Portion<'a> {
    /// The portion of a shard.
    pub fn new(schedule: &'a Schedule, shard: Shard) -> Portion<'a> {
        let mut before = vec![0];
        for (rounds, cells) in schedule.segments() {
            let played = shard.below(rounds.end) - shard.below(rounds.start);
            before.push(before[before.len() - 1] + played * cells as u64);
        }
        Portion { schedule, shard, before }
    }

    /// The schedule of which this is a portion.
    pub fn schedule(&self) -> &'a Schedule {
        self.schedule
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.before[self.before.len() - 1]
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games_before(self.pairs())
    }

    /// The number of games in its first `pairs` pairs.
    pub fn games_before(&self, pairs: u64) -> u64 {
        let segments = self.schedule.segments().enumerate().zip(self.before.windows(2));
        let games = segments.map(|((segment, (_, cells)), before)| {
            let pairs = pairs.clamp(before[0], before[1]) - before[0];
            self.schedule.games_of_rounds(segment, pairs / cells as u64, (pairs % cells as u64) as usize)
        });
        games.sum()
    }

    /// The pair of this number, which must be below [`Portion::pairs`].
    pub fn pair(&self, number: u64) -> Pair {
        let segment = self.before.partition_point(|before| *before <= number) - 1;
        let (rounds, cells) = self.schedule.segments().nth(segment).expect("a pair of the portion");
        let offset = number - self.before[segment];
        let round = self.shard.after(self.shard.below(rounds.start) + offset / cells as u64);
        self.schedule.pair_of_round(segment, round, (offset % cells as u64) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::schedule::{Entrant, PairingOnScenario};

    fn schedule() -> Schedule {
        let entrant = |bot| Entrant { bot, army: None };
        let cell =
            |scenario, second, pairs| PairingOnScenario { scenario, entrants: [entrant(0), entrant(second)], pairs };
        Schedule::of_cells(vec![cell(0, 1, 7), cell(0, 0, 4), cell(1, 2, 11), cell(1, 1, 7)])
    }

    #[test]
    fn shards_are_written_from_one() {
        assert_eq!("2/4".parse::<Shard>().unwrap().to_string(), "2/4");
        for wrong in ["0/4", "5/4", "4", "a/b", "1/0", "-1/2"] {
            assert!(wrong.parse::<Shard>().unwrap_err().contains(wrong), "{wrong}");
        }
        assert_eq!("1/3".parse::<Shard>().unwrap().missing(&["2/3".parse().unwrap()]).len(), 2);
    }

    #[test]
    fn the_portion_of_the_whole_is_the_schedule() {
        let schedule = schedule();
        let portion = Portion::new(&schedule, Shard::WHOLE);
        assert_eq!((portion.pairs(), portion.games()), (schedule.pairs(), schedule.games()));
        assert!((0..schedule.pairs()).all(|number| portion.pair(number) == schedule.pair(number)));
    }

    #[test]
    fn shards_together_play_every_pair_once_and_each_keeps_the_order() {
        let schedule = schedule();
        for of in [2, 3, 5, 20] {
            let mut all = Vec::new();
            for number in 1..=of {
                let portion = Portion::new(&schedule, Shard::new(number, of).unwrap());
                let pairs: Vec<Pair> = (0..portion.pairs()).map(|pair| portion.pair(pair)).collect();
                assert!(
                    pairs.is_sorted_by_key(|pair| pair.first_game)
                        && pairs.iter().all(|pair| pair.pair / GameDice::BLOCK % of == number - 1)
                );
                let games: u64 = pairs.iter().map(|pair| schedule.cells()[pair.cell].games_a_pair()).sum();
                assert_eq!(games, portion.games());
                let mut before = 0;
                for (number, pair) in (0..).zip(&pairs) {
                    assert_eq!(portion.games_before(number), before);
                    before += schedule.cells()[pair.cell].games_a_pair();
                }
                all.extend(pairs);
            }
            all.sort_by_key(|pair| pair.first_game);
            assert_eq!(all, (0..schedule.pairs()).map(|number| schedule.pair(number)).collect::<Vec<_>>());
        }
    }
}
