//! Self-play: a bot plays itself with perturbed weights and occasional random actions. Some quiet positions, also in
//! the middle of turns, are kept with the result of their game, and at some decisions a searching bot evaluates the
//! actions.

use crate::bots::{Bot, BotConfig};
use crate::data::WorkLog;
use crate::data::work_log::unit;
use crate::game::rng::{Key, Stream};
use crate::game::{BySide, Evaluate, Game, LoadError, Moment, Rulebook, Show, Side, Weights};
use crate::tournament::{
    Entrant, Field, GameSpec, NoObserver, PairingOnScenario, Planned, Schedule, Tournament, TournamentError, each_game,
};
use crate::tune::TuneError;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::{Deserialize, Serialize};

/// One quiet position in this many is kept: consecutive ones carry the same information.
const ONE_IN: u32 = 40;
/// How much more often a random action is taken while a game is set up, where a bot's choices hardly vary.
const SET_UP_NOISE: f64 = 3.0;

/// The actions of a decision as a searching bot evaluates them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoredActions {
    /// For each evaluated action the numbers of its appraisal.
    pub numbers: Vec<Vec<f32>>,
    /// For each of them its value, from 0 to 1.
    pub values: Vec<f64>,
}

/// What is kept of a game of self-play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OwnGame {
    /// The number of its dice, which it shares with the games of a pair, and of other armies on the scenario.
    pub dice: u64,
    /// The score of red.
    pub result: f64,
    /// Whether a side won.
    pub decided: bool,
    /// For each weight of the appraisal 1 if it was raised for red and lowered for blue, -1 the other way round, or 0.
    pub ahead: Vec<i8>,
    /// The features of quiet positions from red's perspective.
    pub positions: Vec<Vec<f64>>,
    /// Decisions with evaluated actions.
    #[serde(alias = "judgements")]
    pub scored_decisions: Vec<ScoredActions>,
}

/// How self-play departs from the play of the bot, and what is evaluated.
#[derive(Clone, Debug, PartialEq)]
pub struct Exploration {
    /// The probability of a random action.
    pub noise: f64,
    /// What each weight of the appraisal is raised or lowered by in a game, for each side.
    pub perturbations: Vec<f64>,
    /// The decisions whose actions are evaluated, of a game with 200 decisions.
    pub judged: u32,
}

/// The tournament of self-play: every scenario with every two armies, also an army against itself.
///
/// # Errors
/// If games cannot be prepared.
pub fn own_games<R: Rulebook + 'static>(
    field: &Field<R>,
    bot: &BotConfig,
    games: u64,
    seed: u64,
) -> Result<Tournament<R::Game>, TuneError> {
    let mut pairings: Vec<(usize, [Entrant; 2])> = Vec::new();
    for (scenario, planned) in field.planned_scenarios.iter().enumerate() {
        let entrant = |army: Option<usize>| Entrant { bot: 0, army };
        if planned.brings_armies {
            pairings.push((scenario, [entrant(None); 2]));
            continue;
        }
        let armies = field.planned_armies.len();
        for first in 0..armies {
            pairings.extend((first..armies).map(|second| (scenario, [first, second].map(|army| entrant(Some(army))))));
        }
    }
    let pairs = games.div_ceil(pairings.len() as u64);
    let cells =
        pairings.into_iter().map(|(scenario, entrants)| PairingOnScenario { scenario, entrants, pairs }).collect();
    let plan = field.plan(vec![Planned::once("own play")], games, seed, bot.is_repeatable());
    let prepare = |scenario, seats| field.prepare(scenario, seats);
    let configs = vec![bot.clone()];
    Ok(Tournament::of_schedule(plan, Schedule::of_cells(cells), configs, prepare).map_err(LoadError::from)?)
}

