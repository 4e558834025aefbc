//! Keys of one table of a bot file: numbers within bounds, words from a list, switches. Keys that were not read are
//! reported as unknown.

use super::numbers::{Number, NumberTable};
use crate::data::message::quoted_list;
use crate::data::{Fault, Mark, PathStep, shown};
use std::fmt::Display;
use std::ops::RangeInclusive;

/// A table that is being read. Faults are collected; an invalid key counts as missing.
pub struct Keys<'a> {
    path: Vec<PathStep>,
    table: Option<&'a toml::Table>,
    known: Vec<&'static str>,
    faults: &'a mut Vec<Fault>,
    noted: Option<&'a mut Vec<Number>>,
}

impl<'a> Keys<'a> {
    /// The table at a path of a file; a missing one has no keys.
    pub fn of(file: &'a toml::Table, path: &[&str], faults: &'a mut Vec<Fault>) -> Keys<'a> {
        let steps: Vec<PathStep> = path.iter().copied().map(PathStep::key).collect();
        let mut table = Some(file);
        for (depth, name) in path.iter().enumerate() {
            match table.and_then(|table| table.get(*name)) {
                Some(toml::Value::Table(inner)) => table = Some(inner),
                Some(_) => {
                    faults.push(Fault::new(steps[..=depth].to_vec(), Mark::Value, "not a table"));
                    table = None;
                }
                None => table = None,
            }
        }
        Keys { path: steps, table, known: Vec::new(), faults, noted: None }
    }

    /// Records every number that is read, with its bounds.
    pub fn noting(self, noted: Option<&'a mut Vec<Number>>) -> Keys<'a> {
        Keys { noted, ..self }
    }

    fn note(&mut self, name: &'static str, value: f64, bounds: (f64, f64), whole: bool) {
        if let Some(noted) = &mut self.noted {
            noted.push(Number { part: NumberTable::Search, name, value, whole, low: bounds.0, high: bounds.1 });
        }
    }

    fn take(&mut self, name: &'static str) -> Option<&'a toml::Value> {
        self.known.push(name);
        self.table?.get(name)
    }

    fn wrong(&mut self, name: &str, value: &toml::Value, expected: String) {
        self.fault_of(name, format!("{name} cannot be {}", shown(value)), expected);
    }

    /// A fault of the value of a key.
    fn fault_of(&mut self, name: &str, problem: String, expected: String) {
        let path = self.path.iter().cloned().chain([PathStep::key(name)]).collect();
        self.faults.push(Fault::new(path, Mark::Value, problem).expected(expected));
    }

    /// A number within bounds.
    pub fn real(&mut self, name: &'static str, default: f64, bounds: RangeInclusive<f64>) -> f64 {
        let number = match self.take(name) {
            None => default,
            Some(value) => match value.as_float().or(value.as_integer().map(|whole| whole as f64)) {
                Some(number) if bounds.contains(&number) => number,
                _ => {
                    self.wrong(name, value, within("a number", &bounds));
                    default
                }
            },
        };
        self.note(name, number, (*bounds.start(), *bounds.end()), false);
        number
    }

    /// An optional whole number within bounds.
    pub fn whole_if(&mut self, name: &'static str, bounds: RangeInclusive<u64>) -> Option<u64> {
        let value = self.take(name)?;
        let number =
            value.as_integer().and_then(|whole| u64::try_from(whole).ok()).filter(|whole| bounds.contains(whole));
        if number.is_none() {
            self.wrong(name, value, within("a whole number", &bounds));
        }
        number
    }

    /// A whole number within bounds.
    pub fn whole(&mut self, name: &'static str, default: u64, bounds: RangeInclusive<u64>) -> u64 {
        let limits = (*bounds.start() as f64, *bounds.end() as f64);
        let number = self.whole_if(name, bounds).unwrap_or(default);
        self.note(name, number as f64, limits, true);
        number
    }

    /// One of several words.
    pub fn word<T: Copy>(&mut self, name: &'static str, default: T, words: &[(&str, T)]) -> T {
        let Some(value) = self.take(name) else { return default };
        match words.iter().find(|(word, _)| value.as_str() == Some(word)) {
            Some((_, meant)) => *meant,
            None => {
                let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                self.wrong(name, value, quoted_list(&names, "or"));
                default
            }
        }
    }

    /// A switch.
    pub fn switch(&mut self, name: &'static str, default: bool) -> bool {
        let Some(value) = self.take(name) else { return default };
        value.as_bool().unwrap_or_else(|| {
            self.wrong(name, value, "true or false".to_string());
            default
        })
    }

    /// A list of texts, at least one.
    pub fn texts(&mut self, name: &'static str) -> Vec<String> {
        let Some(value) = self.take(name) else { return Vec::new() };
        let texts = value
            .as_array()
            .map(|items| items.iter().map(|item| item.as_str().map(str::to_string)).collect::<Option<Vec<_>>>());
        match texts {
            Some(Some(texts)) if !texts.is_empty() => texts,
            other => {
                let expected = "a list of texts, for instance [\"python3\", \"bot.py\"]".to_owned();
                match other {
                    Some(Some(_)) => self.fault_of(name, format!("{name} is an empty list"), expected),
                    _ => self.wrong(name, value, expected),
                }
                Vec::new()
            }
        }
    }

    /// A fault of the table as a whole.
    pub fn fault(&mut self, problem: &str, expected: &str) {
        self.faults.push(Fault::new(self.path.clone(), Mark::Key, problem).expected(expected));
    }

    /// Reports the keys that were not read.
    pub fn done(self) {
        let Keys { path, table, known, faults, .. } = self;
        for name in table.into_iter().flat_map(toml::Table::keys).filter(|name| !known.contains(&name.as_str())) {
            let fault = Fault::unknown_key(path.iter().cloned().chain([PathStep::key(name)]).collect(), &known);
            faults.push(fault.expected(format!("one of {}", known.join(", "))));
        }
    }
}

fn within<T: Display>(what: &str, bounds: &RangeInclusive<T>) -> String {
    format!("{what} from {} to {}", bounds.start(), bounds.end())
}
