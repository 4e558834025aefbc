//! `reglette new`: writes a file to begin with, made of a shipped one, with comments on its keys.

use super::keys::Valued;
use super::new_unit::{NewUnit, Unit};
use super::{CliError, Exit, shell};
use crate::catalog::{self, Task};
use crate::data::{Document, Kind, Library, Source};
use crate::game::Roster;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file to begin with: an army, rules, a scenario, a bot, a position or a unit, with comments on its keys.
///
/// The file is a copy of a shipped one; rules are a variant in which every key stands as a comment, with its meaning
/// and its value. It can be used as it is. An existing file is never replaced.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette new army
  reglette new army mine.toml --from gauls
  reglette new rules --rulebook en-avant
  reglette new bot flank.toml --from refuse-a-flank
  reglette new position --from charge
  reglette new unit highlanders.toml --from line_infantry")]
pub struct Options {
    /// What to write
    #[arg(value_enum)]
    pub what: What,
    /// The file to write; by default my-army.toml, my-rules.toml and so on
    #[arg(value_name = "FILE")]
    pub file: Option<String>,
    /// The file to copy, or the rules to extend, by name or path; of a unit, a troop of the shipped army lists
    #[arg(long, value_name = "NAME")]
    pub from: Option<String>,
    /// The rulebook; by default that of the file to copy
    #[arg(long, value_name = "RULEBOOK", value_parser = PossibleValuesParser::new(catalog::NAMES))]
    pub rulebook: Option<String>,
}

/// The kinds of file that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum What {
    /// An army list
    Army,
    /// A variant of rules
    Rules,
    /// A scenario
    Scenario,
    /// A bot
    Bot,
    /// A position
    Position,
    /// A unit of your own: an army list of one unit
    Unit,
}

impl What {
    fn kind(self) -> Kind {
        match self {
            What::Army => Kind::Army,
            What::Rules => Kind::Rules,
            What::Scenario => Kind::Scenario,
            What::Bot => Kind::Bot,
            What::Position => Kind::Position,
            What::Unit => Kind::Army,
        }
    }

    fn name(self) -> &'static str {
        self.into()
    }
}

/// A file to be written.
struct Written {
    path: String,
    text: String,
}

impl Options {
    /// Writes the file, and those that it needs beside it, and says how it is used.
    ///
    /// # Errors
    /// An unknown file to copy, one of another rulebook, or a file that exists.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        let kind = self.what.kind();
        let path = self.path();
        if self.what == What::Unit {
            let rulebook = self.rulebook.as_deref().unwrap_or(catalog::DEFAULT);
            let unit = NewUnit { library, from: self.from.as_deref() };
            let Unit { text, like, list } = catalog::with(rulebook, unit).expect("the rulebook is in the catalog")?;
            let text = with_format(&text, kind, rulebook);
            write_all(&[Written { path: path.clone(), text }])?;
            writeln!(out, "{path}: a unit like {like} of {list}")?;
            return self.say_uses(&path, rulebook, &name_of(&library.find(kind, &list)?), out);
        }
        let source = self.original(library)?;
        let rulebook = self.rulebook_of(&source)?;
        let files = match self.what {
            What::Rules => vec![Written { text: variant(library, &source)?, path: path.clone() }],
            What::Bot => bot(library, &source, &path)?,
            _ => vec![Written { text: with_format(source.text(), kind, rulebook), path: path.clone() }],
        };
        write_all(&files)?;
        let names: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        let made = if self.what == What::Rules { "a variant of" } else { "a copy of" };
        writeln!(out, "{}: {made} {}", names.join(", "), source.path())?;
        self.say_uses(&path, rulebook, &name_of(&source), out)
    }

    /// Prints the commands that check and use the file at `path`; `from` is what it was made of.
    fn say_uses(&self, path: &str, rulebook: &str, from: &str, out: &mut dyn Write) -> Result<Exit, CliError> {
        let example = UseOf { what: self.what, path, from };
        writeln!(out, "check it: reglette check {}", shell::quoted(path))?;
        writeln!(out, "use it:   {}", catalog::with(rulebook, example).unwrap_or_default())?;
        Ok(Exit::Done)
    }

    fn path(&self) -> String {
        let path = self.file.clone().unwrap_or_else(|| format!("my-{}.toml", self.what.name()));
        if Path::new(&path).extension().is_some() { path } else { path + ".toml" }
    }

    /// The file that is copied or extended.
    fn original(&self, library: &Library) -> Result<Source, CliError> {
        let kind = self.what.kind();
        if let Some(name) = &self.from {
            return Ok(library.find(kind, name)?);
        }
        let rulebook = self.rulebook.as_deref().unwrap_or(catalog::DEFAULT);
        let name = catalog::with(rulebook, Default { what: self.what }).expect("the rulebook is in the catalog");
        Ok(library.find(kind, &name)?)
    }

    fn rulebook_of(&self, source: &Source) -> Result<&'static str, CliError> {
        let own = match source.kind() {
            Kind::Bot => None,
            Kind::Position => Some(catalog::of_position(source)?),
            _ => catalog::of_source(source)?,
        };
        let asked = self.rulebook.as_deref().and_then(|name| catalog::NAMES.iter().copied().find(|it| *it == name));
        match (own, asked) {
            (Some(own), Some(asked)) if own != asked => {
                Err(CliError::Input(format!("{} is for the rulebook {own}, not {asked}", source.path())))
            }
            (own, asked) => Ok(own.or(asked).unwrap_or(catalog::DEFAULT)),
        }
    }
}

