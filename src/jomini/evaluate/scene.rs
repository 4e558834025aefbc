//! A position from one side's view, for scoring: the enemies' hexes and reach, and the value of a hex.

use super::foes::{Foes, strike_reach};
use super::friends::Friends;
use super::memo::{Memo, next_number};
use super::numbers::{self, ActionWeights, Numbers};
use super::tempo::Races;
use super::threats::{Threat, Threats};
use crate::game::Side;
use crate::jomini::army::unit::{Animals, Class, Profile};
use crate::jomini::combat::retreat::room::Room;
use crate::jomini::map::hex::{HexId, NO_HEX, direction};
use crate::jomini::map::terrain::Terrain;
use crate::jomini::state::battle::{Battle, Objective};
use crate::jomini::state::{NO_UNIT, State, Status, Step, UNITS_A_SIDE, UnitId, side_of};
use arrayvec::ArrayVec;
use std::cell::OnceCell;

thread_local! {
    static ROOMS: Memo<(u64, UnitId, HexId, u8), Room, 256> = const { Memo::new() };
    static COMMANDED: Memo<(u64, HexId, u8), f32, 128> = const { Memo::new() };
    static MOVES: Memo<(u64, UnitId, u8), Numbers, 128> = const { Memo::new() };
}

/// A position from one side's view.
pub struct Scene<'a> {
    /// The game.
    pub battle: &'a Battle,
    /// The position.
    pub state: &'a State,
    /// The side whose view it is.
    pub side: Side,
    /// The weights by which choices within a score are made: those of the calling bot.
    weights: &'a ActionWeights,
    /// The number of faces of the die with each symbol.
    pub faces: [u8; 6],
    /// One lost unit of each side as a share of the number that beats it.
    pub share: [f32; 2],
    foes: Foes,
    friends: Friends,
    /// The number of this scene, by which its results are cached.
    number: u64,
    coming: OnceCell<Coming>,
    races: OnceCell<Races>,
    urgency: OnceCell<f32>,
}

/// From this distance on there is no threat.
const FAR: u8 = 8;
/// Within this distance support counts in full.
const NEAR: u8 = 3;

