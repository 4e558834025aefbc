//! Terrain and linear obstacles by name (tables T4, T5 and T14), and the map: terrain and level of each hex, the roads
//! that leave it, obstacles on its sides.
//!
//! Rules J7.1, J7.10, J7.11, J7.12, J7.13, J7.15, J7.16, J7.18, J7.23, J7.24 with JI-97, JI-98, JI-111. The effect of
//! terrain on moves is in `board/step.rs`, on attacks in `board/attack_terrain.rs`, on sight in `sight.rs`.

use super::hex::{HexId, HexIds, Place, direction};
use crate::jomini::rules::{TERRAIN, TerrainSet};
use bitflags::bitflags;

bitflags! {
    /// Terrain and obstacles, in the order of the names in rules files.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Terrain: u32 {
        /// Open ground.
        const CLEAR = 1;
        /// Forest (J7.6).
        const FOREST = 1 << 1;
        /// Hill (J7.4).
        const HILL = 1 << 2;
        /// Rocks (J7.5).
        const ROCKS = 1 << 3;
        /// Marsh (J7.7).
        const MARSH = 1 << 4;
        /// Buildings (J7.8).
        const BUILDINGS = 1 << 5;
        /// Sand (J7.9).
        const SAND = 1 << 6;
        /// Road (J7.14).
        const ROAD = 1 << 7;
        /// River (J7.12).
        const RIVER = 1 << 8;
        /// Large river or open water (J7.13).
        const LARGE_RIVER = 1 << 9;
        /// Ford (J7.16).
        const FORD = 1 << 10;
        /// Bridge (J7.15).
        const BRIDGE = 1 << 11;
        /// Snow (J7.17).
        const SNOW = 1 << 12;
        /// Mountain (J7.10).
        const MOUNTAIN = 1 << 13;
        /// Lake (J7.11).
        const LAKE = 1 << 14;
        /// Wall or palisade (J7.19), an obstacle.
        const WALL = 1 << 15;
        /// Ditch (J7.21), an obstacle.
        const DITCH = 1 << 16;
        /// Fortification (J7.22), an obstacle.
        const FORTIFICATION = 1 << 17;
        /// Rampart (J7.20), an obstacle.
        const RAMPART = 1 << 18;

        /// Obstacles on the sides of hexes (J7.18).
        const OBSTACLES = Self::WALL.bits() | Self::DITCH.bits() | Self::FORTIFICATION.bits() | Self::RAMPART.bits();
        /// Terrain closed to artillery except by road (J7.5, J7.6, J7.7, J7.8).
        const CLOSED_TO_ARTILLERY =
            Self::FOREST.bits() | Self::ROCKS.bits() | Self::MARSH.bits() | Self::BUILDINGS.bits();
        /// Water that only a ford or a bridge crosses (J7.12, J7.13).
        const WATER = Self::RIVER.bits() | Self::LARGE_RIVER.bits();
    }
}

impl Terrain {
    /// The terrain of a set of names.
    pub const fn of(set: TerrainSet) -> Terrain {
        Terrain::from_bits_retain(set.bits())
    }

    /// A single terrain or obstacle; `None` if the name is not in table T4 or T5.
    pub fn named(name: &str) -> Option<Terrain> {
        TERRAIN.iter().position(|it| *it == name).map(|position| Terrain::from_bits_retain(1 << position))
    }

    /// The names of all that is in it, in the order of the rules.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        (0..TERRAIN.len()).filter(move |position| self.bits() >> position & 1 == 1).map(|position| TERRAIN[position])
    }
}

