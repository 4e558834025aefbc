//! All games of two entrants against each other by kind and by cluster of games with the same dice, from which
//! [`Davidson`] is fitted as from the games themselves.
//!
//! A game is of one of nine kinds, by who moved first and how it ended. The gradient of its log likelihood depends on
//! its kind alone, so that the gradient of a cluster follows from its number of games of each kind. Games of other
//! pairings with the same dice are in clusters of the same number: the scatter of gradients is that between clusters,
//! over all pairings together ([`super::shared`]).

use super::davidson::{Begins, Davidson, DuelGame, Places, Score, Totals};
use super::shared;
use nalgebra::{DMatrix, DVector};
use std::collections::{BTreeMap, BTreeSet};

/// The number of kinds of games.
pub const KINDS: usize = 9;

/// With fewer clusters than this their scatter alone is not used.
const ENOUGH_GROUPS: usize = 10;
/// With fewer draws the share of draws among equals is not reported: where the few draws cluster, its interval covered
/// the true share in 79 of 100 simulated tournaments.
const FEWEST_DRAWS: f64 = 10.0;

/// Kinds of games by who moved first and by the result for the first of the two entrants.
const FIRST_WON: usize = 0;
const FIRST_LOST: usize = 2;
const SECOND_WON: usize = 3;
const SECOND_LOST: usize = 5;
const UNKNOWN_WON: usize = 6;
const UNKNOWN_LOST: usize = 8;

const BEGINS: [Begins; 3] = [Begins::First, Begins::Second, Begins::Neither];
const SCORES: [Score; 3] = [Score::Win, Score::Draw, Score::Loss];

/// All games of two entrants against each other, from the perspective of the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    /// The index of one entrant.
    pub first: usize,
    /// The index of the other.
    pub second: usize,
    /// For each cluster the number of games of each kind: won, drawn and lost where the first began, then where the
    /// second did, then where the first player is unknown.
    pub groups: BTreeMap<u32, [u64; KINDS]>,
}

impl Duel {
    /// The number of games.
    pub fn count(&self) -> u64 {
        self.groups.values().flatten().sum()
    }

    /// Whether a game was not drawn.
    pub fn has_decided_game(&self) -> bool {
        self.kinds().any(|(kind, _, games)| games > 0 && SCORES[kind % SCORES.len()] != Score::Draw)
    }

    /// Whether the first player of every game that was not drawn is known.
    pub fn has_first_players(&self) -> bool {
        self.groups.values().all(|games| games[UNKNOWN_WON] == 0 && games[UNKNOWN_LOST] == 0)
    }

    /// The same results, if in all games that were not drawn and whose first player is unknown the winner moved first,
    /// or the loser.
    #[must_use]
    pub fn with_first_players(&self, winner_moves_first: bool) -> Duel {
        let [won, lost] = if winner_moves_first { [FIRST_WON, SECOND_LOST] } else { [SECOND_WON, FIRST_LOST] };
        let mut duel = self.clone();
        for games in duel.groups.values_mut() {
            games[won] += std::mem::take(&mut games[UNKNOWN_WON]);
            games[lost] += std::mem::take(&mut games[UNKNOWN_LOST]);
        }
        duel
    }

    pub(super) fn kinds(&self) -> impl Iterator<Item = (usize, DuelGame, u64)> + '_ {
        let kinds = BEGINS.iter().flat_map(|begins| SCORES.iter().map(move |score| (*begins, *score)));
        kinds.enumerate().map(|(kind, (begins, score))| {
            let Duel { first, second, .. } = *self;
            (kind, DuelGame { first, second, begins, score }, self.groups.values().map(|games| games[kind]).sum())
        })
    }
}

