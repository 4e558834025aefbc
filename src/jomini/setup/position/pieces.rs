//! The hexes and statuses of the units, officers and elephants of a position file.

use super::form::{Done, OfficerDone, PositionFile, UnitFile};
use super::moved;
use crate::data::{Fault, Mark, Reading};
use crate::game::BySide;
use crate::jomini::army::list::entry;
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::map::map_file::hex;
use crate::jomini::notation::{Names, UnitForm};
use crate::jomini::setup::preparation::{put_officer, put_unit};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{Benefits, NO_UNIT, Status, Unit, UnitId, officer_ids, unit_ids};

/// Adds faults of setting up to an entry of a list.
fn at_entry(list: &str, index: usize, problems: Vec<String>, faults: &mut Vec<Fault>) {
    faults.extend(problems.into_iter().map(|problem| Fault::new(entry(list, index, "at"), Mark::Value, problem)));
}

pub(super) fn place_units(battle: &mut Battle, position: &PositionFile, reading: &Reading, faults: &mut Vec<Fault>) {
    let mut ids = BySide::from_fn(unit_ids);
    for (index, file) in position.unit.iter().enumerate() {
        let id = ids[file.side].next().expect("the number of units was checked");
        let most = battle.field.forces.profile(id).elements;
        let elements = file.elements.unwrap_or(most);
        if elements > most {
            let problem = format!("{elements} elements; a unit of this morale has {most} (JA3.3)");
            faults.push(Fault::new(entry("unit", index, "elements"), Mark::Value, problem));
        }
        let activated = file.status.contains(&Done::Activated) || file.group.is_some();
        let unit = battle.start.unit_mut(id);
        unit.elements = elements;
        unit.hexes_moved = file.hexes_moved;
        unit.group = file.group.unwrap_or(u8::from(activated));
        unit.attacks = file.attacks.unwrap_or(u8::from(file.status.contains(&Done::Attacked)));
        unit.pursuits = file.pursuits.unwrap_or(0);
        for (word, bit) in Done::BITS.into_iter().chain(Done::PACES) {
            unit.status |= if file.status.contains(&word) { bit } else { Status::empty() };
        }
        let mut problems = Vec::new();
        if Done::PACES.iter().filter(|(word, _)| file.status.contains(word)).count() > 1 {
            problems.push("a unit is halted, doubled or confined: one of the three (JA2.10, JA3.4)".to_owned());
        }
        let on_foot = file.status.contains(&Done::OnFoot) || file.status.contains(&Done::ElephantGone);
        if file.status.contains(&Done::OnFoot) && !unit.has(Status::MOUNTED) {
            problems.push("only mounted infantry is said to be on foot (JI-36)".to_owned());
        }
        if on_foot {
            unit.status &= !Status::MOUNTED;
        }
        match &file.at {
            Some(_) if elements == 0 => problems.push("a unit without elements is lost and stands nowhere".to_owned()),
            None if reading.lacks(&entry("unit", index, "at")) => {}
            None if elements > 0 && position.player_turn > 0 && !battle.reserves.has_unit(id) => {
                problems.push(format!("\"{}\" stands nowhere; a lost unit has elements = 0", file.id))
            }
            None => {}
            Some(word) => match hex(battle.field.board.map(), word) {
                Ok(hex) => put_unit(battle, id, hex, &mut problems),
                Err(problem) => problems.push(problem),
            },
        }
        place_elephants(battle, id, file, &mut problems);
        let is_placed = problems.is_empty();
        at_entry("unit", index, problems, faults);
        if let (true, Err(problem)) = (is_placed, moved::apply_hexes_moved(battle, id)) {
            faults.push(Fault::new(entry("unit", index, "hexes_moved"), Mark::Value, problem));
        }
    }
    for (name, form) in &position.elephants {
        place_elephant(battle, name, form, faults);
    }
}

/// Places an elephant in panic with a complete entry, by its short name.
fn place_elephant(battle: &mut Battle, name: &str, form: &UnitForm, faults: &mut Vec<Fault>) {
    let key = format!("elephants.{name}");
    let mut names = Names::new(battle);
    let id = names.unit(&key, name);
    let read = form.read(&key, &mut names);
    faults.extend(names.into_faults());
    if id != NO_UNIT && !battle.field.forces.is_panicked(id) {
        faults.push(Fault::at(
            &key,
            format!("{name} is no elephant: their names are behind those of their side's units"),
        ));
    } else if id != NO_UNIT {
        *battle.start.unit_mut(id) = Unit { hex: NO_HEX, ..read };
        let mut problems = Vec::new();
        if read.hex != NO_HEX {
            put_unit(battle, id, read.hex, &mut problems);
        }
        faults.extend(problems.into_iter().map(|problem| Fault::at(&format!("{key}.hex"), problem)));
    }
}

/// Places the elephants that have run away from a unit (JA3.52).
fn place_elephants(battle: &mut Battle, unit: UnitId, file: &UnitFile, problems: &mut Vec<String>) {
    if file.panicked_at.is_empty() {
        return;
    }
    if file.panicked_at.len() > battle.field.forces.elephants_of(unit).count() {
        problems.push(format!("{} elephants in panic, more than the unit has", file.panicked_at.len()));
        return;
    }
    if battle.field.forces.is_one_elephant(unit) && battle.start.unit(unit).elements > 0 {
        problems.push("an elephant in panic is no unit any more; write elements = 0".to_owned());
        return;
    }
    let it = battle.start.unit_mut(unit);
    it.status = it.status & !Status::MOUNTED | Status::ELEPHANT_GONE;
    for (elephant, word) in battle.field.forces.elephants_of(unit).zip(&file.panicked_at) {
        battle.start.unit_mut(elephant).elements = 1;
        match hex(battle.field.board.map(), word) {
            Ok(hex) => put_unit(battle, elephant, hex, problems),
            Err(problem) => problems.push(problem),
        }
    }
}

pub(super) fn place_officers(battle: &mut Battle, position: &PositionFile, faults: &mut Vec<Fault>) {
    let mut ids = BySide::from_fn(officer_ids);
    for (index, file) in position.officer.iter().enumerate() {
        let id = ids[file.side].next().expect("the number of officers was checked");
        let mut problems = Vec::new();
        match &file.at {
            None => {
                let comes = battle.reserves.has_officer(id) || position.player_turn == 0;
                battle.start.officer_mut(id).in_play = comes && !file.status.contains(&OfficerDone::Lost);
            }
            Some(word) => match hex(battle.field.board.map(), word) {
                Ok(hex) => put_officer(battle, id, hex, &mut problems),
                Err(problem) => problems.push(problem),
            },
        }
        let officer = battle.start.officer_mut(id);
        officer.has_moved = file.status.contains(&OfficerDone::Moved);
        officer.group = file.group.unwrap_or(0);
        officer.benefits = Benefits::from_bits_retain(file.benefits);
        officer.in_play = file.in_play.unwrap_or(officer.in_play);
        let mut names = Names::new(battle);
        let leads = names.unit_or_none(&format!("officer[{index}].leads"), &file.leads);
        faults.extend(names.into_faults());
        battle.start.officer_mut(id).leads = leads;
        at_entry("officer", index, problems, faults);
    }
}
