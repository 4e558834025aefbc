//! Greedy play: whole games on the open plain with the referee, and single choices at the stored positions in contact.

mod workload;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use reglette::game::rng::Key;
use reglette::game::{BySide, Game, Moment};
use reglette::tournament::{GameKey, InPlay, NoObserver};
use std::hint::black_box;
use workload::{battle, bot, decisions, positions};

fn whole_games(criterion: &mut Criterion) {
    let battle = battle("plain", "france", "austria");
    let (mut red, mut blue) = (bot("greedy"), bot("greedy"));
    let mut pair = 0;
    let mut game = || {
        pair = (pair + 1) % 64;
        let key = GameKey { seed: 1, scenario: "plain", pair };
        let mut game = InPlay::new(&battle, key, BySide::new("red", "blue"));
        game.play_out(&battle, BySide::new(&mut *red, &mut *blue), &mut NoObserver)
    };
    let sum: u32 = (0..64).map(|_| game()).map(|it| it.decisions.red + it.decisions.blue).sum();
    println!("greedy games on the plain: {} decisions a game", sum / 64);
    let mut group = criterion.benchmark_group("greedy game");
    group.throughput(Throughput::Elements(1));
    group.bench_function("one game on the plain", |bencher| bencher.iter(|| black_box(game())));
}

fn choices(criterion: &mut Criterion) {
    let positions = positions();
    let decisions = decisions(&positions);
    let mut bot = bot("greedy");
    let mut stream = Key::new(1).stream();
    let mut group = criterion.benchmark_group("greedy choice");
    group.throughput(Throughput::Elements(decisions.len() as u64));
    group.bench_function("in contact", |bencher| {
        bencher.iter(|| {
            for (number, state) in &decisions {
                let battle = &positions[*number];
                let Moment::Decide(side) = battle.moment(state) else { unreachable!("these are decisions") };
                black_box(bot.choose(battle, state, side, &mut stream)).expect("a choice");
            }
        });
    });
}

criterion_group!(benches, whole_games, choices);
criterion_main!(benches);
