//! `luck.csv` and `luckiest.csv`, and their lines on the screen: results with and without luck adjustment.

use super::Results;
use super::csv::{Cells, Row, Sheet};
use super::folder::Folder;
use super::format::{count, fixed, rate};
use crate::balance::luck_adjusted;
use crate::game::Side;
use crate::stats::LuckAdjusted;
use crate::tournament::luck::PARTS;
use crate::tournament::{Entrant, Lucky, Party};
use std::io;
use std::time::Duration;

/// The maximum number of pairings shown one by one.
const MOST_PAIRINGS: usize = 15;

/// The names of the files.
pub const NAMES: [&str; 2] = ["luck.csv", "luckiest.csv"];

/// A line of the tables, with and without luck.
struct LuckRow {
    scenario: String,
    of: &'static str,
    party: String,
    against: String,
    games: u64,
    clusters: u64,
    found: Option<LuckAdjusted>,
}

impl Row for LuckRow {
    const COLUMNS: &'static [&'static str] = &[
        "scenario",
        "entity",
        "party",
        "against",
        "games",
        "clusters",
        "rate",
        "rate_low",
        "rate_high",
        "rate_half_width",
        "rate_less_luck",
        "rate_less_luck_low",
        "rate_less_luck_high",
        "rate_less_luck_half_width",
        "luck",
        "luck_low",
        "luck_high",
        "luck_half_width",
        "games_saved_factor",
        "correlation",
        "best_coefficient",
    ];

    fn write(&self, cells: &mut Cells) {
        cells.put(&self.scenario);
        cells.put(self.of);
        cells.put(&self.party);
        cells.put(&self.against);
        cells.put(self.games);
        cells.put(self.clusters);
        for estimate in [
            self.found.map(|found| found.raw),
            self.found.map(|found| found.adjusted),
            self.found.map(|found| found.luck),
        ] {
            cells.put_interval_and_half_width(estimate, 6);
        }
        cells.put_option(
            self.found.map(|found| found.saved).filter(|saved| saved.is_finite()).map(|saved| fixed(saved, 3)),
        );
        cells.put_option(self.found.and_then(|found| found.correlation).map(|correlation| fixed(correlation, 4)));
        cells.put_option(self.found.and_then(|found| found.best_coefficient).map(|coefficient| fixed(coefficient, 4)));
    }
}

/// A game with much luck on one side.
struct LuckiestRow<'a> {
    results: Results<'a>,
    lucky: &'a Lucky,
}

impl Row for LuckiestRow<'_> {
    const COLUMNS: &'static [&'static str] =
        &["game", "scenario", "pair", "red", "blue", "winner", "luck_red", "luck_blue", "luckier_side", "luck_ahead"];

    fn write(&self, cells: &mut Cells) {
        let Lucky { fixture, winner, luck } = self.lucky;
        let Results { plan, schedule, .. } = self.results;
        let cell = &schedule.cells()[fixture.cell];
        let seats = cell.seats(fixture.swapped);
        cells.put(fixture.game);
        cells.put(&plan.scenarios[cell.scenario].name);
        cells.put(fixture.pair);
        Side::BOTH.iter().for_each(|side| cells.put(plan.entrant_name(seats[*side])));
        match winner {
            Some(winner) => cells.put(winner),
            None => cells.put("draw"),
        }
        Side::BOTH.iter().for_each(|side| cells.put(fixed(f64::from(luck[*side]) / PARTS, 4)));
        cells.put(if self.lucky.red() < 0 { Side::Blue } else { Side::Red });
        cells.put(fixed(self.lucky.red().unsigned_abs() as f64 / PARTS, 4));
    }
}

/// Writes both files.
///
/// # Errors
/// If one cannot be written.
pub fn write(folder: &Folder, results: Results<'_>) -> io::Result<()> {
    let [lines, luckiest] = NAMES;
    let mut sheet = Sheet::begin::<LuckRow>(folder.part(lines)?)?;
    rows(results).iter().try_for_each(|row| sheet.row(row))?;
    sheet.finish()?.finish()?;
    let mut sheet = Sheet::begin::<LuckiestRow<'_>>(folder.part(luckiest)?)?;
    results.standings.luckiest().iter().try_for_each(|lucky| sheet.row(&LuckiestRow { results, lucky }))?;
    sheet.finish()?.finish()
}

fn rows(results: Results<'_>) -> Vec<LuckRow> {
    let plan = results.plan;
    let mut lines: Vec<_> = results.standings.lines().collect();
    lines.sort_by_key(|(line, _)| line.scenario);
    let row = |(line, counter): &(&crate::tournament::Line, &crate::tournament::Counter)| {
        let others = || "the others".to_owned();
        let (of, party, against) = match line.party {
            Party::Pairing(entrants) => {
                let [first, second] = super::tables::pairing_names(results, entrants);
                ("pairing", first, second)
            }
            Party::Bots(bots) => {
                let [first, second] = bots.map(|bot| plan.bots[bot].name.clone());
                ("bots", first, second)
            }
            Party::Armies { bot, armies } => {
                let [first, second] = armies.map(|army| plan.entrant_name(Entrant { bot, army: Some(army) }));
                ("armies", first, second)
            }
            Party::Entrant(entrant) => ("entrant", plan.entrant_name(entrant), others()),
            Party::Bot(bot) => ("bot", plan.bots[bot].name.clone(), others()),
            Party::Army { bot, army } => ("army", plan.entrant_name(Entrant { bot, army: Some(army) }), others()),
            Party::Red => ("seat", "red".to_owned(), "blue".to_owned()),
            Party::First => ("seat", "first".to_owned(), "second".to_owned()),
        };
        let scenario = line.scenario.map_or("all", |scenario| &plan.scenarios[scenario].name).to_owned();
        let (games, clusters) = (counter.games(), counter.units().total().count);
        LuckRow { scenario, of, party, against, games, clusters, found: luck_adjusted(counter) }
    };
    lines.iter().map(row).collect()
}

/// The pairings on the screen: how many games the adjustment saves, and how much time. `spent` is the part of the
/// playing time that was used to compute luck.
pub fn render(results: Results<'_>, playing: Duration, spent: Duration) -> String {
    let mut text = String::new();
    let (playing, spent) = (playing.as_secs_f64(), spent.as_secs_f64());
    let pairings: Vec<_> = results.standings.pairings().collect();
    for (entrants, counter) in pairings.iter().take(MOST_PAIRINGS) {
        let Some(found) = luck_adjusted(counter) else { continue };
        let [first, second] = super::tables::pairing_names(results, *entrants);
        if found.saved < 1.0 {
            text.push_str(&format!(
                "The value function does not fit {first} against {second}: the raw results are more precise\n"
            ));
            continue;
        }
        text.push_str(&format!(
            "Luck-adjusted {first} against {second}: {} (raw {}), as precise as {} times the games",
            rate(&found.adjusted).trim_start(),
            rate(&found.raw).trim_start(),
            fixed(found.saved, 1),
        ));
        if playing > spent && spent > 0.0 {
            text.push_str(&format!(", or {} times the time", fixed(found.saved_time(playing - spent, playing), 1)));
        }
        text.push('\n');
    }
    if pairings.len() > MOST_PAIRINGS {
        text.push_str(&format!(
            "… and {} more in luck.csv\n",
            count((pairings.len() - MOST_PAIRINGS) as u64, "pairing")
        ));
    }
    text
}
