//! The rows of `strength_trends.csv` and `strength_rungs.csv`: how the first move, army lists and the effects of a
//! change depend on the strength of the player; and the same on the screen.

use super::csv::{Bounds, Decimal, Interval, PValue, Row, Share, Table, Text, row, text};
use super::folder::Folder;
use super::format::{fixed, p_value};
use super::table::{Align, aligned};
use crate::balance::strength::{MeasureStrength, NoStrength, RungMeasure, Strengths};
use crate::stats::estimate::NORMAL_95;
use crate::stats::{Abscissa, Estimate};
use crate::tournament::{Plan, PlannedRatings};
use std::io;

/// The name of the file of slopes and verdicts.
pub const TRENDS: &str = TrendRow::FILE;
/// The name of the file of the measures under each bot.
pub const RUNGS: &str = MeasureRungRow::FILE;
/// The names of both files; they are written only with `--ratings`.
pub const NAMES: [&str; 2] = [TRENDS, RUNGS];

/// Slopes are reported for this many Elo points.
pub const ELO_STEP: f64 = 100.0;

/// The ratings of a plan as abscissas, in the order of its bots.
pub fn abscissas(ratings: &PlannedRatings) -> Vec<Abscissa> {
    ratings.bots.iter().map(|bot| Abscissa { point: bot.elo, error: bot.elo_error }).collect()
}

/// The rungs in a line: each bot with its rating, weakest first.
pub fn rungs(order: &[usize], bots: &[&str], ratings: &[Abscissa]) -> String {
    let rung = |bot: &usize| {
        let Abscissa { point, error } = ratings[*bot];
        format!("{} ({} ± {} Elo)", bots[*bot], fixed(point, 0), fixed(NORMAL_95 * error, 0))
    };
    order.iter().map(rung).collect::<Vec<String>>().join(", ")
}

/// Measures by the strength of the player: those of a tournament, or of a variant of a comparison.
pub struct Measures<'a> {
    /// The replacement of a comparison.
    variant: Option<&'a str>,
    scenarios: Vec<&'a str>,
    bots: Vec<&'a str>,
    ratings: Vec<Abscissa>,
    strengths: &'a Strengths,
}

impl<'a> Measures<'a> {
    /// The measures of a tournament whose bots have ratings.
    pub fn of_run(plan: &'a Plan, strengths: &'a Strengths) -> Measures<'a> {
        Measures {
            variant: None,
            scenarios: plan.scenarios.iter().map(|scenario| scenario.name.as_str()).collect(),
            bots: plan.bots.iter().map(|bot| bot.name.as_str()).collect(),
            ratings: plan.ratings.as_ref().map(abscissas).unwrap_or_default(),
            strengths,
        }
    }

    /// The effects of a change; `plan` is the one without it.
    pub fn of_variant(variant: &'a str, plan: &'a Plan, strengths: &'a Strengths) -> Measures<'a> {
        Measures { variant: Some(variant), ..Measures::of_run(plan, strengths) }
    }

    fn scenario(&self, row: &MeasureStrength) -> &'a str {
        row.subject.scenario.map_or("all", |scenario| self.scenarios[scenario])
    }

    fn verdict(&self, row: &MeasureStrength) -> String {
        let order = &self.strengths.order;
        let [weakest, strongest] = [order.first(), order.last()].map(|bot| bot.map_or("", |bot| self.bots[*bot]));
        row.verdict.describe(&row.subject.measure.words(), weakest, strongest)
    }
}

row! {
    /// A measure by the strength of the player.
    pub(super) struct TrendRow<'a> {
        /// The replacement, in a comparison.
        variant: Option<Text<'a>>,
        /// Name of the scenario; `all` for all together.
        scenario: Text<'a>,
        /// `first_player_rate`: points per game of the side that moves first; `field_rate`: mean points per game of an
        /// army list against all others, each with the same weight; in a comparison the difference that the change
        /// makes to a [measure](#comparisoncsv).
        measure: Text<'a>,
        /// The army; empty for all games.
        subject: Text<'a>,
        /// What 100 Elo points of the player add to it: the slope over all bots, each with the same weight.
        per_100_elo: Share,
        /// Its 95 % interval, which includes the errors of the ratings.
        per_100_elo_between: Bounds<6>,
        /// The p-value of the hypothesis that the slope is 0.
        p_value: PValue,
        /// The same, adjusted for all rows of the table or of the variant (Benjamini and Hochberg).
        p_adjusted: PValue,
        /// What holds for whom: `the first move wins from novice to master` (`even`, `the second move wins`; `beats the
        /// field`, `level with the field`, `loses to the field`; `higher`, `lower`, `no effect above 2 points`) where
        /// every bot by itself has that verdict; `only for weak play`, `only for strong play` and the others as in
        /// [`strength.csv`](#strengthcsv).
        verdict: Text<'a>,
    }
}

