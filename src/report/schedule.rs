//! `schedule.csv`: every game of a plan before it is played, computed row by row.

use super::csv::{Cells, Row, Sheet};
use super::folder::Folder;
use crate::game::Side;
use crate::tournament::{GameSpec, Plan, Portion, Schedule, Shard};
use std::io;

/// The name of the file.
pub const NAME: &str = "schedule.csv";

struct PlannedGame<'a> {
    plan: &'a Plan,
    schedule: &'a Schedule,
    fixture: GameSpec,
}

impl Row for PlannedGame<'_> {
    const COLUMNS: &'static [&'static str] =
        &["game", "scenario", "pair", "red_bot", "red_army", "blue_bot", "blue_army"];

    fn write(&self, cells: &mut Cells) {
        let PlannedGame { plan, schedule, fixture } = self;
        let cell = &schedule.cells()[fixture.cell];
        let seats = cell.seats(fixture.swapped);
        cells.put(fixture.game);
        cells.put(&plan.scenarios[cell.scenario].name);
        cells.put(fixture.pair);
        for side in Side::BOTH {
            cells.put(&plan.bots[seats[side].bot].name);
            cells.put_option(seats[side].army.map(|army| &plan.armies[army].name));
        }
    }
}

/// Writes the games of a shard.
///
/// # Errors
/// If the file cannot be written.
pub fn write(folder: &Folder, plan: &Plan, schedule: &Schedule, shard: Shard) -> io::Result<()> {
    let portion = Portion::new(schedule, shard);
    let mut sheet = Sheet::begin::<PlannedGame<'_>>(folder.part(NAME)?)?;
    for number in 0..portion.pairs() {
        for fixture in schedule.fixtures(portion.pair(number)) {
            sheet.row(&PlannedGame { plan, schedule, fixture })?;
        }
    }
    sheet.finish()?.finish()
}
