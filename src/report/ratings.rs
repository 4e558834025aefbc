//! `ratings.csv` and the ratings on the screen: the bots, armies and entrants of a field on one scale.

use super::csv::{Decimal, Interval, IntervalAndHalfWidth, PointBoundsAndHalfWidth, Row, Table, Text, row, text};
use super::folder::Folder;
use super::format::{fixed, whole};
use super::table::{Align, aligned};
use crate::balance::{Ranking, Rated};
use std::io;

/// The name of the file.
pub const NAME: &str = RatingRow::FILE;

row! {
    /// A member of a field with its rating under one or several rulebooks.
    pub(super) struct RatingRow<'a> {
        /// The rulebook; in the file of a ladder also `all`.
        rulebook: Text<'a>,
        /// The kind of rated entity: `bot`, `army` or `entrant`; each of these is a field of its own.
        entity: Text<'a>,
        /// The bot that led the armies, where armies are rated: a field for each bot.
        led_by: Option<Text<'a>>,
        /// The rated entity.
        name: Text<'a>,
        /// Its games against others of the field.
        games: u64,
        /// Its rating and the 95 % interval; no interval with `--allocate adaptive`, where it would cover too rarely,
        /// of armies where forfeited games are left out, whose results could have been any, where every game was drawn,
        /// and where it would be as wide as the prior. Empty after `--sprt`:
        /// `sequential.csv` has the difference, corrected for stopping. The interval is too narrow
        /// ([87 to 93 %](statistics.md#every-interval-of-the-tables)) where nearly all games are drawn, and where there
        /// are ten pairs on three scenarios; and too wide (97 to 98 %) with twenty games of a pairing in a gauntlet or
        /// a list.
        elo: PointBoundsAndHalfWidth<1>,
        /// The likelihood of superiority over the entity of the next row; none where ratings have no interval.
        stronger_than_next: Option<Decimal<4>>,
        /// The first-move advantage in Elo points, with interval: the same in all rows of a field. Where games were
        /// forfeited it covers both answers to who would have moved first in them; of armies it is empty then. The
        /// interval is too wide rather than too narrow
        /// ([94 to 99 %](statistics.md#every-interval-of-the-tables)).
        first_player_elo: IntervalAndHalfWidth<1>,
        /// The share of draws between equals without first-move advantage, with interval: the same in all rows of a
        /// field; empty with fewer than ten drawn games, whose interval would have too low coverage.
        draws_of_equals: Interval<4>,
    }
}

impl<'a> RatingRow<'a> {
    fn new(rulebook: &'a str, ranking: &'a Ranking, rated: &'a Rated) -> RatingRow<'a> {
        let Rated { name, games, elo, .. } = rated;
        RatingRow {
            rulebook: text(rulebook),
            entity: text(ranking.of.name()),
            led_by: ranking.led_by.as_ref().map(text),
            name: text(name),
            games: *games,
            elo: PointBoundsAndHalfWidth {
                point: Some(elo.point).filter(|_| !ranking.is_after_test()),
                interval: elo.interval,
            },
            stronger_than_next: rated.stronger_than_next().map(Decimal),
            first_player_elo: IntervalAndHalfWidth(ranking.first_player),
            draws_of_equals: Interval(ranking.draws_of_equals),
        }
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
    let mut sheet = Table::of::<RatingRow<'_>>(folder)?;
    for (rulebook, ranking) in fields {
        ranking.rated.iter().try_for_each(|rated| sheet.row(&RatingRow::new(rulebook, ranking, rated)))?;
    }
    sheet.complete()
}

/// A field for the screen, best first, and the first-player advantage in it.
pub fn render(title: &str, ranking: &Ranking) -> String {
    let mut rows = vec![["", title, "games", "Elo", "stronger than the next"].map(str::to_owned).to_vec()];
    for (rank, rated) in ranking.rated.iter().enumerate() {
        let Rated { name, games, elo, .. } = rated;
        let next = rated
            .stronger_than_next()
            .map_or(String::new(), |likelihood| format!("{} %", fixed(likelihood * 100.0, 1)));
        let half_width = elo.interval.map_or(String::new(), |elo| format!(" ± {}", fixed(elo.half_width(), 0)));
        let elo = format!("{:>6}{half_width}", fixed(elo.point, 0));
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
