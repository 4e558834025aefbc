//! Dice with faces grouped by effect: all results with their weights, and a roll (J1.13).

use super::action::Roll;
use crate::game::rng::Stream;
use crate::game::{Weighted, multinomial};

/// The maximum number of dice of one roll, such that its weights fit into one number; no sensible rules file reaches it
/// in an attack, and dice of Panic beyond it are rolled in further rolls.
pub const MOST_DICE: u8 = 20;

/// The effect of a face of the die in one attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    Nothing,
    /// A hit.
    Hit,
    /// A morale hit.
    MoraleHit,
    /// An order letter.
    Letter,
    /// A tactical advantage counted separately.
    Tactical,
}

/// The effects of the six faces in one attack.
pub type FaceEffects = [Effect; 6];

/// All results of `dice` dice with these effects, each with its weight over 6^dice.
pub fn list_rolls(face_effects: FaceEffects, dice: u8, rolls: &mut Vec<Weighted<Roll>>) {
    rolls.clear();
    each_roll(&face_effects, dice.min(MOST_DICE), |roll, weight| rolls.push(Weighted { roll, weight }));
}

/// Rolls `dice` dice and counts their effects. The faces do not depend on the effects, so that comparisons use
/// common random numbers.
#[inline]
pub fn draw_roll(face_effects: FaceEffects, dice: u8, stream: &mut Stream) -> Roll {
    let mut counts = [0u8; 5];
    stream.faces(u32::from(dice.min(MOST_DICE)), |face| counts[face_effects[face as usize] as usize] += 1);
    Roll { hits: counts[1], morale_hits: counts[2], letters: counts[3], tactical: counts[4], apart: 0 }
}

/// The number of faces with each effect: hit, morale hit, letter, tactical advantage, nothing.
fn faces_of(face_effects: &FaceEffects) -> [u64; 5] {
    [Effect::Hit, Effect::MoraleHit, Effect::Letter, Effect::Tactical, Effect::Nothing]
        .map(|effect| face_effects.iter().filter(|it| **it == effect).count() as u64)
}

/// The number of the 6^dice outcomes of dice with these effects that give a roll.
pub(in crate::jomini) fn weight_of(face_effects: &FaceEffects, dice: u8, roll: &Roll) -> u64 {
    let shown = roll.hits + roll.morale_hits + roll.letters + roll.tactical;
    if shown > dice {
        return 0;
    }
    let parts = [roll.hits, roll.morale_hits, roll.letters, roll.tactical, dice - shown].map(u32::from);
    let ways: u64 = faces_of(face_effects).iter().zip(parts).map(|(faces, times)| faces.pow(times)).product();
    ways * multinomial(&parts)
}

/// Passes all results of this many dice with these effects to `take`, each with its weight over 6^dice.
pub(in crate::jomini) fn each_roll(face_effects: &FaceEffects, dice: u8, mut take: impl FnMut(Roll, u64)) {
    let of = faces_of(face_effects);
    let most = |faces: u64, left: u8| if faces == 0 { 0 } else { left };
    for hits in 0..=most(of[0], dice) {
        for morale_hits in 0..=most(of[1], dice - hits) {
            for letters in 0..=most(of[2], dice - hits - morale_hits) {
                for tactical in 0..=most(of[3], dice - hits - morale_hits - letters) {
                    let parts = [hits, morale_hits, letters, tactical, dice - hits - morale_hits - letters - tactical]
                        .map(u32::from);
                    let ways: u64 = of.iter().zip(parts).map(|(faces, times)| faces.pow(times)).product();
                    if ways > 0 {
                        take(Roll { hits, morale_hits, letters, tactical, apart: 0 }, multinomial(&parts) * ways);
                    }
                }
            }
        }
    }
}
