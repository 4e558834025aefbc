//! `games.csv`: one row per game, in schedule order, written during the tournament.

use super::csv::{Cells, Row, Sheet};
use super::format::fixed;
use super::manifest::Output;
use crate::data::whole::{Hashed, sync_folder_of};
use crate::game::Side;
use crate::tournament::luck::PARTS;
use crate::tournament::{FileExtent, GameRow, Plan, Schedule};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// A game with the names of all participants.
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
        "set_up_draws",
        "red_units_lost",
        "blue_units_lost",
        "red_points_lost",
        "blue_points_lost",
        "lead_changes",
        "decided_at",
        "luck_red",
        "luck_blue",
        "forfeit_reason",
    ];

    fn write(&self, cells: &mut Cells) {
        let GameRow { fixture, first_side, outcome, decisions, rolls, set_up_draws, tally, course, forfeit, luck } =
            self.row;
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
        cells.put(set_up_draws);
        cells.put(tally.units_lost.red);
        cells.put(tally.units_lost.blue);
        cells.put(tally.points_lost.red);
        cells.put(tally.points_lost.blue);
        cells.put(course.lead_changes);
        cells.put_option(course.decided_at);
        for side in Side::BOTH {
            cells.put_option(luck.map(|luck| fixed(f64::from(luck[side]) / PARTS, 4)));
        }
        cells.put_option(forfeit.as_ref().map(|forfeit| &forfeit.reason));
    }
}

/// `games.csv` while it is written, hidden until it is complete.
pub struct GamesFile {
    sheet: Sheet<Hashed<BufWriter<File>>>,
    path: PathBuf,
}

impl GamesFile {
    /// The name of the file.
    pub const NAME: &'static str = "games.csv";

    /// Begins the file at a temporary path.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(path: PathBuf) -> io::Result<GamesFile> {
        let to = BufWriter::new(File::create(&path)?);
        Ok(GamesFile { sheet: Sheet::begin::<GameLine<'_>>(Hashed::new(to))?, path })
    }

    /// Resumes a file of a recorded extent; anything beyond it is truncated.
    ///
    /// # Errors
    /// If it cannot be read or written, or its contents have changed.
    pub fn resume(path: PathBuf, grown: &FileExtent) -> io::Result<GamesFile> {
        let mut file = OpenOptions::new().read(true).write(true).open(&path)?;
        let mut written = Hashed::new(io::sink());
        io::copy(&mut BufReader::new(&file).take(grown.bytes), &mut written)?;
        if (written.bytes(), written.blake3()) != (grown.bytes, grown.blake3.clone()) {
            let rendered = format!("{} has changed since the run was interrupted", path.display());
            return Err(io::Error::new(io::ErrorKind::InvalidData, rendered));
        }
        file.set_len(grown.bytes)?;
        file.seek(SeekFrom::End(0))?;
        Ok(GamesFile { sheet: Sheet::behind(Hashed::after(BufWriter::new(file), &written)), path })
    }

    /// Writes the rows of a block.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, plan: &Plan, schedule: &Schedule, rows: &[GameRow]) -> io::Result<()> {
        rows.iter().try_for_each(|row| self.sheet.row(&GameLine { plan, schedule, row }))
    }

    /// Syncs all that was written to the disk and returns its extent.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn grown(&mut self) -> io::Result<FileExtent> {
        self.sheet.flush()?;
        let written = self.sheet.get_ref();
        written.get_ref().get_ref().sync_data()?;
        Ok(FileExtent { bytes: written.bytes(), blake3: written.blake3() })
    }

    /// Completes the file, moves it into a folder under its name, and returns its entry in the manifest.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self, folder: &Path) -> io::Result<Output> {
        let FileExtent { blake3, .. } = self.grown()?;
        let whole = folder.join(GamesFile::NAME);
        fs::rename(&self.path, &whole)?;
        sync_folder_of(&whole)?;
        Ok(Output { path: GamesFile::NAME.to_owned(), blake3 })
    }
}

/// The text of a row of the file.
pub fn line_of(plan: &Plan, schedule: &Schedule, row: &GameRow) -> String {
    let mut sheet = Sheet::behind(Vec::new());
    sheet.row(&GameLine { plan, schedule, row }).and_then(|()| sheet.finish()).map_or_else(
        |_| unreachable!("writing to memory does not fail"),
        |bytes| String::from_utf8(bytes).expect("rows are text"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_resumes_where_it_was_and_not_if_it_was_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("partial.csv");
        let grown = GamesFile::begin(path.clone()).unwrap().grown().unwrap();
        let header = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{header}half a ro")).unwrap();
        GamesFile::resume(path.clone(), &grown).unwrap().finish(folder.path()).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join(GamesFile::NAME)).unwrap(), header);
        fs::write(&path, header.replace("game,", "gone,")).unwrap();
        assert!(
            GamesFile::resume(path, &grown)
                .err()
                .unwrap()
                .to_string()
                .ends_with("has changed since the run was interrupted")
        );
    }
}
