//! Maps drawn in text: rows from the north to the south, one or two characters for each hex, odd rows drawn shifted to
//! the right; a legend, roads as chains of hexes, obstacles on the sides of hexes.
//!
//! Rules J1.2, J4.15, J7.14, J7.18, J7.23, J7.24 with JI-4, JI-5, JI-97, JI-98.
//!
//! ```toml
//! [map]
//! drawing = """
//!  . . f f .
//! . . H . . .
//! """
//! legend = { f = "forest", H = "hill forest", M = "hill 2" }
//! roads = [["0000", "0100", "0101"]]
//! edge = [{ hex = "0201", obstacle = "wall", directions = ["SW", "SE"] }]
//! gap = [{ hex = "0301", directions = ["SW"] }]
//! ```
//!
//! Position files may add terrain to the map of a scenario by lists of hexes ([`Overlay`]).

use super::hex::{DIRECTION_NAMES, HexId, Place};
use super::terrain::{Map, Terrain, element_named, element_names};
use crate::data::message::quoted_list;
use crate::data::{Fault, Mark, PathStep};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The minimum number of hexes of the shorter and the longer edge (J1.2).
pub const LEAST_EDGES: (usize, usize) = (9, 12);
/// The maximum number of hexes of an edge.
pub const MOST_EDGE: usize = 30;

/// A map as written in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapFile {
    /// The rows, from the north to the south.
    pub drawing: String,
    /// The meaning of each sign: names of terrain (T4, T14) and, for a hill, perhaps its level. A dot is clear ground.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub legend: BTreeMap<String, String>,
    /// Roads, each a chain of hexes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roads: Vec<Vec<String>>,
    /// Obstacles on sides of hexes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edge: Vec<EdgeFile>,
    /// Sides of hexes without the obstacle that belongs to their terrain: gates and gaps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gap: Vec<GapFile>,
}

/// An obstacle on some sides of the hex that owns it: the protected one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EdgeFile {
    /// The hex.
    pub hex: String,
    /// The obstacle by name (T5).
    pub obstacle: String,
    /// The sides.
    pub directions: Vec<String>,
}

/// Sides of a hex without obstacle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GapFile {
    /// The hex.
    pub hex: String,
    /// The sides.
    pub directions: Vec<String>,
}

/// Terrain laid over a map: for each terrain (T4, T14) its hexes, and roads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overlay {
    /// Roads, each a chain of hexes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roads: Vec<Vec<String>>,
    /// The hexes of each terrain.
    #[serde(flatten)]
    pub terrain: BTreeMap<String, Vec<String>>,
}

/// The signs of a drawing by row from the south, or its faults.
pub(in crate::jomini) fn grid(drawing: &str) -> Result<Vec<Vec<&str>>, String> {
    let lines: Vec<&str> = drawing.lines().rev().skip_while(|line| line.trim().is_empty()).collect();
    let count = lines.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |last| last + 1);
    let rows: Vec<Vec<&str>> = lines[..count].iter().map(|line| line.split_whitespace().collect()).collect();
    let columns = rows.first().map_or(0, Vec::len);
    for (row, signs) in rows.iter().enumerate() {
        if signs.len() != columns {
            return Err(format!("row {row} has {} hexes, row 0 has {columns}", signs.len()));
        }
        if let Some(sign) = signs.iter().find(|sign| sign.chars().count() > 2) {
            return Err(format!(
                "\"{sign}\" in row {row}: a hex is one or two characters, hexes are separated by blanks"
            ));
        }
    }
    let indent = |line: &&str| line.len() - line.trim_start().len();
    for pair in lines[..count].windows(2).enumerate() {
        let (row, (lower, upper)) = (pair.0, (indent(&pair.1[0]), indent(&pair.1[1])));
        // Row 0 is even; odd rows are drawn shifted to the right (JI-5).
        if (row % 2 == 0) != (upper > lower) || upper == lower {
            return Err(format!(
                "row {} is not drawn shifted: rows 1, 3, 5 … stand further to the right",
                row + 1 - row % 2
            ));
        }
    }
    Ok(rows)
}

/// Reads a hex written "CCRR".
pub(in crate::jomini) fn hex(map: &Map, word: &str) -> Result<HexId, String> {
    let place = Place::parse(word)
        .ok_or_else(|| format!("\"{word}\" is not a hex written as column and row, such as \"0503\""))?;
    map.hex(place).ok_or_else(|| format!("hex {word} lies off the map"))
}

