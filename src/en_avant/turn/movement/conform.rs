//! Contact: which units may attack which, from which side, and how the bases conform.
//!
//! Rules E11.1, E11.2, E11.3, E11.4, E11.5, E11.6, E11.7, E11.8, E11.10 with EI-18, EI-56, EI-72, EI-73, EI-75. The
//! attacker brings its front edge up to an enemy base; the last turn that aligns it is free.

use crate::en_avant::army::troop::Arm;
use crate::en_avant::rules::{ConformingUnit, FlankZone, InfantryAttacksCavalry, Rules};
use crate::en_avant::state::arrival::Fault;
use crate::en_avant::state::engagement::{Engagement, Measures};
use crate::en_avant::state::footprint::Footprint;
use crate::en_avant::state::places::Places;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{State, Status, Unit, UnitId, side_of};
use crate::en_avant::table::geometry::{
    Edge, Heading, Length, Point, Rectangle, SCALE_BITS, gap_between, square_to_stretch, stretches_meet,
};

/// Tolerance of rounding for a point that lies on a line.
const ROUNDING: i64 = 5;

/// The fault of infantry that would come into contact with steady cavalry.
pub(super) const STEADY_CAVALRY: Fault =
    Fault("infantry does not attack cavalry that is neither engaged nor disordered (E11.2)");

/// The poses of two units that have come into contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conformed {
    /// The attacker.
    pub unit: Unit,
    /// The unit attacked, if it conforms or turns about.
    pub target: Option<Unit>,
}

impl Rules {
    /// The sides of a unit beside or behind which some corners lie (EI-56), bits by `Edge as usize`; the front is never
    /// one of them.
    pub(super) fn sides_beside(&self, target: &Rectangle, corners: [Point; 4]) -> u8 {
        const BESIDE: u8 = 1 << Edge::Right as u8 | 1 << Edge::Rear as u8 | 1 << Edge::Left as u8;
        let slack = ROUNDING << SCALE_BITS;
        let scaled = |half: Length| i64::from(half) << SCALE_BITS;
        let (deep, wide) = (scaled(target.half_depth), scaled(target.half_width));
        corners.iter().fold(BESIDE, |sides, corner| {
            let (forward, right) = target.centre.seen_scaled(target.heading, *corner);
            let level =
                forward <= deep + slack && (self.flank_zone == FlankZone::BehindFrontLine || forward >= -deep - slack);
            let mut here = 0;
            match self.flank_zone {
                FlankZone::BehindFrontLine if level => here = BESIDE,
                FlankZone::BehindFrontLine => {}
                FlankZone::Strict => {
                    if level && right >= wide - slack {
                        here |= 1 << Edge::Right as u8;
                    }
                    if level && right <= slack - wide {
                        here |= 1 << Edge::Left as u8;
                    }
                    if forward <= slack - deep {
                        here |= 1 << Edge::Rear as u8;
                    }
                }
            }
            sides & here
        })
    }
}

impl Measures {
    /// The edge of a unit in contact with the front of another; of several the one that faces it most directly (EI-56).
    pub(super) fn edge_touched(&self, pose: &Unit, target: &Rectangle) -> Edge {
        let front = self.front_edge(pose);
        let (left, right) = front.ends_of(Edge::Front);
        let reach = i64::from(3 * self.touch);
        let touches = |edge: &&Edge| {
            let (from, to) = target.ends_of(**edge);
            let ends = [square_to_stretch(left, from, to), square_to_stretch(right, from, to)];
            let others = [square_to_stretch(from, left, right), square_to_stretch(to, left, right)];
            stretches_meet((left, right), (from, to))
                || ends.into_iter().chain(others).any(|square| square <= reach * reach)
        };
        let against = |edge: &&Edge| pose.heading.opposite().turn_to(target.heading.turned(edge.turn())).unsigned_abs();
        // A front in the gap of a short last rank touches no edge of the bounding rectangle.
        *Edge::ALL
            .iter()
            .filter(touches)
            .min_by_key(against)
            .unwrap_or_else(|| Edge::ALL.iter().min_by_key(against).expect("four edges"))
    }

