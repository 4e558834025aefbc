//! The soak: plays every shipped scenario with every pair of armies under every edition and period, half of the games from the usual start and half from random legal positions,
//! with random bots and a share of greedy ones. Every position is checked; a panic, an illegal position or an endless game fails it, and is told with the command that plays that one game
//! again. At the end stands how often each rule took effect.
//!
//! `SOAK_GAMES=2000000 cargo test --release --test soak -- --ignored --nocapture`; see docs/testing.md.

mod fleet;
mod play;
#[allow(dead_code)]
#[path = "../jomini/skirmish.rs"]
mod skirmish;
#[path = "../jomini/soundness.rs"]
mod soundness;

use fleet::{Fleet, Place};
use play::{Fault, Player};
use rayon::prelude::*;
use reglette::game::Game;
use reglette::jomini::Battle;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Fewer than this are named.
const THRESHOLD: u64 = 1_000;
/// Games where the environment says nothing.
const GAMES: u64 = 2_000_000;
/// How many faults are told.
const TOLD: usize = 10;

/// What came of some games.
#[derive(Default)]
struct Tally {
    games: u64,
    scattered: u64,
    greedy: u64,
    counts: Vec<u64>,
    faults: Vec<Fault>,
}

impl Tally {
    fn and(mut self, other: Tally) -> Tally {
        if self.counts.is_empty() {
            return other;
        }
        self.games += other.games;
        self.scattered += other.scattered;
        self.greedy += other.greedy;
        self.counts.iter_mut().zip(&other.counts).for_each(|(mine, theirs)| *mine += theirs);
        self.faults.extend(other.faults);
        self
    }
}

fn from_environment(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is a whole number, not {text}")))
}

/// Plays the games of one place of the schedule: the battles are prepared once for all of them.
fn soak_place(fleet: &Fleet, place: &Place, seed: u64, games: u64, started: Instant, done: &AtomicU64) -> Tally {
    let mut player = Player::new(fleet);
    let mut tally = Tally { counts: vec![0; Battle::events().len()], ..Tally::default() };
    let Some(stage) = fleet.stage(place, seed) else { return tally };
    for game in 0..games {
        let number = place.number * games + game;
        let played = player.play(&stage, seed, number, &mut tally.counts);
        tally.games += 1;
        tally.scattered += u64::from(played.scattered);
        tally.greedy += u64::from(played.greedy);
        tally.faults.extend(played.fault);
    }
    let before = done.fetch_add(games, Ordering::Relaxed);
    if before / 100_000 != (before + games) / 100_000 {
        eprintln!("{} games after {} s", before + games, started.elapsed().as_secs());
    }
    tally
}

fn soak(seed: u64, wanted: u64) -> Tally {
    let fleet = Fleet::new();
    let places = fleet.places();
    let games = wanted.div_ceil(places.len() as u64).max(2);
    let (started, done) = (Instant::now(), AtomicU64::new(0));
    if let Some(number) = from_environment("SOAK_GAME") {
        let place = &places[(number / games) as usize];
        let stage = fleet.stage(place, seed).expect("a game that was played can be played again");
        Player::new(&fleet).tell(&stage, seed, number);
        return Tally::default();
    }
    let tally = places.par_iter().map(|place| soak_place(&fleet, place, seed, games, started, &done)).reduce(Tally::default, Tally::and);
    eprintln!("{} games at {} places in {} s", tally.games, places.len(), started.elapsed().as_secs());
    tally
}

/// How often each event took effect, group by group, and which did so rarely.
fn print_table(tally: &Tally) {
    let events = Battle::events();
    let mut group = "";
    println!("{} games, {} of them from random positions, {} with a greedy bot", tally.games, tally.scattered, tally.greedy);
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

/// Fails on faults, told with the way to see each again.
fn assert_no_fault(tally: &Tally, seed: u64, wanted: u64) {
    for fault in tally.faults.iter().take(TOLD) {
        println!("game {} ({}): {}", fault.game, fault.place, fault.what);
        println!(
            "   to see it: SOAK_SEED={seed} SOAK_GAMES={wanted} SOAK_GAME={} cargo test --release --test soak -- --ignored --nocapture",
            fault.game
        );
    }
    assert!(tally.faults.is_empty(), "{} games with a fault", tally.faults.len());
}

/// `cargo test --release --test soak -- --ignored --nocapture`
#[test]
#[ignore = "plays two million games, or as many as SOAK_GAMES says"]
fn soak_every_scenario_army_edition_and_period() {
    let seed = from_environment("SOAK_SEED").unwrap_or(1);
    let wanted = from_environment("SOAK_GAMES").unwrap_or(GAMES);
    let tally = soak(seed, wanted);
    if tally.games > 0 {
        print_table(&tally);
        assert_no_fault(&tally, seed, wanted);
    }
}

/// A glance at a few places, so that the soak itself is known to work.
#[test]
fn a_short_soak_finds_no_fault() {
    let fleet = Fleet::new();
    let places = fleet.places();
    let (started, done) = (Instant::now(), AtomicU64::new(0));
    let step = (places.len() / 40).max(1);
    let tally =
        places.par_iter().step_by(step).map(|place| soak_place(&fleet, place, 7, 3, started, &done)).reduce(Tally::default, Tally::and);
    assert!(tally.games > 60 && tally.scattered > 20, "{} games, {} scattered", tally.games, tally.scattered);
    assert!(tally.counts.iter().filter(|count| **count > 0).count() > 60, "many rules take effect");
    let faults: Vec<String> = tally.faults.iter().map(|fault| format!("game {} ({}): {}", fault.game, fault.place, fault.what)).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}
