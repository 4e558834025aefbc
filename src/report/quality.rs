//! `quality.csv` and its words on the screen: what the games were like, on every scenario and in every pairing.

use super::Results;
use super::csv::{Cells, Row, Sheet};
use super::folder::Folder;
use super::format::{fixed, rate};
use crate::balance::{Measured, measured};
use crate::game::Ending;
use crate::tournament::{Figure, Games, Histogram, Quality};
use std::io;

/// The name of the file.
pub const NAME: &str = "quality.csv";

/// With fewer choices looked at, the screen says nothing of how many are meaningless.
const ENOUGH_CHOICES: u64 = 30;

/// The games of a scenario or of a pairing.
struct QualityRow<'a> {
    results: Results<'a>,
    games: &'a Games,
    quality: &'a Quality,
}

impl Row for QualityRow<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "scenario",
        "first_bot",
        "first_army",
        "second_bot",
        "second_army",
        "games",
        "by_victory",
        "by_objective",
        "by_turn_limit",
        "by_agreement",
        "by_forfeit",
        "rounds_median",
        "rounds_p95",
        "turn_limit",
        "turn_limit_low",
        "turn_limit_high",
        "draws",
        "draws_low",
        "draws_high",
        "marginal",
        "marginal_low",
        "marginal_high",
        "medium",
        "medium_low",
        "medium_high",
        "decisive",
        "decisive_low",
        "decisive_high",
        "first_player",
        "first_player_low",
        "first_player_high",
        "lead_changes",
        "lead_changes_low",
        "lead_changes_high",
        "lead_changes_p95",
        "decided_median",
        "without_lead",
        "without_lead_low",
        "without_lead_high",
        "winner_points_lost",
        "winner_points_lost_low",
        "winner_points_lost_high",
        "loser_points_lost",
        "loser_points_lost_low",
        "loser_points_lost_high",
        "winner_units_lost",
        "winner_units_lost_low",
        "winner_units_lost_high",
        "loser_units_lost",
        "loser_units_lost_low",
        "loser_units_lost_high",
        "decisions",
        "decisions_low",
        "decisions_high",
        "meaningless",
        "meaningless_low",
        "meaningless_high",
        "combats",
        "combats_low",
        "combats_high",
    ];

    fn write(&self, cells: &mut Cells) {
        let QualityRow { results: Results { plan, .. }, games, quality } = self;
        cells.put(games.scenario.map_or("all", |scenario| &plan.scenarios[scenario].name));
        for place in [0, 1] {
            let entrant = games.pairing.map(|entrants| entrants[place]);
            cells.put_option(entrant.map(|entrant| &plan.bots[entrant.bot].name));
            cells.put_option(entrant.and_then(|entrant| entrant.army).map(|army| &plan.armies[army].name));
        }
        cells.put(quality.games());
        quality.endings.iter().for_each(|count| cells.put(count));
        cells.put_option(quality.rounds.percentile(50));
        cells.put_option(quality.rounds.percentile(95));
        let put = |cells: &mut Cells, figures: &[Figure]| {
            for figure in figures {
                let measured = measured(quality, *figure);
                let interval = measured.and_then(|measured| measured.interval);
                cells.put_option(measured.map(|measured| fixed(measured.point, 6)));
                cells.put_option(interval.map(|interval| fixed(interval.low, 6)));
                cells.put_option(interval.map(|interval| fixed(interval.high, 6)));
            }
        };
        put(cells, &[Figure::TurnLimit, Figure::Draw, Figure::Marginal, Figure::Medium, Figure::Decisive, Figure::FirstPlayer]);
        put(cells, &[Figure::LeadChanges]);
        cells.put_option(quality.lead_changes.percentile(95));
        cells.put_option(quality.decided.percentile(50).map(|percent| fixed(f64::from(percent) / 100.0, 2)));
        put(cells, &[Figure::WithoutLead, Figure::WinnerPoints, Figure::LoserPoints, Figure::WinnerUnits, Figure::LoserUnits]);
        put(cells, &[Figure::Decisions, Figure::Meaningless, Figure::Combats]);
    }
}

