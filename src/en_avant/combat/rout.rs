//! Rout: flight, contagion, continued flight.
//!
//! Rules E8.11, E10.16, E10.17, E10.18, E10.19, E10.20, E10.21, E10.22, E10.23, E10.24, E10.26 with EI-18, EI-29,
//! EI-35, EI-41, EI-46, EI-69, EI-70, EI-71. All tests of contagion are taken before any unit flees; then artillery is
//! destroyed, and the other units flee in the order in which they began to rout.

use super::displacement::shifted;
use crate::en_avant::army::troop::Arm;
use crate::en_avant::rules::BlockedRout;
use crate::en_avant::state::action::{Action, Roll};
use crate::en_avant::state::engagement::{Engagement, ahead_of};
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::troops::Troops;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{Clash, ClashKind, State, Status, Unit, UnitId, side_of};
use crate::en_avant::table::geometry::{Heading, Point, QUARTER, SCALE_BITS, TENTH};
use crate::en_avant::table::ground::Piece;
use crate::game::Weighted;

/// The step, in quarters of a degree, in which deviations of a flight are searched.
const DEVIATION: i16 = 4;

/// How a flight ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::en_avant) enum Flight {
    /// At this pose.
    To(Unit),
    /// Over the edge of the table.
    Away,
    /// Not at all: the way is blocked.
    Blocked,
}

impl State {
    /// Marks a unit as routing and still to flee.
    fn mark_to_flee(&mut self, unit: UnitId) {
        let flight = self.clash.flights;
        self.clash.flights += 1;
        let it = self.unit_mut(unit);
        it.set(Status::ROUTING | Status::TO_FLEE | Status::ACTIVATED | Status::TESTED, true);
        it.flight = flight;
    }

    /// Tests a unit that sees a rout, once in a contagion (EI-71).
    pub(super) fn start_test(&mut self, friend: UnitId) {
        self.unit_mut(friend).set(Status::TESTED, true);
    }

    /// Applies that die (E10.24): a unit that fails routs too. Returns whether it does.
    pub(super) fn apply_contagion(&mut self, unit: UnitId, roll: Roll) -> bool {
        let fails = !roll.passes();
        if fails {
            self.mark_to_flee(unit);
        }
        fails
    }
}

impl Troops {
    /// Starts a new chain of contagion among the friends of a unit (EI-71).
    fn clear_tested(&self, state: &mut State, unit: UnitId) {
        for friend in self.units_of(side_of(unit)) {
            state.unit_mut(friend).set(Status::TESTED, false);
        }
    }

    /// The unit that flees next: the crews that leave their guns first, so that these are in nobody's way (EI-71).
    pub(in crate::en_avant) fn next_to_flee(&self, state: &State) -> Option<UnitId> {
        if state.clash.flights == 0 {
            return None;
        }
        self.all_on_table(state)
            .filter(|unit| state.unit(*unit).has(Status::TO_FLEE))
            .min_by_key(|unit| (!self.leaves_guns(state, *unit), state.unit(*unit).flight))
    }
}

impl Units<'_> {
    /// Starts another flight of a routing unit that has not rallied (E8.11, E10.24). As a rule that spreads no further
    /// (EI-71).
    pub(super) fn start_further_flight(self, state: &mut State, unit: UnitId) {
        state.clash = Clash { kind: ClashKind::Rout, ..Clash::default() };
        state.mark_to_flee(unit);
        if self.rules.contagion_each_rout_move {
            self.troops.clear_tested(state, unit);
        }
    }

    /// Starts the rout of a unit by the impacts that it has suffered (E10.17, E10.22, EI-35).
    pub(super) fn start_rout(self, state: &mut State, unit: UnitId) {
        self.troops.clear_tested(state, unit);
        if self.rules.pursuit_vs_rout && state.clash.kind == ClashKind::Melee {
            self.note_pursuers(state, unit);
        }
        state.mark_to_flee(unit);
    }

    /// The die of that test (E10.22, E10.23).
    pub(in crate::en_avant) fn list_contagion(
        self,
        state: &State,
        unit: UnitId,
        rolls: &mut impl Extend<Weighted<Roll>>,
    ) {
        let modifier = self.rules.contagion_modifier.of(self.troops.quality(state, unit));
        state.list_test(side_of(unit), self.rules.contagion_test, modifier, rolls);
    }
}

impl Troops {
    /// Whether a unit is tested when it sees a friend rout (E10.22): none that routs or runs wild itself, and no
    /// elephant.
    pub(in crate::en_avant) fn is_open_to_contagion(&self, state: &State, unit: UnitId) -> bool {
        !state.unit(unit).has(Status::ROUTING | Status::RAMPANT) && self.arm(state, unit) != Arm::Elephant
    }

