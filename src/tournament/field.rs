//! Rules, scenarios and armies, read and checked, from which any number of tournaments can be planned. The bots are up
//! to the tournament.

use super::arrangement::Arrangement;
use super::plan::{Plan, Planned, PlannedScenario};
use crate::data::seeded::expand;
use crate::data::{DataError, Inputs, Kind, Library, Source};
use crate::game::{BySide, GameFiles, LoadError, Prepared, Rulebook, SetupError, WholeFile};
use std::sync::Arc;

/// Rules, scenarios and armies under the rulebook `R`.
pub struct Field<R: Rulebook> {
    rules_name: String,
    rules_path: String,
    rules: R::Rules,
    sources: Vec<Source>,
    scenarios: Vec<R::Scenario>,
    armies: Vec<R::Army>,
    armies_named: Vec<String>,
    rules_file: Arc<WholeFile>,
    scenario_files: Vec<Arc<WholeFile>>,
    army_files: Vec<Arc<WholeFile>>,
    /// The scenarios as named in a plan.
    pub planned_scenarios: Vec<PlannedScenario>,
    /// The armies as named in a plan; empty where every scenario brings its own.
    pub planned_armies: Vec<Planned>,
}

/// Finds the files of a list of names, or of the default.
pub(super) fn find(
    library: &Library,
    kind: Kind,
    names: &[String],
    default: &[&str],
) -> Result<Vec<Source>, DataError> {
    if names.is_empty() {
        default.iter().map(|name| library.find(kind, name)).collect()
    } else {
        names.iter().map(|name| library.find(kind, name)).collect()
    }
}

/// The name of each file in the tournament: its bare name, or its path where another file has the same bare name.
pub(super) fn names(sources: &[Source]) -> Vec<String> {
    let is_unique =
        |source: &Source| sources.iter().all(|other| other.name() != source.name() || other.path() == source.path());
    sources.iter().map(|source| if is_unique(source) { source.name() } else { source.path() }.to_string()).collect()
}

/// The files as named in a plan.
pub(super) fn planned(sources: &[Source]) -> Vec<Planned> {
    Planned::from_files(names(sources).into_iter().zip(sources.iter().map(|source| source.path().to_owned())))
}

/// Each file once, in order.
pub(super) fn distinct(sources: Vec<Source>) -> Vec<Source> {
    let mut kept: Vec<Source> = Vec::new();
    for source in sources {
        if kept.iter().all(|known| known.path() != source.path()) {
            kept.push(source);
        }
    }
    kept
}

impl<R: Rulebook> Field<R> {
    /// Reads the files by name or path; an empty list means the default. Every file read is noted in `inputs`.
    ///
    /// # Errors
    /// The first file that cannot be read.
    pub fn read(
        library: &Library,
        rules: Option<&str>,
        scenarios: &[String],
        armies: &[String],
        inputs: &mut Inputs,
    ) -> Result<Field<R>, LoadError> {
        let rules_source = library.find(Kind::Rules, rules.unwrap_or(R::DEFAULT_RULES))?;
        inputs.add(&rules_source)?;
        let rules = R::read_rules(&rules_source)?;

        let scenarios: Vec<String> = scenarios.iter().flat_map(|name| expand(name)).collect();
        let sources = distinct(find(library, Kind::Scenario, &scenarios, R::DEFAULT_SCENARIOS)?);
        let scenarios = sources.iter().map(R::read_scenario).collect::<Result<Vec<_>, _>>()?;
        let planned_scenario = |((name, source), scenario): ((String, &Source), &R::Scenario)| PlannedScenario {
            name,
            path: source.path().to_owned(),
            brings_armies: R::brings_armies(scenario),
            weight: 1,
        };
        let planned_scenarios: Vec<PlannedScenario> =
            names(&sources).into_iter().zip(&sources).zip(&scenarios).map(planned_scenario).collect();
        for source in sources.iter().chain(scenarios.iter().flat_map(R::further_sources)) {
            inputs.add(source)?;
        }

        let bring_all = planned_scenarios.iter().all(|scenario| scenario.brings_armies);
        let armies_named = if bring_all { Vec::new() } else { find(library, Kind::Army, armies, R::DEFAULT_ARMIES)? };
        let planned_armies = planned(&armies_named);
        let all_named = names(&armies_named);
        let army_sources = distinct(armies_named);
        let armies = army_sources.iter().map(R::read_army).collect::<Result<Vec<_>, _>>()?;
        for source in &army_sources {
            inputs.add(source)?;
        }
        let rules_file = WholeFile::of(&rules_source, &[])?;
        let scenario_file = |(source, scenario)| WholeFile::of(source, R::further_sources(scenario));
        let scenario_files = sources.iter().zip(&scenarios).map(scenario_file).collect::<Result<Vec<_>, _>>()?;
        let army_file = |source| WholeFile::of(source, &[]);
        let army_files = army_sources.iter().map(army_file).collect::<Result<Vec<_>, _>>()?;
        let (rules_name, rules_path) = (rules_source.name().to_owned(), rules_source.path().to_owned());
        Ok(Field {
            rules_name,
            rules_path,
            rules,
            sources,
            scenarios,
            armies,
            armies_named: all_named,
            rules_file,
            scenario_files,
            army_files,
            planned_scenarios,
            planned_armies,
        })
    }

