//! The folder of a study: begun before its first game, found again after an interruption, and finished when its results
//! are written.
//!
//! The journal of a study with a folder for its results is `journal/` in it; that of one that writes a single file is
//! the folder `FILE.journal` next to the file. It is created atomically, with plan and empty log in it, and removed
//! atomically when the results are written, so that a kill at any moment leaves nothing, a study that can be resumed,
//! or a finished one.

use super::{Log, Plan, StudyError};
use crate::data::whole::{self, removal_path, remove_if_there, remove_whole, sync_folder_of, write_whole};
use crate::report::folder::{RESULTS, check_journal};
use crate::report::manifest::{Output, read};
use crate::report::{Folder, Manifest, Target};
use crate::tournament::{Journal, Lock};
use serde::Deserialize;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Where a study writes its results.
#[derive(Clone, Copy, Debug)]
pub enum ResultsPlace<'a> {
    /// Into a folder, of whose older files those with these names are replaced.
    Folder(&'a Target, &'a [&'a str]),
    /// Into one file; whether an interrupted study next to it may be discarded.
    File(&'a Path, bool),
}

impl ResultsPlace<'_> {
    /// Checks whether results may be written there; creates nothing.
    ///
    /// # Errors
    /// What prevents it.
    pub fn check(&self) -> Result<(), StudyError> {
        match self {
            ResultsPlace::Folder(target, _) => Ok(target.check()?),
            ResultsPlace::File(file, force) => match journal_of(file) {
                journal if journal.join(Plan::NAME).exists() && !force => Err(StudyError::BrokenOff(journal)),
                journal => Ok(check_journal(&journal)?),
            },
        }
    }
}

/// The journal of a study that writes one file: a folder next to the file.
fn journal_of(file: &Path) -> PathBuf {
    beside(file, "", ".journal")
}

/// The file written by the study with this journal, next to which the journal is; `None` if it has a folder for its
/// results.
pub fn file_of(journal: &Path) -> Option<PathBuf> {
    journal.to_str()?.strip_suffix(".journal").map(PathBuf::from)
}

fn beside(path: &Path, before: &str, after: &str) -> PathBuf {
    let mut name = OsString::from(before);
    name.push(path.file_name().unwrap_or_default());
    name.push(after);
    path.with_file_name(name)
}

/// What a path contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StudyState {
    /// An interrupted study.
    Begun {
        /// The folder of its journal.
        journal: PathBuf,
        /// Its plan.
        plan: Box<Plan>,
    },
    /// A folder with all results, of which these are damaged or missing.
    Finished(Vec<String>),
    /// The file that a study was to write.
    Written(PathBuf),
}

/// The part of any study's manifest about its results.
#[derive(Deserialize)]
struct Results {
    outputs: Vec<Output>,
}

/// What a path contains: the folder of results, or the journal next to a file. The remainder of a journal whose removal
/// was interrupted is removed.
///
/// # Errors
/// If there is no study, or its plan or manifest has changed since it was written.
pub fn find(at: &Path) -> Result<StudyState, StudyError> {
    for journal in [at.join(Journal::FOLDER), at.to_path_buf()] {
        sweep(&journal)?;
        let plan = journal.join(Plan::NAME);
        if plan.exists() {
            return Ok(StudyState::Begun { plan: Box::new(Plan::read(&plan)?), journal });
        }
    }
    let plan = at.join(Journal::FOLDER).join(Plan::NAME);
    if plan.with_file_name(Log::NAME).exists() {
        return Err(StudyError::Foreign { at: plan, why: "it is missing".to_owned() });
    }
    if let Some(file) = file_of(at).filter(|file| file.is_file()) {
        return Ok(StudyState::Written(file));
    }
    let results: Results = read(&at.join(Manifest::NAME))?;
    Ok(StudyState::Finished(Output::damaged(&results.outputs, at)))
}

/// The command of the interrupted study in a folder, if there is one.
pub fn command_of(folder: &Path) -> Option<String> {
    let plan = Plan::read(&folder.join(Journal::FOLDER).join(Plan::NAME)).ok()?;
    Some(plan.name().to_owned()).filter(|name| !name.is_empty())
}

fn sweep(journal: &Path) -> Result<(), StudyError> {
    match whole::sweep(journal) {
        // A file is not a journal.
        Err(reason) if reason.kind() != io::ErrorKind::NotADirectory => {
            Err(StudyError::Write { at: removal_path(journal), reason })
        }
        _ => Ok(()),
    }
}

