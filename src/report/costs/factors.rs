//! The rows of `cells.csv`, `effects.csv` and `heterogeneity.csv`: how costs depend on the scenario and the bot. Those
//! of `cell_parts.csv` are in `parts.rs`.

use super::parts::CellPartRow;
use crate::balance::costs::{Effect, Factor, FactorVerdict, Factors, FairCost, Heterogeneity, TroopFactors};
use crate::game::Troop;
use crate::report::csv::{Bounds, Decimal, PValue, Row, Share, Table, Text, row, text};
use crate::report::folder::Folder;
use crate::stats::Estimate;
use std::io;

/// The names of the files; they are written only where a budget has several cells, `cell_parts.csv` only where costs
/// follow a formula.
pub const NAMES: [&str; 4] = [CellRow::FILE, CellPartRow::FILE, EffectRow::FILE, HeterogeneityRow::FILE];

/// The costs of all bots and scenarios for one budget.
pub struct CostFactors<'a> {
    /// The points of an army.
    pub budget: f64,
    /// The pool.
    pub troops: &'a [Troop],
    /// The names of the bots.
    pub bots: &'a [&'a str],
    /// The names of the scenarios.
    pub scenarios: &'a [String],
    /// The costs.
    pub factors: &'a Factors,
}

impl<'a> CostFactors<'a> {
    /// The name of a level of a factor; of the interaction there is none.
    pub fn level(&self, of: (Factor, usize)) -> &'a str {
        match of {
            (Factor::Scenario, level) => &self.scenarios[level],
            (Factor::Bot, level) => self.bots[level],
            (Factor::Interaction, _) => "",
        }
    }

    /// A verdict in words.
    pub fn verdict(&self, troop: &TroopFactors) -> String {
        match &troop.verdict {
            FactorVerdict::Everywhere(verdict) => format!("{} everywhere", verdict.name()),
            FactorVerdict::OnAverage(verdict) => format!("{} on average", verdict.name()),
            FactorVerdict::Depends(factors) => {
                let names: Vec<&str> = factors.iter().map(|factor| factor.name()).collect();
                format!("depends on {}", names.join(" and "))
            }
        }
    }
}

row! {
    /// A troop in a cell: a bot on a scenario.
    pub struct CellRow<'a> {
        /// The points of an army.
        budget: Decimal<4>,
        /// The bot that led both armies.
        bot: Text<'a>,
        /// The scenario.
        scenario: Text<'a>,
        /// The troop.
        name: Text<'a>,
        /// Its cost by the rules.
        list_cost: Decimal<4>,
        /// The fair cost by the games of this cell alone, on the scale of the mean army of all cells.
        fair_cost: Option<Decimal<4>>,
        /// Its 95 % interval.
        fair: Bounds<4>,
        /// The verdict of these games, as in `costs.csv`.
        verdict: Text<'a>,
        /// Games of the cell.
        games: u64,
        /// From eight cells on: the fair cost shrunk towards what its scenario and its bot by themselves explain, by as
        /// much as the rest looks like sampling error. Nearer to the true costs on average over the cells. No verdict
        /// is based on it.
        shrunk_cost: Option<Decimal<4>>,
        /// Its 95 % interval.
        shrunk: Bounds<4>,
    }
}

impl<'a> CellRow<'a> {
    fn new(of: &CostFactors<'a>, number: usize, cost: &FairCost) -> CellRow<'a> {
        let cell = &of.factors.cells[number];
        let troop = of.factors.troops.iter().find(|troop| troop.troop == cost.troop);
        let shrunk = troop.and_then(|troop| Some(troop.shrunken.as_ref()?[number]));
        CellRow {
            budget: Decimal(of.budget),
            bot: text(of.bots[cell.bot]),
            scenario: text(&of.scenarios[cell.scenario]),
            name: text(&of.troops[cost.troop].name),
            list_cost: Decimal(cost.list_cost),
            fair_cost: cost.fair.map(|fair| Decimal(fair.point)),
            fair: Bounds(cost.fair),
            verdict: text(cost.verdict.name()),
            games: cell.games,
            shrunk_cost: shrunk.map(|shrunk| Decimal(shrunk.point)),
            shrunk: Bounds(shrunk),
        }
    }
}

row! {
    /// The mean cost of a troop over all cells, and what a scenario or a bot adds to it.
    pub struct EffectRow<'a> {
        /// The points of an army.
        budget: Decimal<4>,
        /// The troop.
        name: Text<'a>,
        /// `mean`, `scenario` or `bot`.
        factor: Text<'a>,
        /// The scenario or the bot; empty for the mean.
        level: Option<Text<'a>>,
        /// The mean cost, every cell with the same weight; of a scenario or bot the points that it adds to the mean.
        points: Decimal<4>,
        /// Its 95 % interval. That of an effect covers slightly too often: in a study of known costs 97 to 99 % of a
        /// scenario, 94 to 97 % of a bot.
        points_between: Bounds<4>,
        /// Of the mean: `overpriced everywhere` and the like where every cell by itself has that verdict; `depends on
        /// scenario` (`bot`, `interaction`) where `heterogeneity.csv` shows that; otherwise the verdict on the mean,
        /// `on average`.
        verdict: Option<Text<'a>>,
    }
}

