//! `setup.json`: what a tournament was played with, for its page: a picture of each scenario and the units of each
//! army.

use super::Folder;
use super::svg::svg;
use crate::game::{Evaluate, Show, Side};
use crate::tournament::{GameSpec, Tournament};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io;

/// The name of the file.
pub const NAME: &str = "setup.json";
/// The maximum number of scenarios of which a picture is kept.
const MOST_SCENARIOS: usize = 4;
/// The maximum number of armies whose units are kept.
const MOST_ARMIES: usize = 12;

/// Scenarios and armies of a tournament.
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
        let (mut setup, mut scenarios, mut armies) = (Setup::default(), BTreeSet::new(), BTreeSet::new());
        for (place, cell) in tournament.schedule.cells().iter().enumerate() {
            let game = GameSpec { game: 0, cell: place, pair: 0, swapped: false };
            let scenario = &tournament.plan.scenarios[cell.scenario].name;
            let seats = cell.seats(game.swapped);
            let is_new = scenarios.insert(cell.scenario);
            let new_of = [Side::Red, Side::Blue].map(|side| match seats[side].army {
                Some(army) => armies.insert((army, None)),
                None => armies.insert((cell.scenario, Some(side))),
            });
            if !is_new && new_of == [false, false] {
                continue;
            }
            let prepared = tournament.prepared(&game);
            if is_new && setup.scenarios.len() < MOST_SCENARIOS {
                let start = tournament.start(&game).state;
                let map = svg(&prepared.game.picture(&start));
                setup.scenarios.push(ScenarioCard { name: scenario.clone(), map });
            } else if is_new {
                setup.left_out[0] += 1;
            }
            for (side, is_new) in [Side::Red, Side::Blue].into_iter().zip(new_of) {
                let name = match seats[side].army {
                    Some(army) => tournament.plan.armies[army].name.clone(),
                    None => format!("{scenario}, {side}"),
                };
                let units = counted(&prepared.game.unit_names(side));
                let card = ArmyCard { name, points: prepared.points[side], units };
                match is_new {
                    true if setup.armies.len() < MOST_ARMIES => setup.armies.push(card),
                    true => setup.left_out[1] += 1,
                    false => {}
                }
            }
        }
        setup
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

/// Writes the file.
///
/// # Errors
/// If it cannot be written.
pub fn write<G: Evaluate + Show + 'static>(folder: &Folder, tournament: &Tournament<G>) -> io::Result<()> {
    let text = serde_json::to_string(&Setup::of(tournament)).map_err(io::Error::other)?;
    folder.write(NAME, &(text + "\n"))
}
