//! `quality.csv` and its lines on the screen: statistics of the games, by scenario and by pairing.

use super::Results;
use super::csv::{Decimal, Row, Share, Table, Text, row, text};
use super::endings::ending_column;
use super::folder::Folder;
use super::format::{count, figure as with_interval, fixed, rate};
use crate::balance::{Measured, measured};
use crate::game::Ending;
use crate::stats::Estimate;
use crate::tournament::{Allocate, Entrant, Figure, Games, Histogram, Party, Quality};
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
        /// all pairings together with `--allocate adaptive`, and for `first_player_rate` of a pairing with
        /// `--for verdicts`. Those of shares of few games take few values and cover 81 to 100 %
        /// ([statistics](statistics.md#every-interval-of-the-tables)), mostly more than 95 %.
        low: Option<Share>,
        /// Upper end.
        high: Option<Share>,
        /// Half the width of the interval.
        half_width: Option<Share>,
    }
}

/// A measure of some games.
struct Measure {
    name: &'static str,
    value: String,
    interval: Option<Estimate>,
}

impl Measure {
    fn count(name: &'static str, value: impl ToString) -> Measure {
        Measure { name, value: value.to_string(), interval: None }
    }
}

impl<'a> QualityRow<'a> {
    fn new(Results { plan, .. }: Results<'a>, games: &Games, Measure { name, value, interval }: Measure) -> Self {
        let entrants = games.pairing.map_or([None; 2], |entrants| entrants.map(Some));
        let bot = |entrant: Entrant| text(&plan.bots[entrant.bot].name);
        let army = |entrant: Entrant| entrant.army.map(|army| text(&plan.armies[army].name));
        let [first, second] = entrants;
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

/// A figure of some games. The rate of the first player over all pairings, or the only one, is that of `seats.csv`.
fn measured_in(results: Results<'_>, games: &Games, quality: &Quality, figure: Figure) -> Option<Measured> {
    let is_of_all = || games.pairing.is_none() || results.standings.pairings().nth(1).is_none();
    if figure == Figure::FirstPlayer && is_of_all() {
        let rate = results.rate(Party::First, results.standings.line(games.scenario, Party::First)?)?.decisive;
        return Some(Measured { point: rate.point, interval: Some(rate) });
    }
    let found = measured(quality, figure)?;
    // The share of each pairing in all games follows from results; and where results ended the games of a pairing,
    // `seats.csv` has another interval of the rate of the first player.
    let is_until_decided = figure == Figure::FirstPlayer && results.plan.allocate == Some(Allocate::Verdicts);
    Some(Measured { interval: found.interval.filter(|_| !games.is_mixed(results.plan) && !is_until_decided), ..found })
}

/// All measures of some games; those without a value are left out.
fn measures(results: Results<'_>, games: &Games, quality: &Quality) -> Vec<Measure> {
    let mut rendered = vec![Measure::count("games", quality.games())];
    rendered.extend(quality.endings.iter().map(|(ending, count)| Measure::count(ending_column(ending), count)));
    let percentiles = [
        ("rounds_median", quality.rounds.percentile(50)),
        ("rounds_p95", quality.rounds.percentile(95)),
        ("lead_changes_p95", quality.lead_changes.percentile(95)),
    ];
    rendered.extend(percentiles.into_iter().filter_map(|(name, value)| Some(Measure::count(name, value?))));
    let decided = quality.decided.percentile(50).map(|percent| fixed(f64::from(percent) / 100.0, 2));
    rendered.extend(decided.map(|share| Measure::count("decided_after_share_median", share)));
    rendered.extend(FIGURES.iter().filter_map(|(name, figure)| {
        let Measured { point, interval } = measured_in(results, games, quality, *figure)?;
        Some(Measure { name, value: fixed(point, 6), interval })
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
        for measure in measures(results, games, quality) {
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
    let figure = |figure| measured_in(results, games, quality, figure);
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
    let grades = [Figure::Marginal, Figure::Medium, Figure::Decisive].map(figure);
    if grades.iter().flatten().any(|grade| grade.point > 0.0) {
        let [marginal, medium, decisive] = grades.map(|grade| grade.map_or_else(String::new, share));
        rendered.push(format!("victories: {marginal} of the games marginal, {medium} medium, {decisive} decisive"));
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
    let meaningless = meaningless.map_or_else(String::new, |figure| {
        format!(", {} of them meaningless (all actions lead to the same position)", share(figure))
    });
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
        rendered.push(format!("{} left out: forfeited", count(forfeits, "game")));
    }
    if rendered.iter().any(|line| line.contains(NO_INTERVAL)) {
        let why = match results.plan.allocate {
            Some(_) => "results decided which pairings got most games",
            None => "the games are too few or too alike for one",
        };
        rendered.push(format!("no interval: {why}"));
    }
    let unlike = if results.plan.has_unlike_bots() { ", those between unlike bots included" } else { "" };
    let heading = format!("\nStatistics of {}{unlike}", count(quality.played(), "game"));
    format!("{heading}\n{}", rendered.iter().map(|line| format!("  {line}\n")).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::testing::{entrant, played, played_with_forfeits};
    use crate::game::Side;
    use crate::tournament::Schedule;

    #[test]
    fn the_rate_of_the_first_player_is_that_of_the_table_of_seats() {
        let army = |army| entrant(0, Some(army));
        let pairings = [[army(0), army(1)], [army(0), army(2)]];
        let (plan, standings) = played_with_forfeits(&pairings, 40, |game| match game.pair % 4 {
            0 => (Some(Side::Red), game.swapped),
            1 => (None, false),
            _ => (Some(if game.swapped { Side::Red } else { Side::Blue }), false),
        });
        let results =
            Results { plan: &plan, schedule: &Schedule::of_cells(Vec::new()), standings: &standings, army_points: &[] };
        let (_, seats) = standings.lines().find(|(line, _)| line.party == Party::First).unwrap();
        let expected = results.rate(Party::First, seats).unwrap().decisive;
        assert_eq!((seats.games(), seats.left_out), (140, 20));
        let of = |is_of_all: bool| {
            let (games, quality) =
                standings.qualities.lines().find(|(games, _)| games.pairing.is_none() == is_of_all).unwrap();
            measured_in(results, games, quality, Figure::FirstPlayer).unwrap()
        };
        let all = of(true);
        assert_eq!((all.point, all.interval), (expected.point, Some(expected)));
        // Ten of the eighty games of a pairing are unknown.
        let pairing = of(false).interval.unwrap();
        assert!((pairing.low..=pairing.high).contains(&expected.point) && pairing.half_width() > 10.0 / 80.0 / 2.0);
        // The games of the only pairing are those of the table of seats.
        let (plan, standings) = played(&pairings[..1], 300, |game| {
            (game.pair % 5 != 0).then_some(if game.swapped { Side::Blue } else { Side::Red })
        });
        let only =
            Results { plan: &plan, schedule: &Schedule::of_cells(Vec::new()), standings: &standings, army_points: &[] };
        let (_, seats) = standings.lines().find(|(line, _)| line.party == Party::First).unwrap();
        let (games, quality) = standings.qualities.lines().find(|(games, _)| games.pairing.is_some()).unwrap();
        let measured = measured_in(only, games, quality, Figure::FirstPlayer).unwrap();
        assert_eq!(measured.interval, Some(only.rate(Party::First, seats).unwrap().decisive));
        let text = render(results);
        assert!(text.contains("Statistics of 140 games") && text.contains("20 games left out: forfeited"), "{text}");
    }
}
