//! The board: the map with all constant data of a game precomputed: neighbours, the order in which each side sees the
//! hexes, steps, the effects of terrain on attacks, lines of sight.
//!
//! Rules J1.2, J1.5, J1.8, J7.1, J7.3 with JI-4, JI-5, JI-6, JI-7, JI-8, JI-15, JI-17. Steps are in `board/step.rs`,
//! terrain in combat in `board/attack_terrain.rs`, sight in `sight.rs`; the positions of units are in `state`.

pub mod attack_terrain;
mod known;
pub mod step;

pub use known::KnownBoards;

use self::attack_terrain::{AttackTerrain, TerrainEffect};
use self::step::HexStep;
use super::hex::{HexId, HexIds, NO_HEX, Place, direction};
use super::hex_set::Passage;
use super::mover::MoverClass;
use super::sight::Sight;
use super::terrain::{Ground, Map, Terrain};
use crate::game::{BySide, Side};
use crate::jomini::rules::Rules;

/// The steps of one class of units by cost.
#[derive(Clone, Debug)]
pub struct Passages {
    /// One hex, and the move can continue.
    pub free: Passage,
    /// One hex, and the move ends (JI-93).
    pub stopping: Passage,
    /// More than one hex (JI-94).
    pub slow: Passage,
}

impl Passages {
    fn of(steps: &[[HexStep; 6]], columns: u8) -> Passages {
        Passages {
            free: Passage::of(steps, columns, |step| step.extra() == 0 && !step.stops()),
            stopping: Passage::of(steps, columns, |step| step.extra() == 0 && step.stops()),
            slow: Passage::of(steps, columns, |step| step.extra() > 0),
        }
    }
}

/// A map prepared for play.
#[derive(Clone, Debug)]
pub struct Board {
    pub(in crate::jomini) map: Map,
    pub(in crate::jomini) numbers: attack_terrain::Numbers,
    neighbours: Vec<[HexId; 6]>,
    /// Axial coordinates, by hex, for distances.
    axial: Vec<(i8, i8)>,
    image: Vec<HexId>,
    directions: BySide<[usize; 6]>,
    rough: Vec<bool>,
    steps: Vec<[HexStep; 6]>,
    officer_steps: Vec<[HexStep; 6]>,
    /// By class of units, then by hex.
    entry_steps: Vec<HexStep>,
    /// As those of entry.
    exit_steps: Vec<HexStep>,
    /// By class of units.
    passages: Vec<Passages>,
    officer_passage: Passage,
    /// Row and column, by hex.
    rows_and_columns: Vec<(u8, u8)>,
    /// The distance to the nearest difficult step, by hex.
    to_difficult: Vec<u8>,
    /// By hex, then by hex.
    distances: Vec<u8>,
    attacks: Vec<[AttackTerrain; 6]>,
    sight: Sight,
}

