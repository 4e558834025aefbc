//! `games.csv`: one row for every game, in schedule order, written while the tournament is played.

use super::csv::{Cells, Row, Sheet};
use super::folder::{Hashed, Part};
use crate::data::Input;
use crate::game::Side;
use crate::tournament::{GameRow, Plan, Schedule};
use std::io;

/// A game with the names of all who took part.
struct GameLine<'a> {
    plan: &'a Plan,
    schedule: &'a Schedule,
    row: &'a GameRow,
}

impl Row for GameLine<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "game",
        "scenario",
        "pair",
        "red_bot",
        "red_army",
        "blue_bot",
        "blue_army",
        "first_side",
        "winner",
        "grade",
        "ending",
        "rounds",
        "player_turns",
        "combats",
        "red_decisions",
        "blue_decisions",
        "rolls",
        "red_units_lost",
        "blue_units_lost",
        "red_points_lost",
        "blue_points_lost",
        "forfeit_reason",
    ];

    fn write(&self, cells: &mut Cells) {
        let GameRow { fixture, first_side, outcome, decisions, rolls, tally, forfeit } = self.row;
        let cell = &self.schedule.cells()[fixture.cell];
        let seats = cell.seats(fixture.swapped);
        cells.put(fixture.game);
        cells.put(&self.plan.scenarios[cell.scenario].name);
        cells.put(fixture.pair);
        for side in Side::BOTH {
            cells.put(&self.plan.bots[seats[side].bot].name);
            cells.put_option(seats[side].army.map(|army| &self.plan.armies[army].name));
        }
        cells.put_option(*first_side);
        match outcome.winner {
            Some(winner) => cells.put(winner),
            None => cells.put("draw"),
        }
        cells.put(outcome.grade.name());
        cells.put(outcome.ending.name());
        cells.put(tally.rounds);
        cells.put(tally.player_turns);
        cells.put(tally.combats);
        cells.put(decisions.red);
        cells.put(decisions.blue);
        cells.put(rolls);
        cells.put(tally.units_lost.red);
        cells.put(tally.units_lost.blue);
        cells.put(tally.points_lost.red);
        cells.put(tally.points_lost.blue);
        cells.put_option(forfeit.as_ref().map(|forfeit| &forfeit.reason));
    }
}

/// `games.csv` while it is written.
pub struct GamesFile(Sheet<Hashed<Part>>);

impl GamesFile {
    /// The name of the file.
    pub const NAME: &'static str = "games.csv";

    /// Begins the file.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn begin(part: Part) -> io::Result<GamesFile> {
        Ok(GamesFile(Sheet::begin::<GameLine<'_>>(Hashed::new(part))?))
    }

    /// Writes the rows of a block.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn write(&mut self, plan: &Plan, schedule: &Schedule, rows: &[GameRow]) -> io::Result<()> {
        rows.iter().try_for_each(|row| self.0.row(&GameLine { plan, schedule, row }))
    }

    /// Ends the file, which then stands in its folder under its name, and says what it holds.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn finish(self) -> io::Result<Input> {
        let (part, blake3) = self.0.finish()?.finish();
        part.finish()?;
        Ok(Input { path: GamesFile::NAME.to_owned(), blake3 })
    }
}
