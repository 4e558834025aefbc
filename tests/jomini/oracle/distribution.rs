//! Enumeration of every sequence of faces: exact counts over a power of six.

use super::Strike;
use super::dice::dice;
use super::results::{Effect, FACES, Face, effect};
use std::collections::BTreeMap;

/// One line of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row {
    pub losses: u32,
    pub retreat: u32,
    pub tokens: u32,
}

/// Exact counts of each result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    pub dice: u32,
    pub counts: BTreeMap<Row, u128>,
    /// The number of sequences of all dice thrown: a power of six.
    pub total: u128,
}

impl Distribution {
    /// The count of one result.
    pub fn count(&self, losses: u32, retreat: u32, tokens: u32) -> u128 {
        self.counts.get(&Row { losses, retreat, tokens }).copied().unwrap_or(0)
    }

    /// The share of one row.
    pub fn probability(&self, row: &Row) -> f64 {
        self.counts[row] as f64 / self.total as f64
    }
}

/// Enumerates every sequence of the strike's dice.
pub fn distribution(strike: &Strike) -> Distribution {
    let (dice, _) = dice(strike);
    assert!(dice <= 9, "{dice} dice are too many to throw every sequence in a test");
    // Sequences are counted by the faces they show, as their order does not matter: a digit for each face, to the base
    // of `dice + 1`.
    let base = dice as usize + 1;
    let digits: Vec<usize> = (0..6).map(|face| base.pow(face)).collect();
    let mut sequences = vec![0; base.pow(6)];
    throw(dice, 0, &digits, &mut sequences);
    let mut effects: BTreeMap<Effect, u128> = BTreeMap::new();
    for (shown, count) in sequences.iter().enumerate().filter(|(_, count)| **count > 0) {
        let faces: Vec<Face> = (0..6).flat_map(|face| vec![FACES[face]; shown / digits[face] % base]).collect();
        *effects.entry(effect(strike, &faces)).or_default() += u128::from(*count);
    }
    add_panic(strike, dice, &effects)
}

/// Enumerates the faces of the remaining dice.
fn throw(left: u32, shown: usize, digits: &[usize], sequences: &mut [u64]) {
    if left == 0 {
        sequences[shown] += 1;
        return;
    }
    for digit in digits {
        throw(left - 1, shown + digit, digits, sequences);
    }
}

/// Letter 08 P: one die for each hex made, a loss on the face of the unit's own arm (JA3.23, JI-144).
fn add_panic(strike: &Strike, dice: u32, effects: &BTreeMap<Effect, u128>) -> Distribution {
    let panics = strike.target().has("panic");
    let most = if panics { effects.keys().map(|effect| effect.retreat).max().unwrap_or(0) } else { 0 };
    let mut counts: BTreeMap<Row, u128> = BTreeMap::new();
    for (effect, count) in effects {
        let thrown = if panics && effect.survives { effect.retreat } else { 0 };
        for lost in 0..=thrown {
            // Dice that are not rolled count with all faces.
            let ways = choose(thrown, lost) * 5u128.pow(thrown - lost) * 6u128.pow(most - thrown);
            let losses = (effect.losses + lost).min(strike.target().elements);
            *counts.entry(Row { losses, retreat: effect.retreat, tokens: effect.tokens }).or_default() += count * ways;
        }
    }
    Distribution { dice, counts, total: 6u128.pow(dice + most) }
}

fn choose(among: u32, taken: u32) -> u128 {
    (0..taken).fold(1, |ways, step| ways * u128::from(among - step) / u128::from(step + 1))
}
