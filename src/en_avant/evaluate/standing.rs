//! The situation of a unit: its melees, the units that it could shoot or attack next and that could attack it, its
//! flanks, its distance from where it is useful.
//!
//! These are estimates for evaluation, not rules; dice are those of imagined shots and melees
//! (`combat/advantages/imagined.rs`).

use super::numbers::{self, Numbers};
use crate::en_avant::army::troop::Arm;
use crate::en_avant::rules::Shelter;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::places::Places;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{State, Status, Unit, UnitId, side_of};
use crate::en_avant::table::geometry::{Length, Point, Rectangle, gap_below, gap_between};
use crate::game::Side;

/// The weight of an attack that an enemy can make in the next turn at the earliest.
const LATER: f32 = 0.5;

/// A length as a number.
fn number(length: Length) -> f32 {
    length as f32
}

impl Places<'_> {
    /// The proximity of the enemy: 1 in contact, 0.5 at a ruler.
    pub(super) fn nearness(self, state: &State, unit: UnitId) -> f32 {
        let front = state.unit(unit).front;
        let enemies = self.troops.on_table(state, side_of(unit).other());
        let nearest = enemies.map(|enemy| self.bounding(state, enemy).square_to(front)).min();
        nearest.map_or(0.0, |square| 1.0 / (1.0 + number(square.isqrt() as Length) / number(self.measures.ruler)))
    }
}

impl Units<'_> {
    /// An imagined attack of one unit on another, by the rows of table T6 that depend on both units only: whether it is
    /// made with more dice than it meets, and what it is expected to cost the defender less what it costs the attacker.
    fn imagined_attack(self, state: &State, attacker: UnitId, defender: UnitId, on_flank: bool) -> (bool, f32) {
        let (attack, defence) = self.imagined_melee(state, attacker, defender, on_flank);
        let gain = self.harm(state, defender, attack, 0, true) - self.harm(state, attacker, defence, 0, true);
        (attack > defence, gain)
    }

    /// Whether a unit in good order could bring an enemy within its reach into contact.
    fn may_meet(self, state: &State, unit: UnitId, enemy: UnitId) -> bool {
        state.unit(unit).has(Status::DISORDERED) || self.may_attack(state, unit, enemy).is_ok()
    }

    /// The situation of a general with his own base.
    pub(super) fn general_standing(self, state: &State, side: Side) -> Numbers {
        let mut numbers = Numbers::NONE;
        if !state.side(side).general.present {
            return numbers;
        }
        let base = self.measures.general_base(state, side);
        let touches = |unit: &UnitId| self.places().general_touches(state, *unit);
        let mut company: f32 = 0.0;
        for unit in self.troops.on_table(state, side).filter(touches) {
            let it = state.unit(unit);
            let value: f32 = if it.has(Status::DISORDERED | Status::ENGAGED) { 1.0 } else { 0.5 };
            company = company.max(value);
        }
        numbers.add(numbers::GENERAL, company);
        let danger = |enemy: UnitId| {
            let reach = i64::from(self.pace(state, enemy));
            base.square_to(state.unit(enemy).front) <= reach * reach
        };
        if company == 0.0 && self.troops.on_table(state, side.other()).any(danger) {
            numbers.add(numbers::GENERAL_RISK, 1.0);
        }
        let ruler = number(self.measures.ruler);
        let nearest = self
            .troops
            .on_table(state, side)
            .map(|unit| self.places().bounding(state, unit).square_to(base.centre))
            .min();
        numbers.add(numbers::ADVANCE, nearest.map_or(0.0, |square| -0.2 * number(square.isqrt() as Length) / ruler));
        numbers
    }
}

impl Engagement {
    /// The expected cost of a shot to its target if the unit could make it now, by the rows of table T5 that depend on
    /// both units only.
    fn fire(&self, state: &State, unit: UnitId, target: UnitId) -> f32 {
        let (dice, saves) = self.imagined_shot(state, unit, target);
        self.units().harm(state, target, dice, saves, false)
    }

