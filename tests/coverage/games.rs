//! Simulated games: pairs of two entrants under a setting, with exactly known true values.

use rand::Rng;
use rand_pcg::Pcg64;

/// The model of the games of a study.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub name: &'static str,
    /// The tie parameter of Davidson's model: the share of draws between equals is `draws / (2 + draws)`.
    pub draws: f64,
    /// The first-player advantage in log odds.
    pub edge: f64,
    /// The share of pairs in which the dice decide both games alike: what helps an entrant in the first game helps the
    /// other in the second.
    pub shared: f64,
}

pub const SETTINGS: [Setting; 4] = [
    Setting { name: "independent", draws: 0.0, edge: 0.0, shared: 0.0 },
    Setting { name: "paired", draws: 0.0, edge: 0.3, shared: 0.6 },
    Setting { name: "with draws", draws: 1.0, edge: 0.3, shared: 0.3 },
    Setting { name: "strong first-player edge", draws: 0.3, edge: 1.5, shared: 0.3 },
];

/// The probabilities of the nine results of a pair, at the index `3 * first + second`: of the game that the entrant
/// begins and of the other, each 0 for a win, 1 for a draw and 2 for a loss.
pub type Chances = [f64; 9];

impl Setting {
    fn game(&self, log_odds: f64) -> [f64; 3] {
        let (win, loss) = (libm::exp(log_odds / 2.0), libm::exp(-log_odds / 2.0));
        [win, self.draws, loss].map(|part| part / (win + self.draws + loss))
    }

    /// The probabilities of a pair between entrants with this difference of strengths.
    pub fn pair(&self, difference: f64) -> Chances {
        let (begun, answered) = (self.game(difference + self.edge), self.game(difference - self.edge));
        // The positions of the results on a number between 0 and 1; reversed for the second game if the dice are
        // shared.
        let ends = |chances: [f64; 3]| [0.0, chances[0], chances[0] + chances[1], 1.0];
        let (first, second) = (ends(begun), ends(answered));
        let mut pair = [0.0; 9];
        for one in 0..3 {
            for other in 0..3 {
                let low = first[one].max(1.0 - second[other + 1]);
                let high = first[one + 1].min(1.0 - second[other]);
                pair[3 * one + other] =
                    (1.0 - self.shared) * begun[one] * answered[other] + self.shared * (high - low).max(0.0);
            }
        }
        pair
    }

    /// The difference of strengths at which the mean score of a pair is this rate.
    pub fn difference_for(&self, rate: f64) -> f64 {
        let (mut low, mut high) = (-20.0, 20.0);
        for _ in 0..100 {
            let middle = (low + high) / 2.0;
            if mean_score(&self.pair(middle)) < rate { low = middle } else { high = middle }
        }
        low
    }
}

/// The half points of a pair's result.
pub fn half_points(index: usize) -> usize {
    4 - index / 3 - index % 3
}

/// Points per game.
pub fn mean_score(chances: &Chances) -> f64 {
    chances.iter().enumerate().map(|(index, chance)| chance * half_points(index) as f64 / 4.0).sum()
}

/// A source of random results.
pub struct Dice(Pcg64);

impl Dice {
    /// The random numbers of a cell of a study: independent for each seed, study and cell.
    pub fn of(seed: u64, study: u64, cell: u64) -> Dice {
        let state = (u128::from(seed) << 64) | u128::from(study << 32 | cell);
        let mut dice = Pcg64::new(state.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835), u128::from(cell));
        (0..8).for_each(|_| _ = dice.next_u64());
        Dice(dice)
    }

    /// A number from 0 up to but not including 1.
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of several results, given the cumulative probabilities.
    pub fn draw(&mut self, sums: &[f64]) -> usize {
        let at = self.unit();
        sums.iter().position(|sum| at < *sum).unwrap_or(sums.len() - 1)
    }
}

/// The cumulative probabilities for [`Dice::draw`].
pub fn sums<const N: usize>(chances: &[f64; N]) -> [f64; N] {
    let mut sum = 0.0;
    chances.map(|chance| {
        sum += chance;
        sum
    })
}

/// Pairs by half points: 0 to 4.
pub fn pentanomial(chances: &Chances) -> [f64; 5] {
    let mut shares = [0.0; 5];
    chances.iter().enumerate().for_each(|(index, chance)| shares[half_points(index)] += chance);
    shares
}
