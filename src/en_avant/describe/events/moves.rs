//! Events of moves: segments, friends passed through, zones and contacts; effects of terrain on movement and sight.

use super::counts::Counts;
use super::names::{Effect, EventKind};
use crate::en_avant::combat::displacement::shifted;
use crate::en_avant::rules::TerrainKind;
use crate::en_avant::state::action::{Path, Segment};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::swept::Swept;
use crate::en_avant::state::{NO_UNIT, State, Status, Unit, UnitId, side_of};
use crate::en_avant::table::geometry::Edge;
use crate::en_avant::table::ground::Piece;

impl Engagement {
    /// Counts a move that was made.
    pub(super) fn count_move(&self, before: &State, unit: UnitId, path: &Path, after: &State, counts: &mut Counts) {
        counts.add(EventKind::Move);
        path.iter().for_each(|segment| counts.segment(segment));
        counts.add_if(path.iter().nth(1).is_some(), EventKind::Segments);
        let (was, is) = (*before.unit(unit), *after.unit(unit));
        let side = side_of(unit);
        counts.add_if(was.has(Status::DISORDERED), EventKind::Away);
        counts.add_if(
            self.units().in_zone(before, side, &self.places().footprint(before, unit)).is_some(),
            EventKind::FromZone,
        );
        if path.target != NO_UNIT {
            let target = before.unit(path.target);
            counts.add_if(target.has(Status::DISORDERED | Status::ROUTING), EventKind::AttackOnShaken);
            counts.add_if(after.unit(path.target).front != target.front, EventKind::EnemyLinesUp);
            if let Some(contact) = self.units().contact(after, unit, path.target) {
                counts.add(match contact.other {
                    Edge::Front => EventKind::ContactFront,
                    Edge::Rear => EventKind::ContactRear,
                    Edge::Left | Edge::Right => EventKind::ContactFlank,
                });
            }
        } else if is.is_on_table() {
            counts.add_if(
                self.units().in_zone(after, side, &self.places().footprint(after, unit)).is_some(),
                EventKind::IntoZone,
            );
        }
        if is.is_on_table() {
            self.count_way(before, unit, path, &is, counts);
        }
    }

    /// Counts friends and terrain on the way: of a single straight segment on its whole length, of other moves at the
    /// ends of segments.
    fn count_way(&self, before: &State, unit: UnitId, path: &Path, end: &Unit, counts: &mut Counts) {
        let straight = matches!(
            path.segments[0],
            Segment::Advance(_) | Segment::Slide(..) | Segment::Lateral(_) | Segment::Back(_)
        );
        let there = self.places().footprint_at(before, unit, end);
        let whole = straight
            && path.segments[1] == Segment::None
            && end.heading == before.unit(unit).heading
            && end.status == before.unit(unit).status;
        let swept = if whole {
            Swept::between(&self.places().footprint(before, unit), &there, self.measures.touch)
        } else {
            Swept::between(&there, &there, self.measures.touch)
        };
        let friend = |other: UnitId| other != unit && swept.meets_footprint(&self.places().footprint(before, other));
        counts.add_if(self.troops.on_table(before, side_of(unit)).any(friend), EventKind::PassThrough);
        if self.is_on_road(before, before.unit(unit).front) && self.is_on_road(before, end.front) {
            counts.terrain(Effect::Movement, TerrainKind::Road);
        }
        let crosses = path.segments[0] == Segment::Cross;
        let touches =
            |piece: &Piece| there.rectangles().iter().any(|it| piece.meets(&it.shrunk(-2 * self.measures.touch)));
        for piece in &self.ground(before).pieces {
            let slows = piece.slows(&self.rules) && swept.meets_piece(piece);
            let stops = piece.stops(&self.rules) && (crosses || !whole || !swept.meets_piece(piece)) && touches(piece);
            if slows || stops {
                counts.terrain(Effect::Movement, piece.kind);
            }
        }
    }

    /// Counts terrain that stops a unit before the end of its straight reach.
    pub(super) fn count_bars(&self, before: &State, unit: UnitId, counts: &mut Counts) {
        let it = before.unit(unit);
        let end = shifted(it, it.heading, self.units().pace(before, unit));
        let swept = Swept::between(
            &self.places().footprint(before, unit),
            &self.places().footprint_at(before, unit, &end),
            self.measures.touch,
        );
        for piece in &self.ground(before).pieces {
            if piece.bars(&self.rules) && swept.meets_piece(piece) {
                counts.terrain(Effect::Bars, piece.kind);
            }
        }
    }

    /// Counts terrain that hides enemies in the field of fire of a unit that could shoot.
    pub(super) fn count_screens(&self, before: &State, unit: UnitId, counts: &mut Counts) {
        if !self.units().may_shoot(before, unit) || self.ground(before).pieces.is_empty() {
            return;
        }
        let field = self.units().field_of_fire(before, unit);
        for enemy in self.troops.on_table(before, side_of(unit).other()) {
            if !self.places().is_in_field(before, &field, enemy) || self.sees_target(before, unit, enemy) {
                continue;
            }
            self.each_screening_piece(before, unit, enemy, |piece| counts.terrain(Effect::Sight, piece.kind));
        }
    }
}
