//! Limits on how much of a file is read, stored and quoted, so that time and memory remain bounded whatever is on the
//! disk.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The largest file that is read, in bytes: several times that of any shipped one. Reading takes up to 280 bytes of
/// memory for each (lists of deep tables).
pub const MOST_BYTES: u64 = 512 << 10;
/// The maximum number of entries of a list or of a table.
pub const MOST_ENTRIES: usize = 10_000;
/// The maximum number of files in a chain of `extends`.
pub const MOST_LAYERS: usize = 16;
/// The maximum number of faults of a file.
pub const MOST_FAULTS: usize = 200;
/// The maximum number of characters of a line that are shown.
pub const WIDEST: usize = 160;

/// The text of a file.
///
/// # Errors
/// Why it is not read: the system's error, that it is not text, or that it is too large.
pub fn read_text(path: &Path) -> Result<String, String> {
    let reason = |error: io::Error| match error.kind() {
        io::ErrorKind::InvalidData => "it is not UTF-8 text".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    };
    let too_large = || format!("it is larger than the limit of {} KiB", MOST_BYTES >> 10);
    if fs::metadata(path).map_err(reason)?.len() > MOST_BYTES {
        return Err(too_large());
    }
    let mut text = String::new();
    // It may grow meanwhile, or have no size at all.
    File::open(path).map_err(reason)?.take(MOST_BYTES + 1).read_to_string(&mut text).map_err(reason)?;
    if text.len() as u64 > MOST_BYTES {
        return Err(too_large());
    }
    // Some editors put a mark of the encoding before the text.
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}

/// A text without terminal control characters.
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.contains(char::is_control) { text.replace(char::is_control, "\u{fffd}").into() } else { text.into() }
}

/// A value of a file as repeated in messages: lists and tables by their type, numbers without trailing zeros, long
/// texts cut.
pub fn shown(value: &toml::Value) -> String {
    const PLAIN: std::ops::Range<f64> = 1e-6..1e15;
    let text = match value {
        toml::Value::Array(_) => return "a list".to_owned(),
        toml::Value::Table(_) => return "a table".to_owned(),
        toml::Value::Float(number) if *number != 0.0 && number.is_finite() && !PLAIN.contains(&number.abs()) => {
            format!("{number:e}")
        }
        other => other.to_string(),
    };
    match text.char_indices().nth(WIDEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_too_large_or_no_text_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        let read = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            read_text(&path)
        };
        assert_eq!(read(b"a = 1").as_deref(), Ok("a = 1"));
        assert_eq!(read(&vec![b' '; MOST_BYTES as usize]).map(|text| text.len()), Ok(MOST_BYTES as usize));
        assert_eq!(read(&vec![b' '; MOST_BYTES as usize + 1]).unwrap_err(), "it is larger than the limit of 512 KiB");
        assert_eq!(read(&[0xff, 0xfe]).unwrap_err(), "it is not UTF-8 text");
    }

    #[test]
    fn values_are_shown_in_few_characters() {
        let cases: [(toml::Value, &str); 6] = [
            (1e300.into(), "1e300"),
            ((-2.5e-9).into(), "-2.5e-9"),
            (0.25.into(), "0.25"),
            (7.into(), "7"),
            (toml::Value::Array(Vec::new()), "a list"),
            ("word".into(), "\"word\""),
        ];
        for (value, text) in cases {
            assert_eq!(shown(&value), text);
        }
        assert_eq!(shown(&"x".repeat(5_000).into()).chars().count(), WIDEST + 1);
    }

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(printable("a\u{1b}[31mb\nc\u{9b}"), "a\u{fffd}[31mb\u{fffd}c\u{fffd}");
        assert!(matches!(printable("plain — text"), Cow::Borrowed(_)));
    }
}
