//! Merges the folders of shards: the resulting files are those of the unsharded run, whatever the number of shards.

use super::files;
use super::findings::{Findings, write_tables};
use super::run::words;
use super::state::check_engine;
use super::tallies::{ShardCounts, Tallies};
use crate::data::quoted_path;
use crate::data::whole::{Hashed, hash_of_bytes, hash_of_file};
use crate::game::{Evaluate, Show};
use crate::report::folder::IS_A_PART;
use crate::report::manifest::{ManifestError, Output};
use crate::report::setup::Setup;
use crate::report::{Folder, FolderError, GamesFile, Manifest, Results, RunInfo, Target};
use crate::tournament::{Journal, Shard, Standings, Tournament};
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Why parts cannot be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A folder holds no finished run.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// A run has not been played to its end.
    #[error("{}: this part is not finished; resume it: reglette tournament --resume {}", .0.display(), quoted_path(.0))]
    Unfinished(PathBuf),
    /// Parts of different plans, or of different programs.
    #[error("{}: {why}", .folder.display())]
    Foreign {
        /// The folder.
        folder: PathBuf,
        /// What differs.
        why: String,
    },
    /// A file differs from the one that its manifest names.
    #[error("{}: it has changed since it was written, or is damaged", .0.display())]
    Changed(PathBuf),
    /// Some parts are missing.
    #[error("parts are missing: {}; --partial merges the available ones", Shard::list(.0))]
    Missing(Vec<Shard>),
    /// One part is given twice, with different games.
    #[error("{} and {} both contain part {shard}, with different games", .first.display(), .second.display())]
    Double {
        /// The part.
        shard: Shard,
        /// A folder that contains it.
        first: PathBuf,
        /// Another.
        second: PathBuf,
    },
    /// The folder for the result cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Something could not be read or written.
    #[error("{}: {reason}", .path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
}

fn at(path: &Path) -> impl Fn(io::Error) -> MergeError + use<> {
    let path = path.to_path_buf();
    move |reason| MergeError::File { path: path.clone(), reason }
}

/// The folder of a part, read and validated.
pub struct PartFolder {
    path: PathBuf,
    /// Its manifest.
    pub manifest: Manifest,
    tallies: Tallies,
}

/// Reads the folders to be merged and checks that they belong together.
///
/// # Errors
/// The first folder that does not.
pub fn read(folders: &[PathBuf]) -> Result<Vec<PartFolder>, MergeError> {
    let mut parts: Vec<PartFolder> = Vec::new();
    for path in folders {
        if path.join(Journal::FOLDER).exists() {
            return Err(MergeError::Unfinished(path.clone()));
        }
        let manifest = Manifest::read(&path.join(Manifest::NAME))?;
        let foreign = |why: &str| MergeError::Foreign { folder: path.clone(), why: why.to_owned() };
        let counts = path.join(Tallies::NAME);
        let text = std::fs::read(&counts).map_err(at(&counts))?;
        if !manifest.has_written(Tallies::NAME, &hash_of_bytes(&text)) {
            return Err(MergeError::Changed(counts));
        }
        if let Some(first) = parts.first() {
            check_engine(path, &manifest, &first.manifest).map_err(|error| foreign(&error.to_string()))?;
        }
        // The file is intact: what cannot be read is of another format, whatever version and engine signature are.
        let tallies =
            Tallies::parse(&text).map_err(|error| foreign(&format!("{} cannot be read: {error}", Tallies::NAME)))?;
        if let Some(first) = parts.first() {
            if !manifest.is_of_plan(&first.manifest) {
                return Err(foreign(&format!("its plan is not that of {}", first.path.display())));
            }
            if let (Some(mine), Some(firsts)) = (tallies.parts.first(), first.tallies.parts.first())
                && mine.shard.of() != firsts.shard.of()
            {
                return Err(foreign(&format!(
                    "it is split by {}, but {} by {}",
                    mine.shard.of(),
                    first.path.display(),
                    firsts.shard.of()
                )));
            }
        }
        parts.push(PartFolder { path: path.clone(), manifest, tallies });
    }
    Ok(parts)
}

/// The result of a merge.
pub struct Merged {
    /// The folder.
    pub folder: PathBuf,
    /// All counts.
    pub standings: Standings,
    /// The merged parts, each with its counts.
    pub parts: Vec<(Shard, Standings)>,
    /// The parts that are still missing.
    pub missing: Vec<Shard>,
    /// What is derived from the counts.
    pub findings: Findings,
}

