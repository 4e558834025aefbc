//! `extends`: a file laid over its base, and single keys set on top of both. Each layer is checked by itself, with its
//! own lines, before it is laid over the one below.

use super::document::Document;
use super::find::{Entry, Library};
use super::kind::Kind;
use super::limits::{MOST_FAULTS, MOST_LAYERS};
use super::message::{DataError, Fault, Located, Mark, PathStep, nearest};
use super::schema::{Accepts, Key};
use super::source::Source;
use super::troop_costs::{TROOP_COSTS, TroopCosts};

/// A key set for one run, as in `--set support_neighbours=3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    key: String,
    setting: String,
    text: String,
}

impl Override {
    /// Parses `key=value`, the value as in TOML; a word needs no quotes.
    ///
    /// # Errors
    /// If there is no `=` or the value is neither TOML nor a word.
    pub fn parse(setting: &str) -> Result<Override, DataError> {
        let fault = |problem: &str, hint: &str| {
            let path = format!("--set {setting}");
            DataError::Faults(vec![Located { path, place: None, problem: problem.to_owned(), hint: hint.to_owned() }])
        };
        let (key, value) = setting.split_once('=').ok_or_else(|| fault("no value", "expected key=value"))?;
        let (key, value) = (key.trim(), value.trim());
        let is_key =
            |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
        if !key.split('.').all(is_key) {
            return Err(fault(&format!("\"{key}\" is not a key"), "expected letters, digits, _ and -, joined by dots"));
        }
        for value in [value.to_owned(), format!("\"{value}\"")] {
            let text = format!("{key} = {value}");
            if text.parse::<toml::Table>().is_ok() {
                return Ok(Override { key: key.to_owned(), setting: setting.trim().to_owned(), text });
            }
        }
        Err(fault(&format!("{value} is not a value"), "expected a number, true, false, a word or a list"))
    }

    /// The key, with dots between tables.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The setting as it was given.
    pub fn setting(&self) -> &str {
        &self.setting
    }

    /// The setting as a line of TOML.
    pub fn as_toml(&self) -> &str {
        &self.text
    }
}

/// A rules file, bot file or army list, all its bases and the overrides: base first.
#[derive(Clone, Debug)]
pub struct Layers {
    files: Vec<Source>,
    settings: Vec<Source>,
}

impl Layers {
    /// The file and the files that it extends, one after the other.
    ///
    /// # Errors
    /// An `extends` that names an unknown file or closes a cycle, or text that is not valid TOML.
    pub fn of(source: &Source) -> Result<Layers, DataError> {
        let mut files: Vec<Source> = vec![source.clone()];
        while let Some(name) = stated_base(files.last().expect("the list starts with one file"))? {
            let above = files.last().expect("the list starts with one file");
            let base = find_base(above, &name)?;
            if files.iter().any(|file| file.path() == base.path()) {
                let fault = Fault::at("extends", format!("{} extends itself through \"{name}\"", base.path()));
                return Err(above.error(vec![fault]));
            }
            if files.len() == MOST_LAYERS {
                let fault = Fault::at(
                    "extends",
                    format!("{} extends more than {MOST_LAYERS} files, one after the other", source.path()),
                );
                return Err(above.error(vec![fault]));
            }
            files.push(base);
        }
        files.reverse();
        let setting = |it: &Override| {
            Source::new(source.library(), source.kind(), format!("--set {}", it.setting()), it.as_toml())
        };
        Ok(Layers { files, settings: source.overrides().iter().map(setting).collect() })
    }

    /// The files, base first.
    pub fn files(&self) -> &[Source] {
        &self.files
    }

    /// Checks each file on its own by `check` and merges them: tables are merged, anything else is replaced.
    ///
    /// # Errors
    /// The faults that `check` finds in all files.
    pub fn laid_over(&self, check: impl FnMut(&toml::Table, &mut Vec<Fault>)) -> Result<toml::Table, DataError> {
        self.laid_over_as(|_| {}, check)
    }

    /// The same, each file as modified by `change`, which is called base first.
    ///
    /// # Errors
    /// The faults that `check` finds in all files.
    pub fn laid_over_as(
        &self,
        mut change: impl FnMut(&mut toml::Table),
        mut check: impl FnMut(&toml::Table, &mut Vec<Fault>),
    ) -> Result<toml::Table, DataError> {
        let mut located = Vec::new();
        let mut merged = toml::Table::new();
        for source in &self.files {
            let document = Document::parse(source)?;
            let (mut table, mut faults) = (document.table(), Vec::new());
            change(&mut table);
            check(&table, &mut faults);
            if let (false, DataError::Faults(found)) = (faults.is_empty(), document.error(faults)) {
                located.extend(found);
            }
            lay_over(&mut merged, table);
        }
        if located.is_empty() { Ok(merged) } else { Err(DataError::Faults(located)) }
    }