/// Reads a list of hexes at a path, adding a fault for each invalid one.
pub(in crate::jomini) fn hexes(map: &Map, words: &[String], path: &[PathStep], faults: &mut Vec<Fault>) -> Vec<HexId> {
    let mut found = Vec::new();
    for (index, word) in words.iter().enumerate() {
        match hex(map, word) {
            Ok(hex) => found.push(hex),
            Err(problem) => faults.push(Fault::new([path, &[PathStep::Index(index)]].concat(), Mark::Value, problem)),
        }
    }
    found
}

/// Puts obstacles on sides of hexes.
pub(in crate::jomini) fn add_edges(map: &mut Map, edges: &[EdgeFile], path: &[PathStep], faults: &mut Vec<Fault>) {
    for (index, edge) in edges.iter().enumerate() {
        let at = |key: &str| [path, &[PathStep::Index(index), PathStep::key(key)]].concat();
        let obstacle = Terrain::named(&edge.obstacle).unwrap_or_default() & Terrain::OBSTACLES;
        if obstacle.is_empty() {
            let known: Vec<&str> = Terrain::OBSTACLES.names().collect();
            let fault = Fault::new(at("obstacle"), Mark::Value, format!("unknown obstacle \"{}\"", edge.obstacle));
            faults.push(fault.near(&known).expected(quoted_list(&known, "or")));
        }
        let sides = sides(&edge.directions, &at("directions"), faults);
        match hex(map, &edge.hex) {
            Ok(hex) => sides.into_iter().for_each(|side| map.ground[usize::from(hex)].sides[side] |= obstacle),
            Err(problem) => faults.push(Fault::new(at("hex"), Mark::Value, problem)),
        }
    }
}

/// Takes the obstacles from sides of hexes.
fn add_gaps(map: &mut Map, gaps: &[GapFile], path: &[PathStep], faults: &mut Vec<Fault>) {
    for (index, gap) in gaps.iter().enumerate() {
        let at = |key: &str| [path, &[PathStep::Index(index), PathStep::key(key)]].concat();
        let sides = sides(&gap.directions, &at("directions"), faults);
        match hex(map, &gap.hex) {
            Ok(hex) => sides.into_iter().for_each(|side| map.ground[usize::from(hex)].sides[side] = Terrain::empty()),
            Err(problem) => faults.push(Fault::new(at("hex"), Mark::Value, problem)),
        }
    }
}

fn sides(names: &[String], path: &[PathStep], faults: &mut Vec<Fault>) -> Vec<usize> {
    let mut found = Vec::new();
    for (index, name) in names.iter().enumerate() {
        match DIRECTION_NAMES.iter().position(|it| it == name) {
            Some(side) => found.push(side),
            None => {
                let fault = Fault::new(
                    [path, &[PathStep::Index(index)]].concat(),
                    Mark::Value,
                    format!("unknown direction \"{name}\""),
                );
                faults.push(fault.expected(quoted_list(&DIRECTION_NAMES, "or")));
            }
        }
    }
    found
}

/// Leads roads over the map; terrain that interrupts them must already be present.
fn add_roads(map: &mut Map, roads: &[Vec<String>], path: &[PathStep], faults: &mut Vec<Fault>) {
    for (index, chain) in roads.iter().enumerate() {
        let at = [path, &[PathStep::Index(index)]].concat();
        let chain = hexes(map, chain, &at, faults);
        if chain.len() < 2 {
            faults.push(Fault::new(at.clone(), Mark::Value, "a road has at least two hexes"));
        }
        for pair in chain.windows(2) {
            if !map.add_road(pair[0], pair[1]) {
                let problem = format!("hexes {} and {} are not adjacent", map.place(pair[0]), map.place(pair[1]));
                faults.push(Fault::new(at.clone(), Mark::Value, problem));
            }
        }
    }
}

impl Overlay {
    /// Adds the terrain to a map; `at` is the key of the table in its file.
    pub fn lay_over(&self, map: &mut Map, at: &str, faults: &mut Vec<Fault>) {
        for (name, words) in &self.terrain {
            let path = [PathStep::key(at), PathStep::key(name)];
            match element_named(name) {
                Some(terrain) => {
                    hexes(map, words, &path, faults).into_iter().for_each(|hex| map.add_terrain(hex, terrain));
                }
                None => faults.push(
                    Fault::new(path.to_vec(), Mark::Key, format!("unknown terrain \"{name}\"")).near(&element_names()),
                ),
            }
        }
        add_roads(map, &self.roads, &[PathStep::key(at), PathStep::key("roads")], faults);
    }
}

