//! Random legal positions: the units of both sides scattered over the table, often in contact, with random losses,
//! status and phase. Soak and property tests start from them, since games from the usual start reach contact late and
//! crowded positions rarely.
//!
//! Rules E2.34, E5.4, E7.12 with EI-6, EI-28, EI-30, EI-72, EI-104, EI-105, EI-107, as far as they restrict positions.

use reglette::en_avant::Engagement;
use reglette::en_avant::army::troop::Arm;
use reglette::en_avant::state::engagement::ahead_of;
use reglette::en_avant::state::{
    Clash, Holders, MAX_MARKERS, MAX_OBJECTIVES, Marker, NO_CAP, NO_UNIT, ObjectiveState, Piece, SideState, State,
    Status, Step, UNITS_A_SIDE, Unit, UnitId, side_of,
};
use reglette::en_avant::table::geometry::{CIRCLE, Edge, Heading, Length, Point};
use reglette::game::rng::Stream;
use reglette::game::{Game, Side};

/// Engagements from which random positions can be drawn.
pub trait Scattered {
    /// A random legal position of this engagement, in an impulse of either side.
    fn scattered(&self, stream: &mut Stream) -> State;
}

impl Scattered for Engagement {
    fn scattered(&self, stream: &mut Stream) -> State {
        Scatter { game: self }.position(stream)
    }
}

/// Attempts to place a unit.
const TRIES: u32 = 60;

/// Whether an event of probability one in `cases` happens.
fn once_in(cases: u32, stream: &mut Stream) -> bool {
    stream.below(cases) == 0
}

/// A length between two bounds.
fn between(least: Length, most: Length, stream: &mut Stream) -> Length {
    least + stream.below((most - least).max(0) as u32 + 1) as Length
}

/// The part of the table where most units stand.
struct Crowd {
    heart: Point,
    reach: Length,
}

struct Scatter<'a> {
    game: &'a Engagement,
}

