//! Patterns: which actions, or which positions, are meant, written as a part of their data.

use crate::data::message::{nearest, quoted_list};
use serde_json::{Map, Value};

/// A part of the data of an action or a position. It fits data that have all of its keys with these values; a list of
/// values fits each of them, and a table within it is again a pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern(Map<String, Value>);

/// Why a pattern fits none of the data that it could fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The keys to the part at fault.
    pub path: Vec<String>,
    /// Whether the last of them is itself at fault, not its value.
    pub is_key: bool,
    /// What is wrong, as a fragment.
    pub problem: String,
    /// What was expected, as a fragment.
    pub expected: Option<String>,
    /// The known name nearest to the one found.
    pub near: Option<String>,
}

/// The maximum number of values that a message lists.
const MOST_LISTED: usize = 12;

impl Pattern {
    /// The pattern with these keys and values.
    pub fn new(keys: Map<String, Value>) -> Pattern {
        Pattern(keys)
    }

    /// Whether it has no keys, and fits everything.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it fits these data.
    pub fn fits(&self, data: &Value) -> bool {
        self.0.iter().all(|(key, wanted)| fits(wanted, data.get(key)))
    }

    /// Why it fits none of these data: a key that none of them has, a value that no data have there, or values that
    /// never occur together. `None` if it fits any.
    pub fn misfit(&self, all: &[Value]) -> Option<Misfit> {
        if all.iter().any(|data| self.fits(data)) {
            return None;
        }
        let alone = self.0.iter().find_map(|(key, wanted)| misfit_of_key(key, wanted, all));
        Some(alone.unwrap_or_else(|| Misfit {
            path: Vec::new(),
            is_key: false,
            problem: "these values never occur together".to_owned(),
            expected: None,
            near: None,
        }))
    }
}

/// Whether a wanted value fits the one found. A missing one is that which data leave out: false, zero, null or empty.
fn fits(wanted: &Value, found: Option<&Value>) -> bool {
    let Some(found) = found else {
        return match wanted {
            Value::Null | Value::Bool(false) => true,
            Value::Number(number) => number.as_f64() == Some(0.0),
            Value::Array(items) => items.is_empty() || items.iter().any(|item| fits(item, None)),
            _ => false,
        };
    };
    match (wanted, found) {
        (Value::Number(wanted), Value::Number(found)) => wanted.as_f64() == found.as_f64(),
        (Value::Object(wanted), Value::Object(_)) => wanted.iter().all(|(key, wanted)| fits(wanted, found.get(key))),
        (Value::Array(wanted), Value::Array(items)) => {
            wanted.len() == items.len() && wanted.iter().zip(items).all(|(wanted, item)| fits(wanted, Some(item)))
                || wanted.iter().any(|wanted| fits(wanted, Some(found)))
        }
        (Value::Array(wanted), found) => wanted.iter().any(|wanted| fits(wanted, Some(found))),
        (wanted, found) => wanted == found,
    }
}

fn misfit_of_key(key: &str, wanted: &Value, all: &[Value]) -> Option<Misfit> {
    if all.iter().any(|data| fits(wanted, data.get(key))) {
        return None;
    }
    let mut known: Vec<&str> = all.iter().filter_map(Value::as_object).flatten().map(|(key, _)| key.as_str()).collect();
    known.sort_unstable();
    known.dedup();
    if !known.contains(&key) {
        return Some(Misfit {
            path: vec![key.to_owned()],
            is_key: true,
            problem: format!("no legal action here has the key \"{key}\""),
            expected: Some(quoted_list(&known, "or")),
            near: nearest(key, &known),
        });
    }
    let mut values: Vec<String> = all.iter().filter_map(|data| data.get(key)).map(bare).collect();
    values.sort_unstable();
    values.dedup();
    let near = wanted.as_str().and_then(|wanted| nearest(wanted, &values));
    Some(Misfit {
        path: vec![key.to_owned()],
        is_key: false,
        problem: format!("no legal action here has \"{key}\" {}", bare(wanted)),
        expected: (values.len() <= MOST_LISTED).then(|| quoted_list(&values, "or")),
        near,
    })
}

/// A value as text, without the quotes of a string.
fn bare(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn pattern(value: Value) -> Pattern {
        Pattern::new(value.as_object().expect("an object").clone())
    }

    #[test]
    fn a_pattern_fits_data_that_have_its_keys() {
        let action = json!({"kind": "move_to", "unit": "R1", "hex": "0503", "hexes": 2, "path": [{"advance": 5.0}]});
        for wanted in [
            json!({}),
            json!({"kind": "move_to"}),
            json!({"hex": ["0502", "0503"]}),
            json!({"hexes": 2.0}),
            json!({"path": [{"advance": 5}]}),
            json!({"impetuous": false}),
        ] {
            assert!(pattern(wanted.clone()).fits(&action), "{wanted}");
        }
        for wanted in [json!({"hex": "0502"}), json!({"hex": ["0502"]}), json!({"who": "R1"}), json!({"path": []})] {
            assert!(!pattern(wanted.clone()).fits(&action), "{wanted}");
        }
    }

    #[test]
    fn a_misfit_names_the_key_or_the_value_and_the_nearest_known_one() {
        let all = [json!({"kind": "activate", "officer": "RO1"}), json!({"kind": "pick", "unit": "R1"})];
        let misfit = |wanted: Value| pattern(wanted).misfit(&all);
        assert_eq!(misfit(json!({"kind": "pick"})), None);
        let key = misfit(json!({"kind": "pick", "unitt": "R1"})).unwrap();
        assert_eq!((key.is_key, key.near.as_deref()), (true, Some("unit")));
        let value = misfit(json!({"kind": "activat"})).unwrap();
        assert_eq!((value.is_key, value.near.as_deref()), (false, Some("activate")));
        assert_eq!(misfit(json!({"kind": "activate", "unit": "R1"})).unwrap().path, Vec::<String>::new());
    }
}
