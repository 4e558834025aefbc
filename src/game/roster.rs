//! The trait [`Roster`]: the troops that armies can consist of, their costs, and the creation of an army from a
//! composition. Studies of costs see a rulebook through it.

use super::rulebook::Rulebook;
use super::side::Side;
use std::fmt::Write as _;

/// A troop of a pool.
#[derive(Clone, Debug, PartialEq)]
pub struct Troop {
    /// Its name, unique in a pool.
    pub name: String,
    /// Its arm.
    pub arm: String,
    /// The cost of one under the rules, in points.
    pub cost: f64,
    /// The maximum number in one army.
    pub most: u32,
    /// The terms of its cost in the formula of the rules; empty where there is no formula.
    pub parts: Vec<CostTerm>,
}

/// A term of a cost: a multiple of a number of the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct CostTerm {
    /// Its name.
    pub name: String,
    /// The multiplicity.
    pub number: u32,
    /// The points of one.
    pub cost: f64,
}

/// A parameter of an army beside its troops that can be chosen within bounds and costs nothing by the rules, such as
/// its resolve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its minimum.
    pub least: u32,
    /// Its maximum.
    pub most: u32,
    /// Its default.
    pub default: u32,
}

/// The composition of an army: the number of each troop of a pool, and the settings of its parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Composition {
    /// The number of each troop, in the order of the pool.
    pub counts: Vec<u32>,
    /// The setting of each parameter.
    pub parameters: Vec<u32>,
}

impl Composition {
    /// The cost of the composition at these costs of troops.
    pub fn cost(&self, costs: &[f64]) -> f64 {
        self.counts.iter().zip(costs).map(|(count, cost)| f64::from(*count) * cost).sum()
    }
}

/// A composition as text: `6 superior_heavy_infantry, 2 normal_cavalry`.
pub fn names_of(composition: &Composition, troops: &[Troop]) -> String {
    let mut text = String::new();
    for (count, troop) in composition.counts.iter().zip(troops).filter(|(count, _)| **count > 0) {
        let comma = if text.is_empty() { "" } else { ", " };
        write!(text, "{comma}{count} {}", troop.name).expect("writing to a string does not fail");
    }
    text
}

/// A text quoted for TOML.
pub fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// A rulebook whose armies can be composed of the troops of a pool.
pub trait Roster: Rulebook {
    /// Troops, with everything needed to create armies of them.
    type Pool: Clone + Send + Sync;

    /// Whether the costs of troops are those published in the rulebook; otherwise they are initial estimates.
    const COSTS_ARE_PUBLISHED: bool;

    /// The pool of all troops that occur in some army lists.
    ///
    /// # Errors
    /// Why there is none, such as armies that can never fight on the same side.
    fn pool(rules: &Self::Rules, armies: &[Self::Army]) -> Result<Self::Pool, String>;

    /// The troops of a pool.
    fn troops(pool: &Self::Pool) -> &[Troop];

    /// The parameters of its armies.
    fn parameters(_pool: &Self::Pool) -> &[Parameter] {
        &[]
    }

    /// How many elements the rules put on the table for each one of a composition. The costs of the pool are of all of
    /// them; a cost that a rules file states is of one.
    fn elements_for_each(_pool: &Self::Pool) -> u32 {
        1
    }

    /// The composition of an army list, as far as it consists of troops of the pool.
    fn composition(pool: &Self::Pool, army: &Self::Army) -> Composition;

    /// An army of this composition.
    ///
    /// # Errors
    /// Why the composition is not allowed.
    fn raise(pool: &Self::Pool, composition: &Composition, name: &str) -> Result<Self::Army, String>;

    /// The text of an army file for a composition that can be created, under this title: when read again, the army has
    /// the same composition.
    fn written(pool: &Self::Pool, composition: &Composition, title: &str) -> String;

    /// The text of an army file of one unit of a troop, to begin one's own troop with.
    fn unit_file(pool: &Self::Pool, troop: usize, title: &str) -> String {
        let parameters = Self::parameters(pool).iter().map(|parameter| parameter.default).collect();
        let counts = (0..Self::troops(pool).len()).map(|at| u32::from(at == troop)).collect();
        Self::written(pool, &Composition { counts, parameters }, title)
    }

    /// For each troop the number of elements (the units in which troops are lost) that the army of this composition on
    /// `side` had at the start, and the number left.
    fn survivors(
        pool: &Self::Pool,
        composition: &Composition,
        game: &Self::Game,
        state: &<Self::Game as super::play::Game>::State,
        side: Side,
    ) -> Vec<[u32; 2]>;
}
