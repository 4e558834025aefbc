//! `reglette probe`: the value of each part of a rulebook to a bot, measured by forbidding it to one of two otherwise
//! equal players.

use super::repeated::repeated;
use super::study::{self, Asked, Done, StudyFiles, Studying, wrote};
use super::whole_number::{seed, whole_number};
use super::{CliError, Exit};
use crate::bots::BotFile;
use crate::catalog::Task;
use crate::data::message::{nearest, quoted_list};
use crate::data::{Inputs, Kind, Library};
use crate::game::{Parts, Rulebook};
use crate::report::format::count;
use crate::report::probes::{self, Probe};
use crate::report::question::QuestionManifest;
use crate::report::setup::Setup;
use crate::report::{Manifest, Output, RunInfo, Target, page, setup};
use crate::study::ResultsPlace;
use crate::tournament::load::DEFAULT_SEED;
use crate::tournament::probe::{Logged, Probed, Subject, probe, probing, scout};
use crate::tournament::{Field, MOST_GAMES, signature};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// The name of the command.
const NAME: &str = "probe";
/// The number of pairs played to find the parts that offer a choice at all.
const SCOUTED: u64 = 12;

/// Estimates the value of each part of a rulebook: a bot plays against itself with the part forbidden to one side.
///
/// Parts are fire, charges, orders and the like, as each rulebook names them, and every kind of action. Both sides play
/// the same army, on both seats and with the same dice. Where nothing else is legal, a forbidden action may be taken.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette probe --scenarios plain --armies france
  reglette probe --scenarios plain,village-and-hill --armies france,austria --forbid fire,charge,order,retreat \
    --games 2000
  reglette probe --scenarios open-field --bots greedy,random --forbid fire --out results/fire
  reglette probe --resume results/006-probe-plain")]
pub struct Options {
    /// Scenarios, by name or path
    #[arg(long, value_delimiter = ',', value_name = "A,B,…")]
    pub scenarios: Vec<String>,
    /// Armies, by name or path; each plays itself
    #[arg(long, value_delimiter = ',', value_name = "A,B,…")]
    pub armies: Vec<String>,
    /// Bots, by name or path
    #[arg(long, value_delimiter = ',', value_name = "X,Y,…", default_value = "greedy")]
    pub bots: Vec<String>,
    /// The parts to forbid, one after the other [default: all that offer a choice]
    #[arg(long, value_delimiter = ',', value_name = "P,Q,…")]
    pub forbid: Vec<String>,
    /// Games for each part, spread over scenarios and armies and rounded up to whole pairs
    #[arg(long, default_value_t = 400, value_name = "N", value_parser = whole_number::<u64>(1..=MOST_GAMES))]
    pub games: u64,
    /// The master seed of all dice and bots
    #[arg(long, default_value_t = DEFAULT_SEED, value_name = "S", value_parser = seed())]
    pub seed: u64,
    /// The rules file, by name or path
    #[arg(long, value_name = "FILE")]
    pub rules: Option<String>,
    /// The folder for the results [default: a new results/NUMBER-probe-SCENARIO]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Replace the files of an older probe in --out
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Play and resume options
    #[command(flatten)]
    pub study: Studying,
}

impl Options {
    /// Probes the parts.
    ///
    /// # Errors
    /// What went wrong, to be reported in one message.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        let files = StudyFiles { rules: &self.rules, scenarios: self.scenarios.iter().collect(), armies: &self.armies };
        study::resume_or_begin(NAME, &self.study, library, files, out, |out| Probing { options: self, library, out })
    }

    /// The requested parts: by number and name.
    fn parts<R: Rulebook>(&self) -> Result<Vec<(usize, &'static str)>, CliError> {
        let all: Vec<(usize, &'static str)> = Parts::of::<R::Game>().collect();
        if self.forbid.is_empty() {
            return Ok(all);
        }
        let names: Vec<&str> = all.iter().map(|(_, name)| *name).collect();
        let part = |name: &String| {
            all.iter().find(|(_, known)| known == name).copied().ok_or_else(|| {
                let hint = match nearest(name, &names) {
                    Some(near) => format!("did you mean \"{near}\"?"),
                    None => format!("there are {}", quoted_list(&names, "and")),
                };
                CliError::Input(format!("--forbid: no part \"{name}\" of {}; {hint}", R::NAME))
            })
        };
        let is_repeated = |(place, name): &(usize, &String)| self.forbid[..*place].contains(name);
        if let Some((_, name)) = self.forbid.iter().enumerate().find(is_repeated) {
            return Err(CliError::Input(format!("--forbid names {name} twice; a part is probed once")));
        }
        self.forbid.iter().map(part).collect()
    }
}

struct Probing<'a> {
    options: &'a Options,
    library: &'a Library,
    out: &'a mut dyn Write,
}

