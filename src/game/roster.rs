//! The trait [`Roster`]: of which troops armies can be made, what they cost, and how an army is raised from a
//! composition. Whoever asks what troops are worth sees a rulebook through it.

use super::rulebook::Rulebook;
use super::side::Side;
use std::fmt::Write as _;

/// A troop of a pool.
#[derive(Clone, Debug, PartialEq)]
pub struct Troop {
    /// What it is called; no two of a pool are called alike.
    pub name: String,
    /// Its arm.
    pub arm: String,
    /// What one of it costs under the rules, in points.
    pub cost: f64,
    /// Most of it in one army.
    pub most: u32,
    /// The parts of which its cost is made up by the formula of the rules; none where there is no formula.
    pub parts: Vec<Part>,
}

/// A part of a cost: so many times a number of the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// What it is called.
    pub name: String,
    /// How many times.
    pub number: u32,
    /// The points of one.
    pub cost: f64,
}

/// Something of an army beside its troops that can be chosen within bounds and costs nothing by the rules, such as its
/// resolve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dial {
    /// What it is called.
    pub name: String,
    /// The least it can be.
    pub least: u32,
    /// The most it can be.
    pub most: u32,
    /// What it is where nobody chooses.
    pub usual: u32,
}

/// What an army is made of: how many of each troop of a pool, and how its dials stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Composition {
    /// How many of each troop, in the order of the pool.
    pub counts: Vec<u32>,
    /// How each dial stands.
    pub dials: Vec<u32>,
}

impl Composition {
    /// What it costs at these costs of the troops.
    pub fn cost(&self, costs: &[f64]) -> f64 {
        self.counts.iter().zip(costs).map(|(count, cost)| f64::from(*count) * cost).sum()
    }
}

/// A composition in words: `6 superior_heavy_infantry, 2 normal_cavalry`.
pub fn names_of(composition: &Composition, troops: &[Troop]) -> String {
    let mut text = String::new();
    for (count, troop) in composition.counts.iter().zip(troops).filter(|(count, _)| **count > 0) {
        let comma = if text.is_empty() { "" } else { ", " };
        write!(text, "{comma}{count} {}", troop.name).expect("a string takes whatever is written");
    }
    text
}

/// A text as TOML quotes it.
pub fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// A rulebook whose armies can be made of the troops of a pool.
pub trait Roster: Rulebook {
    /// Troops, with whatever is needed to raise armies of them.
    type Pool: Clone + Send + Sync;

    /// Whether the costs of troops are those that the rulebook publishes; otherwise they are a first guess of ours.
    const COSTS_ARE_PUBLISHED: bool;

    /// The pool of all troops that stand in some army lists.
    ///
    /// # Errors
    /// Says why there is none, such as armies that never stand on one side.
    fn pool(rules: &Self::Rules, armies: &[Self::Army]) -> Result<Self::Pool, String>;

    /// The troops of a pool.
    fn troops(pool: &Self::Pool) -> &[Troop];

    /// The dials of its armies.
    fn dials(_pool: &Self::Pool) -> &[Dial] {
        &[]
    }

    /// The composition of an army list, as far as it consists of troops of the pool.
    fn composition(pool: &Self::Pool, army: &Self::Army) -> Composition;

    /// An army of this composition.
    ///
    /// # Errors
    /// Says what forbids it.
    fn raise(pool: &Self::Pool, composition: &Composition, name: &str) -> Result<Self::Army, String>;

    /// The text of an army file of a composition that can be raised, under this title: read again, the army has the
    /// same composition.
    fn written(pool: &Self::Pool, composition: &Composition, title: &str) -> String;

    /// For each troop how many elements (whatever troops are lost by) the army of this composition on `side` had at the
    /// start, and how many of them are left.
    fn survivors(
        pool: &Self::Pool,
        composition: &Composition,
        game: &Self::Game,
        state: &<Self::Game as super::play::Game>::State,
        side: Side,
    ) -> Vec<[u32; 2]>;
}
