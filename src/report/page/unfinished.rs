//! The page of a folder whose games are not all played: its progress, and how to resume it.

use super::facts::{facts, subject};
use super::folder::{PageError, ResultFolder, names};
use super::model::{Cell, Column, Page, Section, Table};
use super::number::Unit;
use super::sheet::each_row;
use crate::report::format::{count, whole};
use crate::report::{GamesFile, Manifest, schedule};
use crate::tournament::Journal;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// The name of the log of a study or a run.
const LOG: &str = "log";

/// The page of an interrupted or running command.
pub fn page(folder: &ResultFolder) -> Result<Page, PageError> {
    if folder.manifest.contains_key("plan") { tournament(folder) } else { study(folder) }
}

fn tournament(folder: &ResultFolder) -> Result<Page, PageError> {
    let plan = ["plan"];
    let page = Page { subject: subject(folder, &plan), facts: facts(folder, &plan), ..Page::default() };
    let total = total(folder);
    if !folder.path.join(Journal::FOLDER).is_dir() {
        return Ok(Page {
            kind: "Planned tournament".to_owned(),
            answer: format!("There is no answer yet: none of {} is played.", count(total, "game")),
            open: vec!["`reglette run .` plays this plan into a new folder.".to_owned()],
            files: vec![Manifest::PLAN.to_owned(), schedule::NAME.to_owned()],
            ..page
        });
    }
    let (played, section) = so_far(folder)?;
    Ok(Page {
        kind: "Unfinished tournament".to_owned(),
        answer: format!("There is no answer yet: {} of the schedule are in the file of games.", count(played, "game")),
        open: vec![
            still_open(played, total),
            "Games of pairs that others wait for are only in the log, and are counted when their turn comes."
                .to_owned(),
            "`reglette tournament --resume .` plays the rest, and writes all tables and this page anew.".to_owned(),
        ],
        sections: section.into_iter().collect(),
        ..page
    })
}

/// The number of games of the schedule.
fn total(folder: &ResultFolder) -> u64 {
    folder.manifest.get("games_total").and_then(toml::Value::as_integer).unwrap_or(0).max(0) as u64
}

fn still_open(played: u64, total: u64) -> String {
    match total.saturating_sub(played) {
        // Later legs and blocks are planned from the results of earlier ones.
        0 => "More games follow from the results so far.".to_owned(),
        open => format!("{} of {} are still open.", whole(open), count(total, "game")),
    }
}

/// What is still open of a tournament, in a sentence.
pub fn open_games(folder: &ResultFolder) -> Result<String, PageError> {
    Ok(still_open(so_far(folder)?.0, total(folder)))
}

/// The games in the journal: how many, and of which pairings. Rates are not shown, since results may be
/// inspected at any time.
fn so_far(folder: &ResultFolder) -> Result<(u64, Option<Section>), PageError> {
    let path = folder.path.join(Journal::FOLDER).join(GamesFile::NAME);
    let (mut played, mut pairings) = (0, BTreeMap::<[String; 2], [u64; 3]>::new());
    let read = each_row(&path, |row| {
        let [red, blue] = ["red", "blue"].map(|side| super::tournament::entrant(row, side));
        played += 1;
        let is_turned = blue < red;
        let at = match row.text("winner") {
            "draw" => 1,
            winner if (winner == "red") != is_turned => 0,
            _ => 2,
        };
        let pairing = if is_turned { [blue, red] } else { [red, blue] };
        pairings.entry(pairing).or_default()[at] += 1;
    });
    // A game under way may have left half a line at the end, which nothing follows.
    if read.is_err() && played == 0 {
        return Ok((0, None));
    }
    let columns = ["first", "second"].map(Column::words).into_iter();
    let columns = columns.chain(["games", "won", "drawn", "lost"].map(Column::numbers)).collect();
    let line = |([first, second], counts): (&[String; 2], &[u64; 3])| {
        let mut cells = vec![Cell::name(first), Cell::name(second)];
        let all = [counts.iter().sum(), counts[0], counts[1], counts[2]];
        cells.extend(all.map(|number: u64| Cell::words(Unit::Count.show(number as f64))));
        cells
    };
    let rows: Vec<Vec<Cell>> = pairings.iter().map(line).collect();
    let section = (!rows.is_empty()).then(|| Section {
        heading: "Games so far".to_owned(),
        reading: "Counts of the games that are played, from the view of the first of both. They are no result: rates \
            and intervals follow when all games are played."
            .to_owned(),
        tables: vec![Table::new("games so far", columns, rows)],
        files: vec![format!("{}/{}", Journal::FOLDER, GamesFile::NAME)],
        ..Section::default()
    });
    Ok((played, section))
}

/// The name of the folder, where it is the journal of a study whose result is a single file beside it.
fn journal_of_file(path: &Path) -> Option<String> {
    let whole = path.canonicalize().ok()?;
    let name = whole.file_name()?.to_str()?;
    name.ends_with(".journal").then(|| name.to_owned())
}

fn study(folder: &ResultFolder) -> Result<Page, PageError> {
    let words = names(folder.manifest.get("command"));
    let command = words.first().cloned().unwrap_or_default();
    let path = folder.path.join(Journal::FOLDER).join(LOG);
    let units = match File::open(&path) {
        Ok(file) => BufReader::new(file).split(b'\n').filter(Result::is_ok).count() as u64,
        Err(_) => 0,
    };
    let planned = match folder.manifest.get("units").and_then(toml::Value::as_integer).unwrap_or(0).max(0) as u64 {
        0 => "How much is open cannot be said: it is not in the plan.".to_owned(),
        games => format!("{} are planned in all, those in the log included.", count(games, "game")),
    };
    // What is played comes before the options.
    let asked: Vec<&str> = words.iter().map(String::as_str).take_while(|word| !word.starts_with("--")).collect();
    let said = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default();
    Ok(Page {
        kind: format!("Unfinished {command}"),
        subject: super::number::shortened(&format!("reglette {}", asked.join(" ")), 160),
        answer: format!("There is no answer yet: {} in the log.", count(units, "entry").replace("entrys", "entries")),
        open: vec![
            planned,
            "An entry of the log is a pair of games, a meeting of two armies or a match.".to_owned(),
            match journal_of_file(&folder.path) {
                Some(journal) => {
                    let journal = shlex::try_quote(&journal).unwrap_or_default().into_owned();
                    format!("`cd .. && reglette {command} --resume {journal}` plays the rest, and writes its files.")
                }
                None => {
                    format!("`reglette {command} --resume .` plays the rest, and writes all tables and this page anew.")
                }
            },
        ],
        facts: vec![("Command".to_owned(), format!("reglette {said}"))],
        ..Page::default()
    })
}
