//! Lines of sight: the hexes and hex sides on a line of fire, and what masks it.
//!
//! Rules J5.25, J5.26, J5.27, J5.28, J5.29, J5.30, J5.31, J5.32, J5.33, J5.34, J5.35, J5.36 with JI-112, JI-113,
//! JI-114, JI-115, JI-116, JI-117, JI-118, JI-119, JI-120, JI-121. Constant data (terrain, obstacles, distances) are
//! evaluated at the start for every pair of hexes in range; in play only the units on a few listed hexes are looked up.
//! Legal targets are determined in `combat/opening.rs`.
//!
//! A line that runs along sides or through corners is drawn twice, shifted infinitesimally to the left and to the
//! right; it is blocked only if both are (J5.28). All of this uses integers: the centre of the hex (q, r) lies at (2q +
//! r, 3r), its corners at (0, ±2) and (±1, ±1) from there, an affine image of regular hexes.

use super::hex::{HexId, Place, direction};
use super::terrain::{Map, Terrain};
use crate::game::Side;
use crate::jomini::rules::{FootOfHill, LowerHillMask, Rules};

/// Lines of sight of a map.
#[derive(Clone, Debug)]
pub struct Sight {
    range: i32,
    /// By first hex and displacement: the line for small arms and for guns.
    lines: Vec<[SightLine; 2]>,
    /// The hexes to be looked up, indexed by the lines.
    tests: Vec<Test>,
    /// By displacement: the two sides by which the shifted lines enter the target's hex, from the target.
    entered: Vec<[u8; 2]>,
}

/// One line for one kind of weapon: the hexes of the left line, then those of the right one. Where terrain blocks both,
/// `start` holds that terrain.
#[derive(Clone, Copy, Debug)]
struct SightLine {
    start: u32,
    left: u8,
    right: u8,
}

/// Marks a shifted line that terrain blocks, or that need not be checked, in place of its number of hexes.
const BLOCKED: u8 = u8::MAX;

/// A hex to be looked up for a unit that masks, with a bit where a unit of one side only does (JI-116).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Test(u16);

impl Test {
    /// Set where only a unit of the target's side masks, the firer being the one on the hill (JI-116).
    const FOES_OF_FIRER: u16 = 1 << 15;
    /// Set where only a unit of the firer's side masks, the target being the one on the hill (JI-116).
    const FOES_OF_TARGET: u16 = 1 << 14;
    const SIDES: u16 = Test::FOES_OF_FIRER | Test::FOES_OF_TARGET;

    fn new(hex: HexId, sides: u16) -> Test {
        Test(hex.index() | sides)
    }

    #[inline]
    fn hex(self) -> HexId {
        HexId::new(self.0 & !Test::SIDES)
    }

    /// Whether a unit of this owner on the hex masks.
    #[inline]
    fn is_masked_by(self, owner: Side, firer: Side) -> bool {
        match self.0 & Test::SIDES {
            0 => true,
            Test::FOES_OF_FIRER => owner != firer,
            _ => owner == firer,
        }
    }
}

/// A displacement from one hex to another in axial coordinates.
type Way = (i32, i32);

/// A line shifted to one side: the hexes it crosses between the ends, and the hex sides, except those at the ends.
#[derive(Clone, Debug, Default)]
struct Shifted {
    hexes: Vec<Way>,
    sides: Vec<(Way, usize)>,
    entered: usize,
}

