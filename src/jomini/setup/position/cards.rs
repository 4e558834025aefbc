//! The cards of the units and officers of a position file, independent of their hexes.

use super::form::PositionFile;
use crate::data::{Fault, Mark, Reading};
use crate::game::{BySide, Side};
use crate::jomini::army::card::UnitCard;
use crate::jomini::army::card_faults::{of_lists, of_officer};
use crate::jomini::army::list::{Contingents, entry};
use crate::jomini::army::officer::OfficerCard;
use crate::jomini::army::unit::Rank;
use crate::jomini::setup::preparation::Troops;

/// The cards of the units, by side, without what is at fault on them; the contingents found, by side.
pub(super) fn unit_cards(
    file: &PositionFile,
    reading: &Reading,
    troops: &mut BySide<Troops>,
    faults: &mut Vec<Fault>,
) -> BySide<Vec<String>> {
    let mut contingents = BySide::<Contingents>::default();
    for officer in &file.officer {
        contingents[officer.side].number(&officer.contingent);
    }
    for (index, unit) in file.unit.iter().enumerate() {
        if file.unit[..index].iter().any(|other| other.side == unit.side && other.id == unit.id) {
            faults.push(Fault::new(
                entry("unit", index, "id"),
                Mark::Value,
                format!("two units of {} are called \"{}\"", unit.side, unit.id),
            ));
        }
        let card = UnitCard {
            name: unit.id.clone(),
            kind: unit.kind.0,
            training: unit.training,
            morale: unit.morale,
            letters: unit.letters.clone(),
            orders: unit.orders.clone(),
            western: unit.western,
            contingent: contingents[unit.side].number(&unit.contingent),
            carried_by: unit.carried_by,
            carronade: unit.carronade,
        };
        let lacks = |key: &str| reading.lacks(&entry("unit", index, key));
        let is_known = !["contingent", "carried_by", "carronade"].into_iter().any(lacks);
        let found = if is_known { card.faults() } else { of_lists(&card.letters, &card.orders) };
        faults.extend(found.into_iter().map(|fault| fault.of_entry("unit", index)));
        troops[unit.side].units.push(card.sound());
    }
    contingents.map(|it| it.0)
}

pub(super) fn officer_cards(
    file: &PositionFile,
    reading: &Reading,
    troops: &mut BySide<Troops>,
    contingents: &BySide<Vec<String>>,
    faults: &mut Vec<Fault>,
) {
    for (index, officer) in file.officer.iter().enumerate() {
        let has_contingent = officer.contingent.is_some() || reading.lacks(&entry("officer", index, "contingent"));
        faults.extend(
            of_officer(&officer.letters, has_contingent).into_iter().map(|fault| fault.of_entry("officer", index)),
        );
        let number = |name: &String| {
            contingents[officer.side].iter().position(|it| it == name).expect("contingents were numbered") as u8 + 1
        };
        let same = troops[officer.side].officers.iter().filter(|it| it.rank == officer.rank.into()).count();
        let title = match Rank::from(officer.rank) {
            Rank::CommanderInChief => "Commander-in-chief".to_owned(),
            Rank::SubGeneral => format!("Sub-general {}", same + 1),
            Rank::SeniorOfficer => format!("Senior officer {}", same + 1),
        };
        let name = officer.name.clone().unwrap_or(title);
        if troops[officer.side].officers.iter().any(|other| other.name == name) {
            let problem = format!("two officers of {} are called \"{name}\"", officer.side);
            faults.push(Fault::new(entry("officer", index, "name"), Mark::Value, problem));
        }
        troops[officer.side].officers.push(OfficerCard {
            name,
            rank: officer.rank.into(),
            contingent: officer.contingent.as_ref().map_or(0, number),
            command_level: officer.command_level,
            letters: officer.letters.clone(),
        });
    }
    for side in Side::BOTH {
        if troops[side].officers.iter().filter(|officer| officer.rank == Rank::CommanderInChief).count() > 1 {
            faults.push(Fault::at("officer", format!("{side} has one commander-in-chief (JA2.2)")));
        }
    }
}