impl<'a> Scene<'a> {
    /// The position from the view of `side`, in which choices are made by these weights.
    pub fn new(battle: &'a Battle, state: &'a State, side: Side, weights: &'a ActionWeights) -> Scene<'a> {
        let mut faces = [0; 6];
        for face in battle.field.rules.die_faces {
            faces[face as usize] += 1;
        }
        let share = Side::BOTH
            .map(|side| 1.0 / f32::from(battle.field.rules.units_to_lose(state.side(side).units_at_start).max(1)));
        let foes = Foes::of(battle, state, side.other());
        let friends = Friends::of(battle, state, side);
        Scene {
            battle,
            state,
            side,
            weights,
            faces,
            share,
            foes,
            friends,
            number: next_number(),
            coming: OnceCell::new(),
            races: OnceCell::new(),
            urgency: OnceCell::new(),
        }
    }

    /// The same scene in a hypothetical position in which the enemy has not moved.
    pub fn in_position<'b>(&'b self, state: &'b State) -> Scene<'b> {
        Scene {
            state,
            faces: self.faces,
            share: self.share,
            foes: self.foes,
            friends: Friends::of(self.battle, state, self.side),
            number: next_number(),
            coming: OnceCell::new(),
            races: OnceCell::new(),
            urgency: OnceCell::new(),
            ..*self
        }
    }

    /// The weights by which choices within a score are made.
    pub fn weights(&self) -> &ActionWeights {
        self.weights
    }

    /// The weighted sum of features, by which choices within a score are made.
    #[inline]
    pub fn worth(&self, numbers: &Numbers) -> f32 {
        numbers.weigh(self.weights)
    }

    /// The room to retreat by unit, hex and maximum, computed once for this position.
    #[inline]
    pub(super) fn kept_room(&self, (unit, hex, most): (UnitId, HexId, u8), compute: impl FnOnce() -> Room) -> Room {
        let hash = usize::from(hex) + 5 * usize::from(unit) + 64 * usize::from(most);
        ROOMS.with(|rooms| rooms.get((self.number, unit, hex, most), hash, compute))
    }

    /// The number of units commanded from a hex with a range of command, computed once for this position.
    #[inline]
    pub(super) fn kept_command(&self, hex: HexId, range: u8, compute: impl FnOnce() -> f32) -> f32 {
        let hash = usize::from(hex) + 32 * usize::from(range);
        COMMANDED.with(|commanded| commanded.get((self.number, hex, range), hash, compute))
    }

    /// The gain of a unit by its best move with a number of additional hexes, computed once for this position.
    #[inline]
    pub(super) fn kept_move(&self, unit: UnitId, bonus: u8, compute: impl FnOnce() -> Numbers) -> Numbers {
        let hash = usize::from(unit) + 32 * usize::from(bonus);
        MOVES.with(|moves| moves.get((self.number, unit, bonus), hash, compute))
    }

    /// Whether the loss of one more unit beats a side.
    pub fn is_last(&self, side: Side) -> bool {
        self.battle.is_on_last_unit(self.state, side)
    }

    /// The distance from a hex to the nearest enemy unit.
    #[inline]
    pub fn nearest_foe(&self, hex: HexId) -> u8 {
        self.foes.nearest(&self.battle.field.board, hex)
    }

    /// The value for `unit` and its friends of its being on a hex, without the attack that it could make from there.
    pub fn post(&self, unit: UnitId, hex: HexId) -> Numbers {
        let (battle, state, side) = (self.battle, self.state, self.side);
        let profile = battle.field.forces.profile(unit);
        let own_hex = state.unit(unit).hex;
        let rules = &battle.field.rules;
        let board = &battle.field.board;
        // The unit is counted as a friend at its present hex, which it leaves.
        let counts = own_hex != NO_HEX
            && !battle.field.forces.is_panicked(unit)
            && !battle.field.is_road_bound(state, unit, own_hex);
        let without = |hex: HexId| self.friends.beside(hex) - u8::from(counts && board.distance(own_hex, hex) == 1);
        // On a road through rough terrain it neither has nor gives support (J1.8).
        let bound = battle.field.is_road_bound(state, unit, hex);
        let view = self.foes.view(board, hex);
        let nearest = view.nearest;
        let near = self.nearness(nearest);
        // Far from all enemies support counts for nothing.
        let lends = near > 0.0 && !bound;
        let (mut open, mut lent) = (0, 0);
        for next in board.neighbours(hex) {
            if *next == NO_HEX {
                continue;
            }
            let other = state.unit_at(*next);
            if other == NO_UNIT || other == unit || side_of(other) != side {
                open += 1;
                continue;
            }
            if lends {
                let others = without(*next);
                let gains = !rules.support_by(others)
                    && rules.support_by(others + 1)
                    && !battle.field.is_road_bound(state, other, *next);
                lent += u8::from(gains);
            }
        }
        let friends = without(hex);
        let supported = !bound && rules.support_by(friends);
        let mut threats = Threats::default();
        let cover = self.cover(hex);
        // Wagons shelter in melee only (J5.47).
        let drawn_up = hex == own_hex && battle.field.forces.is_drawn_up(state, unit);
        let melee_cap = if drawn_up { cover.min(rules.wagon_dice_cap) } else { cover };
        let fire_cap = if rules.ground_limits_dice(false) { cover } else { u8::MAX };
        let mut charged = false;
        self.foes.each_in_reach(view, board, hex, |foe, distance| {
            let faces = self.hitting_faces(foe, unit, &Threat { supported, distance });
            let cap = if foe.fires_at(distance) { fire_cap } else { melee_cap };
            threats.add(foe, distance, f32::from(foe.dice.min(cap)) * faces / 6.0);
            charged |= foe.class == Class::Mounted && melee_cap == u8::MAX;
        });
        let mut numbers = Numbers::NONE;
        let promised = match supported {
            true => 1.0,
            false if !lends => 0.0,
            false => self.promised_support(unit, hex, rules.support_neighbours - friends),
        };
        numbers.0[numbers::SUPPORTED] = (promised + f32::from(lent)) * near;
        let elements = f32::from(state.unit(unit).elements);
        let exposure = threats.sum(open).min(elements);
        numbers.0[numbers::EXPOSURE] = exposure;
        numbers.0[numbers::UNDER_FIRE] = threats.ranged.min(elements);
        if exposure > 0.0 {
            let part = exposure / elements;
            numbers.0[numbers::PERIL] = part * part * self.share[side.index()];
            numbers.0[numbers::CHARGED] = f32::from(u8::from(charged && profile.class != Class::Mounted));
        } else if nearest <= strike_reach(profile) {
            numbers.0[numbers::STANDOFF] = 1.0;
        }
        let way_to_objective = self.way_to_objective(unit, hex);
        let way = weigh_way(self.way_to_go(hex, nearest, way_to_objective, profile));
        numbers.0[numbers::ADVANCE] = -way;
        numbers.0[numbers::APPROACH] = -way_to_objective.map_or(0.0, weigh_way);
        numbers.0[numbers::PRESS] = -way * self.urgency.get_or_init(|| self.urgency());
        if near > 0.0 {
            let wanted = profile.retreat_hexes.min(3);
            let room = self.room_once(state, unit, hex, wanted);
            numbers.0[numbers::BLOCKED_RETREAT] = f32::from(wanted - room.made(wanted)) * near;
        }
        if battle.field.forces.animals.intersects(Animals::CAMELS | Animals::ELEPHANTS) {
            self.animals(unit, hex, near, &mut numbers);
        }
        if !battle.objectives.is_empty() {
            numbers.0[numbers::OBJECTIVE] = self.objective(unit, hex);
            numbers.0[numbers::TEMPO] = self.races().by(battle, unit, hex);
        }
        numbers
    }

    /// The races for objectives, computed once for this position.
    pub fn races(&self) -> &Races {
        self.races.get_or_init(|| Races::of(self.battle, self.state, self.side))
    }

    /// The value of a unit's present hex, without its contribution to friends, which are valued themselves.
    pub fn standing(&self, unit: UnitId, hex: HexId) -> Numbers {
        let mut numbers = self.post(unit, hex);
        let field = &self.battle.field;
        let supported = field.rules.support_by(self.friends.beside(hex)) && !field.is_road_bound(self.state, unit, hex);
        numbers.0[numbers::SUPPORTED] = if supported { self.nearness(self.nearest_foe(hex)) } else { 0.0 };
        numbers
    }

    /// Whether units are still being activated (J3.6), so that those without a group may yet get one.
    fn is_commanding(&self) -> bool {
        matches!(self.state.step, Step::Command | Step::Activation(_) | Step::Courier(_))
    }

    /// The weight of support at a distance from the nearest enemy.
    fn nearness(&self, nearest: u8) -> f32 {
        (f32::from(FAR.saturating_sub(nearest)) / f32::from(FAR - NEAR)).min(1.0)
    }

    /// The share of the missing support that units still to move may provide: those of the same group, or while units
    /// are being activated any.
    fn promised_support(&self, unit: UnitId, hex: HexId, missing: u8) -> f32 {
        let state = self.state;
        let group = state.unit(unit).group;
        if (group == 0 && !self.is_commanding()) || state.step == Step::Combat {
            return 0.0;
        }
        let coming = self.coming.get_or_init(|| Coming::of(self));
        if coming.are_beside(self, unit, hex, missing) { 0.6 } else { 0.0 }
    }

    /// The value of an advance of this many hexes towards the enemy, given the distance of the nearest.
    pub fn way_won(&self, unit: UnitId, nearest_foe: u8, hexes: u8) -> f32 {
        let hex = self.state.unit(unit).hex;
        let to_objective = self.way_to_objective(unit, hex);
        let way = self.way_to_go(hex, nearest_foe, to_objective, self.battle.field.forces.profile(unit));
        weigh_way(way) - weigh_way(way.saturating_sub(hexes))
    }

    /// The distance in hexes to the nearest enemy or objective; 0 for a side that wins by waiting.
    fn way_to_go(&self, hex: HexId, nearest_foe: u8, to_objective: Option<u8>, profile: &Profile) -> u8 {
        let battle = self.battle;
        let mut distance = if battle.winner_at_limit == Some(self.side) || self.foes.is_empty() {
            0
        } else {
            let wanted = if profile.range > 2 { profile.range - 1 } else { 1 };
            nearest_foe.saturating_sub(wanted)
        };
        for way in [self.way_to_exit(self.side, hex), to_objective].into_iter().flatten() {
            distance = distance.min(way);
        }
        distance
    }

    /// The distance in hexes to the nearest objective that no other own unit holds; `None` if there is none.
    fn way_to_objective(&self, unit: UnitId, hex: HexId) -> Option<u8> {
        let open = self.battle.objectives.iter().filter(|objective| !self.is_held(objective, unit));
        open.flat_map(|objective| &objective.hexes).map(|goal| self.battle.field.board.distance(hex, *goal)).min()
    }

    /// Whether the side holds an objective without one of its units.
    fn is_held(&self, objective: &Objective, away: UnitId) -> bool {
        self.battle.field.forces.holds_objective_without(self.state, objective, self.side, away)
    }

    /// The share of the points that win which the objective on a hex gives its holder, unless friends hold it already,
    /// and that it denies to the enemy, unless friends are on it already.
    fn objective(&self, unit: UnitId, hex: HexId) -> f32 {
        let mut worth = 0.0;
        for objective in self.battle.objectives.iter().filter(|objective| objective.hexes.contains(&hex)) {
            let forces = &self.battle.field.forces;
            let share = |side: Side| {
                f32::from(objective.points[side]) / f32::from(self.battle.objective_points_to_win[side].max(1))
            };
            if !self.is_held(objective, unit) {
                worth += share(self.side);
            }
            if !forces.is_on_objective_without(self.state, objective, self.side, unit) {
                worth += share(self.side.other());
            }
        }
        worth
    }

    /// The maximum number of dice of an attack into a hex, by the terrain on it and around it.
    fn cover(&self, hex: HexId) -> u8 {
        let board = &self.battle.field.board;
        let ground = board.ground(hex);
        let plain = (Terrain::ROAD | Terrain::CLEAR).contains(ground.terrain)
            && ground.level == 0
            && ground.sides == [Terrain::empty(); 6];
        if plain {
            return u8::MAX;
        }
        // The best side of those towards the enemy.
        let [left, right, ..] = board.directions(self.side);
        let into = |towards: usize| {
            let next = board.neighbours(hex)[towards];
            if next == NO_HEX { u8::MAX } else { board.attack_towards(next, direction::opposite(towards)).into_cap }
        };
        into(left).max(into(right))
    }
}

/// The units of a side that are activated, or may still be, and have yet to move.
struct Coming {
    units: ArrayVec<(UnitId, HexId, u8), UNITS_A_SIDE>,
}

impl Coming {
    fn of(scene: &Scene) -> Coming {
        let (battle, state) = (scene.battle, scene.state);
        let waiting = battle.field.forces.units_on_table(state, scene.side).filter(|unit| {
            let it = state.unit(*unit);
            (it.group != 0 || scene.is_commanding()) && !it.has(Status::MOVED)
        });
        let with_reach = |unit| (unit, state.unit(unit).hex, battle.field.units().capacity(state, unit) + 1);
        Coming { units: waiting.map(with_reach).collect() }
    }

    /// Whether this many can come next to `unit` on a hex, if it moves there, and are not there yet: of its group, or
    /// while units are being activated any.
    fn are_beside(&self, scene: &Scene, unit: UnitId, hex: HexId, number: u8) -> bool {
        let (state, board) = (scene.state, &scene.battle.field.board);
        let group = state.unit(unit).group;
        let commanding = scene.is_commanding();
        let comes = |(other, from, reach): &&(UnitId, HexId, u8)| {
            let distance = board.distance(*from, hex);
            *other != unit && (commanding || state.unit(*other).group == group) && distance > 1 && distance <= *reach
        };
        self.units.iter().filter(comes).take(usize::from(number)).count() == usize::from(number)
    }
}

/// The weight of a distance in hexes, in which more distant hexes count more.
pub fn weigh_way(hexes: u8) -> f32 {
    let hexes = f32::from(hexes);
    hexes + hexes * hexes / 16.0
}
