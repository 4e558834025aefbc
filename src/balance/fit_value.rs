//! Fits value functions to games: positions after rolls with the results of their games, and a logistic regression of
//! the result on the position.
//!
//! Every position of a game has the same result, so that games and not positions are the units; a fifth of the games is
//! held out for validation.

use crate::data::WorkLog;
use crate::data::work_log::unit;
use crate::game::{Evaluate, Game, Moment, Show, Side, Throw, Weights};
use crate::stats::{Logistic, Rows};
use crate::tournament::value::{CONSTANT, Fitted, MOST_STAKES, PlayOn, Weight};
use crate::tournament::{GameSpec, Observer, Tournament, TournamentError, ValueFile, Worker, each_game};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::{Deserialize, Serialize};

/// One position in this many is sampled: consecutive ones carry the same information.
const ONE_IN: u32 = 4;
/// One game in this many is held out.
const KEPT_BACK: u64 = 5;
/// The prior standard deviation of the effect of one standard deviation of a feature: hardly a constraint, but a
/// feature that never varied gets weight 0.
const PRIOR: f64 = 5.0;
/// The number of classes in which forecasts are compared with results.
pub const CLASSES: usize = 10;

/// Samples the features at some of the positions after rolls.
struct Sampler<'a, G: Game> {
    policy: Option<&'a Weights>,
    play_on: PlayOn<G>,
    rolls: u32,
    positions: Vec<(f64, [f64; MOST_STAKES])>,
}

impl<G: Evaluate> Observer<G> for Sampler<'_, G> {
    fn rolled(&mut self, game: &G, before: &G::State, _roll: &G::Roll, after: &G::State) {
        let in_play = matches!(game.moment(before), Moment::Roll(throw) if throw.purpose != Throw::SET_UP);
        if !in_play || matches!(game.moment(after), Moment::Over(_)) {
            return;
        }
        self.rolls += 1;
        if self.rolls.is_multiple_of(ONE_IN) {
            let mut settled = *after;
            if let Some(policy) = self.policy {
                self.play_on.quiescence_value(game, &mut settled, policy);
            }
            if matches!(game.moment(&settled), Moment::Over(_)) {
                return;
            }
            let mut stakes = [0.0; MOST_STAKES];
            game.stakes(&settled, Side::Red, &mut stakes[..G::STAKES.len()]);
            self.positions.push((f64::from(game.player_turn(&settled)), stakes));
        }
    }
}

/// A game with some of its positions.
#[derive(Serialize, Deserialize)]
struct Sampled {
    game: u64,
    result: f64,
    player_turns: u32,
    positions: Vec<(f64, [f64; MOST_STAKES])>,
}

/// Forecasts and results of one class of forecast probabilities of red.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Class {
    /// The number of positions.
    pub positions: u64,
    /// The mean forecast.
    pub forecast: f64,
    /// The observed points per game.
    pub seen: f64,
}

/// A fitted value function.
pub struct FittedValue {
    /// Its file.
    pub file: ValueFile,
    /// Forecasts and results at held-out positions.
    pub classes: [Class; CLASSES],
}

/// Plays all games of a tournament and fits a value function to them; `None` where it is not identifiable. With a bot
/// that plays on, positions are taken after the decisions that follow a roll immediately. It plays in the caller's
/// thread pool; `tick` is called with the games as they are played.
///
/// # Errors
/// If the rulebook panics, or the log halts or cannot be written.
pub fn fit_value<G: Evaluate + Show + 'static>(
    tournament: &Tournament<G>,
    plays_on: Option<(&str, &Weights)>,
    log: &dyn WorkLog,
    tick: &(dyn Fn(u64) + Sync),
) -> Result<Option<FittedValue>, TournamentError> {
    let sample = |worker: &mut Worker<G>, spec: GameSpec| {
        let (policy, play_on) = (plays_on.map(|(_, policy)| policy), PlayOn::default());
        let mut sampler =
            Sampler { policy, play_on, rolls: (spec.game % u64::from(ONE_IN)) as u32, positions: Vec::new() };
        let row = worker.play(tournament, spec, &mut sampler);
        // The result of a forfeited game says nothing about its positions.
        (row.forfeit.is_none()).then(|| Sampled {
            game: spec.game,
            result: row.outcome.score(Side::Red),
            player_turns: row.tally.player_turns,
            positions: sampler.positions,
        })
    };
    let pair = |worker: &mut Worker<G>, number: u64| {
        let specs = tournament.schedule.specs(tournament.schedule.pair(number));
        let games: Vec<Option<Sampled>> =
            unit(log, &number.to_string(), || each_game(specs, |spec| sample(worker, spec)))?;
        tick(games.len() as u64);
        Ok(games)
    };
    let pairs = (0..tournament.schedule.pairs()).into_par_iter();
    let played: Vec<Result<Vec<Option<Sampled>>, TournamentError>> =
        pairs.map_init(|| Worker::new(tournament), pair).collect();
    let mut games = Vec::new();
    for pair in played {
        games.extend(pair?.into_iter().flatten());
    }
    Ok(fit::<G>(tournament, plays_on.map(|(bot, _)| bot.to_owned()), &games))
}

