//! The strength axis: whether what is found under one bot holds for weak and strong play alike.
//!
//! Each bot is a rung with a rating that comes from other games, and so has an error of its own. The [`trend()`] of a
//! quantity over the ratings shows whether it depends on strength; p-values are adjusted for all quantities of a table
//! (Benjamini and Hochberg). A verdict follows from those of the bots, each by itself, and from that trend, never from
//! whether two intervals overlap.
//!
//! `costs/strength.rs` compares fair costs in this way. [`rungs`] holds all other measures: [`first_move()`] the rate of
//! the first player, [`field_rate()`] the points of an army list against the field, `compare/by_bot.rs` the effects of a
//! change.

pub mod field_rate;
pub mod first_move;
pub mod rungs;
#[cfg(test)]
mod tests;

pub use field_rate::field_rate;
pub use first_move::first_move;
pub use rungs::{MeasureStrength, NoStrength, RungMeasure, Strengths, Subject, UnderBots, over_rungs};

use crate::stats::{Abscissa, LEVEL, Trend, benjamini_hochberg, trend};
use nalgebra::DMatrix;

/// Where a quantity lies relative to the value at which nothing is to be said: a cost to that of the list, a rate to
/// one half, an effect to none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// Its interval lies below that value.
    Below,
    /// Its interval lies within a margin of that value.
    Level,
    /// Its interval lies above that value.
    Above,
    /// The interval is too wide to decide.
    Undecided,
}

/// How the stands of a quantity are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandWords {
    /// Below.
    pub below: &'static str,
    /// Level.
    pub level: &'static str,
    /// Above.
    pub above: &'static str,
}

impl StandWords {
    /// The word for a stand.
    pub fn of(&self, stand: Stand) -> &'static str {
        match stand {
            Stand::Below => self.below,
            Stand::Level => self.level,
            Stand::Above => self.above,
            Stand::Undecided => "undecided",
        }
    }
}

/// What the games say of a quantity from the weakest to the strongest bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrengthVerdict {
    /// Every bot by itself has this stand.
    Holds(Stand),
    /// So it is under the weakest bot; it approaches level with strength, and is level under the strongest.
    OnlyWeak(Stand),
    /// It is level under the weakest bot, departs from it with strength, and stands so under the strongest.
    OnlyStrong(Stand),
    /// As for weak play only, but the games do not decide whether it is level under the strongest bot.
    ShownWeak(Stand),
    /// As for strong play only, but the games do not decide whether it is level under the weakest bot.
    ShownStrong(Stand),
    /// So it is under the weakest bot, the opposite under the strongest.
    Reverses(Stand),
    /// The quantity depends on strength, in no such way.
    Changes,
    /// No dependence is shown.
    NoTrend,
}

/// The estimates of a quantity under each bot, in the order of their ratings.
#[derive(Clone, Copy, Debug)]
pub struct Values<'a> {
    /// The estimates.
    pub points: &'a [f64],
    /// Their covariance: games of several bots share dice.
    pub covariance: &'a DMatrix<f64>,
    /// The degrees of freedom of that covariance.
    pub degrees: u64,
}

/// How a quantity changes with strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slope {
    /// What an Elo point of the player adds to it.
    pub trend: Trend,
    /// The p-value of the trend, adjusted for all quantities of the table.
    pub p_adjusted: f64,
}

impl Slope {
    /// Whether the quantity rises with strength, or falls; `None` where neither is shown.
    pub fn rises(&self) -> Option<bool> {
        (self.p_adjusted <= 1.0 - LEVEL).then_some(self.trend.slope.point > 0.0)
    }
}

/// The bots by their numbers, weakest first.
pub fn ascending(ratings: &[Abscissa]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ratings.len()).collect();
    order.sort_by(|one, other| ratings[*one].point.total_cmp(&ratings[*other].point));
    order
}

/// The slopes of the quantities of one table over the ratings, adjusted together. `None` with fewer than three bots, or
/// where the ratings are no further apart than their errors.
pub fn slopes<'a>(ratings: &[Abscissa], all: impl IntoIterator<Item = Values<'a>>) -> Option<Vec<Slope>> {
    let of = |values: Values<'_>| trend(ratings, values.points, values.covariance, values.degrees);
    let trends: Vec<Trend> = all.into_iter().map(of).collect::<Option<_>>()?;
    let adjusted = benjamini_hochberg(&trends.iter().map(|trend| trend.p_value).collect::<Vec<f64>>());
    Some(trends.into_iter().zip(adjusted).map(|(trend, p_adjusted)| Slope { trend, p_adjusted }).collect())
}

impl StrengthVerdict {
    /// From the stands of the bots, weakest first, and whether the quantity rises with strength, or falls; `None` where
    /// neither is shown.
    pub fn of(stands: &[Stand], rises: Option<bool>) -> StrengthVerdict {
        use Stand::{Above, Below, Level, Undecided};
        let (weak, strong) = (stands[0], stands[stands.len() - 1]);
        if weak != Undecided && stands.iter().all(|stand| *stand == weak) {
            return StrengthVerdict::Holds(weak);
        }
        let Some(rises) = rises else { return StrengthVerdict::NoTrend };
        let [end, start] = if rises { [Above, Below] } else { [Below, Above] };
        // In a single step from one stand to the other, the bots between the ends included.
        let rank = |stand: &Stand| match stand {
            stand if *stand == start => Some(0),
            stand if *stand == end => Some(1),
            _ => None,
        };
        let decided: Vec<u8> = stands.iter().filter_map(rank).collect();
        let has = |stand: Stand| stands.contains(&stand);
        match (weak == start, strong == end) {
            _ if !decided.is_sorted() => StrengthVerdict::Changes,
            (true, true) => StrengthVerdict::Reverses(weak),
            (true, false) if strong == Level && !has(end) => StrengthVerdict::OnlyWeak(weak),
            (false, true) if weak == Level && !has(start) => StrengthVerdict::OnlyStrong(strong),
            (true, false) if strong != start && !has(end) => StrengthVerdict::ShownWeak(weak),
            (false, true) if weak != end && !has(start) => StrengthVerdict::ShownStrong(strong),
            _ => StrengthVerdict::Changes,
        }
    }

    /// The verdict in words, with the names of the weakest and the strongest bot.
    pub fn describe(self, words: &StandWords, weakest: &str, strongest: &str) -> String {
        let named = |stand: Stand| words.of(stand);
        let opposite = |stand: Stand| if stand == Stand::Below { words.above } else { words.below };
        match self {
            StrengthVerdict::Holds(stand) => format!("{} from {weakest} to {strongest}", named(stand)),
            StrengthVerdict::OnlyWeak(stand) => format!("{} only for weak play", named(stand)),
            StrengthVerdict::OnlyStrong(stand) => format!("{} only for strong play", named(stand)),
            StrengthVerdict::ShownWeak(stand) => format!("{} for weak play, undecided for strong", named(stand)),
            StrengthVerdict::ShownStrong(stand) => format!("{} for strong play, undecided for weak", named(stand)),
            StrengthVerdict::Reverses(stand) => {
                format!("{} for weak play, {} for strong play", named(stand), opposite(stand))
            }
            StrengthVerdict::Changes => "changes with strength".to_owned(),
            StrengthVerdict::NoTrend => "no change with strength shown".to_owned(),
        }
    }
}
