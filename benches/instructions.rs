//! A fixed amount of random play from the stored positions in contact, without a benchmark harness: for callgrind, and
//! for quick measurements.
//!
//! ```sh
//! cargo bench --bench instructions                 # decisions, combats, nanoseconds
//! cargo bench --bench instructions --no-run        # prints where the program lies
//! valgrind --tool=callgrind --callgrind-out-file=callgrind.out target/release/deps/instructions-… 1
//! callgrind_annotate callgrind.out | head -60
//! ```
//!
//! The argument is the number of repetitions, 200 by default.

mod workload;

use std::time::Instant;
use workload::{CONTACT, play_all, positions};

fn main() {
    let times: u32 = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(200);
    let positions = positions();
    let start = Instant::now();
    for _ in 0..times {
        assert_eq!(play_all(&positions), CONTACT, "the work that was measured before");
    }
    let seconds = start.elapsed().as_secs_f64() / f64::from(times);
    println!(
        "{} decisions, {} rolls, {} combats: {:.1} ns a decision, {:.0} combats a second",
        CONTACT.decisions,
        CONTACT.rolls,
        CONTACT.combats,
        seconds * 1e9 / CONTACT.decisions as f64,
        CONTACT.combats as f64 / seconds
    );
}
