//! The mean effect of a number of dice: the probabilities of what they show, and its result for a unit with given
//! elements and room to retreat (J5.51, J5.53, J5.70, J5.76). The meaning of faces and results comes from the
//! functions used in play; only the probabilities of common rolls are stored.

use super::memo::{Memo, hash};
use crate::jomini::combat::dodge::Dodge;
use crate::jomini::combat::retreat::length::RetreatTerms;
use crate::jomini::combat::retreat::room::Room;
use crate::jomini::state::action::Roll;
use crate::jomini::state::faces::{Effect, FaceEffects, each_roll, weight_of};
use std::sync::OnceLock;

/// The maximum number of dice for which probabilities are stored; those of more are computed each time.
const MOST_DICE: usize = 10;
/// The maximum number of faces of one effect for which probabilities are stored.
const MOST_FACES: usize = 3;
/// Numbers of faces of one effect for which probabilities are stored.
const KINDS: usize = MOST_FACES + 1;

/// The numbers of faces of a die with each effect in an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faces {
    /// Faces that hit.
    pub hits: u8,
    /// Faces that are morale hits.
    pub morale_hits: u8,
    /// Letters, where some of them are flags (J5.55).
    pub letters: u8,
    /// Tactical advantages that are not simply a hit or a morale hit each.
    pub tactical: u8,
}

impl Faces {
    /// The effects of the six faces.
    fn effects(&self) -> FaceEffects {
        let mut effects = [Effect::Nothing; 6];
        let shown = [
            (Effect::Hit, self.hits),
            (Effect::MoraleHit, self.morale_hits),
            (Effect::Letter, self.letters),
            (Effect::Tactical, self.tactical),
        ];
        let mut next = 0;
        for (effect, faces) in shown {
            effects[next..next + usize::from(faces)].fill(effect);
            next += usize::from(faces);
        }
        effects
    }

    /// Passes every result of this many dice to `take`, with its probability.
    #[inline]
    pub fn each_result(&self, dice: u8, mut take: impl FnMut(&Roll, f32)) {
        // Few rules give letters and tactical advantages an effect of their own in the same attack.
        let faces = [self.hits, self.morale_hits, self.letters + self.tactical].map(usize::from);
        let is_stored = usize::from(dice) <= MOST_DICE
            && (self.letters == 0 || self.tactical == 0)
            && faces.into_iter().all(|count| count <= MOST_FACES);
        if !is_stored {
            each_roll(&self.effects(), dice, |roll, weight| take(&roll, share(weight, dice)));
            return;
        }
        let mut chances = stored_row(dice, faces).iter();
        each_shape(dice, faces, |hits, morale_hits, third| {
            let (letters, tactical) = if self.tactical == 0 { (third, 0) } else { (0, third) };
            if let Some(chance) = chances.next() {
                take(&Roll { hits, morale_hits, letters, tactical, apart: 0 }, *chance);
            }
        });
    }
}

/// The probabilities of all results of dice with these numbers of faces, in the order of [`Faces::each_result`];
/// computed when they are first needed.
#[inline]
fn stored_row(dice: u8, faces: [usize; 3]) -> &'static [f32] {
    static ROWS: [OnceLock<Box<[f32]>>; (MOST_DICE + 1) * KINDS * KINDS * KINDS] =
        [const { OnceLock::new() }; (MOST_DICE + 1) * KINDS * KINDS * KINDS];
    let [first, second, third] = faces;
    ROWS[((usize::from(dice) * KINDS + first) * KINDS + second) * KINDS + third].get_or_init(|| row(dice, faces))
}

/// The probabilities of the results of dice with these numbers of faces; none if the numbers exceed the six faces
/// of a die.
fn row(dice: u8, faces: [usize; 3]) -> Box<[f32]> {
    let mut row = Vec::new();
    if faces.iter().sum::<usize>() <= 6 {
        let [hits, morale_hits, letters] = faces.map(|count| count as u8);
        let effects = Faces { hits, morale_hits, letters, tactical: 0 }.effects();
        each_shape(dice, faces, |hits, morale_hits, letters| {
            let roll = Roll { hits, morale_hits, letters, ..Roll::default() };
            row.push(share(weight_of(&effects, dice, &roll), dice));
        });
    }
    row.into_boxed_slice()
}

