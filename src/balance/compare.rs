//! Comparison: the same games without and with one change. Both are played with the same dice, and differences are
//! reported with paired intervals.
//!
//! [`measures`] defines what is measured in each game, [`effect`] evaluates the sums over clusters. Only these sums are
//! stored, not the games. `by_bot` evaluates them under each of several rated bots.

mod by_bot;
pub mod effect;
pub mod measures;
mod tally;
mod unseen;

pub(crate) use effect::effect_on_share;
pub use effect::{Change, Effect};
pub use measures::{Key, Measure};
pub(crate) use tally::Tally;
pub(crate) use unseen::unseen_share;

use self::by_bot::ByBot;
use self::effect::judge;
use self::measures::{Observed, Table};
use crate::balance::strength::UnderBots;
use crate::data::WorkLog;
use crate::data::work_log::unit;
use crate::game::{BySide, Evaluate, Game, Show, Side, Tally as Score};
use crate::stats::Estimate;
use crate::tournament::{Observer, Tournament, TournamentError, Worker, each_game};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::cmp::Ordering;

/// The number of pairs played before they are counted, so that memory is bounded.
const CHUNK: u64 = 256;

/// The parameters of a comparison.
pub struct Comparing<'a> {
    /// Whether orders and rules that took effect are counted, which is slower.
    pub events: bool,
    /// The log of the pairs played in each tournament.
    pub log: &'a dyn WorkLog,
    /// Called now and then during play.
    pub progress: &'a mut (dyn FnMut(SoFar<'_>) + Send),
}

/// How far a comparison is.
pub struct SoFar<'a> {
    /// The number of games played.
    pub games: u64,
    /// What is watched, with its sums: always a row of the first variant, so that the interval is that of one
    /// difference, not of the greatest of several.
    watched: Option<(&'a Key, &'a Tally)>,
}

impl SoFar<'_> {
    /// The difference of a share that the first variant makes so far, with an interval that is valid under continuous
    /// monitoring ([`crate::stats::paired_sequence`]); `None` before the first complete cluster.
    pub fn difference(&self) -> Option<(&Key, Estimate)> {
        let (key, tally) = self.watched?;
        Some((key, tally.watched()?))
    }
}

/// The effects of a change.
#[derive(Clone, Debug)]
pub struct Compared {
    /// Each measure with its effect.
    pub effects: Vec<(Key, Effect)>,
    /// The number of games on either side.
    pub games: u64,
    /// The number of forfeited games, without and with the change.
    pub forfeits: [u64; 2],
    /// Whether every game had the same result.
    pub is_alike: bool,
    /// The effects under each bot in games in which it plays both sides; empty where the bots of the plan have no
    /// ratings.
    pub by_bot: Vec<UnderBots>,
}

/// Observes the leader after each player-turn, and counts events where enabled.
struct Course {
    turn: u32,
    leads: Vec<[Ordering; 2]>,
    events: Vec<u64>,
}

impl Course {
    fn new(events: usize) -> Course {
        Course { turn: 0, leads: Vec::new(), events: vec![0; events] }
    }

    fn look<G: Game>(&mut self, game: &G, after: &G::State) {
        let score = game.tally(after);
        while self.turn < score.player_turns {
            self.leads.push(leads(&score));
            self.turn += 1;
        }
    }

    /// The side that led at half time by points, or by units where armies have none.
    fn led_at_half_time(&self, player_turns: u32, points: BySide<u32>) -> Option<Side> {
        let [by_points, by_units] = *self.leads.get(player_turns as usize / 2)?;
        match if points.red > 0 && points.blue > 0 { by_points } else { by_units } {
            Ordering::Less => Some(Side::Red),
            Ordering::Greater => Some(Side::Blue),
            Ordering::Equal => None,
        }
    }
}

/// Red's losses compared to blue's: points and units.
fn leads(score: &Score) -> [Ordering; 2] {
    [score.points_lost.red.cmp(&score.points_lost.blue), score.units_lost.red.cmp(&score.units_lost.blue)]
}

impl<G: Game> Observer<G> for Course {
    fn decided(&mut self, game: &G, before: &G::State, _side: Side, action: &G::Action, after: &G::State) {
        if !self.events.is_empty() {
            let mut state = *before;
            game.apply_counting(&mut state, *action, &mut self.events);
        }
        self.look(game, after);
    }

    fn rolled(&mut self, game: &G, before: &G::State, roll: &G::Roll, after: &G::State) {
        if !self.events.is_empty() {
            let mut state = *before;
            game.apply_roll_counting(&mut state, *roll, &mut self.events);
        }
        self.look(game, after);
    }
}

type ComparedPair = Result<Vec<Observed>, TournamentError>;

