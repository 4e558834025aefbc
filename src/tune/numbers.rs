//! The numbers of a bot file to be optimised: which, on what scale, and the conversion of a point back into a bot. The
//! conversion goes through the text of a file that `extends` the original one, which is written and read like any
//! other, so that the bot that is played is the bot that will be written.
//!
//! A point holds for each number its difference from the original, in units of a scale: the absolute value of the
//! number; for a weight of 0 half the median absolute value of the nonzero weights of its table, or 1 where all are 0;
//! for a whole number at least 4, so that a perturbation changes it.

use crate::bots::{BotConfig, BotFile, KINDS, Number, NumberTable};
use crate::data::message::{nearest, quoted_list};
use crate::data::{Kind, Layers, Library, Source};
use crate::game::{LoadError, Rulebook};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::marker::PhantomData;
use strum::VariantArray;

/// The minimum scale of a whole number.
const LEAST_WHOLE: f64 = 4.0;

/// The significant digits of a number in a file.
const DIGITS: usize = 4;

/// Why there is nothing to optimise.
#[derive(Debug, thiserror::Error)]
pub enum NumbersError {
    /// The bot cannot be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The bot has no numbers.
    #[error(
        "{path}: a bot of kind \"{kind}\" has no numbers to tune here; it needs a section [{section}.appraisal] with \
            weights, which the kinds {} may have",
        quoted_list(&kinds_with_weights(), "and")
    )]
    None {
        /// Its file.
        path: String,
        /// Its kind.
        kind: &'static str,
        /// The section of the rulebook.
        section: &'static str,
    },
    /// A name unknown to the bot.
    #[error(
        "--only names \"{name}\", which this bot of kind \"{kind}\" does not use; it has {known}{}",
        .near.as_ref().map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default()
    )]
    Unknown {
        /// The name.
        name: String,
        /// The kind of the bot.
        kind: &'static str,
        /// The nearest name.
        near: Option<String>,
        /// The existing tables.
        known: String,
    },
}

/// The kinds of bots that may have weights: all but `random`.
fn kinds_with_weights() -> Vec<&'static str> {
    KINDS.iter().copied().filter(|kind| *kind != "random").collect()
}

/// The numbers to be optimised.
pub struct Numbers<R> {
    library: Library,
    path: String,
    base: String,
    kind: &'static str,
    numbers: Vec<Number>,
    scales: Vec<f64>,
    rulebook: PhantomData<fn() -> R>,
}

impl<R: Rulebook> Numbers<R> {
    /// The numbers of a bot named by `only`: tables (`appraisal`, `features`, `search`), numbers (`losses_dealt`) or
    /// both (`features.tokens`). Without names all weights of actions, and those of positions where the bot searches.
    /// `path` is that of the new file.
    ///
    /// # Errors
    /// A bot that cannot be read or has no numbers; an unknown name.
    pub fn read(source: &Source, only: &[String], path: &str) -> Result<Numbers<R>, NumbersError> {
        let file = BotFile::read(source).map_err(LoadError::from)?;
        let all = file.numbers::<R>().map_err(LoadError::from)?;
        if all.is_empty() {
            return Err(NumbersError::None { path: source.path().to_string(), kind: file.kind(), section: R::SECTION });
        }
        let mut wanted: BTreeSet<usize> = BTreeSet::new();
        for name in only {
            let named = |number: &Number| matches(number, name);
            if !all.iter().any(named) {
                return Err(unknown(name, &all, file.kind()));
            }
            wanted.extend((0..all.len()).filter(|index| named(&all[*index])));
        }
        if only.is_empty() {
            wanted.extend(
                (0..all.len())
                    .filter(|index| matches!(all[*index].part, NumberTable::Appraisal | NumberTable::Features)),
            );
        }
        let numbers: Vec<Number> = wanted.into_iter().map(|index| all[index]).collect();
        let scales = numbers.iter().map(|number| scale(number, &all)).collect();
        let base = base_name(source, path);
        let (library, path) = (source.library().clone(), path.to_string());
        Ok(Numbers { library, path, base, kind: file.kind(), numbers, scales, rulebook: PhantomData })
    }

    /// The original numbers.
    pub fn numbers(&self) -> &[Number] {
        &self.numbers
    }

    /// The point of the original bot.
    pub fn start(&self) -> Vec<f64> {
        vec![0.0; self.numbers.len()]
    }

    /// The point at which the numbers have these values.
    pub fn point_of(&self, values: &[f64]) -> Vec<f64> {
        let number = |((number, scale), value): ((&Number, &f64), &f64)| (value - number.value) / scale;
        self.numbers.iter().zip(&self.scales).zip(values).map(number).collect()
    }

    /// The size of each number, the unit of its coordinate.
    pub fn scales(&self) -> &[f64] {
        &self.scales
    }

    /// The bounds of each coordinate.
    pub fn bounds(&self) -> Vec<(f64, f64)> {
        let bound = |(number, scale): (&Number, &f64)| {
            ((number.low - number.value) / scale, (number.high - number.value) / scale)
        };
        self.numbers.iter().zip(&self.scales).map(bound).collect()
    }

