//! Pools of dice: the number of impacts, sixes or saves, with exact weights, or sampled one by one.
//!
//! Rules E1.2, E9.36, E9.38, E11.37. The number of dice is counted in `advantages.rs`, sixes are resolved in
//! `sixes.rs`.

use crate::en_avant::rules::{ImpactTest, Rules, Threshold};
use crate::en_avant::state::State;
use crate::en_avant::state::action::Roll;
use crate::game::rng::Stream;
use crate::game::{Side, Weighted, multinomial};

/// Maximum number of dice of one roll, so that the weights of all results fit into 64 bits. Rolls in play are far
/// smaller.
pub const MOST_DICE: u8 = 24;

/// The effects of the faces of a die: a six that may be rolled again, a plain success, nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faces {
    /// Number of faces that succeed, except a six that may be rolled again.
    pub hits: u8,
    /// Whether the six may be rolled again.
    pub six: bool,
}

impl Faces {
    /// Number of faces that have an effect.
    #[inline]
    pub const fn effective(self) -> u8 {
        self.hits + self.six as u8
    }

    /// Number of faces without effect.
    #[inline]
    pub const fn misses(self) -> u8 {
        6 - self.effective()
    }

    /// All results of a pool of dice, with their weights out of six to the power of the number of dice.
    pub fn list(self, dice: u8, rolls: &mut Vec<Weighted<Roll>>) {
        rolls.clear();
        let dice = u32::from(dice.min(MOST_DICE));
        for sixes in 0..=if self.six { dice } else { 0 } {
            for hits in 0..=dice - sixes {
                let misses = dice - sixes - hits;
                let weight = multinomial(&[sixes, hits, misses])
                    * u64::from(self.hits).pow(hits)
                    * u64::from(self.misses()).pow(misses);
                if weight > 0 {
                    rolls.push(Weighted { roll: Roll { hits: hits as u8, sixes: sixes as u8 }, weight });
                }
            }
        }
    }

    /// Rolls a pool of these dice.
    pub fn draw(self, dice: u8, stream: &mut Stream) -> Roll {
        let mut roll = Roll::default();
        stream.faces(u32::from(dice.min(MOST_DICE)), |face| match face {
            5 if self.six => roll.sixes += 1,
            face if face < u32::from(self.hits) => roll.hits += 1,
            _ => {}
        });
        roll
    }
}

impl Rules {
    /// The faces of a die rolled against a combativity (E9.36, E9.37, E11.37): a six is always an impact.
    pub fn impact_faces(&self, combativity: i8) -> Faces {
        let least = match self.impact_test {
            ImpactTest::GreaterOrEqual => combativity,
            ImpactTest::Greater => combativity.saturating_add(1),
        };
        let hits = (6 - least.clamp(1, 6)) as u8;
        Faces { hits: hits + u8::from(!self.reroll_sixes), six: self.reroll_sixes }
    }

    /// The faces of a die of saves (E9.38).
    #[inline]
    pub fn save_faces(&self) -> Faces {
        Faces { hits: self.save_on, six: false }
    }
}

impl Threshold {
    /// Whether a die passes the test against a combativity.
    pub fn passes(self, die: i8, combativity: i8) -> bool {
        match self {
            Threshold::LessOrEqual => die <= combativity,
            Threshold::Less => die < combativity,
        }
    }
}

impl State {
    /// The number of faces of one die with which a side passes a test.
    pub(in crate::en_avant) fn passing_faces(&self, side: Side, test: Threshold, modifier: i8) -> u8 {
        (1..=6).filter(|die| test.passes(die + modifier, self.combativity(side))).count() as u8
    }

    /// The numbers of faces of one die that pass and fail a test.
    pub(in crate::en_avant) fn list_test(
        &self,
        side: Side,
        test: Threshold,
        modifier: i8,
        rolls: &mut impl Extend<Weighted<Roll>>,
    ) {
        let passes = u64::from(self.passing_faces(side, test, modifier));
        let results = [(1, passes), (0, 6 - passes)];
        rolls.extend(
            results
                .into_iter()
                .filter(|(_, weight)| *weight > 0)
                .map(|(hits, weight)| Weighted { roll: Roll { hits, sixes: 0 }, weight }),
        );
    }
}

impl Rules {
    /// The faces of the dice that a side rolls against the other now.
    #[inline]
    pub(in crate::en_avant) fn striking_faces(&self, state: &State, side: Side) -> Faces {
        self.impact_faces(state.combativity(side.other()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_sum_to_a_power_of_six() {
        let mut rolls = Vec::new();
        for (hits, six, dice) in [(3, true, 1), (2, true, 5), (1, false, 7), (0, true, 4), (5, true, 24), (6, false, 3)]
        {
            Faces { hits, six }.list(dice, &mut rolls);
            assert_eq!(rolls.iter().map(|it| it.weight).sum::<u64>(), 6u64.pow(u32::from(dice)));
        }
    }

    #[test]
    fn draws_follow_the_weights() {
        let faces = Faces { hits: 2, six: true };
        let mut stream = crate::game::rng::Key::new(5).stream();
        let (mut hits, mut sixes) = (0u32, 0u32);
        for _ in 0..6_000 {
            let roll = faces.draw(3, &mut stream);
            hits += u32::from(roll.hits);
            sixes += u32::from(roll.sixes);
        }
        assert!(hits.abs_diff(6_000) < 300 && sixes.abs_diff(3_000) < 250, "{hits} hits and {sixes} sixes");
    }

    /// E9.36: every face not below the combativity of the enemy is an impact, a six in any case.
    #[test]
    fn faces_follow_from_the_combativity() {
        let mut rules = Rules::published();
        let expected = |least: i8| (1..=5).filter(|face| *face >= least).count() as u8;
        for combativity in 1..=6 {
            rules.impact_test = ImpactTest::GreaterOrEqual;
            assert_eq!(rules.impact_faces(combativity), Faces { hits: expected(combativity), six: true });
            rules.impact_test = ImpactTest::Greater;
            assert_eq!(rules.impact_faces(combativity), Faces { hits: expected(combativity + 1), six: true });
        }
        rules.reroll_sixes = false;
        assert_eq!(rules.impact_faces(5), Faces { hits: 1, six: false });
    }
}
