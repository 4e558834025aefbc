//! Interrupts: the first asks the program to stop after the games in play, the second ends it immediately. No recorded
//! data are lost either way.

use super::Exit;
use super::note::note;
use crate::bots::external::warden;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static HALT: AtomicBool = AtomicBool::new(false);

/// A flag set when the user or the system wants the program to stop (Ctrl-C, SIGTERM, SIGHUP).
pub fn on_interrupt() -> &'static AtomicBool {
    static INSTALLED: OnceLock<()> = OnceLock::new();
    INSTALLED.get_or_init(|| {
        let interrupted = || {
            if HALT.swap(true, Ordering::Relaxed) {
                warden::end_all();
                std::process::exit(Exit::Interrupted.code().into());
            }
            note!("\nstopping after the games in play; interrupt again to stop immediately");
        };
        // Without a handler an interrupt ends the program immediately, and the run can still be resumed.
        if let Err(error) = ctrlc::set_handler(interrupted) {
            note!("interrupts cannot be caught: {error}");
        }
    });
    &HALT
}
