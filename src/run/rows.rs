//! Compares the rows of `games.csv` with the counts from which the tables are computed.

use crate::report::GamesFile;
use crate::tournament::{GameSpec, Party, Schedule, Standings};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

/// The first disagreement between the rows of a `games.csv` and the counts of the same games, as a sentence; `None` if
/// there are as many rows as games, and every pairing has as many wins, draws and losses in both.
///
/// # Errors
/// If the file cannot be read, or a row has no number or no winner.
pub fn disagreement(path: &Path, schedule: &Schedule, standings: &Standings) -> io::Result<Option<String>> {
    let invalid = |what: String| io::Error::new(io::ErrorKind::InvalidData, what);
    let mut reader = ::csv::Reader::from_reader(BufReader::new(File::open(path)?));
    let header = reader.byte_headers()?.clone();
    let column = |name: &str| {
        let place = header.iter().position(|column| column == name.as_bytes());
        place.ok_or_else(|| invalid(format!("{} has no column {name}", GamesFile::NAME)))
    };
    let (number, winner) = (column("game")?, column("winner")?);
    let (mut rows, mut results) = (0, BTreeMap::<_, [u64; 3]>::new());
    let mut row = ::csv::ByteRecord::new();
    while reader.read_byte_record(&mut row)? {
        let game = std::str::from_utf8(row.get(number).unwrap_or_default()).ok().and_then(|text| text.parse().ok());
        let game = game.filter(|game| *game < schedule.games());
        let game = game.ok_or_else(|| invalid(format!("row {rows} has no number of a scheduled game")))?;
        let spec = schedule.game(game);
        let result = result(&spec, row.get(winner).unwrap_or_default());
        let result = result.ok_or_else(|| invalid(format!("row {rows} has no winner")))?;
        results.entry(schedule.cells()[spec.cell].entrants).or_default()[result] += 1;
        rows += 1;
    }
    if rows != standings.games {
        return Ok(Some(format!("{} has {rows} rows, and {} games are counted", GamesFile::NAME, standings.games)));
    }
    for (line, counter) in standings.overall() {
        let Party::Pairing(entrants) = line.party else { continue };
        let (in_rows, counted) =
            (results.remove(&entrants).unwrap_or_default(), [counter.wins, counter.draws, counter.losses]);
        // Games never played have a row, and are not counted.
        let same = match counter.unplayed {
            0 => in_rows == counted,
            unplayed => in_rows.iter().sum::<u64>() == counter.games() + unplayed,
        };
        if !same {
            let [[wins, draws, losses], counted] = [in_rows, counted];
            return Ok(Some(format!(
                "in a pairing {} has {wins} wins, {draws} draws and {losses} losses, and {} wins, {} draws and {} \
                    losses are counted",
                GamesFile::NAME,
                counted[0],
                counted[1],
                counted[2],
            )));
        }
    }
    Ok(None)
}

/// The index of the result for the first entrant: won, drawn or lost.
fn result(game: &GameSpec, winner: &[u8]) -> Option<usize> {
    match winner {
        b"draw" => Some(1),
        side => ["red", "blue"].iter().position(|name| side == name.as_bytes()).map(|side| {
            let first = usize::from(game.seat_of_first() == crate::game::Side::Blue);
            if side == first { 0 } else { 2 }
        }),
    }
}
