//! The sequel of a strike (J5.68): follow-up (J5.77 to J5.83, T8), pursuit (J5.84 to J5.86), Breakthrough (J3.43),
//! riposte (J5.87 to J5.90), and the end of the combat.

mod onward;

use super::flow::Stage;
use crate::game::sink::Sink;
use crate::jomini::army::unit::{Class, UnitLetters};
use crate::jomini::map::board::Board;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::rules::Rules;
use crate::jomini::state::action::Action;
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::field::Positions;
use crate::jomini::state::field::Units;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{AttackKind, AttackOrder, Combat, NO_UNIT, State, Status, Step, UnitId, side_of};

/// Whether a unit may follow up (T8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FollowUp {
    /// It must.
    Mandatory,
    /// It may.
    Optional,
    /// It may not.
    Never,
}

/// The sequel of a completed strike (J5.68).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The attack that the ambush preceded.
    Attack,
    /// A riposte, if the defender may riposte.
    Riposte,
    /// The attacker may follow up into the empty hex.
    FollowUp,
    /// Nothing.
    None,
}

impl State {
    /// The end of a counter-charge (JI-82): the unit that inflicted more losses, if still in place before an empty hex,
    /// follows up and pursues as an attacker would. Returns whether one of the two does.
    pub(super) fn decide_counter_charge(&mut self) -> bool {
        let combat = &mut self.combat;
        let [by_attacker, by_defender] = combat.inflicted;
        if by_attacker == by_defender {
            return false;
        }
        if by_defender > by_attacker {
            std::mem::swap(&mut combat.attacker, &mut combat.defender);
            std::mem::swap(&mut combat.attacker_hex, &mut combat.defender_hex);
            combat.attack_order = None;
        }
        self.unit_at(self.combat.defender_hex) == NO_UNIT
    }

    /// The combat is over; the current group continues its attacks.
    pub(super) fn end_combat(&mut self) {
        self.combat = Combat::NONE;
        self.step = Step::Combat;
    }
}

impl Rules {
    /// The sequel of the completed strike.
    pub(super) fn answer_to_strike(&self, state: &State) -> Answer {
        let combat = &state.combat;
        match combat.attack_kind {
            // J5.78, JI-145: a riposte is followed by neither a follow-up nor a riposte.
            AttackKind::Riposte => Answer::None,
            AttackKind::Ambush => {
                let attacker = state.unit(combat.attacker);
                // J3.53, JI-84: the attack continues unless the attacker was destroyed or was required to retreat, even
                // if it could not.
                let held = attacker.elements > 0 && !combat.retreat_ordered && !attacker.has(Status::LEFT_HEX);
                let defender_stands = state.unit(combat.defender).hex == combat.defender_hex;
                if held && defender_stands { Answer::Attack } else { Answer::None }
            }
            // J5.89: a unit that is fired at cannot strike back.
            _ if !combat.melee => Answer::None,
            _ if state.unit_at(combat.defender_hex) == NO_UNIT => {
                // JA4.5: a unit that breaks off for an officer in the front rank can always be followed.
                let barred = !self.break_off_followup && state.front_officer(combat.defender).is_none();
                if combat.attack_kind == AttackKind::AgainstBreakOff
                    && state.unit(combat.defender).elements > 0
                    && barred
                {
                    Answer::None
                } else {
                    Answer::FollowUp
                }
            }
            _ => Answer::Riposte,
        }
    }
}

impl Board {
    /// Enemies next to the unit, for a combat by pursuit or Breakthrough.
    pub(super) fn attack_again_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        self.each_enemy_beside(state, state.combat.attacker).for_each(|enemy| sink.push(Action::AttackAgain(enemy)));
    }

    /// The enemies on the hexes beside a unit, elephants in panic included.
    fn each_enemy_beside(&self, state: &State, unit: UnitId) -> impl Iterator<Item = UnitId> {
        let (side, neighbours) = (side_of(unit), self.neighbours(state.unit(unit).hex));
        let on = move |towards| Some(neighbours[towards]).filter(|hex| *hex != NO_HEX).map(|hex| state.unit_at(hex));
        self.directions(side).into_iter().filter_map(on).filter(move |it| *it != NO_UNIT && side_of(*it) != side)
    }
}

impl Forces {
    /// Artillery and infantry in wagons (J5.83, JI-37).
    fn never_follows_up(&self, state: &State, unit: UnitId) -> bool {
        self.profile(unit).class == Class::Artillery || self.is_vehicle(state, unit)
    }

    /// Moves a unit into the hex that its target has left; a lone enemy officer there flees (JI-104).
    fn follow_into(&self, state: &mut State, unit: UnitId, to: HexId) {
        let driven = self.officers_alone(state, side_of(unit).other()).on(to);
        state.take_along(unit, to, driven);
    }
}

