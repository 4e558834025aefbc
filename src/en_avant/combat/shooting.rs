//! Shots: which units may shoot, the choice of the target, and the shot up to its dice.
//!
//! Rules E9.1, E9.5, E9.6, E9.7, E9.8, E9.9, E9.10, E9.11, E9.12, E9.13, E9.14, E9.19, E9.34, E9.57, E14.3, E14.14 with
//! EI-50, EI-54. Field and sight are in `visibility.rs`, dice in `advantages.rs`, consequences in `sixes.rs` and
//! `aftermath.rs`. Each shot is resolved on its own, before the next unit is activated.

use crate::en_avant::rules::{Rules, TargetRule, TargetTieBreak};
use crate::en_avant::state::action::{Action, Roll};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{Clash, ClashKind, NO_UNIT, State, Status, Unit, UnitId, UnitSet, side_bit, side_of};
use crate::game::{IllegalAction, Weighted};

impl Rules {
    /// Whether a die decides between these targets (E9.11).
    pub(in crate::en_avant) fn die_decides(&self, targets: UnitSet) -> bool {
        self.target_rule == TargetRule::Nearest
            && self.target_tie_break == TargetTieBreak::MostDangerousThenDie
            && targets.iter().nth(1).is_some()
    }

    /// Whether a unit may be shot at as far as melee is concerned (E9.13).
    #[inline]
    pub fn may_be_shot_at(&self, target: &Unit) -> bool {
        self.shoot_at_engaged || !target.has(Status::ENGAGED)
    }
}

impl Units<'_> {
    /// Whether a unit can shoot at all now (E8.4, E9.1, E9.8, EI-104).
    pub fn may_shoot(self, state: &State, unit: UnitId) -> bool {
        self.could_shoot(state, unit, Status::empty())
    }

    /// Whether it could shoot at all if it were free of these states: a gun unlimbers, a disordered unit rallies.
    pub fn could_shoot(self, state: &State, unit: UnitId, freed: Status) -> bool {
        let never = Status::DISORDERED | Status::ROUTING | Status::LIMBERED | Status::RAMPANT;
        let bars = if self.rules.shoot_while_engaged { never } else { never | Status::ENGAGED };
        self.troops.profile(state, unit).range > 0 && !state.unit(unit).has(bars - freed)
    }
}