    /// Checks each layer on its own against the keys of a rulebook and merges them: tables are merged, anything else is
    /// replaced.
    ///
    /// # Errors
    /// All faults of all layers: unknown keys, values that a key does not accept, and in the lowest layer missing keys.
    pub fn merged(&self, rulebook: &str, keys: &[Key]) -> Result<toml::Table, DataError> {
        let mut faults = Vec::new();
        let mut merged = toml::Table::new();
        for (index, source) in self.files.iter().chain(&self.settings).enumerate() {
            let document = Document::parse(source)?;
            let table = document.table();
            let mut found = Vec::new();
            let is_setting = index >= self.files.len();
            check(
                &table,
                rulebook,
                keys,
                if index == 0 {
                    LayerKind::Whole
                } else if is_setting {
                    LayerKind::Setting
                } else {
                    LayerKind::Some
                },
                &mut found,
            );
            if !found.is_empty()
                && let DataError::Faults(located) = document.error(found)
            {
                // An override is a single line that the message quotes anyway.
                faults
                    .extend(located.into_iter().map(|it| if is_setting { Located { place: None, ..it } } else { it }));
            }
            lay_over(&mut merged, table);
        }
        if faults.is_empty() { Ok(merged) } else { Err(DataError::Faults(faults)) }
    }
}

/// Which keys a layer must contain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LayerKind {
    /// All of them.
    Whole,
    /// Any of them.
    Some,
    /// Any of them, and nothing that concerns a file.
    Setting,
}

/// The maximum number of missing keys reported one by one.
const MOST_MISSING: usize = 3;

fn check(table: &toml::Table, rulebook: &str, keys: &[Key], part: LayerKind, faults: &mut Vec<Fault>) {
    check_level(&[], table, "", rulebook, keys, part, faults);
    let missing: Vec<&str> = match part {
        LayerKind::Whole => keys.iter().filter(|key| key.value_in(table).is_none()).map(|key| &*key.name).collect(),
        LayerKind::Some | LayerKind::Setting => Vec::new(),
    };
    match table.get("rulebook") {
        // A file with a few keys needs a base, which names the rulebook.
        None if missing.len() > MOST_MISSING => {}
        Some(value) if part != LayerKind::Setting && value.as_str() != Some(rulebook) => {
            faults.push(Accepts::wrong(&PathStep::path("rulebook"), value).expected(format!("\"{rulebook}\"")));
        }
        None if part == LayerKind::Whole => {
            faults.push(Fault::at("", "missing key \"rulebook\"").expected(format!("rulebook = \"{rulebook}\"")))
        }
        _ => {}
    }
    if missing.len() > MOST_MISSING {
        let some = missing[..MOST_MISSING].join(", ");
        let problem = format!("{} keys are missing: {some} and others", missing.len());
        let base = whole_rules(rulebook).unwrap_or_else(|| "…".to_owned());
        let expected = format!("every key, or a line such as `extends = \"{base}\"` for rules that have the others");
        faults.push(Fault::at("", problem).expected(expected));
    } else {
        faults.extend(missing.iter().map(|name| Fault::at(name, format!("missing key \"{name}\""))));
    }
}

/// The shipped rules of a rulebook that extend no others.
fn whole_rules(rulebook: &str) -> Option<String> {
    let library = Library::built_in();
    let is_whole = |name: &str| {
        let source = library.find(Kind::Rules, name).ok()?;
        Some(!Document::parse(&source).ok()?.table().contains_key("extends"))
    };
    let of_rulebook = |it: &Entry| it.rulebook.as_deref() == Some(rulebook) && is_whole(&it.path) == Some(true);
    library.list(Kind::Rules).into_iter().find(of_rulebook).map(|entry| entry.name)
}

/// Checks one table of a file; `prefix` is the path to it, with dots.
fn check_level(
    path: &[PathStep],
    table: &toml::Table,
    prefix: &str,
    rulebook: &str,
    keys: &[Key],
    part: LayerKind,
    faults: &mut Vec<Fault>,
) {
    for (name, value) in table {
        if faults.len() >= MOST_FAULTS {
            return;
        }
        let mut place = path.to_vec();
        place.push(PathStep::key(name));
        let full = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
        let inside = format!("{full}.");
        if prefix.is_empty() && part != LayerKind::Setting && (name == "extends" || name == "rulebook") {
            continue;
        } else if prefix.is_empty() && part != LayerKind::Setting && name == TROOP_COSTS {
            TroopCosts::check(value, faults);
        } else if let Some(key) = keys.iter().find(|key| key.name == full) {
            key.accepts.check(&place, value, part != LayerKind::Whole, faults);
        } else if keys.iter().any(|key| key.name.starts_with(&inside)) {
            match value.as_table() {
                Some(inner) => check_level(&place, inner, &full, rulebook, keys, part, faults),
                None => faults.push(Accepts::wrong(&place, value).expected("a table")),
            }
        } else {
            faults.push(unknown(place, &full, prefix, rulebook, keys));
        }
    }
}

