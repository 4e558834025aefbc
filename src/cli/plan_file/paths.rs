//! Paths in plan files are relative to the folder of the plan, as those of `extends` are to the file that names them:
//! a plan is played from any folder, and moved together with its files. Names of files that are not beside the plan
//! remain names, to be found among the available files.

use crate::cli::check::As;
use crate::data::relative::way;
use crate::data::{COMMA, seeded};
use std::path::Path;
use toml::Value;

/// The options that name files to be read, by name or path, each with the kind of its files where all are of one kind.
const READ: [(&str, Option<As>); 20] = [
    ("scenarios", Some(As::Scenario)),
    ("scenario", Some(As::Scenario)),
    ("army", Some(As::Army)),
    ("armies", Some(As::Army)),
    ("bot", Some(As::Bot)),
    ("bots", Some(As::Bot)),
    ("against", None),
    ("rules", Some(As::Rules)),
    ("position", Some(As::Position)),
    ("pairings", None),
    ("ratings", None),
    ("luck", Some(As::Value)),
    ("plays-on", Some(As::Bot)),
    ("by", Some(As::Bot)),
    ("fast", Some(As::Bot)),
    ("search", Some(As::Bot)),
    ("match-scenarios", Some(As::Scenario)),
    ("confirm-scenarios", Some(As::Scenario)),
    ("what", None),
    ("again", None),
];

/// Whether an option names files to be read.
fn is_read(option: &str) -> bool {
    READ.iter().any(|(name, _)| *name == option)
}

/// Those of them that are paths alone, in which a comma is a comma.
const PATHS: [&str; 2] = ["pairings", "again"];

/// The options that name files or folders to be written.
const WRITTEN: [&str; 2] = ["out", "write"];

/// The kind of the files that an option names, where all its values are names of files of one kind.
pub(super) fn kind_of(option: &str) -> Option<As> {
    READ.iter().find(|(name, _)| *name == option)?.1
}

/// The options of a plan in this folder, as they are written on a command line in the current folder.
pub(super) fn from_folder(folder: &Path, options: &mut [(String, Value)]) {
    if folder.as_os_str().is_empty() {
        return;
    }
    for (key, value) in options {
        let is_written = WRITTEN.contains(&key.as_str());
        if is_written || is_read(key) {
            each_text(value, &|text| {
                let path = folder.join(text.replace(COMMA, ","));
                let path = (is_written || exists(key, &path)).then(|| path.to_str().map(str::to_owned)).flatten();
                // A comma separates names.
                let is_name = !is_written && !PATHS.contains(&key.as_str());
                path.map(|path| if is_name { path.replace(',', COMMA) } else { path })
            });
        }
    }
}

/// The options of a command line in the current folder, as they are written in a plan in this folder.
pub(super) fn to_folder(folder: &Path, options: &mut [(String, Value)]) {
    if way(Path::new(""), folder).is_none_or(|way| way.as_os_str().is_empty()) {
        return;
    }
    for (key, value) in options {
        let is_written = WRITTEN.contains(&key.as_str());
        if is_written || is_read(key) {
            each_text(value, &|text| {
                let path = Path::new(text);
                let is_moved = path.is_relative() && (is_written || exists(key, Path::new(&text.replace(COMMA, ","))));
                let path = if is_moved { way(path, folder)? } else { return None };
                path.to_str().map(|path| path.replace('\\', "/"))
            });
        }
    }
}

/// Whether there is a file of this path, perhaps without its ending, or with the seed of a scenario; for some options,
/// a folder.
fn exists(key: &str, path: &Path) -> bool {
    let is_there = |path: &str| Path::new(path).is_file() || Path::new(&format!("{path}.toml")).is_file();
    let may_be_folder = ["what", "again"].contains(&key);
    let is_of_seed = |text: &str| {
        let first = seeded::expand(text).into_iter().next();
        first.is_some_and(|name| seeded::split(&name).is_some_and(|(base, _)| is_there(base)))
    };
    (may_be_folder && path.is_dir()) || path.to_str().is_some_and(|text| is_there(text) || is_of_seed(text))
}

/// Replaces each text of a value, where there is a replacement.
fn each_text(value: &mut Value, replacement: &dyn Fn(&str) -> Option<String>) {
    match value {
        Value::String(text) if !text.is_empty() => {
            if let Some(other) = replacement(text) {
                *text = other;
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| each_text(value, replacement)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::{COMMANDS, is_planned, key};
    use super::*;
    use crate::cli::Cli;

    #[test]
    fn every_option_that_names_a_file_is_known() {
        let commands = Cli::whole_command();
        for name in COMMANDS {
            let command = commands.find_subcommand(name).unwrap();
            for arg in command.get_arguments().filter(|arg| is_planned(arg)) {
                let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
                let kind = arg.get_value_names().and_then(|names| names.first()).map_or("", |name| name.as_str());
                let is_file = ["FILE", "DIR", "SCENARIO", "BOT", "POSITION", "FILE|FOLDER|RULEBOOK"].contains(&kind)
                    || help.contains("by name or path");
                let is_known = is_read(&key(arg)) || WRITTEN.contains(&key(arg).as_str());
                assert!(is_known || !is_file, "{name}: {} ({kind}): {help}", key(arg));
            }
        }
    }
}
