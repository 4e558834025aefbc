//! One step of a move from a hex to its neighbour, computed for each class of units.
//!
//! Rules J4.13, J5.74, J7.3, J7.5, J7.6, J7.7, J7.8, J7.9, J7.10, J7.11, J7.12, J7.13, J7.14, J7.15, J7.16, J7.17,
//! J7.18, J7.19, J7.20, J7.21, J7.22, JA3.28 with JI-24, JI-65, JI-93, JI-94, JI-95, JI-96, JI-97, JI-98, JI-99,
//! JI-100. The number of steps that a unit may make is in `movement.rs`.

use crate::jomini::map::hex::{HexId, direction};
use crate::jomini::map::mover::MoverClass;
use crate::jomini::map::terrain::{Ground, Map, Terrain};
use crate::jomini::rules::{DitchRampartOut, Rules};
use arrayvec::ArrayVec;
use bitflags::bitflags;

bitflags! {
    /// A step from a hex to its neighbour.
    ///
    /// A step costs one hex of the move, and some hexes more if a "−1 hex" effect applies to it: never the sum of
    /// several such effects, since equal effects do not get worse (J7.2, JI-94).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct HexStep: u16 {
        /// It is possible.
        const POSSIBLE = 1;
        /// The move ends with it.
        const STOPS = 1 << 1;
        /// It follows a road.
        const ROAD = 1 << 2;
        /// It enters difficult terrain or crosses a difficult obstacle.
        const DIFFICULT = 1 << 3;
        /// The two bits of the further hexes that it costs.
        const EXTRA = 3 << 4;
        /// The move ends with it even where difficult terrain is clear.
        const CLEARED_STOPS = 1 << 6;
        /// The further hexes where all difficult terrain is clear.
        const CLEARED_EXTRA = 3 << 7;
        /// The further hexes where the difficult terrain of the hex left is clear.
        const LEFT_CLEAR_EXTRA = 3 << 9;
        /// The further hexes where the difficult terrain of the hex entered, and the obstacles, are clear.
        const ENTERED_CLEAR_EXTRA = 3 << 11;
    }
}

impl HexStep {
    /// An impossible step.
    pub const IMPOSSIBLE: HexStep = HexStep::empty();

    /// The number in a field of two bits.
    #[inline]
    fn hexes(self, field: HexStep) -> u8 {
        (self.intersection(field).bits() >> field.bits().trailing_zeros()) as u8
    }

    /// The field with this number in it.
    fn with_hexes(field: HexStep, hexes: u8) -> HexStep {
        HexStep::from_bits_retain(u16::from(hexes) << field.bits().trailing_zeros())
    }

    /// Whether it is possible.
    #[inline]
    pub fn is_possible(self) -> bool {
        self.contains(HexStep::POSSIBLE)
    }

    /// Hexes it takes off the move besides its own: the "−1 hex" of rocks and obstacles (J7.5, J7.19, J7.21, J7.22).
    #[inline]
    pub fn extra(self) -> u8 {
        self.hexes(HexStep::EXTRA)
    }

    /// Hexes it takes off the move in all, where `minus_hex_mode` counts each step (JI-94).
    #[inline]
    pub fn cost(self) -> u8 {
        1 + self.extra()
    }

    /// Whether the move ends with it (JI-93): terrain that stops, or a wall or fortification left behind (J7.19,
    /// J7.22).
    #[inline]
    pub fn stops(self) -> bool {
        self.contains(HexStep::STOPS)
    }

    /// Whether it leads from a road hex to the road hex connected with it (JI-95).
    #[inline]
    pub fn is_road(self) -> bool {
        self.contains(HexStep::ROAD)
    }

    /// Whether it enters a difficult hex or crosses a difficult obstacle: the step for which the order Woodsmen is paid
    /// (J3.33, JI-64, JI-65).
    #[inline]
    pub fn is_difficult(self) -> bool {
        self.contains(HexStep::DIFFICULT)
    }

    /// The same step with the order Woodsmen, for which difficult terrain is clear (J3.33, JI-65).
    #[inline]
    pub fn cleared(self) -> HexStep {
        self.as_clear(true, true)
    }

    /// The same step where the difficult terrain of the hex left counts as clear or not, and that of the hex entered
    /// with the obstacles crossed (J3.33, JI-64).
    #[inline]
    pub fn as_clear(self, left: bool, entered: bool) -> HexStep {
        let extra = match (left, entered) {
            (false, false) => return self,
            (true, false) => HexStep::LEFT_CLEAR_EXTRA,
            (false, true) => HexStep::ENTERED_CLEAR_EXTRA,
            (true, true) => HexStep::CLEARED_EXTRA,
        };
        let mut step = self & (HexStep::POSSIBLE | HexStep::ROAD | HexStep::DIFFICULT);
        step.set(HexStep::STOPS, self.contains(if entered { HexStep::CLEARED_STOPS } else { HexStep::STOPS }));
        step | HexStep::with_hexes(HexStep::EXTRA, self.hexes(extra))
    }
}

