//! `setup.json`: what a tournament or study was played with, for its page: a picture of each scenario and the units of
//! each army.

use super::Folder;
use super::svg::svg;
use crate::game::{BySide, Evaluate, Prepared, Rulebook, Show, Side};
use crate::tournament::{GameKey, GameSpec, InPlay, Tournament};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io;

/// The name of the file.
pub const NAME: &str = "setup.json";
/// The maximum number of scenarios of which a picture is kept.
const MOST_SCENARIOS: usize = 4;
/// The maximum number of armies whose units are kept.
const MOST_ARMIES: usize = 12;

/// Scenarios and armies of a tournament or study.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The scenarios, in the order of the plan.
    pub scenarios: Vec<ScenarioCard>,
    /// The armies, in the order in which they occur.
    pub armies: Vec<ArmyCard>,
    /// How many further scenarios and armies the plan has.
    pub left_out: [usize; 2],
}

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScenarioCard {
    /// Its name.
    pub name: String,
    /// Its map at the start of the first game, as SVG.
    pub map: String,
}

/// An army.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArmyCard {
    /// Its name; that of scenario and side where the scenario brings it.
    pub name: String,
    /// Its points at the start.
    pub points: u32,
    /// The names of its units, with how many there are of each.
    pub units: Vec<(String, u32)>,
}

impl Setup {
    /// The setup of a tournament.
    pub fn of<G: Evaluate + Show + 'static>(tournament: &Tournament<G>) -> Setup {
        Setup::of_all([tournament])
    }

    /// The setup of several tournaments: each scenario and army once, by its name.
    pub fn of_all<'a, G: Evaluate + Show + 'static>(tournaments: impl IntoIterator<Item = &'a Tournament<G>>) -> Setup {
        let (mut setup, mut scenarios, mut armies) = (Setup::default(), BTreeSet::new(), BTreeSet::new());
        for tournament in tournaments {
            for (place, cell) in tournament.schedule.cells().iter().enumerate() {
                let game = GameSpec { game: 0, cell: place, pair: 0, swapped: false };
                let scenario = &tournament.plan.scenarios[cell.scenario].name;
                let seats = cell.seats(game.swapped);
                let is_new = scenarios.insert(scenario.clone());
                let new_of = [Side::Red, Side::Blue].map(|side| {
                    let name = match seats[side].army {
                        Some(army) => tournament.plan.armies[army].name.clone(),
                        None => format!("{scenario}, {side}"),
                    };
                    (armies.insert(name.clone()), name)
                });
                if !is_new && new_of.iter().all(|(is_new, _)| !is_new) {
                    continue;
                }
                let prepared = tournament.prepared(&game);
                if is_new {
                    setup.add_scenario(scenario, || svg(&prepared.game.picture(&tournament.start(&game).state)));
                }
                for (side, (is_new, name)) in [Side::Red, Side::Blue].into_iter().zip(new_of) {
                    if is_new {
                        setup.add_army(name, &prepared, side);
                    }
                }
            }
        }
        setup
    }

    /// The setup of a study that composes its armies from those of some lists.
    pub fn of_lists<R: Rulebook>(
        rules: &R::Rules,
        scenarios: &[(String, R::Scenario)],
        armies: &[(&str, &R::Army)],
    ) -> Setup
    where
        R::Game: Evaluate + Show,
    {
        let mut setup = Setup::default();
        let prepared = |scenario, army| R::prepare(rules, scenario, BySide { red: Some(army), blue: Some(army) }).ok();
        // A list may be too large for a scenario that limits points: what cannot be prepared has no picture.
        for (name, scenario) in scenarios {
            let Some(prepared) = armies.iter().find_map(|(_, army)| prepared(scenario, army)) else { continue };
            let key = GameKey { seed: 0, scenario: name, pair: 0 };
            let start = InPlay::new(&prepared.game, key, BySide { red: "red", blue: "blue" }).state;
            setup.add_scenario(name, || svg(&prepared.game.picture(&start)));
        }
        for (name, army) in armies {
            let Some(prepared) = scenarios.iter().find_map(|(_, scenario)| prepared(scenario, army)) else { continue };
            setup.add_army((*name).to_owned(), &prepared, Side::Red);
        }
        setup
    }

    fn add_scenario(&mut self, name: &str, map: impl FnOnce() -> String) {
        if self.scenarios.len() < MOST_SCENARIOS {
            self.scenarios.push(ScenarioCard { name: name.to_owned(), map: map() });
        } else {
            self.left_out[0] += 1;
        }
    }

    fn add_army<G: Show>(&mut self, name: String, prepared: &Prepared<G>, side: Side) {
        if self.armies.len() < MOST_ARMIES {
            let units = counted(&prepared.game.unit_names(side));
            self.armies.push(ArmyCard { name, points: prepared.points[side], units });
        } else {
            self.left_out[1] += 1;
        }
    }

    /// Writes the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, folder: &Folder) -> io::Result<()> {
        folder.write(NAME, &(serde_json::to_string(self).map_err(io::Error::other)? + "\n"))
    }
}

/// How often each name occurs, without the number at its end, in the order of their first occurrence.
fn counted(names: &[String]) -> Vec<(String, u32)> {
    let mut counted: Vec<(String, u32)> = Vec::new();
    for name in names {
        let bare = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
        match counted.iter_mut().find(|(known, _)| known == bare) {
            Some((_, number)) => *number += 1,
            None => counted.push((bare.to_owned(), 1)),
        }
    }
    counted
}
