//! `games.csv`: one row per game, in schedule order, written during the tournament.

use super::csv::{Decimal, Row, Sheet, Text, row, text};
use super::manifest::Output;
use super::rows::RowCounts;
use super::schedule::PlannedGame;
use crate::data::whole::{Hashed, sync_folder_of};
use crate::game::Side;
use crate::tournament::luck::PARTS;
use crate::tournament::{FileExtent, GameRow, Plan, Schedule};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

row! {
    /// A game that was played.
    pub(super) struct GameLine<'a> {
        /// Its place in the schedule.
        planned: PlannedGame<'a>,
        /// `red` or `blue`: the side of the first player-turn.
        first_side: Option<Side>,
        /// `red`, `blue` or `draw`.
        winner: Text<'a>,
        /// Grade of the victory where the rulebook grades them: `marginal`, `medium`, `decisive`.
        grade: Text<'a>,
        /// How the game ended: `victory` (the rulebook's condition), `objective`, `turn_limit`, `agreed` (both sides
        /// agreed to stop: E12.10 of En Avant !), `forfeit`.
        ending: Text<'a>,
        /// Rounds begun; a round is one player-turn of each side.
        rounds: u32,
        /// Player-turns begun.
        player_turns: u32,
        /// Combats resolved.
        combats: u32,
        /// Decisions of red; those with one legal action are not counted.
        red_decisions: u32,
        /// Decisions of blue.
        blue_decisions: u32,
        /// Throws of dice.
        rolls: u32,
        /// The set-up draws among them, which are balanced; where there are any, the block of four pairs is the cluster
        /// of intervals.
        set_up_draws: u32,
        /// Units that red lost.
        red_units_lost: u32,
        /// Units that blue lost.
        blue_units_lost: u32,
        /// Their points, of red.
        red_points_lost: u32,
        /// Their points, of blue.
        blue_points_lost: u32,
        /// How often the lead passed from one side to the other
        /// ([what a lead is](statistics.md#what-the-games-were-like)).
        lead_changes: u32,
        /// The player-turn after which the winner led until the end; empty where the winner did not lead at the end, or
        /// the game was drawn.
        decided_at: Option<u32>,
        /// With `--luck`: the luck of red with its own dice, in games won; red's luck minus blue's is the effect of the
        /// dice for red.
        luck_red: Option<Decimal<4>>,
        /// The luck of blue.
        luck_blue: Option<Decimal<4>>,
        /// The fault of the loser's bot, where a game was forfeited.
        forfeit_reason: Option<Text<'a>>,
    }
}

impl<'a> GameLine<'a> {
    fn new(plan: &'a Plan, schedule: &Schedule, row: &'a GameRow) -> GameLine<'a> {
        let GameRow { spec, first_side, outcome, decisions, rolls, set_up_draws, tally, course, forfeit, luck } = row;
        let luck = |side: Side| luck.map(|luck| Decimal(f64::from(luck[side]) / PARTS));
        GameLine {
            planned: PlannedGame::new(plan, schedule, spec),
            first_side: *first_side,
            winner: winner(outcome.winner),
            grade: text(outcome.grade.name()),
            ending: text(outcome.ending.name()),
            rounds: tally.rounds,
            player_turns: tally.player_turns,
            combats: tally.combats,
            red_decisions: decisions.red,
            blue_decisions: decisions.blue,
            rolls: *rolls,
            set_up_draws: *set_up_draws,
            red_units_lost: tally.units_lost.red,
            blue_units_lost: tally.units_lost.blue,
            red_points_lost: tally.points_lost.red,
            blue_points_lost: tally.points_lost.blue,
            lead_changes: course.lead_changes,
            decided_at: course.decided_at,
            luck_red: luck(Side::Red),
            luck_blue: luck(Side::Blue),
            forfeit_reason: forfeit.as_ref().map(|forfeit| text(&forfeit.reason)),
        }
    }
}

/// The winner of a game as tables name it.
pub(super) fn winner(side: Option<Side>) -> Text<'static> {
    text(match side {
        Some(Side::Red) => "red",
        Some(Side::Blue) => "blue",
        None => "draw",
    })
}

/// `games.csv` while it is written, hidden until it is complete.
pub struct GamesFile {
    sheet: Sheet<Hashed<BufWriter<File>>>,
    path: PathBuf,
    counted: RowCounts,
}

impl GamesFile {
    /// The name of the file.
    pub const NAME: &'static str = GameLine::FILE;

    /// Begins the file at a temporary path.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(path: PathBuf) -> io::Result<GamesFile> {
        let to = BufWriter::new(File::create(&path)?);
        Ok(GamesFile { sheet: Sheet::begin::<GameLine<'_>>(Hashed::new(to))?, path, counted: RowCounts::default() })
    }

    /// Resumes a file of a recorded extent; anything beyond it is truncated.
    ///
    /// # Errors
    /// If it cannot be read or written, or its contents have changed.
    pub fn resume(path: PathBuf, grown: &FileExtent, schedule: &Schedule) -> io::Result<GamesFile> {
        let mut file = OpenOptions::new().read(true).write(true).open(&path)?;
        let mut written = Hashed::new(io::sink());
        io::copy(&mut BufReader::new(&file).take(grown.bytes), &mut written)?;
        if (written.bytes(), written.blake3()) != (grown.bytes, grown.blake3.clone()) {
            let problem = format!("{} has changed since the run was interrupted", path.display());
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
        let counted = RowCounts::of_file(&path, grown.bytes, schedule)?;
        file.set_len(grown.bytes)?;
        file.seek(SeekFrom::End(0))?;
        Ok(GamesFile { sheet: Sheet::behind(Hashed::after(BufWriter::new(file), &written)), path, counted })
    }

    /// Writes the rows of a block.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, plan: &Plan, schedule: &Schedule, rows: &[GameRow]) -> io::Result<()> {
        rows.iter().try_for_each(|row| {
            self.counted.add(schedule, row);
            self.sheet.row(&GameLine::new(plan, schedule, row))
        })
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

    /// The results in its rows.
    pub fn counted(&self) -> &RowCounts {
        &self.counted
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
    sheet.row(&GameLine::new(plan, schedule, row)).and_then(|()| sheet.finish()).map_or_else(
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
        let schedule = Schedule::of_cells(Vec::new());
        let grown = GamesFile::begin(path.clone()).unwrap().grown().unwrap();
        let header = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{header}half a ro")).unwrap();
        GamesFile::resume(path.clone(), &grown, &schedule).unwrap().finish(folder.path()).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join(GamesFile::NAME)).unwrap(), header);
        fs::write(&path, header.replace("game,", "gone,")).unwrap();
        assert!(
            GamesFile::resume(path, &grown, &schedule)
                .err()
                .unwrap()
                .to_string()
                .ends_with("has changed since the run was interrupted")
        );
    }
}
