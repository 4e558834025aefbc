//! Texts that end in the hash of themselves, so that no change to one goes unnoticed.

use super::whole::hash_of_bytes;

/// What the last line of a sealed text begins with: a comment in TOML.
const MARK: &str = "# BLAKE3 of all lines above: ";

/// The text with its hash as a further line.
pub fn seal(text: &str) -> String {
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    let text = format!("{text}{end}");
    let hash = hash_of_bytes(text.as_bytes());
    format!("{text}{MARK}{hash}\n")
}

/// What was sealed; nothing if the text is not as it was written.
pub fn unsealed(text: &str) -> Option<&str> {
    let above = text.strip_suffix('\n')?.rfind('\n').map_or(0, |end| end + 1);
    let (body, last) = text.split_at(above);
    let hash = last.strip_prefix(MARK)?.strip_suffix('\n')?;
    (hash == hash_of_bytes(body.as_bytes())).then_some(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_change_to_any_byte_is_noticed() {
        for text in ["", "seed = 5\n", "seed = 5\n\n[plan]\ngames = 400"] {
            let sealed = seal(text);
            assert_eq!(unsealed(&sealed).map(|found| found.trim_end_matches('\n')), Some(text.trim_end_matches('\n')));
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
}
