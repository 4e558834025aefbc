//! `allocation.csv` and its lines on the screen: the result of a run with adaptive allocation of games.

use super::csv::{Cells, Row, Sheet};
use super::folder::Folder;
use super::format::{count, fixed};
use crate::balance::{Allocated, Allocation};
use crate::tournament::Allocate;
use std::io;

/// The name of the file.
pub const NAME: &str = "allocation.csv";

impl Row for Allocated {
    const COLUMNS: &'static [&'static str] = &[
        "first",
        "second",
        "pairs",
        "elo",
        "elo_low",
        "elo_high",
        "rate",
        "watched_low",
        "watched_high",
        "watched_verdict",
    ];

    fn write(&self, cells: &mut Cells) {
        self.names.iter().for_each(|name| cells.put(name));
        cells.put(self.pairs);
        for elo in [self.ahead.map(|elo| elo.point), self.ahead.map(|elo| elo.low), self.ahead.map(|elo| elo.high)] {
            cells.put_option(elo.map(|elo| fixed(elo, 1)));
        }
        for share in [self.monitored.point, self.monitored.low, self.monitored.high] {
            cells.put(fixed(share, 6));
        }
        let [first, second] = &self.names;
        cells.put(self.verdict.describe(first, second));
    }
}

/// Writes the file.
///
/// # Errors
/// If it cannot be written.
pub fn write(folder: &Folder, allocation: &Allocation) -> io::Result<()> {
    let mut sheet = Sheet::begin::<Allocated>(folder.part(NAME)?)?;
    allocation.pairings.iter().try_for_each(|pairing| sheet.row(pairing))?;
    sheet.finish()?.finish()
}

/// What is still uncertain, and how to read the figures.
pub fn render(allocation: &Allocation) -> String {
    let pairs = || allocation.pairings.iter().map(|pairing| pairing.pairs);
    let (least, most) = (pairs().min().unwrap_or(0), pairs().max().unwrap_or(0));
    let blocks = count(allocation.blocks, "block");
    let state = match (allocation.purpose, allocation.doubt) {
        (Allocate::Ranking, Some(doubt)) => {
            format!(
                "Uncertainty of the order: {} (the expected number of neighbours in the wrong order).",
                fixed(doubt, 2)
            )
        }
        (Allocate::Ranking, None) => String::new(),
        (Allocate::Verdicts, _) => {
            let (open, all) = (allocation.open(), allocation.pairings.len() as u64);
            format!("Of {} {open} have no verdict by confidence sequences.", count(all, "pairing"))
        }
    };
    format!(
        "Adaptive allocation of {blocks}: {least} to {most} pairs per pairing. {state}\nNote: raw rates of such \
            pairings are slightly biased, and rates over all opponents refer to different opponents. Ratings account \
            for unequal opponents; bots are rated only where each played one army, since a rating over several would \
            depend on which of them got the games (ratings.csv, {NAME}).\n"
    )
}
