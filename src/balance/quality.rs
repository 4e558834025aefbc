//! The figures of a quality counter with their intervals: shares and means over clusters of games that share their
//! dice.

use crate::game::Ending;
use crate::stats::{
    ClusterSums, Estimate, clustered_rate, clustered_score, effective_number, stratified, stratified_ratio,
};
use crate::tournament::{Clusters, Figure, Quality};

/// A figure: its value, and its interval where there are enough clusters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Part divided by whole, over all games.
    pub point: f64,
    /// The 95 % interval; `None` with fewer than two clusters, where a share is based on too few games on the same
    /// dice, and where an amount is due to few of the clusters.
    pub interval: Option<Estimate>,
}

/// Whether a figure lies between 0 and 1.
fn is_share(figure: Figure) -> bool {
    match figure {
        Figure::TurnLimit | Figure::Draw | Figure::Marginal | Figure::Medium | Figure::Decisive => true,
        Figure::FirstPlayer
        | Figure::WithoutLead
        | Figure::WinnerPoints
        | Figure::LoserPoints
        | Figure::Meaningless => true,
        Figure::LeadChanges | Figure::WinnerUnits | Figure::LoserUnits | Figure::Decisions | Figure::Combats => false,
    }
}

/// Clusters of more games than this contain several pairings on the same dice.
const SEVERAL_PAIRINGS: f64 = 4.0;
/// With fewer games in the smaller class, the share may depend on one or two rolls shared by several pairings.
const FEW: f64 = 10.0;

/// Whether a figure counts something of which a game can have any number, or nearly always none.
fn is_amount(figure: Figure) -> bool {
    matches!(
        figure,
        Figure::LeadChanges
            | Figure::WinnerPoints
            | Figure::LoserPoints
            | Figure::WinnerUnits
            | Figure::LoserUnits
            | Figure::Decisions
            | Figure::Combats
    )
}

/// An amount that is due to fewer clusters than this, and to less than half of them, has no interval.
const ENOUGH_CONTRIBUTIONS: f64 = 30.0;

/// Whether a few of these clusters contribute nearly all of an amount, so that its scatter is unknown: in simulated
/// tournaments the interval of what hardly ever happens covered the truth in 0 to 80 %. `total` and `squared` are the
/// sums of what each contributes and of its square.
fn is_rare(clusters: u64, total: f64, squared: f64) -> bool {
    total == 0.0 || effective_number(total, squared) < ENOUGH_CONTRIBUTIONS.min(clusters as f64 / 2.0)
}

/// A sum of squares of whole numbers of which at least this many are not 0, or half of the clusters: whether fewer
/// clusters depart from the commonest amount. Its scatter is then unknown, whatever that amount is: with 30 to 60 pairs
/// in which losers nearly always lost the same number of units intervals covered 86 to 91 %.
fn is_nearly_constant(of_scenario: &[Clusters]) -> bool {
    let departures = |sums: &Clusters| {
        let (count, total, squared) = (sums.count as f64, sums.score as f64, sums.score_squared as f64);
        let commonest = (total / count).round();
        squared - 2.0 * commonest * total + commonest * commonest * count
    };
    let clusters: u64 = of_scenario.iter().map(|sums| sums.count).sum();
    let departures: f64 = of_scenario.iter().filter(|sums| sums.count > 0).map(departures).sum();
    departures < ENOUGH_CONTRIBUTIONS.min(clusters as f64 / 2.0)
}

/// Whether a figure is a share of the games, whose number on each scenario is fixed by the schedule.
fn is_of_games(figure: Figure) -> bool {
    matches!(
        figure,
        Figure::TurnLimit | Figure::Draw | Figure::Marginal | Figure::Medium | Figure::Decisive | Figure::FirstPlayer
    )
}

/// Whether a share of the games is based on so few of them that they may all have the same dice: the coverage of its
/// interval was 88 to 92 % in simulated tournaments, so it is not reported. Where there is none at all it is valid.
fn is_bunched(sums: &ClusterSums) -> bool {
    let rarer = sums.points.min(sums.games - sums.points);
    sums.games > SEVERAL_PAIRINGS * sums.count as f64 && rarer > 0.0 && rarer < FEW
}

