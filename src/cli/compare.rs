//! `reglette compare`: the same games with one thing changed, and the effect of the change with intervals.

mod again;
mod request;

use self::again::{Before, again, not_the_same};
use self::request::{Asked, Pairings, Thing};
use super::note::note;
use super::progress::InterimResult;
use super::ratings::planned_ratings;
use super::study::{self, Asked as Study, Done, Studying, wrote};
use super::whole_number::{seed, whole_number};
use super::{CliError, Exit};
use crate::balance::{Comparing, NoStrength, SoFar, Strengths, compare, over_rungs};
use crate::catalog::{self, Task};
use crate::data::{Inputs, Kind, Library};
use crate::game::Rulebook;
use crate::report::comparison::{self, ComparisonManifest, Variant};
use crate::report::format::count;
use crate::report::setup::Setup;
use crate::report::{Manifest, Output, RunInfo, Target, page, setup, strength};
use crate::study::ResultsPlace;
use crate::tournament::load::DEFAULT_SEED;
use crate::tournament::{Loaded, MOST_GAMES, Plan, Request, Tournament, load, signature};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Plays the same games with one thing changed, with the same dice, and reports the effect of the change.
///
/// What is changed is the army, the scenario or the bot that is named by --army, --scenario or --bot, and otherwise the
/// rules; --against gives its replacement. --armies and --bots are the other players.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette compare plain --rules jomini-v2 --against jomini-v1
  reglette compare plain --sweep support_neighbours=1..4 --games 1000
  reglette compare plain,river --army france --against prussia --armies austria,russia
  reglette compare --scenario plain --against river --armies france,prussia
  reglette compare plain --bot greedy --against expectimax --bots random --events
  reglette compare plain --rules jomini-v2 --against jomini-v1 --bots novice,greedy,study --ratings met/ratings.csv
  reglette compare --again results/003-compare-rules
  reglette compare --resume results/004-compare-army")]
pub struct Options {
    /// Scenarios, by name or path
    #[arg(value_name = "SCENARIO", value_delimiter = ',')]
    pub scenarios: Vec<String>,
    /// The rules: those without the change, or those of both sides where something else is changed
    #[arg(long, value_name = "FILE")]
    pub rules: Option<String>,
    /// The army that is changed
    #[arg(long, value_name = "A", conflicts_with_all = ["scenario", "bot"])]
    pub army: Option<String>,
    /// The scenario that is changed
    #[arg(long, value_name = "A", conflicts_with_all = ["scenarios", "bot"])]
    pub scenario: Option<String>,
    /// The bot that is changed
    #[arg(long, value_name = "A")]
    pub bot: Option<String>,
    /// The replacement; several are each compared with the original
    #[arg(long, value_delimiter = ',', value_name = "B,C,…")]
    pub against: Vec<String>,
    /// A key of the rules, and its values one after the other: KEY=1..4, or KEY=1,3,x
    #[arg(long, value_name = "KEY=VALUES", conflicts_with_all = ["against", "army", "scenario", "bot"])]
    pub sweep: Option<String>,
    /// Armies that play; where an army is changed, its opponents
    #[arg(long, value_delimiter = ',', value_name = "A,B,…")]
    pub armies: Vec<String>,
    /// Only the pairings of this CSV file: two entrants a line, such as greedy/france,greedy/prussia. Not where an army
    /// or a bot is changed
    #[arg(long, value_name = "FILE", conflicts_with_all = ["army", "bot"])]
    pub pairings: Option<PathBuf>,
    /// Bots that play [default: greedy]; where a bot is changed, its opponents [default: itself]
    #[arg(long, value_delimiter = ',', value_name = "X,Y,…")]
    pub bots: Vec<String>,
    /// The file ratings.csv of a tournament between these bots: also report how the effects depend on the strength of
    /// the player, of at least three bots
    #[arg(long, value_name = "FILE", conflicts_with = "bot")]
    pub ratings: Option<PathBuf>,
    /// Games for each pairing, with and without each change
    #[arg(long, default_value_t = 500, value_name = "N", value_parser = whole_number::<u64>(1..=MOST_GAMES))]
    pub games: u64,
    /// The master seed of all dice and bots
    #[arg(long, default_value_t = DEFAULT_SEED, value_name = "S", value_parser = seed())]
    pub seed: u64,
    /// Another seed for the variant: shows the effect of chance alone, without common dice
    #[arg(long, value_name = "S", value_parser = seed())]
    pub seed_against: Option<u64>,
    /// Also count how often each order was given and each rule took effect, which is slower
    #[arg(long)]
    pub events: bool,
    /// Repeat the comparison of this folder or manifest, from the stored texts
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = [
            "scenarios", "rules", "army", "scenario", "bot", "against", "sweep", "armies", "bots", "games", "seed",
            "seed_against", "events", "ratings", "pairings",
        ],
    )]
    pub again: Option<PathBuf>,
    /// The folder for the results [default: a new results/NUMBER-compare-WHAT]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Replace the files of an older run in --out
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Play and resume options
    #[command(flatten)]
    pub study: Studying,
}

