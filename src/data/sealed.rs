//! Texts that contain their own hash, so that changes are detected: a file in its last line, a line at its beginning.

use super::whole::hash_of_bytes;

/// The start of the last line of a sealed text: a comment in TOML.
const MARK: &str = "# BLAKE3 of all lines above: ";

/// The text with its hash as a further line.
pub fn seal(text: &str) -> String {
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    let text = format!("{text}{end}");
    let hash = hash_of_bytes(text.as_bytes());
    format!("{text}{MARK}{hash}\n")
}

/// The original text; `None` if it has changed since it was sealed.
pub fn unsealed(text: &str) -> Option<&str> {
    let above = text.strip_suffix('\n')?.rfind('\n').map_or(0, |end| end + 1);
    let (body, last) = text.split_at(above);
    let hash = last.strip_prefix(MARK)?.strip_suffix('\n')?;
    (hash == hash_of_bytes(body.as_bytes())).then_some(body)
}

/// A line prefixed by its hash, which is the first half of the BLAKE3 of the line and the hash of what it belongs to.
pub fn sealed_line(to: &str, text: &str) -> String {
    format!("{} {text}\n", hash_of_line(to, text))
}

/// The text of a sealed line; `None` if it has changed, or belongs to something else.
pub fn unsealed_line<'a>(to: &str, line: &'a str) -> Option<&'a str> {
    let (hash, text) = line.strip_suffix('\n')?.split_once(' ')?;
    (hash == hash_of_line(to, text)).then_some(text)
}

fn hash_of_line(to: &str, text: &str) -> String {
    blake3::Hasher::new().update(to.as_bytes()).update(text.as_bytes()).finalize().to_hex()[..32].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_change_to_any_byte_is_noticed() {
        for (text, as_read) in
            [("", ""), ("seed = 5\n", "seed = 5\n"), ("[plan]\n\ngames = 400", "[plan]\n\ngames = 400\n")]
        {
            let sealed = seal(text);
            assert_eq!(unsealed(&sealed), Some(as_read));
            for place in 0..sealed.len() {
                for bit in 0..7 {
                    let mut bytes = sealed.clone().into_bytes();
                    bytes[place] ^= 1 << bit;
                    let changed = String::from_utf8(bytes).expect("seven bits are ASCII");
                    assert_eq!(unsealed(&changed), None, "{changed}");
                }
                assert_eq!(unsealed(&sealed[..place]), None, "cut off at {place}");
            }
        }
        assert_eq!(unsealed("seed = 5\n"), None, "a text without a seal");
    }

    #[test]
    fn a_line_belongs_to_what_it_was_sealed_for() {
        let line = sealed_line("plan", "12,red,3");
        assert_eq!(unsealed_line("plan", &line), Some("12,red,3"));
        assert_eq!(unsealed_line("another plan", &line), None);
        for place in 0..line.len() {
            let mut bytes = line.clone().into_bytes();
            bytes[place] ^= 1;
            assert_eq!(unsealed_line("plan", std::str::from_utf8(&bytes).expect("ASCII")), None, "byte {place}");
            assert_eq!(unsealed_line("plan", &line[..place]), None, "cut off at {place}");
        }
    }
}
