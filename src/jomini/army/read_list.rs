//! Reading of army lists: every line is checked on its own, so that all faults of a file are reported at once, and none
//! that only follows from another.
//!
//! Rules J3.2, JA2.1, JA2.2, JA3.1, JA3.36 with JI-187.

use super::card::UnitCard;
use super::card_faults::{CardFault, of_lists, of_officer};
use super::list::{Army, ArmyLine, Contingents, MOST_OFFICERS, MOST_UNITS, entry};
use super::list_file::{ArmyFile, Layer, OfficerLine, UnitLine};
use super::officer::OfficerCard;
use super::own_types::{OwnType, Types};
use super::unit::Rank;
use crate::data::{DataError, Fault, Layers, Located, Mark, PathStep, Reading, Source};
use crate::jomini::rules::UnitKind;

/// What a list takes over.
#[derive(Default)]
struct Base {
    layer: Option<Layer>,
    /// The list that is extended, if it has units and could play.
    army: Option<Army>,
    /// The faults on the way to it; the list is then checked without it.
    located: Vec<Located>,
}

impl Base {
    /// Reads the list that `source` extends, with all further ones; with its units where `source` has none of its own.
    fn of(source: &Source, with_units: bool) -> Result<Base, DataError> {
        let read = || -> Result<Base, DataError> {
            let layers = Layers::of(source)?;
            let [below @ .., _] = layers.files() else { return Ok(Base::default()) };
            let layer = Layer::of(below)?;
            let base = below.last().filter(|_| layer.as_ref().is_some_and(|layer| !layer.unit.is_empty()));
            let army = match base.map(Army::read).transpose() {
                // Units that are only compared with have their faults to themselves.
                Err(_) if !with_units => None,
                read => read?,
            };
            Ok(Base { layer, army, located: Vec::new() })
        };
        match read() {
            Err(DataError::Faults(located)) => Ok(Base { located, ..Base::default() }),
            read => read,
        }
    }
}

impl Army {
    /// Reads an army list; with `extends` one that takes over the nation and the types of another, and its units and
    /// officers if it has no units of its own. The other may extend a further list. A file with types of its own needs
    /// no units.
    ///
    /// # Errors
    /// If the file or one that it extends is invalid; the error shows every invalid line.
    pub fn read(source: &Source) -> Result<Army, DataError> {
        let mut faults = Vec::new();
        let (mut file, reading) = ArmyFile::read(source, &mut faults)?;
        let has_units = !file.unit.is_empty() || reading.lacks(&PathStep::path("unit"));
        let has_types = !file.types.is_empty() || reading.lacks(&PathStep::path("type"));
        let base_name = file.extends.take();
        let Base { layer, army: base, located } =
            if base_name.is_some() { Base::of(source, !has_units)? } else { Base::default() };
        let is_based = located.is_empty() && !reading.lacks(&PathStep::path("extends"));
        let types = Types::of(std::mem::take(&mut file.types), &reading, &mut faults);
        let layer = Layer::over(file, types, layer);
        let only_types = layer.unit.is_empty() && !has_units && has_types;
        if is_based && layer.nation.is_none() && !only_types && !reading.lacks(&PathStep::path("nation")) {
            faults.push(Fault::at("", "missing key \"nation\""));
        }
        if is_based && layer.unit.is_empty() && !has_units && !has_types {
            let without = base_name.map_or_else(String::new, |name| format!(", and {name} has no units to take over"));
            faults.push(Fault::at("", format!("missing key \"unit\"{without}")));
        }
        let usual_types = layer.types.usual();
        let mut lines = Lines { reading: &reading, is_based, types: &layer.types, faults, lines: Vec::new() };
        let mut contingents = Contingents::default();
        let officers = lines.officers(layer.officer, &mut contingents);
        lines.units(layer.unit, &officers, &mut contingents);
        let Lines { faults, lines, .. } = lines;
        if !faults.is_empty() || !located.is_empty() || !reading.is_whole() {
            return Err(reading.error_with(faults, located));
        }
        let name = source.name().to_owned();
        let nation = layer.nation.unwrap_or_default();
        let mut army = Army { name, nation, lines, officers, contingents: contingents.0, usual_types, changes: None };
        army.changes = base.map(|base| army.changes_from(&base));
        Ok(army)
    }
}

/// The lines of a file on the way to an army.
struct Lines<'a> {
    reading: &'a Reading<'a>,
    /// Whether all that the list extends is known.
    is_based: bool,
    types: &'a Types,
    faults: Vec<Fault>,
    lines: Vec<ArmyLine>,
}