fn unknown(place: Vec<PathStep>, full: &str, prefix: &str, rulebook: &str, keys: &[Key]) -> Fault {
    let last = full.rsplit('.').next().unwrap_or(full);
    let depth = prefix.split('.').filter(|part| !part.is_empty()).count();
    let mut level: Vec<&str> = keys
        .iter()
        .map(|key| key.name.as_str())
        .filter(|name| prefix.is_empty() || name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('.')))
        .filter_map(|name| name.split('.').nth(depth))
        .collect();
    level.dedup();
    let mut fault = Fault::unknown_key(place, &level);
    fault.near = nearest(last, &level);
    fault.expected.get_or_insert_with(|| format!("a key of `reglette keys {rulebook}`"));
    fault
}

pub(crate) fn lay_over(below: &mut toml::Table, above: toml::Table) {
    for (key, value) in above {
        match (below.get_mut(&key), value) {
            (Some(toml::Value::Table(below)), toml::Value::Table(above)) => lay_over(below, above),
            (_, value) => {
                below.insert(key, value);
            }
        }
    }
}

/// The base that a file names in `extends`.
fn stated_base(source: &Source) -> Result<Option<String>, DataError> {
    let document = Document::parse(source)?;
    match document.table().get("extends") {
        None => Ok(None),
        Some(toml::Value::String(name)) => Ok(Some(name.clone())),
        Some(value) => {
            let fault = Accepts::wrong(&PathStep::path("extends"), value)
                .expected(format!("the name or path of {}", what(source.kind())));
            Err(document.error(vec![fault]))
        }
    }
}

fn what(kind: Kind) -> &'static str {
    if kind == Kind::Rules { "a rules file" } else { "another file of its kind" }
}

/// Finds the base of a file: beside it, then by path, then by name.
///
/// # Errors
/// If there is none, or there are several.
pub fn find_base(above: &Source, name: &str) -> Result<Source, DataError> {
    let library: &Library = above.library();
    if let Some((folder, _)) = above.path().rsplit_once('/') {
        let beside = format!("{folder}/{name}");
        if let Some(found) = library.find_path(above.kind(), &beside) {
            return found;
        }
        // Built into the program.
        if folder.starts_with(above.kind().folder())
            && let Ok(found) = library.find(above.kind(), &beside)
        {
            return Ok(found);
        }
    }
    library.find(above.kind(), name).map_err(|error| match error {
        DataError::NotFound { kind, near, .. } => {
            let mut fault = Fault::new(PathStep::path("extends"), Mark::Value, format!("no {kind} \"{name}\""));
            fault.near = near;
            above.error(vec![fault])
        }
        DataError::Ambiguous { .. } => above.error(vec![Fault::at("extends", error.to_string())]),
        other => other,
    })
}

/// The rulebook named in a rules file or one of its bases.
pub(super) fn stated_rulebook(source: &Source) -> Option<String> {
    let layers = Layers::of(source).ok()?;
    let stated = |file: &Source| Some(Document::parse(file).ok()?.table().get("rulebook")?.as_str()?.to_owned());
    layers.files.iter().find_map(stated)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_toml_or_a_bare_word() {
        let setting = |text: &str| Override::parse(text).map(|it| it.as_toml().to_owned());
        assert_eq!(setting("support_neighbours=3").unwrap(), "support_neighbours = 3");
        assert_eq!(setting(" first_player = red ").unwrap(), "first_player = \"red\"");
        assert_eq!(setting("victory_loss_fraction=1/4").unwrap(), "victory_loss_fraction = \"1/4\"");
        assert_eq!(setting("unit.cuirassiers.dice=5").unwrap(), "unit.cuirassiers.dice = 5");
        assert_eq!(setting("woodsmen_terrain=[\"forest\"]").unwrap(), "woodsmen_terrain = [\"forest\"]");
    }

    #[test]
    fn layers_merge_tables_and_replace_everything_else() {
        let mut below: toml::Table = "a = [1, 2]\n[t]\nx = 1\ny = 2".parse().unwrap();
        lay_over(&mut below, "a = [3]\n[t]\ny = 5".parse().unwrap());
        assert_eq!(below, "a = [3]\n[t]\nx = 1\ny = 5".parse().unwrap());
    }
}
