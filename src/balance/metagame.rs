//! The metagame: which army lists of a field survive, and which are dominated, if players are free to choose.
//!
//! For each list two questions are answered, for the observed results and for every bootstrap replicate
//! ([`Shape`](super::Shape) draws them): whether it belongs to the equilibrium mixture, and whether some other list
//! does at least as well against every list of the field and better against one.

use super::field::RankedKind;
use super::ranking::Ranking;
use super::shape::IN_THE_MIXTURE;
use crate::stats::{dominators, rounds_of_dominance};
use nalgebra::DMatrix;

/// The share of replicates in which a statement must hold to be made about a list.
pub const NEARLY_ALL: f64 = 0.95;

/// The verdict on a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Fate {
    /// It belongs to the equilibrium mixture.
    Survives,
    /// Another list is at least as good against every opponent and better against one.
    Dominated,
    /// No single list dominates it, but it is not part of the mixture.
    Out,
    /// The games do not decide, or some were left out, since a bot forfeited them: their results are not known.
    Open,
}

impl Fate {
    /// The name used in files.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// One list of the field.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The verdict.
    pub fate: Fate,
    /// The share of replicates in which it belongs to the mixture.
    pub in_mixture: f64,
    /// The share of replicates in which any list dominates it.
    pub dominated: f64,
    /// The list that dominates it in most replicates, by its index in the ranking, with their share; `None` where none
    /// does in any.
    pub dominated_by: Option<(usize, f64)>,
    /// For the observed results: the round in which it is removed by iterated elimination of dominated lists.
    pub round: Option<u32>,
}

/// The metagame of a field of army lists.
#[derive(Clone, Debug, PartialEq)]
pub struct Metagame {
    /// The win rate of the row against the column, by indices in the ranking; one half on the diagonal, since a list
    /// that plays itself wins half.
    pub rates: DMatrix<f64>,
    /// For each list by its index in the ranking.
    pub lists: Vec<Standing>,
    /// Whether games were left out, since a bot forfeited them: then no list has a verdict.
    pub leaves_games_out: bool,
}

/// Counts replicates.
pub(super) struct Tally {
    weighings: u32,
    in_mixture: Vec<u32>,
    dominated: Vec<u32>,
    /// For each how often each dominates it.
    by: Vec<Vec<u32>>,
    /// Whether games were left out.
    leaves_games_out: bool,
}

impl Tally {
    /// A count without replicates; `None` for a field that is not one of army lists, and for one whose games were
    /// allocated by results.
    pub fn of(ranking: &Ranking) -> Option<Tally> {
        let size = ranking.size();
        let none = || vec![0; size];
        (ranking.of == RankedKind::Armies && !ranking.is_adaptive()).then(|| Tally {
            weighings: 0,
            in_mixture: none(),
            dominated: none(),
            by: vec![none(); size],
            leaves_games_out: ranking.leaves_games_out(),
        })
    }

    /// Adds a replicate: its win rates, and the shares of its mixture.
    pub fn add(&mut self, rates: &DMatrix<f64>, mixture: &[f64]) {
        self.weighings += 1;
        for (list, dominators) in dominators(rates).into_iter().enumerate() {
            self.in_mixture[list] += u32::from(mixture[list] >= IN_THE_MIXTURE);
            self.dominated[list] += u32::from(!dominators.is_empty());
            dominators.into_iter().for_each(|other| self.by[list][other] += 1);
        }
    }