/// A figure of some games; `None` where none of them has a denominator.
pub fn measured(quality: &Quality, figure: Figure) -> Option<Measured> {
    // For the first player half points are counted, two per game.
    let unit = if figure == Figure::FirstPlayer { 2.0 } else { 1.0 };
    let of_scenario = |clusters: &Clusters| ClusterSums {
        count: clusters.count,
        games: clusters.games as f64 / unit,
        points: clusters.score as f64 / unit,
        games_squared: clusters.games_squared as f64 / (unit * unit),
        points_squared: clusters.score_squared as f64 / (unit * unit),
        games_points: clusters.score_games as f64 / (unit * unit),
        more_strata: 0,
    };
    let clusters = quality.clusters(figure);
    let sums = if is_of_games(figure) {
        stratified(&clusters.iter().map(|(_, clusters)| of_scenario(clusters)).collect::<Vec<_>>())
    } else {
        // The denominator of a game is random. Some of the clusters played may have none.
        let played = quality.clusters(Figure::TurnLimit);
        stratified_ratio(
            &clusters.iter().map(|(scenario, sums)| (played.of(scenario).count, of_scenario(sums))).collect::<Vec<_>>(),
        )
    };
    let not_below_0 = |estimate: Estimate| Estimate { low: estimate.low.max(0.0), ..estimate };
    let interval = if is_share(figure) { clustered_score(&sums) } else { clustered_rate(&sums).map(not_below_0) };
    let interval = interval.filter(|_| !is_of_games(figure) || !is_bunched(&sums));
    let is_rare = || {
        let add = |(total, squared): (f64, f64), sums: &Clusters| {
            (total + sums.score as f64, squared + sums.score_squared as f64)
        };
        let (total, squared) = clusters.iter().fold((0.0, 0.0), |sums, (_, of_scenario)| add(sums, of_scenario));
        let played = quality.clusters(Figure::TurnLimit).iter().map(|(_, clusters)| clusters.count).sum();
        is_rare(played, total, squared)
    };
    let of_scenarios: Vec<Clusters> = clusters.iter().map(|(_, of_scenario)| *of_scenario).collect();
    let interval = interval.filter(|_| !is_amount(figure) || !is_rare() && !is_nearly_constant(&of_scenarios));
    // As in the other tables, a bot cannot change the rate of the first player by forfeiting games.
    let forfeits = if figure == Figure::FirstPlayer { quality.endings[Ending::Forfeit] } else { 0 };
    let interval = interval.map(|interval| interval.with_unknown(sums.games as u64, forfeits));
    (sums.games > 0.0).then(|| Measured { point: sums.points / sums.games, interval })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_due_to_few_clusters_is_rare() {
        let is_rare_of = |count: u64, contributing: f64| is_rare(count, 2.0 * contributing, 4.0 * contributing);
        assert!(is_rare_of(300, 0.0) && is_rare_of(300, 1.0) && is_rare_of(300, 29.0));
        assert!(!is_rare_of(300, 30.0) && !is_rare_of(10, 5.0) && is_rare_of(10, 4.0));
        // One great contribution beside many small ones.
        assert!(is_rare(100, 199.0, 99.0 + 1e4));
    }

    #[test]
    fn few_games_of_pairings_that_share_dice_are_not_told_from_one_throw() {
        let sums = |count: u64, games: f64, points: f64| ClusterSums { count, games, points, ..ClusterSums::default() };
        assert!(is_bunched(&sums(75, 3600.0, 2.0)) && is_bunched(&sums(75, 3600.0, 3591.0)));
        // Enough of them, none at all, or pairs of a single pairing.
        assert!(
            !is_bunched(&sums(75, 3600.0, 10.0))
                && !is_bunched(&sums(75, 3600.0, 0.0))
                && !is_bunched(&sums(75, 3600.0, 3600.0))
        );
        assert!(!is_bunched(&sums(300, 600.0, 2.0)));
    }
}
