//! Every kind of fault in a data file gives one clear message, and every shipped file can be found
//! and read. What the keys of rules mean is tested with the rules that use them.

mod en_avant_rules;
mod finding;
mod limits;
mod messages;
mod rules;

use reglette::data::{Exactly, Kind, Library, Source};
use reglette::jomini::rules::Rules;
use serde::Deserialize;

/// A small army list in the form of real ones.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Army {
    name: String,
    #[serde(default)]
    tokens: Option<u8>,
    #[serde(default)]
    units: Vec<Unit>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Unit {
    kind: UnitType,
    #[serde(default)]
    letters: Vec<String>,
    #[serde(default)]
    at: Option<Exactly<u8, 2>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum UnitType {
    LightCavalry,
    HeavyCavalry,
    LineInfantry,
}

fn army(text: &str) -> Source {
    Source::new(&Library::built_in(), Kind::Army, "armies/prussia-1806.toml", text)
}

fn rules(text: &str) -> Source {
    Source::new(&Library::built_in(), Kind::Rules, "rules/mine.toml", text)
}

fn army_error(text: &str) -> String {
    army(text).read::<Army>().expect_err("the army has a fault").to_string()
}

fn rules_error(text: &str) -> String {
    Rules::read(&rules(text)).expect_err("the rules have a fault").to_string()
}
