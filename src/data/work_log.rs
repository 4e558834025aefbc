//! The log of a long computation: the result of each unit of work, by a key, so that an interrupted computation need
//! not repeat logged units.
//!
//! The computation calls [`unit()`]; where the log is stored is up to its implementation (`study/journal.rs`).
//! [`Unlogged`] stores nothing.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;

/// Stores the results of units of work, and says when no more are to be begun.
pub trait WorkLog: Sync {
    /// The logged result of the unit with this key, as JSON.
    fn known(&self, key: &str) -> Option<String>;

    /// Logs the result of a unit.
    ///
    /// # Errors
    /// If it cannot be written.
    fn done(&self, key: &str, value: &str) -> io::Result<()>;

    /// Whether no more units are to be begun.
    fn is_halted(&self) -> bool;

    /// Whether this is the log of a part: of independent units it holds some, and work that depends on all of them is
    /// left to the whole.
    fn is_part(&self) -> bool {
        false
    }

    /// Whether the unit at this index of a list belongs to this part; a whole holds all.
    fn holds(&self, _place: u64) -> bool {
        true
    }
}

/// Stores nothing, and never halts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unlogged;

impl WorkLog for Unlogged {
    fn known(&self, _key: &str) -> Option<String> {
        None
    }

    fn done(&self, _key: &str, _value: &str) -> io::Result<()> {
        Ok(())
    }

    fn is_halted(&self) -> bool {
        false
    }
}

/// Why work ends before it is done.
#[derive(Debug, thiserror::Error)]
pub enum Stopped {
    /// A halt was requested.
    #[error("interrupted")]
    Halted,
    /// All units of a part are done.
    #[error("the part is done")]
    PartDone,
    /// The result of a unit cannot be written.
    #[error("cannot write the log of played games: {0}")]
    Unwritten(#[from] io::Error),
}

/// The result of a unit of work: from the log, or else from `work`, and then logged. A key is one word, unique among
/// units.
///
/// # Errors
/// The errors of `work`; [`Stopped`] if the log halts or cannot be written.
pub fn unit<T, E>(log: &dyn WorkLog, key: &str, work: impl FnOnce() -> Result<T, E>) -> Result<T, E>
where
    T: Serialize + DeserializeOwned,
    E: From<Stopped>,
{
    if log.is_halted() {
        return Err(Stopped::Halted.into());
    }
    // A logged result of an unexpected form is ignored: the work gives the same result again.
    if let Some(known) = log.known(key).and_then(|text| serde_json::from_str(&text).ok()) {
        return Ok(known);
    }
    let value = work()?;
    let text = serde_json::to_string(&value).map_err(|error| Stopped::Unwritten(error.into()))?;
    log.done(key, &text).map_err(Stopped::Unwritten)?;
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[derive(Default)]
    struct InMemory {
        known: Mutex<BTreeMap<String, String>>,
        halted: AtomicBool,
    }

    impl WorkLog for InMemory {
        fn known(&self, key: &str) -> Option<String> {
            self.known.lock().unwrap().get(key).cloned()
        }

        fn done(&self, key: &str, value: &str) -> io::Result<()> {
            self.known.lock().unwrap().insert(key.to_owned(), value.to_owned());
            Ok(())
        }

        fn is_halted(&self) -> bool {
            self.halted.load(Ordering::Relaxed)
        }
    }

    #[test]
    fn a_unit_is_done_once() {
        let log = InMemory::default();
        let done = |value: u32| unit::<_, Stopped>(&log, "a", || Ok(value)).unwrap();
        assert_eq!((done(1), done(2)), (1, 1));
        // A result of an unexpected form is computed again.
        log.known.lock().unwrap().insert("a".into(), "\"one\"".into());
        assert_eq!((done(3), done(4)), (3, 3));
        log.halted.store(true, Ordering::Relaxed);
        assert!(matches!(unit::<u32, _>(&log, "a", || Ok(5)), Err(Stopped::Halted)));
    }

    #[test]
    fn nothing_is_on_record_of_a_unit_that_failed() {
        let log = InMemory::default();
        assert!(unit::<u32, _>(&log, "a", || Err(Stopped::Halted)).is_err());
        assert_eq!(unit::<u32, Stopped>(&log, "a", || Ok(5)).unwrap(), 5);
        assert_eq!(unit::<u32, Stopped>(&Unlogged, "a", || Ok(6)).unwrap(), 6);
    }

    /// Means and features are sums of such numbers: they must round-trip to the last bit.
    #[test]
    fn numbers_come_back_as_they_were() {
        let mut bits = 0x9E37_79B9_7F4A_7C15_u64;
        for _ in 0..100_000 {
            bits = bits.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            let number = f64::from_bits(bits);
            if number.is_finite() {
                let back: f64 = serde_json::from_str(&serde_json::to_string(&number).unwrap()).unwrap();
                assert_eq!(back.to_bits(), number.to_bits(), "{number:e}");
            }
        }
    }
}
