//! Merging of the parts of a split study: a study in a folder of its own that takes over everything they played, and
//! continues from there.

use super::{Log, Plan, ResultsPlace, Study, StudyError, StudyState, command_of, find};
use crate::data::WorkLog;
use crate::report::Target;
use crate::report::folder::IS_A_PART;
use crate::tournament::{Journal, Shard};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Whether a folder contains the journal of a study, even a damaged one.
pub fn is_study(folder: &Path) -> bool {
    folder.join(Journal::FOLDER).join(Log::NAME).exists() || command_of(folder).is_some()
}

/// A part with its log.
struct StudyPart<'a> {
    folder: &'a Path,
    shard: Shard,
    plan: Plan,
    study: Study,
}

impl<'a> StudyPart<'a> {
    fn open(folder: &'a Path, signatures: &[String], halt: &'static AtomicBool) -> Result<StudyPart<'a>, StudyError> {
        let foreign =
            || StudyError::Foreign { at: folder.to_path_buf(), why: "it contains no part of a study".to_owned() };
        let StudyState::Begun { journal, plan } = find(folder)? else { return Err(foreign()) };
        let command = plan.name().to_owned();
        let shard = plan.shard.ok_or_else(|| StudyError::Foreign {
            at: folder.to_path_buf(),
            why: format!(
                "it is not a part, but an interrupted whole study; resume it with reglette {command} --resume"
            ),
        })?;
        // Parts played by another program are refused before anything is written.
        plan.library(folder)?;
        if !signatures.contains(&plan.signature) {
            let why = "it was played by another engine, which plays differently".to_owned();
            return Err(StudyError::Foreign { at: folder.to_path_buf(), why });
        }
        let study = Study::resume(&journal, &plan, halt)?;
        if study.log().has_ended() {
            return Ok(StudyPart { folder, shard, plan: *plan, study });
        }
        Err(StudyError::Unfinished { at: folder.to_path_buf(), command })
    }

    /// Checks that it is a part of the same whole as another.
    fn check_with(&self, other: &StudyPart<'_>) -> Result<(), StudyError> {
        let why = match self.plan.check_same(&other.plan, self.folder) {
            Err(_) if self.plan.question != other.plan.question => {
                format!("it is not a part of the same study as {}", other.folder.display())
            }
            Err(error) => return Err(error),
            Ok(()) if self.shard.of() == other.shard.of() => return Ok(()),
            Ok(()) => format!("it is part {}, but {} is part {}", self.shard, other.folder.display(), other.shard),
        };
        Err(StudyError::Foreign { at: self.folder.to_path_buf(), why })
    }
}

/// Begins the whole study in a folder, of whose older files those named `known` are replaced, with everything that its
/// parts played. A part may be given more than once. `signatures` are those of the engines of this program. Returns the
/// command of the study.
///
/// # Errors
/// If parts are unfinished, damaged, missing or not of one study, or the folder cannot be used.
pub fn join(
    folders: &[PathBuf],
    target: &Target,
    known: &[&str],
    signatures: &[String],
    halt: &'static AtomicBool,
) -> Result<String, StudyError> {
    if let Some(part) = target.among(folders.iter().map(PathBuf::as_path)) {
        return Err(StudyError::Foreign { at: part.to_path_buf(), why: IS_A_PART.to_owned() });
    }
    // A folder that is named twice is opened once.
    let mut seen = BTreeSet::new();
    let folders =
        folders.iter().filter(|folder| seen.insert(folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf())));
    let parts: Vec<StudyPart<'_>> =
        folders.map(|folder| StudyPart::open(folder, signatures, halt)).collect::<Result<_, _>>()?;
    let first = parts.first().expect("there are folders");
    parts.iter().try_for_each(|part| part.check_with(first))?;
    let shards: Vec<Shard> = parts.iter().map(|part| part.shard).collect();
    let missing = first.shard.missing(&shards);
    if !missing.is_empty() {
        return Err(StudyError::Missing(missing));
    }
    let mut played: BTreeMap<String, (String, &Path)> = BTreeMap::new();
    for part in &parts {
        for key in part.study.log().keys() {
            // A line that was valid a moment ago may have disappeared from the disk: its unit is computed again.
            let Some(value) = part.study.log().known(key) else { continue };
            match played.get(key) {
                Some((other, at)) if *other != value => {
                    let why = format!("its games differ from those of {} where they must be the same", at.display());
                    return Err(StudyError::Foreign { at: part.folder.to_path_buf(), why });
                }
                _ => drop(played.insert(key.to_owned(), (value, part.folder))),
            }
        }
    }
    let whole = Plan { shard: None, ..first.plan.clone() };
    let study = Study::begin(ResultsPlace::Folder(target, known), &whole, halt)?;
    for (key, (value, _)) in &played {
        study
            .log()
            .done(key, value)
            .map_err(|reason| StudyError::Write { at: study.log().path().to_path_buf(), reason })?;
    }
    Ok(whole.name().to_owned())
}
