//! Hidden information while both sides deploy: behind a screen the other side's pieces are absent, under slips of paper
//! they are markers without a name, decoys among them (JA1.9, JA1.10, JI-184). A side's view is an ordinary position,
//! without information that is hidden from the side; the deployment itself is in `deployment.rs`.

use crate::game::Side;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::map::mover::MoverClass;
use crate::jomini::rules::DeployMethod;
use crate::jomini::rules::Rules;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{NO_UNIT, State, Step, UnitId, is_slip, officer_ids, slip_of, unit_ids};

impl State {
    /// Takes the decoys off the table (JA1.10): they have no effect once the others are replaced by units (JI-184).
    pub(super) fn clear_slips(&mut self) {
        for unit in &mut self.occupant {
            if is_slip(*unit) {
                *unit = NO_UNIT;
            }
        }
    }

    /// The position without slips of paper, for evaluations that handle units only.
    pub(in crate::jomini) fn without_slips(&self) -> State {
        let mut clear = *self;
        clear.clear_slips();
        clear
    }
}

impl Rules {
    /// Whether the other side's pieces on the table are hidden from a side: behind a screen until the first player-turn
    /// (JA1.9), under slips until all of them are laid (JA1.10).
    pub(super) fn is_secret(&self, state: &State) -> bool {
        match self.deploy_method {
            DeployMethod::Alternate => false,
            DeployMethod::Hidden => {
                matches!(state.step, Step::DeployUnit | Step::DeployAt(_) | Step::DeployOfficer(_))
                    && state.outcome.is_none()
            }
            DeployMethod::Slips => matches!(state.step, Step::DeployUnit | Step::DeployAt(_) | Step::LayDecoy),
        }
    }
}

impl Battle {
    /// Whether pieces of a side are hidden from the other.
    pub(in crate::jomini) fn hides_set_up(&self, state: &State) -> bool {
        self.field.rules.is_secret(state)
    }

    /// The position as a side sees it (JI-184). Pieces placed by the scenario are known to both; of the other side's
    /// other pieces it sees nothing, or the hexes of slips. The piece that the other side is about to place is hidden
    /// too.
    pub(in crate::jomini) fn view(&self, state: &State, side: Side) -> State {
        let mut view = *state;
        if !self.field.rules.is_secret(state) {
            return view;
        }
        let other = side.other();
        for unit in unit_ids(other).take(usize::from(self.field.forces.unit_counts[other])) {
            let hex = view.unit(unit).hex;
            if hex != NO_HEX && self.start.unit(unit).hex == NO_HEX {
                view.unit_mut(unit).hex = NO_HEX;
                view.occupant[usize::from(hex)] = match self.field.rules.deploy_method {
                    DeployMethod::Slips => slip_of(other),
                    DeployMethod::Alternate | DeployMethod::Hidden => NO_UNIT,
                };
            }
        }
        for officer in officer_ids(other) {
            view.officer_mut(officer).hex = self.start.officer(officer).hex;
        }
        if state.active == other {
            view.step = Step::DeployUnit;
        }
        view
    }

    /// The number of decoys of a side: in proportion to the units that it deploys (JA1.10).
    pub(in crate::jomini) fn decoys(&self, side: Side) -> u32 {
        match self.field.rules.deploy_method {
            DeployMethod::Slips => {
                self.field.rules.decoy_ratio.of_rounded_down(self.waiting(&self.start, side).count() as u32)
            }
            _ => 0,
        }
    }

    /// The number of decoys that a side may still lay, while its zone has room for them besides the waiting units.
    pub(super) fn decoys_left(&self, state: &State, side: Side) -> u32 {
        let decoys = self.decoys(side);
        if decoys == 0 {
            return 0;
        }
        let lying = state.occupant.iter().filter(|unit| **unit == slip_of(side)).count() as u32;
        let waiting = self.waiting(state, side).count() as u32;
        let room = self.decoy_hexes(state, side).count() as u32;
        decoys.saturating_sub(lying).min(room.saturating_sub(waiting))
    }

    /// Hexes of a side's zone where a decoy may be laid: those where a unit could stand.
    pub(super) fn decoy_hexes<'a>(&'a self, state: &'a State, side: Side) -> impl Iterator<Item = HexId> + 'a {
        self.open_hexes(state, self.zones[side].iter(), MoverClass::TROOPS, [NO_UNIT])
    }

    /// The units of a side that still wait to be deployed.
    pub(in crate::jomini) fn waiting<'a>(&'a self, state: &'a State, side: Side) -> impl Iterator<Item = UnitId> + 'a {
        let units = unit_ids(side).take(usize::from(self.field.forces.unit_counts[side]));
        units.filter(move |unit| {
            state.unit(*unit).elements > 0 && state.unit(*unit).hex == NO_HEX && !self.reserves.has_unit(*unit)
        })
    }
}
