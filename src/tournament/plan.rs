//! What will be played, with every default written out.

use super::arrangement::{Allocate, Arrangement};
use super::entries::{Entries, Ground};
use super::schedule::Entrant;
use super::stop::StopRule;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// A scenario of the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedScenario {
    /// Its name, which is part of the dice key.
    pub name: String,
    /// The file.
    pub path: String,
    /// Whether it brings its armies, so that bots meet without armies of their own.
    pub brings_armies: bool,
    /// Its share of the games, in proportion to the others.
    #[serde(default = "one", skip_serializing_if = "is_one", deserialize_with = "weight")]
    pub weight: u64,
}

fn one() -> u64 {
    1
}

fn is_one(weight: &u64) -> bool {
    *weight == 1
}

/// A bot that leads one army only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tie {
    /// The bot.
    pub bot: String,
    /// Its army.
    pub army: String,
}

/// A bot or an army of the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Planned {
    /// Its name.
    pub name: String,
    /// The file.
    pub path: String,
    /// How often it was named: who is named twice also meets itself.
    #[serde(deserialize_with = "times")]
    pub times: u32,
}

/// The most often that a command line can name anything.
const MOST_TIMES: u64 = 10_000;
/// The most games of a pairing that can be asked for.
pub const MOST_GAMES: u64 = 1_000_000_000;
/// The most parts that a weight can have.
pub const MOST_WEIGHT: u64 = 1_000_000;

/// A number of a plan that a command line could have asked for.
fn within<'de, D: serde::Deserializer<'de>>(from: D, name: &str, range: RangeInclusive<u64>) -> Result<u64, D::Error> {
    let number = u64::deserialize(from)?;
    let (least, most) = (range.start(), range.end());
    let wrong = || {
        serde::de::Error::custom(format!("{name} cannot be {number}; expected a whole number from {least} to {most}"))
    };
    range.contains(&number).then_some(number).ok_or_else(wrong)
}

fn times<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    within(from, "times", 1..=MOST_TIMES).map(|times| times as u32)
}

fn weight<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    within(from, "weight", 0..=MOST_WEIGHT)
}

fn games<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    within(from, "games", 0..=MOST_GAMES)
}

impl Planned {
    /// Once this one, which is called as its file.
    pub fn once(name: impl Into<String>) -> Planned {
        let name = name.into();
        Planned { path: name.clone(), name, times: 1 }
    }

    /// Names with their files in order, each once, with how often it stands there.
    pub fn from_files(files: impl IntoIterator<Item = (String, String)>) -> Vec<Planned> {
        let mut planned: Vec<Planned> = Vec::new();
        for (name, path) in files {
            match planned.iter_mut().find(|known| known.name == name) {
                Some(known) => known.times += 1,
                None => planned.push(Planned { name, path, times: 1 }),
            }
        }
        planned
    }

    /// Names in order, each once, with how often it stands there.
    pub fn from_names<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Vec<Planned> {
        Planned::from_files(names.into_iter().map(|name| (name.as_ref().to_string(), name.as_ref().to_string())))
    }

    /// The files, each as often as it was named.
    pub fn files(planned: &[Planned]) -> Vec<String> {
        planned.iter().flat_map(|one| std::iter::repeat_n(one.path.clone(), one.times as usize)).collect()
    }
}

fn place(planned: &[Planned], name: &str) -> Option<usize> {
    planned.iter().position(|one| one.name == name)
}

/// What will be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The rulebook.
    pub rulebook: String,
    /// The name of the rules.
    pub rules: String,
    /// Their file.
    pub rules_path: String,
    /// Whether the same input gives the same games: not where a bot looks at the clock.
    pub repeatable: bool,
    /// The master seed.
    pub seed: u64,
    /// Games for each pairing, before they are spread over the scenarios and rounded up to whole pairs.
    #[serde(deserialize_with = "games")]
    pub games: u64,
    /// After how many faults a bot plays no more; none for never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quarantine: Option<u64>,
    /// What the games are for, where they go by the results so far; none where every pairing gets as many as any other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allocate: Option<Allocate>,
    /// Who meets whom.
    #[serde(default)]
    pub arrangement: Arrangement,
    /// When the run ends before its schedule does; none for never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<StopRule>,
    /// The file of the value function by which luck is told from the rest of a result; none where it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<String>,
    /// Whether the choices of bots that draw them count as luck too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub luck_of_choices: bool,
    /// The scenarios.
    pub scenarios: Vec<PlannedScenario>,
    /// The bots.
    pub bots: Vec<Planned>,
    /// The armies.
    pub armies: Vec<Planned>,
    /// Which bot leads which army; none where every bot leads every army.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ties: Vec<Tie>,
}

impl Plan {
    /// What the schedule is made of.
    pub fn entries(&self) -> Entries {
        Entries {
            scenarios: self
                .scenarios
                .iter()
                .map(|scenario| Ground { brings_armies: scenario.brings_armies, weight: scenario.weight })
                .collect(),
            bots: self.bots.iter().map(|bot| bot.times).collect(),
            armies: self.armies.iter().map(|army| army.times).collect(),
            tied: self
                .ties
                .iter()
                .filter_map(|tie| Some([place(&self.bots, &tie.bot)?, place(&self.armies, &tie.army)?]))
                .collect(),
            games: self.games,
        }
    }

    /// The name of an entrant: `greedy/prussia`, or `greedy` alone.
    pub fn entrant_name(&self, Entrant { bot, army }: Entrant) -> String {
        let bot = &self.bots[bot].name;
        match army {
            Some(army) => format!("{bot}/{}", self.armies[army].name),
            None => bot.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_planned_once_at_least_and_no_more_often_than_a_command_line_could() {
        let planned = |times: u64| toml::from_str::<Planned>(&format!("name = \"a\"\npath = \"a\"\ntimes = {times}"));
        for times in [1, MOST_TIMES] {
            assert_eq!(planned(times).map(|one| u64::from(one.times)), Ok(times));
        }
        for times in [0, MOST_TIMES + 1] {
            let error = planned(times).unwrap_err().to_string();
            assert!(
                error.contains(&format!("times cannot be {times}; expected a whole number from 1 to 10000")),
                "{error}"
            );
        }
    }
}