/// The name of the command.
const NAME: &str = "compare";

impl Options {
    /// Compares.
    ///
    /// # Errors
    /// Bad input before anything is played; later only faults of the system or the program.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        if let Some(at) = &self.study.resume {
            return study::resume(NAME, at, &self.study, out);
        }
        if let Some(from) = &self.again {
            return again(self, from, library, out);
        }
        let asked = Asked::of(self, library)?;
        let rulebook = catalog::choose(&asked.library, asked.files())?;
        catalog::with(rulebook, Compare { options: self, asked, out }).expect("the rulebook is in the catalog")
    }

    fn target(&self, thing: &str) -> Target {
        match &self.out {
            Some(path) => Target::Given { path: path.clone(), force: self.force },
            None => Target::Numbered(format!("compare-{thing}")),
        }
    }
}

/// Two or more tournaments that differ in one thing.
struct Plans<G> {
    /// What is changed.
    thing: Thing,
    base: Tournament<G>,
    variants: Vec<Tournament<G>>,
    inputs: Inputs,
    events: bool,
}

impl<G: crate::game::Evaluate + crate::game::Show + 'static> Plans<G> {
    /// Loads all of them; the file of ratings is that of a comparison that is not a repetition.
    fn load<R: Rulebook<Game = G> + 'static>(
        library: &Library,
        thing: Thing,
        (base, variants): (&Request, &[Request]),
        ratings: Option<&Path>,
        events: bool,
    ) -> Result<Plans<G>, CliError> {
        let Loaded { tournament: mut base, mut inputs } = load::<R>(library, base)?;
        if let Some(path) = ratings {
            let planned = (&base.plan, &base.schedule);
            base.plan.ratings = Some(planned_ratings(path, library, planned, &mut inputs)?);
        }
        let mut changed = Vec::new();
        for request in variants {
            let Loaded { tournament, inputs: further } = load::<R>(library, request)?;
            inputs.merge(further);
            if tournament.schedule.cells() != base.schedule.cells() {
                let [one, other] = [&base, &tournament].map(|tournament| thing.of_plan(&tournament.plan).1.to_owned());
                let why = format!(
                    "the games of {other} are not those of {one}: both scenarios must bring their armies, or neither"
                );
                return Err(CliError::Input(why));
            }
            changed.push(tournament.with_keys_of(&base));
        }
        Ok(Plans { thing, base, variants: changed, inputs, events })
    }

    /// Plays, writes and reports. The results must equal those of `before`, a comparison that is repeated.
    fn play<R: Rulebook<Game = G>>(
        self,
        library: &Library,
        options: &Options,
        before: Option<Before<'_>>,
        out: &mut dyn Write,
    ) -> Result<Exit, CliError> {
        let Plans { thing, base, variants, inputs, events } = self;
        let is_same = |variant: &Tournament<G>| thing.is_same(library, &base.plan, &variant.plan);
        let are_same = variants.iter().map(is_same).collect::<Result<Vec<bool>, _>>()?;
        let names = thing.names(&base.plan, variants.iter().map(|variant| &variant.plan));
        if !options.study.quiet {
            let same = variants.iter().zip(&names[1..]).zip(&are_same).filter(|(_, is_same)| **is_same);
            same.for_each(|((variant, name), _)| note_unchanged([&base.plan, &variant.plan], [&names[0], name]));
        }
        let plans = [&base.plan].into_iter().chain(variants.iter().map(|variant| &variant.plan));
        let costs = if thing == Thing::Army { costs_of_armies::<R>(library, plans, &names)? } else { String::new() };
        let scenarios: Vec<&str> = base.plan.scenarios.iter().map(|scenario| scenario.name.as_str()).collect();
        let games = base.schedule.games() * (1 + variants.len() as u64);
        let manifest = ComparisonManifest {
            version: ComparisonManifest::version(),
            signature: signature::<R>(),
            changed: thing.name().to_owned(),
            events,
            base: base.plan.clone(),
            variants: variants.iter().map(|variant| variant.plan.clone()).collect(),
            inputs: inputs.files(),
            outputs: Vec::new(),
        };
        let (target, question) = (options.target(thing.name()), manifest.to_toml());
        let files = |strength: &[&'static str]| {
            let others = [setup::NAME, Manifest::NAME, RunInfo::NAME, page::NAME];
            [comparison::NAME].into_iter().chain(strength.iter().copied()).chain(others).collect::<Vec<&str>>()
        };
        let known = files(&strength::NAMES);
        let headline = format!("{} · {} · seed {}", names.join(", "), count(games, "game"), base.plan.seed);
        let place = ResultsPlace::Folder(&target, &known);
        // A repeated comparison can be resumed even if the older one no longer exists.
        let mut read = inputs;
        if let Some(before) = &before {
            read.add_text(&before.path.to_string_lossy(), before.text);
        }
        let asked = Study {
            command: NAME,
            steers: false,
            place,
            inputs: read.files(),
            question: &question,
            headline,
            units: games,
        };
        let running = options.study.begin::<R>(asked, out)?;
        let mut repeated = Ok(());
        let exit = running.play(out, |running| {
            let mut interim = InterimResult::default();
            // Where several variants are played, the difference is that of the first.
            let first = names.get(1).filter(|_| variants.len() > 1).map(String::as_str);
            let mut progress = |so_far: SoFar<'_>| {
                running.bar().set_position(so_far.games);
                interim.show_difference(running.bar(), &so_far, first);
            };
            let comparing = Comparing { events, log: running.log(), progress: &mut progress };
            let compared = running.pool().install(|| compare(&base, &variants, comparing))?;
            let rendered: Vec<Variant<'_>> = (0..variants.len())
                .map(|index| Variant {
                    changed: thing.name(),
                    base: &names[0],
                    name: &names[index + 1],
                    scenarios: &scenarios,
                    is_same: are_same[index] && variants[index].plan.repeatable,
                    shares_dice: variants[index].plan.seed == base.plan.seed,
                    compared: &compared[index],
                })
                .collect();
            let csv = comparison::csv(&rendered)?;
            let folder = running.folder();
            folder.write(comparison::NAME, &String::from_utf8_lossy(&csv))?;
            Setup::of_all(std::iter::once(&base).chain(&variants)).write(folder)?;
            let ratings = base.plan.ratings.as_ref().map(strength::abscissas);
            let by_strength: Vec<Result<Strengths, NoStrength>> = ratings
                .iter()
                .flat_map(|ratings| compared.iter().map(|compared| over_rungs(ratings, compared.by_bot.clone())))
                .collect();
            let found =
                by_strength.iter().zip(&names[1..]).filter_map(|(found, name)| Some((found.as_ref().ok()?, name)));
            let measures: Vec<strength::Measures<'_>> =
                found.map(|(found, name)| strength::Measures::of_variant(name, &base.plan, found)).collect();
            let written = strength::write(folder, &measures)?;
            let tables = [comparison::NAME, setup::NAME].into_iter().chain(written.iter().copied());
            let outputs = Output::of(folder.path(), tables, None)?;
            let mut screen = comparison::render(&rendered);
            screen.extend(measures.iter().map(|measures| strength::render(measures) + "\n"));
            screen.extend(
                by_strength.iter().filter_map(|found| Some(strength::render_none(*found.as_ref().err()?) + "\n")),
            );
            screen += &costs;
            screen += "± is the half-width of the 95 % interval, (… to …) the interval; \"detectable\" is what \
                would be detected with 80 % power; columns are described in docs/output.md\n";
            screen += &wrote(folder, &files(&written));
            if let Some(Before { manifest: before, path, .. }) = before {
                // A comparison of an earlier version has no file of its setup.
                if before.outputs.iter().all(|output| outputs.contains(output)) {
                    screen += &format!("The same results as in {}.\n", path.display());
                } else {
                    repeated = Err(not_the_same(before, path));
                }
            }
            running.write_manifest(&ComparisonManifest { outputs, ..manifest }.to_toml(), games)?;
            let has_forfeits = compared.iter().any(|compared| compared.forfeits != [0; 2]);
            Ok(Done { exit: if has_forfeits { Exit::DoneWithForfeits } else { Exit::Done }, games, screen })
        })?;
        repeated.map(|()| exit)
    }
}

