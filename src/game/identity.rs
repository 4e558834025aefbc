//! The identity of a prepared game, under which results may be cached between decisions.

use std::sync::atomic::{AtomicU64, Ordering};

/// A number that no other prepared game of this process has; a clone, which may be changed, has another.
#[derive(Debug, PartialEq, Eq)]
pub struct Identity(u64);

impl Identity {
    /// An identity that did not exist before.
    pub fn new() -> Identity {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Identity(LAST.fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// The number, at least 1.
    #[inline]
    pub fn number(&self) -> u64 {
        self.0
    }
}

impl Default for Identity {
    fn default() -> Identity {
        Identity::new()
    }
}

impl Clone for Identity {
    fn clone(&self) -> Identity {
        Identity::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clone_has_another_identity() {
        let identity = Identity::new();
        assert_ne!(identity.clone(), identity);
        assert_ne!(Identity::default(), identity);
    }
}
