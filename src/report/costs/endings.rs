//! The rows of `endings.csv`: how the games of all fits, and those of held-out armies, ended on each scenario.

use super::{Costs, Purpose};
use crate::balance::costs::EndedGames;
use crate::report::csv::{Decimal, Text, row, text};
use crate::report::endings::Endings;

row! {
    /// The games of one purpose on a scenario.
    pub struct EndingRow<'a> {
        /// The bot that led both armies.
        bot: Text<'a>,
        /// The points of an army.
        budget: Decimal<4>,
        /// [`Purpose`].
        purpose: Purpose<'a>,
        /// The scenario.
        scenario: Text<'a>,
        /// Games.
        games: u64,
        /// [`Endings`].
        endings: Endings,
    }
}

impl<'a> EndingRow<'a> {
    pub(super) fn new(of: &'a Costs<'a>, ended: &EndedGames) -> EndingRow<'a> {
        EndingRow {
            bot: text(of.bot),
            budget: Decimal(of.budget),
            purpose: Purpose::new(of, ended.purpose),
            scenario: text(&of.scenarios[ended.scenario]),
            games: ended.endings.values().sum(),
            endings: Endings::new(&ended.endings),
        }
    }
}
