//! Coverage of intervals where set-up draws are balanced within blocks of pairs.

use crate::games::Dice;
use crate::table::{Cell, Line};
use reglette::game::{GameDice, Weighted, drawn_by_lot};
use reglette::stats::{ClusterSums, clustered_score};
use reglette::tournament::Counter;

/// The win rate of the side that begins.
const BEGINS: f64 = 0.8;
const PAIRS: [u64; 7] = [8, 20, 50, 100, 120, 200, 500];

fn add(sums: &mut ClusterSums, games: f64, points: f64) {
    sums.count += 1;
    sums.games += games;
    sums.points += points;
    sums.games_squared += games * games;
    sums.points_squared += points * points;
    sums.games_points += games * points;
}

/// The rate of a seat in games in which a balanced draw decides who begins and mostly the result, one game per pair.
/// The true rate is one half. The unit of intervals is that of a run.
pub fn seats(seed: u64, tournaments: u64) -> Line {
    let coin = [false, true].map(|roll| Weighted { roll, weight: 3 });
    let cells = PAIRS.iter().zip(40..).map(|(count, study)| {
        let mut found = Cell::new(format!("{count} pairs"));
        let mut dice = Dice::of(seed, study, *count);
        for tournament in 0..tournaments {
            let (mut pairs, mut blocks) = (ClusterSums::default(), ClusterSums::default());
            let mut open = (0.0, 0.0);
            for pair in 0..*count {
                let begins = drawn_by_lot(&coin, GameDice::of_game(seed << 32 | tournament, "balanced", pair).lot());
                let won = f64::from(u8::from((dice.unit() < BEGINS) == begins));
                add(&mut pairs, 1.0, won);
                open = (open.0 + 1.0, open.1 + won);
                if (pair + 1) % GameDice::BLOCK == 0 || pair + 1 == *count {
                    add(&mut blocks, open.0, open.1);
                    open = (0.0, 0.0);
                }
            }
            let units = if blocks.count >= Counter::ENOUGH_BLOCKS { blocks } else { pairs };
            let interval = clustered_score(&units).unwrap();
            found.add(interval.low <= 0.5 && 0.5 <= interval.high);
        }
        found
    });
    Line { setting: "balanced draws".to_string(), seed, cells: cells.collect() }
}

/// Nowhere too narrow; and with blocks as units as wide as nominal.
pub fn assert_covered(line: &Line) {
    for (cell, pairs) in line.cells.iter().zip(PAIRS) {
        let (share, off) = (cell.share(), 2.0 * cell.uncertain());
        assert!(share + off >= 0.94, "{}: {share} ± {off}", cell.name);
        let by_blocks = pairs.div_ceil(GameDice::BLOCK) >= Counter::ENOUGH_BLOCKS;
        assert!(!by_blocks || share - off <= 0.96, "{}: {share} ± {off}", cell.name);
    }
}