impl Lines<'_> {
    fn fault(&mut self, list: &str, index: usize, key: &str, problem: impl Into<String>) {
        self.faults.push(Fault::new(entry(list, index, key), Mark::Value, problem));
    }

    fn card_faults(&mut self, list: &str, index: usize, faults: Vec<CardFault>) {
        self.faults.extend(faults.into_iter().map(|fault| fault.of_entry(list, index)));
    }

    /// The officers, except those without a rank.
    fn officers(&mut self, officers: Vec<OfficerLine>, contingents: &mut Contingents) -> Vec<OfficerCard> {
        if officers.len() > MOST_OFFICERS {
            let problem = format!("{} officers; a side has at most {MOST_OFFICERS}", officers.len());
            self.faults.push(Fault::at("officer", problem));
        }
        let mut cards: Vec<OfficerCard> = Vec::new();
        for (index, line) in officers.into_iter().enumerate() {
            let has_contingent =
                line.contingent.is_some() || self.reading.lacks(&entry("officer", index, "contingent"));
            self.card_faults("officer", index, of_officer(&line.letters, has_contingent));
            let contingent = contingents.number(&line.contingent);
            if line.name.is_empty() {
                self.fault("officer", index, "name", "an officer has a name");
            } else if cards.iter().any(|other| other.name == line.name) {
                self.fault("officer", index, "name", format!("two officers are called \"{}\"", line.name));
            }
            let Some(rank) = line.rank.map(Rank::from) else { continue };
            if rank == Rank::CommanderInChief && cards.iter().any(|other| other.rank == rank) {
                self.fault("officer", index, "rank", "an army has one commander-in-chief (JA2.2)");
            }
            let OfficerLine { name, command_level, letters, .. } = line;
            cards.push(OfficerCard { name, rank, contingent, command_level, letters });
        }
        cards
    }

    fn units(&mut self, units: Vec<UnitLine>, officers: &[OfficerCard], contingents: &mut Contingents) {
        let all: usize = units.iter().map(|line| usize::from(line.count)).sum();
        if all > MOST_UNITS {
            self.faults.push(Fault::at("unit", format!("{all} units; a side has at most {MOST_UNITS}")));
        }
        let mut names: Vec<String> = Vec::new();
        for (index, line) in units.into_iter().enumerate() {
            if line.count == 0 {
                self.fault("unit", index, "count", "a line stands for at least one unit");
            }
            if !line.name.is_empty() && names.contains(&line.name) {
                self.fault("unit", index, "name", format!("two lines are called \"{}\"", line.name));
            }
            names.push(line.name.clone());
            let contingent = contingents.number(&line.contingent);
            self.check_lord(index, &line, contingent, officers);
            let (kind, own) = match self.types.find(&line.kind) {
                Ok(found) if found.1.is_none_or(|own| !own.is_faulty) => found,
                other => {
                    other.err().into_iter().for_each(|fault| self.unknown_type(index, fault));
                    self.card_faults("unit", index, of_lists(&line.letters, &line.orders));
                    continue;
                }
            };
            let (count, from_source) = (line.count, line.source);
            let card = card(line, kind, own, contingent);
            let mut faults = card.faults();
            let has_lost = |key: &str| self.reading.lacks(&entry("unit", index, key));
            if has_lost("contingent") || has_lost("carried_by") || has_lost("carronade") {
                faults = of_lists(&card.letters, &card.orders);
            }
            self.card_faults("unit", index, faults);
            self.lines.push(ArmyLine { card, count, from_source });
        }
    }

    /// Checks that the contingent of a unit has a lord.
    fn check_lord(&mut self, index: usize, line: &UnitLine, contingent: u8, officers: &[OfficerCard]) {
        let leads = |officer: &OfficerCard| officer.contingent == contingent && officer.rank == Rank::SubGeneral;
        // An officer whose rank or contingent is at fault may be the one.
        let of_lords = |fault: &Fault| fault.path.first().and_then(PathStep::as_key) == Some("officer");
        let are_known = !self.reading.lacks(&PathStep::path("officer")) && !self.faults.iter().any(of_lords);
        if let Some(name) = line.contingent.as_ref().filter(|_| are_known && !officers.iter().any(leads)) {
            let problem = format!("no sub-general of the contingent \"{name}\" among the officers (JA3.36)");
            self.fault("unit", index, "contingent", problem);
        }
    }

    /// The fault of an unknown type, unless it may be one that could not be read.
    fn unknown_type(&mut self, index: usize, fault: Fault) {
        let is_stated = self.reading.has(&entry("unit", index, "type"));
        if is_stated && self.is_based && self.types.are_all_named() {
            self.faults.push(Fault { path: entry("unit", index, "type"), ..fault });
        }
    }
}

/// The card of the units of a line: what the line does not state follows from its type.
fn card(line: UnitLine, kind: UnitKind, own: Option<&OwnType>, contingent: u8) -> UnitCard {
    let mut card = UnitCard {
        name: line.name,
        kind,
        training: line.training.or(own.and_then(|own| own.training)).unwrap_or_default(),
        morale: line.morale.or(own.and_then(|own| own.morale)).unwrap_or_default(),
        letters: line.letters,
        orders: line.orders,
        western: line.western.or(own.and_then(|own| own.western)),
        contingent,
        carried_by: line.carried_by,
        carronade: line.carronade,
    };
    for letter in own.iter().flat_map(|own| &own.letters) {
        if !card.letters.contains(letter) {
            card.letters.push(*letter);
        }
    }
    for order in own.iter().flat_map(|own| &own.orders) {
        if !card.orders.contains(order) {
            card.orders.push(*order);
        }
    }
    card
}
