//! The parameters of a run in words, from its manifest.

use super::folder::{ResultFolder, names};
use super::number::{name, shortened};
use super::sheet::Row;
use std::path::Path;

/// Keys of a plan or a question with the words that a page has for them.
const WORDS: [(&str, &str); 27] = [
    ("rulebook", "Rulebook"),
    ("rules", "Rules"),
    ("scenarios", "Scenarios"),
    ("bots", "Bots"),
    ("bot", "Bot"),
    ("armies", "Armies"),
    ("against", "Against"),
    ("troops", "Troops"),
    ("parts", "Forbidden parts"),
    ("budget", "Points of an army"),
    ("budgets", "Points of an army"),
    ("games", "Games requested"),
    ("held_out", "Games of held-out armies"),
    ("steps", "Fits"),
    ("unseen_scenarios", "Scenarios without part in the fit"),
    ("unseen_bots", "Bots without part in the fit"),
    ("unseen_games", "Games on each of them"),
    ("worst_armies", "Games of each of the worst armies"),
    ("population", "Lists in a generation"),
    ("generations", "Generations"),
    ("confirm", "Games of the confirmation"),
    ("allocate", "Allocation of games"),
    ("luck", "Value function of luck"),
    ("quarantine", "Faults until quarantine"),
    ("seed", "Seed"),
    ("repeatable", "Repeatable"),
    ("tolerance", "Tolerance of the budget"),
];

/// The longest list of names, in characters.
const LONGEST: usize = 600;

/// The parameters in a table of a manifest.
pub fn facts(folder: &ResultFolder, table: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let Some(part) = folder.part(table) else { return found };
    for (key, words) in WORDS {
        let values = names(part.get(key));
        if !values.is_empty() {
            found.push((words.to_owned(), shortened(&values.join(", "), LONGEST)));
        }
    }
    for (key, words) in [("version", "Version of the program"), ("signature", "Engine signature")] {
        found.extend(names(folder.manifest.get(key)).pop().map(|value| (words.to_owned(), value)));
    }
    found
}

/// The bot and the budget of a row.
pub fn bot_and_budget(row: Row<'_>) -> String {
    bot_and_points(row.text("bot"), row.text("budget"))
}

/// A bot and the points of an army.
pub fn bot_and_points(bot: &str, budget: &str) -> String {
    let points = budget.parse::<f64>().map_or_else(|_| budget.to_owned(), |points| points.to_string());
    format!("{}, {points} points", name(bot))
}

/// The subject of a page: rules on scenarios.
pub fn subject(folder: &ResultFolder, table: &[&str]) -> String {
    let listed = |key: &str| folder.part(table).map(|part| names(part.get(key)).join(", ")).unwrap_or_default();
    let (rules, scenarios) = (listed("rules"), listed("scenarios"));
    // Studies name the path of their rules.
    let stem = Path::new(&rules).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let rules = if rules.ends_with(".toml") { stem.unwrap_or_default() } else { rules };
    let both = if scenarios.is_empty() { rules } else { format!("{rules} on {scenarios}") };
    shortened(&both, 160)
}