/// The elements of table T14 and their components (J7.23, J7.24).
pub const COMPOSITES: &[(&str, Terrain)] = &[
    ("huts", Terrain::BUILDINGS),
    ("church", Terrain::BUILDINGS),
    ("oasis", Terrain::FOREST),
    ("beach", Terrain::LARGE_RIVER),
    ("wooded_hill", Terrain::HILL.union(Terrain::FOREST)),
    ("fortified_hill", Terrain::HILL.union(Terrain::FORTIFICATION)),
    ("dune", Terrain::HILL.union(Terrain::SAND)),
    ("snowy_forest", Terrain::FOREST.union(Terrain::SNOW)),
    ("walled_buildings", Terrain::BUILDINGS.union(Terrain::WALL)),
    ("cemetery", Terrain::BUILDINGS.union(Terrain::WALL)),
    ("road_on_hill", Terrain::HILL.union(Terrain::ROAD)),
    ("road_in_forest", Terrain::FOREST.union(Terrain::ROAD)),
    ("frozen_lake", Terrain::FORD.union(Terrain::SNOW)),
    ("fortress", Terrain::BUILDINGS.union(Terrain::RAMPART)),
    ("steep_hill", Terrain::HILL.union(Terrain::ROCKS)),
    ("protected_huts", Terrain::BUILDINGS.union(Terrain::DITCH)),
];

/// A terrain, an obstacle or an element of table T14 by name.
pub fn element_named(name: &str) -> Option<Terrain> {
    Terrain::named(name).or_else(|| COMPOSITES.iter().find(|(it, _)| *it == name).map(|(_, terrain)| *terrain))
}

/// Every name accepted by [`element_named`].
pub fn element_names() -> Vec<&'static str> {
    TERRAIN.iter().copied().chain(COMPOSITES.iter().map(|(name, _)| *name)).collect()
}

/// The content of one hex of a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    /// Its terrain, without obstacles.
    pub terrain: Terrain,
    /// Its level: 0 is the plain, a hill is 1 unless the map has more levels (JI-111).
    pub level: u8,
    /// The directions in which a road leaves it, as bits.
    pub roads: u8,
    /// The obstacles it owns on each of its six sides; crossing towards this hex is "into" (JI-96).
    pub sides: [Terrain; 6],
}

impl Ground {
    /// Whether any of this terrain is on the hex.
    #[inline]
    pub fn has(&self, terrain: Terrain) -> bool {
        self.terrain.intersects(terrain)
    }

