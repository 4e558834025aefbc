//! Random play: whole games on the open plain, and decisions from the stored positions in contact, per decision and per
//! combat.

mod workload;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use reglette::game::Game;
use reglette::game::rng::Key;
use std::hint::black_box;
use workload::{CONTACT, battle, play, play_all, positions};

/// Decisions and rolls of the games on the plain with these seeds.
const GAMES: u64 = 10;
const GAME_DECISIONS: u64 = 4_127;

fn whole_games(criterion: &mut Criterion) {
    let battle = battle("plain", "france", "austria");
    let mut scratch = Vec::new();
    let mut play_games = || {
        let game =
            |seed| play(&battle, battle.initial(), &mut Key::new(seed).stream(), &mut scratch, u32::MAX).decisions;
        (0..GAMES).map(game).sum::<u64>()
    };
    assert_eq!(play_games(), GAME_DECISIONS, "the work that was timed before");
    let mut group = criterion.benchmark_group("random game");
    group.throughput(Throughput::Elements(GAMES));
    group.bench_function("games on the plain", |bencher| bencher.iter(|| black_box(play_games())));
    group.throughput(Throughput::Elements(GAME_DECISIONS));
    group.bench_function("decisions on the plain", |bencher| bencher.iter(|| black_box(play_games())));
}

fn contact(criterion: &mut Criterion) {
    let positions = positions();
    assert_eq!(play_all(&positions), CONTACT, "the work that was timed before");
    let mut group = criterion.benchmark_group("random play in contact");
    group.throughput(Throughput::Elements(CONTACT.decisions));
    group.bench_function("decisions", |bencher| bencher.iter(|| black_box(play_all(&positions))));
    group.throughput(Throughput::Elements(CONTACT.combats));
    group.bench_function("combats", |bencher| bencher.iter(|| black_box(play_all(&positions))));
}

criterion_group!(benches, whole_games, contact);
criterion_main!(benches);