/// Merges parts of the tournament `tournament` into a folder. With `partial`, parts may be missing; the result can be
/// merged with them later.
///
/// # Errors
/// If parts are missing, are given twice with different games, or cannot be read or written.
pub fn merge<G: Evaluate + Show + 'static>(
    folders: &[PartFolder],
    tournament: &Tournament<G>,
    target: &Target,
    partial: bool,
) -> Result<Merged, MergeError> {
    let mut parts: Vec<(&ShardCounts, &Path)> = Vec::new();
    for folder in folders {
        for part in &folder.tallies.parts {
            match parts.iter().find(|(known, _)| known.shard == part.shard) {
                Some((known, first)) if known.counts != part.counts => {
                    let (first, second) = (first.to_path_buf(), folder.path.clone());
                    return Err(MergeError::Double { shard: part.shard, first, second });
                }
                Some(_) => {}
                None => parts.push((part, &folder.path)),
            }
        }
    }
    parts.sort_by_key(|(part, _)| part.shard);
    let tallies = Tallies::of_parts(parts.iter().map(|(part, _)| (*part).clone()).collect());
    let missing = tallies.missing();
    if !missing.is_empty() && !partial {
        return Err(MergeError::Missing(missing));
    }
    let not_of_plan = || MergeError::Foreign {
        folder: folders[0].path.clone(),
        why: "the counts are not those of its plan".to_owned(),
    };
    let each = tallies.standings(&tournament.schedule).ok_or_else(not_of_plan)?;
    let each: Vec<(Shard, Standings)> = tallies.parts.iter().map(|part| part.shard).zip(each).collect();
    let tallies = tallies.joined(&tournament.schedule);
    let standings = tallies.together(&tournament.schedule).ok_or_else(not_of_plan)?;

    if let Some(part) = target.among(folders.iter().map(|part| part.path.as_path())) {
        return Err(MergeError::Foreign { folder: part.to_path_buf(), why: IS_A_PART.to_owned() });
    }
    let first = &folders[0].manifest;
    // Damaged parts are found before older results are removed.
    let rows = match first.games_csv {
        true => Some(folders.iter().map(Rows::open).collect::<Result<Vec<_>, _>>()?),
        false => None,
    };
    let folder = target.make(&files().collect::<Vec<_>>())?;
    let games_csv = rows.map(|rows| join_games(folders, rows, &folder)).transpose()?;
    let results = Results {
        plan: &tournament.plan,
        schedule: &tournament.schedule,
        standings: &standings,
        army_points: tournament.army_points(),
    };
    let manifest = Manifest { outputs: Vec::new(), plan: tournament.plan.clone(), ..first.clone() };
    let write = at(folder.path());
    let seconds = folders.iter().filter_map(|part| RunInfo::seconds_of(&part.path)).sum();
    let info = RunInfo::new(words(), 1, SystemTime::now(), Duration::from_secs_f64(seconds), standings.games);
    folder.write(RunInfo::NAME, &info.to_toml()).map_err(&write)?;
    Setup::of(tournament).write(&folder).map_err(&write)?;
    let findings = write_tables(&folder, results, &tallies, manifest, games_csv).map_err(&write)?;
    folder.mark_latest().map_err(&write)?;
    Ok(Merged { folder: folder.path().to_path_buf(), standings, parts: each, missing, findings })
}

/// The rows of a part in the order of their games, each with its game number.
struct Rows {
    path: PathBuf,
    reader: ::csv::Reader<BufReader<File>>,
    row: Option<(u64, ::csv::ByteRecord)>,
}

impl Rows {
    fn open(folder: &PartFolder) -> Result<Rows, MergeError> {
        let path = folder.path.join(GamesFile::NAME);
        if !folder.manifest.has_written(GamesFile::NAME, &hash_of_file(&path).map_err(at(&path))?) {
            return Err(MergeError::Changed(path));
        }
        let reader = ::csv::Reader::from_reader(BufReader::new(File::open(&path).map_err(at(&path))?));
        let mut rows = Rows { path, reader, row: None };
        rows.advance()?;
        Ok(rows)
    }

    fn advance(&mut self) -> Result<(), MergeError> {
        let mut record = ::csv::ByteRecord::new();
        let more = self.reader.read_byte_record(&mut record).map_err(|error| at(&self.path)(error.into()))?;
        let number = |record: &::csv::ByteRecord| std::str::from_utf8(record.get(0)?).ok()?.parse().ok();
        self.row = match more {
            true => Some((number(&record).ok_or_else(|| MergeError::Changed(self.path.clone()))?, record)),
            false => None,
        };
        Ok(())
    }
}

/// Writes the games of all parts in the order of their numbers, each once.
fn join_games(folders: &[PartFolder], mut parts: Vec<Rows>, to: &Folder) -> Result<Output, MergeError> {
    let write = at(to.path());
    let headers = parts[0].reader.byte_headers().map_err(|error| write(error.into()))?.clone();
    let hashed = Hashed::new(to.part(GamesFile::NAME).map_err(&write)?);
    let mut writer = ::csv::Writer::from_writer(hashed);
    writer.write_byte_record(&headers).map_err(|error| write(error.into()))?;
    while let Some(next) = parts.iter().filter_map(|part| part.row.as_ref().map(|(number, _)| *number)).min() {
        let mut written: Option<(::csv::ByteRecord, PathBuf)> = None;
        for (index, part) in parts.iter_mut().enumerate() {
            let Some((_, row)) = part.row.take_if(|(number, _)| *number == next) else { continue };
            match &written {
                Some((same, _)) if *same == row => {}
                Some((_, first)) => {
                    let shard = folders[index].tallies.parts[0].shard;
                    let (first, second) = (first.clone(), folders[index].path.clone());
                    return Err(MergeError::Double { shard, first, second });
                }
                None => {
                    writer.write_byte_record(&row).map_err(|error| write(error.into()))?;
                    written = Some((row, folders[index].path.clone()));
                }
            }
            part.advance()?;
        }
    }
    let (mut part, blake3) = writer.into_inner().map_err(|error| write(error.into_error()))?.finish();
    part.flush().map_err(&write)?;
    part.finish().map_err(&write)?;
    Ok(Output { path: GamesFile::NAME.to_owned(), blake3 })
}
