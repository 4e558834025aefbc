//! `quality.csv` and its lines on the screen: statistics of the games, by scenario and by pairing.

use super::Results;
use super::csv::{Decimal, Row, Share, Table, Text, row, text};
use super::folder::Folder;
use super::format::{figure as with_interval, fixed, rate};
use crate::balance::{Measured, measured};
use crate::game::Ending;
use crate::stats::Estimate;
use crate::tournament::{Entrant, Figure, Games, Histogram, Quality};
use std::io;

/// The name of the file.
pub const NAME: &str = QualityRow::FILE;

/// With fewer choices examined, the screen does not report how many are meaningless.
const ENOUGH_CHOICES: u64 = 30;

/// Follows a figure that is too rare, or based on too few games, for an interval.
const NO_INTERVAL: &str = " (no interval)";

row! {
    /// A figure of the games of a scenario or of a pairing.
    pub(super) struct QualityRow<'a> {
        /// Name of the scenario; `all` for all together.
        scenario: Text<'a>,
        /// The bot of the first entrant; empty in rows about all games of the scenario.
        first_bot: Option<Text<'a>>,
        /// Its army.
        first_army: Option<Text<'a>>,
        /// The bot of the second entrant.
        second_bot: Option<Text<'a>>,
        /// Its army.
        second_army: Option<Text<'a>>,
        /// See below; a measure that does not exist for these games has no row.
        measure: Text<'a>,
        /// The figure.
        value: Text<'a>,
        /// Lower end of its 95 % interval; empty for counts, medians and percentiles, with a single cluster, and for
        /// shares of fewer than ten games where several pairings have the same dice (none at all has an interval); for
        /// all pairings together with `--allocate adaptive`.
        low: Option<Share>,
        /// Upper end.
        high: Option<Share>,
        /// Half the width of the interval.
        half_width: Option<Share>,
    }
}

