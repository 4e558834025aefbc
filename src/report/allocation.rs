//! `allocation.csv` and its lines on the screen: the result of a run with adaptive allocation of games.

use super::csv::{Bounds, Decimal, Row, Share, Table, Text, row, text};
use super::folder::Folder;
use super::format::count;
use crate::balance::{Allocated, Allocation};
use crate::tournament::Allocate;
use std::io;

/// The name of the file.
pub const NAME: &str = AllocationRow::FILE;

row! {
    /// A pairing and the games allocated to it.
    pub(super) struct AllocationRow<'a> {
        /// The first entrant.
        first: Text<'a>,
        /// The second entrant.
        second: Text<'a>,
        /// The pairs allocated to it.
        pairs: u64,
        /// The rating of the first minus that of the second, from all games of the field. It is too far from 0, since
        /// pairings that are far apart by chance get no more games.
        elo: Option<Decimal<1>>,
        /// Points per game of the first.
        rate: Share,
        /// With `--for verdicts` its 95 % confidence sequence, valid after every block.
        watched: Bounds<6>,
        /// The verdict from that interval, by which games are allocated.
        watched_verdict: Option<Text<'a>>,
    }
}

impl<'a> AllocationRow<'a> {
    fn new(purpose: Allocate, allocated: &'a Allocated) -> AllocationRow<'a> {
        let is_watched = purpose == Allocate::Verdicts;
        let [first, second] = &allocated.names;
        AllocationRow {
            first: text(first),
            second: text(second),
            pairs: allocated.pairs,
            elo: allocated.ahead.map(|ahead| Decimal(ahead.point)),
            rate: Decimal(allocated.monitored.point),
            watched: Bounds(is_watched.then_some(allocated.monitored)),
            watched_verdict: is_watched.then(|| text(allocated.verdict.describe(first, second))),
        }
    }
}

/// Writes the file.
///
/// # Errors
/// If it cannot be written.
pub fn write(folder: &Folder, allocation: &Allocation) -> io::Result<()> {
    let mut sheet = Table::of::<AllocationRow<'_>>(folder)?;
    allocation.pairings.iter().try_for_each(|pairing| sheet.row(&AllocationRow::new(allocation.purpose, pairing)))?;
    sheet.complete()
}

/// What is still uncertain, and how to read the figures.
pub fn render(allocation: &Allocation) -> String {
    let pairs = || allocation.pairings.iter().map(|pairing| pairing.pairs);
    let (least, most) = (pairs().min().unwrap_or(0), pairs().max().unwrap_or(0));
    let blocks = count(allocation.blocks, "block");
    let state = match allocation.purpose {
        Allocate::Ranking => String::new(),
        Allocate::Verdicts => {
            let (open, all) = (allocation.open(), allocation.pairings.len() as u64);
            format!(
                " Of {} {open} have no verdict by confidence sequences, which are the intervals of all rates here.",
                count(all, "pairing")
            )
        }
    };
    format!(
        "Adaptive allocation of {blocks}: {least} to {most} pairs per pairing.{state}\nNote: rates of such \
            pairings are slightly biased, and rates over all opponents refer to different opponents. Ratings account \
            for unequal opponents, but are too far apart, so that they have no intervals; bots are rated only where \
            each played one army, since a rating over several would depend on which \
            of them got the games (ratings.csv, {NAME}).\n"
    )
}