impl Task for Probing<'_> {
    type Output = Result<Exit, CliError>;

    fn run<R: Rulebook + 'static>(self) -> Result<Exit, CliError> {
        let Probing { options, library, out } = self;
        let parts = options.parts::<R>()?;
        if let Some(name) = repeated(library, Kind::Bot, &options.bots)? {
            return Err(CliError::Input(format!("--bots names {name} twice; its games would be the same")));
        }
        let mut inputs = Inputs::new();
        let field =
            Field::<R>::read(library, options.rules.as_deref(), &options.scenarios, &options.armies, &mut inputs)?;
        if field.brings_all() && !options.armies.is_empty() {
            return Err(CliError::Input("armies are named, but the scenario brings its own".to_owned()));
        }
        let mut subjects = Vec::new();
        for name in &options.bots {
            let source = library.find(Kind::Bot, name)?;
            let config = BotFile::read(&source)?.config::<R>()?;
            if config.without(Parts::one(0)).is_none() {
                return Err(CliError::Input(format!(
                    "{}: a script or an external program cannot be restricted",
                    source.path()
                )));
            }
            inputs.add(&source)?;
            subjects.push(Subject { name: source.name().to_owned(), config });
        }
        let scenario = field.planned_scenarios[0].name.clone();
        let target = match &options.out {
            Some(path) => Target::Given { path: path.clone(), force: options.force },
            None => Target::Numbered(format!(
                "probe-{}",
                scenario.rsplit('/').next().unwrap_or(&scenario).replace(".toml", "")
            )),
        };
        let scenarios: Vec<&str> = field.planned_scenarios.iter().map(|scenario| scenario.name.as_str()).collect();
        let armies: Vec<&str> = field.planned_armies.iter().map(|army| army.name.as_str()).collect();
        let question = Question {
            rulebook: R::NAME.to_owned(),
            rules: field.plan(Vec::new(), 0, 0, true).rules_path,
            scenarios: named(&scenarios),
            armies: named(&armies),
            bots: subjects.iter().map(|subject| subject.name.clone()).collect(),
            parts: parts.iter().map(|(_, name)| (*name).to_owned()).collect(),
            by_name: !options.forbid.is_empty(),
            games: options.games,
            seed: options.seed,
        };
        let repeatable = subjects.iter().all(|subject| subject.config.is_repeatable());
        let manifest = QuestionManifest::new(signature::<R>(), repeatable, question, inputs.files(), Vec::new());
        let (scenarios, armies) = (scenarios.join(" "), armies.join(" "));
        let files = [probes::NAME, setup::NAME, Manifest::NAME, RunInfo::NAME, page::NAME];
        let asked = Asked {
            command: NAME,
            steers: false,
            place: ResultsPlace::Folder(&target, &files),
            inputs: inputs.files(),
            question: &manifest.to_toml(),
            headline: format!(
                "{} · {scenarios} · {} · seed {}",
                field.rules_name(),
                count(parts.len() as u64, "part"),
                options.seed
            ),
            units: (parts.len() * subjects.len()) as u64 * options.games,
        };
        let running = options.study.begin::<R>(asked, out)?;
        running.play(out, |running| {
            let (pool, log) = (running.pool(), running.log());
            let mut found: Vec<(usize, &'static str, Option<Probed>)> = Vec::new();
            let mut games = 0;
            for (number, subject) in subjects.iter().enumerate() {
                let of = number.to_string();
                let logged = Logged { log, of: &of };
                let tournament = probing(&field, subject, options.games, options.seed)?;
                if number == 0 {
                    Setup::of(&tournament).write(running.folder())?;
                }
                let numbers: Vec<usize> = parts.iter().map(|(part, _)| *part).collect();
                let scouted = pool.install(|| scout(&tournament, &numbers, SCOUTED, logged))?;
                // Parts requested by name are probed in any case.
                let is_choice = |index: usize| {
                    !options.forbid.is_empty() || scouted.offers[index].offered + scouted.offers[index].kept > 0
                };
                for (index, (part, name)) in parts.iter().enumerate() {
                    let probed = if is_choice(index) {
                        pool.install(|| probe(&tournament, subject, *part, logged))?
                    } else {
                        None
                    };
                    games += probed.as_ref().map_or(0, |probed| probed.standings.games);
                    found.push((number, name, probed));
                    running.bar().inc(options.games);
                }
            }
            let probes: Vec<Probe<'_>> = found
                .iter()
                .map(|(subject, part, probed)| Probe {
                    names: [field.rules_name(), &scenarios, &armies],
                    seed: options.seed,
                    rulebook: R::NAME,
                    bot: &subjects[*subject].name,
                    part,
                    probed: probed.as_ref(),
                })
                .collect();
            let folder = running.folder();
            probes::write(folder, &probes)?;
            let outputs = Output::of(folder.path(), [probes::NAME, setup::NAME].into_iter(), None)?;
            running.write_manifest(&QuestionManifest { outputs, ..manifest }.to_toml(), games)?;
            let of_bots = probes.chunks(parts.len()).zip(&subjects);
            let mut screen: String =
                of_bots.map(|(of_bot, subject)| probes::render(&subject.name, of_bot) + "\n").collect();
            screen += "± is the half-width of the 95 % interval, (… to …) the interval; columns are described in \
                docs/output.md\n";
            screen += &wrote(folder, &files);
            let forfeits =
                found.iter().filter_map(|(_, _, probed)| probed.as_ref()).any(|probed| probed.standings.forfeits > 0);
            Ok(Done { exit: if forfeits { Exit::DoneWithForfeits } else { Exit::Done }, games, screen })
        })
    }
}

fn named(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// The parameters, with every default written out.
#[derive(Debug, Serialize)]
struct Question {
    rulebook: String,
    rules: String,
    scenarios: Vec<String>,
    armies: Vec<String>,
    bots: Vec<String>,
    parts: Vec<String>,
    /// Whether the parts were requested by name, and are probed even if they offer no choice.
    by_name: bool,
    games: u64,
    seed: u64,
}
