//! `superiority.csv`: for each two members of a field the Elo difference and the likelihood of superiority.

use super::csv::{Decimal, PointAndBounds, Row, Table, Text, row, text};
use super::folder::Folder;
use crate::balance::{LEAST_FIELD, Lead, Ranking};
use std::io;

/// The name of the file.
pub const NAME: &str = LeadRow::FILE;

row! {
    /// Two members of a field.
    pub(super) struct LeadRow<'a> {
        /// The field: the kind of its members, as in `ratings.csv`.
        entity: Text<'a>,
        /// The field: the bot that led the armies.
        led_by: Option<Text<'a>>,
        /// The first entity.
        first: Text<'a>,
        /// The second entity.
        second: Text<'a>,
        /// The likelihood of superiority of the first over the second, given all games of the field; none where the
        /// difference has no interval.
        first_stronger: Option<Decimal<4>>,
        /// The rating of the first minus that of the second, with the 95 % interval of the difference; no interval with
        /// `--allocate adaptive`, where it would cover too rarely, and of armies if games were left out by forfeits.
        /// With twenty games of a pairing in a list it is too wide
        /// ([97 to 99 %](statistics.md#swiss-gauntlet-and-listed-pairings)).
        elo: PointAndBounds<1>,
        /// Their games against each other.
        games: u64,
        /// The clusters of games with the same dice.
        clusters: u64,
        /// Points per game of the first in these games alone, with the 95 % interval from the clusters; empty if they
        /// never met. No interval with `--for verdicts` and `--sprt`.
        rate: PointAndBounds<6>,
    }
}

impl<'a> LeadRow<'a> {
    fn new(ranking: &'a Ranking, lead: Lead) -> LeadRow<'a> {
        let Lead { first, second, games, units, rate, elo, likelihood } = lead;
        LeadRow {
            entity: text(ranking.of.name()),
            led_by: ranking.led_by.as_ref().map(text),
            first: text(&ranking.rated[first].name),
            second: text(&ranking.rated[second].name),
            first_stronger: elo.interval.map(|_| Decimal(likelihood)),
            elo: PointAndBounds { point: Some(elo.point), interval: elo.interval },
            games,
            clusters: units,
            rate: PointAndBounds { point: rate.map(|rate| rate.point), interval: rate.and_then(|rate| rate.interval) },
        }
    }
}

/// Writes the file, if a field is large enough.
///
/// # Errors
/// If it cannot be written.
pub fn write(folder: &Folder, rankings: &[Ranking]) -> io::Result<()> {
    let large: Vec<&Ranking> = rankings.iter().filter(|ranking| ranking.size() >= LEAST_FIELD).collect();
    if large.is_empty() {
        return Ok(());
    }
    let mut sheet = Table::of::<LeadRow<'_>>(folder)?;
    for ranking in large {
        ranking.leads().try_for_each(|lead| sheet.row(&LeadRow::new(ranking, lead)))?;
    }
    sheet.complete()
}
