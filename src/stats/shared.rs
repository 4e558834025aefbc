//! The covariance of estimates that combine pairings.
//!
//! In a tournament many pairings are played on the same dice, so that their results are not independent. All games that
//! share dice therefore belong to one *group* (a cluster), regardless of the players, and groups share none: random
//! groups (Wolter, Introduction to Variance Estimation, 2nd edition 2007, chapter 2). An estimate that combines
//! pairings is, to first order, a sum of one term for each group; its variance follows from the scatter of these terms
//! between groups, without any assumption about the dependence within a group (the sandwich estimator of Liang and
//! Zeger, Biometrika 73, 1986, is the same for parameters of a likelihood). With `g` groups the scatter is multiplied
//! by `g / (g - 1)` and the quantile is Student's with `g - 1` degrees of freedom, less one for each further stratum.
//!
//! Where games are played on several scenarios (strata), each has groups of its own, and only the scatter within strata
//! counts.
//!
//! So that a few groups that happen to be equal do not give an interval of width 0, each pairing is given one more
//! game, in the scatter and not in the rate: one that scored halfway between a draw and a decision, as in
//! [`super::pairs`].

use super::duel::Duel;
use super::estimate::student_95;
use super::stratified::collapsed;
use nalgebra::DMatrix;
use std::collections::{BTreeMap, BTreeSet};

/// The numbers of the groups of some games, in rising order, each with its index.
pub(super) fn places(duels: &[Duel]) -> BTreeMap<u32, usize> {
    let groups: BTreeSet<u32> = duels.iter().flat_map(|duel| duel.groups.keys().copied()).collect();
    groups.into_iter().zip(0..).collect()
}

/// The number of games in each group.
pub(super) fn games(duels: &[Duel]) -> Vec<f64> {
    let mut games: BTreeMap<u32, u64> = BTreeMap::new();
    let all = duels.iter().flat_map(|duel| &duel.groups);
    all.for_each(|(group, kinds)| *games.entry(*group).or_default() += kinds.iter().sum::<u64>());
    games.into_values().map(|count| count as f64).collect()
}

/// Groups are numbered so that each stratum has a range of this many consecutive numbers.
pub const GROUPS_OF_STRATUM: u32 = 1 << 12;

/// The stratum of each group.
pub(super) fn strata(duels: &[Duel]) -> Vec<u32> {
    places(duels).keys().map(|group| group / GROUPS_OF_STRATUM).collect()
}

/// The indices of some groups by stratum; strata with one group are collapsed into one.
fn by_ground(strata: &[u32], places: impl Iterator<Item = usize>) -> Vec<Vec<usize>> {
    let mut rows: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    places.for_each(|place| rows.entry(strata[place]).or_default().push(place));
    collapsed(rows.into_values(), |rows| rows.len() < 2, |all, one| all.extend(one))
}

/// The number of groups of a single stratum with the same degrees of freedom: each stratum costs one.
pub(super) fn as_of_one_ground(strata: &[u32]) -> usize {
    strata.len() - by_ground(strata, 0..strata.len()).len().saturating_sub(1)
}

/// The terms of groups (rows) with these numbers of games, less the mean contribution of a game in their stratum, times
/// the correction for the degrees of freedom of the means: differences between strata do not count as error of a sum
/// over all of them ([`mod@super::stratified`]). As in a ratio estimate (Cochran, formula 6.13) a larger group has a
/// larger share of the mean.
pub(super) fn within(mut terms: DMatrix<f64>, games: &[f64], strata: &[u32]) -> DMatrix<f64> {
    let grounds = by_ground(strata, 0..strata.len());
    if grounds.len() < 2 {
        return terms;
    }
    let degrees = ((terms.nrows() - 1) as f64 / (terms.nrows() - grounds.len()) as f64).sqrt();
    for mut column in terms.column_iter_mut() {
        for rows in &grounds {
            let [of_terms, of_games] =
                [column.as_slice(), games].map(|all| rows.iter().map(|row| all[*row]).sum::<f64>());
            rows.iter().for_each(|row| column[*row] = (column[*row] - of_terms * games[*row] / of_games) * degrees);
        }
    }
    terms
}

/// The covariance of sums over groups, whose terms are the rows: sums of squares and products, with one degree of
/// freedom less than groups. With a single group it is 0.
pub fn scatter(terms: &DMatrix<f64>) -> DMatrix<f64> {
    terms.transpose() * terms * more(terms.nrows())
}

/// The correction factor of the scatter of this many groups.
pub(super) fn more(groups: usize) -> f64 {
    let groups = groups as f64;
    if groups > 1.0 { groups / (groups - 1.0) } else { 0.0 }
}

/// Student's quantile for a 95 % interval from this many groups.
pub(super) fn quantile(groups: usize) -> f64 {
    student_95(groups.saturating_sub(1).max(1) as u64)
}

