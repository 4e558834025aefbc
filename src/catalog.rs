//! The only place that depends on all rulebooks: from a name to the concrete type, passed to a generic task.

use crate::data::extend::find_base;
use crate::data::message::{UNKNOWN_KEY, quoted_list};
use crate::data::{DataError, Document, Fault, Kind, Library, MOST_LAYERS, Mark, PathStep, Source};
use crate::en_avant::EnAvant;
use crate::game::toy::ToyBook;
use crate::game::{LoadError, Roster, Rulebook, SetupError};
use crate::jomini::Jomini;

/// A task for a rulebook chosen at run time.
pub trait Task {
    /// Its result.
    type Output;

    /// Runs it for the rulebook `R`.
    fn run<R: Roster + 'static>(self) -> Self::Output;
}

/// All rulebooks, the default one first.
macro_rules! rulebooks {
    ($($book:ty),+ $(,)?) => {
        /// The names of all rulebooks.
        pub const NAMES: &[&str] = &[$(<$book as Rulebook>::NAME),+];

        /// The sections of bot files, one for each rulebook.
        pub const SECTIONS: &[&str] = &[$(<$book as Rulebook>::SECTION),+];

        /// Runs a task for the rulebook of this name; `None` if there is none.
        pub fn with<T: Task>(name: &str, task: T) -> Option<T::Output> {
            match name {
                $(<$book as Rulebook>::NAME => Some(task.run::<$book>()),)+
                _ => None,
            }
        }
    };
}

rulebooks!(Jomini, EnAvant, ToyBook);

/// The rulebook where no file states one.
pub const DEFAULT: &str = NAMES[0];

/// The rulebook of the given files: all that state a rulebook must agree. [`DEFAULT`] if none does.
///
/// # Errors
/// A file that is not available, is for an unknown rulebook, or for another one than the files before it.
pub fn choose<'a>(
    library: &Library,
    files: impl IntoIterator<Item = (Kind, &'a str)>,
) -> Result<&'static str, LoadError> {
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

/// How far a file is from one of a rulebook: the number of its top-level keys that the rulebook does not know, and then
/// the number of faults; `None` if it cannot be read at all, or if the rulebook knows none of the keys of rules.
struct Strangeness<'a>(&'a Source);

impl Task for Strangeness<'_> {
    type Output = Option<(usize, usize)>;

    fn run<R: Roster + 'static>(self) -> Option<(usize, usize)> {
        let source = self.0;
        let faults = |source: &Source| {
            let read = match source.kind() {
                Kind::Army => R::read_army(source).map(drop),
                Kind::Scenario => R::read_scenario(source).map(drop),
                Kind::Position => match R::read_position(source, None) {
                    Err(LoadError::Data(error)) => Err(error),
                    _ => Ok(()),
                },
                _ => return None,
            };
            match read {
                Ok(()) => Some(Vec::new()),
                Err(DataError::Faults(faults)) => Some(faults),
                Err(_) => None,
            }
        };
        let mut table = Document::parse(source).ok()?.table();
        if source.kind() == Kind::Rules {
            let known = |name: &str| R::keys().iter().any(|key| key.name.split('.').next() == Some(name));
            let unknown = table.keys().filter(|name| !known(name)).count();
            return (unknown < table.len()).then_some((unknown, 0));
        }
        // Without the entries of its lists only the top-level keys remain, whatever the number of faults in the lists.
        table.iter_mut().filter_map(|(_, value)| value.as_array_mut()).for_each(Vec::clear);
        let bare = Source::new(source.library(), source.kind(), source.path(), table.to_string());
        let unknown = faults(&bare)?.iter().filter(|fault| fault.problem.starts_with(UNKNOWN_KEY)).count();
        let found = faults(source)?;
        // A position is known by its keys only where a file that it names is missing; a reader that does not come to
        // say so cannot read it.
        let says = |kind: Kind| found.iter().any(|fault| fault.problem.starts_with(&format!("no {} ", kind.noun())));
        if source.kind() == Kind::Position && !says(Kind::Rules) && !says(Kind::Scenario) {
            return None;
        }
        Some((unknown, found.len()))
    }
}

/// The rulebook to which the keys of a file are less strange than to any other.
pub fn by_keys(source: &Source) -> Option<&'static str> {
    let mut found: Vec<((usize, usize), &'static str)> =
        NAMES.iter().filter_map(|name| Some((with(name, Strangeness(source))??, *name))).collect();
    found.sort_unstable();
    match found[..] {
        [(_, name)] => Some(name),
        [(least, name), (second, _), ..] if least < second => Some(name),
        _ => None,
    }
}

/// The rulebook of the file that a file extends, through at most `layers` files.
fn of_base(source: &Source, layers: usize) -> Option<String> {
    let table = Document::parse(source).ok()?.table();
    let base = find_base(source, table.get("extends")?.as_str()?).ok()?;
    base.rulebook().or_else(|| of_base(&base, layers.checked_sub(1)?))
}

