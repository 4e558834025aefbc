//! The rows of `parts.csv` and `cell_parts.csv`: the numbers of the rulebook's cost formula, over all games of a fit
//! and by scenario and bot.

use super::Costs;
use super::factors::CostFactors;
use crate::balance::costs::{Cell, Formula, PartCost};
use crate::report::csv::{Bounds, Decimal, PValue, Text, row, text};

row! {
    /// A part of a formula, beside the fit of any such formula.
    struct PartFigures<'a> {
        /// The part.
        name: Text<'a>,
        /// Its number in the rules.
        list_cost: Decimal<4>,
        /// Its fair value; empty for the only part of a formula, which the scale of all costs determines.
        fair_cost: Option<Decimal<4>>,
        /// Its 95 % interval.
        fair: Bounds<4>,
        /// `fair`, `overpriced`, `underpriced` or `undecided` by the rule of `costs.csv`; empty for the only part.
        verdict: Option<Text<'a>>,
        /// Lack-of-fit statistic of all such formulas; empty where there are as many parts as troops.
        chi_square: Option<Decimal<4>>,
        /// Its degrees of freedom.
        degrees: Option<usize>,
        /// Its p-value.
        p_value: Option<PValue>,
        /// `rejected` where that p-value is 5 % or less, otherwise `holds`.
        formula: Option<Text<'a>>,
        /// Standard deviation, in points, of the departures of troops from such a formula beyond chance; where it is
        /// above 0 it is part of the intervals, with Student's quantile for `degrees`.
        scatter: Decimal<4>,
    }
}

impl<'a> PartFigures<'a> {
    fn new(formula: &Formula, part: &'a PartCost) -> PartFigures<'a> {
        PartFigures {
            name: text(&part.name),
            list_cost: Decimal(part.list_cost),
            fair_cost: part.fair.map(|fair| Decimal(fair.point)),
            fair: Bounds(part.fair),
            verdict: formula.verdict(part).map(|verdict| text(verdict.name())),
            chi_square: formula.left.map(|test| Decimal(test.statistic)),
            degrees: formula.left.map(|test| test.degrees),
            p_value: formula.left.map(|test| PValue(test.p)),
            formula: formula.left.map(|_| text(standing(formula))),
            scatter: Decimal(formula.scatter),
        }
    }
}

/// Whether the games agree with a formula.
pub(super) fn standing(formula: &Formula) -> &'static str {
    if formula.is_rejected() { "rejected" } else { "holds" }
}

row! {
    /// A part, by all games of a fit.
    pub struct PartRow<'a> {
        /// The bot that led both armies.
        bot: Text<'a>,
        /// The points of an army.
        budget: Decimal<4>,
        /// [`PartFigures`].
        figures: PartFigures<'a>,
    }
}

impl<'a> PartRow<'a> {
    pub(super) fn new(of: &'a Costs<'a>, formula: &Formula, part: &'a PartCost) -> PartRow<'a> {
        PartRow { bot: text(of.bot), budget: Decimal(of.budget), figures: PartFigures::new(formula, part) }
    }
}

row! {
    /// A part, by the games of a bot on a scenario.
    pub struct CellPartRow<'a> {
        /// The points of an army.
        budget: Decimal<4>,
        /// The bot that led both armies.
        bot: Text<'a>,
        /// The scenario.
        scenario: Text<'a>,
        /// [`PartFigures`].
        figures: PartFigures<'a>,
        /// Games of the bot on the scenario.
        games: u64,
    }
}

impl<'a> CellPartRow<'a> {
    pub(super) fn new(of: &CostFactors<'a>, cell: &Cell, formula: &Formula, part: &'a PartCost) -> CellPartRow<'a> {
        CellPartRow {
            budget: Decimal(of.budget),
            bot: text(of.bots[cell.bot]),
            scenario: text(&of.scenarios[cell.scenario]),
            figures: PartFigures::new(formula, part),
            games: cell.games,
        }
    }
}
