//! Changing formation: the bases of a unit are rearranged around one that stays (chapter 6, EI-38, EI-39), and a
//! surprised unit turns to face (EI-74).
//!
//! Rules E2.34, E2.36, E6.1 to E6.10, E11.9. A change is a turn, which swaps files and ranks if it is a quarter-turn,
//! and then a new number of files, one file keeping its place.

use crate::en_avant::state::action::{Action, Change, Facing};
use crate::en_avant::state::arrival::Fault;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::facing::offset;
use crate::en_avant::state::footprint::Footprint;
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::space::Circle;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{State, Status, UNITS_A_SIDE, Unit, UnitId, side_of};
use crate::en_avant::table::ground::Piece;
use crate::game::rng::Stream;
use arrayvec::ArrayVec;
use std::cell::OnceCell;

/// Maximum number of changes of formation that are proposed for a unit.
const MOST_CHANGES: usize = 128;

/// The turn of a unit to another facing where it stands: its bases stay, so that ranks become files in a quarter-turn.
fn turn_on_the_spot(unit: &Unit, facing: Facing) -> Change {
    let files = if facing == Facing::About { unit.files } else { unit.ranks() };
    Change { files, facing, reference: 0, becomes: 0 }
}

impl Units<'_> {
    /// A unit after a change of formation (EI-38), legal or not. A surprised unit turns so that its new front lies on
    /// the attacked edge (EI-74).
    pub fn formed(self, state: &State, unit: UnitId, change: &Change) -> Unit {
        let it = *state.unit(unit);
        let turns_only = it.has(Status::ENGAGED) && !self.rules.formation_change_in_contact;
        if turns_only || self.turns_to_face(state, unit, change) {
            let front = self.places().bounding(state, unit).middle_of(change.facing.edge());
            return Unit { front, heading: it.heading.turned(change.facing.turn()), files: change.files, ..it };
        }
        let (turned, file) = self.places().turned(state, unit, change.facing, change.reference);
        let width = self.measures.width;
        let shift = offset(file, turned.files, width) - offset(change.becomes, change.files, width);
        Unit { front: turned.front.moved(turned.heading, 0, shift), files: change.files, ..turned }
    }

    /// Whether a unit may change formation now (E6.1, EI-74), be it only to face who has surprised it.
    pub fn may_change_formation(self, state: &State, unit: UnitId) -> bool {
        self.may_turn_to_face(state, unit) || self.may_take_any_formation(state, unit)
    }

    /// Whether a unit has been surprised and may turn to face (EI-74).
    fn may_turn_to_face(self, state: &State, unit: UnitId) -> bool {
        let it = state.unit(unit);
        self.rules.surprised_unit_turn
            && it.has(Status::ENGAGED)
            && !it.has(Status::DISORDERED | Status::ROUTING)
            && self.sides_taken(state, unit) != 0
    }

    /// Whether a unit may take any formation now (E6.1, E6.4, E6.5, E6.6, E8.2). Where a unit in contact may do so, the
    /// zones of control of the enemies with which it is engaged do not keep it from it.
    fn may_take_any_formation(self, state: &State, unit: UnitId) -> bool {
        let it = state.unit(unit);
        if it.has(Status::DISORDERED | Status::ROUTING) {
            return false;
        }
        let engaged = it.has(Status::ENGAGED);
        if !self.rules.formation_change_in_contact && (engaged || self.touches_enemy(state, unit)) {
            return false;
        }
        let bars = |enemy: UnitId| !engaged || self.contact(state, unit, enemy).is_none();
        self.rules.formation_change_in_zoc
            || self.in_zone_of(state, side_of(unit), &self.places().footprint(state, unit), bars).is_none()
    }

    /// Whether a change is the turn of a surprised unit to an edge on which it is attacked, and nothing else (E11.9,
    /// EI-74).
    pub fn turns_to_face(self, state: &State, unit: UnitId, change: &Change) -> bool {
        let it = state.unit(unit);
        self.rules.surprised_unit_turn
            && it.has(Status::ENGAGED)
            && *change == turn_on_the_spot(it, change.facing)
            && self.sides_taken(state, unit) & (1 << change.facing.edge() as u8) != 0
    }

    /// Applies a change of formation (E6.10).
    pub(in crate::en_avant) fn apply_change(self, state: &mut State, unit: UnitId, change: &Change) {
        let formed = self.formed(state, unit, change);
        *state.unit_mut(unit) = formed;
        self.refresh_contacts(state);
        self.next_activation(state);
    }
}

/// Storage for the units around one that changes formation.
type Circles = ArrayVec<Circle, { 2 * UNITS_A_SIDE }>;

/// What the changes of formation of a unit have in common.
struct Reforming<'a> {
    game: &'a Engagement,
    state: &'a State,
    unit: UnitId,
    /// Whether it may change formation.
    allowed: bool,
    /// Whether it may take any formation, not only turn to face who has surprised it.
    any: bool,
    /// The other units on the table.
    others: &'a Circles,
    /// The distance within which no enemy may come, if one is within reach.
    least: OnceCell<Option<i64>>,
}

