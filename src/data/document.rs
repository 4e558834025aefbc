//! A TOML text with the locations of its entries: parsed once, it finds the line of any path in the tree and turns
//! faults into messages. The contents of the file are checked by `read.rs` and `schema.rs`.

use super::limits::{MOST_ENTRIES, MOST_FAULTS, WIDEST};
use super::message::{DataError, Fault, Located, Mark, PathStep, TextPosition, in_order};
use super::nesting::{TooNested, check_nesting};
use super::source::Source;
use serde::Deserialize;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A file that is well-formed TOML, with the location of each entry.
#[derive(Clone, Debug)]
pub struct Document<'a> {
    source: &'a Source,
    tree: Spanned<DeTable<'a>>,
    table: toml::Table,
}

impl<'a> Document<'a> {
    /// Parses a file.
    ///
    /// # Errors
    /// The first place that is not valid TOML or beyond the limits of its structure.
    pub fn parse(source: &'a Source) -> Result<Document<'a>, DataError> {
        check_nesting(source.text()).map_err(|TooNested { span, problem, expected }| {
            let (path, place) = (source.path().to_owned(), place(source.text(), span));
            let hint = format!("expected {expected}");
            DataError::Faults(vec![Located { path, place, problem: problem.to_owned(), hint }])
        })?;
        let tree = DeTable::parse(source.text()).map_err(|error| {
            let (problem, hint) = match error.message().split_once(", expected ") {
                Some((problem, expected)) => (problem, format!("expected {}", expected.trim_end())),
                None => (error.message(), String::new()),
            };
            let place = error.span().and_then(|span| place(source.text(), span));
            let problem = format!("not valid TOML: {}", problem.trim_end());
            DataError::Faults(vec![Located { path: source.path().to_owned(), place, problem, hint }])
        })?;
        let table = toml::Table::deserialize(toml::de::Deserializer::from(tree.clone())).map_err(|error| {
            // The tree keeps numbers as text: numbers out of range are detected here.
            let place = error.span().and_then(|span| place(source.text(), span));
            let (problem, hint) =
                ("not valid TOML: the number is out of range".to_owned(), "expected one of 64 bits".to_owned());
            DataError::Faults(vec![Located { path: source.path().to_owned(), place, problem, hint }])
        })?;
        match unfit(tree.get_ref(), &mut Vec::new()) {
            Some(fault) => Err(Document { source, tree, table: toml::Table::new() }.error(vec![fault])),
            None => Ok(Document { source, tree, table }),
        }
    }

    /// The file this was parsed from.
    pub fn source(&self) -> &'a Source {
        self.source
    }

    pub(super) fn tree(&self) -> &Spanned<DeTable<'a>> {
        &self.tree
    }

    /// The values without their locations.
    pub fn table(&self) -> toml::Table {
        self.table.clone()
    }

    /// The error with these faults in the order of their lines.
    pub fn error(&self, faults: Vec<Fault>) -> DataError {
        let mut located: Vec<Located> = faults.into_iter().take(MOST_FAULTS).map(|fault| self.locate(fault)).collect();
        in_order(&mut located);
        DataError::Faults(located)
    }

    /// The fault with its location.
    pub fn locate(&self, fault: Fault) -> Located {
        let place =
            span_of(self.tree.get_ref(), &fault.path, fault.mark).and_then(|span| place(self.source.text(), span));
        Located { path: self.source.path().to_owned(), place, hint: fault.hint(), problem: fault.problem }
    }

    pub(super) fn locate_span(&self, span: Range<usize>, problem: String, hint: String) -> Located {
        Located { path: self.source.path().to_owned(), place: place(self.source.text(), span), problem, hint }
    }
}

/// The byte range of the entry at a path, or of the last part of the path that exists; `None` for the file as a whole.
pub(super) fn span_of(tree: &DeTable<'_>, path: &[PathStep], mark: Mark) -> Option<Range<usize>> {
    let (first, rest) = path.split_first()?;
    let (key, mut value) = tree.get_key_value(first.as_key()?)?;
    let mut spans = (key.span(), value.span());
    for step in rest {
        (spans, value) = match (step, value.get_ref()) {
            (PathStep::Key(name), DeValue::Table(table)) => match table.get_key_value(name.as_str()) {
                Some((key, value)) => ((key.span(), value.span()), value),
                None => break,
            },
            (PathStep::Index(index), DeValue::Array(items)) => match items.get(*index) {
                Some(item) => ((item.span(), item.span()), item),
                None => break,
            },
            _ => break,
        };
    }
    Some(if mark == Mark::Key { spans.0 } else { spans.1 })
}

/// The first list or table with more entries than the limit.
fn unfit(table: &DeTable<'_>, path: &mut Vec<PathStep>) -> Option<Fault> {
    let fault = |path: &[PathStep], entries: usize| {
        let problem = format!("{entries} entries");
        (entries > MOST_ENTRIES)
            .then(|| Fault::new(path.to_vec(), Mark::Key, problem).expected(format!("at most {MOST_ENTRIES}")))
    };
    let here = fault(path, table.len());
    here.or_else(|| {
        table.iter().find_map(|(key, value)| {
            path.push(PathStep::key(key.get_ref()));
            let found = within(value.get_ref(), path, &fault);
            path.pop();
            found
        })
    })
}

fn within(
    value: &DeValue<'_>,
    path: &mut Vec<PathStep>,
    fault: &dyn Fn(&[PathStep], usize) -> Option<Fault>,
) -> Option<Fault> {
    match value {
        DeValue::Table(table) => unfit(table, path),
        DeValue::Array(items) => fault(path, items.len()).or_else(|| {
            items.iter().enumerate().find_map(|(index, item)| {
                path.push(PathStep::Index(index));
                let found = within(item.get_ref(), path, fault);
                path.pop();
                found
            })
        }),
        // A terminal would take it for a command.
        DeValue::String(text)
            if text.split("\r\n").any(|part| part.contains(|it: char| it.is_control() && !"\n\t".contains(it))) =>
        {
            Some(Fault::new(path.clone(), Mark::Value, "a control character").expected("text without one"))
        }
        _ => None,
    }
}

/// The part of a line that is shown: for a long line, the surroundings of a column. Also returns the column within it.
fn excerpt(line: &str, column: usize) -> (String, usize) {
    let length = line.chars().count();
    if length <= WIDEST {
        return (line.to_owned(), column);
    }
    let first = column.saturating_sub(WIDEST / 3).min(length - WIDEST);
    let shown: String = line.chars().skip(first).take(WIDEST).collect();
    let (before, behind) = (if first > 0 { "…" } else { "" }, if first + WIDEST < length { "…" } else { "" });
    (format!("{before}{shown}{behind}"), column - first + before.chars().count())
}

/// The line on which a span begins, and the part of it that the span covers.
fn place(text: &str, span: Range<usize>) -> Option<TextPosition> {
    let start = span.start.min(text.len());
    let before = text.get(..start)?;
    let first = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[first..].lines().next().unwrap_or_default();
    let end = span.end.clamp(start, (first + line.len()).max(start));
    let width = text.get(start..end).map_or(0, |covered| covered.chars().count());
    let (shown, column) = excerpt(line, text[first..start].chars().count());
    let width = width.clamp(1, shown.chars().count().saturating_sub(column).max(1));
    Some(TextPosition { line: before.matches('\n').count() + 1, text: shown, column, width })
}
