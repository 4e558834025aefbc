//! Value functions: the value of a position to red, from 0 for lost to 1 for won, from the luck features that the
//! rulebook publishes. They are fixed before a run, fitted by `reglette fit-value` to games of another seed, and used
//! to compute luck (`luck.rs`). A bad one costs games but adds no bias.
//!
//! The log odds are a weighted sum of the features; weights change linearly from the beginning of a game to the end of
//! one of typical length.
//!
//! ```toml
//! rulebook = "jomini"
//! player_turns = 24.0
//! plays_on = "greedy"     # decisions that follow a roll at once are first taken by this bot's weights
//!
//! [weights]
//! constant = { now = 0.0, late = 0.0 }
//! destroyed = { now = 2.5, late = 3.0 }
//! ```

use crate::bots::BotFile;
use crate::data::{Fault, Kind, Library, Mark, PathStep, Source};
use crate::game::{Evaluate, Game, LoadError, Moment, Rulebook, SetupError, Side, Weights};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The weight of the constant: the value of red's seat where all features are 0.
pub const CONSTANT: &str = "constant";

/// The weight of a feature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weight {
    /// At the beginning of a game.
    pub now: f64,
    /// What is added to it by the end of a game of typical length.
    pub late: f64,
}

/// The games to which a value function was fitted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fitted {
    /// The version of the program.
    pub version: String,
    /// The master seed of the games.
    pub seed: u64,
    /// The number of games.
    pub games: u64,
    /// The number of positions taken from them.
    pub positions: u64,
    /// The rules.
    pub rules: String,
    /// The scenarios.
    pub scenarios: Vec<String>,
    /// The armies.
    pub armies: Vec<String>,
    /// The bots.
    pub bots: Vec<String>,
    /// The share of the variance of results that it explains, at positions of games that were held out.
    pub explained: f64,
}

/// The file of a value function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueFile {
    /// The rulebook.
    pub rulebook: String,
    /// The typical length of a game in player-turns.
    pub player_turns: f64,
    /// The bot whose weights take the decisions that follow a roll immediately, before the features are computed;
    /// `None` to compute them directly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plays_on: Option<String>,
    /// The weights by the names of features; missing features have weight 0.
    pub weights: BTreeMap<String, Weight>,
    /// The games to which it was fitted; `None` where it was written by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fitted: Option<Fitted>,
}

/// The maximum number of features of a rulebook.
pub const MOST_STAKES: usize = 32;

/// A value function, ready to evaluate positions.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueFunction {
    player_turns: f64,
    constant: Weight,
    weights: Vec<Weight>,
    /// The weights by which decisions that follow a roll immediately are taken.
    policy: Option<Weights>,
    /// The bot of those weights.
    pub plays_on: Option<String>,
    /// The seed of the games to which it was fitted.
    pub fitted_seed: Option<u64>,
}

impl ValueFunction {
    /// Reads the file of a value function for a rulebook.
    ///
    /// # Errors
    /// What is missing, unknown, not a number, or for another rulebook.
    pub fn read<R: Rulebook>(source: &Source) -> Result<ValueFunction, LoadError> {
        let file: ValueFile = source.read()?;
        let faults = file.faults::<R::Game>(R::NAME);
        if !faults.is_empty() {
            return Err(source.error(faults).into());
        }
        Ok(file.function::<R::Game>(policy_of::<R>(source.library(), file.plays_on.as_deref())?))
    }

    /// The weights by which decisions that follow a roll immediately are taken.
    pub fn policy(&self) -> Option<&Weights> {
        self.policy.as_ref()
    }

    /// The value of a position to red, from 0 to 1.
    pub fn worth<G: Evaluate>(&self, game: &G, state: &G::State) -> f64 {
        if let Moment::Over(outcome) = game.moment(state) {
            return outcome.score(Side::Red);
        }
        let late = (f64::from(game.player_turn(state)) / self.player_turns).min(1.0);
        let mut stakes = [0.0; MOST_STAKES];
        let stakes = &mut stakes[..G::STAKES.len()];
        game.stakes(state, Side::Red, stakes);
        let weigh = |sum: f64, (stake, weight): (&f64, &Weight)| sum + stake * (weight.now + weight.late * late);
        let odds = stakes.iter().zip(&self.weights).fold(self.constant.now + self.constant.late * late, weigh);
        1.0 / (1.0 + libm::exp(-odds))
    }
}

/// The weights of a bot that uses a linear evaluation.
///
/// # Errors
/// If there is no such bot.
pub fn policy_of<R: Rulebook>(library: &Library, bot: Option<&str>) -> Result<Option<Weights>, LoadError> {
    let Some(bot) = bot else { return Ok(None) };
    let source = library.find(Kind::Bot, bot)?;
    let config = BotFile::read(&source)?.config::<R>()?;
    let faults = || vec!["it has no weights, so it cannot play on".to_owned()];
    let policy = config.weights().ok_or_else(|| SetupError { subject: source.path().to_owned(), faults: faults() })?;
    Ok(Some(policy.clone()))
}