/// A study in progress.
pub struct Study {
    /// The folder for the results, if they are several files.
    folder: Option<Folder>,
    journal: PathBuf,
    /// The folders created for it, innermost first: those that are empty at the end are removed.
    made: Vec<PathBuf>,
    log: Log,
}

impl Study {
    /// Begins a study, which runs until `halt` becomes true. Results and journal of an older one in its place are
    /// removed.
    ///
    /// # Errors
    /// If the place cannot be used, or another process holds its lock.
    pub fn begin(place: ResultsPlace<'_>, plan: &Plan, halt: &'static AtomicBool) -> Result<Study, StudyError> {
        place.check()?;
        // A study in progress is left untouched; the journal of a folder is that of its target.
        let older = match place {
            ResultsPlace::Folder(..) => None,
            ResultsPlace::File(file, _) => Some(journal_of(file)),
        };
        let locked = older.filter(|journal| journal.exists()).map(|journal| Lock::take(&journal)).transpose()?;
        let outmost = match place {
            ResultsPlace::Folder(Target::Given { path, .. }, _) => Some(path.as_path()),
            ResultsPlace::Folder(Target::Numbered(_), _) => Some(Path::new(RESULTS)),
            ResultsPlace::File(file, _) => file.parent().filter(|parent| !parent.as_os_str().is_empty()),
        };
        let mut made: Vec<PathBuf> = outmost.filter(|path| !path.exists()).map(Path::to_path_buf).into_iter().collect();
        let folder = match place {
            ResultsPlace::Folder(target, known) => Some(target.make(known)?),
            ResultsPlace::File(..) => None,
        };
        if let (Some(folder), ResultsPlace::Folder(Target::Numbered(_), _)) = (&folder, place) {
            made.insert(0, folder.path().to_path_buf());
        }
        let journal = match (&folder, place) {
            (Some(folder), _) => folder.path().join(Journal::FOLDER),
            (None, ResultsPlace::File(file, _)) => journal_of(file),
            (None, ResultsPlace::Folder(..)) => unreachable!("a folder was made"),
        };
        let write = |reason| StudyError::Write { at: journal.clone(), reason };
        if journal.exists() {
            drop(locked);
            remove_whole(&journal).map_err(write)?;
        }
        let lock = appear(&journal, plan).map_err(write).and_then(|()| Ok(Lock::take(&journal)?))?;
        let log = Log::open(lock, &journal, plan.hash(), plan.shard, halt)?;
        Ok(Study { folder, journal, made, log })
    }

    /// Resumes the study of a journal, if its plan matches `now`.
    ///
    /// # Errors
    /// If it does not, another process holds its lock, or it cannot be read.
    pub fn resume(journal: &Path, now: &Plan, halt: &'static AtomicBool) -> Result<Study, StudyError> {
        let lock = Lock::take(journal)?;
        let plan = Plan::read(&journal.join(Plan::NAME))?;
        plan.check_same(now, journal)?;
        let log = Log::open(lock, journal, plan.hash(), plan.shard, halt)?;
        let is_within = journal.file_name().is_some_and(|name| name == Journal::FOLDER);
        let folder = journal.parent().filter(|_| is_within).map(Folder::at);
        Ok(Study { folder, journal: journal.to_path_buf(), made: Vec::new(), log })
    }

    /// The log.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The folder for the results.
    ///
    /// # Panics
    /// If the study writes a single file.
    pub fn folder(&self) -> &Folder {
        self.folder.as_ref().expect("the study has a folder")
    }

    /// The path for `--resume`: that of the folder, or of the journal next to a file.
    pub fn path(&self) -> &Path {
        self.folder.as_ref().map_or(&self.journal, Folder::path)
    }

    /// Ends a study whose results are all written, or that cannot have any: removes its journal, and the folders
    /// created for it that are empty.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn finish(self) -> Result<(), StudyError> {
        let Study { journal, made, log, .. } = self;
        drop(log);
        remove_whole(&journal).map_err(|reason| StudyError::Write { at: journal.clone(), reason })?;
        for folder in made {
            // Only an empty one can be removed, which is of no use.
            let _ = fs::remove_dir(folder);
        }
        Ok(())
    }
}

