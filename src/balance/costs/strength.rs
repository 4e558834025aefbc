//! Fair costs by the strength of the player: whether what the games say of a cost holds for weak and strong play alike.
//!
//! Each bot is a rung with a rating that comes from other games, and so has an error of its own. The cost of a troop
//! under each bot is the mean over the scenarios. Its [`trend()`] over the ratings shows whether it depends on
//! strength; p-values are adjusted for all troops (Benjamini and Hochberg).

use super::agreement::DOUBT;
use super::factors::{Factors, TroopFactors};
use super::fair::CostVerdict;
use crate::game::Troop;
use crate::stats::{Abscissa, Estimate, Trend, benjamini_hochberg, trend};

/// What the games say of a cost from the weakest to the strongest bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrengthVerdict {
    /// Every bot by itself has this verdict.
    Holds(CostVerdict),
    /// It has this verdict under the weakest bot, approaches the list with strength, and is fair under the strongest.
    OnlyWeak(CostVerdict),
    /// It is fair under the weakest bot, leaves the list with strength, and has this verdict under the strongest.
    OnlyStrong(CostVerdict),
    /// As for weak play only, but the games do not decide whether it is fair under the strongest bot.
    ShownWeak(CostVerdict),
    /// As for strong play only, but the games do not decide whether it is fair under the weakest bot.
    ShownStrong(CostVerdict),
    /// The weakest bot has this verdict, the strongest the opposite one.
    Reverses(CostVerdict),
    /// The cost depends on strength, in no such way.
    Changes,
    /// No dependence is shown.
    NoTrend,
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
    let mut order: Vec<usize> = (0..ratings.len()).collect();
    order.sort_by(|one, other| ratings[*one].point.total_cmp(&ratings[*other].point));
    let of = |found: &TroopFactors| {
        let by_bot = &found.by_bot;
        trend(ratings, &by_bot.points, &by_bot.covariance, by_bot.degrees)
    };
    let trends: Vec<Trend> = factors.troops.iter().map(of).collect::<Option<_>>()?;
    let adjusted = benjamini_hochberg(&trends.iter().map(|trend| trend.p_value).collect::<Vec<f64>>());
    let trends = factors.troops.iter().zip(trends).zip(adjusted);
    let troops = trends.map(|((found, trend), p_adjusted)| {
        let list_cost = troops[found.troop].cost;
        let costs: Vec<Estimate> = order.iter().map(|bot| factors.cost_under(found, *bot)).collect();
        let verdicts: Vec<CostVerdict> = costs.iter().map(|cost| CostVerdict::of(Some(cost), list_cost)).collect();
        let rises = (p_adjusted <= DOUBT).then_some(trend.slope.point > 0.0);
        TroopStrength {
            troop: found.troop,
            list_cost,
            costs,
            trend,
            p_adjusted,
            verdict: StrengthVerdict::of(&verdicts, rises),
        }
    });
    let troops = troops.collect();
    Some(Strength { order, troops })
}

impl StrengthVerdict {
    /// From the verdicts of the bots, weakest first, and whether the cost rises with strength, or falls; `None` where
    /// neither is shown.
    pub(super) fn of(verdicts: &[CostVerdict], rises: Option<bool>) -> StrengthVerdict {
        use CostVerdict::{Overpriced, Undecided, Underpriced};
        let (weak, strong) = (verdicts[0], verdicts[verdicts.len() - 1]);
        if weak != Undecided && verdicts.iter().all(|verdict| *verdict == weak) {
            return StrengthVerdict::Holds(weak);
        }
        let Some(rises) = rises else { return StrengthVerdict::NoTrend };
        // A fair cost above the list makes a troop underpriced.
        let [end, start] = if rises { [Underpriced, Overpriced] } else { [Overpriced, Underpriced] };
        // In a single step from one verdict to the other, the bots between the ends included.
        let rank = |verdict: &CostVerdict| match verdict {
            verdict if *verdict == start => Some(0),
            verdict if *verdict == end => Some(1),
            _ => None,
        };
        let decided: Vec<u8> = verdicts.iter().filter_map(rank).collect();
        let has = |verdict: CostVerdict| verdicts.contains(&verdict);
        match (weak == start, strong == end) {
            _ if !decided.is_sorted() => StrengthVerdict::Changes,
            (true, true) => StrengthVerdict::Reverses(weak),
            (true, false) if strong == CostVerdict::Fair && !has(end) => StrengthVerdict::OnlyWeak(weak),
            (false, true) if weak == CostVerdict::Fair && !has(start) => StrengthVerdict::OnlyStrong(strong),
            (true, false) if strong != start && !has(end) => StrengthVerdict::ShownWeak(weak),
            (false, true) if weak != end && !has(start) => StrengthVerdict::ShownStrong(strong),
            _ => StrengthVerdict::Changes,
        }
    }

    /// The verdict in words, with the names of the weakest and the strongest bot.
    pub fn describe(self, weakest: &str, strongest: &str) -> String {
        let opposite = |verdict: CostVerdict| match verdict {
            CostVerdict::Overpriced => CostVerdict::Underpriced.name(),
            _ => CostVerdict::Overpriced.name(),
        };
        match self {
            StrengthVerdict::Holds(verdict) => format!("{} from {weakest} to {strongest}", verdict.name()),
            StrengthVerdict::OnlyWeak(verdict) => format!("{} only for weak play", verdict.name()),
            StrengthVerdict::OnlyStrong(verdict) => format!("{} only for strong play", verdict.name()),
            StrengthVerdict::ShownWeak(verdict) => format!("{} for weak play, undecided for strong", verdict.name()),
            StrengthVerdict::ShownStrong(verdict) => format!("{} for strong play, undecided for weak", verdict.name()),
            StrengthVerdict::Reverses(verdict) => {
                format!("{} for weak play, {} for strong play", verdict.name(), opposite(verdict))
            }
            StrengthVerdict::Changes => "changes with strength".to_owned(),
            StrengthVerdict::NoTrend => "no change with strength shown".to_owned(),
        }
    }
}
