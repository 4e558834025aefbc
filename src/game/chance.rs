//! Dice as chance nodes: what may fall, with exact weights, and the streams from which games draw.

use super::rng::{Key, Stream};
use super::side::Side;

/// Who rolls, and when: with the game's own words (seed, scenario, pair) this is the dice key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Throw {
    /// The seat that rolls.
    pub side: Side,
    /// The player-turn in which it rolls, from 1; 0 before the first.
    pub player_turn: u16,
    /// What the roll is for: each use of dice that a rulebook keeps apart has its own number, below [`Throw::PURPOSES`].
    pub purpose: u8,
}

impl Throw {
    /// The number of purposes a rulebook may keep apart.
    pub const PURPOSES: usize = 8;
    /// The purpose of draws made before the first decision (first player, generated set-ups).
    pub const SET_UP: u8 = 0;
}

/// One thing that dice may show, with its weight. The weights of all rolls of a throw sum to a power of the number of faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighted<R> {
    /// What the dice show.
    pub roll: R,
    /// In how many of the equally likely results they show it.
    pub weight: u64,
}

/// The dice of one game: one stream for each seat, player-turn and purpose, so that one changed decision does not shift the dice of
/// later turns.
#[derive(Clone, Debug)]
pub struct GameDice {
    key: Key,
    streams: [[Option<(u16, Stream)>; Throw::PURPOSES]; 2],
}

impl GameDice {
    /// The dice of the game with this key.
    pub fn new(key: Key) -> GameDice {
        GameDice { key, streams: Default::default() }
    }

    /// The dice of a game given by master seed, scenario name and pair number.
    pub fn of_game(seed: u64, scenario: &str, pair: u64) -> GameDice {
        GameDice::new(Key::new(seed).with_name(scenario).with(pair))
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

/// n! / (k1! k2! …) for parts that sum to n: in how many orders dice can show these counts.
///
/// Exact up to 20 dice.
pub fn multinomial(parts: &[u32]) -> u64 {
    let mut placed = 0u64;
    let mut result = 1u64;
    for part in parts {
        for k in 1..=u64::from(*part) {
            placed += 1;
            // Multiplying by `placed` and dividing by `k` step by step is a binomial coefficient at every step, so it stays whole.
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
}
