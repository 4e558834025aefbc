//! One ranking of the games under several rulebooks: whether members are as strong under each of them.
//!
//! The ratings of all games together are means over the rulebooks, and their error is that of the dice alone: a
//! difference between rulebooks is no part of it. Where there is one, a likelihood of superiority says nothing of
//! either game.

use super::{Ranking, Sampling};
use crate::stats::{Ratings, same_strengths};

/// The significance level of a difference.
const DOUBT: f64 = 0.05;

/// The test that members are as strong under each rulebook.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SameStrengths {
    /// Its p-value ([`same_strengths()`]); `None` with fewer than ten groups of games on the same dice under one of the
    /// rulebooks, with fewer than two members that all of them have, and where ratings have no interval.
    pub p_value: Option<f64>,
}

impl SameStrengths {
    /// Whether the test was made and does not reject it.
    pub fn holds(&self) -> bool {
        self.p_value.is_some_and(|p| p > DOUBT)
    }
}

impl Ranking {
    /// This ranking with the test that members are as strong under each rulebook. `parts` are the rankings of the games
    /// under each of them, which share no dice. Likelihoods of superiority remain only where the test was made and does
    /// not reject it.
    #[must_use]
    pub fn across(mut self, parts: &[&Ranking]) -> Ranking {
        let test = SameStrengths { p_value: p_value(parts) };
        for rated in &mut self.rated {
            rated.above_next = rated.above_next.filter(|_| test.holds());
        }
        self.same_strengths = Some(test);
        self
    }

    /// The number of a member in the fit.
    fn number_of(&self, name: &str) -> Option<usize> {
        self.rated.iter().position(|rated| rated.name == name).map(|rank| self.numbers[rank])
    }
}

fn p_value(parts: &[&Ranking]) -> Option<f64> {
    if !parts.iter().all(|part| part.sampling == Sampling::default() && part.is_any_decided) {
        return None;
    }
    let is_in_all = |name: &&str| parts.iter().all(|part| part.number_of(name).is_some());
    let names: Vec<&str> = parts.first()?.rated.iter().map(|rated| rated.name.as_str()).filter(is_in_all).collect();
    let numbers = |part: &Ranking| names.iter().filter_map(|name| part.number_of(name)).collect();
    let fields: Vec<(&Ratings, Vec<usize>)> =
        parts.iter().map(|part| (&part.davidson.ratings, numbers(part))).collect();
    same_strengths(&fields)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::field::{Field, RankedKind};
    use crate::balance::testing::{entrant, played};
    use crate::tournament::{Plan, Standings};

    const PAIRINGS: [[usize; 2]; 3] = [[0, 1], [0, 2], [1, 2]];

    /// Three bots that all met: of each three pairs the first of two bots wins two or one.
    fn tournament(pairs: u64, wins_two: bool) -> (Plan, Standings) {
        let pairings = PAIRINGS.map(|bots| bots.map(|bot| entrant(bot, None)));
        played(&pairings, pairs, |game| {
            let [first, second] = PAIRINGS[game.cell];
            let is_odd = (game.pair + game.cell as u64).is_multiple_of(3);
            Some(game.side_of(if is_odd == wins_two { second } else { first }))
        })
    }

    /// The likelihood of superiority of the best over the next in the games of two tournaments together, before and
    /// after the test, with the test.
    fn of_both(pairs: u64, wins_two: [bool; 2]) -> ([Option<f64>; 2], SameStrengths) {
        let parts = wins_two.map(|wins_two| tournament(pairs, wins_two));
        let mut field = Field::new(RankedKind::Bots);
        parts.iter().for_each(|(plan, standings)| field.add(plan, standings));
        let together = field.ranking().unwrap();
        let before = together.rated[0].above_next;
        let [one, other] =
            parts.map(|(plan, standings)| Field::of(RankedKind::Bots, &plan, &standings).ranking().unwrap());
        assert_eq!(one.same_strengths, None);
        let together = together.across(&[&one, &other]);
        ([before, together.rated[0].above_next], together.same_strengths.unwrap())
    }

    #[test]
    fn bots_whose_order_is_reversed_are_not_on_one_scale() {
        // By hand: with a strength of x for the first and -x for the last, 2 * 2/3 = 1 / (1 + e^-x) + 1 / (1 + e^-2x)
        // is solved by x = 0.468, 81 Elo points. In the other tournament it is -81, and together 0: a rating that
        // neither of them has. The error of x from sixty clusters, whose sums of residuals are -1.32 or 0.68 for the
        // first less the last, is 0.047, so that both are 14 standard errors apart.
        let ([before, after], test) = of_both(60, [true, false]);
        assert!(before.is_some() && after.is_none());
        assert!(test.p_value.unwrap() < 1e-6 && !test.holds(), "{test:?}");
    }

    #[test]
    fn bots_that_do_as_well_in_both_are_on_one_scale() {
        // The same results in both: no departure at all.
        let ([before, after], test) = of_both(60, [true, true]);
        assert!(test.p_value.unwrap() > 0.999 && test.holds(), "{test:?}");
        assert!(before.is_some_and(|likelihood| likelihood > 0.99) && before == after, "{before:?} {after:?}");
    }

    #[test]
    fn few_games_with_the_same_dice_allow_no_test() {
        let ([before, after], test) = of_both(9, [true, true]);
        assert!(before.is_some() && after.is_none() && test.p_value.is_none(), "{before:?} {test:?}");
    }
}
