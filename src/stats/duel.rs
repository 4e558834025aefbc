//! All games of two entrants against each other as sums over clusters, from which [`Davidson`] is fitted as from the clusters themselves.
//!
//! A game is of one of nine kinds, by who began and how it ended. The slope of a cluster's likelihood is the sum of the slopes of its games, which depend on
//! their kinds alone; the sum over clusters of its squares so needs no more than how many games of each kind there are, and the sum over clusters of the
//! products of those numbers for each two kinds. These are whole numbers that add up over parts of a run, and there are no more of them for large clusters
//! (quads, blocks of pairs) than for small ones.

use super::davidson::{Begins, Davidson, Places, Played, Score, Totals};
use super::ratings::MANY_PAIRS;
use nalgebra::{DMatrix, DVector};

/// How many kinds of games there are.
pub const KINDS: usize = 9;

const BEGINS: [Begins; 3] = [Begins::First, Begins::Second, Begins::Neither];
const SCORES: [Score; 3] = [Score::Win, Score::Draw, Score::Loss];

/// All games of two entrants against each other, as seen by the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duel {
    /// The number of one entrant.
    pub first: usize,
    /// The number of the other.
    pub second: usize,
    /// How many clusters there are.
    pub clusters: u64,
    /// How many games of each kind: won, drawn and lost where the first began, then where the second did, then where nobody knows.
    pub games: [u64; KINDS],
    /// For each two kinds the sum over clusters of the number of games of the one times that of the other.
    pub products: [[u64; KINDS]; KINDS],
}

impl Duel {
    /// Two entrants that have not met.
    pub fn new(first: usize, second: usize) -> Duel {
        Duel { first, second, clusters: 0, games: [0; KINDS], products: [[0; KINDS]; KINDS] }
    }

    /// Adds games of the same two.
    pub fn add(&mut self, other: &Duel) {
        self.clusters += other.clusters;
        self.games.iter_mut().zip(other.games).for_each(|(mine, theirs)| *mine += theirs);
        let all = self.products.iter_mut().flatten().zip(other.products.iter().flatten());
        all.for_each(|(mine, theirs)| *mine += theirs);
    }

    /// The same games as seen by the other.
    #[must_use]
    pub fn seen_by_second(&self) -> Duel {
        // Won becomes lost, and who began becomes the other.
        const MIRRORED: [usize; KINDS] = [5, 4, 3, 2, 1, 0, 8, 7, 6];
        let games = MIRRORED.map(|kind| self.games[kind]);
        let products = MIRRORED.map(|one| MIRRORED.map(|other| self.products[one][other]));
        Duel { first: self.second, second: self.first, clusters: self.clusters, games, products }
    }

    /// How many games there are.
    pub fn count(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Whether all clusters hold the same games: only then is the mean of the squares the square of the mean.
    fn all_alike(&self) -> bool {
        (0..KINDS).all(|kind| {
            let games = u128::from(self.games[kind]);
            u128::from(self.clusters) * u128::from(self.products[kind][kind]) == games * games
        })
    }

    fn kinds(&self) -> impl Iterator<Item = (Played, u64)> + '_ {
        let kinds = BEGINS.iter().flat_map(|begins| SCORES.iter().map(move |score| (*begins, *score)));
        kinds.zip(self.games).map(|((begins, score), count)| {
            let Duel { first, second, .. } = *self;
            (Played { first, second, begins, score }, count)
        })
    }

    /// Adds the scatter of the slopes of these clusters, or that of the model where they are few or all alike and scatter less.
    fn scatter(&self, places: Places, parameters: &DVector<f64>, sum: &mut DMatrix<f64>) {
        // Four parameters at most have to do with these two: the rest is left alone.
        let near = Places::with(2, places.first_player.is_some(), places.draws.is_some());
        let of_all: Vec<usize> = [Some(self.first), Some(self.second), places.first_player, places.draws].into_iter().flatten().collect();
        let parameters = DVector::from_iterator(of_all.len(), of_all.iter().map(|place| parameters[*place]));
        let size = near.parameters();
        let mut slopes = Vec::with_capacity(KINDS);
        let mut model = DMatrix::zeros(size, size);
        for (game, count) in self.kinds() {
            let look = near.look(&parameters, &Played { first: 0, second: 1, ..game });
            let mut slope = DVector::zeros(size);
            near.slope(&look, game.score, 1.0, &mut slope);
            near.information(&look, count as f64, &mut model);
            slopes.push(slope);
        }
        let mut between = DMatrix::zeros(size, size);
        for (one, products) in slopes.iter().zip(&self.products) {
            for (other, product) in slopes.iter().zip(products).filter(|(_, product)| **product > 0) {
                between += one * other.transpose() * *product as f64;
            }
        }
        let trusted = self.clusters >= MANY_PAIRS && !self.all_alike();
        let part = if trusted || between.trace() >= model.trace() { between } else { model };
        for (row, in_all) in of_all.iter().enumerate() {
            of_all.iter().enumerate().for_each(|(column, other)| sum[(*in_all, *other)] += part[(row, column)]);
        }
    }
}