/// A measure of some games: its name, its value, and the interval if it has one.
type Measure = (&'static str, String, Option<Estimate>);

impl<'a> QualityRow<'a> {
    fn new(Results { plan, .. }: Results<'a>, games: &Games, (name, value, interval): Measure) -> QualityRow<'a> {
        let entrants = games.pairing.map_or([None; 2], |entrants| entrants.map(Some));
        let bot = |entrant: Entrant| text(&plan.bots[entrant.bot].name);
        let army = |entrant: Entrant| entrant.army.map(|army| text(&plan.armies[army].name));
        let [first, second] = entrants;
        // The share of each pairing in all games follows from results.
        let interval = interval.filter(|_| !games.is_mixed(plan));
        QualityRow {
            scenario: text(games.scenario.map_or("all", |scenario| &plan.scenarios[scenario].name)),
            first_bot: first.map(bot),
            first_army: first.and_then(army),
            second_bot: second.map(bot),
            second_army: second.and_then(army),
            measure: text(name),
            value: text(value),
            low: interval.map(|it| Decimal(it.low)),
            high: interval.map(|it| Decimal(it.high)),
            half_width: interval.map(|it| Decimal(it.half_width())),
        }
    }
}

/// The measure of a kind of ending.
fn ending_measure(ending: Ending) -> &'static str {
    match ending {
        Ending::Victory => "by_victory",
        Ending::Objective => "by_objective",
        Ending::TurnLimit => "by_turn_limit",
        Ending::Agreed => "by_agreement",
        Ending::Forfeit => "by_forfeit",
    }
}

/// The figures of a row with their names, in the order of the file.
const FIGURES: [(&str, Figure); 15] = [
    ("turn_limit_share", Figure::TurnLimit),
    ("drawn_share", Figure::Draw),
    ("marginal_share", Figure::Marginal),
    ("medium_share", Figure::Medium),
    ("decisive_share", Figure::Decisive),
    ("first_player_rate", Figure::FirstPlayer),
    ("lead_changes", Figure::LeadChanges),
    ("won_without_lead_share", Figure::WithoutLead),
    ("winner_points_lost_share", Figure::WinnerPoints),
    ("loser_points_lost_share", Figure::LoserPoints),
    ("winner_units_lost", Figure::WinnerUnits),
    ("loser_units_lost", Figure::LoserUnits),
    ("decisions_a_player_turn", Figure::Decisions),
    ("meaningless_share", Figure::Meaningless),
    ("combats_a_round", Figure::Combats),
];

/// All measures of some games; those without a value are left out.
fn measures(quality: &Quality) -> Vec<Measure> {
    let mut rendered = vec![("games", quality.games().to_string(), None)];
    rendered.extend(quality.endings.iter().map(|(ending, count)| (ending_measure(ending), count.to_string(), None)));
    let percentiles = [
        ("rounds_median", quality.rounds.percentile(50)),
        ("rounds_p95", quality.rounds.percentile(95)),
        ("lead_changes_p95", quality.lead_changes.percentile(95)),
    ];
    rendered.extend(percentiles.into_iter().filter_map(|(name, value)| Some((name, value?.to_string(), None))));
    let decided = quality.decided.percentile(50).map(|percent| fixed(f64::from(percent) / 100.0, 2));
    rendered.extend(decided.map(|share| ("decided_after_share_median", share, None)));
    rendered.extend(FIGURES.iter().filter_map(|(name, figure)| {
        let measured = measured(quality, *figure)?;
        Some((*name, fixed(measured.point, 6), measured.interval))
    }));
    rendered
}

/// Writes the file: all scenarios together first, then each; within that all games first, then each pairing.
///
/// # Errors
/// If it cannot be written.
pub fn write(folder: &Folder, results: Results<'_>) -> io::Result<()> {
    let mut lines: Vec<_> = results.standings.qualities.lines().collect();
    if lines.is_empty() {
        return Ok(());
    }
    let mut sheet = Table::of::<QualityRow<'_>>(folder)?;
    lines.sort_by_key(|(games, _)| (games.scenario, games.pairing.is_some()));
    for (games, quality) in lines {
        for measure in measures(quality) {
            sheet.row(&QualityRow::new(results, games, measure))?;
        }
    }
    sheet.complete()
}

/// The statistics of all games together in a short paragraph; empty where none was played to an end.
pub fn render(results: Results<'_>) -> String {
    let lines = results.standings.qualities.lines().filter(|(games, _)| games.pairing.is_none());
    // The line over all scenarios where there are several; otherwise that of the only one.
    let Some((games, quality)) =
        lines.min_by_key(|(games, _)| games.scenario).filter(|(_, quality)| quality.played() > 0)
    else {
        return String::new();
    };
    let is_mixed = games.is_mixed(results.plan);
    let figure = |figure| {
        let found = measured(quality, figure)?;
        Some(Measured { interval: found.interval.filter(|_| !is_mixed), ..found })
    };
    let share = |figure: Measured| match figure.interval {
        Some(interval) => rate(&interval).trim_start().to_owned(),
        None => format!("{} %{NO_INTERVAL}", fixed(figure.point * 100.0, 1)),
    };
    let mean = |figure: Measured| match figure.interval {
        Some(interval) => with_interval(&interval, 1),
        None => format!("{}{NO_INTERVAL}", fixed(figure.point, 1)),
    };
    let percentile = |histogram: &Histogram, percent| histogram.percentile(percent).unwrap_or(0);
    let mut rendered = vec![format!(
        "rounds: median {}, 95th percentile {}; {} ended at the turn limit, {} in a draw",
        percentile(&quality.rounds, 50),
        percentile(&quality.rounds, 95),
        figure(Figure::TurnLimit).map_or_else(String::new, share),
        figure(Figure::Draw).map_or_else(String::new, share),
    )];
    let grades = [Figure::Marginal, Figure::Medium, Figure::Decisive]
        .map(|grade| figure(grade).map_or(0.0, |grade| grade.point));
    if grades.iter().sum::<f64>() > 0.0 {
        let [marginal, medium, decisive] = grades.map(|grade| fixed(grade * 100.0, 1));
        rendered.push(format!("victories: {marginal} % marginal, {medium} % medium, {decisive} % decisive"));
    }
    let decided = match quality.decided.percentile(50) {
        Some(percent) => format!("; half of the victories were decided after {percent} % of the game"),
        None => String::new(),
    };
    rendered.push(format!(
        "the lead changed {} times a game{decided}",
        figure(Figure::LeadChanges).map_or_else(String::new, mean)
    ));
    match (
        figure(Figure::WinnerPoints),
        figure(Figure::LoserPoints),
        figure(Figure::WinnerUnits),
        figure(Figure::LoserUnits),
    ) {
        (Some(winner), Some(loser), ..) => {
            rendered.push(format!("winners lost {} of their points, losers {}", share(winner), share(loser)))
        }
        (_, _, Some(winner), Some(loser)) => {
            rendered.push(format!("winners lost {} units, losers {}", mean(winner), mean(loser)))
        }
        _ => {}
    }
    let looked_at = quality.clusters(Figure::Meaningless).total().games;
    let meaningless = figure(Figure::Meaningless).filter(|_| looked_at >= ENOUGH_CHOICES);
    let meaningless = meaningless.map_or_else(String::new, |figure| format!(", {} of them meaningless", share(figure)));
    let combats =
        figure(Figure::Combats).map_or_else(String::new, |figure| format!("; {} combats a round", mean(figure)));
    let decisions = figure(Figure::Decisions).map_or_else(String::new, mean);
    rendered.push(format!("{decisions} decisions a player-turn{meaningless}{combats}"));
    let agreed = quality.endings[Ending::Agreed];
    if agreed > 0 {
        rendered.push(format!("{agreed} ended by agreement"));
    }
    let forfeits = quality.endings[Ending::Forfeit];
    if forfeits > 0 {
        rendered.push("forfeited games are left out".to_owned());
    }
    format!("\nStatistics of the games\n{}", rendered.iter().map(|line| format!("  {line}\n")).collect::<String>())
}
