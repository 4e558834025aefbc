//! Terrain and linear obstacles by name (tables T4, T5 and T14), and the map: terrain and level of each hex, the roads
//! that leave it, obstacles on its sides.
//!
//! Rules J7.1, J7.10, J7.11, J7.12, J7.13, J7.15, J7.16, J7.18, J7.23, J7.24 with JI-97, JI-98, JI-111. The effect of
//! terrain on moves is in `board/step.rs`, on attacks in `board/attack_terrain.rs`, on sight in `sight.rs`.

use super::hex::{HexId, HexIds, Place, direction};
use crate::jomini::rules::{TERRAIN, TerrainSet};

/// Terrain as bits, in the order of the names in rules files.
pub mod bit {
    /// Open ground.
    pub const CLEAR: u32 = 1;
    /// Forest (J7.6).
    pub const FOREST: u32 = 1 << 1;
    /// Hill (J7.4).
    pub const HILL: u32 = 1 << 2;
    /// Rocks (J7.5).
    pub const ROCKS: u32 = 1 << 3;
    /// Marsh (J7.7).
    pub const MARSH: u32 = 1 << 4;
    /// Buildings (J7.8).
    pub const BUILDINGS: u32 = 1 << 5;
    /// Sand (J7.9).
    pub const SAND: u32 = 1 << 6;
    /// Road (J7.14).
    pub const ROAD: u32 = 1 << 7;
    /// River (J7.12).
    pub const RIVER: u32 = 1 << 8;
    /// Large river or open water (J7.13).
    pub const LARGE_RIVER: u32 = 1 << 9;
    /// Ford (J7.16).
    pub const FORD: u32 = 1 << 10;
    /// Bridge (J7.15).
    pub const BRIDGE: u32 = 1 << 11;
    /// Snow (J7.17).
    pub const SNOW: u32 = 1 << 12;
    /// Mountain (J7.10).
    pub const MOUNTAIN: u32 = 1 << 13;
    /// Lake (J7.11).
    pub const LAKE: u32 = 1 << 14;
    /// Wall or palisade (J7.19), an obstacle.
    pub const WALL: u32 = 1 << 15;
    /// Ditch (J7.21), an obstacle.
    pub const DITCH: u32 = 1 << 16;
    /// Fortification (J7.22), an obstacle.
    pub const FORTIFICATION: u32 = 1 << 17;
    /// Rampart (J7.20), an obstacle.
    pub const RAMPART: u32 = 1 << 18;

    /// Obstacles on the sides of hexes (J7.18).
    pub const OBSTACLES: u32 = WALL | DITCH | FORTIFICATION | RAMPART;
    /// Terrain closed to artillery except by road (J7.5, J7.6, J7.7, J7.8).
    pub const CLOSED_TO_ARTILLERY: u32 = FOREST | ROCKS | MARSH | BUILDINGS;
    /// Water that only a ford or a bridge crosses (J7.12, J7.13).
    pub const WATER: u32 = RIVER | LARGE_RIVER;
}

/// The bits of a set of terrain: the names in it as [`bit`]s.
pub const fn bits_of(set: TerrainSet) -> u32 {
    set.bits()
}

/// The bit of a single terrain or obstacle; `None` if the name is not in table T4 or T5.
pub fn bit_named(name: &str) -> Option<u32> {
    TERRAIN.iter().position(|it| *it == name).map(|position| 1 << position)
}

/// The names of the bits.
pub fn names_of(bits: u32) -> impl Iterator<Item = &'static str> {
    (0..TERRAIN.len()).filter(move |position| bits >> position & 1 == 1).map(|position| TERRAIN[position])
}

/// The elements of table T14 and their components (J7.23, J7.24).
pub const COMPOSITES: &[(&str, u32)] = &[
    ("huts", bit::BUILDINGS),
    ("church", bit::BUILDINGS),
    ("oasis", bit::FOREST),
    ("beach", bit::LARGE_RIVER),
    ("wooded_hill", bit::HILL | bit::FOREST),
    ("fortified_hill", bit::HILL | bit::FORTIFICATION),
    ("dune", bit::HILL | bit::SAND),
    ("snowy_forest", bit::FOREST | bit::SNOW),
    ("walled_buildings", bit::BUILDINGS | bit::WALL),
    ("cemetery", bit::BUILDINGS | bit::WALL),
    ("road_on_hill", bit::HILL | bit::ROAD),
    ("road_in_forest", bit::FOREST | bit::ROAD),
    ("frozen_lake", bit::FORD | bit::SNOW),
    ("fortress", bit::BUILDINGS | bit::RAMPART),
    ("steep_hill", bit::HILL | bit::ROCKS),
    ("protected_huts", bit::BUILDINGS | bit::DITCH),
];

