//! Plan files: a command with its options as TOML, to be kept, shared and compared. `--write-plan` makes one from the
//! command line of any command that has plans, `reglette run` plays it.

mod option;
mod paths;

use self::option::{found, is_list, is_of_plan, is_planned, is_switch, key, word_of};

use super::check::As;
use super::{Cli, CliError};
use crate::data::message::quoted_list;
use crate::data::{DataError, Document, Fault, Kind, Library, Mark, PathStep, Source, read_text, seeded};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use toml::Value;

/// The key of the command.
pub(super) const COMMAND: &str = "command";

/// The commands of which there are plans.
pub(super) const COMMANDS: [&str; 13] = [
    "tournament",
    "metagame",
    "compare",
    "tune",
    "train",
    "fit-value",
    "balance",
    "breaker",
    "probe",
    "problems",
    "decisions",
    "make-decisions",
    "odds",
];

/// Values of options that otherwise name files.
const NO_FILES: [(&str, &str); 2] = [("bots", super::ladder::NAME), ("plays-on", "none")];

/// The option that writes a plan, by its name in clap.
pub(super) const WRITE: &str = "write_plan";

/// The option of a command that writes it as a plan.
pub(super) fn write_option() -> Arg {
    Arg::new(WRITE).long("write-plan").value_name("FILE").value_parser(clap::value_parser!(PathBuf)).help(
        "Write this command with all options that determine its results to a file for `reglette run FILE`, and play \
                nothing",
    )
}

/// A command with its options under their long names, as they are in the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PlanFile {
    /// The command.
    pub command: String,
    /// Each option with its value.
    pub options: Vec<(String, Value)>,
}

/// The options given on a parsed command line that are no part of its plan.
pub(super) fn left_out(command: &Command, matches: &ArgMatches) -> Vec<String> {
    let is_left_out = |arg: &&Arg| {
        let is_given = matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
        is_given && !is_of_plan(arg) && arg.get_id() != WRITE
    };
    command.get_arguments().filter(is_left_out).map(|arg| format!("--{}", key(arg))).collect()
}

impl PlanFile {
    /// The plan of a parsed command line; `with_defaults` also writes the values of options that were not given.
    pub fn of(command: &Command, matches: &ArgMatches, with_defaults: bool) -> PlanFile {
        // An option that is hidden, since it is for another rulebook, is kept where it is given, to be refused.
        let is_wanted = |arg: &&Arg| match matches.value_source(arg.get_id().as_str()) {
            Some(ValueSource::CommandLine) => is_of_plan(arg),
            Some(_) => is_planned(arg) && with_defaults && !is_switch(arg),
            None => false,
        };
        let options = command.get_arguments().filter(is_wanted);
        let options = options.filter_map(|arg| Some((key(arg), found(arg, matches)?))).collect();
        PlanFile { command: command.get_name().to_owned(), options }
    }

