//! `ratings.csv` and the ratings on the screen: the bots, armies and entrants of a field on one scale.

use super::csv::{
    Decimal, Interval, IntervalAndHalfWidth, PValue, PointBoundsAndHalfWidth, Row, Table, Text, row, text,
};
use super::folder::Folder;
use super::format::{fixed, p_value, whole};
use super::table::{Align, aligned};
use crate::balance::{Ranking, Rated, SameStrengths};
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
        /// The likelihood of superiority over the entity of the next row; none where ratings have no interval, and in
        /// rows of `all` where `same_strengths_p` is empty or at most 5 %.
        stronger_than_next: Option<Decimal<4>>,
        /// The first-move advantage in Elo points, with interval: the same in all rows of a field. Where games were
        /// forfeited it covers both answers to who would have moved first in them; of armies it is empty then. The
        /// interval is too wide rather than too narrow
        /// ([94 to 99 %](statistics.md#every-interval-of-the-tables)).
        first_player_elo: IntervalAndHalfWidth<1>,
        /// The share of draws between equals without first-move advantage, with interval: the same in all rows of a
        /// field; empty with fewer than ten drawn games, whose interval would have too low coverage, and where every
        /// game was drawn.
        draws_of_equals: Interval<4>,
        /// In rows of `all` the p-value of the hypothesis that bots are as strong under each rulebook
        /// ([test](statistics.md#several-rulebooks)): these ratings are means over the rulebooks, and their intervals
        /// do not include differences between them. Empty in all other rows, and with fewer than ten groups of games
        /// with the same dice under one of the rulebooks.
        same_strengths_p: Option<PValue>,
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
            same_strengths_p: ranking.same_strengths.and_then(|test| test.p_value).map(PValue),
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

/// Whether bots are as strong under each rulebook, in a sentence.
pub(super) fn over_rulebooks(test: SameStrengths) -> String {
    match test.p_value {
        Some(p) if test.holds() => {
            format!("The games show no difference of strengths between the rulebooks (p = {}).", p_value(p))
        }
        Some(p) => format!(
            "Strengths differ between the rulebooks (p = {}): ratings under all of them are means, and no bot is said \
                to be stronger than the next.",
            p_value(p)
        ),
        None => "The games do not allow to test whether strengths differ between the rulebooks: no bot is said to be \
            stronger than the next."
            .to_owned(),
    }
}

/// A field for the screen, best first, the first-player advantage in it, and whether strengths are the same under each
/// rulebook.
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
    let first_player = ranking.first_player.map_or_else(String::new, |worth| {
        format!("First-player advantage: {} ± {} Elo points.\n", fixed(worth.point, 0), fixed(worth.half_width(), 0))
    });
    let rulebooks = ranking.same_strengths.map_or_else(String::new, |test| over_rulebooks(test) + "\n");
    format!("{table}{first_player}{rulebooks}")
}