/// The rates of a field, with games and points by group.
#[derive(Clone, Debug, PartialEq)]
pub struct Shared {
    /// The two entrants of each pairing; of other ratios twice their index.
    pub twos: Vec<(usize, usize)>,
    /// Games by group (row) and pairing (column).
    pub games: DMatrix<f64>,
    /// Points of the first of the two.
    pub points: DMatrix<f64>,
    /// The stratum of each group.
    strata: Vec<u32>,
}

impl Shared {
    /// The rates of the pairings that were played.
    pub fn of(duels: &[Duel]) -> Shared {
        let met: Vec<&Duel> = duels.iter().filter(|duel| duel.count() > 0).collect();
        let places = places(duels);
        let mut games = DMatrix::zeros(places.len(), met.len());
        let mut points = games.clone();
        for (meeting, duel) in met.iter().enumerate() {
            for (group, kinds) in &duel.groups {
                let place = (places[group], meeting);
                games[place] = kinds.iter().sum::<u64>() as f64;
                let points_of = |(kind, count): (usize, &u64)| *count as f64 * [1.0, 0.5, 0.0][kind % 3];
                points[place] = kinds.iter().enumerate().map(points_of).sum::<f64>();
            }
        }
        Shared {
            twos: met.iter().map(|duel| (duel.first, duel.second)).collect(),
            games,
            points,
            strata: strata(duels),
        }
    }

    /// Ratios of sums over groups, such as points and games: for each ratio its parts and wholes by group. The groups
    /// are numbered as those of a [`Duel`]; a whole is above 0.
    pub fn of_ratios(ratios: &[BTreeMap<u32, [f64; 2]>]) -> Shared {
        let groups: BTreeSet<u32> = ratios.iter().flat_map(|ratio| ratio.keys().copied()).collect();
        let places: BTreeMap<u32, usize> = groups.iter().copied().zip(0..).collect();
        let mut games = DMatrix::zeros(places.len(), ratios.len());
        let mut points = games.clone();
        for (column, ratio) in ratios.iter().enumerate() {
            for (group, [part, whole]) in ratio {
                let place = (places[group], column);
                (points[place], games[place]) = (*part, *whole);
            }
        }
        let strata = groups.into_iter().map(|group| group / GROUPS_OF_STRATUM).collect();
        Shared { twos: (0..ratios.len()).map(|ratio| (ratio, ratio)).collect(), games, points, strata }
    }

    /// The number of groups of one stratum with the same degrees of freedom.
    pub fn groups_of_one_ground(&self) -> usize {
        as_of_one_ground(&self.strata)
    }

    /// The groups of each stratum, those of strata with a single group together.
    pub fn grounds(&self) -> Vec<Vec<usize>> {
        by_ground(&self.strata, 0..self.groups())
    }

    /// The same of the groups with games of a pairing.
    pub fn grounds_of(&self, meeting: usize) -> Vec<Vec<usize>> {
        by_ground(&self.strata, (0..self.groups()).filter(|group| self.games[(*group, meeting)] > 0.0))
    }

    /// The number of groups.
    pub fn groups(&self) -> usize {
        self.games.nrows()
    }

    /// Games of a pairing.
    pub fn games_of(&self, meeting: usize) -> f64 {
        self.games.column(meeting).sum()
    }

    /// The number of groups with games of any of these pairings, and the number of these games.
    pub fn groups_and_games(&self, meetings: &[usize]) -> (u64, f64) {
        let has_games = |group: &usize| meetings.iter().any(|meeting| self.games[(*group, *meeting)] > 0.0);
        let groups = (0..self.groups()).filter(has_games).count() as u64;
        (groups, meetings.iter().map(|meeting| self.games_of(*meeting)).sum())
    }

    /// Points per game of the first entrant of a pairing.
    pub fn rate(&self, meeting: usize) -> f64 {
        self.points.column(meeting).sum() / self.games_of(meeting)
    }

    /// The contribution of each group (row) to the error of the rate of each pairing (column): that of a ratio estimate
    /// (Cochran, Sampling Techniques, 3rd edition 1977, formula 6.13), within each stratum around its own rate.
    pub fn errors(&self) -> DMatrix<f64> {
        let mut errors = DMatrix::zeros(self.groups(), self.twos.len());
        for meeting in 0..self.twos.len() {
            let (points, games, all) =
                (self.points.column(meeting), self.games.column(meeting), self.games_of(meeting));
            let grounds = by_ground(&self.strata, (0..self.groups()).filter(|group| games[*group] > 0.0));
            let groups: usize = grounds.iter().map(Vec::len).sum();
            let degrees =
                if groups > grounds.len() { (groups - 1) as f64 / (groups - grounds.len()) as f64 } else { 1.0 };
            for rows in &grounds {
                let [won, played] = [points, games].map(|of| rows.iter().map(|row| of[*row]).sum::<f64>());
                for row in rows {
                    errors[(*row, meeting)] = (points[*row] - won / played * games[*row]) / all * degrees.sqrt();
                }
            }
        }
        errors
    }

