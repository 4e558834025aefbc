//! The mean effect of a blow, and of an exchange of blows: the attack, then the riposte of a defender that is still in
//! place (J5.41, J5.87). The same functions are used as in play; only the dice are averaged and not rolled.

use super::chances::{Faces, Struck, Verdict};
use super::numbers::{self, Numbers};
use super::scene::Scene;
use crate::jomini::army::unit::{Class, letter};
use crate::jomini::combat::blow::Blow;
use crate::jomini::combat::hits::TacticalEffect;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::rules::Face;
use crate::jomini::state::{NO_UNIT, State, Strike, UnitId, side_of};

/// The maximum number of retreat hexes searched for.
const MOST_ROOM: u8 = 6;

impl Scene<'_> {
    /// The properties of the struck unit for this blow.
    pub fn struck(&self, state: &State, blow: &Blow) -> Struck {
        let battle = self.battle;
        let profile = battle.profile(blow.struck);
        let it = state.unit(blow.struck);
        let ignored = battle.morale_hits_withstood(state, blow);
        let reduction = match profile.class {
            Class::Infantry | Class::Artillery if profile.has(letter::STUBBORN) => {
                battle.rules.stubborn_first_reduction
            }
            Class::Mounted if profile.has(letter::TENACIOUS) => battle.rules.tenacious_first_reduction,
            _ => 0,
        };
        Struck {
            elements: it.elements,
            ignored,
            hexes: profile.retreat_hexes,
            reduction: reduction.min(profile.retreat_hexes),
            room: self.room(state, blow.struck, blow.to, 2 * profile.retreat_hexes),
            dodge: None,
        }
    }

    /// The effects of the faces of a die in a blow.
    pub fn faces(&self, state: &State, blow: &Blow) -> Faces {
        let count = |face: Face| self.faces[face as usize];
        let mut faces = Faces { hits: count(self.battle.hit_face(blow.struck)), ..Faces::default() };
        if blow.strike == Strike::AgainstBreakOff {
            return faces;
        }
        faces.morale_hits = count(Face::Flag);
        let tactical = count(Face::Tactical);
        match self.battle.meaning(state, blow) {
            TacticalEffect::Miss => {}
            TacticalEffect::Hit => faces.hits += tactical,
            // Harassment makes several of each; the error of the mean is small.
            TacticalEffect::MoraleHit | TacticalEffect::Harassment => faces.morale_hits += tactical,
        }
        if self.is_gun(blow.striker) && self.battle.rules.artillery_letters_to_flags > 0 {
            faces.first_flag = count(Face::Letter);
        }
        faces
    }

    /// The mean effect of a blow.
    pub fn verdict(&self, state: &State, blow: &Blow) -> Verdict {
        self.verdict_on(state, blow, self.struck(state, blow))
    }

    /// The mean effect of a blow on a unit with given properties.
    pub fn verdict_on(&self, state: &State, blow: &Blow, struck: Struck) -> Verdict {
        let dice = self.battle.dice(state, blow, &mut ());
        let letters = f32::from(dice) * f32::from(self.faces[Face::Letter as usize]) / 6.0;
        let kept =
            if self.is_gun(blow.striker) && self.battle.rules.artillery_letters_to_flags > 0 { 0.3 } else { 1.0 };
        Verdict {
            tokens: letters * kept * f32::from(self.battle.rules.tokens_per_letter),
            ..struck.struck_by(dice, self.faces(state, blow))
        }
    }

    /// Adds an effect, weighted by a probability, to the numbers of the side that decides.
    pub fn count(&self, numbers: &mut Numbers, verdict: &Verdict, struck: UnitId, probability: f32) {
        let side = side_of(struck);
        if self.battle.is_panicked(struck) {
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
    pub fn exchange(&self, state: &State, attack: &Blow, probability: f32, numbers: &mut Numbers) {
        self.exchange_on(state, attack, self.struck(state, attack), probability, numbers);
    }

    /// An exchange with a defender with given properties.
    pub fn exchange_on(&self, state: &State, attack: &Blow, struck: Struck, probability: f32, numbers: &mut Numbers) {
        // In the combat that is being resolved the defender may already have answered.
        let answered = state.combat.riposte_used && state.combat.attacker == attack.striker;
        let mut probability = probability;
        let first = !answered && self.battle.fires_first(state, attack);
        if first {
            let ambush = attack.answer(state, Strike::Ambush);
            let back = self.verdict(state, &ambush);
            self.count(numbers, &back, ambush.struck, probability);
            probability *= back.attacks();
        }
        let verdict = self.verdict_on(state, attack, struck);
        self.count(numbers, &verdict, attack.struck, probability);
        if attack.melee && !first && !answered && self.battle.may_riposte(state, attack) {
            let answer = attack.answer(state, Strike::Riposte);
            let back = self.verdict(state, &answer);
            self.count(numbers, &back, answer.struck, probability * verdict.stays());
        }
    }

    /// The best attack of a unit from a hypothetical hex, by the weights; `None` if it would have no target there.
    pub fn best_strike(&self, unit: UnitId, hex: HexId, hexes_moved: u8) -> Option<(f32, Numbers)> {
        let mut best: Option<(f32, Numbers)> = None;
        self.battle.targets(self.state, unit, hex, |target| {
            let blow = Blow { hexes_moved, ..Blow::attack(self.battle, self.state, unit, hex, target) };
            let mut numbers = Numbers::NONE;
            self.exchange(self.state, &blow, 1.0, &mut numbers);
            let value = self.worth(&numbers);
            if best.as_ref().is_none_or(|(known, _)| value > *known) {
                best = Some((value, numbers));
            }
        });
        best
    }

    /// The number of hexes, up to `most`, that a unit could retreat from a hex (J5.73, J5.74, J5.75).
    pub fn room(&self, state: &State, unit: UnitId, hex: HexId, most: u8) -> u8 {
        let battle = self.battle;
        let profile = battle.profile(unit);
        if battle.is_static(state, unit) {
            return 0;
        }
        if profile.has(letter::ELUSIVE) {
            return most;
        }
        let rear = battle.board.rear(side_of(unit));
        let passes_guns = battle.passes_guns(state, unit);
        let mover = battle.mover(state, unit);
        let mut layer = [NO_HEX; MOST_ROOM as usize + 1];
        (layer[0], layer[1]) = (hex, NO_HEX);
        let (mut width, mut room) = (1, 0);
        for made in 1..=most.min(MOST_ROOM) {
            let mut next_layer = [NO_HEX; MOST_ROOM as usize + 1];
            let mut next_width = 0;
            for from in &layer[..width] {
                for towards in rear {
                    let next = battle.board.neighbours(*from)[towards];
                    if next == NO_HEX
                        || next_layer[..next_width].contains(&next)
                        || !battle.board.retreat_step(mover, *from, towards)
                    {
                        continue;
                    }
                    let occupant = state.unit_at(next);
                    if occupant == NO_UNIT || occupant == unit {
                        room = made;
                    } else if !(passes_guns && side_of(occupant) == side_of(unit) && self.is_gun(occupant)) {
                        continue;
                    }
                    next_layer[next_width] = next;
                    next_width += 1;
                }
            }
            if next_width == 0 {
                break;
            }
            (layer, width) = (next_layer, next_width);
        }
        room
    }

    /// Whether a unit is artillery.
    #[inline]
    pub fn is_gun(&self, unit: UnitId) -> bool {
        self.battle.profile(unit).class == Class::Artillery
    }
}
