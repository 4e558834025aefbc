//! Counting of ground: terrain that stops, slows or bars a move (T4, T5), roads, the letters of movement, and masks in
//! a line of fire (J5.29).

use super::names::{Counts, EventKind};
use crate::jomini::army::unit::{Class, UnitLetters};
use crate::jomini::map::board::Board;
use crate::jomini::map::hex::{HexId, NO_HEX, direction};
use crate::jomini::map::terrain::Terrain;
use crate::jomini::state::action::Destination;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::field::Positions;
use crate::jomini::state::{Mover, State, UnitId, side_of};

impl Board {
    fn obstacles_between(&self, from: HexId, towards: usize, to: HexId) -> Terrain {
        self.ground(from).sides[towards] | self.ground(to).sides[direction::opposite(towards)]
    }
}

impl Positions<'_> {
    /// Counts terrain and obstacles next to a unit about to move that it cannot enter or cross.
    pub(super) fn count_bars(self, before: &State, unit: UnitId, counts: &mut Counts) {
        let (from, class) = (before.unit(unit).hex, self.forces.mover(before, unit));
        if from == NO_HEX {
            return;
        }
        let mut bars = Terrain::empty();
        for (towards, next) in self.board.neighbours(from).iter().enumerate() {
            if *next == NO_HEX || self.board.step(class, from, towards).is_possible() {
                continue;
            }
            let ground = self.board.ground(*next);
            bars |= if ground.is_impassable() {
                ground.terrain & (Terrain::MOUNTAIN | Terrain::LAKE | Terrain::WATER)
            } else {
                Terrain::empty()
            };
            if class.is_artillery() {
                bars |= ground.terrain & Terrain::CLOSED_TO_ARTILLERY;
            }
            bars |= self.board.obstacles_between(from, towards, *next)
                & if class.is_artillery() { Terrain::OBSTACLES } else { Terrain::RAMPART };
        }
        counts.movement(bars);
    }

    /// Counts masks of enemies in range at which the attacker cannot fire; also an Impetuous unit's duty to attack
    /// (JA3.5).
    pub(super) fn count_masks(self, before: &State, attacker: UnitId, target: UnitId, counts: &mut Counts) {
        let (profile, side) = (self.forces.profile(attacker), side_of(attacker));
        let from = before.unit(attacker).hex;
        if self.board.distance(from, before.unit(target).hex) == 1 {
            counts.add_if(profile.has(UnitLetters::IMPETUOUS), EventKind::Impetuous);
            return;
        }
        let guns = profile.class == Class::Artillery;
        for other in self.forces.units_on_table(before, side.other()) {
            let to = before.unit(other).hex;
            if self.board.distance(from, to) <= profile.range {
                counts.sight(self.board.masked_by(from, to, guns));
            }
        }
    }
}

impl Battlefield {
    /// Counts a move: terrain that stopped or slowed it, a road or bridge that helped, letters that changed its length.
    pub(super) fn count_move(&self, before: &State, mover: &Mover, to: Destination, counts: &mut Counts) {
        let unit = mover.unit;
        let profile = self.forces.profile(unit);
        let from = before.unit(unit).hex;
        if from == NO_HEX {
            counts.add(EventKind::Enters);
            return;
        }
        let (left, entered) = (self.board.ground(from), self.board.ground(to.hex));
        let mut effective = Terrain::empty();
        let class = self.forces.mover(before, unit);
        let stops = |towards: usize, behind: HexId| {
            behind != NO_HEX && self.board.step(class, behind, direction::opposite(towards)).stops()
        };
        if !entered.has(Terrain::ROAD)
            && self.board.neighbours(to.hex).iter().enumerate().any(|(towards, behind)| stops(towards, *behind))
        {
            effective |= entered.stopping();
        }
        if let Some(towards) = self.board.direction_to(from, to.hex) {
            let step = self.board.step(class, from, towards);
            if step.stops() || step.extra() > 0 {
                effective |= self.board.obstacles_between(from, towards, to.hex);
            }
            if step.extra() > 0 {
                effective |= (left.terrain | entered.terrain) & Terrain::ROCKS;
            }
            let rampart =
                step.is_possible() && self.board.obstacles_between(from, towards, to.hex).contains(Terrain::RAMPART);
            counts.add_if(rampart && class.has_siege_equipment(), EventKind::SiegeEquipment);
        }
        effective |= (left.terrain | entered.terrain) & Terrain::BRIDGE;
        let usual = before.unit(unit).pace().is_empty() && mover.bonus == 0 && !mover.impetuous;
        if usual && to.hexes > profile.move_max && entered.has(Terrain::ROAD) {
            effective |= Terrain::ROAD;
        }
        counts.movement(effective);
        let printed = self.rules.unit(profile.kind).copied();
        let faster = printed.is_some_and(|it| to.hexes > it.move_max || (to.may_attack && to.hexes > it.move_fight));
        counts.add_if(usual && faster && profile.has(UnitLetters::MOBILE), EventKind::Mobile);
        counts.add_if(to.hexes >= profile.move_max && profile.has(UnitLetters::SLOW), EventKind::Slow);
        if before.is_riding(unit) && to.hexes > profile.move_max {
            counts.add_if(profile.has(UnitLetters::HORSES), EventKind::Horses);
            counts.add_if(profile.has(UnitLetters::CAMELS), EventKind::Camels);
            counts.add_if(profile.has(UnitLetters::ELEPHANTS), EventKind::Elephants);
            counts.add_if(profile.has(UnitLetters::WAGONS), EventKind::Wagons);
        }
        let woods = entered.has(Terrain::of(self.rules.woodsmen_terrain));
        counts.add_if(woods && profile.has(UnitLetters::WOODSMEN), EventKind::Woodsmen);
    }
}
