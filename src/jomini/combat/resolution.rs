//! The effects of a roll, in the order of T15 and JI-133: letters, tactical advantages, conversions, losses, morale
//! hits, retreat.

use super::flow::Stage;
use super::hits::TacticalEffect;
use crate::game::sink::Sink;
use crate::jomini::army::unit::Class;
use crate::jomini::rules::Rules;
use crate::jomini::rules::SappersScope;
use crate::jomini::state::action::{Action, Roll};
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::field::Units;
use crate::jomini::state::{AttackKind, CounterCharge, State, Status, Step, UnitId, side_of};

/// Why a unit ignores morale hits of any kind (J5.53).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::jomini) enum IgnoredFor {
    /// It is supported.
    Support,
    /// Officers are in its hex (J3.63, J5.100).
    Officers,
    /// It is artillery.
    Artillery,
    /// It was given the order Nuts! (J3.50).
    Nuts,
}

impl State {
    /// Counter-charge (J3.51, JI-82): the first roll is stored until the second has been made; then the losses of both
    /// are applied, then their morale hits. Returns whether both have been made.
    pub(super) fn keep_roll_of_counter_charge(&mut self) -> bool {
        let combat = &mut self.combat;
        let index = combat.part_of_counter_charge();
        combat.kept_hits[index] = combat.hits;
        combat.kept_morale_hits[index] = combat.morale_hits;
        combat.kept_firm_morale_hits[index] = combat.firm_morale_hits;
        index == 1
    }

    /// Begins the next part of a counter-charge with the hits stored for it, and returns which; none is left after the
    /// morale of both.
    pub(super) fn begin_part_of_counter_charge(&mut self) -> Option<CounterCharge> {
        let combat = &mut self.combat;
        combat.hits = 0;
        combat.morale_hits = 0;
        combat.firm_morale_hits = 0;
        combat.counter_charge = match combat.counter_charge {
            CounterCharge::No | CounterCharge::Rolling => CounterCharge::DefenderLosses,
            CounterCharge::DefenderLosses => CounterCharge::AttackerLosses,
            CounterCharge::AttackerLosses => CounterCharge::DefenderMorale,
            CounterCharge::DefenderMorale => CounterCharge::AttackerMorale,
            CounterCharge::AttackerMorale => return None,
        };
        let on_attacker =
            matches!(combat.counter_charge, CounterCharge::AttackerLosses | CounterCharge::AttackerMorale);
        let index = usize::from(on_attacker);
        combat.attack_kind =
            if on_attacker { AttackKind::CounterChargeDefence } else { AttackKind::CounterChargeAttack };
        match combat.counter_charge {
            CounterCharge::DefenderLosses | CounterCharge::AttackerLosses => {
                combat.hits = combat.kept_hits[index];
            }
            CounterCharge::No
            | CounterCharge::Rolling
            | CounterCharge::DefenderMorale
            | CounterCharge::AttackerMorale => {
                combat.morale_hits = combat.kept_morale_hits[index];
                combat.firm_morale_hits = combat.kept_firm_morale_hits[index];
            }
        }
        Some(combat.counter_charge)
    }

    /// Whether a unit ignores all flags by order (J3.49).
    pub(in crate::jomini) fn holds_position(&self, unit: UnitId) -> bool {
        self.unit(unit).has(Status::HOLD_POSITION)
    }

    /// Sacrifice (J3.46, JI-80): whether remaining morale hits may become losses.
    pub(super) fn may_sacrifice(&self) -> bool {
        let target = AttackRoll::running(self).target;
        self.unit(target).has(Status::SACRIFICE) && self.combat.morale_hits > 0
    }

    pub(in crate::jomini) fn sacrifice_actions(&self, sink: &mut impl Sink<Action>) {
        sink.push(Action::Pass);
        let elements = self.unit(AttackRoll::running(self).target).elements;
        for count in 1..=self.combat.morale_hits.min(elements) {
            sink.push(Action::Sacrifice(count));
        }
    }
}

impl Rules {
    /// Morale hits that are not flags: treated as flags, except in a variant that distinguishes the two (JI-79).
    pub(super) fn add_morale_hits(&self, state: &mut State, count: u8) {
        if self.flags_equal_morale_hits {
            state.combat.morale_hits += count;
        } else {
            state.combat.firm_morale_hits += count;
        }
    }
}

impl Units<'_> {
    pub(in crate::jomini) fn apply_sacrifice(self, state: &mut State, action: Action) -> Stage {
        if let Action::Sacrifice(count) = action {
            state.combat.morale_hits -= count;
            let target = AttackRoll::running(state).target;
            if !self.lose_elements(state, target, count) {
                return Stage::AfterRetreat;
            }
        }
        Stage::Retreat
    }
}

impl Battlefield {
    /// Step 6 of T15: letters give tokens; the first letter of artillery is a flag (J5.54, J5.55, JI-135); then the
    /// rest of the roll.
    pub(super) fn apply_strike_roll(&self, state: &mut State, roll: Roll) -> Stage {
        let attack = AttackRoll::running(state);
        let flags = self.units().letters_as_flags(attack.roller, roll.letters);
        let tokens = self.units().tokens_for_letters(attack.roller, roll.letters);
        if tokens > 0 {
            self.rules.gain_tokens(state, side_of(attack.roller), tokens);
        }
        state.combat.hits = roll.hits;
        let bit = state.apart_bit();
        state.combat.apart = state.combat.apart & !bit | if roll.apart > 0 { bit } else { 0 };
        state.combat.morale_hits = if attack.only_arm_counts() { 0 } else { roll.morale_hits + flags };
        state.combat.tactical = roll.tactical;
        Stage::WindOfBall
    }

