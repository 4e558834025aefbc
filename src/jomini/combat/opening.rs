//! The Combat phase (J5.1 to J5.8), and the parts of one combat up to the roll (J5.41, T15): target, breaking off,
//! whose roll is first, leading. Their order is in `flow.rs`, the orders in between are in `combat_orders.rs`, the
//! effects of the roll in `resolution.rs`, the sequel in `aftermath.rs`.

use super::dice::may_be_led;
use super::flow::Stage;
use crate::game::sink::Sink;
use crate::jomini::army::unit::{Animals, Class, Profile, UnitLetters, family};
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::rules::Rules;
use crate::jomini::state::Benefits;
use crate::jomini::state::action::Action;
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::field::Positions;
use crate::jomini::state::field::Units;
use crate::jomini::state::{AttackKind, Combat, NO_UNIT, State, Status, UnitId, side_of};

impl Rules {
    /// Whether a unit that moves may still attack afterwards, as far as its move lets it (J5.5).
    pub fn has_attack_left(&self, state: &State, unit: UnitId) -> bool {
        let it = state.unit(unit);
        it.attacks < self.attacks_per_unit_per_turn && !it.has(Status::MOVE_ONLY | Status::ONLY_BACK)
    }

    /// Whether troops count as "modern", and so roll first when infantry without missiles attacks them: western troops
    /// of the arms listed in the rules, infantry with firearms only (J5.14, JI-40).
    #[inline]
    pub fn fires_at_nonshooters(&self, target: &Profile) -> bool {
        target.western
            && (target.class != Class::Infantry || target.has_muskets())
            && self.nonshooter_ambush_by.contains(family(target))
    }
}

impl Units<'_> {
    /// Whether a gun that has moved this many hexes has lost all its dice, where a variant lets it (JI-108).
    fn has_moved_out_of_dice(self, state: &State, unit: UnitId, hexes_moved: u8) -> bool {
        let profile = self.forces.profile(unit);
        self.rules.artillery_move_can_reach_zero
            && profile.class == Class::Artillery
            && self.rules.is_spent_by_moving(profile, state.unit(unit).elements, hexes_moved)
    }
}

impl Positions<'_> {
    /// Passes each unit that `unit` could attack from `hex` to `take`: the adjacent enemies if there are any (J5.39),
    /// else every enemy in range and sight (J5.24 to J5.26, J5.38), whatever units are beside it (JI-124).
    pub fn targets(self, state: &State, unit: UnitId, hex: HexId, mut take: impl FnMut(UnitId)) {
        let side = side_of(unit);
        let neighbours = self.board.neighbours(hex);
        let mut adjacent = false;
        for towards in self.board.directions(side) {
            let next = neighbours[towards];
            if next != NO_HEX {
                let other = state.unit_at(next);
                if other != NO_UNIT && side_of(other) != side {
                    adjacent = true;
                    take(other);
                }
            }
        }
        let profile = self.forces.profile(unit);
        if adjacent || profile.range < 2 {
            return;
        }
        for other in self.forces.pieces_on_table(state, side.other()) {
            if self.has_in_range(state, (unit, profile), hex, state.unit(other).hex) {
                take(other);
            }
        }
    }

    /// Whether a hex lies in the range and sight of a unit at `from` (J5.24 to J5.26, J5.38).
    #[inline]
    pub(in crate::jomini) fn has_in_range(
        self,
        state: &State,
        (unit, profile): (UnitId, &Profile),
        from: HexId,
        to: HexId,
    ) -> bool {
        self.board.distance(from, to) <= profile.range
            && self.sees(state, unit, from, to, profile.class == Class::Artillery)
    }

    /// Whether a unit at `from` sees `to` (J5.26). Its own hex counts as empty, so that hypothetical positions can be
    /// tested. Over troops elephants fire and are fired at, but not over elephants (J5.37, JI-122).
    pub fn sees(self, state: &State, unit: UnitId, from: HexId, to: HexId, guns: bool) -> bool {
        let own = state.unit(unit).hex;
        let tall = self.forces.animals.contains(Animals::TALL) && {
            let target = state.unit_at(to);
            self.forces.is_tall(state, unit) || (target != NO_UNIT && self.forces.is_tall(state, target))
        };
        self.board.sees(from, to, guns, side_of(unit), |hex| match state.unit_at(hex) {
            NO_UNIT => None,
            _ if hex == own => None,
            other if tall && !self.forces.is_tall(state, other) => None,
            other => Some(side_of(other)),
        })
    }
}

