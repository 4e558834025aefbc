//! Whole tournaments by the number of threads: games of two random bots, and of two greedy ones, with the runner,
//! counters and records around them.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use reglette::data::Library;
use reglette::jomini::Jomini;
use reglette::tournament::{
    DiscardResults, Loaded, Request, ResumePoint, RunConfig, Shard, Standings, ToTheEnd, load, run,
};
use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

static ON: AtomicBool = AtomicBool::new(false);

fn throughput(criterion: &mut Criterion) {
    let most = std::thread::available_parallelism().map_or(1, usize::from);
    let mut group = criterion.benchmark_group("tournament");
    group.sample_size(10).measurement_time(Duration::from_secs(15));
    for (bots, games) in [(["random", "random"], 2_000), (["greedy", "greedy"], 200)] {
        let request = Request {
            scenarios: vec!["jomini/plain".to_owned()],
            armies: vec!["france".to_owned()],
            bots: bots.map(str::to_owned).to_vec(),
            games,
            seed: 1,
            ..Request::default()
        };
        let Loaded { tournament, .. } =
            load::<Jomini>(&Library::built_in(), &request).unwrap_or_else(|error| panic!("{error}"));
        group.throughput(Throughput::Elements(tournament.schedule.games()));
        for threads in 1..=most {
            group.bench_function(format!("{} against {}, {threads} threads", bots[0], bots[1]), |bencher| {
                bencher.iter(|| {
                    let run_config = RunConfig { shard: Shard::WHOLE, threads, halt: &ON };
                    let start = ResumePoint::new(Standings::new(&tournament.schedule));
                    black_box(run(&tournament, run_config, start, &mut DiscardResults, &mut ToTheEnd))
                        .expect("a tournament")
                });
            });
        }
    }
}

criterion_group!(benches, throughput);
criterion_main!(benches);
