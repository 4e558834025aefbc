//! Army lists: the lines of a file, and the units and officers of the army.
//!
//! Rules J1.12, J2.1, J3.2, JA2.1, JA2.2, JA2.9, JA3.1, JA3.36, JA3.53 with JI-44, JI-55, JI-187. Profiles and costs
//! are computed once the rules are known (`card.rs`, `officer.rs`, `setup/preparation.rs`).

use super::card::UnitCard;
use super::cost::name_of;
use super::letters::{Letter, Morale, OrderLetter, Training};
use super::officer::{OfficerCard, OfficerLetter, RankName};
use super::own_types::{TypeFile, Types};
use super::transport::Carrier;
use super::unit::Rank;
use crate::data::differs;
use crate::data::extend::find_base;
use crate::data::{DataError, Fault, Mark, PathStep, Source};
use serde::Deserialize;

/// The maximum number of units of one side.
pub const MOST_UNITS: usize = 24;
/// The maximum number of officers of one side.
pub const MOST_OFFICERS: usize = 8;

/// A line of an army list: a number of identical units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyLine {
    /// The card of each of them; its name is not numbered yet.
    pub card: UnitCard,
    /// The number of units.
    pub count: u8,
    /// Whether the line is one of the rulebook's example units; otherwise its training and morale were chosen for this
    /// program.
    pub from_source: bool,
}

