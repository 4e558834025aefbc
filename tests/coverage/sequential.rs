//! Error rates of sequential tests, coverage of the estimates after them, and coverage of confidence sequences under
//! continuous monitoring.

use crate::games::{Dice, SETTINGS, Setting, pentanomial, sums};
use crate::table::{Cell, Line};
use reglette::stats::{Claim, Decision, Scale, Scores, Sprt, score_of_elo};

/// The results of one test at one true value.
pub struct Tested {
    pub setting: &'static str,
    pub seed: u64,
    /// The hypotheses.
    pub design: String,
    /// The true value.
    pub truth: &'static str,
    /// How often `elo1` was accepted.
    pub confirmed: Cell,
    /// How often the corrected estimate is above the true value.
    pub above: Cell,
    /// How often the corrected interval covers the true value.
    pub covered: Cell,
    /// The mean number of pairs.
    pub pairs: f64,
    /// The mean error of the uncorrected rate and of the corrected one.
    pub bias: [f64; 2],
}

/// The designs under study: a narrow one and a wide one.
pub const DESIGNS: [Sprt; 2] = [
    Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic, cap: None },
    Sprt { elo0: 0.0, elo1: 60.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic, cap: None },
];

/// Tests are evaluated after every block of this many pairs.
const BLOCK: u64 = 8;

pub fn tests(seed: u64, tournaments: u64) -> Vec<Tested> {
    let mut found = Vec::new();
    for (place, setting) in (0..).zip(&SETTINGS) {
        for (number, design) in (0..).zip(&DESIGNS) {
            let middle = (design.elo0 + design.elo1) / 2.0;
            for (index, (truth, elo)) in (0..).zip([("elo0", design.elo0), ("between", middle), ("elo1", design.elo1)])
            {
                let dice = Dice::of(seed, 50 + place, number * 10 + index);
                found.push(test(setting, seed, design, truth, score_of_elo(elo), dice, tournaments));
            }
        }
    }
    found
}

fn test(
    setting: &Setting,
    seed: u64,
    design: &Sprt,
    truth: &'static str,
    rate: f64,
    mut dice: Dice,
    tournaments: u64,
) -> Tested {
    let chances = sums(&pentanomial(&setting.pair(setting.difference_for(rate))));
    let cell = || Cell::new(truth.to_string());
    let [mut confirmed, mut above, mut covered] = [cell(), cell(), cell()];
    let (mut pairs, mut bias) = (0.0, [0.0; 2]);
    for _ in 0..tournaments {
        let mut counts = [0; 5];
        let (scores, decision) = loop {
            (0..BLOCK).for_each(|_| counts[dice.draw(&chances)] += 1);
            let scores = Scores::of_pairs(&counts);
            match design.decide(&scores, 2) {
                Decision::GoOn => {}
                decision => break (scores, decision),
            }
        };
        confirmed.add(decision == Decision::Upper);
        pairs += scores.count();
        if let Some(stopped) = design.estimate(&scores, 2, decision, BLOCK) {
            above.add(stopped.rate.point > rate);
            covered.add(stopped.rate.low <= rate && rate <= stopped.rate.high);
            bias[0] += stopped.uncorrected - rate;
            bias[1] += stopped.rate.point - rate;
        }
    }
    let each = tournaments as f64;
    let design = format!("{} to {}", design.elo0, design.elo1);
    Tested {
        setting: setting.name,
        seed,
        design,
        truth,
        confirmed,
        above,
        covered,
        pairs: pairs / each,
        bias: bias.map(|sum| sum / each),
    }
}

/// Confidence sequences evaluated after every pair, up to a thousand: how often the true value was never excluded.
pub fn peeking(seed: u64, tournaments: u64) -> Vec<Line> {
    const PAIRS: u64 = 1_000;
    let line = |(place, setting): (u64, &Setting)| {
        let cell = |(index, rate): (u64, f64)| {
            let mut dice = Dice::of(seed, 60 + place, index);
            let chances = sums(&pentanomial(&setting.pair(setting.difference_for(rate))));
            let claim = Claim::of(&Scores::of_pairs(&[1; 5]), rate);
            let mut cell = Cell::new(format!("rate {rate}"));
            for _ in 0..tournaments {
                let mut counts = [0.0; 5];
                let left_out = (0..PAIRS).any(|_| {
                    counts[dice.draw(&chances)] += 1.0;
                    claim.refuted(&counts)
                });
                cell.add(!left_out);
            }
            cell
        };
        Line {
            setting: format!("looked at after every pair, {}", setting.name),
            seed,
            cells: (0..).zip([0.5, 0.7, 0.9]).map(cell).collect(),
        }
    };
    (0..).zip(&SETTINGS).map(line).collect()
}
