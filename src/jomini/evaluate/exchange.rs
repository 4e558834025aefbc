//! The mean effect of an attack, and of an exchange of attacks: the attack, then the riposte of a defender that is
//! still in place (J5.41, J5.87). The same functions are used as in play; only the dice are averaged and not rolled.

use super::chances::{Faces, HitTerms, Target, Verdict, mean_tokens};
use super::numbers::{self, Numbers};
use super::scene::Scene;
use crate::jomini::army::unit::Animals;
use crate::jomini::combat::hits::TacticalEffect;
use crate::jomini::combat::retreat::room::Room;
use crate::jomini::map::hex::HexId;
use crate::jomini::rules::Face;
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::{AttackKind, State, UnitId, side_of};

impl Scene<'_> {
    /// The properties of the target for this attack.
    pub fn target(&self, state: &State, attack: &AttackRoll) -> Target {
        let battle = self.battle;
        let profile = battle.field.forces.profile(attack.target);
        let it = state.unit(attack.target);
        let ignored = battle.field.flags_withstood(state, attack);
        Target {
            elements: it.elements,
            ignored,
            retreat: battle.field.rules.retreat_terms(profile),
            // An elephant out of control is driven: no hex of retreat is missing (JI-167).
            room: match battle.field.forces.is_panicked(attack.target) {
                true => Room::ALL,
                false => self.room(state, attack.target, attack.to, 2 * profile.retreat_hexes),
            },
            dodge: None,
        }
    }

    /// The faces of a die by their effects in a roll, in which tactical advantages have this effect.
    pub fn faces(&self, roller: UnitId, target: UnitId, effect: TacticalEffect) -> Faces {
        let battle = self.battle;
        let count = |face: Face| self.faces[face as usize];
        let mut faces = Faces {
            hits: count(battle.field.forces.hit_face(target)),
            morale_hits: count(Face::Flag),
            ..Faces::default()
        };
        let tactical = count(Face::Tactical);
        match battle.field.rules.tactical_hits(effect, 1) {
            (0, 0) => {}
            (1, 0) => faces.hits += tactical,
            (0, 1) => faces.morale_hits += tactical,
            _ => faces.tactical = tactical,
        }
        if battle.field.units().letters_as_flags(roller, u8::MAX) > 0 {
            faces.letters = count(Face::Letter);
        }
        faces
    }

    /// The mean number of tokens that the letters of this many dice bring to the roller's side.
    pub fn tokens(&self, roller: UnitId, dice: u8) -> f32 {
        let (battle, units) = (self.battle, self.battle.field.units());
        if battle.field.forces.is_panicked(roller) {
            return 0.0;
        }
        let rules = &battle.field.rules;
        let held = self.state.side(side_of(roller)).tokens;
        let most = rules.tokens_gained(held, dice.saturating_mul(rules.tokens_per_letter));
        let terms = [units.letters_as_flags(roller, u8::MAX), rules.tokens_per_letter, most];
        mean_tokens(dice, self.faces[Face::Letter as usize], terms, |letters| {
            units.tokens_for_letters(roller, letters).min(most)
        })
    }

    /// The mean effect of an attack.
    pub fn verdict(&self, state: &State, attack: &AttackRoll) -> Verdict {
        self.verdict_on(state, attack, self.target(state, attack))
    }

    /// The mean effect of an attack on a unit with given properties.
    pub fn verdict_on(&self, state: &State, attack: &AttackRoll, target: Target) -> Verdict {
        let battle = self.battle;
        let dice = battle.field.dice(state, attack, &mut ());
        let effect = battle.field.advantage_effect(state, attack);
        let faces = if attack.only_arm_counts() {
            Faces { hits: self.faces[battle.field.forces.hit_face(attack.target) as usize], ..Faces::default() }
        } else {
            self.faces(attack.roller, attack.target, effect)
        };
        let verdict = self.mean_effect(&target, dice, faces, attack.roller, effect);
        Verdict { tokens: self.tokens(attack.roller, dice), ..verdict }
    }

    /// The mean effect of this many dice of a roller, whose tactical advantages have a given effect.
    pub fn mean_effect(
        &self,
        target: &Target,
        dice: u8,
        faces: Faces,
        roller: UnitId,
        effect: TacticalEffect,
    ) -> Verdict {
        let field = &self.battle.field;
        let terms = HitTerms {
            tactical: field.rules.tactical_hits(effect, 1),
            letters_as_flags: field.units().letters_as_flags(roller, u8::MAX),
        };
        target.mean_effect_of(dice, faces, terms, |roll| field.units().hits_of_roll(roller, effect, roll))
    }

    /// Adds an effect, weighted by a probability, to the numbers of the side that decides.
    pub fn count(&self, numbers: &mut Numbers, verdict: &Verdict, target: UnitId, probability: f32) {
        let side = side_of(target);
        if self.battle.field.forces.is_panicked(target) {
            // No unit is lost with it, and it may harm either side: attacking it gains little.
            let (number, worth) =
                if side == self.side { (numbers::LOSSES_TAKEN, 0.0) } else { (numbers::LOSSES_DEALT, 0.1) };
            numbers.add(number, worth * verdict.losses * probability);
            return;
        }
        let destroyed = verdict.destroyed * probability;
        let share = destroyed * self.share[side.index()];
        let decides = if self.is_last(side) { destroyed } else { 0.0 };
        if side == self.side {
            numbers.add(numbers::LOSSES_TAKEN, verdict.losses * probability);
            numbers.add(numbers::UNITS_LOST, share);
            numbers.add(numbers::DRIVEN_OFF, verdict.driven * probability);
            numbers.add(numbers::TOKENS, -verdict.tokens * probability);
            numbers.add(numbers::VICTORY, -decides);
        } else {
            numbers.add(numbers::LOSSES_DEALT, verdict.losses * probability);
            numbers.add(numbers::UNITS_DESTROYED, share);
            numbers.add(numbers::DRIVEN_BACK, verdict.driven * probability);
            numbers.add(numbers::TOKENS, verdict.tokens * probability);
            numbers.add(numbers::VICTORY, decides);
        }
    }

    /// An attack and the riposte to it, weighted by a probability, added to the numbers of the side that decides.
    pub fn exchange(&self, state: &State, attack: &AttackRoll, probability: f32, numbers: &mut Numbers) {
        self.exchange_on(state, attack, self.target(state, attack), probability, numbers);
    }

    /// An exchange with a defender with given properties.
    pub fn exchange_on(
        &self,
        state: &State,
        attack: &AttackRoll,
        target: Target,
        probability: f32,
        numbers: &mut Numbers,
    ) {
        // In the combat that is being resolved the defender may already have answered.
        let answered = state.combat.riposte_used && state.combat.attacker == attack.roller;
        let mut probability = probability;
        let first = !answered && self.battle.field.fires_first(state, attack);
        if first {
            let ambush = attack.answer(state, AttackKind::Ambush);
            let back = self.verdict(state, &ambush);
            self.count(numbers, &back, ambush.target, probability);
            probability *= back.attacks();
        }
        let verdict = self.verdict_on(state, attack, target);
        self.count(numbers, &verdict, attack.target, probability);
        if attack.melee && !first && !answered && self.battle.field.may_riposte(state, attack) {
            let answer = attack.answer(state, AttackKind::Riposte);
            let back = self.verdict(state, &answer);
            self.count(numbers, &back, answer.target, probability * verdict.stays());
        }
    }

    /// The best attack of a unit from a hypothetical hex, by the weights; `None` if it would have no target there.
    pub fn best_strike(&self, unit: UnitId, hex: HexId, hexes_moved: u8) -> Option<(f32, Numbers)> {
        let forces = &self.battle.field.forces;
        // Elephants in panic are targets too, but not among the enemies whose distance is known.
        if !forces.animals.contains(Animals::ELEPHANTS) && self.nearest_foe(hex) > forces.profile(unit).range.max(1) {
            return None;
        }
        let mut best: Option<(f32, Numbers)> = None;
        self.battle.field.positions().targets(self.state, unit, hex, |target| {
            let attack = AttackRoll {
                hexes_moved,
                ..AttackRoll::attack(&self.battle.field.board, self.state, unit, hex, target)
            };
            let mut numbers = Numbers::NONE;
            self.exchange(self.state, &attack, 1.0, &mut numbers);
            let value = self.worth(&numbers);
            if best.as_ref().is_none_or(|(known, _)| value > *known) {
                best = Some((value, numbers));
            }
        });
        best
    }

    /// How far a unit could retreat from a hex (J5.73, J5.74, J5.75): the ways of the first `most` hexes are searched,
    /// towards its own edge only where a variant allows sideways too.
    pub fn room(&self, state: &State, unit: UnitId, hex: HexId, most: u8) -> Room {
        let compute = || self.room_once(state, unit, hex, most);
        if std::ptr::eq(state, self.state) { self.kept_room((unit, hex, most), compute) } else { compute() }
    }

    /// The same without a cache, for hexes that are hardly asked about twice.
    pub fn room_once(&self, state: &State, unit: UnitId, hex: HexId, most: u8) -> Room {
        let field = &self.battle.field;
        if field.retreats_anywhere(unit) && !field.forces.is_static(state, unit) {
            // It finds a way aside or forward.
            return Room::ALL;
        }
        field.room_behind(state, unit, hex, most)
    }
}
