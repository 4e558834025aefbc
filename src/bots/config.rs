//! What a configured bot is, whatever its kind: its weights, its restrictions, and how it is built.

use super::{
    Agreeing, Agreement, Bot, BotConfig, BotFault, External, Greedy, Random, RestrictedBot, Scripted, external,
    scripted,
};
use crate::game::{Evaluate, GameFiles, Parts, Show, Weights, WrongWeights};
use std::sync::Arc;

impl BotConfig {
    /// Its weights, if it has any.
    pub fn weights(&self) -> Option<&Weights> {
        match self {
            BotConfig::Random => None,
            BotConfig::Greedy(weights) => Some(weights),
            BotConfig::Scripted(settings) => settings.weights.as_ref(),
            BotConfig::External(settings) => settings.weights.as_ref(),
            BotConfig::RestrictedBot(inner, _) | BotConfig::Agreeing(inner, _) => inner.weights(),
            search => search.valuation().map(|valuation| &valuation.weights),
        }
    }

    /// Checks that its weights are those of a rulebook.
    ///
    /// # Errors
    /// If it has more or fewer weights than the rulebook has features.
    pub fn check_weights<G: Evaluate>(&self) -> Result<(), WrongWeights> {
        self.weights().map_or(Ok(()), Weights::check::<G>)
    }

    /// Whether the same seed gives the same game: false where the bot uses the clock.
    pub fn is_repeatable(&self) -> bool {
        match self {
            // The safety clock behind the limits of a script is reported when it triggers.
            BotConfig::Scripted(_) => true,
            // Nothing is known about an external program.
            BotConfig::External(_) => false,
            BotConfig::RestrictedBot(inner, _) | BotConfig::Agreeing(inner, _) => inner.is_repeatable(),
            own => own.has_repeatable_search(),
        }
    }

    /// Whether it gives several actions of a decision values that can be compared. A planner values a single plan. A
    /// script may compare them or not.
    pub fn compares_actions(&self) -> bool {
        match self {
            BotConfig::Random | BotConfig::Planner(..) | BotConfig::External(_) => false,
            BotConfig::RestrictedBot(inner, _) | BotConfig::Agreeing(inner, _) => inner.compares_actions(),
            _ => true,
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

    /// Checks that the bot can be built, where that may fail: loads a script, starts an external program once and, if
    /// it asks for files, lets it prepare these games.
    ///
    /// # Errors
    /// Why it cannot be built.
    pub fn try_out(&self, games: &[Arc<GameFiles>]) -> Result<(), BotFault> {
        match self {
            BotConfig::Scripted(settings) => scripted::try_out(settings),
            BotConfig::External(settings) => external::try_out(settings, games),
            BotConfig::Agreeing(inner, _) => inner.try_out(games),
            _ => Ok(()),
        }
    }

    /// Whether it is a program that asks for the files of its games. The program is started to see it.
    ///
    /// # Errors
    /// Why the program cannot be started.
    pub fn asks_for_files(&self) -> Result<bool, BotFault> {
        match self {
            BotConfig::External(settings) => external::asks_for_files(settings),
            BotConfig::Agreeing(inner, _) => inner.asks_for_files(),
            _ => Ok(false),
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

    /// Builds the bot. Only an external program itself decides whether a game ends by agreement.
    ///
    /// # Panics
    /// If its weights are not those of the rulebook ([`BotConfig::check_weights`]).
    pub fn build<G: Evaluate + Show + 'static>(&self) -> Box<dyn Bot<G>> {
        self.check_weights::<G>().unwrap_or_else(|wrong| panic!("a bot with {wrong} cannot be built"));
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
            search => search.build_search().expect("a bot of this program, restricted once at most"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::{BotFile, When};
    use crate::data::{Kind, Library};
    use crate::game::toy::ToyBook;

    #[test]
    fn only_bots_that_value_several_actions_compare_them() {
        for (name, compares) in [
            ("random", false),
            ("planner", false),
            ("emcts", false),
            ("greedy", true),
            ("novice", true),
            ("expectimax", true),
            ("mcts", true),
        ] {
            let source = Library::built_in().find(Kind::Bot, name).unwrap();
            let config = BotFile::read(&source).and_then(|file| file.config::<ToyBook>()).unwrap();
            assert_eq!(config.compares_actions(), compares, "{name}");
            let agreement = Agreement { offers: When::Always, accepts: When::Always };
            let within = config.without(Parts::one(0)).unwrap().agreeing(agreement);
            assert_eq!(within.compares_actions(), compares, "{name}, restricted");
        }
    }
}
