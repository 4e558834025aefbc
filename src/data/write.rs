//! Data as the text of a TOML file, in the order of its keys. TOML has no null: a null key is left out, and a null
//! entry of a list is the string "none".

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::Value;

/// The text of a TOML file with this data.
///
/// # Panics
/// If the data is not an object: a file is a table.
pub fn toml_text(data: &Value) -> String {
    toml::to_string(&Plain(data)).expect("an object without null is a TOML table")
}

/// A value in a form that TOML supports.
struct Plain<'a>(&'a Value);

impl Serialize for Plain<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Null => serializer.serialize_str("none"),
            Value::Array(list) => {
                let mut sequence = serializer.serialize_seq(Some(list.len()))?;
                list.iter().try_for_each(|value| sequence.serialize_element(&Plain(value)))?;
                sequence.end()
            }
            Value::Object(object) => {
                let there = || object.iter().filter(|(_, value)| !value.is_null());
                let mut map = serializer.serialize_map(Some(there().count()))?;
                there().try_for_each(|(key, value)| map.serialize_entry(key, &Plain(value)))?;
                map.end()
            }
            value => value.serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_written_reads_back_in_order_and_without_null() {
        let data = json!({
            "z": 1, "list": [null, "a"], "gone": null, "table": { "b": 2.5, "a": [1.0, -3.25] },
            "rows": [{ "x": true }, { "x": false }],
        });
        let text = toml_text(&data);
        let read: toml::Table = text.parse().expect("TOML");
        let expected = json!({
            "z": 1, "list": ["none", "a"], "table": { "b": 2.5, "a": [1.0, -3.25] },
            "rows": [{ "x": true }, { "x": false }],
        });
        assert_eq!(serde_json::to_value(read).expect("plain data"), expected, "{text}");
        assert!(text.starts_with("z = 1\n"), "{text}");
    }
}
