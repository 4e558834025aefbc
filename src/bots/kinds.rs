//! The registry of the kinds of bot. A new kind of search bot is a module with its settings ([`SearchKind`]) and one
//! line in the list at the end of this file.

use super::budget::Budget;
use super::keys::Keys;
use super::search::Valuation;
use super::{Agreement, Bot, expectimax, external, mcts, planner, scripted, softmax};
use crate::game::{Evaluate, Parts, Weights};

/// The settings of a kind of search bot, as read from the `search` table of a bot file.
pub(super) trait SearchKind: Clone + Sized {
    /// The name of the kind in bot files.
    const NAME: &'static str;
    /// The shipped bot of this kind whose decisions are part of the engine signature.
    const SHIPPED: &'static str = Self::NAME;
    /// Whether a bot file states a budget for a decision.
    const HAS_BUDGET: bool;

    /// Reads the settings; faults go to `keys`.
    fn read(budget: Budget, keys: Keys<'_>) -> Self;

    /// Whether the same seed gives the same decisions: not if the budget is time.
    fn is_repeatable(&self) -> bool {
        true
    }

    /// Makes the bot.
    fn build<G: Evaluate + 'static>(self, valuation: Valuation) -> Box<dyn Bot<G>>;
}

/// Makes a configuration from the valuation of a rulebook: settings that lack nothing else.
pub(super) type Searching = Box<dyn FnOnce(Valuation) -> BotConfig>;

/// Declares all kinds from the list of search bots.
macro_rules! bot_kinds {
    ($( $(#[doc = $doc:literal])* $Kind:ident: $module:ident, )*) => {
        /// The configuration of a bot: the settings of its file for one rulebook.
        #[derive(Clone, Debug, PartialEq)]
        pub enum BotConfig {
            /// Plays at random.
            Random,
            /// Takes the action with the best score under these weights.
            Greedy(Weights),
            $( $(#[doc = $doc])* $Kind($module::Settings, Valuation), )*
            /// Runs a script.
            Scripted(Box<scripted::Settings>),
            /// Calls an external program.
            External(Box<external::Settings>),
            /// Another bot, with parts of the rulebook forbidden; neither a script nor an external program.
            RestrictedBot(Box<BotConfig>, Parts),
            /// Another bot of this program or a script, which may end games by agreement.
            Agreeing(Box<BotConfig>, Agreement),
        }

        /// The kinds of bot, as named in files.
        pub const KINDS: &[&str] = &["random", "greedy", $( $module::Settings::NAME, )* "scripted", "external"];

        /// A shipped bot of each kind of search bot, and whether the kind has a budget.
        pub const SHIPPED_SEARCH_BOTS: &[(&str, bool)] =
            &[$( ($module::Settings::SHIPPED, $module::Settings::HAS_BUDGET), )*];

        /// The kinds of search bot, and whether each has a budget.
        pub const SEARCH_KINDS: &[(&str, bool)] = &[$( ($module::Settings::NAME, $module::Settings::HAS_BUDGET), )*];

        impl BotConfig {
            /// Reads the settings of a kind of search bot; `None` for a kind that does not search.
            pub(super) fn read_search(kind: &str, budget: Budget, keys: Keys<'_>) -> Option<Searching> {
                match kind {
                    $( $module::Settings::NAME => {
                        let settings = <$module::Settings as SearchKind>::read(budget, keys);
                        Some(Box::new(move |valuation| BotConfig::$Kind(settings, valuation)))
                    } )*
                    _ => None,
                }
            }

            /// The valuation of a search bot; `None` for a bot that does not search.
            pub(super) fn valuation(&self) -> Option<&Valuation> {
                match self {
                    $( BotConfig::$Kind(_, valuation) => Some(valuation), )*
                    _ => None,
                }
            }

            /// A search bot with another valuation; any other bot unchanged.
            #[cfg(test)]
            pub(super) fn with_valuation(self, valuation: Valuation) -> BotConfig {
                match self {
                    $( BotConfig::$Kind(settings, _) => BotConfig::$Kind(settings, valuation), )*
                    other => other,
                }
            }

            /// Whether the search of this bot is repeatable; true for a bot that does not search.
            pub(super) fn has_repeatable_search(&self) -> bool {
                match self {
                    $( BotConfig::$Kind(settings, _) => SearchKind::is_repeatable(settings), )*
                    _ => true,
                }
            }

            /// Makes a search bot; `None` for a bot that does not search.
            pub(super) fn build_search<G: Evaluate + 'static>(&self) -> Option<Box<dyn Bot<G>>> {
                match self.clone() {
                    $( BotConfig::$Kind(settings, valuation) => Some(SearchKind::build(settings, valuation)), )*
                    _ => None,
                }
            }
        }
    };
}

bot_kinds! {
    /// Draws from the softmax of the scores.
    Softmax: softmax,
    /// Expectimax search over whole turns.
    Expectimax: expectimax,
    /// Monte Carlo tree search.
    Mcts: mcts,
    /// Online evolution of whole turns.
    Planner: planner,
}
