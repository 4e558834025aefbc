//! A field on one scale: ratings with draws and first-player advantage, the lead of each member over each other, and
//! the likelihood of superiority.

mod across;

pub use across::SameStrengths;

use super::field::{HeadToHead, RankedKind, Sampling};
use super::quality::Measured;
use super::verdict::{decisive_score, stratified_sums};
use crate::stats::{Davidson, Duel, Estimate, wilson};
use std::collections::BTreeMap;

/// The prior standard deviation of strengths in Elo points: it keeps members that won or lost everything at a finite
/// distance, and is almost negligible otherwise.
pub const PRIOR_ELO: f64 = 1_000.0;

/// The minimum size of a field for which more than ratings is reported.
pub const LEAST_FIELD: usize = 3;

/// A member of a field with its rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// Its name.
    pub name: String,
    /// The number of its games against others.
    pub games: u64,
    /// Its rating in Elo points, the mean of the field 0.
    pub elo: Measured,
    /// The likelihood of superiority over the next lower one; `None` for the last, and where the games do not restrict
    /// their difference.
    pub above_next: Option<f64>,
}

impl Rated {
    /// That likelihood where it is reported: it is too certain where ratings have no interval.
    pub fn stronger_than_next(&self) -> Option<f64> {
        self.above_next.filter(|_| self.elo.interval.is_some())
    }
}

/// The half-width of the interval of a rating or difference that the games hardly restrict: that of the prior.
const LEAST_KNOWN_ELO: f64 = 1.96 * PRIOR_ELO;

/// A rating or a difference of ratings. Where games are allocated by results, entrants that are far apart by chance get
/// no more of them, so that ratings are too far apart, and their intervals would cover too rarely: they have none.
/// Neither have ratings of armies where forfeited games were left out, whose results could have been any; of fields in
/// which every game was drawn, as under the model draws that are certain do not depend on strengths; and none that are
/// as wide as the prior.
fn measured(elo: Estimate, sampling: Sampling, is_any_decided: bool) -> Measured {
    let has_interval = sampling == Sampling::default() && is_any_decided && elo.half_width() < LEAST_KNOWN_ELO;
    Measured { point: elo.point, interval: Some(elo).filter(|_| has_interval) }
}

/// The first-player advantage with an interval that covers every possible advantage in games whose first player is
/// unknown: their winners all moved first, or their losers did. Their results for the ratings stay as they are. `None`
/// if a bound cannot be computed.
fn first_player(estimate: Estimate, members: usize, duels: &[Duel]) -> Option<Estimate> {
    if duels.iter().all(Duel::has_first_players) {
        return Some(estimate);
    }
    let fitted = |winner_moves_first: bool| {
        let duels: Vec<Duel> = duels.iter().map(|duel| duel.with_first_players(winner_moves_first)).collect();
        Davidson::of_duels(members, &duels, Some(PRIOR_ELO))?.first_player
    };
    let (least, most) = (fitted(false)?, fitted(true)?);
    Some(Estimate { low: least.low.min(estimate.low), high: most.high.max(estimate.high), ..estimate })
}

/// One member of a field against another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead {
    /// The one, by its index in the ranking.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// Their games against each other.
    pub games: u64,
    /// The number of units of games that share their dice.
    pub units: u64,
    /// The points per game of the one in them; its interval covers every possible result of games left out. No interval
    /// where the rate decided when they ended.
    pub rate: Option<Measured>,
    /// The Elo difference, from the games of the whole field.
    pub elo: Measured,
    /// The likelihood of superiority of the one.
    pub likelihood: f64,
}

/// A field on one scale.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// The kind of its members.
    pub of: RankedKind,
    /// The bot that played the armies, where they were ranked.
    pub led_by: Option<String>,
    /// All members, best first.
    pub rated: Vec<Rated>,
    /// The first-player advantage in Elo points; `None` where the first player is known in no game, and where forfeited
    /// games were left out. Where games were forfeited, or ended before a side began, the interval covers both answers
    /// to who would have moved first in them.
    pub first_player: Option<Estimate>,
    /// The share of draws between equals; `None` where no game was drawn, or every game was.
    pub draws_of_equals: Option<Estimate>,
    /// Whether members are as strong under each rulebook; `None` in a field of one ([`Ranking::across`]).
    pub same_strengths: Option<SameStrengths>,
    davidson: Davidson,
    sampling: Sampling,
    is_any_decided: bool,
    /// By rank.
    numbers: Vec<usize>,
    /// By ranks, the better one first.
    met: BTreeMap<(usize, usize), HeadToHead>,
}