    /// Whether Wind of the ball (J3.44) may change the tactical advantages of a roll: not where they are morale hits
    /// anyway (T6).
    pub(super) fn has_choice_of_wind_of_ball(&self, state: &State, attack: &AttackRoll) -> bool {
        state.combat.tactical > 0
            && self.may_use_wind_of_ball(state, attack)
            && self.advantage_effect(state, attack) != TacticalEffect::MoraleHit
    }

    pub(in crate::jomini) fn apply_wind_of_ball(&self, state: &mut State, action: Action) -> Stage {
        if let Action::WindOfBall(count, payment) = action {
            self.pay_attack_order(state, self.rules.wind_of_ball_cost, payment);
            state.combat.tactical -= count;
            self.rules.add_morale_hits(state, count);
        }
        Stage::TacticalAdvantages
    }

    /// Step 7: tactical advantages counted separately take effect by T6.
    pub(super) fn apply_tactical_advantages(&self, state: &mut State) {
        let count = std::mem::take(&mut state.combat.tactical);
        if count > 0 {
            let effect = self.advantage_effect(state, &AttackRoll::running(state));
            let (hits, morale_hits) = self.rules.tactical_hits(effect, count);
            state.combat.hits += hits;
            self.rules.add_morale_hits(state, morale_hits);
        }
    }

    /// The number of morale hits that the target may ignore (J5.53, cumulative).
    pub fn morale_hits_ignored(&self, state: &State, attack: &AttackRoll) -> u8 {
        self.any_ignored(state, attack) + self.flags_ignored(state, attack)
    }

    /// The number of flags that the target may ignore: as [`Battlefield::morale_hits_ignored`], and all for a unit that
    /// holds its position (J3.49). Other morale hits, where a variant distinguishes them (JI-79), it ignores by
    /// `ignorable` only.
    pub fn flags_withstood(&self, state: &State, attack: &AttackRoll) -> u8 {
        if state.holds_position(attack.target) { u8::MAX } else { self.morale_hits_ignored(state, attack) }
    }

    /// Passes each reason why the target may ignore morale hits of any kind, where the text has "coup au moral",
    /// with their number.
    #[inline]
    pub(in crate::jomini) fn each_reason_to_ignore(
        &self,
        state: &State,
        attack: &AttackRoll,
        mut take: impl FnMut(IgnoredFor, u8),
    ) {
        let rules = &self.rules;
        let it = state.unit(attack.target);
        if self.forces.is_panicked(attack.target) {
            // JI-167: an elephant in panic ignores no morale hits.
            return;
        }
        if self.is_target_supported(state, attack) {
            take(IgnoredFor::Support, rules.supported_flags_ignored);
        }
        let officers = state.officers_at(side_of(attack.target), it.hex).count() as u8;
        take(IgnoredFor::Officers, officers * rules.officer_flags_ignored);
        if self.forces.profile(attack.target).class == Class::Artillery {
            take(IgnoredFor::Artillery, rules.artillery_flags_ignored);
        }
        if it.has(Status::NUTS) {
            take(IgnoredFor::Nuts, rules.nuts_extra_ignored);
        }
    }

    /// The number of morale hits of any kind that the target may ignore.
    fn any_ignored(&self, state: &State, attack: &AttackRoll) -> u8 {
        let mut ignored = 0;
        self.each_reason_to_ignore(state, attack, |_, count| ignored += count);
        ignored
    }

    /// The number of flags that the target may ignore behind obstacles (T5) and wagons (J5.47): morale hits of any
    /// kind, except in a variant that distinguishes the two (JI-79).
    pub(in crate::jomini) fn flags_ignored(&self, state: &State, attack: &AttackRoll) -> u8 {
        let rules = &self.rules;
        let sappers = attack.has_sappers() && rules.sappers_scope == SappersScope::AllIntoEffects;
        if self.forces.is_panicked(attack.target)
            || self.forces.profile(attack.target).class == Class::Mounted
            || sappers
        {
            return 0;
        }
        // Wagons count as an obstacle: obstacles do not add up (J7.2).
        let wagons = if self.units().wagons_protect(state, attack) { rules.wagon_flags_ignored } else { 0 };
        self.board.attack_terrain(attack.from, attack.to).flags_ignored.max(wagons)
    }

    /// The number of morale hits of the current strike that can be ignored: all flags by a unit that holds its position
    /// (J3.49).
    pub(in crate::jomini) fn ignorable(&self, state: &State) -> u8 {
        let attack = AttackRoll::running(state);
        let (any, flags) = (self.any_ignored(state, &attack), self.flags_ignored(state, &attack));
        let firm = state.combat.firm_morale_hits.min(any);
        let hits = state.combat.morale_hits;
        firm + if state.holds_position(attack.target) { hits } else { hits.min(any - firm + flags) }
    }

    /// Ignores this number of them: first those that are not flags, as there is no other way to avoid them.
    pub(super) fn ignore(&self, state: &mut State, count: u8) {
        let any = self.any_ignored(state, &AttackRoll::running(state));
        let combat = &mut state.combat;
        let firm = combat.firm_morale_hits.min(any).min(count);
        combat.firm_morale_hits -= firm;
        combat.morale_hits -= count - firm;
    }

    /// Step 10: how many morale hits are ignored (JI-134); `None` if the owner decides.
    pub(super) fn ignored_unasked(&self, state: &State) -> Option<u8> {
        (self.rules.ignore_flags_auto || !self.arises(state, Step::Ignore)).then(|| self.ignorable(state))
    }

    pub(in crate::jomini) fn ignore_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        for count in (0..=self.ignorable(state)).rev() {
            sink.push(Action::Ignore(count));
        }
    }
}
