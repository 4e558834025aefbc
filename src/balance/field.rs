//! Fields: the bots, armies or entrants that are compared, with all their games against each other, in one tournament
//! or in several.
//!
//! Whatever armies two bots play, their games with the same dice are one unit: where each plays one of two armies in
//! turn that is a quad, both seats and both armies.

use super::ranking::Ranking;
use crate::stats::{Duel, GROUPS_OF_STRATUM, KINDS};
use crate::tournament::{Allocate, Clusters, Counter, Kinds, Mixture, NUMBERS_A_SCENARIO, Plan, Standings, Strata};
use std::collections::BTreeMap;

/// What is ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
pub enum RankedKind {
    /// Bots, whatever armies they play.
    #[strum(serialize = "bot")]
    Bots,
    /// Armies, in games in which the same bot plays both.
    #[strum(serialize = "army")]
    Armies,
    /// Bots with their armies.
    #[strum(serialize = "entrant")]
    Entrants,
}

impl RankedKind {
    /// The name of one of them in files.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The name of several of them.
    pub fn plural(self) -> &'static str {
        match self {
            RankedKind::Bots => "bots",
            RankedKind::Armies => "armies",
            RankedKind::Entrants => "entrants",
        }
    }
}

/// All games of two against each other, from the perspective of the first.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadToHead {
    /// By who moved first and how they ended, in groups that share no dice.
    kinds: Kinds,
    /// By the units of interval estimation, on each scenario of each tournament.
    pub units: Strata<Clusters>,
    /// Games that a bot forfeited, and that are not counted.
    pub left_out: u64,
}

/// The counts of games in the order of the kinds used by the statistics.
fn in_order(games: &Mixture) -> [u64; KINDS] {
    let Mixture { first, second, neither } = games;
    let games = [first, second, neither].map(|it| [it.won, it.drawn, it.lost]);
    std::array::from_fn(|kind| u64::from(games[kind / 3][kind % 3]))
}

/// The number that statistics give to a group of games: each scenario is a stratum of its own.
pub(super) fn of_stratum(group: u32) -> u32 {
    group / NUMBERS_A_SCENARIO * GROUPS_OF_STRATUM + group % NUMBERS_A_SCENARIO
}

impl HeadToHead {
    /// The games of a counter between two parties; `None` for other counters.
    fn of(counter: &Counter, season: u32) -> Option<HeadToHead> {
        let mut kinds = Kinds::default();
        kinds.add_season(season, &counter.kinds()?);
        Some(HeadToHead { kinds, units: counter.units().of_season(season), left_out: counter.left_out })
    }

    /// The games with the two parties numbered.
    pub(super) fn between(&self, first: usize, second: usize) -> Duel {
        let groups = self.kinds.groups().iter().map(|(group, games)| (of_stratum(*group), in_order(games))).collect();
        Duel { first, second, groups }
    }

    pub(super) fn seen_by_second(&self) -> HeadToHead {
        HeadToHead { kinds: self.kinds.seen_by_other(), units: self.units.seen_by_other(), ..*self }
    }

    fn add(&mut self, other: &HeadToHead) {
        self.kinds.merge(&other.kinds);
        self.units.merge(&other.units);
        self.left_out += other.left_out;
    }
}

/// What the games of a field leave unknown about the results that its members would have had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sampling {
    /// Whether the numbers of games of pairings follow from results ([`Plan::is_adaptive`]).
    pub is_adaptive: bool,
    /// Whether a sequential test ended the games ([`Plan::is_test`]), which corrects its own estimate and no other.
    pub is_after_test: bool,
    /// Whether the games of a pairing ended when its own results were decisive, so that its rate is too far from one
    /// half.
    pub is_until_decided: bool,
    /// Whether games that a bot forfeited are left out.
    pub leaves_games_out: bool,
}

/// The games between different members of a field.
#[derive(Clone, Debug)]
pub struct Field {
    of: RankedKind,
    /// The bot that plays the armies, where they are compared.
    led_by: Option<String>,
    names: Vec<String>,
    seasons: u32,
    sampling: Sampling,
    /// The member that was known first comes first.
    met: BTreeMap<(usize, usize), HeadToHead>,
}

impl Field {
    /// A field without games.
    pub fn new(of: RankedKind) -> Field {
        Field { of, led_by: None, names: Vec::new(), seasons: 0, sampling: Sampling::default(), met: BTreeMap::new() }
    }

