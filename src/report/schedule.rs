//! `schedule.csv`: every game of a plan before it is played, computed row by row.

use super::csv::{Row, Table, Text, row, text};
use super::folder::Folder;
use crate::game::Side;
use crate::tournament::{GameSpec, Plan, Portion, Schedule, Shard};
use std::io;

/// The name of the file.
pub const NAME: &str = PlannedGame::FILE;

row! {
    /// A game of the schedule, with the names of all participants.
    pub(super) struct PlannedGame<'a> {
        /// Number of the game in the schedule, from 0.
        game: u64,
        /// Name of the scenario.
        scenario: Text<'a>,
        /// Number of the pair, from 0; with scenario and seed it determines the dice.
        pair: u64,
        /// The bot of red.
        red_bot: Text<'a>,
        /// The army of red; empty where the scenario defines the armies.
        red_army: Option<Text<'a>>,
        /// The bot of blue.
        blue_bot: Text<'a>,
        /// The army of blue.
        blue_army: Option<Text<'a>>,
    }
}

impl<'a> PlannedGame<'a> {
    pub(super) fn new(plan: &'a Plan, schedule: &Schedule, spec: &GameSpec) -> PlannedGame<'a> {
        let cell = &schedule.cells()[spec.cell];
        let seats = cell.seats(spec.swapped);
        let bot = |side: Side| text(&plan.bots[seats[side].bot].name);
        let army = |side: Side| seats[side].army.map(|army| text(&plan.armies[army].name));
        PlannedGame {
            game: spec.game,
            scenario: text(&plan.scenarios[cell.scenario].name),
            pair: spec.pair,
            red_bot: bot(Side::Red),
            red_army: army(Side::Red),
            blue_bot: bot(Side::Blue),
            blue_army: army(Side::Blue),
        }
    }
}

/// Writes the games of a shard.
///
/// # Errors
/// If the file cannot be written.
pub fn write(folder: &Folder, plan: &Plan, schedule: &Schedule, shard: Shard) -> io::Result<()> {
    let portion = Portion::new(schedule, shard);
    let mut sheet = Table::of::<PlannedGame<'_>>(folder)?;
    for number in 0..portion.pairs() {
        for spec in schedule.specs(portion.pair(number)) {
            sheet.row(&PlannedGame::new(plan, schedule, &spec))?;
        }
    }
    sheet.complete()
}
