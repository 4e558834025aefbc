//! The files of one game: what another program needs to prepare the same game, whatever files it has itself.

use super::side::BySide;
use crate::data::{DataError, Kind, Library, Source, with_bases};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A file with everything that it needs: the files that it extends or names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeFile {
    path: String,
    texts: Vec<(String, String)>,
}

impl WholeFile {
    /// A file that was read, and the `further` files that it names.
    ///
    /// # Errors
    /// As [`with_bases`].
    pub fn of(source: &Source, further: &[Source]) -> Result<Arc<WholeFile>, DataError> {
        let own = with_bases(source)?;
        let texts = own.iter().chain(further).map(|file| (file.path().to_owned(), file.text().to_owned())).collect();
        Ok(Arc::new(WholeFile { path: source.path().to_owned(), texts }))
    }
}

/// The files of a game, shared with other games of the same files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFiles {
    /// The rules.
    pub rules: Arc<WholeFile>,
    /// The scenario.
    pub scenario: Arc<WholeFile>,
    /// The armies by seat; `None` where the scenario brings them.
    pub armies: Option<BySide<Arc<WholeFile>>>,
}

impl GameFiles {
    /// The files as data that can be sent.
    pub fn setup(&self) -> GameSetup {
        let armies = self.armies.iter().flat_map(|armies| [&armies.red, &armies.blue]);
        let texts = [&self.rules, &self.scenario].into_iter().chain(armies).flat_map(|file| file.texts.iter().cloned());
        GameSetup {
            texts: texts.collect(),
            rules: self.rules.path.clone(),
            scenario: self.scenario.path.clone(),
            armies: self.armies.as_ref().map(|armies| armies.as_ref().map(|army| army.path.clone())),
        }
    }
}

/// The files of a game as data: which file is what, and every text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSetup {
    /// The path of the rules.
    pub rules: String,
    /// The path of the scenario.
    pub scenario: String,
    /// The paths of the armies; `None` where the scenario brings them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub armies: Option<BySide<String>>,
    /// The text of each file by its path; with the files that others extend or name.
    pub texts: BTreeMap<String, String>,
}

impl GameSetup {
    /// A library of these files, which take precedence over those built into the program.
    ///
    /// # Errors
    /// The path of a file without its text.
    pub fn library(&self) -> Result<Library, DataError> {
        let armies = self.armies.iter().flat_map(|armies| [&armies.red, &armies.blue]).map(|path| (Kind::Army, path));
        let named = [(Kind::Rules, &self.rules), (Kind::Scenario, &self.scenario)].into_iter().chain(armies);
        for (kind, path) in named {
            if !self.texts.contains_key(path) {
                return Err(DataError::NotFound { kind: kind.noun(), name: path.clone(), near: None });
            }
        }
        Ok(Library::keeping(self.texts.clone()))
    }
}
