//! The kind of a file that is to be checked: by its folder, by its name among the available files, or by its keys.

use crate::catalog;
use crate::cli::CliError;
use crate::data::extend::find_base;
use crate::data::message::{nearest, quoted_list};
use crate::data::{DataError, Document, Entry, Kind, Library, MOST_LAYERS, Source};
use strum::VariantArray;

/// The kind of a file.
///
/// # Errors
/// If there is no such file, or its kind is unknown.
pub(super) fn of_file(library: &Library, file: &str) -> Result<Kind, CliError> {
    if let Some(kind) = Kind::of_path(file).or_else(|| kind_of_name(library, file)) {
        return Ok(kind);
    }
    let source = match library.find(Kind::Position, file) {
        Err(DataError::NotFound { near, .. }) => return Err(no_file(library, file, near)),
        found => found?,
    };
    if let Some(kind) = kind_of_source(library, &source, MOST_LAYERS) {
        return Ok(kind);
    }
    // What is not TOML has no keys.
    drop(Document::parse(&source)?);
    let folders: Vec<&str> = Kind::VARIANTS.iter().map(|kind| kind.folder()).collect();
    let hint = format!(
        "its keys do not show it, and it is in none of the folders {}; give it with --as",
        quoted_list(&folders, "or")
    );
    Err(CliError::Input(format!("{file}: unknown kind of file; {hint}")))
}

/// The error for a file that does not exist, with the nearest name of any kind of file.
fn no_file(library: &Library, file: &str, near: Option<String>) -> CliError {
    let entries: Vec<Entry> = Kind::VARIANTS.iter().flat_map(|kind| library.list(*kind)).collect();
    let named: Vec<&str> = entries.iter().filter(|entry| entry.name == file).map(|entry| entry.path.as_str()).collect();
    if !named.is_empty() {
        return CliError::Input(format!("\"{file}\" may be {}; give the path", quoted_list(&named, "or")));
    }
    let near = near.or_else(|| nearest(file, &entries.iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>()));
    let near = near.map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default();
    CliError::Input(format!("{file}: there is no such file, and no available file of this name{near}"))
}

/// The kind of the available files with this name, if all are of one kind.
fn kind_of_name(library: &Library, name: &str) -> Option<Kind> {
    let mut kinds =
        Kind::VARIANTS.iter().copied().filter(|kind| library.list(*kind).iter().any(|entry| entry.name == name));
    kinds.next().filter(|_| kinds.next().is_none())
}

/// Keys at the top level of files that no other kind of file has.
const OWN_KEYS: [(Kind, &[&str]); 4] = [
    (Kind::Army, &["unit", "type", "troop", "regiment", "runners", "take", "times", "keep"]),
    (Kind::Bot, &["kind", "script", "command"]),
    (Kind::Value, &["weights"]),
    (
        Kind::Scenario,
        &["map", "deployment", "placement", "generator", "exit", "piece", "gain", "symmetric", "red", "blue", "length"],
    ),
];

/// The kind of a file in any folder, by keys that only one kind of file has: the units of a position have a side, those
/// of an army do not; rules name their rulebook, extend others or have keys of a rulebook. Bases are followed through
/// at most `bases` files.
fn kind_of_source(library: &Library, source: &Source, bases: usize) -> Option<Kind> {
    let table = Document::parse(source).ok()?.table();
    let has = |keys: &[&str]| keys.iter().any(|key| table.contains_key(*key));
    // Rules have a table of units, armies and positions a list.
    if table.get("unit").is_some_and(toml::Value::is_table) {
        return Some(Kind::Rules);
    }
    let units = table.get("unit").and_then(|units| units.as_array());
    if has(&["theme"]) {
        return Some(Kind::Problem);
    }
    if has(&["position"]) || units.is_some_and(|units| units.iter().any(|unit| unit.get("side").is_some())) {
        return Some(Kind::Position);
    }
    if let Some((kind, _)) = OWN_KEYS.iter().find(|(_, keys)| has(keys)) {
        return Some(*kind);
    }
    // What a file extends is of its kind.
    let base = table.get("extends").and_then(toml::Value::as_str);
    let of_base = base.and_then(|base| {
        let kind = Kind::of_path(base).or_else(|| kind_of_name(library, base));
        let follow = || kind_of_source(library, &find_base(source, base).ok()?, bases.checked_sub(1)?);
        kind.or_else(follow)
    });
    let as_rules = Source::new(library, Kind::Rules, source.path(), source.text());
    let is_of_rules = || has(&["extends", "rulebook"]) || catalog::by_keys(&as_rules).is_some();
    of_base.or_else(|| is_of_rules().then_some(Kind::Rules))
}
