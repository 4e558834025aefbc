//! Matches between new and old weights, on scenarios and dice that are used for nothing else, and the gates that new
//! weights pass only together: a better score, and games against itself that end with a decision.

use super::course::{Course, Stage};
use crate::bots::BotConfig;
use crate::data::WorkLog;
use crate::game::Rulebook;
use crate::stats::Estimate;
use crate::tournament::Field;
use crate::tune::{Confirmed, GamesPlayed, Task, TuneError, confirm};
use std::io;

/// The share of decided games against itself above which the new weights pass, and how much less than the share of the
/// old weights is accepted below it.
const DECIDED_ENOUGH: f64 = 0.9;
const FEWER_DECIDED: f64 = 0.05;

/// A log in which the keys of a stage have a prefix, so that several matches can use the same log.
struct Prefixed<'a> {
    log: &'a dyn WorkLog,
    prefix: String,
}

impl WorkLog for Prefixed<'_> {
    fn known(&self, key: &str) -> Option<String> {
        self.log.known(&format!("{}/{key}", self.prefix))
    }

    fn done(&self, key: &str, value: &str) -> io::Result<()> {
        self.log.done(&format!("{}/{key}", self.prefix), value)
    }

    fn is_halted(&self) -> bool {
        self.log.is_halted()
    }
}

/// Calls `work` with the log of a stage.
pub(super) fn with_prefix<T>(log: &dyn WorkLog, prefix: String, work: impl FnOnce(&dyn WorkLog) -> T) -> T {
    work(&Prefixed { log, prefix })
}

/// The result of a match.
#[derive(Clone, Debug)]
pub struct MeetingResult {
    /// The games.
    pub games: u64,
    /// The score of the new weights.
    pub score: Estimate,
    /// The shares of decided games of the new and of the old weights against themselves.
    pub decided: [f64; 2],
}

impl MeetingResult {
    /// Whether the new weights pass: the whole interval lies above one half, and enough games against themselves are
    /// decided.
    pub fn is_accepted(&self) -> bool {
        self.score.low > 0.5 && self.is_decisive()
    }

    /// Whether the new weights may be used where they need not be better: the score is at least one half.
    pub fn is_tolerated(&self) -> bool {
        self.score.point >= 0.5 && self.is_decisive()
    }

    fn is_decisive(&self) -> bool {
        let [new, old] = self.decided;
        new >= DECIDED_ENOUGH || new >= old - FEWER_DECIDED
    }
}

fn decided(confirmed: &Confirmed) -> f64 {
    let counter = &confirmed.counter;
    (counter.wins + counter.losses) as f64 / counter.games().max(1) as f64
}

/// Plays a match of about `games` games, and an eighth as many of each bot against itself, but at least one pair, for
/// the gate.
///
/// # Errors
/// If games cannot be prepared or played.
#[expect(
    clippy::too_many_arguments,
    reason = "a match has two bots, a ground, a length, a place in the training and \
    a log"
)]
pub fn meet<R: Rulebook + 'static>(
    course: &Course,
    (round, stage): (u64, Stage),
    field: &Field<R>,
    new: &BotConfig,
    old: &BotConfig,
    games: u64,
    log: &dyn WorkLog,
    tick: &(dyn Fn(GamesPlayed) + Sync),
) -> Result<MeetingResult, TuneError> {
    let seed = course.seed_of(round, stage);
    let play = |label: &str, one: &BotConfig, other: &BotConfig, games: u64| {
        let task = Task { bot: "old weights".to_owned(), original: other.clone(), opponents: Vec::new(), seed };
        with_prefix(log, format!("{round}/{stage:?}/{label}").replace(['(', ')'], "-"), |log| {
            let confirmed = confirm(&task, one, field, games, log, tick)?;
            Ok::<Confirmed, TuneError>(confirmed.pairings.into_iter().next().expect("a match has a pairing"))
        })
    };
    let met = play("match", new, old, games)?;
    let few = (games / 8).max(1);
    let alone = [play("new", new, new, few)?, play("old", old, old, few)?];
    let games = met.counter.games() + alone.iter().map(|it| it.counter.games()).sum::<u64>();
    Ok(MeetingResult { games, score: met.rate.decisive, decided: alone.each_ref().map(decided) })
}
