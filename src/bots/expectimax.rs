//! Expectimax over whole turns: each of the best-scored actions is rolled out with the greedy policy to the end of the
//! own turn, then the opponent's turn with the best-scored replies, then the position features are evaluated. The dice
//! of the first throws are averaged exactly; later dice are sampled, the same for every action that is compared (common
//! random numbers).
//!
//! The tree has few branches (own actions, rolls of the first throws, replies) and long forced lines between them.
//! Rolls are pruned as in Star1 (Ballard 1983): all values are between 0 and 1, so that the remaining rolls bound the
//! mean. Replies are pruned by alpha-beta.

use super::budget::Budget;
use super::keys::Keys;
use super::kinds::SearchKind;
use super::search::{Assumptions, Decision, PlayOn, Ranked, SetUp, Valuation};
use super::{Bot, BotFault};
use crate::game::rng::{Key, Stream};
use crate::game::{Evaluate, Moment, Side, Weighted};

/// The search settings of a bot file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The number of actions that are compared: those with the best scores.
    pub actions: usize,
    /// The number of the opponent's replies at the first decision in each later turn.
    pub replies: usize,
    /// The number of successive throws that are averaged exactly.
    pub exact: u32,
    /// The number of samples of later dice.
    pub samples: u32,
    /// The number of ends of player-turns after which the position is evaluated.
    pub turns: u32,
    /// The margin by which an action must be better to be preferred to one with a better score.
    pub margin: f64,
    /// Whether branches that cannot change the result are pruned.
    pub prune: bool,
    /// What is assumed of the enemy, draws and set-up.
    pub assumptions: Assumptions,
}

impl SearchKind for Settings {
    const NAME: &'static str = "expectimax";
    const HAS_BUDGET: bool = false;

    fn build<G: Evaluate + 'static>(self, valuation: Valuation) -> Box<dyn Bot<G>> {
        Box::new(Expectimax::<G>::new(self, valuation))
    }

    fn read(_budget: Budget, mut keys: Keys<'_>) -> Settings {
        let settings = Settings {
            actions: keys.whole("actions", 6, 1..=1000) as usize,
            replies: keys.whole("replies", 1, 1..=100) as usize,
            exact: keys.whole("exact", 1, 0..=8) as u32,
            samples: keys.whole("samples", 1, 1..=1000) as u32,
            turns: keys.whole("turns", 2, 0..=100) as u32,
            margin: keys.real("margin", 0.0, 0.0..=1.0),
            prune: keys.switch("prune", true),
            assumptions: Assumptions::read(&mut keys),
        };
        keys.done();
        settings
    }
}

/// An expectimax search bot.
pub struct Expectimax<G: Evaluate> {
    settings: Settings,
    valuation: Valuation,
    play_on: PlayOn<G>,
    set_up: SetUp<G>,
    ranked: Vec<Ranked<G::Action>>,
    values: Vec<f64>,
    /// Lists of rolls, one for each successive throw that is averaged exactly.
    rolls: Vec<Vec<Weighted<G::Roll>>>,
    replies: Vec<Vec<Ranked<G::Action>>>,
}

/// The state of a line of the search.
#[derive(Clone, Copy)]
struct SearchLine {
    /// The searching side.
    side: Side,
    /// The player-turn in which the position is evaluated.
    last: u32,
    /// The number of throws still to be averaged exactly.
    exact: u32,
    /// The player-turn whose replies have been searched.
    replied: u32,
    alpha: f64,
    beta: f64,
}

impl<G: Evaluate> Expectimax<G> {
    /// An expectimax bot.
    pub fn new(settings: Settings, valuation: Valuation) -> Self {
        let (ranked, values) = (Vec::new(), Vec::new());
        Expectimax {
            settings,
            valuation: Valuation { contempt: settings.assumptions.contempt, ..valuation },
            play_on: PlayOn::default(),
            set_up: SetUp::default(),
            ranked,
            values,
            rolls: Vec::new(),
            replies: Vec::new(),
        }
    }

