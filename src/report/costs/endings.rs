//! The rows of `endings.csv`: how the games of all fits, and those of held-out armies, ended on each scenario.

use super::Costs;
use crate::balance::costs::EndedGames;
use crate::report::csv::{Decimal, Text, row, text};
use crate::report::endings::Endings;
use crate::report::refit::purpose_of;

row! {
    /// The games of one purpose on a scenario.
    pub struct EndingRow<'a> {
        /// The bot that led both armies.
        bot: Text<'a>,
        /// The points of an army.
        budget: Decimal<4>,
        /// `fit` or `held_out`.
        purpose: Text<'a>,
        /// The costs at which both armies were drawn, as in `meetings.csv`.
        costs: Text<'a>,
        /// The step of a fit; empty for held-out armies.
        step: Option<usize>,
        /// Whether the games of a fit are among those of the last fit.
        pooled: Option<bool>,
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
        let (purpose, costs, step) = purpose_of(ended.purpose);
        EndingRow {
            bot: text(of.bot),
            budget: Decimal(of.budget),
            purpose: text(purpose),
            costs: text(costs),
            step,
            pooled: step.map(|step| of.study.steps[step - 1].is_pooled),
            scenario: text(&of.scenarios[ended.scenario]),
            games: ended.endings.values().sum(),
            endings: Endings::new(&ended.endings),
        }
    }
}