/// Writes the file: all scenarios together first, then each; within that all games first, then each pairing.
///
/// # Errors
/// Where it cannot be written.
pub fn write(folder: &Folder, results: Results<'_>) -> io::Result<()> {
    let mut sheet = Sheet::begin::<QualityRow<'_>>(folder.part(NAME)?)?;
    let mut lines: Vec<_> = results.standings.qualities.lines().collect();
    lines.sort_by_key(|(games, _)| (games.scenario, games.pairing.is_some()));
    lines.into_iter().try_for_each(|(games, quality)| sheet.row(&QualityRow { results, games, quality }))?;
    sheet.finish()?.finish()
}

/// What all games together were like, in a short paragraph; nothing where none was played to an end.
pub fn told(results: Results<'_>) -> String {
    let lines = results.standings.qualities.lines().filter(|(games, _)| games.pairing.is_none());
    // The line over all scenarios, where there are several; otherwise that of the only one.
    let Some((_, quality)) = lines.min_by_key(|(games, _)| games.scenario).filter(|(_, quality)| quality.played() > 0) else {
        return String::new();
    };
    let figure = |figure| measured(quality, figure);
    let share = |figure: Measured| match figure.interval {
        Some(interval) => rate(&interval).trim_start().to_owned(),
        None => format!("{} %", fixed(figure.point * 100.0, 1)),
    };
    let mean = |figure: Measured| match figure.interval {
        Some(interval) => format!("{} ± {}", fixed(figure.point, 1), fixed(interval.half_width(), 1)),
        None => fixed(figure.point, 1),
    };
    let percentile = |histogram: &Histogram, percent| histogram.percentile(percent).unwrap_or(0);
    let mut told = vec![format!(
        "rounds: median {}, 95th percentile {}; {} ended at the turn limit, {} in a draw",
        percentile(&quality.rounds, 50),
        percentile(&quality.rounds, 95),
        figure(Figure::TurnLimit).map_or_else(String::new, share),
        figure(Figure::Draw).map_or_else(String::new, share),
    )];
    let grades = [Figure::Marginal, Figure::Medium, Figure::Decisive].map(|grade| figure(grade).map_or(0.0, |grade| grade.point));
    if grades.iter().sum::<f64>() > 0.0 {
        let [marginal, medium, decisive] = grades.map(|grade| fixed(grade * 100.0, 1));
        told.push(format!("victories: {marginal} % marginal, {medium} % average, {decisive} % decisive"));
    }
    let decided = match quality.decided.percentile(50) {
        Some(percent) => format!("; half of the victories were settled after {percent} % of the game"),
        None => String::new(),
    };
    told.push(format!("the lead changed {} times a game{decided}", figure(Figure::LeadChanges).map_or_else(String::new, mean)));
    match (figure(Figure::WinnerPoints), figure(Figure::LoserPoints), figure(Figure::WinnerUnits), figure(Figure::LoserUnits)) {
        (Some(winner), Some(loser), ..) => told.push(format!("winners lost {} of their points, losers {}", share(winner), share(loser))),
        (_, _, Some(winner), Some(loser)) => told.push(format!("winners lost {} units, losers {}", mean(winner), mean(loser))),
        _ => {}
    }
    let looked_at = quality.clusters(Figure::Meaningless).games;
    let meaningless = figure(Figure::Meaningless).filter(|_| looked_at >= ENOUGH_CHOICES);
    let meaningless = meaningless.map_or_else(String::new, |figure| format!(", {} of them meaningless", share(figure)));
    let combats = figure(Figure::Combats).map_or_else(String::new, |figure| format!("; {} combats a round", mean(figure)));
    let decisions = figure(Figure::Decisions).map_or_else(String::new, mean);
    told.push(format!("{decisions} decisions a player-turn{meaningless}{combats}"));
    let agreed = quality.endings[Ending::Agreed as usize];
    if agreed > 0 {
        told.push(format!("{agreed} ended by agreement"));
    }
    let forfeits = quality.endings[Ending::Forfeit as usize];
    if forfeits > 0 {
        told.push("forfeited games are left out".to_owned());
    }
    format!("\nWhat the games were like\n{}", told.iter().map(|line| format!("  {line}\n")).collect::<String>())
}
