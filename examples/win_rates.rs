//! Plays a tournament of a bot between army lists and prints the win rate of each pairing with its 95 % interval:
//! `cargo run --release --example win_rates -- plain france,prussia,russia greedy 200`.

use reglette::balance::rate_interval;
use reglette::data::Library;
use reglette::jomini::Jomini;
use reglette::tournament::{DiscardResults, Request, ResumePoint, RunConfig, Shard, Standings, ToTheEnd, load, run};
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;

static HALT: AtomicBool = AtomicBool::new(false);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [scenario, armies, bot, games] = &arguments[..] else {
        return Err("expected SCENARIO ARMY,ARMY,… BOT GAMES".into());
    };
    let request = Request {
        scenarios: vec![scenario.clone()],
        armies: armies.split(',').map(str::to_owned).collect(),
        bots: vec![bot.clone()],
        games: games.parse()?,
        seed: 1,
        ..Request::default()
    };
    let tournament = load::<Jomini>(&Library::here(), &request)?.tournament;
    let config = RunConfig { shard: Shard::WHOLE, threads: available_parallelism()?.get(), halt: &HALT };
    let start = ResumePoint::new(Standings::new(&tournament.schedule));
    let (mut standings, _) = run(&tournament, config, start, &mut DiscardResults, &mut ToTheEnd)?;
    standings.close();

    for (entrants, counter) in standings.pairings() {
        let [first, second] = entrants.map(|entrant| tournament.plan.entrant_name(entrant));
        let rate = rate_interval(counter).ok_or("no games were played")?.decisive;
        let (point, low, high) = (100.0 * rate.point, 100.0 * rate.low, 100.0 * rate.high);
        println!(
            "{first} against {second}: {point:.1} % ({low:.1} to {high:.1}), {} won, {} drawn, {} lost",
            counter.wins, counter.draws, counter.losses
        );
    }
    Ok(())
}