impl Board {
    /// Precomputes the board of a map without faults ([`Map::faults`]).
    pub fn new(map: &Map, rules: &Rules) -> Board {
        let hexes = map.hexes();
        let neighbour = |hex, towards| map.hex(map.place(hex).neighbour(towards)).unwrap_or(NO_HEX);
        let neighbours: Vec<[HexId; 6]> =
            hexes.clone().map(|hex| std::array::from_fn(|towards| neighbour(hex, towards))).collect();
        let red = [
            direction::NORTH_WEST,
            direction::NORTH_EAST,
            direction::WEST,
            direction::EAST,
            direction::SOUTH_WEST,
            direction::SOUTH_EAST,
        ];
        let rough = Terrain::of(rules.rough_terrain);
        let steps = step::steps_of_classes(map, rules);
        let officer_steps = step::steps_of_officers(map, rules);
        let columns = map.columns;
        let mut board = Board {
            passages: steps.chunks(map.ground.len()).map(|steps| Passages::of(steps, columns)).collect(),
            officer_passage: Passage::of(&officer_steps, columns, |_| true),
            rows_and_columns: hexes.clone().map(|hex| (hex.row(columns), hex.column(columns))).collect(),
            to_difficult: Vec::new(),
            distances: Vec::new(),
            numbers: attack_terrain::Numbers::new(rules),
            neighbours,
            axial: hexes.clone().map(|hex| map.place(hex).axial()).map(|(q, r)| (q as i8, r as i8)).collect(),
            image: hexes.clone().map(|hex| map.image(hex)).collect(),
            directions: BySide::new(red, red.map(|towards| map.image_of_direction(towards))),
            rough: map.ground.iter().map(|ground| ground.has(rough)).collect(),
            steps,
            officer_steps,
            entry_steps: step::steps_of_entry(map, rules),
            exit_steps: step::steps_of_exit(map, rules),
            attacks: Vec::new(),
            sight: Sight::new(map, rules),
            map: map.clone(),
        };
        let all = hexes.clone().flat_map(|from| hexes.clone().map(move |to| (from, to)));
        board.distances = all.map(|(from, to)| super::sight::length(board.axial_delta(from, to)) as u8).collect();
        board.to_difficult = board.distances_to_difficult();
        board.attacks = hexes.map(|hex| std::array::from_fn(|towards| board.adjacent_attack(hex, towards))).collect();
        board
    }

    /// By hex, the distance to the nearest one with a difficult step out of it for any class of units.
    fn distances_to_difficult(&self) -> Vec<u8> {
        let is_difficult = |hex: &HexId| {
            MoverClass::all().any(|class| (0..6).any(|towards| self.step(class, *hex, towards).is_difficult()))
        };
        let difficult: Vec<HexId> = self.hexes().filter(is_difficult).collect();
        let nearest = |hex| difficult.iter().map(|other| self.distance(hex, *other)).min();
        self.hexes().map(|hex| nearest(hex).unwrap_or(u8::MAX)).collect()
    }

    /// Row and column of a hex.
    #[inline]
    pub fn row_and_column(&self, hex: HexId) -> (u8, u8) {
        self.rows_and_columns[usize::from(hex)]
    }

    /// Steps of a class of units for whole sets of hexes.
    #[inline]
    pub fn passages(&self, class: MoverClass) -> &Passages {
        &self.passages[class.index()]
    }

    /// Steps of officers alone for whole sets of hexes.
    #[inline]
    pub fn officer_passage(&self) -> &Passage {
        &self.officer_passage
    }

    /// Whether a difficult step (J3.33) lies within a march of this length, in hexes.
    #[inline]
    pub fn is_near_difficult(&self, hex: HexId, march: u8) -> bool {
        self.to_difficult[usize::from(hex)] <= march
    }

    /// The number of rows.
    pub fn rows(&self) -> u8 {
        self.map.rows
    }

    /// The number of hexes in a row.
    pub fn columns(&self) -> u8 {
        self.map.columns
    }

    /// All hexes, by id.
    #[inline]
    pub fn hexes(&self) -> HexIds {
        self.map.hexes()
    }