impl MapFile {
    /// The map, or all its faults; `at` is the path of the table in its file.
    ///
    /// # Errors
    /// Lists every fault.
    pub fn map(&self, at: &str) -> Result<Map, Vec<Fault>> {
        let path = |key: &str| vec![PathStep::key(at), PathStep::key(key)];
        let wrong = |key: &str, problem: String| Fault::new(path(key), Mark::Value, problem);
        let rows = grid(&self.drawing).map_err(|problem| vec![wrong("drawing", problem)])?;
        let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
        let (short, long) = (height.min(width), height.max(width));
        if short < LEAST_EDGES.0 || long < LEAST_EDGES.1 || long > MOST_EDGE {
            let expected = format!(
                "at least {} by {} and at most {MOST_EDGE} by {MOST_EDGE} (J1.2)",
                LEAST_EDGES.0, LEAST_EDGES.1
            );
            return Err(vec![
                wrong("drawing", format!("the map has {width} columns and {height} rows")).expected(expected),
            ]);
        }
        let mut map = Map::plain(width as u8, height as u8);
        let mut faults = Vec::new();
        let legend = self.signs(&path("legend"), &mut faults);
        for (row, signs) in rows.iter().enumerate() {
            for (column, sign) in signs.iter().enumerate() {
                let place = Place::new(column as i32, row as i32);
                let hex = map.hex(place).expect("the drawing is as large as the map");
                match legend.get(*sign) {
                    Some((terrain, level)) => {
                        map.add_terrain(hex, *terrain);
                        let ground = &mut map.ground[usize::from(hex)];
                        ground.level = if *level > 0 { *level } else { ground.level };
                    }
                    None if *sign == "." => {}
                    None => faults.push(wrong("drawing", format!("\"{sign}\" in hex {place} is not in the legend"))),
                }
            }
        }
        add_edges(&mut map, &self.edge, &path("edge"), &mut faults);
        add_gaps(&mut map, &self.gap, &path("gap"), &mut faults);
        add_roads(&mut map, &self.roads, &path("roads"), &mut faults);
        self.check_elements(&map, &rows, &legend, &path("drawing"), &mut faults);
        faults.extend(map.faults().into_iter().map(|problem| wrong("drawing", problem)));
        if faults.is_empty() { Ok(map) } else { Err(faults) }
    }

    /// The meaning of the signs of the legend: terrain, and the level if one is stated.
    fn signs(&self, path: &[PathStep], faults: &mut Vec<Fault>) -> BTreeMap<&str, (Terrain, u8)> {
        let mut signs = BTreeMap::new();
        for (sign, words) in &self.legend {
            let (mut terrain, mut level) = (Terrain::empty(), 0);
            let mut fault = |problem: String| {
                let fault = Fault::new([path, &[PathStep::key(sign)]].concat(), Mark::Value, problem);
                faults.push(fault.near(&element_names()));
            };
            for word in words.split_whitespace() {
                match (word.parse::<u8>(), element_named(word)) {
                    (Ok(number), _) => level = number,
                    (_, Some(element)) => terrain |= element,
                    _ => fault(format!("unknown terrain \"{word}\"")),
                }
            }
            if words
                .split_whitespace()
                .any(|word| Terrain::named(word).is_some_and(|it| it.intersects(Terrain::OBSTACLES)))
            {
                fault("an obstacle stands on sides of hexes: write it under `edge`".to_owned());
            }
            if words.split_whitespace().any(|word| word == "road") {
                fault("a road is a chain of hexes: write it under `roads`".to_owned());
            }
            signs.insert(sign.as_str(), (terrain, level));
        }
        signs
    }

    /// Checks elements that require something else: a road through those named after one, the table edge for a beach
    /// (T14).
    fn check_elements(
        &self,
        map: &Map,
        rows: &[Vec<&str>],
        legend: &BTreeMap<&str, (Terrain, u8)>,
        path: &[PathStep],
        faults: &mut Vec<Fault>,
    ) {
        for (row, signs) in rows.iter().enumerate() {
            for (column, sign) in signs.iter().enumerate() {
                let place = Place::new(column as i32, row as i32);
                let mut fault = |problem: String| {
                    faults.push(Fault::new(path.to_vec(), Mark::Value, format!("hex {place}: {problem}")))
                };
                let terrain = legend.get(sign).map(|(terrain, _)| *terrain).unwrap_or_default();
                let ground = map.at(place).expect("the drawing is as large as the map");
                if terrain.contains(Terrain::ROAD) && !ground.has(Terrain::ROAD) {
                    fault("no road of `roads` leads through it".to_owned());
                }
                let at_edge = row == 0 || column == 0 || row + 1 == rows.len() || column + 1 == signs.len();
                let beach =
                    self.legend.get(*sign).is_some_and(|words| words.split_whitespace().any(|word| word == "beach"));
                if beach && !at_edge {
                    fault("a beach lies at the table edge (J7.23)".to_owned());
                }
            }
        }
    }
}
