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
