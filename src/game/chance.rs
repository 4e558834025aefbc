//! Dice as chance nodes: possible rolls with exact weights, the random streams of games, and the lots by which set-up
//! draws are balanced.

use super::rng::{Key, Stream};
use super::side::Side;

/// Which side rolls, and when: together with the game's key (seed, scenario, pair) this is the dice key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Throw {
    /// The seat that rolls.
    pub side: Side,
    /// The player-turn in which it rolls, from 1; 0 before the first.
    pub player_turn: u16,
    /// The purpose of the roll: each use of dice that a rulebook distinguishes has its own number, below
    /// [`Throw::PURPOSES`].
    pub purpose: u8,
}

impl Throw {
    /// The number of purposes a rulebook may distinguish.
    pub const PURPOSES: usize = 8;
    /// The purpose of draws that set a game up (first player, edges, objectives). They come before the first
    /// player-turn and are balanced: see [`GameDice::lot`].
    pub const SET_UP: u8 = 0;
}

/// A possible roll with its weight. The weights of all rolls of a throw sum to a power of the number of faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighted<R> {
    /// What the dice show.
    pub roll: R,
    /// The number of equally likely results that show it.
    pub weight: u64,
}

/// The roll selected by a lot, where the whole range of lots is divided by weight, in order.
///
/// # Panics
/// If the list is empty.
pub fn drawn_by_lot<R: Copy>(rolls: &[Weighted<R>], lot: u64) -> R {
    let whole: u128 = rolls.iter().map(|weighted| u128::from(weighted.weight)).sum();
    let mut left = (u128::from(lot) * whole) >> 64;
    for Weighted { roll, weight } in rolls {
        if left < u128::from(*weight) {
            return *roll;
        }
        left -= u128::from(*weight);
    }
    panic!("a throw may show something")
}

/// The dice of one game: one random stream for each seat, player-turn and purpose, so that one changed decision does
/// not shift the dice of later turns.
#[derive(Clone, Debug)]
pub struct GameDice {
    key: Key,
    streams: [[Option<(u16, Stream)>; Throw::PURPOSES]; 2],
    /// The key that all pairs of the block share.
    block: Key,
    /// The index of the pair in its block.
    place: usize,
    /// The number of lots drawn so far.
    lots: u32,
}

impl GameDice {
    /// The number of consecutive pairs of a scenario in a block, within which set-up draws are balanced.
    ///
    /// Four is the least number that halves twice: each side begins in two pairs of four, and of four equally likely
    /// results each occurs once. Larger blocks would balance more finely, but leave fewer blocks, which are the units
    /// of intervals: a hundred games have twelve.
    pub const BLOCK: u64 = 4;

    /// The dice of a game given by master seed, scenario name and pair number.
    pub fn of_game(seed: u64, scenario: &str, pair: u64) -> GameDice {
        let scenario = Key::new(seed).with_name(scenario);
        GameDice {
            key: scenario.with(pair),
            streams: Default::default(),
            block: scenario.with_name("lots of a block").with(pair / GameDice::BLOCK),
            place: (pair % GameDice::BLOCK) as usize,
            lots: 0,
        }
    }

    /// The number of lots drawn.
    pub fn lots(&self) -> u32 {
        self.lots
    }

    /// The next lot: 64 bits, uniform whatever the previous lots of the same game; but among the lots with the same
    /// number in the games of a block one is in each quarter of the range.
    ///
    /// The assignment of quarters to pairs is a permutation drawn for the block and the number of the lot; the position
    /// of a lot within its quarter is drawn for the pair. The key contains neither seat nor turn, so that both games of
    /// a pair have the same lots.
    pub fn lot(&mut self) -> u64 {
        let number = u64::from(self.lots);
        self.lots += 1;
        let mut quarters: [u64; GameDice::BLOCK as usize] = std::array::from_fn(|quarter| quarter as u64);
        let mut order = self.block.with(number).stream();
        for last in (1..quarters.len()).rev() {
            quarters.swap(last, order.below(last as u32 + 1) as usize);
        }
        let within = self.key.with_name("lot").with(number).stream().bits();
        (quarters[self.place] << 62) | (within >> 2)
    }

    /// The stream from which this throw draws.
    #[inline]
    pub fn stream(&mut self, throw: Throw) -> &mut Stream {
        let key = self.key;
        let slot = &mut self.streams[throw.side.index()][usize::from(throw.purpose)];
        match slot {
            Some((turn, _)) if *turn == throw.player_turn => {}
            _ => {
                let words = [throw.side.index() as u64, u64::from(throw.player_turn), u64::from(throw.purpose)];
                let stream = words.iter().fold(key, |key, word| key.with(*word)).stream();
                *slot = Some((throw.player_turn, stream));
            }
        }
        let (_, stream) = slot.as_mut().expect("the slot was filled above");
        stream
    }
}

