//! The effect of a sequence of faces on the target: tables T1 and T6, then steps 6 to 10 of a combat (table T15).

use super::ground::{DIRECTIONS, neighbour};
use super::retreat::{hexes_due, longest_retreat};
use super::support::{roller_supported, target_supported};
use super::troops::{Class, Note};
use super::{AttackOrder, DefenceOrder, Strike};

/// The six faces of the special die (table T1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    Infantry,
    Cavalry,
    Artillery,
    Flag,
    Letter,
    Tactical,
}

/// One of each (J1.13).
pub const FACES: [Face; 6] = [Face::Infantry, Face::Cavalry, Face::Artillery, Face::Flag, Face::Letter, Face::Tactical];

/// The effect of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Effect {
    /// Elements lost, blocked retreat hexes included, letter 08 P not yet.
    pub losses: u32,
    /// Retreat hexes made.
    pub retreat: u32,
    /// Order tokens for the side that rolled.
    pub tokens: u32,
    /// The target is still there.
    pub survives: bool,
}

/// The effect of a tactical advantage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tactical {
    Miss,
    Hit,
    MoraleHits(u32),
}

/// Whether a unit of one of these arms, friendly to the roller and other than it, stands next to the target (JI-129).
fn helped_by(strike: &Strike, arms: &[Class]) -> bool {
    (0..DIRECTIONS.len()).filter_map(|direction| strike.position.unit_at(neighbour(strike.target().at, direction))).any(
        |unit| {
            unit.red == strike.roller().red
                && unit.id != strike.roller().id
                && arms.contains(&unit.class())
                && !unit.is(Note::Tusks)
        },
    )
}

/// Table T6, Harassment and the two orders that are applied last.
fn tactical(strike: &Strike) -> Tactical {
    let (roller, target, ground) = (strike.roller(), strike.target(), &strike.position.ground);
    if strike.riposte && strike.choices.attack_order == Some(AttackOrder::Berserk) {
        return Tactical::Hit;
    }
    if strike.choices.wind_of_ball && !strike.riposte && roller.class() == Class::Artillery {
        return Tactical::MoraleHits(1);
    }
    let into_rough = ground.is_rough(target.at) && !strike.sappers();
    let mounted_in_rough = roller.class() == Class::Mounted && (ground.is_rough(roller.at) || into_rough);
    let fire_at_cover = roller.class() != Class::Artillery
        && !strike.melee()
        && (strike.into("forest") || strike.into("buildings") || strike.obstacle().is_some());
    if strike.obstacle().is_some() || strike.wagons() || mounted_in_rough || fire_at_cover {
        return Tactical::Miss;
    }
    let elusive = target.has("elusive");
    let hit = match (roller.class(), target.class()) {
        _ if target.has("fanatic") => true,
        (Class::Artillery, _) => strike.distance() <= 2 && !roller.is(Note::Rockets),
        (_, Class::Artillery) => true,
        _ if roller.is(Note::Tusks) => true,
        (Class::Infantry, Class::Infantry) => {
            (roller_supported(strike) && !target_supported(strike))
                || helped_by(strike, &[Class::Artillery, Class::Mounted])
        }
        (Class::Infantry, Class::Mounted) => false,
        (Class::Mounted, _) => {
            roller_supported(strike) || helped_by(strike, &[Class::Infantry, Class::Artillery]) || elusive
        }
    };
    if hit {
        return if roller.has("harassing") { Tactical::MoraleHits(2) } else { Tactical::Hit };
    }
    let morale_hit = match (roller.class(), target.class()) {
        (Class::Infantry, Class::Mounted) => roller_supported(strike),
        (Class::Artillery, _) => roller.elite() || roller.is(Note::Rockets),
        _ => false,
    };
    if morale_hit || elusive { Tactical::MoraleHits(1) } else { Tactical::Miss }
}

/// Morale hits that the target ignores (J5.53, J3.50, table T5); [`None`] is all of them (J3.49).
fn ignored(strike: &Strike) -> Option<u32> {
    let target = strike.target();
    let defends = !strike.riposte;
    if target.status("hold_position") || (defends && strike.choices.defence_order == Some(DefenceOrder::HoldPosition)) {
        return None;
    }
    let officers =
        strike.position.officers.iter().filter(|one| one.red == target.red && one.at == target.at).count() as u32;
    let nuts = target.status("nuts") || (defends && strike.choices.defence_order == Some(DefenceOrder::Nuts));
    let works = match strike.obstacle() {
        Some("wall" | "ditch") if target.class() != Class::Mounted => 1,
        Some("fortification" | "rampart") if target.class() != Class::Mounted => 2,
        _ => 0,
    };
    // Wagons are a palisade: no more than one obstacle counts (J7.2).
    let works = works.max(u32::from(strike.wagons()));
    let artillery = target.class() == Class::Artillery;
    Some(u32::from(target_supported(strike)) + officers + u32::from(artillery) + u32::from(nuts) + works)
}

/// The effect of one sequence of faces.
pub fn effect(strike: &Strike, faces: &[Face]) -> Effect {
    let (roller, target) = (strike.roller(), strike.target());
    let shown = |face: Face| faces.iter().filter(|shown| **shown == face).count() as u32;

    // Tokens; the first letter of artillery is a flag (J5.54, J5.55).
    let (mut tokens, mut morale_hits) = (shown(Face::Letter), shown(Face::Flag));
    if roller.class() == Class::Artillery && tokens > 0 {
        tokens -= 1;
        morale_hits += 1;
    }
    // Hits by the faces of the target's arm, then tactical advantages.
    let mut hits = match target.class() {
        Class::Infantry => shown(Face::Infantry),
        Class::Mounted => shown(Face::Cavalry),
        Class::Artillery if target.is(Note::CavalryFace) => shown(Face::Cavalry),
        Class::Artillery => shown(Face::Artillery),
    };
    match tactical(strike) {
        Tactical::Miss => {}
        Tactical::Hit => hits += shown(Face::Tactical),
        Tactical::MoraleHits(each) => morale_hits += each * shown(Face::Tactical),
    }
    // Conversions: Dodge by order and by letter, on different hits (JI-81); the order first, which brings fewer morale
    // hits.
    if strike.choices.dodges_by_order
        && !strike.riposte
        && strike.choices.defence_order == Some(DefenceOrder::Dodge)
        && hits > 0
    {
        hits -= 1;
        morale_hits += 2;
    }
    if strike.choices.dodges_by_letter && target.has("dodging") && hits > 0 {
        hits -= 1;
        morale_hits += 3;
    }
    // Losses; a unit without elements is destroyed.
    if hits >= target.elements {
        return Effect { losses: target.elements, retreat: 0, tokens, survives: false };
    }
    // Morale hits that count, of which some become losses (JI-80).
    let mut kept = ignored(strike).map_or(0, |ignored| morale_hits.saturating_sub(ignored));
    let mut losses = hits;
    if !strike.riposte && strike.choices.defence_order == Some(DefenceOrder::Sacrifice) {
        let given = kept.min(strike.choices.sacrifices);
        kept -= given;
        losses += given;
        if losses >= target.elements {
            return Effect { losses: target.elements, retreat: 0, tokens, survives: false };
        }
    }
    // Retreat: each hex that cannot be made costs an element (J5.76).
    let due = hexes_due(target, kept);
    let made = longest_retreat(strike.position, target, due);
    losses = (losses + due - made).min(target.elements);
    Effect { losses, retreat: made, tokens, survives: losses < target.elements }
}
