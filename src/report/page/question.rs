//! The command that repeats a study, made again from the question in its manifest, where every default is written out.

use super::folder::{ResultFolder, names};
use crate::report::format::fixed;

/// How the value of a key becomes an option.
#[derive(Clone, Copy)]
enum How {
    /// Words without an option before them.
    Positional,
    /// An option with its values separated by commas.
    Listed(&'static str),
    /// An option in per cent of a share; left out where the share is 0.
    Percent(&'static str),
    /// An option with its number; left out where it is 1.
    Steps(&'static str),
    /// An option without a value, where the key is true.
    Flag(&'static str),
}

use How::{Flag, Listed, Percent, Positional, Steps};

/// The keys of the questions of balance, breaker and probe with their options.
const BALANCE: [(&str, How); 19] = [
    ("scenarios", Positional),
    ("armies", Listed("--armies")),
    ("troops", Listed("--troops")),
    ("limits", Listed("--limit")),
    ("rules", Listed("--rules")),
    ("bots", Listed("--bots")),
    ("ratings", Listed("--ratings")),
    ("budgets", Listed("--budget")),
    ("games", Listed("--games")),
    ("held_out", Listed("--held-out")),
    ("spread", Percent("--spread")),
    ("tolerance", Percent("--tolerance")),
    ("variation", Percent("--variations")),
    ("vary", Listed("--vary")),
    ("steps", Steps("--iterate")),
    ("unseen_scenarios", Listed("--unseen-scenarios")),
    ("unseen_bots", Listed("--unseen-bots")),
    ("unseen_games", Listed("--unseen-games")),
    ("worst_armies", Listed("--worst-armies")),
];
const BREAKER: [(&str, How); 12] = [
    ("scenarios", Positional),
    ("armies", Listed("--armies")),
    ("against", Listed("--against")),
    ("troops", Listed("--troops")),
    ("limits", Listed("--limit")),
    ("rules", Listed("--rules")),
    ("bot", Listed("--bot")),
    ("budget", Listed("--budget")),
    ("population", Listed("--population")),
    ("generations", Listed("--generations")),
    ("games", Listed("--games")),
    ("confirm", Listed("--confirm")),
];
const PROBE: [(&str, How); 5] = [
    ("scenarios", Listed("--scenarios")),
    ("armies", Listed("--armies")),
    ("rules", Listed("--rules")),
    ("bots", Listed("--bots")),
    ("games", Listed("--games")),
];

/// The command of a study; `None` where its manifest has no question.
pub fn command(folder: &ResultFolder, command: &'static str) -> Option<String> {
    let question = folder.part(&["question"])?;
    let own: &[(&str, How)] = match command {
        "balance" => &BALANCE,
        "breaker" => &BREAKER,
        _ => &PROBE,
    };
    // Parts that are not named are those that offer a choice, which the same command finds again.
    let is_named = question.get("by_name").and_then(toml::Value::as_bool) == Some(true);
    let forbidden = is_named.then_some(("parts", Listed("--forbid")));
    let more = [("least_change", Flag("--least-change")), ("round", Listed("--round")), ("seed", Listed("--seed"))];
    // Names of other files than those of the program hold where the command was given: the manifest has their texts.
    let inputs = folder.manifest.get("inputs").and_then(toml::Value::as_array);
    if inputs.into_iter().flatten().any(|input| input.get("text").is_some()) {
        return Some("reglette run .".to_owned());
    }
    let mut words = vec!["reglette".to_owned(), command.to_owned()];
    for (key, how) in own.iter().copied().chain(forbidden).chain(more) {
        let values = names(question.get(key));
        let number = question.get(key).and_then(toml::Value::as_float);
        match how {
            _ if values.is_empty() => {}
            Positional => words.extend(values),
            Listed(option) => words.extend([option.to_owned(), values.join(",")]),
            Percent(option) => {
                if let Some(share) = number.filter(|share| *share > 0.0) {
                    words.extend([option.to_owned(), shortest(100.0 * share)]);
                }
            }
            Steps(option) if values != ["1"] => words.extend([option.to_owned(), values.concat()]),
            Steps(_) => {}
            Flag(option) if values == ["yes"] => words.push(option.to_owned()),
            Flag(_) => {}
        }
    }
    shlex::try_join(words.iter().map(String::as_str)).ok()
}

/// A number without the zeros at its end.
fn shortest(number: f64) -> String {
    let text = fixed(number, 6);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
