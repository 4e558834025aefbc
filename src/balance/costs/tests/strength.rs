//! Costs by the strength of the player under a known truth: planted mispricings are found on every rung, and a cost
//! that depends on strength is distinguished from one that does not.

use super::factors::World;
use super::*;
use crate::balance::strength::{Stand, StrengthVerdict};
use crate::stats::Abscissa;

/// Four rungs. Under each the riders are underpriced as in [`WORTH`], and guns are worth more the better the player.
fn rungs() -> (World, Vec<Abscissa>) {
    let world = World { riders: vec![0.0; 2], guns: vec![-0.3, -0.1, 0.1, 0.3] };
    let rating = |point: f64| Abscissa { point, error: 15.0 };
    (world, [-300.0, -100.0, 100.0, 300.0].map(rating).to_vec())
}

/// The slope of least squares of the true costs over the true ratings, whose mean is 0.
fn true_slope(world: &World, ratings: &[Abscissa], troop: usize, army: &[f64]) -> f64 {
    let costs = world.costs(troop, army);
    let by_bot = costs.chunks(2).map(|cells| (cells[0] + cells[1]) / 2.0);
    let sum: f64 = ratings.iter().zip(by_bot).map(|(rung, cost)| rung.point * cost).sum();
    sum / ratings.iter().map(|rung| rung.point * rung.point).sum::<f64>()
}

#[test]
fn a_planted_mispricing_is_found_on_every_rung() {
    let (world, ratings) = rungs();
    let (found, army) = world.factors(12_000, 1);
    let strength = strength(&found, &pool(), &ratings).unwrap();
    let of = |troop: usize| strength.troops.iter().find(|one| one.troop == troop).unwrap();
    assert_eq!(strength.order, [0, 1, 2, 3]);
    assert_eq!(of(0).verdict, StrengthVerdict::Holds(Stand::Below));
    assert_eq!(of(3).verdict, StrengthVerdict::Holds(Stand::Above));
    assert_eq!(of(5).verdict, StrengthVerdict::Reverses(Stand::Below), "{:?}", of(5));
    let (slope, wanted) = (of(5).trend.slope, true_slope(&world, &ratings, 5, &army));
    assert!((slope.low..=slope.high).contains(&wanted) && of(5).p_adjusted < 1e-6, "{wanted}: {slope:?}");
    assert!((wanted - 0.0048).abs() < 0.0004, "{wanted}");
    assert_eq!(of(0).describe("novice", "master"), "overpriced from novice to master");
    assert_eq!(of(5).describe("novice", "master"), "overpriced for weak play, underpriced for strong play");
}

#[test]
fn rungs_are_ordered_by_rating_and_must_be_apart() {
    let (world, mut ratings) = rungs();
    let (found, _) = world.factors(900, 1);
    ratings.swap(0, 3);
    assert_eq!(strength(&found, &pool(), &ratings).unwrap().order, [3, 1, 2, 0]);
    let level = vec![Abscissa { point: 0.0, error: 15.0 }; 4];
    assert_eq!(strength(&found, &pool(), &level), None);
}

#[test]
fn slopes_cover_the_truth() {
    let (world, ratings) = rungs();
    let (mut covered, mut all) = (0, 0);
    for seed in 0..60 {
        let (found, army) = world.factors(900, seed);
        let mut stream = Key::new(seed).with_name("ratings").stream();
        let mut normal = || (0..12).map(|_| stream.unit_interval()).sum::<f64>() - 6.0;
        let seen: Vec<Abscissa> =
            ratings.iter().map(|rung| Abscissa { point: rung.point + rung.error * normal(), ..*rung }).collect();
        for troop in strength(&found, &pool(), &seen).unwrap().troops {
            let (slope, wanted) = (troop.trend.slope, true_slope(&world, &ratings, troop.troop, &army));
            covered += u64::from((slope.low..=slope.high).contains(&wanted));
            all += 1;
        }
    }
    let rate = covered as f64 / all as f64;
    assert!((0.90..=0.99).contains(&rate), "{covered} of {all}");
}
