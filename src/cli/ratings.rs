//! The ratings of bots from `ratings.csv` of another run: the strengths at which costs are compared.

use super::CliError;
use crate::data::Inputs;
use crate::data::message::nearest;
use crate::stats::Abscissa;
use crate::stats::estimate::NORMAL_95;
use serde::Deserialize;
use std::path::Path;

/// The fewest bots over which there is a slope.
const LEAST_BOTS: usize = 3;

#[derive(Deserialize)]
struct RatingRow {
    rulebook: String,
    entity: String,
    name: String,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
}

/// The ratings of these bots in a file, which becomes one of the inputs.
///
/// # Errors
/// If the file cannot be read or is no table of ratings, if a bot is not rated in it for this rulebook or without an
/// interval, and with fewer than three bots.
pub(super) fn read_ratings(
    path: &Path,
    rulebook: &str,
    bots: &[&str],
    inputs: &mut Inputs,
) -> Result<Vec<Abscissa>, CliError> {
    let named = path.display();
    if bots.len() < LEAST_BOTS {
        return Err(CliError::Input(format!("--ratings compares at least {LEAST_BOTS} bots; name them with --bots")));
    }
    let text = std::fs::read_to_string(path).map_err(|error| CliError::Input(format!("{named}: {error}")))?;
    inputs.add_text(&path.to_string_lossy(), &text);
    let rows: Result<Vec<RatingRow>, ::csv::Error> =
        ::csv::Reader::from_reader(text.as_bytes()).deserialize().collect();
    let rows = rows.map_err(|error| {
        CliError::Input(format!("{named}: expected ratings.csv of a tournament or a ladder of the bots: {error}"))
    })?;
    let rated: Vec<&RatingRow> =
        rows.iter().filter(|row| row.rulebook == rulebook && row.entity == "bot" && row.elo.is_some()).collect();
    let names: Vec<&str> = rated.iter().map(|row| row.name.as_str()).collect();
    let rating = |bot: &&str| {
        let Some(row) = rated.iter().find(|row| row.name == *bot) else {
            let near = nearest(bot, &names).map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
            return Err(CliError::Input(format!("{named}: no rating of the bot \"{bot}\" in {rulebook}{near}")));
        };
        match (row.elo, row.elo_low, row.elo_high) {
            (Some(point), Some(low), Some(high)) if high > low => {
                Ok(Abscissa { point, error: (high - low) / 2.0 / NORMAL_95 })
            }
            _ => Err(CliError::Input(format!(
                "{named}: the rating of \"{bot}\" has no interval; more games between the bots give one"
            ))),
        }
    };
    bots.iter().map(rating).collect()
}
