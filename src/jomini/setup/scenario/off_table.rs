//! The data of a scenario on troops off the table: reinforcements (J4.25, J4.26) and exits (J4.22).

use crate::data::{Fault, Mark};
use crate::game::Side;
use crate::jomini::army::list::entry;
use crate::jomini::map::hex::HexId;
use crate::jomini::map::map_file::hexes;
use crate::jomini::map::terrain::Map;
use crate::jomini::state::off_table::Exit;
use serde::{Deserialize, Serialize};

/// Troops held off the table at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reinforcement {
    /// Their side.
    pub side: Side,
    /// The first round in which they may enter.
    pub round: u8,
    /// The hexes by which they enter.
    pub entries: Vec<HexId>,
    /// The units.
    pub units: Members,
    /// The officers who accompany them.
    pub officers: Members,
}

impl Reinforcement {
    /// The same for the other side, by given hexes.
    pub(super) fn exchanged(&self, entries: Vec<HexId>) -> Reinforcement {
        Reinforcement { side: self.side.other(), entries, ..self.clone() }
    }

    /// Whether it applies to any army: it names no units or officers.
    pub fn is_for_any_army(&self) -> bool {
        matches!((&self.units, &self.officers), (Members::Last(_), Members::Last(_)))
    }
}

/// Members of an army: by name, or a number of the last ones; of officers the last sub-generals, then the last senior
/// officers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Members {
    /// This many of the last ones.
    Last(u8),
    /// These names.
    Named(Vec<String>),
}

/// A reinforcement as written in files.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ReinforcementFile {
    /// Their side.
    pub side: Side,
    /// The first round in which they may enter.
    pub round: u8,
    /// The hexes by which they enter.
    pub hexes: Vec<String>,
    /// The units.
    pub units: Members,
    /// The officers.
    pub officers: Members,
}

/// An exit as written in files.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ExitFile {
    side: Side,
    hexes: Vec<String>,
    #[serde(default)]
    points: u8,
    #[serde(default)]
    lost: bool,
}

/// Hexes at the edge of the map, and their faults.
fn edge_hexes(map: &Map, list: &str, index: usize, names: &[String], faults: &mut Vec<Fault>) -> Vec<HexId> {
    let path = entry(list, index, "hexes");
    let found = hexes(map, names, &path, faults);
    let mut fault = |problem: String| faults.push(Fault::new(path.clone(), Mark::Value, problem));
    if names.is_empty() {
        fault("at least one hex".to_owned());
    }
    for hex in &found {
        let place = map.place(*hex);
        let at_edge = place.row == 0
            || place.column == 0
            || place.row + 1 == i32::from(map.rows)
            || place.column + 1 == i32::from(map.columns);
        if !at_edge {
            fault(format!("hex {place} does not lie at the edge of the map"));
        }
        if map.ground[usize::from(*hex)].is_impassable() {
            fault(format!("no unit can stand on hex {place}"));
        }
    }
    found
}

/// Reads reinforcements.
pub fn reinforcements(map: &Map, files: &[ReinforcementFile], faults: &mut Vec<Fault>) -> Vec<Reinforcement> {
    let read = |(index, file): (usize, &ReinforcementFile)| {
        if file.round == 0 {
            faults.push(Fault::new(
                entry("reinforcement", index, "round"),
                Mark::Value,
                "rounds are counted from 1".to_owned(),
            ));
        }
        let entries = edge_hexes(map, "reinforcement", index, &file.hexes, faults);
        Reinforcement {
            side: file.side,
            round: file.round,
            entries,
            units: file.units.clone(),
            officers: file.officers.clone(),
        }
    };
    files.iter().enumerate().map(read).collect()
}

/// Reads exits.
pub fn exits(map: &Map, files: &[ExitFile], faults: &mut Vec<Fault>) -> Vec<Exit> {
    let read = |(index, file): (usize, &ExitFile)| {
        let hexes = edge_hexes(map, "exit", index, &file.hexes, faults);
        Exit { side: file.side, hexes, points: file.points, lost: file.lost }
    };
    files.iter().enumerate().map(read).collect()
}

/// The reason why red's troops off the table and exits are not the image of blue's; `None` if they are.
pub(super) fn asymmetry(map: &Map, reinforcements: &[Reinforcement], exits: &[Exit]) -> Option<String> {
    let image = |hexes: &[HexId], exchanged: bool| {
        let mut hexes: Vec<HexId> = hexes.iter().map(|hex| if exchanged { map.image(*hex) } else { *hex }).collect();
        hexes.sort_unstable();
        hexes
    };
    let of = |side: Side| -> Vec<_> {
        let own = reinforcements.iter().filter(move |it| it.side == side);
        own.map(|it| (it.round, image(&it.entries, side == Side::Blue), it.units.clone(), it.officers.clone()))
            .collect()
    };
    if of(Side::Red) != of(Side::Blue) {
        return Some("the reinforcements differ".to_owned());
    }
    let of = |side: Side| -> Vec<_> {
        let own = exits.iter().filter(move |it| it.side == side);
        own.map(|it| (image(&it.hexes, side == Side::Blue), it.points, it.lost)).collect()
    };
    (of(Side::Red) != of(Side::Blue)).then(|| "the exits differ".to_owned())
}
