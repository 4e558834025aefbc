//! The structure of a field that is not transitive: alpha-rank, Nash averages, and cycles.

use super::field::RankedKind;
use super::metagame::{Metagame, Tally};
use super::quality::Measured;
use super::ranking::{LEAST_FIELD, Ranking};
use crate::game::rng::Key;
use crate::stats::bootstrap::REPLICATES;
use crate::stats::{
    Cycles, Duel, Selection, alpha_rank, benjamini_hochberg, cycles, for_each_replicate, middle, nash_average, surplus,
    win_rates,
};
use nalgebra::DMatrix;
use std::collections::BTreeSet;

/// The structure of larger fields is not reported: there would be too many cycles to examine, and intervals of shares
/// would take long.
pub const MOST_SHAPED: usize = 100;

/// The minimum share of a member of the equilibrium mixture.
pub(super) const IN_THE_MIXTURE: f64 = 0.005;

/// A member of a field among all others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The share of time for which a population plays it, by alpha-rank with unbounded selection intensity. It is
    /// discontinuous where a rate crosses one half, so that no interval has the nominal coverage.
    pub alpha_rank: f64,
    /// Its share of the equilibrium mixture, which is discontinuous too.
    pub nash_share: f64,
    /// The share of replicates in which it belongs to that mixture; `None` where results decided which pairings got
    /// most games.
    pub in_mixture: Option<f64>,
    /// Its gain against that mixture, in points of win rate: 0 at most. No interval where results decided which
    /// pairings got most games.
    pub nash_average: Measured,
}

/// The structure of a field.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The kind of its members.
    pub of: RankedKind,
    /// The bot that played the armies, where they are compared.
    pub led_by: Option<String>,
    /// For each member by its index in the ranking; empty where some pairings were not played.
    pub shares: Vec<Share>,
    /// Which lists survive and which are dominated, where army lists are compared and have shares.
    pub metagame: Option<Metagame>,
    /// The number of replicates behind the intervals of the shares.
    pub replicates: usize,
    /// The cyclic part of the results; `None` where no cycle is possible.
    pub cycles: Option<Cycles>,
    /// The p-values of the cycles, adjusted for all triples that were played, in the order of the cycles.
    pub rings_adjusted: Vec<f64>,
}

/// The number of bootstrap replicates: the work grows with the cube of the field's size.
fn replicates(size: usize) -> usize {
    if size <= 60 { REPLICATES } else { 200 }
}

impl Shape {
    /// The structure of a ranked field; `None` for one that is too small or too large. The same games and the same seed
    /// give the same intervals.
    pub fn of(ranking: &Ranking, seed: u64) -> Option<Shape> {
        let size = ranking.size();
        if !(LEAST_FIELD..=MOST_SHAPED).contains(&size) {
            return None;
        }
        let duels = ranking.duels();
        let replicates = replicates(size);
        let (shares, metagame) = if ranking.is_complete() {
            let seed = Key::new(seed).with_name("shape").with_name(ranking.of.name()).stream().bits();
            bootstrapped(ranking, &duels, replicates, seed)
        } else {
            (Vec::new(), None)
        };
        let cycles = cycles(size, &duels);
        let rings_adjusted = cycles.as_ref().map_or_else(Vec::new, |cycles| {
            let mut p_values: Vec<f64> = cycles.rings.iter().map(|ring| ring.p_value).collect();
            let rings = p_values.len();
            // Triples without a cycle were tested as well.
            p_values.resize(threes(size, &duels).max(rings), 1.0);
            benjamini_hochberg(&p_values)[..rings].to_vec()
        });
        Some(Shape {
            of: ranking.of,
            led_by: ranking.led_by.clone(),
            shares,
            metagame,
            replicates,
            cycles,
            rings_adjusted,
        })
    }

    /// The members of the equilibrium mixture, greatest share first, by their indices in the ranking.
    pub fn support(&self) -> Vec<usize> {
        let share = |place: &usize| self.shares[*place].nash_share;
        let mut support: Vec<usize> = (0..self.shares.len()).filter(|place| share(place) >= IN_THE_MIXTURE).collect();
        support.sort_by(|one, other| share(other).total_cmp(&share(one)));
        support
    }
}

/// The shares of all, and the metagame where they are army lists. The same replicates are used for all of them.
fn bootstrapped(ranking: &Ranking, duels: &[Duel], replicates: usize, seed: u64) -> (Vec<Share>, Option<Metagame>) {
    let size = ranking.size();
    let figures = |rates: &DMatrix<f64>| {
        let nash = nash_average(&surplus(rates));
        [alpha_rank(rates, Selection::SIGNS), nash.mixture, nash.skills].concat()
    };
    let rates = win_rates(size, duels);
    let points = figures(&rates);
    let mut columns = vec![Vec::with_capacity(replicates); points.len()];
    let mut tally = Tally::of(ranking);
    for_each_replicate(size, duels, replicates, seed, |rates| {
        let figures = figures(rates);
        if let Some(tally) = &mut tally {
            tally.add(rates, &figures[size..2 * size]);
        }
        columns.iter_mut().zip(figures).for_each(|(column, figure)| column.push(figure));
    });
    let share = |place: usize| {
        let (nash, average) = (size + place, 2 * size + place);
        let belongs = columns[nash].iter().filter(|share| **share >= IN_THE_MIXTURE).count();
        Share {
            alpha_rank: points[place],
            nash_share: points[nash],
            in_mixture: (!ranking.is_adaptive()).then_some(belongs as f64 / replicates as f64),
            nash_average: ranking.reported(middle(points[average], &mut columns[average].clone())),
        }
    };
    ((0..size).map(share).collect(), tally.map(|tally| tally.metagame(rates)))
}

