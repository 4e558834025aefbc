//! Paths in plan files are relative to the folder of the plan, as those of `extends` are to the file that names them:
//! a plan is played from any folder, and moved together with its files. Names of files that are not beside the plan
//! remain names, to be found among the available files.

use crate::cli::check::As;
use crate::data::relative::{normal, relative};
use crate::data::{COMMA, seeded};
use std::path::{Path, absolute};
use toml::Value;

/// The options that name files to be read, by name or path.
const READ: [&str; 19] = [
    "scenarios",
    "scenario",
    "army",
    "armies",
    "bot",
    "bots",
    "against",
    "rules",
    "position",
    "pairings",
    "ratings",
    "luck",
    "plays-on",
    "fast",
    "search",
    "match-scenarios",
    "confirm-scenarios",
    "what",
    "again",
];

/// Those of them that are paths alone, in which a comma is a comma.
const PATHS: [&str; 2] = ["pairings", "again"];

/// The options that name files or folders to be written.
const WRITTEN: [&str; 2] = ["out", "write"];

/// The kind of the files that an option names, where all its values are names of files of one kind.
pub(super) fn kind_of(option: &str) -> Option<As> {
    Some(match option {
        "scenarios" | "scenario" | "match-scenarios" | "confirm-scenarios" => As::Scenario,
        "army" | "armies" => As::Army,
        "bot" | "bots" | "fast" | "search" | "plays-on" => As::Bot,
        "rules" => As::Rules,
        "position" => As::Position,
        "luck" => As::Value,
        _ => return None,
    })
}

/// The options of a plan in this folder, as they are written on a command line in the current folder.
pub(super) fn from_folder(folder: &Path, options: &mut [(String, Value)]) {
    if folder.as_os_str().is_empty() {
        return;
    }
    for (key, value) in options {
        let is_written = WRITTEN.contains(&key.as_str());
        if is_written || READ.contains(&key.as_str()) {
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
    let (Ok(here), Ok(folder)) =
        (absolute("."), absolute(if folder.as_os_str().is_empty() { Path::new(".") } else { folder }))
    else {
        return;
    };
    if normal(&here) == normal(&folder) {
        return;
    }
    for (key, value) in options {
        let is_written = WRITTEN.contains(&key.as_str());
        if is_written || READ.contains(&key.as_str()) {
            each_text(value, &|text| {
                let path = Path::new(text);
                let is_moved = path.is_relative() && (is_written || exists(key, Path::new(&text.replace(COMMA, ","))));
                let path = is_moved.then(|| relative(&normal(&here.join(path)), &normal(&folder)))?;
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
                let is_known = [&READ[..], &WRITTEN].concat().contains(&key(arg).as_str());
                assert!(is_known || !is_file, "{name}: {} ({kind}): {help}", key(arg));
            }
        }
    }

    #[test]
    fn the_way_from_a_folder_leads_up_and_down() {
        let way = |path: &str, folder: &str| relative(Path::new(path), Path::new(folder));
        assert_eq!(way("/a/b/c.toml", "/a/b"), Path::new("c.toml"));
        assert_eq!(way("/a/c.toml", "/a/b/d"), Path::new("../../c.toml"));
        assert_eq!(way("/a/b/c", "/a/d"), Path::new("../b/c"));
        assert_eq!(normal(Path::new("/a/./b/../c")), Path::new("/a/c"));
    }
}