impl<'a> Reforming<'a> {
    /// The changes of a unit; `room` is the storage for the units around it.
    fn new(game: &'a Engagement, state: &'a State, unit: UnitId, room: &'a mut Circles) -> Reforming<'a> {
        let circle = |other| Circle::around(other, &game.places().bounding(state, other));
        room.clear();
        room.extend(game.troops.all_on_table(state).filter(|other| *other != unit).map(circle));
        let any = game.units().may_take_any_formation(state, unit);
        let allowed = any || game.units().may_turn_to_face(state, unit);
        Reforming { game, state, unit, allowed, any, others: room, least: OnceCell::new() }
    }

    /// The radius within which no enemy may come nearer (E6.7).
    fn radius(&self) -> i64 {
        i64::from(self.game.rules.rulers(self.game.rules.formation_no_advance_radius))
    }

    /// The enemies within reach.
    fn enemies(&self) -> impl Iterator<Item = Circle> {
        let (state, unit) = (self.state, self.unit);
        let own = self.game.places().bounding(state, unit);
        let reach = self.radius() + i64::from(own.radius());
        let near = move |it: &Circle| {
            let reach = reach + i64::from(it.radius);
            side_of(it.unit) != side_of(unit) && (it.centre - own.centre).square() <= reach * reach
        };
        self.others.iter().copied().filter(near)
    }

    /// The distance within which no enemy may come, if one is within reach.
    fn least(&self) -> Option<i64> {
        *self.least.get_or_init(|| {
            let before = self.game.places().footprint(self.state, self.unit);
            // Measuring the nearest centre first avoids measuring most of the others.
            let centre = before.rectangles()[0].centre;
            let first = self.enemies().min_by_key(|it| (it.centre - centre).square())?;
            let enemies = std::iter::once(first).chain(self.enemies().filter(|it| it.unit != first.unit));
            let nearest = self.game.places().nearest_among(self.state, &before, enemies);
            // Differences by rounding do not count as an advance.
            nearest.filter(|square| *square <= self.radius() * self.radius()).map(|least| (least.isqrt() - 4).max(0))
        })
    }

    /// Whether the distance to an enemy within reach would become smaller than before (E6.7, EI-38).
    fn advances(&self, after: &Footprint) -> bool {
        self.least().is_some_and(|least| self.game.places().is_any_within(self.state, after, self.enemies(), least))
    }

    /// Whether a change of formation is legal.
    fn check_change(&self, change: &Change) -> Result<(), Fault> {
        let it = self.state.unit(self.unit);
        // Files that do not exist have no place.
        let exists = change.files > 0 && change.reference < it.files && change.files <= it.bases;
        let formed = if exists { self.game.units().formed(self.state, self.unit, change) } else { *it };
        self.check(change, &formed)
    }

    /// Whether a change of formation after which the unit stands in a pose is legal (E2.34, E6.3, E6.4, E6.5, E6.6,
    /// E6.7, E6.8, E6.9, E6.10, EI-38, EI-39, EI-74).
    fn check(&self, change: &Change, formed: &Unit) -> Result<(), Fault> {
        let (game, state, unit) = (self.game, self.state, self.unit);
        let fault = |words| Err(Fault(words));
        let it = state.unit(unit);
        if !self.allowed {
            return fault(
                "a unit in contact, in an enemy zone of control or in disorder cannot change formation (E6.4)",
            );
        }
        if change.files == 0
            || change.files > it.bases
            || change.becomes >= change.files
            || change.reference >= it.files
        {
            return fault("there is no such file (E2.34)");
        }
        if !it.keeps_reference(change) {
            return fault("no base would stand where the reference base is (E6.8)");
        }
        if !self.any && !game.units().turns_to_face(state, unit, change) {
            return fault("a surprised unit turns to an edge on which it is attacked, and nothing else (E11.9)");
        }
        if (formed.front, formed.heading, formed.files) == (it.front, it.heading, it.files) {
            return fault("the unit has this formation already (E6.3)");
        }
        let footprint = game.places().footprint_at(state, unit, formed);
        if !game.ground_allows(state, &footprint)
            || self.others.iter().any(|other| game.places().overlaps_known(state, *other, &footprint))
        {
            return fault("there is no room for this formation (E7.12)");
        }
        if game.crosses_line(state, unit, formed) {
            return fault("the unit would cross a linear obstacle (E3.24)");
        }
        if !it.has(Status::ENGAGED) && self.advances(&footprint) {
            return fault("the unit would come nearer to the enemy (E6.7)");
        }
        Ok(())
    }
}

impl Engagement {
    /// Whether a change of formation that ends here brings a unit nearer to an enemy within reach (E6.7, EI-38).
    pub(super) fn advances_to(&self, state: &State, unit: UnitId, after: &Footprint) -> bool {
        Reforming::new(self, state, unit, &mut Circles::new()).advances(after)
    }

