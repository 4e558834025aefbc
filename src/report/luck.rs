//! `luck.csv` and `luckiest.csv`, and their lines on the screen: results with and without luck adjustment.

use super::Results;
use super::csv::{Decimal, IntervalAndHalfWidth, Row, Table, Text, row, text};
use super::folder::Folder;
use super::format::{count, fixed, rate};
use crate::balance::luck_adjusted;
use crate::game::Side;
use crate::tournament::luck::PARTS;
use crate::tournament::{Allocate, Entrant, Lucky, Party};
use std::io;
use std::time::Duration;

/// The maximum number of pairings shown one by one.
const MOST_PAIRINGS: usize = 15;
/// With fewer clusters than this the ratio of two variances says nothing.
const ENOUGH_CLUSTERS: u64 = 10;

/// The names of the files.
pub const NAMES: [&str; 2] = [LuckRow::FILE, LuckiestRow::FILE];

row! {
    /// A line of the tables, with and without luck.
    pub(super) struct LuckRow {
        /// Name of the scenario; `all` for all together.
        scenario: Text<'static>,
        /// The games of the row: `pairing`, `bots`, `armies`, `entrant`, `bot`, `army` or `seat`.
        entity: Text<'static>,
        /// The party whose points are counted.
        party: Text<'static>,
        /// Its opponents.
        against: Text<'static>,
        /// Number of games.
        games: u64,
        /// Clusters, as in the other tables.
        clusters: u64,
        /// Points per game, and the 95 % interval of the verdicts in the other tables. With `--allocate adaptive` this
        /// and all that follows is empty in rows of an entrant, a bot, an army or two bots, whose games are of pairings
        /// chosen by results; with `--sprt` in all rows but those of seats, with `--for verdicts` in all
        /// rows, and with fewer than two clusters.
        rate: IntervalAndHalfWidth<6>,
        /// The luck-adjusted rate: an estimate of the same quantity. As it is unbiased it is not restricted to 0 to 1:
        /// by chance it can lie outside where a party wins, or loses, nearly all games. This and what follows is empty
        /// where forfeited games are left out: those that remain are a selection, in which the mean of luck is not 0.
        rate_less_luck: IntervalAndHalfWidth<6>,
        /// Mean luck of the party; the true mean is 0.
        luck: IntervalAndHalfWidth<6>,
        /// The ratio of variances, empty as what follows with fewer than ten clusters: how many times more games the
        /// unadjusted rate takes for the same interval; below 1 the value function does harm.
        games_saved_factor: Option<Decimal<3>>,
        /// Correlation of points and luck between clusters.
        correlation: Option<Decimal<4>>,
        /// The optimal coefficient of luck as a control variate; far from 1 the value function exaggerates or
        /// understates. The adjustment always uses 1.
        best_coefficient: Option<Decimal<4>>,
    }
}

row! {
    /// A game with much luck on one side.
    pub(super) struct LuckiestRow<'a> {
        /// Number of the game in the schedule.
        game: u64,
        /// Name of the scenario.
        scenario: Text<'a>,
        /// Number of the pair.
        pair: u64,
        /// The entrant on red.
        red: Text<'a>,
        /// The entrant on blue.
        blue: Text<'a>,
        /// `red`, `blue` or `draw`.
        winner: Text<'a>,
        /// The luck of red, as in `games.csv`.
        luck_red: Decimal<4>,
        /// The luck of blue.
        luck_blue: Decimal<4>,
        /// The side with more luck.
        luckier_side: Side,
        /// The difference.
        luck_ahead: Decimal<4>,
    }
}