    /// Searches the best-scored actions: fills `ranked` and `values`, and returns the index of the best. Values of
    /// pruned actions are upper bounds.
    fn search(&mut self, game: &G, seen: &G::State, side: Side, stream: &mut Stream, prune: bool) -> usize {
        self.ranked.clear();
        self.values.clear();
        let Settings { actions, samples, exact, turns, margin, .. } = self.settings;
        self.play_on.rank(game, seen, &self.valuation.weights, actions, &mut self.ranked);
        // Every action gets the same later dice.
        let key = Key::new(stream.bits());
        let now = game.player_turn(seen);
        let mut best = 0;
        for index in 0..self.ranked.len() {
            let mut next = *seen;
            let action = self.ranked[index].action;
            self.play_on.apply(game, &mut next, action);
            let to_beat = if index == 0 { 0.0 } else { self.values[best] + margin };
            let mut sum = 0.0;
            for sample in 0..samples {
                // Every action and every sample draws anew whether the enemy waits, from the same dice.
                self.play_on.set_waiting(None);
                let left = f64::from(samples - sample - 1);
                // The value this sample must have for the mean to exceed the value to beat, if all others are 1.
                let alpha = if prune { to_beat * f64::from(samples) - sum - left } else { f64::NEG_INFINITY };
                let line = SearchLine { side, last: now + turns, exact, replied: now, alpha, beta: f64::INFINITY };
                sum += self.follow(game, next, line, &mut key.with(sample.into()).stream());
                if prune && sum + left <= to_beat * f64::from(samples) && index > 0 {
                    sum += left;
                    break;
                }
            }
            self.values.push(sum / f64::from(samples));
            // Smaller differences are rounding: a pruned value is a bound and may be that much too high.
            if index > 0 && self.values[index] > to_beat + 1e-9 {
                best = index;
            }
        }
        best
    }

    /// The value of a position for the searching side.
    fn follow(&mut self, game: &G, mut state: G::State, line: SearchLine, stream: &mut Stream) -> f64 {
        loop {
            let turn = game.player_turn(&state);
            match game.moment(&state) {
                Moment::Over(_) => return self.valuation.value(game, &state, line.side),
                _ if turn >= line.last && game.is_quiet(&state) => {
                    return self.valuation.value(game, &state, line.side);
                }
                Moment::Roll(_) if line.exact > 0 => return self.average_rolls(game, &state, line, stream),
                Moment::Roll(_) => self.play_on.roll(game, &mut state, stream),
                Moment::Decide(side) => {
                    let replies =
                        self.settings.replies > 1 && side != line.side && turn > line.replied && turn < line.last;
                    if replies {
                        return self.search_replies(game, &state, SearchLine { replied: turn, ..line }, stream);
                    }
                    let action = self.play_on.policy(game, &state, side, &self.valuation.weights, stream);
                    self.play_on.apply(game, &mut state, action);
                }
            }
        }
    }

    /// The exact mean over a throw, or a bound of it that lies outside the window.
    fn average_rolls(&mut self, game: &G, state: &G::State, line: SearchLine, stream: &mut Stream) -> f64 {
        let mut rolls = self.rolls.pop().unwrap_or_default();
        game.rolls(state, &mut rolls);
        // Likely rolls first: they cause cutoffs soonest. Sorting is stable, so that ties keep their order.
        rolls.sort_by_key(|roll| std::cmp::Reverse(roll.weight));
        let total: f64 = rolls.iter().map(|roll| roll.weight as f64).sum();
        let (mut sum, mut left) = (0.0, 1.0);
        let mut bound = None;
        let later = Key::new(stream.bits());
        let waiting = self.play_on.waiting();
        for (number, Weighted { roll, weight }) in rolls.iter().enumerate() {
            let share = *weight as f64 / total;
            left -= share;
            let mut next = *state;
            self.play_on.apply_roll(game, &mut next, *roll);
            let window = SearchLine {
                exact: line.exact - 1,
                alpha: (line.alpha - sum - left) / share,
                beta: (line.beta - sum) / share,
                ..line
            };
            self.play_on.set_waiting(waiting);
            sum += share * self.follow(game, next, window, &mut later.with(number as u64).stream());
            if number + 1 < rolls.len() && (sum + left <= line.alpha || sum >= line.beta) {
                bound = Some(if sum >= line.beta { sum } else { sum + left });
                break;
            }
        }
        self.rolls.push(rolls);
        bound.unwrap_or(sum)
    }