impl Units<'_> {
    /// J5.84, J5.86, JI-155: mounted troops pursue once in a player-turn.
    pub fn may_pursue(self, state: &State, unit: UnitId) -> bool {
        self.forces.profile(unit).class == Class::Mounted && state.unit(unit).pursuits < self.rules.pursuits_per_turn
    }

    /// Whether infantry moves on after its follow-up (JA3.11).
    pub(super) fn moves_on(self, unit: UnitId) -> bool {
        let profile = self.forces.profile(unit);
        profile.class != Class::Mounted
            && profile.has(UnitLetters::CHANGEABLE)
            && self.rules.changeable_infantry_hexes > 0
    }

    /// The maximum number of hexes of a pursuit (J5.84, JA3.11).
    fn pursuit_hexes(self, unit: UnitId) -> u8 {
        let profile = self.forces.profile(unit);
        // JI-26: elephants are no cavalry.
        if profile.has(UnitLetters::CHANGEABLE) && profile.is_cavalry() {
            self.rules.changeable_pursuit_hexes
        } else {
            self.rules.pursuit_hexes
        }
    }
}

impl Positions<'_> {
    /// Whether the attacker of the current combat follows up into the vacated hex (T8): any troops by their letters or
    /// Berserks (J5.79, JI-151), infantry (J5.80, JI-152), mounted troops (J5.81), elephants always (J5.82), never guns
    /// and wagons (J5.83).
    pub fn follow_up(self, state: &State) -> FollowUp {
        let combat = &state.combat;
        let unit = combat.attacker;
        let profile = self.forces.profile(unit);
        let it = state.unit(unit);
        let entered = self.board.direction_to(combat.attacker_hex, combat.defender_hex).is_some_and(|towards| {
            self.board.retreat_step(self.forces.mover(state, unit), combat.attacker_hex, towards)
        });
        // JI-150: not into a hex or across a side that is closed to it.
        if it.elements == 0 || it.hex != combat.attacker_hex || self.forces.never_follows_up(state, unit) || !entered {
            return FollowUp::Never;
        }
        let berserk = combat.attack_order == Some(AttackOrder::Berserk);
        if berserk || profile.has(UnitLetters::FANATIC | UnitLetters::CHANGEABLE | UnitLetters::AGGRESSIVE) {
            return FollowUp::Mandatory;
        }
        // J5.82.
        if profile.is_elephant() {
            return FollowUp::Mandatory;
        }
        let below = self.board.level(combat.attacker_hex) > self.board.level(combat.defender_hex);
        match profile.class {
            _ if below && !profile.elite => FollowUp::Mandatory,
            Class::Infantry if !profile.elite => FollowUp::Never,
            _ => FollowUp::Optional,
        }
    }
}

impl Battlefield {
    /// Whether the defender of the current combat may riposte: a supported defender that is still next to its attacker
    /// may strike back (J5.87, J5.88, JI-147).
    pub(in crate::jomini) fn owes_riposte(&self, state: &State) -> bool {
        let combat = &state.combat;
        let (attacker, defender) = (state.unit(combat.attacker), state.unit(combat.defender));
        let in_place = if self.forces.is_panicked(combat.attacker) {
            // An elephant that the defender itself released may have run it down.
            defender.hex == combat.defender_hex && attacker.elements > 0
        } else {
            // An elephant in panic may meanwhile have displaced either unit.
            !defender.has(Status::LEFT_HEX)
                && defender.hex == combat.defender_hex
                && attacker.hex == combat.attacker_hex
        };
        combat.attack_kind == AttackKind::Attack
            && in_place
            && !combat.riposte_used
            && self.may_riposte(state, &AttackRoll::running(state))
    }

    pub(in crate::jomini) fn apply_riposte(&self, state: &mut State, action: Action) -> Stage {
        if action != Action::Riposte {
            return Stage::EndOfCombat;
        }
        state.combat.riposte_used = true;
        Stage::Strike(AttackKind::Riposte)
    }

    /// Whether a decision about the hex vacated by the target is pending, after a melee (JI-149).
    pub(super) fn is_follow_up_open(&self, state: &State) -> bool {
        let mut any = crate::game::sink::FirstOfTwo::default();
        self.follow_up_actions(state, &mut any);
        any.several || any.first != Some(Action::Pass)
    }

