//! Online evolution of a turn: plans with good values become parents of new ones, the worst are replaced. The best plan
//! is re-evaluated repeatedly, since one lucky throw does not make a good plan.

use super::plan::{Field, Plan, Player};
use super::settings::Settings;
use crate::bots::budget::Meter;
use crate::game::Evaluate;
use crate::game::rng::Stream;

/// The population of plans.
pub struct Population<A> {
    /// The plans; those beyond the living are kept to reuse their memory.
    pub plans: Vec<Plan<A>>,
    /// The number of living plans.
    pub living: usize,
    child: Plan<A>,
}

impl<A> Default for Population<A> {
    fn default() -> Self {
        Population { plans: Vec::new(), living: 0, child: Plan::default() }
    }
}

impl<A: Copy + PartialEq> Population<A> {
    /// Removes all plans.
    pub fn clear(&mut self) {
        self.living = 0;
    }

    /// Adds a plan with these genes.
    pub fn found(&mut self, genes: &[A]) {
        if self.living == self.plans.len() {
            self.plans.push(Plan::default());
        }
        self.plans[self.living].become_copy(genes);
        self.living += 1;
    }

    /// Keeps the plans that begin with this choice, without it; their values belong to another position and are reset.
    pub fn follow(&mut self, chosen: A) {
        let mut kept = 0;
        for index in 0..self.living {
            if self.plans[index].genes.first() == Some(&chosen) {
                self.plans.swap(kept, index);
                let plan = &mut self.plans[kept];
                plan.genes.remove(0);
                (plan.total, plan.times) = (0.0, 0);
                kept += 1;
            }
        }
        self.living = kept;
    }

    /// The living plan of greatest merit, the first in case of a tie.
    pub fn best(&self, caution: f64) -> usize {
        let merit = |index: usize| self.plans[index].merit(caution);
        (1..self.living).fold(0, |best, index| if merit(index) > merit(best) { index } else { best })
    }

    /// Evolves until the budget is used up.
    pub fn evolve<G: Evaluate<Action = A>>(
        &mut self,
        field: &Field<'_, G>,
        player: &mut Player<G>,
        settings: &Settings,
        meter: &mut Meter,
        stream: &mut Stream,
    ) {
        let mut unvalued = 0;
        while !meter.is_spent() {
            let before = player.play_on.applied;
            if unvalued < self.living {
                player.play(field, &mut self.plans[unvalued], None);
                unvalued += 1;
            } else if stream.unit_interval() < settings.again {
                // Without caution: a plan that was only lucky is soon re-evaluated.
                let best = self.best(0.0);
                player.play(field, &mut self.plans[best], None);
            } else {
                self.breed(field, player, settings, stream);
            }
            meter.count(1, player.play_on.applied - before);
        }
    }

    /// A new plan from one or two parents replaces the worst, or takes a free slot, unless the same plan exists
    /// already.
    fn breed<G: Evaluate<Action = A>>(
        &mut self,
        field: &Field<'_, G>,
        player: &mut Player<G>,
        settings: &Settings,
        stream: &mut Stream,
    ) {
        let mother = self.parent(stream);
        self.child.become_copy(&self.plans[mother].genes);
        if stream.unit_interval() < settings.crossing {
            let father = self.parent(stream);
            let father = &self.plans[father].genes;
            for (gene, other) in self.child.genes.iter_mut().zip(father) {
                if stream.below(2) == 0 {
                    *gene = *other;
                }
            }
        }
        let gene = stream.below(self.child.genes.len().max(1) as u32) as usize;
        player.play(field, &mut self.child, Some((gene, stream)));
        if self.plans[..self.living].iter().any(|plan| plan.genes == self.child.genes) {
            return;
        }
        if self.living < settings.population {
            if self.living == self.plans.len() {
                self.plans.push(Plan::default());
            }
            std::mem::swap(&mut self.plans[self.living], &mut self.child);
            self.living += 1;
            return;
        }
        let mean = |index: usize| self.plans[index].mean();
        let worst = (1..self.living).fold(0, |worst, index| if mean(index) < mean(worst) { index } else { worst });
        if self.child.mean() >= self.plans[worst].mean() {
            std::mem::swap(&mut self.plans[worst], &mut self.child);
        }
    }

    /// The better of two plans drawn at random.
    fn parent(&self, stream: &mut Stream) -> usize {
        let [one, two] = [0; 2].map(|_| stream.below(self.living as u32) as usize);
        if self.plans[two].mean() > self.plans[one].mean() { two } else { one }
    }
}
