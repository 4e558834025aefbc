//! Bots: the players of the simulator. They see a rulebook only through the traits of `game`, so each plays every
//! rulebook.
//!
//! A bot is built from a [`BotConfig`], the settings of a bot file for the rulebook at hand (see `file`). It is called
//! once per decision, gets the position as its side sees it and a random stream of its own, and keeps its buffers
//! between decisions.

mod agreeing;
pub mod budget;
pub mod expectimax;
pub mod external;
mod fault;
mod file;
mod greedy;
mod keys;
pub mod mcts;
mod numbers;
pub mod planner;
mod random;
mod restricted;
pub mod scripted;
pub mod search;

pub use agreeing::{Agreeing, Agreement, When};
pub use expectimax::Expectimax;
pub use external::External;
pub use fault::{BotFault, FaultKind};
pub use file::{BotFile, KINDS};
pub use greedy::Greedy;
pub use mcts::Mcts;
pub use numbers::{Number, Part};
pub use planner::Planner;
pub use random::Random;
pub use restricted::RestrictedBot;
pub use scripted::Scripted;

use crate::game::rng::Stream;
use crate::game::{Evaluate, Game, Outcome, Parts, Show, Side, Weights};
use search::Valuation;

/// Decides for one side.
pub trait Bot<G: Game>: Send {
    /// A new game begins: forget the last one.
    fn begin(&mut self) {}

    /// Chooses a legal action. `seen` is the position as `side`, which decides, sees it; `stream` is the bot's own and
    /// independent of the game's dice.
    ///
    /// # Errors
    /// If the bot cannot answer, for instance because an external program failed.
    fn choose(&mut self, game: &G, seen: &G::State, side: Side, stream: &mut Stream) -> Result<G::Action, BotFault>;

    /// The game is over; `side` is the bot's own.
    fn end(&mut self, _outcome: &Outcome, _side: Side) {}

    /// All actions that the bot evaluates here, each with its value, in the order in which the game lists them; empty
    /// if it does not evaluate actions.
    fn evaluate_actions(&mut self, _game: &G, _seen: &G::State, _side: Side) -> Option<Vec<(G::Action, f64)>> {
        None
    }
}

/// The configuration of a bot: the settings of its file for one rulebook.
#[derive(Clone, Debug, PartialEq)]
pub enum BotConfig {
    /// Plays at random.
    Random,
    /// Takes the action with the best score under these weights.
    Greedy(Weights),
    /// Expectimax search over whole turns.
    Expectimax(expectimax::Settings, Valuation),
    /// Monte Carlo tree search.
    Mcts(mcts::Settings, Valuation),
    /// Online evolution of whole turns.
    Planner(planner::Settings, Valuation),
    /// Runs a script.
    Scripted(Box<scripted::Settings>),
    /// Asks an external program.
    External(Box<external::Settings>),
    /// Another bot, with parts of the rulebook forbidden; neither a script nor an external program.
    RestrictedBot(Box<BotConfig>, Parts),
    /// Another bot of this program or a script, which may end games by agreement.
    Agreeing(Box<BotConfig>, Agreement),
}

impl BotConfig {
    /// Its weights, if it has any.
    pub fn weights(&self) -> Option<&Weights> {
        match self {
            BotConfig::Random => None,
            BotConfig::Greedy(weights) => Some(weights),
            BotConfig::Expectimax(_, valuation) | BotConfig::Mcts(_, valuation) | BotConfig::Planner(_, valuation) => {
                Some(&valuation.weights)
            }
            BotConfig::Scripted(settings) => settings.weights.as_ref(),
            BotConfig::External(settings) => settings.weights.as_ref(),
            BotConfig::RestrictedBot(inner, _) | BotConfig::Agreeing(inner, _) => inner.weights(),
        }
    }

