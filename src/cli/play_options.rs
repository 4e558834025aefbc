//! Options that change how a command is played and shown, but not its results.

use super::shell;
use clap::Arg;

/// Their long names, and whether they have a value.
const ALL: [(&str, bool); 12] = [
    ("help", false),
    ("version", false),
    ("resume", true),
    ("threads", true),
    ("quiet", false),
    ("json", false),
    ("markdown", false),
    ("log", true),
    ("log-json", false),
    ("checkpoint", true),
    ("color", true),
    ("write-plan", true),
];

/// Where results are written: no part of what is played either, but of a plan.
const DESTINATION: [(&str, bool); 2] = [("out", true), ("force", false)];

/// Whether it is one of them.
pub(super) fn contains(arg: &Arg) -> bool {
    arg.get_long().is_some_and(|long| ALL.iter().any(|(name, _)| *name == long))
}

/// The words of a command line without them, and without where its results are written.
pub(super) fn without(words: &[String]) -> Vec<&str> {
    shell::without(words, &[&ALL[..], &DESTINATION].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use crate::cli::plan_file::COMMANDS;
    use std::collections::BTreeSet;

    /// Each is an option of some command with plans, and has a value exactly where the table says so.
    #[test]
    fn the_table_agrees_with_the_commands() {
        let mut whole = Cli::whole_command();
        whole.build();
        let table = [&ALL[..], &DESTINATION].concat();
        let mut met = BTreeSet::new();
        for command in COMMANDS.iter().map(|name| whole.find_subcommand(name).expect("a command")) {
            for arg in command.get_arguments() {
                let Some((name, has_value)) = table.iter().find(|(name, _)| arg.get_long() == Some(name)) else {
                    continue;
                };
                assert_eq!(arg.get_action().takes_values(), *has_value, "--{name} of {}", command.get_name());
                met.insert(*name);
            }
        }
        assert_eq!(met, table.iter().map(|(name, _)| *name).collect());
    }

    #[test]
    fn the_words_that_determine_the_results_remain() {
        let words = "compare sprint --threads 2 --games=40 --quiet --out here --color=never --seed 3 --json";
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        assert_eq!(without(&words), ["compare", "sprint", "--games=40", "--seed", "3"]);
    }
}
