//! Bot files: the kind of bot, its budget, its search settings, and for each rulebook a section with the weights of the
//! features that the rulebook publishes.
//!
//! ```toml
//! kind = "mcts"
//! extends = "greedy"        # what is missing here is taken from that file
//! budget = { iterations = 500 }
//! forbid = ["fire"]         # parts of the rulebook that it does without
//! agreement = { offers = "unless_behind", accepts = "never" } # never by default
//!
//! [search]
//! turns = 2
//!
//! [jomini]
//! scale = 12.0
//! budget = { iterations = 200 }  # instead of the general one
//! search = { explore = 0.1 }   # laid over [search] for this rulebook
//!
//! [jomini.appraisal]
//! losses_dealt = 3.0
//! ```

mod kind;
mod layers;
mod weights;

use super::budget::Budget;
use super::keys::Keys;
use super::kinds::Searching;
use super::numbers::{Number, NumberTable};
use super::scripted::{Limits, Script};
use super::{Agreement, BotConfig, KINDS, external, scripted};
use crate::data::extend::lay_over;
use crate::data::message::quoted_list;
use crate::data::{DataError, Document, Fault, Layers, Library, Mark, PathStep, Source, shown};
use crate::game::{Evaluate, Named, Parts, Rulebook, Weights};
use kind::{Kind, WeightsUse, kind_of};
use layers::{replace_budgets, without_other_searches};
use std::path::Path;
use weights::{LEAST_SCALE, MOST_SCALE};

const KIND: &str = "kind";
const EXTENDS: &str = "extends";
const BUDGET: &str = "budget";
const FORBID: &str = "forbid";
const SEARCH: &str = "search";
const SCALE: &str = "scale";
const APPRAISAL: &str = "appraisal";
const FEATURES: &str = "features";

/// The keys of a file that are not sections of rulebooks.
const OWN: [&str; 6] = [KIND, EXTENDS, BUDGET, SEARCH, FORBID, Agreement::TABLE];

/// The default budget of a search bot.
const DEFAULT_BUDGET: Budget = Budget::Iterations(500);

/// A bot file whose kind and structure are checked, with the files that it extends; its sections are checked when a
/// rulebook needs them.
pub struct BotFile {
    layers: Layers,
    table: toml::Table,
    kind: Kind,
    script: Option<Script>,
}

impl BotFile {
    /// Reads a bot file and those that it extends.
    ///
    /// # Errors
    /// A missing or unknown kind, entries that are not sections, and keys of budget and search that the kind does not
    /// have.
    pub fn read(source: &Source) -> Result<BotFile, DataError> {
        let layers = Layers::of(source)?;
        let kinds = || format!("kind = {}", quoted_list(KINDS, "or"));
        let table = layers.laid_over(|table, faults| match table.get(KIND) {
            Some(toml::Value::String(kind)) if KINDS.contains(&kind.as_str()) => {}
            Some(kind) => faults
                .push(Fault::at(KIND, format!("unknown kind {kind}")).expected(quoted_list(KINDS, "or")).near(KINDS)),
            None => {}
        })?;
        let Some(kind) = table.get(KIND).and_then(toml::Value::as_str).and_then(kind_of) else {
            return Err(Document::parse(source)?.error(vec![Fault::at("", "missing key \"kind\"").expected(kinds())]));
        };
        let table = layers.laid_over_as(without_other_searches(kind.name), |_, _| {})?;
        let mut file = BotFile { table, kind, layers, script: None };
        for layer in file.layers.files() {
            replace_budgets(&mut file.table, &Document::parse(layer)?.table());
        }
        file.layers.laid_over_as(without_other_searches(kind.name), |table, faults| file.check_shape(table, faults))?;
        if kind.name == external::Settings::KIND && !file.table.contains_key(external::Settings::NEEDED) {
            let fault = Fault::at("", "missing key \"command\"").expected("command = [\"python3\", \"bot.py\"]");
            return Err(Document::parse(source)?.error(vec![fault]));
        }
        if kind.name == "scripted" {
            file.script = Some(file.find_script(source)?);
        }
        Ok(file)
    }

