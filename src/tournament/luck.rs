//! Luck: at each roll in play the value of the position after it less the exact mean of that value over all possible
//! rolls. Summed over a game its mean is 0 whatever the players do, so that results less their luck have the same mean
//! and less variance (`stats/control_variate.rs` has the sources). Draws of the set-up are left out: pairs balance
//! them.

use super::referee::Observer;
use super::value::{PlayOn, ValueFunction};

use crate::game::{BySide, Evaluate, Game, Moment, Side, Throw, Weighted, chances_by_kind};
use std::time::{Duration, Instant};

/// Luck is counted in this fraction of a game, so that sums are integers and do not depend on their order.
pub const PARTS: f64 = 10_000.0;

/// Buffers reused from game to game.
pub struct Space<G: Game> {
    rolls: Vec<Weighted<G::Roll>>,
    actions: Vec<G::Action>,
    chances: Vec<f64>,
    play_on: PlayOn<G>,
}

impl<G: Game> Default for Space<G> {
    fn default() -> Self {
        Space { rolls: Vec::new(), actions: Vec::new(), chances: Vec::new(), play_on: PlayOn::default() }
    }
}

/// Observes the dice of a game.
pub struct Luck<'a, G: Game> {
    value: &'a ValueFunction,
    space: Space<G>,
    luck: BySide<f64>,
    /// Which sides choose at random with known probabilities.
    draws: BySide<bool>,
    spent: Duration,
}

impl<'a, G: Evaluate> Luck<'a, G> {
    /// An observer with a value function.
    pub fn new(value: &'a ValueFunction, space: Space<G>) -> Luck<'a, G> {
        Luck { value, space, draws: BySide::default(), luck: BySide::default(), spent: Duration::ZERO }
    }

    /// The same, for sides that choose as the random bot does: their random choices count as luck too. The
    /// probabilities are known only where all actions are listed.
    #[must_use]
    pub fn of_choices(self, draws: BySide<bool>) -> Luck<'a, G> {
        Luck { draws: draws.map(|draws| draws && G::LISTS_ALL), ..self }
    }

    /// The luck of each side with its own dice, in units of 1/[`PARTS`] of a game.
    pub fn luck(&self) -> BySide<i32> {
        self.luck.map(|luck| libm::round(luck * PARTS) as i32)
    }

    /// The chance of red to win from a position, once the decisions that follow immediately have been taken.
    pub fn chance(&mut self, game: &G, state: &G::State) -> f64 {
        self.worth(game, *state)
    }

    /// The time spent, and the buffers.
    pub fn finish(self) -> (Duration, Space<G>) {
        (self.spent, self.space)
    }

    /// The value of a position to red after a roll, once the decisions that follow immediately have been taken.
    fn worth(&mut self, game: &G, mut state: G::State) -> f64 {
        if let Some(weights) = self.value.policy() {
            self.space.play_on.quiescence_value(game, &mut state, weights);
        }
        self.value.worth(game, &state)
    }

    /// The value to red after the actual roll, less its mean over all possible rolls.
    fn surplus(&mut self, game: &G, before: &G::State, after: &G::State) -> f64 {
        let mut rolls = std::mem::take(&mut self.space.rolls);
        game.rolls(before, &mut rolls);
        let (mut sum, mut total) = (0.0, 0.0);
        if rolls.len() > 1 {
            for Weighted { roll, weight } in &rolls {
                let mut next = *before;
                game.apply_roll(&mut next, *roll);
                sum += *weight as f64 * self.worth(game, next);
                total += *weight as f64;
            }
        }
        self.space.rolls = rolls;
        if total > 0.0 { self.worth(game, *after) - sum / total } else { 0.0 }
    }
}

impl<G: Evaluate> Luck<'_, G> {
    /// The value to red after the action drawn, less its mean over all possible actions.
    fn surplus_of_choice(&mut self, game: &G, before: &G::State, side: Side, after: &G::State) -> f64 {
        let (mut actions, mut chances) =
            (std::mem::take(&mut self.space.actions), std::mem::take(&mut self.space.chances));
        game.legal_actions(&game.seen_by(before, side), &mut actions);
        chances_by_kind(G::KINDS, &actions, |action| game.kind(action), &mut chances);
        let mut mean = 0.0;
        for (action, chance) in actions.iter().zip(&chances) {
            let mut next = *before;
            game.apply(&mut next, *action);
            mean += chance * self.worth(game, next);
        }
        (self.space.actions, self.space.chances) = (actions, chances);
        self.worth(game, *after) - mean
    }
}