    /// The metagame from the replicates, with the observed rates.
    pub fn metagame(self, rates: DMatrix<f64>) -> Metagame {
        let share = |count: u32| f64::from(count) / f64::from(self.weighings.max(1));
        let rounds = rounds_of_dominance(&rates);
        let standing = |list: usize| {
            let (in_mixture, dominated) = (share(self.in_mixture[list]), share(self.dominated[list]));
            let fate = if self.leaves_games_out {
                Fate::Open
            } else if in_mixture >= NEARLY_ALL {
                Fate::Survives
            } else if dominated >= NEARLY_ALL {
                Fate::Dominated
            } else if in_mixture <= 1.0 - NEARLY_ALL {
                Fate::Out
            } else {
                Fate::Open
            };
            // In case of a tie the strongest.
            let most = self.by[list].iter().copied().enumerate().rev().max_by_key(|(_, count)| *count);
            let dominated_by = most.filter(|(_, count)| *count > 0).map(|(other, count)| (other, share(count)));
            Standing { fate, in_mixture, dominated, dominated_by, round: rounds[list] }
        };
        let lists = (0..rates.nrows()).map(standing).collect();
        Metagame { lists, rates, leaves_games_out: self.leaves_games_out }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::field::Field;
    use crate::balance::shape::Shape;
    use crate::balance::testing::{PrescribedGame, entrant, played};
    use crate::game::Side;
    use crate::tournament::Entrant;

    /// A field of armies played by one bot, in which each wins this many of every hundred pairs against another,
    /// whichever side begins; and the index of each army in the ranking.
    fn metagame(wins: &[&[u64]], pairs: u64) -> (Metagame, Shape, Vec<usize>) {
        let armies = wins.len();
        let one_bot = |army| entrant(0, Some(army));
        let pairings: Vec<[Entrant; 2]> =
            (0..armies).flat_map(|one| (one + 1..armies).map(move |other| [one_bot(one), one_bot(other)])).collect();
        let (plan, standings) = played(&pairings, pairs, |game: &PrescribedGame| {
            let [one, other] = pairings[game.cell].map(|entrant| entrant.army.unwrap());
            // 37 is coprime to 100: the wins are distributed evenly.
            let winner = if game.pair * 37 % 100 < wins[one][other] { one } else { other };
            Some(if game.army_of(Side::Red) == winner { Side::Red } else { Side::Blue })
        });
        let ranking = Field::armies_under(0, &plan, &standings).ranking().unwrap();
        let shape = Shape::of(&ranking, 1).unwrap();
        let place = |army: usize| ranking.rated.iter().position(|rated| rated.name == format!("army {army}")).unwrap();
        (shape.metagame.clone().unwrap(), shape, (0..armies).map(place).collect())
    }

    #[test]
    fn a_cycle_survives_and_a_fourth_that_is_worse_against_all_is_dominated() {
        // Rock, paper, scissors, and a fourth that does worse than rock against each of them.
        let wins: &[&[u64]] = &[&[50, 20, 80, 90], &[80, 50, 20, 90], &[20, 80, 50, 90], &[10, 10, 10, 50]];
        let (metagame, shape, place) = metagame(wins, 300);
        let of = |army: usize| &metagame.lists[place[army]];
        assert_eq!(
            [0, 1, 2, 3].map(|army| of(army).fate),
            [Fate::Survives, Fate::Survives, Fate::Survives, Fate::Dominated]
        );
        assert_eq!(of(3).round, Some(1));
        let (by, share) = of(3).dominated_by.unwrap();
        assert!(by != place[3] && share >= NEARLY_ALL && of(3).dominated >= share, "{:?}", of(3));
        for (army, place) in place.iter().enumerate().take(3) {
            let share = &shape.shares[*place];
            assert!(of(army).in_mixture >= 0.99 && of(army).dominated_by.is_none() && of(army).round.is_none());
            assert!((share.nash_share - 1.0 / 3.0).abs() < 1e-6 && (share.alpha_rank - 1.0 / 3.0).abs() < 1e-6);
        }
        for one in 0..4 {
            for other in 0..4 {
                let rate = metagame.rates[(place[one], place[other])];
                assert!((rate - wins[one][other] as f64 / 100.0).abs() < 1e-12, "{one} {other} {rate}");
            }
        }
    }

    #[test]
    fn the_best_of_a_ladder_survives_alone_and_dominates_all_others() {
        let wins: &[&[u64]] = &[&[50, 65, 80, 95], &[35, 50, 65, 80], &[20, 35, 50, 65], &[5, 20, 35, 50]];
        let (metagame, shape, place) = metagame(wins, 400);
        let fates: Vec<Fate> = metagame.lists.iter().map(|list| list.fate).collect();
        assert_eq!(
            (fates, place),
            (vec![Fate::Survives, Fate::Dominated, Fate::Dominated, Fate::Dominated], vec![0, 1, 2, 3])
        );
        assert!(metagame.lists[1..].iter().all(|list| list.dominated_by.unwrap().0 == 0 && list.round == Some(1)));
        assert_eq!(shape.support(), [0]);
    }

    #[test]
    fn who_is_no_worse_than_each_but_has_no_place_is_out() {
        // The fourth loses to all, but less to each of the cycle than another of the cycle does, so that none of them
        // dominates it.
        let wins: &[&[u64]] = &[&[50, 20, 80, 60], &[80, 50, 20, 60], &[20, 80, 50, 60], &[40, 40, 40, 50]];
        let (metagame, _, place) = metagame(wins, 400);
        let fourth = &metagame.lists[place[3]];
        assert_eq!((fourth.fate, fourth.round, fourth.dominated), (Fate::Out, None, 0.0));
    }

    #[test]
    fn few_games_leave_it_open() {
        let wins: &[&[u64]] = &[&[50, 55, 52], &[45, 50, 53], &[48, 47, 50]];
        let (metagame, ..) = metagame(wins, 12);
        assert!(metagame.lists.iter().all(|list| list.fate == Fate::Open), "{:?}", metagame.lists);
    }

    #[test]
    fn a_published_game_has_its_published_ranks() {
        // Omidshafiei and others 2019: rock, paper, scissors with the gains -1/2, 1 and -1/10 of rock from paper, of
        // rock from scissors and of paper from scissors, here as win rates. Each has a third of alpha-rank, however
        // much it beats the next; Nash plays 1/16, 10/16, 5/16.
        let wins: &[&[u64]] = &[&[50, 25, 100], &[75, 50, 45], &[0, 55, 50]];
        let (_, shape, place) = metagame(wins, 400);
        for (place, sixteenths) in place.into_iter().zip([1.0, 10.0, 5.0]) {
            let share = shape.shares[place];
            assert!(
                (share.alpha_rank - 1.0 / 3.0).abs() < 1e-6 && (share.nash_share - sixteenths / 16.0).abs() < 1e-6,
                "{share:?}"
            );
        }
    }

    #[test]
    fn bots_have_no_metagame_of_lists() {
        let pairings = [[0, 1], [1, 2], [2, 0]].map(|two| two.map(|bot| entrant(bot, None)));
        let (plan, standings) = played(&pairings, 30, |game| (game.pair % 2 == 0).then_some(Side::Red));
        let shape = Shape::of(&Field::of(RankedKind::Bots, &plan, &standings).ranking().unwrap(), 1).unwrap();
        assert!(shape.metagame.is_none() && !shape.shares.is_empty());
    }
}
