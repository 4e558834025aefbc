//! The figures of a quality counter with their intervals: shares and means over clusters of games that share their dice.

use crate::stats::{ClusterSums, Estimate, clustered_rate, clustered_score, stratified};
use crate::tournament::{Clusters, Figure, Quality};

/// A figure: its value, and its interval where there are clusters enough for one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Part divided by whole, over all games.
    pub point: f64,
    /// The 95 % interval; nothing with fewer than two clusters.
    pub interval: Option<Estimate>,
}

/// Whether a figure lies between 0 and 1.
fn is_share(figure: Figure) -> bool {
    match figure {
        Figure::TurnLimit | Figure::Draw | Figure::Marginal | Figure::Medium | Figure::Decisive => true,
        Figure::FirstPlayer | Figure::WithoutLead | Figure::WinnerPoints | Figure::LoserPoints | Figure::Meaningless => true,
        Figure::LeadChanges | Figure::WinnerUnits | Figure::LoserUnits | Figure::Decisions | Figure::Combats => false,
    }
}

/// A figure of some games; nothing where none of them says anything of it.
pub fn measured(quality: &Quality, figure: Figure) -> Option<Measured> {
    // Of the side that begins half points are counted, two to a game.
    let unit = if figure == Figure::FirstPlayer { 2.0 } else { 1.0 };
    let of_scenario = |clusters: &Clusters| ClusterSums {
        count: clusters.count,
        games: clusters.games as f64 / unit,
        points: clusters.score as f64 / unit,
        games_squared: clusters.games_squared as f64 / (unit * unit),
        points_squared: clusters.score_squared as f64 / (unit * unit),
        games_points: clusters.score_games as f64 / (unit * unit),
    };
    let strata: Vec<ClusterSums> = quality.clusters(figure).iter().map(|(_, clusters)| of_scenario(clusters)).collect();
    let sums = stratified(&strata);
    let not_below_0 = |estimate: Estimate| Estimate { low: estimate.low.max(0.0), ..estimate };
    let interval = if is_share(figure) { clustered_score(&sums) } else { clustered_rate(&sums).map(not_below_0) };
    (sums.games > 0.0).then(|| Measured { point: sums.points / sums.games, interval })
}