impl<'a> EffectRow<'a> {
    fn new(of: &CostFactors<'a>, troop: &TroopFactors, effect: &Effect) -> EffectRow<'a> {
        let Estimate { point, .. } = effect.points;
        EffectRow {
            budget: Decimal(of.budget),
            name: text(&of.troops[troop.troop].name),
            factor: text(effect.of.map_or("mean", |(factor, _)| factor.name())),
            level: effect.of.map(|level| text(of.level(level))),
            points: Decimal(point),
            points_between: Bounds(Some(effect.points)),
            verdict: effect.of.is_none().then(|| text(of.verdict(troop))),
        }
    }
}

row! {
    /// How far a cost, or all costs together, differ between scenarios or bots.
    pub struct HeterogeneityRow<'a> {
        /// The points of an army.
        budget: Decimal<4>,
        /// The troop; `all costs` for the joint test.
        name: Text<'a>,
        /// `scenario`, `bot`, or `interaction`: what is left when the effects of both are added.
        factor: Text<'a>,
        /// Wald's statistic of the hypothesis that there is no difference; empty where it cannot be computed.
        chi_square: Option<Decimal<4>>,
        /// Its degrees of freedom.
        degrees: Option<usize>,
        /// Its p-value.
        p_value: Option<PValue>,
        /// The same, adjusted for all troops (Benjamini and Hochberg).
        p_adjusted: Option<PValue>,
        /// Standard deviation of the true differences in points: of all costs, the root of the mean square.
        spread: Decimal<4>,
        /// Its share of the variance between the cells that is not sampling error.
        share: Option<Share>,
    }
}

impl<'a> HeterogeneityRow<'a> {
    fn new(of: &CostFactors<'a>, name: &'a str, found: &Heterogeneity) -> HeterogeneityRow<'a> {
        HeterogeneityRow {
            budget: Decimal(of.budget),
            name: text(name),
            factor: text(found.factor.name()),
            chi_square: found.test.map(|test| Decimal(test.statistic)),
            degrees: found.test.map(|test| test.degrees),
            p_value: found.test.map(|test| PValue(test.p)),
            p_adjusted: found.p_adjusted.map(PValue),
            spread: Decimal(found.variance.sqrt()),
            share: found.share.map(Decimal),
        }
    }
}

/// Writes the files, if there is anything to write, and returns their names.
///
/// # Errors
/// If one cannot be written.
pub fn write(folder: &Folder, all: &[CostFactors<'_>]) -> io::Result<Vec<&'static str>> {
    if all.is_empty() {
        return Ok(Vec::new());
    }
    let mut sheet = Table::of::<CellRow<'_>>(folder)?;
    for of in all {
        for (number, cell) in of.factors.cells.iter().enumerate() {
            cell.fair.costs.iter().try_for_each(|cost| sheet.row(&CellRow::new(of, number, cost)))?;
        }
    }
    sheet.complete()?;
    let cells = all.iter().flat_map(|of| of.factors.cells.iter().map(move |cell| (of, cell)));
    let formulas: Vec<_> = cells.filter_map(|(of, cell)| Some((of, cell, cell.formula.as_ref()?))).collect();
    if !formulas.is_empty() {
        let mut sheet = Table::of::<CellPartRow<'_>>(folder)?;
        for (of, cell, formula) in &formulas {
            formula.parts.iter().try_for_each(|part| sheet.row(&CellPartRow::new(of, cell, formula, part)))?;
        }
        sheet.complete()?;
    }
    let mut sheet = Table::of::<EffectRow<'_>>(folder)?;
    for of in all {
        for troop in &of.factors.troops {
            troop.effects.iter().try_for_each(|effect| sheet.row(&EffectRow::new(of, troop, effect)))?;
        }
    }
    sheet.complete()?;
    let mut sheet = Table::of::<HeterogeneityRow<'_>>(folder)?;
    for of in all {
        of.factors.joint.iter().try_for_each(|found| sheet.row(&HeterogeneityRow::new(of, "all costs", found)))?;
        for troop in &of.factors.troops {
            let name = &of.troops[troop.troop].name;
            troop.heterogeneity.iter().try_for_each(|found| sheet.row(&HeterogeneityRow::new(of, name, found)))?;
        }
    }
    sheet.complete()?;
    Ok(NAMES.into_iter().filter(|name| !formulas.is_empty() || *name != CellPartRow::FILE).collect())
}