    /// The script named by the topmost layer, relative to the file of that layer.
    fn find_script(&self, source: &Source) -> Result<Script, DataError> {
        for layer in self.layers.files().iter().rev() {
            let document = Document::parse(layer)?;
            let Some(name) = document.table().get(scripted::Settings::SCRIPT).cloned() else { continue };
            let fault = |problem| Fault::new(vec![PathStep::key(scripted::Settings::SCRIPT)], Mark::Value, problem);
            let Some(name) = name.as_str() else {
                return Err(document.error(vec![
                    fault(format!("script cannot be {}", shown(&name))).expected("the name of a file beside this one"),
                ]));
            };
            return match layer.library().beside(layer, name)? {
                Some((path, text)) => Ok(Script { path, text }),
                None => {
                    Err(document.error(vec![fault(format!("no script \"{name}\"")).expected("a file beside this one")]))
                }
            };
        }
        let fault = Fault::at("", "missing key \"script\"").expected("script = \"bot.luau\"");
        Err(Document::parse(source)?.error(vec![fault]))
    }

    fn check_shape(&self, table: &toml::Table, faults: &mut Vec<Fault>) {
        let Kind { weights_use, searches, has_budget, .. } = self.kind;
        let mut own = vec![KIND, EXTENDS];
        own.extend(self.kind.own);
        // External bots cannot be restricted.
        own.extend(
            [
                (BUDGET, has_budget),
                (SEARCH, searches),
                (FORBID, weights_use != WeightsUse::Optional),
                (Agreement::TABLE, self.kind.name != external::Settings::KIND),
            ]
            .into_iter()
            .filter_map(|(name, has)| has.then_some(name)),
        );
        for (name, value) in table.iter().filter(|(name, _)| !own.contains(&name.as_str())) {
            if !value.is_table() || OWN.contains(&name.as_str()) {
                faults.push(Fault::unknown_key(vec![PathStep::key(name)], &own));
            }
        }
        self.search(table, None, faults, None);
        Agreement::read(Keys::of(table, &[Agreement::TABLE], faults));
        if self.kind.name == external::Settings::KIND {
            external::Settings::read(&mut Keys::of(table, &[], faults), None, "");
        }
        if self.kind.name == "scripted" {
            Limits::read(Keys::of(table, &[scripted::Settings::LIMITS], faults));
        }
    }

    /// The names of the sections, which are those of rulebooks.
    pub fn sections(&self) -> impl Iterator<Item = &str> {
        self.table.keys().map(String::as_str).filter(|name| !OWN.contains(name) && !self.kind.own.contains(name))
    }

    /// The configuration for a rulebook.
    ///
    /// # Errors
    /// A missing section, and each weight that the rulebook does not publish, with the names that it does; a
    /// program that is built in and no file.
    pub fn config<R: Rulebook>(&self) -> Result<BotConfig, DataError> {
        self.check_program()?;
        let config =
            self.config_of(R::NAME, R::SECTION, <R::Game as Evaluate>::APPRAISALS, <R::Game as Evaluate>::FEATURES)?;
        let forbidden = self.forbidden::<R>()?;
        let config = config.without(forbidden).expect("a guest's file has no parts that are forbidden");
        Ok(config.agreeing(Agreement::read(Keys::of(&self.table, &[Agreement::TABLE], &mut Vec::new()))))
    }

    /// The parts of a rulebook that are forbidden to the bot: those named in its section, or else those at the top
    /// level of the file.
    fn forbidden<R: Rulebook>(&self) -> Result<Parts, DataError> {
        let known: Vec<&str> = Parts::of::<R::Game>().map(|(_, name)| name).collect();
        let in_section = |table: &toml::Table| table.get(R::SECTION).and_then(|section| section.get(FORBID)).cloned();
        let has_own = in_section(&self.table).is_some();
        let stated = |table: &toml::Table| if has_own { in_section(table) } else { table.get(FORBID).cloned() };
        let names = |stated: &toml::Value| -> Option<Vec<String>> {
            stated.as_array()?.iter().map(|name| name.as_str().map(str::to_owned)).collect()
        };
        self.layers.laid_over(|table, faults| {
            let Some(stated) = stated(table) else { return };
            let place: Vec<PathStep> =
                [R::SECTION, FORBID].into_iter().skip(usize::from(!has_own)).map(PathStep::key).collect();
            let fault = |problem: String| Fault::new(place.clone(), Mark::Value, problem);
            match names(&stated) {
                None => faults.push(fault(format!("forbid cannot be {}", shown(&stated))).expected("a list of names")),
                Some(names) => faults.extend(names.iter().filter(|name| !known.contains(&name.as_str())).map(|name| {
                    fault(format!("no part \"{name}\" of {}", R::NAME))
                        .near(&known)
                        .expected(format!("some of {}", known.join(", ")))
                })),
            }
        })?;
        let names = stated(&self.table).as_ref().and_then(names).unwrap_or_default();
        let parts = names.iter().filter_map(|name| Parts::named::<R::Game>(name));
        Ok(parts.fold(Parts::default(), |parts, part| parts.and(Parts::one(part))))
    }

