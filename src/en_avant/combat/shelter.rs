//! Shelter and rough ground: the effect on a unit of the ground on which its bases stand, and of the obstacles that it
//! lines.
//!
//! Rules E3.17, E9.51, E9.52, E11.24, E11.25, E11.26 with EI-18, EI-20, EI-21. A base is in a piece if its centre is; a
//! line shelters a base in contact with it against shots and attacks that cross it.

use crate::en_avant::rules::Shelter;
use crate::en_avant::state::contact::{Contact, stretch};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::footprint::edge_shown;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{State, Unit, UnitId};
use crate::en_avant::table::geometry::{Edge, Length, Point, Rectangle, stretches_meet};
use crate::en_avant::table::ground::{Piece, runs_through};

impl Unit {
    /// Whether a base lies along an edge of its unit.
    fn is_base_along(&self, edge: Edge, index: u8) -> bool {
        let files = self.files.max(1);
        match edge {
            Edge::Front => index < files,
            Edge::Left => index.is_multiple_of(files),
            Edge::Right => index % files + 1 == files || index + 1 == self.bases,
            Edge::Rear => index / files + 1 == self.ranks(),
        }
    }
}

/// From where a unit is shot at or attacked.
#[derive(Clone, Copy)]
pub(super) enum Threat {
    /// A shot from a point.
    Shot(Point),
    /// An enemy in contact with an edge, and the space just beyond the part of it that he touches.
    Contact(Edge, Rectangle),
}

impl Threat {
    /// The edge of the unit that faces it.
    fn edge(self, whole: &Rectangle) -> Edge {
        match self {
            Threat::Shot(from) => edge_shown(whole, from),
            Threat::Contact(edge, _) => edge,
        }
    }

    /// Whether a line lies between it and a base that is in contact with the line, to within a tolerance. In melee the
    /// base counts if a stretch that it touches lies before its middle, and the line before what the enemy touches.
    fn crosses(self, piece: &Piece, base: &Rectangle, near: Length) -> bool {
        let touched = base.shrunk(-near);
        match self {
            Threat::Shot(from) => piece.meets(&touched) && piece.meets_stretch(base.centre, from),
            Threat::Contact(edge, beyond) => {
                let ahead = base.middle_of(edge).moved(base.heading.turned(edge.turn()), 2 * beyond.half_depth, 0);
                let is_before = |it| runs_through(&touched, it) && stretches_meet(it, (base.centre, ahead));
                piece.meets(&beyond) && piece.stretches().any(is_before)
            }
        }
    }
}

impl Units<'_> {
    /// How near a line is in contact with a base.
    fn near_line(self) -> Length {
        2 * self.measures.touch
    }

    /// An enemy in contact with a unit, as a threat.
    pub(super) fn threat(self, state: &State, unit: UnitId, contact: &Contact) -> Threat {
        let [own, enemy] = [unit, contact.enemy].map(|it| self.places().bounding(state, it));
        let (low, high) = stretch(&own, contact.own, &enemy, contact.other);
        let outwards = own.heading.turned(contact.own.turn());
        let near = self.near_line();
        let depth = self.troops.profile(state, unit).depth;
        let far_middle = own.middle_of(contact.own).moved(outwards, depth, (low + high) / 2);
        Threat::Contact(contact.own, Rectangle::behind(far_middle, outwards, high - low, depth + near))
    }

    /// Whether enough of the given bases of a unit stand in a piece, against a threat (EI-18, EI-20).
    fn is_in(self, state: &State, unit: UnitId, counts: &impl Fn(u8) -> bool, piece: &Piece, threat: Threat) -> bool {
        let near = self.near_line();
        let covered = |base: &Rectangle| {
            if piece.is_line() { threat.crosses(piece, base, near) } else { piece.contains(base.centre) }
        };
        let (mut inside, mut all) = (0, 0);
        for index in (0..state.unit(unit).bases).filter(|index| counts(*index)) {
            all += 1;
            inside += u32::from(covered(&self.places().base(state, unit, index)));
        }
        inside > 0 && self.rules.cover_fraction.is_reached_by(inside, all)
    }

    /// Whether a piece shelters a unit against a threat: an obstacle if enough of the given bases along the edge that
    /// faces it are in contact with it, however deep the unit is (EI-18).
    fn is_sheltered(
        self,
        state: &State,
        unit: UnitId,
        counts: &impl Fn(u8) -> bool,
        piece: &Piece,
        threat: Threat,
    ) -> bool {
        if !piece.is_line() {
            return self.is_in(state, unit, counts, piece, threat);
        }
        let it = state.unit(unit);
        let edge = threat.edge(&self.places().bounding(state, unit));
        let along = |index: u8| it.is_base_along(edge, index);
        let any = (0..it.bases).any(|index| along(index) && counts(index));
        self.is_in(state, unit, &|index| counts(index) && (along(index) || !any), piece, threat)
    }
}

impl Engagement {
    /// The shelter that the given bases of a unit have against a threat (E3.17, EI-20): the better of two.
    pub(super) fn shelter(&self, state: &State, unit: UnitId, counts: impl Fn(u8) -> bool, threat: Threat) -> Shelter {
        let gives = |piece: &&Piece| {
            piece.shelter != Shelter::None && self.units().is_sheltered(state, unit, &counts, piece, threat)
        };
        self.ground(state).pieces.iter().filter(gives).map(|piece| piece.shelter).max().unwrap_or_default()
    }

    /// Whether a unit stands in rough ground against a threat (E11.26, EI-21).
    pub(super) fn is_in_rough(&self, state: &State, unit: UnitId, threat: Threat) -> bool {
        self.ground(state)
            .pieces
            .iter()
            .any(|piece| piece.rough && self.units().is_in(state, unit, &|_| true, piece, threat))
    }
}
