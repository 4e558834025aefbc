//! Shared by studies of troops: scenarios, army lists whose troops form a pool, and the selection of these troops.

use super::{CliError, rulebook_of};
use crate::balance::costs::StudyFiles;
use crate::bots::BotConfig;
use crate::data::message::{nearest, quoted_list};
use crate::data::{Inputs, Kind, Library, Source};
use crate::game::{Parameter, Roster, SetupError, Troop};
use crate::tournament::read_bot;
use clap::Args;

/// The files of a question, and the troops that it is about.
#[derive(Clone, Debug, Args)]
pub struct Pool {
    /// Scenarios on which the armies play, by name or path
    #[arg(value_name = "SCENARIO")]
    pub scenarios: Vec<String>,
    /// Army lists whose troops form the pool, by name or path
    #[arg(long, value_delimiter = ',', value_name = "A,B,…")]
    pub armies: Vec<String>,
    /// Only these troops of the pool
    #[arg(long, value_delimiter = ',', value_name = "T,U,…")]
    pub troops: Vec<String>,
    /// The maximum number of a troop in one army
    #[arg(long, value_delimiter = ',', value_name = "TROOP=N,…")]
    pub limit: Vec<String>,
    /// The rules file, by name or path
    #[arg(long, value_name = "FILE")]
    pub rules: Option<String>,
}

/// All files, read, and the pool.
pub(super) struct Loaded<R: Roster> {
    /// Rules, scenarios and the pool, which holds the troops of all lists.
    pub files: StudyFiles<R>,
    /// The lists whose troops may be drawn.
    pub armies: Vec<R::Army>,
    /// Further lists, which are only opponents.
    pub against: Vec<R::Army>,
    /// The rules file.
    pub rules: Source,
    /// All files that were read.
    pub inputs: Inputs,
    /// The names of the lists.
    pub army_names: Vec<String>,
    /// The names of the further lists.
    pub against_names: Vec<String>,
    /// For each troop of the pool whether it is in a list whose troops may be drawn.
    pub own: Vec<bool>,
}

impl<R: Roster> Loaded<R> {
    /// The names of the scenarios.
    pub fn scenario_names(&self) -> Vec<String> {
        self.files.scenarios.iter().map(|(name, _)| name.clone()).collect()
    }
}

fn read_armies<R: Roster>(
    library: &Library,
    names: &[&str],
    inputs: &mut Inputs,
) -> Result<(Vec<R::Army>, Vec<String>), CliError> {
    let (mut armies, mut called) = (Vec::new(), Vec::new());
    for name in names {
        let source = library.find(Kind::Army, name)?;
        armies.push(R::read_army(&source)?);
        inputs.add(&source)?;
        called.push(source.name().to_owned());
    }
    Ok((armies, called))
}

