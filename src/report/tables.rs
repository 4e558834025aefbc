//! The tables of a tournament: `matchups.csv`, `bots.csv`, `armies.csv`, `seats.csv`.

use super::Results;
use super::csv::{Cells, Row, Sheet};
use super::folder::Folder;
use super::format::fixed;
use crate::balance::{Judged, judged};
use crate::stats::pair_correlation;
use crate::tournament::{Counter, Entrant, Histogram, Line, Party};
use std::io;

/// The columns that all tables share, after those that identify the games.
macro_rules! columns {
    ($($own:literal),* ; $($more:literal),*) => {
        &[
            $($own,)*
            "games", "wins", "draws", "losses", "rate", "rate_low", "rate_high", "rate_half_width",
            "wilson_low", "wilson_high", "clusters",
            "by_victory", "by_objective", "by_turn_limit", "by_agreement", "by_forfeit", "forfeited", "left_out", "never_played",
            "rounds_mean", "rounds_median", "rounds_p95", "combats_mean", "combats_median", "points_lost_mean", "points_taken_mean",
            "p_value", "p_adjusted", "verdict", "verdict_adjusted",
            $($more,)*
        ]
    };
}

/// A counter with the verdict on its rate among those of its table.
#[derive(Clone, Copy)]
struct Counted<'a> {
    counter: &'a Counter,
    judged: Option<Judged>,
}

fn write_figures(cells: &mut Cells, Counted { counter, judged }: Counted<'_>, party: &str, other: &str) {
    let games = counter.games();
    let rate = judged.map(|judged| judged.rate);
    let share = |value: f64| fixed(value, 6);
    for count in [games, counter.wins, counter.draws, counter.losses] {
        cells.put(count);
    }
    cells.put_interval_and_half_width(rate.map(|rate| rate.decisive), 6);
    cells.put_option(rate.map(|rate| share(rate.wilson.low)));
    cells.put_option(rate.map(|rate| share(rate.wilson.high)));
    cells.put(counter.units().total().count);
    counter.endings.iter().for_each(|count| cells.put(count));
    for count in [counter.forfeited(), counter.left_out, counter.unplayed] {
        cells.put(count);
    }
    let mean = |histogram: &Histogram| histogram.mean().map(|mean| fixed(mean, 3));
    cells.put_option(mean(&counter.rounds));
    cells.put_option(counter.rounds.percentile(50));
    cells.put_option(counter.rounds.percentile(95));
    cells.put_option(mean(&counter.combats));
    cells.put_option(counter.combats.percentile(50));
    let a_game = |points: u64| (games > 0).then(|| fixed(points as f64 / games as f64, 3));
    cells.put_option(a_game(counter.points_lost));
    cells.put_option(a_game(counter.points_taken));
    cells.put_option(judged.map(|judged| share(judged.rate.p_value)));
    cells.put_option(judged.map(|judged| share(judged.p_adjusted)));
    cells.put_option(judged.map(|judged| judged.verdict.describe(party, other)));
    cells.put_option(judged.map(|judged| judged.verdict_adjusted.describe(party, other)));
}

/// A pairing, from the perspective of its first entrant.
struct MatchupRow<'a> {
    results: Results<'a>,
    scenario: &'a str,
    entrants: [Entrant; 2],
    counted: Counted<'a>,
}

impl Row for MatchupRow<'_> {
    const COLUMNS: &'static [&'static str] = columns!("scenario", "first_bot", "first_army", "second_bot", "second_army";
        "pairs_of_0_points", "pairs_of_half_a_point", "pairs_of_1_point", "pairs_of_one_and_a_half", "pairs_of_2_points", "pair_correlation");

    fn write(&self, cells: &mut Cells) {
        let plan = self.results.plan;
        cells.put(self.scenario);
        for entrant in self.entrants {
            cells.put(&plan.bots[entrant.bot].name);
            cells.put_option(entrant.army.map(|army| &plan.armies[army].name));
        }
        let [first, second] = pairing_names(self.results, self.entrants);
        write_figures(cells, self.counted, &first, &second);
        let counter = self.counted.counter;
        counter.pairs().iter().for_each(|count| cells.put(count));
        let games = [counter.losses, counter.draws, counter.wins];
        let paired = self.entrants[0] != self.entrants[1];
        cells.put_option(
            pair_correlation(&counter.pairs(), &games).filter(|_| paired).map(|correlation| fixed(correlation, 4)),
        );
    }
}