    /// All hexes, in the order in which a side sees them.
    pub fn hexes_in_order(&self, side: Side) -> impl Iterator<Item = HexId> + '_ {
        self.hexes().map(move |hex| self.as_seen(side, hex))
    }

    /// The map as drawn.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The hex at a place; `None` off the table.
    pub fn hex(&self, place: Place) -> Option<HexId> {
        self.map.hex(place)
    }

    /// The place of a hex.
    pub fn place(&self, hex: HexId) -> Place {
        self.map.place(hex)
    }

    /// The six neighbours of a hex by direction, [`NO_HEX`] off the table (JI-5).
    #[inline]
    pub fn neighbours(&self, hex: HexId) -> &[HexId; 6] {
        &self.neighbours[usize::from(hex)]
    }

    /// The direction from a hex to its neighbour, if the two are adjacent.
    #[inline]
    pub fn direction_to(&self, from: HexId, to: HexId) -> Option<usize> {
        self.neighbours(from).iter().position(|it| *it == to)
    }

    /// The shortest number of hexes between two hexes, the first not counted (JI-8).
    #[inline]
    pub fn distance(&self, from: HexId, to: HexId) -> u8 {
        self.distances[usize::from(from) * self.neighbours.len() + usize::from(to)]
    }

    /// The displacement from a hex to another in axial coordinates.
    #[inline]
    pub(super) fn axial_delta(&self, from: HexId, to: HexId) -> (i32, i32) {
        let ((q1, r1), (q2, r2)) = (self.axial[usize::from(from)], self.axial[usize::from(to)]);
        (i32::from(q2) - i32::from(q1), i32::from(r2) - i32::from(r1))
    }

    /// The image of a hex under the exchange of sides.
    #[inline]
    pub fn image(&self, hex: HexId) -> HexId {
        self.image[usize::from(hex)]
    }

    /// The image of a direction under the exchange of sides.
    pub fn image_of_direction(&self, towards: usize) -> usize {
        self.map.image_of_direction(towards)
    }

    /// The hex that a side sees where red sees the given one: for blue its image. The exchange of sides is its own
    /// inverse.
    #[inline]
    pub fn as_seen(&self, side: Side, hex: HexId) -> HexId {
        match side {
            Side::Red => hex,
            Side::Blue => self.image(hex),
        }
    }

    /// The rank of a hex in the order in which a side sees them: red by id, blue by the id of the image.
    #[inline]
    pub fn rank(&self, side: Side, hex: HexId) -> u16 {
        self.as_seen(side, hex).index()
    }

    /// The six directions as a side sees them: forward left, forward right, left, right, rear left, rear right.
    /// Mirrored positions give mirrored lists.
    #[inline]
    pub fn directions(&self, side: Side) -> [usize; 6] {
        self.directions[side]
    }

    /// The two directions towards a side's own edge (JI-6).
    #[inline]
    pub fn rear(&self, side: Side) -> [usize; 2] {
        let [.., left, right] = self.directions[side];
        [left, right]
    }

    /// Rows between a hex and a side's own edge; 0 in the edge row.
    #[inline]
    pub fn rows_to_edge(&self, side: Side, hex: HexId) -> u8 {
        let row = hex.row(self.map.columns);
        match side {
            Side::Red => row,
            Side::Blue => self.map.rows - 1 - row,
        }
    }

    /// The terrain of a hex.
    #[inline]
    pub fn ground(&self, hex: HexId) -> &Ground {
        &self.map.ground[usize::from(hex)]
    }

    /// Whether any of this terrain is on a hex.
    #[inline]
    pub fn has(&self, hex: HexId, terrain: Terrain) -> bool {
        self.ground(hex).has(terrain)
    }

    /// The level of a hex: 0 is the plain (JI-111).
    #[inline]
    pub fn level(&self, hex: HexId) -> u8 {
        self.ground(hex).level
    }

    /// Whether a hex is rough terrain (J1.5, JI-15).
    #[inline]
    pub fn is_rough(&self, hex: HexId) -> bool {
        self.rough[usize::from(hex)]
    }

    /// Whether a hex has buildings (J1.4).
    #[inline]
    pub fn is_buildings(&self, hex: HexId) -> bool {
        self.has(hex, Terrain::BUILDINGS)
    }

    /// Whether a road runs over a hex; a ford is never a road hex (JI-98).
    #[inline]
    pub fn is_road(&self, hex: HexId) -> bool {
        self.has(hex, Terrain::ROAD)
    }

    /// The step of a class of units from a hex in a direction.
    #[inline]
    pub fn step(&self, class: MoverClass, from: HexId, towards: usize) -> HexStep {
        self.steps[class.index() * self.neighbours.len() + usize::from(from)][towards]
    }

    /// The step on to a hex from beyond the edge of the table (J4.25).
    #[inline]
    pub fn entry_step(&self, class: MoverClass, hex: HexId) -> HexStep {
        self.entry_steps[class.index() * self.neighbours.len() + usize::from(hex)]
    }

    /// The step from a hex beyond the edge of the table (J4.22).
    #[inline]
    pub fn exit_step(&self, class: MoverClass, hex: HexId) -> HexStep {
        self.exit_steps[class.index() * self.neighbours.len() + usize::from(hex)]
    }

    /// The step of an officer who moves alone (J4.13): difficult terrain has no effect on him, impassable terrain stays
    /// impassable.
    #[inline]
    pub fn officer_step(&self, from: HexId, towards: usize) -> HexStep {
        self.officer_steps[usize::from(from)][towards]
    }

    /// Whether a unit may retreat across this side (J5.74, JI-141): wherever it could step, however slowly.
    #[inline]
    pub fn retreat_step(&self, class: MoverClass, from: HexId, towards: usize) -> bool {
        self.step(class, from, towards).is_possible()
    }

    /// The hex beside another, if a unit may retreat across the side between them.
    #[inline]
    pub fn retreat_hex(&self, class: MoverClass, from: HexId, towards: usize) -> Option<HexId> {
        let next = self.neighbours(from)[towards];
        (next != NO_HEX && self.retreat_step(class, from, towards)).then_some(next)
    }

    /// Whether a unit may stand on a hex (JA1.6): not where its movement is closed, unless a road leads there.
    pub fn can_stand(&self, class: MoverClass, hex: HexId) -> bool {
        let ground = self.ground(hex);
        let closed = class.is_artillery() && ground.has(Terrain::CLOSED_TO_ARTILLERY) && !ground.has(Terrain::ROAD);
        !ground.is_impassable() && !closed
    }

    /// Whether an officer alone may stand on a hex.
    pub fn officer_can_stand(&self, hex: HexId) -> bool {
        !self.ground(hex).is_impassable()
    }

    /// The effect of terrain on an attack on the neighbour in this direction.
    #[inline]
    pub fn attack_towards(&self, from: HexId, towards: usize) -> &AttackTerrain {
        &self.attacks[usize::from(from)][towards]
    }

    /// The effect of terrain on an attack from one hex on another: a melee between neighbours, ranged fire otherwise.
    pub fn attack_terrain(&self, from: HexId, to: HexId) -> AttackTerrain {
        match self.direction_to(from, to) {
            Some(towards) => *self.attack_towards(from, towards),
            None => self.ranged_attack(from, to),
        }
    }

    /// The effects of terrain on that attack one by one, each with its rule, in the order of the tables T4 and T5.
    pub fn attack_effects(&self, from: HexId, to: HexId) -> Vec<TerrainEffect> {
        let mut effects = Vec::new();
        self.each_attack_effect(from, to, &mut |effect| effects.push(effect));
        effects
    }

    /// Lines of sight.
    #[inline]
    pub fn sight(&self) -> &Sight {
        &self.sight
    }

    /// The terrain that masks the line between two hexes in range, for guns or for small arms (J5.29); none if only
    /// units can mask it.
    pub fn masked_by(&self, from: HexId, to: HexId, guns: bool) -> Terrain {
        self.sight.masked_by(self.axial_delta(from, to), from, guns)
    }

    /// Whether a unit on `from` sees `to` well enough to fire (J5.26). `guns` is whether it fires with artillery,
    /// `firer` its side; `occupant` returns the owner of the unit on a hex. The answer is the same from both ends
    /// (J5.35) if both fire alike.
    #[inline]
    pub fn sees(
        &self,
        from: HexId,
        to: HexId,
        guns: bool,
        firer: Side,
        occupant: impl Fn(HexId) -> Option<Side>,
    ) -> bool {
        self.sight.sees(self.axial_delta(from, to), from, guns, firer, occupant)
    }
}
