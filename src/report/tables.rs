//! The tables of a tournament: `matchups.csv`, `bots.csv`, `armies.csv`, `seats.csv`.

use super::Results;
use super::csv::{Cells, Row, Sheet};
use super::folder::Folder;
use super::format::fixed;
use crate::balance::{Verdict, rate_interval};
use crate::tournament::{Counter, Entrant, Histogram, Party};
use std::io;

/// The columns that all tables share, behind those that say whose games they are.
macro_rules! columns {
    ($($own:literal),* ; $($more:literal),*) => {
        &[
            $($own,)*
            "games", "wins", "draws", "losses", "rate", "wilson_low", "wilson_high", "pairs_low", "pairs_high", "clusters",
            "by_victory", "by_objective", "by_turn_limit", "by_forfeit", "forfeited",
            "rounds_mean", "rounds_median", "rounds_p95", "combats_mean", "combats_median", "points_lost_mean", "points_taken_mean", "verdict",
            $($more,)*
        ]
    };
}

fn write_figures(cells: &mut Cells, counter: &Counter, party: &str, other: &str) {
    let games = counter.games();
    let rate = rate_interval(counter);
    let share = |value: f64| fixed(value, 6);
    for count in [games, counter.wins, counter.draws, counter.losses] {
        cells.put(count);
    }
    cells.put_option(rate.map(|rate| share(rate.wilson.point)));
    cells.put_option(rate.map(|rate| share(rate.wilson.low)));
    cells.put_option(rate.map(|rate| share(rate.wilson.high)));
    cells.put_option(rate.and_then(|rate| rate.pairs).map(|pairs| share(pairs.low)));
    cells.put_option(rate.and_then(|rate| rate.pairs).map(|pairs| share(pairs.high)));
    cells.put(counter.clusters().count);
    counter.endings.iter().for_each(|count| cells.put(count));
    cells.put(counter.forfeited());
    let mean = |histogram: &Histogram| histogram.mean().map(|mean| fixed(mean, 3));
    cells.put_option(mean(&counter.rounds));
    cells.put_option(counter.rounds.percentile(50));
    cells.put_option(counter.rounds.percentile(95));
    cells.put_option(mean(&counter.combats));
    cells.put_option(counter.combats.percentile(50));
    let a_game = |points: u64| (games > 0).then(|| fixed(points as f64 / games as f64, 3));
    cells.put_option(a_game(counter.points_lost));
    cells.put_option(a_game(counter.points_taken));
    cells.put_option(rate.map(|rate| Verdict::of(&rate.decisive).in_words(party, other)));
}

/// A pairing, as seen by its first entrant.
struct MatchupRow<'a> {
    results: Results<'a>,
    scenario: &'a str,
    entrants: [Entrant; 2],
    counter: &'a Counter,
}

impl Row for MatchupRow<'_> {
    const COLUMNS: &'static [&'static str] = columns!("scenario", "first_bot", "first_army", "second_bot", "second_army";
        "pairs_0", "pairs_half", "pairs_1", "pairs_one_and_half", "pairs_2");

    fn write(&self, cells: &mut Cells) {
        let plan = self.results.plan;
        cells.put(self.scenario);
        for entrant in self.entrants {
            cells.put(&plan.bots[entrant.bot].name);
            cells.put_option(entrant.army.map(|army| &plan.armies[army].name));
        }
        let [first, second] = pairing_names(self.results, self.entrants);
        write_figures(cells, self.counter, &first, &second);
        self.counter.pairs().iter().for_each(|count| cells.put(count));
    }
}

/// What verdicts call the two entrants; an entrant that meets itself is told apart by the seat.
pub(super) fn pairing_names(results: Results<'_>, [first, second]: [Entrant; 2]) -> [String; 2] {
    if first == second {
        ["red".to_string(), "blue".to_string()]
    } else {
        [first, second].map(|entrant| results.plan.entrant_name(entrant))
    }
}

/// A bot, in all games between different bots.
struct BotRow<'a> {
    scenario: &'a str,
    bot: &'a str,
    counter: &'a Counter,
}

impl Row for BotRow<'_> {
    const COLUMNS: &'static [&'static str] = columns!("scenario", "bot"; "illegal", "crashes", "time_outs", "garbage", "quarantined");

    fn write(&self, cells: &mut Cells) {
        cells.put(self.scenario);
        cells.put(self.bot);
        write_figures(cells, self.counter, self.bot, "the others");
        self.counter.faults.iter().for_each(|count| cells.put(count));
    }
}

/// An army, in all games between different armies.
struct ArmyRow<'a> {
    scenario: &'a str,
    army: &'a str,
    points: u32,
    counter: &'a Counter,
}

impl Row for ArmyRow<'_> {
    const COLUMNS: &'static [&'static str] = columns!("scenario", "army", "points";);

    fn write(&self, cells: &mut Cells) {
        cells.put(self.scenario);
        cells.put(self.army);
        cells.put(self.points);
        write_figures(cells, self.counter, self.army, "the others");
    }
}

/// Red against blue, or the side that begins against the other.
struct SeatRow<'a> {
    scenario: &'a str,
    seats: [&'static str; 2],
    counter: &'a Counter,
}

impl Row for SeatRow<'_> {
    const COLUMNS: &'static [&'static str] = columns!("scenario", "seat", "against";);

    fn write(&self, cells: &mut Cells) {
        let [seat, against] = self.seats;
        cells.put(self.scenario);
        cells.put(seat);
        cells.put(against);
        write_figures(cells, self.counter, seat, against);
    }
}

/// The names of the tables.
pub const NAMES: [&str; 4] = ["matchups.csv", "bots.csv", "armies.csv", "seats.csv"];

/// Writes all tables.
///
/// # Errors
/// Where a file cannot be written.
pub fn write(folder: &Folder, results: Results<'_>) -> io::Result<()> {
    let [matchups, bots, armies, seats] = NAMES;
    let plan = results.plan;
    write_table(folder, matchups, results, |scenario, party, counter| match party {
        Party::Pairing(entrants) => Some(MatchupRow { results, scenario, entrants, counter }),
        _ => None,
    })?;
    write_table(folder, bots, results, |scenario, party, counter| match party {
        Party::Bot(bot) => Some(BotRow { scenario, bot: &plan.bots[bot].name, counter }),
        _ => None,
    })?;
    write_table(folder, armies, results, |scenario, party, counter| match party {
        Party::Army(army) => Some(ArmyRow { scenario, army: &plan.armies[army].name, points: results.army_points[army], counter }),
        _ => None,
    })?;
    write_table(folder, seats, results, |scenario, party, counter| match party {
        Party::Red => Some(SeatRow { scenario, seats: ["red", "blue"], counter }),
        Party::First => Some(SeatRow { scenario, seats: ["first", "second"], counter }),
        _ => None,
    })
}

/// Writes the lines that `row` takes: for all scenarios together first, then scenario by scenario.
fn write_table<'a, R: Row>(
    folder: &Folder,
    name: &str,
    results: Results<'a>,
    row: impl Fn(&'a str, Party, &'a Counter) -> Option<R>,
) -> io::Result<()> {
    let mut sheet = Sheet::begin::<R>(folder.part(name)?)?;
    let mut lines: Vec<_> = results.standings.lines().collect();
    lines.sort_by_key(|(line, _)| line.scenario);
    for (line, counter) in lines {
        let scenario = line.scenario.map_or("all", |scenario| &results.plan.scenarios[scenario].name);
        if let Some(row) = row(scenario, line.party, counter) {
            sheet.row(&row)?;
        }
    }
    sheet.finish()?.finish()
}
