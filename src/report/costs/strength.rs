//! The rows of `strength.csv` and `rungs.csv`: how costs depend on the strength of the player.

use crate::balance::costs::{CostVerdict, Strength, TroopStrength};
use crate::game::Troop;
use crate::report::csv::{Bounds, Decimal, PValue, Row, Table, Text, row, text};
use crate::report::folder::Folder;
use crate::report::strength::ELO_STEP;
use crate::stats::{Abscissa, Estimate};
use std::io;

/// The names of the files; they are written only with `--ratings`.
pub const NAMES: [&str; 2] = [StrengthRow::FILE, RungRow::FILE];

/// The costs of one budget by the strength of the player.
pub struct CostStrength<'a> {
    /// The points of an army.
    pub budget: f64,
    /// The pool.
    pub troops: &'a [Troop],
    /// The names of the bots.
    pub bots: &'a [&'a str],
    /// Their ratings in Elo points.
    pub ratings: &'a [Abscissa],
    /// The costs.
    pub strength: &'a Strength,
}

impl<'a> CostStrength<'a> {
    /// The weakest and the strongest bot.
    pub fn ends(&self) -> [&'a str; 2] {
        let order = &self.strength.order;
        [order.first(), order.last()].map(|bot| bot.map_or("", |bot| self.bots[*bot]))
    }

    /// The verdict on a troop in words.
    pub fn verdict(&self, troop: &TroopStrength) -> String {
        let [weakest, strongest] = self.ends();
        troop.describe(weakest, strongest)
    }
}

/// What 100 Elo points add to a cost.
pub fn points_a_step(troop: &TroopStrength) -> Estimate {
    troop.trend.slope.map(|points| points * ELO_STEP)
}

row! {
    /// A troop by the strength of the player.
    pub struct StrengthRow<'a> {
        /// The points of an army.
        budget: Decimal<4>,
        /// The troop.
        name: Text<'a>,
        /// Its cost by the rules.
        list_cost: Decimal<4>,
        /// What 100 Elo points of the player add to its fair cost: the slope over all bots, each with the same weight.
        points_a_100_elo: Decimal<4>,
        /// Its 95 % interval, which includes the errors of the ratings; on several scenarios a little too wide
        /// ([96.5 %](statistics.md#strength-of-the-player)).
        points_a_100_elo_between: Bounds<4>,
        /// The p-value of the hypothesis that the slope is 0.
        p_value: PValue,
        /// The same, adjusted for all troops (Benjamini and Hochberg).
        p_adjusted: PValue,
        /// What holds for whom: `underpriced from novice to master` (`overpriced`, `fair`) where every bot by itself
        /// has that verdict; `only for weak play`, `only for strong play`, or the opposite for each, where the slope is
        /// significant and agrees with the verdicts of the weakest and the strongest bot and of those between them;
        /// `for weak play, undecided for strong` where the other end is not decided; `changes with strength` where the
        /// slope is significant in another way; otherwise `no change with strength shown`.
        verdict: Text<'a>,
    }
}

row! {
    /// A troop under one bot.
    pub struct RungRow<'a> {
        /// The points of an army.
        budget: Decimal<4>,
        /// The troop.
        name: Text<'a>,
        /// The bot that led both armies; weakest first.
        bot: Text<'a>,
        /// Its rating, from the file of `--ratings`.
        elo: Decimal<1>,
        /// The standard error of the rating.
        elo_error: Decimal<1>,
        /// The fair cost under this bot: the mean over the scenarios, each with the same weight.
        fair_cost: Decimal<4>,
        /// Its 95 % interval.
        fair: Bounds<4>,
        /// Its verdict, as in `costs.csv`.
        verdict: Text<'a>,
    }
}

/// Writes the files, if there is anything to write, and returns their names.
///
/// # Errors
/// If one cannot be written.
pub fn write(folder: &Folder, all: &[CostStrength<'_>]) -> io::Result<Vec<&'static str>> {
    if all.is_empty() {
        return Ok(Vec::new());
    }
    let mut sheet = Table::of::<StrengthRow<'_>>(folder)?;
    for of in all {
        for troop in &of.strength.troops {
            let slope = points_a_step(troop);
            sheet.row(&StrengthRow {
                budget: Decimal(of.budget),
                name: text(&of.troops[troop.troop].name),
                list_cost: Decimal(troop.list_cost),
                points_a_100_elo: Decimal(slope.point),
                points_a_100_elo_between: Bounds(Some(slope)),
                p_value: PValue(troop.trend.p_value),
                p_adjusted: PValue(troop.p_adjusted),
                verdict: text(of.verdict(troop)),
            })?;
        }
    }
    sheet.complete()?;
    let mut sheet = Table::of::<RungRow<'_>>(folder)?;
    for of in all {
        for troop in &of.strength.troops {
            for (bot, cost) in of.strength.order.iter().zip(&troop.costs) {
                sheet.row(&RungRow {
                    budget: Decimal(of.budget),
                    name: text(&of.troops[troop.troop].name),
                    bot: text(of.bots[*bot]),
                    elo: Decimal(of.ratings[*bot].point),
                    elo_error: Decimal(of.ratings[*bot].error),
                    fair_cost: Decimal(cost.point),
                    fair: Bounds(Some(*cost)),
                    verdict: text(CostVerdict::of(Some(cost), troop.list_cost).name()),
                })?;
            }
        }
    }
    sheet.complete()?;
    Ok(NAMES.to_vec())
}
