//! Reads a TOML file into a serde type, reporting all faults that can be separated at once: an unknown key or an
//! invalid value is left out (`part.rs`) before the rest is read again. Serde's messages about types are reworded for
//! files.

use super::Fault;
use super::document::{Document, span_of};
use super::message::{DataError, Located, Mark, PathStep, in_order, quoted_list, suggestion};
use super::part::{LeftOut, Reading, parent_of};
use super::reader::{read_json, read_tree};
use super::source::Source;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The maximum number of faults found in one file.
const MOST: usize = 21;
/// The maximum number of times that a file is read: what follows from a fault is left out too.
const ROUNDS: usize = 3 * MOST;

/// Reads a file into a type that refuses unknown fields.
///
/// # Errors
/// Each line at fault.
pub fn read<T: DeserializeOwned>(source: &Source) -> Result<T, DataError> {
    let (value, reading) = read_in_part(source)?;
    if reading.is_whole() { Ok(value) } else { Err(reading.error(Vec::new())) }
}

/// Reads what can be read of a file: each value at fault is left out, and has its default.
///
/// # Errors
/// Each line at fault, if nothing can be read: a key of the whole file is missing, or there are too many faults.
pub fn read_in_part<T: DeserializeOwned>(source: &Source) -> Result<(T, Reading<'_>), DataError> {
    let document = Document::parse(source)?;
    let mut tree = document.tree().clone();
    let mut located: Vec<Located> = Vec::new();
    let mut left_out = LeftOut::default();
    for _ in 0..ROUNDS {
        let error = match read_tree::<T>(&tree) {
            Ok(value) => return Ok((value, Reading::new(document, &tree, located, left_out))),
            Err(error) => error,
        };
        let path = error.path();
        let said = Said::of(error.message());
        if !left_out.explains(&said, &path) {
            let span = said.span(tree.get_ref(), &path, error.span());
            let fault = said.fault(&path, span.as_ref().and_then(|span| source.text().get(span.clone())));
            located.push(match span {
                Some(span) => document.locate_span(span, fault.problem.clone(), fault.hint()),
                None => document.locate(Fault { path: Vec::new(), ..fault }),
            });
        }
        if located.len() >= MOST || !left_out.leave_out(tree.get_mut(), &said, &path) {
            break;
        }
    }
    in_order(&mut located);
    Err(DataError::Faults(located))
}

/// A list of exactly this many values. Plain arrays of serde accept further values of a TOML list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exactly<T, const N: usize>(pub [T; N]);

impl<'de, T: Deserialize<'de>, const N: usize> Deserialize<'de> for Exactly<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Exactly<T, N>, D::Error> {
        let values = Vec::deserialize(deserializer)?;
        let length = values.len();
        let wrong = |_| D::Error::invalid_length(length, &format!("a list of {N}").as_str());
        values.try_into().map(Exactly).map_err(wrong)
    }
}

/// A parsed message of serde.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    UnknownField { name: String, known: Vec<String> },
    UnknownVariant { name: String, known: Vec<String> },
    Missing(String),
    WrongLength { length: String, expected: String },
    WrongValue { expected: String },
    Other(String),
}

impl Said {
    fn of(message: &str) -> Said {
        let message = message.trim_end();
        let quoted = |text: &str| text.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
        let named = |rest: &str| {
            let (name, expected) = rest.split_once("`, ").unwrap_or((rest, ""));
            (name.trim_end_matches('`').to_owned(), quoted(expected))
        };
        if let Some(rest) = message.strip_prefix("unknown field `") {
            let (name, known) = named(rest);
            Said::UnknownField { name, known }
        } else if let Some(rest) = message.strip_prefix("unknown variant `") {
            let (name, known) = named(rest);
            Said::UnknownVariant { name, known }
        } else if let Some(rest) = message.strip_prefix("missing field `") {
            Said::Missing(rest.trim_end_matches('`').to_owned())
        } else if message.starts_with("invalid type: ") || message.starts_with("invalid value: ") {
            let expected = message.rsplit_once(", expected ").map_or("", |(_, expected)| expected);
            Said::WrongValue { expected: describe(expected) }
        } else if let Some((length, expected)) =
            message.strip_prefix("invalid length ").and_then(|rest| rest.split_once(", expected "))
        {
            Said::WrongLength { length: length.to_owned(), expected: describe(expected) }
        } else if message == "wanted string or table" {
            Said::WrongValue { expected: "a name in quotes".to_owned() }
        } else {
            Said::Other(message.to_owned())
        }
    }

    /// The location of the fault. Where serde buffers a table to find its variant, it loses the location, and the span
    /// given is that of the whole table.
    fn span(&self, tree: &DeTable<'_>, path: &[PathStep], given: Option<Range<usize>>) -> Option<Range<usize>> {
        match self {
            Said::UnknownField { name, .. } => {
                let mut place = parent_of(path, name);
                place.push(PathStep::key(name));
                span_of(tree, &place, Mark::Key)
            }
            Said::UnknownVariant { name, .. } => {
                let table = match look(tree, path) {
                    None => tree,
                    Some(DeValue::Table(table)) => table,
                    Some(_) => return given,
                };
                table.values().find(|value| value.get_ref().as_str() == Some(name)).map(Spanned::span).or(given)
            }
            Said::Missing(_) if path.is_empty() => None,
            _ => given.or_else(|| span_of(tree, path, Mark::Value)),
        }
    }