    /// The minimum over the opponent's best-scored replies.
    fn search_replies(&mut self, game: &G, state: &G::State, mut line: SearchLine, stream: &mut Stream) -> f64 {
        let mut replies = self.replies.pop().unwrap_or_default();
        replies.clear();
        self.play_on.rank(game, state, &self.valuation.weights, self.settings.replies, &mut replies);
        let key = Key::new(stream.bits());
        let mut worst = f64::INFINITY;
        let waiting = self.play_on.waiting();
        for reply in &replies {
            let mut next = *state;
            self.play_on.apply(game, &mut next, reply.action);
            self.play_on.set_waiting(waiting);
            worst = worst.min(self.follow(game, next, line, &mut key.stream()));
            line.beta = line.beta.min(worst);
            if worst <= line.alpha {
                break;
            }
        }
        self.replies.push(replies);
        worst
    }
}

impl<G: Evaluate> Bot<G> for Expectimax<G> {
    fn choose(&mut self, game: &G, seen: &G::State, side: Side, stream: &mut Stream) -> Result<G::Action, BotFault> {
        let assumptions = &self.settings.assumptions;
        self.play_on.assume(assumptions, side);
        if game.in_set_up(seen) {
            let decision = Decision { game, seen, side };
            return Ok(self.set_up.choose(decision, &mut self.play_on, &self.valuation, assumptions, stream));
        }
        let best = self.search(game, seen, side, stream, self.settings.prune);
        Ok(self.ranked[best].action)
    }

