//! Fair costs by the strength of the player: whether what the games say of a cost holds for weak and strong play alike
//! ([`crate::balance::strength`]). The cost of a troop under each bot is the mean over the scenarios.

use super::factors::{Factors, TroopFactors};
use super::fair::CostVerdict;
use crate::balance::strength::{Slope, Stand, StandWords, StrengthVerdict, ascending, slopes};
use crate::game::Troop;
use crate::stats::{Abscissa, Estimate, Trend};

/// How the stands of a cost are called: a fair cost above the list makes a troop underpriced.
const WORDS: StandWords = StandWords { below: "overpriced", level: "fair", above: "underpriced" };

impl From<CostVerdict> for Stand {
    fn from(verdict: CostVerdict) -> Stand {
        match verdict {
            CostVerdict::Overpriced => Stand::Below,
            CostVerdict::Fair => Stand::Level,
            CostVerdict::Underpriced => Stand::Above,
            CostVerdict::Undecided => Stand::Undecided,
        }
    }
}

impl Factors {
    /// The cost of a troop under a bot. On a single scenario it is that of the cell, with its interval.
    fn cost_under(&self, troop: &TroopFactors, bot: usize) -> Estimate {
        let mut cells = self.cells.iter().filter(|cell| cell.bot == bot);
        match (cells.next(), cells.next()) {
            (Some(only), None) => only.fair.estimate(troop.troop).unwrap_or_else(|| troop.by_bot.of(bot)),
            _ => troop.by_bot.of(bot),
        }
    }
}

/// A troop by the strength of the player.
#[derive(Clone, Debug, PartialEq)]
pub struct TroopStrength {
    /// The index of the troop in the pool.
    pub troop: usize,
    /// Its cost by the list.
    pub list_cost: f64,
    /// Its cost under each bot, weakest first.
    pub costs: Vec<Estimate>,
    /// The points that an Elo point of the player adds to it.
    pub trend: Trend,
    /// The p-value of the trend, adjusted for all troops.
    pub p_adjusted: f64,
    /// The verdict.
    pub verdict: StrengthVerdict,
}

impl TroopStrength {
    /// The verdict in words, with the names of the weakest and the strongest bot.
    pub fn describe(&self, weakest: &str, strongest: &str) -> String {
        self.verdict.describe(&WORDS, weakest, strongest)
    }
}

/// The costs of all troops by the strength of the player.
#[derive(Clone, Debug, PartialEq)]
pub struct Strength {
    /// The bots by their numbers, weakest first.
    pub order: Vec<usize>,
    /// The troops whose costs can be estimated under every bot on every scenario.
    pub troops: Vec<TroopStrength>,
}

/// Compares costs over bots with these ratings, in the order of the bots. `None` with fewer than three bots, or where
/// the ratings are no further apart than their errors.
pub fn strength(factors: &Factors, troops: &[Troop], ratings: &[Abscissa]) -> Option<Strength> {
    let order = ascending(ratings);
    let slopes = slopes(ratings, factors.troops.iter().map(|found| found.by_bot.values()))?;
    let troops = factors.troops.iter().zip(slopes).map(|(found, slope)| {
        let list_cost = troops[found.troop].cost;
        let costs: Vec<Estimate> = order.iter().map(|bot| factors.cost_under(found, *bot)).collect();
        let stands: Vec<Stand> = costs.iter().map(|cost| CostVerdict::of(Some(cost), list_cost).into()).collect();
        let verdict = StrengthVerdict::of(&stands, slope.rises());
        let Slope { trend, p_adjusted } = slope;
        TroopStrength { troop: found.troop, list_cost, costs, trend, p_adjusted, verdict }
    });
    let troops = troops.collect();
    Some(Strength { order, troops })
}
