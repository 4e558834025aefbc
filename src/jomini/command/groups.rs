//! Which units and officers can join a group: by rank, arm, range and the letters of both (J3.7 to J3.16), and the
//! growth of a group.

use crate::jomini::army::unit::{Arms, Rank};
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::field::Units;
use crate::jomini::state::{Group, GroupKind, NO_OFFICER, OfficerId, State, Status, Step, UnitId, side_of};

impl State {
    pub(in crate::jomini) fn push_group(&mut self, group: Group) {
        let turn = &mut self.turn;
        turn.groups[usize::from(turn.group_count)] = group;
        turn.group_count += 1;
    }
}

impl Units<'_> {
    pub(in crate::jomini) fn new_group(
        self,
        state: &State,
        leader: OfficerId,
        kind: GroupKind,
        anywhere: bool,
    ) -> Group {
        let mut left = self.activation_size(state, leader);
        if state.turn.reconnaissance {
            left = left.min(self.rules.reconnaissance_units);
        }
        Group { kind, leader, left, arms: Arms::all(), anywhere, march_bonus: 0 }
    }

    /// Officers who may be activated alone with a group (J3.16, JI-51): by an allied officer only those of his own
    /// troops (JA2.9).
    pub(super) fn lone_officers(self, state: &State, group: &Group) -> impl Iterator<Item = OfficerId> {
        let at_hand = group.leader == NO_OFFICER || state.officer(group.leader).hex != NO_HEX;
        let affordable = at_hand && group.left >= self.rules.officer_alone_activation_cost;
        let leader = (group.leader != NO_OFFICER).then(|| *self.forces.officer_profile(group.leader));
        let obeys =
            move |officer| leader.is_none_or(|leader| leader.commands(self.forces.officer_profile(officer).contingent));
        self.forces
            .officers_on_table(state, state.active)
            .filter(move |officer| affordable && state.officer(*officer).group == 0 && obeys(*officer))
    }

    pub(super) fn open_group(self, state: &mut State, officer: OfficerId, kind: GroupKind, anywhere: bool) {
        let group = self.new_group(state, officer, kind, anywhere);
        state.push_group(group);
        state.step = Step::Activation(0);
    }
}

impl Battlefield {
    /// Whether no enemy unit is nearer to `hex` than a Strategic move allows (J3.28, JI-68).
    pub(in crate::jomini) fn is_far_from_enemies(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        let least = self.rules.strategic_move_enemy_distance;
        !self.positions().is_enemy_within(state, side_of(unit), hex, least.saturating_sub(1))
    }

    /// Whether a unit can be activated by this officer: a unit of the army's own by all but allied officers, who
    /// command their own troops only; one of a contingent by its own officers, by others only if it is too far from its
    /// sub-general, or has lost him, and then only to fall back (JA2.9, JA3.36, JI-55).
    #[inline]
    pub(in crate::jomini) fn obeys(&self, state: &State, unit: UnitId, officer: OfficerId) -> bool {
        let own = self.forces.profile(unit).contingent;
        let his = self.forces.officer_profile(officer);
        his.commands(own) && (own == his.contingent || own == 0 || self.is_cut_off(state, unit))
    }

    /// Whether a unit of a contingent is too far from its sub-general, or has lost him (JA2.9, JA3.36).
    pub(super) fn is_cut_off(&self, state: &State, unit: UnitId) -> bool {
        let contingent = self.forces.profile(unit).contingent;
        contingent != 0
            && state.unit(unit).hex != NO_HEX
            && !self.forces.officers_of(side_of(unit)).any(|officer| {
                let (it, profile) = (state.officer(officer), self.forces.officer_profile(officer));
                // One who waits off the table is neither lost nor too far.
                let is_near = match it.hex {
                    NO_HEX => it.in_play,
                    hex => self.board.distance(hex, state.unit(unit).hex) <= self.rules.allied_max_distance,
                };
                profile.contingent == contingent && profile.rank <= Rank::SubGeneral && is_near
            })
    }

    /// Whether the C-in-C's Courier could activate a unit (J3.27, JI-55).
    pub(super) fn may_be_couriered(&self, state: &State, unit: UnitId) -> bool {
        self.forces
            .commander_in_chief(state, state.active)
            .is_some_and(|officer| self.may_be_reached_by(state, unit, officer))
    }

    /// Whether a rider of this officer could activate a unit.
    pub(super) fn may_be_reached_by(&self, state: &State, unit: UnitId, officer: OfficerId) -> bool {
        state.unit(unit).group == 0 && self.obeys(state, unit, officer)
    }

    /// A unit joins the group opened last.
    pub(super) fn join(&self, state: &mut State, unit: UnitId) {
        let groups = self.forces.groups(state, unit);
        let cut_off = self.is_cut_off(state, unit);
        let number = state.turn.group_count;
        let group = &mut state.turn.groups[usize::from(number) - 1];
        group.take(groups);
        let kind = group.kind;
        let it = state.unit_mut(unit);
        it.group = number;
        if kind == GroupKind::StrategicMove {
            it.status |= Status::MOVE_ONLY;
        }
        if cut_off {
            it.status |= Status::ONLY_BACK;
        }
    }
}

impl Battle {
    /// Whether an officer may activate units of different arms together: the Combined order covers all activations of
    /// the player-turn, or those of the officer who activates first (J3.34, JI-61).
    #[inline]
    pub(in crate::jomini) fn mixes_arms(&self, state: &State, officer: OfficerId) -> bool {
        let turn = &state.turn;
        turn.mixed_arms
            && (!self.field.rules.combined_order_one_officer
                || turn.groups[..usize::from(turn.group_count)]
                    .iter()
                    .find(|group| group.leader != NO_OFFICER)
                    .is_none_or(|first| first.leader == officer))
    }

    /// Whether a unit may join a group that is being activated: not activated yet (J3.13), in command range (J3.3)
    /// unless Messengers are used, of the same arm (J3.7 to J3.9), under this officer's orders (JA2.9), and far from
    /// the enemy for a Strategic move (J3.28).
    #[inline]
    pub(in crate::jomini) fn may_join(&self, state: &State, group: &Group, unit: UnitId) -> bool {
        let it = state.unit(unit);
        if it.group != 0
            || !(self.mixes_arms(state, group.leader) || self.field.forces.groups(state, unit).intersects(group.arms))
        {
            return false;
        }
        // J4.26, JI-105: troops off the table are activated by the officers who accompany them, and these activate no
        // others.
        let off_table = it.hex == NO_HEX || (group.leader != NO_OFFICER && state.officer(group.leader).hex == NO_HEX);
        let reach = if off_table { self.accompanies(state, group, unit) } else { group.anywhere }
            || !off_table
                && self.field.board.distance(state.officer(group.leader).hex, it.hex)
                    <= self.field.forces.officer_profile(group.leader).command_range;
        reach
            && self.field.obeys(state, unit, group.leader)
            && (group.kind != GroupKind::StrategicMove || self.field.is_far_from_enemies(state, unit, it.hex))
    }
}