/// Plays games of a tournament of [`own_games`] in the caller's thread pool, `games` or a few more, so that pairs are
/// whole. `judge` evaluates the actions of some decisions, `weights` are those of the appraisal. `tick` is called with
/// the games as they are played.
///
/// # Errors
/// If the rulebook panics, or the log halts or cannot be written.
pub fn own_play<G: Evaluate + Show + 'static>(
    tournament: &Tournament<G>,
    games: u64,
    judge: &BotConfig,
    exploration: &Exploration,
    log: &dyn WorkLog,
    tick: &(dyn Fn(u64) + Sync),
) -> Result<Vec<OwnGame>, TournamentError> {
    let schedule = &tournament.schedule;
    let (mut pairs, mut sum) = (0, 0);
    while sum < games && pairs < schedule.pairs() {
        sum += schedule.specs(schedule.pair(pairs)).count() as u64;
        pairs += 1;
    }
    let play = |player: &mut Player<G>, pair: u64| {
        let play = || each_game(schedule.specs(schedule.pair(pair)), |spec| player.play(tournament, spec));
        let played: Vec<Option<OwnGame>> = unit(log, &format!("own/{pair}"), play)?;
        tick(played.len() as u64);
        Ok(played)
    };
    let player = || Player::new(tournament.config(0), judge, exploration);
    let played: Vec<Result<Vec<Option<OwnGame>>, TournamentError>> =
        (0..pairs).into_par_iter().map_init(player, play).collect();
    let mut kept = Vec::new();
    for pair in played {
        kept.extend(pair?.into_iter().flatten());
    }
    Ok(kept)
}

/// The dice by which the actions of a decision are evaluated, by the number of the decision in its game. Each decision
/// has its own: with the same dice for all, distillation would learn what these dice favour.
fn judge_stream(seed: u64, game: u64, number: u32) -> Stream {
    Key::new(seed).with_name("judge").with(game).with(number.into()).stream()
}

/// The bots of one thread.
struct Player<'a, G: Game> {
    judge: Box<dyn Bot<G>>,
    weights: Weights,
    exploration: &'a Exploration,
    actions: Vec<G::Action>,
}

