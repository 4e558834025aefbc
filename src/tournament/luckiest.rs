//! The games in which one side had much more luck than the other.

use super::schedule::GameSpec;
use crate::game::{BySide, Side};
use serde::{Deserialize, Serialize};

/// A game in which one side had much more luck than the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lucky {
    /// Its entry in the schedule.
    #[serde(rename = "fixture")]
    pub spec: GameSpec,
    /// The winner; `None` in a draw.
    pub winner: Option<Side>,
    /// The luck of each side with its own dice, in ten-thousandths of a game.
    pub luck: BySide<i32>,
}

/// The number of games that are kept.
const LUCKIEST: usize = 20;

impl Lucky {
    /// Red's luck beyond blue's.
    pub fn red(&self) -> i64 {
        i64::from(self.luck.red) - i64::from(self.luck.blue)
    }

    fn rank(&self) -> (std::cmp::Reverse<u64>, u64) {
        (std::cmp::Reverse(self.red().unsigned_abs()), self.spec.game)
    }
}

/// The games with most luck on one side, in the order of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Luckiest(Vec<Lucky>);

impl Luckiest {
    /// Keeps these games as far as they are among the luckiest.
    pub(super) fn add(&mut self, games: impl IntoIterator<Item = Lucky>) {
        for game in games {
            let place = self.0.partition_point(|other| other.rank() < game.rank());
            if place < LUCKIEST {
                self.0.truncate(LUCKIEST - 1);
                self.0.insert(place, game);
            }
        }
    }

    /// Adds the games of another part of the schedule.
    pub(super) fn merge(&mut self, other: &Luckiest) {
        self.add(other.0.iter().copied());
    }

    /// The games.
    pub fn games(&self) -> &[Lucky] {
        &self.0
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
