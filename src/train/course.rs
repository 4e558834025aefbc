//! The numbers of a training: how much is played in each round, and the seeds of its stages. Each stage derives a seed
//! of its own, so that no stage uses the dice of another.

use crate::game::rng::Key;

/// What is played in a training; all of it is counted in games.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// The number of rounds.
    pub rounds: u64,
    /// Games of self-play in each round.
    pub own_games: u64,
    /// Games of each match of the fast bot.
    pub fast_games: u64,
    /// Games of each match of the searching bot; 0 if it keeps its weights.
    pub search_games: u64,
    /// The probability of a random action in self-play.
    pub noise: f64,
    /// The share of its size by which each weight is raised or lowered in self-play.
    pub spread: f64,
    /// The decisions of a game of self-play whose actions the searching bot evaluates, on average.
    pub judged: u32,
    /// Features whose weight is 0 because they are confounded with what decides games.
    pub without: Vec<String>,
    /// The master seed.
    pub seed: u64,
}

/// A stage of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Self-play.
    Own,
    /// The match of the searching bot with new features.
    Features,
    /// The play-off between candidates of the fast bot, by their number.
    Candidate(u64),
    /// The match of the fast bot with the new appraisal.
    Appraisal,
    /// The match of the searching bot with the new appraisal.
    Search,
    /// The last matches against the original bots.
    Last,
}

impl Course {
    /// The seed of a stage's games: never the master seed itself, and within the range of the command line.
    pub fn seed_of(&self, round: u64, stage: Stage) -> u64 {
        let key = Key::new(self.seed).with_name("train").with(round);
        let key = match stage {
            Stage::Own => key.with(0),
            Stage::Features => key.with(1),
            Stage::Candidate(number) => key.with(2).with(number),
            Stage::Appraisal => key.with(3),
            Stage::Search => key.with(4),
            Stage::Last => key.with(5),
        };
        key.stream().bits() >> 32
    }
}

/// The games that the matches of a training take as they are played: rounded up to whole pairs on each scenario with
/// each army.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchGames {
    /// A candidate for the fast bot against its present weights.
    pub candidate: u64,
    /// A match of the fast bot, with its games against itself.
    pub fast: u64,
    /// A match of the searching bot, with its games against itself; 0 if it keeps its weights.
    pub search: u64,
}

impl MatchGames {
    /// The games of the fast and of the searching bot in all matches, at most: in each round the candidates, a match of
    /// the fast bot and two of the searching bot, and at the end the last match of each.
    pub fn of_training(&self, rounds: u64, candidates: u64) -> [u64; 2] {
        [rounds * (candidates * self.candidate + self.fast) + self.fast, (2 * rounds + 1) * self.search]
    }
}

/// The measured duration of what a training plays, in seconds of one thread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// A game of self-play, with the decisions that are evaluated.
    pub own: f64,
    /// A game of the fast bot.
    pub fast: f64,
    /// A game of the searching bot.
    pub search: f64,
}

impl Pace {
    /// The games of self-play in a round that a number of seconds on some threads has time for beside all matches, at
    /// least one. `fast` and `search` are the games of each bot in them ([`MatchGames::of_training`]).
    pub fn own_games(&self, rounds: u64, [fast, search]: [u64; 2], seconds: f64, threads: usize) -> u64 {
        let matches = fast as f64 * self.fast + search as f64 * self.search;
        let left = seconds * threads as f64 - matches;
        libm::floor(left / rounds as f64 / self.own.max(1e-9)).max(1.0) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn course() -> Course {
        let (rounds, own_games, fast_games, search_games, noise, spread, judged, seed) =
            (2, 10, 100, 10, 0.1, 0.2, 2, 1);
        Course { rounds, own_games, fast_games, search_games, noise, spread, judged, without: Vec::new(), seed }
    }

    #[test]
    fn no_two_stages_use_the_same_dice() {
        let stages = [
            Stage::Own,
            Stage::Features,
            Stage::Candidate(0),
            Stage::Candidate(1),
            Stage::Appraisal,
            Stage::Search,
            Stage::Last,
        ];
        let seeds: BTreeSet<u64> =
            (0..5).flat_map(|round| stages.map(|stage| course().seed_of(round, stage))).collect();
        assert_eq!(seeds.len(), 35);
        assert!(!seeds.contains(&1));
    }

    #[test]
    fn hours_become_games_beside_the_matches() {
        let pace = Pace { own: 0.5, fast: 0.125, search: 1.0 };
        let matches = MatchGames { candidate: 100, fast: 126, search: 14 }.of_training(2, 4);
        // 2 × (4 × 100 + 126) + 126 games of the fast bot and 5 × 14 of the searching one.
        assert_eq!(matches, [1178, 70]);
        // They take 217.25 s. Two threads have 417.25 s in 208.625 s, which leaves 200 s.
        assert_eq!(pace.own_games(2, matches, 208.625, 2), 200);
        assert_eq!(pace.own_games(2, matches, 1.0, 2), 1);
    }
}
