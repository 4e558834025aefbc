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

use super::budget::Budget;
use super::keys::Keys;
use super::numbers::{Number, Part};
use super::scripted::{Limits, Script};
use super::search::Valuation;
use super::{Agreement, BotConfig, expectimax, external, mcts, planner, scripted};
use crate::data::extend::lay_over;
use crate::data::message::{nearest, quoted_list};
use crate::data::{DataError, Document, Fault, Layers, Mark, Source, Step, shown};
use crate::game::{Evaluate, Named, Parts, Rulebook, Weights};
use std::path::Path;

/// A kind of bot: the tables that its file may have.
struct Kind {
    name: &'static str,
    /// Whether it uses the features that rulebooks publish.
    weights_use: WeightsUse,
    /// Whether it searches, and therefore has a table of search keys and a scale.
    searches: bool,
    /// Whether its search has a budget.
    has_budget: bool,
    /// Further keys at the top level of its file.
    own: &'static [&'static str],
}

/// Whether a kind of bot needs weights.
#[derive(Clone, Copy, PartialEq)]
enum WeightsUse {
    Never,
    /// Optional: it receives the weighted values if its file has weights.
    Optional,
    Always,
}

const fn kind(name: &'static str, weights_use: WeightsUse, searches: bool, has_budget: bool) -> Kind {
    Kind { name, weights_use, searches, has_budget, own: &[] }
}