    /// The numbers at a point, as written in a file: whole ones rounded, others with four digits. A number that has not
    /// moved is unchanged.
    pub fn values(&self, point: &[f64]) -> Vec<f64> {
        let value = |((number, scale), at): ((&Number, &f64), &f64)| {
            let value = (number.value + at * scale).clamp(number.low, number.high);
            match number.whole {
                _ if *at == 0.0 => number.value,
                true => libm::round(value),
                false => rounded(value).clamp(number.low, number.high),
            }
        };
        self.numbers.iter().zip(&self.scales).zip(point).map(value).collect()
    }

    /// The text of the file for a point: what it extends, and the numbers that differ.
    pub fn text(&self, point: &[f64]) -> String {
        let mut text = format!("kind = {}\nextends = {}\n", quoted(self.kind), quoted(&self.base));
        let values = self.values(point);
        for &part in NumberTable::VARIANTS {
            let changed = self
                .numbers
                .iter()
                .zip(&values)
                .filter(|(number, value)| number.part == part && number.value != **value);
            let lines: String =
                changed.map(|(number, value)| format!("{} = {}\n", number.name, written(number, *value))).collect();
            let dot = if part == NumberTable::Section { "" } else { "." };
            if !lines.is_empty() {
                write!(text, "\n[{}{dot}{}]\n{lines}", R::SECTION, part.name())
                    .expect("writing to a string does not fail");
            }
        }
        text
    }

    /// The bot at a point.
    ///
    /// # Errors
    /// If its file cannot be read, for instance because a base has changed meanwhile.
    pub fn config(&self, point: &[f64]) -> Result<BotConfig, LoadError> {
        let source = Source::new(&self.library, Kind::Bot, self.path.as_str(), self.text(point));
        Ok(BotFile::read(&source)?.config::<R>()?)
    }
}

fn matches(number: &Number, name: &str) -> bool {
    let part = if number.part == NumberTable::Section { NumberTable::Search } else { number.part };
    name == number.name || name == part.name() || name.split_once('.') == Some((part.name(), number.name))
}

fn unknown(name: &str, all: &[Number], kind: &'static str) -> NumbersError {
    let parts: BTreeSet<&str> = all.iter().map(|number| number.part.name()).filter(|part| !part.is_empty()).collect();
    let parts: Vec<&str> = parts.into_iter().collect();
    let names: Vec<&str> = all.iter().map(|number| number.name).chain(parts.iter().copied()).collect();
    // In `features.tokns` the second half is likely to be misspelled.
    let near = match name.split_once('.').filter(|(part, _)| parts.contains(part)) {
        Some((part, last)) => nearest(last, &names).map(|near| format!("{part}.{near}")),
        None => nearest(name, &names),
    };
    let known = format!("the table{} {}", if parts.len() == 1 { "" } else { "s" }, quoted_list(&parts, "and"));
    NumbersError::Unknown { name: name.to_string(), kind, near, known }
}

fn scale(number: &Number, all: &[Number]) -> f64 {
    if number.whole {
        return number.value.abs().max(LEAST_WHOLE);
    }
    if number.value != 0.0 {
        return number.value.abs();
    }
    if number.part == NumberTable::Search {
        return (number.high - number.low).min(1.0);
    }
    let mut sizes: Vec<f64> =
        all.iter().filter(|other| other.part == number.part).map(|other| other.value.abs()).collect();
    sizes.retain(|size| *size > 0.0);
    sizes.sort_by(f64::total_cmp);
    sizes.get(sizes.len() / 2).map_or(1.0, |median| median / 2.0)
}

/// The name by which a file at `path` extends this one: for a file in the folder of bots its bare name if that resolves
/// from there, otherwise a path.
fn base_name(source: &Source, path: &str) -> String {
    let leads = |name: &String| {
        let above = Source::new(source.library(), Kind::Bot, path, format!("extends = {}", quoted(name)));
        Layers::of(&above)
            .is_ok_and(|layers| layers.files().iter().rev().nth(1).is_some_and(|base| base.path() == source.path()))
    };
    let from_there = format!("{}{}", "../".repeat(path.matches('/').count()), source.path());
    let whole = std::path::absolute(source.path())
        .map_or(source.path().to_string(), |path| path.to_string_lossy().replace('\\', "/"));
    let bare = Some(source.name().to_string()).filter(|_| Kind::of_path(source.path()) == Some(Kind::Bot));
    bare.into_iter().chain([from_there]).find(leads).unwrap_or(whole)
}

/// A text quoted for TOML.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

fn rounded(value: f64) -> f64 {
    format!("{value:.*e}", DIGITS - 1).parse().expect("a number that was written can be read")
}

