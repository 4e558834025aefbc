//! The search for rules, armies, scenarios, positions and bots, and the list of available files: a path first, then a
//! name in the local folders, then the files built into the program.

use super::kind::Kind;
use super::limits::read_text;
use super::message::{DataError, Located, nearest};
use super::seeded;
use super::source::Source;
use include_dir::Dir;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use strum::VariantArray;

/// A comma in the name of a file, as URLs write it (RFC 3986, 2.1).
pub const COMMA: &str = "%2C";

/// The available files: those below a folder or stored with a run, and those built into the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    /// `None` if no folder is searched.
    root: Option<PathBuf>,
    /// Texts by path, as they were when a run was planned.
    kept: Arc<BTreeMap<String, String>>,
    /// The folder to which paths of kept texts are relative, where it is known.
    home: Option<PathBuf>,
}

/// The location of the text of an available file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At<'a> {
    Disk,
    Kept(&'a str),
    BuiltIn(&'static str),
}

/// An available file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its kind.
    pub kind: Kind,
    /// The bare name.
    pub name: String,
    /// The displayed path.
    pub path: String,
    /// The rulebook of the file, if the folder or the file states it.
    pub rulebook: Option<String>,
    /// Whether it is built into the program.
    pub built_in: bool,
}

impl Library {
    /// The files below this folder, and the built-in ones.
    pub fn at(root: impl Into<PathBuf>) -> Library {
        Library { root: Some(root.into()), kept: Arc::default(), home: None }
    }

    /// The files below the current folder, and the built-in ones.
    pub fn here() -> Library {
        Library::at("")
    }

    /// The built-in files alone.
    pub fn built_in() -> Library {
        Library::keeping(BTreeMap::new())
    }

    /// These texts by their paths, and the built-in files; nothing is read from disk.
    pub fn keeping(kept: BTreeMap<String, String>) -> Library {
        Library { root: None, kept: Arc::new(kept), home: None }
    }

    /// The same files and this text, which takes precedence over any other of its path.
    #[must_use]
    pub fn and_keeping(&self, path: impl Into<String>, text: impl Into<String>) -> Library {
        let mut kept = BTreeMap::clone(&self.kept);
        kept.insert(path.into(), text.into());
        Library { root: self.root.clone(), kept: Arc::new(kept), home: self.home.clone() }
    }

    /// The same files; programs that they name are started in folders relative to `home`.
    #[must_use]
    pub fn at_home(self, home: Option<PathBuf>) -> Library {
        Library { home, ..self }
    }

    /// Where a file of this displayed path is on disk, if it is there.
    pub fn place_of(&self, path: &str) -> PathBuf {
        self.home.as_deref().or(self.root.as_deref()).map_or_else(|| PathBuf::from(path), |folder| folder.join(path))
    }

    /// The stored text of this path.
    pub fn text_kept(&self, path: &str) -> Option<&str> {
        self.kept.get(path).map(String::as_str)
    }

