//! Whole tournaments by the number of threads: games of two random bots, and of two greedy ones, with the runner,
//! counters and records around them.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use reglette::data::Library;
use reglette::game::toy::ToyBook;
use reglette::game::{Evaluate, Rulebook, Show};
use reglette::jomini::Jomini;
use reglette::tournament::{
    DiscardResults, Request, ResumePoint, RunConfig, Shard, Standings, ToTheEnd, Tournament, load, run,
};
use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

static ON: AtomicBool = AtomicBool::new(false);

/// A tournament of two bots, or of one bot with two armies.
fn tournament<R: Rulebook + 'static>(
    scenario: &str,
    armies: &[&str],
    bots: &[&str],
    games: u64,
) -> Tournament<R::Game> {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let request = Request {
        scenarios: vec![scenario.to_owned()],
        armies: owned(armies),
        bots: owned(bots),
        games,
        seed: 1,
        ..Request::default()
    };
    load::<R>(&Library::built_in(), &request).unwrap_or_else(|error| panic!("{error}")).tournament
}

/// Plays all games on some numbers of threads.
fn play<G: Evaluate + Show + 'static>(criterion: &mut Criterion, name: &str, tournament: &Tournament<G>) {
    let most = std::thread::available_parallelism().map_or(1, usize::from);
    let mut group = criterion.benchmark_group("tournament");
    group.sample_size(10).measurement_time(Duration::from_secs(15));
    group.throughput(Throughput::Elements(tournament.schedule.games()));
    for threads in 1..=most {
        group.bench_function(format!("{name}, {threads} threads"), |bencher| {
            bencher.iter(|| {
                let run_config = RunConfig { shard: Shard::WHOLE, threads, halt: &ON };
                let start = ResumePoint::new(Standings::new(&tournament.schedule));
                let (standings, _) = black_box(run(tournament, run_config, start, &mut DiscardResults, &mut ToTheEnd))
                    .expect("a tournament");
                assert_eq!(standings.games, tournament.schedule.games());
            });
        });
    }
}

fn throughput(criterion: &mut Criterion) {
    for (bots, games) in [(["random", "random"], 2_000), (["greedy", "greedy"], 200)] {
        let name = bots.join(" against ");
        play(criterion, &name, &tournament::<Jomini>("jomini/plain", &["france"], &bots, games));
    }
    // Games of the toy are short, so that their time is mostly that of the runner.
    play(criterion, "the toy", &tournament::<ToyBook>("toy/sprint", &["hares", "tortoises"], &["random"], 20_000));
}

criterion_group!(benches, throughput);
criterion_main!(benches);