    /// Whether it is impassable to all units: mountain, lake, water without ford or bridge (J7.10, J7.11, J7.12,
    /// J7.13).
    pub fn is_impassable(&self) -> bool {
        self.has(Terrain::MOUNTAIN | Terrain::LAKE)
            || (self.has(Terrain::WATER) && !self.has(Terrain::FORD | Terrain::BRIDGE))
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

    /// Adds terrain to a hex: a hill gets level 1 if it has none yet, an obstacle comes on all six sides, a ford
    /// interrupts the road that leads through it (J7.16, JI-98), a road needs [`Map::add_road`].
    pub fn add_terrain(&mut self, hex: HexId, added: Terrain) {
        let ground = &mut self.ground[usize::from(hex)];
        ground.terrain |= added & !(Terrain::OBSTACLES | Terrain::ROAD | Terrain::CLEAR);
        for side in &mut ground.sides {
            *side |= added & Terrain::OBSTACLES;
        }
        if ground.has(Terrain::HILL) {
            ground.level = ground.level.max(1);
        }
        if ground.has(Terrain::FORD) {
            ground.terrain &= !Terrain::ROAD;
            let roads = std::mem::take(&mut ground.roads);
            let place = self.place(hex);
            for towards in (0..6).filter(|towards| roads & 1 << towards != 0) {
                if let Some(neighbour) = self.hex(place.neighbour(towards)) {
                    self.ground[usize::from(neighbour)].roads &= !(1 << direction::opposite(towards));
                }
            }
        }
    }

    /// Leads a road from a hex to its neighbour. A ford interrupts it: no road enters or leaves a ford hex (J7.16,
    /// JI-98). False if the two hexes are not adjacent.
    pub fn add_road(&mut self, from: HexId, to: HexId) -> bool {
        let (start, end) = (self.place(from), self.place(to));
        let Some(towards) = (0..6).find(|towards| start.neighbour(*towards) == end) else { return false };
        let fords = [from, to].iter().any(|hex| self.ground[usize::from(*hex)].has(Terrain::FORD));
        for (hex, towards) in [(from, towards), (to, direction::opposite(towards))] {
            let ground = &mut self.ground[usize::from(hex)];
            if !ground.has(Terrain::FORD) {
                ground.terrain |= Terrain::ROAD;
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
            let mut turned = Ground { roads: 0, sides: [Terrain::empty(); 6], ..*ground };
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
            if ground.has(Terrain::LARGE_RIVER) && ground.has(Terrain::FORD) {
                fault("a large river has no fords (J7.13)");
            }
            if ground.has(Terrain::BRIDGE) && ground.has(Terrain::FORD) {
                fault("a hex is either a bridge or a ford");
            }
            if ground.has(Terrain::BRIDGE) && ground.roads.count_ones() < 2 {
                fault("a bridge needs a road across it, since it is entered and left only along its road (JI-97)");
            }
            if ground.is_impassable() && ground.has(Terrain::ROAD) {
                fault("a road crosses water by a bridge or a ford, and no lake or mountain");
            }
            if (ground.level > 0) != ground.has(Terrain::HILL) {
                fault("a hill has a level above 0, other ground has level 0");
            }
            let crossed = (0..6).find(|towards| {
                let over = self
                    .at(place.neighbour(*towards))
                    .map_or(Terrain::empty(), |it| it.sides[direction::opposite(*towards)]);
                ground.roads >> towards & 1 == 1 && !(ground.sides[*towards] | over).is_empty()
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
            (Terrain::CLEAR, "clear"),
            (Terrain::FOREST, "forest"),
            (Terrain::HILL, "hill"),
            (Terrain::ROCKS, "rocks"),
            (Terrain::MARSH, "marsh"),
            (Terrain::BUILDINGS, "buildings"),
            (Terrain::SAND, "sand"),
            (Terrain::ROAD, "road"),
            (Terrain::RIVER, "river"),
            (Terrain::LARGE_RIVER, "large_river"),
            (Terrain::FORD, "ford"),
            (Terrain::BRIDGE, "bridge"),
            (Terrain::SNOW, "snow"),
            (Terrain::MOUNTAIN, "mountain"),
            (Terrain::LAKE, "lake"),
            (Terrain::WALL, "wall"),
            (Terrain::DITCH, "ditch"),
            (Terrain::FORTIFICATION, "fortification"),
            (Terrain::RAMPART, "rampart"),
        ];
        assert_eq!(pairs.len(), TERRAIN.len());
        for (terrain, name) in pairs {
            assert_eq!(Terrain::named(name), Some(terrain), "{name}");
            assert_eq!(terrain.names().collect::<Vec<_>>(), [name]);
        }
    }

    #[test]
    fn exchanging_the_sides_twice_gives_the_map_back() {
        for rows in [9, 10] {
            let mut map = Map::plain(12, rows);
            map.add_terrain(HexId::new(17), Terrain::FOREST | Terrain::HILL);
            map.ground[30].sides[direction::NORTH_EAST] = Terrain::WALL;
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

    /// J7.16, JI-98: a ford that is added to a hex of a road interrupts it, as a road that is added to a ford is.
    #[test]
    fn a_ford_interrupts_a_road_whichever_comes_first() {
        let maps = [true, false].map(|ford_first| {
            let mut map = Map::plain(9, 9);
            let [start, middle, end] = [3, 4, 5].map(|row| map.hex(Place::new(4, row)).unwrap());
            if ford_first {
                map.add_terrain(middle, Terrain::FORD);
            }
            assert!(map.add_road(start, middle) && map.add_road(middle, end));
            if !ford_first {
                map.add_terrain(middle, Terrain::FORD);
            }
            for hex in [start, middle, end] {
                assert_eq!(map.ground[usize::from(hex)].roads, 0);
            }
            map
        });
        assert_eq!(maps[0], maps[1]);
    }
}
