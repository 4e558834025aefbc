//! The coverage of the gain of `tune --against`: the difference of the scores of two bots against opponents, all on the
//! same dice.

use super::{Found, SEED_OF_TRUTH, each, merge, seed};
use crate::table::Cell;
use reglette::bots::BotConfig;
use reglette::data::{Inputs, Library, Unlogged};
use reglette::game::Weights;
use reglette::game::toy::ToyBook;
use reglette::stats::Estimate;
use reglette::tournament::{Field, thread_pool};
use reglette::tune::{Opponent, Task, confirm};

/// The studies: the tracks, and how many opponents there are.
const STUDIES: [(&str, &[&str], usize); 3] =
    [("one opponent", &["sprint"], 1), ("two opponents", &["sprint"], 2), ("two tracks", &["sprint", "classic"], 2)];

/// A bot with this risk aversion.
fn bot(fear: f32) -> BotConfig {
    BotConfig::Greedy(Weights { appraisal: vec![1.0, fear, 4.0, -1.0, 10.0, -10.0], features: vec![] })
}

/// The gain of a confirmation match.
fn gain(field: &Field<ToyBook>, opponents: usize, games: u64, seed: u64, threads: usize) -> Option<Estimate> {
    let opponents = [("timid", -3.0), ("bold", -0.2)].into_iter().take(opponents);
    let opponents = opponents.map(|(name, fear)| Opponent { name: name.into(), config: bot(fear) }).collect();
    let task = Task { bot: "original".into(), original: bot(-1.0), opponents, seed };
    let pool = thread_pool(threads).expect("threads can be started");
    let played = pool.install(|| confirm(&task, &bot(-0.4), field, games, &Unlogged, &|_| {}));
    played.expect("the race does not break").gain.expect("there are opponents").estimate()
}

/// The gain, at each size.
pub fn of_tune(study: u64, tournaments: u64, sizes: &[u64], truth: u64, found: &mut Found) {
    for (number, (name, tracks, opponents)) in (0..).zip(STUDIES) {
        let tracks: Vec<String> = tracks.iter().map(|track| track.to_string()).collect();
        let field = Field::<ToyBook>::read(&Library::built_in(), None, &tracks, &[], &mut Inputs::new())
            .expect("they are shipped");
        let truth = gain(&field, opponents, truth, SEED_OF_TRUTH, 2).expect("the bots differ").point;
        for (size, place) in sizes.iter().zip(0..) {
            let one = |at| gain(&field, opponents, *size, seed(100 * study + 10 * number + place, at), 1);
            let mut cell = Cell::new(format!("{name}, {size} games"));
            let printed = each(tournaments, one).into_iter().flatten();
            printed.for_each(|interval| cell.add_interval(&interval, truth));
            merge(found, study, "tune, gain", [cell]);
        }
    }
}