/// The games of one pair in one tournament.
fn play_pair<G: Evaluate + Show + 'static>(
    tournament: &Tournament<G>,
    worker: &mut Worker<G>,
    pair: u64,
    events: usize,
) -> ComparedPair {
    each_game(tournament.schedule.specs(tournament.schedule.pair(pair)), |spec| {
        let mut course = Course::new(events);
        let row = worker.play(tournament, spec, &mut course);
        let led = course.led_at_half_time(row.tally.player_turns, row.course.points);
        Observed { row, led, events: course.events }
    })
}

/// Plays all games of `base` and of each of `variants`, which have the same schedule, in the caller's thread pool, and
/// returns the differences of each variant.
///
/// # Errors
/// If the rulebook panics, or the log halts or cannot be written; [`TournamentError::PartDone`] where a part is played.
///
/// # Panics
/// If a variant has another schedule.
pub fn compare<G: Evaluate + Show + 'static>(
    base: &Tournament<G>,
    variants: &[Tournament<G>],
    comparing: Comparing<'_>,
) -> Result<Vec<Compared>, TournamentError> {
    let Comparing { events, log, progress } = comparing;
    assert!(
        variants.iter().all(|variant| variant.schedule.cells() == base.schedule.cells()),
        "the same games are played"
    );
    let counted = if events { G::events() } else { &[] };
    let tournaments: Vec<&Tournament<G>> = [base].into_iter().chain(variants).collect();
    let tables: Vec<Table> = variants.iter().map(|variant| Table::new(base, variant, counted)).collect();
    let mut tallies: Vec<Vec<Tally>> =
        tables.iter().map(|table| vec![Tally::new(base.plan.scenarios.len()); table.keys().len()]).collect();
    let mut compared: Vec<Compared> = variants.iter().map(|_| Compared::none()).collect();
    let mut by_bot: Vec<ByBot> = match base.plan.ratings {
        Some(_) => variants.iter().map(|variant| ByBot::new(base, variant)).collect(),
        None => Vec::new(),
    };

    let workers = || tournaments.iter().map(|tournament| Worker::new(tournament)).collect::<Vec<_>>();
    let play = |workers: &mut Vec<Worker<G>>, pair: u64| -> Vec<ComparedPair> {
        let played = |(number, (tournament, worker)): (usize, (&&Tournament<G>, &mut Worker<G>))| {
            unit(log, &format!("{number}/{pair}"), || play_pair(tournament, worker, pair, counted.len()))
        };
        tournaments.iter().zip(workers).enumerate().map(played).collect()
    };
    let watched = tables.first().and_then(Table::watched);
    let (pairs, mut played) = (base.schedule.pairs(), 0);
    for from in (0..pairs).step_by(CHUNK as usize) {
        let chunk: Vec<u64> = (from..pairs.min(from + CHUNK)).filter(|pair| log.holds(*pair)).collect();
        let games: Vec<Vec<ComparedPair>> = chunk.into_par_iter().map_init(workers, play).collect();
        for pair in games {
            let pair = pair.into_iter().collect::<Result<Vec<_>, _>>()?;
            let (unchanged, changed) = pair.split_first().expect("the unchanged games come first");
            played += (unchanged.len() * tournaments.len()) as u64;
            for (index, games) in changed.iter().enumerate() {
                for (one, other) in unchanged.iter().zip(games) {
                    compared[index].add(one, other);
                    tables[index].add(&base.schedule, one, other, &mut tallies[index]);
                    by_bot.iter_mut().skip(index).take(1).for_each(|by_bot| by_bot.add(&base.schedule, one, other));
                }
            }
        }
        let row = watched.map(|row| (&tables[0].keys()[row], &tallies[0][row]));
        progress(SoFar { games: played, watched: row });
    }
    if log.is_part() {
        return Err(TournamentError::PartDone);
    }
    for ((compared, table), tallies) in compared.iter_mut().zip(tables).zip(&mut tallies) {
        compared.effects = judge(table.into_keys(), tallies);
    }
    for (compared, by_bot) in compared.iter_mut().zip(by_bot) {
        compared.by_bot = by_bot.effects();
    }
    Ok(compared)
}

impl Compared {
    /// No games yet.
    fn none() -> Compared {
        Compared { effects: Vec::new(), games: 0, forfeits: [0; 2], is_alike: true, by_bot: Vec::new() }
    }

    fn add(&mut self, unchanged: &Observed, changed: &Observed) {
        self.games += 1;
        for (forfeits, game) in self.forfeits.iter_mut().zip([unchanged, changed]) {
            *forfeits += u64::from(game.row.forfeit.is_some());
        }
        self.is_alike &= unchanged == changed;
    }
}