const WAYS: [Way; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
const CORNERS: [(i32, i32); 6] = [(1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2)];

/// The length of a displacement in hexes.
pub(super) fn length((q, r): Way) -> u32 {
    (q.unsigned_abs() + r.unsigned_abs() + (q + r).unsigned_abs()) / 2
}

fn point((q, r): Way) -> (i32, i32) {
    (2 * q + r, 3 * r)
}

/// The six corners of a hex by position: above 0 left of the line along `way`, below 0 right of it. Corners `d` and `d
/// + 1` bound the side towards direction `d`.
fn corners(way: Way, hex: Way) -> [i32; 6] {
    let ((x, y), (centre_x, centre_y)) = (point(way), point(hex));
    CORNERS.map(|(dx, dy)| x * (centre_y + dy) - y * (centre_x + dx))
}

/// The line along `way`, shifted to the left (`hand` 1) or to the right (`hand` −1) (JI-113, JI-114).
fn shifted(way: Way, hand: i32) -> Shifted {
    let beyond = |corner: i32| corner * hand > 0;
    let crossed = |hex: Way| {
        let corners = corners(way, hex);
        corners.iter().any(|corner| beyond(*corner)) && corners.iter().any(|corner| !beyond(*corner))
    };
    // The position of a hex along the line in the metric of regular hexes: three times x, once y.
    let along = |hex: Way| {
        let ((x1, y1), (x2, y2)) = (point(way), point(hex));
        3 * x1 * x2 + y1 * y2
    };
    let reach = length(way) as i32;
    let within = |hex: &Way| along(*hex) > 0 && along(*hex) < along(way) && crossed(*hex);
    let mut hexes: Vec<Way> =
        (-reach..=reach).flat_map(|q| (-reach..=reach).map(move |r| (q, r))).filter(within).collect();
    hexes.sort_by_key(|hex| along(*hex));
    let crosses_side = |hex: Way, towards: usize| {
        let corners = corners(way, hex);
        beyond(corners[towards]) != beyond(corners[(towards + 1) % 6])
    };
    let next = |(q, r): Way, towards: usize| (q + WAYS[towards].0, r + WAYS[towards].1);
    let mut sides = Vec::new();
    for &hex in &hexes {
        // Each side is met from both of its hexes; three directions name it once.
        for towards in 0..3 {
            if hexes.contains(&next(hex, towards)) && crosses_side(hex, towards) {
                sides.push((hex, towards));
            }
        }
    }
    let came_from = |towards: &usize| {
        let before = next(way, *towards);
        (before == (0, 0) || hexes.contains(&before)) && crosses_side(way, *towards)
    };
    let entered = (0..6).find(came_from).expect("a line enters its last hex by one side");
    Shifted { hexes, sides, entered }
}

/// Terrain of a hex that can mask a line through it (J5.29).
const MASKING: Terrain = Terrain::FOREST.union(Terrain::HILL).union(Terrain::BUILDINGS).union(Terrain::MOUNTAIN);

/// Whether a unit on a hex masks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mask {
    /// It is terrain that masks.
    Always,
    /// Only with a unit.
    Unit,
    /// Only with a unit hostile to the one on the hill.
    Foe,
    /// Never.
    Never,
}

/// One pair of hexes, for one kind of weapon.
struct Pair<'a> {
    rules: &'a Rules,
    distance: u32,
    /// The levels of the higher and of the lower end.
    high: u8,
    low: u8,
    /// Guns, or small arms where the rules let them see from hills as guns do (JI-117).
    from_hills: bool,
}

