//! The results in the rows of `games.csv`, counted to be compared with the counts from which the tables are computed.

use super::GamesFile;
use crate::game::Side;
use crate::tournament::{Entrant, GameRow, GameSpec, Party, Schedule, Standings};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// The rows of a `games.csv`: for each pairing the games won, drawn and lost by its first entrant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowCounts {
    rows: u64,
    results: BTreeMap<[Entrant; 2], [u64; 3]>,
}

impl RowCounts {
    /// Counts a row that is written.
    pub fn add(&mut self, schedule: &Schedule, row: &GameRow) {
        self.count(schedule, &row.spec, row.outcome.winner);
    }

    fn count(&mut self, schedule: &Schedule, game: &GameSpec, winner: Option<Side>) {
        let result = match winner {
            Some(side) if side == game.seat_of_first() => 0,
            None => 1,
            Some(_) => 2,
        };
        self.results.entry(schedule.cells()[game.cell].entrants).or_default()[result] += 1;
        self.rows += 1;
    }

    /// Counts the rows in the first bytes of a file.
    ///
    /// # Errors
    /// If the file cannot be read, or a row has no number of a scheduled game or no winner.
    pub fn of_file(path: &Path, bytes: u64, schedule: &Schedule) -> io::Result<RowCounts> {
        let invalid = |what: String| io::Error::new(io::ErrorKind::InvalidData, what);
        let mut reader = ::csv::Reader::from_reader(BufReader::new(File::open(path)?).take(bytes));
        let malformed = |error: ::csv::Error| match error.into_kind() {
            ::csv::ErrorKind::Io(error) => error,
            other => invalid(format!("{other:?}")),
        };
        let header = reader.byte_headers().map_err(malformed)?.clone();
        let column = |name: &str| {
            let place = header.iter().position(|column| column == name.as_bytes());
            place.ok_or_else(|| invalid(format!("{} has no column {name}", GamesFile::NAME)))
        };
        let (number, winner) = (column("game")?, column("winner")?);
        let (mut counted, mut row) = (RowCounts::default(), ::csv::ByteRecord::new());
        while reader.read_byte_record(&mut row).map_err(malformed)? {
            let game = std::str::from_utf8(row.get(number).unwrap_or_default()).ok().and_then(|text| text.parse().ok());
            let game = game.filter(|game| *game < schedule.games());
            let game =
                game.ok_or_else(|| invalid(format!("row {} has no number of a scheduled game", counted.rows + 1)))?;
            let side = match row.get(winner).unwrap_or_default() {
                b"red" => Some(Side::Red),
                b"blue" => Some(Side::Blue),
                b"draw" => None,
                _ => return Err(invalid(format!("row {} has no winner", counted.rows + 1))),
            };
            counted.count(schedule, &schedule.game(game), side);
        }
        Ok(counted)
    }

    /// The first disagreement with the counts of the same games, as a sentence; `None` if there are as many rows as
    /// games, and every pairing has as many wins, draws and losses in both.
    pub fn disagreement(&self, standings: &Standings) -> Option<String> {
        if self.rows != standings.games {
            let (name, rows, games) = (GamesFile::NAME, self.rows, standings.games);
            return Some(format!("{name} has {rows} rows, and {games} games are counted"));
        }
        for (line, counter) in standings.overall() {
            let Party::Pairing(entrants) = line.party else { continue };
            let in_rows = self.results.get(&entrants).copied().unwrap_or_default();
            let counted = [counter.wins, counter.draws, counter.losses];
            // Games never played have a row, and are not counted.
            let is_same = match counter.unplayed {
                0 => in_rows == counted,
                unplayed => in_rows.iter().sum::<u64>() == counter.games() + unplayed,
            };
            if !is_same {
                let words = |[wins, draws, losses]: [u64; 3]| format!("{wins} wins, {draws} draws and {losses} losses");
                let [in_rows, counted] = [in_rows, counted].map(words);
                return Some(format!("in a pairing {} has {in_rows}, and {counted} are counted", GamesFile::NAME));
            }
        }
        None
    }
}
