//! Recoil: length and direction, the fate of a unit without room, and of infantry onto which cavalry recoils.
//!
//! Rules E10.9, E10.10, E10.11, E10.12 with EI-5, EI-18, EI-41, EI-46, EI-66, EI-67. Recoils of one attack are added
//! into one movement.

use super::displacement::shifted;
use crate::en_avant::army::troop::Arm;
use crate::en_avant::rules::BlockedRecoil;
use crate::en_avant::state::action::Action;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::footprint::Footprint;
use crate::en_avant::state::places::Places;
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{ClashKind, State, Unit, UnitId, side_bit, side_of};
use crate::en_avant::table::geometry::{Heading, Length, QUARTER};

/// An eighth of a circle.
const EIGHTH: i16 = QUARTER / 2;
/// Maximum number of directions of a recoil: to its own rear, away from the shooter, and either with a deviation to
/// both sides.
const MOST_WAYS: usize = 6;

/// Why there is no room for a recoil.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// It would leave the table (EI-46).
    Edge,
    /// Bases or impassable ground are in the way (E10.11).
    Barred,
}

/// How a recoil ended (E10.11, E10.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::en_avant) enum Recoil {
    /// The way was free.
    Free,
    /// The unit went over infantry, which has lost bases.
    Trampling,
    /// Without room, the unit was destroyed.
    Destroyed,
    /// Without room, the unit stays in place.
    Prevented,
}

/// The directions among which the owner chooses.
struct Ways {
    ways: [Heading; MOST_WAYS],
    count: usize,
}

impl Places<'_> {
    /// Gives a unit the shape that remains without the bases that are hit, and returns their number; the caller removes
    /// them.
    pub(super) fn cut_out(self, state: &mut State, unit: UnitId, met: impl Fn(&Footprint) -> bool) -> u8 {
        let left = self.spared(state, unit, met);
        let it = state.unit_mut(unit);
        if left.bases > 0 {
            (it.front, it.files) = (left.front, left.files);
        }
        it.bases - left.bases
    }

    /// The shape that remains of a unit without the bases that are hit: the largest number of bases that still form
    /// files and ranks (E2.34). A unit hit in its middle loses the smaller part beside it too, since units are never
    /// split (E2.36).
    fn spared(self, state: &State, unit: UnitId, met: impl Fn(&Footprint) -> bool) -> Unit {
        let it = *state.unit(unit);
        let (width, depth) = (self.measures.width, self.troops.profile(state, unit).depth);
        let mut best = Unit { bases: 0, ..it };
        for left in 0..it.files {
            for right in 0..it.files - left {
                for ahead in 0..it.ranks() {
                    for behind in 0..it.ranks() - ahead {
                        let files = it.files - left - right;
                        let ranks = it.ranks() - ahead - behind;
                        // A short last rank is aligned to the left, and loses bases from the right.
                        let last = if behind > 0 { files } else { it.in_last_rank().saturating_sub(left).min(files) };
                        let aside = (Length::from(left) - Length::from(right)) * width / 2;
                        let front = it.front.moved(it.heading, -Length::from(ahead) * depth, aside);
                        let most = (ranks - 1) * files + last;
                        let free = (most + 1 - last..=most)
                            .rev()
                            .take_while(|bases| *bases > best.bases && *bases >= files)
                            .map(|bases| Unit { front, files, bases, ..it })
                            .find(|rest| !met(&self.footprint_at(state, unit, rest)));
                        best = free.unwrap_or(best);
                    }
                }
            }
        }
        best
    }

    /// The directions that come into question after a shot (E10.10, EI-66): the unit's own rear, directly away from the
    /// shooter, and 45° beside either.
    fn ways_after_shot(self, state: &State, unit: UnitId) -> [Heading; MOST_WAYS] {
        let shooter = state.clash.leaders[state.active.index()];
        let rear = state.unit(unit).heading.opposite();
        let away = Heading::along(self.bounding(state, unit).centre - self.bounding(state, shooter).centre);
        [rear, away, rear.turned(-EIGHTH), rear.turned(EIGHTH), away.turned(-EIGHTH), away.turned(EIGHTH)]
    }

    /// Whether a recoil takes a unit away from the one that has shot at it (E10.10); in melee none needs to.
    fn leads_away(self, state: &State, unit: UnitId, way: Heading, distance: Length) -> bool {
        if state.clash.kind != ClashKind::Shot {
            return true;
        }
        let from = self.footprint(state, state.clash.leaders[state.active.index()]);
        let to = self.footprint_at(state, unit, &shifted(state.unit(unit), way, distance));
        from.square_to(&to) > from.square_to(&self.footprint(state, unit))
    }
}