/// Whether a chain of games joins each member to each other.
fn is_connected(members: usize, met: &BTreeMap<(usize, usize), HeadToHead>) -> bool {
    let mut joined = vec![false; members];
    let mut open = vec![0];
    while let Some(member) = open.pop() {
        if !std::mem::replace(&mut joined[member], true) {
            let pairs = met.keys().filter(|(first, second)| *first == member || *second == member);
            open.extend(pairs.map(|(first, second)| if *first == member { *second } else { *first }));
        }
    }
    joined.into_iter().all(|it| it)
}

impl Ranking {
    /// Ranks a field from its games; names and games by numbers. `None` where there are no games, and where no chain of
    /// games joins all members: the difference of two that nothing joins would be that of the prior.
    pub(super) fn of(
        (of, led_by): (RankedKind, Option<String>),
        names: Vec<String>,
        met: BTreeMap<(usize, usize), HeadToHead>,
        sampling: Sampling,
    ) -> Option<Ranking> {
        if met.is_empty() || !is_connected(names.len(), &met) {
            return None;
        }
        let duels: Vec<Duel> = met.iter().map(|((first, second), met)| met.between(*first, *second)).collect();
        let davidson = Davidson::of_duels(names.len(), &duels, Some(PRIOR_ELO))?;
        let mut numbers: Vec<usize> = (0..names.len()).collect();
        numbers.sort_by(|one, other| davidson.ratings.elo(*other).point.total_cmp(&davidson.ratings.elo(*one).point));
        let games = |number: usize| -> u64 {
            let met = met.iter().filter(|((first, second), _)| *first == number || *second == number);
            met.map(|(_, met)| met.units.total().games).sum()
        };
        let is_any_decided = duels.iter().any(Duel::has_decided_game);
        let rated = |(rank, number): (usize, &usize)| Rated {
            name: names[*number].clone(),
            games: games(*number),
            elo: measured(davidson.ratings.elo(*number), sampling, is_any_decided),
            above_next: numbers.get(rank + 1).and_then(|next| {
                measured(davidson.ratings.ahead(*number, *next), sampling, is_any_decided).interval?;
                Some(davidson.ratings.superiority(*number, *next))
            }),
        };
        let rated: Vec<Rated> = numbers.iter().enumerate().map(rated).collect();
        let rank = |number: usize| numbers.iter().position(|ranked| *ranked == number).expect("all are ranked");
        let by_rank = |((first, second), met): (&(usize, usize), &HeadToHead)| {
            let (first, second) = (rank(*first), rank(*second));
            if first < second { ((first, second), met.clone()) } else { ((second, first), met.seen_by_second()) }
        };
        let met = met.iter().map(by_rank).collect();
        let draws_of_equals = davidson.draws_of_equals.filter(|_| is_any_decided);
        let known = davidson.first_player.filter(|_| !sampling.leaves_games_out);
        let first_player = known.and_then(|estimate| first_player(estimate, names.len(), &duels));
        let first_player = first_player.filter(|known| is_any_decided && known.half_width() < LEAST_KNOWN_ELO);
        Some(Ranking {
            of,
            led_by,
            rated,
            first_player,
            draws_of_equals,
            same_strengths: None,
            davidson,
            sampling,
            is_any_decided,
            numbers,
            met,
        })
    }

    /// The title: `bots`, `armies under greedy`.
    pub fn title(&self) -> String {
        match &self.led_by {
            Some(bot) => format!("{} under {bot}", self.of.plural()),
            None => self.of.plural().to_owned(),
        }
    }

    /// An estimate from the results of the field as it is reported: without an interval where results decided which
    /// pairings got most games, forfeited games were left out, or the games say next to nothing of it.
    pub fn reported(&self, estimate: Estimate) -> Measured {
        measured(estimate, self.sampling, self.is_any_decided)
    }

    /// Whether results decided which pairings got most games: chance then does not alone explain how their results
    /// scatter, so that neither tests nor resamples of them are reported.
    pub fn is_adaptive(&self) -> bool {
        self.sampling.is_adaptive
    }

    /// Whether games were left out, since a bot forfeited them.
    pub fn leaves_games_out(&self) -> bool {
        self.sampling.leaves_games_out
    }