    /// The armies of a tournament in the games in which this bot plays both.
    pub fn armies_under(bot: usize, plan: &Plan, standings: &Standings) -> Field {
        let mut field = Field { led_by: Some(plan.bots[bot].name.clone()), ..Field::new(RankedKind::Armies) };
        field.add(plan, standings);
        field
    }

    /// The bots or entrants of one tournament.
    pub fn of(of: RankedKind, plan: &Plan, standings: &Standings) -> Field {
        let mut field = Field::new(of);
        field.add(plan, standings);
        field
    }

    /// Adds the games of a tournament. Bots, armies and entrants are identified by name.
    pub fn add(&mut self, plan: &Plan, standings: &Standings) {
        match self.of {
            RankedKind::Bots => standings
                .bots()
                .for_each(|(two, counter)| self.count(two.map(|bot| plan.bots[bot].name.clone()), counter)),
            RankedKind::Armies => {
                let leader = plan.bots.iter().position(|bot| Some(&bot.name) == self.led_by.as_ref());
                let games = leader.into_iter().flat_map(|bot| standings.armies_under(bot));
                games.for_each(|(two, counter)| self.count(two.map(|army| plan.armies[army].name.clone()), counter));
            }
            RankedKind::Entrants => standings
                .pairings()
                .filter(|([one, other], _)| one != other)
                .for_each(|(two, counter)| self.count(two.map(|one| plan.entrant_name(one)), counter)),
        }
        self.seasons += 1;
        self.sampling.is_adaptive |= plan.is_adaptive();
        self.sampling.is_after_test |= plan.is_test();
        self.sampling.is_until_decided |= plan.is_test() || plan.allocate == Some(Allocate::Verdicts);
    }

    fn count(&mut self, two: [String; 2], counter: &Counter) {
        self.sampling.leaves_games_out |= counter.left_out > 0;
        let Some(met) = HeadToHead::of(counter, self.seasons).filter(|met| met.units.total().count > 0) else { return };
        let [first, second] = two.map(|name| self.number(name));
        let (key, met) = if first < second { ((first, second), met) } else { ((second, first), met.seen_by_second()) };
        self.met.entry(key).and_modify(|known| known.add(&met)).or_insert(met);
    }

    fn number(&mut self, name: String) -> usize {
        self.names.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        })
    }

    /// The number of members that have played another.
    pub fn size(&self) -> usize {
        self.names.len()
    }

    /// All on one scale, best first; `None` where there are no games between different members, or no chain of games
    /// joins them all.
    pub fn ranking(mut self) -> Option<Ranking> {
        Kinds::aligned(&mut self.met.values_mut().map(|met| &mut met.kinds).collect::<Vec<_>>());
        Ranking::of((self.of, self.led_by), self.names, self.met, self.sampling)
    }
}