/// Passes the numbers of dice that can show each of three effects, in order, given the faces with it.
#[inline]
fn each_shape(dice: u8, faces: [usize; 3], mut take: impl FnMut(u8, u8, u8)) {
    let [first, second, third] = faces.map(|count| count > 0);
    let most = |shown: bool, left: u8| if shown { left } else { 0 };
    for one in 0..=most(first, dice) {
        for two in 0..=most(second, dice - one) {
            for three in 0..=most(third, dice - one - two) {
                take(one, two, three);
            }
        }
    }
}

/// A weight over 6^dice as a probability.
fn share(weight: u64, dice: u8) -> f32 {
    (weight as f64 / (0..dice).map(|_| 6.0).product::<f64>()) as f32
}

thread_local! {
    /// Cached mean effects: few distinct ones occur in a game. 1,024 of them take 64 kB.
    static VERDICTS: Memo<u128, Verdict, 1024> = const { Memo::new() };
    /// Cached mean numbers of tokens.
    static TOKENS: Memo<[u8; 5], f32, 64> = const { Memo::new() };
}

/// How the results of a roll become hits and morale hits.
#[derive(Clone, Copy)]
pub struct HitTerms {
    /// Hits and morale hits of one tactical advantage.
    pub tactical: (u8, u8),
    /// The maximum number of letters that are flags.
    pub letters_as_flags: u8,
}

/// The mean number of tokens for this many dice, of which `faces` faces show a letter; `tokens` gives the tokens for a
/// number of letters: `each` for every letter after the first `as_flags`.
pub fn mean_tokens(dice: u8, faces: u8, [as_flags, each, most]: [u8; 3], tokens: impl Fn(u8) -> u8) -> f32 {
    let argument = [dice, faces, as_flags, each, most];
    let mean = || {
        let mut mean = 0.0;
        Faces { hits: faces, ..Faces::default() }
            .each_result(dice, |roll, chance| mean += chance * f32::from(tokens(roll.hits)));
        mean
    };
    TOKENS.with(|known| known.get(argument, usize::from(dice) + 16 * usize::from(as_flags.min(3)), mean))
}

/// The properties of the target that matter to a roll.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its elements.
    pub elements: u8,
    /// Morale hits that it ignores.
    pub ignored: u8,
    /// Its retreat for the others.
    pub retreat: RetreatTerms,
    /// Hexes of it that it can make.
    pub room: Room,
    /// What a dodged hit becomes, if one can be dodged.
    pub dodge: Option<Dodge>,
}

/// The mean effect of a roll on the target.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Verdict {
    /// Mean number of elements lost, at most those it has.
    pub losses: f32,
    /// Probability that it is destroyed.
    pub destroyed: f32,
    /// Probability that it survives and leaves its hex.
    pub driven: f32,
    /// Probability that it survives but must retreat, whether or not it can.
    pub retreats: f32,
    /// Mean number of tokens that the roller gains.
    pub tokens: f32,
}

impl Verdict {
    /// Probability that the target is still in its hex.
    #[inline]
    pub fn stays(&self) -> f32 {
        1.0 - self.destroyed - self.driven
    }

    /// Probability that an attacker that is the target of this roll before its attack still makes it (J3.53).
    #[inline]
    pub fn attacks(&self) -> f32 {
        1.0 - self.destroyed - self.retreats
    }
}

/// The result of given hits and morale hits for a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fate {
    /// Elements lost.
    losses: u8,
    /// Hexes of retreat due.
    due: u8,
    /// Hexes of them that it makes.
    made: u8,
}

impl Target {
    /// The result of given hits and morale hits for the unit.
    #[inline]
    fn suffers(&self, hits: u8, morale_hits: u8) -> Fate {
        let (hits, morale_hits) = self.dodge.map_or((hits, morale_hits), |dodge| dodge.dodged(hits, morale_hits));
        if hits >= self.elements {
            return Fate { losses: self.elements, due: 0, made: 0 };
        }
        let flags = morale_hits.saturating_sub(self.ignored);
        let due = self.retreat.due(flags);
        let made = self.room.made(due);
        Fate { losses: hits.saturating_add(self.retreat.losses(due - made)).min(self.elements), due, made }
    }