/// The names that were given, or the defaults.
fn or_default<'a>(names: &'a [String], defaults: &[&'a str]) -> Vec<&'a str> {
    if names.is_empty() { defaults.to_vec() } else { names.iter().map(String::as_str).collect() }
}

impl Pool {
    /// The rulebook of all named files, further lists included.
    pub(super) fn rulebook(&self, library: &Library, against: &[String]) -> Result<&'static str, CliError> {
        let armies: Vec<String> = self.armies.iter().chain(against).cloned().collect();
        rulebook_of(library, self.rules.as_deref(), &self.scenarios, &armies)
    }

    /// Reads all files. `against` are further lists, whose troops may not be drawn.
    pub(super) fn load<R: Roster>(&self, library: &Library, against: &[String]) -> Result<Loaded<R>, CliError> {
        let mut inputs = Inputs::new();
        let rules_source = library.find(Kind::Rules, self.rules.as_deref().unwrap_or(R::DEFAULT_RULES))?;
        inputs.add(&rules_source)?;
        let rules = R::read_rules(&rules_source)?;
        let mut scenarios = Vec::new();
        for name in or_default(&self.scenarios, R::DEFAULT_SCENARIOS) {
            scenarios.push(read_ground::<R>(library, name, &mut inputs)?);
        }
        let (armies, army_names) =
            read_armies::<R>(library, &or_default(&self.armies, R::DEFAULT_ARMIES), &mut inputs)?;
        let (against, against_names) = read_armies::<R>(library, &or_default(against, &[]), &mut inputs)?;
        let own_pool = R::pool(&rules, &armies).map_err(CliError::Input)?;
        let pool = R::pool(&rules, &[&armies[..], &against[..]].concat()).map_err(CliError::Input)?;
        let is_own = |troop: &Troop| R::troops(&own_pool).iter().any(|own| own.name == troop.name);
        let own = R::troops(&pool).iter().map(is_own).collect();
        let files = StudyFiles { rules, scenarios, pool };
        Ok(Loaded { files, armies, against, rules: rules_source, inputs, army_names, against_names, own })
    }

    /// The troops of the pool with their limits, and which of them may be drawn. `why` explains why one troop is not
    /// enough.
    pub(super) fn chosen(&self, pool: &[Troop], own: &[bool], why: &str) -> Result<(Vec<Troop>, Vec<bool>), CliError> {
        let mut troops = pool.to_vec();
        let of_pool = |troop: usize| pool[troop].name.as_str();
        let known: Vec<usize> = (0..pool.len()).filter(|troop| own[*troop]).collect();
        let names: Vec<&str> = known.iter().map(|troop| of_pool(*troop)).collect();
        for limit in &self.limit {
            let split = limit.split_once('=').and_then(|(name, most)| Some((name, most.parse::<u32>().ok()?)));
            let Some((name, most)) = split else {
                return Err(CliError::Input(format!(
                    "--limit {limit}: expected TROOP=N, such as {}=3",
                    names.first().unwrap_or(&"guns")
                )));
            };
            let troop = &mut troops[known[place(name, &names, "troop")?]];
            troop.most = troop.most.min(most);
        }
        let mut allowed = if self.troops.is_empty() { own.to_vec() } else { vec![false; pool.len()] };
        for name in &self.troops {
            allowed[known[place(name, &names, "troop")?]] = true;
        }
        let left: Vec<usize> = (0..pool.len()).filter(|troop| allowed[*troop]).collect();
        if let [only] = left[..] {
            return Err(CliError::Input(format!("the pool has one troop, {}: {why}", of_pool(only))));
        }
        Ok((troops, allowed))
    }
}

/// The names of the troops that may be drawn.
pub(super) fn names_of_allowed(troops: &[Troop], allowed: &[bool]) -> Vec<String> {
    troops.iter().zip(allowed).filter(|(_, allowed)| **allowed).map(|(troop, _)| troop.name.clone()).collect()
}

/// The points of an army, validated.
pub(super) fn checked_budget(budget: f64) -> Result<f64, CliError> {
    let sound = budget.is_finite() && budget > 0.0;
    if sound { Ok(budget) } else { Err(CliError::Input(format!("--budget {budget}: expected points above 0"))) }
}

/// Reads a scenario for armies of a pool, with its name, and adds it to the inputs.
pub(super) fn read_ground<R: Roster>(
    library: &Library,
    name: &str,
    inputs: &mut Inputs,
) -> Result<(String, R::Scenario), CliError> {
    let source = library.find(Kind::Scenario, name)?;
    let scenario = R::read_scenario(&source)?;
    inputs.add(&source)?;
    if R::brings_armies(&scenario) {
        let faults = vec!["it brings its armies; a scenario that accepts any armies is needed".to_owned()];
        return Err(SetupError { subject: source.path().to_owned(), faults }.into());
    }
    Ok((source.name().to_owned(), scenario))
}

/// Reads a bot, and adds its files to the inputs.
pub(super) fn read_leader<R: Roster>(
    library: &Library,
    name: &str,
    inputs: &mut Inputs,
) -> Result<(String, BotConfig), CliError> {
    let source = library.find(Kind::Bot, name)?;
    let config = read_bot::<R>(&source)?;
    inputs.add(&source)?;
    config.script().into_iter().for_each(|script| inputs.add_text(&script.path, &script.text));
    Ok((source.name().to_owned(), config))
}

/// The index of a name among others.
fn place(name: &str, names: &[&str], what: &str) -> Result<usize, CliError> {
    names.iter().position(|known| *known == name).ok_or_else(|| {
        let hint = match nearest(name, names) {
            Some(near) => format!("; did you mean \"{near}\"?"),
            None if names.is_empty() => String::new(),
            None => format!("; there are {}", quoted_list(names, "and")),
        };
        CliError::Input(format!("no {what} \"{name}\"{hint}"))
    })
}

/// Which parameters are varied.
pub(super) fn varied(names: &[String], parameters: &[Parameter]) -> Result<Vec<bool>, CliError> {
    let known: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    let mut varied = vec![false; parameters.len()];
    for name in names {
        let what =
            if known.is_empty() { "parameter in this rulebook that could be varied, such as" } else { "parameter" };
        varied[place(name, &known, what)?] = true;
    }
    Ok(varied)
}
