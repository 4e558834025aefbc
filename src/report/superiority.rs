//! `superiority.csv`: for each two members of a field the Elo difference and the likelihood of superiority.

use super::csv::{Cells, Row, Sheet};
use super::folder::Folder;
use super::format::fixed;
use crate::balance::{LEAST_FIELD, Lead, Ranking};
use std::io;

/// The name of the file.
pub const NAME: &str = "superiority.csv";

struct LeadRow<'a> {
    ranking: &'a Ranking,
    lead: Lead,
}

impl Row for LeadRow<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "entity",
        "led_by",
        "first",
        "second",
        "first_stronger",
        "elo",
        "elo_low",
        "elo_high",
        "games",
        "clusters",
        "rate",
        "rate_low",
        "rate_high",
    ];

    fn write(&self, cells: &mut Cells) {
        let Lead { first, second, games, units, rate, elo, likelihood } = self.lead;
        cells.put(self.ranking.of.name());
        cells.put_option(self.ranking.led_by.as_ref());
        cells.put(&self.ranking.rated[first].name);
        cells.put(&self.ranking.rated[second].name);
        cells.put(fixed(likelihood, 4));
        cells.put_interval(Some(elo), 1);
        cells.put(games);
        cells.put(units);
        cells.put_interval(rate, 6);
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
    let mut sheet = Sheet::begin::<LeadRow<'_>>(folder.part(NAME)?)?;
    for ranking in large {
        ranking.leads().try_for_each(|lead| sheet.row(&LeadRow { ranking, lead }))?;
    }
    sheet.finish()?.finish()
}
