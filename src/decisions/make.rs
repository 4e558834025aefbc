//! Makes a set of decisions: games of several bots on drawn scenarios with drawn armies, from which decisions are drawn
//! whose best actions are rolled out.

use super::rollout::{Halves, Rollout};
use super::set::{Candidate, DecisionSet, SetHeader, StoredDecision};
use crate::bots::{Bot, BotConfig, weighing_stream};
use crate::data::work_log::{Stopped, unit};
use crate::data::{Inputs, WorkLog};
use crate::game::rng::{Key, Stream};
use crate::game::{BySide, Game, Moment, Prepared, Rulebook, SetupError, Show, Side};
use crate::tournament::signature::signature;
use crate::tournament::{Field, GameKey, InPlay, NoObserver};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Why no set can be made.
#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    /// The files of a game do not go together.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Work ended early.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The bot that plays on does not compare actions by its kind.
    #[error("{0} does not compare the actions of a decision; expected a bot that does, such as greedy")]
    NoComparison(String),
    /// The bot that plays on, a script, evaluates no actions of a decision.
    #[error("{0} evaluates no actions; expected a bot that does, such as greedy")]
    NoEvaluation(String),
    /// The bot that plays on forfeits a game.
    #[error("a rollout was forfeited by {0}")]
    Forfeit(String),
    /// A position changes when it is written and read.
    #[error("broken invariant: {0} is not read as it was written")]
    Changed(String),
    /// No game left a decision.
    #[error("no decision was left by {0} games; expected more games, or players that do not forfeit")]
    Empty(u64),
}

/// What a set is made of.
pub struct Making<'a, R: Rulebook> {
    /// Rules, scenarios and armies.
    pub field: &'a Field<R>,
    /// The players with their names.
    pub players: &'a [(String, BotConfig)],
    /// The bot that plays on: its path and settings.
    pub by: (&'a str, &'a BotConfig),
    /// The files on which rollouts depend: those of the field and of the bot that plays on.
    pub inputs: &'a Inputs,
    /// Decisions, at most: divided among the games.
    pub decisions: u64,
    /// Games.
    pub games: u64,
    /// Actions rolled out of a decision, at most.
    pub candidates: usize,
    /// Rollouts of each action in each of both halves.
    pub rollouts: u32,
    /// The master seed.
    pub seed: u64,
}

/// Makes the set in the caller's thread pool; `tick` is called after each game with its rollouts.
///
/// # Errors
/// See [`MakeError`].
pub fn make<R: Rulebook + 'static>(
    making: &Making<'_, R>,
    log: &dyn WorkLog,
    tick: &(dyn Fn() + Sync),
) -> Result<DecisionSet, MakeError> {
    let one = |rollout: &mut Rollout<R::Game>, number: u64| -> Result<Vec<StoredDecision>, MakeError> {
        let decisions = unit(log, &format!("game/{number}"), || making.game(rollout, number))?;
        tick();
        Ok(decisions)
    };
    let (path, config) = making.by;
    let played: Vec<Result<Vec<StoredDecision>, MakeError>> =
        (0..making.games).into_par_iter().map_init(|| Rollout::new(path, config), one).collect();
    let mut decisions = Vec::new();
    for game in played {
        decisions.extend(game?);
    }
    if decisions.is_empty() {
        return Err(MakeError::Empty(making.games));
    }
    let header = SetHeader {
        format: SetHeader::FORMAT,
        rulebook: R::NAME.to_owned(),
        rules: making.field.rules_path().to_owned(),
        signature: signature::<R>(),
        seed: making.seed,
        by: path.to_owned(),
        rollouts: making.rollouts,
        players: making.players.iter().map(|(name, _)| name.clone()).collect(),
        inputs: making.inputs.files().into_iter().map(|file| (file.path, file.blake3)).collect(),
    };
    Ok(DecisionSet { header, decisions })
}

/// A decision that was drawn.
struct Drawn<G: Game> {
    number: u32,
    side: Side,
    state: G::State,
}

impl<R: Rulebook + 'static> Making<'_, R> {
    /// Checks that every two armies can play on every scenario, and that the bot that plays on compares actions.
    ///
    /// # Errors
    /// The files that do not go together; the bot.
    pub fn check(&self) -> Result<(), MakeError> {
        if !self.by.1.compares_actions() {
            return Err(MakeError::NoComparison(self.by.0.to_owned()));
        }
        let armies = self.field.planned_armies.len();
        for (scenario, planned) in self.field.planned_scenarios.iter().enumerate() {
            if planned.brings_armies {
                self.field.prepare(scenario, BySide::default())?;
                continue;
            }
            for (red, blue) in (0..armies).flat_map(|red| (0..armies).map(move |blue| (red, blue))) {
                self.field.prepare(scenario, BySide::new(Some(red), Some(blue)))?;
            }
        }
        Ok(())
    }

