//! The parts of a decision, at positions reached by random play from the stored positions in contact: listing the legal
//! actions, checking and applying one, copying the state, rolling dice.

mod workload;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use reglette::game::Game;
use reglette::game::rng::Key;
use reglette::jomini::State;
use reglette::jomini::state::faces::Effect;
use reglette::jomini::state::faces::draw_roll;
use std::hint::black_box;
use workload::{decisions, positions};

/// The number of decisions, and of legal actions at them.
const DECISIONS: usize = 686;
const ACTIONS: usize = 5_026;

fn parts(criterion: &mut Criterion) {
    let positions = positions();
    let decisions = decisions(&positions);
    let mut actions = Vec::new();
    let mut listed = 0;
    for (number, state) in &decisions {
        positions[*number].legal_actions(state, &mut actions);
        listed += actions.len();
    }
    assert_eq!((decisions.len(), listed), (DECISIONS, ACTIONS), "the work that was timed before");

    let mut group = criterion.benchmark_group("legal actions");
    group.throughput(Throughput::Elements(DECISIONS as u64));
    group.bench_function("list", |bencher| {
        bencher.iter(|| {
            for (number, state) in &decisions {
                positions[*number].legal_actions(state, &mut actions);
                black_box(&actions);
            }
        });
    });
    let mut stream = Key::new(1).stream();
    group.bench_function("draw one", |bencher| {
        bencher.iter(|| {
            for (number, state) in &decisions {
                black_box(positions[*number].random_action(state, &mut stream, &mut actions));
            }
        });
    });
    let drawn: Vec<_> = decisions
        .iter()
        .map(|(number, state)| positions[*number].random_action(state, &mut stream, &mut actions))
        .collect();
    group.bench_function("check one", |bencher| {
        bencher.iter(|| {
            for ((number, state), action) in decisions.iter().zip(&drawn) {
                black_box(positions[*number].check(state, action)).expect("a legal action");
            }
        });
    });
    group.bench_function("apply one to a copy", |bencher| {
        bencher.iter(|| {
            for ((number, state), action) in decisions.iter().zip(&drawn) {
                let mut next = *state;
                positions[*number].apply(&mut next, *action);
                black_box(&next);
            }
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group("parts");
    println!("a state takes {} bytes", size_of::<State>());
    let state = positions[0].start;
    group.bench_function("copy a state", |bencher| {
        bencher.iter_batched(|| (), |()| black_box(*black_box(&state)), BatchSize::SmallInput)
    });
    let sorting = [Effect::Hit, Effect::Nothing, Effect::Nothing, Effect::MoraleHit, Effect::Letter, Effect::Tactical];
    let mut stream = Key::new(2).stream();
    group.bench_function("roll four dice", |bencher| {
        bencher.iter(|| black_box(draw_roll(black_box(sorting), 4, &mut stream)))
    });
}

criterion_group!(benches, parts);
criterion_main!(benches);