    /// The text built into the program under this path.
    pub fn text_built_in(path: &str) -> Option<&'static str> {
        let within = |kind: Kind| {
            let (name, folder) = kind.built_in_folder();
            folder.get_file(path.strip_prefix(name)?.strip_prefix('/')?)?.contents_utf8()
        };
        Kind::VARIANTS.iter().copied().find_map(within)
    }

    /// The files built into the program with this file name, each with its path.
    pub fn files_built_in(name: &str) -> Vec<(String, &'static str)> {
        // Bots and problems are in the same folder, whose files are met twice.
        let mut found = BTreeMap::new();
        for kind in Kind::VARIANTS {
            let (top, folder) = kind.built_in_folder();
            each_built_in(top, folder, &mut |path, text| {
                if path.rsplit('/').next() == Some(name) {
                    found.insert(path, text);
                }
            });
        }
        found.into_iter().collect()
    }

    /// Finds a file by path or by bare name. Options separate names by commas; [`COMMA`] is one within a name.
    /// `NAME@SEED` is a scenario generated from another seed than that of its file.
    ///
    /// # Errors
    /// The nearest available file if there is none, or all files of that name if there are several.
    pub fn find(&self, kind: Kind, name: &str) -> Result<Source, DataError> {
        if name.contains(char::is_control) {
            let reason = "its name has a control character, which a terminal would take for a command".to_owned();
            return Err(DataError::Unreadable { path: name.to_owned(), reason });
        }
        let shown = &tidy(name);
        if let Some(source) = self.find_path(kind, shown) {
            return source;
        }
        if shown.contains(COMMA) {
            return self.find(kind, &shown.replace(COMMA, ","));
        }
        if let Some((base, seed)) = seeded::split(shown).filter(|_| kind == Kind::Scenario) {
            let source = self.find(kind, base)?;
            let text = seeded::reseed(source.text(), seed);
            let (problem, hint) = ("no [generator] with a seed", "only a generated scenario accepts another seed");
            let fault =
                || Located { path: source.path().to_owned(), place: None, problem: problem.into(), hint: hint.into() };
            let text = text.ok_or_else(|| DataError::Faults(vec![fault()]))?;
            return Ok(Source::new(self, kind, seeded::path(source.path(), seed), text));
        }
        let files = self.files(kind);
        let wanted = shown.strip_suffix(".toml").unwrap_or(shown);
        let within = wanted.strip_prefix(kind.folder()).and_then(|rest| rest.strip_prefix('/')).unwrap_or(wanted);
        let is_whole_path = within.len() < shown.len();
        let of_that_name = |path: &str| {
            let path = &path[kind.folder().len() + 1..path.len() - ".toml".len()];
            path == within || !is_whole_path && path.strip_suffix(within).is_some_and(|rest| rest.ends_with('/'))
        };
        let (built_in, own): (Vec<_>, Vec<_>) =
            files.iter().filter(|(path, _)| of_that_name(path)).partition(|(_, at)| matches!(at, At::BuiltIn(_)));
        let found = if own.is_empty() { built_in } else { own };
        match found[..] {
            [(path, at)] => self.source(kind, path, *at),
            [] => Err(self.no_file(shown).unwrap_or_else(|| self.not_found(kind, shown, &files))),
            _ => Err(DataError::Ambiguous {
                kind: kind.noun(),
                name: name.to_owned(),
                paths: found.iter().map(|(path, _)| (*path).clone()).collect(),
            }),
        }
    }

    /// The file at a path, with or without its extension, if there is one on disk or stored.
    pub(super) fn find_path(&self, kind: Kind, path: &str) -> Option<Result<Source, DataError>> {
        let paths = [tidy(path), tidy(path) + ".toml"];
        if let Some((path, text)) = paths.iter().find_map(|path| self.kept.get_key_value(path)) {
            return Some(Ok(Source::new(self, kind, path, text)));
        }
        let root = self.root.as_ref()?;
        paths.into_iter().find(|path| root.join(path).is_file()).map(|path| self.open(kind, path))
    }

    /// The available files, by path.
    pub fn list(&self, kind: Kind) -> Vec<Entry> {
        let entry = |(path, at): (String, At<'_>)| {
            let source = self.source(kind, &path, at).unwrap_or_else(|_| Source::new(self, kind, path.as_str(), ""));
            let name = stem(&path).to_owned();
            Entry { kind, name, rulebook: source.rulebook(), built_in: matches!(at, At::BuiltIn(_)), path }
        };
        self.files(kind).into_iter().map(entry).collect()
    }

    /// The paths of all TOML files in a folder on disk, at any depth; `None` where it is not a folder.
    pub fn files_below(&self, folder: &str) -> Option<Vec<String>> {
        let shown = tidy(folder);
        let at = self.root.as_ref()?.join(&shown);
        at.is_dir().then(|| {
            let mut files = BTreeMap::new();
            add_disk(&at, &shown, &mut files);
            files.into_keys().collect()
        })
    }

    /// The path and text of any other file in the folder of a source or below, such as a script: on disk, or built into
    /// the program. Files outside the folder of the source are not found.
    ///
    /// # Errors
    /// If the file exists but cannot be read.
    pub fn beside(&self, source: &Source, name: &str) -> Result<Option<(String, String)>, DataError> {
        if name.starts_with(['/', '\\']) || tidy(name).split('/').any(|part| part == "..") {
            return Ok(None);
        }
        let path =
            tidy(&source.path().rsplit_once('/').map_or(name.to_owned(), |(folder, _)| format!("{folder}/{name}")));
        if let Some(text) = self.kept.get(&path) {
            return Ok(Some((path, text.clone())));
        }
        if let Some(root) = self.root.as_ref().filter(|root| root.join(&path).is_file()) {
            return match read_text(&root.join(&path)) {
                Ok(text) => Ok(Some((path, text))),
                Err(reason) => Err(DataError::Unreadable { path, reason }),
            };
        }
        Ok(Library::text_built_in(&path).map(|text| (path, text.to_owned())))
    }

    fn source(&self, kind: Kind, path: &str, at: At<'_>) -> Result<Source, DataError> {
        match at {
            At::Disk => self.open(kind, path.to_owned()),
            At::Kept(text) | At::BuiltIn(text) => Ok(Source::new(self, kind, path, text)),
        }
    }

    fn open(&self, kind: Kind, path: String) -> Result<Source, DataError> {
        let root = self.root.as_deref().unwrap_or(Path::new(""));
        match read_text(&root.join(&path)) {
            Ok(text) => Ok(Source::new(self, kind, path, text)),
            Err(reason) => Err(DataError::Unreadable { path, reason }),
        }
    }

    /// Why a path is not a readable file; `None` where it does not exist.
    fn no_file(&self, path: &str) -> Option<DataError> {
        let at = self.root.as_ref()?.join(path);
        fs::symlink_metadata(&at).ok()?;
        let reason = match fs::metadata(&at) {
            Err(error) => error.to_string(),
            Ok(found) if found.is_dir() => "it is a folder, not a file".to_owned(),
            Ok(_) => "it is not a regular file".to_owned(),
        };
        Some(DataError::Unreadable { path: path.to_owned(), reason })
    }

    /// The files in the folder of a path, whatever their kind.
    fn files_beside(&self, path: &str) -> Vec<String> {
        let Some(root) = self.root.as_ref() else { return Vec::new() };
        let folder = Path::new(path).parent().unwrap_or(Path::new(""));
        let at = if folder.as_os_str().is_empty() { root.to_path_buf() } else { root.join(folder) };
        let found = fs::read_dir(if at.as_os_str().is_empty() { Path::new(".") } else { &at });
        let names = found.into_iter().flatten().flatten().filter_map(|entry| entry.file_name().into_string().ok());
        let files = names.filter(|name| name.ends_with(".toml"));
        files.filter_map(|name| folder.join(name).to_str().map(str::to_owned)).collect()
    }

    fn not_found(&self, kind: Kind, name: &str, files: &BTreeMap<String, At<'_>>) -> DataError {
        let is_path = name.contains('/') || name.ends_with(".toml");
        let beside = if is_path { self.files_beside(name) } else { Vec::new() };
        let known = files.keys().map(|path| if is_path { path.as_str() } else { stem(path) });
        let known: Vec<&str> = known.chain(beside.iter().map(String::as_str)).collect();
        DataError::NotFound { kind: kind.noun(), name: name.to_owned(), near: nearest(name, &known) }
    }

    /// All files of a kind by their displayed path. Those on disk or stored replace built-in ones of the same path.
    fn files(&self, kind: Kind) -> BTreeMap<String, At<'_>> {
        let mut files = BTreeMap::new();
        let (name, folder) = kind.built_in_folder();
        each_built_in(name, folder, &mut |path, text| {
            if path.ends_with(".toml") {
                files.insert(path, At::BuiltIn(text));
            }
        });
        if let Some(root) = &self.root {
            add_disk(&root.join(kind.folder()), kind.folder(), &mut files);
        }
        let prefix = format!("{}/", kind.folder());
        let kept = self.kept.iter().filter(|(path, _)| path.starts_with(&prefix) && path.ends_with(".toml"));
        files.extend(kept.map(|(path, text)| (path.clone(), At::Kept(text))));
        files.retain(|path, _| kind.holds(path));
        files
    }
}

