//! Maps drawn in text: rows from the north to the south, one or two characters for each hex, odd rows shown shifted to the right; a legend, roads as chains
//! of hexes, obstacles on the sides of hexes.
//!
//! Rules J1.2, J4.15, J7.14, J7.18, J7.23, J7.24, JA1.4 with JI-4, JI-5, JI-97, JI-98.
//!
//! ```toml
//! [map]
//! drawing = """
//!  . . f f .
//! . . H . . .
//! """
//! legend = { f = "forest", H = "hill forest", M = "hill 2" }
//! roads = ["0000 0100 0101"]
//! edges = [{ obstacle = "wall", hexes = "0201 0301", sides = "SW SE" }]
//! gaps = [{ hexes = "0201", sides = "SW" }]
//! ```

use super::hex::{DIRECTION_NAMES, HexId, Place};
use super::terrain::{Map, bit, bit_named, element_named, element_names, names_of};
use crate::data::{Fault, Mark, Step};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Fewest hexes of the shorter and the longer edge (J1.2).
pub const LEAST_EDGES: (usize, usize) = (9, 12);
/// Most hexes of an edge.
pub const MOST_EDGE: usize = 30;

/// A map as a file writes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapFile {
    /// The rows, from the north to the south.
    pub drawing: String,
    /// What each sign stands for: names of terrain (T4, T14) and, for a hill, perhaps its level. A dot is clear ground.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub legend: BTreeMap<String, String>,
    /// Roads, each a chain of hexes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roads: Vec<String>,
    /// Obstacles on sides of hexes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<EdgeFile>,
    /// Sides of hexes without the obstacle that their terrain brings: gates and gaps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<GapFile>,
}

/// An obstacle owned by hexes, on some of their sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EdgeFile {
    /// Its name (T5).
    pub obstacle: String,
    /// The hexes that own it: the protected side.
    pub hexes: String,
    /// The sides, by direction.
    pub sides: String,
}

/// Sides of hexes without obstacle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GapFile {
    /// The hexes.
    pub hexes: String,
    /// The sides, by direction.
    pub sides: String,
}

/// The signs of a drawing by row from the south, or what is wrong with it.
pub(super) fn grid(drawing: &str) -> Result<Vec<Vec<&str>>, String> {
    let lines: Vec<&str> = drawing.lines().rev().skip_while(|line| line.trim().is_empty()).collect();
    let count = lines.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |last| last + 1);
    let rows: Vec<Vec<&str>> = lines[..count].iter().map(|line| line.split_whitespace().collect()).collect();
    let columns = rows.first().map_or(0, Vec::len);
    for (row, signs) in rows.iter().enumerate() {
        if signs.len() != columns {
            return Err(format!("row {row} has {} hexes, row 0 has {columns}", signs.len()));
        }
        if let Some(sign) = signs.iter().find(|sign| sign.chars().count() > 2) {
            return Err(format!("\"{sign}\" in row {row}: a hex is one or two characters, hexes are separated by blanks"));
        }
    }
    let indent = |line: &&str| line.len() - line.trim_start().len();
    for pair in lines[..count].windows(2).enumerate() {
        let (row, (lower, upper)) = (pair.0, (indent(&pair.1[0]), indent(&pair.1[1])));
        // Row 0 is even; odd rows are drawn shifted to the right (JI-5).
        if (row % 2 == 0) != (upper > lower) || upper == lower {
            return Err(format!("row {} is not drawn shifted: rows 1, 3, 5 … stand further to the right", row + 1 - row % 2));
        }
    }
    Ok(rows)
}

/// Reads hexes written "CCRR" with blanks between.
pub(super) fn hexes(map: &Map, text: &str) -> Result<Vec<HexId>, String> {
    let hex = |word: &str| {
        let place = Place::parse(word).ok_or_else(|| format!("\"{word}\" is not a hex written as column and row: \"0503\""))?;
        map.hex(place).ok_or_else(|| format!("hex {word} lies off the map"))
    };
    text.split_whitespace().map(hex).collect()
}

impl MapFile {
    /// The map, or everything that is wrong with it; `at` is the way to the table in its file.
    ///
    /// # Errors
    /// Lists every fault.
    pub fn map(&self, at: &str) -> Result<Map, Vec<Fault>> {
        let path = |key: &str| vec![Step::key(at), Step::key(key)];
        let wrong = |key: &str, problem: String| Fault::new(path(key), Mark::Value, problem);
        let rows = grid(&self.drawing).map_err(|problem| vec![wrong("drawing", problem)])?;
        let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
        let (short, long) = (height.min(width), height.max(width));
        if short < LEAST_EDGES.0 || long < LEAST_EDGES.1 || long > MOST_EDGE {
            let expected = format!("at least {} by {} and at most {MOST_EDGE} by {MOST_EDGE} (J1.2)", LEAST_EDGES.0, LEAST_EDGES.1);
            return Err(vec![wrong("drawing", format!("the map has {width} columns and {height} rows")).expected(expected)]);
        }
        let mut map = Map::plain(width as u8, height as u8);
        let mut faults = Vec::new();
        let legend = self.signs(&path("legend"), &mut faults);
        for (row, signs) in rows.iter().enumerate() {
            for (column, sign) in signs.iter().enumerate() {
                let place = Place::new(column as i32, row as i32);
                let hex = map.hex(place).expect("the drawing is as large as the map");
                match legend.get(*sign) {
                    Some((bits, level)) => {
                        map.add_terrain(hex, *bits);
                        let ground = &mut map.ground[usize::from(hex)];
                        ground.level = if *level > 0 { *level } else { ground.level };
                    }
                    None if *sign == "." => {}
                    None => faults.push(wrong("drawing", format!("\"{sign}\" in hex {place} is not in the legend"))),
                }
            }
        }
        self.sides(&mut map, at, &mut faults);
        self.lead_roads(&mut map, at, &mut faults);
        self.check_elements(&map, &rows, &legend, &path("drawing"), &mut faults);
        faults.extend(map.faults().into_iter().map(|problem| wrong("drawing", problem)));
        if faults.is_empty() { Ok(map) } else { Err(faults) }
    }