/// Terrain that stops a unit entering it (J7.6, J7.7, J7.8, J7.9, J7.16, J7.17).
const STOP: Terrain = Terrain::FOREST
    .union(Terrain::MARSH)
    .union(Terrain::BUILDINGS)
    .union(Terrain::SAND)
    .union(Terrain::FORD)
    .union(Terrain::SNOW);
/// Obstacles that stop a unit leaving across them (J7.19, J7.22).
const STOP_AFTER: Terrain = Terrain::WALL.union(Terrain::FORTIFICATION);

/// The terrain and obstacles of a step.
struct Crossing {
    /// The terrain left and entered, roads already taken into account.
    from: Terrain,
    to: Terrain,
    /// Obstacles crossed towards the hex that owns them, and away from it.
    into: Terrain,
    out: Terrain,
}

impl Ground {
    /// Terrain of this hex that stops a unit entering it, unless it comes by road (J7.6, J7.7, J7.8, J7.9, J7.16,
    /// J7.17).
    pub fn stopping(&self) -> Terrain {
        self.terrain & STOP
    }
}

impl Crossing {
    /// Whether the step stops the unit, if nothing of this terrain has an effect.
    fn stops(&self, without: Terrain) -> bool {
        !((self.to & STOP | self.out & STOP_AFTER) - without).is_empty()
    }

    /// Hexes the step takes off the move, if nothing of this terrain has an effect on leaving, or on entering and
    /// crossing. The greatest counts once (J7.2).
    fn extra(&self, left: Terrain, entered: Terrain, rules: &Rules) -> u8 {
        let felt = (self.from - left) | (self.to - entered);
        let rocks = if felt.contains(Terrain::ROCKS) { rules.rocks_move_penalty } else { 0 };
        rocks.max(u8::from(!(self.slowing_obstacles(rules) - entered).is_empty()))
    }

    /// The obstacles that take a hex off the move: any crossed into, a ditch or rampart also out of (JI-96).
    fn slowing_obstacles(&self, rules: &Rules) -> Terrain {
        let as_into = rules.ditch_rampart_out == DitchRampartOut::AsInto;
        self.into | if as_into { self.out & (Terrain::DITCH | Terrain::RAMPART) } else { Terrain::empty() }
    }
}

/// Whether obstacles let a class of units across (J7.19, J7.20, J7.21, J7.22, JI-96, JI-100).
fn crosses_obstacles(class: MoverClass, into: Terrain, out: Terrain, rules: &Rules) -> bool {
    let as_into = rules.ditch_rampart_out == DitchRampartOut::AsInto;
    if class.is_artillery() {
        let closed_out = if rules.linear_out_closed_to_artillery {
            Terrain::OBSTACLES
        } else if as_into {
            Terrain::DITCH | Terrain::RAMPART
        } else {
            Terrain::empty()
        };
        return into.is_empty() && !out.intersects(closed_out);
    }
    let crossed = if as_into { into | out } else { into };
    !crossed.contains(Terrain::RAMPART) || class.has_siege_equipment()
}

/// Whether terrain lets any unit across: no impassable hex (J7.10, J7.11, J7.12, J7.13), bridges only along their road
/// (JI-97).
fn crosses_terrain(from: &Ground, to: &Ground, road: bool) -> bool {
    !to.is_impassable() && (road || !(from.has(Terrain::BRIDGE) || to.has(Terrain::BRIDGE)))
}

fn step(map: &Map, rules: &Rules, class: MoverClass, hex: HexId, towards: usize) -> HexStep {
    let from = &map.ground[usize::from(hex)];
    let Some(to) = map.at(map.place(hex).neighbour(towards)) else { return HexStep::IMPOSSIBLE };
    let road = from.roads >> towards & 1 == 1;
    step_between(rules, class, (from, to), road, (to.sides[direction::opposite(towards)], from.sides[towards]))
}

