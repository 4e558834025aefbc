//! What is left out of a file with faults so that the rest can be read and checked: values at fault, and what cannot be
//! read without them.

use super::document::Document;
use super::limits::MOST_FAULTS;
use super::message::{DataError, Fault, Located, Mark, PathStep, in_order, nearest};
use super::read::Said;
use super::source::Source;
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// How a file was read: its faults so far, and what was left out of it.
#[derive(Debug)]
pub struct Reading<'a> {
    document: Document<'a>,
    /// The values that were read.
    table: toml::Table,
    located: Vec<Located>,
    left_out: LeftOut,
}

impl<'a> Reading<'a> {
    pub(super) fn new(
        document: Document<'a>,
        tree: &Spanned<DeTable<'a>>,
        located: Vec<Located>,
        left_out: LeftOut,
    ) -> Reading<'a> {
        let table = if left_out.is_empty() { Some(document.table()) } else { table_of(tree) };
        Reading { document, table: table.unwrap_or_default(), located, left_out }
    }

    /// Whether nothing was left out.
    pub fn is_whole(&self) -> bool {
        self.located.is_empty()
    }

    /// Whether the value at a path was read.
    pub fn has(&self, path: &[PathStep]) -> bool {
        let Some((first, rest)) = path.split_first() else { return true };
        let first = first.as_key().and_then(|name| self.table.get(name));
        let found = first.and_then(|first| {
            rest.iter().try_fold(first, |value, step| match step {
                PathStep::Key(name) => value.get(name.as_str()),
                PathStep::Index(index) => value.get(*index),
            })
        });
        found.is_some()
    }

    /// Whether something at this path or below it was left out.
    pub fn lacks(&self, path: &[PathStep]) -> bool {
        let path = self.left_out.original(path);
        self.left_out.values().chain(&self.left_out.meant).any(|it| it.starts_with(&path))
    }

    /// Whether entries of a list were left out as a whole.
    pub fn lacks_entries(&self, list: &str) -> bool {
        let is_entry = |it: &&Vec<PathStep>| it.len() <= 2 && it[0].as_key() == Some(list);
        self.left_out.values().any(|it| is_entry(&it))
    }

    /// The faults of the entries of a list that lack one of these keys, except where the key was left out.
    pub fn missing(&self, list: &str, keys: &[&str]) -> Vec<Fault> {
        let mut faults = Vec::new();
        let entries = self.table.get(list).and_then(toml::Value::as_array).map_or(&[][..], Vec::as_slice);
        for (index, entry) in entries.iter().enumerate() {
            let at = [PathStep::key(list), PathStep::Index(index)];
            for key in keys.iter().filter(|key| entry.get(**key).is_none()) {
                if !self.lacks(&[&at[..], &[PathStep::key(key)]].concat()) {
                    faults.push(Fault::new(at.to_vec(), Mark::Key, format!("missing key \"{key}\"")));
                }
            }
        }
        faults
    }

    /// The error with the faults of reading and these of later checks, whose paths are those of the values read.
    pub fn error(&self, faults: Vec<Fault>) -> DataError {
        self.error_with(faults, Vec::new())
    }

    /// The same, with the faults of a file that this one names.
    pub fn error_with(&self, faults: Vec<Fault>, mut located: Vec<Located>) -> DataError {
        let own = faults.into_iter().map(|fault| Fault { path: self.left_out.original(&fault.path), ..fault });
        let mut all = self.located.clone();
        all.extend(own.take(MOST_FAULTS).map(|fault| self.document.locate(fault)));
        in_order(&mut all);
        located.extend(all);
        DataError::Faults(located)
    }
}

/// The faults of a file that names others.
#[derive(Debug, Default)]
pub struct Findings {
    /// Those of the file itself.
    pub own: Vec<Fault>,
    /// Those of files that it names.
    pub of_others: Vec<Located>,
}

impl Findings {
    /// Reads a file that was found under its name; `None` if it has faults, which are added.
    ///
    /// # Errors
    /// Any other error of reading it.
    pub fn file<T>(
        &mut self,
        named: Result<Source, Fault>,
        read: impl FnOnce(&Source) -> Result<T, DataError>,
    ) -> Result<Option<T>, DataError> {
        let source = match named {
            Ok(source) => source,
            Err(fault) => {
                self.own.push(fault);
                return Ok(None);
            }
        };
        match read(&source) {
            Ok(value) => Ok(Some(value)),
            Err(DataError::Faults(located)) => {
                self.of_others.extend(located);
                Ok(None)
            }
            Err(other) => Err(other),
        }
    }
}

fn table_of(tree: &Spanned<DeTable<'_>>) -> Option<toml::Table> {
    toml::Table::deserialize(toml::de::Deserializer::from(tree.clone())).ok()
}