    /// The options given on a parsed command line, those of play included.
    pub fn given(command: &Command, matches: &ArgMatches) -> Vec<(String, Value)> {
        let is_given = |arg: &&Arg| {
            let is_of_plan = arg.get_id() != WRITE && arg.get_long().is_some();
            is_of_plan && matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine)
        };
        command.get_arguments().filter(is_given).filter_map(|arg| Some((key(arg), found(arg, matches)?))).collect()
    }

    /// Replaces options, or adds them.
    pub fn set(&mut self, options: &[(String, Value)]) {
        self.options.retain(|(key, _)| !options.iter().any(|(other, _)| other == key));
        self.options.extend_from_slice(options);
    }

    /// The text of the file: each option with what it means; options without value as comments.
    pub fn to_toml(&self, command: &Command) -> String {
        let mut text = format!(
            "# A plan: `reglette run FILE` plays it. Its keys are the options of `reglette {0} --help`.\n{COMMAND} = \
             \"{0}\"\n",
            self.command
        );
        let is_set = |arg: &&Arg| self.options.iter().any(|(other, _)| *other == key(arg));
        for arg in command.get_arguments().filter(|arg| is_planned(arg) || is_set(arg)) {
            let key = key(arg);
            if let Some(help) = arg.get_help() {
                let _ = write!(text, "\n# {}\n", help.to_string().replace('\n', " "));
            }
            let set = self.options.iter().find(|(other, _)| *other == key);
            let _ = match set {
                Some((_, value)) => writeln!(text, "{key} = {value}"),
                None if is_switch(arg) => writeln!(text, "# {key} = true"),
                None => {
                    let name = arg.get_value_names().and_then(|names| names.first());
                    let name = Value::String(name.map_or_else(|| "…".to_owned(), |name| name.as_str().to_owned()));
                    if is_list(arg) { writeln!(text, "# {key} = [{name}]") } else { writeln!(text, "# {key} = {name}") }
                }
            };
        }
        text
    }

    /// The files that it reads, each with key and kind; of scenarios that are generated from a range of seeds the
    /// first.
    pub fn files(&self) -> Vec<(&str, As, String)> {
        let has = |key: &str| self.options.iter().any(|(other, _)| other == key);
        // What a comparison changes determines the kind of the replacement.
        let changed = ["army", "scenario", "bot"].into_iter().find(|key| has(key)).unwrap_or("rules");
        let replaced = match self.command.as_str() {
            "compare" => changed,
            "tune" => "bot",
            _ => "army",
        };
        let kind_of = |key: &str| paths::kind_of(if key == "against" { replaced } else { key });
        let named = self.options.iter().filter_map(|(key, value)| Some((key.as_str(), kind_of(key)?, value)));
        let texts = named.flat_map(|(key, kind, value)| {
            let values = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
            let is_file = move |text: &&str| !text.is_empty() && !NO_FILES.contains(&(key, *text));
            values.iter().filter_map(Value::as_str).filter(is_file).map(move |text| (key, kind, text))
        });
        texts.filter_map(|(key, kind, text)| Some((key, kind, seeded::expand(text).into_iter().next()?))).collect()
    }

    /// The command line of the plan, without the name of the program.
    ///
    /// # Errors
    /// The key at fault, and what is wrong.
    pub fn words(&self, command: &Command) -> Result<Vec<String>, Fault> {
        let (mut words, mut last) = (vec![self.command.clone()], Vec::new());
        let is_known = |arg: &&Arg| !arg.is_hide_set() && arg.get_id() != WRITE;
        let known: Vec<String> = command.get_arguments().filter(is_known).map(key).collect();
        for (name, value) in &self.options {
            let fault = |problem: &str| Fault::at(name, problem);
            let Some(arg) = command.get_arguments().filter(is_known).find(|arg| key(arg) == *name) else {
                let expected = format!("an option of `reglette {}`", self.command);
                let unknown = Fault::unknown_key(crate::data::PathStep::path(name), &known);
                return Err(if unknown.near.is_some() { unknown } else { unknown.expected(expected) });
            };
            if is_switch(arg) {
                match value {
                    Value::Boolean(true) => words.push(format!("--{name}")),
                    Value::Boolean(false) => {}
                    _ => return Err(fault("not a switch").expected("true or false")),
                }
                continue;
            }
            let values = match value {
                Value::Array(values) if is_list(arg) => values.iter().map(word_of).collect::<Option<Vec<String>>>(),
                other => word_of(other).map(|word| vec![word]),
            };
            let expected = if is_list(arg) { "a list of texts or numbers" } else { "a text or a number" };
            let values = values.ok_or_else(|| fault("not a value of an option").expected(expected))?;
            match (arg.get_long(), arg.get_value_delimiter()) {
                _ if values.is_empty() => {}
                (None, _) => last.extend(values),
                (Some(long), Some(delimiter)) => {
                    words.push(format!("--{long}={}", values.join(&delimiter.to_string())));
                }
                (Some(long), None) if values.len() == 1 => words.push(format!("--{long}={}", values[0])),
                (Some(long), None) => words.extend([format!("--{long}")].into_iter().chain(values)),
            }
        }
        if !last.is_empty() {
            words.extend(["--".to_owned()].into_iter().chain(last));
        }
        Ok(words)
    }
}

/// The folder of a file.
fn folder_of(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new(""))
}

/// The text of the plan of a parsed command line for the file `at`, with all defaults written out where the command
/// accepts them all at once.
pub(super) fn written(command: &Command, matches: &ArgMatches, at: &Path) -> String {
    let whole = PlanFile::of(command, matches, true);
    let is_accepted = whole.words(command).is_ok_and(|words| {
        let words = ["reglette".to_owned()].into_iter().chain(words).map(Into::into);
        Cli::read(words, &Library::built_in()).is_ok()
    });
    let mut plan = if is_accepted { whole } else { PlanFile::of(command, matches, false) };
    paths::to_folder(folder_of(at), &mut plan.options);
    plan.to_toml(command)
}

