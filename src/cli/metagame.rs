//! `reglette metagame`: which army lists survive if players are free to choose. It selects the lists and the bots, and
//! is a tournament from there on.

use super::rerun::resume;
use super::run_tournament::RunOptions;
use super::tournament::{self, GamesCsv};
use super::whole_number::{seed, whole_number};
use super::{CliError, Exit, rulebook_of};
use crate::catalog::{self, Task};
use crate::data::seeded::expand;
use crate::data::{Kind, Library};
use crate::game::{BySide, Roster, SetupError};
use crate::report::format::{count, fixed};
use crate::tournament::MOST_GAMES;
use crate::tournament::load::DEFAULT_SEED;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Plays all army lists against each other with one bot, and reports which of them survive and which are dominated.
///
/// Every list plays every other, twice with the same dice and the sides swapped. The results are those of a tournament
/// of one bot with these armies, which can be resumed, split into shards, merged and repeated like any other. The
/// verdicts hold for this bot only; with several bots each plays all lists by itself, and --ratings compares the
/// results over the strength of the player.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette metagame open-field --budget 35
  reglette metagame open-field village-and-fields --budget 33..37 --games 200 --bots expectimax
  reglette metagame open-field --budget 35 --bots novice,greedy,study --ratings results/002-open-field/ratings.csv
  reglette metagame plain --armies france,austria,prussia,russia,britain
  reglette metagame open-field --budget 35 --games 1000 --shard 2/8 --out parts/2
  reglette metagame --resume results/004-metagame")]
pub struct Options {
    /// Scenarios, by name or path, on each of which all lists play [default: that of the rulebook]
    #[arg(value_name = "SCENARIO")]
    pub scenarios: Vec<String>,
    /// Army lists, by name or path [default: all available ones that fit the scenarios and each other]
    #[arg(long, value_delimiter = ',', value_name = "A,B,…", conflicts_with = "budget")]
    pub armies: Vec<String>,
    /// Only the available lists with this cost in points: P, or P..Q
    #[arg(long, value_name = "P", value_parser = Budget::parse)]
    pub budget: Option<Budget>,
    /// The rules file, by name or path
    #[arg(long, value_name = "FILE")]
    pub rules: Option<String>,
    /// The bots, by name or path, each of which plays all lists against each other
    #[arg(long, visible_alias = "bot", value_delimiter = ',', default_value = "greedy", value_name = "X,Y,…")]
    pub bots: Vec<String>,
    /// The file ratings.csv of a tournament between these bots: also report how the points of lists, and the rate of
    /// the first player, depend on the strength of the player, of at least three bots
    #[arg(long, value_name = "FILE")]
    pub ratings: Option<PathBuf>,
    /// Games for each pairing of lists, spread over the scenarios and rounded up to whole pairs
    #[arg(long, default_value_t = DEFAULT_GAMES, value_name = "N", value_parser = whole_number::<u64>(1..=MOST_GAMES))]
    pub games: u64,
    /// The master seed of all dice and bots
    #[arg(long, default_value_t = DEFAULT_SEED, value_name = "S", value_parser = seed())]
    pub seed: u64,
    /// The folder for the results [default: a new results/NUMBER-metagame]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Replace the files of an older run in --out
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Which games get a row in games.csv
    #[arg(long, value_enum, default_value_t = GamesCsv::All, value_name = "WHICH")]
    pub games_csv: GamesCsv,
    /// Resume the interrupted run in this folder; no other option is needed
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = [
            "scenarios", "armies", "budget", "rules", "bots", "ratings", "games", "seed", "out", "force", "games_csv",
            "shard", "plan_only",
        ],
    )]
    pub resume: Option<PathBuf>,
    /// Play one of N parts of the schedule, to be merged by `reglette merge`; `auto` takes the part from the batch
    /// job's environment
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// Write the plan and the schedule without playing
    #[arg(long)]
    pub plan_only: bool,
    /// Play options
    #[command(flatten)]
    pub run_options: RunOptions,
}

/// The default number of games per pairing.
const DEFAULT_GAMES: u64 = 100;
/// Points have two decimals.
const SAME_POINTS: f64 = 0.005;
/// The name of numbered folders.
const NAME: &str = "metagame";
/// The maximum number of lists named for each reason of omission.
const NAMED: usize = 6;
/// The minimum size of a field.
const FEWEST: usize = 3;

/// The range of points of a list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    low: f64,
    high: f64,
}

