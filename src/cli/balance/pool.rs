//! The files of `reglette balance`, its pool of troops, and which of them are drawn from.

use super::Options;
use crate::balance::costs::Ground;
use crate::cli::CliError;
use crate::data::message::{nearest, quoted_list};
use crate::data::{Inputs, Kind, Library, Source};
use crate::game::{Dial, Roster, SetupError, Troop};

/// All files, read, and the pool.
pub(super) struct Loaded<R: Roster> {
    pub ground: Ground<R>,
    pub armies: Vec<R::Army>,
    pub rules: Source,
    pub inputs: Inputs,
    pub army_names: Vec<String>,
}

pub(super) fn load<R: Roster>(options: &Options, library: &Library) -> Result<Loaded<R>, CliError> {
    let named = |kind, names: &[String], default: &[&str]| -> Result<Vec<Source>, CliError> {
        let default: Vec<String> = default.iter().map(|name| (*name).to_owned()).collect();
        let names = if names.is_empty() { &default } else { names };
        Ok(names.iter().map(|name| library.find(kind, name)).collect::<Result<_, _>>()?)
    };
    let mut inputs = Inputs::new();
    let rules_source = library.find(Kind::Rules, options.rules.as_deref().unwrap_or(R::DEFAULT_RULES))?;
    inputs.add(&rules_source)?;
    let rules = R::read_rules(&rules_source)?;
    let mut scenarios = Vec::new();
    for source in named(Kind::Scenario, &options.scenarios, R::DEFAULT_SCENARIOS)? {
        let scenario = R::read_scenario(&source)?;
        inputs.add(&source)?;
        if R::brings_armies(&scenario) {
            let faults = vec!["it brings its armies; fair costs need a scenario on which any armies can meet".to_owned()];
            return Err(SetupError { subject: source.path().to_owned(), faults }.into());
        }
        scenarios.push((source.name().to_owned(), scenario));
    }
    let mut armies = Vec::new();
    let sources = named(Kind::Army, &options.armies, R::DEFAULT_ARMIES)?;
    for source in &sources {
        armies.push(R::read_army(source)?);
        inputs.add(source)?;
    }
    let pool = R::pool(&rules, &armies).map_err(CliError::Input)?;
    let army_names = sources.iter().map(|source| source.name().to_owned()).collect();
    Ok(Loaded { ground: Ground { rules, scenarios, pool }, armies, rules: rules_source, inputs, army_names })
}

/// The place of a name among others.
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

/// The troops of the pool with their limits, and which of them may be drawn.
pub(super) fn chosen(options: &Options, pool: &[Troop]) -> Result<(Vec<Troop>, Vec<bool>), CliError> {
    let mut troops = pool.to_vec();
    let names: Vec<&str> = pool.iter().map(|troop| troop.name.as_str()).collect();
    for limit in &options.limit {
        let split = limit.split_once('=').and_then(|(name, most)| Some((name, most.parse::<u32>().ok()?)));
        let Some((name, most)) = split else {
            return Err(CliError::Input(format!("--limit {limit}: expected TROOP=N, such as {}=3", names.first().unwrap_or(&"guns"))));
        };
        let troop = &mut troops[place(name, &names, "troop")?];
        troop.most = troop.most.min(most);
    }
    let mut allowed = vec![options.troops.is_empty(); pool.len()];
    for name in &options.troops {
        allowed[place(name, &names, "troop")?] = true;
    }
    let left: Vec<&str> = names.iter().zip(&allowed).filter(|(_, allowed)| **allowed).map(|(name, _)| *name).collect();
    if let [only] = left[..] {
        let why = "what a troop is worth shows only beside others; name more armies or troops";
        return Err(CliError::Input(format!("the pool has one troop, {only}: {why}")));
    }
    Ok((troops, allowed))
}

pub(super) fn varied(options: &Options, dials: &[Dial]) -> Result<Vec<bool>, CliError> {
    let names: Vec<&str> = dials.iter().map(|dial| dial.name.as_str()).collect();
    let mut varied = vec![false; dials.len()];
    for name in &options.vary {
        let what = if names.is_empty() { "dial in this rulebook that could be varied, such as" } else { "dial" };
        varied[place(name, &names, what)?] = true;
    }
    Ok(varied)
}
