//! The effect of impacts on a unit: its owner takes them as disorder, losses and recoils, then it may rout. Their order
//! is in `flow.rs`.
//!
//! Rules E10.1, E10.2, E10.3, E10.4, E10.5, E10.6, E10.7, E10.8, E10.13, E10.14, E10.15, E10.16, E11.40, E14.4 with
//! EI-29, EI-63, EI-64, EI-65, EI-68, EI-70, EI-77, EI-89, EI-94, EI-107. The recoil itself is in `recoil.rs`, the rout
//! in `rout.rs`, pursuit in `pursuit.rs`.

use super::flow::Stage;
use crate::en_avant::army::troop::Arm;
use crate::en_avant::rules::{BlockedRecoil, LimitedResults, RampageTrigger, RoutThreshold, Rules};
use crate::en_avant::state::action::{Action, Results};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::troops::Troops;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{Clash, ClashKind, NO_UNIT, State, Status, Step, UnitId, side_bit, side_of};
use crate::game::Side;

/// The results that a unit can suffer besides losses (EI-63).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Available {
    /// It can recoil.
    pub recoil: bool,
    /// It can become disordered.
    pub disorder: bool,
}

impl Available {
    /// The ways to take impacts (E10.2, E10.3, E10.4, E10.5, EI-63): as many different results as there are impacts;
    /// once these are exhausted, more losses and recoils. `may_recoil` says whether a number of recoils may be
    /// chosen.
    pub fn ways(self, impacts: u8, may_recoil: impl Fn(u8) -> bool, mut take: impl FnMut(Results)) {
        let Available { recoil, disorder } = self;
        let kinds = 1 + u8::from(recoil) + u8::from(disorder);
        if impacts > kinds {
            let spare = impacts - kinds;
            for more in 0..=if recoil { spare } else { 0 } {
                if more == 0 || may_recoil(1 + more) {
                    take(Results { losses: 1 + spare - more, recoils: u8::from(recoil) + more, disorder });
                }
            }
            return;
        }
        for losses in 0..=1 {
            for recoils in 0..=u8::from(recoil) {
                for disordered in [false, true] {
                    if losses + recoils + u8::from(disordered) == impacts && (disorder || !disordered) {
                        take(Results { losses, recoils, disorder: disordered });
                    }
                }
            }
        }
    }

    /// The fewest losses with which impacts can be taken.
    pub fn fewest_losses(self, impacts: u8) -> u8 {
        let mut fewest = impacts;
        self.ways(impacts, |_| true, |way| fewest = fewest.min(way.losses));
        fewest
    }
}

impl State {
    /// The side that suffers its impacts next; the passive side takes its results first (EI-77).
    pub(super) fn next_to_suffer(&mut self) -> Option<Side> {
        if self.clash.kind == ClashKind::Rout {
            return None;
        }
        let sides = [self.active.other(), self.active];
        let side = sides.into_iter().find(|side| self.clash.settled & side_bit(*side) == 0)?;
        self.clash.settled |= side_bit(side);
        Some(side)
    }

    /// Whether a unit is already routing or out of control.
    fn runs(&self, unit: UnitId) -> bool {
        self.unit(unit).has(Status::ROUTING | Status::RAMPANT)
    }

    /// Makes an elephant uncontrollable (E14.4, E14.5, EI-70, EI-107).
    pub(super) fn run_wild(&mut self, unit: UnitId) {
        self.unit_mut(unit).set(Status::RAMPANT | Status::ACTIVATED, true);
        self.clash.routs = false;
    }

    /// Applies the owner's choice of results.
    pub(super) fn apply_results(&mut self, results: Results) -> Stage {
        self.clash.losses = results.losses;
        self.clash.recoils = results.recoils;
        self.clash.disorder = results.disorder;
        Stage::Consequences
    }

    /// Cancels the results of a unit that has been destroyed.
    pub(super) fn cancel_results(&mut self) {
        self.clash.settling = NO_UNIT;
        (self.clash.disorder, self.clash.routs) = (false, false);
        (self.clash.losses, self.clash.recoils) = (0, 0);
    }

    /// Ends the results of a unit. Returns whether it routs (E10.17, EI-64).
    pub(super) fn end_results(&mut self) -> bool {
        self.clash.settling = NO_UNIT;
        std::mem::take(&mut self.clash.routs)
    }

    /// Whether the owner chooses the end of the line that loses a base (EI-65).
    pub(in crate::en_avant) fn chooses_loss(&self, unit: UnitId) -> bool {
        let it = self.unit(unit);
        (1..it.bases).contains(&self.clash.losses) && it.bases == it.files
    }

