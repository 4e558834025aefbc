//! Draws armies at a budget: all legal compositions of a pool where they are few, random ones, or random variations of
//! given lists. Used to measure costs and to search for the strongest list.
//!
//! A random composition is filled troop by troop. Each troop first gets a preference, drawn from an exponential
//! distribution, and is then taken with a probability proportional to it while it is affordable, so that armies of one
//! troop occur as well as armies of many. Compositions outside the range of points are rejected and drawn again.

use crate::game::rng::Stream;
use crate::game::{Composition, Parameter, Troop};

/// Attempts to hit a range of points.
const ATTEMPTS: usize = 20_000;
/// The maximum number of compositions visited while enumerating a range.
const LOOKED_AT: usize = 200_000;
/// Up to this many legal compositions are drawn uniformly; of more, random ones are filled troop by troop.
const FEW: usize = 1_000;

/// The points of an army: from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The least.
    pub least: f64,
    /// The most.
    pub most: f64,
}

impl Range {
    /// All within this share of a budget.
    pub fn around(budget: f64, share: f64) -> Range {
        Range { least: budget * (1.0 - share), most: budget * (1.0 + share) }
    }

    /// Whether a cost is within the range. Sums of decimals are not exact, hence the tolerance.
    pub fn holds(&self, cost: f64) -> bool {
        cost >= self.least - 1e-6 && cost <= self.most + 1e-6
    }
}

/// Why no army can be drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "no army of {} to {} points can be made of these troops; the cheapest costs {}",
    tidy(.range.least), tidy(.range.most), tidy(*.cheapest)
)]
pub struct Unaffordable {
    /// The range of points.
    pub range: Range,
    /// The cheapest troop.
    pub cheapest: f64,
}

fn tidy(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Whether a composition is a legal army.
pub type Legal<'a> = &'a (dyn Fn(&Composition) -> bool + Sync);

/// The source of armies of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Supply {
    /// All of them, enumerated.
    All(Vec<Composition>),
    /// Too many to enumerate.
    Many,
}

/// Draws armies from a pool.
#[derive(Clone)]
pub struct Draw<'a> {
    troops: &'a [Troop],
    parameters: &'a [Parameter],
    costs: Vec<f64>,
    legal: Legal<'a>,
    /// Which troops may be taken.
    allowed: Vec<bool>,
    /// Which parameters are drawn; the others keep their defaults.
    varied: Vec<bool>,
    /// The lists to be varied, and the share of a list that is replaced.
    around: Option<(Vec<Composition>, f64)>,
    /// Whether armies are filled up to the maximum of a range, not to a random number of points within it.
    full: bool,
}

impl<'a> Draw<'a> {
    /// Draws from all troops at these costs.
    pub fn new(troops: &'a [Troop], parameters: &'a [Parameter], costs: Vec<f64>, legal: Legal<'a>) -> Draw<'a> {
        assert_eq!(troops.len(), costs.len(), "every troop has a cost");
        Draw {
            troops,
            parameters,
            costs,
            legal,
            allowed: vec![true; troops.len()],
            varied: vec![false; parameters.len()],
            around: None,
            full: false,
        }
    }

    /// Restricts the draw to these troops.
    #[must_use]
    pub fn only(self, allowed: Vec<bool>) -> Draw<'a> {
        Draw { allowed, ..self }
    }