    /// Whether tests of the field are reported: results have decided neither which pairings got most games nor, by
    /// forfeits, which games count.
    pub fn has_tests(&self) -> bool {
        !self.is_adaptive() && !self.leaves_games_out()
    }

    /// Whether a sequential test ended the games: ratings, which it does not correct, are then not reported.
    pub fn is_after_test(&self) -> bool {
        self.sampling.is_after_test
    }

    /// The number of members.
    pub fn size(&self) -> usize {
        self.rated.len()
    }

    /// Whether all pairings have been played.
    pub fn is_complete(&self) -> bool {
        self.met.len() == self.size() * (self.size() - 1) / 2
    }

    /// All pairings, by indices in the ranking.
    pub fn duels(&self) -> Vec<Duel> {
        self.met.iter().map(|((first, second), met)| met.between(*first, *second)).collect()
    }

    /// The Elo difference of two members, by their names; `None` where one of them is not ranked.
    pub fn ahead(&self, one: &str, other: &str) -> Option<Measured> {
        let number = |name: &str| self.rated.iter().position(|rated| rated.name == name).map(|rank| self.numbers[rank]);
        Some(self.reported(self.davidson.ratings.ahead(number(one)?, number(other)?)))
    }

    /// Each against each other, in the order of their indices.
    pub fn leads(&self) -> impl Iterator<Item = Lead> + '_ {
        let others = move |first: usize| {
            (0..self.size()).filter(move |second| *second != first).map(move |second| (first, second))
        };
        (0..self.size()).flat_map(others).map(|(first, second)| self.lead(first, second))
    }

    fn lead(&self, first: usize, second: usize) -> Lead {
        let met = self.met.get(&(first.min(second), first.max(second)));
        let strata = met
            .map(|met| if first < second { met.units.clone() } else { met.units.seen_by_other() })
            .unwrap_or_default();
        let clusters = strata.total();
        let rate = wilson(clusters.score as f64 / 2.0, clusters.games)
            .map(|wilson| decisive_score(&stratified_sums(&strata), &wilson));
        let left_out = met.map_or(0, |met| met.left_out);
        let rate = rate.map(|rate| Measured {
            point: rate.point,
            interval: Some(rate.with_unknown(clusters.games, left_out)).filter(|_| !self.sampling.is_until_decided),
        });
        let (ratings, [one, other]) = (&self.davidson.ratings, [first, second].map(|rank| self.numbers[rank]));
        let elo = self.reported(ratings.ahead(one, other));
        let likelihood = ratings.superiority(one, other);
        Lead { first, second, games: clusters.games, units: clusters.count, rate, elo, likelihood }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::field::Field;
    use crate::balance::testing::{PrescribedGame, entrant, played, played_with_forfeits};
    use crate::game::Side;

    #[test]
    fn forfeits_may_have_been_won_by_either_player() {
        // Red begins and wins two of three games; of each ten pairs the second games of three are forfeited by blue.
        let winner = |pair: u64, swapped: bool| {
            if (2 * pair + u64::from(swapped)).is_multiple_of(3) { Side::Blue } else { Side::Red }
        };
        let pairing = [[entrant(0, None), entrant(1, None)]];
        let ranked = |is_forfeited: bool| {
            let (plan, standings) =
                played_with_forfeits(&pairing, 300, |game| match game.pair % 10 < 3 && game.swapped {
                    true => (Some(Side::Red), is_forfeited),
                    false => (Some(winner(game.pair, game.swapped)), false),
                });
            Field::of(RankedKind::Bots, &plan, &standings).ranking().unwrap().first_player.unwrap()
        };
        let (won, forfeited) = (ranked(false), ranked(true));
        // The interval includes that of games really won by the first player, and the advantage if it won two of three
        // of 510 games and none of 90: 340 of 600, 46 Elo points.
        assert!(forfeited.low < 60.0 && forfeited.high >= won.high, "{won:?} {forfeited:?}");
        assert!(won.low > 120.0 && forfeited.point > 120.0, "{won:?} {forfeited:?}");
    }

    #[test]
    fn the_rate_against_one_other_covers_the_interval_of_independent_games_where_pairs_are_few() {
        let pairing = [[entrant(0, None), entrant(1, None)]];
        // Three of four pairs end alike, so that pairs hardly scatter.
        let (plan, standings) = played(&pairing, 4, |game| match game.pair {
            0 => Some(Side::Red),
            _ => Some(if game.swapped { Side::Blue } else { Side::Red }),
        });
        let ranking = Field::of(RankedKind::Bots, &plan, &standings).ranking().unwrap();
        let lead = ranking.leads().next().unwrap();
        let found = lead.rate.unwrap().interval.unwrap();
        let independent = wilson(lead.rate.unwrap().point * 8.0, 8).unwrap();
        assert!(found.low <= independent.low && found.high >= independent.high, "{found:?} {independent:?}");
    }

    #[test]
    fn ratings_of_armies_have_no_interval_where_forfeits_are_left_out() {
        let pairing = [[entrant(0, Some(0)), entrant(0, Some(1))]];
        let ranked = |forfeits: u64| {
            let (plan, standings) = played_with_forfeits(&pairing, 60, |game| {
                let winner = if game.pair % 3 == 0 { Side::Red } else { Side::Blue };
                (Some(winner), game.pair < forfeits && !game.swapped)
            });
            let armies = Field::armies_under(0, &plan, &standings).ranking().unwrap();
            let lead = armies.leads().next().unwrap();
            assert_eq!(armies.has_tests(), forfeits == 0);
            (armies.rated[0].elo.interval, armies.first_player, lead.rate.unwrap().interval.unwrap())
        };
        let ((elo, first, all), (no_elo, no_first, wider)) = (ranked(0), ranked(6));
        assert!(elo.is_some() && first.is_some() && no_elo.is_none() && no_first.is_none());
        assert!(wider.half_width() > all.half_width() + 0.02, "6 of 120 games are unknown: {all:?} {wider:?}");
    }

    #[test]
    fn ratings_that_the_games_do_not_give_have_no_interval() {
        let pairing = [[entrant(0, None), entrant(1, None)]];
        let interval = |pairs: u64, winner: fn(&PrescribedGame) -> Option<Side>| {
            let (plan, standings) = played(&pairing, pairs, winner);
            Field::of(RankedKind::Bots, &plan, &standings).ranking().unwrap().rated[0].elo.interval
        };
        // All drawn, a single pair, and many games that are decided either way; the first-move advantage likewise.
        assert_eq!(interval(100, |_| None), None);
        assert_eq!(interval(1, |game| Some(game.side_of(0))), None);
        assert!(interval(100, |game| Some(game.side_of(usize::from(game.pair % 3 == 0)))).is_some());
    }

    #[test]
    fn each_lead_is_the_other_way_round_for_the_other() {
        // Bot 0 wins two of three pairs of bot 1, half of those of bot 2; bots 1 and 2 have not played each other.
        let pairings = [[entrant(0, None), entrant(1, None)], [entrant(2, None), entrant(0, None)]];
        let (plan, standings) = played(&pairings, 60, |game| {
            let wins = if game.cell == 0 { game.pair % 3 != 0 } else { game.pair % 2 == 0 };
            Some(if wins { game.side_of(0) } else { game.side_of(0).other() })
        });
        let ranking = Field::of(RankedKind::Bots, &plan, &standings).ranking().unwrap();
        let leads: Vec<Lead> = ranking.leads().collect();
        assert_eq!(leads.len(), 6);
        for lead in &leads {
            let back = leads.iter().find(|back| (back.first, back.second) == (lead.second, lead.first)).unwrap();
            assert!(
                (lead.likelihood + back.likelihood - 1.0).abs() < 1e-12
                    && (lead.elo.point + back.elo.point).abs() < 1e-9
            );
            assert_eq!((lead.games, lead.units), (back.games, back.units));
            if let [Some(rate), Some(back)] = [lead, back].map(|it| it.rate.and_then(|rate| rate.interval)) {
                assert!((rate.low + back.high - 1.0).abs() < 1e-12 && (rate.point + back.point - 1.0).abs() < 1e-12);
            }
        }
        let of = |name: &str| ranking.rated.iter().position(|rated| rated.name == name).unwrap();
        let lead = |one, other| *leads.iter().find(|lead| (lead.first, lead.second) == (of(one), of(other))).unwrap();
        let met = lead("bot 0", "bot 1");
        assert_eq!((met.games, met.units), (120, 60));
        assert!((met.rate.unwrap().point - 2.0 / 3.0).abs() < 1e-12 && met.likelihood > 0.9);
        // Bots that never played each other are compared through the third.
        let apart = lead("bot 2", "bot 1");
        assert!(apart.games == 0 && apart.rate.is_none() && apart.elo.point > 50.0 && !ranking.is_complete());
    }
}
