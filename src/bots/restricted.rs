//! A bot with forbidden parts of the rulebook: it searches the restricted game and answers for the real one.

use super::{Bot, BotFault};
use crate::game::rng::Stream;
use crate::game::{Evaluate, Game, Outcome, Parts, Restricted, Side};

/// Another bot, without some parts of the rulebook.
pub struct RestrictedBot<G: Evaluate> {
    bot: Box<dyn Bot<Restricted<G>>>,
    forbidden: Parts,
    /// The current game, from the first decision in it.
    game: Option<Restricted<G>>,
    actions: Vec<G::Action>,
}

impl<G: Evaluate> RestrictedBot<G> {
    /// A bot without these parts.
    pub fn new(bot: Box<dyn Bot<Restricted<G>>>, forbidden: Parts) -> Self {
        RestrictedBot { bot, forbidden, game: None, actions: Vec::new() }
    }
}

impl<G: Evaluate> Bot<G> for RestrictedBot<G> {
    fn begin(&mut self) {
        self.game = None;
        self.bot.begin();
    }

    fn choose(&mut self, game: &G, seen: &G::State, side: Side, stream: &mut Stream) -> Result<G::Action, BotFault> {
        let game = self.game.get_or_insert_with(|| Restricted::new(game.clone(), side, self.forbidden));
        game.legal_actions(seen, &mut self.actions);
        // With a single action left there is nothing to decide.
        match self.actions[..] {
            [only] => Ok(only),
            _ => self.bot.choose(game, seen, side, stream),
        }
    }

    fn end(&mut self, outcome: &Outcome, side: Side) {
        self.bot.end(outcome, side);
    }

    fn evaluate_actions(
        &mut self,
        game: &G,
        seen: &G::State,
        side: Side,
        stream: &mut Stream,
    ) -> Option<Vec<(G::Action, f64)>> {
        self.bot.evaluate_actions(&Restricted::new(game.clone(), side, self.forbidden), seen, side, stream)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::planner::{self, Method};
    use crate::bots::search::Valuation;
    use crate::bots::{BotConfig, KINDS};
    use crate::data::{Kind, Library};
    use crate::game::Weights;
    use crate::game::rng::Key;
    use crate::game::toy::ToyBook;
    use crate::game::tree::{Branch, Tree};

    const FIRST: usize = 0;

    fn chosen(config: &BotConfig, forbidden: &[usize], tree: &str) -> usize {
        let tree: Tree = tree.parse().unwrap();
        let forbidden = forbidden.iter().fold(Parts::default(), |parts, part| parts.and(Parts::one(*part)));
        let mut bot = config.without(forbidden).unwrap().build::<Tree>();
        bot.begin();
        let Branch(branch) = bot.choose(&tree, &tree.initial(), Side::Red, &mut Key::new(1).stream()).unwrap();
        branch
    }

    fn valuation() -> Valuation {
        Valuation::new(Weights { appraisal: vec![1.0], features: vec![0.0, 1.0] }, 1.0)
    }

    /// A bot of a kind, which searches further than the trees of these tests.
    fn of_kind(kind: &str) -> BotConfig {
        let read = |search: &str| {
            let text = format!("kind = \"{kind}\"\n{search}[toy.appraisal]\nhome = 1");
            let source = crate::data::Source::new(&Library::built_in(), Kind::Bot, "bots/mine.toml", &text);
            crate::bots::BotFile::read(&source).and_then(|file| file.config::<ToyBook>())
        };
        // Kinds that do not look ahead know no "turns".
        match read("[search]\nturns = 9\n").or_else(|_| read("")).unwrap() {
            BotConfig::Greedy(_) => BotConfig::Greedy(valuation().weights),
            other => other.with_valuation(valuation()),
        }
    }

    /// Every kind of bot that can be restricted, a planner with each of its methods.
    fn every_kind() -> Vec<BotConfig> {
        let own = KINDS.iter().filter(|kind| !["random", "scripted", "external"].contains(kind));
        let mut configs: Vec<BotConfig> =
            [BotConfig::Random].into_iter().chain(own.map(|kind| of_kind(kind))).collect();
        let mutating = configs.iter().find_map(|config| match config {
            BotConfig::Planner(settings, valuation) => {
                Some(BotConfig::Planner(planner::Settings { method: Method::Tree, ..*settings }, valuation.clone()))
            }
            _ => None,
        });
        configs.push(mutating.expect("planners are a kind of bot"));
        configs
    }

    #[test]
    fn a_bot_does_not_do_what_is_forbidden_while_anything_else_is_legal() {
        for config in every_kind() {
            for _ in 0..20 {
                assert_eq!(chosen(&config, &[FIRST], "R(9:5 1:0)"), 1, "{config:?}");
            }
            assert!(chosen(&config, &[FIRST], "R(9:5 1:0 2:1)") > 0, "{config:?}");
        }
    }

    #[test]
    fn a_search_knows_what_is_forbidden_in_positions_to_come() {
        // The second branch wins, but by a first child; the third is a draw.
        let tree = "R( 1:-9 1:R(1:9 1:-5) 1:0 )";
        let blind =
            |config: &BotConfig| matches!(config, BotConfig::Random | BotConfig::Greedy(_) | BotConfig::Softmax(..));
        for config in every_kind().into_iter().filter(|config| !blind(config)) {
            assert_eq!((chosen(&config, &[], tree), chosen(&config, &[FIRST], tree)), (1, 2), "{config:?}");
        }
    }

    #[test]
    fn what_is_forbidden_twice_is_forbidden_together() {
        let [one, two] = [0, 1].map(Parts::one);
        let twice = BotConfig::Random.without(one).unwrap().without(two);
        assert_eq!(twice, BotConfig::Random.without(one.and(two)));
    }
}