    /// Also draws the settings of these parameters.
    #[must_use]
    pub fn varying(self, varied: Vec<bool>) -> Draw<'a> {
        Draw { varied, ..self }
    }

    /// Keeps all parameters at their defaults.
    #[must_use]
    pub fn with_fixed_parameters(self) -> Draw<'a> {
        Draw { varied: vec![false; self.parameters.len()], ..self }
    }

    /// Draws variations of these lists: this share of each is replaced.
    #[must_use]
    pub fn around(self, lists: Vec<Composition>, share: f64) -> Draw<'a> {
        Draw { around: Some((lists, share)), ..self }
    }

    /// Spends as much of a range as possible.
    #[must_use]
    pub fn to_the_full(self) -> Draw<'a> {
        Draw { full: true, ..self }
    }

    /// The same draw at other costs.
    #[must_use]
    pub fn at(&self, costs: Vec<f64>) -> Draw<'a> {
        Draw { costs, ..self.clone() }
    }

    /// Only compositions that another predicate accepts as well.
    #[must_use]
    pub fn restricted_to<'b>(&self, legal: Legal<'b>) -> Draw<'b>
    where
        'a: 'b,
    {
        Draw { legal, ..self.clone() }
    }

    /// The source of armies of a range.
    pub fn supply(&self, range: Range) -> Supply {
        let all = if self.around.is_none() { self.all(range, FEW) } else { None };
        all.filter(|all| !all.is_empty()).map_or(Supply::Many, Supply::All)
    }

    /// An army of a range.
    ///
    /// # Errors
    /// As [`Draw::random`].
    pub fn army(&self, supply: &Supply, range: Range, stream: &mut Stream) -> Result<Composition, Unaffordable> {
        match supply {
            Supply::All(all) => {
                let drawn = &all[stream.below(all.len() as u32) as usize];
                Ok(Composition { counts: drawn.counts.clone(), parameters: self.turned(stream) })
            }
            Supply::Many => self.random(range, stream),
        }
    }

    /// Whether a composition is a legal army.
    pub fn is_legal(&self, composition: &Composition) -> bool {
        (self.legal)(composition)
    }

    /// In how many numbers armies may differ: those of each troop, and the settings of the parameters.
    pub fn features(&self) -> usize {
        self.troops.len() + self.parameters.len()
    }

    /// The costs of the draw.
    pub fn costs(&self) -> &[f64] {
        &self.costs
    }

    fn defaults(&self) -> Vec<u32> {
        self.parameters.iter().map(|parameter| parameter.default).collect()
    }

    fn turned(&self, stream: &mut Stream) -> Vec<u32> {
        let turn = |(parameter, varied): (&Parameter, &bool)| {
            if *varied {
                parameter.least + stream.below(parameter.most - parameter.least + 1)
            } else {
                parameter.default
            }
        };
        self.parameters.iter().zip(&self.varied).map(turn).collect()
    }

    /// All legal compositions in a range of points, parameters at their defaults; `None` where there are more than
    /// `most`, or too many to visit.
    pub fn all(&self, range: Range, most: usize) -> Option<Vec<Composition>> {
        let mut order: Vec<usize> =
            (0..self.troops.len()).filter(|troop| self.allowed[*troop] && self.costs[*troop] > 0.0).collect();
        order.sort_by(|one, other| self.costs[*other].total_cmp(&self.costs[*one]).then(one.cmp(other)));
        let mut found = Vec::new();
        let mut looked = 0;
        let mut counts = vec![0; self.troops.len()];
        self.list(&order, 0.0, range, most, &mut counts, &mut found, &mut looked).then_some(found)
    }

    #[allow(clippy::too_many_arguments)] // The recursive search passes on its whole state.
    fn list(
        &self,
        order: &[usize],
        spent: f64,
        range: Range,
        most: usize,
        counts: &mut Vec<u32>,
        found: &mut Vec<Composition>,
        looked: &mut usize,
    ) -> bool {
        *looked += 1;
        if *looked > LOOKED_AT || found.len() > most {
            return false;
        }
        let Some((&troop, rest)) = order.split_first() else {
            let composition = Composition { counts: counts.clone(), parameters: self.defaults() };
            if range.holds(spent) && (self.legal)(&composition) {
                found.push(composition);
            }
            return found.len() <= most;
        };
        let cost = self.costs[troop];
        let mut complete = true;
        for count in 0..=self.troops[troop].most {
            let spent = spent + f64::from(count) * cost;
            if spent > range.most + 1e-6 || !complete {
                break;
            }
            counts[troop] = count;
            complete = self.list(rest, spent, range, most, counts, found, looked);
        }
        counts[troop] = 0;
        complete
    }

    /// A random legal composition whose cost is in a range, approximately uniform over the costs in it.
    ///
    /// # Errors
    /// If no attempt hits the range.
    pub fn random(&self, range: Range, stream: &mut Stream) -> Result<Composition, Unaffordable> {
        for _ in 0..ATTEMPTS {
            let target =
                if self.full { range.most } else { range.least + (range.most - range.least) * stream.unit_interval() };
            let mut counts = self.begun(stream);
            self.fill(&mut counts, Range { most: target.max(range.least), ..range }, stream);
            let composition = Composition { counts, parameters: self.turned(stream) };
            if range.holds(composition.cost(&self.costs)) && (self.legal)(&composition) {
                return Ok(composition);
            }
        }
        let affordable = self.costs.iter().zip(&self.allowed).filter(|(_, allowed)| **allowed).map(|(cost, _)| *cost);
        Err(Unaffordable { range, cheapest: affordable.fold(f64::INFINITY, f64::min) })
    }

    /// An army that keeps these troops, as far as affordable, and is filled up to the maximum of a range; `None` where
    /// it then misses the range or is not legal.
    pub fn completed(&self, kept: Vec<u32>, range: Range, stream: &mut Stream) -> Option<Composition> {
        let mut counts = kept;
        self.fill(&mut counts, range, stream);
        let composition = Composition { counts, parameters: self.turned(stream) };
        (range.holds(composition.cost(&self.costs)) && (self.legal)(&composition)).then_some(composition)
    }

    /// Whether it consists of allowed troops, none above its limit, has a cost within the range, and is legal.
    pub fn admits(&self, composition: &Composition, range: Range) -> bool {
        let fits =
            |(troop, count): (usize, &u32)| *count == 0 || (self.allowed[troop] && *count <= self.troops[troop].most);
        composition.counts.iter().enumerate().all(fits)
            && range.holds(composition.cost(&self.costs))
            && (self.legal)(composition)
    }

    /// The troops that may be taken and have a cost above 0.
    pub fn takeable(&self) -> Vec<usize> {
        (0..self.troops.len())
            .filter(|troop| self.allowed[*troop] && self.costs[*troop] > 0.0 && self.troops[*troop].most > 0)
            .collect()
    }

    /// The maximum number of a troop.
    pub fn most(&self, troop: usize) -> u32 {
        self.troops[troop].most
    }

    /// This composition with the parameters at their defaults.
    pub fn with_default_parameters(&self, composition: &Composition) -> Composition {
        Composition { counts: composition.counts.clone(), parameters: self.defaults() }
    }

    /// The composition from which filling starts: empty, or the part of a list that is kept.
    fn begun(&self, stream: &mut Stream) -> Vec<u32> {
        let Some((lists, share)) = self.around.as_ref().filter(|(lists, _)| !lists.is_empty()) else {
            return vec![0; self.troops.len()];
        };
        let list = &lists[stream.below(lists.len() as u32) as usize];
        let keep =
            |stream: &mut Stream, count: u32| (0..count).filter(|_| stream.unit_interval() >= *share).count() as u32;
        let allowed = |troop: usize| self.allowed[troop];
        list.counts
            .iter()
            .enumerate()
            .map(|(troop, count)| if allowed(troop) { keep(stream, *count) } else { 0 })
            .collect()
    }

    /// Adds troops up to the maximum of a range, or removes some where there are too many.
    fn fill(&self, counts: &mut [u32], range: Range, stream: &mut Stream) {
        let mut spent: f64 = counts.iter().zip(&self.costs).map(|(count, cost)| f64::from(*count) * cost).sum();
        while spent > range.most + 1e-6 {
            let elements: u32 = counts.iter().sum();
            let mut nth = stream.below(elements);
            let leaves = |count: &u32| {
                let here = nth < *count;
                nth = nth.saturating_sub(*count);
                here
            };
            let troop = counts.iter().position(leaves).expect("the number is below the sum");
            counts[troop] -= 1;
            spent -= self.costs[troop];
        }
        let tastes: Vec<f64> = self.troops.iter().map(|_| -libm::log(1.0 - stream.unit_interval())).collect();
        loop {
            let can = |troop: usize| {
                let cost = self.costs[troop];
                self.allowed[troop]
                    && cost > 0.0
                    && counts[troop] < self.troops[troop].most
                    && spent + cost <= range.most + 1e-6
            };
            let sum: f64 = (0..counts.len()).filter(|troop| can(*troop)).map(|troop| tastes[troop]).sum();
            let mut left = stream.unit_interval() * sum;
            let mut chosen = None;
            for troop in (0..counts.len()).filter(|troop| can(*troop)) {
                chosen = Some(troop);
                left -= tastes[troop];
                if left < 0.0 {
                    break;
                }
            }
            let Some(troop) = chosen else { return };
            counts[troop] += 1;
            spent += self.costs[troop];
        }
    }
}

#[cfg(test)]
mod tests;
