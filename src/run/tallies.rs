//! `tallies.json`: all counts of a run, part by part, from which its tables are computed and recomputed when parts are
//! merged.

use crate::tournament::{Counts, PairingOnScenario, Schedule, Shard, Standings};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::Path;

/// The counts of one shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardCounts {
    /// Which shard it is.
    pub shard: Shard,
    /// The counts of its games.
    pub counts: Counts,
}

/// The format of the file: 2 since counts are stored by name.
const FORMAT: u32 = 2;

/// The beginning of a file of any format.
#[derive(Deserialize)]
struct Head {
    /// Missing in the first format.
    #[serde(default = "first_format")]
    format: u32,
}

fn first_format() -> u32 {
    1
}

/// The counts of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tallies {
    format: u32,
    /// Its parts, in the order of their numbers.
    pub parts: Vec<ShardCounts>,
    /// The legs that were played, where the schedule depended on the results of earlier games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub legs: Vec<Vec<PairingOnScenario>>,
}

impl Tallies {
    /// The name of the file.
    pub const NAME: &'static str = "tallies.json";

    /// The counts of one shard, or of the whole.
    pub fn of(shard: Shard, standings: &Standings) -> Tallies {
        let mut closed = standings.clone();
        closed.close();
        Tallies::of_parts(vec![ShardCounts { shard, counts: closed.counts() }])
    }

    /// The counts of several shards.
    pub fn of_parts(parts: Vec<ShardCounts>) -> Tallies {
        Tallies { format: FORMAT, parts, legs: Vec::new() }
    }

    /// With the legs that were played.
    #[must_use]
    pub fn with_legs(self, legs: Vec<Vec<PairingOnScenario>>) -> Tallies {
        Tallies { legs, ..self }
    }

    /// The shards that are counted; empty if it is the whole.
    pub fn shards(&self) -> Vec<Shard> {
        self.parts.iter().map(|part| part.shard).filter(|shard| *shard != Shard::WHOLE).collect()
    }

    /// The shards that are not counted.
    pub fn missing(&self) -> Vec<Shard> {
        let known: Vec<Shard> = self.parts.iter().map(|part| part.shard).collect();
        known.first().map_or_else(Vec::new, |first| first.missing(&known))
    }

    /// The standings of each part; `None` if the counts are not those of this schedule.
    pub fn standings(&self, schedule: &Schedule) -> Option<Vec<Standings>> {
        let restored = |part: &ShardCounts| {
            let mut standings = Standings::new(schedule);
            standings.restore(part.counts.clone()).then_some(standings)
        };
        self.parts.iter().map(restored).collect()
    }

    /// All games together; `None` as for [`Tallies::standings`].
    pub fn together(&self, schedule: &Schedule) -> Option<Standings> {
        let mut all = Standings::new(schedule);
        for standings in self.standings(schedule)? {
            all.merge(&standings);
        }
        Some(all)
    }

    /// The counts of the whole as one part, if no shard is missing.
    #[must_use]
    pub fn joined(self, schedule: &Schedule) -> Tallies {
        match self.together(schedule) {
            Some(all) if self.missing().is_empty() && !self.parts.is_empty() => {
                Tallies::of(Shard::WHOLE, &all).with_legs(self.legs)
            }
            _ => self,
        }
    }

    /// Reads the file of a folder.
    ///
    /// # Errors
    /// If there is none, or it is damaged.
    pub fn read(folder: &Path) -> io::Result<Tallies> {
        Tallies::parse(&fs::read(folder.join(Tallies::NAME))?)
    }

    /// Reads the text of the file.
    ///
    /// # Errors
    /// If it is damaged, or of another format.
    pub fn parse(text: &[u8]) -> io::Result<Tallies> {
        let Head { format } = serde_json::from_slice(text)?;
        if format != FORMAT {
            let why = format!("its format is {format}, and this program reads {FORMAT}");
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        Ok(serde_json::from_slice(text)?)
    }

    /// The text of the file.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("counts can be written as JSON") + "\n"
    }
}
