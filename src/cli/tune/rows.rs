//! The rows of `tune` for a document: the play-off, the confirmation match, the numbers.

use crate::balance::Rate;
use crate::game::Rulebook;
use crate::report::document::DataTable;
use crate::tournament::Counter;
use crate::tune::{Confirmation, Confirmed, Numbers, Placed};
use serde::Serialize;
use std::io;

/// A match: games won, drawn and lost, and the score with its 95 % interval.
#[derive(Serialize)]
struct MatchRow<'a> {
    /// The run, from 1, or the name of a bot.
    first: String,
    /// The opponent; `None` in a play-off, where all play all.
    second: Option<&'a str>,
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    rate: f64,
    rate_low: f64,
    rate_high: f64,
}

impl<'a> MatchRow<'a> {
    fn of(first: String, second: Option<&'a str>, counter: &Counter, rate: &Rate) -> MatchRow<'a> {
        MatchRow {
            first,
            second,
            games: counter.games(),
            won: counter.wins,
            drawn: counter.draws,
            lost: counter.losses,
            rate: rate.decisive.point,
            rate_low: rate.decisive.low,
            rate_high: rate.decisive.high,
        }
    }
}

/// The gain over the original bot against the opponents, in points per game; without bounds where both score alike.
#[derive(Serialize)]
struct GainRow {
    gain: Option<f64>,
    gain_low: Option<f64>,
    gain_high: Option<f64>,
    is_improvement: bool,
}

/// A number of a bot file before and after.
#[derive(Serialize)]
struct NumberRow<'a> {
    table: &'a str,
    number: &'a str,
    was: f64,
    is: f64,
}

/// All tables.
///
/// # Errors
/// If a row is not a struct of JSON values.
pub(super) fn tables<R: Rulebook>(
    bot: &str,
    places: &[Placed],
    confirmation: &Confirmation,
    numbers: &Numbers<R>,
    point: &[f64],
) -> io::Result<Vec<DataTable>> {
    let placed = places.iter().map(|Placed { run, counter, rate }| {
        MatchRow::of(run.map_or_else(|| bot.to_owned(), |run| format!("run {}", run + 1)), None, counter, rate)
    });
    let met = confirmation
        .pairings
        .iter()
        .map(|Confirmed { first, second, counter, rate }| MatchRow::of(first.clone(), Some(second), counter, rate));
    let values = numbers.values(point);
    let changed = numbers.numbers().iter().zip(values).map(|(number, is)| NumberRow {
        table: number.part.name(),
        number: number.name,
        was: number.value,
        is,
    });
    let mut tables = vec![DataTable::of("play_off", placed)?, DataTable::of("confirmation", met)?];
    if let Some(gain) = &confirmation.gain {
        let estimate = gain.estimate();
        let row = GainRow {
            gain: estimate.map(|estimate| estimate.point).or(gain.is_alike().then_some(0.0)),
            gain_low: estimate.map(|estimate| estimate.low),
            gain_high: estimate.map(|estimate| estimate.high),
            is_improvement: confirmation.is_improvement(),
        };
        tables.push(DataTable::of("gain", [row])?);
    }
    tables.push(DataTable::of("numbers", changed)?);
    Ok(tables)
}