    /// The situation of a unit.
    pub(in crate::en_avant) fn standing(&self, state: &State, unit: UnitId) -> Numbers {
        let mut numbers = Numbers::NONE;
        let it = state.unit(unit);
        if !it.is_on_table() {
            return numbers;
        }
        let side = side_of(unit);
        let profile = self.troops.profile(state, unit);
        let own = self.places().bounding(state, unit);
        let ruler = number(self.measures.ruler);
        let bases = f32::from(it.bases);
        if it.has(Status::ENGAGED) {
            numbers = self.fight(state, unit);
        }
        let shoots = self.units().could_shoot(state, unit, Status::LIMBERED | Status::ENGAGED);
        let fires = self.units().could_shoot(state, unit, Status::LIMBERED);
        let field = self.units().field_of_fire(state, unit);
        let reach = self.units().pace(state, unit);
        let squared = |length: Length| i64::from(length) * i64::from(length);
        // The nearest enemy of all, and the distance to the nearest that the unit may attack.
        let mut nearest: Option<(i64, UnitId)> = None;
        let mut goal: Option<Length> = None;
        let mut best_shot: f32 = 0.0;
        let (mut threat, mut menace): (f32, f32) = (0.0, 0.0);
        let is_ahead = |it: &Unit, point: Point| it.front.seen(it.heading, point).0 > 0;
        for enemy in self.troops.on_table(state, side.other()) {
            let other = state.unit(enemy);
            let theirs = self.places().bounding(state, enemy);
            let foe = self.troops.profile(state, enemy);
            let between = own.square_to(theirs.centre);
            if nearest.is_none_or(|(least, _)| between < least) {
                nearest = Some((between, enemy));
            }
            // An enemy certainly farther away than the nearest so far is not measured.
            let nearer = goal.is_none_or(|least| {
                let reach = i64::from(least) + i64::from(own.radius() + theirs.radius());
                (own.centre - theirs.centre).square() < reach * reach
            });
            // A unit that shoots need not go around.
            if nearer && (shoots || self.units().may_meet(state, unit, enemy)) {
                let detour = if shoots { 0 } else { self.detour(state, own.centre, theirs.centre, it.files) };
                let gap = match goal {
                    None => Some(gap_between(&own, &theirs)),
                    Some(least) => gap_below(&own, &theirs, i64::from(least - detour)),
                };
                // Only a shorter way is looked for.
                goal = gap.map(|gap| gap.isqrt() as Length + detour).or(goal);
            }
            let pace = self.rules.allowance(foe.class);
            // An enemy farther away than any of these lengths and its own extent can have no effect now.
            if between > squared(pace.max(reach).max(profile.range).max(foe.range) + 2 * theirs.radius()) {
                continue;
            }
            if own.square_to(other.front) <= squared(pace)
                && !other.has(Status::ROUTING | Status::ENGAGED)
                && !it.has(Status::ENGAGED)
            {
                let flanked = self.units().is_beside_or_behind(state, unit, &theirs);
                numbers.add(numbers::FLANK_EXPOSED, if flanked { 1.0 } else { 0.0 });
                if is_ahead(other, own.centre) && self.units().may_attack(state, enemy, unit).is_ok() {
                    let (stronger, gain) = self.units().imagined_attack(state, enemy, unit, flanked);
                    numbers.add(numbers::EXPOSED, if stronger { 1.0 } else { 0.0 });
                    // An enemy that has been activated attacks in the next turn at the earliest.
                    threat = threat.max(if state.may_be_activated(enemy) { gain } else { LATER * gain });
                }
            }
            if !it.has(Status::ENGAGED) && theirs.square_to(it.front) <= squared(reach) {
                let on_flank = self.units().is_beside_or_behind(state, enemy, &own);
                numbers.add(numbers::FLANK_WON, if on_flank { 1.0 } else { 0.0 });
                if is_ahead(it, theirs.centre)
                    && !it.has(Status::DISORDERED | Status::ROUTING)
                    && self.units().may_attack(state, unit, enemy).is_ok()
                {
                    menace = menace.max(self.units().imagined_attack(state, unit, enemy, on_flank).1);
                }
            }
            if fires && self.rules.may_be_shot_at(other) && self.places().is_in_field(state, &field, enemy) {
                let fire = self.fire(state, unit, enemy);
                if fire > best_shot && self.sees_target(state, unit, enemy) {
                    best_shot = fire;
                }
            }
            if self.rules.may_be_shot_at(it)
                && self.units().could_shoot(state, enemy, Status::LIMBERED)
                && self.places().is_in_field(state, &self.units().field_of_fire(state, enemy), unit)
            {
                numbers.add(numbers::UNDER_FIRE, self.fire(state, enemy, unit));
            }
        }
        numbers.add(numbers::THREAT, threat);
        numbers.add(numbers::MENACE, menace);
        // A limbered gun must unlimber first.
        numbers.add(numbers::FIRE_READY, if it.has(Status::LIMBERED) { 0.6 * best_shot } else { best_shot });
        let eager = self.eagerness(state, side);
        // A unit that shoots wants to come within range while there is time; one that fights hand to hand wants
        // contact, or the enemy's camp.
        let wanted = if shoots { number(profile.range) * 0.8 * (1.0 - eager) } else { 0.0 };
        let left = goal.map(|way| (number(way) - wanted).max(0.0));
        let camp = self.way_to_camp(state, unit, &own).map(number);
        if let Some(left) = left.into_iter().chain(camp).min_by(f32::total_cmp) {
            let left = -left / ruler * (0.4 + 0.1 * bases);
            numbers.add(numbers::ADVANCE, left);
            numbers.add(numbers::URGENCY, left * eager);
        }
        if let Some((_, enemy)) = nearest {
            let target = self.places().bounding(state, enemy);
            let (forward, right) = it.front.seen(it.heading, target.centre);
            let straight = number(forward) / (number(forward).abs() + number(right).abs() + 1.0);
            numbers.add(numbers::FACING, straight);
        }
        numbers.add(numbers::WIDTH, f32::from(it.files) / bases);
        self.add_ground(state, unit, &own, &mut numbers);
        self.add_company(state, unit, &own, &mut numbers);
        numbers
    }

