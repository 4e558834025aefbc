//! The arrangement of a tournament: round robin, one against all, a list of pairings, or by the score so far; and
//! whether games are allocated evenly or adaptively.

use super::plan::Plan;
use super::schedule::{Entrant, Schedule};
use crate::data::message::nearest;
use crate::game::SetupError;
use serde::{Deserialize, Serialize};

/// Which entrants play each other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
pub enum Arrangement {
    /// Every entrant plays every other.
    #[default]
    RoundRobin,
    /// Every entrant plays every other, except those of one bot that serves as the yardstick: they play the other bots
    /// with the same army only, and not each other.
    Yardstick {
        /// The bot.
        bot: String,
    },
    /// Every entrant plays every other of the same bot.
    SameBot,
    /// The entrants with this bot or army, or of this name, play all others.
    Gauntlet {
        /// The name.
        champion: String,
    },
    /// These pairings of entrants, by name.
    List {
        /// The names of both.
        pairings: Vec<[String; 2]>,
    },
    /// Swiss system: entrants with similar scores play each other, for this many legs. The pairings of a leg follow
    /// from the scores of all legs before it.
    Swiss {
        /// The number of legs.
        legs: u32,
    },
}

/// The aim of adaptive allocation, which gives games to what the results so far leave most uncertain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Allocate {
    /// To rank all entrants.
    Ranking,
    /// To reach a verdict on every pairing.
    Verdicts,
}

impl Plan {
    /// Whether the schedule depends on the results of earlier games.
    pub fn steers_itself(&self) -> bool {
        self.allocate.is_some() || matches!(self.arrangement, Arrangement::Swiss { .. })
    }

    fn fault(&self, fault: String) -> SetupError {
        SetupError { subject: "the arrangement".to_owned(), faults: vec![fault] }
    }

    fn known(&self, entrants: &[Entrant], name: &str) -> Result<Entrant, SetupError> {
        let names: Vec<String> = entrants.iter().map(|entrant| self.entrant_name(*entrant)).collect();
        let unknown = || {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let near = nearest(name, &names).map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
            self.fault(format!("no entrant \"{name}\"{near}"))
        };
        names.iter().position(|known| known == name).map(|index| entrants[index]).ok_or_else(unknown)
    }

    /// The schedule of the plan; empty where it depends on the results of earlier games.
    ///
    /// # Errors
    /// If names are not those of entrants, there is no pairing, or games cannot be allocated as requested.
    pub fn schedule(&self) -> Result<Schedule, SetupError> {
        let even = self.even_schedule()?;
        if self.allocate.is_none() {
            return Ok(even);
        }
        if let Arrangement::Swiss { .. } = self.arrangement {
            return Err(self.fault(
                "the pairings of a Swiss tournament are determined by its legs: nothing can be allocated".to_owned(),
            ));
        }
        if let Some(mirror) = even.cells().iter().find(|cell| cell.is_mirror()) {
            let name = self.entrant_name(mirror.entrants[0]);
            return Err(
                self.fault(format!("games are allocated to pairings of different entrants, but {name} plays itself"))
            );
        }
        self.check_alike("games are allocated over")?;
        Ok(Schedule::of_cells(Vec::new()))
    }

    /// Checks that all entrants can play each other on every scenario.
    fn check_alike(&self, whose: &str) -> Result<(), SetupError> {
        let first = self.scenarios.first().is_some_and(|scenario| scenario.brings_armies);
        match self.scenarios.iter().all(|scenario| scenario.brings_armies == first) {
            true => Ok(()),
            false => Err(self.fault(format!("{whose} scenarios that all bring armies, or none of which does"))),
        }
    }

    /// The schedule in which every pairing gets the same number of games; empty for a Swiss tournament.
    ///
    /// # Errors
    /// If names are not those of entrants, or there is no pairing.
    pub fn even_schedule(&self) -> Result<Schedule, SetupError> {
        let entries = self.entries();
        let schedule = match &self.arrangement {
            Arrangement::RoundRobin => Schedule::round_robin(&entries),
            Arrangement::Yardstick { bot } => {
                let Some(yardstick) = self.bots.iter().position(|planned| planned.name == *bot) else {
                    return Err(self.fault(format!("no bot \"{bot}\"")));
                };
                let is_wanted =
                    |[first, second]: &[Entrant; 2]| match [first, second].map(|entrant| entrant.bot == yardstick) {
                        [false, false] => true,
                        [true, true] => false,
                        _ => first.army == second.army,
                    };
                let all = [false, true].into_iter().flat_map(|brings| entries.round_robin(brings));
                Schedule::of_cells(entries.cells(&all.filter(is_wanted).collect::<Vec<_>>()))
            }
            Arrangement::SameBot => {
                let all = [false, true].into_iter().flat_map(|brings| entries.round_robin(brings));
                let of_one_bot = all.filter(|[first, second]| first.bot == second.bot);
                Schedule::of_cells(entries.cells(&of_one_bot.collect::<Vec<_>>()))
            }
            Arrangement::Gauntlet { champion } => {
                let is_champion = |entrant: Entrant| {
                    let army = entrant.army.map(|army| self.armies[army].name.as_str());
                    self.bots[entrant.bot].name == *champion
                        || army == Some(champion)
                        || self.entrant_name(entrant) == *champion
                };
                let mut pairings = Vec::new();
                for brings in [false, true] {
                    if entries.scenarios.iter().all(|entry| entry.brings_armies != brings) {
                        continue;
                    }
                    let entrants = entries.entrants(brings);
                    let champions =
                        || entrants.iter().map(|(entrant, _)| *entrant).filter(|entrant| is_champion(*entrant));
                    if champions().next().is_none() {
                        let names: Vec<Entrant> = entrants.iter().map(|(entrant, _)| *entrant).collect();
                        self.known(&names, champion)?;
                    }
                    let others =
                        || entrants.iter().map(|(entrant, _)| *entrant).filter(|entrant| !is_champion(*entrant));
                    pairings.extend(
                        champions().flat_map(|first| others().map(move |second| [first, second]).collect::<Vec<_>>()),
                    );
                }
                Schedule::of_cells(entries.cells(&pairings))
            }
            Arrangement::List { pairings } => {
                let all: Vec<Entrant> = [false, true]
                    .into_iter()
                    .flat_map(|brings| entries.entrants(brings))
                    .map(|(entrant, _)| entrant)
                    .collect();
                let named = |[first, second]: &[String; 2]| Ok([self.known(&all, first)?, self.known(&all, second)?]);
                Schedule::of_cells(entries.cells(&pairings.iter().map(named).collect::<Result<Vec<_>, SetupError>>()?))
            }
            Arrangement::Swiss { .. } => {
                self.check_alike("legs need")?;
                return Ok(Schedule::of_cells(Vec::new()));
            }
        };
        match (schedule.games(), &self.arrangement) {
            (0, Arrangement::SameBot) => {
                Err(self.fault("no bot plays itself; name two armies or more, or each bot twice".to_owned()))
            }
            (0, _) => Err(self.fault("there is no pairing".to_owned())),
            _ => Ok(schedule),
        }
    }
}
