//! The soak: plays every shipped scenario with every pair of shipped armies, half of the games from the usual start and
//! half from random legal positions, with random bots and a share of greedy ones. Every position is checked; a panic,
//! an invalid position or an endless game fails it, and is reported with the command that replays that game. At the end
//! the number of times each rule took effect is printed. The places of Jomini are in `hexes.rs`, those of En Avant ! in
//! `rulers.rs`.
//!
//! `SOAK_GAMES=2000000 cargo test --release --test soak -- --ignored --nocapture`; see docs/testing.md.

mod chance_battle;
mod digest;
#[path = "../support/en_avant_positions.rs"]
mod en_avant_positions;
#[path = "../common/environment.rs"]
mod environment;
mod hexes;
#[path = "../support/jomini_positions.rs"]
mod jomini_positions;
mod play;
mod rulers;
#[path = "../en_avant/soundness.rs"]
mod rulers_soundness;
#[allow(dead_code)]
#[path = "../jomini/skirmish.rs"]
mod skirmish;
#[path = "../jomini/soundness.rs"]
mod soundness;
mod stage;

use digest::Digest;
use hexes::Hexes;
use play::{Fault, Player};
use rayon::prelude::*;
use reglette::game::{Event, Game};
use rulers::{Rulers, Works};
use stage::{Fleet, Stage};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Events with fewer occurrences are listed.
const THRESHOLD: u64 = 1_000;
/// The maximum number of faults reported.
const MOST_REPORTED: usize = 10;
/// Progress is reported every this many games.
const REPORT_EVERY: u64 = 10_000;

/// The results of some games.
#[derive(Default)]
struct Tally {
    games: u64,
    scattered: u64,
    greedy: u64,
    counts: Vec<u64>,
    faults: Vec<Fault>,
    /// The digest of each place, where requested.
    digests: Vec<String>,
}

impl Tally {
    fn and(mut self, other: Tally) -> Tally {
        if self.games == 0 {
            return other;
        }
        self.games += other.games;
        self.scattered += other.scattered;
        self.greedy += other.greedy;
        self.counts.iter_mut().zip(&other.counts).for_each(|(mine, theirs)| *mine += theirs);
        self.faults.extend(other.faults);
        self.digests.extend(other.digests);
        self
    }
}

fn events<F: Fleet>() -> &'static [Event] {
    <F::Stage as Stage>::Game::events()
}

/// A soak in progress: its seed, its start and its progress.
struct Run {
    seed: u64,
    started: Instant,
    done: AtomicU64,
}

impl Run {
    fn new(seed: u64) -> Run {
        Run { seed, started: Instant::now(), done: AtomicU64::new(0) }
    }

    /// Plays the games of one place of the schedule: its games are prepared once for all of them.
    fn soak_place<F: Fleet>(&self, fleet: &F, place: u64, games: u64, is_digested: bool) -> Tally {
        let mut player = Player::new(fleet);
        let mut tally = Tally { counts: vec![0; events::<F>().len()], ..Tally::default() };
        let Some(stage) = fleet.stage(place, self.seed) else { return tally };
        let mut digest = is_digested.then(Digest::default);
        for game in 0..games {
            let number = place * games + game;
            let played = player.play(&stage, self.seed, number, &mut tally.counts, digest.as_mut());
            tally.games += 1;
            tally.scattered += u64::from(played.scattered);
            tally.greedy += u64::from(played.greedy);
            if let Some(fault) = played.fault {
                // Immediately, for long soaks.
                eprintln!("game {} ({}): {}", fault.game, fault.place, fault.what);
                tally.faults.push(fault);
            }
        }
        tally.digests = digest.map(|digest| format!("{digest} {}", stage.name())).into_iter().collect();
        let before = self.done.fetch_add(games, Ordering::Relaxed);
        if before / REPORT_EVERY != (before + games) / REPORT_EVERY {
            eprintln!("{} games after {} s", before + games, self.started.elapsed().as_secs());
        }
        tally
    }
}

/// Plays this many games, distributed over all places.
fn soak<F: Fleet>(seed: u64, wanted: u64) -> Tally {
    let fleet = F::read();
    let places = fleet.places();
    let games = wanted.div_ceil(places).max(2);
    if let Some(number) = environment::number("SOAK_GAME") {
        let stage = fleet.stage(number / games, seed).expect("a game that was played can be played again");
        Player::new(&fleet).narrate(&stage, seed, number);
        return Tally::default();
    }
    let run = Run::new(seed);
    // Where there are fewer games than places, every nth place is played, others with another seed. An odd step reaches
    // every kind of place.
    let step = (places * games / wanted.max(1)).max(1) | 1;
    let chosen: Vec<u64> = (seed % step..places).step_by(step as usize).collect();
    let tally =
        chosen.par_iter().map(|place| run.soak_place(&fleet, *place, games, false)).reduce(Tally::default, Tally::and);
    eprintln!("{} games at {} places in {} s", tally.games, chosen.len(), run.started.elapsed().as_secs());
    tally
}