impl Pair<'_> {
    /// Whether the line is judged as on level ground: no unit fires over anything (J5.36).
    fn is_level(&self) -> bool {
        let hills = self.high > self.low || (self.low > 0 && self.rules.hill_to_hill_ignores_low_masks);
        !(self.from_hills && hills)
    }

    /// Whether woods or buildings, or a hill like them, hide what lies behind: a shadow as long as their distance from
    /// the hill (J5.34, JI-115).
    fn is_in_shadow(&self, from_hill: u32) -> bool {
        self.distance <= from_hill + self.rules.mask_shadow.map_or(from_hill, u32::from)
    }

    /// The effect of a hex on the line, seen from the higher end (J5.31, JI-118).
    fn mask(&self, terrain: Terrain, level: u8, from_hill: u32, plateau: bool) -> Mask {
        let woods = terrain.intersects(Terrain::FOREST | Terrain::BUILDINGS);
        if terrain.intersects(Terrain::MOUNTAIN) {
            return Mask::Always;
        }
        if self.is_level() || (self.high == self.low && plateau) {
            return if woods || (level > 0 && !plateau) { Mask::Always } else { Mask::Unit };
        }
        if level >= self.high {
            return Mask::Always;
        }
        let between_hills = self.low > 0 && self.rules.hill_to_hill_ignores_low_masks;
        if self.high == self.low || (between_hills && level < self.low) {
            return Mask::Never;
        }
        let hides_always = level > self.low && self.rules.lower_hill_mask == LowerHillMask::Always;
        if hides_always || ((woods || level > self.low) && self.is_in_shadow(from_hill)) {
            return Mask::Always;
        }
        if self.distance > from_hill + u32::from(self.rules.unit_shadow) {
            Mask::Never
        } else if from_hill > 1 {
            Mask::Unit
        } else {
            // The foot of the hill (J5.33, JI-116).
            match self.rules.foot_of_hill_exempt {
                FootOfHill::Any => Mask::Never,
                FootOfHill::Friendly => Mask::Foe,
            }
        }
    }

    /// Which obstacles on a crossed side mask, on ground of this level (JI-121).
    fn masking(&self, obstacles: Terrain, level: u8) -> Terrain {
        let ditch = if self.rules.ditch_masks { Terrain::DITCH } else { Terrain::empty() };
        let low = if self.is_level() || level >= self.high {
            Terrain::WALL | Terrain::FORTIFICATION | ditch
        } else {
            Terrain::empty()
        };
        obstacles & (low | Terrain::RAMPART)
    }
}

/// The hexes to be looked up on a shifted line, or the first terrain that blocks it.
fn unit_masks(map: &Map, pair: &Pair, from: Place, to: Place, line: &Shifted) -> Result<Vec<Test>, Terrain> {
    let (start_q, start_r) = from.axial();
    let place = |(q, r): Way| Place::from_axial(start_q + q, start_r + r);
    let ground = |place| map.at(place).copied().unwrap_or_default();
    let hill_end = if ground(from).level >= ground(to).level { from } else { to };
    let flat = |hex: &Way| pair.low > 0 && pair.high == pair.low && ground(place(*hex)).level == pair.low;
    let plateau = pair.rules.plateau_clear && line.hexes.iter().all(flat);
    let mut tests = Vec::new();
    for &hex in &line.hexes {
        // Off the table nothing masks.
        let Some(id) = map.hex(place(hex)) else { continue };
        let here = ground(place(hex));
        match pair.mask(here.terrain, here.level, hill_end.distance(place(hex)), plateau) {
            Mask::Always => return Err(here.terrain & MASKING),
            Mask::Unit => tests.push(Test::new(id, 0)),
            Mask::Foe if hill_end == from => tests.push(Test::new(id, Test::FOES_OF_FIRER)),
            Mask::Foe => tests.push(Test::new(id, Test::FOES_OF_TARGET)),
            Mask::Never => {}
        }
    }
    for &(hex, towards) in &line.sides {
        let (near, far) = (ground(place(hex)), ground(place(hex).neighbour(towards)));
        let masking = pair.masking(near.sides[towards], near.level)
            | pair.masking(far.sides[direction::opposite(towards)], far.level);
        if !masking.is_empty() {
            return Err(masking);
        }
    }
    Ok(tests)
}

impl Sight {
    /// Computes the lines between all hexes within the longest range of the rules.
    pub fn new(map: &Map, rules: &Rules) -> Sight {
        let range = rules.units.iter().flatten().map(|unit| i32::from(unit.range)).max().unwrap_or(1)
            + if rules.period_late_19c { i32::from(rules.rifled_gun_range) } else { 0 };
        let ways = || (-range..=range).flat_map(move |q| (-range..=range).map(move |r| (q, r)));
        let in_range = |way: Way| way != (0, 0) && length(way) as i32 <= range;
        let drawn: Vec<Option<[Shifted; 2]>> =
            ways().map(|way| in_range(way).then(|| [shifted(way, 1), shifted(way, -1)])).collect();
        let entered = |lines: &Option<[Shifted; 2]>| {
            lines.as_ref().map_or([0; 2], |[left, right]| [left.entered as u8, right.entered as u8])
        };
        let mut sight =
            Sight { range, lines: Vec::new(), tests: Vec::new(), entered: drawn.iter().map(entered).collect() };
        for from in map.hexes() {
            let (start, (q, r)) = (map.place(from), map.place(from).axial());
            for (way, lines) in ways().zip(&drawn) {
                let end = Place::from_axial(q + way.0, r + way.1);
                let both = match (lines, map.at(end)) {
                    (Some(lines), Some(_)) => [false, true].map(|guns| sight.line(map, rules, start, end, lines, guns)),
                    _ => [SightLine { start: 0, left: BLOCKED, right: BLOCKED }; 2],
                };
                sight.lines.push(both);
            }
        }
        sight
    }