/// An army list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Army {
    /// Its short name: that of the file.
    pub name: String,
    /// Its nation.
    pub nation: String,
    /// Its lines; none if the file only defines types for the lists that extend it.
    pub lines: Vec<ArmyLine>,
    /// Its officers; if empty, the army gets the default officers for its size (JI-44).
    pub officers: Vec<OfficerCard>,
    /// The names of its contingents; number 1 is the first (JA2.9).
    pub contingents: Vec<String>,
    /// What types of its own are like, where it states only their class.
    pub usual_types: Vec<String>,
    /// How its units differ from those of the list that it extends, if that has any.
    pub changes: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmyFile {
    /// Another list, whose nation and types this one takes over; its units and officers too if it has no units.
    extends: Option<String>,
    nation: Option<String>,
    #[serde(default, rename = "type")]
    types: Vec<TypeFile>,
    #[serde(default)]
    unit: Vec<UnitLine>,
    #[serde(default)]
    officer: Vec<OfficerLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitLine {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    training: Option<Training>,
    morale: Option<Morale>,
    #[serde(default)]
    letters: Vec<Letter>,
    #[serde(default)]
    orders: Vec<OrderLetter>,
    western: Option<bool>,
    carried_by: Option<Carrier>,
    #[serde(default)]
    carronade: bool,
    contingent: Option<String>,
    #[serde(default = "one")]
    count: u8,
    #[serde(default)]
    source: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfficerLine {
    name: String,
    rank: RankName,
    contingent: Option<String>,
    command_level: Option<u8>,
    #[serde(default)]
    letters: Vec<OfficerLetter>,
}

fn one() -> u8 {
    1
}

/// The path of a key of an entry of a list.
pub(in crate::jomini) fn entry(list: &str, index: usize, key: &str) -> Vec<PathStep> {
    vec![PathStep::key(list), PathStep::Index(index), PathStep::key(key)]
}

/// Gives each contingent named in a file its number, in the order in which its officers and units name them.
#[derive(Default)]
pub(in crate::jomini) struct Contingents(pub(in crate::jomini) Vec<String>);

impl Contingents {
    pub(in crate::jomini) fn number(&mut self, name: &Option<String>) -> u8 {
        let Some(name) = name else { return 0 };
        let known = self.0.iter().position(|it| it == name).unwrap_or_else(|| {
            self.0.push(name.clone());
            self.0.len() - 1
        });
        known as u8 + 1
    }
}

/// What a list takes over from the one that it extends.
struct Base {
    nation: Option<String>,
    types: Types,
    /// Its units and officers.
    unit: Vec<UnitLine>,
    officer: Vec<OfficerLine>,
    /// The list itself, if it has units and could play.
    whole: Option<Army>,
}

impl Base {
    /// Reads the list of this name, which `source` extends; with its units where `source` has none of its own.
    ///
    /// # Errors
    /// If it is not found, is faulty, or extends another list itself.
    fn read(source: &Source, name: &str, with_units: bool) -> Result<Base, DataError> {
        let found = find_base(source, name)?;
        let ArmyFile { extends, nation, types, unit, officer } = found.read()?;
        if extends.is_some() {
            return Err(source.error(vec![Fault::at("extends", format!("{name} extends another list itself"))]));
        }
        let mut faults = Vec::new();
        let whole = match Army::read(&found) {
            _ if unit.is_empty() => None,
            // Units that are only compared with have their faults to themselves.
            Err(_) if !with_units => None,
            read => Some(read?),
        };
        let types = Types::of(types, &mut faults);
        if faults.is_empty() { Ok(Base { nation, types, unit, officer, whole }) } else { Err(found.error(faults)) }
    }
}

impl Army {
    /// Reads an army list; with `extends` one that takes over the nation and the types of another, and its units and
    /// officers if it has no units of its own. A file with types of its own needs no units.
    ///
    /// # Errors
    /// If the file is invalid; the error shows every invalid line.
    pub fn read(source: &Source) -> Result<Army, DataError> {
        let mut file: ArmyFile = source.read()?;
        let extends = file.extends.as_deref();
        let mut base = extends.map(|name| Base::read(source, name, file.unit.is_empty())).transpose()?;
        let whole = base.as_mut().and_then(|base| base.whole.take());
        if let Some(base) = &mut base
            && file.unit.is_empty()
        {
            file.unit = std::mem::take(&mut base.unit);
            if file.officer.is_empty() {
                file.officer = std::mem::take(&mut base.officer);
            }
        }
        let inherited = base.as_ref().and_then(|base| base.nation.clone());
        let has_only_types = file.unit.is_empty() && !file.types.is_empty();
        let mut faults = Vec::new();
        let nation = file.nation.or(inherited).unwrap_or_else(|| {
            if !has_only_types {
                faults.push(Fault::at("", "missing key \"nation\""));
            }
            String::new()
        });
        if file.unit.is_empty() && !has_only_types {
            let without = extends.map_or_else(String::new, |name| format!(", and {name} has no units to take over"));
            faults.push(Fault::at("", format!("missing key \"unit\"{without}")));
            return Err(source.error(faults));
        }
        let mut contingents = Contingents::default();
        let officers = file.officer.into_iter().map(|line| OfficerCard {
            name: line.name,
            rank: line.rank.into(),
            contingent: contingents.number(&line.contingent),
            command_level: line.command_level,
            letters: line.letters,
        });
        let officers: Vec<OfficerCard> = officers.collect();
        let led = contingents.0.len();
        let own = Types::of(file.types, &mut faults);
        let usual_types = own.usual();
        let types = match base {
            Some(base) => own.over(base.types),
            None => own,
        };
        let mut lines: Vec<ArmyLine> = Vec::new();
        for (index, mut line) in file.unit.into_iter().enumerate() {
            let (kind, own) = match types.find(&line.kind) {
                Ok(found) => found,
                Err(fault) => {
                    faults.push(Fault { path: entry("unit", index, "type"), ..fault });
                    continue;
                }
            };
            let mut fault =
                |key: &str, problem: String| faults.push(Fault::new(entry("unit", index, key), Mark::Value, problem));
            for letter in own.iter().flat_map(|own| &own.letters) {
                if !line.letters.contains(letter) {
                    line.letters.push(*letter);
                }
            }
            for letter in own.iter().flat_map(|own| &own.orders) {
                if !line.orders.contains(letter) {
                    line.orders.push(*letter);
                }
            }
            let card = UnitCard {
                name: line.name,
                kind,
                training: line.training.or(own.and_then(|own| own.training)).unwrap_or_default(),
                morale: line.morale.or(own.and_then(|own| own.morale)).unwrap_or_default(),
                letters: line.letters,
                orders: line.orders,
                western: line.western.or(own.and_then(|own| own.western)),
                contingent: contingents.number(&line.contingent),
                carried_by: line.carried_by,
                carronade: line.carronade,
            };
            let has_lord = officers
                .iter()
                .any(|officer| officer.contingent == card.contingent && officer.rank == Rank::SubGeneral);
            if card.contingent > 0 && !has_lord {
                let name = line.contingent.unwrap_or_default();
                fault("contingent", format!("no sub-general of the contingent \"{name}\" among the officers (JA3.36)"));
            }
            if line.count == 0 {
                fault("count", "a line stands for at least one unit".to_owned());
            }
            if lines.iter().any(|it| it.card.name == card.name) {
                fault("name", format!("two lines are called \"{}\"", card.name));
            }
            card.faults().into_iter().for_each(|problem| fault("letters", problem));
            lines.push(ArmyLine { card, count: line.count, from_source: line.source });
        }
        let contingents = contingents.0;
        let name = source.name().to_owned();
        let mut army = Army { name, nation, lines, officers, contingents, usual_types, changes: None };
        army.changes = whole.map(|base| army.changes_from(&base));
        if army.lines.is_empty() && !faults.is_empty() {
            return Err(source.error(faults));
        }
        if has_only_types {
            return Ok(army);
        }
        let whole = army.faults().into_iter().map(|(list, problem)| Fault::at(list, problem));
        faults.extend(whole);
        let unled = army
            .contingents
            .iter()
            .skip(led)
            .map(|name| Fault::at("unit", format!("no officer commands the contingent \"{name}\"")));
        if faults.is_empty() {
            faults.extend(unled);
        }
        if faults.is_empty() { Ok(army) } else { Err(source.error(faults)) }
    }

    /// How its units differ from those of another list.
    fn changes_from(&self, base: &Army) -> String {
        let units = |army: &Army| -> Vec<(String, i64)> {
            army.lines.iter().map(|line| (name_of(&line.card), i64::from(line.count))).collect()
        };
        let [own, below] = [self, base].map(units);
        let [own, below] = [&own, &below].map(|units| units.iter().map(|(name, number)| (name.as_str(), *number)));
        differs::in_numbers(&base.name, "no unit", own, below)
    }

    /// The faults of the army as a whole, each with the list concerned.
    fn faults(&self) -> Vec<(&'static str, String)> {
        let mut faults = Vec::new();
        let units = self.size();
        if units == 0 {
            faults.push(("unit", "an army has at least one unit".to_owned()));
        }
        if units > MOST_UNITS {
            faults.push(("unit", format!("{units} units; a side has at most {MOST_UNITS}")));
        }
        if self.officers.len() > MOST_OFFICERS {
            faults.push(("officer", format!("{} officers; a side has at most {MOST_OFFICERS}", self.officers.len())));
        }
        if self.officers.iter().filter(|officer| officer.rank == Rank::CommanderInChief).count() > 1 {
            faults.push(("officer", "an army has one commander-in-chief (JA2.2)".to_owned()));
        }
        faults
    }

    /// The number of its units.
    pub fn size(&self) -> usize {
        self.lines.iter().map(|line| usize::from(line.count)).sum()
    }

    /// Its units in the order of its lines; those of one line are numbered.
    pub fn units(&self) -> Vec<UnitCard> {
        let of_line = |line: &ArmyLine| {
            let card = line.card.clone();
            let name = card.name.clone();
            let count = line.count;
            (1..=count).map(move |number| UnitCard {
                name: if count == 1 { name.clone() } else { format!("{name} {number}") },
                ..card.clone()
            })
        };
        self.lines.iter().flat_map(of_line).collect()
    }
}