    /// The best free position of a unit on a face of another (EI-73): file against file, at least one base facing
    /// another; the least displacement first, then the most bases faced, then the leftmost.
    fn lined_up(&self, at: &Unit, face: &Face, free: impl Fn(&Unit) -> bool) -> Option<Unit> {
        let (own, theirs) = (Length::from(at.files), Length::from(face.files));
        let position = |place: Length| {
            let right = place * self.width - (own + theirs - 2) * self.width / 2;
            let pose =
                Unit { front: face.middle.moved(face.outward, 0, right), heading: face.outward.opposite(), ..*at };
            // Seen from the other unit the places go from its left to its right: the last is the leftmost of the one
            // that conforms.
            let faced = (place + 1).min(own + theirs - 1 - place).min(own).min(theirs);
            (((pose.front - at.front).square(), -faced, -place), pose)
        };
        let count = own + theirs - 1;
        let mut last = None;
        for _ in 0..count {
            let next = (0..count)
                .map(position)
                .filter(|(key, _)| last.is_none_or(|last| *key > last))
                .min_by_key(|(key, _)| *key);
            let (key, pose) = next?;
            if free(&pose) {
                return Some(pose);
            }
            last = Some(key);
        }
        None
    }
}

impl Unit {
    /// Whether a unit that is attacked stays as it is, without turning or lining up: one that is already engaged,
    /// disordered or out of control (E8.2, E8.3, EI-56, EI-73, EI-107).
    fn is_held(&self) -> bool {
        self.has(Status::ENGAGED | Status::DISORDERED | Status::ROUTING | Status::RAMPANT)
    }
}

impl Places<'_> {
    /// Whether the front edge of a unit reaches the bases of another (EI-72).
    pub(super) fn front_reaches(self, state: &State, pose: &Unit, target: UnitId) -> bool {
        let (front, reach) = (self.measures.front_edge(pose), i64::from(2 * self.measures.touch));
        self.footprint(state, target).rectangles().iter().any(|it| gap_between(&front, it) <= reach * reach)
    }

    /// The side from which a unit is attacked (E11.8, E11.10, EI-56): a flank or the rear if it is surprised there or
    /// cannot turn, the front otherwise. `beside` holds the sides beside which the attacker has been during the
    /// whole move.
    pub(super) fn aspect(self, state: &State, pose: &Unit, target: UnitId, beside: u8) -> Edge {
        let touched = self.measures.edge_touched(pose, &self.bounding(state, target));
        let surprised = beside & (1 << touched as u8) != 0;
        if state.unit(target).is_held() || surprised { touched } else { Edge::Front }
    }
}

impl Units<'_> {
    /// Whether a unit may move to attack another (E11.2, E11.3, E8.3, EI-72, EI-106).
    pub(in crate::en_avant) fn may_attack(self, state: &State, unit: UnitId, target: UnitId) -> Result<(), Fault> {
        let fault = |words| Err(Fault(words));
        if usize::from(target) >= state.units.len()
            || side_of(target) == side_of(unit)
            || !state.unit(target).is_on_table()
        {
            return fault("there is no such enemy on the table");
        }
        let own = self.troops.arm(state, unit);
        if own == Arm::Artillery && !self.rules.artillery_may_attack {
            return fault("artillery may not move into contact voluntarily (E11.3)");
        }
        if state.unit(unit).has(Status::DISORDERED) {
            return fault("a disordered unit moves only to get away from the enemy (E8.3)");
        }
        if own == Arm::Infantry && self.bars_infantry(state, target) {
            return Err(STEADY_CAVALRY);
        }
        Ok(())
    }

    /// Whether a unit is cavalry that infantry may not attack (E11.2).
    fn bars_infantry(self, state: &State, target: UnitId) -> bool {
        self.troops.arm(state, target) == Arm::Cavalry
            && match self.rules.infantry_may_attack_cavalry {
                InfantryAttacksCavalry::Always => false,
                InfantryAttacksCavalry::Never => true,
                InfantryAttacksCavalry::IfEngagedOrDisordered => {
                    !state.unit(target).has(Status::ENGAGED | Status::DISORDERED)
                }
            }
    }

    /// Whether infantry that attacks an enemy would in some pose be engaged with another that it may not attack (E11.2,
    /// EI-72).
    pub(in crate::en_avant) fn engages_steady_cavalry(
        self,
        state: &State,
        unit: UnitId,
        pose: &Unit,
        target: UnitId,
    ) -> bool {
        self.troops.arm(state, unit) == Arm::Infantry
            && self.troops.on_table(state, side_of(unit).other()).any(|other| {
                other != target
                    && self.bars_infantry(state, other)
                    && self.contact_at(state, unit, pose, other).is_some()
            })
    }
}

