//! The performance of troops: their survival, and the enemy points destroyed per point lost. The counters do not record
//! which unit attacked; what one more of a troop destroys is the slope of a regression through the origin over all
//! games (least squares without constant), which attributes a share to supports as well.

use super::meeting::Encounter;
use nalgebra::{DMatrix, DVector};

/// The performance of a troop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Service {
    /// Games of an army with such troops.
    pub games: u64,
    /// The share of elements that survive.
    pub survival: Option<f64>,
    /// Enemy points destroyed per own point lost.
    pub destroyed_per_lost: Option<f64>,
}

/// The performance of all troops, points counted at these costs.
pub fn services(encounters: &[Encounter], costs: &[f64]) -> Vec<Service> {
    let troops = costs.len();
    let (mut games, mut start, mut left) = (vec![0u64; troops], vec![0u64; troops], vec![0u64; troops]);
    let (mut ones, mut lost) = (vec![0.0; troops], vec![0.0; troops]);
    let mut inside = DMatrix::<f64>::zeros(troops, troops);
    let mut across = DVector::<f64>::zeros(troops);
    for encounter in encounters {
        for game in encounter.games.iter().filter(|game| !game.forfeited) {
            let points_lost = [0, 1].map(|army| {
                let survivors = &game.survivors[army];
                (0..troops)
                    .map(|troop| points(&encounter.meeting.armies[army].counts, survivors, troop, costs))
                    .collect::<Vec<f64>>()
            });
            for (army, other) in [(0, 1), (1, 0)] {
                let counts = &encounter.meeting.armies[army].counts;
                let destroyed: f64 = points_lost[other].iter().sum();
                for troop in (0..troops).filter(|troop| counts[*troop] > 0) {
                    let count = f64::from(counts[troop]);
                    games[troop] += 1;
                    start[troop] += u64::from(game.survivors[army][troop][0]);
                    left[troop] += u64::from(game.survivors[army][troop][1]);
                    ones[troop] += count;
                    lost[troop] += points_lost[army][troop];
                    across[troop] += count * destroyed;
                    (0..troops).for_each(|with| inside[(troop, with)] += count * f64::from(counts[with]));
                }
            }
        }
    }
    // A troop that was in no army has neither slope nor losses.
    (0..troops).filter(|troop| ones[*troop] == 0.0).for_each(|troop| inside[(troop, troop)] = 1.0);
    let slopes = inside.cholesky().map(|inside| inside.solve(&across));
    let service = |troop: usize| Service {
        games: games[troop],
        survival: (start[troop] > 0).then(|| left[troop] as f64 / start[troop] as f64),
        destroyed_per_lost: slopes
            .as_ref()
            .filter(|_| lost[troop] > 0.0)
            .map(|slopes| slopes[troop] / (lost[troop] / ones[troop])),
    };
    (0..troops).map(service).collect()
}

/// The points that an army lost of one troop.
fn points(counts: &[u32], survivors: &[[u32; 2]], troop: usize, costs: &[f64]) -> f64 {
    let [start, left] = survivors[troop];
    if start == 0 {
        0.0
    } else {
        f64::from(counts[troop]) * costs[troop] * (1.0 - f64::from(left.min(start)) / f64::from(start))
    }
}
