//! The request of a comparison: the thing that is changed, and the tournaments with and without the change.

use super::Options;
use crate::cli::CliError;
use crate::cli::input_text::read_input;
use crate::cli::pairings::parse_pairings;
use crate::cli::repeated::repeated;
use crate::data::{DataError, Document, Kind, Layers, Library, Override, Source, printable};
use crate::game::Rulebook;
use crate::tournament::{Arrangement, Plan, Request};
use std::path::{Path, PathBuf};
use strum::VariantArray;

/// The maximum number of values of a sweep.
const MOST: i64 = 1_000;

/// What is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "snake_case")]
pub(super) enum Thing {
    Rules,
    Army,
    Scenario,
    Bot,
}

impl Thing {
    /// The name used in files.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The thing of a name.
    pub fn named(name: &str) -> Option<Thing> {
        Thing::VARIANTS.iter().copied().find(|thing| thing.name() == name)
    }

    fn kind(self) -> Kind {
        match self {
            Thing::Rules => Kind::Rules,
            Thing::Army => Kind::Army,
            Thing::Scenario => Kind::Scenario,
            Thing::Bot => Kind::Bot,
        }
    }

    /// Path and name of this thing in a plan, where it comes first.
    pub fn of_plan(self, plan: &Plan) -> (&str, &str) {
        match self {
            Thing::Rules => (&plan.rules_path, &plan.rules),
            Thing::Army => (&plan.armies[0].path, &plan.armies[0].name),
            Thing::Scenario => (&plan.scenarios[0].path, &plan.scenarios[0].name),
            Thing::Bot => (&plan.bots[0].path, &plan.bots[0].name),
        }
    }

