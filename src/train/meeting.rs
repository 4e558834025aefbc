//! Matches between new and old weights, on scenarios and dice that are used for nothing else, and the gates that new
//! weights pass only together: a better score, and games against itself that end with a decision.

use super::course::{Course, MatchGames, Stage};
use crate::bots::BotConfig;
use crate::data::WorkLog;
use crate::game::Rulebook;
use crate::stats::Estimate;
use crate::tournament::Field;
use crate::tune::confirm::games_of;
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

/// The games of a bot against itself beside a match of about `games` games: an eighth as many, but at least a pair.
fn alone(games: u64) -> u64 {
    (games / 8).max(1)
}

/// The games of the matches of a training: candidates play on `field`, all other matches are played on `held_out`.
pub fn match_games<R: Rulebook>(course: &Course, field: &Field<R>, held_out: &Field<R>) -> MatchGames {
    let of_match = |games: u64| games_of(held_out, 0, games) + 2 * games_of(held_out, 0, alone(games));
    MatchGames {
        candidate: games_of(field, 0, course.fast_games),
        fast: of_match(course.fast_games),
        search: if course.search_games > 0 { of_match(course.search_games) } else { 0 },
    }
}

/// Plays the games of one bot against another in a match; `label` distinguishes them in the log.
#[expect(
    clippy::too_many_arguments,
    reason = "games need two bots, a ground, a length, a place in the training and a log"
)]
fn play<R: Rulebook + 'static>(
    course: &Course,
    (round, stage): (u64, Stage),
    label: &str,
    field: &Field<R>,
    [one, other]: [&BotConfig; 2],
    games: u64,
    log: &dyn WorkLog,
    tick: &(dyn Fn(GamesPlayed) + Sync),
) -> Result<Confirmed, TuneError> {
    let seed = course.seed_of(round, stage);
    let task = Task { bot: "old weights".to_owned(), original: other.clone(), opponents: Vec::new(), seed };
    with_prefix(log, format!("{round}/{stage:?}/{label}").replace(['(', ')'], "-"), |log| {
        let confirmed = confirm(&task, one, field, games, log, tick)?;
        Ok::<Confirmed, TuneError>(confirmed.pairings.into_iter().next().expect("a match has a pairing"))
    })
}

/// The score of a candidate for the fast bot against its present weights. Neither plays itself: only the score decides
/// which candidate plays a match.
///
/// # Errors
/// If games cannot be prepared or played.
pub fn score_candidate<R: Rulebook + 'static>(
    course: &Course,
    (round, number): (u64, u64),
    field: &Field<R>,
    [new, old]: [&BotConfig; 2],
    log: &dyn WorkLog,
    tick: &(dyn Fn(GamesPlayed) + Sync),
) -> Result<f64, TuneError> {
    let place = (round, Stage::Candidate(number));
    let met = play(course, place, "match", field, [new, old], course.fast_games, log, tick)?;
    Ok(met.rate.decisive.point)
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
    place: (u64, Stage),
    field: &Field<R>,
    new: &BotConfig,
    old: &BotConfig,
    games: u64,
    log: &dyn WorkLog,
    tick: &(dyn Fn(GamesPlayed) + Sync),
) -> Result<MeetingResult, TuneError> {
    let met = play(course, place, "match", field, [new, old], games, log, tick)?;
    let few = alone(games);
    let alone = [
        play(course, place, "new", field, [new, new], few, log, tick)?,
        play(course, place, "old", field, [old, old], few, log, tick)?,
    ];
    let games = met.counter.games() + alone.iter().map(|it| it.counter.games()).sum::<u64>();
    Ok(MeetingResult { games, score: met.rate.decisive, decided: alone.each_ref().map(decided) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Inputs, Library, Unlogged};
    use crate::game::toy::ToyBook;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Candidates play no games against themselves, and hours are divided by the games that are really played.
    #[test]
    fn as_many_games_are_played_as_are_counted() {
        let [scenario, armies] = [&["sprint"][..], &["hares", "tortoises"]]
            .map(|names| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>());
        let field = Field::<ToyBook>::read(&Library::built_in(), None, &scenario, &armies, &mut Inputs::new()).unwrap();
        let course = Course {
            rounds: 1,
            own_games: 1,
            fast_games: 21,
            search_games: 10,
            noise: 0.0,
            spread: 0.0,
            judged: 0,
            without: Vec::new(),
            seed: 5,
        };
        // Two armies on one scenario: a pairing has a multiple of four games, which are two pairs.
        let counted = match_games(&course, &field, &field);
        assert_eq!(counted, MatchGames { candidate: 24, fast: 24 + 2 * 4, search: 12 + 2 * 4 });
        assert_eq!(match_games(&Course { search_games: 0, ..course.clone() }, &field, &field).search, 0);
        let played = AtomicU64::new(0);
        let tick = |games: GamesPlayed| {
            played.fetch_add(games.games, Ordering::Relaxed);
        };
        let bot = BotConfig::Random;
        score_candidate(&course, (0, 1), &field, [&bot; 2], &Unlogged, &tick).unwrap();
        assert_eq!(played.swap(0, Ordering::Relaxed), counted.candidate);
        for (stage, games, counted) in
            [(Stage::Appraisal, course.fast_games, counted.fast), (Stage::Search, course.search_games, counted.search)]
        {
            let met = meet(&course, (0, stage), &field, &bot, &bot, games, &Unlogged, &tick).unwrap();
            assert_eq!((met.games, played.swap(0, Ordering::Relaxed)), (counted, counted), "{stage:?}");
        }
    }
}