/// The paths in a file of what was left out.
#[derive(Debug, Default)]
pub(super) struct LeftOut {
    keys: Vec<Vec<PathStep>>,
    /// The keys that unknown ones may have meant.
    meant: Vec<Vec<PathStep>>,
    /// Entries of lists.
    entries: Vec<Vec<PathStep>>,
}

impl LeftOut {
    fn is_empty(&self) -> bool {
        self.keys.is_empty() && self.meant.is_empty() && self.entries.is_empty()
    }

    fn values(&self) -> impl Iterator<Item = &Vec<PathStep>> {
        self.keys.iter().chain(&self.entries)
    }

    /// The path in the file of what has this path in the rest of it.
    fn original(&self, path: &[PathStep]) -> Vec<PathStep> {
        let mut known: Vec<PathStep> = Vec::new();
        for step in path {
            let step = match step {
                PathStep::Index(index) => PathStep::Index(self.place(&known, *index)),
                key => key.clone(),
            };
            known.push(step);
        }
        known
    }

    /// The place in a list of the file of what has this place in the rest of it.
    fn place(&self, list: &[PathStep], index: usize) -> usize {
        let of_list = |it: &Vec<PathStep>| match it.split_last() {
            Some((PathStep::Index(place), above)) if above == list => Some(*place),
            _ => None,
        };
        let mut gone: Vec<usize> = self.entries.iter().filter_map(of_list).collect();
        gone.sort_unstable();
        gone.into_iter().fold(index, |place, gone| if gone <= place { place + 1 } else { place })
    }

    /// Whether a fault only follows from what was left out.
    pub(super) fn explains(&self, said: &Said, path: &[PathStep]) -> bool {
        let path = self.original(path);
        match said {
            Said::UnknownField { .. } => false,
            Said::Missing(name) => {
                let wanted = [&path[..], &[PathStep::key(name)]].concat();
                self.keys.contains(&wanted) || self.meant.contains(&wanted)
            }
            _ => self.values().any(|it| it.len() > path.len() && it.starts_with(&path)),
        }
    }

    /// Leaves out what is at fault: an unknown key, an invalid value, or a table without a key that it needs. False if
    /// that is the whole file.
    pub(super) fn leave_out(&mut self, tree: &mut DeTable<'_>, said: &Said, path: &[PathStep]) -> bool {
        if let Said::UnknownField { name, known } = said {
            let table = parent_of(path, name);
            let meant = nearest(name, known).unwrap_or_else(|| name.clone());
            self.meant.push([self.original(&table), vec![PathStep::key(&meant)]].concat());
            return take(tree, &[&table[..], &[PathStep::key(name)]].concat());
        }
        let mut path = path;
        while !path.is_empty() {
            let original = self.original(path);
            if take(tree, path) {
                let is_entry = matches!(path.last(), Some(PathStep::Index(_)));
                if is_entry {
                    self.entries.push(original)
                } else {
                    self.keys.push(original)
                }
                return true;
            }
            // Where a value is read by another form than that of the file, its path may not exist.
            path = &path[..path.len() - 1];
        }
        false
    }
}

/// The path of the table that holds an unknown key, whether or not the given path ends with it.
pub(super) fn parent_of(path: &[PathStep], name: &str) -> Vec<PathStep> {
    match path.split_last() {
        Some((last, parent)) if last.as_key() == Some(name) => parent.to_vec(),
        _ => path.to_vec(),
    }
}

fn walk<'t, 'a>(tree: &'t mut DeTable<'a>, path: &[PathStep]) -> Option<&'t mut DeValue<'a>> {
    let (first, rest) = path.split_first()?;
    let mut value = tree.get_mut(first.as_key()?)?.get_mut();
    for step in rest {
        value = match (step, value) {
            (PathStep::Key(name), DeValue::Table(table)) => table.get_mut(name.as_str())?.get_mut(),
            (PathStep::Index(index), DeValue::Array(items)) => items.get_mut(*index)?.get_mut(),
            _ => return None,
        };
    }
    Some(value)
}

/// Removes the value at a path; false if it does not exist.
fn take(tree: &mut DeTable<'_>, path: &[PathStep]) -> bool {
    match path {
        [] => false,
        [PathStep::Key(name)] => tree.remove(name.as_str()).is_some(),
        [above @ .., last] => match (walk(tree, above), last) {
            (Some(DeValue::Table(table)), PathStep::Key(name)) => table.remove(name.as_str()).is_some(),
            (Some(DeValue::Array(items)), PathStep::Index(index)) if *index < items.len() => {
                *items = items.iter().enumerate().filter(|(at, _)| at != index).map(|(_, item)| item.clone()).collect();
                true
            }
            _ => false,
        },
    }
}