impl Scatter<'_> {
    fn position(&self, stream: &mut Stream) -> State {
        let mut state = State {
            units: [Unit::NONE; 2 * UNITS_A_SIDE],
            objectives: [ObjectiveState { real: false, owner: None, holders: Holders::default() }; MAX_OBJECTIVES],
            markers: [Marker { unit: NO_UNIT, heading: Heading::NORTH, front: Point::ORIGIN }; MAX_MARKERS],
            clash: Clash::default(),
            opened: None,
            offered: false,
            combats: 0,
            outcome: None,
            ..self.game.start
        };
        state.turned = !self.game.symmetric && once_in(2, stream);
        let ground = self.game.ground(&state);
        let least = ground.half_width.min(ground.half_depth);
        let heart = Point::new(between(-least / 2, least / 2, stream), between(-least / 2, least / 2, stream));
        let crowd = Crowd { heart, reach: between(least / 4, least, stream) };
        state.turn = 1 + stream.below(u32::from(self.game.turn_limit)) as u8;
        for (objective, it) in state.objectives.iter_mut().zip(&self.game.objectives) {
            objective.real = it.target <= 1 || once_in(2, stream);
            let owner = [None, Some(Side::Red), Some(Side::Blue)][stream.below(3) as usize];
            objective.owner = owner.filter(|_| objective.real);
        }
        for side in Side::BOTH {
            self.scatter_side(&mut state, side, &crowd, stream);
        }
        self.game.units().refresh_contacts(&mut state);
        for side in Side::BOTH {
            self.scatter_facts(&mut state, side, stream);
        }
        self.game.units().refresh_contacts(&mut state);
        self.scatter_phase(&mut state, stream);
        Game::advance_forced(self.game, &mut state);
        state
    }

    /// The minimum combativity of an army that is not defeated (E1.5).
    fn least_combativity(&self) -> i8 {
        (self.game.rules.defeat_combativity + 1).min(self.game.rules.combativity_max) as i8
    }

    /// Scatters a side: its losses, its units, its camp and its general.
    fn scatter_side(&self, state: &mut State, side: Side, crowd: &Crowd, stream: &mut Stream) {
        let most = u32::from(self.game.rules.combativity_max);
        let least = self.least_combativity() as u32;
        let combativity = (least + stream.below(most + 1 - least)) as i8;
        *state.side_mut(side) = SideState { combativity, general_unit: NO_UNIT, ..SideState::default() };
        let first = self.game.troops.units_of(side).first();
        let worn = stream.below(4);
        for unit in self.game.troops.units_of(side) {
            let whole = self.game.start.unit(unit).bases;
            if whole == 0 {
                continue;
            }
            let lost = match stream.below(4) < worn {
                true if unit > first && once_in(3, stream) => whole,
                true => stream.below(u32::from(whole)) as u8,
                false => 0,
            };
            self.scatter_unit(state, unit, whole - lost, crowd, stream);
            // A unit without room is lost too; a base that holds horses is not.
            let it = state.unit(unit);
            let held = if it.has(Status::DISMOUNTED) { self.game.rules.dismount_horse_holder_bases } else { 0 };
            let lost = whole - it.bases - held;
            let of_side = state.side_mut(side);
            of_side.bases_lost += u16::from(lost);
            of_side.units_lost += u8::from(lost == whole);
            let points = self.game.troops.profiles[usize::from(unit)].as_ref().map_or(0, |it| it.points);
            of_side.points_lost += u16::from(lost) * u16::from(points);
        }
        self.scatter_pieces(state, side, stream);
    }

    /// A unit of a number of bases, in a legal shape and place.
    fn scatter_unit(&self, state: &mut State, unit: UnitId, bases: u8, crowd: &Crowd, stream: &mut Stream) {
        if bases == 0 {
            return;
        }
        let on_foot = self.game.troops.dismounted[usize::from(unit)].is_some() && once_in(3, stream);
        let held = if on_foot { self.game.rules.dismount_horse_holder_bases } else { 0 };
        if bases <= held {
            return;
        }
        let mut it = Unit { bases: bases - held, files: 1, ..Unit::NONE };
        it.set(Status::DISMOUNTED, on_foot);
        // The profile, and thus the depth, follows from the status.
        *state.unit_mut(unit) = Unit { status: it.status | Status::RESERVE, ..it };
        let gun = self.game.troops.profile(state, unit).troop.horse && once_in(2, stream);
        it.set(Status::LIMBERED, gun);
        for attempt in 0..TRIES {
            it.files = 1 + stream.below(u32::from(it.bases)) as u8;
            let beside = if attempt < TRIES / 2 && stream.below(4) > 0 {
                self.beside_enemy(state, unit, &it, stream)
            } else {
                None
            };
            let pose = beside.unwrap_or_else(|| {
                let reach = if attempt < TRIES / 2 { crowd.reach } else { 4 * crowd.reach };
                let away = Point::new(between(-reach, reach, stream), between(-reach, reach, stream));
                let heading = if once_in(2, stream) {
                    ahead_of(side_of(unit))
                } else {
                    Heading::new(stream.below(u32::from(CIRCLE)) as u16)
                };
                Unit { front: crowd.heart + away, heading, ..it }
            });
            let footprint = self.game.places().footprint_at(state, unit, &pose);
            let cut = footprint.rectangles().iter().any(|it| self.game.is_cut_by_obstacle(state, it));
            if !cut && self.game.stands_free(state, unit, &pose) {
                *state.unit_mut(unit) = pose;
                if on_foot {
                    self.scatter_horses(state, unit, held, stream);
                }
                return;
            }
        }
        *state.unit_mut(unit) = Unit::NONE;
    }

    /// The front of a unit on an edge of an enemy that is already placed.
    fn beside_enemy(&self, state: &State, unit: UnitId, it: &Unit, stream: &mut Stream) -> Option<Unit> {
        let enemies: Vec<UnitId> = self.game.troops.on_table(state, side_of(unit).other()).collect();
        if enemies.is_empty() {
            return None;
        }
        let enemy = enemies[stream.below(enemies.len() as u32) as usize];
        let whole = self.game.places().bounding(state, enemy);
        let edge =
            [Edge::Front, Edge::Front, Edge::Front, Edge::Left, Edge::Right, Edge::Rear][stream.below(6) as usize];
        let outward = whole.heading.turned(edge.turn());
        let halves = stream.below(2 * u32::from(it.files + state.unit(enemy).files)) as Length;
        let most = Length::from(it.files + state.unit(enemy).files);
        let aside = (halves - most) * self.game.measures.width / 2;
        Some(Unit { front: whole.middle_of(edge).moved(outward, 0, aside), heading: outward.opposite(), ..*it })
    }

    /// Places the horses of a unit on foot in its place or behind it; or they have been driven off (EI-105).
    fn scatter_horses(&self, state: &mut State, unit: UnitId, held: u8, stream: &mut Stream) {
        let it = *state.unit(unit);
        let back = between(0, 4 * self.game.measures.width, stream);
        let marker = Marker { unit, heading: it.heading, front: it.front.moved(it.heading, -back, 0) };
        if held == 0 && once_in(3, stream) {
            return;
        }
        if let Some(free) = state.markers.iter_mut().find(|marker| marker.unit == NO_UNIT) {
            *free = marker;
        }
    }

    /// Places the camp and the general of a side.
    fn scatter_pieces(&self, state: &mut State, side: Side, stream: &mut Stream) {
        let half_depth = self.game.ground(state).half_depth;
        let across = between(-self.game.measures.camp.0, self.game.measures.camp.0, stream);
        let camp = Point::new(across, self.game.measures.camp.1 - half_depth);
        let front = if side == Side::Red { camp } else { -camp };
        let units: Vec<UnitId> = self.game.troops.on_table(state, side).collect();
        let of_side = state.side_mut(side);
        of_side.camp_lost = once_in(4, stream);
        if !of_side.camp_lost {
            of_side.camp = Piece { front, heading: ahead_of(side), present: true, activated: false };
            if self.game.ground(state).bars(&self.game.measures.camp(state, side), self.game.measures.touch) {
                (state.side_mut(side).camp, state.side_mut(side).camp_lost) = (Piece::default(), true);
            }
        }
        state.side_mut(side).general_lost = units.is_empty() || once_in(5, stream);
        if state.side(side).general_lost {
            return;
        }
        let with = units[stream.below(units.len() as u32) as usize];
        if !self.game.separate_general[side] {
            state.side_mut(side).general_unit = with;
            return;
        }
        let at =
            if once_in(2, stream) { self.game.places().behind_unit(state, with).front } else { state.unit(with).front };
        state.side_mut(side).general =
            Piece { front: at, heading: state.unit(with).heading, present: true, activated: once_in(3, stream) };
        if !self.game.ground(state).holds(&self.game.measures.general_base(state, side)) {
            (state.side_mut(side).general, state.side_mut(side).general_lost) = (Piece::default(), true);
        }
    }

    /// Sets the status of units: order, attackers, units that have been activated or have fought; uncontrollable
    /// elephants.
    fn scatter_facts(&self, state: &mut State, side: Side, stream: &mut Stream) {
        for unit in self.game.troops.units_of(side) {
            if !state.unit(unit).is_on_table() {
                continue;
            }
            let elephant = self.game.troops.arm(state, unit) == Arm::Elephant;
            let artillery = self.game.troops.arm(state, unit) == Arm::Artillery;
            let engaged = state.unit(unit).has(Status::ENGAGED);
            let turn = state.turn;
            if elephant && once_in(6, stream) && state.side(side).general_unit != unit {
                self.game.units().count_losses(state, unit, state.unit(unit).bases);
                state.side_mut(side).combativity = state.combativity(side).max(self.least_combativity());
                let it = state.unit_mut(unit);
                it.set(Status::RAMPANT | Status::ACTIVATED, true);
                it.moved_in = turn - 1;
                continue;
            }
            let it = state.unit_mut(unit);
            match stream.below(10) {
                _ if elephant => {}
                0 | 1 => it.set(Status::DISORDERED, true),
                // Artillery that routs is lost immediately (EI-70).
                2 if !artillery => it.set(Status::DISORDERED | Status::ROUTING, true),
                _ => {}
            }
            it.moved_in = if once_in(3, stream) { turn } else { 0 };
            it.set(Status::ACTIVATED, once_in(3, stream));
            if engaged && !it.has(Status::ROUTING) {
                match stream.below(4) {
                    0 => it.set(Status::CHARGED | Status::ATTACKER | Status::FRESH, true),
                    1 => it.set(Status::ATTACKER, true),
                    2 => it.set(Status::DEFENDER, true),
                    _ => {}
                }
                it.set(Status::FOUGHT, once_in(2, stream));
            }
        }
    }

    /// Sets the active side and the phase of the turn.
    fn scatter_phase(&self, state: &mut State, stream: &mut Stream) {
        state.active = Side::from_index(stream.below(2) as usize);
        state.first = Side::from_index(stream.below(2) as usize);
        state.deployed_first = Side::from_index(stream.below(2) as usize);
        let before = stream.below(3) as u8;
        state.impulses_of_turn = [before; 2];
        state.impulses_of_turn[state.active.index()] = before + 1;
        state.impulse = u16::from(state.turn) * 2 + u16::from(before);
        state.pass_before = once_in(6, stream);
        let other = state.active.other();
        state.side_mut(other).passed = self.game.rules.pass_is_final && once_in(8, stream);
        let alone = self.game.rules.final_impulse_uncapped && !self.game.troops.has_left(state, other);
        state.cap = if alone {
            NO_CAP
        } else {
            self.game.rules.activation_cap.unwrap_or(state.combativity(state.active).max(0) as u8)
        };
        state.activated = stream.below(u32::from(state.cap.min(4))) as u8;
        state.step = Step::Impulse;
    }
}