impl Budget {
    fn parse(text: &str) -> Result<Budget, String> {
        let points = |text: &str| text.parse::<f64>().ok().filter(|points| (0.0..=100_000.0).contains(points));
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        match (points(low), points(high)) {
            (Some(low), Some(high)) if low <= high => Ok(Budget { low, high }),
            _ => Err("expected points, such as 35, or 33..37".to_owned()),
        }
    }

    fn holds(self, points: f64) -> bool {
        points > self.low - SAME_POINTS && points < self.high + SAME_POINTS
    }
}

impl Options {
    /// Selects the lists and plays.
    ///
    /// # Errors
    /// Bad input before anything is written; later only faults of the system or the program.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        if let Some(folder) = &self.resume {
            return resume(folder, &self.run_options, out);
        }
        let rulebook = rulebook_of(library, self.rules.as_deref(), &self.scenarios, &self.armies)?;
        let choose = Choose { options: self, library, out: &mut *out };
        let (rules, armies) = catalog::with(rulebook, choose).expect("the rulebook is in the catalog")?;
        self.tournament(rules, armies).play(library, out)
    }

    /// The tournament of these lists.
    fn tournament(&self, rules: String, armies: Vec<String>) -> tournament::Options {
        tournament::Options {
            scenarios: self.scenarios.clone(),
            armies,
            bots: self.bots.clone(),
            of_same_bot: self.bots.len() > 1,
            ratings: self.ratings.clone(),
            games: Some(self.games),
            seed: self.seed,
            rules: Some(rules),
            out: self.out.clone(),
            force: self.force,
            games_csv: self.games_csv,
            shard: self.shard.clone(),
            plan_only: self.plan_only,
            run_options: self.run_options.clone(),
            called: Some(NAME.to_owned()),
            resume: None,
            quarantine: None,
            gauntlet: None,
            swiss: None,
            pairings: None,
            sprt: Vec::new(),
            normalised: false,
            until: None,
            allocate: None,
            purpose: None,
            luck: None,
            luck_of_choices: false,
            tied: false,
            weights: Vec::new(),
        }
    }
}

/// Selects the lists: returns the rules and the paths of the lists.
struct Choose<'a> {
    options: &'a Options,
    library: &'a Library,
    out: &'a mut dyn Write,
}

/// An available list with its cost.
struct Candidate<R: Roster> {
    path: String,
    name: String,
    army: R::Army,
    points: f64,
}

/// Omitted lists, with the reason.
#[derive(Default)]
struct LeftOut(Vec<(String, Vec<String>)>);

impl LeftOut {
    fn add(&mut self, why: String, name: String) {
        match self.0.iter_mut().find(|(known, _)| *known == why) {
            Some((_, names)) => names.push(name),
            None => self.0.push((why, vec![name])),
        }
    }

    /// A line for each reason.
    fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        for (why, names) in &self.0 {
            let more = if names.len() > NAMED { format!(" and {} more", names.len() - NAMED) } else { String::new() };
            let shown = names[..names.len().min(NAMED)].join(", ");
            writeln!(out, "Omitted ({why}): {shown}{more}")?;
        }
        Ok(())
    }
}

/// The cost of a list by the rules.
fn points_of<R: Roster>(rules: &R::Rules, army: &R::Army) -> Result<f64, String> {
    let pool = R::pool(rules, std::slice::from_ref(army))?;
    let costs: Vec<f64> = R::troops(&pool).iter().map(|troop| troop.cost).collect();
    Ok(R::composition(&pool, army).cost(&costs))
}

/// Points, without decimals where they are whole.
fn render(points: f64) -> String {
    fixed(points, if (points - points.round()).abs() < SAME_POINTS { 0 } else { 2 })
}

/// The first of several faults, for a line on the screen.
fn first_fault(error: SetupError) -> String {
    error.faults.into_iter().next().unwrap_or(error.subject)
}

