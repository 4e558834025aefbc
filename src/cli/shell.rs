//! Words as they are given to a shell.

use std::borrow::Cow;

/// A word, quoted where a shell needs it; one that cannot be quoted as it is.
pub(super) fn quoted(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), Cow::into_owned)
}

/// A command line of these words.
pub(super) fn line<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words.into_iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// Options that do not change what is played: switches, and those with a value.
const SWITCHES_OF_PLAY: [&str; 2] = ["--quiet", "--force"];
const VALUES_OF_PLAY: [&str; 4] = ["--out", "--threads", "--checkpoint", "--log"];

/// The words of a command line without the options that do not change what is played.
pub(super) fn without_play(words: &[String]) -> Vec<&str> {
    without(words, &SWITCHES_OF_PLAY, &VALUES_OF_PLAY)
}

/// The words of a command line without these switches, and without these options and their values.
pub(super) fn without<'a>(words: &'a [String], switches: &[&str], values: &[&str]) -> Vec<&'a str> {
    let (mut kept, mut is_value) = (Vec::new(), false);
    for word in words {
        let option = word.split('=').next().unwrap_or(word);
        match () {
            () if is_value => is_value = false,
            () if switches.contains(&option) => {}
            () if values.contains(&option) => is_value = option == word,
            () => kept.push(word.as_str()),
        }
    }
    kept
}
