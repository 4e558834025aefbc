//! The plan of a tournament, with every default written out.

use super::arrangement::{Allocate, Arrangement};
use super::entries::{Entries, ScenarioEntry};
use super::rated::PlannedRatings;
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
    /// Whether it brings its armies, so that bots play without armies of their own.
    pub brings_armies: bool,
    /// Its share of the games, relative to the others.
    #[serde(default = "one", skip_serializing_if = "is_one", deserialize_with = "weight")]
    pub weight: u64,
}

fn one() -> u64 {
    1
}

fn is_one(weight: &u64) -> bool {
    *weight == 1
}

/// A bot tied to one army.
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
    /// How often it was named: an entrant named twice also plays itself.
    #[serde(deserialize_with = "times")]
    pub times: u32,
}

/// The largest multiplicity that a command line can give.
const MOST_TIMES: u64 = 10_000;
/// The maximum number of games per pairing.
pub const MOST_GAMES: u64 = 1_000_000_000;
/// The maximum weight of a scenario.
pub const MOST_WEIGHT: u64 = 1_000_000;

/// A number of a plan, validated against the range that the command line accepts.
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
    /// One entry whose name is also its path.
    pub fn once(name: impl Into<String>) -> Planned {
        let name = name.into();
        Planned { path: name.clone(), name, times: 1 }
    }

    /// Names with their files in order, each once, with its multiplicity.
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

    /// Names in order, each once, with its multiplicity.
    pub fn from_names<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Vec<Planned> {
        Planned::from_files(names.into_iter().map(|name| (name.as_ref().to_string(), name.as_ref().to_string())))
    }

    /// The files, each repeated by its multiplicity.
    pub fn files(planned: &[Planned]) -> Vec<String> {
        planned.iter().flat_map(|one| std::iter::repeat_n(one.path.clone(), one.times as usize)).collect()
    }
}

fn place(planned: &[Planned], name: &str) -> Option<usize> {
    planned.iter().position(|one| one.name == name)
}

/// The plan: everything that determines which games are played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The rulebook.
    pub rulebook: String,
    /// The name of the rules.
    pub rules: String,
    /// Their file.
    pub rules_path: String,
    /// Whether the same input gives the same games: false where a bot uses the clock.
    pub repeatable: bool,
    /// The master seed.
    pub seed: u64,
    /// Games per pairing, before they are distributed over the scenarios and rounded up to whole pairs.
    #[serde(deserialize_with = "games")]
    pub games: u64,
    /// The number of faults after which a bot is quarantined; `None` for never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quarantine: Option<u64>,
    /// The aim of adaptive allocation; `None` where every pairing gets the same number of games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allocate: Option<Allocate>,
    /// The arrangement of pairings.
    #[serde(default)]
    pub arrangement: Arrangement,
    /// The rule by which the run stops early; `None` for never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<StopRule>,
    /// The file of the value function by which luck is computed; `None` where it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<String>,
    /// Whether random choices of bots count as luck too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub luck_of_choices: bool,
    /// The ratings of the bots, where measures are compared over the strength of the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<PlannedRatings>,
    /// The scenarios.
    pub scenarios: Vec<PlannedScenario>,
    /// The bots.
    pub bots: Vec<Planned>,
    /// The armies.
    pub armies: Vec<Planned>,
    /// Which bot plays which army; empty where every bot plays every army.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ties: Vec<Tie>,
}

impl Plan {
    /// The inputs of the schedule.
    pub fn entries(&self) -> Entries {
        Entries {
            scenarios: self
                .scenarios
                .iter()
                .map(|scenario| ScenarioEntry { brings_armies: scenario.brings_armies, weight: scenario.weight })
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

    /// Whether the run ends when a sequential test of its two entrants has decided.
    pub fn is_test(&self) -> bool {
        matches!(self.stop, Some(StopRule::Sprt { .. }))
    }

    /// Whether results decide how many games a pairing gets: with adaptive allocation, and under a sequential test.
    /// Estimates from all games are then biased away from an even score. (A run that stops when intervals are
    /// narrow is not counted: their widths hardly depend on the score.)
    pub fn is_adaptive(&self) -> bool {
        self.allocate.is_some() || self.is_test()
    }

    /// Whether different bots play each other: tables of games then mix games of unlike strength.
    pub fn has_unlike_bots(&self) -> bool {
        self.bots.len() > 1
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