impl<'a, G: Evaluate + Show + 'static> Player<'a, G> {
    fn new(bot: &BotConfig, judge: &BotConfig, exploration: &'a Exploration) -> Player<'a, G> {
        let weights = bot.weights().cloned().unwrap_or_default();
        Player { judge: judge.build(), weights, exploration, actions: Vec::new() }
    }

    /// A bot with perturbed weights, and which of them are raised.
    fn perturbed(&self, stream: &mut Stream) -> (Box<dyn Bot<G>>, Vec<bool>) {
        let mut weights = self.weights.clone();
        let raised: Vec<bool> = weights.appraisal.iter().map(|_| stream.below(2) == 1).collect();
        for ((weight, raised), by) in weights.appraisal.iter_mut().zip(&raised).zip(&self.exploration.perturbations) {
            *weight += if *raised { *by } else { -*by } as f32;
        }
        (BotConfig::Greedy(weights).build(), raised)
    }

    /// Plays a game; `None` if a bot is at fault, since its result says nothing about the positions.
    fn play(&mut self, tournament: &Tournament<G>, spec: GameSpec) -> Option<OwnGame> {
        /// The decisions of a game of ordinary length; more only changes how many are evaluated.
        const USUAL: u32 = 200;
        let prepared = tournament.prepared(&spec);
        let game = &prepared.game;
        let mut play = tournament.start(&spec);
        let mut stream = Key::new(tournament.plan.seed).with_name("own play").with(spec.game).stream();
        let (mut positions, mut scored_decisions) = (Vec::new(), Vec::new());
        let [(red, red_raised), (blue, blue_raised)] = [(); 2].map(|()| self.perturbed(&mut stream));
        let mut bots = BySide::new(red, blue);
        Side::BOTH.into_iter().for_each(|side| bots[side].begin());
        let noise_in_play = self.exploration.noise;
        let outcome = loop {
            match game.moment(&play.state) {
                Moment::Over(outcome) => break outcome,
                Moment::Roll(throw) => play.roll(game, throw, &mut NoObserver),
                Moment::Decide(side) => {
                    let set_up = game.in_set_up(&play.state);
                    if !set_up && game.is_quiet(&play.state) && stream.below(ONE_IN) == 0 {
                        let mut features = vec![0.0; G::FEATURES.len()];
                        game.features(&play.state, Side::Red, &mut features);
                        positions.push(features);
                    }
                    if !set_up && stream.below(USUAL) < self.exploration.judged {
                        let number = play.decisions.red + play.decisions.blue;
                        let mut dice = judge_stream(tournament.plan.seed, spec.game, number);
                        scored_decisions.extend(self.score_actions(game, &play.state, side, &mut dice));
                    }
                    let noise = if set_up { SET_UP_NOISE * noise_in_play } else { noise_in_play };
                    let action = match stream.unit_interval() < noise {
                        true => self.random(game, &play.state, &mut stream),
                        false => match play.ask(game, &mut *bots[side], side) {
                            Ok(action) => action,
                            Err(_) => return None,
                        },
                    };
                    play.decide(game, side, action, &mut NoObserver);
                }
            }
        };
        let ahead = red_raised.iter().zip(&blue_raised).map(|(red, blue)| i8::from(*red) - i8::from(*blue)).collect();
        let (result, decided) = (outcome.score(Side::Red), outcome.winner.is_some());
        let dice = ((tournament.cell(&spec).scenario as u64) << 32) + spec.pair;
        Some(OwnGame { dice, result, decided, ahead, positions, scored_decisions })
    }

    fn random(&mut self, game: &G, state: &G::State, stream: &mut Stream) -> G::Action {
        game.legal_actions(state, &mut self.actions);
        self.actions[stream.below(self.actions.len() as u32) as usize]
    }

    /// The evaluated actions of a decision; `None` where fewer than two are evaluated, or all are alike.
    fn score_actions(&mut self, game: &G, state: &G::State, side: Side, stream: &mut Stream) -> Option<ScoredActions> {
        let seen = game.seen_by(state, side);
        self.judge.begin();
        let evaluated = self.judge.evaluate_actions(game, &seen, side, stream)?;
        let mut numbers = Vec::with_capacity(evaluated.len());
        for (action, _) in &evaluated {
            let mut appraisal = vec![0.0; G::APPRAISALS.len()];
            game.score_action(&seen, action, &self.weights, &mut appraisal);
            numbers.push(appraisal);
        }
        let differ = numbers.windows(2).any(|two| two[0] != two[1]);
        let values = evaluated.into_iter().map(|(_, value)| value).collect();
        differ.then_some(ScoredActions { numbers, values })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::expectimax;
    use crate::bots::search::{Assumptions, Valuation};
    use crate::game::tree::Tree;

    #[test]
    fn each_evaluated_decision_has_dice_of_its_own() {
        let tree: Tree = "R( 1:*(1:1 1:-1)  2:0 )".parse().unwrap();
        let weights = Weights { appraisal: vec![1.0], features: vec![1.0, 0.0] };
        let settings = expectimax::Settings {
            actions: 9,
            replies: 1,
            exact: 0,
            samples: 1,
            turns: 99,
            margin: 0.0,
            prune: true,
            assumptions: Assumptions::NONE,
        };
        let judge = BotConfig::Expectimax(settings, Valuation::new(weights.clone(), 1.0));
        let exploration = Exploration { noise: 0.0, perturbations: vec![0.0], judged: 1 };
        let mut player = Player::<Tree>::new(&BotConfig::Greedy(weights), &judge, &exploration);
        let mut decisions: Vec<Stream> = (0..60).map(|number| judge_stream(7, 3, number)).collect();
        let mut games: Vec<Stream> = (0..60).map(|game| judge_stream(7, game, 3)).collect();
        let mut rounds: Vec<Stream> = (0..60).map(|seed| judge_stream(seed, 3, 3)).collect();
        for dice in [&mut decisions, &mut games, &mut rounds] {
            let mut won = 0.0;
            for dice in dice {
                let scored = player.score_actions(&tree, &tree.initial(), Side::Red, dice).unwrap();
                // The action with the better score comes first and draws; the other wins half of its games.
                assert_eq!(scored.values[0], 0.5);
                won += scored.values[1];
            }
            assert!((10.0..=50.0).contains(&won), "{won} of 60 are won");
        }
        assert_eq!(judge_stream(7, 3, 5), judge_stream(7, 3, 5));
    }
}
