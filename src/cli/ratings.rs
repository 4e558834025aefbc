//! The ratings of bots from `ratings.csv` of another run: the strengths at which costs and other measures are compared.

use super::CliError;
use super::input_text::read_input;
use crate::data::message::nearest;
use crate::data::{Inputs, Library};
use crate::stats::Abscissa;
use crate::stats::estimate::NORMAL_95;
use crate::tournament::{Plan, PlannedRating, PlannedRatings, Schedule};
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

/// The ratings of these bots in a file, which becomes one of the inputs. Its text is that of the library, if it holds
/// one, as where a run is repeated.
///
/// # Errors
/// If the file cannot be read or is no table of ratings, if a bot is not rated in it for this rulebook or without an
/// interval, and with fewer than three bots.
pub(super) fn read_ratings(
    path: &Path,
    library: &Library,
    rulebook: &str,
    bots: &[&str],
    inputs: &mut Inputs,
) -> Result<Vec<Abscissa>, CliError> {
    let named = path.display();
    if bots.len() < LEAST_BOTS {
        return Err(CliError::Input(format!("--ratings compares at least {LEAST_BOTS} bots; name them with --bots")));
    }
    let text = read_input(path, library)?;
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
        let mut of_bot = rated.iter().filter(|row| row.name == *bot);
        let Some(row) = of_bot.next() else {
            let near = nearest(bot, &names).map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
            return Err(CliError::Input(format!("{named}: no rating of the bot \"{bot}\" in {rulebook}{near}")));
        };
        if of_bot.next().is_some() {
            return Err(CliError::Input(format!("{named}: \"{bot}\" has two ratings in {rulebook}")));
        }
        match (row.elo, row.elo_low, row.elo_high) {
            (Some(point), Some(low), Some(high))
                if [point, low, high].iter().all(|it| it.is_finite()) && high > low =>
            {
                Ok(Abscissa { point, error: (high - low) / 2.0 / NORMAL_95 })
            }
            _ => Err(CliError::Input(format!(
                "{named}: the rating of \"{bot}\" has no interval; more games between the bots give one"
            ))),
        }
    };
    bots.iter().map(rating).collect()
}

/// The ratings of the bots of a plan, by which the measures of its games are compared over the strength of the player.
///
/// # Errors
/// As [`read_ratings`]; if a bot plays both sides of no game, so that nothing can be said about it.
pub(super) fn planned_ratings(
    path: &Path,
    library: &Library,
    (plan, schedule): (&Plan, &Schedule),
    inputs: &mut Inputs,
) -> Result<PlannedRatings, CliError> {
    let bots: Vec<&str> = plan.bots.iter().map(|bot| bot.name.as_str()).collect();
    let found = read_ratings(path, library, &plan.rulebook, &bots, inputs)?;
    if let Some(bot) = plan.bot_without_self_play(schedule) {
        return Err(CliError::Input(format!(
            "--ratings compares games in which one bot plays both sides, and {bot} plays none of them; name two armies \
                or more, or each bot twice"
        )));
    }
    let rated = |(bot, Abscissa { point, error }): (&&str, Abscissa)| PlannedRating {
        bot: (*bot).to_owned(),
        elo: point,
        elo_error: error,
    };
    let bots = bots.iter().zip(found).map(rated).collect();
    Ok(PlannedRatings { path: path.to_string_lossy().into_owned(), bots })
}
