//! A folder of results as it is found on disk: what wrote it, and whether it is finished.

use super::sheet::Sheet;
use crate::report::manifest::{self, ManifestError, Output};
use crate::report::{GamesFile, Manifest, comparison, costs, probes, strongest_list};
use crate::tournament::Journal;
use std::cell::LazyCell;
use std::io;
use std::path::{Path, PathBuf};

/// The file that names the rulebooks of a ladder.
pub const LADDER: &str = "ladder.toml";

/// What wrote a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FolderKind {
    /// A tournament, or a metagame, which is one.
    Tournament,
    /// A comparison.
    Comparison,
    /// The fair costs of troops.
    Balance,
    /// The search for the strongest list.
    StrongestList,
    /// The values of the parts of a rulebook.
    Probe,
    /// A ladder: tournaments in folders of their own.
    Ladder,
    /// What is not finished.
    Unfinished,
}

/// Why a folder has no page.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// It is not a folder of results.
    #[error(
        "{}: not a folder of results: it has neither {} nor {}; expected the folder that a command of reglette wrote",
        .0.display(), Manifest::NAME, Journal::FOLDER
    )]
    NoResults(PathBuf),
    /// Its manifest cannot be used.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// Nothing known wrote it.
    #[error("{}: its {} is of a command without a page", .0.display(), Manifest::NAME)]
    Unknown(PathBuf),
    /// One of two folders has no tables to be compared.
    #[error("{}: {why}", .folder.display())]
    NotComparable {
        /// The folder.
        folder: PathBuf,
        /// The reason.
        why: String,
    },
    /// A file cannot be read, or the page not written.
    #[error("{}: {reason}", .path.display())]
    File {
        /// The folder or file.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
}

/// A folder of results.
#[derive(Clone, Debug)]
pub struct ResultFolder {
    /// Its path.
    pub path: PathBuf,
    /// What wrote it.
    pub kind: FolderKind,
    /// Its manifest, or the plan of what is not finished.
    pub manifest: toml::Table,
}

impl ResultFolder {
    /// Opens a folder.
    ///
    /// # Errors
    /// If it holds no results of a known command, or its manifest has changed since it was written.
    pub fn open(path: &Path) -> Result<ResultFolder, PageError> {
        let has = |name: &str| path.join(name).is_file();
        let of = |kind, file: &Path| -> Result<ResultFolder, PageError> {
            Ok(ResultFolder { path: path.to_path_buf(), kind, manifest: manifest::read(file)? })
        };
        if has(Manifest::NAME) {
            let found = of(FolderKind::Tournament, &path.join(Manifest::NAME))?;
            // By what was written, which need not be there any more.
            let outputs = LazyCell::new(|| found.outputs());
            let wrote = |name: &str| has(name) || outputs.iter().any(|output| output.path == name);
            let kind = match () {
                () if found.manifest.contains_key("plan") => FolderKind::Tournament,
                () if wrote(comparison::NAME) => FolderKind::Comparison,
                () if wrote(costs::NAMES[0]) => FolderKind::Balance,
                () if wrote(strongest_list::NAMES[0]) => FolderKind::StrongestList,
                () if wrote(probes::NAME) => FolderKind::Probe,
                () => return Err(PageError::Unknown(path.to_path_buf())),
            };
            return Ok(ResultFolder { kind, ..found });
        }
        if has(LADDER) {
            return of(FolderKind::Ladder, &path.join(LADDER));
        }
        let plans = [path.join(Journal::FOLDER).join(Manifest::PLAN), path.join(Manifest::PLAN)];
        if let Some(plan) = plans.iter().find(|plan| plan.is_file()) {
            return of(FolderKind::Unfinished, plan);
        }
        Err(PageError::NoResults(path.to_path_buf()))
    }

    /// Reads a table of the folder.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn sheet(&self, file: &str) -> Result<Option<Sheet>, PageError> {
        let failed = |reason| PageError::File { path: self.path.join(file), reason };
        Ok(Sheet::read(&self.path, file).map_err(failed)?.filter(|sheet| sheet.rows().next().is_some()))
    }

    /// A table of the manifest, by the names that lead to it.
    pub fn part(&self, names: &[&str]) -> Option<&toml::Table> {
        names.iter().try_fold(&self.manifest, |table, name| table.get(*name)?.as_table())
    }

    /// The files that the manifest lists, as far as they exist, and the manifest itself.
    pub fn files(&self) -> Vec<String> {
        let written = self.outputs().into_iter().map(|output| output.path);
        let all = written.chain([Manifest::NAME.to_owned()]);
        all.filter(|name| self.path.join(name).is_file()).collect()
    }

    /// The tables that differ from what was written, or are missing. The contents of `games.csv`, which may be large,
    /// are left to `reglette tournament --resume`.
    pub fn damaged(&self) -> Vec<String> {
        let is_left = |output: &Output| output.path == GamesFile::NAME && self.path.join(&output.path).is_file();
        let tables: Vec<Output> = self.outputs().into_iter().filter(|output| !is_left(output)).collect();
        Output::damaged(&tables, &self.path)
    }

    /// The files that differ from what was written, or are missing, `games.csv` included.
    pub fn all_damaged(&self) -> Vec<String> {
        Output::damaged(&self.outputs(), &self.path)
    }

    fn outputs(&self) -> Vec<Output> {
        let outputs = self.manifest.get("outputs").cloned();
        outputs.and_then(|outputs| outputs.try_into().ok()).unwrap_or_default()
    }
}

/// The name of a file or scenario in a manifest: a text, or a table with a name.
pub fn names(value: Option<&toml::Value>) -> Vec<String> {
    let name = |value: &toml::Value| match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Table(table) => table.get("name").and_then(|name| Some(name.as_str()?.to_owned())),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Float(number) => Some(number.to_string()),
        toml::Value::Boolean(is) => Some(if *is { "yes" } else { "no" }.to_owned()),
        _ => None,
    };
    match value {
        Some(toml::Value::Array(values)) => values.iter().filter_map(name).collect(),
        Some(value) => name(value).into_iter().collect(),
        None => Vec::new(),
    }
}