/// The names of the two entrants in verdicts; an entrant that plays against itself is distinguished by its seat.
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
    counted: Counted<'a>,
}

impl Row for BotRow<'_> {
    const COLUMNS: &'static [&'static str] =
        columns!("scenario", "bot"; "illegal", "crashes", "time_outs", "garbage", "quarantined");

    fn write(&self, cells: &mut Cells) {
        cells.put(self.scenario);
        cells.put(self.bot);
        write_figures(cells, self.counted, self.bot, "the others");
        self.counted.counter.faults.iter().for_each(|count| cells.put(count));
    }
}

/// An army, in all games between different armies that the same bot plays.
struct ArmyRow<'a> {
    scenario: &'a str,
    led_by: &'a str,
    army: &'a str,
    points: u32,
    counted: Counted<'a>,
}

impl Row for ArmyRow<'_> {
    const COLUMNS: &'static [&'static str] = columns!("scenario", "led_by", "army", "points";);

    fn write(&self, cells: &mut Cells) {
        cells.put(self.scenario);
        cells.put(self.led_by);
        cells.put(self.army);
        cells.put(self.points);
        write_figures(cells, self.counted, self.army, "the others");
    }
}

/// Red against blue, or the side that moves first against the other.
struct SeatRow<'a> {
    scenario: &'a str,
    seats: [&'static str; 2],
    counted: Counted<'a>,
}

impl Row for SeatRow<'_> {
    const COLUMNS: &'static [&'static str] = columns!("scenario", "seat", "against";);

    fn write(&self, cells: &mut Cells) {
        let [seat, against] = self.seats;
        cells.put(self.scenario);
        cells.put(seat);
        cells.put(against);
        write_figures(cells, self.counted, seat, against);
    }
}

/// The names of the tables.
pub const NAMES: [&str; 4] = ["matchups.csv", "bots.csv", "armies.csv", "seats.csv"];

/// Writes all tables.
///
/// # Errors
/// If a file cannot be written.
pub fn write(folder: &Folder, results: Results<'_>) -> io::Result<()> {
    let [matchups, bots, armies, seats] = NAMES;
    let plan = results.plan;
    write_table(folder, matchups, results, |scenario, party, counted| match party {
        Party::Pairing(entrants) => Some(MatchupRow { results, scenario, entrants, counted }),
        _ => None,
    })?;
    write_table(folder, bots, results, |scenario, party, counted| match party {
        Party::Bot(bot) => Some(BotRow { scenario, bot: &plan.bots[bot].name, counted }),
        _ => None,
    })?;
    write_table(folder, armies, results, |scenario, party, counted| match party {
        Party::Army { bot, army } => {
            let (led_by, army, points) = (&plan.bots[bot].name, &plan.armies[army].name, results.army_points[army]);
            Some(ArmyRow { scenario, led_by, army, points, counted })
        }
        _ => None,
    })?;
    write_table(folder, seats, results, |scenario, party, counted| match party {
        Party::Red => Some(SeatRow { scenario, seats: ["red", "blue"], counted }),
        Party::First => Some(SeatRow { scenario, seats: ["first", "second"], counted }),
        _ => None,
    })
}

/// Writes the lines for which `row` returns a row, if any: all scenarios together first, then scenario by scenario.
/// Verdicts are adjusted over all lines of the table that cover all scenarios together, and over all that cover one.
fn write_table<'a, R: Row>(
    folder: &Folder,
    name: &str,
    results: Results<'a>,
    row: impl Fn(&'a str, Party, Counted<'a>) -> Option<R>,
) -> io::Result<()> {
    let scenario = |line: &Line| line.scenario.map_or("all", |scenario| &results.plan.scenarios[scenario].name);
    let taken = |(line, counter): &(&Line, &'a Counter)| {
        row(scenario(line), line.party, Counted { counter, judged: None }).is_some()
    };
    let mut lines: Vec<_> = results.standings.lines().filter(taken).collect();
    if lines.is_empty() {
        return Ok(());
    }
    let mut sheet = Sheet::begin::<R>(folder.part(name)?)?;
    lines.sort_by_key(|(line, _)| line.scenario);
    for level in lines.chunk_by(|(one, _), (other, _)| one.scenario.is_none() == other.scenario.is_none()) {
        for ((line, counter), judged) in level.iter().zip(judged(level.iter().map(|(_, counter)| *counter))) {
            if let Some(row) = row(scenario(line), line.party, Counted { counter, judged }) {
                sheet.row(&row)?;
            }
        }
    }
    sheet.finish()?.finish()
}