    /// Decisions of the game of this number.
    fn wanted(&self, number: u64) -> usize {
        (self.decisions / self.games + u64::from(number < self.decisions % self.games)) as usize
    }

    /// Plays a game and rolls out its decisions; none where a player forfeits it.
    fn game(&self, rollout: &mut Rollout<R::Game>, number: u64) -> Result<Vec<StoredDecision>, MakeError> {
        let mut stream = Key::new(self.seed).with_name("decisions").with(number).stream();
        let mut pick = |of: usize| stream.below(of as u32) as usize;
        let field = self.field;
        let scenario = pick(field.planned_scenarios.len());
        let planned = &field.planned_scenarios[scenario];
        let seats = match planned.brings_armies {
            true => BySide::default(),
            false => BySide::from_fn(|_| Some(pick(field.planned_armies.len()))),
        };
        let players = BySide::from_fn(|_| &self.players[pick(self.players.len())]);
        let prepared = field.prepare(scenario, seats)?;
        let drawn = self.draw(&prepared, (&planned.name, number), players, &mut stream);
        let armies = seats
            .red
            .zip(seats.blue)
            .map(|(red, blue)| BySide::new(red, blue).map(|army| field.planned_armies[army].path.clone()));
        let mut stored = Vec::new();
        for one in drawn {
            let mut decision = StoredDecision {
                game: number,
                number: one.number,
                scenario: planned.path.clone(),
                armies: armies.clone(),
                side: one.side,
                position: prepared.game.position_to_data(&one.state),
                candidates: Vec::new(),
            };
            let name = decision.name();
            if prepared.game.position_from_data(&decision.position).ok() != Some(one.state) {
                return Err(MakeError::Changed(name));
            }
            decision.candidates = self.candidates(rollout, &prepared.game, &one, &name)?;
            if decision.candidates.len() > 1 {
                stored.push(decision);
            }
        }
        Ok(stored)
    }

    /// Plays a game to its end and draws decisions from it, each with the same probability (Vitter, Random sampling
    /// with a reservoir, ACM Transactions on Mathematical Software 11, 1985). Those of the set-up are left out, since
    /// something may be hidden in them.
    fn draw(
        &self,
        prepared: &Prepared<R::Game>,
        (scenario, number): (&str, u64),
        players: BySide<&(String, BotConfig)>,
        stream: &mut Stream,
    ) -> Vec<Drawn<R::Game>> {
        let game = &prepared.game;
        let wanted = self.wanted(number);
        let key = GameKey { seed: self.seed, scenario, pair: number };
        let mut play = InPlay::new(game, key, players.map(|(name, _)| name.as_str()));
        let mut bots: BySide<Box<dyn Bot<R::Game>>> = players.map(|(_, config)| config.build());
        Side::BOTH.into_iter().for_each(|side| bots[side].begin());
        let (mut drawn, mut eligible) = (Vec::with_capacity(wanted), 0);
        loop {
            match game.moment(&play.state) {
                Moment::Over(_) => break,
                Moment::Roll(throw) => play.roll(game, throw, &mut NoObserver),
                Moment::Decide(side) => {
                    if !game.in_set_up(&play.state) {
                        eligible += 1;
                        let place = match drawn.len() < wanted {
                            true => drawn.len(),
                            false => stream.below(eligible) as usize,
                        };
                        let one =
                            || Drawn { number: 1 + play.decisions.red + play.decisions.blue, side, state: play.state };
                        if place == drawn.len() && place < wanted {
                            drawn.push(one());
                        } else if place < wanted {
                            drawn[place] = one();
                        }
                    }
                    match play.ask(game, &mut *bots[side], side) {
                        Ok(action) => play.decide(game, side, action, &mut NoObserver),
                        Err(_) => return Vec::new(),
                    }
                }
            }
        }
        drawn.sort_by_key(|one| one.number);
        drawn
    }

    /// The actions that the bot values most, rolled out.
    fn candidates(
        &self,
        rollout: &mut Rollout<R::Game>,
        game: &R::Game,
        drawn: &Drawn<R::Game>,
        name: &str,
    ) -> Result<Vec<Candidate>, MakeError> {
        let seen = game.seen_by(&drawn.state, drawn.side);
        let mut bot: Box<dyn Bot<R::Game>> = self.by.1.build();
        bot.begin();
        let valued = bot.evaluate_actions(game, &seen, drawn.side, &mut weighing_stream());
        let mut valued = valued.ok_or_else(|| MakeError::NoEvaluation(self.by.0.to_owned()))?;
        valued.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        valued.truncate(self.candidates);
        let rolled = |(action, _): (<R::Game as Game>::Action, f64)| {
            let results: Halves = rollout
                .results((game, &drawn.state), (drawn.side, action), (self.seed, name), self.rollouts)
                .map_err(MakeError::Forfeit)?;
            Ok(Candidate { action: game.action_to_data(&seen, &action), results })
        };
        valued.into_iter().map(rolled).collect()
    }
}
