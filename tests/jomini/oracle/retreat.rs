//! Retreat: how many hexes are due (J5.70, JI-137, JI-142, JI-143) and how many of them can be made at most (J5.73 to
//! J5.76, JI-138, JI-140, JI-141).

use super::ground::{DIRECTIONS, Hex, neighbour};
use super::position::{Position, Unit};
use super::troops::{Class, Note};

/// Hexes due for the morale hits that count.
pub fn hexes_due(unit: &Unit, morale_hits: u32) -> u32 {
    if morale_hits == 0 {
        return 0;
    }
    // Only the highest multiplier counts.
    let multiplier = [("fleeing", 3), ("hesitant", 2), ("changeable", 2)]
        .iter()
        .filter(|(letter, _)| unit.has(letter))
        .map(|(_, times)| *times)
        .max();
    let each = unit.troop.retreat * multiplier.unwrap_or(1);
    let steadfast = match unit.class() {
        Class::Mounted => unit.has("tenacious"),
        Class::Infantry | Class::Artillery => unit.has("stubborn"),
    };
    each * morale_hits - u32::from(steadfast)
}

/// The maximum number of hexes up to `due` that the unit can make.
pub fn longest_retreat(position: &Position, unit: &Unit, due: u32) -> u32 {
    if unit.has("static") {
        return 0;
    }
    go_on(position, unit, due, &mut vec![unit.at])
}

/// The maximum number of hexes that can still be made after the path so far; a way may not end on friendly guns.
fn go_on(position: &Position, unit: &Unit, due: u32, way: &mut Vec<Hex>) -> u32 {
    let here = *way.last().expect("the way begins where the unit stands");
    if due == 0 {
        return 0;
    }
    let mut best = 0;
    for direction in directions(unit) {
        let there = neighbour(here, direction);
        if way.contains(&there) || !open(position, unit, here, direction) {
            continue;
        }
        let on_guns = match position.unit_at(there) {
            None => false,
            Some(other)
                if other.red == unit.red
                    && other.class() == Class::Artillery
                    && !unit.is_wheeled()
                    && !unit.is(Note::Tusks) =>
            {
                true
            }
            Some(_) => continue,
        };
        way.push(there);
        let beyond = go_on(position, unit, due - 1, way);
        way.pop();
        if beyond > 0 || !on_guns {
            best = best.max(1 + beyond);
        }
        if best == due {
            break;
        }
    }
    best
}

/// The two hexes nearer its own edge; any hex for Elusive units (JI-6, JI-127).
fn directions(unit: &Unit) -> impl Iterator<Item = usize> {
    let elusive = unit.has("elusive");
    let rear = if unit.red { ["SW", "SE"] } else { ["NW", "NE"] };
    (0..DIRECTIONS.len()).filter(move |direction| elusive || rear.contains(&DIRECTIONS[*direction]))
}

/// Whether the ground lets the unit step that way in a retreat.
fn open(position: &Position, unit: &Unit, here: Hex, direction: usize) -> bool {
    let ground = &position.ground;
    let there = neighbour(here, direction);
    if !ground.contains(there) || ground.has(there, "mountain") || ground.has(there, "lake") {
        return false;
    }
    let by_road = ground.road_between(here, there);
    // Water is crossed at fords, and on bridges along their road (JI-97).
    if (ground.has(here, "bridge") || ground.has(there, "bridge")) && !by_road {
        return false;
    }
    if (ground.has(there, "river") || ground.has(there, "large_river"))
        && !ground.has(there, "ford")
        && !ground.has(there, "bridge")
    {
        return false;
    }
    let guns = unit.is_wheeled();
    match ground.obstacle_between(here, direction) {
        Some("rampart") => return false,
        Some(_) if guns => return false,
        _ => {}
    }
    !(guns && ground.is_rough(there) && !by_road)
}