/// The rankings of a tournament: its bots, its armies under each bot that played both sides, and its entrants where
/// those are more than any of these.
///
/// Where games were allocated adaptively, bots are rated only if each is a single entrant: the army a bot plays most,
/// and its opponents then, depend on its results, and a rating over several armies would be biased by that.
pub fn rankings(plan: &Plan, standings: &Standings) -> Vec<Ranking> {
    let entrants = Field::of(RankedKind::Entrants, plan, standings);
    let bots = Field::of(RankedKind::Bots, plan, standings);
    let is_ranked = plan.allocate.is_none() || bots.size() == entrants.size();
    let mut fields: Vec<Field> = Some(bots).filter(|_| is_ranked).into_iter().collect();
    fields.extend(standings.bots_of_armies().into_iter().map(|bot| Field::armies_under(bot, plan, standings)));
    let largest = fields.iter().map(Field::size).max().unwrap_or(0);
    fields.extend(Some(entrants).filter(|entrants| entrants.size() > largest));
    fields.into_iter().filter_map(Field::ranking).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::testing::{PrescribedGame, entrant, played};
    use crate::game::Side;

    #[test]
    fn the_better_bot_comes_first_and_games_are_counted() {
        // Bot 1 wins three of four games, which is 400 log10(3) = 191 Elo points; bot 2 has no games.
        let won = |game: &PrescribedGame| game.pair.is_multiple_of(4) != (game.side_of(1) == Side::Red);
        let (plan, standings) = played(&[[entrant(0, None), entrant(1, None)]], 200, |game| {
            Some(if won(game) { Side::Red } else { Side::Blue })
        });
        let ranking = Field::of(RankedKind::Bots, &plan, &standings).ranking().unwrap();
        let ranked: Vec<(&str, u64)> = ranking.rated.iter().map(|rated| (rated.name.as_str(), rated.games)).collect();
        assert_eq!(ranked, [("bot 1", 400), ("bot 0", 400)]);
        let apart = ranking.rated[0].elo.point - ranking.rated[1].elo.point;
        assert!((apart - 190.85).abs() < 1.0, "{apart}");
        assert!(ranking.rated[0].above_next.unwrap() > 0.999 && ranking.rated[1].above_next.is_none());
    }

    #[test]
    fn perfect_and_null_scores_have_finite_ratings() {
        // Bot 0 beats bot 1 in every game; bots 1 and 2 draw all theirs.
        let pairings = [[entrant(0, None), entrant(1, None)], [entrant(1, None), entrant(2, None)]];
        let (plan, standings) = played(&pairings, 50, |game| (game.cell == 0).then(|| game.side_of(0)));
        let ranking = Field::of(RankedKind::Bots, &plan, &standings).ranking().unwrap();
        assert_eq!(ranking.rated.iter().map(|rated| rated.name.as_str()).next(), Some("bot 0"));
        let elo = ranking.rated[0].elo.interval.unwrap();
        assert!(elo.point > 300.0 && elo.point < 3_000.0 && elo.high.is_finite(), "{elo:?}");
        let last = ranking.rated[2].elo.interval.unwrap();
        assert!(last.low.is_finite() && last.high < 0.0, "{last:?}");
    }

    #[test]
    fn a_field_in_which_every_game_was_drawn_shows_nothing() {
        let pairings = [[entrant(0, None), entrant(1, None)], [entrant(1, None), entrant(2, None)]];
        let (plan, standings) = played(&pairings, 50, |_| None);
        let ranking = Field::of(RankedKind::Bots, &plan, &standings).ranking().unwrap();
        assert!(ranking.rated.iter().all(|rated| rated.elo.interval.is_none()));
        assert!(ranking.draws_of_equals.is_none() && ranking.first_player.is_none());
    }

    #[test]
    fn the_first_player_advantage_is_separated_from_strength() {
        // Red begins, and wins ten of eleven games whichever entrant plays it: 400 Elo points.
        let (plan, standings) = played(&[[entrant(0, None), entrant(1, None)]], 550, |game| {
            Some(if (2 * game.pair + u64::from(game.swapped)) % 11 == 0 { Side::Blue } else { Side::Red })
        });
        let ranking = Field::of(RankedKind::Bots, &plan, &standings).ranking().unwrap();
        let first = ranking.first_player.unwrap();
        assert!((first.point - 400.0).abs() < 2.0 && first.low > 350.0 && first.high < 450.0, "{first:?}");
        assert!(ranking.rated[0].elo.point.abs() < 5.0 && ranking.draws_of_equals.is_none());
    }

    #[test]
    fn seasons_are_added_by_name() {
        let pairings = [[entrant(0, None), entrant(1, None)]];
        let (plan, standings) = played(&pairings, 40, |game| (game.pair % 3 != 0).then(|| game.side_of(0)));
        // The same bots in the other order.
        let mut turned = plan.clone();
        turned.bots.swap(0, 1);
        let (_, other) = played(&pairings, 40, |game| (game.pair % 3 != 0).then(|| game.side_of(1)));
        let mut field = Field::of(RankedKind::Bots, &plan, &standings);
        field.add(&turned, &other);
        let alone = Field::of(RankedKind::Bots, &plan, &standings);
        let (both, one) = (&field.met[&(0, 1)], &alone.met[&(0, 1)]);
        assert_eq!(
            (both.units.total().count, both.units.total().score),
            (2 * one.units.total().count, 2 * one.units.total().score)
        );
        // Other games on independent dice.
        assert_eq!(both.kinds.groups().len(), 2 * one.kinds.groups().len());
    }

    #[test]
    fn two_bots_that_swap_two_armies_are_compared_by_quads() {
        // Army 0 wins every game that bot 0 plays as red with it, and the others are drawn: pairs differ, quads do not.
        let swapped = [[entrant(0, Some(0)), entrant(1, Some(1))], [entrant(0, Some(1)), entrant(1, Some(0))]];
        let army_wins = |game: &PrescribedGame| Some(if game.army_of(Side::Red) == 0 { Side::Red } else { Side::Blue });
        let (plan, standings) = played(&swapped, 60, army_wins);
        let units = Field::of(RankedKind::Bots, &plan, &standings).met[&(0, 1)].units.total();
        assert_eq!((units.count, units.games, units.score), (60, 240, 240));
        // Every quad is level, so that the only scatter is the game added; the pairs alone would not show that.
        let ranking = Field::of(RankedKind::Bots, &plan, &standings).ranking().unwrap();
        let quads = ranking.leads().next().unwrap().rate.and_then(|rate| rate.interval).unwrap();
        let pairs = super::super::verdict::rate_interval(standings.pairings().next().unwrap().1).unwrap().decisive;
        assert!(
            (quads.point - 0.5).abs() < 1e-12 && quads.half_width() < 0.02 && pairs.point == 1.0,
            "{quads:?} {pairs:?}"
        );
    }

    #[test]
    fn entrants_are_rated_where_bots_and_armies_are_crossed() {
        let crossed = [
            [entrant(0, Some(0)), entrant(1, Some(1))],
            [entrant(0, Some(1)), entrant(1, Some(0))],
            [entrant(0, Some(0)), entrant(1, Some(0))],
        ];
        let (plan, standings) = played(&crossed, 5, |game| Some(game.side_of(0)));
        let kinds = |plan: &Plan, standings: &Standings| {
            rankings(plan, standings).iter().map(|ranking| ranking.of).collect::<Vec<_>>()
        };
        assert_eq!(kinds(&plan, &standings), [RankedKind::Bots, RankedKind::Entrants], "no bot led both armies");
        let (plan, standings) = played(&crossed[..1], 5, |game| Some(game.side_of(0)));
        assert_eq!(kinds(&plan, &standings), [RankedKind::Bots]);
        // Bot 1 plays both armies, and bot 0 the first of them.
        let both = [[entrant(1, Some(0)), entrant(1, Some(1))], [entrant(0, Some(0)), entrant(1, Some(0))]];
        let (plan, standings) = played(&both, 5, |_| Some(Side::Red));
        let found = rankings(&plan, &standings);
        let ranked: Vec<(RankedKind, Option<&str>, u64)> =
            found.iter().map(|ranking| (ranking.of, ranking.led_by.as_deref(), ranking.rated[0].games)).collect();
        assert_eq!(ranked[..2], [(RankedKind::Bots, None, 10), (RankedKind::Armies, Some("bot 1"), 10)]);
        assert_eq!((found[1].title().as_str(), ranked[2].0), ("armies under bot 1", RankedKind::Entrants));
    }

    #[test]
    fn where_games_were_allocated_by_results_bots_are_rated_only_as_entrants() {
        let crossed = [
            [entrant(0, Some(0)), entrant(1, Some(1))],
            [entrant(0, Some(1)), entrant(1, Some(0))],
            [entrant(0, Some(0)), entrant(1, Some(0))],
        ];
        let kinds = |pairings: &[[crate::tournament::Entrant; 2]]| {
            let (mut plan, standings) = played(pairings, 5, |game| Some(game.side_of(0)));
            plan.allocate = Some(crate::tournament::Allocate::Ranking);
            rankings(&plan, &standings).iter().map(|ranking| ranking.of).collect::<Vec<_>>()
        };
        assert_eq!(kinds(&crossed), [RankedKind::Entrants]);
        // Each bot with one army: a bot is an entrant.
        assert_eq!(kinds(&crossed[..1]), [RankedKind::Bots]);
    }

    #[test]
    fn members_that_no_chain_of_games_joins_are_not_rated() {
        let pairings = |third: usize| [[entrant(0, None), entrant(1, None)], [entrant(2, None), entrant(third, None)]];
        let is_rated = |third: usize| {
            let (plan, standings) = played(&pairings(third), 60, |game| {
                (game.pair % 3 != 0).then(|| game.side_of(if game.cell == 0 { 0 } else { 2 }))
            });
            Field::of(RankedKind::Bots, &plan, &standings).ranking().is_some()
        };
        assert!(is_rated(1) && !is_rated(3));
    }

    #[test]
    fn without_games_there_are_no_ratings() {
        let (plan, standings) = played(&[[entrant(0, None), entrant(1, None)]], 0, |_| None);
        assert!(rankings(&plan, &standings).is_empty());
    }
}
