//! A plan: the choices of one side to the end of the player-turn, one gene each. Playing a plan repairs it: an illegal
//! gene is skipped in favour of one of the next few that is legal, and where none is legal the best-scored action is
//! inserted.
//!
//! A plan is independent of dice. After a simulated roll its next gene is used wherever it is legal, and all other
//! decisions (a retreat, a pursuit) are left to the greedy policy without consuming a gene.

use crate::bots::search::{PlayOn, Ranked, Valuation};
use crate::game::rng::{Key, Stream};
use crate::game::{Evaluate, Moment, Side};

/// A plan and its values.
#[derive(Clone, Debug)]
pub struct Plan<A> {
    /// The choices in order.
    pub genes: Vec<A>,
    /// The sum of the values.
    pub total: f64,
    /// The number of evaluations.
    pub times: u32,
}

impl<A> Default for Plan<A> {
    fn default() -> Self {
        Plan { genes: Vec::new(), total: 0.0, times: 0 }
    }
}

impl<A: Copy> Plan<A> {
    /// Becomes a plan without evaluations with these genes.
    pub fn become_copy(&mut self, genes: &[A]) {
        self.genes.clear();
        self.genes.extend_from_slice(genes);
        (self.total, self.times) = (0.0, 0);
    }

    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.total += value;
        self.times += 1;
    }

    /// The mean of the values.
    pub fn mean(&self) -> f64 {
        self.total / f64::from(self.times.max(1))
    }

    /// The mean less a margin for luck in few evaluations.
    pub fn merit(&self, caution: f64) -> f64 {
        if self.times == 0 {
            return f64::NEG_INFINITY;
        }
        self.mean() - caution / libm::sqrt(f64::from(self.times.max(1)))
    }
}

/// The constants of the search for one decision.
#[derive(Clone, Copy)]
pub struct Field<'a, G: Evaluate> {
    /// The game.
    pub game: &'a G,
    /// The current position.
    pub root: &'a G::State,
    /// The planning side.
    pub side: Side,
    /// The evaluation.
    pub valuation: &'a Valuation,
    /// The number of actions a mutation chooses from.
    pub actions: usize,
    /// The number of ends of player-turns after which the position is evaluated.
    pub turns: u32,
    /// The dice: every plan gets the same in its first trial, in its second, and so on.
    pub dice: Key,
}

/// Buffers for playing plans.
pub struct Player<G: Evaluate> {
    /// The rollout policy, which counts what is applied.
    pub play_on: PlayOn<G>,
    ranked: Vec<Ranked<G::Action>>,
}

impl<G: Evaluate> Default for Player<G> {
    fn default() -> Self {
        Player { play_on: PlayOn::default(), ranked: Vec::new() }
    }
}

impl<G: Evaluate> Player<G> {
    /// Plays a plan and a rollout after it, repairs it on the way, and adds the value. `change` is the gene to mutate
    /// and the stream from which the new one is drawn.
    pub fn play(&mut self, field: &Field<'_, G>, plan: &mut Plan<G::Action>, mut change: Option<(usize, &mut Stream)>) {
        let Field { game, valuation, side, .. } = *field;
        let weights = &valuation.weights;
        let mut stream = field.dice.with(plan.times.into()).stream();
        let mut state = *field.root;
        let now = game.player_turn(&state);
        let mut rolled = false;
        let mut next = 0;
        // What the last rollout drew is discarded: a plan that begins in the enemy's player-turn draws anew.
        self.play_on.set_waiting(None);
        loop {
            match game.moment(&state) {
                Moment::Over(_) => break,
                _ if game.player_turn(&state) != now => break,
                Moment::Roll(_) => {
                    rolled = true;
                    self.play_on.roll(game, &mut state, &mut stream);
                }
                Moment::Decide(who) if who != side => {
                    let action = self.play_on.policy(game, &state, who, weights, &mut stream);
                    self.play_on.apply(game, &mut state, action);
                }
                Moment::Decide(_) => {
                    let mutated = change.take_if(|(gene, _)| *gene == next).map(|(_, stream)| stream);
                    let action = match (mutated, plan.genes.get(next).copied()) {
                        (Some(stream), gene) => {
                            let action = self.other(game, &state, field, gene, stream);
                            put(&mut plan.genes, next, action);
                            next += 1;
                            action
                        }
                        (None, _) => match legal(game, &state, &plan.genes[next.min(plan.genes.len())..]) {
                            Some(ahead) => {
                                if !rolled {
                                    plan.genes.drain(next..next + ahead);
                                }
                                next += if rolled { ahead + 1 } else { 1 };
                                plan.genes[next - 1]
                            }
                            None => {
                                let action = self.play_on.best(game, &state, weights);
                                if !rolled {
                                    plan.genes.insert(next, action);
                                    next += 1;
                                }
                                action
                            }
                        },
                    };
                    self.play_on.apply(game, &mut state, action);
                }
            }
        }
        // Genes unused with these dice may be used with others; without dice they are dead.
        if !rolled {
            plan.genes.truncate(next);
        }
        let value = self.play_on.value_after(game, state, side, valuation, now + field.turns, &mut stream);
        plan.add(value);
    }

    /// One of the best-scored actions, but not the planned one unless no other is left: a restricted bot may have one
    /// action where the game has several.
    fn other(
        &mut self,
        game: &G,
        state: &G::State,
        field: &Field<'_, G>,
        planned: Option<G::Action>,
        stream: &mut Stream,
    ) -> G::Action {
        self.ranked.clear();
        self.play_on.rank(game, state, &field.valuation.weights, field.actions + 1, &mut self.ranked);
        if let [only] = &self.ranked[..] {
            return only.action;
        }
        if let Some(place) = self.ranked.iter().position(|ranked| Some(ranked.action) == planned) {
            self.ranked.remove(place);
        } else if self.ranked.len() > field.actions {
            self.ranked.pop();
        }
        self.ranked[stream.below(self.ranked.len() as u32) as usize].action
    }
}

/// The distance of the next legal gene; only a few are checked.
fn legal<G: Evaluate>(game: &G, state: &G::State, genes: &[G::Action]) -> Option<usize> {
    const FEW: usize = 4;
    genes.iter().take(FEW).position(|gene| game.check(state, gene).is_ok())
}

fn put<A>(genes: &mut Vec<A>, at: usize, gene: A) {
    match genes.get_mut(at) {
        Some(old) => *old = gene,
        None => genes.push(gene),
    }
}