    /// Whether the crews of a unit that routs leave their guns, so that it is destroyed (EI-70).
    pub(in crate::en_avant) fn leaves_guns(&self, state: &State, unit: UnitId) -> bool {
        self.arm(state, unit) == Arm::Artillery
    }
}

impl Engagement {
    /// The friend to which a rout may spread next, and whether it is the only one so near; otherwise the enemy chooses
    /// (E10.22, EI-71).
    pub(super) fn witness(&self, state: &State, unit: UnitId) -> Option<(UnitId, bool)> {
        if !self.rules.rout_contagion {
            return None;
        }
        let mut witnesses = self.witnesses(state, unit);
        let first = witnesses.next()?;
        Some((first, witnesses.next().is_none()))
    }

    /// The nearest friends that see a unit rout and have not been tested (E10.22, EI-71): several only if they are
    /// equally near.
    fn witnesses<'a>(&'a self, state: &'a State, unit: UnitId) -> impl Iterator<Item = UnitId> + use<'a> {
        let open = move |friend: &UnitId| {
            *friend != unit
                && !state.unit(*friend).has(Status::TESTED)
                && self.troops.is_open_to_contagion(state, *friend)
                && self.sees(state, *friend, unit)
        };
        let least = self
            .troops
            .on_table(state, side_of(unit))
            .filter(open)
            .map(|friend| self.places().square_between(state, friend, unit))
            .min();
        self.troops
            .on_table(state, side_of(unit))
            .filter(open)
            .filter(move |friend| Some(self.places().square_between(state, *friend, unit)) == least)
    }

    /// Whether the straight line between the centres of two units crosses no ground that blocks sight (EI-71). A hill
    /// on which either stands does not (EI-19), nor ground in which both are closer than the depth of a base (EI-53),
    /// nor a line in contact with either (EI-18).
    fn sees(&self, state: &State, unit: UnitId, other: UnitId) -> bool {
        let places = self.places();
        let (from, to) = (places.bounding(state, unit).centre, places.bounding(state, other).centre);
        let blocks = |piece: &Piece| {
            let stood_on = piece.level > 0 && (piece.contains(from) || piece.contains(to));
            let together =
                || piece.contains(from) && piece.contains(to) && self.units().is_closer_than_a_base(state, unit, other);
            let touched =
                || piece.is_line() && [unit, other].into_iter().any(|it| places.touches_line(state, it, piece));
            piece.blocks_sight && !stood_on && piece.meets_stretch(from, to) && !together() && !touched()
        };
        !self.ground(state).pieces.iter().any(blocks)
    }

    /// The friends among which the enemy chooses (EI-71).
    pub(super) fn contagion_actions(&self, state: &State, unit: UnitId, sink: &mut impl Sink) {
        self.witnesses(state, unit).for_each(|friend| sink.push(Action::Tests(friend)));
    }

    /// The edges to which it may flee (E10.18, EI-69): its own; or the nearest, if it ends there no nearer to any
    /// enemy.
    pub(super) fn flee_actions(&self, state: &State, unit: UnitId, sink: &mut impl Sink) {
        let own = own_edge(unit);
        sink.push(Action::FleeTo(own));
        let nearest = self.nearest_edge(state, unit);
        if nearest != own && self.flees_from_all(state, unit, nearest) {
            sink.push(Action::FleeTo(nearest));
        }
    }

    /// The heading to the edge of the table nearest to a unit; of several its own, then one beside it.
    fn nearest_edge(&self, state: &State, unit: UnitId) -> Heading {
        let ground = self.ground(state);
        let own = own_edge(unit);
        let distance = |way: &Heading| {
            let (x, y) = way.direction();
            let half = if x == 0 { ground.half_depth } else { ground.half_width };
            let reach = |corner: Point| (i64::from(corner.x) * x + i64::from(corner.y) * y) >> SCALE_BITS;
            i64::from(half)
                - self.places().footprint(state, unit).corners().map(reach).max().expect("a footprint has corners")
        };
        let ways = [own, own.turned(QUARTER), own.turned(-QUARTER), own.opposite()];
        ways.into_iter().min_by_key(distance).expect("a table has four edges")
    }

    /// Whether a flight towards a heading ends no nearer to any enemy (E10.18, EI-69).
    fn flees_from_all(&self, state: &State, unit: UnitId, way: Heading) -> bool {
        let end = match self.flight(state, unit, way) {
            Flight::To(end) => end,
            other => return other == Flight::Away,
        };
        let after = self.places().footprint_at(state, unit, &end);
        self.troops.on_table(state, side_of(unit).other()).all(|enemy| {
            after.square_to(&self.places().footprint(state, enemy)) >= self.places().square_between(state, unit, enemy)
        })
    }