    /// Whether the same seed gives the same game: false where the bot uses the clock.
    pub fn is_repeatable(&self) -> bool {
        match self {
            // The safety clock behind the limits of a script is reported when it triggers.
            BotConfig::Random | BotConfig::Greedy(_) | BotConfig::Expectimax(..) | BotConfig::Scripted(_) => true,
            BotConfig::Mcts(settings, _) => settings.budget.is_repeatable(),
            BotConfig::Planner(settings, _) => settings.budget.is_repeatable(),
            // Nothing is known about an external program.
            BotConfig::External(_) => false,
            BotConfig::RestrictedBot(inner, _) | BotConfig::Agreeing(inner, _) => inner.is_repeatable(),
        }
    }

    /// The script that it runs, which is an input of every result.
    pub fn script(&self) -> Option<&scripted::Script> {
        match self {
            BotConfig::Scripted(settings) => Some(&settings.script),
            BotConfig::Agreeing(inner, _) => inner.script(),
            _ => None,
        }
    }

    /// Checks that the bot can be built, where that may fail: loads a script, starts an external program once.
    ///
    /// # Errors
    /// Why it cannot be built.
    pub fn try_out(&self) -> Result<(), BotFault> {
        match self {
            BotConfig::Scripted(settings) => scripted::try_out(settings),
            BotConfig::External(settings) => external::try_out(settings),
            BotConfig::Agreeing(inner, _) => inner.try_out(),
            _ => Ok(()),
        }
    }

    /// The same bot without these parts of the rulebook; `None` for a script or an external program, which cannot be
    /// restricted.
    pub fn without(&self, forbidden: Parts) -> Option<BotConfig> {
        match self {
            config if forbidden.is_empty() => Some(config.clone()),
            BotConfig::Scripted(_) | BotConfig::External(_) => None,
            BotConfig::RestrictedBot(inner, more) => inner.without(forbidden.and(*more)),
            BotConfig::Agreeing(inner, agreement) => inner.without(forbidden).map(|inner| inner.agreeing(*agreement)),
            config => Some(BotConfig::RestrictedBot(Box::new(config.clone()), forbidden)),
        }
    }

    /// The same bot, ending games by agreement according to these settings.
    pub fn agreeing(self, agreement: Agreement) -> BotConfig {
        if agreement == Agreement::default() { self } else { BotConfig::Agreeing(Box::new(self), agreement) }
    }

    /// Builds the bot. Only an external program is itself asked whether a game ends by agreement.
    pub fn build<G: Evaluate + Show + 'static>(&self) -> Box<dyn Bot<G>> {
        let (config, agreement) = match self.clone() {
            BotConfig::Agreeing(inner, agreement) => (*inner, agreement),
            config => (config, Agreement::default()),
        };
        let bot: Box<dyn Bot<G>> = match config {
            BotConfig::External(settings) => return Box::new(External::<G>::new(*settings)),
            BotConfig::Scripted(settings) => Box::new(Scripted::<G>::new(*settings)),
            BotConfig::RestrictedBot(inner, forbidden) => {
                Box::new(RestrictedBot::<G>::new(inner.build_own(), forbidden))
            }
            own => own.build_own(),
        };
        Box::new(Agreeing::new(bot, agreement))
    }

    /// Builds a bot of this program without restrictions.
    fn build_own<G: Evaluate + 'static>(&self) -> Box<dyn Bot<G>> {
        match self.clone() {
            BotConfig::Random => Box::new(Random::<G>::default()),
            BotConfig::Greedy(weights) => Box::new(Greedy::<G>::new(weights)),
            BotConfig::Expectimax(settings, valuation) => Box::new(Expectimax::<G>::new(settings, valuation)),
            BotConfig::Mcts(settings, valuation) => Box::new(Mcts::<G>::new(settings, valuation)),
            BotConfig::Planner(settings, valuation) => Box::new(Planner::<G>::new(settings, valuation)),
            BotConfig::Scripted(_)
            | BotConfig::External(_)
            | BotConfig::RestrictedBot(..)
            | BotConfig::Agreeing(..) => {
                unreachable!("a bot of this program, restrained once at most")
            }
        }
    }
}