impl Task for Choose<'_> {
    type Output = Result<(String, Vec<String>), CliError>;

    fn run<R: Roster + 'static>(self) -> Self::Output {
        let Choose { options, library, out } = self;
        let rules_file = options.rules.clone().unwrap_or_else(|| R::DEFAULT_RULES.to_owned());
        let rules = R::read_rules(&library.find(Kind::Rules, &rules_file)?)?;
        let mut scenarios = Vec::new();
        let named = options.scenarios.iter().flat_map(|name| expand(name));
        let default =
            R::DEFAULT_SCENARIOS.iter().map(|name| (*name).to_owned()).filter(|_| options.scenarios.is_empty());
        for name in named.chain(default) {
            let source = library.find(Kind::Scenario, &name)?;
            let scenario = R::read_scenario(&source)?;
            if R::brings_armies(&scenario) {
                let fault = "it brings its armies; a metagame needs a scenario that accepts any lists".to_owned();
                return Err(SetupError { subject: source.path().to_owned(), faults: vec![fault] }.into());
            }
            scenarios.push(scenario);
        }
        if !options.armies.is_empty() {
            let named = count(options.armies.len() as u64, "list");
            let few = || CliError::Input(format!("--armies names {named}, but a metagame needs {FEWEST} or more"));
            return if options.armies.len() < FEWEST { Err(few()) } else { Ok((rules_file, options.armies.clone())) };
        }

        let meet = |one: &R::Army, other: &R::Army| {
            scenarios
                .iter()
                .try_for_each(|scenario| R::prepare(&rules, scenario, BySide::new(Some(one), Some(other))).map(drop))
        };
        let (mut left_out, mut unaffordable) = (LeftOut::default(), Vec::new());
        let mut groups: Vec<Vec<Candidate<R>>> = Vec::new();
        for entry in library.list(Kind::Army).into_iter().filter(|entry| entry.rulebook.as_deref() == Some(R::NAME)) {
            let army = match R::read_army(&library.find(Kind::Army, &entry.path)?) {
                Ok(army) => army,
                Err(error) => {
                    left_out.add(error.to_string().lines().next().unwrap_or_default().to_owned(), entry.name);
                    continue;
                }
            };
            let points = match points_of::<R>(&rules, &army) {
                Ok(points) => points,
                Err(why) => {
                    left_out.add(why, entry.name);
                    continue;
                }
            };
            if options.budget.is_some_and(|budget| !budget.holds(points)) {
                unaffordable.push((points, entry.name));
                continue;
            }
            if let Err(error) = meet(&army, &army) {
                left_out.add(first_fault(error), entry.name);
                continue;
            }
            let candidate = Candidate { path: entry.path, name: entry.name, army, points };
            match groups.iter_mut().find(|group| meet(&group[0].army, &candidate.army).is_ok()) {
                Some(group) => group.push(candidate),
                None => groups.push(vec![candidate]),
            }
        }
        // The first of the largest groups of mutually compatible lists.
        let largest = groups.iter().map(Vec::len).max().unwrap_or(0);
        let at = groups.iter().position(|group| group.len() == largest).unwrap_or(0);
        for (_, group) in groups.iter().enumerate().filter(|(number, _)| *number != at) {
            for candidate in group {
                left_out.add(format!("it cannot play {}", groups[at][0].name), candidate.name.clone());
            }
        }
        unaffordable.sort_by(|(one, _), (other, _): &(f64, String)| one.total_cmp(other));
        unaffordable
            .into_iter()
            .for_each(|(points, name)| left_out.add(format!("it costs {} points", render(points)), name));
        left_out.write(out)?;
        if largest < FEWEST {
            let why = format!(
                "{} left that can play each other, but a metagame needs {FEWEST} or more",
                count(largest as u64, "list")
            );
            return Err(CliError::Input(why));
        }
        let lists = groups.swap_remove(at);
        let by_points = |one: &f64, other: &f64| one.total_cmp(other);
        let all: Vec<f64> = lists.iter().map(|list| list.points).collect();
        let (low, high) = (
            all.iter().copied().min_by(by_points).unwrap_or(0.0),
            all.iter().copied().max_by(by_points).unwrap_or(0.0),
        );
        let of = if high - low < SAME_POINTS { render(low) } else { format!("{} to {}", render(low), render(high)) };
        writeln!(
            out,
            "{} of {of} points, all played by {}\n",
            count(lists.len() as u64, "list"),
            options.bots.join(", ")
        )?;
        if high - low >= SAME_POINTS && options.budget.is_none() {
            writeln!(out, "Note: the costs of these lists differ; --budget selects lists by their cost\n")?;
        }
        Ok((rules_file, lists.into_iter().map(|list| list.path).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_a_number_of_points_or_a_range() {
        let exact = Budget::parse("35").unwrap();
        assert!(exact.holds(35.0) && exact.holds(35.004) && !exact.holds(35.5) && !exact.holds(34.99));
        let range = Budget::parse("33.5..37").unwrap();
        assert!(range.holds(33.5) && range.holds(37.0) && !range.holds(37.01) && !range.holds(33.0));
        for wrong in ["", "x", "37..33", "-1", "35..", "NaN"] {
            assert!(Budget::parse(wrong).is_err(), "{wrong}");
        }
    }
}