    /// The urgency of a side to close, from 0 to 1: it is not ahead by the tie-breaks, and time is running out.
    fn eagerness(&self, state: &State, side: Side) -> f32 {
        if self.units().ahead_without_area(state) == Some(side) { 0.0 } else { self.elapsed(state) }
    }

    /// The elapsed share of the turn limit.
    pub(super) fn elapsed(&self, state: &State) -> f32 {
        f32::from(state.turn) / f32::from(self.turn_limit.max(1))
    }

    /// The distance to the enemy's camp, for units that can take it.
    fn way_to_camp(&self, state: &State, unit: UnitId, own: &Rectangle) -> Option<Length> {
        let owner = side_of(unit).other();
        if !state.side(owner).camp.present
            || !self.rules.camp_can_be_taken()
            || !self.troops.could_take_camp(state, unit)
        {
            return None;
        }
        let camp = self.measures.camp(state, owner);
        Some(
            gap_between(own, &camp).isqrt() as Length
                + self.detour(state, own.centre, camp.centre, state.unit(unit).files),
        )
    }

    /// Adds shelter and objectives.
    fn add_ground(&self, state: &State, unit: UnitId, own: &Rectangle, numbers: &mut Numbers) {
        let ground = self.ground(state);
        if ground.pieces.is_empty() {
            return;
        }
        let centre = own.centre;
        let shelter = ground
            .pieces
            .iter()
            .filter(|piece| piece.contains(centre))
            .map(|piece| piece.shelter)
            .max()
            .unwrap_or(Shelter::None);
        let infantry = self.troops.arm(state, unit) == Arm::Infantry;
        numbers.add(numbers::COVER, if infantry { [0.0, 1.0, 2.0][shelter as usize] } else { 0.0 });
        let side = side_of(unit);
        let mut best: f32 = 0.0;
        for (objective, it) in state.objectives.iter().zip(&self.objectives) {
            if !objective.real || objective.owner == Some(side) {
                continue;
            }
            let goal = ground.pieces[it.piece].centre();
            let far = (goal - state.unit(unit).front).square();
            // One unit is enough, which a gun is not.
            let nearer = |friend: UnitId| {
                friend != unit
                    && (state.unit(friend).front - goal).square() < far
                    && self.troops.arm(state, friend) != Arm::Artillery
                    && !state.unit(friend).has(Status::ROUTING)
            };
            let inside = self.occupies(state, unit, it.piece);
            if self.troops.arm(state, unit) == Arm::Artillery
                || (!inside && self.troops.on_table(state, side).any(nearer))
            {
                continue;
            }
            let way = number((goal - centre).length()) / number(self.measures.ruler);
            best = best.max(if inside { 1.0 } else { 0.6 / (1.0 + way) });
        }
        numbers.add(numbers::OBJECTIVE, best);
    }
}