    /// The mean effect of a roll of this many dice; `hits_of` states the hits and morale hits of a result, as `terms`
    /// summarises it.
    #[inline]
    pub fn mean_effect_of(
        &self,
        dice: u8,
        faces: Faces,
        terms: HitTerms,
        hits_of: impl Fn(&Roll) -> (u8, u8),
    ) -> Verdict {
        // Hexes beyond those that this roll can cause to be due are left out, so that fewer results differ.
        let flags = dice
            .saturating_mul(terms.tactical.1.max(1))
            .saturating_add(self.dodge.map_or(0, |dodge| dodge.morale_hits))
            .saturating_sub(self.ignored);
        let room = self.room.within(self.retreat.due(flags));
        let [hexes, reduction, most, loss] = self.retreat.as_bytes();
        let argument = u128::from_le_bytes([
            dice,
            faces.hits,
            faces.morale_hits,
            faces.letters,
            faces.tactical,
            terms.tactical.0,
            terms.tactical.1,
            terms.letters_as_flags,
            self.elements,
            self.ignored,
            hexes,
            reduction,
            most,
            loss,
            room.bits(),
            self.dodge.map_or(u8::MAX, |dodge| dodge.morale_hits.min(u8::MAX - 1)),
        ]);
        VERDICTS.with(|known| known.get(argument, hash(argument), || self.mean_effect(dice, faces, hits_of)))
    }

    fn mean_effect(&self, dice: u8, faces: Faces, hits_of: impl Fn(&Roll) -> (u8, u8)) -> Verdict {
        let mut verdict = Verdict::default();
        faces.each_result(dice, |roll, chance| {
            let (hits, morale_hits) = hits_of(roll);
            let Fate { losses, due, made } = self.suffers(hits, morale_hits);
            verdict.losses += chance * f32::from(losses);
            if losses == self.elements {
                verdict.destroyed += chance;
                return;
            }
            verdict.driven += if made > 0 { chance } else { 0.0 };
            verdict.retreats += if due > 0 { chance } else { 0.0 };
        });
        verdict
    }

    /// The effect of given hits and morale hits.
    pub fn fate(&self, hits: u8, morale_hits: u8) -> Verdict {
        let Fate { losses, due, made } = self.suffers(hits, morale_hits);
        let destroyed = losses == self.elements;
        let as_number = |is: bool| if is { 1.0 } else { 0.0 };
        Verdict {
            losses: losses.into(),
            destroyed: as_number(destroyed),
            driven: as_number(made > 0 && !destroyed),
            retreats: as_number(due > 0 && !destroyed),
            tokens: 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each result shows.
    fn shown(roll: &Roll) -> (u8, u8) {
        (roll.hits, roll.morale_hits)
    }

    #[test]
    fn chances_sum_to_one_whether_stored_or_not() {
        for dice in 0..=MOST_DICE as u8 + 2 {
            for [hits, morale_hits, letters, tactical] in
                [[0, 1, 0, 0], [1, 1, 0, 0], [2, 1, 2, 0], [3, 3, 0, 0], [4, 1, 0, 1], [1, 1, 1, 1]]
            {
                let (mut sum, faces) = (0.0, Faces { hits, morale_hits, letters, tactical });
                faces.each_result(dice, |_, chance| sum += chance);
                assert!((sum - 1.0).abs() < 1e-5, "{dice} dice, {faces:?}: {sum}");
            }
        }
    }

    #[test]
    fn stored_results_are_those_of_the_dice() {
        let stored = Faces { hits: 2, morale_hits: 1, letters: 0, tactical: 1 };
        let mut expected = Vec::new();
        each_roll(&stored.effects(), 4, |roll, weight| expected.push((roll, share(weight, 4))));
        let mut found = Vec::new();
        stored.each_result(4, |roll, chance| found.push((*roll, chance)));
        assert_eq!(found, expected);
    }

    #[test]
    fn mean_losses_are_hits_and_hexes_not_made() {
        let target = Target { elements: 5, ignored: 0, retreat: RetreatTerms::plain(1), room: Room::NONE, dodge: None };
        let faces = Faces { hits: 1, morale_hits: 1, ..Faces::default() };
        let verdict = target.mean_effect(2, faces, shown);
        assert!((verdict.losses - 4.0 / 6.0).abs() < 1e-6, "{verdict:?}");
        assert_eq!(verdict.driven, 0.0);
        assert!((verdict.attacks() - 25.0 / 36.0).abs() < 1e-6 && verdict.stays() > verdict.attacks(), "{verdict:?}");
        let free = Target { room: Room::up_to(5), ..target }.mean_effect(2, faces, shown);
        assert!((free.losses - 2.0 / 6.0).abs() < 1e-6 && (free.driven - 11.0 / 36.0).abs() < 1e-6, "{free:?}");
    }
}
