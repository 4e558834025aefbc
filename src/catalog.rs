//! The one place that knows all rulebooks: from a name to the concrete type, handed to a generic task.

use crate::data::{DataError, Document, Kind, Library, Source};
use crate::game::toy::ToyBook;
use crate::game::{LoadError, Rulebook, SetupError};

/// Something to be done under a rulebook that is chosen when the program runs.
pub trait Task {
    /// What comes of it.
    type Output;

    /// Does it under the rulebook `R`.
    fn run<R: Rulebook + 'static>(self) -> Self::Output;
}

/// The names of all rulebooks.
pub const NAMES: &[&str] = &[ToyBook::NAME];

/// The rulebook where no file names one.
pub const DEFAULT: &str = ToyBook::NAME;

/// Does a task under the rulebook of this name; nothing if there is none.
pub fn with<T: Task>(name: &str, task: T) -> Option<T::Output> {
    match name {
        ToyBook::NAME => Some(task.run::<ToyBook>()),
        _ => None,
    }
}

/// The sections of bot files, one for each rulebook.
pub fn sections() -> Vec<&'static str> {
    vec![ToyBook::SECTION]
}

/// The rulebook of the named files: all that say for which rulebook they are must agree. [`DEFAULT`] if none says.
///
/// # Errors
/// A file that is not at hand, is for an unknown rulebook, or for another one than the files before it.
pub fn choose<'a>(library: &Library, files: impl IntoIterator<Item = (Kind, &'a str)>) -> Result<&'static str, LoadError> {
    let mut chosen: Option<(&'static str, String)> = None;
    for (kind, name) in files {
        let source = library.find(kind, name)?;
        let Some(rulebook) = of_source(&source)? else { continue };
        match &chosen {
            Some((other, path)) if *other != rulebook => {
                let fault = format!("it is for the rulebook {rulebook}, but {path} is for {other}");
                return Err(SetupError { subject: source.path().to_string(), faults: vec![fault] }.into());
            }
            Some(_) => {}
            None => chosen = Some((rulebook, source.path().to_string())),
        }
    }
    Ok(chosen.map_or(DEFAULT, |(rulebook, _)| rulebook))
}

/// The rulebook that a file is for, if it says so.
///
/// # Errors
/// If that rulebook is unknown.
pub fn of_source(source: &Source) -> Result<Option<&'static str>, DataError> {
    let Some(stated) = source.rulebook() else { return Ok(None) };
    match NAMES.iter().find(|name| **name == stated) {
        Some(name) => Ok(Some(name)),
        None => Err(DataError::NotFound { kind: "rulebook", near: crate::data::message::nearest(&stated, NAMES), name: stated }),
    }
}

/// The rulebook of a position file: that of its folder, or of the rules or the scenario that it names.
///
/// # Errors
/// If a file that it names is not at hand, or that rulebook is unknown.
pub fn of_position(source: &Source) -> Result<&'static str, LoadError> {
    if let Some(rulebook) = of_source(source)? {
        return Ok(rulebook);
    }
    let table = Document::parse(source)?.table();
    let named = [(Kind::Rules, "rules"), (Kind::Scenario, "scenario")];
    choose(source.library(), named.into_iter().filter_map(|(kind, key)| Some((kind, table.get(key)?.as_str()?))))
}
