//! Lines of the transcript of a game against a program, shortened to fit the terminal.

use crate::report::screen;

/// The maximum length of a transcript line, in characters, unless whole lines are requested.
const SHOWN: usize = 160;
/// What else is on the line of a shortened message: at most `> `, `… ` in it and `… (1234567 bytes)`.
const BESIDE: usize = 22;
/// Where the list of actions begins in a request for a decision. The position before it is long, and the list is what
/// a program chooses from.
const ACTIONS: &str = "\"actions\":";

/// The beginning of a line; of a request for a decision also the beginning of its list of actions.
pub(super) fn shortened(line: &str) -> String {
    within(line, SHOWN.min(screen::width().saturating_sub(BESIDE)))
}

fn within(line: &str, room: usize) -> String {
    let beginning = |text: &str, room: usize| -> String { text.chars().take(room).collect() };
    let mut shown = beginning(line, room);
    if shown.len() == line.len() {
        return shown;
    }
    if let Some(at) = line.find(ACTIONS).filter(|at| *at > room / 2) {
        shown = format!("{}… {}", beginning(line, room / 2), beginning(&line[at..], room - room / 2));
    }
    format!("{shown}… ({} bytes)", line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shortened_request_shows_the_beginning_of_its_actions() {
        let position = "x".repeat(100);
        let line = format!("> {{\"type\":\"choose\",\"position\":\"{position}\",\"actions\":[1,2,3,4,5,6,7,8,9]}}");
        assert_eq!(within(&line, 40), "> {\"type\":\"choose\",\"… \"actions\":[1,2,3,4,5… (163 bytes)");
        assert_eq!(within("> short", 40), "> short");
        assert_eq!(within(&"y".repeat(50), 10), "yyyyyyyyyy… (50 bytes)");
    }
}