/// A kind whose bots run outside this program: it may have weights.
const fn external_kind(name: &'static str, own: &'static [&'static str]) -> Kind {
    Kind { name, weights_use: WeightsUse::Optional, searches: false, has_budget: false, own }
}

const ALL: [Kind; KINDS.len()] = [
    kind("random", WeightsUse::Never, false, false),
    kind("greedy", WeightsUse::Always, false, false),
    kind("expectimax", WeightsUse::Always, true, false),
    kind("mcts", WeightsUse::Always, true, true),
    kind("planner", WeightsUse::Always, true, true),
    external_kind("scripted", scripted::Settings::KEYS),
    external_kind("external", external::Settings::KEYS),
];

/// The kinds of bot, as named in files.
pub const KINDS: &[&str] = &["random", "greedy", "expectimax", "mcts", "planner", "scripted", "external"];

const KIND: &str = "kind";
const EXTENDS: &str = "extends";
const BUDGET: &str = "budget";
const FORBID: &str = "forbid";
const SEARCH: &str = "search";
const SCALE: &str = "scale";
const APPRAISAL: &str = "appraisal";
const FEATURES: &str = "features";

/// The default scale: the difference of weighted features that multiplies the odds of winning by e.
const DEFAULT_SCALE: f64 = 10.0;
const LEAST_SCALE: f64 = 1e-3;
const MOST_SCALE: f64 = 1e6;

/// The search algorithm of a search bot.
enum Searching {
    Expectimax(expectimax::Settings),
    Mcts(mcts::Settings),
    Planner(planner::Settings),
}

/// The keys of a file that are not sections of rulebooks.
const OWN: [&str; 6] = [KIND, EXTENDS, BUDGET, SEARCH, FORBID, Agreement::TABLE];

/// The default budget of a search bot.
const DEFAULT_BUDGET: Budget = Budget::Iterations(500);

/// Replaces the budgets of lower layers by that of a layer. One for all rulebooks also replaces those for single ones.
fn replace_budgets(merged: &mut toml::Table, layer: &toml::Table) {
    if let Some(budget) = layer.get(BUDGET) {
        for (_, section) in merged.iter_mut().filter(|(name, _)| *name != BUDGET) {
            section.as_table_mut().and_then(|section| section.remove(BUDGET));
        }
        merged.insert(BUDGET.to_string(), budget.clone());
    }
    for (name, budget) in layer.iter().filter_map(|(name, section)| Some((name, section.as_table()?.get(BUDGET)?))) {
        if let Some(section) = merged.get_mut(name).and_then(toml::Value::as_table_mut) {
            section.insert(BUDGET.to_string(), budget.clone());
        }
    }
}

/// Removes the search settings of each layer, base first, whose kind differs from that of the bot laid over it: kinds
/// have different search keys.
fn without_other_searches(kind: &'static str) -> impl FnMut(&mut toml::Table) {
    let mut other = false;
    move |table| {
        if let Some(stated) = table.get(KIND) {
            other = stated.as_str() != Some(kind);
        }
        if other {
            table.remove(SEARCH);
            for (_, section) in table.iter_mut() {
                section.as_table_mut().and_then(|section| section.remove(SEARCH));
            }
        }
    }
}

/// A bot file whose kind and structure are checked, with the files that it extends; its sections are checked when a
/// rulebook needs them.
pub struct BotFile {
    layers: Layers,
    table: toml::Table,
    kind: &'static Kind,
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
        let Some(kind) = ALL.iter().find(|kind| table.get(KIND).and_then(toml::Value::as_str) == Some(kind.name))
        else {
            return Err(Document::parse(source)?.error(vec![Fault::at("", "missing key \"kind\"").expected(kinds())]));
        };
        let table = layers.laid_over_as(without_other_searches(kind.name), |_, _| {})?;
        let mut file = BotFile { table, kind, layers, script: None };
        for layer in file.layers.files() {
            replace_budgets(&mut file.table, &Document::parse(layer)?.table());
        }
        file.layers.laid_over_as(without_other_searches(kind.name), |table, faults| file.check_shape(table, faults))?;
        if kind.name == "external" && !file.table.contains_key(external::Settings::NEEDED) {
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
            let fault = |problem| Fault::new(vec![Step::key(scripted::Settings::SCRIPT)], Mark::Value, problem);
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
        let Kind { weights_use, searches, has_budget, .. } = *self.kind;
        let mut own = vec![KIND, EXTENDS];
        own.extend(self.kind.own);
        // External bots cannot be restricted.
        own.extend(
            [
                (BUDGET, has_budget),
                (SEARCH, searches),
                (FORBID, weights_use != WeightsUse::Optional),
                (Agreement::TABLE, self.kind.name != "external"),
            ]
            .into_iter()
            .filter_map(|(name, has)| has.then_some(name)),
        );
        for (name, value) in table.iter().filter(|(name, _)| !own.contains(&name.as_str())) {
            if !value.is_table() || OWN.contains(&name.as_str()) {
                faults.push(Fault::unknown_key(vec![Step::key(name)], &own));
            }
        }
        self.search(table, None, faults, None);
        Agreement::read(Keys::of(table, &[Agreement::TABLE], faults));
        if self.kind.name == "external" {
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
    /// A missing section, and each weight that the rulebook does not publish, with the names that it does.
    pub fn config<R: Rulebook>(&self) -> Result<BotConfig, DataError> {
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
            let place: Vec<Step> =
                [R::SECTION, FORBID].into_iter().skip(usize::from(!has_own)).map(Step::key).collect();
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
            Some(Searching::Expectimax(settings)) => BotConfig::Expectimax(settings, valuation),
            Some(Searching::Mcts(settings)) => BotConfig::Mcts(settings, valuation),
            Some(Searching::Planner(settings)) => BotConfig::Planner(settings, valuation),
        })
    }

    /// Checks that the section of a rulebook has no other keys.
    fn check_section(&self, section: &str, keys: &[&str]) -> Result<(), DataError> {
        let check = |table: &toml::Table, faults: &mut Vec<Fault>| {
            for name in table.get(section).and_then(toml::Value::as_table).into_iter().flat_map(toml::Table::keys) {
                if !keys.contains(&name.as_str()) {
                    faults.push(Fault::unknown_key(vec![Step::key(section), Step::key(name)], keys));
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
        let weights = |part: Part, named: &'static [Named], none: &mut Vec<Fault>| -> Vec<Number> {
            let weights = self.weights(&[R::SECTION, part.name()], stated.get(part.name()), named, none);
            named.iter().zip(weights).map(|(named, value)| Number::weight(part, named.name, value)).collect()
        };
        let mut numbers = weights(Part::Appraisal, appraisals, &mut none);
        if self.kind.searches {
            numbers.extend(weights(Part::Features, features, &mut none));
            let scale = self.valuation(&self.table, R::SECTION, appraisals, features, &mut none).scale;
            numbers.push(Number {
                part: Part::Section,
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

    fn external_config(&self, rulebook: &'static str, weights: Option<Weights>) -> BotConfig {
        if let Some(script) = self.script.clone() {
            let limits = Limits::read(Keys::of(&self.table, &[scripted::Settings::LIMITS], &mut Vec::new()));
            return BotConfig::Scripted(Box::new(scripted::Settings { script, limits, rulebook, weights }));
        }
        let path = Path::new(self.layers.files().last().expect("a file is its own last layer").path());
        let folder = path.parent().filter(|folder| folder.is_dir());
        let settings = external::Settings::read(&mut Keys::of(&self.table, &[], &mut Vec::new()), folder, rulebook);
        BotConfig::External(Box::new(external::Settings { weights, ..settings }))
    }

    /// The weights of a section, and the scale of the values.
    fn valuation(
        &self,
        table: &toml::Table,
        section: &str,
        appraisals: &[Named],
        features: &[Named],
        faults: &mut Vec<Fault>,
    ) -> Valuation {
        let stated = table.get(section).and_then(toml::Value::as_table);
        let of = |name: &str| stated.and_then(|stated| stated.get(name));
        let appraisal = self.weights(&[section, APPRAISAL], of(APPRAISAL), appraisals, faults);
        let features = self.weights(&[section, FEATURES], of(FEATURES), features, faults);
        let scale = of(SCALE).map_or(DEFAULT_SCALE, |value| {
            let number = value.as_float().or(value.as_integer().map(|whole| whole as f64));
            number.filter(|scale| (LEAST_SCALE..=MOST_SCALE).contains(scale)).unwrap_or_else(|| {
                let fault = Fault::new(
                    vec![Step::key(section), Step::key(SCALE)],
                    Mark::Value,
                    format!("scale cannot be {}", shown(value)),
                );
                faults.push(fault.expected("a number from 0.001 to 1000000"));
                DEFAULT_SCALE
            })
        });
        Valuation {
            weights: Weights { appraisal: appraisal.into_iter().map(|weight| weight as f32).collect(), features },
            scale,
        }
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
            return Some(self.searching(budget, Keys::of(table, &[SEARCH], faults).noting(noted)));
        };
        let mut laid = table.get(SEARCH).and_then(toml::Value::as_table).cloned().unwrap_or_default();
        lay_over(&mut laid, own.clone());
        let laid = toml::Table::from_iter([(
            section.to_string(),
            toml::Table::from_iter([(SEARCH.to_string(), laid.into())]).into(),
        )]);
        Some(self.searching(budget, Keys::of(&laid, &[section, SEARCH], faults).noting(noted)))
    }

    fn searching(&self, budget: Budget, keys: Keys<'_>) -> Searching {
        match self.kind.name {
            "expectimax" => Searching::Expectimax(expectimax::Settings::read(keys)),
            "planner" => Searching::Planner(planner::Settings::read(budget, keys)),
            _ => Searching::Mcts(mcts::Settings::read(budget, keys)),
        }
    }

    fn missing(&self, section: &str, has_section: bool, appraisals: &[Named]) -> Fault {
        let wanted = format!("{section}.{APPRAISAL}");
        let names: Vec<&str> = appraisals.iter().map(|named| named.name).collect();
        let written: Vec<&str> = self.sections().collect();
        let expected = format!("[{wanted}] with weights for {}", names.join(", "));
        // A section whose name is nearly right is reported; without one the file as a whole is at fault.
        let misspelt = nearest(section, &written).filter(|_| !has_section);
        let place = misspelt
            .map_or(if has_section { vec![Step::key(section)] } else { Vec::new() }, |name| vec![Step::key(&name)]);
        Fault::new(place, Mark::Key, format!("no section [{wanted}]")).expected(expected)
    }

    /// The weights of a table in the order of `named`; missing weights are 0.
    fn weights(
        &self,
        path: &[&str],
        table: Option<&toml::Value>,
        named: &[Named],
        faults: &mut Vec<Fault>,
    ) -> Vec<f64> {
        let names: Vec<&str> = named.iter().map(|named| named.name).collect();
        let mut weights = vec![0.0; names.len()];
        let steps = |last: Option<&str>| path.iter().copied().chain(last).map(Step::key).collect::<Vec<_>>();
        let Some(value) = table else { return weights };
        let Some(table) = value.as_table() else {
            faults.push(
                Fault::new(steps(None), Mark::Value, "not a table")
                    .expected(format!("weights for {}", names.join(", "))),
            );
            return weights;
        };
        for (name, value) in table {
            let number = value.as_float().or(value.as_integer().map(|whole| whole as f64));
            match (names.iter().position(|known| known == name), number.filter(|number| (*number as f32).is_finite())) {
                (Some(index), Some(number)) => weights[index] = number,
                (Some(_), None) => faults.push(
                    Fault::new(steps(Some(name)), Mark::Value, format!("{value} is not a valid weight"))
                        .expected("a number"),
                ),
                (None, _) => {
                    let fault = Fault::unknown_key(steps(Some(name)), &names);
                    faults.push(fault.expected(format!("one of {}", names.join(", "))));
                }
            }
        }
        weights
    }
}

#[cfg(test)]
mod tests;
