//! When a unit counts as supported in a roll: J1.3 to J1.9 with JI-9 to JI-17, and the works of J7.20 to J7.22 for the
//! riposte (JI-148).

use super::ground::{DIRECTIONS, neighbour};
use super::position::{Position, Unit};
use super::troops::Class;
use super::{AttackOrder, DefenceOrder, Strike};

/// Guns and wagons on a road through rough terrain neither have nor give support (J1.8).
fn shut_out(position: &Position, unit: &Unit) -> bool {
    unit.is_wheeled() && position.ground.is_rough(unit.at)
}

/// Two friendly units next to it (J1.3, JI-9).
fn has_neighbours(position: &Position, unit: &Unit) -> bool {
    let friends = (0..DIRECTIONS.len())
        .filter_map(|direction| position.unit_at(neighbour(unit.at, direction)))
        .filter(|friend| friend.red == unit.red && !shut_out(position, friend))
        .count();
    friends >= 2
}

/// Support by an order wins over terrain (J1.9, JI-16).
fn by_order(strike: &Strike, unit: &Unit, is_attacker: bool) -> bool {
    let ordered = if is_attacker {
        strike.choices.attack_order == Some(AttackOrder::Charge)
    } else {
        matches!(strike.choices.defence_order, Some(DefenceOrder::LikeARock | DefenceOrder::Nuts))
    };
    ordered || unit.status("supported")
}

/// Ditch, fortification and rampart support infantry and artillery behind them for the riposte to an attack across that
/// side (JI-148).
fn behind_works(unit: &Unit, obstacle: Option<&str>) -> bool {
    unit.class() != Class::Mounted && matches!(obstacle, Some("ditch" | "fortification" | "rampart"))
}

/// Whether the unit that suffers the roll counts as supported: for ignoring flags and for the tactical advantages
/// against it.
pub fn target_supported(strike: &Strike) -> bool {
    let (position, target, roller) = (strike.position, strike.target(), strike.roller());
    if by_order(strike, target, strike.riposte) {
        return true;
    }
    if shut_out(position, target) {
        return false;
    }
    match target.class() {
        // In rough terrain itself, or having attacked into it before this riposte (J1.5, JI-12).
        Class::Mounted if position.ground.is_rough(target.at) => return false,
        Class::Mounted if strike.riposte && position.ground.is_rough(roller.at) => return false,
        // Buildings support against any attack (J1.4), rough terrain against mounted troops (J1.7).
        Class::Infantry if strike.into("buildings") => return true,
        Class::Infantry
            if roller.class() == Class::Mounted && position.ground.is_rough(target.at) && !strike.sappers() =>
        {
            return true;
        }
        _ => {}
    }
    has_neighbours(position, target)
}

/// Whether the unit that rolls counts as supported for its tactical advantages.
pub fn roller_supported(strike: &Strike) -> bool {
    let (position, target, roller) = (strike.position, strike.target(), strike.roller());
    if by_order(strike, roller, !strike.riposte) {
        return true;
    }
    if shut_out(position, roller) {
        return false;
    }
    let into_rough = position.ground.is_rough(target.at) && !strike.sappers();
    if roller.class() == Class::Mounted && (position.ground.is_rough(roller.at) || into_rough) {
        return false;
    }
    if strike.riposte {
        // Support against the attack also applies to its answer (JI-13, JI-14, JI-148).
        let infantry = roller.class() == Class::Infantry;
        if infantry && position.ground.has(roller.at, "buildings") {
            return true;
        }
        if infantry && target.class() == Class::Mounted && position.ground.is_rough(roller.at) {
            return true;
        }
        if behind_works(roller, position.ground.obstacle_met(roller.at, target.at)) {
            return true;
        }
    }
    has_neighbours(position, roller)
}

/// Whether the defender of this attack may strike back while it is still in its hex (J5.87, J5.89).
pub fn may_riposte(attack: &Strike) -> bool {
    let defender = attack.target();
    // A gun on a road through rough terrain cannot fight (J5.42, JI-146). A unit that has rolled first has already
    // answered (JI-40).
    attack.melee()
        && !attack.fires_first()
        && !shut_out(attack.position, defender)
        && (target_supported(attack) || behind_works(defender, attack.obstacle()))
}