fn written(number: &Number, value: f64) -> String {
    // The shortest text that parses to the same number, with a decimal point.
    if number.whole { format!("{value:.0}") } else { format!("{value:?}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::toy::ToyBook;

    fn numbers<R: Rulebook>(bot: &str, only: &[&str]) -> Result<Numbers<R>, String> {
        let source = Library::built_in().find(Kind::Bot, bot).unwrap();
        let only: Vec<String> = only.iter().map(|name| name.to_string()).collect();
        Numbers::read(&source, &only, "bots/mine.toml").map_err(|error| error.to_string())
    }

    fn names<R: Rulebook>(numbers: &Numbers<R>) -> Vec<&'static str> {
        numbers.numbers().iter().map(|number| number.name).collect()
    }

    #[test]
    fn a_point_becomes_a_bot_and_comes_back_from_its_file() {
        let searched = numbers::<ToyBook>("mcts", &["appraisal", "features", "search"]).unwrap();
        let point: Vec<f64> = (0..searched.numbers().len()).map(|index| 0.013 * index as f64 - 0.3).collect();
        let values = searched.values(&point);
        let whole = |(number, value): (&Number, &f64)| !number.whole || value.fract() == 0.0;
        assert!(searched.numbers().iter().zip(&values).all(whole));
        assert!(searched.numbers().iter().zip(&values).filter(|(number, value)| number.value != **value).count() > 10);
        let source = Source::new(&Library::built_in(), Kind::Bot, "bots/mine.toml", searched.text(&point));
        let back = Numbers::<ToyBook>::read(
            &source,
            &["appraisal".into(), "features".into(), "search".into()],
            "bots/next.toml",
        )
        .unwrap();
        assert_eq!(back.numbers().iter().map(|number| number.value).collect::<Vec<_>>(), values);
        assert_eq!(names(&back), names(&searched));
        assert!(searched.config(&point).unwrap() == BotFile::read(&source).unwrap().config::<ToyBook>().unwrap());
    }

    #[test]
    fn the_start_is_the_bot_of_the_file() {
        let searched = numbers::<ToyBook>("greedy", &[]).unwrap();
        assert_eq!(searched.text(&searched.start()), "kind = \"greedy\"\nextends = \"greedy\"\n");
        let original = BotFile::read(&Library::built_in().find(Kind::Bot, "greedy").unwrap())
            .unwrap()
            .config::<ToyBook>()
            .unwrap();
        assert!(searched.config(&searched.start()).unwrap() == original);
        let mut point = searched.start();
        point[1] = 0.333_333;
        let text = "kind = \"greedy\"\nextends = \"greedy\"\n\n[toy.appraisal]\nat_stake = -0.6667\n";
        assert_eq!(searched.text(&point), text);
    }

    #[test]
    fn tables_and_numbers_can_be_named() {
        assert_eq!(names(&numbers::<ToyBook>("greedy", &["home", "steps"]).unwrap()), ["steps", "home"]);
        let both = numbers::<ToyBook>("expectimax", &["home"]).unwrap();
        assert_eq!(
            both.numbers().iter().map(|number| number.part).collect::<Vec<_>>(),
            [NumberTable::Appraisal, NumberTable::Features]
        );
        assert_eq!(numbers::<ToyBook>("expectimax", &["features.home"]).unwrap().numbers().len(), 1);
        assert_eq!(
            names(&numbers::<ToyBook>("expectimax", &["search"]).unwrap())[..3],
            ["scale", "actions", "replies"]
        );
        assert_eq!(numbers::<ToyBook>("greedy", &[]).unwrap().numbers().len(), 6);
        assert_eq!(numbers::<ToyBook>("planner", &[]).unwrap().numbers().len(), 10);
    }

    #[test]
    fn a_name_that_is_not_played_by_is_refused_with_the_nearest() {
        let refused = |bot: &str, name: &str| numbers::<ToyBook>(bot, &[name]).err().unwrap();
        let error = refused("greedy", "stepps");
        assert!(error.contains("\"stepps\"") && error.contains("did you mean \"steps\"?"), "{error}");
        let error = refused("mcts", "features.hom");
        assert!(error.contains("did you mean \"features.home\"?"), "{error}");
        // Greedy does not evaluate positions, though its file has weights for them.
        let error = refused("greedy", "features");
        assert!(error.contains("it has the table \"appraisal\""), "{error}");
    }

    #[test]
    fn a_bot_without_numbers_is_refused() {
        let error = numbers::<ToyBook>("random", &[]).err().unwrap();
        assert!(
            error.starts_with("bots/random.toml: a bot of kind \"random\" has no numbers")
                && error.contains("[toy.appraisal]"),
            "{error}"
        );
    }

    #[test]
    fn a_weight_of_zero_has_half_the_median_size_of_its_table() {
        let text = "kind = \"greedy\"\n[toy.appraisal]\nsteps = 0\nhome = -4\nexposed = 1\nrunner_tripped = 10";
        let source = Source::new(&Library::built_in(), Kind::Bot, "bots/base.toml", text);
        let searched = Numbers::<ToyBook>::read(&source, &[], "bots/mine.toml").unwrap();
        assert_eq!(searched.values(&[1.0; 6]), [2.0, 2.0, 0.0, 2.0, 20.0, 2.0]);
    }
}