/// The bits of a terrain, an obstacle or an element of table T14 by name.
pub fn element_named(name: &str) -> Option<u32> {
    bit_named(name).or_else(|| COMPOSITES.iter().find(|(it, _)| *it == name).map(|(_, bits)| *bits))
}

/// Every name accepted by [`element_named`].
pub fn element_names() -> Vec<&'static str> {
    TERRAIN.iter().copied().chain(COMPOSITES.iter().map(|(name, _)| *name)).collect()
}

/// The content of one hex of a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    /// Its terrain, bits of [`bit`] without obstacles.
    pub terrain: u32,
    /// Its level: 0 is the plain, a hill is 1 unless the map has more levels (JI-111).
    pub level: u8,
    /// The directions in which a road leaves it, as bits.
    pub roads: u8,
    /// The obstacles it owns on each of its six sides, bits of [`bit`]; crossing towards this hex is "into" (JI-96).
    pub sides: [u32; 6],
}

impl Ground {
    /// Whether any of this terrain is on the hex.
    #[inline]
    pub fn has(&self, bits: u32) -> bool {
        self.terrain & bits != 0
    }

    /// Whether it is impassable to all units: mountain, lake, water without ford or bridge (J7.10, J7.11, J7.12,
    /// J7.13).
    pub fn is_impassable(&self) -> bool {
        self.has(bit::MOUNTAIN | bit::LAKE) || (self.has(bit::WATER) && !self.has(bit::FORD | bit::BRIDGE))
    }
}

/// A map: its size and the content of each hex, by [`HexId`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Hexes in a row.
    pub columns: u8,
    /// Rows.
    pub rows: u8,
    /// Each hex.
    pub ground: Vec<Ground>,
}

impl Map {
    /// A map of open ground.
    pub fn plain(columns: u8, rows: u8) -> Map {
        Map { columns, rows, ground: vec![Ground::default(); usize::from(columns) * usize::from(rows)] }
    }

    /// All hexes, by id.
    #[inline]
    pub fn hexes(&self) -> HexIds {
        HexIds::up_to(self.ground.len() as u16)
    }

    /// The hex at a place; `None` off the map.
    pub fn hex(&self, place: Place) -> Option<HexId> {
        let inside =
            (0..i32::from(self.columns)).contains(&place.column) && (0..i32::from(self.rows)).contains(&place.row);
        inside.then(|| HexId::at(place.row as u16, place.column as u16, self.columns))
    }

    /// The place of a hex.
    pub fn place(&self, hex: HexId) -> Place {
        Place::new(i32::from(hex.column(self.columns)), i32::from(hex.row(self.columns)))
    }

    /// The content of a place of the map.
    pub fn at(&self, place: Place) -> Option<&Ground> {
        self.hex(place).map(|hex| &self.ground[usize::from(hex)])
    }

    /// Adds terrain to a hex: a hill gets level 1 if it has none yet, an obstacle comes on all six sides, a road needs
    /// [`Map::add_road`].
    pub fn add_terrain(&mut self, hex: HexId, bits: u32) {
        let ground = &mut self.ground[usize::from(hex)];
        ground.terrain |= bits & !(bit::OBSTACLES | bit::ROAD | bit::CLEAR);
        for side in &mut ground.sides {
            *side |= bits & bit::OBSTACLES;
        }
        if ground.has(bit::HILL) {
            ground.level = ground.level.max(1);
        }
    }

    /// Leads a road from a hex to its neighbour. A ford interrupts it: no road enters or leaves a ford hex (J7.16,
    /// JI-98). False if the two hexes are not adjacent.
    pub fn add_road(&mut self, from: HexId, to: HexId) -> bool {
        let (start, end) = (self.place(from), self.place(to));
        let Some(towards) = (0..6).find(|towards| start.neighbour(*towards) == end) else { return false };
        let fords = [from, to].iter().any(|hex| self.ground[usize::from(*hex)].has(bit::FORD));
        for (hex, towards) in [(from, towards), (to, direction::opposite(towards))] {
            let ground = &mut self.ground[usize::from(hex)];
            if !ground.has(bit::FORD) {
                ground.terrain |= bit::ROAD;
                if !fords {
                    ground.roads |= 1 << towards;
                }
            }
        }
        true
    }

    /// The image of a hex under the exchange of sides: on an odd number of rows the same column of row `rows − 1 −
    /// row`, on an even number the half-turn.
    pub fn image(&self, hex: HexId) -> HexId {
        let place = self.place(hex);
        let row = i32::from(self.rows) - 1 - place.row;
        let column = if self.rows % 2 == 1 { place.column } else { i32::from(self.columns) - 1 - place.column };
        self.hex(Place::new(column, row)).expect("the image of a hex lies on the map")
    }

