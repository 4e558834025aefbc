//! Whole tournaments by the number of threads: games of two random bots, and of two greedy ones, with the runner,
//! counters and records around them. The toy is played without these as well: the difference of a game is theirs.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use reglette::bots::BotFile;
use reglette::data::Kind;
use reglette::data::Library;
use reglette::game::toy::ToyBook;
use reglette::game::{BySide, Evaluate, Rulebook, Show};
use reglette::jomini::Jomini;
use reglette::tournament::{
    DiscardResults, GameKey, GameRequest, InPlay, NoObserver, Request, ResumePoint, RunConfig, Shard, Standings,
    ToTheEnd, Tournament, load, load_game, run,
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

/// Games of the toy.
const TOY_GAMES: u64 = 20_000;

/// Plays games of the toy one after the other with nothing around them.
fn play_alone(criterion: &mut Criterion) {
    let library = Library::built_in();
    let armies = ["hares", "tortoises"].map(str::to_owned);
    let request =
        GameRequest { scenario: Some("toy/sprint".into()), armies: armies.to_vec(), ..GameRequest::default() };
    let loaded = load_game::<ToyBook>(&library, &request).unwrap_or_else(|error| panic!("{error}"));
    let bot = BotFile::read(&library.find(Kind::Bot, "random").expect("a shipped bot")).expect("a bot file");
    let config = bot.config::<ToyBook>().expect("a bot of every rulebook");
    let (mut red, mut blue) = (config.build(), config.build());
    let game = &loaded.prepared.game;
    let mut group = criterion.benchmark_group("tournament");
    group.sample_size(10).measurement_time(Duration::from_secs(15));
    group.throughput(Throughput::Elements(TOY_GAMES));
    group.bench_function("the toy, without the runner", |bencher| {
        bencher.iter(|| {
            let mut decided = 0;
            for pair in 0..TOY_GAMES {
                let key = GameKey { seed: 1, scenario: &loaded.scenario, pair };
                let mut play = InPlay::new(game, key, BySide::new(&armies[0], &armies[1]));
                let finished = play.play_out(game, BySide::new(&mut *red, &mut *blue), &mut NoObserver);
                decided += u64::from(finished.outcome.winner.is_some());
            }
            assert!(black_box(decided) > 0);
        });
    });
}

fn throughput(criterion: &mut Criterion) {
    for (bots, games) in [(["random", "random"], 2_000), (["greedy", "greedy"], 200)] {
        let name = bots.join(" against ");
        play(criterion, &name, &tournament::<Jomini>("jomini/plain", &["france"], &bots, games));
    }
    // Games of the toy are short, so that their time is mostly that of the runner.
    play(criterion, "the toy", &tournament::<ToyBook>("toy/sprint", &["hares", "tortoises"], &["random"], TOY_GAMES));
    play_alone(criterion);
}

criterion_group!(benches, throughput);
criterion_main!(benches);
