//! An independent oracle for one roll of one combat, written from the tables of the rules ledger alone.
//!
//! It shares nothing with the library: it has its own reader of position files, hexes, troops and tables, enumerates
//! every sequence of faces (6 to the power of the dice) and applies the ledger's procedure to each. It covers the
//! troops of rows 1 to 38 of table T2, infantry on camels and in wagons, every order that is given before the roll, and
//! the choices that `odds` states as options. Legality is not checked: requested cases are assumed to be legal.

mod dice;
mod distribution;
mod ground;
mod position;
mod results;
mod retreat;
mod support;
mod troops;

pub use dice::dice;
pub use distribution::{Distribution, distribution};
pub use position::Position;
pub use support::may_riposte;
use troops::{Class, Note};

/// An attack order that is given before the roll (table T7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackOrder {
    Elan,
    Charge,
    Berserk,
    Sappers,
}

/// A defence order that leaves one roll of the attacker to be evaluated (table T7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefenceOrder {
    Sacrifice,
    LikeARock,
    Dodge,
    HoldPosition,
    Nuts,
}

/// The choices within the combat; the default is what `odds` states as its defaults.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choices {
    /// The attack order.
    pub attack_order: Option<AttackOrder>,
    /// The defence order.
    pub defence_order: Option<DefenceOrder>,
    /// The unit that is struck turns a hit into morale hits by its letter (JA3.12).
    pub dodges_by_letter: bool,
    /// It does so by the order Dodge (J3.48).
    pub dodges_by_order: bool,
    /// The maximum number of morale hits that the order Sacrifice turns into losses (J3.46).
    pub sacrifices: u32,
    /// Every tactical advantage of a gun becomes one morale hit (J3.44).
    pub wind_of_ball: bool,
    /// Officers who lead the unit that rolls (J3.60).
    pub leaders: u32,
}

/// One roll: the roller, the target, and the part of the combat.
pub struct Strike<'a> {
    position: &'a Position,
    /// Index of the unit that rolls.
    roller: usize,
    /// Index of the unit that suffers the roll.
    target: usize,
    /// The roll answers an attack (J5.87): the roller is the original defender.
    riposte: bool,
    choices: Choices,
}

impl<'a> Strike<'a> {
    /// The attack of one unit on another, or the riposte of `defender` to it.
    pub fn new(position: &'a Position, attacker: &str, defender: &str, riposte: bool, choices: Choices) -> Strike<'a> {
        let (attacker, defender) = (position.index(attacker), position.index(defender));
        let (roller, target) = if riposte { (defender, attacker) } else { (attacker, defender) };
        Strike { position, roller, target, riposte, choices }
    }

    fn roller(&self) -> &position::Unit {
        &self.position.units[self.roller]
    }

    fn target(&self) -> &position::Unit {
        &self.position.units[self.target]
    }

    /// Elements that the unit struck has.
    pub fn target_elements(&self) -> u32 {
        self.target().elements
    }

    fn distance(&self) -> i32 {
        ground::distance(self.roller().at, self.target().at)
    }

    /// Adjacent units fight in melee, whatever their arm (J5.39, J5.40).
    fn melee(&self) -> bool {
        self.distance() == 1
    }

    /// Sappers cancel the effects of the attacked ground, in the attack only (J3.42, JI-73).
    fn sappers(&self) -> bool {
        !self.riposte && self.choices.attack_order == Some(AttackOrder::Sappers)
    }

    /// The target shelters in its wagons: in melee, if it did not move, and there are no Sappers (J5.47, JI-37, JI-73).
    fn wagons(&self) -> bool {
        self.melee() && self.target().rides("wagons") && self.target().hexes_moved == 0 && !self.sappers()
    }

    /// The defender of this attack rolls before it: western infantry or artillery against infantry without missiles
    /// (J5.14, JI-40), unless it stands where it cannot fight (J5.42).
    pub fn fires_first(&self) -> bool {
        let target = self.target();
        let cannot_fight = target.is_wheeled() && self.position.ground.is_rough(target.at);
        self.roller().is(Note::NoMissiles)
            && self.melee()
            && target.western()
            && target.class() != Class::Mounted
            && !cannot_fight
    }

    /// Terrain of the target's hex that acts on this roll.
    fn into(&self, terrain: &str) -> bool {
        !self.sappers() && self.position.ground.has(self.target().at, terrain)
    }

    /// The obstacle that this roll has to cross: one that the target's hex owns on the side struck (J7.18, JI-112).
    fn obstacle(&self) -> Option<&'static str> {
        if self.sappers() { None } else { self.position.ground.obstacle_met(self.target().at, self.roller().at) }
    }
}
