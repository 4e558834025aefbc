//! Files of runs that are damaged at random. Every command either produces the bytes of an undamaged run or refuses,
//! and never succeeds with anything else.
//!
//! `DAMAGES=100 cargo test --release --test damages -- --nocapture` damages every file a hundred times (`DAMAGES_SEED`
//! draws others) and prints the results, by file.

mod damage;
#[path = "../common/environment.rs"]
mod environment;
mod folders;

use damage::{Damage, KINDS};
use folders::{Ground, Outcome, Subject};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use std::collections::BTreeMap;

/// Damages every file of a folder this many times, and prints the results. The kinds of damage are cycled through.
fn damaged(subject: Subject) {
    let ground = &Ground::of(subject);
    let (times, seed) =
        (environment::number("DAMAGES").unwrap_or(2), environment::number("DAMAGES_SEED").unwrap_or(20_261_123));
    let mut rng = Pcg64Mcg::seed_from_u64(seed ^ subject as u64);
    let mut counts: BTreeMap<(String, Outcome), u64> = BTreeMap::new();
    let mut faults = Vec::new();
    let mut all = 0;
    for (number, file) in ground.files(subject).into_iter().enumerate() {
        for time in 0..times {
            let kind = KINDS[(number as u64 + time) as usize % KINDS.len()];
            let damage = Damage::draw(kind, ground, subject, &file, &mut rng);
            all += 1;
            for (command, outcome, said) in ground.tried(subject, &damage) {
                *counts.entry((format!("{file:<24} {command}"), outcome)).or_default() += 1;
                if outcome == Outcome::Wrong {
                    faults.push(format!("{file}: {damage:?}: {command}:\n{said}"));
                }
            }
        }
    }
    println!("{subject:?}: {all} damages, seed {seed}");
    for ((what, outcome), times) in &counts {
        println!("  {what:<46} {outcome:<10?} {times:>6}");
    }
    assert!(all > 0);
    assert!(faults.is_empty(), "{} of {all} damages:\n{}", faults.len(), faults[..faults.len().min(5)].join("\n\n"));
    // Tables are not read by merge; of thirteen files three are.
    let noticed =
        counts.iter().filter(|((_, outcome), _)| *outcome != Outcome::Right).map(|(_, times)| times).sum::<u64>();
    assert!(noticed * 6 > all, "{noticed} of {all} damages are noticed");
}

#[test]
fn a_run_under_way() {
    damaged(Subject::Unfinished);
}

#[test]
fn a_finished_run() {
    damaged(Subject::Finished);
}

#[test]
fn a_part_of_a_run() {
    damaged(Subject::Part);
}

#[test]
fn a_comparison_under_way() {
    damaged(Subject::UnfinishedStudy);
}

#[test]
fn a_finished_comparison() {
    damaged(Subject::FinishedStudy);
}

#[test]
fn a_part_of_a_comparison() {
    damaged(Subject::PartOfStudy);
}