/// Reports that a variant has the contents of the original, before anything is played.
fn note_unchanged([base, variant]: [&Plan; 2], [original, name]: [&str; 2]) {
    let what = if !variant.repeatable {
        "only clocks and programs make a difference"
    } else if variant.seed == base.seed {
        "no result can differ"
    } else {
        "only the dice differ"
    };
    note!("nothing is changed by {name}: it has the same contents as {original}, so {what}");
}

/// A line with the cost of each of the compared armies.
fn costs_of_armies<'a, R: Rulebook>(
    library: &Library,
    plans: impl Iterator<Item = &'a Plan>,
    names: &[String],
) -> Result<String, CliError> {
    let mut costs = Vec::new();
    for (plan, name) in plans.zip(names) {
        let rules = R::read_rules(&library.find(Kind::Rules, &plan.rules_path)?)?;
        let army = R::read_army(&library.find(Kind::Army, Thing::Army.of_plan(plan).0)?)?;
        costs.push(format!("{name} {}", count(R::army_points(&rules, &army).into(), "point")));
    }
    Ok(format!("The armies cost: {}.\n", costs.join(", ")))
}

struct Compare<'a> {
    options: &'a Options,
    asked: Asked,
    out: &'a mut dyn Write,
}

impl Task for Compare<'_> {
    type Output = Result<Exit, CliError>;

    fn run<R: Rulebook + 'static>(self) -> Result<Exit, CliError> {
        let Compare { options, asked, out } = self;
        let (base, variants) = asked.requests::<R>()?;
        let requests = (&base, &variants[..]);
        let ratings = options.ratings.as_deref();
        let mut plans = Plans::load::<R>(&asked.library, asked.thing, requests, ratings, options.events)?;
        if let Some(Pairings { path, text, .. }) = &asked.pairings {
            plans.inputs.add_text(&path.to_string_lossy(), text);
        }
        plans.play::<R>(&asked.library, options, None, out)
    }
}
