//! Restores damaged tables of a finished run from its counts.

use super::error::RunError;
use super::findings::write_tables;
use super::state::check_engine;
use super::tallies::Tallies;
use crate::game::{Evaluate, Show};
use crate::report::setup::Setup;
use crate::report::{Folder, GamesFile, Manifest, Results};
use crate::tournament::Tournament;
use std::path::Path;

/// Writes all tables of a finished run again, from intact counts and rows; `damaged` are the files that are not intact.
/// `now` is the manifest that the tournament would have today.
///
/// # Errors
/// If counts or rows are damaged themselves, another program wrote the run, or a file cannot be written.
pub fn restore<G: Evaluate + Show + 'static>(
    folder: &Path,
    tournament: &Tournament<G>,
    written: &Manifest,
    now: &Manifest,
    damaged: &[String],
) -> Result<(), RunError> {
    let io = |reason| RunError::Write { folder: folder.to_path_buf(), reason };
    let lost = |files: &[String]| RunError::Damaged { folder: folder.to_path_buf(), files: files.to_vec() };
    check_engine(folder, written, now)?;
    if damaged.iter().any(|name| [GamesFile::NAME, Tallies::NAME].contains(&name.as_str())) {
        return Err(lost(damaged));
    }
    let tallies = Tallies::read(folder).map_err(io)?;
    let mut tournament = tournament.clone();
    tallies.legs.iter().for_each(|leg| tournament.schedule.append(leg.clone()));
    let standings = tallies.together(&tournament.schedule).ok_or_else(|| lost(&[Tallies::NAME.to_owned()]))?;
    let results = Results {
        plan: &tournament.plan,
        schedule: &tournament.schedule,
        standings: &standings,
        army_points: tournament.army_points(),
    };
    let games_csv = written.outputs.iter().find(|output| output.path == GamesFile::NAME).cloned();
    let target = Folder::at(folder);
    Setup::of(&tournament).write(&target).map_err(io)?;
    write_tables(&target, results, &tallies, written.clone(), games_csv).map_err(io)?;
    let anew = Manifest::read(&folder.join(Manifest::NAME))?.outputs;
    let others: Vec<String> =
        written.outputs.iter().filter(|output| !anew.contains(output)).map(|output| output.path.clone()).collect();
    if others.is_empty() { Ok(()) } else { Err(lost(&others)) }
}