    fn evaluate_actions(
        &mut self,
        game: &G,
        seen: &G::State,
        side: Side,
        stream: &mut Stream,
    ) -> Option<Vec<(G::Action, f64)>> {
        self.play_on.assume(&self.settings.assumptions, side);
        self.search(game, seen, side, stream, false);
        Some(self.ranked.iter().zip(&self.values).map(|(ranked, value)| (ranked.action, *value)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::weighing_stream;
    use crate::game::tree::{Branch, Tree};
    use crate::game::{Game, Weights};

    const ALL: Settings = Settings {
        actions: 9,
        replies: 9,
        exact: 8,
        samples: 1,
        turns: 99,
        margin: 0.0,
        prune: true,
        assumptions: Assumptions::NONE,
    };

    fn bot(settings: Settings) -> Expectimax<Tree> {
        let weights = Weights { appraisal: vec![1.0], features: vec![1.0, 0.0] };
        Expectimax::new(settings, Valuation::new(weights, 1.0))
    }

    fn values(tree: &str, settings: Settings) -> Vec<f64> {
        let tree: Tree = tree.parse().unwrap();
        bot(settings)
            .evaluate_actions(&tree, &tree.initial(), Side::Red, &mut weighing_stream())
            .unwrap()
            .into_iter()
            .map(|(_, value)| value)
            .collect()
    }

    #[test]
    fn dice_are_averaged_exactly() {
        // 3 of 4 won; 1 of 2 won and half of the rest drawn.
        assert_eq!(values("R( *(3:1 1:-1)  *(2:1 1:-1 1:0) )", ALL), [0.75, 0.625]);
    }

    #[test]
    fn successive_throws_are_averaged_exactly_up_to_the_limit() {
        let tree = "R( *(1:*(1:1 3:-1) 1:*(1:0 1:1))  -1 )";
        assert_eq!(values(tree, ALL), [0.5 * 0.25 + 0.5 * 0.75, 0.0]);
        let one = values(tree, Settings { exact: 1, ..ALL })[0];
        assert!([0.0, 0.25, 0.5, 0.75, 1.0].contains(&one), "each of both second throws fell once: {one}");
    }

    #[test]
    fn the_opponent_takes_the_reply_that_is_worst() {
        let tree = "R( B(9:1 1:-1 2:0)  B(9:0 1:1) )";
        assert_eq!(values(tree, ALL), [0.0, 0.5]);
        // A single reply is the one with the opponent's best score.
        assert_eq!(values(tree, Settings { replies: 1, ..ALL }), [1.0, 0.5]);
    }

    #[test]
    fn only_the_best_appraised_actions_are_compared() {
        let tree = "R( 1:1 3:-1 2:0 )";
        assert_eq!(values(tree, Settings { actions: 2, ..ALL }), [0.0, 0.5]);
    }

    #[test]
    fn pruning_changes_no_choice_and_saves_work() {
        let mut saved = 0;
        for seed in 0..300u64 {
            let mut stream = Key::new(seed).stream();
            let tree: Tree = format!("R({0} {1} {2})", chance(&mut stream), chance(&mut stream), chance(&mut stream))
                .parse()
                .unwrap();
            let chosen = [true, false].map(|prune| {
                let mut bot = bot(Settings { prune, ..ALL });
                let action = bot.choose(&tree, &tree.initial(), Side::Red, &mut Key::new(1).stream()).unwrap();
                (action, bot.play_on.applied)
            });
            assert_eq!(chosen[0].0, chosen[1].0, "tree of seed {seed}");
            assert!(chosen[0].1 <= chosen[1].1);
            saved += chosen[1].1 - chosen[0].1;
        }
        assert!(saved > 300, "only {saved} steps were saved");
    }

    /// A random chance node over replies over chance nodes.
    fn chance(stream: &mut Stream) -> String {
        let mut leaf = || ["1", "-1", "0"][stream.below(3) as usize];
        let mut last = || format!("*({} 2:{})", leaf(), leaf());
        let mut reply = || format!("B({} {} {})", last(), last(), last());
        format!("*(3:{} {} 2:{})", reply(), reply(), reply())
    }

    /// The values of the actions of a tree, where the enemy may wait; later dice are sampled once.
    fn values_where_the_enemy_may_wait(tree: &str, exact: u32, seed: u64) -> Vec<f64> {
        let tree: Tree = tree.parse().unwrap();
        let assumptions = Assumptions { reply_wait: 0.5, ..Assumptions::NONE };
        let mut bot = bot(Settings { replies: 1, exact, assumptions, ..ALL });
        let evaluated = bot.evaluate_actions(&tree, &tree.initial(), Side::Red, &mut Key::new(seed).stream());
        evaluated.unwrap().into_iter().map(|(_, value)| value).collect()
    }

    #[test]
    fn equal_actions_have_equal_values_where_the_enemy_may_wait() {
        let mut won = 0;
        for seed in 0..60 {
            let values = values_where_the_enemy_may_wait("R( B(2:*(1:1 1:-1) 1:0)  =  = )", 0, seed);
            assert!(values.windows(2).all(|two| two[0] == two[1]), "seed {seed}: {values:?}");
            won += u32::from(values[0] == 1.0);
        }
        assert!((10..=50).contains(&won), "{won} of 60 are won");
    }

    #[test]
    fn a_roll_does_not_draw_for_the_next_one_whether_the_enemy_waits() {
        for seed in 0..60 {
            // Both first rolls lead to a draw, in the second tree after a decision of the enemy.
            let values = ["R( *(0 B(2:*(1:1 1:-1) 1:0))  -1 )", "R( *(B(0 0) B(2:*(1:1 1:-1) 1:0))  -1 )"]
                .map(|tree| values_where_the_enemy_may_wait(tree, 1, seed));
            assert_eq!(values[0], values[1], "seed {seed}");
        }
    }

    #[test]
    fn an_evaluation_follows_from_its_stream() {
        let tree: Tree = "R( *(1:1 1:-1)  0 )".parse().unwrap();
        let mut bot = bot(Settings { exact: 0, ..ALL });
        let mut won = 0;
        for seed in 0..60 {
            let mut value = || {
                let stream = &mut Key::new(seed).stream();
                bot.evaluate_actions(&tree, &tree.initial(), Side::Red, stream).unwrap()[0].1
            };
            let first = value();
            assert_eq!(first, value(), "seed {seed}");
            won += u32::from(first == 1.0);
        }
        assert!((10..=50).contains(&won), "{won} of 60 are won");
    }

    #[test]
    fn an_action_with_a_higher_score_yields_only_to_one_better_by_the_margin() {
        let tree: Tree = "R( 2:*(1:1 1:-1)  1:*(3:1 2:-1) )".parse().unwrap();
        for (margin, chosen) in [(0.0, 1), (0.05, 1), (0.15, 0)] {
            let mut bot = bot(Settings { margin, ..ALL });
            assert_eq!(bot.choose(&tree, &tree.initial(), Side::Red, &mut Key::new(1).stream()), Ok(Branch(chosen)));
        }
    }
}
