//! Whether counts that were read from a file can be those of games: the same games are counted in several ways.

use super::Counter;
use crate::tournament::kinds::{Mixture, Results};

/// The sum of counts of any size.
fn sum<'a>(counts: impl IntoIterator<Item = &'a u64>) -> u128 {
    counts.into_iter().map(|count| u128::from(*count)).sum()
}

/// The sums of games and half points.
fn sums(counted: impl Iterator<Item = (u64, u64)>) -> [u128; 2] {
    counted
        .fold([0; 2], |[games, score], (more, half_points)| [games + u128::from(more), score + u128::from(half_points)])
}

/// The games won, drawn and lost.
fn results<'a>(mixtures: impl Iterator<Item = &'a Mixture>) -> [u128; 3] {
    let each = mixtures.flat_map(|mixture| [mixture.first, mixture.second, mixture.neither]);
    each.fold([0; 3], |[wins, draws, losses], Results { won, drawn, lost }| {
        [wins + u128::from(won), draws + u128::from(drawn), losses + u128::from(lost)]
    })
}

impl Counter {
    /// Whether results, endings, lengths, clusters and units add up to the same games, of which there are at most
    /// `most`.
    pub(in crate::tournament) fn is_consistent(&self, most: u64) -> bool {
        let games = sum([&self.wins, &self.draws, &self.losses]);
        let score = 2 * u128::from(self.wins) + u128::from(self.draws);
        let clusters = self.clusters.iter().map(|(_, clusters)| (clusters.games, clusters.score));
        let open = self.open.iter().map(|open| (open.games, open.score));
        let units = self.units.iter().map(|(_, units)| (units.games, units.score));
        let open_units = self.open_units.iter().map(|unit| (unit.games, unit.score));
        let of_kinds = self
            .kinds
            .as_ref()
            .map(|kinds| results(kinds.groups().values().chain(self.open.iter().map(|open| &open.kinds))));
        games + sum([&self.left_out, &self.unplayed]) <= u128::from(most)
            && [sum(self.endings.values()), sum(self.rounds.counts()), sum(self.combats.counts())] == [games; 3]
            && [sums(clusters.chain(open)), sums(units.chain(open_units))] == [[games, score]; 2]
            && of_kinds.is_none_or(|counted| counted == [self.wins, self.draws, self.losses].map(u128::from))
    }

    /// The number of games counted, left out and never played.
    pub(in crate::tournament) fn recorded(&self) -> u64 {
        self.games() + self.left_out + self.unplayed
    }
}