impl<G: Evaluate> Observer<G> for Luck<'_, G> {
    fn decided(&mut self, game: &G, before: &G::State, side: Side, _action: &G::Action, after: &G::State) {
        if self.draws[side] {
            let begun = Instant::now();
            let red = self.surplus_of_choice(game, before, side, after);
            self.luck[side] += if side == Side::Red { red } else { -red };
            self.spent += begun.elapsed();
        }
    }

    fn rolled(&mut self, game: &G, before: &G::State, _roll: &G::Roll, after: &G::State) {
        let Moment::Roll(throw) = game.moment(before) else { unreachable!("dice fall where dice are owed") };
        if throw.purpose == Throw::SET_UP {
            return;
        }
        let begun = Instant::now();
        let red = self.surplus(game, before, after);
        self.luck[throw.side] += if throw.side == Side::Red { red } else { -red };
        self.spent += begun.elapsed();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::Random;
    use crate::data::{Kind, Library, Source};
    use crate::game::tree::Tree;
    use crate::tournament::{GameKey, InPlay, ValueFile};

    /// In a tree the odds are those of the constant until a leaf is reached.
    fn value(constant: f64) -> ValueFunction {
        let text = format!(
            "rulebook = \"tree\"\nplayer_turns = 1.0\n[weights]\nconstant = {{ now = {constant:.1}, late = 0.0 }}\n"
        );
        let file: ValueFile = Source::new(&Library::built_in(), Kind::Value, "values/tree.toml", text).read().unwrap();
        file.function::<Tree>(None)
    }

    fn play(tree: &Tree, value: &ValueFunction, pair: u64) -> (f64, f64) {
        let mut luck = Luck::new(value, Space::default());
        let key = GameKey { seed: 5, scenario: "tree", pair };
        let (mut red, mut blue) = (Random::default(), Random::default());
        let finished =
            InPlay::new(tree, key, BySide::new("a", "b")).play_out(tree, BySide::new(&mut red, &mut blue), &mut luck);
        (finished.outcome.score(Side::Red), f64::from(luck.luck().red - luck.luck().blue) / PARTS)
    }

    #[test]
    fn luck_is_the_value_after_a_roll_less_its_mean_before() {
        // Red wins with three of four; before the roll the position is worth 3/4 whatever the value function says.
        let tree: Tree = "*(3:1 1:-1)".parse().unwrap();
        let all: Vec<(f64, f64)> = (0..40).map(|pair| play(&tree, &value(0.0), pair)).collect();
        assert!(all.iter().all(|(score, luck)| (score - luck - 0.75).abs() < 1e-9), "{all:?}");
    }

    #[test]
    fn random_choices_with_known_probabilities_are_luck_too() {
        // Both sides draw uniformly, and there are no dice: all luck is luck of choices.
        let tree: Tree = "R(1 B(-1 1 -1) -1)".parse().unwrap();
        let value = value(0.7);
        for pair in 0..40 {
            let mut luck = Luck::new(&value, Space::default()).of_choices(BySide::new(true, true));
            let key = GameKey { seed: 5, scenario: "tree", pair };
            let (mut red, mut blue) = (Random::default(), Random::default());
            let finished = InPlay::new(&tree, key, BySide::new("a", "b")).play_out(
                &tree,
                BySide::new(&mut red, &mut blue),
                &mut luck,
            );
            let score = finished.outcome.score(Side::Red) - f64::from(luck.luck().red - luck.luck().blue) / PARTS;
            // Of red's three branches one wins and one loses; before blue chooses the function says e^0.7 to 1, where
            // it is one of three.
            let before = (1.0 + 1.0 / (1.0 + libm::exp(-0.7))) / 3.0;
            let through_blue = luck.luck().blue != 0;
            let expected = if through_blue { before + 1.0 / 3.0 - 1.0 / (1.0 + libm::exp(-0.7)) } else { before };
            assert!((score - expected).abs() < 2e-4, "{score} {expected}");
        }
    }

    #[test]
    fn the_mean_of_luck_is_0_with_any_value_function() {
        let tree: Tree = "*(R(*(3:1 1:-1) *(1 2:-1)) B(*(1 -1) 5:*(1 *(1 -1))) *(1 1 -1))".parse().unwrap();
        for constant in [-2.0, 0.0, 3.0] {
            let value = value(constant);
            let games: Vec<f64> = (0..4_000).map(|pair| play(&tree, &value, pair).1).collect();
            let mean = games.iter().sum::<f64>() / games.len() as f64;
            let square = games.iter().map(|luck| luck * luck).sum::<f64>() / games.len() as f64;
            assert!(mean.abs() < 3.0 * (square / games.len() as f64).sqrt(), "{constant}: {mean}");
            assert!(square > 0.01);
        }
    }
}
