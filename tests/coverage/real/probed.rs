//! The coverage of the intervals of `probe`: the rate of a bot that pushes on against itself without that choice.

use super::{Found, SEED_OF_TRUTH, each, merge, seed};
use crate::table::Cell;
use reglette::balance::rate_interval;
use reglette::bots::BotConfig;
use reglette::data::{Inputs, Library, Unlogged};
use reglette::game::toy::{Toy, ToyBook};
use reglette::game::{Parts, Weights};
use reglette::stats::Estimate;
use reglette::tournament::probe::{Logged, Subject, probe, probing};
use reglette::tournament::{Field, Party, Tournament, thread_pool};

/// The part of the toy rulebook that is forbidden.
const PART: &str = "risk";

/// The rate of the free bot, on dice of this seed.
fn rate(contest: &Tournament<Toy>, subject: &Subject, seed: u64, threads: usize) -> Estimate {
    let mut contest = contest.clone();
    contest.plan.seed = seed;
    let (part, _) = Parts::of::<Toy>().find(|(_, name)| *name == PART).expect("the toy has this part");
    let pool = thread_pool(threads).expect("threads can be started");
    let probed = pool.install(|| probe(&contest, subject, part, Logged { log: &Unlogged, of: "bot" }));
    let probed = probed.expect("the race does not break").expect("the bot can do without");
    let free = probed.standings.overall().find(|(line, _)| line.party == Party::Bot(0));
    rate_interval(free.expect("it played").1).expect("there are games").decisive
}

/// A probe of one part, at each size.
pub fn of_probe(study: u64, tournaments: u64, sizes: &[u64], truth: u64, found: &mut Found) {
    let armies = ["hares", "tortoises"].map(str::to_owned);
    let field = Field::<ToyBook>::read(&Library::built_in(), None, &["sprint".to_owned()], &armies, &mut Inputs::new())
        .expect("the files are shipped");
    let config = BotConfig::Greedy(Weights { appraisal: vec![1.0, -1.0, 4.0, -1.0, 10.0, -10.0], features: vec![] });
    let subject = Subject { name: "bot".to_owned(), config };
    let contest = |games: u64| probing(&field, &subject, games, 0).expect("the files go together");
    let truth = rate(&contest(truth), &subject, SEED_OF_TRUTH, 2).point;
    for (size, place) in sizes.iter().zip(0..) {
        let contest = contest(*size);
        let mut cell = Cell::new(format!("without {PART}, {size} games"));
        let one = |at: u64| rate(&contest, &subject, seed(100 * study + place, at), 1);
        each(tournaments, one).iter().for_each(|interval| cell.add_interval(interval, truth));
        merge(found, study, "probes.csv, rate", [cell]);
    }
}
