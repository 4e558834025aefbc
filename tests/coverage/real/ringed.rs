//! The coverage of the strength of a cycle of three where each wins the same share against the next, known exactly.
//! Only cycles that were observed have a strength, so that weak ones are reported where chance made them strong.

use super::ground::{played, ring};
use super::{Found, each, merge, seed};
use crate::table::Cell;
use reglette::balance::{RankedKind, Shape, rankings};

/// Percents that each wins against the next.
const SHARES: [u32; 5] = [50, 52, 55, 60, 75];

/// The strength of an observed cycle, at each size.
pub fn of_rings(study: u64, tournaments: u64, sizes: &[u64], found: &mut Found) {
    for (number, share) in (0..).zip(SHARES) {
        let rate = f64::from(share) / 100.0;
        let strength = 3.0 * (libm::log(rate) - libm::log1p(-rate));
        for (size, place) in sizes.iter().zip(0..) {
            let tournament = ring(share, *size);
            let one = |at: u64| {
                let (tournament, standings) = played(&tournament, seed(100 * study + 10 * number + place, at), 1);
                let rankings = rankings(&tournament.plan, &standings);
                let armies = rankings.iter().find(|ranking| ranking.of == RankedKind::Armies)?;
                let cycles = Shape::of(armies, tournament.plan.seed)?.cycles?;
                let ring = cycles.rings.first()?;
                // Each wins against the next: the army after the first, by number, is the second.
                let number = |at: usize| armies.rated[ring.entrants[at]].name.trim_start_matches("army").parse::<u32>();
                let [first, second] = [0, 1].map(|at| number(at).expect("it has a number"));
                let is_forward = (first + 1) % 3 == second;
                Some((ring.strength, if is_forward { strength } else { -strength }))
            };
            let mut cell = Cell::new(format!("{share} % against the next, {size} games"));
            let rings = each(tournaments, one);
            rings.iter().flatten().for_each(|(interval, truth)| cell.add_interval(interval, *truth));
            merge(found, study, "cycles.csv, strength of an observed cycle", [cell]);
        }
    }
}