    pub(in crate::jomini) fn follow_up_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        let follow_up = self.positions().follow_up(state);
        if follow_up != FollowUp::Never {
            sink.push(Action::FollowUp);
        }
        self.breakthrough_actions(state, sink);
        if follow_up != FollowUp::Mandatory {
            sink.push(Action::Pass);
        }
    }

    /// Breakthrough (J3.43, JI-74): infantry and cavalry, not elephants, that can enter the hex, as the one attack
    /// order of the combat. It is offered only where it does more than a follow-up: where there is an enemy to attack
    /// from the hex, or the unit could not take it otherwise.
    fn breakthrough_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        let combat = &state.combat;
        let unit = combat.attacker;
        let it = state.unit(unit);
        let own_turn = side_of(unit) == state.active;
        let spent = combat.attack_order_given || (it.has(Status::BROKEN_THROUGH) && !self.rules.breakthrough_repeat);
        if !own_turn
            || spent
            || self.rules.attack_orders_per_combat == 0
            || combat.attack_kind == AttackKind::AgainstBreakOff
        {
            return;
        }
        let enters = self.board.direction_to(combat.attacker_hex, combat.defender_hex).is_some_and(|towards| {
            self.board.retreat_step(self.forces.mover(state, unit), combat.attacker_hex, towards)
        });
        if self.forces.never_follows_up(state, unit)
            || self.forces.profile(unit).is_elephant()
            || it.elements == 0
            || it.hex != combat.attacker_hex
            || !enters
        {
            return;
        }
        let enemy_beside = self.board.neighbours(combat.defender_hex).iter().any(|hex| {
            *hex != NO_HEX && state.unit_at(*hex) != NO_UNIT && side_of(state.unit_at(*hex)) != side_of(unit)
        });
        if enemy_beside || self.positions().follow_up(state) == FollowUp::Never {
            let cost = self.attack_order_cost(state, unit, self.rules.breakthrough_cost);
            self.payments(state, unit, cost, |payment| sink.push(Action::Breakthrough(payment)));
        }
    }

    pub(in crate::jomini) fn apply_follow_up(&self, state: &mut State, action: Action) -> Stage {
        let unit = state.combat.attacker;
        let to = state.combat.defender_hex;
        match action {
            Action::FollowUp => {
                self.forces.follow_into(state, unit, to);
                Stage::Pursuit
            }
            Action::Breakthrough(payment) => {
                self.pay_attack_order(state, self.rules.breakthrough_cost, payment);
                state.unit_mut(unit).status |= Status::BROKEN_THROUGH;
                self.forces.follow_into(state, unit, to);
                Stage::BreakthroughAttack
            }
            Action::Pass => Stage::EndOfCombat,
            action => action.not_offered(),
        }
    }

    /// The extra hex, anywhere (JI-153), and the extra combat, both optional (J5.85).
    pub(in crate::jomini) fn pursuit_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        let unit = state.combat.attacker;
        self.pursuit_attack_actions(state, sink);
        self.positions().each_onward_hex(
            state,
            self.units().pursuit_hexes(unit),
            self.rules.pursuit_obeys_stop,
            |hex| {
                sink.push(Action::PursueTo(hex));
                !sink.is_full()
            },
        );
    }

    pub(in crate::jomini) fn apply_pursuit(&self, state: &mut State, action: Action) -> Stage {
        let unit = state.combat.attacker;
        match action {
            Action::PursueTo(hex) => {
                state.unit_mut(unit).pursuits += 1;
                let hexes = self.units().pursuit_hexes(unit);
                self.positions().march_on_to(state, hex, hexes, self.rules.pursuit_obeys_stop);
                Stage::PursuitAttack
            }
            Action::AttackAgain(target) => {
                // A Breakthrough is not a pursuit.
                if state.step == Step::Pursuit {
                    state.unit_mut(unit).pursuits += 1;
                }
                self.start_combat(state, unit, target)
            }
            Action::Pass => Stage::EndOfCombat,
            action => action.not_offered(),
        }
    }

    /// The attack after a pursuit or a Breakthrough, made or declined (J5.85, J3.43).
    pub(in crate::jomini) fn pursuit_attack_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        if !self.must_attack_again(state) {
            sink.push(Action::Pass);
        }
        self.board.attack_again_actions(state, sink);
    }

    /// Whether Impetuous troops must now attack an enemy next to them, after a follow-up (JA3.5, JI-103).
    fn must_attack_again(&self, state: &State) -> bool {
        let unit = state.combat.attacker;
        self.rules.impetuous_pursuit
            && self.forces.profile(unit).has(UnitLetters::IMPETUOUS)
            && self.board.each_enemy_beside(state, unit).next().is_some()
    }

    /// Changeable infantry may move on after its follow-up, without combat (JA3.11, JI-156).
    pub(in crate::jomini) fn changeable_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        sink.push(Action::Pass);
        self.positions().each_onward_hex(state, self.rules.changeable_infantry_hexes, true, |hex| {
            sink.push(Action::MoveOn(hex));
            !sink.is_full()
        });
    }

    pub(in crate::jomini) fn apply_changeable(&self, state: &mut State, action: Action) -> Stage {
        if let Action::MoveOn(hex) = action {
            self.positions().march_on_to(state, hex, self.rules.changeable_infantry_hexes, true);
        }
        Stage::EndOfCombat
    }
}