impl Units<'_> {
    /// The length of a number of recoils of a unit (E10.9, EI-5).
    pub(super) fn recoil_length(self, state: &State, unit: UnitId, recoils: u8) -> Length {
        Length::from(recoils)
            * self.places().bases_long(state, unit, self.rules.recoil_distance, self.rules.recoil_axis)
    }

    /// Whether a unit blocks a recoil: all do, unless the rules let light friends through (E10.11, EI-41).
    fn blocks_recoil(self, state: &State, unit: UnitId, other: UnitId) -> bool {
        !(self.rules.light_interpenetration_in_recoil && self.may_pass_through(state, unit, other))
    }

    /// Removes the bases of the infantry onto which the cavalry recoils (E10.12, EI-67). Returns whether there are any.
    fn trample(self, state: &mut State, unit: UnitId, way: Heading, distance: Length) -> bool {
        let mut any = false;
        let it = *state.unit(unit);
        let sweep = self.places().sweep(state, unit, &it, &shifted(&it, way, distance));
        while let Some(other) = self.places().first_in_sweep(state, unit, &sweep, |_| true) {
            let lost = self.places().cut_out(state, other, |footprint| sweep.meets(footprint));
            self.lose_in_fight(state, other, lost);
            any = true;
        }
        any
    }
}

impl Engagement {
    /// What prevents a recoil towards a heading (E10.11, EI-46). Linear obstacles do not, unless they are impassable
    /// (EI-18).
    fn block_towards(&self, state: &State, unit: UnitId, way: Heading, distance: Length) -> Option<Block> {
        let it = *state.unit(unit);
        let to = shifted(&it, way, distance);
        if !self.lies_on_table(state, unit, &to) {
            return Some(Block::Edge);
        }
        let sweep = self.places().sweep(state, unit, &it, &to);
        let barred = self.sweep_is_barred(state, &sweep)
            || self
                .places()
                .first_in_sweep(state, unit, &sweep, |other| self.units().blocks_recoil(state, unit, other))
                .is_some()
            || self.places().overlapped(state, unit, &self.places().footprint_at(state, unit, &to)).is_some();
        barred.then_some(Block::Barred)
    }

    /// The directions among which the owner chooses after a shot (E10.10, EI-66): they take the unit away from the
    /// shooter, are free, and cross the least slowing ground.
    fn ways_from_shooter(&self, state: &State, unit: UnitId, distance: Length) -> Ways {
        let it = *state.unit(unit);
        let candidates = self.places().ways_after_shot(state, unit);
        let mut found = Ways { ways: [it.heading.opposite(); MOST_WAYS], count: 0 };
        let mut least = u8::MAX;
        for (index, way) in candidates.into_iter().enumerate() {
            if candidates[..index].contains(&way) {
                continue;
            }
            if self.block_of_recoil(state, unit, way, distance).is_some() {
                continue;
            }
            let to = shifted(&it, way, distance);
            let slowing = self.slowing_in_sweep(state, &self.places().sweep(state, unit, &it, &to));
            if slowing < least {
                (least, found.count) = (slowing, 0);
            }
            if slowing == least && (found.count == 0 || self.rules.recoil_direction_choice) {
                found.ways[found.count] = way;
                found.count += 1;
            }
        }
        found
    }

    /// Why a unit has no room for a number of recoils; [`None`] if it has, trampling included.
    pub(super) fn recoil_block(&self, state: &State, unit: UnitId, recoils: u8) -> Option<Block> {
        let distance = self.units().recoil_length(state, unit, recoils);
        if state.clash.kind == ClashKind::Shot && self.ways_from_shooter(state, unit, distance).count > 0 {
            return None;
        }
        let way = self.only_way(state, unit, distance);
        let block = self.block_of_recoil(state, unit, way, distance)?;
        (block == Block::Edge || !self.may_trample(state, unit, way, distance)).then_some(block)
    }