    /// The image of a direction under the exchange of sides.
    pub fn image_of_direction(&self, towards: usize) -> usize {
        if self.rows % 2 == 1 { (6 - towards) % 6 } else { direction::opposite(towards) }
    }

    /// The map with the sides exchanged.
    pub fn exchanged(&self) -> Map {
        let mut map = Map::plain(self.columns, self.rows);
        for (hex, ground) in self.hexes().zip(&self.ground) {
            let mut turned = Ground { roads: 0, sides: [0; 6], ..*ground };
            for towards in 0..6 {
                let image = self.image_of_direction(towards);
                turned.sides[image] = ground.sides[towards];
                turned.roads |= (ground.roads >> towards & 1) << image;
            }
            map.ground[usize::from(self.image(hex))] = turned;
        }
        map
    }

    /// Whether the map looks the same to both sides.
    pub fn is_symmetric(&self) -> bool {
        self.exchanged() == *self
    }

    /// The faults of the map, each as a sentence fragment that starts with the hex.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for hex in self.hexes() {
            let (place, ground) = (self.place(hex), &self.ground[usize::from(hex)]);
            let mut fault = |what: &str| faults.push(format!("hex {place}: {what}"));
            if ground.has(bit::LARGE_RIVER) && ground.has(bit::FORD) {
                fault("a large river has no fords (J7.13)");
            }
            if ground.has(bit::BRIDGE) && ground.has(bit::FORD) {
                fault("a hex is either a bridge or a ford");
            }
            if ground.has(bit::BRIDGE) && ground.roads.count_ones() < 2 {
                fault("a bridge needs a road across it, since it is entered and left only along its road (JI-97)");
            }
            if ground.is_impassable() && ground.has(bit::ROAD) {
                fault("a road crosses water by a bridge or a ford, and no lake or mountain");
            }
            if (ground.level > 0) != ground.has(bit::HILL) {
                fault("a hill has a level above 0, other ground has level 0");
            }
            let crossed = (0..6).find(|towards| {
                let over = self.at(place.neighbour(*towards)).map_or(0, |it| it.sides[direction::opposite(*towards)]);
                ground.roads >> towards & 1 == 1 && (ground.sides[*towards] | over) != 0
            });
            if crossed.is_some() {
                fault("a road crosses an obstacle; leave a gap in the obstacle (JI-96)");
            }
        }
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_follow_the_names_of_the_rules() {
        let pairs = [
            (bit::CLEAR, "clear"),
            (bit::FOREST, "forest"),
            (bit::HILL, "hill"),
            (bit::ROCKS, "rocks"),
            (bit::MARSH, "marsh"),
            (bit::BUILDINGS, "buildings"),
            (bit::SAND, "sand"),
            (bit::ROAD, "road"),
            (bit::RIVER, "river"),
            (bit::LARGE_RIVER, "large_river"),
            (bit::FORD, "ford"),
            (bit::BRIDGE, "bridge"),
            (bit::SNOW, "snow"),
            (bit::MOUNTAIN, "mountain"),
            (bit::LAKE, "lake"),
            (bit::WALL, "wall"),
            (bit::DITCH, "ditch"),
            (bit::FORTIFICATION, "fortification"),
            (bit::RAMPART, "rampart"),
        ];
        assert_eq!(pairs.len(), TERRAIN.len());
        for (bit, name) in pairs {
            assert_eq!(bit_named(name), Some(bit), "{name}");
            assert_eq!(names_of(bit).collect::<Vec<_>>(), [name]);
        }
    }

    #[test]
    fn exchanging_the_sides_twice_gives_the_map_back() {
        for rows in [9, 10] {
            let mut map = Map::plain(12, rows);
            map.add_terrain(HexId::new(17), bit::FOREST | bit::HILL);
            map.ground[30].sides[direction::NORTH_EAST] = bit::WALL;
            assert!(map.add_road(HexId::new(40), HexId::new(41)));
            assert!(!map.is_symmetric());
            assert_eq!(map.exchanged().exchanged(), map);
            for hex in map.hexes() {
                for towards in 0..6 {
                    let Some(neighbour) = map.hex(map.place(hex).neighbour(towards)) else { continue };
                    let image = map.place(map.image(hex)).neighbour(map.image_of_direction(towards));
                    assert_eq!(map.hex(image), Some(map.image(neighbour)), "the exchange keeps neighbours");
                }
            }
        }
    }
}