    /// Applies the choice whether the general goes along with this unit (EI-28).
    pub(super) fn apply_general_follows(&mut self, unit: UnitId, action: Action) -> Stage {
        let way = self.clash.way;
        self.clash.followed = NO_UNIT;
        if action == Action::GeneralAlong {
            self.side_mut(side_of(unit)).general.front += way;
        }
        Stage::Consequences
    }
}

impl Troops {
    /// Whether a unit can rout: an elephant goes out of control where another would (EI-70).
    pub(in crate::en_avant) fn can_rout(&self, state: &State, unit: UnitId) -> bool {
        self.arm(state, unit) != Arm::Elephant
    }
}

impl Rules {
    /// Records the unit whose owner now takes its impacts (E10.1), and whether it will rout (E10.16).
    pub(super) fn begin_results(&self, state: &mut State, unit: UnitId) {
        let impacts = state.clash.suffered[side_of(unit).index()];
        state.clash.settling = unit;
        state.clash.routs = self.is_routed_by(state, unit, impacts);
    }

    /// Whether a number of simultaneous impacts makes a unit rout (E10.16); one that already does takes losses.
    pub fn is_routed_by(&self, state: &State, unit: UnitId, impacts: u8) -> bool {
        self.routs_from(state, unit).is_some_and(|from| impacts >= from)
    }

    /// The number of simultaneous impacts from which a unit routs (E10.16); `None` if it runs already.
    pub(super) fn routs_from(&self, state: &State, unit: UnitId) -> Option<u8> {
        (!state.runs(unit)).then(|| self.impacts_to_rout(state, unit))
    }

    /// The number of simultaneous impacts that make a unit rout (E10.16, EI-68).
    pub fn impacts_to_rout(&self, state: &State, unit: UnitId) -> u8 {
        let combativity = state.combativity(side_of(unit)).max(1) as u8;
        let bases = state.unit(unit).bases;
        match self.rout_threshold {
            RoutThreshold::Combativity => combativity,
            RoutThreshold::Bases => bases,
            RoutThreshold::LowerOfBoth => combativity.min(bases),
        }
    }
}

impl Units<'_> {
    /// Ends a shot or a flight that has been resolved completely (EI-94).
    pub(super) fn leave_fight(self, state: &mut State) {
        state.clash = Clash::default();
        self.next_activation(state);
    }

    /// The results that a unit can suffer besides losses by its own condition, in a melee or not, wherever it would
    /// recoil to (E10.6, E10.14, E10.15, E11.40, EI-63, EI-89).
    pub fn suffered_by(self, state: &State, unit: UnitId, melee: bool) -> Available {
        let it = state.unit(unit);
        let arm = self.troops.arm(state, unit);
        let limited = (arm == Arm::Artillery && self.rules.artillery_results == LimitedResults::LossesOnly)
            || arm == Arm::Elephant
            || it.has(Status::ROUTING);
        let disordered = it.has(Status::DISORDERED);
        let shaken = disordered && self.rules.disordered_results == LimitedResults::LossesOnly;
        let taken = melee && !self.rules.flanked_unit_may_recoil && self.is_flanked(state, unit);
        Available {
            recoil: !limited && !shaken && !taken,
            disorder: !limited && (!disordered || self.rules.disorder_stacks),
        }
    }

    /// Whether a unit is attacked in the flank or the rear: in a melee in progress when its dice were counted (EI-63).
    fn is_flanked(self, state: &State, unit: UnitId) -> bool {
        match state.clash.is_fighting(unit) {
            true => state.clash.flanked.has(unit),
            false => self.sides_taken(state, unit) != 0,
        }
    }

    /// Whether an impact can make a unit uncontrollable: an elephant in a melee (E14.4), unless it already is (EI-107).
    pub fn can_be_maddened(self, state: &State, unit: UnitId, melee: bool) -> bool {
        melee && self.troops.arm(state, unit) == Arm::Elephant && !state.runs(unit)
    }

    /// Whether every impact makes a unit uncontrollable, whatever the enemy suffers (E14.4).
    pub(in crate::en_avant) fn any_impact_maddens(self, state: &State, unit: UnitId, melee: bool) -> bool {
        self.rules.elephant_rampage_trigger == RampageTrigger::AnyImpact && self.can_be_maddened(state, unit, melee)
    }

    /// Whether the impacts make an elephant uncontrollable (E14.4). One that already is takes losses (EI-107).
    pub(super) fn is_maddened(self, state: &State, unit: UnitId) -> bool {
        if !self.can_be_maddened(state, unit, state.clash.kind == ClashKind::Melee) {
            return false;
        }
        let side = side_of(unit);
        match self.rules.elephant_rampage_trigger {
            RampageTrigger::AnyImpact => true,
            RampageTrigger::MoreSuffered => {
                state.clash.suffered[side.index()] > state.clash.suffered[side.other().index()]
            }
        }
    }

    /// Removes the next base of a unit, or all if it loses them all. Returns their number.
    pub(super) fn take_loss(self, state: &mut State, unit: UnitId) -> u8 {
        let it = state.unit(unit);
        let losses = if state.clash.losses >= it.bases { it.bases } else { 1 };
        state.clash.losses = state.clash.losses.saturating_sub(losses);
        self.lose_in_fight(state, unit, losses);
        losses
    }

    /// Removes bases from a unit that is shot at or fights (E10.8).
    pub(super) fn lose_in_fight(self, state: &mut State, unit: UnitId, bases: u8) {
        self.lose_bases(state, unit, bases);
        self.refresh_contacts(state);
    }

    /// Destroys a unit that has no room to recoil or rout (E10.11, E10.20).
    pub(super) fn destroy_in_fight(self, state: &mut State, unit: UnitId) {
        let bases = state.unit(unit).bases;
        self.lose_in_fight(state, unit, bases);
    }

    /// Removes a base at that end; the others do not close up (EI-65).
    pub(super) fn apply_loss_from(self, state: &mut State, unit: UnitId, action: Action) {
        let aside = if action == Action::LoseLeft { self.measures.width / 2 } else { -self.measures.width / 2 };
        let it = state.unit_mut(unit);
        it.front = it.front.moved(it.heading, 0, aside);
        it.files -= 1;
        state.clash.losses -= 1;
        self.lose_in_fight(state, unit, 1);
    }

    /// Disorders a unit (E8.1, E10.6, E10.7); a single base that becomes disordered may be eliminated (E8.7, EI-47).
    pub(in crate::en_avant) fn disorder(self, state: &mut State, unit: UnitId) {
        let it = state.unit(unit);
        if it.bases == 1 && !it.has(Status::DISORDERED) && self.rules.disorder_eliminates_single_base {
            self.destroy(state, unit);
            self.refresh_contacts(state);
            return;
        }
        state.unit_mut(unit).set(Status::DISORDERED, true);
    }

    /// Proceeds to the next activation of the impulse, after an action with all its consequences.
    pub(in crate::en_avant) fn next_activation(self, state: &mut State) {
        self.settle_camps(state);
        if !self.check_defeat(state) {
            state.step = Step::Impulse;
        }
    }
}

