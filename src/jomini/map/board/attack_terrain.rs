//! The effects of terrain and obstacles on an attack from one hex on another (T4, T5): caps, dice, flags ignored,
//! cover.
//!
//! Rules J5.45, J7.2, J7.3, J7.4, J7.5, J7.6, J7.7, J7.8, J7.9, J7.15, J7.16, J7.17, J7.18, J7.19, J7.20, J7.21, J7.22
//! with JI-109, JI-110, JI-111, JI-112, JI-131, JI-148. The units affected (infantry and artillery behind works,
//! mounted troops in rough terrain) are determined in `combat`.

use super::Board;
use crate::jomini::map::hex::{HexId, direction};
use crate::jomini::map::terrain::Terrain;
use crate::jomini::rules::{Rules, TerrainStack};

/// No limit to the dice.
pub const NO_CAP: u8 = u8::MAX;

/// The effects of terrain on one attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackTerrain {
    /// The maximum number of dice "out of" the attacker's hex, downhill included; [`NO_CAP`] if there is no limit.
    pub out_cap: u8,
    /// The maximum number of dice "into" the target's hex and across its obstacle, uphill included; [`NO_CAP`] if there
    /// is no limit.
    pub into_cap: u8,
    /// Change in dice "into": rocks and ditches, 0 or less (JI-109).
    pub into_dice: i8,
    /// The obstacle allows no tactical advantage.
    pub no_tactical: bool,
    /// Morale hits that a defender of infantry or artillery ignores through the obstacle.
    pub flags_ignored: u8,
    /// The obstacle makes a defender of infantry or artillery count as supported for the riposte (JI-148).
    pub supported_for_riposte: bool,
    /// The target stands in rough terrain (J1.5).
    pub into_rough: bool,
    /// The attacker stands in rough terrain (J1.5).
    pub from_rough: bool,
    /// The target stands in forest or buildings or behind an obstacle: small arms fired at range get no tactical
    /// advantage (J5.58, JI-131).
    pub into_covered: bool,
}

impl AttackTerrain {
    /// Open ground.
    pub const NONE: AttackTerrain = AttackTerrain {
        out_cap: NO_CAP,
        into_cap: NO_CAP,
        into_dice: 0,
        no_tactical: false,
        flags_ignored: 0,
        supported_for_riposte: false,
        into_rough: false,
        from_rough: false,
        into_covered: false,
    };

    /// Whether the target's ground and obstacle have no effect on the attack, so that Sappers would have none either
    /// (J3.42).
    pub fn into_is_open(&self) -> bool {
        self.into_cap == NO_CAP
            && self.into_dice == 0
            && !self.no_tactical
            && self.flags_ignored == 0
            && !self.into_rough
    }
}

/// The effect of one element of terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A maximum number of dice.
    Cap(u8),
    /// This many dice more, or fewer if negative.
    Dice(i8),
    /// No tactical advantage.
    NoTactical,
    /// This many morale hits ignored by infantry and artillery.
    FlagsIgnored(u8),
    /// Support for the riposte.
    SupportedForRiposte,
}

/// One effect of terrain on an attack, with its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerrainEffect {
    /// The rule.
    pub rule: &'static str,
    /// The terrain or obstacle by name.
    pub terrain: &'static str,
    /// It comes from the target's hex or its obstacle, not from the attacker's.
    pub into: bool,
    /// The effect.
    pub change: Change,
}

