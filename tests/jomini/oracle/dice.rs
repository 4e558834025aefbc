//! The number of dice: table T15, step by step, with the trail of what changed it.

use super::ground::{DIRECTIONS, neighbour};
use super::position::Unit;
use super::troops::{Class, Note, training_dice};
use super::{AttackOrder, Strike};

/// One step of the count that changed the number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub rule: &'static str,
    pub before: i32,
    pub after: i32,
}

struct Count {
    dice: i32,
    trail: Vec<Step>,
}

impl Count {
    fn set(&mut self, rule: &'static str, after: i32) {
        if after != self.dice {
            self.trail.push(Step { rule, before: self.dice, after });
            self.dice = after;
        }
    }

    fn add(&mut self, rule: &'static str, change: i32) {
        self.set(rule, self.dice + change);
    }
}

/// Western infantry with firearms, or western heavy cavalry (JI-39).
fn is_modern_shock(unit: &Unit) -> bool {
    unit.western() && (unit.class() == Class::Infantry || unit.is(Note::HeavyHorse))
}

/// The dice of a roll.
pub fn dice(strike: &Strike) -> (u32, Vec<Step>) {
    let (roller, target, ground) = (strike.roller(), strike.target(), &strike.position.ground);
    let attack = !strike.riposte;
    let mut count = Count { dice: 0, trail: Vec::new() };

    // 1: the type; guns by elements, at most three.
    match roller.class() {
        Class::Artillery if roller.is(Note::ThreeDice) => count.set("JA3.50", 3),
        Class::Artillery => {
            count.set("J5.11", roller.elements as i32);
            count.set("J5.11", count.dice.min(3));
        }
        _ => count.set("J5.9", roller.troop.dice),
    }
    // 2: training.
    count.add("JA3.2", training_dice(&roller.training));

    // 3: its own arms and letters.
    if attack && roller.is(Note::Lances) && target.class() != Class::Infantry && !target.is(Note::Tusks) {
        count.add("J5.16", 1);
    }
    if attack && roller.has("aggressive") {
        count.add("JA3.9", 1);
    }
    if roller.has("fanatic") {
        count.add("JA3.13", 1);
    }
    if roller.class() == Class::Infantry && roller.has("marksman") && (strike.riposte || !strike.melee()) {
        count.add("JA3.18", 1);
    }
    if roller.is(Note::Rifles) && strike.melee() {
        count.add("J5.12", -1);
    }
    if attack && roller.is(Note::LosesDiceByMoving) {
        count.add("J5.20", -roller.hexes_moved);
    }

    if attack && roller.is(Note::LosesADieByMoving) && roller.hexes_moved > 0 {
        count.add("J5.22", -1);
    }

    // 4: the enemy, and frightened animals (JI-34, JI-35).
    if strike.melee() && is_modern_shock(roller) && (target.has("irregular") || target.is(Note::Archers)) {
        count.add("JA3.15", 1);
    }
    if target.is(Note::VeryHeavy) {
        count.add("J5.15", -1);
    }
    let beside = |note| {
        let next =
            (0..DIRECTIONS.len()).filter_map(|direction| strike.position.unit_at(neighbour(roller.at, direction)));
        next.filter(|unit| unit.is(note)).count() > 0
    };
    let animal = roller.class() == Class::Mounted || roller.is(Note::Camels) || roller.is(Note::Elephants);
    let kneeling = strike.melee() && target.rides("camels");
    if animal && !roller.is(Note::Camels) && (kneeling || beside(Note::Camels)) {
        count.add("J5.17", -1);
    }
    if animal && !roller.is(Note::Elephants) && beside(Note::Elephants) {
        count.add("J5.18", -1);
    }

    // 5: one die fewer at most for the ground.
    if strike.into("rocks") || strike.obstacle() == Some("ditch") {
        count.add("J7.5", -1);
    }

    // 6: the lowest cap.
    let leaves = |terrain: &str| ground.has(roller.at, terrain);
    let uphill = !strike.sappers() && ground.level(target.at) > ground.level(roller.at);
    let downhill = ground.level(target.at) < ground.level(roller.at);
    let caps = [
        ("J7.6", 2, strike.into("forest") || leaves("forest")),
        ("J7.7", 2, strike.into("marsh") || leaves("marsh")),
        ("J7.8", 2, strike.into("buildings") || leaves("buildings")),
        ("J7.9", 2, strike.into("sand") || leaves("sand")),
        ("J7.17", 2, strike.into("snow") || leaves("snow")),
        ("J7.16", 2, leaves("ford")),
        ("J7.5", 2, leaves("rocks")),
        ("J7.19", 2, strike.obstacle() == Some("wall")),
        ("J7.20", 2, strike.obstacle() == Some("rampart")),
        ("J7.22", 2, strike.obstacle() == Some("fortification")),
        ("J5.47", 2, strike.wagons()),
        ("J7.4", 2, uphill),
        ("J7.4", 3, downhill),
    ];
    for (rule, most, _) in caps.iter().filter(|(_, _, applies)| *applies) {
        count.set(rule, count.dice.min(*most));
    }

    // 7: never less than one (JI-108).
    count.set("JA3.2", count.dice.max(1));

    // 8: orders and leading come on top (J5.41).
    match strike.choices.attack_order {
        Some(AttackOrder::Elan) if attack => count.add("J3.39", 1),
        Some(AttackOrder::Berserk) if attack => count.add("J3.41", 2),
        _ => {}
    }
    count.add("J3.60", 2 * strike.choices.leaders as i32);
    (count.dice as u32, count.trail)
}
