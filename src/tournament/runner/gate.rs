//! How far the threads that play may be ahead of the merge.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex};

/// The number of merged blocks, for threads that wait to play on.
pub(super) struct Gate<'a> {
    pub(super) merged: Mutex<u64>,
    pub(super) opened: Condvar,
    pub(super) closed: AtomicBool,
    pub(super) halt: &'a AtomicBool,
}

impl Gate<'_> {
    /// Waits until `block` is close enough to the merge; false if no more blocks are wanted.
    pub(super) fn wait(&self, block: u64, ahead: u64) -> bool {
        let merged = self.merged.lock().expect("no thread panics while holding the lock");
        let wait = |merged: &mut u64| block >= *merged + ahead && self.is_open();
        drop(self.opened.wait_while(merged, wait).expect("no thread panics while holding the lock"));
        self.is_open()
    }

    pub(super) fn is_open(&self) -> bool {
        !self.closed.load(Ordering::Relaxed) && !self.halt.load(Ordering::Relaxed)
    }

    pub(super) fn advance(&self) {
        *self.merged.lock().expect("no thread panics while holding the lock") += 1;
        self.opened.notify_all();
    }

    pub(super) fn close(&self) {
        let _held = self.merged.lock().expect("no thread panics while holding the lock");
        self.closed.store(true, Ordering::Relaxed);
        self.opened.notify_all();
    }
}