/// A step from one piece of ground to another, by road or not, across obstacles towards the hex that owns them and away
/// from it.
fn step_between(
    rules: &Rules,
    class: MoverClass,
    (from, to): (&Ground, &Ground),
    road: bool,
    (into, out): (Terrain, Terrain),
) -> HexStep {
    if !crosses_terrain(from, to, road) || !crosses_obstacles(class, into, out, rules) {
        return HexStep::IMPOSSIBLE;
    }
    // Closed terrain may be crossed only by road (JI-95): artillery can neither enter it nor leave it elsewhere.
    if class.is_artillery() && !road && (from.terrain | to.terrain).intersects(Terrain::CLOSED_TO_ARTILLERY) {
        return HexStep::IMPOSSIBLE;
    }
    // A road takes the unit across the terrain beneath without its effects (JI-95).
    let beneath = if road { Terrain::empty() } else { !clear_for(class, rules) };
    let crossing = Crossing { from: from.terrain & beneath, to: to.terrain & beneath, into, out };
    let difficult = Terrain::of(rules.difficult_terrain);
    let entered = crossing.to & (STOP | Terrain::ROCKS) | crossing.slowing_obstacles(rules) | out & STOP_AFTER;
    let none = Terrain::empty();
    let mut step = HexStep::POSSIBLE;
    step.set(HexStep::STOPS, crossing.stops(none));
    step.set(HexStep::ROAD, road);
    step.set(HexStep::DIFFICULT, entered.intersects(difficult));
    step.set(HexStep::CLEARED_STOPS, crossing.stops(difficult));
    let extra = |field, left, entered| HexStep::with_hexes(field, crossing.extra(left, entered, rules));
    step | extra(HexStep::EXTRA, none, none)
        | extra(HexStep::LEFT_CLEAR_EXTRA, difficult, none)
        | extra(HexStep::ENTERED_CLEAR_EXTRA, none, difficult)
        | extra(HexStep::CLEARED_EXTRA, difficult, difficult)
}

/// The obstacles on the outer sides of a hex, one value a side. A hex within, where a scenario lets units enter or
/// leave, counts as if it had one outer side without an obstacle.
fn outer_sides(map: &Map, hex: HexId) -> ArrayVec<Terrain, 6> {
    let sides = map.ground[usize::from(hex)].sides;
    let is_outer = |towards: &usize| map.at(map.place(hex).neighbour(*towards)).is_none();
    let outer: ArrayVec<Terrain, 6> = (0..6).filter(is_outer).map(|towards| sides[towards]).collect();
    if outer.is_empty() { [Terrain::empty()].into_iter().collect() } else { outer }
}

/// The steps of every class on to every hex from the imaginary open ground beyond the edge (J4.25): across the outer
/// side that takes least off the move (JI-105); a road continues there. Those of class `c` to hex `h` are at
/// `c × hexes + h`.
pub(super) fn steps_of_entry(map: &Map, rules: &Rules) -> Vec<HexStep> {
    beyond_the_edge(map, |class, hex, side| {
        let to = &map.ground[usize::from(hex)];
        step_between(rules, class, (&Ground::default(), to), to.roads != 0, (side, Terrain::empty()))
    })
}

/// The steps of every class off the table, as those of entry.
pub(super) fn steps_of_exit(map: &Map, rules: &Rules) -> Vec<HexStep> {
    beyond_the_edge(map, |class, hex, side| {
        let from = &map.ground[usize::from(hex)];
        step_between(rules, class, (from, &Ground::default()), from.roads != 0, (Terrain::empty(), side))
    })
}

/// The easiest steps across the outer sides of hexes.
fn beyond_the_edge(map: &Map, step: impl Fn(MoverClass, HexId, Terrain) -> HexStep) -> Vec<HexStep> {
    let easiest = |class, hex| {
        let across = outer_sides(map, hex).into_iter().map(|side| step(class, hex, side));
        let possible = across.filter(|step| step.is_possible());
        possible.min_by_key(|step| (step.extra(), step.stops())).unwrap_or(HexStep::IMPOSSIBLE)
    };
    MoverClass::all().flat_map(|class| map.hexes().map(move |hex| easiest(class, hex)).collect::<Vec<_>>()).collect()
}

/// Terrain that a class of units treats as clear: the trait Woodsmen (JA3.28), light infantry if the rules state it
/// (JI-24), camels in sand (J7.9).
fn clear_for(class: MoverClass, rules: &Rules) -> Terrain {
    let none = Terrain::empty();
    let woodsmen = if class.has_woodsmen() { Terrain::of(rules.woodsmen_terrain) } else { none };
    let light = if class.is_light_infantry() && rules.light_infantry_ignores_forest { Terrain::FOREST } else { none };
    let camels = if class.has_camels() { Terrain::SAND } else { none };
    woodsmen | light | camels
}

/// The steps of every class from every hex: those of class `c` from hex `h` are at `c × hexes + h`.
pub(super) fn steps_of_classes(map: &Map, rules: &Rules) -> Vec<[HexStep; 6]> {
    let hexes = map.hexes();
    let of_class =
        |class| hexes.clone().map(move |hex| std::array::from_fn(|towards| step(map, rules, class, hex, towards)));
    MoverClass::all().flat_map(of_class).collect()
}

/// The steps of an officer alone: those of troops to whom difficult terrain is clear, ramparts closed (J4.13, JI-65).
pub(super) fn steps_of_officers(map: &Map, rules: &Rules) -> Vec<[HexStep; 6]> {
    let of_hex = |hex| std::array::from_fn(|towards| step(map, rules, MoverClass::TROOPS, hex, towards).cleared());
    map.hexes().map(of_hex).collect()
}
