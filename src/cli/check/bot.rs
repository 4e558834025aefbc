//! The check of a bot file: its sections under their rulebooks, and what a script or an external program does when it
//! is asked.

use super::Checked;
use crate::bots::{BotConfig, BotFile};
use crate::catalog::{self, Task};
use crate::cli::CliError;
use crate::data::differs::{self, Values};
use crate::data::extend::lay_over;
use crate::data::message::{count, quoted_list};
use crate::data::{DataError, Document, Fault, Layers, Library, Mark, PathStep, Source};
use crate::game::{BySide, Game, LoadError, Moment, Rulebook};
use crate::tournament::load::DEFAULT_SEED;
use crate::tournament::{GameKey, GameRequest, InPlay, LoadedGame, NoObserver, load_game, read_bot};

/// How many decisions a script is asked for: its functions may fail only in some phases of a turn. A program, which may
/// think for long, is asked for one.
const ASKED_OF_A_SCRIPT: usize = 20;

/// Checks every section of a bot file under its rulebook. A script or a program is run: under the rulebook of the
/// rules, or else under each that the file has a section for, or all; it must answer in one of them.
pub(super) fn check(
    library: &Library,
    source: &Source,
    rules: Option<&str>,
    rulebook: Option<&'static str>,
) -> Result<Checked, CliError> {
    let file = read(source)?;
    let mut remarks = changes(source)?;
    let decisions = match file.kind() {
        "scripted" => ASKED_OF_A_SCRIPT,
        "external" => 1,
        _ => return Ok(Checked::whole(remarks)),
    };
    let has_section = |name: &&str| catalog::with(name, HasSection(&file)) == Some(true);
    let mut asked: Vec<&str> = catalog::NAMES.iter().copied().filter(has_section).collect();
    if let Some(rulebook) = rulebook {
        asked = vec![rulebook];
    } else if asked.is_empty() {
        asked = catalog::NAMES.to_vec();
    }
    let (mut answers, mut said) = (Vec::new(), Vec::new());
    for name in &asked {
        let ask = Ask { library, source, rules, decisions };
        match catalog::with(name, ask).expect("the rulebook is in the catalog")? {
            Ok(answered) => {
                answers.push(*name);
                said.push(format!("{name}: it answers {answered}"));
            }
            Err(reason) => said.push(format!("{name}: no answer to {reason}")),
        }
    }
    if answers.is_empty() {
        return Err(CliError::Input(format!("{}: {}", source.path(), said.join("\n   "))));
    }
    remarks.extend(said);
    let only_for =
        if answers.len() == asked.len() { String::new() } else { format!(" for {} only", answers.join(", ")) };
    Ok(Checked { only_for, remarks })
}

/// The values of a bot file that differ from those of the file that it extends, one a line.
fn changes(source: &Source) -> Result<Vec<String>, DataError> {
    let layers = Layers::of(source)?;
    let [below @ .., _] = layers.files() else { return Ok(Vec::new()) };
    let Some(base) = below.last() else { return Ok(Vec::new()) };
    let merged = |files: &[Source]| -> Result<Values, DataError> {
        let mut table = toml::Table::new();
        for file in files {
            lay_over(&mut table, Document::parse(file)?.table());
        }
        table.remove("extends");
        Ok(differs::values_of(&table))
    };
    let lines = differs::in_values(base.name(), &merged(layers.files())?, &merged(below)?);
    Ok(if lines.is_empty() { vec![format!("nothing differs from {}", base.name())] } else { lines })
}

/// Reads a bot file and checks every section under its rulebook; nothing is run.
///
/// # Errors
/// The faults of the file.
pub fn read(source: &Source) -> Result<BotFile, LoadError> {
    let file = BotFile::read(source)?;
    let sections = catalog::SECTIONS;
    let unknown = file.sections().filter(|section| !sections.contains(section));
    let fault = |section: &str| {
        Fault::new(vec![PathStep::key(section)], Mark::Key, format!("no rulebook \"{section}\"")).near(sections)
    };
    let faults: Vec<Fault> = unknown.map(|section| fault(section).expected(quoted_list(sections, "or"))).collect();
    if !faults.is_empty() {
        return Err(source.error(faults).into());
    }
    let mut located = Vec::new();
    for name in catalog::NAMES {
        match catalog::with(name, CheckSection(&file)).expect("every rulebook is in the catalog") {
            // A fault of a general table may be found under each rulebook.
            Err(LoadError::Data(DataError::Faults(found))) => {
                located.extend(found.into_iter().filter(|fault| !located.contains(fault)).collect::<Vec<_>>());
            }
            other => other?,
        }
    }
    if located.is_empty() { Ok(file) } else { Err(DataError::Faults(located).into()) }
}

struct HasSection<'a>(&'a BotFile);

impl Task for HasSection<'_> {
    type Output = bool;

    fn run<R: Rulebook + 'static>(self) -> bool {
        self.0.sections().any(|section| section == R::SECTION)
    }
}

struct CheckSection<'a>(&'a BotFile);

impl Task for CheckSection<'_> {
    type Output = Result<(), LoadError>;

    fn run<R: Rulebook + 'static>(self) -> Result<(), LoadError> {
        if catalog::with(R::NAME, HasSection(self.0)) == Some(true) {
            self.0.config::<R>()?;
        }
        Ok(())
    }
}

/// Asks a bot, on both sides, for the first decisions of a game of the default scenario.
struct Ask<'a> {
    library: &'a Library,
    source: &'a Source,
    rules: Option<&'a str>,
    /// The maximum number of decisions.
    decisions: usize,
}

impl Task for Ask<'_> {
    /// Which decisions it answers, or which it does not, and why.
    type Output = Result<Result<String, String>, LoadError>;

    fn run<R: Rulebook + 'static>(self) -> Self::Output {
        // Loads the script, or starts and greets the program.
        let config: BotConfig = read_bot::<R>(self.source)?;
        let request = GameRequest { rules: self.rules.map(str::to_owned), ..GameRequest::default() };
        let LoadedGame { prepared, scenario, .. } = load_game::<R>(self.library, &request)?;
        let game = &prepared.game;
        let mut bot = config.build::<R::Game>();
        let key = GameKey { seed: DEFAULT_SEED, scenario: &scenario, pair: 0 };
        let mut play = InPlay::new(game, key, BySide::new(self.source.name(), self.source.name()));
        bot.receive_files(prepared.files.as_ref());
        bot.begin();
        let mut answered = 0;
        loop {
            match game.moment(&play.state) {
                Moment::Roll(throw) => play.roll(game, throw, &mut NoObserver),
                Moment::Decide(side) if answered < self.decisions => match play.ask(game, &mut *bot, side) {
                    Ok(action) => {
                        answered += 1;
                        play.decide(game, side, action, &mut NoObserver);
                    }
                    Err(forfeit) => {
                        let which = if answered == 0 { "the first decision" } else { "a later decision" };
                        let after = count(answered, "answer");
                        let after = if answered == 0 { String::new() } else { format!(", after {after}") };
                        return Ok(Err(format!("{which} of {scenario}{after}: {}", forfeit.reason)));
                    }
                },
                Moment::Over(_) => {
                    return Ok(Ok(format!("all {} of a game of {scenario}", count(answered, "decision"))));
                }
                Moment::Decide(_) if answered == 1 => return Ok(Ok(format!("the first decision of {scenario}"))),
                Moment::Decide(_) => return Ok(Ok(format!("the first {} of {scenario}", count(answered, "decision")))),
            }
        }
    }
}
