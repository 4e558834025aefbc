//! `ratings.csv` and the ratings on the screen: the bots, armies and entrants of a field on one scale.

use super::csv::{Cells, Row, Sheet};
use super::folder::Folder;
use super::format::{fixed, whole};
use super::table::{Align, aligned};
use crate::balance::{Ranking, Rated};
use std::io;

/// The name of the file.
pub const NAME: &str = "ratings.csv";

/// A member of a field with its rating under one or several rulebooks.
struct RatingRow<'a> {
    rulebook: &'a str,
    ranking: &'a Ranking,
    rated: &'a Rated,
}

impl Row for RatingRow<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "rulebook",
        "entity",
        "led_by",
        "name",
        "games",
        "elo",
        "elo_low",
        "elo_high",
        "elo_half_width",
        "stronger_than_next",
        "first_player_elo",
        "first_player_elo_low",
        "first_player_elo_high",
        "first_player_elo_half_width",
        "draws_of_equals",
        "draws_of_equals_low",
        "draws_of_equals_high",
    ];

    fn write(&self, cells: &mut Cells) {
        let Rated { name, games, elo, above_next } = self.rated;
        cells.put(self.rulebook);
        cells.put(self.ranking.of.name());
        cells.put_option(self.ranking.led_by.as_ref());
        cells.put(name);
        cells.put(games);
        cells.put_interval_and_half_width(Some(*elo), 1);
        cells.put_option(above_next.map(|likelihood| fixed(likelihood, 4)));
        cells.put_interval_and_half_width(self.ranking.first_player, 1);
        cells.put_interval(self.ranking.draws_of_equals, 4);
    }
}

/// Writes the ratings of some fields, each under the name of its rulebook; no file without fields.
///
/// # Errors
/// If the file cannot be written.
pub fn write<'a>(folder: &Folder, fields: impl IntoIterator<Item = (&'a str, &'a Ranking)>) -> io::Result<()> {
    let mut fields = fields.into_iter().peekable();
    if fields.peek().is_none() {
        return Ok(());
    }
    let mut sheet = Sheet::begin::<RatingRow<'_>>(folder.part(NAME)?)?;
    for (rulebook, ranking) in fields {
        ranking.rated.iter().try_for_each(|rated| sheet.row(&RatingRow { rulebook, ranking, rated }))?;
    }
    sheet.finish()?.finish()
}

/// A field for the screen, best first, and the first-player advantage in it.
pub fn render(title: &str, ranking: &Ranking) -> String {
    let mut rows = vec![["", title, "games", "Elo", "stronger than the next"].map(str::to_owned).to_vec()];
    for (rank, Rated { name, games, elo, above_next }) in ranking.rated.iter().enumerate() {
        let next = above_next.map_or(String::new(), |likelihood| format!("{} %", fixed(likelihood * 100.0, 1)));
        let elo = format!("{:>6} ± {}", fixed(elo.point, 0), fixed(elo.half_width(), 0));
        rows.push(vec![(rank + 1).to_string(), name.clone(), whole(*games), elo, next]);
    }
    let table = aligned(&rows, &[Align::Right, Align::Left, Align::Right, Align::Left, Align::Right]);
    match ranking.first_player {
        Some(worth) => {
            format!(
                "{table}First-player advantage: {} ± {} Elo points.\n",
                fixed(worth.point, 0),
                fixed(worth.half_width(), 0)
            )
        }
        None => table,
    }
}
