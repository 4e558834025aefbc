//! Words as they are given to a shell.

pub(super) use crate::data::quoted_word as quoted;

/// A command line of these words.
pub(super) fn line<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words.into_iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// The words of a command line without these options, given by their long names, and whether they have a value.
pub(super) fn without<'a>(words: &'a [String], options: &[(&str, bool)]) -> Vec<&'a str> {
    let (mut kept, mut is_value) = (Vec::new(), false);
    for word in words {
        let option = word.split('=').next().unwrap_or(word);
        let left_out = options.iter().find(|(name, _)| option.strip_prefix("--") == Some(name));
        match left_out {
            _ if is_value => is_value = false,
            Some((_, has_value)) => is_value = *has_value && option == word,
            None => kept.push(word.as_str()),
        }
    }
    kept
}
