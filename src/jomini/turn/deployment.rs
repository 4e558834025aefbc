//! Deployment: the first player (JA1.11), units placed alternately in batches (JA1.5, JA1.6, JA1.7, JA1.8), then
//! officers (JI-182); behind a screen one whole side after the other (JA1.9), or alternately with slips of paper
//! (JA1.10, JI-184). Hidden information is in `secrecy.rs`.

use crate::game::sink::Sink;
use crate::game::{Side, Weighted};
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::map::mover::MoverClass;
use crate::jomini::rules::{DeployMethod, FirstPlayer};
use crate::jomini::state::action::{Action, Roll};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{NO_UNIT, OfficerId, State, Step, UnitId, is_slip, officer_ids, side_of, slip_of};

/// The draw of the first player (JA1.11, JI-186): one die, with three faces for each side.
pub(in crate::jomini) fn list_first_player(rolls: &mut Vec<Weighted<Roll>>) {
    rolls.clear();
    for hits in 0..2 {
        rolls.push(Weighted { roll: Roll { hits, ..Roll::default() }, weight: 3 });
    }
}

/// Offers these hexes for the piece that is deployed; whether there is any.
fn push_places(hexes: impl Iterator<Item = HexId>, sink: &mut impl Sink<Action>) -> bool {
    let mut any = false;
    for hex in hexes {
        any = true;
        sink.push(Action::DeployAt(hex));
        if sink.is_full() {
            break;
        }
    }
    any
}

impl Battle {
    /// Sets the first step of a game, given the pieces that the scenario has already placed, and advances to the first
    /// choice or roll.
    pub fn begin(&self, state: &mut State) {
        match self.first_player {
            FirstPlayer::Random => state.step = Step::FirstPlayer,
            FirstPlayer::Red => self.settle_ground(state, Side::Red),
            FirstPlayer::Blue => self.settle_ground(state, Side::Blue),
        }
        self.advance_forced(state);
    }

    pub(super) fn apply_first_player(&self, state: &mut State, roll: Roll) {
        self.settle_ground(state, roll.first_player());
    }

    pub(super) fn begin_deployment(&self, state: &mut State, first: Side) {
        state.first = first;
        state.active = if self.field.rules.first_player_deploys_first { first } else { first.other() };
        state.batch_left = self.field.rules.deploy_batch;
        self.next_deployment(state);
    }

    /// The next deployment step. In the open and by slips: a unit of the side whose batch it is, of the other if that
    /// side has run out, then officers, first player first. Behind a screen: all units and officers of one side, then
    /// those of the other (JA1.9). Then the first player-turn.
    fn next_deployment(&self, state: &mut State) {
        if self.field.rules.deploy_method == DeployMethod::Hidden {
            let first = if self.field.rules.first_player_deploys_first { state.first } else { state.first.other() };
            let found = [first, first.other()].into_iter().find_map(|side| Some((side, self.next_piece(state, side)?)));
            if let Some((side, step)) = found {
                (state.active, state.step) = (side, step);
                return;
            }
        } else {
            for side in [state.active, state.active.other()] {
                if self.has_units_or_decoys(state, side) {
                    if side != state.active {
                        state.batch_left = self.field.rules.deploy_batch;
                    }
                    state.active = side;
                    state.step = Step::DeployUnit;
                    return;
                }
            }
            if self.field.rules.deploy_method == DeployMethod::Slips {
                state.clear_slips();
            }
            let waiting = [state.first, state.first.other()]
                .into_iter()
                .find_map(|side| Some((side, self.waiting_officer(state, side)?)));
            if let Some((side, officer)) = waiting {
                (state.active, state.step) = (side, Step::DeployOfficer(officer));
                return;
            }
        }
        self.start_turn(state, state.first);
    }

    /// The next piece that a side deploys.
    fn next_piece(&self, state: &State, side: Side) -> Option<Step> {
        if self.waiting(state, side).next().is_some() {
            return Some(Step::DeployUnit);
        }
        self.waiting_officer(state, side).map(Step::DeployOfficer)
    }

