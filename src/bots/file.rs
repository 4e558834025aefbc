//! Bot files: the kind of bot, and for each rulebook a section with the weights of the numbers that the rulebook publishes.
//!
//! ```toml
//! kind = "greedy"
//!
//! [jomini.appraisal]
//! losses_dealt = 3.0
//! ```

use super::Recipe;
use crate::data::message::{nearest, quoted_list};
use crate::data::{DataError, Document, Fault, Source, Step};
use crate::game::{Judge, Judgement, Named, Rulebook};

/// The kinds of bot, as files name them.
pub const KINDS: &[&str] = &["random", "greedy"];

const APPRAISAL: &str = "appraisal";
const FEATURES: &str = "features";

/// A bot file whose kind and shape are checked; its sections are checked when a rulebook asks for them.
pub struct BotFile<'a> {
    document: Document<'a>,
    table: toml::Table,
}

impl<'a> BotFile<'a> {
    /// Reads a bot file.
    ///
    /// # Errors
    /// Shows a kind that is missing or unknown, and entries that are no sections.
    pub fn read(source: &'a Source) -> Result<BotFile<'a>, DataError> {
        let document = Document::parse(source)?;
        let table = document.table();
        let mut faults = Vec::new();
        let kinds = || format!("kind = {}", quoted_list(KINDS, "or"));
        match table.get("kind") {
            Some(toml::Value::String(kind)) if KINDS.contains(&kind.as_str()) => {}
            Some(kind) => faults.push(Fault::at("kind", format!("unknown kind {kind}")).expected(quoted_list(KINDS, "or")).near(KINDS)),
            None => faults.push(Fault::at("", "missing key \"kind\"").expected(kinds())),
        }
        let weighs = table.get("kind").and_then(toml::Value::as_str) != Some("random");
        for (name, value) in table.iter().filter(|(name, _)| *name != "kind") {
            if !(weighs && value.is_table()) {
                faults.push(Fault::unknown_key(vec![Step::key(name)], &["kind"]));
            }
        }
        if faults.is_empty() { Ok(BotFile { document, table }) } else { Err(document.error(faults)) }
    }

    /// The names of the sections, which are those of rulebooks.
    pub fn sections(&self) -> impl Iterator<Item = &str> {
        self.table.keys().map(String::as_str).filter(|name| *name != "kind")
    }

    /// What the file says for a rulebook.
    ///
    /// # Errors
    /// Shows a section that is missing and each number that the rulebook does not publish, with the names that it does.
    pub fn recipe<R: Rulebook>(&self) -> Result<Recipe, DataError> {
        self.recipe_of(R::SECTION, <R::Game as Judge>::APPRAISALS, <R::Game as Judge>::FEATURES)
    }

    fn recipe_of(&self, section: &str, appraisals: &[Named], features: &[Named]) -> Result<Recipe, DataError> {
        if self.table.get("kind").and_then(toml::Value::as_str) == Some("random") {
            return Ok(Recipe::Random);
        }
        let weights = self.table.get(section).and_then(toml::Value::as_table);
        let Some(numbers) = weights.and_then(|weights| weights.get(APPRAISAL)) else {
            return Err(self.document.error(vec![self.missing(section, weights.is_some(), appraisals)]));
        };
        let weights = weights.expect("the section holds the appraisal");
        let mut faults = Vec::new();
        for name in weights.keys().filter(|name| ![APPRAISAL, FEATURES].contains(&name.as_str())) {
            faults.push(Fault::unknown_key(vec![Step::key(section), Step::key(name)], &[APPRAISAL, FEATURES]));
        }
        let appraisal = self.weights(&[section, APPRAISAL], Some(numbers), appraisals, &mut faults);
        let features = self.weights(&[section, FEATURES], weights.get(FEATURES), features, &mut faults);
        if faults.is_empty() {
            Ok(Recipe::Greedy(Judgement { appraisal: appraisal.into_iter().map(|weight| weight as f32).collect(), features }))
        } else {
            Err(self.document.error(faults))
        }
    }

    fn missing(&self, section: &str, has_section: bool, appraisals: &[Named]) -> Fault {
        let wanted = format!("{section}.{APPRAISAL}");
        let names: Vec<&str> = appraisals.iter().map(|named| named.name).collect();
        let written: Vec<&str> = self.sections().collect();
        let expected = format!("[{wanted}] with weights for {}", names.join(", "));
        // A section whose name is nearly right is shown; without one the file as a whole is at fault.
        let misspelt = nearest(section, &written).filter(|_| !has_section);
        let place = misspelt.map_or(if has_section { vec![Step::key(section)] } else { Vec::new() }, |name| vec![Step::key(&name)]);
        let mark = crate::data::Mark::Key;
        Fault::new(place, mark, format!("no section [{wanted}]")).expected(expected)
    }

    /// The weights of a table in the order of `named`; what the table does not name weighs nothing.
    fn weights(&self, path: &[&str], table: Option<&toml::Value>, named: &[Named], faults: &mut Vec<Fault>) -> Vec<f64> {
        let names: Vec<&str> = named.iter().map(|named| named.name).collect();
        let mut weights = vec![0.0; names.len()];
        let steps = |last: Option<&str>| path.iter().copied().chain(last).map(Step::key).collect::<Vec<_>>();
        let Some(value) = table else { return weights };
        let Some(table) = value.as_table() else {
            faults.push(
                Fault::new(steps(None), crate::data::Mark::Value, "not a table").expected(format!("weights for {}", names.join(", "))),
            );
            return weights;
        };
        for (name, value) in table {
            let number = value.as_float().or(value.as_integer().map(|whole| whole as f64));
            match (names.iter().position(|known| known == name), number.filter(|number| (*number as f32).is_finite())) {
                (Some(index), Some(number)) => weights[index] = number,
                (Some(_), None) => faults
                    .push(Fault::new(steps(Some(name)), crate::data::Mark::Value, format!("{value} is no weight")).expected("a number")),
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
mod tests {
    use super::*;
    use crate::data::{Kind, Library};
    use crate::game::toy::ToyBook;

    fn read(text: &str) -> Result<Recipe, String> {
        let source = Source::new(&Library::built_in(), Kind::Bot, "bots/mine.toml", text);
        BotFile::read(&source).and_then(|file| file.recipe::<ToyBook>()).map_err(|error| error.to_string())
    }

    #[test]
    fn weights_stand_in_the_order_of_the_rulebook() {
        let recipe = read("kind = \"greedy\"\n[toy.appraisal]\nhome = 2\nsteps = 0.5\n[toy.features]\nvictory = 9").unwrap();
        let judgement = Judgement { appraisal: vec![0.5, 0.0, 2.0, 0.0, 0.0, 0.0], features: vec![9.0, 0.0, 0.0, 0.0] };
        assert_eq!(recipe, Recipe::Greedy(judgement));
        assert_eq!(read("kind = \"random\""), Ok(Recipe::Random));
    }

    #[test]
    fn an_unknown_number_is_refused_with_the_names_there_are() {
        let error = read("kind = \"greedy\"\n[toy.appraisal]\nstep = 0.5").unwrap_err();
        assert_eq!(
            error,
            "bots/mine.toml:3: unknown key \"step\"\n    3 | step = 0.5\n      | ^^^^ expected one of steps, at_stake, home, exposed, \
             runner_tripped, tripper_lost; did you mean \"steps\"?"
        );
    }

    #[test]
    fn a_missing_section_is_refused_with_the_names_there_are() {
        let error = read("kind = \"greedy\"\n[jomini.appraisal]\nhome = 1").unwrap_err();
        assert!(
            error.starts_with("bots/mine.toml: no section [toy.appraisal]; expected [toy.appraisal] with weights for steps, "),
            "{error}"
        );
        let error = read("kind = \"greedy\"\n[toi.appraisal]\nhome = 1").unwrap_err();
        assert!(error.starts_with("bots/mine.toml:2: no section [toy.appraisal]\n    2 | [toi.appraisal]\n"), "{error}");
    }

    #[test]
    fn a_weight_without_end_is_refused() {
        for weight in ["inf", "nan", "1e39"] {
            let error = read(&format!("kind = \"greedy\"\n[toy.appraisal]\nhome = {weight}")).unwrap_err();
            assert!(error.contains("is no weight") && error.ends_with("expected a number"), "{error}");
        }
    }

    #[test]
    fn an_unknown_kind_is_refused() {
        let error = read("kind = \"greddy\"").unwrap_err();
        assert!(error.ends_with("^^^^^^^^ expected \"random\" or \"greedy\"; did you mean \"greedy\"?"), "{error}");
    }
}
