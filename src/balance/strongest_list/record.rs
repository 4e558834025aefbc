//! The score of a composition against each list of the field, and the estimated strengths of several compositions:
//! scores from few games are shrunk towards the mean of all.

use crate::balance::costs::{Encounter, endings_of};
use crate::game::Ending;
use crate::stats::Scores;
use enum_map::EnumMap;

/// The variance of a pair's score for two independent even games without draws: two coin tosses.
const TWO_COINS: f64 = 0.125;
/// A lower bound for the variance of true strengths: the best of a field that seems even still leads.
const LEAST_VARIANCE: f64 = 1e-5;

/// Games against one list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Pairs by half points: 0, 1, 2, 3, 4. A forfeited game counts as lost for the bot that forfeits, so that an
    /// aborted game saves no list from a loss.
    pub pairs: [u64; 5],
    /// Games of these pairs that were lost, drawn and won.
    pub games: [u64; 3],
    /// All games by ending.
    pub endings: EnumMap<Ending, u64>,
}

impl Tally {
    /// Adds the games of an encounter.
    pub fn add(&mut self, encounter: &Encounter) {
        self.add_endings(&endings_of([encounter]));
        for pair in encounter.games.chunks(2) {
            if pair.len() == 2 {
                let halves = |score: f64| (2.0 * score) as usize;
                self.pairs[pair.iter().map(|game| halves(game.score)).sum::<usize>()] += 1;
                pair.iter().for_each(|game| self.games[halves(game.score)] += 1);
            }
        }
    }

    /// The sum of both.
    #[must_use]
    pub fn plus(&self, other: &Tally) -> Tally {
        let mut sum = *self;
        sum.pairs.iter_mut().zip(other.pairs).for_each(|(one, more)| *one += more);
        sum.games.iter_mut().zip(other.games).for_each(|(one, more)| *one += more);
        sum.add_endings(&other.endings);
        sum
    }

    fn add_endings(&mut self, more: &EnumMap<Ending, u64>) {
        more.iter().for_each(|(ending, games)| self.endings[ending] += games);
    }

    /// The number of games that count.
    pub fn counted(&self) -> u64 {
        self.games.iter().sum()
    }

    /// The number of games, forfeited ones included.
    pub fn played(&self) -> u64 {
        self.endings.values().sum()
    }

    /// The number of games that a bot forfeited.
    pub fn forfeited(&self) -> u64 {
        self.endings[Ending::Forfeit]
    }

    /// The pairs by their scores.
    pub fn scores(&self) -> Scores {
        Scores::of_pairs(&self.pairs)
    }

    /// The mean score; `None` if no pair counts.
    pub fn mean(&self) -> Option<f64> {
        (self.counted() > 0).then(|| self.scores().mean())
    }
}

/// Games against every list of the field, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Those against each list.
    pub tallies: Vec<Tally>,
}

impl Record {
    /// No games yet against this many lists.
    pub fn new(lists: usize) -> Record {
        Record { tallies: vec![Tally::default(); lists] }
    }

    /// All games together.
    pub fn all(&self) -> Tally {
        self.tallies.iter().fold(Tally::default(), |sum, tally| sum.plus(tally))
    }

    /// The mean of the mean scores against each list.
    pub fn score(&self) -> Option<f64> {
        let means: Vec<f64> = self.tallies.iter().filter_map(Tally::mean).collect();
        (!means.is_empty()).then(|| means.iter().sum::<f64>() / means.len() as f64)
    }

    /// The variance of the score, relative to the variance of a pair's score.
    fn share(&self) -> f64 {
        let counts: Vec<f64> =
            self.tallies.iter().map(|tally| tally.scores().count()).filter(|count| *count > 0.0).collect();
        counts.iter().map(|count| 1.0 / count).sum::<f64>() / (counts.len() * counts.len()) as f64
    }
}

/// The variance of a pair's score against a given list, from all records together. One pair of two coin tosses is
/// counted with them, so that a few equal pairs do not give a variance of 0.
fn variance_of_a_pair(records: &[&Record]) -> f64 {
    let (mut squares, mut degrees) = (TWO_COINS, 1.0);
    for scores in
        records.iter().flat_map(|record| &record.tallies).map(Tally::scores).filter(|scores| scores.count() > 1.0)
    {
        squares += scores.variance() * scores.count();
        degrees += scores.count() - 1.0;
    }
    squares / degrees
}