/// The numbers of the rules used in this file.
#[derive(Clone, Debug)]
pub(in crate::jomini) struct Numbers {
    /// By the position of the terrain in the list of names: rule, change into it, change out of it.
    terrain: Vec<(Terrain, &'static str, Option<Change>, Option<Change>)>,
    /// By obstacle: rule, change in dice, flags ignored, support for the riposte.
    obstacles: Vec<(Terrain, &'static str, Change, u8, bool)>,
    up: u8,
    down: u8,
    add_up: bool,
    ranged_dice: bool,
    both_sides: bool,
}

impl Numbers {
    pub(super) fn new(rules: &Rules) -> Numbers {
        let cap = |cap| Some(Change::Cap(cap));
        let both = |terrain, rule, dice| (terrain, rule, cap(dice), cap(dice));
        Numbers {
            terrain: vec![
                both(Terrain::FOREST, "J7.6", rules.forest_dice_cap),
                (Terrain::ROCKS, "J7.5", Some(Change::Dice(rules.rocks_in_dice)), cap(rules.rocks_out_dice_cap)),
                both(Terrain::MARSH, "J7.7", rules.marsh_dice_cap),
                both(Terrain::BUILDINGS, "J7.8", rules.buildings_dice_cap),
                both(Terrain::SAND, "J7.9", rules.sand_dice_cap),
                (Terrain::FORD, "J7.16", None, cap(rules.ford_out_dice_cap)),
                both(Terrain::SNOW, "J7.17", rules.snow_dice_cap),
            ],
            obstacles: vec![
                (Terrain::WALL, "J7.19", Change::Cap(rules.wall_dice_cap), rules.wall_flags_ignored, false),
                (Terrain::DITCH, "J7.21", Change::Dice(rules.ditch_dice), rules.ditch_flags_ignored, true),
                (
                    Terrain::FORTIFICATION,
                    "J7.22",
                    Change::Cap(rules.fortification_dice_cap),
                    rules.fortification_flags_ignored,
                    true,
                ),
                (Terrain::RAMPART, "J7.20", Change::Cap(rules.rampart_dice_cap), rules.rampart_flags_ignored, true),
            ],
            up: rules.hill_up_dice_cap,
            down: rules.hill_down_dice_cap,
            add_up: rules.terrain_stack == TerrainStack::Sum,
            ranged_dice: rules.ranged_fire_uses_terrain_caps,
            both_sides: rules.linear_edge_both,
        }
    }
}

impl Board {
    /// The effect of terrain on a melee with the neighbour in a direction: the obstacle is the one on the shared side
    /// (JI-112).
    pub(super) fn adjacent_attack(&self, from: HexId, towards: usize) -> AttackTerrain {
        let to = self.neighbours(from)[towards];
        if to == super::NO_HEX {
            return AttackTerrain::NONE;
        }
        self.summed_attack(from, to, self.ground(to).sides[direction::opposite(towards)])
    }

    /// The effect of terrain on ranged fire (JI-110); hexes in between matter only as masks.
    pub(super) fn ranged_attack(&self, from: HexId, to: HexId) -> AttackTerrain {
        let mut attack = self.summed_attack(from, to, self.obstacle_entered(from, to));
        if !self.numbers.ranged_dice {
            attack = AttackTerrain { out_cap: NO_CAP, into_cap: NO_CAP, into_dice: 0, ..attack };
        }
        attack
    }

    /// The obstacle on the side by which a line of fire enters the target's hex (JI-112). Through a corner it counts
    /// only if both sides have one; if the two differ, the weaker of them.
    fn obstacle_entered(&self, from: HexId, to: HexId) -> Terrain {
        let [left, right] =
            self.sight().sides_entered(self.axial_delta(from, to)).map(|side| self.ground(to).sides[side]);
        if !self.numbers.both_sides {
            left | right
        } else if left.is_empty() || right.is_empty() {
            Terrain::empty()
        } else if left.intersects(right) {
            left & right
        } else {
            // The names of obstacles are in the order of their strength.
            let weakest = |obstacles: Terrain| obstacles.iter().next();
            weakest(left).min(weakest(right)).unwrap_or_default()
        }
    }

    /// Every effect of terrain on an attack.
    pub(super) fn each_attack_effect(&self, from: HexId, to: HexId, tell: &mut impl FnMut(TerrainEffect)) {
        let (obstacle, ranged) = match self.direction_to(from, to) {
            Some(towards) => (self.ground(to).sides[direction::opposite(towards)], false),
            None => (self.obstacle_entered(from, to), true),
        };
        self.each_effect(from, to, obstacle, &mut |effect| {
            if !ranged || self.numbers.ranged_dice || !matches!(effect.change, Change::Cap(_) | Change::Dice(_)) {
                tell(effect);
            }
        });
    }

    fn each_effect(&self, from: HexId, to: HexId, obstacle: Terrain, tell: &mut impl FnMut(TerrainEffect)) {
        let (source, target) = (self.ground(from), self.ground(to));
        let name = |terrain: Terrain| terrain.names().next().unwrap_or_default();
        let mut add = |rule, bits, into, change| tell(TerrainEffect { rule, terrain: name(bits), into, change });
        if target.level > source.level {
            add("J7.4", Terrain::HILL, true, Change::Cap(self.numbers.up));
        } else if target.level < source.level {
            add("J7.4", Terrain::HILL, false, Change::Cap(self.numbers.down));
        }
        for &(bits, rule, into, out) in &self.numbers.terrain {
            if let (true, Some(change)) = (target.has(bits), into) {
                add(rule, bits, true, change);
            }
            if let (true, Some(change)) = (source.has(bits), out) {
                add(rule, bits, false, change);
            }
        }
        for &(bits, rule, dice, flags, riposte) in &self.numbers.obstacles {
            if obstacle.intersects(bits) {
                add(rule, bits, true, dice);
                add(rule, bits, true, Change::NoTactical);
                add(rule, bits, true, Change::FlagsIgnored(flags));
                if riposte {
                    add(rule, bits, true, Change::SupportedForRiposte);
                }
            }
        }
    }

    /// All effects together: the lowest cap, one loss of dice, the greatest number of flags; equal effects do not
    /// accumulate (J7.2, JI-109).
    fn summed_attack(&self, from: HexId, to: HexId, obstacle: Terrain) -> AttackTerrain {
        let covered = self.has(to, Terrain::FOREST | Terrain::BUILDINGS) || !obstacle.is_empty();
        let mut sum = AttackTerrain {
            into_rough: self.is_rough(to),
            from_rough: self.is_rough(from),
            into_covered: covered,
            ..AttackTerrain::NONE
        };
        self.each_effect(from, to, obstacle, &mut |effect| match effect.change {
            Change::Cap(cap) if effect.into => sum.into_cap = sum.into_cap.min(cap),
            Change::Cap(cap) => sum.out_cap = sum.out_cap.min(cap),
            Change::Dice(dice) if self.numbers.add_up => sum.into_dice += dice,
            Change::Dice(dice) => sum.into_dice = sum.into_dice.min(dice),
            Change::NoTactical => sum.no_tactical = true,
            Change::FlagsIgnored(flags) => sum.flags_ignored = sum.flags_ignored.max(flags),
            Change::SupportedForRiposte => sum.supported_for_riposte = true,
        });
        sum
    }
}
