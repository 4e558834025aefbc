//! A plan: the choices of one side to the end of the player-turn, one gene each. Playing a plan repairs it: a gene that
//! is not legal where its turn comes is passed over for one of the next few that is, and where none is legal the action
//! that promises most is put in.
//!
//! A plan knows nothing of dice. Once dice have fallen in thought its next gene is taken wherever it is legal, and
//! whatever else comes up (a retreat, a pursuit) is left to appraisal without using up a gene.

use crate::bots::search::{PlayOn, Ranked, Valuation, turn_of};
use crate::game::rng::{Key, Stream};
use crate::game::{Evaluate, Moment, Side};

/// A plan and the values found for it.
#[derive(Clone, Debug)]
pub struct Plan<A> {
    /// The choices in order.
    pub genes: Vec<A>,
    /// The sum of the values found.
    pub total: f64,
    /// How often it was valued.
    pub times: u32,
}

impl<A> Default for Plan<A> {
    fn default() -> Self {
        Plan { genes: Vec::new(), total: 0.0, times: 0 }
    }
}

impl<A: Copy> Plan<A> {
    /// Becomes a plan not valued yet with these genes.
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

    /// The mean of the values found.
    pub fn mean(&self) -> f64 {
        self.total / f64::from(self.times.max(1))
    }

    /// The mean less what a few values may have been lucky by.
    pub fn merit(&self, caution: f64) -> f64 {
        if self.times == 0 {
            return f64::NEG_INFINITY;
        }
        self.mean() - caution / libm::sqrt(f64::from(self.times.max(1)))
    }
}

/// What does not change while plans for one decision are tried.
#[derive(Clone, Copy)]
pub struct Field<'a, G: Evaluate> {
    /// The game.
    pub game: &'a G,
    /// The position at hand.
    pub root: &'a G::State,
    /// The side that plans.
    pub side: Side,
    /// By what is judged.
    pub valuation: &'a Valuation,
    /// How many actions a mutation chooses from.
    pub actions: usize,
    /// After how many ends of player-turns the features speak.
    pub turns: u32,
    /// The dice: every plan meets the same in its first trial, in its second, and so on.
    pub dice: Key,
}

/// Working space for playing plans.
pub struct Player<G: Evaluate> {
    /// Plays on, and counts what is applied.
    pub play_on: PlayOn<G>,
    ranked: Vec<Ranked<G::Action>>,
}

impl<G: Evaluate> Default for Player<G> {
    fn default() -> Self {
        Player { play_on: PlayOn::default(), ranked: Vec::new() }
    }
}

impl<G: Evaluate> Player<G> {
    /// Plays a plan and what comes after it, repairs it on the way, and adds the value found. `change` is the gene to
    /// mutate and from where the new one is drawn.
    pub fn play(&mut self, field: &Field<'_, G>, plan: &mut Plan<G::Action>, mut change: Option<(usize, &mut Stream)>) {
        let Field { game, valuation, side, .. } = *field;
        let judgement = &valuation.judgement;
        let mut stream = field.dice.with(plan.times.into()).stream();
        let mut state = *field.root;
        let now = turn_of(game, &state);
        let mut rolled = false;
        let mut next = 0;
        loop {
            match game.moment(&state) {
                Moment::Over(_) => break,
                _ if turn_of(game, &state) != now => break,
                Moment::Roll(_) => {
                    rolled = true;
                    self.play_on.roll(game, &mut state, &mut stream);
                }
                Moment::Decide(who) if who != side => {
                    let action = self.play_on.best(game, &state, judgement);
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
                                let action = self.play_on.best(game, &state, judgement);
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
        // Genes that this way through the turn had no use for may be wanted when other dice fall; without dice they are
        // dead.
        if !rolled {
            plan.genes.truncate(next);
        }
        let value = self.play_on.value_after(game, state, side, valuation, now + field.turns, &mut stream);
        plan.add(value);
    }

    /// One of the actions that promise most, but not the one that is planned, unless no other is left: a bot that is
    /// kept from parts of the rules may have one action where the game has several.
    fn other(
        &mut self,
        game: &G,
        state: &G::State,
        field: &Field<'_, G>,
        planned: Option<G::Action>,
        stream: &mut Stream,
    ) -> G::Action {
        self.ranked.clear();
        self.play_on.rank(game, state, &field.valuation.judgement, field.actions + 1, &mut self.ranked);
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

/// How far ahead the next gene lies that is legal; only a few are looked at.
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
