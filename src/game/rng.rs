//! Random streams from hashed keys (design decision: same input, same output bytes).
//!
//! A key is a list of words. Each word goes through a fixed 64-bit mixer (the finaliser of SplitMix64, Steele, Lea and
//! Flood 2014), and the chain of mixed words gives state and stream of a PCG (O'Neill 2014). Neighbouring keys
//! therefore give unrelated streams, which adding or shifting words into the state would not.

use rand::Rng;
use rand_pcg::Pcg64;

/// Mixes one word: a bijection of 64 bits in which each input bit moves about half of the output bits.
#[inline]
pub fn mix(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A chain of mixed words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(u64);

impl Key {
    /// The key that starts from a master seed.
    #[inline]
    pub fn new(seed: u64) -> Key {
        Key(mix(seed))
    }

    /// This key with one more word appended.
    #[inline]
    #[must_use]
    pub fn with(self, word: u64) -> Key {
        Key(mix(self.0.rotate_left(23) ^ mix(word)))
    }

    /// This key with a name appended.
    #[must_use]
    pub fn with_name(self, name: &str) -> Key {
        let length = self.with(name.len() as u64);
        name.as_bytes().chunks(8).fold(length, |key, chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            key.with(u64::from_le_bytes(word))
        })
    }

    /// The key as 16 hexadecimal digits. From the key of a bot's stream the dice of the game can be computed.
    pub fn to_hex(self) -> String {
        format!("{:016x}", self.0)
    }

    /// The key of 16 hexadecimal digits; `None` for any other text.
    pub fn from_hex(text: &str) -> Option<Key> {
        let is_whole = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_whole.then(|| u64::from_str_radix(text, 16).ok()).flatten().map(Key)
    }

    /// The stream of this key.
    #[inline]
    pub fn stream(self) -> Stream {
        let state = (u128::from(mix(self.0 ^ 0x5851_f42d_4c95_7f2d)) << 64) | u128::from(mix(self.0));
        let stream = mix(self.0 ^ 0x1405_7b7e_f767_814f);
        Stream { numbers: Pcg64::new(state, u128::from(stream)), key: self }
    }
}

/// A stream of random numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    numbers: Pcg64,
    key: Key,
}

impl Stream {
    /// The key from which this stream began.
    pub fn key(&self) -> Key {
        self.key
    }

    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.numbers.next_u64()
    }

    /// A number below `bound` (which must not be 0), uniform to within `bound` in 2^64.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u128::from(self.bits()) * u128::from(bound)) >> 64) as u32
    }

    /// A number from 0 up to but not including 1, with 53 random bits.
    #[inline]
    pub fn unit_interval(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Rolls `dice` six-sided dice and passes each face, 0 to 5, to `take`. Eight dice come from one draw of 64 bits,
    /// so that faces are uniform to within 6^8 in 2^64.
    #[inline]
    pub fn faces(&mut self, dice: u32, mut take: impl FnMut(u32)) {
        let mut left = dice;
        while left > 0 {
            let mut fraction = self.bits();
            for _ in 0..left.min(8) {
                let product = u128::from(fraction) * 6;
                take((product >> 64) as u32);
                fraction = product as u64;
            }
            left = left.saturating_sub(8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_values_are_pinned() {
        // SplitMix64 from seed 0 begins e220a8397b1dcdaf (Vigna's reference implementation); `mix` of 0 is that value.
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
        let mut stream = Key::new(1).with(2).with(3).stream();
        let first: Vec<u64> = (0..4).map(|_| stream.bits()).collect();
        assert_eq!(first, PINNED);
    }

    const PINNED: [u64; 4] = [13723071605608927685, 3875134610763957868, 8947290474939750203, 5439489246396720904];

    #[test]
    fn a_stream_begins_again_from_its_key_as_text() {
        let mut stream = Key::new(1).with(2).stream();
        let first = stream.bits();
        let mut again = Key::from_hex(&stream.key().to_hex()).unwrap().stream();
        assert_eq!(again.bits(), first);
        assert_eq!(Key::from_hex("00000000000000ff").map(Key::to_hex).as_deref(), Some("00000000000000ff"));
        for text in ["", "ff", "+0000000000000ff", "00000000000000fg", "000000000000000ff"] {
            assert_eq!(Key::from_hex(text), None, "{text}");
        }
    }

    #[test]
    fn a_name_is_more_than_its_bytes() {
        assert_ne!(Key::new(0).with_name("a").0, Key::new(0).with_name("a\0").0);
        assert_ne!(Key::new(0).with_name("ab").with_name("c").0, Key::new(0).with_name("a").with_name("bc").0);
    }

    /// Chi-square over the first two dice of 10^6 neighbouring keys, one test for each word of a key. 35 degrees of
    /// freedom: the value exceeds 78.1 with probability 0.00004 if the dice are fair and independent.
    #[test]
    fn neighbouring_keys_give_independent_dice() {
        for word in 0..6 {
            let mut counts = [0u32; 36];
            for n in 0..1_000_000u64 {
                let mut words = [7, 1, 40, 0, 12, 2];
                words[word] = n;
                let key = words[1..].iter().fold(Key::new(words[0]), |key, word| key.with(*word));
                let (mut cell, mut weight) = (0, 1);
                key.stream().faces(2, |face| {
                    cell += face * weight;
                    weight *= 6;
                });
                counts[cell as usize] += 1;
            }
            let expected = 1_000_000.0 / 36.0;
            let chi_square: f64 = counts.iter().map(|c| (f64::from(*c) - expected).powi(2) / expected).sum();
            assert!(chi_square < 78.1, "word {word}: chi-square {chi_square}");
        }
    }

    /// The first die of one key is uncorrelated with the first die of the next.
    #[test]
    fn neighbouring_keys_are_uncorrelated() {
        let mut counts = [0u32; 36];
        let mut last = 0;
        for n in 0..1_000_000u64 {
            let mut face = 0;
            Key::new(3).with(n).stream().faces(1, |f| face = f);
            counts[(last * 6 + face) as usize] += 1;
            last = face;
        }
        let expected = 1_000_000.0 / 36.0;
        let chi_square: f64 = counts.iter().map(|c| (f64::from(*c) - expected).powi(2) / expected).sum();
        assert!(chi_square < 78.1, "chi-square {chi_square}");
    }
}