impl Engagement {
    /// The results that a unit can suffer besides losses in the current resolution.
    pub fn available(&self, state: &State, unit: UnitId) -> Available {
        let Available { recoil, disorder } =
            self.units().suffered_by(state, unit, state.clash.kind == ClashKind::Melee);
        Available { recoil: recoil && self.may_take_recoils(state, unit, 1), disorder }
    }

    /// Whether this number of recoils may be chosen: always, unless the rules forbid a blocked recoil (EI-46, EI-63).
    fn may_take_recoils(&self, state: &State, unit: UnitId, recoils: u8) -> bool {
        let asks = BlockedRecoil::Unavailable;
        if self.rules.blocked_recoil != asks && self.rules.recoil_off_table != asks {
            return true;
        }
        match self.recoil_block(state, unit, recoils) {
            None => true,
            Some(super::recoil::Block::Edge) => self.rules.recoil_off_table != asks,
            Some(super::recoil::Block::Barred) => self.rules.blocked_recoil != asks,
        }
    }

    /// The ways in which the owner may take the impacts.
    pub(in crate::en_avant) fn results_actions(&self, state: &State, unit: UnitId, sink: &mut impl Sink) {
        let impacts = state.clash.suffered[side_of(unit).index()];
        self.available(state, unit).ways(
            impacts,
            |recoils| self.may_take_recoils(state, unit, recoils),
            |results| sink.push(Action::Take(results)),
        );
    }

    /// A separate general may go along with the unit that he touched (EI-28), if he stays on the table and does not go
    /// among the enemy (E7.12).
    pub(super) fn general_follows_actions(&self, state: &State, unit: UnitId, sink: &mut impl Sink) {
        let side = side_of(unit);
        let mut base = self.measures.general_base(state, side);
        base.centre += state.clash.way;
        let is_free = self.ground(state).holds(&base) && !self.ground(state).bars(&base, self.measures.touch);
        let is_met = |enemy| self.places().touches(state, enemy, &base);
        if is_free && !self.troops.on_table(state, side.other()).any(is_met) {
            sink.push(Action::GeneralAlong);
        }
        sink.push(Action::Pass);
    }
}

/// The ends of the line at which it may lose a base (E10.8, EI-65).
pub(super) fn loss_from_actions(sink: &mut impl Sink) {
    sink.push(Action::LoseLeft);
    sink.push(Action::LoseRight);
}
