//! Online evolutionary planning (Justesen, Mahlmann and Togelius 2016): the whole plan of a player-turn is searched at
//! once, evaluated by the position features where it ends.
//!
//! A plan is a sequence of choices, repaired where a choice is not legal. `method = "evolution"` evolves a population
//! of plans; `method = "tree"` searches a tree of mutations (EMCTS, Baier and Cowling 2018), and with `turns` above 1
//! both look beyond the current turn using the greedy policy as a simple model of both sides (flexible horizon, Baier
//! and Cowling 2018). Planning continues at every decision from the rest of the best plans, so that the dice change the
//! plan. An iteration is one plan that is played and evaluated.

mod evolve;
mod mutations;
mod plan;
mod settings;

pub use settings::{Method, Settings};

use super::search::{Decision, SetUp, Valuation};
use super::{Bot, BotFault};
use crate::game::rng::{Key, Stream};
use crate::game::{Evaluate, Side};
use evolve::Population;
use mutations::Mutations;
use plan::{Field, Player};

/// A planner of whole turns.
pub struct Planner<G: Evaluate> {
    settings: Settings,
    valuation: Valuation,
    player: Player<G>,
    set_up: SetUp<G>,
    population: Population<G::Action>,
    mutations: Mutations<G::Action>,
    /// The rest of the best plan.
    rest: Vec<G::Action>,
}

impl<G: Evaluate> Planner<G> {
    /// A planner.
    pub fn new(settings: Settings, valuation: Valuation) -> Self {
        let (player, population, mutations) = (Player::default(), Population::default(), Mutations::default());
        let valuation = Valuation { contempt: settings.assumptions.contempt, ..valuation };
        Planner { settings, valuation, player, set_up: SetUp::default(), population, mutations, rest: Vec::new() }
    }

    /// Fills `rest` with the best plan found, and returns its mean value.
    fn plan(&mut self, game: &G, seen: &G::State, side: Side, stream: &mut Stream) -> f64 {
        let Settings { method, actions, turns, budget, caution, .. } = self.settings;
        let dice = Key::new(stream.bits());
        let field = Field { game, root: seen, side, valuation: &self.valuation, actions, turns, dice };
        let mut meter = budget.start();
        match method {
            Method::Evolution => {
                // The plan without genes becomes the greedy policy's.
                self.population.living = self.population.living.min(self.settings.population - 1);
                self.population.found(&[]);
                self.population.evolve(&field, &mut self.player, &self.settings, &mut meter, stream);
                let best = &self.population.plans[self.population.best(caution)];
                self.rest.clone_from(&best.genes);
                best.mean()
            }
            Method::Tree => {
                let first = std::mem::take(&mut self.rest);
                let best = self.mutations.search(&first, &field, &mut self.player, &self.settings, &mut meter, stream);
                self.rest = first;
                self.rest.clone_from(&best.genes);
                best.mean()
            }
        }
    }
}

impl<G: Evaluate> Bot<G> for Planner<G> {
    fn begin(&mut self) {
        self.population.clear();
        self.rest.clear();
    }

    fn choose(&mut self, game: &G, seen: &G::State, side: Side, stream: &mut Stream) -> Result<G::Action, BotFault> {
        let (assumptions, play_on) = (&self.settings.assumptions, &mut self.player.play_on);
        play_on.assume(assumptions, side);
        if game.in_set_up(seen) {
            let decision = Decision { game, seen, side };
            return Ok(self.set_up.choose(decision, play_on, &self.valuation, assumptions, stream));
        }
        self.plan(game, seen, side, stream);
        let chosen = self.rest.remove(0);
        self.population.follow(chosen);
        Ok(chosen)
    }

    fn evaluate_actions(
        &mut self,
        game: &G,
        seen: &G::State,
        side: Side,
        stream: &mut Stream,
    ) -> Option<Vec<(G::Action, f64)>> {
        self.begin();
        self.player.play_on.assume(&self.settings.assumptions, side);
        let mean = self.plan(game, seen, side, stream);
        Some(vec![(self.rest[0], mean)])
    }
}

#[cfg(test)]
mod tests;