/// Creates a journal with its plan and an empty log atomically.
fn appear(journal: &Path, plan: &Plan) -> io::Result<()> {
    if let Some(parent) = journal.parent() {
        fs::create_dir_all(parent)?;
    }
    let new = beside(journal, ".", ".new");
    remove_if_there(&new)?;
    fs::create_dir(&new)?;
    File::create(new.join(Log::NAME))?;
    write_whole(&new.join(Plan::NAME), plan.to_toml().as_bytes())?;
    fs::rename(&new, journal)?;
    sync_folder_of(journal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::WorkLog;
    use crate::report::FolderError;
    use crate::tournament::JournalError;

    static GO_ON: AtomicBool = AtomicBool::new(false);

    fn plan(question: &str) -> Plan {
        Plan::new("00".into(), vec!["balance".into()], question, vec![])
    }

    fn given(path: &Path, force: bool) -> Target {
        Target::Given { path: path.to_path_buf(), force }
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_folder_holds_a_study_from_its_beginning_to_its_end() {
        let outside = tempfile::tempdir().unwrap();
        let at = outside.path().join("found");
        let study = Study::begin(ResultsPlace::Folder(&given(&at, false), &[]), &plan("q"), &GO_ON).unwrap();
        assert_eq!((study.path(), study.folder().path(), study.log().damage()), (&*at, &*at, None));
        study.log().done("a", "1").unwrap();
        // A study in progress is left untouched, even with force.
        assert!(matches!(
            Study::resume(&at.join("journal"), &plan("q"), &GO_ON),
            Err(StudyError::Journal(JournalError::InUse(_)))
        ));
        let forced = Study::begin(ResultsPlace::Folder(&given(&at, true), &[]), &plan("q"), &GO_ON);
        assert!(matches!(forced, Err(StudyError::Folder(FolderError::Journal(JournalError::InUse(_))))));
        drop(study);
        let StudyState::Begun { journal, plan: found } = find(&at).unwrap() else { panic!("it is not finished") };
        assert_eq!((&journal, *found), (&at.join("journal"), plan("q")));
        assert!(matches!(Study::resume(&journal, &plan("another"), &GO_ON), Err(StudyError::Foreign { .. })));
        let study = Study::resume(&journal, &plan("q"), &GO_ON).unwrap();
        assert_eq!((study.path(), study.log().known("a").as_deref()), (&*at, Some("1")));
        // Results are written; a kill leaves the rest of the journal, which is swept away.
        let output = Output { path: "costs.csv".into(), blake3: crate::data::whole::hash_of_bytes(b"costs") };
        study.folder().write("costs.csv", "costs").unwrap();
        study
            .folder()
            .write(
                Manifest::NAME,
                &crate::data::sealed::seal(&toml::to_string(&Outputs { outputs: vec![output] }).unwrap()),
            )
            .unwrap();
        study.finish().unwrap();
        fs::create_dir(at.join(".journal.left")).unwrap();
        assert_eq!(find(&at).unwrap(), StudyState::Finished(vec![]));
        assert_eq!(names(&at), ["costs.csv", "manifest.toml"]);
        fs::write(at.join("costs.csv"), "cost").unwrap();
        assert_eq!(find(&at).unwrap(), StudyState::Finished(vec!["costs.csv".into()]));
        assert!(matches!(find(outside.path()), Err(StudyError::Manifest(_))));
    }

    #[derive(serde::Serialize)]
    struct Outputs {
        outputs: Vec<Output>,
    }

    #[test]
    fn the_journal_of_a_file_is_next_to_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bots").join("mine.toml");
        let begin = |force: bool| Study::begin(ResultsPlace::File(&file, force), &plan("q"), &GO_ON);
        let study = begin(false).unwrap();
        let journal = folder.path().join("bots").join("mine.toml.journal");
        assert_eq!(study.path(), journal);
        study.log().done("a", "1").unwrap();
        drop(study);
        assert!(matches!(begin(false), Err(StudyError::BrokenOff(at)) if at == journal));
        assert!(matches!(find(&journal).unwrap(), StudyState::Begun { journal: at, .. } if at == journal));
        assert_eq!(Study::resume(&journal, &plan("q"), &GO_ON).unwrap().log().units(), 1);
        // A new study has no logged units.
        let study = begin(true).unwrap();
        assert_eq!(study.log().units(), 0);
        fs::write(&file, "").unwrap();
        study.finish().unwrap();
        assert_eq!(names(file.parent().unwrap()), ["mine.toml"]);
        assert_eq!(find(&journal).unwrap(), StudyState::Written(file));
        // Nothing was written, so nothing is left.
        let unwritten = folder.path().join("values").join("mine.toml");
        Study::begin(ResultsPlace::File(&unwritten, false), &plan("q"), &GO_ON).unwrap().finish().unwrap();
        assert_eq!(names(folder.path()), ["bots"]);
    }
}