/// The number of triples in which all pairings were played.
fn threes(size: usize, duels: &[Duel]) -> usize {
    let met: BTreeSet<(usize, usize)> = duels.iter().map(|duel| (duel.first, duel.second)).collect();
    let third = |first: usize, second: usize| {
        (second + 1..size).filter(|third| met.contains(&(first, *third)) && met.contains(&(second, *third))).count()
    };
    met.iter().map(|(first, second)| third(*first, *second)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::field::Field;
    use crate::balance::testing::{entrant, played};
    use crate::tournament::Entrant;

    /// A field of bots in which each wins this many of every ten pairs against another, in the games that it begins and
    /// in those that the other begins.
    fn shape(wins: &[&[u64]]) -> Shape {
        let bots = wins.len();
        let pairings: Vec<[Entrant; 2]> = (0..bots)
            .flat_map(|one| (one + 1..bots).map(move |other| [entrant(one, None), entrant(other, None)]))
            .collect();
        let (plan, standings) = played(&pairings, 200, |game| {
            let [one, other] = pairings[game.cell].map(|entrant| entrant.bot);
            Some(game.side_of(if game.pair % 10 < wins[one][other] { one } else { other }))
        });
        let ranking = Field::of(RankedKind::Bots, &plan, &standings).ranking().unwrap();
        let shape = Shape::of(&ranking, 1).unwrap();
        assert_eq!(
            shape.shares,
            Shape::of(&ranking, 1).unwrap().shares,
            "the same games and seed give the same intervals"
        );
        shape
    }

    #[test]
    fn a_ring_is_found_and_shares_evenly() {
        let ring = shape(&[&[0, 8, 2], &[2, 0, 8], &[8, 2, 0]]);
        assert!(
            ring.shares
                .iter()
                .all(|share| (share.nash_share - 1.0 / 3.0).abs() < 1e-6 && share.nash_average.point.abs() < 1e-6)
        );
        assert!(
            ring.shares
                .iter()
                .all(|share| (share.alpha_rank - 1.0 / 3.0).abs() < 1e-6 && share.in_mixture > Some(0.99))
        );
        let cycles = ring.cycles.unwrap();
        assert!(
            cycles.share > 0.99 && cycles.p_value < 1e-9 && cycles.rings.len() == 1 && ring.rings_adjusted[0] < 1e-9
        );
        assert_eq!(ring.rings_adjusted[0], cycles.rings[0].p_value, "there is but one three");
    }

    #[test]
    fn a_ladder_has_no_cycles_and_its_best_is_the_whole_mixture() {
        let ladder = shape(&[&[0, 7, 9, 9], &[3, 0, 7, 9], &[1, 3, 0, 7], &[1, 1, 3, 0]]);
        assert_eq!(ladder.support(), [0]);
        assert!(
            ladder.shares[0].alpha_rank > 0.999
                && ladder.shares[0].in_mixture > Some(0.99)
                && ladder.shares[3].in_mixture < Some(0.01)
                && ladder.shares[0].nash_average.point.abs() < 1e-6
        );
        // It wins nine of ten pairs, 0.4 more than half.
        assert!((ladder.shares[3].nash_average.point + 0.4).abs() < 1e-3, "{:?}", ladder.shares[3]);
        assert!(ladder.cycles.unwrap().rings.is_empty() && ladder.rings_adjusted.is_empty());
    }

    #[test]
    fn cycles_are_adjusted_for_all_triples_that_were_played() {
        // One cycle of three and a fourth below all of them: four triples, one of them a cycle.
        let field = shape(&[&[0, 6, 4, 9], &[4, 0, 6, 9], &[6, 4, 0, 9], &[1, 1, 1, 0]]);
        let cycles = field.cycles.as_ref().unwrap();
        assert_eq!((cycles.rings.len(), field.support().len()), (1, 3));
        assert!((field.rings_adjusted[0] - 4.0 * cycles.rings[0].p_value).abs() < 1e-12, "{:?}", cycles.rings);
    }

    #[test]
    fn a_gauntlet_has_no_shape_but_its_ratings() {
        let pairings = [1, 2, 3].map(|other| [entrant(0, None), entrant(other, None)]);
        let (plan, standings) = played(&pairings, 30, |game| (game.pair % 2 == 0).then(|| game.side_of(0)));
        let shape = Shape::of(&Field::of(RankedKind::Bots, &plan, &standings).ranking().unwrap(), 1).unwrap();
        assert!(shape.shares.is_empty() && shape.cycles.is_none() && shape.support().is_empty());
    }
}