    /// The names of the armies in the order of the command line.
    pub fn armies_named(&self) -> &[String] {
        &self.armies_named
    }

    /// The name of the rules.
    pub fn rules_name(&self) -> &str {
        &self.rules_name
    }

    /// The path of the rules.
    pub fn rules_path(&self) -> &str {
        &self.rules_path
    }

    /// The files of the scenarios.
    pub fn scenario_sources(&self) -> &[Source] {
        &self.sources
    }

    /// Whether every scenario brings its armies.
    pub fn brings_all(&self) -> bool {
        self.planned_scenarios.iter().all(|scenario| scenario.brings_armies)
    }

    /// A plan for this field.
    pub fn plan(&self, bots: Vec<Planned>, games: u64, seed: u64, repeatable: bool) -> Plan {
        Plan {
            rulebook: R::NAME.to_string(),
            rules: self.rules_name.clone(),
            rules_path: self.rules_path.clone(),
            repeatable,
            seed,
            games,
            quarantine: None,
            allocate: None,
            arrangement: Arrangement::RoundRobin,
            stop: None,
            luck: None,
            luck_of_choices: false,
            ratings: None,
            ties: Vec::new(),
            scenarios: self.planned_scenarios.clone(),
            bots,
            armies: self.planned_armies.clone(),
        }
    }

    /// A game on one scenario, with the armies by seat.
    ///
    /// # Errors
    /// If the files do not go together.
    pub fn prepare(&self, scenario: usize, seats: BySide<Option<usize>>) -> Result<Prepared<R::Game>, SetupError> {
        let armies = seats.map(|army| army.map(|army| &self.armies[army]));
        Ok(R::prepare(&self.rules, &self.scenarios[scenario], armies)?.with_files(self.files(scenario, seats)))
    }

    /// The files of a game.
    fn files(&self, scenario: usize, seats: BySide<Option<usize>>) -> GameFiles {
        let file = |army: usize| Arc::clone(&self.army_files[army]);
        let armies = seats.red.zip(seats.blue).map(|(red, blue)| BySide::new(file(red), file(blue)));
        GameFiles { rules: Arc::clone(&self.rules_file), scenario: Arc::clone(&self.scenario_files[scenario]), armies }
    }

    /// Leaves out the scenarios on which one of the armies cannot play itself.
    pub fn keep_playable(&mut self) {
        let armies: Vec<Option<usize>> = (0..self.armies.len()).map(Some).collect();
        let playable: Vec<bool> = (0..self.scenarios.len())
            .map(|scenario| {
                let seats = if self.planned_scenarios[scenario].brings_armies { &[None][..] } else { &armies[..] };
                seats.iter().all(|army| self.prepare(scenario, BySide::new(*army, *army)).is_ok())
            })
            .collect();
        fn keep<T>(list: &mut Vec<T>, wanted: &[bool]) {
            let mut wanted = wanted.iter();
            list.retain(|_| *wanted.next().expect("a mark for each scenario"));
        }
        keep(&mut self.sources, &playable);
        keep(&mut self.scenarios, &playable);
        keep(&mut self.scenario_files, &playable);
        keep(&mut self.planned_scenarios, &playable);
    }
}