/// The shipped file that is copied where none is named.
struct Default {
    what: What,
}

impl Task for Default {
    type Output = String;

    fn run<R: Roster + 'static>(self) -> String {
        match self.what {
            What::Army | What::Unit => R::DEFAULT_ARMIES[0].to_owned(),
            What::Rules => R::DEFAULT_RULES.to_owned(),
            What::Scenario => R::DEFAULT_SCENARIOS[0].to_owned(),
            What::Bot => "greedy".to_owned(),
            What::Position => {
                let shipped = Library::built_in().list(Kind::Position);
                let first = shipped.into_iter().find(|entry| entry.rulebook.as_deref() == Some(R::NAME));
                first.expect("each rulebook has an example position").path
            }
        }
    }
}

/// A command that uses the file.
struct UseOf<'a> {
    what: What,
    path: &'a str,
    from: &'a str,
}

impl Task for UseOf<'_> {
    type Output = String;

    fn run<R: Roster + 'static>(self) -> String {
        let (file, from) = (shell::quoted(self.path), self.from);
        let scenario = R::DEFAULT_SCENARIOS[0];
        match self.what {
            What::Army | What::Unit => format!("reglette tournament {scenario} --armies {file},{from} --bots greedy"),
            What::Rules => format!("reglette compare {scenario} --rules {from} --against {file}"),
            What::Scenario => format!("reglette tournament {file}"),
            What::Bot => format!("reglette tournament {scenario} --bots {file},greedy"),
            What::Position => format!("reglette explain {file} --bot greedy"),
        }
    }
}

/// The shortest name by which a file is found.
fn name_of(source: &Source) -> String {
    let by_name = source.library().find(source.kind(), source.name());
    let is_unique = by_name.is_ok_and(|found| found.path() == source.path());
    shell::quoted(if is_unique { source.name() } else { source.path() })
}

/// A variant of rules in which every key is a comment.
fn variant(library: &Library, base: &Source) -> Result<String, CliError> {
    let rules = Valued::of_name(library, base.path())?;
    let keys: Vec<_> = rules.keys.iter().collect();
    let name = toml::Value::from(name_of(base));
    let mut text = format!(
        "# A variant of {}. To change a key, remove the # before it and change its value; all other keys keep the\n# \
         values shown here. `reglette check` shows what differs.\n\nextends = {name}\n\n",
        base.path()
    );
    for line in rules.lines(&keys).lines() {
        let mark = if line.is_empty() || line.starts_with('#') { "" } else { "#" };
        text.push_str(&format!("{mark}{line}\n"));
    }
    Ok(text)
}