/// The plan of a file, its paths as they are written on a command line in the current folder; `None` where the file is
/// not a plan.
fn load(path: &Path, commands: &Command, library: &Library) -> Result<Option<(Source, PlanFile)>, CliError> {
    // Any other file is treated as a manifest, whose errors are more specific.
    let Ok(text) = read_text(path) else { return Ok(None) };
    let names_command = |line: &str| {
        line.split_once('=').is_some_and(|(key, value)| key.trim() == COMMAND && value.trim_start().starts_with('"'))
    };
    if !text.lines().any(names_command) {
        return Ok(None);
    }
    let source = Source::new(library, Kind::Rules, path.display().to_string(), text);
    let mut table = Document::parse(&source)?.table();
    let Some(Value::String(name)) = table.remove(COMMAND) else { return Ok(None) };
    if commands.find_subcommand(&name).is_none() || !COMMANDS.contains(&name.as_str()) {
        let expected = quoted_list(&COMMANDS, "or");
        let fault = Fault::at(COMMAND, format!("no plan of \"{name}\"")).expected(expected).near(&COMMANDS);
        return Err(source.error(vec![fault]).into());
    }
    let mut plan = PlanFile { command: name, options: table.into_iter().collect() };
    if let Some((key, _)) = plan.options.iter().find(|(key, _)| *key == "resume") {
        let fault = Fault::at(key, "a run is resumed by its folder").expected("a plan without this key");
        return Err(source.error(vec![fault]).into());
    }
    paths::from_folder(folder_of(path), &mut plan.options);
    Ok(Some((source, plan)))
}

/// The plan in a file, all of whose options are valid, with its command line; `None` where the file is not a plan.
///
/// # Errors
/// What is wrong, with its line.
pub(super) fn parsed(path: &Path, library: &Library) -> Result<Option<(PlanFile, Cli)>, CliError> {
    let commands = Cli::whole_command();
    let Some((source, plan)) = load(path, &commands, library)? else { return Ok(None) };
    let cli = command_line(path, (&source, &plan), None, &commands, library)?;
    Ok(Some((plan, cli)))
}

/// The command line of the plan in a file, some of its options replaced, and written as a plan to another file where
/// one is named; `None` where the file is not a plan.
///
/// # Errors
/// What is wrong, with its line.
pub(super) fn read(
    path: &Path,
    replaced: &[(String, Value)],
    write_plan: Option<&Path>,
    commands: &Command,
    library: &Library,
) -> Result<Option<Cli>, CliError> {
    let Some((source, mut plan)) = load(path, commands, library)? else {
        return without_command(path, library).map_or(Ok(None), Err);
    };
    let command = commands.find_subcommand(&plan.command).expect("only plans of known commands are loaded");
    if let Some((name, _)) = replaced.iter().find(|(name, _)| command.get_arguments().all(|arg| key(arg) != *name)) {
        let why =
            format!("--{name}: {} is a plan of `reglette {}`, which has no such option", path.display(), plan.command);
        return Err(CliError::Input(why));
    }
    plan.set(replaced);
    command_line(path, (&source, &plan), write_plan, commands, library).map(Some)
}

/// The error for a file that has options, but neither a command nor what manifests have; `None` for any other.
fn without_command(path: &Path, library: &Library) -> Option<CliError> {
    let source = Source::new(library, Kind::Rules, path.display().to_string(), read_text(path).ok()?);
    let table = Document::parse(&source).ok()?.table();
    let is_manifest = ["version", "signature", "plan", "inputs", "outputs"].iter().any(|key| table.contains_key(*key));
    let expected = format!("the command of a plan: {}", quoted_list(&COMMANDS, "or"));
    let fault = Fault::at("", format!("no key \"{COMMAND}\"")).expected(expected);
    (!is_manifest && !table.is_empty()).then(|| source.error(vec![fault]).into())
}