impl Davidson {
    /// Rates `entrants` from their meetings, each two at most once among them. `prior` as for [`Davidson::of`].
    ///
    /// Nothing where the parameters cannot be told.
    pub fn of_duels(entrants: usize, duels: &[Duel], prior: Option<f64>) -> Option<Davidson> {
        let mut totals = Totals::new();
        for (game, count) in duels.iter().flat_map(Duel::kinds).filter(|(_, count)| *count > 0) {
            totals.entry(Played { score: Score::Draw, ..game }).or_default()[game.score as usize] += count as f64;
        }
        let begun = totals.keys().any(|game| game.begins != Begins::Neither);
        let drawn = totals.values().any(|counts| counts[Score::Draw as usize] > 0.0);
        let places = Places::with(entrants, begun, drawn);
        Davidson::fit(places, &totals, prior, |parameters| {
            let mut sum = DMatrix::zeros(places.parameters(), places.parameters());
            duels.iter().filter(|duel| duel.clusters > 0).for_each(|duel| duel.scatter(places, parameters, &mut sum));
            sum
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::davidson::Cluster;
    use crate::stats::davidson::tests::field;

    /// The sums of clusters of two entrants each.
    fn duels(clusters: &[Cluster]) -> Vec<Duel> {
        let mut duels: Vec<Duel> = Vec::new();
        for cluster in clusters.iter().filter(|cluster| cluster.count > 0) {
            let Played { first, second, .. } = cluster.games[0];
            let mut games = [0; KINDS];
            cluster.games.iter().for_each(|game| games[game.begins as usize * 3 + game.score as usize] += 1);
            let times = |number: u64| number * cluster.count;
            let products = games.map(|one| games.map(|other| times(one * other)));
            let more = Duel { first, second, clusters: cluster.count, games: games.map(times), products };
            match duels.iter_mut().find(|duel| (duel.first, duel.second) == (first, second)) {
                Some(duel) => duel.add(&more),
                None => duels.push(more),
            }
        }
        duels
    }

    fn assert_same(sums: &Davidson, clusters: &Davidson) {
        let close = |one: f64, other: f64| assert!((one - other).abs() < 1e-8, "{one} is not {other}");
        for one in 0..3 {
            close(sums.ratings.elo(one).point, clusters.ratings.elo(one).point);
            (0..3).for_each(|other| close(sums.ratings.covariance(one, other), clusters.ratings.covariance(one, other)));
        }
        for (mine, theirs) in [(sums.first_player, clusters.first_player), (sums.draws_of_equals, clusters.draws_of_equals)] {
            let (mine, theirs) = (mine.unwrap(), theirs.unwrap());
            close(mine.low, theirs.low);
            close(mine.high, theirs.high);
        }
    }

    #[test]
    fn sums_say_what_the_pairs_say() {
        // The table whose answers are those of scipy in the tests of `davidson`.
        assert_same(&Davidson::of_duels(3, &duels(&field()), None).unwrap(), &Davidson::of(3, &field(), None).unwrap());
        let turned: Vec<Duel> = duels(&field()).iter().map(Duel::seen_by_second).collect();
        assert_same(&Davidson::of_duels(3, &turned, Some(700.0)).unwrap(), &Davidson::of(3, &field(), Some(700.0)).unwrap());
    }

    #[test]
    fn sums_say_what_the_quads_say() {
        // Each pair together with the one that stands behind it in the list, of the same two entrants.
        let pairs = field();
        let quads: Vec<Cluster> = pairs
            .chunks(9)
            .flat_map(|meeting| {
                let next = meeting.iter().cycle().skip(1);
                meeting.iter().zip(next).map(|(one, other)| Cluster { games: [&one.games[..], &other.games].concat(), count: one.count })
            })
            .collect();
        assert_same(&Davidson::of_duels(3, &duels(&quads), None).unwrap(), &Davidson::of(3, &quads, None).unwrap());
    }

    #[test]
    fn few_clusters_and_such_as_are_alike_are_not_certain() {
        for count in [10, 500] {
            let game = |begins, score| Played { first: 0, second: 1, begins, score };
            let alike = [Cluster { games: vec![game(Begins::First, Score::Win), game(Begins::Second, Score::Loss)], count }];
            let [sums, clusters] =
                [Davidson::of_duels(2, &duels(&alike), Some(1e3)), Davidson::of(2, &alike, Some(1e3))].map(Option::unwrap);
            let (sums, clusters) = (sums.ratings.ahead(0, 1), clusters.ratings.ahead(0, 1));
            assert!(sums.half_width() > 10.0 && (sums.half_width() - clusters.half_width()).abs() < 1e-8, "{sums:?} {clusters:?}");
        }
    }
}
