//! The command line of `reglette odds`. The options are listed by the rulebooks; arguments and help are generated from
//! those lists. With a position the help shows the options of its rulebook only.

use super::Format;
use crate::catalog::{self, Task};
use crate::cli::CliError;
use crate::cli::legal::Where;
use crate::cli::printing::Printing;
use crate::data::message::suggestion;
use crate::data::{Kind, Library};
use crate::game::{CombatOdds, OddsOption, OddsValues, Rulebook};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use std::ffi::OsString;

/// Computes the exact odds of one combat: the number of dice and why, and the probability of each result of the roll
/// before any follow-up.
#[derive(Clone, Debug)]
pub struct Options {
    /// The position and its rules.
    pub position: Where,
    /// The unit that attacks: its name in the file, or R1, B1 …
    pub attacker: String,
    /// The unit attacked.
    pub target: String,
    /// The choices within the combat: the options that were given, by their names in data.
    pub choices: Vec<(String, String)>,
    /// The sweep: the name and its values.
    pub sweep: Option<String>,
    /// The output format.
    pub format: Option<Format>,
    /// How results are printed.
    pub printing: Printing,
}

/// The arguments common to all rulebooks.
#[derive(Clone, Debug, Args)]
struct Common {
    /// The position and its rules
    #[command(flatten)]
    position: Where,
    /// The unit that attacks: its name in the file, or R1, B1 …
    #[arg(long, value_name = "ID")]
    attacker: String,
    /// The unit attacked
    #[arg(long, value_name = "ID")]
    target: String,
    /// Compute the odds for each value of an option or of a property of the position: distance=1..5, order=none,elan
    #[arg(long, value_name = "NAME=VALUES")]
    sweep: Option<String>,
    /// How the odds are written [default: table]
    #[arg(long, value_enum, conflicts_with_all = ["json", "markdown"])]
    format: Option<Format>,
    /// How results are printed
    #[command(flatten)]
    printing: Printing,
}

/// The contributions of a rulebook.
#[derive(Clone, Copy)]
struct Brought {
    rulebook: &'static str,
    weighed: &'static str,
    options: &'static [OddsOption],
    varied: &'static [OddsOption],
}

impl Task for Brought {
    type Output = Brought;

    fn run<R: Rulebook + 'static>(self) -> Brought {
        Brought { rulebook: R::NAME, weighed: R::Game::WEIGHED, options: R::Game::OPTIONS, varied: R::Game::VARIED }
    }
}

/// The contributions of the rulebooks with combats: all, or one.
fn brought(only: Option<&str>) -> Vec<Brought> {
    let nothing = Brought { rulebook: "", weighed: "", options: &[], varied: &[] };
    let names = catalog::NAMES.iter().filter(|name| only.is_none_or(|only| only == **name));
    names.filter_map(|name| catalog::with(name, nothing)).filter(|it| !it.weighed.is_empty()).collect()
}

const OPENING: &str = "Computes the exact odds of one combat: the number of dice and why, and the probability of each \
    result of the roll before any follow-up.";

const EXAMPLES: &str = "Examples:
  reglette odds mine.toml --attacker R1 --target B2
  reglette odds mine.toml --attacker \"Old Guard\" --target B2 --help
  reglette odds mine.toml --attacker R1 --target B2 --sweep distance=1..5";

/// Adds the help texts of these rulebooks.
fn with_texts(command: Command, books: &[Brought]) -> Command {
    let weighed: Vec<&str> = books.iter().map(|it| it.weighed).collect();
    let about = format!(
        "{OPENING}\n\n{}\n\nWith a position, the help shows only the options of its rulebook.",
        weighed.join("\n\n")
    );
    let mut after = String::new();
    for book in books {
        after.push_str(&format!("A sweep in {} varies one of its options or:\n", book.rulebook));
        for varied in book.varied {
            after.push_str(&format!(
                "  {:<17} {} ({}){}\n",
                varied.name,
                varied.help,
                varied.rules,
                format_values(varied)
            ));
        }
        after.push('\n');
    }
    command.about(OPENING).long_about(about).after_help(format!("{after}{EXAMPLES}"))
}

/// The values of an option, where they are a list of names.
fn format_values(option: &OddsOption) -> String {
    match option.values {
        OddsValues::Names(names) => format!(": {}", names().join(", ")),
        _ => String::new(),
    }
}

/// A name for the command line, leaked since clap needs static names: there are a few dozen.
fn kept(name: String) -> &'static str {
    name.leak()
}