/// The command line of the plan in the file at `path`.
fn command_line(
    path: &Path,
    (source, plan): (&Source, &PlanFile),
    write_plan: Option<&Path>,
    commands: &Command,
    library: &Library,
) -> Result<Cli, CliError> {
    let refused = |why: String| CliError::Input(format!("{}: {why}", path.display()));
    let at = |fault: Fault| CliError::from(source.error(vec![fault]));
    let command = commands.find_subcommand(&plan.command).expect("only plans of known commands are loaded");
    let words = plan.words(command).map_err(at)?;
    let missing: Vec<Fault> = plan
        .files()
        .into_iter()
        .filter_map(|(key, kind, name)| {
            let error = library.find(kind.kind(), &name).err()?;
            matches!(error, DataError::NotFound { .. })
                .then(|| Fault::new(PathStep::path(key), Mark::Value, error.to_string()))
        })
        .collect();
    if !missing.is_empty() {
        return Err(source.error(missing).into());
    }
    let mut words: Vec<OsString> = ["reglette".to_owned()].into_iter().chain(words).map(Into::into).collect();
    if let Some(other) = write_plan {
        // Right after the command, since the last words of the plan may be preceded by `--`.
        drop(words.splice(2..2, [OsString::from("--write-plan"), other.as_os_str().to_owned()]));
    }
    Cli::read(words, library).map_err(|error| {
        let rendered = error.render().to_string();
        let said = match error.get(ContextKind::InvalidArg) {
            // What is missing is a line each.
            Some(ContextValue::Strings(missing)) if error.kind() == ErrorKind::MissingRequiredArgument => {
                let keys: Vec<&str> = missing
                    .iter()
                    .map(|it| it.trim_start_matches('-').split([' ', '=']).next().unwrap_or(it))
                    .collect();
                format!("a plan of `reglette {}` needs {}", plan.command, quoted_list(&keys, "and"))
            }
            _ => rendered.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned(),
        };
        let option = match error.get(ContextKind::InvalidArg) {
            Some(ContextValue::String(option)) => option.as_str(),
            _ => "",
        };
        let key = option.trim_start_matches('-').split([' ', '=']).next().unwrap_or_default();
        match plan.options.iter().any(|(name, _)| name == key) {
            true => at(Fault::at(key, said)),
            false => refused(said),
        }
    })
}

/// The command line of a study that is repeated, some of its options replaced. Where it wrote its results is left out.
///
/// # Errors
/// Why it cannot be repeated.
pub(super) fn again(words: &[String], replaced: &[(String, Value)], library: &Library) -> Result<Cli, String> {
    let commands = Cli::whole_command();
    let misread = |error: clap::Error| format!("its command cannot be understood: {error}");
    let named = |words: &[String]| [&["reglette".to_owned()], words].concat();
    let matches = commands.clone().try_get_matches_from(named(words)).map_err(misread)?;
    let found = matches.subcommand().and_then(|(name, given)| Some((commands.find_subcommand(name)?, given)));
    let (command, given) = found.ok_or("its command has no name")?;
    let mut plan = PlanFile::of(command, given, false);
    plan.options.retain(|(key, _)| !["out", "force"].contains(&key.as_str()));
    plan.set(replaced);
    let words = plan.words(command).map_err(|fault| fault.problem)?;
    Cli::read(named(&words).into_iter().map(Into::into), library).map_err(misread)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every command of which there are plans: what is written reads back as the same command line.
    #[test]
    fn a_written_plan_reads_back() {
        let commands = Cli::whole_command();
        for line in [
            "tournament plain --armies france,austria --bots greedy,random --games 2e3 --sprt elo0=0 elo1=30 --luck",
            "tournament --resume results/7",
            "compare plain --sweep support_neighbours=1..3 --events",
            "balance --games 200 --json",
            "odds place --attacker A --target B",
        ] {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            let parsed = |words: &[String]| {
                let all = ["reglette".to_owned()].into_iter().chain(words.iter().cloned());
                commands.clone().try_get_matches_from(all).unwrap_or_else(|error| panic!("{error}"))
            };
            let command = commands.find_subcommand(&words[0]).unwrap();
            let plan_of = |words: &[String]| PlanFile::of(command, parsed(words).subcommand().unwrap().1, false);
            let plan = plan_of(&words);
            let text: toml::Table = toml::from_str(&plan.to_toml(command)).unwrap();
            assert_eq!(text.len(), plan.options.len() + 1, "{text}");
            assert!(plan.options.iter().all(|(key, value)| text[key] == *value));
            assert_eq!(plan_of(&plan.words(command).unwrap()), plan, "{line}");
        }
    }
}