/// The number of times each event took effect, by group, and the rare ones.
fn print_table<F: Fleet>(tally: &Tally) {
    let events = events::<F>();
    let mut group = "";
    println!(
        "{} games, {} of them from random positions, {} with a greedy bot",
        tally.games, tally.scattered, tally.greedy
    );
    for (event, count) in events.iter().zip(&tally.counts) {
        if event.group != group {
            group = event.group;
            println!("\n{group}");
        }
        println!("  {:<42} {count:>14}{}", event.name, if *count < THRESHOLD { "  rare" } else { "" });
    }
    let rare: Vec<String> = events
        .iter()
        .zip(&tally.counts)
        .filter(|(_, count)| **count < THRESHOLD)
        .map(|(event, _)| format!("{} {}", event.group, event.name))
        .collect();
    match rare.is_empty() {
        true => println!("\nEverything took effect at least {THRESHOLD} times."),
        false => println!("\nFewer than {THRESHOLD} times: {}", rare.join(", ")),
    }
}

/// Fails on faults, reported with the way to replay each.
fn assert_no_fault<F: Fleet>(tally: &Tally, seed: u64, wanted: u64) {
    for fault in tally.faults.iter().take(MOST_REPORTED) {
        println!("game {} ({}): {}", fault.game, fault.place, fault.what);
        let game = format!("SOAK_SEED={seed} SOAK_GAMES={wanted} SOAK_GAME={}", fault.game);
        println!("   to see it: {game} cargo test --release --test soak {} -- --ignored --nocapture", F::TEST);
    }
    assert!(tally.faults.is_empty(), "{} games with a fault", tally.faults.len());
}

/// Plays as many games as the environment says, or this many by default.
fn soak_at_length<F: Fleet>(games: u64) {
    let seed = environment::number("SOAK_SEED").unwrap_or(1);
    let wanted = environment::number("SOAK_GAMES").unwrap_or(games);
    let tally = soak::<F>(seed, wanted);
    if tally.games > 0 {
        print_table::<F>(&tally);
        assert_no_fault::<F>(&tally, seed, wanted);
    }
}

/// A short soak of some places, so that the soak itself is tested, and no rule changes unnoticed: all digests must
/// equal the stored ones (`INSTA_UPDATE=always` stores them again).
fn glance<F: Fleet>(stored: &str, places_seen: u64, seed: u64) -> Tally {
    let fleet = F::read();
    let places = fleet.places();
    let run = Run::new(seed);
    let step = (places / places_seen).max(1);
    let chosen: Vec<u64> = (0..places).step_by(step as usize).collect();
    let tally =
        chosen.par_iter().map(|place| run.soak_place(&fleet, *place, 3, true)).reduce(Tally::default, Tally::and);
    let rendered = |fault: &Fault| format!("game {} ({}): {}", fault.game, fault.place, fault.what);
    let faults: Vec<String> = tally.faults.iter().map(rendered).collect();
    assert!(faults.is_empty(), "{faults:#?}");
    insta::with_settings!({ snapshot_path => "../snapshots", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(stored, tally.digests.join("\n"));
    });
    tally
}

#[test]
#[ignore = "plays two million games, or as many as SOAK_GAMES says"]
fn soak_every_scenario_army_edition_and_period() {
    soak_at_length::<Hexes>(2_000_000);
}

#[test]
#[ignore = "plays half a million games, or as many as SOAK_GAMES says"]
fn soak_en_avant_over_every_scenario_and_army() {
    soak_at_length::<Rulers>(500_000);
}

#[test]
#[ignore = "plays a hundred thousand games, or as many as SOAK_GAMES says"]
fn soak_en_avant_among_works() {
    soak_at_length::<Works>(100_000);
}

#[test]
fn a_short_soak_finds_no_fault() {
    let tally = glance::<Hexes>("games_of_jomini", 160, 7);
    assert!(tally.games > 60 && tally.scattered > 20, "{} games, {} scattered", tally.games, tally.scattered);
    assert!(tally.counts.iter().filter(|count| **count > 0).count() > 60, "many rules take effect");
}

#[test]
fn a_short_soak_of_en_avant_finds_no_fault() {
    let tally = glance::<Rulers>("games_of_en_avant", 101, 7);
    assert!(tally.games > 250 && tally.scattered > 80, "{} games, {} scattered", tally.games, tally.scattered);
    let works = glance::<Works>("games_of_en_avant_among_works", 31, 7);
    assert!(works.games > 25, "{} games", works.games);
}