/// Calls a function with the path and the text of each file of a built-in folder and its subfolders.
fn each_built_in(shown: &str, folder: &Dir<'static>, take: &mut dyn FnMut(String, &'static str)) {
    for file in folder.files() {
        if let Some(text) = file.contents_utf8() {
            take(format!("{shown}/{}", file.path().to_string_lossy().replace('\\', "/")), text);
        }
    }
    for inner in folder.dirs() {
        each_built_in(shown, inner, take);
    }
}

fn add_disk(folder: &Path, shown: &str, files: &mut BTreeMap<String, At<'_>>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let (path, shown) = (entry.path(), format!("{shown}/{name}"));
        if name.starts_with('.') {
            continue;
        } else if path.is_dir() {
            add_disk(&path, &shown, files);
        } else if name.ends_with(".toml") {
            files.insert(shown, At::Disk);
        }
    }
}

/// A path with `/` between its folders and without redundant `.` and `..`.
fn tidy(path: &str) -> String {
    let path = path.replace('\\', "/");
    let mut parts: Vec<&str> = Vec::new();
    for (index, part) in path.split('/').enumerate() {
        match part {
            "." => {}
            "" if index > 0 => {}
            ".." if !matches!(parts.last(), None | Some(&"" | &"..")) => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

pub(super) fn stem(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.strip_suffix(".toml").unwrap_or(file)
}