impl Engagement {
    /// Why a unit cannot shoot at a target, except by the rule of the nearest target (E9.13, E9.14, E9.17, E9.18).
    pub fn shot_fault(&self, state: &State, unit: UnitId, target: UnitId) -> Option<&'static str> {
        let aimed = state.unit(target);
        if !self.rules.may_be_shot_at(aimed) {
            return Some("the target is engaged in melee (E9.13)");
        }
        if !self.places().is_in_field(state, &self.units().field_of_fire(state, unit), target) {
            return Some("no part of the target lies in the field of fire (E9.14)");
        }
        if self.is_hidden(state, unit, target) {
            return Some("the target is hidden in its shelter (E9.18)");
        }
        if !self.sees_target(state, unit, target) {
            return Some("something blocks the view (E9.17)");
        }
        if self.bases_shooting(state, unit, target) == 0 {
            return Some("none of its bases can shoot (E9.4)");
        }
        None
    }

    /// The targets among which the shooter may choose (E9.10, E9.11, EI-50): more than one only if they are equally
    /// near, and equally dangerous where that decides.
    pub fn targets(&self, state: &State, unit: UnitId) -> UnitSet {
        let mut found = UnitSet::default();
        if !self.units().may_shoot(state, unit) {
            return found;
        }
        let field = self.units().field_of_fire(state, unit);
        let near = |enemy: &UnitId| self.places().is_in_field(state, &field, *enemy);
        let legal = |enemy: UnitId| self.shot_fault(state, unit, enemy).is_none();
        if self.rules.target_rule == TargetRule::Any {
            self.troops
                .on_table(state, side_of(unit).other())
                .filter(near)
                .filter(|enemy| legal(*enemy))
                .for_each(|enemy| found.insert(enemy));
            return found;
        }
        let tolerance = i64::from(self.rules.widths(self.rules.target_tie_tolerance));
        let distance = |enemy: UnitId| self.places().square_of_shot(state, unit, &field, enemy).isqrt();
        let ranked = |enemy: &UnitId| self.rules.nearest_includes_illegal || legal(*enemy);
        let candidates = || self.troops.on_table(state, side_of(unit).other()).filter(near).filter(ranked);
        let Some(least) = candidates().map(distance).min() else { return found };
        candidates()
            .filter(|enemy| distance(*enemy) <= least + tolerance && legal(*enemy))
            .for_each(|enemy| found.insert(enemy));
        if self.rules.target_tie_break == TargetTieBreak::MostDangerousThenDie {
            let danger = |enemy: UnitId| {
                u32::from(self.troops.profile(state, enemy).points) * u32::from(state.unit(enemy).bases)
            };
            let most = found.iter().map(danger).max().unwrap_or(0);
            found.iter().filter(|enemy| danger(*enemy) < most).for_each(|enemy| found.remove(enemy));
        }
        found
    }

    /// Whether shooting is proposed (E9.5): there is a target. Any unit that can shoot may be ordered to, at the
    /// player's risk (E9.19).
    pub(in crate::en_avant) fn has_target(&self, state: &State, unit: UnitId) -> bool {
        !self.targets(state, unit).is_empty()
    }

    /// Whether a unit may be ordered to shoot (E9.19, EI-54).
    pub(in crate::en_avant) fn check_shoot(&self, state: &State, unit: UnitId) -> Result<(), IllegalAction> {
        if !self.units().may_shoot(state, unit) {
            return Err(IllegalAction(
                "the unit has no missiles, is engaged, in disorder or limbered (E9.1)".to_owned(),
            ));
        }
        if !self.rules.illegal_shot_wastes_activation && !self.has_target(state, unit) {
            return Err(IllegalAction("the unit has no target (E9.14)".to_owned()));
        }
        Ok(())
    }

    /// The targets that are proposed; without a target the action is lost (E9.19).
    pub(super) fn shot_actions(&self, state: &State, unit: UnitId, sink: &mut impl Sink) {
        let targets = self.targets(state, unit);
        targets.iter().for_each(|target| sink.push(Action::ShootAt(target)));
        if targets.is_empty() {
            sink.push(Action::Halt);
        }
    }

    /// Whether a shot may be ordered (E9.9, E9.19, EI-54): at any enemy, at the risk of losing the action.
    pub(super) fn check_shot(&self, state: &State, unit: UnitId, target: UnitId) -> Result<(), IllegalAction> {
        let fault = |words: &str| Err(IllegalAction(words.to_owned()));
        if !self.troops.on_table(state, side_of(unit).other()).any(|enemy| enemy == target) {
            return fault("the target is no enemy unit on the table (E9.9)");
        }
        if self.rules.illegal_shot_wastes_activation || self.targets(state, unit).has(target) {
            return Ok(());
        }
        fault(self.shot_fault(state, unit, target).unwrap_or("another target is nearer or more dangerous (E9.10)"))
    }

    /// The die between targets equally near and dangerous (E9.11): each is equally likely.
    pub(in crate::en_avant) fn list_targets(
        &self,
        state: &State,
        unit: UnitId,
        rolls: &mut impl Extend<Weighted<Roll>>,
    ) {
        let count = self.targets(state, unit).iter().count() as u8;
        rolls.extend((0..count).map(|hits| Weighted { roll: Roll { hits, sixes: 0 }, weight: 1 }));
    }

    /// The target that the die names.
    pub(super) fn drawn_target(&self, state: &State, unit: UnitId, roll: Roll) -> UnitId {
        self.targets(state, unit).iter().nth(usize::from(roll.hits)).expect("the die names one of the targets")
    }

    /// Starts a shot and counts its dice (E9.34, E9.35, E9.39, E9.57).
    pub(super) fn start_shot(&self, state: &mut State, unit: UnitId, target: UnitId) {
        let (side, other) = (side_of(unit), side_of(target));
        let mut clash = Clash { kind: ClashKind::Shot, savers: side_bit(other), ..Clash::default() };
        clash.leaders[side.index()] = unit;
        clash.leaders[other.index()] = target;
        clash.struck = [NO_UNIT; 2];
        clash.struck[other.index()] = target;
        clash.dice[side.index()] = self.shot_dice(state, unit, target, &mut ());
        clash.saves[other.index()] = self.save_dice(state, unit, target, &mut ());
        state.clash = clash;
        state.combats += 1;
    }
}
