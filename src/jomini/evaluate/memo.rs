//! A cache of the results of a function by its arguments, valid as long as nothing else on which it depends changes.

use std::cell::Cell;

/// Results by their arguments, at most `PLACES` of them, a power of two: each is stored in the one place that its
/// argument hashes to, where it replaces the result of another argument.
pub struct Memo<K, V, const PLACES: usize>([Place<K, V>; PLACES]);

/// An argument and its result, in cells of their own: most arguments differ, and then no result is copied.
struct Place<K, V> {
    argument: Cell<Option<K>>,
    result: Cell<Option<V>>,
}

impl<K: Copy + PartialEq, V: Copy, const PLACES: usize> Memo<K, V, PLACES> {
    /// An empty cache.
    pub const fn new() -> Self {
        const { assert!(PLACES.is_power_of_two()) };
        Memo([const { Place { argument: Cell::new(None), result: Cell::new(None) } }; PLACES])
    }

    /// The result for an argument that hashes to this number, computed if it is not known.
    #[inline]
    pub fn get(&self, argument: K, hash: usize, compute: impl FnOnce() -> V) -> V {
        let place = &self.0[hash % PLACES];
        if place.argument.get() == Some(argument)
            && let Some(result) = place.result.get()
        {
            return result;
        }
        let result = compute();
        place.argument.set(Some(argument));
        place.result.set(Some(result));
        result
    }
}

/// A number that no other call on this thread returns: as part of an argument, it keeps the results of different
/// positions apart.
#[inline]
pub fn next_number() -> u64 {
    thread_local! {
        static LAST: Cell<u64> = const { Cell::new(0) };
    }
    LAST.with(|last| {
        last.set(last.get() + 1);
        last.get()
    })
}

/// A hash of 16 bytes, multiplicative (Knuth, The Art of Computer Programming 3, 6.4).
#[inline]
pub fn hash(bytes: u128) -> usize {
    let folded = (bytes as u64) ^ ((bytes >> 64) as u64).rotate_left(29);
    (folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_result_is_that_of_its_argument(
            arguments in prop::collection::vec(0u128..64, 1..200), shift in 0u32..120,
        ) {
            let memo = Memo::<u128, u128, 8>::new();
            for argument in arguments {
                let argument = argument << shift;
                prop_assert_eq!(memo.get(argument, hash(argument), || argument % 1009), argument % 1009);
            }
        }
    }

    #[test]
    fn a_known_result_is_not_computed_again() {
        let memo = Memo::<u8, u8, 8>::new();
        assert_eq!(memo.get(7, 3, || 1), 1);
        assert_eq!(memo.get(7, 3, || panic!("it is known")), 1);
    }
}
