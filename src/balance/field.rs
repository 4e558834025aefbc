//! The bots of a field on one scale: their ratings from all games against each other, whatever armies they led, in one tournament or in several.

use crate::stats::{Estimate, Meeting, Ratings};
use crate::tournament::{Party, Plan, Standings};
use std::collections::BTreeMap;

/// The standard deviation of strengths in Elo points before any game: it keeps a bot that won or lost everything at a finite distance, and weighs next to nothing otherwise.
pub const PRIOR_ELO: f64 = 1_000.0;

/// A bot with its rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// Its name.
    pub bot: String,
    /// Its games against other bots.
    pub games: u64,
    /// Its rating in Elo points, the mean of the field 0.
    pub elo: Estimate,
    /// The likelihood that it is stronger than the next below; nothing for the last.
    pub above_next: Option<f64>,
}

/// The games between different bots.
#[derive(Clone, Debug, Default)]
pub struct Field {
    bots: Vec<String>,
    /// Pairs of games by the half points of the first of two bots, who was known before the second.
    pairs: BTreeMap<(usize, usize), [u64; 5]>,
}

impl Field {
    /// The field of one tournament.
    pub fn of(plan: &Plan, standings: &Standings) -> Field {
        let mut field = Field::default();
        field.add(plan, standings);
        field
    }

    /// Adds the games of a tournament. Bots are the same where their names are.
    pub fn add(&mut self, plan: &Plan, standings: &Standings) {
        let numbers: Vec<usize> = plan.bots.iter().map(|bot| self.number(&bot.name)).collect();
        for (line, counter) in standings.lines() {
            let (Some(_), Party::Pairing(entrants)) = (line.scenario, line.party) else { continue };
            let [first, second] = entrants.map(|entrant| numbers[entrant.bot]);
            let mut pairs = counter.pairs();
            if first == second {
                continue;
            }
            if first > second {
                pairs.reverse();
            }
            let sum = self.pairs.entry((first.min(second), first.max(second))).or_default();
            sum.iter_mut().zip(pairs).for_each(|(sum, more)| *sum += more);
        }
    }

    fn number(&mut self, bot: &str) -> usize {
        self.bots.iter().position(|known| known == bot).unwrap_or_else(|| {
            self.bots.push(bot.to_owned());
            self.bots.len() - 1
        })
    }

    /// The bots that have met others, best first.
    pub fn rated(&self) -> Vec<Rated> {
        let games = |bot: usize| -> u64 {
            let met = self.pairs.iter().filter(|((first, second), _)| *first == bot || *second == bot);
            met.map(|(_, pairs)| 2 * pairs.iter().sum::<u64>()).sum()
        };
        let mut order: Vec<usize> = (0..self.bots.len()).filter(|bot| games(*bot) > 0).collect();
        let place: BTreeMap<usize, usize> = order.iter().enumerate().map(|(place, bot)| (*bot, place)).collect();
        let meetings: Vec<Meeting> =
            self.pairs.iter().map(|((first, second), pairs)| Meeting::of_pairs(place[first], place[second], *pairs)).collect();
        let Some(ratings) = Ratings::of(order.len(), &meetings, Some(PRIOR_ELO)) else { return Vec::new() };
        order.sort_by(|one, other| ratings.elo(place[other]).point.total_cmp(&ratings.elo(place[one]).point));
        let rated = |(rank, bot): (usize, &usize)| Rated {
            bot: self.bots[*bot].clone(),
            games: games(*bot),
            elo: ratings.elo(place[bot]),
            above_next: order.get(rank + 1).map(|next| ratings.superiority(place[bot], place[next])),
        };
        order.iter().enumerate().map(rated).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(pairs: &[((usize, usize), [u64; 5])]) -> Field {
        Field { bots: ["a", "b", "c"].map(str::to_owned).to_vec(), pairs: pairs.iter().copied().collect() }
    }

    #[test]
    fn the_better_bot_stands_first_and_games_are_counted() {
        // b wins three of four games against a, which is 400 log10(3) = 191 Elo points; c has not met anybody.
        let rated = field(&[((0, 1), [100, 0, 100, 0, 0])]).rated();
        let told: Vec<(&str, u64)> = rated.iter().map(|rated| (rated.bot.as_str(), rated.games)).collect();
        assert_eq!(told, [("b", 400), ("a", 400)]);
        let apart = rated[0].elo.point - rated[1].elo.point;
        assert!((apart - 190.85).abs() < 1.0, "{apart}");
        assert!(rated[0].above_next.unwrap() > 0.999 && rated[1].above_next.is_none());
    }

    #[test]
    fn a_perfect_score_has_a_finite_rating() {
        let rated = field(&[((0, 1), [0, 0, 0, 0, 50]), ((1, 2), [0, 0, 50, 0, 0])]).rated();
        assert_eq!(rated[0].bot, "a");
        assert!(rated[0].elo.point > 300.0 && rated[0].elo.point < 3_000.0 && rated[0].elo.high.is_finite(), "{:?}", rated[0].elo);
    }

    #[test]
    fn without_games_nobody_is_rated() {
        assert_eq!(field(&[]).rated(), []);
    }
}