    /// Whether a change of formation is legal.
    pub(in crate::en_avant) fn check_change(&self, state: &State, unit: UnitId, change: &Change) -> Result<(), Fault> {
        Reforming::new(self, state, unit, &mut Circles::new()).check_change(change)
    }

    /// Whether a linear obstacle would cross the unit, or lie between its old and its new place (EI-18, EI-38).
    fn crosses_line(&self, state: &State, unit: UnitId, formed: &Unit) -> bool {
        let ground = self.ground(state);
        if !ground.pieces.iter().any(Piece::is_line) {
            return false;
        }
        let (before, after) = (self.places().bounding(state, unit), self.places().bounding_at(state, unit, formed));
        let parted =
            ground.pieces.iter().any(|piece| piece.is_line() && piece.meets_stretch(before.centre, after.centre));
        parted
            || self
                .places()
                .footprint_at(state, unit, formed)
                .rectangles()
                .iter()
                .any(|it| self.is_cut_by_obstacle(state, it))
    }

    /// The changes of formation that are proposed: each number of files around either end or the middle, and turns.
    pub(in crate::en_avant) fn formation_actions(&self, state: &State, unit: UnitId, sink: &mut impl Sink) {
        let it = state.unit(unit);
        let mut room = Circles::new();
        let common = Reforming::new(self, state, unit, &mut room);
        let mut seen: ArrayVec<Unit, MOST_CHANGES> = ArrayVec::new();
        let mut offer = |change: Change| {
            if !sink.is_full() && !seen.is_full() {
                let formed = self.units().formed(state, unit, &change);
                if !seen.contains(&formed) && common.check(&change, &formed).is_ok() {
                    seen.push(formed);
                    sink.push(Action::Form(change));
                }
            }
        };
        if it.has(Status::ENGAGED) {
            for facing in [Facing::Right, Facing::About, Facing::Left] {
                let turn = turn_on_the_spot(it, facing);
                if self.units().turns_to_face(state, unit, &turn) {
                    offer(turn);
                }
            }
            if !common.any {
                if seen.is_empty() {
                    sink.push(Action::Halt);
                }
                return;
            }
        }
        for files in 1..=it.bases {
            let middle =
                Change { files, facing: Facing::Kept, reference: (it.files - 1) / 2, becomes: (files - 1) / 2 };
            offer(middle);
            offer(Change { reference: 0, becomes: 0, ..middle });
            offer(Change { reference: it.files - 1, becomes: files - 1, ..middle });
        }
        // The first base of the last rank is there, also in a short one.
        offer(Change { files: it.files, facing: Facing::About, reference: it.files - 1, becomes: 0 });
        let ranks = it.ranks();
        for (facing, file) in [(Facing::Right, 0), (Facing::Left, ranks - 1)] {
            for reference in [0, it.files - 1] {
                // In a short last rank the last base takes the place of the reference base.
                let turn = Change { files: ranks, facing, reference, becomes: file };
                let kept =
                    (0..=file).rev().map(|becomes| Change { becomes, ..turn }).find(|turn| it.keeps_reference(turn));
                kept.into_iter().for_each(&mut offer);
                // Also in line, or as wide as before.
                for files in [it.bases, it.files] {
                    offer(Change {
                        files,
                        facing,
                        reference,
                        becomes: if facing == Facing::Right { 0 } else { files - 1 },
                    });
                }
            }
        }
        let special = self.limber_actions(state, unit, sink) | self.mount_actions(state, unit, sink);
        // A unit that has chosen to change formation and has no room halts.
        if seen.is_empty() && !special {
            sink.push(Action::Halt);
        }
    }

    /// A random change of formation, sampled and checked; none if no sample is legal, or if other changes are possible
    /// but rare.
    pub(in crate::en_avant) fn random_change(
        &self,
        state: &State,
        unit: UnitId,
        stream: &mut Stream,
    ) -> Option<Action> {
        const TRIES: u32 = 8;
        let it = state.unit(unit);
        if it.has(Status::ENGAGED)
            || self.troops.profile(state, unit).troop.horse
            || self.troops.dismounted[usize::from(unit)].is_some()
        {
            return None;
        }
        let mut room = Circles::new();
        let common = Reforming::new(self, state, unit, &mut room);
        (0..TRIES).find_map(|_| {
            let facing =
                [Facing::Kept, Facing::Kept, Facing::Right, Facing::About, Facing::Left][stream.below(5) as usize];
            let files = if facing == Facing::About { it.files } else { 1 + stream.below(u32::from(it.bases)) as u8 };
            let mut end = |files: u8| if stream.below(2) == 0 { 0 } else { files - 1 };
            let change = Change { files, facing, reference: end(it.files), becomes: end(files) };
            common.check_change(&change).is_ok().then_some(Action::Form(change))
        })
    }
}