row! {
    /// A measure under one bot.
    pub(super) struct MeasureRungRow<'a> {
        /// The replacement, in a comparison.
        variant: Option<Text<'a>>,
        /// Name of the scenario; `all` for all together.
        scenario: Text<'a>,
        /// As in `strength_trends.csv`.
        measure: Text<'a>,
        /// The army; empty for all games.
        subject: Text<'a>,
        /// The bot that played both sides; weakest first.
        bot: Text<'a>,
        /// Its rating, from the file of `--ratings`.
        elo: Decimal<1>,
        /// The standard error of the rating.
        elo_error: Decimal<1>,
        /// The measure under this bot, with its 95 % interval: of a rate the score interval.
        value: Interval<6>,
        /// The verdict of that interval: a share is `even` (`level with the field`, `no effect above 2 points`) where
        /// all of it lies within two percentage points of one half or of no effect; amounts are never so.
        verdict: Text<'a>,
    }
}

/// Writes the files, if there is anything to write, and returns their names.
///
/// # Errors
/// If one cannot be written.
pub fn write(folder: &Folder, all: &[Measures<'_>]) -> io::Result<Vec<&'static str>> {
    if all.is_empty() {
        return Ok(Vec::new());
    }
    let mut sheet = Table::of::<TrendRow<'_>>(folder)?;
    for (of, row) in all.iter().flat_map(|of| of.strengths.rows.iter().map(move |row| (of, row))) {
        let slope = per_step(row);
        sheet.row(&TrendRow {
            variant: of.variant.map(text),
            scenario: text(of.scenario(row)),
            measure: text(row.subject.measure.name()),
            subject: text(&row.subject.of),
            per_100_elo: Decimal(slope.point),
            per_100_elo_between: Bounds(Some(slope)),
            p_value: PValue(row.trend.p_value),
            p_adjusted: PValue(row.p_adjusted),
            verdict: text(of.verdict(row)),
        })?;
    }
    sheet.complete()?;
    let mut sheet = Table::of::<MeasureRungRow<'_>>(folder)?;
    for (of, row) in all.iter().flat_map(|of| of.strengths.rows.iter().map(move |row| (of, row))) {
        for (place, bot) in of.strengths.order.iter().enumerate() {
            sheet.row(&MeasureRungRow {
                variant: of.variant.map(text),
                scenario: text(of.scenario(row)),
                measure: text(row.subject.measure.name()),
                subject: text(&row.subject.of),
                bot: text(of.bots[*bot]),
                elo: Decimal(of.ratings[*bot].point),
                elo_error: Decimal(of.ratings[*bot].error),
                value: Interval(Some(row.values[place])),
                verdict: text(row.subject.measure.words().of(row.stands[place])),
            })?;
        }
    }
    sheet.complete()?;
    Ok(NAMES.to_vec())
}

/// What 100 Elo points add to a measure.
fn per_step(row: &MeasureStrength) -> Estimate {
    row.trend.slope.map(|slope| slope * ELO_STEP)
}

/// An estimate with its bounds: shares in per cent or percentage points.
fn figure(measure: RungMeasure, estimate: &Estimate) -> String {
    let (factor, decimals) = if measure.is_share() { (100.0, 1) } else { (1.0, 2) };
    let [point, low, high] = [estimate.point, estimate.low, estimate.high].map(|it| fixed(factor * it, decimals));
    format!("{point} ({low} to {high})")
}

/// What is measured, in words.
fn title(of: &Measures<'_>, row: &MeasureStrength) -> String {
    let measure = match row.subject.measure {
        RungMeasure::FirstMove => "first player's rate".to_owned(),
        RungMeasure::FieldRate => "points against the field".to_owned(),
        RungMeasure::Effect(measure) => measure.name().replace('_', " "),
    };
    let subject = if row.subject.of.is_empty() { String::new() } else { format!(" of {}", row.subject.of) };
    let on = match row.subject.scenario {
        Some(_) if of.scenarios.len() > 1 => format!(" on {}", of.scenario(row)),
        _ => String::new(),
    };
    format!("  {measure}{subject}{on}")
}

/// Formats measures by the strength of the player. Of a comparison only those over all scenarios are shown.
pub fn render(of: &Measures<'_>) -> String {
    let Strengths { order, rows } = of.strengths;
    let [weakest, strongest] = [order.first(), order.last()].map(|bot| bot.map_or("", |bot| of.bots[*bot]));
    let head = ["", weakest, strongest, "per 100 Elo (95 %)", "p", "verdict"];
    let mut table = vec![head.map(str::to_owned).to_vec()];
    for row in rows.iter().filter(|row| of.variant.is_none() || row.subject.scenario.is_none()) {
        let measure = row.subject.measure;
        let [weak, strong] =
            [row.values.first(), row.values.last()].map(|value| value.map_or(String::new(), |it| figure(measure, it)));
        let slope = figure(measure, &per_step(row));
        table.push(vec![title(of, row), weak, strong, slope, p_value(row.p_adjusted), of.verdict(row)]);
    }
    let what = of.variant.map_or("By".to_owned(), |variant| format!("The effects of {variant} by"));
    let align: Vec<Align> = table[0].iter().map(|_| Align::Left).collect();
    format!(
        "{what} the strength of the player: {}\n{}Shares are in per cent, from games in which one bot plays both \
            sides. Each p is that of the hypothesis that strength changes nothing, adjusted for all rows; the \
            intervals of the slopes include the errors of the ratings.\n",
        rungs(order, &of.bots, &of.ratings),
        aligned(&table, &align)
    )
}

/// Says why nothing is said about strength.
pub fn render_none(why: NoStrength) -> String {
    format!("Nothing by the strength of the player: {why}.\n")
}