/// The gradients of each cluster (row) at some parameters (columns), and the scatter that the model gives for games on
/// independent dice.
fn slopes(duels: &[Duel], fit: Places, parameters: &DVector<f64>) -> (DMatrix<f64>, DMatrix<f64>) {
    let groups = shared::places(duels);
    let size = fit.parameters();
    let mut slopes = DMatrix::zeros(groups.len(), size);
    let mut model = DMatrix::zeros(size, size);
    for duel in duels {
        for (kind, game, count) in duel.kinds().filter(|(.., count)| *count > 0) {
            let look = fit.look(parameters, &game);
            let mut slope = DVector::zeros(size);
            fit.slope(&look, game.score, 1.0, &mut slope);
            fit.information(&look, count as f64, &mut model);
            let near: Vec<(usize, f64)> =
                slope.iter().copied().enumerate().filter(|(_, slope)| *slope != 0.0).collect();
            for (group, games) in duel.groups.iter().filter(|(_, games)| games[kind] > 0) {
                let place = groups[group];
                near.iter().for_each(|(parameter, slope)| slopes[(place, *parameter)] += slope * games[kind] as f64);
            }
        }
    }
    (slopes, model)
}

/// The scatter of gradients at some parameters: that between clusters, or with few clusters that of the model where the
/// sum of its variances is greater; and that of one more game for each pairing.
fn spread(duels: &[Duel], fit: Places, parameters: &DVector<f64>) -> DMatrix<f64> {
    let (slopes, model) = slopes(duels, fit, parameters);
    let strata = shared::strata(duels);
    let groups = shared::as_of_one_ground(&strata);
    let between = shared::scatter(&shared::within(slopes, &shared::games(duels), &strata));
    let mut spread = match groups < ENOUGH_GROUPS {
        true if between.trace() < model.trace() => model,
        true => between,
        false => {
            let lacking = lacking(duels, fit, parameters, [&between, &model]);
            between + lacking
        }
    };
    for duel in duels.iter().filter(|duel| duel.count() > 0) {
        for begins in [Begins::First, Begins::Second] {
            let look =
                fit.look(parameters, &DuelGame { first: duel.first, second: duel.second, begins, score: Score::Draw });
            fit.one_more(&look, 0.5, &mut spread);
        }
    }
    spread
}

/// What the scatter between clusters lacks for entrants who play in few of them, as one who is out of the field early:
/// the fit lets the residuals of such an entrant nearly cancel within its clusters, so that their scatter is next to
/// nothing. Of each of its pairings the scatter that the model gives is added, as far as that between clusters is less.
fn lacking(
    duels: &[Duel],
    fit: Places,
    parameters: &DVector<f64>,
    [between, model]: [&DMatrix<f64>; 2],
) -> DMatrix<f64> {
    let mut clusters: BTreeMap<usize, BTreeSet<u32>> = BTreeMap::new();
    for duel in duels {
        let played = duel.groups.iter().filter(|(_, games)| games.iter().any(|games| *games > 0));
        for group in played.map(|(group, _)| *group) {
            for entrant in [duel.first, duel.second] {
                clusters.entry(entrant).or_default().insert(group);
            }
        }
    }
    let lack = |entrant: usize| {
        let is_in_few = clusters.get(&entrant).is_some_and(|clusters| clusters.len() < ENOUGH_GROUPS);
        let (found, expected) = (between[(entrant, entrant)], model[(entrant, entrant)]);
        if is_in_few && found < expected { 1.0 - found / expected } else { 0.0 }
    };
    let mut lacking = DMatrix::zeros(between.nrows(), between.ncols());
    for duel in duels {
        let share = lack(duel.first).max(lack(duel.second));
        for (_, game, count) in duel.kinds().filter(|(.., count)| share > 0.0 && *count > 0) {
            fit.information(&fit.look(parameters, &game), share * count as f64, &mut lacking);
        }
    }
    lacking
}

