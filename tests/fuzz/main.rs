//! Fuzzing of everything that reads external data, with randomly mutated files: no panic, at most a second and 256 MB
//! for each.
//!
//! `FUZZ=300000 cargo test --release --test fuzz -- --nocapture` gives each loader that many inputs. Inputs are
//! numbered and derived from the seed (`FUZZ_SEED`), so that a long run can be divided: `FUZZ_FROM=300000 FUZZ=100000`
//! continues after the first 300,000. `FUZZ_ONLY="position, jomini"` selects one loader.

mod change;
#[path = "../common/environment.rs"]
mod environment;
mod loaders;

use loaders::{LOADERS, Loader};
use reglette::game::rng::Key;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The time limit of an input; twice as long in test builds.
const MOST_TIME: Duration = Duration::from_secs(if cfg!(debug_assertions) { 2 } else { 1 });
/// The peak memory limit of an input in bytes.
const MOST_BYTES: u64 = 256 << 20;

/// The resources used by one input.
struct Taken {
    panicked: bool,
    accepted: bool,
    time: Duration,
    bytes: u64,
}

/// The processor time of this thread, so that other work on the machine does not count.
fn clock() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).expect("less than a second"))
}

fn read(loader: &Loader, text: &str) -> Taken {
    let begun = clock();
    let mut accepted = Ok(false);
    let used = allocation_counter::measure(|| accepted = catch_unwind(AssertUnwindSafe(|| loader.accepts(text))));
    Taken {
        panicked: accepted.is_err(),
        accepted: accepted.unwrap_or(false),
        time: clock() - begun,
        bytes: used.bytes_max,
    }
}

/// Runs one loader; returns its faults as text.
fn fed(loader: &Loader, numbers: std::ops::Range<u64>, seed: u64) -> Vec<String> {
    let corpus = loader.corpus();
    assert!(!corpus.is_empty(), "{}: no file to begin with", loader.name());
    for text in &corpus {
        let taken = read(loader, text);
        assert!(taken.accepted && !taken.panicked, "{}: a sound file is refused:\n{text}", loader.name());
    }
    let (mut faults, mut accepted, mut slowest, mut largest) = (Vec::new(), 0_u64, (Duration::ZERO, 0), (0, 0));
    let begun = Instant::now();
    for number in numbers.clone() {
        let mut stream = Key::new(seed).with_name(&loader.name()).with(number).stream();
        let text = change::changed(&corpus, &mut stream);
        let taken = read(loader, &text);
        accepted += u64::from(taken.accepted);
        slowest = slowest.max((taken.time, number));
        largest = largest.max((taken.bytes, number));
        if taken.panicked || taken.time > MOST_TIME || taken.bytes > MOST_BYTES {
            let what =
                if taken.panicked { "panics".to_owned() } else { format!("{:?}, {} bytes", taken.time, taken.bytes) };
            faults.push(format!("{} {number} of seed {seed}: {what}", loader.name()));
        }
    }
    println!(
        "{:<22} {:>9} inputs in {:>5.0} s, {accepted} of them accepted; slowest {:.3} s (number {}), most memory {:.1} \
            MB (number {})",
        loader.name(),
        numbers.end - numbers.start,
        begun.elapsed().as_secs_f64(),
        slowest.0.as_secs_f64(),
        slowest.1,
        largest.0 as f64 / 1e6,
        largest.1,
    );
    faults
}

#[test]
fn no_input_panics_or_takes_more_than_it_may() {
    let (from, inputs, seed) = (
        environment::number("FUZZ_FROM").unwrap_or(0),
        environment::number("FUZZ").unwrap_or(300),
        environment::number("FUZZ_SEED").unwrap_or(20_261_123),
    );
    let only = std::env::var("FUZZ_ONLY").ok();
    // Panics are reported below; the default messages would fill the screen.
    if std::env::var_os("FUZZ_LOUD").is_none() {
        std::panic::set_hook(Box::new(|_| {}));
    }
    let wanted = |loader: &&Loader| only.as_ref().is_none_or(|name| *name == loader.name());
    let faults: Vec<String> =
        LOADERS.iter().filter(wanted).flat_map(|loader| fed(loader, from..from + inputs, seed)).collect();
    let _ = std::panic::take_hook();
    assert!(faults.is_empty(), "{} inputs at fault:\n{}", faults.len(), faults[..faults.len().min(40)].join("\n"));
}

/// Files that once overflowed the stack of the parser or took more memory than they may: lines that open a table and
/// never close it, lists of deep tables, long dotted keys.
#[test]
fn deep_and_wide_files_are_refused_within_the_limits() {
    const SIZE: usize = 500_000;
    let many = |line: &str| line.repeat(SIZE / line.len());
    let deep = format!("    {{ dice = {}1{} }},\n", "{a=".repeat(70), "}".repeat(70));
    let texts = [
        many("phase = { name = \"push\", runner = 0, from = 2[position]\n"),
        many("recoils = { now = 0.3407, late = -0.scenarios = [\"open-field\", \"plain\"]\n"),
        format!("name = \"Deep\"\nrunners = [\n{}]\n", many(&deep)),
        format!("name = \"Wide\"\nrunners = [\n{}]\n", many("{a={a=1}},")),
        format!("{}a = 1", many("a.")),
        many("a.b.c.d.e.f = 1\n"),
        many("[a.b.c.d]\n"),
        many("{"),
        many("a=[]\n"),
    ];
    for loader in LOADERS.iter().filter(|loader| matches!(loader, Loader::File(..) | Loader::Bot | Loader::Manifest)) {
        for text in &texts {
            let taken = read(loader, text);
            let start: String = text.chars().take(80).collect();
            let what = format!("{}: {start}: {:?}, {} bytes", loader.name(), taken.time, taken.bytes);
            assert!(!taken.panicked && !taken.accepted, "{what}");
            assert!(taken.time <= MOST_TIME && taken.bytes <= MOST_BYTES, "{what}");
        }
    }
}

/// The input with a number, for inspection: `FUZZ_ONLY="army, toy" FUZZ_FROM=7 cargo test --test fuzz show -- --ignored
/// --nocapture`.
#[test]
#[ignore = "shows an input"]
fn show() {
    let name = std::env::var("FUZZ_ONLY").expect("FUZZ_ONLY names a loader");
    let loader = LOADERS.iter().find(|loader| loader.name() == name).expect("a known loader");
    let mut stream = Key::new(environment::number("FUZZ_SEED").unwrap_or(20_261_123))
        .with_name(&name)
        .with(environment::number("FUZZ_FROM").unwrap_or(0))
        .stream();
    println!("{}", change::changed(&loader.corpus(), &mut stream));
}