/// Quiescence: takes the decisions that follow a roll immediately.
pub struct PlayOn<G: Game> {
    actions: Vec<G::Action>,
    values: Vec<f32>,
}

impl<G: Game> Default for PlayOn<G> {
    fn default() -> Self {
        PlayOn { actions: Vec::new(), values: Vec::new() }
    }
}

impl<G: Evaluate> PlayOn<G> {
    /// Plays on, each side choosing its best-scoring action, until the position is quiet, dice are to be rolled or the
    /// game is over.
    pub fn quiescence_value(&mut self, game: &G, state: &mut G::State, policy: &Weights) {
        while matches!(game.moment(state), Moment::Decide(_)) && !game.is_quiet(state) {
            game.legal_actions(state, &mut self.actions);
            game.score_actions(state, &self.actions, policy, &mut self.values);
            let mut best = 0;
            for (index, value) in self.values.iter().enumerate() {
                if *value > self.values[best] {
                    best = index;
                }
            }
            game.apply(state, self.actions[best]);
        }
    }
}

impl ValueFile {
    fn faults<G: Evaluate>(&self, rulebook: &str) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.rulebook != rulebook {
            let path = vec![PathStep::key("rulebook")];
            let problem = format!("a value function for \"{}\"", self.rulebook);
            faults.push(Fault::new(path, Mark::Value, problem).expected(format!("one for \"{rulebook}\"")));
        }
        if !(self.player_turns.is_finite() && self.player_turns > 0.0) {
            let problem = format!("player_turns cannot be {}", self.player_turns);
            faults.push(
                Fault::new(vec![PathStep::key("player_turns")], Mark::Value, problem).expected("a number above 0"),
            );
        }
        let names: Vec<&str> = [CONSTANT].into_iter().chain(G::STAKES.iter().map(|stake| stake.name)).collect();
        for (name, weight) in &self.weights {
            let path = vec![PathStep::key("weights"), PathStep::key(name)];
            if !names.contains(&name.as_str()) {
                faults.push(Fault::new(path, Mark::Key, format!("unknown feature \"{name}\"")).near(&names));
            } else if !(weight.now.is_finite() && weight.late.is_finite()) {
                faults.push(
                    Fault::new(path, Mark::Value, format!("the weight of {name} is not a number")).expected("numbers"),
                );
            }
        }
        faults
    }

    /// The function of a file whose names are those of the game's features.
    pub fn function<G: Evaluate>(&self, policy: Option<Weights>) -> ValueFunction {
        let weight = |name: &str| self.weights.get(name).copied().unwrap_or_default();
        ValueFunction {
            player_turns: self.player_turns,
            constant: weight(CONSTANT),
            weights: G::STAKES.iter().map(|stake| weight(stake.name)).collect(),
            policy,
            plays_on: self.plays_on.clone(),
            fitted_seed: self.fitted.as_ref().map(|fitted| fitted.seed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tree::{Branch, Tree};

    fn read(text: &str) -> Result<ValueFunction, Vec<Fault>> {
        let file: ValueFile = Source::new(&Library::built_in(), Kind::Value, "values/tree.toml", text).read().unwrap();
        let faults = file.faults::<Tree>("tree");
        if faults.is_empty() { Ok(file.function::<Tree>(None)) } else { Err(faults) }
    }

    #[test]
    fn a_position_is_worth_the_odds_of_its_stakes_and_the_end_its_result() {
        let value =
            read("rulebook = \"tree\"\nplayer_turns = 2.0\n[weights]\nconstant = { now = 0.5, late = 1.0 }\n").unwrap();
        let tree: Tree = "*(1 *(1 -1))".parse().unwrap();
        let mut state = tree.initial();
        // ln 3 = 1.0986: odds of e to the 1/2, then of e, are 1.6487 and 2.7183 to 1.
        assert!((value.worth(&tree, &state) - 0.622_459_331_201_854_6).abs() < 1e-12);
        tree.apply_roll(&mut state, Branch(1));
        assert!((value.worth(&tree, &state) - 0.731_058_578_630_004_9).abs() < 1e-12);
        tree.apply_roll(&mut state, Branch(1));
        assert_eq!(value.worth(&tree, &state), 0.0);
    }

    #[test]
    fn faults_of_a_file_are_reported_with_the_nearest_name() {
        let error = read("rulebook = \"trees\"\nplayer_turns = 0.0\n[weights]\nwurth = { now = 1.0, late = 0.0 }\n")
            .unwrap_err();
        let error = format!("{error:?}");
        for part in
            ["a value function for \\\"trees\\\"", "player_turns cannot be 0", "unknown feature \\\"wurth\\\"", "worth"]
        {
            assert!(error.contains(part), "{error}");
        }
    }
}
