//! The dice of a roll as they lie on the table, for a picture: by their effect, with the steps by which their number
//! was reached.

use super::odds::DiceStep;

/// Dice that have the same effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faces {
    /// Their effect: `hit`, `miss` …
    pub effect: &'static str,
    /// Their number.
    pub dice: u32,
}

/// The dice of a roll.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thrown {
    /// The dice by effect; empty for draws that are not rolled with dice.
    pub faces: Vec<Faces>,
    /// The steps by which the number of dice was reached, each with its rule; empty where it is constant.
    pub steps: Vec<DiceStep>,
}

impl Thrown {
    /// Dice by effect, without those of which there are none.
    pub fn new(faces: impl IntoIterator<Item = (&'static str, u32)>, steps: Vec<DiceStep>) -> Thrown {
        let faces = faces.into_iter().filter(|(_, dice)| *dice > 0).map(|(effect, dice)| Faces { effect, dice });
        Thrown { faces: faces.collect(), steps }
    }
}