    /// Applies the chosen edge (E10.17, E10.19, E10.20, E10.26). Returns how the flight ends.
    pub(super) fn apply_flee(&self, state: &mut State, unit: UnitId, way: Heading) -> Flight {
        state.unit_mut(unit).set(Status::TO_FLEE, false);
        let flight = self.flight(state, unit, way);
        match flight {
            Flight::To(end) => {
                self.units().displace(state, unit, end);
                self.units().disorder(state, unit);
            }
            Flight::Away => {
                self.units().run_off(state, unit);
                self.units().refresh_contacts(state);
            }
            Flight::Blocked if self.rules.blocked_rout == BlockedRout::Stays => self.units().disorder(state, unit),
            Flight::Blocked => self.units().destroy_in_fight(state, unit),
        }
        flight
    }

    /// Where a flight ends: as straight as possible, with the smallest deviation that is free (E10.19, EI-69).
    pub(in crate::en_avant) fn flight(&self, state: &State, unit: UnitId, way: Heading) -> Flight {
        let mut deviation = 0;
        while deviation <= self.rules.rout_max_deviation as i16 {
            for turn in [-deviation, deviation] {
                let flight = self.straight_flight(state, unit, way.turned(turn));
                if flight != Flight::Blocked {
                    return flight;
                }
                if deviation == 0 {
                    break;
                }
            }
            deviation += DEVIATION;
        }
        Flight::Blocked
    }

    /// A flight straight towards a heading: with the front there if the unit has room to turn about its centre, else
    /// backwards from where it stands, turned about (E10.17, E10.20, EI-69).
    fn straight_flight(&self, state: &State, unit: UnitId, way: Heading) -> Flight {
        let middle = self.places().bounding(state, unit).centre;
        let half = self.places().bounding(state, unit).half_depth;
        let ahead = Unit { front: middle.moved(way, half, 0), heading: way, ..*state.unit(unit) };
        match self.flight_from(state, unit, &ahead, way) {
            Flight::Blocked => self.flight_from(state, unit, &self.places().turned_about(state, unit), way),
            flight => flight,
        }
    }

    /// A flight towards a heading of a unit that turns before it runs.
    fn flight_from(&self, state: &State, unit: UnitId, start: &Unit, way: Heading) -> Flight {
        // An enemy in contact is not in its way, though rounding may have brought it slightly too near; but the unit
        // cannot turn over it.
        let (now, here) = (self.places().footprint(state, unit), self.places().footprint_at(state, unit, start));
        // Nor does it leave the table by turning: what it loses it by is reaching an edge.
        if !self.lies_on_table(state, unit, start) {
            return Flight::Blocked;
        }
        let passes = |other: UnitId| {
            self.units().may_pass_through(state, unit, other) || self.places().overlaps(state, other, &now)
        };
        if self.places().overlapped_among(state, &here, |other| other != unit && !passes(other)).is_some() {
            return Flight::Blocked;
        }
        let class = self.troops.profile(state, unit).class;
        let mut allowance = self.rules.allowance(class);
        if self.rules.rout_slowed_by_terrain {
            let pieces =
                self.slowing_in_sweep(state, &self.places().sweep(state, unit, start, &shifted(start, way, allowance)));
            allowance = self.rules.allowance(self.rules.slowed(class, pieces));
        }
        let end = shifted(start, way, allowance);
        let sweep = self.places().sweep(state, unit, start, &end);
        if self.sweep_is_barred(state, &sweep)
            || self.places().first_in_sweep(state, unit, &sweep, |other| !passes(other)).is_some()
        {
            return Flight::Blocked;
        }
        if !self.lies_on_table(state, unit, &end) {
            return Flight::Away;
        }
        // It ends clear of every base: short of friends that it may pass but not stand on (EI-41). The sweep is
        // rounded, so the ground of a shorter way is checked again.
        let mut distance = allowance;
        while distance >= 0 {
            let end = shifted(start, way, distance);
            let there = self.places().footprint_at(state, unit, &end);
            match self.places().overlapped(state, unit, &there) {
                None if self.ground_allows(state, &there) => return Flight::To(end),
                Some(other) if !passes(other) => return Flight::Blocked,
                None | Some(_) => distance -= 10 * TENTH,
            }
        }
        Flight::Blocked
    }
}

/// The heading to the edge of a unit's own side.
pub(in crate::en_avant) fn own_edge(unit: UnitId) -> Heading {
    ahead_of(side_of(unit)).opposite()
}