impl Engagement {
    /// Conforms two units whose bases have met (E11.4, E11.5, E11.6, E11.7, EI-73); none if there is no room. The
    /// attacker may stand across an obstacle over which it attacks (EI-18).
    pub(super) fn conform(
        &self,
        state: &State,
        unit: UnitId,
        at: &Unit,
        target: UnitId,
        aspect: Edge,
        crossed: Option<usize>,
    ) -> Option<Conformed> {
        // A unit met in the rear without being surprised there turns about to face the attacker (E11.8, EI-73).
        let turns = aspect == Edge::Front
            && self.measures.edge_touched(at, &self.places().bounding(state, target)) == Edge::Rear;
        let turned = turns.then(|| self.places().turned_about(state, target));
        if turned.is_some_and(|turned| {
            !self.has_room(state, unit, target, &self.places().footprint_at(state, target, &turned))
        }) {
            return None;
        }
        let it = turned.as_ref().unwrap_or(state.unit(target));
        let whole = self.places().bounding_at(state, target, it);
        let attacker = |pose: Unit| Conformed { unit: pose, target: turned };
        // A place in which the attacker would be engaged with cavalry that it may not attack is not allowed.
        let free = |pose: &Unit| {
            self.fits(state, unit, at, pose, target, crossed)
                && !self.units().engages_steady_cavalry(state, unit, pose, target)
        };
        match aspect {
            Edge::Front => {
                let attacker_lines_up = match self.rules.conforming_unit {
                    ConformingUnit::ShorterFront => at.files <= it.files,
                    ConformingUnit::LongerFront => at.files >= it.files,
                    ConformingUnit::Attacker => true,
                } || it.is_held()
                    || self.troops.arm(state, target) == Arm::Artillery
                    || self.is_parted(state, self.places().bounding_at(state, unit, at).centre, whole.centre, None);
                if !attacker_lines_up && free(at) {
                    let face = Face { middle: at.front, outward: at.heading, files: at.files };
                    if let Some(turned) =
                        self.measures.lined_up(it, &face, |pose| self.fits(state, target, it, pose, unit, None))
                    {
                        return Some(Conformed { unit: *at, target: Some(turned) });
                    }
                }
                let face = Face { middle: it.front, outward: it.heading, files: it.files };
                self.measures.lined_up(at, &face, free).map(attacker)
            }
            Edge::Rear => {
                let face =
                    Face { middle: whole.middle_of(Edge::Rear), outward: it.heading.opposite(), files: it.files };
                self.measures.lined_up(at, &face, free).map(attacker)
            }
            Edge::Left | Edge::Right => {
                let heading = it.heading.turned(aspect.turn()).opposite();
                let half = Length::from(at.files) * self.measures.width / 2;
                let (first, second) = whole.ends_of(aspect);
                // Its corner on the side of the enemy's front lies at the enemy's front corner; else its other
                // corner at the enemy's rear corner.
                let (ahead, behind, aside) =
                    if aspect == Edge::Right { (first, second, -half) } else { (second, first, half) };
                [(ahead, aside), (behind, -aside)].into_iter().find_map(|(corner, aside)| {
                    let pose = Unit { front: corner.moved(heading, 0, aside), heading, ..*at };
                    free(&pose).then_some(attacker(pose))
                })
            }
        }
    }

    /// Whether a unit that conforms to another has room: no third unit, passable ground, no line between them (E11.7,
    /// EI-18, EI-73).
    fn fits(&self, state: &State, unit: UnitId, at: &Unit, pose: &Unit, other: UnitId, crossed: Option<usize>) -> bool {
        let most = self.rules.conform_max_shift.map(|hundredths| i64::from(self.rules.widths(hundredths)));
        if most.is_some_and(|most| (pose.front - at.front).square() > most * most) {
            return false;
        }
        let footprint = self.places().footprint_at(state, unit, pose);
        self.has_room(state, unit, other, &footprint)
            && !self.is_parted(
                state,
                self.places().bounding_at(state, unit, at).centre,
                self.places().bounding_at(state, unit, pose).centre,
                crossed,
            )
            && !(self.rules.linear_obstacle_stops
                && footprint
                    .rectangles()
                    .iter()
                    .any(|it| self.is_cut_by_another(state, &it.shrunk(2 * self.measures.touch), crossed)))
    }

    /// Whether bases have room on the table, on passable ground, clear of all but the two units that conform (E11.7).
    fn has_room(&self, state: &State, one: UnitId, other: UnitId, footprint: &Footprint) -> bool {
        let third = |it: UnitId| it != one && it != other;
        self.ground_allows(state, footprint) && self.places().overlapped_among(state, footprint, third).is_none()
    }

    /// Whether a linear obstacle that stops units runs between two points, except one that is being crossed (EI-18).
    fn is_parted(&self, state: &State, from: Point, to: Point, crossed: Option<usize>) -> bool {
        let mut pieces = self.ground(state).pieces.iter().enumerate();
        pieces.any(|(index, piece)| piece.stops(&self.rules) && Some(index) != crossed && piece.meets_stretch(from, to))
    }
}

/// An edge to which another unit conforms: its middle, its direction, the number of its files.
struct Face {
    middle: Point,
    outward: Heading,
    files: u8,
}