impl<'a> LuckiestRow<'a> {
    fn new(Results { plan, schedule, .. }: Results<'a>, lucky: &Lucky) -> LuckiestRow<'a> {
        let Lucky { spec, winner, luck } = lucky;
        let cell = &schedule.cells()[spec.cell];
        let seats = cell.seats(spec.swapped);
        let entrant = |side: Side| text(plan.entrant_name(seats[side]));
        LuckiestRow {
            game: spec.game,
            scenario: text(&plan.scenarios[cell.scenario].name),
            pair: spec.pair,
            red: entrant(Side::Red),
            blue: entrant(Side::Blue),
            winner: super::games::winner(*winner),
            luck_red: Decimal(f64::from(luck.red) / PARTS),
            luck_blue: Decimal(f64::from(luck.blue) / PARTS),
            luckier_side: if lucky.red() < 0 { Side::Blue } else { Side::Red },
            luck_ahead: Decimal(lucky.red().unsigned_abs() as f64 / PARTS),
        }
    }
}

/// Writes both files.
///
/// # Errors
/// If one cannot be written.
pub fn write(folder: &Folder, results: Results<'_>) -> io::Result<()> {
    let mut sheet = Table::of::<LuckRow>(folder)?;
    rows(results).iter().try_for_each(|row| sheet.row(row))?;
    sheet.complete()?;
    let mut sheet = Table::of::<LuckiestRow<'_>>(folder)?;
    results.standings.luckiest().iter().try_for_each(|lucky| sheet.row(&LuckiestRow::new(results, lucky)))?;
    sheet.complete()
}

/// Whether the luck-adjusted rate of a party is reported: not where results decided when its games ended, since its
/// interval is valid for a single inspection only.
fn has_luck(results: Results<'_>, party: Party) -> bool {
    results.has_rate(party) && results.plan.allocate != Some(Allocate::Verdicts)
}

fn rows(results: Results<'_>) -> Vec<LuckRow> {
    let plan = results.plan;
    let mut lines: Vec<_> = results.standings.lines().collect();
    lines.sort_by_key(|(line, _)| line.scenario);
    let row = |(line, counter): &(&crate::tournament::TableLine, &crate::tournament::Counter)| {
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
        let found = luck_adjusted(counter).filter(|_| has_luck(results, line.party));
        // Games that are not forfeited are a selection, in which the mean of luck is not 0.
        let of_all = found.filter(|_| counter.left_out == 0);
        let of_many = of_all.filter(|_| clusters >= ENOUGH_CLUSTERS);
        LuckRow {
            scenario: text(scenario),
            entity: text(of),
            party: text(party),
            against: text(against),
            games,
            clusters,
            rate: IntervalAndHalfWidth(found.map(|found| found.raw)),
            rate_less_luck: IntervalAndHalfWidth(of_all.map(|found| found.adjusted)),
            luck: IntervalAndHalfWidth(of_all.map(|found| found.luck)),
            games_saved_factor: of_many.map(|found| found.saved).filter(|saved| saved.is_finite()).map(Decimal),
            correlation: of_many.and_then(|found| found.correlation).map(Decimal),
            best_coefficient: of_many.and_then(|found| found.best_coefficient).map(Decimal),
        }
    };
    lines.iter().map(row).collect()
}

/// The pairings on the screen: how many games the adjustment saves, and how much time. `spent` is the part of the
/// playing time that was used to compute luck.
pub fn render(results: Results<'_>, playing: Duration, spent: Duration) -> String {
    let mut text = String::new();
    let (playing, spent) = (playing.as_secs_f64(), spent.as_secs_f64());
    let pairings: Vec<_> = results.standings.pairings().collect();
    if pairings.iter().all(|(entrants, _)| !has_luck(results, Party::Pairing(*entrants))) {
        return "No luck-adjusted rates: results decided when the games of a pairing ended.\n".to_owned();
    }
    for (entrants, counter) in pairings.iter().take(MOST_PAIRINGS) {
        let rated = luck_adjusted(counter).filter(|_| has_luck(results, Party::Pairing(*entrants)));
        let Some(found) = rated else { continue };
        let [first, second] = super::tables::pairing_names(results, *entrants);
        let is_known = counter.units().total().count >= ENOUGH_CLUSTERS;
        if found.saved < 1.0 && is_known {
            text.push_str(&format!(
                "The value function does not fit {first} against {second}: the unadjusted results are more precise\n"
            ));
            continue;
        }
        text.push_str(&format!(
            "Luck-adjusted {first} against {second}: {} (unadjusted {})",
            rate(&found.adjusted).trim_start(),
            rate(&found.raw).trim_start(),
        ));
        if !is_known {
            text.push_str("; too few games to compare their precision\n");
            continue;
        }
        text.push_str(&format!(", as precise as {} times the games", fixed(found.saved, 1)));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::testing::{entrant, played_with_forfeits};
    use crate::tournament::Schedule;

    #[test]
    fn nothing_is_adjusted_for_luck_where_forfeited_games_are_left_out() {
        // By hand: the luck of a party is +1/2 in games that it wins and -1/2 in those that it loses, as often. If it
        // forfeits half of those that it loses, its mean luck in the games that count is (2/2 - 1/2) / 3 = 1/6, not 0.
        // Only the plain rate has an interval then, that of every possible result.
        let pairing = [[entrant(0, Some(0)), entrant(0, Some(1))]];
        let (plan, standings) = played_with_forfeits(&pairing, 40, |game| {
            let winner = if game.swapped { Side::Red } else { Side::Blue };
            (Some(winner), game.pair.is_multiple_of(4) && game.swapped)
        });
        let results =
            Results { plan: &plan, schedule: &Schedule::of_cells(Vec::new()), standings: &standings, army_points: &[] };
        let mut lines: Vec<_> = standings.lines().collect();
        lines.sort_by_key(|(line, _)| line.scenario);
        let rows = rows(results);
        assert_eq!(rows.len(), lines.len());
        let (mut with, mut without) = (0, 0);
        for ((line, counter), row) in lines.into_iter().zip(&rows) {
            let is_whole = counter.left_out == 0;
            *(if is_whole { &mut with } else { &mut without }) += 1;
            let found = [row.rate.0, row.rate_less_luck.0, row.luck.0].map(|cell| cell.is_some());
            let is_rated = luck_adjusted(counter).is_some();
            assert_eq!(found, [is_rated, is_rated && is_whole, is_rated && is_whole], "{line:?}");
        }
        // Pairings count forfeited games, armies and seats do not.
        assert!(with > 0 && without > 0, "{with} {without}");
        assert!(rows.iter().any(|row| row.rate.0.is_some() && row.rate_less_luck.0.is_none()));
    }
}