fn argument(option: &OddsOption) -> Arg {
    let default = if option.default.is_empty() { String::new() } else { format!(" [default: {}]", option.default) };
    let arg = Arg::new(option.name)
        .long(kept(option.name.replace('_', "-")))
        .help(format!("{} ({}){}{default}", option.help, option.rules, format_values(option)))
        .hide_default_value(true);
    let switch = |arg: Arg, name: &'static str| {
        arg.num_args(0..=1).require_equals(true).default_missing_value("yes").value_name(name)
    };
    match option.values {
        // "--dodge-trait" alone means yes.
        OddsValues::Names(names) if names().contains(&"yes") => switch(arg, "NAME"),
        OddsValues::Names(_) => arg.value_name("NAME"),
        OddsValues::Number(..) | OddsValues::Centimetres => arg.value_name("NUMBER"),
        OddsValues::Switch => switch(arg, "YES|NO"),
        OddsValues::SwitchOrNumber => switch(arg, "NUMBER"),
    }
}

/// Every option with the rulebooks that have it: the first with a name describes it.
fn declared() -> Vec<(&'static OddsOption, Vec<&'static str>)> {
    let mut found: Vec<(&'static OddsOption, Vec<&'static str>)> = Vec::new();
    for book in brought(None) {
        for option in book.options {
            match found.iter_mut().find(|(it, _)| it.name == option.name) {
                Some((_, books)) => books.push(book.rulebook),
                None => found.push((option, vec![book.rulebook])),
            }
        }
    }
    found
}

impl Args for Options {
    fn augment_args(command: Command) -> Command {
        let mut command = with_texts(Common::augment_args(command), &brought(None));
        for (option, books) in declared() {
            command = command.arg(argument(option).help_heading(kept(format!("Options of {}", books.join(" and ")))));
        }
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        Options::augment_args(command)
    }
}

impl FromArgMatches for Options {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Options, clap::Error> {
        let Common { position, attacker, target, sweep, format, printing } = Common::from_arg_matches(matches)?;
        let given = declared()
            .into_iter()
            .filter(|(option, _)| matches.value_source(option.name) == Some(ValueSource::CommandLine));
        let choice =
            |option: &OddsOption| Some((option.name.to_owned(), matches.get_one::<String>(option.name)?.clone()));
        Ok(Options {
            position,
            attacker,
            target,
            choices: given.filter_map(|(option, _)| choice(option)).collect(),
            sweep,
            format,
            printing,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Options::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Options {
    /// Refuses options of another rulebook than that of the position.
    pub(super) fn check_names(&self, rulebook: &str, options: &[OddsOption]) -> Result<(), CliError> {
        for (name, _) in &self.choices {
            if options.iter().any(|option| option.name == name) {
                continue;
            }
            let path = &self.position.position;
            let own: Vec<String> =
                options.iter().map(|option| format!("--{}", option.name.replace('_', "-"))).collect();
            let asked = format!("--{}", name.replace('_', "-"));
            let of = declared()
                .into_iter()
                .find(|(option, _)| option.name == name)
                .map_or(String::new(), |(_, books)| books.join(" and "));
            let near = suggestion(&asked, &own);
            return Err(CliError::Input(format!(
                "{path}: {asked} is an option of {of}, and the position is one of {rulebook}, whose options are \
                    {}{near}",
                own.join(", ")
            )));
        }
        Ok(())
    }
}

/// The rulebook of the position named in a command line for odds, so that the help can show its options.
pub fn rulebook_asked_about(arguments: &[OsString], library: &Library) -> Option<&'static str> {
    let mut words = arguments.iter().skip(1).filter_map(|word| word.to_str());
    if words.next() != Some("odds") {
        return None;
    }
    let named = words.filter(|word| !word.starts_with('-'));
    let sources = named.filter_map(|word| library.find(Kind::Position, word).ok());
    sources.filter_map(|source| catalog::of_position(&source).ok()).next()
}

/// The command with the help of one rulebook: its options and texts.
pub fn for_rulebook(command: Command, rulebook: &str) -> Command {
    let mut command = with_texts(command, &brought(Some(rulebook)));
    for (option, books) in declared() {
        let own = brought(Some(rulebook)).iter().find_map(|book| book.options.iter().find(|it| it.name == option.name));
        command = command.mut_arg(option.name, |arg| match own {
            // With this rulebook's description.
            Some(own) if books.len() > 1 => argument(own).help_heading(kept(format!("Options of {rulebook}"))),
            Some(_) => arg,
            None => arg.hide(true),
        });
    }
    command
}