/// The multinomial coefficient n! / (k1! k2! …) for parts that sum to n: the number of orders in which dice can show
/// these counts.
///
/// Exact up to 20 dice.
pub fn multinomial(parts: &[u32]) -> u64 {
    let mut placed = 0u64;
    let mut result = 1u64;
    for part in parts {
        for k in 1..=u64::from(*part) {
            placed += 1;
            // Multiplying by `placed` and dividing by `k` step by step is a binomial coefficient at every step, so it
            // remains an integer.
            result = result * placed / k;
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multinomials_of_textbooks() {
        assert_eq!(multinomial(&[2, 1, 1]), 12);
        assert_eq!(multinomial(&[4]), 1);
        // The letters of MISSISSIPPI: 11! / (1! 4! 4! 2!).
        assert_eq!(multinomial(&[1, 4, 4, 2]), 34_650);
        assert_eq!(multinomial(&[7, 7]), 3_432);
    }

    #[test]
    fn a_throw_finds_its_stream_again_whatever_was_rolled_between() {
        let throw = |side, player_turn| Throw { side, player_turn, purpose: 1 };
        let mut dice = GameDice::of_game(1, "plain", 3);
        let first = dice.stream(throw(Side::Red, 4)).bits();
        let mut other = GameDice::of_game(1, "plain", 3);
        for _ in 0..17 {
            other.stream(throw(Side::Red, 3)).bits();
            other.stream(throw(Side::Blue, 4)).bits();
        }
        assert_eq!(other.stream(throw(Side::Red, 4)).bits(), first);
        assert_ne!(other.stream(throw(Side::Blue, 5)).bits(), first);
    }

    /// For a draw with six faces: the face by lot.
    fn face(dice: &mut GameDice) -> u64 {
        let faces: Vec<Weighted<u64>> = (0..6).map(|roll| Weighted { roll, weight: 1 }).collect();
        drawn_by_lot(&faces, dice.lot())
    }

    /// Pearson's chi-square statistic of counts with equal expectations.
    fn unlike(counts: &[u32]) -> f64 {
        let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        counts.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum()
    }

    #[test]
    fn a_lot_points_at_a_roll_by_its_weight() {
        let rolls = [('a', 1), ('b', 2), ('c', 1)].map(|(roll, weight)| Weighted { roll, weight });
        let quarter = 1u64 << 62;
        let lots = [0, quarter - 1, quarter, 3 * quarter - 1, 3 * quarter, u64::MAX];
        assert_eq!(lots.map(|lot| drawn_by_lot(&rolls, lot)), ['a', 'a', 'b', 'b', 'c', 'c']);
        // Thirds of the range do not end at a bit boundary.
        let thirds = [0, 1, 2].map(|roll| Weighted { roll, weight: 36 });
        let third = u64::MAX / 3;
        assert_eq!([third, third + 1, 2 * third, 2 * third + 1].map(|lot| drawn_by_lot(&thirds, lot)), [0, 1, 1, 2]);
    }

    #[test]
    fn within_each_block_a_lot_falls_once_into_each_quarter() {
        for seed in 0..50 {
            for block in 0..20 {
                let mut games: Vec<GameDice> =
                    (0..4).map(|place| GameDice::of_game(seed, "plain", 4 * block + place)).collect();
                for _ in 0..5 {
                    let mut quarters: Vec<u64> = games.iter_mut().map(|dice| dice.lot() >> 62).collect();
                    quarters.sort_unstable();
                    assert_eq!(quarters, [0, 1, 2, 3]);
                }
                // A coin falls twice on each side, a die twice on its lower half.
                let low = games.iter_mut().filter_map(|dice| (face(dice) < 3).then_some(())).count();
                assert_eq!(low, 2);
            }
        }
    }

    /// The statistics exceed their bounds with probability 0.00004 (5 and 35 degrees of freedom) if lots are fair and
    /// independent.
    #[test]
    fn each_game_has_the_distribution_of_the_rulebook_whatever_was_drawn_before_in_it() {
        for place in 0..4 {
            let (mut single, mut double) = ([[0u32; 6]; 2], [0u32; 36]);
            for block in 0..60_000 {
                let mut dice = GameDice::of_game(7, "plain", 4 * block + place);
                let (first, second) = (face(&mut dice), face(&mut dice));
                single[0][first as usize] += 1;
                single[1][second as usize] += 1;
                double[(6 * first + second) as usize] += 1;
            }
            assert!(unlike(&single[0]) < 28.0 && unlike(&single[1]) < 28.0, "place {place}: {single:?}");
            assert!(unlike(&double) < 78.1, "place {place}: {}", unlike(&double));
        }
    }

    #[test]
    fn the_orders_of_neighbouring_blocks_are_unrelated() {
        let order = |seed, block: u64| {
            (0..2u64).map(move |place| GameDice::of_game(seed, "plain", 4 * block + place).lot() >> 62)
        };
        let mut counts = [0u32; 144];
        for seed in 0..60_000 {
            // One of the twelve beginnings of an order, and that of the next block.
            let [one, next] = [0, 1].map(|block| {
                let begin: Vec<u64> = order(seed, block).collect();
                3 * begin[0] + begin[1] - u64::from(begin[1] > begin[0])
            });
            counts[(12 * one + next) as usize] += 1;
        }
        // 143 degrees of freedom: above 217 with probability 0.00005.
        assert!(unlike(&counts) < 217.0, "{}", unlike(&counts));
    }
}