    /// What the signs of the legend stand for: terrain, and the level if one is stated.
    fn signs(&self, path: &[Step], faults: &mut Vec<Fault>) -> BTreeMap<&str, (u32, u8)> {
        let mut signs = BTreeMap::new();
        for (sign, words) in &self.legend {
            let (mut bits, mut level) = (0, 0);
            let mut fault = |problem: String| {
                let fault = Fault::new([path, &[Step::key(sign)]].concat(), Mark::Value, problem);
                faults.push(fault.near(&element_names()));
            };
            for word in words.split_whitespace() {
                match (word.parse::<u8>(), element_named(word)) {
                    (Ok(number), _) => level = number,
                    (_, Some(element)) => bits |= element,
                    _ => fault(format!("unknown terrain \"{word}\"")),
                }
            }
            if words.split_whitespace().any(|word| bit_named(word).is_some_and(|bit| bit & bit::OBSTACLES != 0)) {
                fault("an obstacle stands on sides of hexes: write it under `edges`".to_owned());
            }
            if words.split_whitespace().any(|word| word == "road") {
                fault("a road is a chain of hexes: write it under `roads`".to_owned());
            }
            signs.insert(sign.as_str(), (bits, level));
        }
        signs
    }

    fn sides(&self, map: &mut Map, at: &str, faults: &mut Vec<Fault>) {
        let edges = self.edges.iter().map(|edge| ("edges", Some(edge.obstacle.as_str()), &edge.hexes, &edge.sides));
        let gaps = self.gaps.iter().map(|gap| ("gaps", None, &gap.hexes, &gap.sides));
        for (index, (list, obstacle, owners, sides)) in edges.enumerate().chain(gaps.enumerate()) {
            let mut fault = |key: &str, problem: String| {
                let path = vec![Step::key(at), Step::key(list), Step::Index(index), Step::key(key)];
                faults.push(Fault::new(path, Mark::Value, problem));
            };
            let bits = obstacle.map(|name| bit_named(name).unwrap_or(0) & bit::OBSTACLES);
            if bits == Some(0) {
                let known: Vec<&str> = names_of(bit::OBSTACLES).collect();
                fault("obstacle", format!("no obstacle \"{}\"; there are {}", obstacle.unwrap_or_default(), known.join(", ")));
            }
            let owners = hexes(map, owners).unwrap_or_else(|problem| {
                fault("hexes", problem);
                Vec::new()
            });
            for name in sides.split_whitespace() {
                let Some(side) = DIRECTION_NAMES.iter().position(|it| *it == name) else {
                    fault("sides", format!("no side \"{name}\"; there are {}", DIRECTION_NAMES.join(", ")));
                    continue;
                };
                for &hex in &owners {
                    let obstacles = &mut map.ground[usize::from(hex)].sides[side];
                    *obstacles = bits.map_or(0, |bits| *obstacles | bits);
                }
            }
        }
    }

    fn lead_roads(&self, map: &mut Map, at: &str, faults: &mut Vec<Fault>) {
        for (index, chain) in self.roads.iter().enumerate() {
            let mut fault = |problem: String| {
                faults.push(Fault::new(vec![Step::key(at), Step::key("roads"), Step::Index(index)], Mark::Value, problem));
            };
            match hexes(map, chain) {
                Ok(hexes) if hexes.len() < 2 => fault("a road has at least two hexes".to_owned()),
                Ok(hexes) => {
                    for pair in hexes.windows(2) {
                        if !map.add_road(pair[0], pair[1]) {
                            fault(format!("hexes {} and {} are not adjacent", map.place(pair[0]), map.place(pair[1])));
                        }
                    }
                }
                Err(problem) => fault(problem),
            }
        }
    }

    /// Elements that need something else: a road through those named after one, the table edge for a beach (T14).
    fn check_elements(&self, map: &Map, rows: &[Vec<&str>], legend: &BTreeMap<&str, (u32, u8)>, path: &[Step], faults: &mut Vec<Fault>) {
        for (row, signs) in rows.iter().enumerate() {
            for (column, sign) in signs.iter().enumerate() {
                let place = Place::new(column as i32, row as i32);
                let mut fault = |problem: String| faults.push(Fault::new(path.to_vec(), Mark::Value, format!("hex {place}: {problem}")));
                let bits = legend.get(sign).map_or(0, |(bits, _)| *bits);
                let ground = map.at(place).expect("the drawing is as large as the map");
                if bits & bit::ROAD != 0 && !ground.has(bit::ROAD) {
                    fault("no road of `roads` leads through it".to_owned());
                }
                let at_edge = row == 0 || column == 0 || row + 1 == rows.len() || column + 1 == signs.len();
                let beach = self.legend.get(*sign).is_some_and(|words| words.split_whitespace().any(|word| word == "beach"));
                if beach && !at_edge {
                    fault("a beach lies at the table edge (J7.23)".to_owned());
                }
            }
        }
    }
}