    fn line(
        &mut self,
        map: &Map,
        rules: &Rules,
        from: Place,
        to: Place,
        lines: &[Shifted; 2],
        guns: bool,
    ) -> SightLine {
        let level = |place| map.at(place).map_or(0, |ground| ground.level);
        let pair = Pair {
            rules,
            distance: from.distance(to),
            high: level(from).max(level(to)),
            low: level(from).min(level(to)),
            from_hills: guns || rules.small_arms_fire_over_units_from_hill,
        };
        let [left, right] = [0, 1].map(|hand| unit_masks(map, &pair, from, to, &lines[hand]));
        if let (Err(left), Err(right)) = (&left, &right) {
            return SightLine { start: (*left | *right).bits(), left: BLOCKED, right: BLOCKED };
        }
        let start = self.tests.len() as u32;
        // Two equal lines need one check.
        let right = if left == right { Err(Terrain::empty()) } else { right };
        let mut store = |tests: Result<Vec<Test>, Terrain>| {
            tests.map_or(BLOCKED, |tests| {
                self.tests.extend(&tests);
                tests.len() as u8
            })
        };
        SightLine { start, left: store(left), right: store(right) }
    }

    /// The longest distance for which lines are known; beyond it nothing is seen.
    pub fn range(&self) -> u8 {
        self.range as u8
    }

    fn slot(&self, (q, r): Way) -> Option<usize> {
        let range = self.range;
        let inside = (-range..=range).contains(&q) && (-range..=range).contains(&r);
        inside.then(|| ((q + range) * (2 * range + 1) + r + range) as usize)
    }

    /// The sides, as directions from the target, by which the two shifted lines enter the target's hex; the same one
    /// twice unless the line runs through a corner (JI-112).
    pub(super) fn sides_entered(&self, way: Way) -> [usize; 2] {
        match self.slot(way) {
            Some(slot) if length(way) as i32 <= self.range => self.entered[slot].map(usize::from),
            _ => [shifted(way, 1).entered, shifted(way, -1).entered],
        }
    }

    /// The terrain that blocks the line between two hexes in range whatever units are on it; none if it can be free.
    pub(super) fn masked_by(&self, way: Way, from: HexId, guns: bool) -> Terrain {
        let Some(slot) = self.slot(way) else { return Terrain::empty() };
        let line = self.lines[usize::from(from) * self.entered.len() + slot][usize::from(guns)];
        let blocked = line.left == BLOCKED && line.right == BLOCKED;
        if blocked { Terrain::from_bits_truncate(line.start) } else { Terrain::empty() }
    }

    /// Whether `from` sees `to`; see [`super::board::Board::sees`].
    #[inline]
    pub(in crate::jomini) fn sees(
        &self,
        way: Way,
        from: HexId,
        guns: bool,
        firer: Side,
        occupant: impl Fn(HexId) -> Option<Side>,
    ) -> bool {
        let Some(slot) = self.slot(way) else { return false };
        let line = self.lines[usize::from(from) * self.entered.len() + slot][usize::from(guns)];
        let masks = |test: &Test| occupant(test.hex()).is_some_and(|owner| test.is_masked_by(owner, firer));
        let is_free = |start: usize, count: u8| {
            count != BLOCKED && !self.tests[start..start + usize::from(count)].iter().any(masks)
        };
        let start = line.start as usize;
        is_free(start, line.left)
            || is_free(start + if line.left == BLOCKED { 0 } else { usize::from(line.left) }, line.right)
    }
}
