//! Coverage of the intervals of rates.

use crate::games::{Dice, SETTINGS, Setting, half_points, pentanomial, sums};
use crate::table::{Cell, Line};
use reglette::stats::{HalfWidth, Scores, wilson};

const RATES: [f64; 6] = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95];
const UNITS: [u64; 7] = [10, 20, 50, 100, 200, 500, 1000];

/// A grid of cells, each with this many tournaments on independent dice.
fn grid(
    study: u64,
    seed: u64,
    rates: &[f64],
    units: &[u64],
    mut cell: impl FnMut(f64, u64, &mut Dice, &mut Cell),
) -> Vec<Cell> {
    let mut cells = Vec::new();
    for rate in rates {
        for count in units {
            let mut found = Cell::new(format!("rate {rate}, {count} units"));
            cell(*rate, *count, &mut Dice::of(seed, study, cells.len() as u64), &mut found);
            cells.push(found);
        }
    }
    cells
}

/// Wilson's interval of independent single games.
pub fn single_games(seed: u64, tournaments: u64) -> Line {
    let cells = grid(1, seed, &RATES, &UNITS, |rate, count, dice, cell| {
        for _ in 0..tournaments {
            let won = (0..count).filter(|_| dice.unit() < rate).count();
            let interval = wilson(won as f64, count).unwrap();
            cell.add(interval.low <= rate && rate <= interval.high);
        }
    });
    Line { setting: "single games, Wilson".to_string(), seed, cells }
}

/// The score interval over pairs, in each setting.
pub fn pairs(seed: u64, tournaments: u64) -> Vec<Line> {
    let line = |(study, setting): (u64, &Setting)| {
        let cells = grid(10 + study, seed, &RATES, &UNITS, |rate, count, dice, cell| {
            let chances = sums(&pentanomial(&setting.pair(setting.difference_for(rate))));
            for _ in 0..tournaments {
                let mut pairs = [0; 5];
                (0..count).for_each(|_| pairs[dice.draw(&chances)] += 1);
                let interval = Scores::of_pairs(&pairs).rate().unwrap();
                cell.add(interval.low <= rate && rate <= interval.high);
            }
        });
        Line { setting: format!("pairs, {}", setting.name), seed, cells }
    };
    (0..).zip(&SETTINGS).map(line).collect()
}

/// The score interval over quads: one pair with the armies assigned one way, one with them swapped; the effect of the
/// armies equals that of the bots in the middle of the grid.
pub fn quads(seed: u64, tournaments: u64) -> Line {
    const ARMIES: f64 = 0.8;
    let setting = &SETTINGS[2];
    let cells = grid(20, seed, &RATES, &UNITS, |rate, count, dice, cell| {
        let difference = setting.difference_for(rate);
        let both = [difference + ARMIES, difference - ARMIES].map(|difference| setting.pair(difference));
        let rate = both.iter().map(crate::games::mean_score).sum::<f64>() / 2.0;
        let both = both.map(|chances| sums(&chances));
        for _ in 0..tournaments {
            let mut quads = [0; 9];
            (0..count)
                .for_each(|_| quads[both.iter().map(|chances| half_points(dice.draw(chances))).sum::<usize>()] += 1);
            let interval = Scores::of_units(&quads).rate().unwrap();
            cell.add(interval.low <= rate && rate <= interval.high);
        }
    });
    Line { setting: "quads, with draws".to_string(), seed, cells }
}

/// The interval after playing until it was narrow enough, checked after every eighth pair. The second figure is the
/// mean number of pairs in each cell.
pub fn until_narrow(seed: u64, tournaments: u64) -> Vec<Line> {
    const BLOCK: u64 = 8;
    const TARGETS: [u64; 3] = [50, 30, 20];
    let line = |(study, setting): (u64, &Setting)| {
        let cells = grid(30 + study, seed, &[0.5, 0.7, 0.9], &TARGETS, |rate, target, dice, cell| {
            let rule = HalfWidth {
                target: target as f64 / 1000.0,
                least: reglette::stats::half_width::LEAST_UNITS,
                cap: None,
            };
            let chances = sums(&pentanomial(&setting.pair(setting.difference_for(rate))));
            for _ in 0..tournaments {
                let mut pairs = [0; 5];
                while !rule.reached(&Scores::of_pairs(&pairs)) {
                    (0..BLOCK).for_each(|_| pairs[dice.draw(&chances)] += 1);
                }
                let interval = Scores::of_pairs(&pairs).rate().unwrap();
                cell.add(interval.low <= rate && rate <= interval.high);
            }
            cell.name = format!("rate {rate}, half width {}", rule.target);
        });
        Line { setting: format!("until narrow, {}", setting.name), seed, cells }
    };
    (0..).zip(&SETTINGS).map(line).collect()
}