    /// What prevents a recoil towards a heading: after a shot also that it does not take the unit away from the shooter
    /// (E10.10, EI-66); then it is what prevents one directly away.
    fn block_of_recoil(&self, state: &State, unit: UnitId, way: Heading, distance: Length) -> Option<Block> {
        if self.places().leads_away(state, unit, way, distance) {
            return self.block_towards(state, unit, way, distance);
        }
        let [_, away, ..] = self.places().ways_after_shot(state, unit);
        Some(self.block_towards(state, unit, away, distance).unwrap_or(Block::Barred))
    }

    /// The direction of a recoil that the owner does not choose: straight back; after a shot from which no direction
    /// leads away freely, the first that leads away over units that may be trampled (EI-66, EI-67).
    pub(super) fn only_way(&self, state: &State, unit: UnitId, distance: Length) -> Heading {
        let rear = state.unit(unit).heading.opposite();
        if state.clash.kind != ClashKind::Shot {
            return rear;
        }
        let tramples = |way: &Heading| {
            self.block_of_recoil(state, unit, *way, distance) == Some(Block::Barred)
                && self.may_trample(state, unit, *way, distance)
        };
        self.places().ways_after_shot(state, unit).into_iter().find(tramples).unwrap_or(rear)
    }

    /// Whether the owner chooses the direction of the recoil: after a shot, if there is room (E10.10).
    pub(in crate::en_avant) fn chooses_recoil(&self, state: &State, unit: UnitId) -> bool {
        let distance = self.units().recoil_length(state, unit, state.clash.recoils);
        state.clash.kind == ClashKind::Shot && self.ways_from_shooter(state, unit, distance).count > 0
    }

    /// The directions of the recoil that its owner may choose (E10.10, EI-66).
    pub(super) fn recoil_actions(&self, state: &State, unit: UnitId, sink: &mut impl Sink) {
        let ways = self.ways_from_shooter(state, unit, self.units().recoil_length(state, unit, state.clash.recoils));
        ways.ways[..ways.count].iter().for_each(|way| sink.push(Action::RecoilTo(*way)));
    }

    /// Recoils a unit towards a heading; without room it is destroyed (E10.11, E10.12).
    pub(super) fn recoil_towards(&self, state: &mut State, unit: UnitId, way: Heading) -> Recoil {
        let distance = self.units().recoil_length(state, unit, state.clash.recoils);
        state.clash.recoils = 0;
        let mut recoil = Recoil::Free;
        if let Some(block) = self.block_of_recoil(state, unit, way, distance) {
            let lost = match block {
                Block::Edge => self.rules.recoil_off_table == BlockedRecoil::Destroyed,
                Block::Barred => self.rules.blocked_recoil == BlockedRecoil::Destroyed,
            };
            if block == Block::Barred && self.may_trample(state, unit, way, distance) {
                if self.units().trample(state, unit, way, distance) {
                    recoil = Recoil::Trampling;
                }
            } else if lost {
                self.units().destroy_in_fight(state, unit);
                return Recoil::Destroyed;
            } else {
                // It was free when it was chosen, and losses only make room: only another consequence of the same
                // attack can have blocked it.
                return Recoil::Prevented;
            }
        }
        if state.clash.kind == ClashKind::Melee {
            self.units().note_pursuers(state, unit);
            state.clash.recoiled |= side_bit(side_of(unit));
        }
        let to = shifted(state.unit(unit), way, distance);
        self.units().displace(state, unit, to);
        recoil
    }

    /// Whether cavalry that has no room may recoil over the units in its way: only infantry facing another way (E10.12,
    /// EI-67).
    fn may_trample(&self, state: &State, unit: UnitId, way: Heading, distance: Length) -> bool {
        if !self.rules.cavalry_recoil_tramples_infantry
            || self.troops.arm(state, unit) != Arm::Cavalry
            || !self.places().leads_away(state, unit, way, distance)
        {
            return false;
        }
        let it = *state.unit(unit);
        let sweep = self.places().sweep(state, unit, &it, &shifted(&it, way, distance));
        !self.sweep_is_barred(state, &sweep)
            && self
                .places()
                .first_in_sweep(state, unit, &sweep, |other| {
                    let apart = it.heading.turn_to(state.unit(other).heading).unsigned_abs();
                    self.troops.arm(state, other) != Arm::Infantry || apart <= self.rules.trample_angle
                })
                .is_none()
    }
}