    /// The names of the things of these plans: their paths where their names are equal.
    pub fn names<'a>(self, base: &'a Plan, variants: impl Iterator<Item = &'a Plan>) -> Vec<String> {
        let all: Vec<(&str, &str)> = [base].into_iter().chain(variants).map(|plan| self.of_plan(plan)).collect();
        let is_unique = |(path, name): &(&str, &str)| all.iter().all(|other| other.1 != *name || other.0 == *path);
        all.iter().map(|it| if is_unique(it) { it.1 } else { it.0 }.to_owned()).collect()
    }

    /// Whether the files of both plans are equal once they are parsed.
    pub fn is_same(self, library: &Library, one: &Plan, other: &Plan) -> Result<bool, DataError> {
        let paths = |plan: &Plan| match self {
            Thing::Scenario => plan.scenarios.iter().map(|scenario| scenario.path.clone()).collect(),
            _ => vec![self.of_plan(plan).0.to_owned()],
        };
        for (one, other) in paths(one).iter().zip(&paths(other)) {
            let read = |path: &str| content(&library.find(self.kind(), path)?);
            if one != other && read(one)? != read(other)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The contents of a file, its bases included.
fn content(source: &Source) -> Result<toml::Table, DataError> {
    if !matches!(source.kind(), Kind::Rules | Kind::Bot) {
        return Ok(Document::parse(source)?.table());
    }
    let mut table = Layers::of(source)?.laid_over(|_, _| {})?;
    table.remove("extends");
    Ok(table)
}

/// The request.
pub(super) struct Asked {
    /// The available files, including those of a sweep.
    pub library: Library,
    /// What is changed.
    pub thing: Thing,
    /// The file without the change; `None` for the default rules.
    base: Option<String>,
    against: Vec<String>,
    /// The only pairings that are played.
    pub pairings: Option<Pairings>,
    options: Options,
}

/// The file of the only pairings that are played.
pub(super) struct Pairings {
    /// Its path, as it was given.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
    all: Vec<[String; 2]>,
}

impl Pairings {
    fn of(path: &Path, library: &Library) -> Result<Pairings, CliError> {
        let text = read_input(path, library)?;
        let all = parse_pairings(path, &text)?;
        Ok(Pairings { path: path.to_owned(), text, all })
    }
}

impl Asked {
    /// From the command line.
    pub fn of(options: &Options, library: &Library) -> Result<Asked, CliError> {
        let (thing, base) = match options {
            Options { army: Some(army), .. } => (Thing::Army, Some(army)),
            Options { scenario: Some(scenario), .. } => (Thing::Scenario, Some(scenario)),
            Options { bot: Some(bot), .. } => (Thing::Bot, Some(bot)),
            _ => (Thing::Rules, options.rules.as_ref()),
        };
        let mut asked = Asked {
            library: library.clone(),
            thing,
            base: base.cloned(),
            against: options.against.clone(),
            pairings: options.pairings.as_deref().map(|path| Pairings::of(path, library)).transpose()?,
            options: options.clone(),
        };
        if let Some(sweep) = &options.sweep {
            asked.sweep(sweep)?;
        }
        if asked.against.is_empty() {
            let why = "nothing to compare with: --against replaces the rules, or --army, --scenario or --bot; --sweep \
                tries values of a key of the rules";
            return Err(CliError::Input(why.to_owned()));
        }
        if let Some(name) = repeated(&asked.library, thing.kind(), &asked.against)? {
            let by = options.sweep.as_ref().map_or("--against", |_| "--sweep");
            return Err(CliError::Input(format!("{by} names {name} twice; its games would be the same")));
        }
        Ok(asked)
    }

    /// The files whose rulebook must be the same.
    pub fn files(&self) -> Vec<(Kind, &str)> {
        let Options { rules, scenarios, armies, .. } = &self.options;
        let rules = rules.iter().map(|name| (Kind::Rules, name.as_str()));
        let scenarios = scenarios.iter().map(|name| (Kind::Scenario, name.as_str()));
        let armies = armies.iter().map(|name| (Kind::Army, name.as_str()));
        let compared = self.base.iter().chain(&self.against).map(|name| (self.thing.kind(), name.as_str()));
        // Bots are independent of rulebooks.
        rules.chain(scenarios).chain(armies).chain(compared).filter(|(kind, _)| *kind != Kind::Bot).collect()
    }

    /// Creates a rules file for each value of a key, extending the rules.
    fn sweep(&mut self, sweep: &str) -> Result<(), CliError> {
        let wrong = |why: &str| CliError::Input(format!("--sweep {sweep}: {why}"));
        let (key, values) = sweep.split_once('=').ok_or_else(|| wrong("expected KEY=1..4 or KEY=1,3,x"))?;
        let values: Vec<String> = match values.split_once("..") {
            Some((first, last)) => {
                let number = |text: &str| {
                    text.trim().parse::<i32>().map_err(|_| {
                        let (text, most) = (printable(text.trim()), i32::MAX);
                        wrong(&format!("\"{text}\" is not a whole number from -{most} to {most}"))
                    })
                };
                match (number(first)?, number(last)?) {
                    (first, last) if first > last => {
                        return Err(wrong(&format!("the first value, {first}, is above the last, {last}")));
                    }
                    (first, last) if last.abs_diff(first) >= MOST as u32 => {
                        return Err(wrong(&format!("expected at most {MOST} values")));
                    }
                    (first, last) => (first..=last).map(|value| value.to_string()).collect(),
                }
            }
            None => values.split(',').map(|value| value.trim().to_owned()).collect(),
        };
        let rules = match &self.base {
            Some(rules) => self.library.find(Kind::Rules, rules)?,
            None => {
                let rulebook = crate::catalog::choose(&self.library, self.files())?;
                let rules = crate::catalog::with(rulebook, crate::cli::keys::DefaultRules)
                    .expect("the rulebook is in the catalog");
                self.library.find(Kind::Rules, rules)?
            }
        };
        for value in values {
            let setting = Override::parse(&format!("{key}={value}"))?;
            let path = format!("sweep/{}.toml", setting.setting().replace('/', ":"));
            let text = format!("extends = \"{}\"\n{}\n", rules.path(), setting.as_toml());
            self.library = self.library.and_keeping(&path, text);
            self.against.push(path);
        }
        self.base = Some(rules.path().to_owned());
        Ok(())
    }

    /// The tournament without the change, and those with it.
    pub fn requests<R: Rulebook>(&self) -> Result<(Request, Vec<Request>), CliError> {
        let base = self.base.as_deref().unwrap_or(R::DEFAULT_RULES);
        let seed = self.options.seed;
        let variant = |name: &String| self.request::<R>(name, self.options.seed_against.unwrap_or(seed));
        let variants = self.against.iter().map(variant).collect::<Result<Vec<_>, _>>()?;
        Ok((self.request::<R>(base, seed)?, variants))
    }

    /// The tournament with this thing in place of the one that is changed.
    fn request<R: Rulebook>(&self, name: &str, seed: u64) -> Result<Request, CliError> {
        let Options { rules, scenarios, armies, bots, games, ratings, .. } = &self.options;
        let bots = if bots.is_empty() && self.thing != Thing::Bot { vec!["greedy".to_owned()] } else { bots.clone() };
        let request = Request {
            rules: rules.clone(),
            scenarios: scenarios.clone(),
            armies: armies.clone(),
            bots,
            games: *games,
            seed,
            arrangement: match &self.pairings {
                Some(Pairings { all, .. }) => Arrangement::List { pairings: all.clone() },
                // Over the strength of the player only games count in which one bot plays both sides.
                None if ratings.is_some() => Arrangement::SameBot,
                None => Arrangement::default(),
            },
            ..Request::default()
        };
        Ok(match self.thing {
            Thing::Rules => Request { rules: Some(name.to_owned()), ..request },
            Thing::Scenario => Request { scenarios: vec![name.to_owned()], ..request },
            Thing::Army => {
                let others = self.others(R::DEFAULT_ARMIES, &request.armies)?;
                let (champion, armies) = self.champion(name, others)?;
                Request { armies, arrangement: Arrangement::Gauntlet { champion }, ..request }
            }
            Thing::Bot if request.bots.is_empty() => Request { bots: vec![name.to_owned()], ..request },
            Thing::Bot => {
                let others = self.others(&[], &request.bots)?;
                let (champion, bots) = self.champion(name, others)?;
                Request { bots, arrangement: Arrangement::Gauntlet { champion }, ..request }
            }
        })
    }

    /// The files of the opponents of the thing that is changed. Of the defaults, those that are not compared
    /// themselves.
    fn others(&self, default: &[&str], named: &[String]) -> Result<Vec<Source>, CliError> {
        let kind = self.thing.kind();
        let compared = self
            .base
            .iter()
            .chain(&self.against)
            .map(|name| self.library.find(kind, name))
            .collect::<Result<Vec<_>, _>>()?;
        let is_compared = |source: &Source| compared.iter().any(|other| other.path() == source.path());
        if named.is_empty() {
            let found = default.iter().map(|name| self.library.find(kind, name)).collect::<Result<Vec<_>, _>>()?;
            return Ok(found.into_iter().filter(|source| !is_compared(source)).collect());
        }
        let found = named.iter().map(|name| self.library.find(kind, name)).collect::<Result<Vec<_>, _>>()?;
        match found.iter().find(|source| is_compared(source)) {
            Some(both) => Err(CliError::Input(format!("{} is compared, and cannot be its own opponent", both.path()))),
            None => Ok(found),
        }
    }

    /// The name under which a thing takes part, and all names with it first.
    fn champion(&self, name: &str, others: Vec<Source>) -> Result<(String, Vec<String>), CliError> {
        let source = self.library.find(self.thing.kind(), name)?;
        if others.is_empty() {
            let option = if self.thing == Thing::Army { "--armies" } else { "--bots" };
            return Err(CliError::Input(format!("{} has no opponent: give one with {option}", source.path())));
        }
        let is_unique = others.iter().all(|other| other.name() != source.name());
        let champion = if is_unique { source.name() } else { source.path() }.to_owned();
        let all = [&source].into_iter().chain(&others).map(|source| source.path().to_owned()).collect();
        Ok((champion, all))
    }
}