    /// The variance that one more game of a pairing adds to its rate.
    pub fn one_more(&self, meeting: usize) -> f64 {
        let off = self.rate(meeting) - 0.5;
        (off * off + 1.0 / 16.0) / (self.games_of(meeting) * self.games_of(meeting))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{ClusterSums, KINDS, clustered_rate};

    /// A pairing in which the first won this many of the games of each group, beginning in all of them.
    pub(in crate::stats) fn duel(first: usize, second: usize, groups: &[(u64, u64)]) -> Duel {
        let kinds = |(games, won): &(u64, u64)| {
            let mut kinds = [0; KINDS];
            (kinds[0], kinds[2]) = (*won, games - won);
            kinds
        };
        Duel { first, second, groups: (0..).zip(groups.iter().map(kinds)).collect() }
    }

    #[test]
    fn the_variance_of_a_rate_is_that_of_its_clusters() {
        let groups = [(2, 1), (2, 2), (4, 1), (2, 0), (6, 5), (2, 2)];
        let shared = Shared::of(&[duel(0, 1, &groups)]);
        let deviation = scatter(&shared.errors())[(0, 0)].sqrt();
        let sums =
            groups.iter().fold(ClusterSums::default(), |sums, (games, won)| sums.with(*games as f64, *won as f64));
        let interval = clustered_rate(&sums).unwrap();
        assert!(
            (interval.half_width() - quantile(6) * deviation).abs() < 1e-12
                && (interval.point - shared.rate(0)).abs() < 1e-12
        );
    }

    #[test]
    fn what_grounds_differ_is_no_error() {
        // The first wins nearly all games in one stratum and hardly any in another.
        let (won, lost) = ([(2, 2), (2, 2), (2, 1), (2, 2)], [(2, 0), (2, 1), (2, 0), (2, 0)]);
        let Duel { mut groups, .. } = duel(0, 1, &won);
        groups.extend(duel(0, 1, &lost).groups.into_iter().map(|(group, games)| (group + GROUPS_OF_STRATUM, games)));
        let shared = Shared::of(&[Duel { first: 0, second: 1, groups }]);
        let variance = scatter(&shared.errors())[(0, 0)];
        // By hand: in either stratum 3/4 of a squared point within, of 16 games, with 8 - 2 degrees of freedom.
        assert!((variance - 1.5 / 6.0 * 8.0 / 256.0).abs() < 1e-12, "{variance}");
        // Each stratum costs a degree of freedom; the last two here have one group each, and count as one.
        assert_eq!(
            [&[0, 0, 0][..], &[0, 0, 1, 1, 1], &[0, 0, 0, 1, 2], &[0, 1, 2]].map(as_of_one_ground),
            [3, 4, 4, 3]
        );
    }

    #[test]
    fn greater_groups_on_a_ground_where_more_is_won_are_no_error() {
        // The first wins all in one stratum and nothing in the other; some groups have more games than others.
        let Duel { mut groups, .. } = duel(0, 1, &[(2, 2), (6, 6), (4, 4)]);
        groups.extend(
            duel(0, 1, &[(2, 0), (4, 0)]).groups.into_iter().map(|(group, games)| (group + GROUPS_OF_STRATUM, games)),
        );
        let shared = Shared::of(&[Duel { first: 0, second: 1, groups }]);
        assert!(scatter(&shared.errors())[(0, 0)].abs() < 1e-12);
        let games: Vec<f64> = shared.games.column(0).iter().copied().collect();
        assert!(scatter(&within(shared.points.clone(), &games, &shared.strata))[(0, 0)].abs() < 1e-12);
    }

    #[test]
    fn meetings_on_the_same_dice_that_go_the_same_way_err_together() {
        let groups = [(2, 1), (2, 2), (2, 1), (2, 0), (2, 1)];
        let opposite = groups.map(|(games, won)| (games, games - won));
        let found = scatter(&Shared::of(&[duel(0, 1, &groups), duel(0, 2, &groups), duel(1, 2, &opposite)]).errors());
        assert!(
            (found[(0, 1)] - found[(0, 0)]).abs() < 1e-12
                && (found[(0, 2)] + found[(0, 0)]).abs() < 1e-12
                && found[(0, 0)] > 0.0
        );
        // Independent dice: no covariance.
        let apart = |first, second, from: u32| {
            let Duel { groups, .. } = duel(first, second, &groups);
            Duel { first, second, groups: groups.into_iter().map(|(group, games)| (group + from, games)).collect() }
        };
        let found = scatter(&Shared::of(&[apart(0, 1, 0), apart(0, 2, 10)]).errors());
        assert!(found[(0, 1)].abs() < 1e-12 && found[(0, 0)] > 0.0);
    }
}