impl Davidson {
    /// Rates `entrants` from their pairings, each two at most once among them. `prior` is the standard deviation of
    /// each parameter before any game, in Elo points; without one every entrant must have won and lost something
    /// against the rest of the field.
    ///
    /// `None` where the parameters cannot be estimated.
    pub fn of_duels(entrants: usize, duels: &[Duel], prior: Option<f64>) -> Option<Davidson> {
        let mut totals = Totals::new();
        for (_, game, count) in duels.iter().flat_map(Duel::kinds).filter(|(.., count)| *count > 0) {
            totals.entry(DuelGame { score: Score::Draw, ..game }).or_default()[game.score as usize] += count as f64;
        }
        let begun = totals.keys().any(|game| game.begins != Begins::Neither);
        let drawn = totals.values().any(|counts| counts[Score::Draw as usize] > 0.0);
        let places = Places::with(entrants, begun, drawn);
        let groups = shared::as_of_one_ground(&shared::strata(duels));
        let mut fitted = Davidson::fit(places, &totals, prior, groups, |parameters| spread(duels, places, parameters))?;
        let draws: f64 = totals.values().map(|counts| counts[Score::Draw as usize]).sum();
        fitted.draws_of_equals = fitted.draws_of_equals.filter(|_| draws >= FEWEST_DRAWS);
        Some(fitted)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::stats::ELO;

    /// Pairs of two entrants, each in a cluster of its own from a number on: each begins once. The table holds how
    /// often the first entrant had this score when it began (row) and when the other began (column).
    pub(in crate::stats) fn pairs(first: usize, second: usize, from: u32, table: [[u64; 3]; 3]) -> Duel {
        let mut duel = Duel { first, second, groups: BTreeMap::new() };
        for (begun, row) in table.iter().enumerate() {
            for (answered, count) in row.iter().enumerate() {
                for _ in 0..*count {
                    let mut kinds = [0; KINDS];
                    kinds[begun] += 1;
                    kinds[3 + answered] += 1;
                    duel.groups.insert(from + duel.groups.len() as u32, kinds);
                }
            }
        }
        duel
    }

    fn field() -> [Duel; 3] {
        [
            pairs(0, 1, 0, [[14, 6, 10], [5, 9, 7], [3, 2, 8]]),
            pairs(1, 2, 100, [[20, 9, 11], [4, 6, 3], [6, 5, 9]]),
            pairs(0, 2, 200, [[25, 5, 12], [6, 7, 2], [4, 3, 5]]),
        ]
    }

    /// A fit with the scatter of gradients between clusters and nothing besides.
    fn plain(duels: &[Duel]) -> Davidson {
        let mut totals = Totals::new();
        for (_, game, count) in duels.iter().flat_map(Duel::kinds).filter(|(.., count)| *count > 0) {
            totals.entry(DuelGame { score: Score::Draw, ..game }).or_default()[game.score as usize] += count as f64;
        }
        let places = Places::with(3, true, true);
        let scatter = |parameters: &DVector<f64>| {
            let (slopes, _) = slopes(duels, places, parameters);
            slopes.transpose() * slopes
        };
        Davidson::fit(places, &totals, None, shared::places(duels).len(), scatter).unwrap()
    }

    #[test]
    fn the_share_of_a_few_draws_is_not_told() {
        let fitted = |draws: u64| {
            let table = [[20, 0, 20], [0, 0, 0], [20, draws, 20]];
            Davidson::of_duels(2, &[pairs(0, 1, 0, table)], Some(1000.0)).unwrap().draws_of_equals
        };
        assert_eq!((fitted(9).is_some(), fitted(10).is_some()), (false, true));
    }

    #[test]
    fn parameters_and_errors_are_those_of_a_second_derivation() {
        let fitted = plain(&field());
        let quantile = shared::quantile(64 + 73 + 69);
        // scipy 1.17.1, optimize.minimize of the likelihood as Davidson and Beaver write it; numpy 2.4.6, the
        // covariance of clustered estimating equations from numerical derivatives.
        let expected = [(72.42485, 18.56371), (11.99230, 18.20601), (-84.41715, 18.66118)];
        for (entrant, (elo, deviation)) in expected.into_iter().enumerate() {
            let found = fitted.ratings.elo(entrant);
            assert!(
                (found.point - elo).abs() < 1e-3 && (found.half_width() / quantile - deviation).abs() < 1e-3,
                "{entrant}: {found:?}"
            );
        }
        assert!((fitted.ratings.covariance(0, 1) - -163.9154).abs() < 1e-2);
        let (first, draws) = (fitted.first_player.unwrap(), fitted.draws_of_equals.unwrap());
        assert!(
            (first.point - 57.01916).abs() < 1e-3 && (first.half_width() / quantile - 18.60900).abs() < 1e-3,
            "{first:?}"
        );
        let log = |share: f64| libm::log(2.0 * share / (1.0 - share));
        // The bounds of the same derivation, 0.2114445 and 0.3082440, use the normal quantile.
        let deviation = (log(0.3082440) - log(0.2114445)) / 2.0 / crate::stats::estimate::NORMAL_95;
        assert!((draws.point - 0.2568719).abs() < 1e-5, "{draws:?}");
        assert!(((log(draws.high) - log(draws.low)) / 2.0 / quantile - deviation).abs() < 1e-4, "{draws:?}");
        let superior = fitted.ratings.superiority_matrix();
        assert!((superior[0][1] + superior[1][0] - 1.0).abs() < 1e-12 && superior[2][2] == 0.5);
    }

    #[test]
    fn pairings_on_the_same_dice_that_go_the_same_way_tell_no_more_than_one() {
        // Entrants 1 and 2 are identical: each pair of 0 against one has the result of that against the other.
        let table = [[30, 0, 10], [0, 0, 0], [20, 0, 15]];
        let apart = [pairs(0, 1, 0, table), pairs(0, 2, 100, table)];
        let together = [pairs(0, 1, 0, table), pairs(0, 2, 0, table)];
        let width = |duels: &[Duel]| Davidson::of_duels(3, duels, Some(1e3)).unwrap().ratings.elo(0).half_width();
        // Twice as many games as those of one pairing, and no more information.
        assert!(
            (width(&together) / width(&apart) - 2f64.sqrt()).abs() < 0.03,
            "{} {}",
            width(&together),
            width(&apart)
        );
        let leads = Davidson::of_duels(3, &together, Some(1e3)).unwrap().ratings.ahead(1, 2);
        assert!(leads.point.abs() < 1e-9 && leads.half_width() < width(&together) / 3.0, "{leads:?}");
    }

    #[test]
    fn an_advantage_of_who_begins_is_told_apart_from_strength() {
        // Who begins wins three of four games; all are equally strong.
        let level = [pairs(0, 1, 0, [[1000, 0, 9000], [0, 0, 0], [0, 0, 1000]])];
        let fitted = Davidson::of_duels(2, &level, None).unwrap();
        let advantage = ELO * libm::log(10.0);
        assert!(
            (fitted.first_player.unwrap().point - advantage).abs() < 1e-6
                && fitted.ratings.ahead(0, 1).point.abs() < 1e-6
        );
        let [win, draw, loss] = fitted.chances(1, 0, Begins::First);
        assert!((win - 10.0 / 11.0).abs() < 1e-9 && draw == 0.0 && (win + loss - 1.0).abs() < 1e-12);
    }

    #[test]
    fn perfect_scores_and_nothing_but_draws_need_the_prior() {
        for table in [[[9, 0, 0], [0, 0, 0], [0, 0, 0]], [[0, 0, 0], [0, 9, 0], [0, 0, 0]]] {
            let duels = [pairs(0, 1, 0, table)];
            assert_eq!(Davidson::of_duels(2, &duels, None), None);
            let fitted = Davidson::of_duels(2, &duels, Some(1000.0)).unwrap();
            assert!(fitted.ratings.ahead(0, 1).high.is_finite());
        }
    }

    #[test]
    fn few_groups_and_such_as_are_alike_are_not_certain() {
        for count in [10, 500] {
            let alike = [pairs(0, 1, 0, [[0, 0, count], [0, 0, 0], [0, 0, 0]])];
            let lead = Davidson::of_duels(2, &alike, Some(1e3)).unwrap().ratings.ahead(0, 1);
            assert!(lead.half_width() > 1.0, "{lead:?}");
        }
    }

    /// Marsaglia, Xorshift RNGs, Journal of Statistical Software 8, 2003.
    fn random_bits() -> impl FnMut() -> u64 {
        let mut bits: u64 = 88_172_645_463_325_252;
        move || {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            bits
        }
    }

    /// Two play in sixty clusters, a third in one or two of them, as after a quarantine; all are equally strong.
    #[test]
    fn intervals_of_an_entrant_in_few_clusters_cover_its_rating() {
        let mut random = random_bits();
        let mut is_won = || random() >> 63 == 1;
        for clusters_of_third in [1, 2, 9] {
            let mut duel = |first, second, clusters: u32, pairs: u64| {
                let mut duel = Duel { first, second, groups: BTreeMap::new() };
                for cluster in 0..clusters {
                    let mut kinds = [0; KINDS];
                    for _ in 0..pairs {
                        kinds[if is_won() { FIRST_WON } else { FIRST_LOST }] += 1;
                        kinds[if is_won() { SECOND_WON } else { SECOND_LOST }] += 1;
                    }
                    duel.groups.insert(cluster, kinds);
                }
                duel
            };
            let fields = 400;
            let mut covered = [0; 2];
            for _ in 0..fields {
                let duels = [duel(0, 1, 60, 1), duel(0, 2, clusters_of_third, 2), duel(1, 2, clusters_of_third, 2)];
                let fitted = Davidson::of_duels(3, &duels, Some(1e3)).unwrap();
                for (count, found) in covered.iter_mut().zip([fitted.ratings.elo(2), fitted.ratings.ahead(1, 2)]) {
                    *count += u32::from(found.low <= 0.0 && found.high >= 0.0);
                }
            }
            let shares = covered.map(|count| f64::from(count) / f64::from(fields));
            assert!(shares.iter().all(|share| *share >= 0.93), "{clusters_of_third} clusters: {shares:?}");
        }
    }

    #[test]
    fn fields_of_many_games_are_rated() {
        // With hundreds of thousands of games rounding alone moves strengths by more than the last digits of a step.
        let mut random = random_bits();
        let mut below = |limit: u64| random() % limit;
        for field in 0..30 {
            let mut duel = |first, second| {
                let mut games = [0, 2, 3, 5].map(|kind| (kind, 700 + below(160))).to_vec();
                games.extend([1, 4].map(|kind| (kind, below(2))));
                let mut kinds = [0; KINDS];
                games.into_iter().for_each(|(kind, count)| kinds[kind] = count);
                Duel { first, second, groups: (0..64).map(|group| (group, kinds)).collect() }
            };
            let duels = [duel(0, 1), duel(0, 2), duel(1, 2)];
            let rated = Davidson::of_duels(3, &duels, Some(1e3)).map(|found| found.ratings.elo(0).half_width());
            assert!(rated.is_some_and(|half_width| half_width < 3.0), "{field}: {rated:?}");
        }
    }

    #[test]
    fn unknown_first_players_are_those_of_the_winners_or_of_the_losers() {
        let duel = Duel { first: 0, second: 1, groups: [(3, [1, 0, 2, 3, 0, 4, 10, 20, 40])].into() };
        assert!(!duel.has_first_players() && duel.with_first_players(true).has_first_players());
        // Games that the first of the two won, then those that it lost.
        assert_eq!(duel.with_first_players(true).groups[&3], [11, 0, 2, 3, 0, 44, 0, 20, 0]);
        assert_eq!(duel.with_first_players(false).groups[&3], [1, 0, 42, 13, 0, 4, 0, 20, 0]);
    }
}
