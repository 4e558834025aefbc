//! Hexes and their terrain: the ledger's section 6 gives the neighbours, JI-5 and JI-8 the geometry, JI-112 the side by
//! which fire arrives.

use std::collections::{BTreeMap, BTreeSet};

/// Column and row; row 0 is along red's edge, odd rows are shifted half a hex to the east.
pub type Hex = (i32, i32);

/// The six directions in turn, counter-clockwise.
pub const DIRECTIONS: [&str; 6] = ["E", "NE", "NW", "W", "SW", "SE"];

/// Terrain ids of table T4 that a hex can hold, roads apart.
const TERRAIN: [&str; 14] = [
    "forest",
    "hill",
    "rocks",
    "marsh",
    "buildings",
    "sand",
    "river",
    "large_river",
    "ford",
    "bridge",
    "snow",
    "mountain",
    "lake",
    "clear",
];

/// Obstacle ids of table T5.
const OBSTACLES: [&str; 4] = ["wall", "ditch", "fortification", "rampart"];

/// The neighbouring hex, as section 6 lists them for even and odd rows.
pub fn neighbour((column, row): Hex, direction: usize) -> Hex {
    let odd = row % 2 != 0;
    match (DIRECTIONS[direction], odd) {
        ("E", _) => (column + 1, row),
        ("W", _) => (column - 1, row),
        ("NE", false) => (column, row + 1),
        ("NW", false) => (column - 1, row + 1),
        ("SE", false) => (column, row - 1),
        ("SW", false) => (column - 1, row - 1),
        ("NE", true) => (column + 1, row + 1),
        ("NW", true) => (column, row + 1),
        ("SE", true) => (column + 1, row - 1),
        _ => (column, row - 1),
    }
}

/// Centre of a hex on a grid where a hex is two wide and its corners are at (0, ±2) and (±1, ±1), which preserves
/// straight lines.
fn centre((column, row): Hex) -> (i32, i32) {
    (2 * column + row.rem_euclid(2), 3 * row)
}

/// Shortest number of steps, computed by steps: rows first, each giving half a hex sideways (JI-8).
pub fn distance(from: Hex, to: Hex) -> i32 {
    let ((x1, y1), (x2, y2)) = (centre(from), centre(to));
    let rows = (y2 - y1).abs() / 3;
    let sideways = (x2 - x1).abs();
    rows + (sideways - rows).max(0) / 2
}

/// A map with all data relevant to a combat.
#[derive(Default)]
pub struct Ground {
    pub columns: i32,
    pub rows: i32,
    terrain: BTreeMap<Hex, BTreeSet<String>>,
    links: BTreeSet<(Hex, Hex)>,
    obstacles: BTreeMap<(Hex, usize), &'static str>,
}

impl Ground {
    /// An open board.
    pub fn open(columns: i32, rows: i32) -> Ground {
        Ground { columns, rows, ..Ground::default() }
    }

    /// Adds terrain to a hex.
    pub fn lay(&mut self, hex: Hex, terrain: &str) {
        assert!(TERRAIN.contains(&terrain), "unknown terrain {terrain}");
        assert!(self.contains(hex), "{hex:?} lies off the map");
        self.terrain.entry(hex).or_default().insert(terrain.to_owned());
    }

    /// Joins neighbouring hexes by road.
    pub fn join(&mut self, one: Hex, other: Hex) {
        assert_eq!(distance(one, other), 1, "a road goes from a hex to its neighbour");
        self.links.insert((one, other));
        self.links.insert((other, one));
    }

    /// Puts an obstacle on a side of the hex that owns it.
    pub fn fortify(&mut self, hex: Hex, direction: &str, obstacle: &str) {
        let direction = DIRECTIONS.iter().position(|name| *name == direction).expect("one of the six directions");
        let obstacle = OBSTACLES.iter().find(|name| **name == obstacle).expect("an obstacle of table T5");
        self.obstacles.insert((hex, direction), obstacle);
    }

    pub fn contains(&self, (column, row): Hex) -> bool {
        (0..self.columns).contains(&column) && (0..self.rows).contains(&row)
    }

    pub fn has(&self, hex: Hex, terrain: &str) -> bool {
        self.terrain.get(&hex).is_some_and(|here| here.contains(terrain))
    }

    /// Rough terrain is forest, buildings, marsh and rocks (JI-15).
    pub fn is_rough(&self, hex: Hex) -> bool {
        ["forest", "buildings", "marsh", "rocks"].iter().any(|terrain| self.has(hex, terrain))
    }

    /// Hills are one level high (JI-111).
    pub fn level(&self, hex: Hex) -> i32 {
        i32::from(self.has(hex, "hill"))
    }

    pub fn road_between(&self, one: Hex, other: Hex) -> bool {
        self.links.contains(&(one, other))
    }

    /// The obstacle on a side of a hex, whichever of the two hexes owns it.
    pub fn obstacle_between(&self, from: Hex, direction: usize) -> Option<&'static str> {
        let other = (neighbour(from, direction), (direction + 3) % 6);
        self.obstacles.get(&(from, direction)).or(self.obstacles.get(&other)).copied()
    }

    /// The obstacle owned by `target` on the side by which a straight line from `from` enters it. Where the line
    /// arrives at a corner, both sides that meet there must have one (JI-112).
    pub fn obstacle_met(&self, target: Hex, from: Hex) -> Option<&'static str> {
        // Corners counter-clockwise; side d is between corner d and corner d + 1.
        const CORNERS: [(i32, i32); 6] = [(1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2)];
        let ((x1, y1), (x2, y2)) = (centre(target), centre(from));
        let towards = (x2 - x1, y2 - y1);
        let cross = |a: (i32, i32), b: (i32, i32)| a.0 * b.1 - a.1 * b.0;
        let sides: Vec<usize> =
            (0..6).filter(|d| cross(CORNERS[*d], towards) >= 0 && cross(towards, CORNERS[(*d + 1) % 6]) >= 0).collect();
        let met: Vec<Option<&'static str>> =
            sides.iter().map(|side| self.obstacles.get(&(target, *side)).copied()).collect();
        assert!((1..=2).contains(&met.len()), "a line enters by a side or a corner");
        if met.iter().any(Option::is_none) {
            return None;
        }
        assert!(
            met.iter().all(|obstacle| *obstacle == met[0]),
            "two different obstacles at one corner: the ledger does not say"
        );
        met[0]
    }
}