/// The text of a file, and after it as a comment the keys that such a file may have.
fn with_format(text: &str, kind: Kind, rulebook: &str) -> String {
    let mut text = format!("{}\n", text.trim_end());
    if let Some(format) = format_of(kind, rulebook) {
        text.push_str(&format!("\n# ---- All keys of such a file, from {}/README.md ----\n", kind.folder()));
        for line in format.lines() {
            text.push_str(format!("# {line}").trim_end());
            text.push('\n');
        }
    }
    text
}

/// The examples of a format in the section of a rulebook in the README of a kind of file.
fn format_of(kind: Kind, rulebook: &str) -> Option<String> {
    let readme = Library::text_built_in(&format!("{}/README.md", kind.folder()))?;
    let section =
        readme.split("\n## ").skip(1).find(|section| slug(section.lines().next().unwrap_or("")) == rulebook)?;
    let blocks = section.split("\n```toml\n").skip(1).filter_map(|rest| rest.split("\n```").next());
    let text = blocks.collect::<Vec<_>>().join("\n\n");
    (!text.is_empty()).then_some(text)
}

/// A heading as the name of a rulebook: `En Avant !` is `en-avant`.
fn slug(heading: &str) -> String {
    let words = heading.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// A copy of a bot, with its script under the name of the copy, or the program that it runs.
fn bot(library: &Library, source: &Source, path: &str) -> Result<Vec<Written>, CliError> {
    let table = Document::parse(source)?.table();
    let (folder, file) = path.rsplit_once('/').map_or(("", path), |(folder, file)| (folder, file));
    let beside = |name: &str| if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
    let mut text = source.text().to_owned();
    let mut files = Vec::new();
    if let Some(script) = table.get("script").and_then(toml::Value::as_str)
        && let Some((_, script_text)) = library.beside(source, script)?
    {
        let ending = script.rsplit_once('.').map_or("luau", |(_, ending)| ending);
        let name = format!("{}.{ending}", file.strip_suffix(".toml").unwrap_or(file));
        text = text.replacen(&format!("\"{script}\""), &toml::Value::from(name.as_str()).to_string(), 1);
        files.push(Written { path: beside(&name), text: script_text });
    }
    for part in table.get("command").and_then(toml::Value::as_array).into_iter().flatten() {
        if let Some(name) = part.as_str()
            && let Some((_, program)) = library.beside(source, name)?
        {
            files.push(Written { path: beside(name), text: program });
        }
    }
    files.insert(0, Written { path: path.to_owned(), text });
    Ok(files)
}

/// Writes files, or none of them where one exists.
fn write_all(files: &[Written]) -> Result<(), CliError> {
    for file in files {
        if fs::symlink_metadata(&file.path).is_ok() {
            return Err(CliError::Input(format!("{} exists; no file is replaced", file.path)));
        }
    }
    for file in files {
        write_new(Path::new(&file.path), &file.text)
            .map_err(|error| CliError::Input(format!("{}: cannot be written: {error}", file.path)))?;
    }
    Ok(())
}

/// Writes a file that does not exist yet.
fn write_new(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_found_in_its_readme() {
        let begins = |kind, rulebook| format_of(kind, rulebook).unwrap_or_default();
        assert!(begins(Kind::Army, "jomini").contains("\n[[officer]]"));
        assert!(
            begins(Kind::Army, "en-avant").contains("\n[[troop]]")
                && begins(Kind::Army, "en-avant").contains("[[regiment]]")
        );
        assert!(begins(Kind::Scenario, "jomini").contains("\n[map]"));
        assert!(begins(Kind::Scenario, "en-avant").contains("\n[[piece]]"));
        assert!(begins(Kind::Position, "jomini").contains("\nphase = "));
        assert!(begins(Kind::Position, "en-avant").contains("\nactivated = "));
        assert_eq!(format_of(Kind::Rules, "jomini"), None);
    }
}