    /// The fault as text; `found` is the text at fault.
    fn fault(&self, path: &[PathStep], found: Option<&str>) -> Fault {
        let key = path.iter().rev().find_map(PathStep::as_key);
        let found = match found.unwrap_or_default() {
            list if list.starts_with('[') => "a list",
            table if table.starts_with('{') => "a table",
            text if text.contains('\n') => "this text",
            word => word,
        };
        match self {
            Said::UnknownField { name, known } => Fault::unknown_key(vec![PathStep::key(name)], known),
            Said::UnknownVariant { name, known } => {
                let problem = format!("unknown {} \"{name}\"", key.unwrap_or("name"));
                let fault = Fault::new(path.to_vec(), Mark::Value, problem).near(known);
                if known.len() <= 8 || fault.near.is_none() { fault.expected(quoted_list(known, "or")) } else { fault }
            }
            Said::Missing(name) => Fault::new(path.to_vec(), Mark::Key, format!("missing key \"{name}\"")),
            Said::WrongLength { length, expected } => {
                let problem = format!("{} has {length} entries", key.unwrap_or("the list"));
                Fault::new(path.to_vec(), Mark::Value, problem).expected(expected.as_str())
            }
            Said::WrongValue { expected } => {
                let problem = format!("{} cannot be {found}", key.unwrap_or("the file"));
                Fault::new(path.to_vec(), Mark::Value, problem).expected(expected.as_str())
            }
            Said::Other(message) => {
                let message = message.replace('`', "\"");
                let problem = key.map_or_else(|| message.clone(), |key| format!("{key}: {message}"));
                Fault::new(path.to_vec(), Mark::Value, problem)
            }
        }
    }
}

/// What serde expected, in the terms of a file.
fn describe(expected: &str) -> String {
    let whole = |least: &str, most: &str| format!("a whole number from {least} to {most}");
    match expected {
        "u8" => whole("0", "255"),
        "u16" => whole("0", "65535"),
        "u32" | "u64" | "u128" | "usize" => "a whole number, not below 0".to_owned(),
        "i8" => whole("-128", "127"),
        "i16" => whole("-32768", "32767"),
        "i32" | "i64" | "i128" | "isize" | "an integer" => "a whole number".to_owned(),
        "f32" | "f64" | "a float" => "a number".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a string" | "a character" | "a borrowed string" | "str" => "text in quotes".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" => "a table".to_owned(),
        _ => {
            let length =
                ["an array of length ", "a tuple of size "].into_iter().find_map(|start| expected.strip_prefix(start));
            if let Some(length) = length {
                format!("a list of {length}")
            } else if expected.starts_with("struct ") || expected.starts_with("internally tagged enum ") {
                "a table".to_owned()
            } else if expected.starts_with("tuple ") {
                "a list".to_owned()
            } else {
                expected.replace('`', "\"")
            }
        }
    }
}

/// The value at a path; `None` for the file as a whole.
fn look<'t, 'a>(tree: &'t DeTable<'a>, path: &[PathStep]) -> Option<&'t DeValue<'a>> {
    let (first, rest) = path.split_first()?;
    let first = tree.get(first.as_key()?)?.get_ref();
    rest.iter().try_fold(first, |value, step| match (step, value) {
        (PathStep::Key(name), DeValue::Table(table)) => table.get(name.as_str()).map(Spanned::get_ref),
        (PathStep::Index(index), DeValue::Array(items)) => items.get(*index).map(Spanned::get_ref),
        _ => None,
    })
}

/// Reads the data of a message into a type that refuses unknown fields. `what` names it in errors, as in "an action".
///
/// # Errors
/// What is missing, wrong or unknown, and where.
pub fn read_data<T: DeserializeOwned>(what: &str, data: &serde_json::Value) -> Result<T, String> {
    read_json::<T>(data).map_err(|error| {
        let path = error.path();
        let at = |last: Option<&str>| {
            let keys = path.iter().map(|step| match step {
                PathStep::Key(key) => key.clone(),
                PathStep::Index(index) => index.to_string(),
            });
            keys.chain(last.map(str::to_owned)).collect::<Vec<_>>().join(".")
        };
        // Where serde searches for the variant of an object it loses the name of the field.
        let here = if path.is_empty() { String::new() } else { format!("\"{}\": ", at(None)) };
        match Said::of(error.message()) {
            Said::Missing(name) => format!("{what}: \"{}\" is missing", at(Some(&name))),
            Said::UnknownField { name, known } => {
                format!("{what}: unknown key \"{name}\"{}", suggestion(&name, &known))
            }
            Said::UnknownVariant { name, known } => {
                let expected = quoted_list(&known, "or");
                format!("{what}: {here}unknown word \"{name}\"; expected {expected}{}", suggestion(&name, &known))
            }
            Said::WrongValue { expected } | Said::WrongLength { expected, .. } => {
                format!("{what}: {here}expected {expected}")
            }
            Said::Other(message) => format!("{what}: {}", message.replace('`', "\"")),
        }
    })
}
