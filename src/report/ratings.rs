//! `ratings.csv` and the ratings on the screen: the bots of a field on one scale.

use super::csv::{Cells, Row, Sheet};
use super::folder::Folder;
use super::format::{fixed, whole};
use super::table::{Align, aligned};
use crate::balance::Rated;
use std::io;

/// The name of the file.
pub const NAME: &str = "ratings.csv";

/// A bot with its rating under a rulebook, or under several.
struct RatingRow<'a> {
    rulebook: &'a str,
    rated: &'a Rated,
}

impl Row for RatingRow<'_> {
    const COLUMNS: &'static [&'static str] = &["rulebook", "bot", "games", "elo", "elo_low", "elo_high", "above_next"];

    fn write(&self, cells: &mut Cells) {
        let Rated { bot, games, elo, above_next } = self.rated;
        cells.put(self.rulebook);
        cells.put(bot);
        cells.put(games);
        for elo in [elo.point, elo.low, elo.high] {
            cells.put(fixed(elo, 1));
        }
        cells.put_option(above_next.map(|likelihood| fixed(likelihood, 4)));
    }
}

/// Writes the ratings of some fields, each under the name of its rulebook.
///
/// # Errors
/// Where the file cannot be written.
pub fn write(folder: &Folder, fields: &[(&str, &[Rated])]) -> io::Result<()> {
    let mut sheet = Sheet::begin::<RatingRow<'_>>(folder.part(NAME)?)?;
    for (rulebook, field) in fields {
        field.iter().try_for_each(|rated| sheet.row(&RatingRow { rulebook, rated }))?;
    }
    sheet.finish()?.finish()
}

/// A field for the screen, best first.
pub fn told(title: &str, field: &[Rated]) -> String {
    let mut rows = vec![["", title, "games", "Elo", "stronger than the next"].map(str::to_owned).to_vec()];
    for (rank, Rated { bot, games, elo, above_next }) in field.iter().enumerate() {
        let next = above_next.map_or(String::new(), |likelihood| format!("{} %", fixed(likelihood * 100.0, 1)));
        let elo = format!("{:>6} ± {}", fixed(elo.point, 0), fixed(elo.half_width(), 0));
        rows.push(vec![(rank + 1).to_string(), bot.clone(), whole(*games), elo, next]);
    }
    aligned(&rows, &[Align::Right, Align::Left, Align::Right, Align::Left, Align::Right])
}
