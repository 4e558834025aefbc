//! Measures under each of several rated bots, and how they change with the strength of the player.

use super::{Slope, Stand, StandWords, StrengthVerdict, Values, ascending, slopes};
use crate::balance::compare::Measure;
use crate::balance::verdict::{EVEN_MARGIN, Verdict};
use crate::stats::{Abscissa, Estimate, ScatteredRate, Shared, Trend, score_of_scatter};
use nalgebra::DMatrix;

/// With fewer groups of games that share no dice than this, of one stratum, there is no slope.
const ENOUGH_GROUPS: usize = 10;

/// What is measured under each bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RungMeasure {
    /// Points per game of the side that moves first, where the bot plays both sides.
    FirstMove,
    /// Mean points per game of an army list against all others of the field, each with the same weight.
    FieldRate,
    /// The effect of a change on a measure of a comparison.
    Effect(Measure),
}

impl RungMeasure {
    /// The name used in files.
    pub fn name(self) -> &'static str {
        match self {
            RungMeasure::FirstMove => Measure::FirstPlayer.name(),
            RungMeasure::FieldRate => "field_rate",
            RungMeasure::Effect(measure) => measure.name(),
        }
    }

    /// Whether it is a share, or a difference of shares, rather than an amount.
    pub fn is_share(self) -> bool {
        match self {
            RungMeasure::FirstMove | RungMeasure::FieldRate => true,
            RungMeasure::Effect(measure) => measure.is_share(),
        }
    }

    /// How its stands are called.
    pub fn words(self) -> StandWords {
        match self {
            RungMeasure::FirstMove => {
                StandWords { below: "the second move wins", level: "even", above: "the first move wins" }
            }
            RungMeasure::FieldRate => {
                StandWords { below: "loses to the field", level: "level with the field", above: "beats the field" }
            }
            RungMeasure::Effect(_) => StandWords { below: "lower", level: "no effect above 2 points", above: "higher" },
        }
    }
}

impl From<Verdict> for Stand {
    fn from(verdict: Verdict) -> Stand {
        match verdict {
            Verdict::Favours => Stand::Above,
            Verdict::FavoursOther => Stand::Below,
            Verdict::Even => Stand::Level,
            Verdict::Undecided => Stand::Undecided,
        }
    }
}

impl Stand {
    /// The stand of an effect on a share or an amount. Only that on a share can be level: within [`EVEN_MARGIN`].
    pub fn of_effect(interval: &Estimate, is_share: bool) -> Stand {
        if is_share && interval.low >= -EVEN_MARGIN && interval.high <= EVEN_MARGIN {
            Stand::Level
        } else if interval.low > 0.0 {
            Stand::Above
        } else if interval.high < 0.0 {
            Stand::Below
        } else {
            Stand::Undecided
        }
    }
}

/// What a measure is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subject {
    /// The scenario, as index into the plan's list; `None` for all together.
    pub scenario: Option<usize>,
    /// What is measured.
    pub measure: RungMeasure,
    /// The army; empty for all games.
    pub of: String,
}

/// A measure under each bot, in the order of the plan.
#[derive(Clone, Debug, PartialEq)]
pub struct UnderBots {
    /// What is measured.
    pub subject: Subject,
    /// The estimate under each bot.
    pub values: Vec<Estimate>,
    /// Where each stands.
    pub stands: Vec<Stand>,
    /// Their covariance.
    pub covariance: DMatrix<f64>,
    /// Its degrees of freedom.
    pub degrees: u64,
}

/// A rate under one bot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RateUnderBot {
    /// Points per game.
    pub point: f64,
    /// The variance that one more game of each of its pairings adds.
    pub one_more: f64,
    /// The number of groups with games of it, and the number of these games.
    pub groups_and_games: (u64, f64),
}

impl UnderBots {
    /// Rates with their score intervals, from their covariance by the scatter of groups alone, to which one more game
    /// of each pairing is added; `None` with too few groups of games.
    pub(super) fn of_rates(
        subject: Subject,
        rates: &[RateUnderBot],
        mut covariance: DMatrix<f64>,
        groups: &Shared,
    ) -> Option<UnderBots> {
        let degrees = degrees_of(groups)?;
        let mut values = Vec::with_capacity(rates.len());
        for (bot, rate) in rates.iter().enumerate() {
            let RateUnderBot { point, one_more, groups_and_games: (clusters, games) } = *rate;
            let scatter = covariance[(bot, bot)];
            let least = scatter + one_more;
            covariance[(bot, bot)] = least;
            values.push(score_of_scatter(&ScatteredRate { point, scatter, least, clusters, games, degrees })?);
        }
        let stands = values.iter().map(|value| Verdict::of(value).into()).collect();
        Some(UnderBots { subject, values, stands, covariance, degrees })
    }
}

/// The degrees of freedom of a covariance from these groups; `None` where they are too few.
pub fn degrees_of(groups: &Shared) -> Option<u64> {
    let groups = groups.groups_of_one_ground();
    (groups >= ENOUGH_GROUPS).then(|| groups as u64 - 1)
}

/// A measure by the strength of the player.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasureStrength {
    /// What is measured.
    pub subject: Subject,
    /// The estimate under each bot, weakest first.
    pub values: Vec<Estimate>,
    /// Where each stands.
    pub stands: Vec<Stand>,
    /// What an Elo point of the player adds to it.
    pub trend: Trend,
    /// The p-value of the trend, adjusted for all measures of the table.
    pub p_adjusted: f64,
    /// The verdict.
    pub verdict: StrengthVerdict,
}

/// The measures of a table by the strength of the player.
#[derive(Clone, Debug, PartialEq)]
pub struct Strengths {
    /// The bots by their numbers, weakest first.
    pub order: Vec<usize>,
    /// The measures.
    pub rows: Vec<MeasureStrength>,
}

/// Why nothing can be said about strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoStrength {
    /// There are too few games under some bot, or some were forfeited.
    #[error("too few games under some bot, or some were forfeited")]
    TooFew,
    /// The ratings are too close to each other.
    #[error("the ratings are no further apart than their errors")]
    NotApart,
}

/// Compares measures over bots with these ratings, in the order of the plan.
///
/// # Errors
/// If there is no measure, or the ratings of fewer than three bots or none far enough apart are given.
pub fn over_rungs(ratings: &[Abscissa], all: Vec<UnderBots>) -> Result<Strengths, NoStrength> {
    if all.is_empty() {
        return Err(NoStrength::TooFew);
    }
    let values = all.iter().map(|of| of.values.iter().map(|value| value.point).collect()).collect::<Vec<Vec<f64>>>();
    let each =
        all.iter().zip(&values).map(|(of, points)| Values { points, covariance: &of.covariance, degrees: of.degrees });
    let slopes = slopes(ratings, each).ok_or(NoStrength::NotApart)?;
    let order = ascending(ratings);
    let rows = all.into_iter().zip(slopes).map(|(of, slope)| {
        let values: Vec<Estimate> = order.iter().map(|bot| of.values[*bot]).collect();
        let stands: Vec<Stand> = order.iter().map(|bot| of.stands[*bot]).collect();
        let verdict = StrengthVerdict::of(&stands, slope.rises());
        let Slope { trend, p_adjusted } = slope;
        MeasureStrength { subject: of.subject, values, stands, trend, p_adjusted, verdict }
    });
    let rows = rows.collect();
    Ok(Strengths { order, rows })
}