/// The rulebook stated by a file, or by the file that it extends. Any other army list or scenario outside the folders
/// of rulebooks is for the one that knows the most of its top-level keys, then for the one that finds the fewest faults
/// in it; rules are for the one that has the most of their keys. A position is for that of the files that it names
/// ([`of_position`]).
///
/// # Errors
/// If that rulebook is unknown.
pub fn of_source(source: &Source) -> Result<Option<&'static str>, DataError> {
    let Some(stated) = source.rulebook().or_else(|| of_base(source, MOST_LAYERS)) else {
        return Ok(if source.kind() == Kind::Position { None } else { by_keys(source) });
    };
    match NAMES.iter().find(|name| **name == stated) {
        Some(name) => Ok(Some(name)),
        None => Err(unknown_rulebook(source, &stated)),
    }
}

/// The error for a file of an unknown rulebook: at the key that names it, or for the folder that contains the file.
fn unknown_rulebook(source: &Source, stated: &str) -> DataError {
    let key = "rulebook";
    let states = Document::parse(source)
        .is_ok_and(|document| document.table().get(key).is_some_and(|it| it.as_str() == Some(stated)));
    let path = if states { vec![PathStep::key(key)] } else { Vec::new() };
    let expected =
        if states { quoted_list(NAMES, "or") } else { format!("a folder called {}", quoted_list(NAMES, "or")) };
    source
        .error(vec![Fault::new(path, Mark::Value, format!("no rulebook \"{stated}\"")).near(NAMES).expected(expected)])
}

/// The rulebook of a position file: that of its folder, if it has the name of one, or of the rules or the scenario that
/// it names.
///
/// # Errors
/// If a file that it names is not available, or its rulebook is unknown.
pub fn of_position(source: &Source) -> Result<&'static str, LoadError> {
    // Folders of positions may have any structure and names.
    if let Ok(Some(rulebook)) = of_source(source) {
        return Ok(rulebook);
    }
    let table = Document::parse(source)?.table();
    let named = [(Kind::Rules, "rules"), (Kind::Scenario, "scenario")];
    let named: Vec<(Kind, &str, &str)> =
        named.into_iter().filter_map(|(kind, key)| Some((kind, key, table.get(key)?.as_str()?))).collect();
    let chosen = choose(source.library(), named.iter().map(|(kind, _, name)| (*kind, *name)));
    let is_missing = |kind, name| matches!(source.library().find(kind, name), Err(DataError::NotFound { .. }));
    let (missing, there): (Vec<_>, Vec<_>) = named.iter().partition(|(kind, _, name)| is_missing(*kind, name));
    if chosen.is_ok() || missing.is_empty() {
        return chosen;
    }
    // The other file, or the keys, show the rulebook, whose reader reports the missing one with all other faults.
    let of_others = choose(source.library(), there.iter().map(|(kind, _, name)| (*kind, *name)));
    let has_more = table.keys().any(|key| named.iter().all(|(_, known, _)| known != key));
    let by_keys = || if has_more { by_keys(source) } else { None };
    let shown = if there.is_empty() { by_keys() } else { of_others.ok() };
    let faults = missing.into_iter().filter_map(|(kind, key, name)| source.named(kind, key, name).err());
    shown.ok_or_else(|| source.error(faults.collect()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Name;

    impl Task for Name {
        type Output = &'static str;

        fn run<R: Rulebook + 'static>(self) -> &'static str {
            R::NAME
        }
    }

    #[test]
    fn every_name_leads_to_its_rulebook() {
        for name in NAMES {
            assert_eq!(with(name, Name), Some(*name));
        }
        assert_eq!(with("chess", Name), None);
    }

    #[test]
    fn files_state_their_rulebook() {
        let library = Library::built_in();
        assert_eq!(choose(&library, [(Kind::Scenario, "sprint"), (Kind::Army, "hares")]), Ok("toy"));
        assert_eq!(choose(&library, []), Ok(DEFAULT));
        let position = Source::new(&library, Kind::Position, "here.toml", "scenario = \"classic\"");
        assert_eq!(of_position(&position), Ok("toy"));
        let lent = library.find(Kind::Army, "gauls").unwrap();
        let mine = Source::new(&library, Kind::Army, "results/latest/strongest.toml", lent.text());
        assert_eq!(
            (of_source(&mine), of_source(&Source::new(&library, Kind::Army, "mine.toml", "")).is_ok()),
            (Ok(Some("en-avant")), true)
        );
        let elsewhere = Source::new(&library, Kind::Army, "armies/chess/white.toml", "");
        let message = of_source(&elsewhere).unwrap_err().to_string();
        assert!(
            message.starts_with("armies/chess/white.toml: no rulebook \"chess\"")
                && message.contains("a folder called"),
            "{message}"
        );
        let stated = Source::new(&library, Kind::Rules, "mine.toml", "# mine\nrulebook = \"jomin\"");
        let message = of_source(&stated).unwrap_err().to_string();
        assert!(
            message.starts_with("mine.toml:2: no rulebook \"jomin\"") && message.contains("did you mean \"jomini\"?"),
            "{message}"
        );
        let nowhere = Source::new(&library, Kind::Position, "here.toml", "\nscenario = \"clasic\"");
        let message = of_position(&nowhere).unwrap_err().to_string();
        assert!(
            message.starts_with("here.toml:2: no scenario \"clasic\"") && message.contains("did you mean \"classic\"?"),
            "{message}"
        );
    }
}