/// The estimated strength of each composition: its score, shrunk towards the mean of all according to the uncertainty
/// of its games (empirical Bayes; Morris, Parametric empirical Bayes inference, JASA 78, 1983). A composition without a
/// score is assigned the mean.
pub fn estimates(records: &[&Record]) -> Vec<f64> {
    let within = variance_of_a_pair(records);
    let scored: Vec<(f64, f64)> =
        records.iter().filter_map(|record| Some((record.score()?, within * record.share()))).collect();
    let number = scored.len() as f64;
    if scored.is_empty() {
        return vec![0.5; records.len()];
    }
    let mean = scored.iter().map(|(score, _)| score).sum::<f64>() / number;
    let spread = scored.iter().map(|(score, _)| (score - mean) * (score - mean)).sum::<f64>() / (number - 1.0).max(1.0);
    let noise = scored.iter().map(|(_, variance)| variance).sum::<f64>() / number;
    let between = (spread - noise).max(LEAST_VARIANCE);
    let weight = |variance: f64| 1.0 / (between + variance);
    let weights: f64 = scored.iter().map(|(_, variance)| weight(*variance)).sum();
    let middle = scored.iter().map(|(score, variance)| weight(*variance) * score).sum::<f64>() / weights;
    let estimate = |record: &&Record| match record.score() {
        Some(score) => middle + between * weight(within * record.share()) * (score - middle),
        None => middle,
    };
    records.iter().map(estimate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::costs::{Meeting, MeetingGame};
    use crate::game::Composition;
    use enum_map::enum_map;

    fn record(pairs: [u64; 5]) -> Record {
        let games = [2 * pairs[0] + pairs[1], pairs[1] + 2 * pairs[2] + pairs[3], pairs[3] + 2 * pairs[4]];
        Record {
            tallies: vec![Tally { pairs, games, endings: enum_map! { Ending::Victory => games.iter().sum(), _ => 0 } }],
        }
    }

    #[test]
    fn a_lucky_newcomer_ranks_below_who_has_proved_it() {
        let field = [
            record([40, 0, 20, 0, 40]),
            record([45, 0, 20, 0, 35]),
            record([15, 0, 20, 0, 65]),
            record([0, 0, 1, 0, 3]),
        ];
        let found = estimates(&field.iter().collect::<Vec<_>>());
        // 75 % of a hundred pairs against 87.5 % of four.
        assert_eq!([field[2].score(), field[3].score()], [Some(0.75), Some(0.875)]);
        assert!(found[2] > found[3] && found[3] > found[0], "{found:?}");
        // A hundred pairs are hardly shrunk, four are.
        assert!((found[2] - 0.75).abs() < 0.03 && found[3] < 0.75, "{found:?}");
    }

    #[test]
    fn a_bot_that_breaks_off_hides_no_loss() {
        let game = |score: f64, swapped: bool, forfeited: bool| MeetingGame {
            score,
            swapped,
            first_began: None,
            forfeited,
            ending: if forfeited { Ending::Forfeit } else { Ending::Victory },
            survivors: [vec![], vec![]],
        };
        let army = || Composition { counts: vec![1], parameters: vec![] };
        let meeting = Meeting { armies: [army(), army()], scenario: 0, pairs: 2 };
        let games =
            vec![game(1.0, false, false), game(0.0, true, true), game(0.0, false, false), game(0.0, true, true)];
        let mut tally = Tally::default();
        tally.add(&Encounter { meeting, games });
        assert_eq!((tally.games, tally.pairs, tally.forfeited()), ([3, 0, 1], [1, 0, 1, 0, 0], 2));
        assert_eq!(tally.mean(), Some(0.25));
    }

    #[test]
    fn equal_records_give_their_score_and_no_games_the_mean() {
        let same = record([3, 0, 4, 0, 3]);
        let found = estimates(&[&same, &same, &Record::new(1)]);
        assert!(found.iter().all(|one| (one - 0.5).abs() < 1e-12), "{found:?}");
        assert_eq!(estimates(&[&Record::new(2)]), [0.5]);
    }

    #[test]
    fn lists_count_equally_however_many_games_they_had() {
        let two = Record { tallies: vec![record([0, 0, 0, 0, 30]).tallies[0], record([2, 0, 0, 0, 0]).tallies[0]] };
        assert_eq!((two.score(), two.all().counted()), (Some(0.5), 64));
    }
}
