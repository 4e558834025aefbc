//! Writing a position file from a position at the beginning of an activation; reading it gives the position back.
//!
//! Lengths and headings are written exactly: thousandths of a centimetre, quarters of a degree. The file names the scenario, which must be at hand when it is read.

use super::file::Word;
use crate::en_avant::Engagement;
use crate::en_avant::geometry::{Heading, Point};
use crate::en_avant::notation::unit_id;
use crate::en_avant::state::{NO_UNIT, Piece, State, Step, UnitId, status};
use crate::game::{BySide, Side};
use std::fmt::Write;

/// Why a position cannot be written as a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("only the beginning of an activation can be written as a position file")]
pub struct NotQuiet;

/// The text of a position file, under rules and a scenario of these names.
///
/// # Errors
/// The position is not the beginning of an activation.
pub fn write(game: &Engagement, rules: &str, scenario: &str, state: &State) -> Result<String, NotQuiet> {
    if state.step != Step::Impulse {
        return Err(NotQuiet);
    }
    let mut text = String::new();
    let file = &mut text;
    key(file, "rules", quoted(rules));
    key(file, "scenario", quoted(scenario));
    key(file, "turn_limit", game.turn_limit);
    key(file, "active", quoted(&state.active.to_string()));
    key(file, "first", quoted(&state.first.to_string()));
    key(file, "deployed_first", quoted(&state.deployed_first.to_string()));
    key(file, "turned", state.turned);
    key(file, "turn", state.turn);
    key(file, "impulse", state.impulse);
    key(file, "activated", state.activated);
    key(file, "cap", state.cap);
    if state.offered {
        key(file, "offered", true);
    }
    key(file, "pass_before", state.pass_before);
    key(file, "combats", state.combats);
    for side in Side::BOTH {
        write_side(file, game, state, side);
    }
    for objective in &state.objectives[..game.objectives.len()] {
        file.push_str("\n[[objective]]\n");
        key(file, "real", objective.real);
        if let Some(owner) = objective.owner {
            key(file, "owner", quoted(&owner.to_string()));
        }
        if !objective.holders.is_empty() {
            let each: Vec<String> = objective.holders.iter().map(|(unit, turns)| format!("{} = {turns}", unit_id(unit))).collect();
            key(file, "holders", format!("{{ {} }}", each.join(", ")));
        }
    }
    for marker in state.markers.iter().filter(|marker| marker.unit != NO_UNIT) {
        file.push_str("\n[[marker]]\n");
        key(file, "unit", quoted(&unit_id(marker.unit)));
        place(file, marker.front, marker.heading);
    }
    for side in Side::BOTH {
        game.units_of(side).for_each(|unit| write_unit(file, game, state, side, unit));
    }
    Ok(text)
}

fn key(file: &mut String, name: &str, value: impl std::fmt::Display) {
    writeln!(file, "{name} = {value}").expect("a string takes all that is written");
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

fn centimetres(point: Point) -> String {
    let number = |length: i32| format!("{}{}.{:03}", if length < 0 { "-" } else { "" }, length.abs() / 1_000, length.abs() % 1_000);
    format!("[{}, {}]", number(point.x), number(point.y))
}

fn degrees(heading: Heading) -> String {
    format!("{}.{:02}", heading.steps() / 4, heading.steps() % 4 * 25)
}

fn place(file: &mut String, at: Point, heading: Heading) {
    key(file, "at", centimetres(at));
    key(file, "degrees", degrees(heading));
}

fn write_side(file: &mut String, game: &Engagement, state: &State, side: Side) {
    let it = state.side(side);
    writeln!(file, "\n[{side}]").expect("a string takes all that is written");
    key(file, "army", quoted(&game.army_names[side]));
    key(file, "period", quoted(game.periods[side].name()));
    key(file, "combativity", it.combativity);
    key(file, "bases_lost", it.bases_lost);
    key(file, "units_lost", it.units_lost);
    key(file, "points_lost", it.points_lost);
    key(file, "impulses", state.impulses_of_turn[side.index()]);
    key(file, "passed", it.passed);
    let piece = |it: &Piece| {
        let activated = if it.activated { ", activated = true" } else { "" };
        format!("{{ at = {}, degrees = {}{activated} }}", centimetres(it.front), degrees(it.heading))
    };
    if it.camp.present {
        key(file, "camp", piece(&it.camp));
    }
    if it.general.present {
        key(file, "general", piece(&it.general));
    }
    if it.general_unit != NO_UNIT {
        key(file, "general_with", quoted(&unit_id(it.general_unit)));
    }
}

fn write_unit(file: &mut String, game: &Engagement, state: &State, side: Side, unit: UnitId) {
    let it = state.unit(unit);
    let profile = game.profiles[usize::from(unit)].as_ref().expect("a unit of the game has a profile");
    let troop = profile.troop;
    file.push_str("\n[[unit]]\n");
    key(file, "name", quoted(&game.unit_names[usize::from(unit)]));
    key(file, "side", quoted(&side.to_string()));
    key(file, "arm", quoted(troop.arm.name()));
    key(file, "quality", quoted(troop.quality.name()));
    key(file, "weight", quoted(troop.weight.name()));
    if let Some(weapon) = troop.weapon {
        key(file, "weapon", quoted(weapon.name()));
    }
    let switches = [("horse", troop.horse), ("multirank", troop.multirank), ("dismounts", game.dismounted[usize::from(unit)].is_some())];
    switches.into_iter().filter(|(_, on)| *on).for_each(|(name, on)| key(file, name, on));
    key(file, "points", profile.points);
    key(file, "bases", profile.bases);
    if it.bases == 0 {
        return;
    }
    key(file, "left", it.bases);
    key(file, "files", it.files);
    place(file, it.front, it.heading);
    if it.flight > 0 {
        key(file, "flight", it.flight);
    }
    if it.moved_in > 0 {
        key(file, "moved_in", it.moved_in);
    }
    let words = words(it.status & !status::ENGAGED);
    if !words.is_empty() {
        key(file, "status", format!("[{}]", words.iter().map(|word| quoted(word.name())).collect::<Vec<_>>().join(", ")));
    }
}

/// The words that say these bits together: those of several bits first.
fn words(bits: u16) -> Vec<Word> {
    let mut left = bits;
    let mut words: Vec<Word> = Word::ALL.iter().copied().filter(|word| bits & word.bit() == word.bit()).collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.bit().count_ones()));
    words.retain(|word| {
        let says_more = left & word.bit() != 0;
        left &= !word.bit();
        says_more
    });
    words
}

/// The units of both sides by short name, as files name them.
pub(super) fn named(units: BySide<usize>, name: &str) -> Option<UnitId> {
    let ids = |side: Side| crate::en_avant::state::unit_ids(side).take(units[side]);
    Side::BOTH.into_iter().flat_map(ids).find(|unit| unit_id(*unit) == name)
}