    /// The next officer of a side whom it deploys.
    pub(in crate::jomini) fn waiting_officer(&self, state: &State, side: Side) -> Option<OfficerId> {
        let waits = |officer: OfficerId| state.officer(officer).in_play && state.officer(officer).hex == NO_HEX;
        officer_ids(side).find(|officer| waits(*officer) && !self.reserves.has_officer(*officer))
    }

    fn has_units_or_decoys(&self, state: &State, side: Side) -> bool {
        self.waiting(state, side).next().is_some() || self.decoys_left(state, side) > 0
    }

    /// Units still to be placed; of units that are alike only the first, since they are interchangeable.
    pub(super) fn deploy_unit_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        let alike = |a: UnitId, b: UnitId| {
            self.field.forces.profile(a) == self.field.forces.profile(b)
                && state.unit(a).elements == state.unit(b).elements
        };
        for unit in self.waiting(state, state.active) {
            if sink.is_full() {
                return;
            }
            if !self.waiting(state, state.active).take_while(|other| *other < unit).any(|other| alike(other, unit)) {
                sink.push(Action::DeployUnit(unit));
            }
        }
        if self.decoys_left(state, state.active) > 0 {
            sink.push(Action::Decoy);
        }
    }

    /// The hexes where a decoy may be laid (JA1.10): the last ones open to guns are kept for them.
    pub(super) fn lay_decoy_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        let is_kept = self.kept_for_guns(state, state.active, MoverClass::TROOPS, [NO_UNIT]);
        push_places(self.decoy_hexes(state, state.active).filter(|hex| !is_kept(*hex)), sink);
    }

    pub(super) fn lay_decoy_at(&self, state: &mut State, hex: HexId) {
        state.occupant[usize::from(hex)] = slip_of(state.active);
        self.end_placement(state);
    }

    /// Free hexes of its own zone that are open to the unit (JA1.5, JA1.6, J1.11); if there is none, those of the next
    /// row of its half that has one (JI-183).
    pub(super) fn deploy_at_actions(&self, state: &State, unit: UnitId, sink: &mut impl Sink<Action>) {
        let side = state.active;
        let mover = self.field.forces.mover(state, unit);
        let is_kept = self.kept_for_guns(state, side, mover, [NO_UNIT]);
        let mut any = push_places(self.free_hexes(state, &self.zones[side], mover, &is_kept), sink);
        if !any {
            let row = |hex: &HexId| self.field.board.rows_to_edge(side, *hex);
            let free = || self.free_hexes(state, &self.spare_zones[side], mover, &is_kept);
            let next = free().map(|hex| row(&hex)).min();
            any = push_places(free().filter(|hex| Some(row(hex)) == next), sink);
        }
        if !any {
            // Only in a side's view of the other: the slips that it sees take the place of the units that it does not
            // see.
            let is_kept = self.kept_for_guns(state, side, mover, [NO_UNIT, slip_of(side)]);
            let hexes = self.zones[side].iter().chain(&self.spare_zones[side]);
            push_places(self.open_hexes(state, hexes, mover, [slip_of(side)]).filter(|hex| !is_kept(*hex)), sink);
        }
    }

    /// Those of these hexes that are free and open to a class of units, and not kept for guns.
    fn free_hexes(
        &self,
        state: &State,
        hexes: &[HexId],
        mover: MoverClass,
        is_kept: &impl Fn(HexId) -> bool,
    ) -> impl Iterator<Item = HexId> {
        self.open_hexes(state, hexes.iter(), mover, [NO_UNIT]).filter(|hex| !is_kept(*hex))
    }

    /// Hexes of its own zone where an officer can stand, alone or with a unit of his side (JI-182, JI-52).
    pub(super) fn deploy_officer_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        for hex in &self.zones[state.active] {
            if self.officer_may_deploy_at(state, state.active, *hex) {
                sink.push(Action::DeployOfficerAt(*hex));
                if sink.is_full() {
                    return;
                }
            }
        }
    }

    /// Whether an officer of a side may be placed on a hex of its zone.
    pub(in crate::jomini) fn officer_may_deploy_at(&self, state: &State, side: Side, hex: HexId) -> bool {
        let unit = state.unit_at(hex);
        self.field.board.officer_can_stand(hex) && (unit == NO_UNIT || side_of(unit) == side)
    }

    /// Which hexes are closed to a class of units because only guns may take them (JA1.6): to all but guns those that
    /// are open to guns, if the waiting guns of the side need all of them that are held by one of these: free ones,
    /// slips.
    fn kept_for_guns<'a, const N: usize>(
        &'a self,
        state: &State,
        side: Side,
        mover: MoverClass,
        held: [UnitId; N],
    ) -> impl Fn(HexId) -> bool + use<'a, N> {
        let is_gun = |unit: &UnitId| self.field.forces.mover(state, *unit).is_artillery();
        let are_needed = || {
            let guns = self.waiting(state, side).filter(is_gun).count();
            guns > 0 && self.gun_hexes(state, side, held).nth(guns).is_none()
        };
        let are_kept = !mover.is_artillery() && self.has_few_gun_hexes[side] && are_needed();
        move |hex| are_kept && self.field.board.can_stand(MoverClass::ARTILLERY, hex)
    }

    /// Whether a side could deploy so that its guns find no hex: it has more pieces to place than hexes open to guns,
    /// those that its slips hold included.
    pub(in crate::jomini) fn may_lack_gun_hexes(&self, state: &State, side: Side) -> bool {
        let pieces = self.waiting(state, side).count() + self.decoys(side) as usize;
        self.gun_hexes(state, side, [NO_UNIT, slip_of(side)]).nth(pieces.saturating_sub(1)).is_none()
    }

    /// The hexes of a side's half that are open to guns, of those held by one of these.
    fn gun_hexes<const N: usize>(&self, state: &State, side: Side, held: [UnitId; N]) -> impl Iterator<Item = HexId> {
        let half = self.zones[side].iter().chain(&self.spare_zones[side]);
        self.open_hexes(state, half, MoverClass::ARTILLERY, held)
    }

    /// Those of these hexes that are open to a class of units and held by one of these: no unit, a slip.
    pub(in crate::jomini) fn open_hexes<'a, const N: usize>(
        &self,
        state: &State,
        hexes: impl Iterator<Item = &'a HexId>,
        class: MoverClass,
        held: [UnitId; N],
    ) -> impl Iterator<Item = HexId> {
        let is_open = move |hex: &HexId| held.contains(&state.unit_at(*hex)) && self.field.board.can_stand(class, *hex);
        hexes.copied().filter(is_open)
    }

    pub(super) fn deploy_unit_at(&self, state: &mut State, unit: UnitId, hex: HexId) {
        if is_slip(state.unit_at(hex)) {
            state.occupant[usize::from(hex)] = NO_UNIT;
        }
        state.place(unit, hex);
        self.end_placement(state);
    }

    /// Ends the placement of a unit or a slip: after a batch it is the other side's turn, if that side has pieces left.
    fn end_placement(&self, state: &mut State) {
        if self.field.rules.deploy_method != DeployMethod::Hidden {
            state.batch_left -= 1;
            if state.batch_left == 0 {
                state.batch_left = self.field.rules.deploy_batch;
                if self.has_units_or_decoys(state, state.active.other()) {
                    state.active = state.active.other();
                }
            }
        }
        self.next_deployment(state);
    }

    pub(in crate::jomini) fn deploy_officer_at(&self, state: &mut State, officer: OfficerId, hex: HexId) {
        state.officer_mut(officer).hex = hex;
        self.next_deployment(state);
    }
}
