//! Games of En Avant ! with historical armies of 35 points: random ones per decision, greedy ones per game, and random
//! play from stored positions in contact.

mod workload;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use reglette::game::BySide;
use reglette::tournament::{GameKey, InPlay, NoObserver};
use std::hint::black_box;
use workload::en_avant::{bot, engagement, play_all, play_games, positions};

fn random_play(criterion: &mut Criterion) {
    let game = engagement("open-field", Some(("carthaginians", "republican-romans")));
    let mut group = criterion.benchmark_group("en avant, random play");
    group.throughput(Throughput::Elements(play_games(&game).decisions));
    group.bench_function("decisions in the open field", |bencher| bencher.iter(|| black_box(play_games(&game))));
    let positions = positions();
    group.throughput(Throughput::Elements(play_all(&positions).decisions));
    group.bench_function("decisions in contact", |bencher| bencher.iter(|| black_box(play_all(&positions))));
}

fn greedy_games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("en avant, greedy games");
    group.throughput(Throughput::Elements(1)).sample_size(20);
    let armies = ("carthaginians", "republican-romans");
    for (scenario, armies) in [("open-field", Some(armies)), ("cannae", None), ("river-with-ford", Some(armies))] {
        let game = engagement(scenario, armies);
        let (mut red, mut blue) = (bot("greedy"), bot("greedy"));
        let mut pair = 0;
        group.bench_function(scenario, |bencher| {
            bencher.iter(|| {
                pair = (pair + 1) % 64;
                let mut play = InPlay::new(&game, GameKey { seed: 1, scenario, pair }, BySide::new("red", "blue"));
                black_box(play.play_out(&game, BySide::new(&mut *red, &mut *blue), &mut NoObserver))
            });
        });
    }
}

criterion_group!(benches, random_play, greedy_games);
criterion_main!(benches);
