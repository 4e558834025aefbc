//! Maps made by a generator from a stated seed (JA1.4, JI-185): patches of terrain, straight roads, perhaps a river
//! with its crossings; the same to both sides unless the file says otherwise.
//!
//! ```toml
//! [generator]
//! seed = 7
//! patches = { forest = 3, hill = 2, huts = 1 }
//! roads = 1
//! ```
//!
//! The same table gives the same map on every machine. The two rows at either edge stay clear, so that every army can
//! deploy, and a map without a connection between the two sides is redrawn.

use crate::data::{Fault, Mark, PathStep};
use crate::game::rng::{Key, Stream};
use crate::jomini::map::hex::{HexId, HexIds, Place};
use crate::jomini::map::map_file::{LEAST_EDGES, MOST_EDGE};
use crate::jomini::map::terrain::{Map, Terrain, element_named, element_names};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The number of rows at each edge that stay clear.
const CLEAR_ROWS: i32 = 2;
/// The maximum number of hexes of one patch.
const LARGEST_PATCH: u32 = 5;
/// The number of maps drawn before the table is rejected as impossible.
const ATTEMPTS: u64 = 100;

/// A scenario's request to the generator.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeneratorFile {
    seed: u64,
    #[serde(default = "usual_columns")]
    columns: u8,
    #[serde(default = "usual_rows")]
    rows: u8,
    #[serde(default = "yes")]
    symmetric: bool,
    /// The number of patches of each element of tables T4 and T14; on a symmetric map each also has an image.
    #[serde(default = "usual_patches")]
    patches: BTreeMap<String, u8>,
    /// Roads from edge to edge.
    #[serde(default)]
    roads: u8,
    /// A river across the middle, with fords, and a bridge for each road.
    #[serde(default)]
    river: bool,
}

fn usual_columns() -> u8 {
    12
}

fn usual_rows() -> u8 {
    9
}

fn yes() -> bool {
    true
}

fn usual_patches() -> BTreeMap<String, u8> {
    [("forest", 2), ("hill", 2), ("huts", 1)].map(|(name, count)| (name.to_owned(), count)).into()
}