impl Battlefield {
    /// The Combat phase (J1.18): the attacks of the current group in any order (J5.2), and the end of its part of the
    /// phase unless an Impetuous unit must attack (J5.7, JA3.5).
    pub(in crate::jomini) fn combat_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        let mut bound = false;
        for unit in self.forces.units_on_table(state, state.active) {
            if state.unit(unit).group != state.turn.current || !self.can_attack(state, unit) {
                continue;
            }
            let hex = state.unit(unit).hex;
            let mut melee = false;
            self.positions().targets(state, unit, hex, |target| {
                melee |= self.board.distance(hex, state.unit(target).hex) == 1;
                sink.push(Action::Attack(unit, target));
            });
            bound |= melee && self.forces.profile(unit).has(UnitLetters::IMPETUOUS);
            if sink.is_full() {
                return;
            }
        }
        if !bound {
            sink.push(Action::Done);
        }
    }

    /// Whether a unit that has moved this many hexes can fight from a hex: not a gun on ground closed to it (J5.42,
    /// J7.14), nor one that has lost all its dice by moving (JI-108).
    pub fn can_fight_from(&self, state: &State, unit: UnitId, hex: HexId, hexes_moved: u8) -> bool {
        !self.positions().stands_by_road_on_closed(state, unit, hex)
            && !self.units().has_moved_out_of_dice(state, unit, hexes_moved)
    }

    /// Whether an activated unit (J5.3) may still attack in this player-turn (J5.5, J4.9, J4.16, J5.42).
    pub fn can_attack(&self, state: &State, unit: UnitId) -> bool {
        let it = state.unit(unit);
        self.rules.has_attack_left(state, unit)
            && !it.has(Status::NO_ATTACK)
            && self.can_fight_from(state, unit, it.hex, it.hexes_moved)
    }

    /// Steps 1 and 2 of T15: the combat of one unit against one (J5.4) begins: a melee if they are adjacent (J5.40).
    pub(in crate::jomini) fn start_combat(&self, state: &mut State, attacker: UnitId, defender: UnitId) -> Stage {
        let attacker_hex = state.unit(attacker).hex;
        self.start_combat_from(state, attacker, attacker_hex, defender)
    }

    /// A combat whose attacker strikes from this hex, with orders of its own (JI-77); next to an enemy guns too fight a
    /// melee (JI-123).
    pub(super) fn start_combat_from(
        &self,
        state: &mut State,
        attacker: UnitId,
        attacker_hex: HexId,
        defender: UnitId,
    ) -> Stage {
        let defender_hex = state.unit(defender).hex;
        let melee = self.board.distance(attacker_hex, defender_hex) == 1;
        state.combats += 1;
        state.combat = Combat { attacker, defender, attacker_hex, defender_hex, melee, ..Combat::NONE };
        state.unit_mut(attacker).status &= !Status::LEFT_HEX;
        state.unit_mut(defender).status &= !Status::LEFT_HEX;
        Stage::FrontRankOfAttacker
    }

    /// Break off: mounted troops and light infantry with the letter (JA3.16), in lace any unit with an officer in the
    /// front rank (JA4.5), if they can fall back at least one hex (JI-157).
    pub(super) fn may_break_off(&self, state: &State, unit: UnitId) -> bool {
        let by_letter = breaks_off_by_letter(self.forces.profile(unit));
        let by_officer = self.rules.period_lace_wars && state.front_officer(unit).is_some();
        (by_letter || by_officer) && self.can_fall_back(state, unit)
    }

    /// Whose roll is the first: the attacker's, or that of a defender who fires before it (J5.14).
    pub(super) fn decide_first_strike(&self, state: &mut State) -> AttackKind {
        if self.fires_first(state, &AttackRoll::running(state)) {
            state.combat.riposte_used = true;
            AttackKind::Ambush
        } else {
            AttackKind::Attack
        }
    }

    /// Whether the defender of an attack by infantry without missiles has a free Ambush: western infantry with firearms
    /// or artillery, in melee, supported or not except in a variant that requires support (J5.14, JI-40). A gun on a
    /// road through rough terrain cannot fight (J5.42).
    #[inline]
    pub fn fires_first(&self, state: &State, attack: &AttackRoll) -> bool {
        let target = self.forces.profile(attack.target);
        self.forces.profile(attack.roller).lacks_missiles()
            && attack.melee
            && self.rules.fires_at_nonshooters(target)
            && !self.positions().stands_by_road_on_closed(state, attack.target, attack.to)
            && (!self.rules.nonshooter_ambush_needs_support || self.may_riposte(state, attack))
    }

    /// Whether an officer may lead the roller of this attack roll for more dice (J3.60).
    pub(super) fn may_lead_for_dice(&self, state: &State, attack: &AttackRoll) -> bool {
        may_be_led(&self.rules, attack.kind)
            && self.rules.lead_dice > 0
            && self.has_leader_for(state, attack.roller, Benefits::DICE)
    }

    pub(in crate::jomini) fn lead_for_dice_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        sink.push(Action::Pass);
        for officer in self.leaders_for(state, AttackRoll::running(state).roller, Benefits::DICE) {
            sink.push(Action::LeadForDice(officer));
        }
    }

    pub(in crate::jomini) fn apply_lead_for_dice(&self, state: &mut State, action: Action) -> Stage {
        match action {
            Action::LeadForDice(officer) => {
                let roller = AttackRoll::running(state).roller;
                self.units().put_at_head(state, officer, roller, Benefits::DICE);
                state.combat.leaders += 1;
                Stage::Leading
            }
            Action::Pass => Stage::DiceOfStrike,
            action => action.not_offered(),
        }
    }

    /// Wind of the ball (J3.44, JI-76): any number of the roll's tactical advantages become morale hits.
    pub(in crate::jomini) fn wind_of_ball_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        let unit = state.combat.attacker;
        let cost = self.attack_order_cost(state, unit, self.rules.wind_of_ball_cost);
        sink.push(Action::Pass);
        for count in 1..=state.combat.tactical {
            self.payments(state, unit, cost, |payment| sink.push(Action::WindOfBall(count, payment)));
        }
    }
}

impl State {
    /// Begins one roll, with nothing of the one before.
    pub(super) fn begin_strike(&mut self, kind: AttackKind) {
        let combat = &mut self.combat;
        combat.attack_kind = kind;
        combat.leaders = 0;
        combat.hits = 0;
        combat.morale_hits = 0;
        combat.firm_morale_hits = 0;
        combat.tactical = 0;
        combat.retreat_ordered = false;
    }
}

/// Whether such a unit may break off by its letter: mounted troops and light infantry (JA3.16).
pub(in crate::jomini) fn breaks_off_by_letter(profile: &Profile) -> bool {
    profile.has(UnitLetters::BREAK_OFF) && (profile.class == Class::Mounted || profile.kind.is_light_infantry())
}
