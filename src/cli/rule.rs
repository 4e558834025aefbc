//! A rule by its ID: what the ledgers in `docs/rules` say about it.

use super::pages::{self, Page};

/// What a ledger says about a rule.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The path of the ledger.
    pub path: String,
    /// The rule, the interpretation or the worked example; a table with its rows.
    pub text: String,
}

/// The folder of the ledgers.
const FOLDER: &str = "docs/rules/";

/// The entries of an ID, such as J1.3, EI-76 or T6, in upper or lower case: one for each ledger that has it.
pub(super) fn entries(id: &str) -> Vec<Entry> {
    let id = id.to_uppercase();
    let is_id = id.starts_with(|letter: char| letter.is_ascii_uppercase())
        && id.contains(|letter: char| letter.is_ascii_digit())
        && id.chars().all(|letter| letter.is_ascii_alphanumeric() || ".-".contains(letter));
    if !is_id {
        return Vec::new();
    }
    let ledgers = pages::all().into_iter().filter(|page| page.path.starts_with(FOLDER));
    ledgers.filter_map(|Page { path, text }| Some(Entry { path, text: entry(text, &id)? })).collect()
}

/// The entry of an ID in a ledger: a line, or the part below a heading.
fn entry(ledger: &str, id: &str) -> Option<String> {
    let after = |line: &'_ str, head: &str| line.strip_prefix(head)?.strip_prefix(id).map(str::to_owned);
    let is_entry = |line: &str| {
        after(line, "- **").is_some_and(|rest| rest.starts_with("**"))
            || after(line, "**").is_some_and(|rest| rest.starts_with(" — "))
    };
    let is_heading = |line: &str| after(line, "### ").is_some_and(|rest| rest.starts_with(['.', ' ']));
    let lines: Vec<&str> = ledger.lines().collect();
    if let Some(at) = lines.iter().position(|line| is_entry(line)) {
        let more = lines[at + 1..].iter().take_while(|line| line.starts_with("  ")).count();
        return Some(lines[at..=at + more].join("\n"));
    }
    let at = lines.iter().position(|line| is_heading(line))?;
    let more = lines[at + 1..].iter().take_while(|line| !line.starts_with('#')).count();
    Some(lines[at..=at + more].join("\n").trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_a_line_or_a_table() {
        let ledger = "- **J1.3** Support.\n- **J1.30** Other.\n\n**EI-7 — Name.** Text.\n\n### T6. Dice\n\n| a |\n\n\
                      ### T60. B\n";
        let found = |id: &str| entry(ledger, id);
        assert_eq!(found("J1.3").as_deref(), Some("- **J1.3** Support."));
        assert_eq!(found("EI-7").as_deref(), Some("**EI-7 — Name.** Text."));
        assert_eq!(found("T6").as_deref(), Some("### T6. Dice\n\n| a |"));
        assert_eq!(found("J1"), None);
    }
}
