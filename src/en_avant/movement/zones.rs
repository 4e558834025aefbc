//! Zones of control along a way, and moves that may only lead away from the enemy.
//!
//! Rules E7.16, E7.17, E7.20, E8.3 with EI-43, EI-44, EI-45. Whoever enters a zone may only halt there, within a hair's breadth of its edge, or go on into contact with the unit whose zone it is.

use super::Fault;
use super::segment::{Leg, PARTS};
use super::sweep::{Near, Swept};
use crate::en_avant::engagement::Engagement;
use crate::en_avant::footprint::Footprint;
use crate::en_avant::geometry::{Length, Rectangle};
use crate::en_avant::state::{NO_UNIT, State, Unit, UnitId, UnitSet, side_of, status};

/// What may happen in zones of control during one move.
pub(super) struct ZoneWatch {
    /// The zones in which the unit begins.
    start: UnitSet,
    /// The enemy that it goes into contact with.
    target: UnitId,
    /// It has entered the zone of that enemy and goes on to meet it.
    claimed: bool,
}

impl ZoneWatch {
    /// The watch over a unit that sets out, to bring an enemy into contact or not.
    pub fn new(game: &Engagement, state: &State, unit: UnitId, pose: &Unit, near: &Near, target: UnitId) -> ZoneWatch {
        let mut start = UnitSet::default();
        let footprint = game.footprint_at(state, unit, pose);
        for enemy in near.enemies() {
            if game.zone(state, *enemy).is_some_and(|zone| lies_in(game, &footprint, &zone)) {
                start.insert(*enemy);
            }
        }
        ZoneWatch { start, target, claimed: target != NO_UNIT && start.has(target) }
    }

    /// Whether a unit that begins in zones may move as it means to: only away, or into contact with the owner of one (E7.17, EI-43).
    pub fn may_begin(&self, backs: bool) -> Result<(), Fault> {
        if self.start.is_empty() || backs || self.claimed {
            return Ok(());
        }
        Err(Fault("in an enemy zone of control a unit only backs away, halts, or goes into contact with the owner (E7.17)"))
    }

    /// Whether the unit began in a zone.
    pub fn began_inside(&self) -> bool {
        !self.start.is_empty()
    }

    /// Looks at one leg (E7.17, EI-43).
    pub fn leg(&mut self, game: &Engagement, state: &State, unit: UnitId, leg: &Leg, swept: &Swept, near: &Near) -> Result<(), Fault> {
        if self.claimed {
            return Ok(());
        }
        let zones = || {
            let entered = near.enemies().iter().filter(|enemy| !self.start.has(**enemy));
            entered.filter_map(|enemy| game.zone(state, *enemy).filter(|zone| swept.meets(zone)).map(|zone| (*enemy, zone)))
        };
        let Some(first) = zones().next() else { return Ok(()) };
        if self.target != NO_UNIT {
            let Some((_, own)) = zones().find(|(enemy, _)| *enemy == self.target) else {
                return Err(Fault("the unit enters the zone of control of another enemy first (E7.17)"));
            };
            // Of zones that are entered in the same leg that of the target comes first, or none does.
            let entry = |zone: &Rectangle| game.first_part(state, unit, leg, zone);
            let reached = if zones().nth(1).is_some() { entry(&own) } else { 0 };
            if zones().any(|(enemy, zone)| enemy != self.target && entry(&zone) < reached) {
                return Err(Fault("the unit enters the zone of control of another enemy first (E7.17)"));
            }
            self.claimed = true;
            return Ok(());
        }
        let on_the_edge = || {
            let hair = 2 * game.measures.touch;
            let Some(short) = leg.short_of_end(game, game.profile(state, unit).depth, hair) else { return true };
            let (from, to) = (game.footprint_at(state, unit, &leg.from), game.footprint_at(state, unit, &short));
            let swept = Swept::between(&from, &to, game.measures.touch);
            !std::iter::once(first).chain(zones().skip(1)).any(|(_, zone)| swept.meets(&zone))
        };
        if leg.last && on_the_edge() {
            return Ok(());
        }
        Err(Fault("a unit that enters an enemy zone of control halts, or goes into contact with the owner (E7.17)"))
    }

    /// The square of the distance to the nearest enemy in whose zone the unit began.
    pub fn square_to_owners(&self, game: &Engagement, state: &State, footprint: &Footprint) -> i64 {
        self.start.iter().map(|enemy| footprint.square_to(&game.footprint(state, enemy))).min().unwrap_or(0)
    }
}

/// Whether bases lie in a zone by more than the tolerance.
fn lies_in(game: &Engagement, footprint: &Footprint, zone: &Rectangle) -> bool {
    footprint.rectangles().iter().any(|it| game.collide(it, zone))
}

impl Engagement {
    /// The first part of a leg in which a unit enters a zone that it enters in this leg.
    fn first_part(&self, state: &State, unit: UnitId, leg: &Leg, zone: &Rectangle) -> i32 {
        let depth = self.profile(state, unit).depth;
        let from = self.footprint_at(state, unit, &leg.from);
        let meets = |part: i32| {
            let to = self.footprint_at(state, unit, &leg.part(self, depth, part));
            Swept::between(&from, &to, self.measures.touch).meets(zone)
        };
        let (mut low, mut high) = (0, PARTS);
        while low < high {
            let middle = (low + high) / 2;
            if meets(middle) { high = middle } else { low = middle + 1 }
        }
        low
    }

    /// The square of the distance from a footprint to the nearest enemy unit (EI-45).
    pub(in crate::en_avant) fn square_to_enemies(&self, state: &State, unit: UnitId, footprint: &Footprint) -> Option<i64> {
        self.on_table(state, side_of(unit).other()).map(|enemy| footprint.square_to(&self.footprint(state, enemy))).min()
    }

    /// Whether a unit that moves away does so: at the end of a leg it is no nearer than at the start, but for rounding (EI-43, EI-45).
    pub(super) fn no_nearer(before: i64, now: i64) -> bool {
        let least = (before.isqrt() - 4).max(0);
        now >= least * least
    }

    /// Whether a unit may move at all when it is activated (E7.1, E7.19, E11.43, EI-36, EI-44, EI-104).
    pub fn may_move(&self, state: &State, unit: UnitId) -> bool {
        let it = state.unit(unit);
        if it.has(status::ENGAGED | status::ROUTING | status::RAMPANT) {
            return false;
        }
        if self.profile(state, unit).troop.horse && !self.rules.limber_is_free && !it.has(status::LIMBERED) {
            return false;
        }
        let banned = || it.has(status::DISORDERED) || self.in_zone(state, side_of(unit), &self.footprint(state, unit)).is_some();
        !(self.rules.strict_zoc_move_ban && banned())
    }

    /// The allowance of a unit without terrain (E7.3, E7.6).
    #[inline]
    pub fn pace(&self, state: &State, unit: UnitId) -> Length {
        self.rules.allowance(self.profile(state, unit).class)
    }
}
