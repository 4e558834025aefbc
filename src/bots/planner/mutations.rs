//! Evolutionary tree search: each node is a whole plan, each edge one mutation. An iteration descends by UCB among the
//! mutations of a plan, and adds another where the visits allow it.

use super::plan::{Field, Plan, Player};
use super::settings::Settings;
use crate::bots::budget::Meter;
use crate::game::Evaluate;
use crate::game::rng::Stream;

const NONE: u32 = u32::MAX;

struct Node<A> {
    /// The plan with its own values.
    plan: Plan<A>,
    /// The sum of the values at and below the node.
    total: f64,
    visits: u32,
    children: u32,
    first: u32,
    next: u32,
}

impl<A: Copy> Node<A> {
    /// The greater of the mean of the plan and that below it: mutations that every plan has to try do not count against
    /// it.
    fn worth(&self) -> f64 {
        (self.total / f64::from(self.visits.max(1))).max(self.plan.mean())
    }
}

/// A tree of plans.
pub struct Mutations<A> {
    nodes: Vec<Node<A>>,
    used: usize,
    path: Vec<usize>,
}

impl<A> Default for Mutations<A> {
    fn default() -> Self {
        Mutations { nodes: Vec::new(), used: 0, path: Vec::new() }
    }
}

impl<A: Copy + PartialEq> Mutations<A> {
    /// Searches from a first plan, and returns the best plan.
    pub fn search<G: Evaluate<Action = A>>(
        &mut self,
        first: &[A],
        field: &Field<'_, G>,
        player: &mut Player<G>,
        settings: &Settings,
        meter: &mut Meter,
        stream: &mut Stream,
    ) -> &Plan<A> {
        self.used = 0;
        let mut top = self.add(first);
        let mut burnt = 1;
        while !meter.is_spent() {
            if meter.spent() * f64::from(settings.burn) >= f64::from(burnt) {
                burnt += 1;
                top = self.cross(top);
            }
            let before = player.play_on.applied;
            self.iterate(top, field, player, settings, stream);
            meter.count(1, player.play_on.applied - before);
        }
        // Wherever it is in the tree: what is below a plan says nothing about the plan itself.
        let merit = |id: usize| self.nodes[id].plan.merit(settings.caution);
        let best = (1..self.used).fold(0, |best, id| if merit(id) > merit(best) { id } else { best });
        &self.nodes[best].plan
    }

    fn add(&mut self, genes: &[A]) -> usize {
        if self.used == self.nodes.len() {
            self.nodes.push(Node {
                plan: Plan::default(),
                total: 0.0,
                visits: 0,
                children: 0,
                first: NONE,
                next: NONE,
            });
        }
        let node = &mut self.nodes[self.used];
        node.plan.become_copy(genes);
        (node.total, node.visits, node.children, node.first, node.next) = (0.0, 0, 0, NONE, NONE);
        self.used += 1;
        self.used - 1
    }

    fn children(&self, id: usize) -> impl Iterator<Item = usize> + '_ {
        let place = |id: u32| (id != NONE).then_some(id as usize);
        std::iter::successors(place(self.nodes[id].first), move |id| place(self.nodes[*id].next))
    }

    /// Fixes the most visited mutation, unless the plan itself has done better.
    fn cross(&self, top: usize) -> usize {
        let visits = |id: usize| (self.nodes[id].visits, self.nodes[id].worth());
        let mut best = None;
        for child in self.children(top) {
            if best.is_none_or(|best| visits(child) > visits(best)) {
                best = Some(child);
            }
        }
        best.filter(|child| self.nodes[*child].worth() > self.nodes[top].plan.mean()).unwrap_or(top)
    }

    fn iterate<G: Evaluate<Action = A>>(
        &mut self,
        top: usize,
        field: &Field<'_, G>,
        player: &mut Player<G>,
        settings: &Settings,
        stream: &mut Stream,
    ) {
        self.path.clear();
        let mut id = top;
        let value = loop {
            self.path.push(id);
            let node = &self.nodes[id];
            let visits = f64::from(node.visits);
            if node.visits == 0 {
                break self.valued(id, |plan| player.play(field, plan, None));
            }
            let open = settings.widen * libm::pow(visits, settings.widen_power);
            if f64::from(node.children) < open {
                let gene = stream.below(node.plan.genes.len().max(1) as u32) as usize;
                let child = self.add_mutation(id);
                let value = self.valued(child, |plan| player.play(field, plan, Some((gene, stream))));
                let known = self.take_in(id, child);
                self.path.push(known);
                break value;
            }
            let bound = |mean: f64, times: u32| {
                mean + settings.explore * libm::sqrt(libm::log(visits) / f64::from(times.max(1)))
            };
            // The plan itself competes with its mutations, so that values below it do not lower its own; it is
            // evaluated with other dice each time.
            let (mut best, mut most) = (None, bound(node.plan.mean(), node.plan.times));
            for child in self.children(id) {
                let bound = bound(self.nodes[child].worth(), self.nodes[child].visits);
                if bound > most {
                    (best, most) = (Some(child), bound);
                }
            }
            let Some(child) = best else { break self.valued(id, |plan| player.play(field, plan, None)) };
            id = child;
        };
        for id in self.path.drain(..) {
            self.nodes[id].visits += 1;
            self.nodes[id].total += value;
        }
    }

    /// Adds a mutation below its parent, unless the same exists there already; returns its node.
    fn take_in(&mut self, parent: usize, child: usize) -> usize {
        let genes = &self.nodes[child].plan.genes;
        let known = self.children(parent).find(|known| self.nodes[*known].plan.genes == *genes);
        if let Some(known) = known {
            self.used -= 1;
            return known;
        }
        self.nodes[child].next = self.nodes[parent].first;
        self.nodes[parent].first = child as u32;
        child
    }

    /// A copy of a plan about to be mutated. Mutations that produce nothing new count as children too.
    fn add_mutation(&mut self, parent: usize) -> usize {
        let child = self.add(&[]);
        let (before, after) = self.nodes.split_at_mut(child);
        let (parent, node) = (&mut before[parent], &mut after[0]);
        node.plan.become_copy(&parent.plan.genes);
        parent.children += 1;
        child
    }

    /// Evaluates a plan, and returns the new value.
    fn valued(&mut self, id: usize, value: impl FnOnce(&mut Plan<A>)) -> f64 {
        let plan = &mut self.nodes[id].plan;
        let before = plan.total;
        value(plan);
        plan.total - before
    }
}
