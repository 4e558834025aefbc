//! How often each kind of game occurred between two parties, by who began and how it ended, and in which mixtures the clusters held them: what ratings with
//! draws and an advantage of who begins are made of. Whole numbers that add up.

use super::record::GameRow;
use crate::game::Side;
use serde::{Deserialize, Serialize};

/// Won, drawn and lost where the party began; the same where the other did; the same where nobody came so far.
const KINDS: usize = 9;

/// The games of one cluster by kind.
pub(super) type Mixture = [u32; KINDS];

/// The kind of a game as seen from a seat. A forfeited game tells nothing of beginning, as if nobody had begun.
pub(super) fn kind(row: &GameRow, seat: Side) -> usize {
    let begins = match row.first_side.filter(|_| row.forfeit.is_none()) {
        Some(side) if side == seat => 0,
        Some(_) => 1,
        None => 2,
    };
    let score = match row.outcome.winner {
        Some(side) if side == seat => 0,
        None => 1,
        Some(_) => 2,
    };
    3 * begins + score
}

/// The games of two parties against each other by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kinds {
    /// Games: won, drawn and lost where the party began; where the other did; where nobody came so far.
    pub games: [u64; KINDS],
    /// The sum over clusters of the games of one kind times those of another. What stands below the diagonal is 0: it would be what stands above.
    products: [[u64; KINDS]; KINDS],
}

impl Kinds {
    /// Adds one cluster.
    pub(super) fn add(&mut self, mixture: &Mixture) {
        for (one, games) in mixture.iter().enumerate().filter(|(_, games)| **games > 0) {
            self.games[one] += u64::from(*games);
            let products = self.products[one][one..].iter_mut().zip(&mixture[one..]);
            products.for_each(|(product, others)| *product += u64::from(*games) * u64::from(*others));
        }
    }

    /// Adds the clusters of another part of the schedule.
    pub fn merge(&mut self, other: &Kinds) {
        self.games.iter_mut().zip(other.games).for_each(|(mine, theirs)| *mine += theirs);
        let products = self.products.iter_mut().flatten().zip(other.products.iter().flatten());
        products.for_each(|(mine, theirs)| *mine += theirs);
    }

    /// For each two kinds the sum over clusters of the games of the one times those of the other.
    pub fn products(&self) -> [[u64; KINDS]; KINDS] {
        std::array::from_fn(|one| std::array::from_fn(|other| self.products[one.min(other)][one.max(other)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_those_of_the_clusters() {
        let mixtures: [Mixture; 3] = [[1, 0, 0, 0, 0, 1, 0, 0, 0], [0, 2, 0, 0, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 2, 0, 0, 0]];
        let (mut all, mut parts) = (Kinds::default(), [Kinds::default(); 2]);
        for (index, mixture) in mixtures.iter().enumerate() {
            all.add(mixture);
            parts[index % 2].add(mixture);
        }
        assert_eq!(all.games, [2, 2, 0, 0, 0, 3, 0, 0, 1]);
        let products = all.products();
        assert_eq!((products[0][5], products[5][0], products[5][5], products[1][8], products[8][1], products[0][1]), (3, 3, 5, 2, 2, 0));
        let [mut first, second] = parts;
        first.merge(&second);
        assert_eq!(first, all);
    }
}
