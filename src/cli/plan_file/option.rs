//! An option of a command line as a key of a plan with its value.

use crate::cli::play_options;
use clap::{Arg, ArgAction, ArgMatches};
use toml::Value;

/// The name of an option in a plan: its long name; of an argument without one, its own.
pub(super) fn key(arg: &Arg) -> String {
    arg.get_long().map_or_else(|| arg.get_id().as_str().to_owned(), str::to_owned)
}

/// Whether it determines the results.
pub(super) fn is_of_plan(arg: &Arg) -> bool {
    !play_options::contains(arg)
}

/// Whether it is a key of the plan that help shows.
pub(super) fn is_planned(arg: &Arg) -> bool {
    is_of_plan(arg) && !arg.is_hide_set()
}

/// Whether it is given without a value.
pub(super) fn is_switch(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::SetTrue)
}

/// Whether it takes several values.
pub(super) fn is_list(arg: &Arg) -> bool {
    let takes_several = arg.get_num_args().is_some_and(|range| range.max_values() > 1);
    arg.get_value_delimiter().is_some() || takes_several || matches!(arg.get_action(), ArgAction::Append)
}

/// A word of a command line as TOML: a whole number where it is written as one.
pub(super) fn value_of(word: &str) -> Value {
    match word.parse::<i64>() {
        Ok(number) if number.to_string() == word => Value::Integer(number),
        _ => Value::String(word.to_owned()),
    }
}

/// The word of a command line for a value that is neither list nor table.
pub(super) fn word_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The value of an option on a parsed command line; `None` where it has none.
pub(super) fn found(arg: &Arg, matches: &ArgMatches) -> Option<Value> {
    let id = arg.get_id().as_str();
    if is_switch(arg) {
        return matches.get_flag(id).then_some(Value::Boolean(true));
    }
    let words: Vec<Value> = matches.get_raw(id)?.map(|word| value_of(&word.to_string_lossy())).collect();
    if is_list(arg) { Some(Value::Array(words)) } else { words.into_iter().next() }
}
