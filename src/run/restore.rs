//! Makes damaged tables of a finished run anew from its counts.

use super::conduct::{RunError, check_engine, write_tables};
use super::tallies::Tallies;
use crate::game::{Judge, Show};
use crate::report::manifest::Output;
use crate::report::{Folder, GamesFile, Manifest, Results};
use crate::tournament::Contest;
use std::path::Path;

/// Writes all tables of a finished run once more, from counts and rows that are as they were written. `now` is the manifest that the contest would have today.
///
/// # Errors
/// Where counts or rows are damaged themselves, another program wrote the run, or a file cannot be written.
pub fn restore<G: Judge + Show + 'static>(
    folder: &Path,
    contest: &Contest<G>,
    written: &Manifest,
    now: Manifest,
) -> Result<Vec<String>, RunError> {
    let io = |reason| RunError::Write { folder: folder.to_path_buf(), reason };
    check_engine(folder, written, &now)?;
    let damaged: Vec<String> = Output::damaged(&written.outputs, folder).map_err(io)?.into_iter().map(str::to_owned).collect();
    let lost = |files: &[String]| RunError::Damaged { folder: folder.to_path_buf(), files: files.to_vec() };
    if damaged.iter().any(|name| [GamesFile::NAME, Tallies::NAME].contains(&name.as_str())) {
        return Err(lost(&damaged));
    }
    let tallies = Tallies::read(folder).map_err(io)?;
    let mut contest = contest.clone();
    tallies.legs.iter().for_each(|leg| contest.schedule.append(leg.clone()));
    let all = [Tallies::NAME.to_owned()];
    let standings = tallies.together(&contest.schedule).ok_or_else(|| lost(&all))?;
    let results = Results { plan: &contest.plan, schedule: &contest.schedule, standings: &standings, army_points: contest.army_points() };
    let games_csv = written.outputs.iter().find(|output| output.path == GamesFile::NAME).cloned();
    write_tables(&Folder::at(folder), results, &tallies, written.clone(), games_csv).map_err(io)?;
    let left: Vec<String> = Output::damaged(&written.outputs, folder).map_err(io)?.into_iter().map(str::to_owned).collect();
    if left.is_empty() { Ok(damaged) } else { Err(lost(&left)) }
}