    fn config_of(
        &self,
        rulebook: &'static str,
        section: &str,
        appraisals: &[Named],
        features: &[Named],
    ) -> Result<BotConfig, DataError> {
        let stated = self.table.get(section).and_then(toml::Value::as_table);
        match self.kind.weights_use {
            WeightsUse::Never => {
                self.check_section(section, &[FORBID])?;
                return Ok(BotConfig::Random);
            }
            WeightsUse::Optional if stated.is_none() => return Ok(self.external_config(rulebook, None)),
            WeightsUse::Optional | WeightsUse::Always => {}
        }
        if stated.and_then(|stated| stated.get(APPRAISAL)).is_none() {
            let source = self.layers.files().last().expect("a file is its own last layer");
            return Err(Document::parse(source)?.error(vec![self.missing(section, stated.is_some(), appraisals)]));
        }
        let keys: &[&str] = match self.kind {
            Kind { has_budget: true, .. } => &[APPRAISAL, FEATURES, SCALE, SEARCH, BUDGET, FORBID],
            Kind { searches: true, .. } => &[APPRAISAL, FEATURES, SCALE, SEARCH, FORBID],
            Kind { weights_use: WeightsUse::Optional, .. } => &[APPRAISAL, FEATURES],
            _ => &[APPRAISAL, FEATURES, FORBID],
        };
        self.check_section(section, keys)?;
        self.layers.laid_over_as(without_other_searches(self.kind.name), |table, faults| {
            self.valuation(table, section, appraisals, features, faults);
            self.search(table, Some(section), faults, None);
        })?;
        let mut none = Vec::new();
        let valuation = self.valuation(&self.table, section, appraisals, features, &mut none);
        let search = self.search(&self.table, Some(section), &mut none, None);
        assert!(none.is_empty(), "layers that are valid by themselves are valid together");
        Ok(match search {
            None if self.kind.weights_use == WeightsUse::Optional => {
                self.external_config(rulebook, Some(valuation.weights))
            }
            None => BotConfig::Greedy(valuation.weights),
            Some(searching) => searching(valuation),
        })
    }

    /// Checks that the section of a rulebook has no other keys.
    fn check_section(&self, section: &str, keys: &[&str]) -> Result<(), DataError> {
        let check = |table: &toml::Table, faults: &mut Vec<Fault>| {
            for name in table.get(section).and_then(toml::Value::as_table).into_iter().flat_map(toml::Table::keys) {
                if !keys.contains(&name.as_str()) {
                    faults.push(Fault::unknown_key(vec![PathStep::key(section), PathStep::key(name)], keys));
                }
            }
        };
        self.layers.laid_over_as(without_other_searches(self.kind.name), check).map(|_| ())
    }