impl GeneratorFile {
    /// The map, or all faults of the table; `at` is its key in the file.
    ///
    /// # Errors
    /// Lists every fault.
    pub fn map(&self, at: &str) -> Result<Map, Vec<Fault>> {
        let fault =
            |key: &str, problem: String| Fault::new(vec![PathStep::key(at), PathStep::key(key)], Mark::Value, problem);
        let mut faults = Vec::new();
        let (short, long) = (usize::from(self.rows.min(self.columns)), usize::from(self.rows.max(self.columns)));
        if short < LEAST_EDGES.0 || long < LEAST_EDGES.1 || long > MOST_EDGE {
            let (columns, rows) = (self.columns, self.rows);
            let expected = format!(
                "at least {} by {} and at most {MOST_EDGE} by {MOST_EDGE} (J1.2)",
                LEAST_EDGES.0, LEAST_EDGES.1
            );
            faults.push(fault("columns", format!("the map has {columns} columns and {rows} rows")).expected(expected));
        }
        if self.river && self.rows.is_multiple_of(2) {
            faults.push(fault("river", "a river runs along the middle row, so the number of rows is odd".to_owned()));
        }
        for name in self.patches.keys() {
            let path = vec![PathStep::key(at), PathStep::key("patches"), PathStep::key(name)];
            match element_named(name) {
                None => faults
                    .push(Fault::new(path, Mark::Key, format!("unknown terrain \"{name}\"")).near(&element_names())),
                Some(terrain)
                    if terrain.intersects(Terrain::ROAD | Terrain::BRIDGE)
                        || name == "beach"
                        || terrain & Terrain::OBSTACLES == terrain =>
                {
                    faults.push(Fault::new(path, Mark::Key, format!("\"{name}\" does not come in patches")));
                }
                Some(_) => {}
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let seed = Key::new(self.seed).with_name("map");
        let found = (0..ATTEMPTS).find_map(|attempt| self.draw(&mut seed.with(attempt).stream()));
        found.ok_or_else(|| {
            vec![fault("patches", "too much: no map leaves a way from one side to the other".to_owned())]
        })
    }

    /// One map; `None` if its sides are not connected or it breaks a rule.
    fn draw(&self, stream: &mut Stream) -> Option<Map> {
        let mut map = Map::plain(self.columns, self.rows);
        let mut roads: Vec<u8> = Vec::new();
        for _ in 0..self.roads {
            roads.push(1 + stream.below(u32::from(self.columns) - 2) as u8);
        }
        let on_road = self.road_hexes(&map, &roads);
        if self.river {
            self.lay_river(&mut map, &on_road, stream);
        }
        for (name, count) in &self.patches {
            let terrain = element_named(name).expect("names were checked");
            for _ in 0..*count {
                self.lay_patch(&mut map, terrain, &on_road, stream);
            }
        }
        for column in roads {
            self.lay_road(&mut map, column);
        }
        let is_sound = map.faults().is_empty() && joins_both_sides(&map) && (!self.symmetric || map.is_symmetric());
        is_sound.then_some(map)
    }

    /// The hexes of the roads and of their images.
    fn road_hexes(&self, map: &Map, roads: &[u8]) -> Vec<HexId> {
        let column =
            |column: u8| (0..self.rows).filter_map(move |row| map.hex(Place::new(i32::from(column), i32::from(row))));
        let hexes: Vec<HexId> = roads.iter().flat_map(|it| column(*it)).collect();
        let images: Vec<HexId> =
            if self.symmetric { hexes.iter().map(|hex| map.image(*hex)).collect() } else { Vec::new() };
        [hexes, images].concat()
    }

    fn lay_road(&self, map: &mut Map, column: u8) {
        let at = |map: &Map, row: u8| map.hex(Place::new(i32::from(column), i32::from(row))).expect("on the map");
        for row in 1..self.rows {
            let (from, to) = (at(map, row - 1), at(map, row));
            map.add_road(from, to);
            if self.symmetric {
                let (from, to) = (map.image(from), map.image(to));
                map.add_road(from, to);
            }
        }
    }

    /// A river along the middle row: a bridge where a road crosses, a ford on one hex in four and on the outermost but
    /// one.
    fn lay_river(&self, map: &mut Map, on_road: &[HexId], stream: &mut Stream) {
        for column in 0..self.columns {
            let hex = map.hex(Place::new(i32::from(column), i32::from(self.rows / 2))).expect("on the map");
            let crossing = if on_road.contains(&hex) {
                Terrain::BRIDGE
            } else if column == 1 || column + 2 == self.columns || stream.below(4) == 0 {
                Terrain::FORD
            } else {
                Terrain::empty()
            };
            map.add_terrain(hex, Terrain::RIVER | crossing);
        }
    }

    /// A patch grows from a clear hex to clear neighbours. Impassable terrain and obstacles are not placed on roads.
    fn lay_patch(&self, map: &mut Map, terrain: Terrain, on_road: &[HexId], stream: &mut Stream) {
        let rows = i32::from(self.rows);
        let blocks =
            terrain.intersects(Terrain::OBSTACLES | Terrain::MOUNTAIN | Terrain::LAKE | Terrain::WATER | Terrain::FORD);
        let is_free = |map: &Map, hex: HexId| {
            let row = map.place(hex).row;
            (CLEAR_ROWS..rows - CLEAR_ROWS).contains(&row)
                && map.ground[usize::from(hex)].terrain.is_empty()
                && !(blocks && on_road.contains(&hex))
        };
        let hexes = map.ground.len() as u32;
        let Some(mut hex) = (0..hexes).map(|_| HexId::new(stream.below(hexes) as u16)).find(|hex| is_free(map, *hex))
        else {
            return;
        };
        // Buildings and works are small.
        let largest = if terrain.intersects(Terrain::BUILDINGS | Terrain::OBSTACLES) { 2 } else { LARGEST_PATCH };
        for _ in 0..1 + stream.below(largest) {
            map.add_terrain(hex, terrain);
            if self.symmetric {
                let image = map.image(hex);
                if image != hex {
                    map.add_terrain(image, terrain);
                }
            }
            let place = map.place(hex);
            let next = map.hex(place.neighbour(stream.below(6) as usize));
            match next.filter(|next| is_free(map, *next)) {
                Some(next) => hex = next,
                None => return,
            }
        }
    }
}

/// Whether troops can walk from the lower edge to the upper one.
fn joins_both_sides(map: &Map) -> bool {
    let is_open = |hex: HexId| !map.ground[usize::from(hex)].is_impassable();
    let mut reached = vec![false; map.ground.len()];
    let mut queue: Vec<HexId> = HexIds::up_to(u16::from(map.columns)).filter(|hex| is_open(*hex)).collect();
    queue.iter().for_each(|hex| reached[usize::from(*hex)] = true);
    while let Some(hex) = queue.pop() {
        if map.place(hex).row == i32::from(map.rows) - 1 {
            return true;
        }
        for towards in 0..6 {
            if let Some(next) = map.hex(map.place(hex).neighbour(towards))
                && is_open(next)
                && !std::mem::replace(&mut reached[usize::from(next)], true)
            {
                queue.push(next);
            }
        }
    }
    false
}