/// Whether a game is held out of the fit: all games on the same dice are, or none.
fn kept_back<G: Evaluate + Show + 'static>(tournament: &Tournament<G>, game: &Sampled) -> bool {
    tournament.schedule.game(game.game).pair % KEPT_BACK == KEPT_BACK - 1
}

/// A constant and the features, and all of them again times the elapsed share of a game of typical length.
fn features((player_turns, stakes): &(f64, [f64; MOST_STAKES]), count: usize, typical_length: f64) -> Vec<f64> {
    let late = (player_turns / typical_length).min(1.0);
    let now: Vec<f64> = [1.0].into_iter().chain(stakes[..count].iter().copied()).collect();
    now.iter().copied().chain(now.iter().map(|stake| stake * late)).collect()
}

fn fit<G: Evaluate + Show + 'static>(
    tournament: &Tournament<G>,
    plays_on: Option<String>,
    games: &[Sampled],
) -> Option<FittedValue> {
    let count = G::STAKES.len();
    let mut lengths: Vec<u32> = games.iter().map(|game| game.player_turns).collect();
    lengths.sort_unstable();
    let typical_length = f64::from(*lengths.get(lengths.len() * 19 / 20)?).max(1.0);
    let size = 2 * (count + 1);
    let (mut rows, mut squares) = (Rows::new(size), vec![0.0; size]);
    let mut positions = 0u32;
    // The result of the mean position, which a constant alone would predict.
    let mut mean = 0.0;
    for game in games.iter().filter(|game| !kept_back(tournament, game)) {
        for position in &game.positions {
            let features = features(position, count, typical_length);
            squares.iter_mut().zip(&features).for_each(|(sum, feature)| *sum += feature * feature);
            rows.add(&features, game.result, game.game);
            positions += 1;
            mean += game.result;
        }
    }
    mean /= f64::from(positions.max(1));
    let prior: Vec<f64> = squares
        .iter()
        .map(|sum| {
            let spread = (sum / f64::from(positions.max(1))).sqrt();
            if spread > 0.0 { PRIOR / spread } else { 1e-3 }
        })
        .collect();
    let fitted = Logistic::of(&rows, &prior)?;
    let weight = |place: usize| Weight {
        now: short(fitted.coefficients()[place]),
        late: short(fitted.coefficients()[count + 1 + place]),
    };
    let names = [CONSTANT].into_iter().chain(G::STAKES.iter().map(|stake| stake.name));
    let mut classes = [Class::default(); CLASSES];
    let (mut missed, mut scatter) = (0.0, 0.0);
    for game in games.iter().filter(|game| kept_back(tournament, game)) {
        for position in &game.positions {
            let chance = fitted.chance(&features(position, count, typical_length));
            missed += (game.result - chance) * (game.result - chance);
            scatter += (game.result - mean) * (game.result - mean);
            let class = &mut classes[((chance * CLASSES as f64) as usize).min(CLASSES - 1)];
            class.positions += 1;
            class.forecast += chance;
            class.seen += game.result;
        }
    }
    for class in classes.iter_mut().filter(|class| class.positions > 0) {
        class.forecast /= class.positions as f64;
        class.seen /= class.positions as f64;
    }
    let plan = &tournament.plan;
    let fitted = Fitted {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: plan.seed,
        games: games.len() as u64,
        positions: u64::from(positions),
        rules: plan.rules.clone(),
        scenarios: plan.scenarios.iter().map(|scenario| scenario.name.clone()).collect(),
        armies: plan.armies.iter().map(|army| army.name.clone()).collect(),
        bots: plan.bots.iter().map(|bot| bot.name.clone()).collect(),
        explained: short(if scatter > 0.0 { 1.0 - missed / scatter } else { 0.0 }),
    };
    let weights = names.enumerate().map(|(place, name)| (name.to_owned(), weight(place))).collect();
    let file = ValueFile {
        rulebook: plan.rulebook.clone(),
        player_turns: typical_length,
        plays_on,
        weights,
        fitted: Some(fitted),
    };
    Some(FittedValue { file, classes })
}

/// Four decimals: more are not significant.
fn short(number: f64) -> f64 {
    libm::round(number * 1e4) / 1e4
}