    /// The name of its kind.
    pub fn kind(&self) -> &'static str {
        self.kind.name
    }

    /// Every number that the bot uses under a rulebook, as written in files: the weights of actions, for a search bot
    /// also those of positions, the keys of its search and the scale. Empty for a bot without weights.
    ///
    /// # Errors
    /// As [`BotFile::config`].
    pub fn numbers<R: Rulebook>(&self) -> Result<Vec<Number>, DataError> {
        let (appraisals, features) = (<R::Game as Evaluate>::APPRAISALS, <R::Game as Evaluate>::FEATURES);
        self.config::<R>()?;
        let Some(stated) = self
            .table
            .get(R::SECTION)
            .and_then(toml::Value::as_table)
            .filter(|_| self.kind.weights_use != WeightsUse::Never)
        else {
            return Ok(Vec::new());
        };
        let mut none = Vec::new();
        let weights = |part: NumberTable, named: &'static [Named], none: &mut Vec<Fault>| -> Vec<Number> {
            let weights = self.weights(&[R::SECTION, part.name()], stated.get(part.name()), named, none);
            named.iter().zip(weights).map(|(named, value)| Number::weight(part, named.name, value)).collect()
        };
        let mut numbers = weights(NumberTable::Appraisal, appraisals, &mut none);
        if self.kind.searches {
            numbers.extend(weights(NumberTable::Features, features, &mut none));
            let scale = self.valuation(&self.table, R::SECTION, appraisals, features, &mut none).scale;
            numbers.push(Number {
                part: NumberTable::Section,
                name: SCALE,
                value: scale,
                whole: false,
                low: LEAST_SCALE,
                high: MOST_SCALE,
            });
            self.search(&self.table, Some(R::SECTION), &mut none, Some(&mut numbers));
        }
        assert!(none.is_empty(), "a file that gives a configuration is valid");
        Ok(numbers)
    }

    /// Checks that the program of a shipped file is there: it is built in as a text, but it can run only as a file.
    fn check_program(&self) -> Result<(), DataError> {
        let layer = self.layers.files().last().expect("a file is its own last layer");
        if self.kind.name != external::Settings::KIND || layer.library().place_of(layer.path()).is_file() {
            return Ok(());
        }
        let folder = layer.path().rsplit_once('/').map_or("", |(folder, _)| folder);
        let command = Keys::of(&self.table, &[], &mut Vec::new()).texts(external::Settings::NEEDED);
        for (index, word) in command.iter().enumerate() {
            let path = format!("{folder}/{word}");
            if Library::text_built_in(&path).is_some() && !Path::new(word).is_file() {
                let at = vec![PathStep::key(external::Settings::NEEDED), PathStep::Index(index)];
                let fault =
                    Fault::new(at, Mark::Value, format!("{word} is built into the program and not a file here"))
                        .expected(format!("the file that `reglette show {path} > {word}` writes"));
                return Err(Document::parse(layer)?.error(vec![fault]));
            }
        }
        Ok(())
    }

    fn external_config(&self, rulebook: &'static str, weights: Option<Weights>) -> BotConfig {
        if let Some(script) = self.script.clone() {
            let limits = Limits::read(Keys::of(&self.table, &[scripted::Settings::LIMITS], &mut Vec::new()));
            return BotConfig::Scripted(Box::new(scripted::Settings { script, limits, rulebook, weights }));
        }
        let layer = self.layers.files().last().expect("a file is its own last layer");
        let place = layer.library().place_of(layer.path());
        let folder = place.parent().filter(|folder| folder.is_dir());
        let settings = external::Settings::read(&mut Keys::of(&self.table, &[], &mut Vec::new()), folder, rulebook);
        BotConfig::External(Box::new(external::Settings { weights, ..settings }))
    }

    /// The search settings: the general table, overlaid by that of a section.
    fn search(
        &self,
        table: &toml::Table,
        section: Option<&str>,
        faults: &mut Vec<Fault>,
        noted: Option<&mut Vec<Number>>,
    ) -> Option<Searching> {
        if !self.kind.searches {
            return None;
        }
        let mut budget = DEFAULT_BUDGET;
        if self.kind.has_budget {
            budget = Budget::read(Keys::of(table, &[BUDGET], faults), budget);
            if let Some(section) = section {
                budget = Budget::read(Keys::of(table, &[section, BUDGET], faults), budget);
            }
        }
        let own = section.and_then(|section| table.get(section)?.get(SEARCH)?.as_table());
        let Some((section, own)) = section.zip(own) else {
            return BotConfig::read_search(self.kind.name, budget, Keys::of(table, &[SEARCH], faults).noting(noted));
        };
        let mut laid = table.get(SEARCH).and_then(toml::Value::as_table).cloned().unwrap_or_default();
        lay_over(&mut laid, own.clone());
        let laid = toml::Table::from_iter([(
            section.to_string(),
            toml::Table::from_iter([(SEARCH.to_string(), laid.into())]).into(),
        )]);
        BotConfig::read_search(self.kind.name, budget, Keys::of(&laid, &[section, SEARCH], faults).noting(noted))
    }
}

#[cfg(test)]
mod tests;
